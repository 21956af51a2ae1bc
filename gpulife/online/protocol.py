"""What clients and servers of on-line play say to each other: messages with limits, read strictly.

Every message is one frame of a websocket. Native clients speak msgpack in binary frames, browsers JSON in text frames;
the messages are the same, and so is their reader. A message is a map with its kind in the field "t".

A match is told as :class:`Keyframe`, a moment, and then :class:`Ticks`: who plays these has the server's board, cell
for cell, as games are deterministic. Where a game has secrets, viewers get the moment as they may see it, and a
:class:`Correction` whenever that does not follow from the actions that they were told.
"""

from typing import Annotated, Any, TypeAlias, cast

import msgspec
from msgspec import Meta, Struct, field

from gpulife.errors import GpulifeError

# The limits of messages, the types of their fields, and what all messages are.

PROTOCOL = 1
"""The version of these messages. A server says in its list of matches which versions it speaks."""
SUBPROTOCOL = "gpulife"
"""Name of the websocket's subprotocol."""
SOCKET_PATH = "/play"
"""Path of a server's socket."""
MAX_MESSAGE = 4096
"""Limit on the bytes of a message from a client."""
MAX_SERVER_MESSAGE = 1 << 20
"""Limit on the bytes of a message from a server, which clients do not trust either."""
MAX_BOARD_CELLS = 1 << 18
"""Limit on the cells of a board in an on-line match."""
MAX_REPLAY_BYTES = 16 << 20
"""Limit on a replay that a server keeps."""
DEFAULT_PORT = 7171
"""Port of servers."""
ANY_SEAT, WATCH = -1, -2
"""Seats of :class:`Join` for who takes any free seat, and for who only watches."""
MOVED = "moved"
"""Code of a :class:`Refused` whose reason is the address of the server that has the match, to be asked next."""
MAX_DATA = 512
"""Letters of an action's data that a client may send: an order of Real-Time Life, or a remark."""
MAX_TALK = 200

Token = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=32)]
Code = Annotated[str, Meta(max_length=40)]
TalkText = Annotated[str, Meta(max_length=MAX_TALK)]
Natural = Annotated[int, Meta(ge=0, le=1 << 53)]
Number = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
SeatNumber = Annotated[int, Meta(ge=-2, le=25)]
Line = Annotated[str, Meta(max_length=1000)]


class ProtocolError(GpulifeError):
    """A message that nobody may send; one line says why."""


class Message(Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """A message of either side: a map with its kind in the field "t"."""


# What clients say to servers.

Setting: TypeAlias = bool | Number | float | Annotated[str, Meta(max_length=200)]
"""A value of a setting of a game, which the game checks."""


class Hello(Message, frozen=True):
    """The first message.

    Attributes:
        protocol: version of the messages that the client speaks.
        name: name for people.
        token: the client's token; "" for somebody new, who gets one.
        page: whether it is a browser, which is shown matches instead of playing them itself.
    """

    protocol: Natural
    name: Name = ""
    token: Token = ""
    page: bool = False


class Browse(Message, frozen=True):
    """Please send the list of matches, now and whenever it changes."""


class Host(Message, frozen=True):
    """Please begin a match.

    Attributes:
        game: name of the game.
        option: one of its options; "" for the default.
        seats: who may sit on each seat: "person", "computer:1" to "computer:4" or "nobody"; fewer are people's.
        title: line for the list.
        private: whether only people with the code find it.
        rows: rows of the board; 0 for the game's own.
        columns: columns of the board; 0 for the game's own.
        settings: further settings of the game.
        rule: rule of the board; "" for the game's own.
        fill: whether the computer holds the seat of somebody who is away.
    """

    game: Annotated[str, Meta(max_length=20)]
    option: Annotated[str, Meta(max_length=20)] = ""
    seats: Annotated[tuple[Annotated[str, Meta(max_length=12)], ...], Meta(max_length=26)] = ()
    title: Annotated[str, Meta(max_length=40)] = ""
    private: bool = False
    rows: Annotated[int, Meta(ge=0, le=MAX_BOARD_CELLS)] = 0
    columns: Annotated[int, Meta(ge=0, le=MAX_BOARD_CELLS)] = 0
    settings: dict[Annotated[str, Meta(max_length=20)], Setting] = field(default_factory=dict)
    rule: Annotated[str, Meta(max_length=60)] = ""
    fill: bool = False


class Join(Message, frozen=True):
    """Please let me take a seat, or watch.

    Attributes:
        match: identity or invite code of the match.
        seat: number of the seat, ``ANY_SEAT`` or ``WATCH``.
    """

    match: Code
    seat: SeatNumber = ANY_SEAT


class Leave(Message, frozen=True):
    """I leave the match, for good: somebody else may have the seat."""


class Act(Message, frozen=True):
    """What the client's seat does: an Action without its player, whom the server knows.

    Attributes:
        seq: number of the action, one more each time.
        kind: number of an ActionKind.
        a: first number.
        b: second number.
        data: text.
    """

    seq: Natural
    kind: Annotated[int, Meta(ge=0, le=255)]
    a: Number = 0
    b: Number = 0
    data: Annotated[str, Meta(max_length=MAX_DATA)] = ""


class Say(Message, frozen=True):
    """Something that everybody at the match shall read."""

    text: TalkText


class Ping(Message, frozen=True):
    """Please answer at once, with the same number.

    Attributes:
        time: any number of the client's.
        last: time in milliseconds that the last answer took, for the list of people; 0 if that is not known.
    """

    time: Natural
    last: Annotated[int, Meta(ge=0, le=60_000)] = 0


class Resync(Message, frozen=True):
    """Please send a keyframe.

    Attributes:
        tick: tick in which the client's copy was another one than the server's; 0 if that is not why.
        digest: hash of the client's copy.
        log: the client's last actions, for the post-mortem.
    """

    tick: Natural = 0
    digest: Annotated[str, Meta(max_length=64)] = ""
    log: Annotated[str, Meta(max_length=2000)] = ""


class Moderate(Message, frozen=True):
    """What the host of a match does with somebody, or with all.

    Attributes:
        what: "mute", "unmute", "kick", "ban", "close", which ends the match, or "begin", which begins it for all.
        who: number of the person in the list of people; to begin, the level of the computers that play on free seats,
            0 to leave those free.
    """

    what: Annotated[str, Meta(pattern="^(mute|unmute|kick|ban|close|begin)$")]
    who: Natural = 0


ClientMessage: TypeAlias = Hello | Browse | Host | Join | Leave | Act | Say | Ping | Resync | Moderate


# What servers say to clients.


class Welcome(Message, frozen=True):
    """The answer to :class:`Hello`.

    Attributes:
        protocol: version that the server speaks.
        version: version of its gpulife.
        token: the client's token, to be kept; it is what a seat belongs to.
        name: the client's name, as others see it.
        server: name of the server.
    """

    protocol: Natural
    version: Annotated[str, Meta(max_length=40)]
    token: Token
    name: Name
    server: Name = ""


class Refused(Message, frozen=True):
    """Something that the client asked for is refused.

    Attributes:
        code: a word for programs, such as "full", "protocol" or "limit".
        reason: one line for people.
    """

    code: Annotated[str, Meta(max_length=20)]
    reason: Line


class ListedMatch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of the list of matches.

    Attributes:
        id: identity of the match.
        title: line that its host wrote.
        game: name of the game.
        option: its option.
        rule: rule with the board.
        seats: who sits on each seat: a name, "" for a free one, "computer:N" or "nobody".
        watching: number of spectators.
        running: whether it is played, or was, rather than waits for its players to begin.
        over: whether its result stands.
        host: name of the host.
        first: oldest version of the messages with which it can be played.
        last: newest such version.
        address: address of the server that has it; "" for this one.
    """

    id: Code
    title: Annotated[str, Meta(max_length=40)]
    game: Annotated[str, Meta(max_length=20)]
    option: Annotated[str, Meta(max_length=20)]
    rule: Annotated[str, Meta(max_length=100)]
    seats: Annotated[tuple[Name, ...], Meta(max_length=26)]
    watching: Natural = 0
    running: bool = False
    over: bool = False
    host: Name = ""
    first: Natural = PROTOCOL
    last: Natural = PROTOCOL
    address: Annotated[str, Meta(max_length=200)] = ""


class MatchList(Message, frozen=True):
    """All matches that are not private."""

    matches: Annotated[tuple[ListedMatch, ...], Meta(max_length=500)]


class Seated(Message, frozen=True):
    """The client is at a match now; a keyframe follows.

    Attributes:
        id: identity of the match.
        code: its invite code.
        match: the match, as JSON has it; its seed is public, and what is random is revealed when it happens.
        seat: the client's seat; -1 for who watches.
        host: whether the client is its host.
        commitment: SHA-256 of the secret that everything random comes from, which is told after the end.
        next_seq: number that the client's next action should have.
    """

    id: Code
    code: Code
    match: dict[str, Any]
    seat: SeatNumber
    host: bool = False
    commitment: Annotated[str, Meta(max_length=64)] = ""
    next_seq: Natural = 0


class Keyframe(Message, frozen=True):
    """A moment of the match, as the viewer may see it. What the client had before is void.

    Attributes:
        tick: number of ticks played before it.
        computed: number of generations computed before it.
        generation: generation of the board.
        state: state of the game, as packed JSON.
        cells: cells of the board, packed, in reading order, a byte each.
    """

    tick: Natural
    computed: Natural
    generation: Number
    state: bytes
    cells: bytes


class ActionRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, omit_defaults=True):
    """An action in its tick."""

    tick: Natural
    player: Annotated[int, Meta(ge=-1, le=25)]
    kind: Annotated[int, Meta(ge=0, le=255)]
    a: Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)] = 0
    b: Number = 0
    data: Line = ""


class Ticks(Message, frozen=True, tag="k"):
    """Time has passed.

    Attributes:
        upto: number of ticks played by now.
        acts: what was done in them, in order; in all others nothing.
    """

    upto: Natural
    acts: Annotated[tuple[ActionRow, ...], Meta(max_length=4096)] = ()


class Correction(Message, frozen=True):
    """The state of the game, which does not follow from what the viewer was told; the board does.

    Attributes:
        tick: number of ticks played before it.
        state: state of the game, as packed JSON.
    """

    tick: Natural
    state: bytes


class Check(Message, frozen=True):
    """The hash of a moment, of the state as the viewer may see it and of the board.

    Attributes:
        tick: number of ticks played before it.
        digest: hash.
    """

    tick: Natural
    digest: Annotated[str, Meta(max_length=64)]


class Person(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Somebody at a match.

    Attributes:
        who: number, for the host's :class:`Moderate`.
        name: name.
        seat: seat; -1 for who watches.
        here: whether the person is connected.
        ping: milliseconds of a round trip; 0 if that is not known.
        muted: whether the host has muted the person.
    """

    who: Natural
    name: Name
    seat: SeatNumber
    here: bool
    ping: Natural
    muted: bool


class People(Message, frozen=True):
    """Who is at the match: all who have seats, and up to a hundred of those who watch.

    Attributes:
        people: these.
        seats: for each seat a name, "" for a free one, "computer:N" or "nobody".
        watching: number of spectators.
    """

    people: Annotated[tuple[Person, ...], Meta(max_length=200)]
    seats: Annotated[tuple[Name, ...], Meta(max_length=26)]
    watching: Natural = 0


class Talk(Message, frozen=True):
    """Somebody says something; name and text are text, never markup. Without a name the server says it.

    Attributes:
        name: name of who says it; "" for the server.
        text: what is said.
        seat: seat of who says it; -1 for none.
        replay: path of a replay below the server's address, of the game whose result the line is; "" for all others.
    """

    name: Name
    text: Line
    seat: SeatNumber = -1
    replay: Annotated[str, Meta(max_length=200)] = ""


class Replay(Message, frozen=True):
    """How far the replay is that a page watches, in ticks of its match.

    Attributes:
        first: tick of the beginning of the game that is shown.
        last: tick of its end.
        at: tick that is shown now.
        speed: how many times as fast as it was played.
        halted: whether it stands still.
        over: whether all of it was shown.
        going_to: tick to which it is on its way, which may take seconds: ``at`` is how far it is; None for none.
    """

    first: Natural
    last: Natural
    at: Natural
    speed: Natural = 1
    halted: bool = False
    over: bool = False
    going_to: Natural | None = None


class Acked(Message, frozen=True):
    """All of the client's actions up to this number are on disk, but for those that were dropped."""

    seq: Natural


class Dropped(Message, frozen=True):
    """An action that is not carried out.

    Attributes:
        seq: its number.
        reason: one line for people.
    """

    seq: Natural
    reason: Line


class Pong(Message, frozen=True):
    """The answer to :class:`Ping`.

    Attributes:
        time: the number that the client sent.
        tick: tick of the client's match at which the server read it.
    """

    time: Natural
    tick: Natural = 0


class Ended(Message, frozen=True):
    """The match is over for the client: it ended, or the client was sent away.

    Attributes:
        reason: one line for people.
        replay: path of the replay below the server's address; "" if there is none.
        secret: what everything random came from, as hexadecimal digits; "" if the match goes on without the client.
        waits: whether the client's seat waits until it comes back, as the server only stops for a while.
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
    """Return a message for a native program, as a binary frame."""
    return _ENCODE(message)


def encode_text(message: ClientMessage | ServerMessage) -> str:
    """Return a message for a page, as a text frame."""
    return _ENCODE_TEXT(message).decode()


def read_client_message(frame: bytes | str) -> ClientMessage:
    """Read what a client sent: a binary frame of a native client, or a page's text.

    Raises:
        ProtocolError: it is too long, or no such message.
    """
    if len(frame) > MAX_MESSAGE:
        raise ProtocolError(f"a message of {len(frame):,} bytes: there may be {MAX_MESSAGE:,}")
    try:
        return cast("ClientMessage", _READ_CLIENT_TEXT(frame) if isinstance(frame, str) else _READ_CLIENT(frame))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProtocolError(f"no message: {str(error)[:200]}") from error


def read_server_message(frame: bytes | str) -> ServerMessage:
    """Read what a server sent to a native client.

    Raises:
        ProtocolError: it is too long, or no such message.
    """
    if isinstance(frame, str) or len(frame) > MAX_SERVER_MESSAGE:
        raise ProtocolError(f"the server sends what no gpulife server does ({len(frame):,} bytes)")
    try:
        return cast("ServerMessage", _READ_SERVER(frame))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProtocolError(f"the server sends what no gpulife server does: {str(error)[:200]}") from error
