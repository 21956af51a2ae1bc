"""Says what happens in a round of One Seed or Seed List: changes of the lead, and sudden losses of cells.

Oscillators make the numbers of cells jump from generation to generation. So changes of the lead are found in their
averages, and a loss counts only if even the most cells of late are far fewer than the least some time before.
"""

from collections import deque
from collections.abc import Sequence

import numpy as np

from gpulife.games.core.score_history import AVERAGED
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.patterns.rectangles import ReadableBoard
from gpulife.seats import with_verb

_BEFORE = 3 * AVERAGED
"""Number of generations within which a loss counts as sudden."""
_LEAD, _LEAD_SHARE = 6, 0.05
"""Smallest lead that is told: a number of cells, and a share of all cells."""
_LOSS, _LOSS_SHARE = 20, 0.15
"""Smallest loss that is told: a number of cells, and a share of the player's cells."""

_SEAM = 2
"""Number of columns on each side of the seam. A player with cells on both sides has crossed the edges."""


class RoundEvents:
    """Follows a round's scores, and finds its events.

    Attributes:
        means: each player's cells, averaged over the last generations and rounded; empty outside of play.
    """

    def __init__(self) -> None:
        self.means: tuple[int, ...] = ()
        self._at: tuple[int, int, int] | None = None
        self._leader: int | None = None
        self._scores: deque[tuple[int, ...]] = deque(maxlen=AVERAGED)
        self._past: deque[tuple[int, ...]] = deque(maxlen=_BEFORE)

    def after(self, state: ContestState, people: Sequence[int], names: Sequence[str]) -> str:
        """Return a message for people about the generation that has just ended; "" for none. Call this in each frame.

        Args:
            state: state of the game.
            people: players whose losses are told.
            names: names of all players.
        """
        at = state.starts, state.round, state.generation
        if state.phase is not RoundPhase.PLAY or self._at is None or at[:2] != self._at[:2] or at[2] < self._at[2]:
            self._forget()
        if state.phase is not RoundPhase.PLAY or at == self._at:
            return ""
        self._at = at
        self._scores.append(state.scores)
        self.means = tuple(round(float(mean)) for mean in np.mean(self._scores, axis=0))
        if len(self._scores) < AVERAGED:
            return ""
        self._past.append(tuple(min(each) for each in zip(*self._scores, strict=True)))
        return self._lead_change(names) or self._loss(people, names)

    def _forget(self) -> None:
        self.means, self._at, self._leader = (), None, None
        self._scores.clear()
        self._past.clear()

    def _lead_change(self, names: Sequence[str]) -> str:
        lead = self.means[0] - self.means[1]
        if abs(lead) < max(_LEAD, _LEAD_SHARE * sum(self.means)):
            return ""
        before, self._leader = self._leader, int(lead < 0)
        if before is None or before == self._leader:
            return ""
        self._past.clear()
        return f"{with_verb(names[self._leader], 'take')} the lead"

    def _loss(self, people: Sequence[int], names: Sequence[str]) -> str:
        for player in people if len(self._past) == _BEFORE else ():
            before, now = self._past[0][player], max(scores[player] for scores in self._scores)
            if before - now >= max(_LOSS, _LOSS_SHARE * before):
                self._past.clear()
                return f"{with_verb(names[player], 'lose')} many cells"
        return ""


def crosses(board: ReadableBoard) -> bool:
    """Return True if a player has cells on both sides of the seam, where the left and right edges join."""
    cells = board.read(0, -_SEAM, board.shape[0], 2 * _SEAM)
    before, behind = cells[:, :_SEAM], cells[:, _SEAM:]
    return any((before == state).any() and (behind == state).any() for state in (1, 2))
