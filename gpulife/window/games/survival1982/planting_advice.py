"""Advice for people who plant: what planting now leads to, and why a cell was lost.

While generations pass, the board changes faster than people can read. So the advice is a few words, which stay long
enough to be read.
"""

from collections.abc import Callable, Mapping

import numpy as np

from gpulife.engines.base import Engine
from gpulife.games.core.foresight import Foresight, area_around, coming_cells, foresee
from gpulife.games.core.game import Place
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.rules import Cells
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.outlook import DIES_AT_ONCE, fate_of

_SIGHT, _COUNTED = 40, 6
"""Generations to look ahead; cells are averaged over this many at the end, since oscillators make them vary."""
_SETTLED, _MOVED = 0.5, 0.15
"""Minimum seconds for which the words stay: while the cursor rests, and after it has moved."""
_SINGLE = 0
"""Index of the single cell in the seed menu."""


class PlantingAdvice:
    """Finds the advice to show to a player who plants during play.

    Args:
        player: the player.
        engine: engine that computes the board.
        now: function that returns the current time in seconds.
    """

    def __init__(self, player: int, engine: Engine, now: Callable[[], float]) -> None:
        self._player, self._engine, self._now = player, engine, now
        self._words = ""
        self._said: tuple[Mapping[Place, int], float] = {}, -_SETTLED
        self._waiting: tuple[Place, int] | None = None  # the cell to be planted next, and the board's changes
        self._is_vain = False
        self._planted = 0
        self._fate: Remembered[str] = Remembered()
        self._round: tuple[int, int] | None = None

    def words(self, planned: Mapping[Place, int], at: Place) -> str:
        """Return a text on what planting now leads to, such as "+12 cells in 40 generations"; "" if it changes nothing.

        Args:
            planned: states of the cells that would be planted, keyed by place.
            at: place of the cursor.
        """
        known, since = self._said
        if self._now() - since < (_SETTLED if known == planned else _MOVED):
            return self._words
        self._said = dict(planned), self._now()
        self._words = self._foretell(planned, at)
        return self._words

    def fate(self, planned: Mapping[Place, int], at: Place, film: tuple[Cells, ...]) -> str:
        """Return a text on what becomes of the planned cells while no generations pass.

        If there are other cells of the player in sight, it says that it counts those, too.

        Args:
            planned: states of the cells that would be planted, keyed by place.
            at: place of the cursor.
            film: the boards of the coming generations around the cursor, with the planned cells.
        """
        key = at, tuple(planned.items()), self._engine.changes
        return self._fate.of(key, lambda: self._find_fate(planned, at, film))

    def _find_fate(self, planned: Mapping[Place, int], at: Place, film: tuple[Cells, ...]) -> str:
        state = self._player + 1
        words = fate_of(film, state)
        is_alone = int(np.count_nonzero(film[0] == state)) <= sum(each == state for each in planned.values())
        boards = None if is_alone else self._with_and_without(planned, at)
        if boards is None:
            return words
        rule, generation = self._engine.rule, self._engine.generation
        with_it, without = (coming_cells(board, rule, generation, len(film) - 1) for board in boards)
        if np.array_equal(with_it[-1], without[-1]):  # only the cells that are there already would be counted
            number = next(
                number for number, pair in enumerate(zip(with_it, without, strict=True)) if np.array_equal(*pair)
            )
            return "" if not number else DIES_AT_ONCE if number == 1 else f"Gone after {number} generations"
        return words if not words or words.startswith("Dies") else f"With yours near it: {words}"

    def _foretell(self, planned: Mapping[Place, int], at: Place) -> str:
        state, engine = self._player + 1, self._engine
        boards = self._with_and_without(planned, at)
        if boards is None:
            return ""
        films = [coming_cells(board, engine.rule, engine.generation, _SIGHT) for board in boards]
        with_it, without = films
        if np.array_equal(with_it[-1], without[-1]):
            number = next(number for number, pair in enumerate(zip(*films, strict=True)) if np.array_equal(*pair))
            return "" if not number else "Dies at once here" if number == 1 else f"Gone after {number} generations"
        gains = [_mean(with_it, side) - _mean(without, side) for side in (state, 3 - state)]
        own, other = (f"{round(gain):+d}" for gain in gains)
        return f"{own} cells in {_SIGHT} generations" + (f", opponent {other}" if round(gains[1]) else "")

    def lost_cell(self, state: ContestState) -> bool:
        """Return True if a single cell that the player planted in play has just died without any effect.

        This must be called in each frame. It is True at most once in a round.
        """
        side, engine = state.sides[self._player], self._engine
        planted, before = side.ledger.planted[_SINGLE], self._planted
        this_round = state.starts, state.round
        self._planted = planted
        was_vain, self._is_vain = self._is_vain, False
        pending = side.pending
        if state.phase is not RoundPhase.PLAY or self._round == this_round:
            return False
        if planted > before and was_vain:
            self._round = this_round
            return True
        if pending is not None and pending.entry == _SINGLE:
            key = (pending.row, pending.column), engine.changes
            self._is_vain = was_vain if key == self._waiting else self.dies_in_vain(key[0])
            self._waiting = key
        return False

    def dies_in_vain(self, place: Place) -> bool:
        """Return True if planting a cell at ``place`` would not change the next generation."""
        boards = self._with_and_without({place: self._player + 1}, place)
        return boards is not None and np.array_equal(boards[0].after, boards[1].after)

    def _with_and_without(self, planned: Mapping[Place, int], at: Place) -> tuple[Foresight, Foresight] | None:
        """Return two forecasts of the next generation around ``at``: with the planned cells, and without them.

        Return None if ``at`` is off the board.
        """
        engine = self._engine
        area = area_around(at, engine.shape, engine.rule.edges)
        with_it, without = foresee(engine, planned, area), foresee(engine, {}, area)
        return None if with_it is None or without is None else (with_it, without)


def _mean(film: tuple[Cells, ...], state: int) -> float:
    return float(np.mean([np.count_nonzero(cells == state) for cells in film[-_COUNTED:]]))
