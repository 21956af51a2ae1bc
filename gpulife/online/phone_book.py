"""Phones as gamepads: the messages between phone and window, and the list of connected phones.

``phone_server`` carries the messages; ``gpulife.window.phones`` turns the phones into gamepads.
"""

import hashlib
import hmac
import secrets
import struct
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Annotated

import msgspec

from gpulife.errors import GpulifeError
from gpulife.online._limits import TokenBucket

# Messages. A phone first identifies itself (``Join``, as JSON in a text frame), and sends ``Ping`` every two seconds.
# Whenever its pad changes, it sends the pad's whole state as six bytes in a binary frame: a mask of buttons, and the
# stick. The window answers in JSON: ``Welcome`` or ``Refused``, then ``View`` whenever the phone's display should
# change.

BUTTONS = (
    *("a", "b", "x", "y", "lb", "rb", "lt", "rt", "back", "start", "guide", "left_thumb", "right_thumb"),
    *("dpad_up", "dpad_down", "dpad_left", "dpad_right"),
)
"""Names of a gamepad's buttons in the order of the bits in a frame's mask, the lowest first; see
``gpulife.input.names``."""
BITS = {name: 1 << place for place, name in enumerate(BUTTONS)}
MAX_TEXT = 200
"""Maximum length of a text frame from a phone, in characters."""
_STATE = struct.Struct("!Ibb")
_FULL = 127
_Token = Annotated[str, msgspec.Meta(max_length=64)]
_Words = Annotated[str, msgspec.Meta(max_length=400)]


class ProtocolError(GpulifeError):
    """A frame from a phone is invalid. The phone page never sends such a frame, so it comes from a bug or an attack."""


class Join(msgspec.Struct, frozen=True, tag_field="t", tag="join", forbid_unknown_fields=True):
    """A phone's request to become a gamepad of the window.

    Attributes:
        key: key from the code that the window shows; it proves that the phone's owner has seen the window.
        pad: token from an earlier ``Welcome`` to this phone; "" the first time.
    """

    key: _Token
    pad: _Token = ""


class Ping(msgspec.Struct, frozen=True, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """A request for a ``Pong``, to measure latency. ``time`` is in milliseconds, on the phone's clock."""

    time: Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Welcome(msgspec.Struct, frozen=True, tag_field="t", tag="welcome"):
    """Tells a phone its number, which people see, and a token (``pad``) that lets it reconnect as the same gamepad."""

    pad: str
    number: int


class Refused(msgspec.Struct, frozen=True, tag_field="t", tag="refused"):
    """The phone was refused; ``reason`` is a sentence for its screen."""

    reason: str


class Pong(msgspec.Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ``Ping``; ``time`` is that of the ``Ping``."""

    time: int


class Button(msgspec.Struct, frozen=True, omit_defaults=True):
    """A button on the phone's screen.

    Attributes:
        bits: bit mask of the gamepad buttons (at least one) that this button presses.
        cap: name of the gamepad button to show, such as "A"; "" if the button stands for several at once.
        label: what the button does now, in a word or two.
        group: heading under which the button stands among the rarely needed ones; "" for none.
    """

    bits: int
    cap: str
    label: str
    group: str = ""


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """A small board with what only the phone's player may see.

    Attributes:
        rows: the rows of cells, one digit for each cell: 0 for a dead cell, else the owner's number, from 1.
        colours: the players' colours, ``#rrggbb``.
        marks: the players' marks, one letter each.
        chosen: (row, column) of each place that the player has chosen in secret.
        marker: (row, column) of the player's marker; None if the player cannot choose now.
    """

    rows: tuple[str, ...]
    colours: tuple[str, ...]
    marks: str
    chosen: tuple[tuple[int, int], ...] = ()
    marker: tuple[int, int] | None = None


class View(msgspec.Struct, frozen=True, tag_field="t", tag="view"):
    """The contents of the phone's screen.

    Attributes:
        player: number of the player's seat, from 0; -1 for none.
        name: name of the player; "" for none.
        colour: the seat's colour, ``#rrggbb``; "" for none.
        prompt: sentence about what the player can do.
        buttons: buttons, the most important first.
        more: buttons that are rarely needed.
        large: how many of ``buttons`` are large; the others are small.
        board: the board with the player's secrets; None in games without secrets.
    """

    player: int = -1
    name: _Words = ""
    colour: str = ""
    prompt: _Words = ""
    buttons: tuple[Button, ...] = ()
    more: tuple[Button, ...] = ()
    large: int = 2
    board: Board | None = None


FromPhone = Join | Ping
ToPhone = Welcome | Refused | Pong | View

_DECODER: msgspec.json.Decoder[FromPhone] = msgspec.json.Decoder(Join | Ping)
_ENCODER = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class PadInput:
    """The state of a gamepad.

    Attributes:
        buttons: names of the pressed buttons, from ``BUTTONS``.
        x: the stick's position to the right, -1 to 1.
        y: the stick's position downwards, -1 to 1.
    """

    buttons: frozenset[str] = frozenset()
    x: float = 0.0
    y: float = 0.0


RELEASED = PadInput()


def decode_text(text: str) -> FromPhone:
    """Read a text frame from a phone.

    Raises:
        ProtocolError: the text is too long or not a valid message.
    """
    if len(text) > MAX_TEXT:
        raise ProtocolError(f"a phone's text has {len(text)} characters; the limit is {MAX_TEXT}")
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProtocolError(f"not a valid message from a phone: {error}") from None


def decode_input(data: bytes) -> PadInput:
    """Read a binary frame from a phone.

    Raises:
        ProtocolError: the frame is not six bytes long, or its mask has unknown buttons.
    """
    if len(data) != _STATE.size:
        raise ProtocolError(f"a pad's state must have {_STATE.size} bytes; this one has {len(data)}")
    mask, x, y = _STATE.unpack(data)
    if mask >> len(BUTTONS):
        raise ProtocolError(f"a pad has {len(BUTTONS)} buttons; the mask {mask:#x} has more")
    held = frozenset(name for name, bit in BITS.items() if mask & bit)
    return PadInput(held, max(x, -_FULL) / _FULL, max(y, -_FULL) / _FULL)


def encode_input(held: PadInput) -> bytes:
    """Return the binary frame that a phone sends for a state of its gamepad. Only tests and measurements use this."""
    return _STATE.pack(sum(BITS[name] for name in held.buttons), round(held.x * _FULL), round(held.y * _FULL))


def encode(message: ToPhone | FromPhone) -> str:
    """Return a message as a text frame."""
    return _ENCODER.encode(message).decode()


# The phones that have joined. The server's thread and the window both use them, so one lock guards everything. No
# sockets and no clock.

# Phones send states at any time, but the window reads once a frame. A tap that begins and ends between two frames must
# not be lost, and two taps must not become one. So a frame takes states only until a button would change twice, and
# leaves the rest for the next frame.
MAX_WAITING = 16
"""Maximum number of a gamepad's states that wait for the window.

When this many wait, each further state replaces the newest waiting state.
"""
_TILTED = 0.25


class PadQueue:
    """The received states of one phone's gamepad that the window has not used yet.

    Attributes:
        held: state of the gamepad in the window's current frame.
    """

    def __init__(self) -> None:
        self.held = RELEASED
        self._waiting: deque[PadInput] = deque()

    def put(self, state: PadInput) -> None:
        """Add a new state of the gamepad."""
        if len(self._waiting) == MAX_WAITING:
            self._waiting.pop()
        self._waiting.append(state)

    def release(self) -> None:
        """Release all buttons and discard the states that wait in the queue."""
        self._waiting.clear()
        self.held = RELEASED

    def next_frame(self) -> PadInput:
        """Advance to the window's next frame; return the state of the gamepad in that frame."""
        changed: set[str] = set()
        while self._waiting:
            toggled = _names(self.held) ^ _names(self._waiting[0])
            if toggled & changed:
                break
            changed |= toggled
            self.held = self._waiting.popleft()
        return self.held


def _names(state: PadInput) -> set[str]:
    """Return the names of the pressed buttons, and of the directions in which the stick is tilted."""
    ways = {"left": -state.x, "right": state.x, "up": -state.y, "down": state.y}
    return set(state.buttons) | {way for way, by in ways.items() if by >= _TILTED}


MAX_PHONES = 16
GRACE_SECONDS = 3.0
"""Seconds after which a phone that has disconnected counts as an unplugged gamepad."""
WAIT_SECONDS = 120.0
"""Seconds after which a phone that has disconnected loses its seat."""
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Digits and letters of keys: Crockford's base 32, which leaves out letters that look like digits."""
KEY_LENGTH = 26
CODE_LENGTH = 6
"""Letters of the code that people type instead of the key."""
_GUESSES_PER_SECOND, _GUESSES = 0.5, 20.0
"""Limits on wrong keys and codes of all phones together: how many a second on average, and how many at once.

At this rate, guessing one of the 2**30 codes takes more than 30 years on average.
"""


class JoinError(GpulifeError):
    """A phone may not join; the message is a sentence for its screen."""


def new_key() -> str:
    """Return a new random key of 128 bits, in the form that :func:`normal_key` returns."""
    return _letters_of(secrets.randbits(128), KEY_LENGTH)


def new_code() -> str:
    """Return a new random code of 30 bits that is easy to type, in the form that :func:`normal_key` returns."""
    return _letters_of(secrets.randbits(5 * CODE_LENGTH), CODE_LENGTH)


def _letters_of(number: int, length: int) -> str:
    return "".join(_LETTERS[number >> 5 * place & 31] for place in reversed(range(length)))


def normal_key(text: str) -> str:
    """Return a typed key in normal form: in lower case, without blanks and dashes, with 0 for o and 1 for i and l."""
    plain = "".join(letter for letter in text.lower() if letter not in " -")
    return plain.translate(str.maketrans("oil", "011"))


@dataclass(frozen=True, slots=True)
class Ticket:
    """Identifies one connection of a phone: the phone's number and token, and the number of the connection."""

    number: int
    token: str
    serial: int


@dataclass(frozen=True, slots=True)
class PhoneState:
    """A phone as it is in the current frame.

    Attributes:
        number: number shown to people, from 1.
        held: state of the phone's gamepad.
        is_connected: True if the phone is connected now.
        is_plugged: True if the phone is connected, or was so within the last ``GRACE_SECONDS``.
        latency: latest round-trip time in seconds; 0 if none was measured yet.
        joins: number of times that the phone has connected.
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
    sender: str
    serial: int = 0
    is_connected: bool = False
    away: float = 0.0
    latency: float = 0.0
    last_now: float | None = None
    queue: PadQueue = field(default_factory=PadQueue)


class PhoneBook:
    """All phones that are gamepads of a window.

    Args:
        key: key that phones need to join; the default is a new random key.
        clock: clock in seconds, for the limit on wrong codes.
        on_change: called when a phone has joined or left, or has sent a state of its gamepad; in any thread.

    Attributes:
        key: the key, which the QR code contains.
        code: a short code that people can type instead.
    """

    def __init__(
        self,
        key: str | None = None,
        clock: Callable[[], float] = time.monotonic,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.key, self.code = new_key() if key is None else key, new_code()
        self._on_change = on_change
        self._clock, self._guesses = clock, TokenBucket(_GUESSES_PER_SECOND, _GUESSES)
        self._phones: dict[bytes, _Phone] = {}
        self._lock = Lock()

    def join(self, key: str, token: str, sender: str = "") -> Ticket:
        """Let a phone join; with the token of an earlier connection, let it reconnect.

        ``key`` is the key or the code. After too many wrong ones, codes are refused for a while; the key never is.
        ``sender`` tells phones from each other by network address and browser; "" if unknown. A browser that has lost
        its token, as when it was reopened in private mode, is the absent phone with the same sender.

        Raises:
            JoinError: the key is wrong, or too many phones have joined.
        """
        with self._lock:
            self._check(normal_key(key))
            phone = self._phones.get(_digest(token))
            if phone is None and (lost := self._absent(sender)):
                token = secrets.token_urlsafe(16)
                phone = self._phones[_digest(token)] = self._phones.pop(lost)
            if phone is None:
                free = set(range(1, MAX_PHONES + 1)) - {each.number for each in self._phones.values()}
                if not free:
                    raise JoinError(f"{MAX_PHONES} phones have joined already: no more can join.")
                token = secrets.token_urlsafe(16)
                phone = self._phones[_digest(token)] = _Phone(min(free), sender)
            phone.queue.release()
            phone.is_connected, phone.serial, phone.away, phone.last_now = True, phone.serial + 1, 0.0, None
            ticket = Ticket(phone.number, token, phone.serial)
        self._on_change()
        return ticket

    def _absent(self, sender: str) -> bytes:
        """Return the digest of the absent phone with the lowest number that has this sender; b"" if there is none."""
        absent = {
            phone.number: digest
            for digest, phone in self._phones.items()
            if sender and phone.sender == sender and not phone.is_connected
        }
        return absent[min(absent)] if absent else b""

    def _check(self, typed: str) -> None:
        """Raise JoinError unless ``typed`` is the key or the code."""
        if hmac.compare_digest(_bytes(typed), _bytes(self.key)):
            return
        if not self._guesses.take(self._clock()):
            raise JoinError("Too many wrong codes. Wait a moment, or scan the code in the window.")
        if not hmac.compare_digest(_bytes(typed), _bytes(self.code)):
            raise JoinError("This code is wrong or out of date. Type or scan the code in the window.")
        self._guesses.give_back()

    def put(self, ticket: Ticket, held: PadInput) -> None:
        """Queue a new state of a phone's gamepad. It is ignored if the phone has connected again since ``ticket``."""
        with self._lock:
            if (phone := self._phone(ticket)) is not None:
                phone.queue.put(held)
        self._on_change()

    def note_latency(self, ticket: Ticket, seconds: float) -> None:
        """Record the latest round-trip time of a phone."""
        with self._lock:
            if (phone := self._phone(ticket)) is not None:
                phone.latency = seconds

    def leave(self, ticket: Ticket) -> None:
        """Disconnect a phone and release its buttons. Do nothing if the phone has connected again since ``ticket``."""
        with self._lock:
            if (phone := self._phone(ticket)) is not None:
                phone.is_connected = False
                phone.queue.release()
        self._on_change()

    def next_frame(self, now: float) -> tuple[PhoneState, ...]:
        """Advance all phones to the window's next frame; return their states, sorted by number.

        ``now`` is the time in seconds, on a monotonic clock. Phones that have been disconnected for more than
        ``WAIT_SECONDS`` are forgotten.
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
