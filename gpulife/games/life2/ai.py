"""The computer player of LIFE-2: chooses places without knowing the opponent's choices, and types them slowly."""

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

# The lookahead tries possible choices of both players against each other. Rows of the table are the computer's own
# choices, columns are choices that the opponent may make. Each pair is a universe of a batch; with 64 universes, one
# batch per tick takes little time on any board.
Choice = tuple[Place, ...]
"""The places that a player chooses in a turn, in order."""
Table = NDArray[np.float64]

_WIN, _DRAW, _LATER_EXTINCTION = 100.0, -20.0, 10.0
"""Values, counted in cells: a win in the next generation; a draw in the next generation; a later win by extinction."""


def try_choices(
    window: BoardWindow, player: int, own: Sequence[Choice], others: Sequence[Choice], sight: int, lookahead: OpenBatch
) -> Iterator[Table | None]:
    """Try each of the player's choices against each of the opponent's, up to MAX_UNIVERSES pairs in each step.

    Args:
        window: the board, or the visible part of it.
        player: player for whom the outcomes are valued.
        own: choices of that player.
        others: possible choices of the opponent.
        sight: number of generations to look ahead.
        lookahead: function that opens a batch of boards, to compute them together.

    Yields:
        None until all pairs are tried, then the values for the player, shape (own, others), float64.
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
    """Return the index of the row of ``table`` (a choice of the player) with the best mean over the opponent's.

    Of several equally good rows, one is picked at random.
    """
    means = table.mean(axis=1)
    return int(rng.choice(np.flatnonzero(means >= means.max() - 1e-9)))


def equilibrium(table: Table, rng: np.random.Generator) -> int:
    """Return the index of a random row of ``table``, drawn from an approximate Nash equilibrium.

    An equilibrium is the mixture of choices that does best against a perfect opponent.
    """
    return int(rng.choice(len(table), p=mixture(table)))


def mixture(table: Table, rounds: int = 400) -> NDArray[np.float64]:
    """Return the probability of each row of ``table`` in an approximate Nash equilibrium, after ``rounds`` of learning.

    Both sides use regret matching (Hart and Mas-Colell, Econometrica 68, 2000). Its averages converge to an equilibrium
    in zero-sum games for two.
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
    return np.asarray(total / total.sum())


def _regret_matching(regret: NDArray[np.float64]) -> NDArray[np.float64]:
    positive = np.maximum(regret, 0.0)
    total = positive.sum()
    return positive / total if total > 0 else np.full(regret.size, 1 / regret.size)


def _outcomes(
    window: BoardWindow, player: int, pairs: Sequence[tuple[Choice, Choice]], sight: int, lookahead: OpenBatch
) -> NDArray[np.float64]:
    """Return the value of each pair of choices for the player, shape (pairs,), float64."""
    batch = lookahead(window.cells, window.rule, window.generation, len(pairs))
    top, left = window.corner
    for side, species in enumerate((player + 1, 2 - player)):
        planted = np.array(
            [
                (universe, row - top, column - left)
                for universe, choices in enumerate(pairs)
                for row, column in choices[side]
                if (row, column) not in choices[1 - side]  # a place that both choose stays empty
            ],
            np.int64,
        ).reshape(-1, 3)
        universes, rows, columns = planted.T
        batch.plant_cells(universes, rows, columns, species)
    worth = np.zeros(len(pairs))
    for number in range(sight):
        batch.step()
        counts = batch.counts()
        own, other = counts[:, player].astype(float), counts[:, 1 - player].astype(float)
        worth += (own - other) * 0.5**number
        if number == 0:
            # The rules judge this generation; the players can still change later ones.
            over = (own == 0) | (other == 0)
            end = np.where(own > 0, _WIN, np.where(other > 0, -_WIN, _DRAW))
        else:
            worth += _LATER_EXTINCTION * 0.5**number * ((other == 0) * 1.0 - (own == 0) * 1.0)
    batch.close()
    return np.where(over, end, worth)


_NEAR = 2
"""Maximum distance, in cells, at which a single piece affects live cells."""


@dataclass(frozen=True, slots=True)
class _Skill:
    """The lookahead of a computer level.

    Attributes:
        own_choices: number of the computer's choices to compare; 0 to take the first one drawn.
        opponent_choices: number of the opponent's choices to try each of them against.
        sight: number of generations of the lookahead.
        mixes: True to draw a choice from an equilibrium; False to take the choice that is best on average.
    """

    own_choices: int
    opponent_choices: int
    sight: int
    mixes: bool = False


_SKILLS = {1: _Skill(0, 0, 0), 2: _Skill(25, 1, 1), 3: _Skill(25, 25, 2), 4: _Skill(25, 25, 3, mixes=True)}


class Life2Player(ComputerPlayer[Life2State, Iterator[Table | None]]):
    """The computer in one seat of LIFE-2."""

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
        """Return the next digit to type; None while thinking or waiting."""
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
        if not left:  # a choice was taken back, or more pieces are needed than expected
            self._choice = None
            return None
        place = self._typing = left[0]
        widths = digit_counts(board.shape)
        digits = "".join(str(number + 1).zfill(width) for number, width in zip(reversed(place), widths, strict=True))
        self._busy_until = tick - (-TICKS_PER_SECOND // self._level.changes)
        return Action(self._player, ActionKind.DIGIT, int(digits[min(len(hand.typed), len(digits) - 1)]))

    def _think(self, tick: int, state: Life2State, board: Board) -> None:
        """Draw choices, or try one batch of them. Set ``_choice`` once the decision is made."""
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
        """Return up to ``limit`` random choices of ``count`` places each.

        A single place is near live cells; several places are close to each other.
        """
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
        first = places
        # A level that ignores the opponent's choices begins on its own side. In the middle, both players would often
        # choose the same places, which stay empty, so the first turn could end without any pieces.
        if _SKILLS[self._level.number].opponent_choices <= 1:
            middle = (min(column for _, column in places) + max(column for _, column in places)) / 2
            own_side = (place for place in places if (place[1] > middle if self._player else place[1] < middle))
            first = list(own_side) or places
        for _ in range(4 * limit):
            choice = _cluster(first, places, count, rng)
            found.setdefault(frozenset(choice), choice)
            if len(found) == limit:
                break
        return list(found.values())


def _any_place(board: Board, rng: np.random.Generator) -> list[Choice]:
    """Return one random place of the whole board as the only choice; [] if it is taken.

    This is for a board of which the part that the computer sees is full.
    """
    row, column = (int(rng.integers(side)) for side in board.shape)
    return [] if board.read(row, column, 1, 1)[0, 0] else [((row, column),)]


def _cluster(first: Sequence[Place], places: Sequence[Place], count: int, rng: np.random.Generator) -> Choice:
    """Choose ``count`` places at random: one of ``first``, then neighbours of those chosen, if any are left."""
    choice = [first[int(rng.integers(len(first)))]]
    while len(choice) < min(count, len(places)):
        row, column = choice[int(rng.integers(len(choice)))]
        close = [
            place
            for place in places
            if place not in choice and abs(place[0] - row) < _NEAR and abs(place[1] - column) < _NEAR
        ] or [place for place in places if place not in choice]
        choice.append(close[int(rng.integers(len(close)))])
    return tuple(choice)
