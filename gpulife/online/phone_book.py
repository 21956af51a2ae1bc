"""Phones as gamepads: what a phone and the window say to each other, who has joined, and what each holds.

``phone_server`` passes it on, and ``gpulife.window.phones`` makes gamepads of them.
"""

import hashlib
import hmac
import secrets
import struct
from collections import deque
from dataclasses import dataclass, field
from threading import Lock
from typing import Annotated

import msgspec

from gpulife.errors import GpulifeError

# What is said. A phone says first who it is (``Join``), as JSON in a text frame, and every two seconds ``Ping``.
# Whatever its pad holds is six bytes in a binary frame, all of it each time anything changes: a mask of buttons, and
# the stick. The window answers in JSON: ``Welcome`` or ``Refused``, then ``View`` whenever what the phone shows has
# changed.

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


# Who has joined, who is away and for how long. The server's thread and the window both use it, so that everything
# happens under one lock. It knows neither sockets nor a clock.

# What a pad holds in each frame, when what it says comes at any time. A tap that begins and ends between two frames
# must not be lost, and two of them not become one: so a frame takes in what was said until a button would change
# twice, and leaves the rest for the next one.
MAX_WAITING = 16
"""States that wait for frames; beyond them, the newest takes the place of the one before."""
_TILTED = 0.25


class PadQueue:
    """The states of one pad, in the order in which they came.

    Attributes:
        held: what is held in the present frame.
    """

    def __init__(self) -> None:
        self.held = RELEASED
        self._waiting: deque[PadInput] = deque()

    def put(self, state: PadInput) -> None:
        """Add what the pad holds from now on."""
        if len(self._waiting) == MAX_WAITING:
            self._waiting.pop()
        self._waiting.append(state)

    def release(self) -> None:
        """Hold nothing from now on, whatever waits."""
        self._waiting.clear()
        self.held = RELEASED

    def next_frame(self) -> PadInput:
        """Return what is held in the next frame."""
        changed: set[str] = set()
        while self._waiting:
            toggled = _names(self.held) ^ _names(self._waiting[0])
            if toggled & changed:
                break
            changed |= toggled
            self.held = self._waiting.popleft()
        return self.held


def _names(state: PadInput) -> set[str]:
    """Return the held buttons, with the ways in which the stick is tilted."""
    ways = {"left": -state.x, "right": state.x, "up": -state.y, "down": state.y}
    return set(state.buttons) | {way for way, by in ways.items() if by >= _TILTED}


MAX_PHONES = 16
GRACE_SECONDS = 3.0
"""How long a phone may be away, with everything released, before it counts as unplugged."""
WAIT_SECONDS = 120.0
"""How long its seat waits for it."""
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no letter that looks like a digit."""
KEY_LENGTH = 26


class JoinError(GpulifeError):
    """A phone may not join, and why not, as a sentence for its screen."""


def new_key() -> str:
    """Return a new key of 128 bits, in letters that can be typed, as ``normal_key`` writes them."""
    number = secrets.randbits(128)
    return "".join(_LETTERS[number >> 5 * place & 31] for place in reversed(range(KEY_LENGTH)))


def normal_key(text: str) -> str:
    """Return a key that somebody has typed: small letters, without blanks and dashes, and o, i and l as digits."""
    plain = "".join(letter for letter in text.lower() if letter not in " -")
    return plain.translate(str.maketrans("oil", "011"))


@dataclass(frozen=True, slots=True)
class Ticket:
    """A phone's connection: its number, the token that it keeps, and which of its connections this is."""

    number: int
    token: str
    serial: int


@dataclass(frozen=True, slots=True)
class PhoneState:
    """A phone in the present frame.

    Attributes:
        number: its number, for people, from 1 on.
        held: what it holds.
        is_connected: whether there is a connection now.
        is_plugged: whether there is one, or was a moment ago.
        latency: seconds that a message and its answer took last; 0 for not measured yet.
        joins: how often it has connected, so that a new connection can be told from the one before.
    """

    number: int
    held: PadInput
    is_connected: bool
    is_plugged: bool
    latency: float
    joins: int


@dataclass(slots=True)
class _Phone:
    number: int
    serial: int = 0
    is_connected: bool = False
    away: float = 0.0
    latency: float = 0.0
    last_now: float | None = None
    queue: PadQueue = field(default_factory=PadQueue)


class PhoneBook:
    """All phones of a window.

    Args:
        key: what phones must say to join.

    Attributes:
        key: the same.
    """

    def __init__(self, key: str | None = None) -> None:
        self.key = new_key() if key is None else key
        self._phones: dict[bytes, _Phone] = {}
        self._lock = Lock()

    def join(self, key: str, token: str) -> Ticket:
        """Let a phone join, or come back with the token that it got then.

        Raises:
            JoinError: the key is another one, or there are enough phones.
        """
        if not hmac.compare_digest(_bytes(normal_key(key)), _bytes(self.key)):
            raise JoinError("This code is not the one that the window shows now. Scan it again.")
        with self._lock:
            phone = self._phones.get(_digest(token))
            if phone is None:
                free = set(range(1, MAX_PHONES + 1)) - {each.number for each in self._phones.values()}
                if not free:
                    raise JoinError(f"{MAX_PHONES} phones have joined already, which is the limit.")
                token = secrets.token_urlsafe(16)
                phone = self._phones[_digest(token)] = _Phone(min(free))
            phone.queue.release()
            phone.is_connected, phone.serial, phone.away, phone.last_now = True, phone.serial + 1, 0.0, None
            return Ticket(phone.number, token, phone.serial)

    def put(self, ticket: Ticket, held: PadInput) -> None:
        """Note what a phone holds from now on; what an older connection of it says is ignored."""
        with self._lock:
            if (phone := self._phone(ticket)) is not None:
                phone.queue.put(held)

    def note_latency(self, ticket: Ticket, seconds: float) -> None:
        """Note how long a message to a phone and its answer took last."""
        with self._lock:
            if (phone := self._phone(ticket)) is not None:
                phone.latency = seconds

    def leave(self, ticket: Ticket) -> None:
        """Release everything that a phone holds, as its connection is gone; unless it has a newer one."""
        with self._lock:
            if (phone := self._phone(ticket)) is not None:
                phone.is_connected = False
                phone.queue.release()

    def next_frame(self, now: float) -> tuple[PhoneState, ...]:
        """Return all phones as they are in the next frame, by number; ``now`` is in seconds by any clock.

        Those that have been away for too long are forgotten.
        """
        with self._lock:
            for digest, phone in list(self._phones.items()):
                if not phone.is_connected:
                    phone.away += 0.0 if phone.last_now is None else max(now - phone.last_now, 0.0)
                    phone.last_now = now
                    if phone.away > WAIT_SECONDS:
                        del self._phones[digest]
            return tuple(
                PhoneState(
                    phone.number,
                    phone.queue.next_frame() if phone.is_connected else RELEASED,
                    phone.is_connected,
                    phone.is_connected or phone.away <= GRACE_SECONDS,
                    phone.latency,
                    phone.serial,
                )
                for phone in sorted(self._phones.values(), key=lambda phone: phone.number)
            )

    def _phone(self, ticket: Ticket) -> _Phone | None:
        phone = self._phones.get(_digest(ticket.token))
        return phone if phone is not None and phone.serial == ticket.serial else None


def _digest(token: str) -> bytes:
    return hashlib.sha256(_bytes(token)).digest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
