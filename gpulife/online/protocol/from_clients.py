"""What clients say to servers."""

from typing import Annotated, TypeAlias

from msgspec import Meta, field

from gpulife.online.protocol.fields import (
    ANY_SEAT,
    MAX_BOARD_CELLS,
    MAX_DATA,
    Code,
    Message,
    Name,
    Natural,
    Number,
    SeatNumber,
    TalkText,
    Token,
)

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
