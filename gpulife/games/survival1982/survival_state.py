"""The state of the two competitive games of Survival of the Fittest, which the other modules read and replace."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Self

from msgspec import Meta

from gpulife.games.core.bounds import Digit, Natural
from gpulife.games.core.consent import NEEDS_CONSENT, OUTLASTS_ROUND, ConsentNeeds
from gpulife.games.core.dataclass_json import ADDED_LATER
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import TICKS_PER_SECOND, ActionKind, Cursor
from gpulife.games.core.pace import ENDLESS, MAX_STEPS, PaceKind
from gpulife.games.core.round_end import RoundsState, consent_between_rounds
from gpulife.games.core.score_history import RoundStats
from gpulife.games.survival1982.options import OPTIONS, PLAYERS, Seeds
from gpulife.patterns.seeds import SEED_SHAPES

MAX_GENERATIONS = 3000
"""Limit on the generations of a round that needs consent (ruling R25)."""
_EACH_SHAPE = Meta(min_length=len(SEED_SHAPES), max_length=len(SEED_SHAPES))
Shape = Annotated[int, Meta(ge=0, lt=len(SEED_SHAPES))]
_SHAPES = tuple(shape.title.lower() for shape in SEED_SHAPES)


class RoundPhase(StrEnum):
    """The phases of a round."""

    SELECT = "select"
    """Game and option are shown until START."""
    HANDICAP = "handicap"
    """The players type how many seeds they want."""
    SET_UP = "set-up"
    """The clock rises; players plant at will."""
    PLAY = "play"
    """Generations follow each other, or the game is halted."""
    OVER = "over"
    """Somebody has won, or nobody."""


@dataclass(frozen=True)
class ShotClock:
    """The shot clock up the border: it rises during the set-up and drops in play until somebody plants (ruling R3).

    Attributes:
        top: notches of the whole border, which is the number of the board's rows.
        notches: notch at which it stands, 0 to ``top``.
        ticks: number of ticks of the set-up that are over.
    """

    top: int
    notches: int = 0
    ticks: Natural = 0

    @property
    def height(self) -> float:
        """The height at which it stands, 0 (bottom) to 1."""
        return self.notches / self.top

    def rise(self, seconds: int) -> Self:
        """Return the clock one tick later, in a set-up that lasts ``seconds``."""
        ticks = self.ticks + 1
        return replace(self, ticks=ticks, notches=min(self.top * ticks // (seconds * TICKS_PER_SECOND), self.top))

    def drop(self, notches: int) -> Self:
        """Return the clock after a generation in which nobody planted."""
        return replace(self, notches=max(self.notches - notches, 0))

    def at_top(self) -> Self:
        """Return the clock at the top, as when play begins or somebody has planted."""
        return replace(self, notches=self.top)


@dataclass(frozen=True, slots=True)
class Planting:
    """A shape on its way to the board.

    Attributes:
        row: row of its upper left.
        column: column of its upper left.
        entry: entry of the seed menu.
        turn: number of the shape's orientation.
    """

    row: int
    column: int
    entry: Shape
    turn: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """The account of a player's seeds in this round: quota + earned + credited - spent are left.

    Attributes:
        planted: number of shapes planted, by entry of the seed menu.
        spent: seeds that they cost.
        credited: seeds that came back with erased cells.
        earned: bonus seeds.
    """

    planted: Annotated[tuple[Natural, ...], _EACH_SHAPE] = (0,) * len(SEED_SHAPES)
    spent: Natural = 0
    credited: Natural = 0
    earned: Natural = 0

    @property
    def kept(self) -> tuple[int, ...]:
        """Number of shapes planted and not taken back, which only single cells can be, by entry of the seed menu."""
        return (max(0, self.planted[0] - self.credited), *self.planted[1:])

    def with_shape(self, entry: int, cost: int) -> Self:
        """Return the ledger after planting a shape."""
        planted = (*self.planted[:entry], self.planted[entry] + 1, *self.planted[entry + 1 :])
        return replace(self, planted=planted, spent=self.spent + cost)


@dataclass(frozen=True)
class Side:
    """One player's part of the state.

    Attributes:
        cursor: the player's cursor; its place stays while in the menu.
        seeds: seeds left, 0 to 99.
        quota: seeds at the start of each round.
        score: live cells, at the end of the last generation or now while no generation is running.
        wins: rounds won since START.
        ledger: ledger of the seeds of this round.
        entry: entry of the seed menu that is in hand.
        turns: orientation chosen last, for each entry.
        in_menu: whether the stick chooses a shape.
        at_menu: whether the stick was let go of at the bottom edge, so that the next push down leads into the menu.
        drawing: whether the trigger went down on the board and still is.
        pressed: whether it did so in this place already, since coming here and in this halt.
        pending: shape that is planted at the end of the running generation.
    """

    cursor: Cursor
    seeds: Seeds
    quota: Seeds
    score: int = 0
    wins: Natural = 0
    ledger: Ledger = field(default_factory=Ledger)
    entry: Shape = 0
    turns: Annotated[tuple[int, ...], _EACH_SHAPE] = (0,) * len(SEED_SHAPES)
    in_menu: bool = False
    at_menu: bool = False
    drawing: bool = False
    pressed: bool = False
    pending: Planting | None = None


@dataclass(frozen=True, slots=True)
class Fairness:
    """The facts about a round that rulings R22 and R23 need.

    Attributes:
        ready: whether the left and the right side have planted all that they want to.
        begins: number of generations to begin with as soon as every side has had time to plant; 0 while nobody has
            asked to begin.
        halts: number of times that play stood still.
        halted: cells planted while it stood still, one number a player.
        edits: number of edits by mouse or console while it stood still.
    """

    ready: tuple[bool, bool] = (False, False)
    begins: Annotated[int, Meta(ge=ENDLESS, le=MAX_STEPS)] = 0
    halts: Natural = 0
    halted: tuple[Natural, Natural] = (0, 0)
    edits: Natural = 0

    def with_planted(self, player: int, cells: int) -> Self:
        """Return the facts after a player planted ``cells`` cells while play stood still."""
        left, right = self.halted
        return replace(self, halted=(left + cells, right) if player == 0 else (left, right + cells))


@dataclass(frozen=True)
class ContestState(RoundsState):
    """A competitive game at one tick.

    Attributes:
        game: name of the game.
        sides: sides of the left player and of the right player.
        clock: the shot clock.
        phase: phase of the round.
        digits: digits of the handicaps typed so far.
        dial: digit that a stick is choosing; None before.
        began: generation with which the round began.
        generation: generation of the scores.
        recount: whether the board was changed otherwise than by planting, so that the scores have to be counted.
        fair: facts for fair play; None under rulings without it.
        handicap: number of seeds of each player with HCAP, as agreed before the match; empty if they type it.
        done_begins: whether play begins as soon as both sides are done with a set-up (ruling R31).
    """

    game: str
    sides: tuple[Side, Side]
    clock: ShotClock
    phase: RoundPhase = RoundPhase.SELECT
    digits: tuple[Digit, ...] = ()
    dial: Digit | None = None
    began: Natural = 0
    generation: Natural = 0
    recount: bool = True
    fair: Fairness | None = field(default=None, metadata=ADDED_LATER)
    handicap: tuple[int, ...] = field(default=(), metadata=ADDED_LATER)
    done_begins: bool = field(default=False, metadata=ADDED_LATER)

    @property
    def has_menu(self) -> bool:
        """Whether there are shapes to choose from."""
        return self.game == "seed-list"

    @property
    def has_begun(self) -> bool:
        """Whether people do more than take their seats."""
        return self.phase is not RoundPhase.SELECT

    @property
    def halted(self) -> bool:
        """Whether play has begun and stands still, as does the clock."""
        return self.phase is RoundPhase.PLAY and not self.beat.going

    @property
    def accepts_input(self) -> bool:
        """Whether the game takes input of sticks and triggers."""
        return self.phase in (RoundPhase.SET_UP, RoundPhase.PLAY)

    @property
    def frozen(self) -> bool:
        """Whether play is halted and nobody can plant or move, as that would be cheating in this match (R22)."""
        return self.requires_consent and self.halted

    @property
    def stands_still(self) -> bool:
        """Whether play stands still and nobody has resumed it in this tick."""
        return self.halted and self.beat.left == 0

    @property
    def consent_needs(self) -> ConsentNeeds:
        """What needs consent: everything during a round; between rounds what outlasts a round or would end the set."""
        needs_consent = computer_agrees = frozenset[ActionKind]()
        if self.accepts_input:
            waits = self.phase is RoundPhase.SET_UP and not self._computers_planted
            needs_consent, computer_agrees = NEEDS_CONSENT, computer_agrees if waits else frozenset({ActionKind.HALT})
        elif self.phase is not RoundPhase.SELECT:
            computer_agrees = OUTLASTS_ROUND
            needs_consent = consent_between_rounds(self.series)
        unlimited = self.pace.kind is PaceKind.UNLIMITED
        return ConsentNeeds(
            (0, 1), needs_consent, computer_agrees, edits=self.phase is RoundPhase.SELECT, unlimited=unlimited
        )

    @property
    def _computers_planted(self) -> bool:
        """Whether every computer has planted what it wants, or half the set-up is over (ruling R23)."""
        if self.fair is None or self.consent is None:
            return True
        half = 2 * self.clock.ticks >= OPTIONS[self.option].set_up_ticks
        return half or all(self.fair.ready[player] or not self.consent.level(player) for player in range(PLAYERS))

    @property
    def generations_left(self) -> int | None:
        """The generations until the round ends by the scores (ruling R25); None for one that may last."""
        return max(MAX_GENERATIONS - (self.generation - self.began), 0) if self.requires_consent else None

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one a player; visible while they can be moved on the board."""
        return tuple(replace(side.cursor, visible=self.accepts_input and not side.in_menu) for side in self.sides)

    @property
    def seeds(self) -> tuple[int, ...]:
        """Seeds left, one number a player."""
        return tuple(side.seeds for side in self.sides)

    @property
    def scores(self) -> tuple[int, ...]:
        """Live cells, one number a player."""
        return tuple(side.score for side in self.sides)

    @property
    def round_stats(self) -> RoundStats | None:
        """The round's statistics, for its score history; None before the set-up."""
        if self.phase in (RoundPhase.SELECT, RoundPhase.HANDICAP):
            return None
        ledgers = tuple(side.ledger for side in self.sides)
        return RoundStats(
            round=(self.starts, self.round),
            began=self.began,
            generation=self.generation,
            over=self.phase is RoundPhase.OVER,
            scores=self.scores,
            seeds=self.seeds,
            spent=tuple(ledger.spent - ledger.credited for ledger in ledgers),
            earned=tuple(ledger.earned for ledger in ledgers),
            planted=tuple(ledger.kept for ledger in ledgers),
            shapes=_SHAPES,
            wild=self.strikes,
            clock=self.clock.notches,
            winner=self.winner,
            halts=0 if self.fair is None else self.fair.halts,
            halted=(0, 0) if self.fair is None else self.fair.halted,
            halted_edits=0 if self.fair is None else self.fair.edits,
        )

    @property
    def flashing(self) -> tuple[int, ...]:
        """Species whose cells flash: the winner's, or both after a tie."""
        if self.ending is None:
            return ()
        return (1, 2) if self.winner is None else (self.winner + 1,)

    def cursor_of(self, player: int) -> Cursor:
        """Return the player's cursor, visible or not."""
        return self.sides[player].cursor

    def with_cursor(self, player: int, cursor: Cursor) -> Self:
        """Return the state with another cursor for one player."""
        return self.with_side(player, cursor=cursor)

    def with_quota(self, player: int, seeds: int) -> Self:
        """Return the state with that number of seeds for one player at the start of each round."""
        return self.with_side(player, seeds=seeds, quota=seeds)

    def with_side(self, player: int, **changes: Any) -> Self:
        """Return the state with ``changes`` on one player's side."""
        left, right = (replace(side, **changes) if each == player else side for each, side in enumerate(self.sides))
        return replace(self, sides=(left, right))
