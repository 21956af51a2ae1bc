"""The state of Real-Time Life (2000), which the game's other modules read and replace.

A seat is a letter, A to Z: species 1 to N of the rule ``RealTime:N``, whose last species is the neutral one.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from string import ascii_uppercase
from typing import Annotated, Any, Self

from msgspec import Meta

from gpulife.games.core.bounds import Natural
from gpulife.games.core.consent import NEEDS_CONSENT, ConsentNeeds, ConsentState
from gpulife.games.core.dataclass_json import ADDED_LATER
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import TICKS_PER_SECOND, ActionKind, Cursor, Place
from gpulife.games.core.pace import Pace, PaceKind
from gpulife.games.core.quiet_time import FOR_EVER

TICK_UNIT = TICKS_PER_SECOND // 4
"""The shortest turn tick in ticks of the session, a quarter of a second; all others are a number of times as long."""
CELLS_TO_JOIN = 10
CELLS_PER_POINT = 10
"""Number of cells for which a player has one movement point a turn tick, never less than one."""
TICKS_PER_GENERATION = 12
COLUMNS, MIN_ROWS, ROWS_PER_PLAYER = 72, 16, 8
"""Size of the board (ruling R20): as wide as a line of mail, and longer with every player."""
MILLION = 1_000_000
"""Totals are kept in whole millionths, so that every machine adds them up alike."""
MAX_NEWS = 8


class SeatStanding(StrEnum):
    """The part that a seat takes in the game."""

    EMPTY = "empty"
    """Nobody has had this letter."""
    IN = "in"
    """The player has cells."""
    OUT = "out"
    """The player's last cell has died; a player who joins again keeps the old total and turns."""
    GONE = "gone"
    """The player quit, and the cells became neutral ones."""


class RealTimePhase(StrEnum):
    """The phases of a game."""

    WAITING = "waiting"
    """It waits for the players that it is set up for: the clock stands."""
    PLAY = "play"
    OVER = "over"


class RealTimeEnding(StrEnum):
    """How a game ended."""

    ANNIHILATION = "annihilation"
    """All others have died out."""
    RESIGNED = "resigned"
    """All others have quit."""
    LIMIT = "limit"
    """The limit of generations is reached."""
    EXTINCT = "extinct"
    """Nobody has a cell left."""


class Count(StrEnum):
    """The count of cells that is due in the next tick, when the board is known."""

    NOTHING = "nothing"
    CELLS = "cells"
    """Count them: the board was changed otherwise than by moves."""
    SCORE = "score"
    """Count them after a generation, add up the totals and give points."""


@dataclass(frozen=True)
class Seat:
    """One letter.

    Attributes:
        name: name of the player; "" before anybody had the seat.
        standing: part that the seat takes in the game.
        cells: number of the player's cells at the last count.
        points: movement points left in this turn tick.
        turns: number of generations that the player has been in.
        total: score, in millionths.
        cursor: the player's cursor; visible once somebody steers it.
        sketch: places chosen for the ten cells, in order, while joining with cursor and trigger.
        chosen: place of the cell that is about to be moved, if any.
        path: places that it would step on, from there to the cursor; empty if there is no way.
        message: answer to the player's last order; "" if it was carried out without a word.
        quit_hour: turn tick in which the player quit last; None for never, and under rulings 1.
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
        """The total in points."""
        return self.total / MILLION

    def scored(self) -> Self:
        """Return the seat after a generation: cells divided by turns are added, rounded to the nearest millionth."""
        turns = self.turns + 1
        return replace(self, turns=turns, total=self.total + (2 * self.cells * MILLION + turns) // (2 * turns))

    def with_points(self) -> Self:
        """Return the seat after a turn tick: new points, and none left over from the last (ruling R18)."""
        return replace(self, points=max(1, self.cells // CELLS_PER_POINT))


@dataclass(frozen=True)
class RealTimeState(ConsentState):
    """Real-Time Life at one tick of the session; saved fields call the game's turn ticks hours, whatever their length.

    Attributes:
        seats: the seats, one a letter.
        rows: rows of the board in play; below them the engine's board is dead (ruling R20).
        columns: columns of the board.
        grows: whether a player who joins adds rows.
        players: number of players for whom the game is set up, with whom the clock starts.
        hour: ticks from one turn tick to the next.
        limit: number of generations after which the game ends; 0 for no limit.
        seed: seed of the match.
        left: ticks until the next turn tick.
        names: names of those who are expected, one a seat; "" for anybody.
        hours: number of turn ticks so far.
        generation: number of generations so far.
        phase: phase of the game.
        halted: whether the clock is stopped.
        count: cells to count before anything else happens.
        draws: number of generators made from the match's seed.
        winner: seat of the winner; None for nobody.
        ending: end of the game; None before.
        reply: answer to the last order that came from no seat.
        news: latest news, the newest last.
        rulings: version of the rulings that the match is played under.
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

    @property
    def tick_seconds(self) -> float:
        """Seconds from one turn tick to the next; a whole number where it is one."""
        seconds, rest = divmod(self.hour, TICKS_PER_SECOND)
        return seconds + rest / TICKS_PER_SECOND if rest else seconds

    @property
    def has_begun(self) -> bool:
        """Whether people do more than take their seats."""
        return self.phase is not RealTimePhase.WAITING

    @property
    def running(self) -> bool:
        """Whether the clock runs."""
        return self.phase is RealTimePhase.PLAY and not self.halted

    @property
    def frozen(self) -> bool:
        """Whether the clock is halted and nobody can join or move, as that would be cheating in this match (R22)."""
        return self.requires_consent and self.phase is RealTimePhase.PLAY and self.halted

    @property
    def consent_needs(self) -> ConsentNeeds:
        """What needs consent: everything while the game is on; a computer agrees to a halt."""
        is_on = self.phase is RealTimePhase.PLAY
        needs_consent = NEEDS_CONSENT if is_on else frozenset[ActionKind]()
        return ConsentNeeds(self.playing, needs_consent, frozenset({ActionKind.HALT}), edits=not is_on)

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one a seat."""
        return tuple(seat.cursor for seat in self.seats)

    @property
    def pace(self) -> Pace:
        """Generations in 1000 seconds, at least 1."""
        return Pace(PaceKind.FIXED, max(1, 1000 * TICKS_PER_SECOND // (self.hour * TICKS_PER_GENERATION)))

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats of those who are in."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.standing is SeatStanding.IN)

    @property
    def ranking(self) -> list[int]:
        """All seats, the highest total first."""
        return sorted(range(len(self.seats)), key=lambda number: (-self.seats[number].total, number))

    @property
    def left_to_generation(self) -> int:
        """Ticks of the session until the next generation."""
        return self.left + (TICKS_PER_GENERATION - self.hours % TICKS_PER_GENERATION - 1) * self.hour

    @property
    def idle(self) -> int:
        """The number of ticks, 0 or more, that would change nothing but ``left`` if nobody did anything.

        :meth:`skip_idle` lets them pass at once: so weeks of hourly turn ticks are replayed in seconds.
        """
        held = any(seat.cursor.stick != (0, 0) for seat in self.seats)
        is_asking = self.consent is not None and (self.consent.question is not None or self.consent.answer is not None)
        if held or is_asking or self.count is not Count.NOTHING:
            return 0
        return self.left - 1 if self.running else FOR_EVER

    def skip_idle(self, ticks: int) -> Self:
        """Return the state after ``ticks`` ticks without any action, at most ``idle``."""
        return replace(self, left=self.left - ticks) if self.running else self

    def with_seat(self, number: int, **changes: Any) -> Self:
        """Return the state with ``changes`` at one seat."""
        seat = replace(self.seats[number], **changes)
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def with_message(self, player: int, message: str) -> Self:
        """Return the state with an answer to the player who gave an order, or to NOBODY."""
        if 0 <= player < len(self.seats):
            return self.with_seat(player, message=message)
        return replace(self, reply=message)

    def with_news(self, *lines: str) -> Self:
        """Return the state with more news."""
        return replace(self, news=(*self.news, *lines)[-MAX_NEWS:])

    def title(self, number: int) -> str:
        """Return the name of a seat's player with the letter."""
        name, letter = self.seats[number].name, ascii_uppercase[number]
        return letter if name in ("", letter) else f"{name} ({letter})"
