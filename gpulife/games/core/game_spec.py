"""The record of a game: everything that the program knows about it, in one place.

A game is added by writing its :class:`GameSpec` and naming it in ``games/registry.py``. Code that lists,
shows, seats, explains, hosts or plays games asks the spec and knows no game by name. Objects of other rooms
are named by a text "module:object", which is imported when it is needed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.credits import Credit
from gpulife.games.core.game import Action, ActionKind, Board, GameError, GameState, Match
from gpulife.games.core.order import Order
from gpulife.games.core.player import Player
from gpulife.games.core.quiet_time import QuietTime
from gpulife.rules import Cells, Rule, parse_rule

if TYPE_CHECKING:
    from gpulife.engines.batch import OpenBatch

State = TypeVar("State", bound=GameState)
Shape = tuple[int, int]
Census = NDArray[np.int64]
DEFAULT_RULE = "Immigration"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match, or of a round of one.

    Attributes:
        winner: the winner's seat, None for a tie.
        ending: one word, such as "clock" or "resigned".
    """

    winner: int | None
    ending: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that a match may have beside its option.

    Attributes:
        type: type of its JSON value; a float may be written as a whole number, too.
        about: one line for people.
        expected: what its value should be, for messages.
        default: value of a match that does not have it; None where it then has no effect.
        option: the only option with which a match may have it; "" for all.
        allowed: numbers that it can be, counted in steps; None where the game itself checks the value.
        step: the difference between two of them; a power of two, so that all are exact.
    """

    type: type[Any]
    about: str
    expected: str
    default: Any = None
    option: str = ""
    allowed: range | None = None
    step: float = 1

    def check(self, name: str, value: Any, game: str) -> None:
        """Find out whether the setting called ``name`` of a game can have a value.

        Raises:
            GameError: it cannot.
        """
        is_typed = type(value) is self.type or (self.type is float and type(value) is int)
        if not is_typed or (self.allowed is not None and not self._is_allowed(value, self.allowed)):
            raise GameError(f"{name} is {value!r:.40} in {game}: use {self.expected}")

    def _is_allowed(self, number: float, allowed: range) -> bool:
        return allowed[0] * self.step <= number <= allowed[-1] * self.step and number % self.step == 0


@dataclass(frozen=True, slots=True)
class ComputerLevel:
    """A level of the computer, for people.

    Attributes:
        title: name of the level.
        about: one line about how it plays.
    """

    title: str
    about: str


def full_state(state: State, _seat: int) -> State:
    """Return the state as it is: in most games everybody sees everything."""
    return state


def press_start(_state: State, seats: Sequence[int]) -> tuple[Action, ...]:
    """Let the first of these seats press START, as in games between two: that begins them for both."""
    return tuple(Action(seat, ActionKind.START) for seat in seats[:1])


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerSeat:
    """The facts that the factory of a computer player needs.

    Attributes:
        seat: number of the seat, 0 for the first.
        level: number of the level, 1 for the weakest.
        seed: seed of the match; with it, the seat and the level, a computer always plays the same game.
        lookahead: function that opens batches of universes to look ahead in; None for numpy's.
        people: seats of people, for whom some computers wait.
        pause: ticks from one move to the next where a game's computer would be too quick for people to follow.
        observe: function of a state and a seat that removes what the seat may not know: the computer sees its result.
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
    """The moving picture of a game on the start screen.

    Attributes:
        cells: function that makes the first cells, which fill the board, from a random generator.
        rule: name of the rule; "" for the game's own.
        seconds: time that a generation takes.
        generations: number of generations shown before it begins anew.
        grid: whether there are lines between the cells.
    """

    cells: Callable[[np.random.Generator], Cells]
    rule: str = ""
    seconds: float = 1 / 12
    generations: int = 240
    grid: bool = False


@dataclass(frozen=True, slots=True)
class Demo:
    """The match that computers play for spectators: in attract mode, and as a scene of art.

    Attributes:
        option: name of the option.
        levels: levels in the seats, an entry for each match; after the last entry the first one comes again.
    """

    option: str
    levels: tuple[tuple[int, ...], ...]

    def levels_of(self, number: int) -> tuple[int, ...]:
        """Return the levels in the seats of the match with that number, 0 for the first."""
        return self.levels[number % len(self.levels)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament(Generic[State]):
    """Terms on which two levels of the computer play against each other without a window.

    Attributes:
        end_text: text that says when a match ends, and who wins it then; "{limit}" stands for the limit.
        limit: default for the number of turns or generations after which a match is stopped; 0 where a clock ends every
            match, so that it has no limit.
        stop_reason: function of state and limit that returns a word if the match is stopped here by the scores, though
            it is not over, and "" if it goes on.
        max_ticks: function of limit and option: ticks after which any match is stopped; None for half an hour.
        rule: name of the rule; "" for the game's own.
        shape: default for (rows, columns) of the board; None for the game's own.
        make_match: function of shape, seed, option and limit that makes a match; None for ``new_match``.
        first_actions: actions of the first tick.
        uses_batches: whether the computer looks ahead in batches, which a graphics card can compute.
        decides_in_one_tick: whether the computer makes each decision within a tick, so that each action is one.
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
    """Return the outcome by a state's attributes ``winner`` and ``ending``; None if it is not over, or has none."""
    ending = getattr(state, "ending", None)
    return None if ending is None else Outcome(state.winner, str(ending))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec(Generic[State]):
    """Everything about one game.

    Attributes:
        name: name in the registry, in files and on the command line.
        title: title for people.
        about: one line for lists.
        tagline: one line for the start screen.
        help_files: Markdown files of its page of help, in order, by their paths below ``games/``. Games may share them:
            ``core/laws_help.md`` is Conway's law, for all games that have it.
        players: maximum number of people and computers who can play.
        lasts_for_days: whether matches go on for days or weeks, at the pace of their players: a session may then be
            centuries long, and on-line seats wait for their owners for ever.
        competitive: whether they play against each other, so that seats have to be assigned.
        shape: (rows, columns) of the board that it was made for; other boards are possible.
        rule: name of its default rule, with the default edges.
        own_family_only: whether it can only be played by rules of the same family as its own.
        min_live_states: smallest number of states besides dead that a rule must have so that it can be played by it.
        options: options by name, each with a line for people, in the order of the option key, the default first.
        walled_options: options with which the board ends at its edges.
        settings: settings that a match may have beside its option, by name; all others are refused.
        state_type: frozen dataclass of its states, by which saved states are read.
        first_state: function of a match and the shape of its board, which is dead, that makes the state before the
            first tick. Raises GameError for a setting that makes no sense.
        check_state: function of a state out of a file, the first state and the shape of the board that raises
            GameError if the game cannot be in that state.
        advance: function of a state, the actions of a tick and the board that returns the next state, and orders, which
            are carried out in this sequence after it returns. It is pure, accepts any action, senseless ones included,
            and raises nothing, since replays and networks may contain anything.
        quiet: how ticks pass at once in which nothing happens, for servers; None where they pass one by one.
        outcome: function of a state; None while the match goes on.
        explain_end: function of a state and the players' names that says in a sentence why a round or the match is
            over; "" while it goes on.
        scores: function of a state and the census of its board: a number for each seat, the highest for the leader.
        observe: function of a state and a seat, or NOBODY, that returns the state without others' secrets. Computers
            decide by it; people at one screen see what the game's side in the window shows to all of them.
        default_match: function that makes a match from a seed, where rule, board and option are not enough; None for
            ``new_match``.
        levels: levels of the computer, the weakest first; empty where it does not play.
        computer_factory: "module:object" of a function that makes a Player from a ComputerSeat.
        tournament: terms of its tournaments; None where levels cannot play against each other.
        window_plays_generations: whether the window plays a sound for each generation, since the game, which does not
            count its board, orders none.
        credit: makers of the original; None where nobody has to be named.
        preview: moving picture on the start screen; None for games that nobody chooses there.
        demo: match for attract mode and art; None for a game that is not shown there.
        online_kinds: kinds of actions that a seat of an on-line match may use, beside those that all games have; None
            for a game that no server hosts.
        begin: function of a state and the seats of people who are here, the host's first, that returns what begins an
            on-line match for all; nothing where somebody has to do something else before.
        window: "module:object" of its side in the window.
        page: "module:object" of what browsers' pages show of it; "" for a game that is not hosted on line.
    """

    name: str
    title: str
    about: str
    tagline: str = ""
    help_files: tuple[str, ...] = ()
    players: int
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
    window: str = "gpulife.window.play.game_window:DEFAULT_WINDOW"
    page: str = ""

    @property
    def default_option(self) -> str:
        """The option of a match unless another is chosen; "" where there are none."""
        return next(iter(self.options), "")

    @property
    def is_duel(self) -> bool:
        """Whether two play it, neither more nor fewer."""
        return self.players == 2

    @property
    def has_own_rule(self) -> bool:
        """Whether its default rule has another law or other edges than that of most games."""
        return self.rule != DEFAULT_RULE

    def start(self, match: Match, shape: Shape) -> State:
        """Return the state before the first tick of ``match`` on a board of ``shape``, which is dead.

        Raises:
            GameError: a rule that it cannot be played by, or an option or a setting that the game does not have.
        """
        if match.rule:
            self.require_rule(parse_rule(match.rule))
        if match.option:
            self.require_option(match.option)
        self.require_settings(match.settings)
        return self.first_state(replace(match, option=match.option or self.default_option), shape)

    def check(self, state: State, match: Match, shape: Shape) -> None:
        """Find out whether a session of ``match``, on a board of ``shape``, can be in ``state``, as a file says.

        Raises:
            GameError: it cannot: a number, place or length is none that this game gets to.
        """
        self.check_state(state, self.start(match, shape), shape)

    def require_rule(self, rule: Rule) -> None:
        """Find out whether the game can be played by ``rule``.

        Raises:
            GameError: it cannot.
        """
        if self.own_family_only and rule.family is not parse_rule(self.rule).family:
            raise GameError(f"{self.name} is played by {self.rule}, not by {rule.law[:40]}")
        if rule.species < self.min_live_states:
            raise GameError(
                f"{self.name} needs a rule with at least {self.min_live_states} species, not {rule.law[:40]}"
            )

    def require_option(self, option: str) -> None:
        """Find out whether the game has an option of that name.

        Raises:
            GameError: it has not.
        """
        if option not in self.options:
            has = f"use one of {', '.join(self.options)}" if self.options else "it has none"
            raise GameError(f"{self.name} has no option {option[:40]!r}: {has}")

    def require_settings(self, settings: Mapping[str, Any]) -> None:
        """Find out whether matches of the game can have these settings.

        Raises:
            GameError: the game does not have one of them, or its value is of another type or out of range.
        """
        for name, value in settings.items():
            if name not in self.settings:
                has = f"use {', '.join(self.settings)}" if self.settings else "it has none"
                raise GameError(f"{self.name} has no setting {name[:40]!r}: {has}")
            self.settings[name].check(name, value, self.name)

    def require_level(self, level: int) -> None:
        """Find out whether the computer has a level of that number, 1 for the weakest.

        Raises:
            GameError: it has not.
        """
        if not self.levels:
            raise GameError(f"the computer does not play {self.name}")
        if not 1 <= level <= len(self.levels):
            known = ", ".join(str(number) for number in range(1, len(self.levels) + 1))
            raise GameError(f"no level {level} of the computer: use one of {known}")

    def computer(self, seat: ComputerSeat) -> Player[State]:
        """Make the computer player of a seat.

        Raises:
            GameError: no such seat, or no such level in this game.
        """
        self.require_level(seat.level)
        if not 0 <= seat.seat < self.players:
            raise GameError(f"no seat {seat.seat} for the computer: use 0 to {self.players - 1}")
        return cast("Player[State]", resolve_name(self.computer_factory)(replace(seat, observe=self.observe)))
