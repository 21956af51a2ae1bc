"""Rollouts: candidates tried out in one batch of universes, a few generations a tick."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.batch import Batch, OpenBatch
from gpulife.games.core.board_window import BoardWindow
from gpulife.games.survival1982.ai.candidate_moves import Candidate
from gpulife.games.survival1982.seed_menu import TURNED_SHAPES

COUNTED_GENERATIONS = 3
"""Number of generations at the end over which counts are averaged, for blinkers, pulsars and the like."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A candidate (None: plant nothing) and when it is planted."""

    candidate: Candidate | None
    generation: int


class Rollouts:
    """Trials that are being computed.

    Args:
        window: part of the board that it looks at.
        player: player who looks ahead.
        trials: trials, at most 64.
        end: last generation to compute.
        lookahead: function that makes the batch.

    Attributes:
        trials: as given.
        outcomes: mean numbers of (own cells, the opponent's) of each trial, shape (trials, 2); None before it is done.
    """

    def __init__(
        self, window: BoardWindow, player: int, trials: Sequence[Trial], end: int, lookahead: OpenBatch
    ) -> None:
        self.trials = tuple(trials)
        self.end = end
        self.outcomes: NDArray[np.float64] | None = None
        self._window, self._player = window, player
        self._universes: Batch | None = lookahead(window.cells, window.rule, window.generation, len(self.trials))
        self._view: list[NDArray[np.int64]] = []
        self._plant()

    def think(self, generations: int) -> bool:
        """Compute up to ``generations`` more generations; return whether the rollouts are done."""
        universes = self._universes
        if universes is None:
            return True
        for _ in range(generations):
            if universes.generation > self.end - COUNTED_GENERATIONS:
                self._view.append(universes.counts())
            if universes.generation >= self.end:
                counts = np.mean(self._view, axis=0)
                self.outcomes = counts[:, ::-1] if self._player else counts
                self.close()
                return True
            universes.step()
            self._plant()
        return False

    def close(self) -> None:
        """Stop, and release the universes."""
        if self._universes is not None:
            self._universes.close()
            self._universes = None

    def _plant(self) -> None:
        if self._universes is None:
            return
        for universe, trial in enumerate(self.trials):
            if trial.candidate is not None and trial.generation == self._universes.generation:
                candidate, (top, left) = trial.candidate, self._window.corner
                cells = TURNED_SHAPES[self._player][candidate.entry][candidate.turn] > 0
                self._universes.plant(universe, candidate.row - top, candidate.column - left, cells, self._player + 1)
