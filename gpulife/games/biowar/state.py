"""The state of a game of BioWar, and a check that a state read from a file is possible."""

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
"""Maximum number of players. If the rule has fewer species, there is one seat for each species."""
OWN_PAGES_FROM_RULINGS = 2
"""First version of the rulings in which each player opens the list of players separately (R28), and may hide new cells
(R30)."""
LAST_ONE_WINS_RULINGS = 4
"""First version of the rulings in which a game with a turn limit ends when all but one have lost their cells (R33)."""
FIRST_PLACEMENTS, NEXT_PLACEMENTS = 10, 5
MAX_REMARKS = 60
MAX_LETTERS = 80
"""Maximum number of characters in one line of the conversation."""
OVER_TICKS = 90
"""Number of ticks after the end of a game in which START and DONE do not yet begin another game, because people may
still be pressing DONE for the last turn."""
_GROWTH_TICKS = 90
_MIN_GROWTH, _MAX_GROWTH = 2, 600


@dataclass(frozen=True, slots=True)
class TurnOption:
    """An option of BioWar: how long players have to place cells.

    Attributes:
        about: one line of description.
        seconds: maximum length of the Adjustment phase.
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
    """Players place cells."""
    GROWTH = "growth"
    """One generation is computed, and the turn is scored."""
    OVER = "over"
    """The turn limit is reached."""


class PlayerStanding(StrEnum):
    """Whether a seat watches, plays, or has lost all its cells."""

    SPECTATOR = "spectator"
    IN = "in"
    OUT = "out"
    """The player has lost all cells, but has not left yet."""


class Event(StrEnum):
    """The kind of a line in the conversation."""

    SAID = "said"
    JOINED = "joined"
    LEFT = "left"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of the conversation.

    Attributes:
        player: player who spoke, joined, left or is out; NOBODY for a spectator without a seat.
        event: kind of the line.
        text: what the player said, for the event SAID; "" for other events.
        turn: number of the turn at that time.
    """

    player: int
    event: Event
    text: str = ""
    turn: Natural = 0


@dataclass(frozen=True)
class Side:
    """The state of one seat.

    Attributes:
        cursor: the player's cursor.
        standing: whether the seat watches (SPECTATOR), plays (IN) or has lost all its cells (OUT).
        marks: places chosen for new cells in this Adjustment phase, in order.
        has_placed: True if the player placed cells in an earlier phase.
        had_cells: True if the player ever had cells on the board.
        done: True if the player has pressed DONE in this phase.
        cells: number of the player's cells at the end of the last turn.
        score: points so far.
        gained: points won in the turn that ended last.
        asking: True while the player has pressed QUIT and is asked to confirm it.
        who: True if the player has the list of players open.
        hides: True if the player hides new cells from others until the Growth phase.
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
        """True if the player has joined the game and still plays."""
        return self.standing is PlayerStanding.IN

    @property
    def allotment(self) -> int:
        """Number of cells that the player is given for this phase."""
        return NEXT_PLACEMENTS if self.has_placed else FIRST_PLACEMENTS

    @property
    def placements(self) -> int:
        """Number of cells that the player may still place in this phase."""
        return self.allotment - len(self.marks)


@dataclass(frozen=True)
class BioWarState(TimedState):
    """The state of BioWar at one tick.

    Attributes:
        sides: the seats.
        phase: phase of the turn.
        turn: number of the turn; 0 while nobody plays.
        left: ticks left in the phase.
        grown: True if this Growth phase has computed its generation.
        halted: True if HALT or STEP has halted the game.
        to_play: number of turns that STEP still has to play before it halts the game again.
        rate: pace of the generations; it determines the length of the Growth phase.
        remarks: the conversation, newest line last.
        who: True if people without a seat have the list of players open. In version 1 of the rulings all people share
            this list.
        asking: True while the console's QUIT asks for confirmation.
        rulings: version of the rulings by which the match is played.
        limit: number of turns after which the game ends; 0 for no limit.
        winner: the player who has won a game with a turn limit; None before its end, and for a tie.
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
    limit: Natural = field(default=0, metadata=ADDED_LATER)
    winner: int | None = field(default=None, metadata=ADDED_LATER)

    @property
    def is_over(self) -> bool:
        """True after the last turn, until somebody begins another game."""
        return self.phase is TurnPhase.OVER

    @property
    def ending(self) -> str | None:
        """Why the game has ended: always "limit", as only the turn limit ends a game; None before its end."""
        return "limit" if self.is_over else None

    @property
    def is_on(self) -> bool:
        """True while somebody plays, even if the game is halted."""
        return self.phase in (TurnPhase.ADJUSTMENT, TurnPhase.GROWTH)

    @property
    def has_own_pages(self) -> bool:
        """True if each player opens the list of players for themselves only, and may hide new cells."""
        return self.rulings >= OWN_PAGES_FROM_RULINGS

    @property
    def holds_secrets(self) -> bool:
        """True while a player is placing hidden cells, which must not be saved to files."""
        return self.phase is TurnPhase.ADJUSTMENT and any(side.hides and side.is_in for side in self.sides)

    @property
    def is_alone(self) -> bool:
        """True if there are fewer than two players, so that nobody can be ahead of another (ruling R29)."""
        return sum(side.standing is not PlayerStanding.SPECTATOR for side in self.sides) < 2

    def reads_who(self, player: int) -> bool:
        """Return True if ``player`` has the list of players open; NOBODY stands for people without a seat."""
        has_own = self.has_own_pages and 0 <= player < len(self.sides)
        return self.sides[player].who if has_own else self.who

    @property
    def has_begun(self) -> bool:
        """True once anybody plays."""
        return self.phase is not TurnPhase.IDLE

    @property
    def running(self) -> bool:
        """True while somebody plays and the game is not halted."""
        return self.is_on and not self.stands_still

    @property
    def stands_still(self) -> bool:
        """True while the game is halted and STEP plays no turn."""
        return self.halted and not self.to_play

    @property
    def frozen(self) -> bool:
        """True while the game is halted and nobody may place cells, because extra time would be unfair (ruling R22)."""
        return self.requires_consent and self.stands_still

    @property
    def consent_needs(self) -> ConsentNeeds:
        """Which actions need consent at present.

        While somebody plays, these are all actions in ``NEEDS_CONSENT`` except SELECT and OPTION, which here show the
        list of players and leave the game.
        """
        is_on = self.is_on
        needs_consent = NEEDS_CONSENT - {ActionKind.SELECT, ActionKind.OPTION} if is_on else frozenset[ActionKind]()
        return ConsentNeeds(self.players, needs_consent, frozenset({ActionKind.HALT}), edits=not is_on)

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one for each seat; visible while the player can place cells."""
        return tuple(replace(side.cursor, visible=self.can_place(player)) for player, side in enumerate(self.sides))

    @property
    def seeds(self) -> tuple[int, ...]:
        """Empty, as players of BioWar have no supply of seeds to plant."""
        return ()

    @property
    def progress(self) -> float:
        """Progress of the wave that shows a new generation from top to bottom, 0 to 1."""
        if self.phase is not TurnPhase.GROWTH or not self.grown:
            return 1.0
        return min(1.0, 1.0 - self.left / max(self.wave_ticks, 1))

    @property
    def pace(self) -> Pace:
        """The pace at which generations follow each other."""
        return self.rate

    @property
    def wanted(self) -> dict[Place, list[int]]:
        """For each place chosen for a new cell, the players who have chosen it, in seat order."""
        wanted: dict[Place, list[int]] = {}
        for player in self.players:
            for place in self.sides[player].marks:
                wanted.setdefault(place, []).append(player)
        return wanted

    @property
    def growth_ticks(self) -> int:
        """The length of a Growth phase in ticks."""
        if self.rate.kind is PaceKind.AUTHENTIC:
            return _GROWTH_TICKS
        if self.rate.kind is PaceKind.UNLIMITED:
            return _MIN_GROWTH
        return min(max(-(-GENERATION // self.rate.rate), _MIN_GROWTH), _MAX_GROWTH)

    @property
    def wave_ticks(self) -> int:
        """The number of ticks for which a Growth phase shows the new generation, after showing the placed cells."""
        return max(self.growth_ticks * 2 // 3, 1)

    @property
    def adjustment_ticks(self) -> int:
        """The maximum length of an Adjustment phase in ticks."""
        return OPTIONS[self.option].seconds * 60

    @property
    def players(self) -> tuple[int, ...]:
        """The seats of the players who are in the game."""
        return tuple(player for player, side in enumerate(self.sides) if side.is_in)

    def can_place(self, player: int) -> bool:
        """Return True if ``player`` can place cells now."""
        side = self.sides[player]
        return side.is_in and not side.done and self.phase is TurnPhase.ADJUSTMENT and not self.frozen

    def with_side(self, player: int, **changes: Any) -> Self:
        """Return the state with ``changes`` to one seat."""
        return self.replace_side(player, replace(self.sides[player], **changes))

    def replace_side(self, player: int, side: Side) -> Self:
        """Return the state with one seat replaced."""
        return replace(self, sides=(*self.sides[:player], side, *self.sides[player + 1 :]))

    @property
    def is_decided(self) -> bool:
        """True if a game with a turn limit ends early: nobody has cells, or only one player after others lost theirs.

        Under older rulings, a single player goes on alone.
        """
        if not self.limit or len(self.players) > 1:
            return False
        lost = any(side.standing is PlayerStanding.OUT for side in self.sides)
        return not self.players or (lost and self.rulings >= LAST_ONE_WINS_RULINGS)

    def out_since(self, player: int) -> int:
        """Return the turn in which a player lost the last cell; 0 if that is not known."""
        mine = (each.turn for each in reversed(self.remarks) if (each.player, each.event) == (player, Event.OUT))
        return next(mine, 0)

    def with_remark(self, player: int, event: Event, text: str = "") -> Self:
        """Return the state with a new line in the conversation."""
        remarks = (*self.remarks, Remark(player, event, text, self.turn))[-MAX_REMARKS:]
        return replace(self, remarks=remarks)


def check_biowar(state: BioWarState, start: BioWarState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless BioWar can be in ``state`` on a board of ``shape``."""
    check_timed_state(state, start)
    check_same(state, start, "rulings", "limit")
    require_length("seats", state.sides, len(start.sides))
    for side in state.sides:
        check_cursors((side.cursor,), shape)
        require_on_board("a mark", side.marks, shape)
        require(len(set(side.marks)) == len(side.marks), "a place is marked twice")
        require_range("cells", side.cells, 0, shape[0] * shape[1])
    longest = {TurnPhase.ADJUSTMENT: state.adjustment_ticks, TurnPhase.GROWTH: state.growth_ticks, TurnPhase.IDLE: 0}
    require_range("left", state.left, 0, longest.get(state.phase, OVER_TICKS))
    require(not state.is_over or state.limit > 0, "the game is over although it has no turn limit")
    require_range("the winner", state.winner or 0, 0, len(state.sides) - 1)
    require(state.winner is None or state.is_over, "there is a winner although the game is not over")
    require(state.phase is not TurnPhase.IDLE or not state.players, "the phase is idle although somebody plays")
    for remark in state.remarks:
        require_range("the sender of a remark", remark.player, NOBODY, len(state.sides) - 1)
    require_printable("a remark", (remark.text for remark in state.remarks), MAX_LETTERS)
