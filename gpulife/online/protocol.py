"""The messages between on-line clients and servers, with limits and strict readers.

Every message is one WebSocket frame: msgpack in a binary frame for native clients, JSON in a text frame for browsers. A
message is a map; its field "t" is the message's kind.

A client first gets the whole match in a :class:`Keyframe`, then the players' actions in :class:`Ticks`. Games are
deterministic, so the client computes the same board as the server. In a game with secrets, each viewer gets only what
it may see. If this is not enough to compute the state, the server sends the state in a :class:`Correction`.
"""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from gpulife.errors import GpulifeError

# Limits, types of fields, and the base of all messages.

PROTOCOL = 1
"""Version of the protocol. Each entry in the list of matches says with which versions the match can be played."""
SUBPROTOCOL = "gpulife"
"""Name of the WebSocket subprotocol."""
SOCKET_PATH = "/play"
"""Path of a server's WebSocket."""
MAX_MESSAGE = 4096
"""Maximum size of a message from a client, in bytes."""
MAX_SERVER_MESSAGE = 1 << 20
"""Maximum size of a message from a server, in bytes. Clients do not trust servers."""
MAX_BOARD_CELLS = 1 << 18
"""Maximum number of cells on the board of an on-line match."""
MAX_REPLAY_BYTES = 16 << 20
"""Maximum size of a replay that a server stores, in bytes."""
DEFAULT_PORT = 7171
"""The default port of servers."""
ANY_SEAT, WATCH = -1, -2
"""Values of ``Join.seat``: take any free seat, or only watch."""
MOVED = "moved"
"""Code of a :class:`Refused` that sends the client to the server that has the match now.

The reason in that message is the address of that server.
"""
MAX_DATA = 512
"""Maximum length in characters of the text that a client may send with an action: an order or a chat message."""
MAX_TALK = 200
INVITE_LENGTH = 8
"""Letters and digits of an invite code."""

Token = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=32)]
Code = Annotated[str, Meta(max_length=40)]
TalkText = Annotated[str, Meta(max_length=MAX_TALK)]
Natural = Annotated[int, Meta(ge=0, le=1 << 53)]
Number = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
SeatNumber = Annotated[int, Meta(ge=-2, le=25)]
Line = Annotated[str, Meta(max_length=1000)]
RuleName = Annotated[str, Meta(max_length=120)]


class ProtocolError(GpulifeError):
    """A message is invalid. The error's text is one line."""


class Message(Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """Base class of all messages. A message is sent as a map; the map's field "t" is the message's kind."""


# Messages from clients.

Setting: TypeAlias = bool | Number | float | Annotated[str, Meta(max_length=200)]
"""Type of the value of a game's setting; the game itself checks the value."""


class Hello(Message, frozen=True):
    """The first message on a connection.

    Attributes:
        protocol: version of the protocol that the client speaks.
        name: name shown to people.
        token: the client's token; "" for a new client, who then receives one.
        page: True for a browser, which does not compute the match: the server sends it what to show.
    """

    protocol: Natural
    name: Name = ""
    token: Token = ""
    page: bool = False


class Browse(Message, frozen=True):
    """Request the list of matches, now and whenever it changes."""


class Host(Message, frozen=True):
    """Request to open a new match.

    Attributes:
        game: name of the game.
        option: option of the game; "" for the default.
        seats: kind of each seat: "person", "computer:1" to "computer:4" or "nobody"; missing entries mean "person".
        title: title of the match in the list of matches.
        private: True if only people who have the invite code can find the match.
        rows: rows of the board; 0 for the game's default.
        columns: columns of the board; 0 for the game's default.
        settings: further settings of the game.
        rule: rule of the board; "" for the game's default.
        fill: True if computer players stand in for people who are disconnected.
    """

    game: Annotated[str, Meta(max_length=20)]
    option: Annotated[str, Meta(max_length=20)] = ""
    seats: Annotated[tuple[Annotated[str, Meta(max_length=12)], ...], Meta(max_length=26)] = ()
    title: Annotated[str, Meta(max_length=40)] = ""
    private: bool = False
    rows: Annotated[int, Meta(ge=0, le=MAX_BOARD_CELLS)] = 0
    columns: Annotated[int, Meta(ge=0, le=MAX_BOARD_CELLS)] = 0
    settings: dict[Annotated[str, Meta(max_length=20)], Setting] = field(default_factory=dict)
    rule: RuleName = ""
    fill: bool = False


class Join(Message, frozen=True):
    """Request to take a seat in a match, or to watch it.

    Attributes:
        match: identifier or invite code of the match.
        seat: number of the seat, ``ANY_SEAT`` or ``WATCH``.
    """

    match: Code
    seat: SeatNumber = ANY_SEAT


class Leave(Message, frozen=True):
    """Request to leave the match for good and give up the seat."""


class Act(Message, frozen=True):
    """An action of the client's seat.

    Attributes:
        seq: sequence number of the action: one more than that of the client's previous action.
        kind: number of an ActionKind.
        a: first number of the action; its meaning depends on the kind.
        b: second number of the action.
        data: text of the action; "" for none.
    """

    seq: Natural
    kind: Annotated[int, Meta(ge=0, le=255)]
    a: Number = 0
    b: Number = 0
    data: Annotated[str, Meta(max_length=MAX_DATA)] = ""


class Say(Message, frozen=True):
    """A chat message to everybody in the match."""

    text: TalkText


class Ping(Message, frozen=True):
    """Request for a :class:`Pong` with the same ``time``.

    Attributes:
        time: any number; the Pong returns it.
        last: latest round-trip time in milliseconds, for the list of people; 0 if unknown.
    """

    time: Natural
    last: Annotated[int, Meta(ge=0, le=60_000)] = 0


class Resync(Message, frozen=True):
    """Request for a keyframe.

    Attributes:
        tick: tick at which the client's copy differed from the server's match; 0 if a keyframe is needed for another
            reason.
        digest: hash of the client's copy at that tick.
        log: the client's latest actions, for the server's log.
    """

    tick: Natural = 0
    digest: Annotated[str, Meta(max_length=64)] = ""
    log: Annotated[str, Meta(max_length=2000)] = ""


class Again(Message, frozen=True):
    """Request for another game in a match whose latest game is over, with the same people, seats and settings.

    The host's request begins the game. A request of another player is a wish, which the server tells everybody.
    """


class Moderate(Message, frozen=True):
    """A command of the host of a match.

    Attributes:
        what: "mute", "unmute", "kick" (remove), "ban", "close" (end the match) or "begin" (start the match now).
        who: number of a person in the list of people. With "begin": level of the computer players on the free seats, or
            0 to leave these seats free.
    """

    what: Annotated[str, Meta(pattern="^(mute|unmute|kick|ban|close|begin)$")]
    who: Natural = 0


ClientMessage: TypeAlias = Hello | Browse | Host | Join | Leave | Act | Say | Ping | Resync | Again | Moderate


# Messages from servers.


class Welcome(Message, frozen=True):
    """The answer to :class:`Hello`.

    Attributes:
        protocol: version of the protocol that the server speaks.
        version: the server's gpulife version.
        token: the client's token. The client saves it, because its seats belong to whoever has this token.
        name: the client's name as others see it.
        server: name of the server.
    """

    protocol: Natural
    version: Annotated[str, Meta(max_length=40)]
    token: Token
    name: Name
    server: Name = ""


class Refused(Message, frozen=True):
    """A request of the client was refused.

    Attributes:
        code: machine-readable reason, such as "full", "protocol" or "limit".
        reason: one line for people.
    """

    code: Annotated[str, Meta(max_length=20)]
    reason: Line


class ListedMatch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry in the list of matches.

    Attributes:
        id: identifier of the match.
        title: title that the host gave the match.
        game: name of the game.
        option: option of the game.
        rule: rule of the board, with the board's size.
        seats: for each seat a name, "" if it is free, "computer:N" or "nobody".
        watching: number of spectators.
        running: True if play has started, even if it is over.
        over: True if the result is final.
        host: name of the host.
        first: oldest protocol version with which the match can be played.
        last: newest protocol version with which the match can be played.
        address: address of the server that hosts the match; "" for the server that sends the list.
    """

    id: Code
    title: Annotated[str, Meta(max_length=40)]
    game: Annotated[str, Meta(max_length=20)]
    option: Annotated[str, Meta(max_length=20)]
    rule: RuleName
    seats: Annotated[tuple[Name, ...], Meta(max_length=26)]
    watching: Natural = 0
    running: bool = False
    over: bool = False
    host: Name = ""
    first: Natural = PROTOCOL
    last: Natural = PROTOCOL
    address: Annotated[str, Meta(max_length=200)] = ""


class MatchList(Message, frozen=True):
    """The list of matches that a lobby shows: all public matches."""

    matches: Annotated[tuple[ListedMatch, ...], Meta(max_length=500)]


class Seated(Message, frozen=True):
    """The client has joined a match; a keyframe follows.

    Attributes:
        id: identifier of the match.
        code: invite code of the match.
        match: the match as JSON. The seed in it is not used: random numbers are derived from a secret.
        seat: the client's seat; -1 for a spectator.
        host: True if the client is the match's host.
        commitment: SHA-256 of the secret, which itself is revealed after the match.
        next_seq: sequence number for the client's next action.
    """

    id: Code
    code: Code
    match: dict[str, Any]
    seat: SeatNumber
    host: bool = False
    commitment: Annotated[str, Meta(max_length=64)] = ""
    next_seq: Natural = 0


class Keyframe(Message, frozen=True):
    """The whole match as it is now, as far as the viewer may see it. It replaces the client's copy.

    Attributes:
        tick: number of ticks played so far.
        computed: number of generations computed so far.
        generation: generation number of the board (``Engine.generation``).
        state: state of the game, as compressed JSON.
        cells: cells of the board, row by row, one byte a cell, compressed.
    """

    tick: Natural
    computed: Natural
    generation: Number
    state: bytes
    cells: bytes


class ActionRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, omit_defaults=True):
    """An action, and the tick in which it happens."""

    tick: Natural
    player: Annotated[int, Meta(ge=-1, le=25)]
    kind: Annotated[int, Meta(ge=0, le=255)]
    a: Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)] = 0
    b: Number = 0
    data: Line = ""


class Ticks(Message, frozen=True, tag="k"):
    """The match has advanced.

    Attributes:
        upto: number of ticks played so far.
        acts: all actions since the previous message ``Ticks``, in order.
    """

    upto: Natural
    acts: Annotated[tuple[ActionRow, ...], Meta(max_length=4096)] = ()


class Correction(Message, frozen=True):
    """The state of the game, as far as the viewer may see it. It replaces the state of the client's copy.

    It is sent if the client cannot compute the state from the actions that it received. The board stays as it is.

    Attributes:
        tick: number of ticks played so far.
        state: state of the game, as compressed JSON.
    """

    tick: Natural
    state: bytes


class Check(Message, frozen=True):
    """A hash with which the client checks its copy of the match.

    Attributes:
        tick: number of ticks after which the copy must have this hash.
        digest: hash of the state, as far as the viewer may see it, and of the board.
    """

    tick: Natural
    digest: Annotated[str, Meta(max_length=64)]


class Person(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A person in a match.

    Attributes:
        who: number by which :class:`Moderate` names the person.
        name: name of the person.
        seat: seat of the person; -1 for a spectator.
        here: True if the person is connected.
        ping: round-trip time in milliseconds; 0 if unknown.
        muted: True if the host has muted the person.
    """

    who: Natural
    name: Name
    seat: SeatNumber
    here: bool
    ping: Natural
    muted: bool


class People(Message, frozen=True):
    """The people in the match: the owners of all seats, and up to a hundred spectators.

    Attributes:
        people: the people.
        seats: for each seat a name, "" if it is free, "computer:N" or "nobody".
        watching: number of spectators.
        wishes: numbers of the people who have asked for another game since the latest one ended.
    """

    people: Annotated[tuple[Person, ...], Meta(max_length=200)]
    seats: Annotated[tuple[Name, ...], Meta(max_length=26)]
    watching: Natural = 0
    wishes: Annotated[tuple[Natural, ...], Meta(max_length=26)] = ()


class Talk(Message, frozen=True):
    """A chat message, or a message from the server. Name and text are plain text, never markup.

    Attributes:
        name: name of the sender; "" for the server.
        text: text of the message.
        seat: seat of the sender; -1 for none.
        replay: path on the server of a game's replay, in the message with the game's result; otherwise "".
    """

    name: Name
    text: Line
    seat: SeatNumber = -1
    replay: Annotated[str, Meta(max_length=200)] = ""


class Replay(Message, frozen=True):
    """The playback position of the replay that a browser page shows. Times are ticks of the recorded match.

    Attributes:
        first: tick at which the shown game begins.
        last: tick at which the shown game ends.
        at: current tick.
        speed: speed as a multiple of the original.
        halted: True if playback is halted.
        over: True if playback has reached the end.
        going_to: tick to which playback is jumping, which may take seconds; None if it is not jumping.
    """

    first: Natural
    last: Natural
    at: Natural
    speed: Natural = 1
    halted: bool = False
    over: bool = False
    going_to: Natural | None = None


class Acked(Message, frozen=True):
    """Acknowledgement: every action of the client up to this sequence number is saved on disk or was dropped."""

    seq: Natural


class Dropped(Message, frozen=True):
    """An action of the client was not carried out.

    Attributes:
        seq: sequence number of the action.
        reason: one line for people.
    """

    seq: Natural
    reason: Line


class Pong(Message, frozen=True):
    """The answer to :class:`Ping`.

    Attributes:
        time: the number that the client sent.
        tick: tick of the client's match when the server read the ping.
    """

    time: Natural
    tick: Natural = 0


class Ended(Message, frozen=True):
    """The client is no longer in the match: the match ended, or the client was removed.

    Attributes:
        reason: one line for people.
        replay: path of the replay on the server; "" if there is none.
        secret: secret behind all random numbers, in hex; "" if the match goes on without the client.
        waits: True if the match ends only because the server restarts; the client's seat stays reserved.
    """

    reason: Line
    replay: Annotated[str, Meta(max_length=200)] = ""
    secret: Annotated[str, Meta(max_length=128)] = ""
    waits: bool = False


ServerMessage: TypeAlias = (
    Welcome | Refused | MatchList | Seated | Keyframe | Ticks | Correction | Check | People | Talk | Replay | Acked
    | Dropped | Pong | Ended
)  # fmt: skip


_ENCODE = msgspec.msgpack.Encoder().encode
_ENCODE_TEXT = msgspec.json.Encoder().encode
_READ_CLIENT = msgspec.msgpack.Decoder(ClientMessage).decode
_READ_CLIENT_TEXT = msgspec.json.Decoder(ClientMessage).decode
_READ_SERVER = msgspec.msgpack.Decoder(ServerMessage).decode


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Return a message for a native client, as a binary frame."""
    return _ENCODE(message)


def encode_text(message: ClientMessage | ServerMessage) -> str:
    """Return a message for a browser, as a text frame."""
    return _ENCODE_TEXT(message).decode()


def read_client_message(frame: bytes | str) -> ClientMessage:
    """Read a message from a client: a binary frame from a native client, or a text frame from a browser.

    Raises:
        ProtocolError: the frame is too long or not a valid message.
    """
    if len(frame) > MAX_MESSAGE:
        raise ProtocolError(f"a message of {len(frame):,} bytes is too long: the limit is {MAX_MESSAGE:,}")
    try:
        message: ClientMessage = _READ_CLIENT_TEXT(frame) if isinstance(frame, str) else _READ_CLIENT(frame)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProtocolError(f"not a valid message: {str(error)[:200]}") from error
    return message


def read_server_message(frame: bytes | str) -> ServerMessage:
    """Read a message from a server to a native client.

    Raises:
        ProtocolError: the frame is too long or not a valid message.
    """
    if isinstance(frame, str) or len(frame) > MAX_SERVER_MESSAGE:
        raise ProtocolError(f"the server sent an invalid message ({len(frame):,} bytes)")
    try:
        message: ServerMessage = _READ_SERVER(frame)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProtocolError(f"the server sent an invalid message: {str(error)[:200]}") from error
    return message
