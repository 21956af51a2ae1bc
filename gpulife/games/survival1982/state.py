"""The options of Survival of the Fittest, handicaps, and the state of its two competitive games."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, Self

from msgspec import Meta

from gpulife.games.core.bounds import Digit, Natural
from gpulife.games.core.consent import NEEDS_CONSENT, OUTLASTS_ROUND, ConsentNeeds
from gpulife.games.core.dataclass_json import ADDED_LATER
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import TICKS_PER_SECOND, ActionKind, Cursor, GameError, Match
from gpulife.games.core.pace import ENDLESS, MAX_STEPS, PaceKind
from gpulife.games.core.round_end import RoundsState, consent_between_rounds
from gpulife.games.core.score_history import RoundStats
from gpulife.patterns.seeds import SEED_SHAPES

TITLES = {"study": "Study Mode", "one-seed": "One Seed Game", "seed-list": "Seed List Game"}
"""Titles of the games of 1982, keyed by the games' names."""
PLAYERS = 2
MAX_SEEDS = 99
Seeds = Annotated[int, Meta(ge=0, le=MAX_SEEDS)]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the games of 1982.

    Attributes:
        about: one line of description.
        seeds: number of seeds at the start.
        dead_edges: True if the board has dead edges. They are part of the match's rule.
        wild: True if the board changes at random now and then (wild interventions, ruling R7).
        slow: True if a generation takes twice the time.
        handicap: True if each player's number of seeds is chosen before the round.
        set_up_seconds: length of the set-up in seconds. Meanwhile the shot clock rises to the top (ruling R3).
        notches: number of notches by which the clock drops in each generation of play (ruling R3).
    """

    about: str
    seeds: int = MAX_SEEDS
    dead_edges: bool = False
    wild: bool = False
    slow: bool = False
    handicap: bool = False
    set_up_seconds: int = 60
    notches: int = 1

    @property
    def set_up_ticks(self) -> int:
        """The length of the set-up in ticks."""
        return self.set_up_seconds * TICKS_PER_SECOND


OPTIONS: dict[str, Option] = {
    "NORM": Option("99 seeds each, a minute to plant before play begins"),
    "HCAP": Option("the stronger player gets fewer seeds", handicap=True),
    "WALL": Option("the board ends at its edges", dead_edges=True),
    "FAST": Option(
        "50 seeds each, half a minute to plant, and the yellow bar falls twice as fast",
        seeds=50,
        set_up_seconds=30,
        notches=2,
    ),
    "WILD": Option(
        "like Fast, but now and then the board changes at random",
        seeds=50,
        wild=True,
        set_up_seconds=30,
        notches=2,
    ),
    "SLOW": Option(
        "99 seeds each, two minutes to plant, and cells live and die at half the speed", slow=True, set_up_seconds=120
    ),
}
"""The options in the order of the option key. In Study Mode, HCAP only sets the numbers that the counters start
from."""


# Handicaps make a match between unequal players even: the stronger player gets fewer seeds. Twenty to forty seeds
# each make the most exciting games, as the players of 1982 found.
HANDICAP = "handicap"
"""Setting for the option HCAP: seeds of the left and the right player. Without this setting the players type the
numbers."""
HANDICAP_OPTION = "HCAP"
HANDICAP_RULINGS = 2
"""The version of the rulings that introduced preset handicaps. Earlier versions ignore ``HANDICAP``."""
_QUOTAS = re.compile(r"([0-9]{1,2}):([0-9]{1,2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Preset:
    """A handicap that players can choose.

    Attributes:
        seeds: seeds of the left and the right player.
        about: one line of description.
    """

    seeds: tuple[int, int]
    about: str

    @property
    def text(self) -> str:
        """The seeds as written on the command line and on buttons, such as "20:40"."""
        return ":".join(str(number) for number in self.seeds)


PRESETS: MappingProxyType[str, Preset] = MappingProxyType(
    {
        "left-strong": Preset((20, 40), "20 seeds against 40, for a much stronger left player"),
        "left-better": Preset((30, 40), "30 seeds against 40, for a slightly stronger left player"),
        "even": Preset((30, 30), "30 seeds each, for equally strong players: every seed counts"),
        "right-better": Preset((40, 30), "40 seeds against 30, for a slightly stronger right player"),
        "right-strong": Preset((40, 20), "40 seeds against 20, for a much stronger right player"),
    }
)
"""The preset handicaps, keyed by name: from the best for the right player to the best for the left one."""
HANDICAP_FORM = f"seeds of the left and the right player, such as 20:40, or one of {', '.join(PRESETS)}"


def describe_handicap(seeds: tuple[int, int]) -> str:
    """Return a line that describes a handicap: ``seeds`` of the left and the right player."""
    known = next((preset.about for preset in PRESETS.values() if preset.seeds == seeds), None)
    return known or f"{seeds[0]} seeds for the left player, {seeds[1]} for the right one"


def parse_handicap(text: str) -> tuple[int, int]:
    """Return the seeds for ``text``: the name of a preset, or two numbers such as "20:40".

    Raises:
        GameError: ``text`` is neither.
    """
    if text in PRESETS:
        return PRESETS[text].seeds
    match = _QUOTAS.fullmatch(text)
    if match is None:
        raise GameError(f"handicap {text[:40]!r} should be {HANDICAP_FORM}")
    return int(match[1]), int(match[2])


def handicap_of(match: Match) -> tuple[int, ...]:
    """Return the seeds in the settings of ``match``, one number for each player; empty if players type them.

    Raises:
        GameError: the handicap in the settings is not valid.
    """
    seeds = match.settings.get(HANDICAP)
    if seeds is None or match.rulings < HANDICAP_RULINGS:
        return ()
    if (
        not isinstance(seeds, list | tuple)
        or len(seeds) != PLAYERS
        or not all(type(number) is int and 0 <= number <= MAX_SEEDS for number in seeds)
    ):
        raise GameError(f"handicap {seeds!r:.40} should be two numbers from 0 to {MAX_SEEDS}")
    return tuple(seeds)


def with_handicap(match: Match, seeds: tuple[int, int]) -> Match:
    """Return ``match``, whose option must be HCAP, with ``seeds`` for the left and the right player.

    Raises:
        GameError: the option is not HCAP.
    """
    option = OPTIONS.get(match.option)
    if option is None or not option.handicap:
        raise GameError(f"a handicap needs the option {HANDICAP_OPTION} of study, one-seed or seed-list")
    return replace(match, settings=match.settings | {HANDICAP: list(seeds)})


MAX_GENERATIONS = 3000
"""Maximum number of generations of a round in matches that need consent (ruling R25)."""
_EACH_SHAPE = Meta(min_length=len(SEED_SHAPES), max_length=len(SEED_SHAPES))
Shape = Annotated[int, Meta(ge=0, lt=len(SEED_SHAPES))]
_SHAPES = tuple(shape.title.lower() for shape in SEED_SHAPES)


class RoundPhase(StrEnum):
    """The phases of a round."""

    SELECT = "select"
    """Title and option are shown; the game waits for START."""
    HANDICAP = "handicap"
    """The players type their numbers of seeds."""
    SET_UP = "set-up"
    """Players plant freely while the shot clock rises."""
    PLAY = "play"
    """Generations are computed, or the game is halted."""
    OVER = "over"
    """The round has ended, with or without a winner."""


@dataclass(frozen=True)
class ShotClock:
    """The shot clock on the border. It rises in the set-up, and drops in play until somebody plants (ruling R3).

    Attributes:
        top: height of the full clock in notches: the number of the board's rows.
        notches: current height in notches, 0 to ``top``.
        ticks: ticks of the set-up that have passed.
    """

    top: int
    notches: int = 0
    ticks: Natural = 0

    @property
    def height(self) -> float:
        """The clock's current height, 0 (bottom) to 1 (top)."""
        return self.notches / self.top

    def rise(self, seconds: int) -> Self:
        """Return the clock one tick later, in a set-up that lasts ``seconds``."""
        ticks = self.ticks + 1
        return replace(self, ticks=ticks, notches=min(self.top * ticks // (seconds * TICKS_PER_SECOND), self.top))

    def drop(self, notches: int) -> Self:
        """Return the clock ``notches`` lower, as after a generation in which nobody planted."""
        return replace(self, notches=max(self.notches - notches, 0))

    def at_top(self) -> Self:
        """Return the clock at the top, as after a planting or when play begins."""
        return replace(self, notches=self.top)


@dataclass(frozen=True, slots=True)
class Planting:
    """A shape to be planted.

    Attributes:
        row: row of the upper left cell.
        column: column of the upper left cell.
        entry: number of the shape in the seed menu, from 0.
        turn: number of the shape's orientation, from 0.
    """

    row: int
    column: int
    entry: Shape
    turn: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """The account of a player's seeds in a round. Seeds left = quota + earned + credited - spent.

    Attributes:
        planted: for each shape of the seed menu, how often it was planted.
        spent: seeds spent on the planted shapes.
        credited: seeds returned for erased cells.
        earned: bonus seeds.
    """

    planted: Annotated[tuple[Natural, ...], _EACH_SHAPE] = (0,) * len(SEED_SHAPES)
    spent: Natural = 0
    credited: Natural = 0
    earned: Natural = 0

    @property
    def kept(self) -> tuple[int, ...]:
        """For each entry of the seed menu, the shapes planted minus those erased (only single cells can be erased)."""
        return (max(0, self.planted[0] - self.credited), *self.planted[1:])

    def with_shape(self, entry: int, cost: int) -> Self:
        """Return the ledger after a player has planted the shape of a menu ``entry`` for ``cost`` seeds."""
        planted = (*self.planted[:entry], self.planted[entry] + 1, *self.planted[entry + 1 :])
        return replace(self, planted=planted, spent=self.spent + cost)


@dataclass(frozen=True)
class Side:
    """One player's part of the state.

    Attributes:
        cursor: the player's cursor; it keeps its place while the player is in the menu.
        seeds: seeds left, 0 to 99.
        quota: seeds at the start of each round.
        score: number of live cells at the end of the last generation, or now if no generation is running.
        wins: rounds won since START.
        ledger: account of the player's seeds in this round.
        entry: seed-menu number of the shape that the player plants.
        turns: for each shape of the seed menu, the number of the orientation last chosen.
        in_menu: True while the player is in the menu and the stick chooses a shape.
        at_menu: True if the cursor is at the bottom edge and the next push down enters the menu.
        drawing: True from a press of the trigger on the board until its release.
        pressed: True if the trigger was pressed at the cursor's place during this halt; a second press erases.
        pending: shape to plant at the end of the current generation; None if there is none.
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
    """Facts about a round that the rulings on fair play (R22, R23) need.

    Attributes:
        ready: for each player, True once the player is done with the set-up.
        begins: number of generations (or ENDLESS) to play once both players have had time to plant; 0 if nobody has
            asked to begin.
        halts: number of times that play was halted.
        halted: cells planted while play was halted, one number for each player.
        edits: number of edits by mouse or console while play was halted.
    """

    ready: tuple[bool, bool] = (False, False)
    begins: Annotated[int, Meta(ge=ENDLESS, le=MAX_STEPS)] = 0
    halts: Natural = 0
    halted: tuple[Natural, Natural] = (0, 0)
    edits: Natural = 0

    def with_planted(self, player: int, cells: int) -> Self:
        """Return the facts after a player has planted ``cells`` cells while play was halted."""
        left, right = self.halted
        return replace(self, halted=(left + cells, right) if player == 0 else (left, right + cells))


@dataclass(frozen=True)
class ContestState(RoundsState):
    """The state of One Seed or Seed List at one tick.

    Attributes:
        game: name of the game.
        sides: sides of the left and the right player.
        clock: the shot clock.
        phase: phase of the round.
        digits: digits of the handicaps typed so far.
        dial: digit being chosen with a stick; None if there is none.
        began: generation at which the round began.
        generation: generation in which the scores were counted.
        recount: True if scores must be counted again, since something other than planting changed the board.
        fair: facts that the rulings on fair play need; None under older rulings.
        handicap: number of seeds of each player with HCAP, if set before the match; empty if the players type the
            numbers.
        done_begins: True if play begins once both sides are done with the set-up (ruling R31).
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
        """True if the game has the seed menu."""
        return self.game == "seed-list"

    @property
    def has_begun(self) -> bool:
        """True once START has been pressed; False while people are still taking seats."""
        return self.phase is not RoundPhase.SELECT

    @property
    def halted(self) -> bool:
        """True while play, and with it the clock, is halted."""
        return self.phase is RoundPhase.PLAY and not self.beat.going

    @property
    def accepts_input(self) -> bool:
        """True in the set-up and in play, when sticks and triggers have effects."""
        return self.phase in (RoundPhase.SET_UP, RoundPhase.PLAY)

    @property
    def frozen(self) -> bool:
        """True while play is halted and nobody may plant or move, since that would be cheating (ruling R22)."""
        return self.requires_consent and self.halted

    @property
    def stands_still(self) -> bool:
        """True while play is halted; False as soon as somebody resumes it."""
        return self.halted and self.beat.left == 0

    @property
    def consent_needs(self) -> ConsentNeeds:
        """The actions that need consent at present: during a round, all those in ``NEEDS_CONSENT``.

        Between rounds, only actions that affect the next round or end the set of rounds need consent.
        """
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
        """True if every computer is done with the set-up, or half of its time has passed (ruling R23)."""
        if self.fair is None or self.consent is None:
            return True
        half = 2 * self.clock.ticks >= OPTIONS[self.option].set_up_ticks
        return half or all(self.fair.ready[player] or not self.consent.level(player) for player in range(PLAYERS))

    @property
    def generations_left(self) -> int | None:
        """The number of generations until the scores decide the round (ruling R25); None without such a limit."""
        return max(MAX_GENERATIONS - (self.generation - self.began), 0) if self.requires_consent else None

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one for each player; visible while they can be moved on the board."""
        return tuple(replace(side.cursor, visible=self.accepts_input and not side.in_menu) for side in self.sides)

    @property
    def seeds(self) -> tuple[int, ...]:
        """The number of seeds that each player has left."""
        return tuple(side.seeds for side in self.sides)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player: the number of live cells."""
        return tuple(side.score for side in self.sides)

    @property
    def round_stats(self) -> RoundStats | None:
        """The round's statistics for the score history; None before the set-up."""
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
        """The species whose cells flash: the winner's, or both after a tie."""
        if self.ending is None:
            return ()
        return (1, 2) if self.winner is None else (self.winner + 1,)

    def cursor_of(self, player: int) -> Cursor:
        """Return the player's cursor, even if it is invisible."""
        return self.sides[player].cursor

    def with_cursor(self, player: int, cursor: Cursor) -> Self:
        """Return the state with the player's cursor replaced."""
        return self.with_side(player, cursor=cursor)

    def with_quota(self, player: int, seeds: int) -> Self:
        """Return the state in which a player has ``seeds`` seeds, now and at the start of each round."""
        return self.with_side(player, seeds=seeds, quota=seeds)

    def with_side(self, player: int, **changes: Any) -> Self:
        """Return the state with the attributes in ``changes`` replaced in one player's side."""
        left, right = (replace(side, **changes) if each == player else side for each, side in enumerate(self.sides))
        return replace(self, sides=(left, right))
