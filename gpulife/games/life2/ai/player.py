"""The computer in LIFE-2: it chooses places without looking at the opponent's, and types them.

It types as every player of 1978 did, a digit at a time at a person's pace. It remembers only what it is about to type,
and forgets that whenever the state does not follow from the tick before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gpulife.engines.batch import OpenBatch, can_batch
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.board_window import BoardWindow, look
from gpulife.games.core.cursor import Place
from gpulife.games.core.difficulty import DIFFICULTIES, Difficulty
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind, Board
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.player import Player
from gpulife.games.life2.ai.rollouts import Choice, Table, best_on_average, equilibrium, try_choices
from gpulife.games.life2.input import digits_of
from gpulife.games.life2.state import Life2Phase, Life2State, home

_NEAR = 2
"""Distance from live cells beyond which a lone piece does nothing."""


@dataclass(frozen=True, slots=True)
class _Skill:
    """The lookahead of a level: choices try_choices of each side, and generations."""

    tries: int
    answers: int
    sight: int


_SKILLS = {1: _Skill(0, 0, 0), 2: _Skill(25, 1, 1), 3: _Skill(25, 25, 2), 4: _Skill(25, 25, 3)}
_TurnKey = tuple[int, int, int, Life2Phase]


def life2_computer(seat: ComputerSeat) -> Player[Life2State]:
    """Make the player that the spec of LIFE-2 names."""
    return Life2Player(seat.seat, DIFFICULTIES[seat.level], seat.seed, seat.lookahead or NumpyBatch)


class Life2Player:
    """One seat.

    Args:
        player: 0 or 1.
        level: level at which it plays.
        seed: seed of its random numbers.
        lookahead: function that makes batches.
    """

    is_live = False

    def __init__(self, player: int, level: Difficulty, seed: int, lookahead: OpenBatch) -> None:
        self._player = player
        self._level = level
        self._seed = seed
        self._lookahead = lookahead
        self._digit_ticks = -(-TICKS_PER_SECOND // level.changes)
        self._next_tick = -1
        self._followed: _TurnKey | None = None
        self._choice: Choice | None = None
        self._rollouts: Iterator[Table | None] | None = None
        self._own: list[Choice] = []
        self._refused: set[Place] = set()
        self._typing: Place | None = None
        self._forget(0)

    def actions(self, tick: int, state: Life2State, board: Board) -> Sequence[Action]:
        """Return what the computer does in ``tick``: one digit at most."""
        turn_key = state.starts, state.round, state.turn, state.phase
        if tick != self._next_tick or turn_key != self._followed:
            self._forget(tick)
        self._next_tick, self._followed = tick + 1, turn_key
        if state.halted or not state.may_choose(self._player) or tick < self._busy_until:
            return ()
        hand = state.hands[self._player]
        if hand.refused and self._typing is not None:
            self._refused.add(self._typing)
            self._choice = None
        self._typing = None if hand.refused else self._typing
        if self._choice is None:
            self._think(tick, state, board)
            return ()
        return self._type(tick, state, board)

    @property
    def thinking(self) -> bool:
        """Whether it is looking ahead, for those who measure how long that takes."""
        return self._rollouts is not None

    def _forget(self, tick: int) -> None:
        self._choice = self._rollouts = self._typing = None
        self._own, self._refused = [], set()
        self._busy_until = tick + self._level.pause // 2

    def _random(self, state: Life2State, extra: int = 0) -> np.random.Generator:
        """Return this turn's generator, the same after a rewind; another one for each ``extra``."""
        turn_key = state.starts, state.round, state.turn, len(self._refused)
        return np.random.default_rng((self._seed, self._player, self._level.number, *turn_key, extra))

    def _type(self, tick: int, state: Life2State, board: Board) -> Sequence[Action]:
        hand = state.hands[self._player]
        left = [place for place in self._choice or () if place not in hand.chosen]
        if not left:  # somebody took back what it chose, or needs more than it thought
            self._choice = None
            return ()
        place = self._typing = left[0]
        widths = digits_of(board.shape)
        digits = "".join(str(number + 1).zfill(width) for number, width in zip(reversed(place), widths, strict=True))
        self._busy_until = tick + self._digit_ticks
        return (Action(self._player, ActionKind.DIGIT, int(digits[min(len(hand.typed), len(digits) - 1)])),)

    def _think(self, tick: int, state: Life2State, board: Board) -> None:
        """Look ahead by one batch a tick."""
        rng = self._random(state)
        missing = state.needs - len(state.hands[self._player].chosen)
        scene = look(board, home(board.shape))
        skill = _SKILLS[self._level.number]
        if self._rollouts is None:
            tries = max(skill.tries, 1) if can_batch(scene.rule) else 1
            self._own = self._choices(scene, state, missing, tries, rng) or _any_place(board, self._random(state, tick))
            if len(self._own) <= 1:
                self._choice = self._own[0] if self._own else None
                return
            others = self._choices(scene, state, state.needs, skill.answers, rng) if skill.answers > 1 else []
            self._rollouts = try_choices(scene, self._player, self._own, others or [()], skill.sight, self._lookahead)
            return
        table = next(self._rollouts)
        if table is None:
            return
        self._rollouts = None
        choose = equilibrium if self._level.waits else best_on_average
        self._choice = self._own[choose(table, rng)]
        self._busy_until = tick + self._level.pause // 4

    def _choices(
        self, scene: BoardWindow, state: Life2State, count: int, most: int, rng: np.random.Generator
    ) -> list[Choice]:
        """Draw different choices of so many places each: single ones near life, several close to each other."""
        taken = self._refused | set(state.hands[self._player].chosen)
        near = scene.crowd(_NEAR) > 0
        free = scene.cells == 0
        useful = np.argwhere(free & near) if near.any() and count == 1 else np.argwhere(free)
        places = [(int(row) + scene.corner[0], int(column) + scene.corner[1]) for row, column in useful]
        places = [place for place in places if place not in taken]
        if not places or count < 1:
            return []
        if count == 1:
            chosen = rng.permutation(len(places))[:most]
            return [(places[int(number)],) for number in chosen]
        found: dict[frozenset[Place], Choice] = {}
        for _ in range(4 * most):
            choice = _cluster(places, count, rng)
            found.setdefault(frozenset(choice), choice)
            if len(found) == most:
                break
        return list(found.values())


def _any_place(board: Board, rng: np.random.Generator) -> list[Choice]:
    """Choose an empty place anywhere, for a board whose visible part is full; at times none is found."""
    row, column = (int(rng.integers(side)) for side in board.shape)
    return [] if board.read(row, column, 1, 1)[0, 0] else [((row, column),)]


def _cluster(places: Sequence[Place], count: int, rng: np.random.Generator) -> Choice:
    """Choose a place at random, and others next to those chosen, as far as there are any."""
    choice = [places[int(rng.integers(len(places)))]]
    while len(choice) < min(count, len(places)):
        row, column = choice[int(rng.integers(len(choice)))]
        close = [
            place
            for place in places
            if place not in choice and abs(place[0] - row) < _NEAR and abs(place[1] - column) < _NEAR
        ] or [place for place in places if place not in choice]
        choice.append(close[int(rng.integers(len(close)))])
    return tuple(choice)
