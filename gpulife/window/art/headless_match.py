"""The match of a scene: two computers at the game of 1982, in its fast option; and the same without a picture of it.

On show it is ``match.MatchPiece``, in a report :class:`MeasuredBout`: the same games, tick for tick.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from gpulife.art.scene import Scene
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.consent import seat_actions
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, Match
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.matches import demo_of, new_match
from gpulife.games.registry import find_game
from gpulife.patterns.pattern import Cells
from gpulife.session.session import Session

START = Action(NOBODY, ActionKind.START)
ENDING_SECONDS = 8.0
"""How long the end of a match is shown before the scene ends."""


def match_of(scene: Scene, seed: int) -> Match:
    """Return the match of a scene with a game."""
    return new_match(scene.game, scene.rule, scene.shape, seed % (1 << 32), demo_of(scene.game).option)


class MeasuredBout:
    """A match that is played as fast as possible, on numpy, since the board is read after each generation.

    Args:
        scene: with a game.
        seed: of the scene.

    Attributes:
        session: that plays it.
        seconds: of the display's time so far.
        over: whether its end has been shown for long enough.
    """

    def __init__(self, scene: Scene, seed: int) -> None:
        match = match_of(scene, seed)
        levels = demo_of(match.game).levels_of(seed)
        computers = [
            find_game(match.game).computer(ComputerSeat(seat=seat, level=level, seed=match.seed))
            for seat, level in enumerate(levels)
        ]
        self.seconds = 0.0
        self.over = False
        self._engine = NumpyEngine(scene.rule, scene.shape)
        self.session: Session[Any] = Session(match, self._engine, computers, budget=0)
        self._past: deque[Cells] = deque([self._engine.read_all()], maxlen=2)
        self._ended: int | None = None  # tick
        self._first: tuple[Action, ...] = (START, *seat_actions(self.session.state, levels))

    @property
    def generations(self) -> int:
        """How many generations have been computed."""
        return self.session.computed

    def advance(self, seconds: float) -> tuple[float, ...]:
        """Let so many seconds pass.

        Returns:
            For each generation in that time the share of cells that differ from two generations before; what the
            players have planted in between counts.
        """
        self.seconds += seconds
        session, changes = self.session, []
        while session.ticks < round(self.seconds * TICKS_PER_SECOND):
            computed = session.tick(self._first).generations
            self._first = ()
            if computed:
                cells = self._engine.read_all()
                changes.append(float(np.count_nonzero(cells != self._past[0])) / cells.size)
                self._past.append(cells)
            if self._ended is None and session.is_over:
                self._ended = session.ticks
        self.over = self._ended is not None and session.ticks - self._ended > ENDING_SECONDS * TICKS_PER_SECOND
        return tuple(changes)
