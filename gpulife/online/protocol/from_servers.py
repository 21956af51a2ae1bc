"""What servers say to clients."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from gpulife.online.protocol.fields import PROTOCOL, Code, Line, Message, Name, Natural, Number, SeatNumber, Token


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
