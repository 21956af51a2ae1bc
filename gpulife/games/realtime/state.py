"""The state of Real-Time Life (2000), which the game's other modules read and replace.

A seat is shown as a letter, A to Z. Cells of the first seat are species 1 of the rule ``RealTime:N``, those of the
second seat are species 2, and so on. The last species is the neutral one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from string import ascii_uppercase
from types import MappingProxyType
from typing import Annotated, Any, Self

from msgspec import Meta

from gpulife.games.core.bounds import Natural
from gpulife.games.core.consent import NEEDS_CONSENT, ConsentNeeds, ConsentState
from gpulife.games.core.dataclass_json import ADDED_LATER
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import TICKS_PER_SECOND, ActionKind, Cursor, Place
from gpulife.games.core.game_spec import FOR_EVER
from gpulife.games.core.pace import Pace, PaceKind
from gpulife.seats import YOU, with_verb

TICK_UNIT = TICKS_PER_SECOND // 4
"""Unit for the length of a turn tick, in session ticks: a quarter of a second."""
CLOCK_STARTS = "the clock starts"
"""The news that the clock has started, as a sentence."""
CELLS_TO_JOIN = 10
CELLS_PER_POINT = 10
"""In each turn tick, a player gets a movement point for this many cells, and at least one."""
TICKS_PER_GENERATION = 12
COLUMNS, MIN_ROWS, ROWS_PER_PLAYER = 72, 16, 8
"""Size of the board (ruling R20): 72 columns, as many as a line of mail has, 16 rows or more, and 8 rows for each
player."""
MILLION = 1_000_000
"""Totals are stored in whole millionths of a point, so that sums are the same on every machine."""
MAX_NEWS = 8
NEWS_RULINGS = 4
"""First version of the rulings whose states have news as data. Under older ones, news are finished sentences."""
_FREE_IN_PRACTICE = frozenset({ActionKind.START, ActionKind.PACE, ActionKind.SELECT, ActionKind.OPTION})
"""Actions that need no consent in practice, because they disturb no other person."""


class SeatStanding(StrEnum):
    """Whether a seat's player is in the game."""

    EMPTY = "empty"
    """Nobody has taken this seat yet."""
    IN = "in"
    """The player has cells."""
    OUT = "out"
    """The player's last cell has died. The player may join again, with the old total and turns."""
    GONE = "gone"
    """The player quit, and the cells became neutral."""


class RealTimePhase(StrEnum):
    """The phases of a game."""

    WAITING = "waiting"
    """The clock waits until all expected players have joined."""
    PLAY = "play"
    OVER = "over"


class RealTimeEnding(StrEnum):
    """How a game ended."""

    ANNIHILATION = "annihilation"
    """All other players have died out."""
    RESIGNED = "resigned"
    """All other players have quit."""
    LIMIT = "limit"
    """The limit of generations is reached."""
    EXTINCT = "extinct"
    """Nobody has a cell left."""


class Count(StrEnum):
    """What to count at the beginning of the next tick, when the changed board can be read."""

    NOTHING = "nothing"
    CELLS = "cells"
    """Count the cells, since something other than a move has changed the board."""
    SCORE = "score"
    """Count the cells after a generation, for the players' totals and new points."""


class Event(StrEnum):
    """What news are about."""

    JOINED = "joined"
    STARTED = "started"
    """The clock has started."""
    DIED_OUT = "died-out"
    TOOK_BACK = "took-back"
    """A lone person took the first cells back before the clock started."""
    QUIT = "quit"
    QUIT_AGAIN = "quit-again"
    """A player quit twice within 12 ticks, and leaves no cells (ruling R27)."""
    WON = "won"
    NOBODY_WON = "nobody-won"


@dataclass(frozen=True)
class News:
    """An item of news, from which :meth:`text` makes a sentence.

    Attributes:
        event: what has happened.
        seat: seat of the player to whom it has happened; None for all.
        name: the player's name at that time; another player may take the seat later.
    """

    event: Event
    seat: int | None = None
    name: str = ""

    @property
    def title(self) -> str:
        """The player's name and letter; "" for news about all."""
        return "" if self.seat is None else title_of(self.seat, self.name)

    def text(self, title: str = "") -> str:
        """Return the news as a sentence without a capital letter and a full stop.

        ``title`` is what to call the player; "" for name and letter.
        """
        who = title or self.title
        match self.event:
            case Event.STARTED:
                return CLOCK_STARTS
            case Event.NOBODY_WON:
                return "the game is over: nobody wins"
            case Event.WON:
                return f"the game is over: {with_verb(who, 'win')}"
            case Event.TOOK_BACK:
                return f"{with_verb(who, 'take')} the cells back"
            case Event.QUIT_AGAIN:
                return f"{with_verb(who, 'have')} quit again and {'leave' if who == YOU else 'leaves'} no cells"
        done = {Event.JOINED: "joined", Event.DIED_OUT: "died out", Event.QUIT: "quit"}
        return f"{with_verb(who, 'have')} {done[self.event]}"


def title_of(number: int, name: str) -> str:
    """Return a player's name and letter, as in "Ada (A)"; only the letter if the player has no other name."""
    letter = ascii_uppercase[number]
    return letter if name in ("", letter) else f"{name} ({letter})"


@dataclass(frozen=True)
class Seat:
    """A seat, which players see as a letter.

    Attributes:
        name: name of the player; "" before anybody took the seat.
        standing: whether the player is in the game.
        cells: number of the player's cells at the last count.
        points: movement points left in this turn tick.
        turns: number of generations for which the player has been in the game.
        total: score, in millionths.
        cursor: the player's cursor; visible once somebody steers it.
        sketch: places marked so far for the first ten cells, in order, while the player joins with cursor and trigger.
        chosen: place of the cell selected for a move; None for none.
        path: places that the chosen cell would step on, up to the cursor; empty if there is no path.
        message: answer to the player's last order; "" if there is nothing to say.
        quit_hour: number of the turn tick in which the player last quit; None if the player never quit, or under
            version 1 of the rulings.
    """

    name: str = ""
    standing: SeatStanding = SeatStanding.EMPTY
    cells: int = 0
    points: int = 0
    turns: Natural = 0
    total: Natural = 0
    cursor: Cursor = field(default_factory=lambda: Cursor(0, 0, visible=False))
    sketch: Annotated[tuple[Place, ...], Meta(max_length=CELLS_TO_JOIN)] = ()
    chosen: Place | None = None
    path: tuple[Place, ...] = ()
    message: str = ""
    quit_hour: int | None = field(default=None, metadata=ADDED_LATER)

    @property
    def score(self) -> float:
        """The player's total as a number of points."""
        return self.total / MILLION

    def scored(self) -> Self:
        """Return the seat after a generation, with the score for it added to the total.

        The score is the number of the player's cells divided by ``turns``, rounded to a whole millionth.
        """
        turns = self.turns + 1
        return replace(self, turns=turns, total=self.total + (2 * self.cells * MILLION + turns) // (2 * turns))

    def with_points(self) -> Self:
        """Return the seat after a turn tick, with new points; unused points are lost (ruling R18)."""
        return replace(self, points=max(1, self.cells // CELLS_PER_POINT))


@dataclass(frozen=True)
class RealTimeState(ConsentState):
    """The state of Real-Time Life at one session tick. Saved fields call turn ticks "hours", whatever their length.

    Attributes:
        seats: the seats, in the order of their letters.
        rows: rows in play; further rows of the engine's board stay dead (ruling R20).
        columns: columns of the board.
        grows: True if a joining player adds rows.
        players: number of players that the match is set up for; the clock starts when that many have joined.
        hour: length of a turn tick in session ticks.
        limit: number of generations after which the game ends; 0 for no limit.
        seed: seed of the match.
        left: session ticks before the next turn tick.
        names: name of the player expected in each seat; "" if anybody may take it.
        hours: number of turn ticks so far.
        generation: number of generations so far.
        phase: phase of the game.
        halted: True if the clock is stopped.
        count: what to count at the beginning of the next tick; ``Count.NOTHING`` if no count is due.
        draws: number of random generators made from the match's seed so far.
        winner: seat of the winner; None if nobody has won.
        ending: how the game ended; None before its end.
        reply: answer to the last order from somebody without a seat.
        news: latest news, the newest last, as sentences; empty from version ``NEWS_RULINGS`` of the rulings on.
        rulings: version of the rulings that the match is played under.
        practice: True if one person plays against computers: the clock then waits for this person, who may restart or
            change the speed without consent.
        events: latest news, the newest last; empty under older rulings.
    """

    seats: tuple[Seat, ...]
    rows: int
    columns: int
    grows: bool
    players: int
    hour: Annotated[int, Meta(ge=TICK_UNIT, le=3600 * TICKS_PER_SECOND, multiple_of=TICK_UNIT)]
    limit: int
    seed: int
    left: int
    names: tuple[str, ...]
    hours: Natural = 0
    generation: Natural = 0
    phase: RealTimePhase = RealTimePhase.WAITING
    halted: bool = False
    count: Count = Count.NOTHING
    draws: Natural = 0
    winner: int | None = None
    ending: RealTimeEnding | None = None
    reply: str = ""
    news: Annotated[tuple[str, ...], Meta(max_length=MAX_NEWS)] = ()
    rulings: int = field(default=1, metadata=ADDED_LATER)
    practice: bool = field(default=False, metadata=ADDED_LATER)
    events: Annotated[tuple[News, ...], Meta(max_length=MAX_NEWS)] = field(default=(), metadata=ADDED_LATER)

    @property
    def tick_seconds(self) -> float:
        """Length of a turn tick in seconds; an int if it is a whole number."""
        seconds, rest = divmod(self.hour, TICKS_PER_SECOND)
        return seconds + rest / TICKS_PER_SECOND if rest else seconds

    @property
    def has_begun(self) -> bool:
        """True once the clock has started, also after the end."""
        return self.phase is not RealTimePhase.WAITING

    @property
    def running(self) -> bool:
        """True if the clock runs."""
        return self.phase is RealTimePhase.PLAY and not self.halted

    @property
    def frozen(self) -> bool:
        """True if the clock is halted and nobody may join or move, since that would be cheating (ruling R22)."""
        return self.requires_consent and self.phase is RealTimePhase.PLAY and self.halted

    @property
    def consent_needs(self) -> ConsentNeeds:
        """Which actions need consent at present: those in ``NEEDS_CONSENT`` while the game is played, otherwise none.

        A computer always agrees to a halt.
        """
        is_on = self.phase is RealTimePhase.PLAY
        free = _FREE_IN_PRACTICE if self.practice else frozenset[ActionKind]()
        needs_consent = NEEDS_CONSENT - free if is_on else frozenset[ActionKind]()
        return ConsentNeeds(self.playing, needs_consent, frozenset({ActionKind.HALT}), edits=not is_on)

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one for each seat."""
        return tuple(seat.cursor for seat in self.seats)

    @property
    def pace(self) -> Pace:
        """The pace, computed from the length of a turn tick: at least one generation in 1000 seconds."""
        return Pace(PaceKind.FIXED, max(1, 1000 * TICKS_PER_SECOND // (self.hour * TICKS_PER_GENERATION)))

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats whose players are in the game."""
        inside = SeatStanding.IN  # which Python 3.11 takes long to look up, and computers ask in every tick
        return tuple(number for number, seat in enumerate(self.seats) if seat.standing is inside)

    @property
    def ranking(self) -> list[int]:
        """All seats, the highest total first."""
        return sorted(range(len(self.seats)), key=lambda number: (-self.seats[number].total, number))

    @property
    def left_to_generation(self) -> int:
        """Session ticks until the next generation."""
        return self.left + (TICKS_PER_GENERATION - self.hours % TICKS_PER_GENERATION - 1) * self.hour

    @property
    def idle(self) -> int:
        """The number of ticks, 0 or more, in which only ``left`` changes if nobody acts.

        :meth:`skip_idle` skips these ticks at once, so that a game that took weeks is replayed in seconds.
        """
        held = any(seat.cursor.stick != (0, 0) for seat in self.seats)
        is_asking = self.consent is not None and (self.consent.question is not None or self.consent.answer is not None)
        if held or is_asking or self.count is not Count.NOTHING:
            return 0
        return self.left - 1 if self.running else FOR_EVER

    def skip_idle(self, ticks: int) -> Self:
        """Return the state after ``ticks`` ticks in which nobody acts; ``ticks`` is at most ``idle``."""
        return replace(self, left=self.left - ticks) if self.running else self

    def with_seat(self, number: int, **changes: Any) -> Self:
        """Return the state with ``changes`` at one seat."""
        seat = replace(self.seats[number], **changes)
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def with_message(self, player: int, message: str) -> Self:
        """Return the state with ``message`` as the answer to an order of ``player``, who may be NOBODY."""
        if 0 <= player < len(self.seats):
            return self.with_seat(player, message=message)
        return replace(self, reply=message)

    def with_news(self, event: Event, *seats: int) -> Self:
        """Return the state with the news that ``event`` has happened to each of ``seats``; to all if there are none."""
        fresh = [News(event, seat, self.seats[seat].name) for seat in seats] or [News(event)]
        if self.rulings < NEWS_RULINGS:
            return replace(self, news=(*self.news, *(item.text() for item in fresh))[-MAX_NEWS:])
        return replace(self, events=(*self.events, *fresh)[-MAX_NEWS:])

    def news_lines(self, titles: Mapping[int, str] = MappingProxyType({})) -> tuple[str, ...]:
        """Return the latest news as sentences, the newest last.

        ``titles`` says what to call players, by seat; others are called by name and letter. Players who have left their
        seat to somebody else keep the name that they had.
        """
        lines = []
        for item in self.events:
            is_here = item.seat is not None and self.seats[item.seat].name in ("", item.name)
            lines.append(item.text(titles.get(item.seat, "") if item.seat is not None and is_here else ""))
        return (*self.news, *lines)

    def title(self, number: int) -> str:
        """Return a player's name and letter, as in "Ada (A)"; only the letter if the player has no other name."""
        return title_of(number, self.seats[number].name)
