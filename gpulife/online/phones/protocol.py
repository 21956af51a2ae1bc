"""What phones and the window say to each other.

A phone says first who it is (``Join``), as JSON in a text frame, and every two seconds ``Ping``. Whatever its pad
holds is six bytes in a binary frame, all of it each time anything changes: a mask of buttons, and the stick. The window
answers in JSON: ``Welcome`` or ``Refused``, then ``View`` whenever what the phone shows has changed.
"""

import struct
from dataclasses import dataclass
from typing import Annotated

import msgspec

from gpulife.errors import GpulifeError

BUTTONS = (
    *("a", "b", "x", "y", "lb", "rb", "lt", "rt", "back", "start", "guide", "left_thumb", "right_thumb"),
    *("dpad_up", "dpad_down", "dpad_left", "dpad_right"),
)
"""A pad's buttons, from the lowest bit of the mask on, by the names that ``gpulife.input.names`` has for them."""
BITS = {name: 1 << place for place, name in enumerate(BUTTONS)}
MAX_TEXT = 200
"""Longest text of a phone, in characters."""
_STATE = struct.Struct("!Ibb")
_FULL = 127
_Token = Annotated[str, msgspec.Meta(max_length=64)]
_Words = Annotated[str, msgspec.Meta(max_length=400)]


class ProtocolError(GpulifeError):
    """A phone has said something that no page of ours says."""


class Join(msgspec.Struct, frozen=True, tag_field="t", tag="join", forbid_unknown_fields=True):
    """A phone wants to be a pad.

    Attributes:
        key: what the window's code says, so that only those join who have seen it.
        pad: what an earlier ``Welcome`` gave this phone; "" the first time.
    """

    key: _Token
    pad: _Token = ""


class Ping(msgspec.Struct, frozen=True, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """A phone measures how long an answer takes; ``time`` is in milliseconds by its own clock."""

    time: Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Welcome(msgspec.Struct, frozen=True, tag_field="t", tag="welcome"):
    """The phone is a pad: its number, for people, and what it says when it comes back."""

    pad: str
    number: int


class Refused(msgspec.Struct, frozen=True, tag_field="t", tag="refused"):
    """The phone is none, and why not, as a sentence."""

    reason: str


class Pong(msgspec.Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ``Ping``, with its time."""

    time: int


class Button(msgspec.Struct, frozen=True):
    """A button of the phone.

    Attributes:
        bits: mask of the buttons that it holds, more than one for those with a second meaning.
        cap: what is printed on it, as on a gamepad.
        label: what it does now.
    """

    bits: int
    cap: str
    label: str


class View(msgspec.Struct, frozen=True, tag_field="t", tag="view"):
    """What the phone shows.

    Attributes:
        player: the seat, counted from 0; -1 for none.
        name: name of who sits there, or "".
        colour: the seat's colour, ``#rrggbb``; "" for none.
        prompt: what can be done now, in words.
        buttons: the buttons, the most important first.
        more: those that are rarely needed.
    """

    player: int = -1
    name: _Words = ""
    colour: str = ""
    prompt: _Words = ""
    buttons: tuple[Button, ...] = ()
    more: tuple[Button, ...] = ()


FromPhone = Join | Ping
ToPhone = Welcome | Refused | Pong | View

_DECODER: msgspec.json.Decoder[FromPhone] = msgspec.json.Decoder(Join | Ping)
_ENCODER = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class PadInput:
    """Whatever a pad holds.

    Attributes:
        buttons: held buttons, of BUTTONS.
        x: the stick's position to the right, -1 to 1.
        y: its position downwards, -1 to 1.
    """

    buttons: frozenset[str] = frozenset()
    x: float = 0.0
    y: float = 0.0


RELEASED = PadInput()


def decode_text(text: str) -> FromPhone:
    """Read a text frame of a phone.

    Raises:
        ProtocolError: it is none, or too long.
    """
    if len(text) > MAX_TEXT:
        raise ProtocolError(f"a phone's text has {len(text)} characters; the limit is {MAX_TEXT}")
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProtocolError(f"not what a phone says: {error}") from None


def decode_input(data: bytes) -> PadInput:
    """Read a binary frame of a phone.

    Raises:
        ProtocolError: it is no six bytes, or has buttons that no pad has.
    """
    if len(data) != _STATE.size:
        raise ProtocolError(f"a pad's state has {_STATE.size} bytes, not {len(data)}")
    mask, x, y = _STATE.unpack(data)
    if mask >> len(BUTTONS):
        raise ProtocolError(f"a pad has {len(BUTTONS)} buttons, not those of {mask:#x}")
    held = frozenset(name for name, bit in BITS.items() if mask & bit)
    return PadInput(held, max(x, -_FULL) / _FULL, max(y, -_FULL) / _FULL)


def encode_input(held: PadInput) -> bytes:
    """Write a binary frame as a phone does, for tests and for measurements."""
    return _STATE.pack(sum(BITS[name] for name in held.buttons), round(held.x * _FULL), round(held.y * _FULL))


def encode(message: ToPhone | FromPhone) -> str:
    """Write a text frame."""
    return _ENCODER.encode(message).decode()
