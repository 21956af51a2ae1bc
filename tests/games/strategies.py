"""Scripted people who play Seed List by stick and trigger, with six changes a second, on 160x88 in either seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from games.computers import computer_player

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.consent import seat_actions
from gpulife.games.core.game import NOBODY, Action, ActionKind, Board
from gpulife.games.core.player import Player
from gpulife.games.matches import new_match
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.rules import parse_rule
from gpulife.session.session import Session

K = ActionKind
SHAPE = (88, 160)
APART = 10
"""Ticks between two changes."""
BLOCK, PULSAR = 2, 6
"""Entries of the seed menu."""

Deeds = Iterator[Action | None]
"""The next action of a person; None waits a tick."""


class Person:
    """A player who follows a plan; the plan may read the present ``state`` and ``board``."""

    is_live = False
    state: ContestState
    board: Board

    def __init__(self, seat: int, plan: Callable[[Person], Deeds]) -> None:
        self.seat = seat
        self._free_at = 0
        self._plan = plan
        self._deeds: Deeds | None = None

    def actions(self, tick: int, state: ContestState, board: Board) -> Sequence[Action]:
        self.state, self.board = state, board
        if state.phase not in (RoundPhase.SET_UP, RoundPhase.PLAY):
            return ()
        self._deeds = self._plan(self) if self._deeds is None else self._deeds
        if tick < self._free_at:
            return ()
        action = next(self._deeds, None)
        self._free_at = tick + (1 if action is None else APART)
        return () if action is None else (action,)

    @property
    def side(self):
        return self.state.sides[self.seat]

    def does(self, kind: ActionKind, a: int = 0, b: int = 0) -> Action:
        return Action(self.seat, kind, a, b)

    def column(self, column: int) -> int:
        """Return a column of the player's own half, counted from the outer edge."""
        return column if self.seat == 0 else SHAPE[1] - 1 - column

    def push(self, rows: int, columns: int) -> Deeds:
        yield self.does(K.STICK, rows, columns)
        yield self.does(K.STICK)

    def pick(self, entry: int) -> Deeds:
        """Fetch a shape from the menu."""
        yield self.does(K.POINT, 999, self.column(40))
        yield from self.push(1, 0)
        yield from self.push(1, 0)
        for _ in range(10):
            if self.side.entry == entry:
                break
            yield from self.push(0, (1 if self.side.entry < entry else -1) * (-1 if self.seat else 1))
        yield from self.push(-1, 0)

    def put(self, row: int, column: int) -> Deeds:
        yield self.does(K.POINT, row, self.column(column))
        yield self.does(K.TRIGGER, 1)
        yield self.does(K.TRIGGER, 0)

    def wait(self, until: Callable[[ContestState], bool]) -> Deeds:
        while not until(self.state):
            yield None


def blitz(person: Person) -> Deeds:
    """Plant four cells, then press SPACE, in each round: the other player has not planted yet and is shut out."""
    for row, column in ((44, 40), (44, 41), (45, 40), (45, 41)):
        yield from person.put(row, column)
    while person.state.phase is RoundPhase.SET_UP:
        yield person.does(K.HALT)


def field(person: Person, pulsars: int) -> Deeds:
    yield from person.pick(PULSAR)
    places = [(row, column) for column in (9, 27, 45, 63) for row in (9, 27, 45, 63, 80)]
    for row, column in places[:pulsars]:
        yield from person.put(row, column)


def six_pulsars(person: Person) -> Deeds:
    yield from field(person, 6)


def halting(person: Person) -> Deeds:
    """The same start; near the end of the clock press SPACE, plant all seeds as blocks, press SPACE."""
    yield from six_pulsars(person)
    yield from person.pick(BLOCK)
    yield from person.wait(lambda state: state.phase is RoundPhase.PLAY)
    while True:
        yield from person.wait(lambda state: state.clock.notches <= 3)
        yield person.does(K.HALT)
        yield from person.wait(lambda state: state.halted)
        for row, column in ((row, column) for row in range(3, 86, 5) for column in range(3, 76, 5)):
            if person.side.seeds < 3:
                break
            near = person.board.read(row - 3, person.column(column) - 3, 7, 7)
            if not near.any():
                yield from person.put(row, column)
        yield person.does(K.HALT)
        yield from person.wait(lambda state: not state.halted)


def play(
    plan: Callable[[Person], Deeds], level: int, seed: int, seat: int, *, rulings: int = 2, seconds: int = 1800
) -> Session:
    """Play a scripted person against a computer level, to the end or for a number of seconds."""
    match = replace(new_match("seed-list", parse_rule("Immigration"), SHAPE, seed), rulings=rulings)
    computer: Player = computer_player(1 - seat, level, seed)
    person: Player = Person(seat, plan)  # type: ignore[assignment]
    players = (person, computer) if seat == 0 else (computer, person)
    session = Session(match, NumpyEngine(parse_rule(match.rule), SHAPE), players, budget=0)
    levels = [level, 0] if seat else [0, level]
    session.tick((Action(NOBODY, K.START), *seat_actions(session.state, levels)))
    while session.ticks < seconds * 60 and session.state.phase is not RoundPhase.OVER:  # type: ignore[attr-defined]
        session.tick()
    return session
