"""The record of a game: everything that the program needs to know about it, in one place.

To add a game, write its :class:`GameSpec` and list it in ``games/registry.py``. All other code reads these specs, and
names no particular game. Objects of other packages are given as texts "module:object" and imported at first use.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind, Board, Cursor, GameError, Match
from gpulife.games.core.order import Order
from gpulife.games.core.pace import Pace
from gpulife.games.core.player import Player
from gpulife.games.core.score_history import RoundStats
from gpulife.rules import Cells, Rule, parse_rule

if TYPE_CHECKING:
    from gpulife.engines.batch import OpenBatch

# Credits.


@dataclass(frozen=True, slots=True)
class Credit:
    """An original game and its makers.

    Attributes:
        title: original title.
        year: year in which the game, or its description, was published.
        makers: names of the makers.
        platform: the machine or place where it was played.
        about: the game's new ideas, in a sentence or two.
    """

    title: str
    year: int
    makers: str
    platform: str
    about: str


LIFE = Credit(
    "Life",
    1970,
    "John Horton Conway",
    "Counters on a board; since then, nearly every computer",
    "The rule on which all games here are based. Martin Gardner made it known in Scientific American.",
)


# Quiet time: ticks in which only counters, clocks and the cursors whose sticks are held would change.

FOR_EVER = 1 << 40
"""The result of ``QuietTime.ticks`` if nothing will happen until somebody acts."""

_State = TypeVar("_State")


@dataclass(frozen=True, slots=True)
class QuietTime(Generic[_State]):
    """Functions of a game that let a server skip many quiet ticks at once.

    In a quiet tick nobody acts, the board does not change, and no sound is played.

    Attributes:
        ticks: called with (state, board); returns the number of quiet ticks until something happens if nobody acts. It
            may return 0 if this is expensive to find out.
        after: called with (state, number of quiet ticks, board); returns the state after these ticks.
    """

    ticks: Callable[[_State, Board], int]
    after: Callable[[_State, int, Board], _State]


def ticks_to_second(left: int, seconds: int) -> int:
    """Return how many ticks pass before the next beep of a clock with ``left`` ticks left.

    The clock beeps at each of its last ``seconds`` seconds and at its end.
    """
    return left - 1 - min((left - 1) // TICKS_PER_SECOND, seconds) * TICKS_PER_SECOND


class GameState(Protocol):
    """The attributes that every game's state must have.

    States are frozen dataclasses of numbers, texts, tuples and frozen dataclasses. The defaults here are for games
    without seeds, and without the wave that shows a new generation from top to bottom.
    """

    @property
    def running(self) -> bool:
        """True while generations are being computed; False while time is halted."""

    @property
    def has_begun(self) -> bool:
        """True once play has started; False while people only take seats and choose what to play."""
        return True

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one for each player."""

    @property
    def seeds(self) -> tuple[int, ...]:
        """The number of seeds that each player has left; empty in games without seeds."""
        return ()

    @property
    def progress(self) -> float:
        """The fraction of the current generation's time that has passed, 0 to 1; 1 when halted.

        The wave that reveals a generation from top to bottom (ruling R2 in docs/rulings.md) has come this far.
        """
        return 1.0

    @property
    def pace(self) -> Pace:
        """The pace at which generations follow each other."""


@runtime_checkable
class CanIdle(Protocol):
    """Additional attributes of a slow game's state, for skipping long periods in which nothing happens."""

    @property
    def idle(self) -> int:
        """The number of coming ticks that change nothing but the time if nobody acts."""

    def skip_idle(self, ticks: int) -> GameState:
        """Return the state after ``ticks`` ticks without actions; ``ticks`` is at most ``idle``."""


@runtime_checkable
class CanHide(Protocol):
    """An additional attribute of the state in games in which players choose in secret."""

    @property
    def holds_secrets(self) -> bool:
        """True while the state contains choices that other players may not know yet.

        Files do not contain such choices: a recording ends just before the first of them. When the session is resumed,
        the players choose again.
        """


State = TypeVar("State", bound=GameState)
Shape = tuple[int, int]
Census = NDArray[np.int64]
DEFAULT_RULE = "Immigration"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match, or of a round of one.

    Attributes:
        winner: the winner's seat; None for a tie.
        ending: one word for the reason why it ended, such as "clock" or "resigned".
    """

    winner: int | None
    ending: str


LIMIT = "limit"
"""Name of the setting that ends a game after a number of turns or generations; 0 for no limit."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that a match may have in addition to its option.

    Attributes:
        type: type of the JSON value; for float an int is accepted, too.
        about: one line of description.
        expected: description of the valid values, for error messages.
        default: value that applies in matches without the setting; None if none applies.
        option: the only option that allows the setting; "" if all do.
        allowed: range of valid values in units of ``step``; None if the game itself checks the value.
        step: difference between two neighbouring valid values; a power of two, so that floats are exact.
    """

    type: type[Any]
    about: str
    expected: str
    default: Any = None
    option: str = ""
    allowed: range | None = None
    step: float = 1

    def check(self, name: str, value: Any, game: str) -> None:
        """Check ``value`` for this setting, which is called ``name`` in ``game``.

        Raises:
            GameError: the value is not valid.
        """
        is_typed = type(value) is self.type or (self.type is float and type(value) is int)
        if not is_typed or (self.allowed is not None and not self._is_allowed(value, self.allowed)):
            raise GameError(f"{name} cannot be {value!r:.40} in {game}: use {self.expected}")

    def _is_allowed(self, number: float, allowed: range) -> bool:
        return allowed[0] * self.step <= number <= allowed[-1] * self.step and number % self.step == 0


@dataclass(frozen=True, slots=True)
class ComputerLevel:
    """A level of the computer, as described on screen.

    Attributes:
        title: name of the level.
        about: one line on how the computer plays at this level.
    """

    title: str
    about: str


def full_state(state: State, _seat: int) -> State:
    """Return the state unchanged. This is the function ``observe`` of games without secrets."""
    return state


def press_start(_state: State, seats: Sequence[int]) -> tuple[Action, ...]:
    """Return the action that begins a game for all: START by the first of ``seats``; none if ``seats`` is empty."""
    return tuple(Action(seat, ActionKind.START) for seat in seats[:1])


def press_again(_state: State, seats: Sequence[int]) -> tuple[Action, ...]:
    """Return the action that begins another game for all: AGAIN by the first of ``seats``; none if there is none."""
    return tuple(Action(seat, ActionKind.AGAIN) for seat in seats[:1])


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerSeat:
    """The arguments for making a computer player.

    Attributes:
        seat: number of the seat, 0 for the first.
        level: number of the level, 1 for the weakest.
        seed: seed of the match. With the same seed, seat and level a computer always plays the same way.
        lookahead: opens a batch of universes for the lookahead; None for numpy batches.
        people: seats of people, for whom some computers wait.
        pause: minimum number of ticks between two moves, so that people can follow.
        observe: called with (state, seat); returns the state without the secrets of other seats, which is all that the
            computer sees.
    """

    seat: int
    level: int
    seed: int
    lookahead: "OpenBatch | None" = None
    people: frozenset[int] = frozenset()
    pause: int = 0
    observe: Callable[[Any, int], Any] = full_state


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The preview of a game: its moving picture on the start screen.

    Attributes:
        cells: called with a random generator; returns the whole first board.
        rule: name of the rule; "" to use the game's default rule.
        seconds: seconds per generation.
        generations: number of generations after which the preview starts again.
        grid: True if lines are drawn between the cells.
        skipped: number of generations computed before the picture is shown. Random cells are crowded at first, and
            calmer after some generations.
    """

    cells: Callable[[np.random.Generator], Cells]
    rule: str = ""
    seconds: float = 1 / 12
    generations: int = 240
    grid: bool = False
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Demo:
    """How computers play the game for spectators: while nobody uses the program (attract mode), and as a scene of art.

    Attributes:
        option: the game's option with which they play; "" for the default option.
        levels: an entry for each match in turn: the level of the computer in each seat. After the last entry the first
            is used again.
    """

    option: str
    levels: tuple[tuple[int, ...], ...]

    def levels_of(self, number: int) -> tuple[int, ...]:
        """Return the computer levels of the seats in match ``number``, counted from 0."""
        return self.levels[number % len(self.levels)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament(Generic[State]):
    """How two computer levels play a tournament without a window.

    Attributes:
        end_text: text that says when a match ends and who wins; "{limit}" stands for the limit.
        limit: default number of turns or generations after which a match is stopped; 0 if the game's clock ends every
            match.
        stop_reason: called with (state, limit); returns one word to stop an unfinished match, which its scores then
            decide; "" to let it go on.
        max_ticks: called with (limit, option); returns the number of ticks after which any match is stopped. None for
            half an hour.
        rule: name of the rule; "" to use the game's default rule.
        shape: default (rows, columns) of the board; None to use the game's default.
        make_match: called with (shape, seed, option, limit); returns a match. None for ``new_match``.
        first_actions: actions that every match begins with in its first tick.
        uses_batches: True if the computer looks ahead in batches, which a GPU can compute.
        decides_in_one_tick: True if each action of the computer is a decision, made within one tick.
    """

    end_text: str
    limit: int = 0
    stop_reason: Callable[[State, int], str] = lambda _state, _limit: ""
    max_ticks: Callable[[int, str], int] | None = None
    rule: str = ""
    shape: Shape | None = None
    make_match: Callable[[Shape, int, str, int], Match] | None = None
    first_actions: tuple[Action, ...] = ()
    uses_batches: bool = False
    decides_in_one_tick: bool = False


def stated_outcome(state: Any) -> Outcome | None:
    """Return the outcome from a state's ``winner`` and ``ending``; None without an ending."""
    ending = getattr(state, "ending", None)
    return None if ending is None else Outcome(state.winner, str(ending))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec(Generic[State]):
    """Everything about one game.

    Attributes:
        name: name in the registry, in files and on the command line.
        title: title on screen.
        about: one line for lists.
        tagline: one line for the start screen.
        help_files: Markdown files of the help page, in order, as paths below ``games/``. Games may share files:
            ``core/laws_help.md`` explains the rule of Conway's Life.
        players: maximum number of players, people and computers together.
        by_turns: True if players move one after the other or all at once, while time waits; False for real time.
        minutes: usual length of a game or round in minutes (see ``docs/measurements.md``); 0 if there is none.
        lasts_for_days: True if matches may last days or weeks. Sessions then have no limit in practice, and absent
            people keep their on-line seats.
        competitive: True if the players compete, so that seats have to be assigned.
        shape: default (rows, columns) of the board; other boards are possible.
        rule: name of the default rule, with the default edges.
        own_family_only: True if only rules of the default rule's family are allowed.
        min_live_states: minimum number of live states of a rule for this game.
        options: a line of description for each option, keyed by its name, in the order of the option key. The first is
            the default.
        walled_options: options that give the board dead edges.
        settings: settings that a match may have in addition to its option, keyed by name; all others are refused.
        state_type: class of the game's states, a frozen dataclass; also used to read saved states.
        first_state: called with (match, shape of the board); returns the state before the first tick, when the board is
            dead. Raises GameError for an invalid setting.
        check_state: called with (state from a file, first state, shape of the board); raises GameError if the game can
            never be in that state.
        advance: called with (state, actions of a tick, board); returns the next state and the orders to carry out, in
            sequence. It is pure, and raises nothing, even for senseless actions from replays and networks.
        quiet: functions with which a server skips many quiet ticks at once; None if every tick must be played.
        outcome: called with a state; returns the outcome, or None while the match is not over.
        explain_end: called with (state, players' names); returns a sentence on why the round or match is over, ""
            before its end.
        scores: called with (state, census of the board); returns a number for each seat, the highest for the leader.
        round_stats: called with (state, function that returns the census of the board); returns the statistics of the
            round for the score history, or None before the first round. None for games without such statistics.
        observe: called with (state, seat or NOBODY); returns the state without the secrets of other seats, which is all
            that computers see.
        default_match: makes a match from a seed, if that needs more than rule, board and option; None for
            ``new_match``.
        levels: levels of the computer, the weakest first; empty if the computer does not play.
        computer_factory: "module:object" of a function that makes a Player from a ComputerSeat.
        tournament: how tournaments of the game are played; None if computer levels cannot play against each other.
        window_plays_generations: True if the window plays the sound of each generation, because the game itself does
            not order it.
        credit: the original game and its makers; None if there is nobody to name.
        preview: moving picture on the start screen; None for games that are not listed there.
        demo: match for attract mode and art; None for a game that is not shown there.
        online_kinds: kinds of actions that a seat may use on line, in addition to those that all games have; None for a
            game that no server hosts.
        begin: called with (state, seats of the people present, the host's first); returns the actions that begin an
            on-line match for all. Empty if somebody has to do something else first.
        again: called like ``begin`` once a game is over; returns the actions that begin another game on line for all.
        window: "module:object" of the game's ``GameWindow``.
        page: "module:object" of the view for browsers; "" for a game that is not hosted on line.
    """

    name: str
    title: str
    about: str
    tagline: str = ""
    help_files: tuple[str, ...] = ()
    players: int
    by_turns: bool = False
    minutes: int = 0
    lasts_for_days: bool = False
    competitive: bool = True
    shape: Shape
    rule: str = DEFAULT_RULE
    own_family_only: bool = False
    min_live_states: int = 1
    options: Mapping[str, str] = field(default_factory=dict)
    walled_options: frozenset[str] = frozenset()
    settings: Mapping[str, Setting] = field(default_factory=dict)
    state_type: type[State]
    first_state: Callable[[Match, Shape], State]
    check_state: Callable[[State, State, Shape], None]
    advance: Callable[[State, tuple[Action, ...], Board], tuple[State, tuple[Order, ...]]]
    quiet: QuietTime[State] | None = None
    outcome: Callable[[State], Outcome | None] = stated_outcome
    explain_end: Callable[[State, Sequence[str]], str] = lambda _state, _names: ""
    scores: Callable[[State, Census], tuple[float, ...]]
    round_stats: Callable[[State, Callable[[], Census]], RoundStats | None] | None = None
    observe: Callable[[State, int], State] = full_state
    default_match: Callable[[int], Match] | None = None
    levels: tuple[ComputerLevel, ...] = ()
    computer_factory: str = ""
    tournament: Tournament[State] | None = None
    window_plays_generations: bool = False
    credit: Credit | None = None
    preview: Preview | None = None
    demo: Demo | None = None
    online_kinds: frozenset[ActionKind] | None = None
    begin: Callable[[State, Sequence[int]], tuple[Action, ...]] = press_start
    again: Callable[[State, Sequence[int]], tuple[Action, ...]] = press_again
    window: str = "gpulife.window.play.game_window:DEFAULT_WINDOW"
    page: str = ""

    @property
    def default_option(self) -> str:
        """The option of a match unless another is chosen; "" if the game has no options."""
        return next(iter(self.options), "")

    @property
    def is_duel(self) -> bool:
        """True if the game is for exactly two players."""
        return self.players == 2

    @property
    def has_own_rule(self) -> bool:
        """True if the game has a default rule of its own, not that of most games (``DEFAULT_RULE``)."""
        return self.rule != DEFAULT_RULE

    def start(self, match: Match, shape: Shape) -> State:
        """Return the state before the first tick of ``match``, on a dead board of ``shape``.

        Raises:
            GameError: the rule does not fit the game, or the game does not have the option or a setting.
        """
        if match.rule:
            self.require_rule(parse_rule(match.rule))
        if match.option:
            self.require_option(match.option)
        self.require_settings(match.settings)
        return self.first_state(replace(match, option=match.option or self.default_option), shape)

    def check(self, state: State, match: Match, shape: Shape) -> None:
        """Check that a session of ``match`` on a board of ``shape`` can be in ``state``, which comes from a file.

        Raises:
            GameError: the state is impossible; the message names the number, place or length that cannot occur in this
                game.
        """
        self.check_state(state, self.start(match, shape), shape)

    def require_rule(self, rule: Rule) -> None:
        """Check that the game can be played with ``rule``.

        Raises:
            GameError: the rule is of another family, has too few species, or has a twist.
        """
        if self.own_family_only and rule.family is not parse_rule(self.rule).family:
            raise GameError(f"{self.name} needs a rule of the same family as {self.rule}, not {rule.law[:40]}")
        if rule.species < self.min_live_states:
            raise GameError(
                f"{self.name} needs a rule with at least {self.min_live_states} species, not {rule.law[:40]}"
            )
        if rule.twist is not None and (self.competitive or self.players == 1):
            raise GameError(f"{self.name} needs a torus or dead edges, not a board that is a {rule.twist.title}")

    def require_option(self, option: str) -> None:
        """Check that the game has an option called ``option``.

        Raises:
            GameError: there is no such option in this game.
        """
        if option not in self.options:
            has = f"use one of {', '.join(self.options)}" if self.options else "it has no options"
            raise GameError(f"{self.name} has no option {option[:40]!r}: {has}")

    def require_settings(self, settings: Mapping[str, Any]) -> None:
        """Check that matches of the game can have these settings.

        Raises:
            GameError: the game does not have one of the settings, or a value has the wrong type or is out of range.
        """
        for name, value in settings.items():
            if name not in self.settings:
                has = f"use {', '.join(self.settings)}" if self.settings else "it has no settings"
                raise GameError(f"{self.name} has no setting {name[:40]!r}: {has}")
            self.settings[name].check(name, value, self.name)

    def require_level(self, level: int) -> None:
        """Check that this game has the computer level ``level`` (1 is the weakest).

        Raises:
            GameError: there is no such level in this game.
        """
        if not self.levels:
            raise GameError(f"the computer does not play {self.name}")
        if not 1 <= level <= len(self.levels):
            known = ", ".join(str(number) for number in range(1, len(self.levels) + 1))
            raise GameError(f"no computer level {level}: use one of {known}")

    def computer(self, seat: ComputerSeat) -> Player[State]:
        """Make the computer player for ``seat``.

        Raises:
            GameError: the game does not have that seat or level.
        """
        self.require_level(seat.level)
        if not 0 <= seat.seat < self.players:
            raise GameError(f"no seat {seat.seat} for the computer: use 0 to {self.players - 1}")
        return cast("Player[State]", resolve_name(self.computer_factory)(replace(seat, observe=self.observe)))
