"""The state of BioWar, which the game's other modules pass on, and its check."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Self

from msgspec import Meta

from gpulife.games.core.bounds import Natural, OneOfTwo
from gpulife.games.core.consent import NEEDS_CONSENT, ConsentNeeds
from gpulife.games.core.dataclass_json import ADDED_LATER
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import NOBODY, ActionKind, Cursor, Place
from gpulife.games.core.pace import GENERATION, Pace, PaceKind
from gpulife.games.core.state_checks import (
    check_cursors,
    check_same,
    check_timed_state,
    require,
    require_length,
    require_on_board,
    require_printable,
    require_range,
)
from gpulife.games.core.timed_state import TimedState

PLAYERS = 6
"""Most players; a board of fewer species has as many seats as species."""
OWN_PAGES_FROM_RULINGS = 2
"""In matches under older rulings all share one page of who plays, and nobody hides new cells (rulings R28, R30)."""
FIRST_PLACEMENTS, NEXT_PLACEMENTS = 10, 5
MAX_REMARKS = 60
MAX_LETTERS = 80
"""Limit on the letters that somebody says at once."""
_GROWTH_TICKS = 90
_MIN_GROWTH, _MAX_GROWTH = 2, 600


@dataclass(frozen=True, slots=True)
class TurnOption:
    """An option of BioWar.

    Attributes:
        about: one line for people.
        seconds: length of the Adjustment phase.
    """

    about: str
    seconds: int


OPTIONS: dict[str, TurnOption] = {
    "NORM": TurnOption("25 seconds a turn to place cells, as in 1986", 25),
    "FAST": TurnOption("10 seconds a turn to place cells", 10),
    "SLOW": TurnOption("60 seconds a turn to place cells", 60),
}


class TurnPhase(StrEnum):
    """The phases of a turn."""

    IDLE = "idle"
    """Turn 0: nobody plays."""
    ADJUSTMENT = "adjustment"
    """Players place new cells."""
    GROWTH = "growth"
    """The board becomes its next generation, and the turn is scored."""


class PlayerStanding(StrEnum):
    """The part that somebody in a seat takes in the game."""

    SPECTATOR = "spectator"
    IN = "in"
    OUT = "out"
    """Has lost all cells, and has not left yet."""


class Event(StrEnum):
    """The subject of a line of the conversation."""

    SAID = "said"
    JOINED = "joined"
    LEFT = "left"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of the conversation.

    Attributes:
        player: the one it is about; NOBODY for a spectator without a seat.
        event: subject of the line.
        text: words that were said.
        turn: number of the turn in which it was.
    """

    player: int
    event: Event
    text: str = ""
    turn: Natural = 0


@dataclass(frozen=True)
class Side:
    """One seat.

    Attributes:
        cursor: the player's cursor.
        standing: whether the player is in the game.
        marks: places of new cells at the end of this Adjustment phase, in the order of placing.
        has_placed: whether cells were placed in an earlier phase.
        had_cells: whether any of them ever came onto the board.
        done: whether the player has finished this phase.
        cells: number of cells at the end of the last turn.
        score: points so far.
        gained: points of the last turn.
        asking: whether the function keys ask if the player really wants to quit.
        who: whether the player's own page of who plays is open.
        hides: whether the player wants nobody to see new cells before they grow.
    """

    cursor: Cursor
    standing: PlayerStanding = PlayerStanding.SPECTATOR
    marks: Annotated[tuple[Place, ...], Meta(max_length=FIRST_PLACEMENTS)] = ()
    has_placed: bool = False
    had_cells: bool = False
    done: bool = False
    cells: int = 0
    score: Natural = 0
    gained: Annotated[int, Meta(ge=0, le=PLAYERS)] = 0
    asking: bool = False
    who: bool = field(default=False, metadata=ADDED_LATER)
    hides: bool = field(default=False, metadata=ADDED_LATER)

    @property
    def is_in(self) -> bool:
        """Whether the player is in the game."""
        return self.standing is PlayerStanding.IN

    @property
    def allotment(self) -> int:
        """Cells that may be placed in this phase."""
        return NEXT_PLACEMENTS if self.has_placed else FIRST_PLACEMENTS

    @property
    def placements(self) -> int:
        """Cells that may still be placed in this phase."""
        return self.allotment - len(self.marks)


@dataclass(frozen=True)
class BioWarState(TimedState):
    """BioWar at one tick.

    Attributes:
        sides: the seats.
        phase: phase of the turn.
        turn: number of the turn; 0 while nobody plays.
        left: ticks until the phase is over.
        grown: whether this Growth phase has computed its generation.
        halted: whether time stands still.
        to_play: turns to play before time stands still again, after STEP.
        rate: pace of the generations, which is the length of a Growth phase.
        remarks: the conversation, the latest line last.
        who: whether the page of who plays is open for those without a seat; under rulings 1 for all.
        asking: whether the console's function keys ask if one really wants to quit.
        rulings: version of the rulings that the match is played under.
    """

    sides: tuple[Side, ...]
    phase: TurnPhase = TurnPhase.IDLE
    turn: Natural = 0
    left: int = 0
    grown: bool = False
    halted: bool = False
    to_play: OneOfTwo = 0
    rate: Pace = field(default_factory=lambda: Pace(PaceKind.AUTHENTIC))
    remarks: Annotated[tuple[Remark, ...], Meta(max_length=MAX_REMARKS)] = ()
    who: bool = False
    asking: bool = False
    rulings: int = field(default=1, metadata=ADDED_LATER)

    @property
    def has_own_pages(self) -> bool:
        """Whether each player has a page of who plays, and may hide new cells."""
        return self.rulings >= OWN_PAGES_FROM_RULINGS

    @property
    def holds_secrets(self) -> bool:
        """Whether somebody is placing cells that nobody else may know yet, files included."""
        return self.phase is TurnPhase.ADJUSTMENT and any(side.hides and side.is_in for side in self.sides)

    @property
    def is_alone(self) -> bool:
        """Whether there is only one player, so that nobody can be ahead (ruling R29)."""
        return sum(side.standing is not PlayerStanding.SPECTATOR for side in self.sides) < 2

    def reads_who(self, player: int) -> bool:
        """Return whether the page of who plays is open for a seat, or for NOBODY."""
        has_own = self.has_own_pages and 0 <= player < len(self.sides)
        return self.sides[player].who if has_own else self.who

    @property
    def has_begun(self) -> bool:
        """Whether people do more than take their seats."""
        return self.phase is not TurnPhase.IDLE

    @property
    def running(self) -> bool:
        """Whether time passes for somebody, so that a lost gamepad should halt it."""
        return self.phase is not TurnPhase.IDLE and not self.stands_still

    @property
    def stands_still(self) -> bool:
        """Whether time stands still."""
        return self.halted and not self.to_play

    @property
    def frozen(self) -> bool:
        """Whether nobody can place cells while time stands still, as that would be cheating in this match (R22)."""
        return self.requires_consent and self.stands_still

    @property
    def consent_needs(self) -> ConsentNeeds:
        """What needs consent: everything while somebody plays, except the seats' own function keys."""
        is_on = self.phase is not TurnPhase.IDLE
        needs_consent = NEEDS_CONSENT - {ActionKind.SELECT, ActionKind.OPTION} if is_on else frozenset[ActionKind]()
        return ConsentNeeds(self.players, needs_consent, frozenset({ActionKind.HALT}), edits=not is_on)

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one a seat; visible while its player can place cells."""
        return tuple(replace(side.cursor, visible=self.can_place(player)) for player, side in enumerate(self.sides))

    @property
    def seeds(self) -> tuple[int, ...]:
        """Empty, since cells come with each turn."""
        return ()

    @property
    def progress(self) -> float:
        """The part of the generation that is shown, 0 to 1: a wave from top to bottom once it is computed."""
        if self.phase is not TurnPhase.GROWTH or not self.grown:
            return 1.0
        return min(1.0, 1.0 - self.left / max(self.wave_ticks, 1))

    @property
    def pace(self) -> Pace:
        """The pace at which generations follow each other."""
        return self.rate

    @property
    def wanted(self) -> dict[Place, list[int]]:
        """The players who want a new cell in each place where anybody does, in the order of seats."""
        wanted: dict[Place, list[int]] = {}
        for player in self.players:
            for place in self.sides[player].marks:
                wanted.setdefault(place, []).append(player)
        return wanted

    @property
    def growth_ticks(self) -> int:
        """The length of a Growth phase."""
        if self.rate.kind is PaceKind.AUTHENTIC:
            return _GROWTH_TICKS
        if self.rate.kind is PaceKind.UNLIMITED:
            return _MIN_GROWTH
        return min(max(-(-GENERATION // self.rate.rate), _MIN_GROWTH), _MAX_GROWTH)

    @property
    def wave_ticks(self) -> int:
        """The part of a Growth phase after its generation was computed; before that the new cells are seen."""
        return max(self.growth_ticks * 2 // 3, 1)

    @property
    def adjustment_ticks(self) -> int:
        """The greatest length of an Adjustment phase."""
        return OPTIONS[self.option].seconds * 60

    @property
    def players(self) -> tuple[int, ...]:
        """The seats of those who are in the game."""
        return tuple(player for player, side in enumerate(self.sides) if side.is_in)

    def can_place(self, player: int) -> bool:
        """Return whether that player can place cells now."""
        side = self.sides[player]
        return side.is_in and not side.done and self.phase is TurnPhase.ADJUSTMENT and not self.frozen

    def with_side(self, player: int, **changes: Any) -> Self:
        """Return the state with ``changes`` on one seat."""
        return self.replace_side(player, replace(self.sides[player], **changes))

    def replace_side(self, player: int, side: Side) -> Self:
        """Return the state with another record of one seat."""
        return replace(self, sides=(*self.sides[:player], side, *self.sides[player + 1 :]))

    def with_remark(self, player: int, event: Event, text: str = "") -> Self:
        """Return the state with another line in the conversation."""
        remarks = (*self.remarks, Remark(player, event, text, self.turn))[-MAX_REMARKS:]
        return replace(self, remarks=remarks)


def check_biowar(state: BioWarState, start: BioWarState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless BioWar can be in ``state`` on a board of ``shape``."""
    check_timed_state(state, start)
    check_same(state, start, "rulings")
    require_length("seats", state.sides, len(start.sides))
    for side in state.sides:
        check_cursors((side.cursor,), shape)
        require_on_board("a mark", side.marks, shape)
        require(len(set(side.marks)) == len(side.marks), "a place is marked twice")
        require_range("cells", side.cells, 0, shape[0] * shape[1])
    longest = {TurnPhase.ADJUSTMENT: state.adjustment_ticks, TurnPhase.GROWTH: state.growth_ticks, TurnPhase.IDLE: 0}
    require_range("left", state.left, 0, longest[state.phase])
    require(state.phase is not TurnPhase.IDLE or not state.players, "somebody plays while nobody does")
    for remark in state.remarks:
        require_range("who spoke", remark.player, NOBODY, len(state.sides) - 1)
    require_printable("a remark", (remark.text for remark in state.remarks), MAX_LETTERS)
