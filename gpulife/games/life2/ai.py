"""The computer in LIFE-2: it chooses places without knowing the opponent's, and types them.

It types as every player of 1978 did, a digit at a time at a person's pace.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.batch import MAX_UNIVERSES, OpenBatch, can_batch
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.board_window import BoardWindow, visible_window
from gpulife.games.core.computer_player import ComputerPlayer
from gpulife.games.core.difficulty import DIFFICULTIES
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind, Board, Place
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.life2.input import digit_counts
from gpulife.games.life2.state import Life2Phase, Life2State, home

# Look ahead in LIFE-2: try both players' possible choices against each other, and choose from the results. A row of
# the table is a choice of one's own, a column a choice that the opponent may make in secret. Each universe of a batch
# is a pair of these, 64 at a time, so that one batch a tick is hardly noticed on any board.
Choice = tuple[Place, ...]
"""Places on the board, in the order of choosing."""
Table = NDArray[np.float64]

_WIN, _DRAW, _LATER_EXTINCTION = 100.0, -20.0, 10.0
"""Worth, in cells, of a win, a draw, and an opponent who dies out in a later generation."""
_CELL = np.ones((1, 1), bool)


def try_choices(
    window: BoardWindow, player: int, own: Sequence[Choice], others: Sequence[Choice], sight: int, lookahead: OpenBatch
) -> Iterator[Table | None]:
    """Try all pairs, a batch for each step of the iterator: the last step yields the table, all others None.

    Args:
        window: the board.
        player: the one who looks ahead.
        own: choices to try.
        others: what the opponent may choose.
        sight: generations to look at.
        lookahead: function that makes batches.

    Yields:
        Worths for the player, shape (own, others), float64.
    """
    pairs = [(mine, theirs) for mine in own for theirs in others]
    worths: list[float] = []
    for first in range(0, len(pairs), MAX_UNIVERSES):
        some = pairs[first : first + MAX_UNIVERSES]
        worths += _outcomes(window, player, some, sight, lookahead).tolist()
        if len(worths) < len(pairs):
            yield None
    yield np.array(worths).reshape(len(own), len(others))


def best_on_average(table: Table, rng: np.random.Generator) -> int:
    """Return the row that is best if all choices of the opponent are equally likely; of equal rows one at random."""
    means = table.mean(axis=1)
    return int(rng.choice(np.flatnonzero(means >= means.max() - 1e-9)))


def equilibrium(table: Table, rng: np.random.Generator, rounds: int = 400) -> int:
    """Draw a row from an approximate Nash equilibrium: the mixture that loses least to the opponent's best answer.

    By regret matching of both sides (Hart and Mas-Colell, Econometrica 68, 2000), whose averages converge to it in
    zero-sum games of two.
    """
    rows, columns = table.shape
    regrets = np.zeros(rows), np.zeros(columns)
    total = np.zeros(rows)
    for _ in range(rounds):
        mine, theirs = (_regret_matching(regret) for regret in regrets)
        total += mine
        gains, losses = table @ theirs, mine @ table
        worth = float(mine @ gains)
        regrets[0][:] += gains - worth
        regrets[1][:] += worth - losses
    return int(rng.choice(rows, p=total / total.sum()))


def _regret_matching(regret: NDArray[np.float64]) -> NDArray[np.float64]:
    positive = np.maximum(regret, 0.0)
    total = positive.sum()
    return positive / total if total > 0 else np.full(regret.size, 1 / regret.size)


def _outcomes(
    window: BoardWindow, player: int, pairs: Sequence[tuple[Choice, Choice]], sight: int, lookahead: OpenBatch
) -> NDArray[np.float64]:
    """Return the value of each pair of choices: shape (pairs,)."""
    batch = lookahead(window.cells, window.rule, window.generation, len(pairs))
    top, left = window.corner
    for universe, choices in enumerate(pairs):
        shared = set(choices[0]) & set(choices[1])
        for species, choice in zip((player + 1, 2 - player), choices, strict=True):
            for row, column in choice:
                if (row, column) not in shared:
                    batch.plant(universe, row - top, column - left, _CELL, species)
    worth = np.zeros(len(pairs))
    for number in range(sight):
        batch.step()
        counts = batch.counts()
        own, other = counts[:, player].astype(float), counts[:, 1 - player].astype(float)
        worth += (own - other) * 0.5**number
        if number == 0:
            # This generation is judged; whatever comes later may still be changed.
            over = (own == 0) | (other == 0)
            end = np.where(own > 0, _WIN, np.where(other > 0, -_WIN, _DRAW))
        else:
            worth += _LATER_EXTINCTION * 0.5**number * ((other == 0) * 1.0 - (own == 0) * 1.0)
    batch.close()
    return np.where(over, end, worth)


_NEAR = 2
"""Distance from live cells beyond which a lone piece does nothing."""


@dataclass(frozen=True, slots=True)
class _Skill:
    """The lookahead of a level.

    Attributes:
        own_choices: number of choices of its own that it tries; 0 for the first one drawn.
        opponent_choices: number of choices of the opponent that each of these is tried against.
        sight: number of generations that it looks ahead.
        mixes: whether it draws from a mixture that nobody can predict, instead of taking the best choice on average.
    """

    own_choices: int
    opponent_choices: int
    sight: int
    mixes: bool = False


_SKILLS = {1: _Skill(0, 0, 0), 2: _Skill(25, 1, 1), 3: _Skill(25, 25, 2), 4: _Skill(25, 25, 3, mixes=True)}


class Life2Player(ComputerPlayer[Life2State, Iterator[Table | None]]):
    """One seat."""

    def __init__(self, seat: ComputerSeat) -> None:
        self._level = DIFFICULTIES[seat.level]
        super().__init__(seat)

    def _plan_key(self, state: Life2State) -> tuple[int, int, int, Life2Phase]:
        return state.starts, state.round, state.turn, state.phase

    def _forget(self, tick: int) -> None:
        self._lookahead = None
        self._choice: Choice | None = None
        self._typing: Place | None = None
        self._own: list[Choice] = []
        self._refused: set[Place] = set()
        self._busy_until = tick + self._level.pause // 2

    def _act(self, tick: int, state: Life2State, board: Board) -> Action | None:
        """Return the next digit, if there is one to type."""
        if state.halted or not state.may_choose(self._player) or tick < self._busy_until:
            return None
        hand = state.hands[self._player]
        if hand.refused and self._typing is not None:
            self._refused.add(self._typing)
            self._choice = None
        self._typing = None if hand.refused else self._typing
        if self._choice is None:
            self._think(tick, state, board)
            return None
        return self._type(tick, state, board)

    def _type(self, tick: int, state: Life2State, board: Board) -> Action | None:
        hand = state.hands[self._player]
        left = [place for place in self._choice or () if place not in hand.chosen]
        if not left:  # somebody took back what it chose, or needs more than it thought
            self._choice = None
            return None
        place = self._typing = left[0]
        widths = digit_counts(board.shape)
        digits = "".join(str(number + 1).zfill(width) for number, width in zip(reversed(place), widths, strict=True))
        self._busy_until = tick - (-TICKS_PER_SECOND // self._level.changes)
        return Action(self._player, ActionKind.DIGIT, int(digits[min(len(hand.typed), len(digits) - 1)]))

    def _think(self, tick: int, state: Life2State, board: Board) -> None:
        """Look ahead by one batch a tick."""
        turn = state.starts, state.round, state.turn, len(self._refused)
        rng = self._random(*turn, 0)
        missing = state.needs - len(state.hands[self._player].chosen)
        window = visible_window(board, home(board.shape))
        skill = _SKILLS[self._level.number]
        if self._lookahead is None:
            limit = max(skill.own_choices, 1) if can_batch(window.rule) else 1
            self._own = self._choices(window, state, missing, limit, rng) or _any_place(
                board, self._random(*turn, tick)
            )
            if len(self._own) <= 1:
                self._choice = self._own[0] if self._own else None
                return
            limit = skill.opponent_choices
            others = self._choices(window, state, state.needs, limit, rng) if limit > 1 else []
            open_batch = self._seat.lookahead or NumpyBatch
            self._lookahead = try_choices(window, self._player, self._own, others or [()], skill.sight, open_batch)
            return
        table = next(self._lookahead)
        if table is None:
            return
        self._lookahead = None
        choose = equilibrium if skill.mixes else best_on_average
        self._choice = self._own[choose(table, rng)]
        self._busy_until = tick + self._level.pause // 4

    def _choices(
        self, window: BoardWindow, state: Life2State, count: int, limit: int, rng: np.random.Generator
    ) -> list[Choice]:
        """Draw up to ``limit`` different choices of ``count`` places: one near live cells, several near each other."""
        taken = self._refused | set(state.hands[self._player].chosen)
        near = window.count_live(_NEAR) > 0
        free = window.cells == 0
        useful = np.argwhere(free & near) if near.any() and count == 1 else np.argwhere(free)
        places = [(int(row) + window.corner[0], int(column) + window.corner[1]) for row, column in useful]
        places = [place for place in places if place not in taken]
        if not places or count < 1:
            return []
        if count == 1:
            chosen = rng.permutation(len(places))[:limit]
            return [(places[int(number)],) for number in chosen]
        found: dict[frozenset[Place], Choice] = {}
        for _ in range(4 * limit):
            choice = _cluster(places, count, rng)
            found.setdefault(frozenset(choice), choice)
            if len(found) == limit:
                break
        return list(found.values())


def _any_place(board: Board, rng: np.random.Generator) -> list[Choice]:
    """Try one place anywhere, for a board whose visible part is full; return no choice if something lives there."""
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
