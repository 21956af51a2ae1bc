"""Plays matches between two computer players, for scenes of kinetic art.

The display shows such matches with ``match_scene.MatchSceneView``. A long test of a programme plays the same matches
without a display, with :class:`HeadlessMatch`.
"""

from collections import deque
from typing import Any

import numpy as np

from gpulife.art.scene import Scene
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.consent import seat_actions
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, Match
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.matches import find_demo, new_match
from gpulife.games.registry import find_game
from gpulife.rules import Cells
from gpulife.session.session import Session

START = Action(NOBODY, ActionKind.START)
ENDING_SECONDS = 8.0
"""Seconds for which the end of a match is shown before the scene ends."""


def match_of(scene: Scene, seed: int) -> Match:
    """Return the match that a scene with a game shows. ``seed`` decides the random choices in the match."""
    return new_match(scene.game, scene.rule, scene.shape, seed % (1 << 32), find_demo(scene.game).option)


class HeadlessMatch:
    """A match played as fast as possible, without a display.

    Args:
        scene: scene with a game.
        seed: seed of the scene.

    Attributes:
        session: the session of the match.
        seconds: how many seconds the match would have taken on a display so far.
        over: True if more than ENDING_SECONDS have passed since the end of the match.
    """

    def __init__(self, scene: Scene, seed: int) -> None:
        match = match_of(scene, seed)
        levels = find_demo(match.game).levels_of(seed)
        computers = [
            find_game(match.game).computer(ComputerSeat(seat=seat, level=level, seed=match.seed))
            for seat, level in enumerate(levels)
        ]
        self.seconds = 0.0
        self.over = False
        self._engine = NumpyEngine(scene.rule, scene.shape)
        self.session: Session[Any] = Session(match, self._engine, computers, budget=0)
        self._past: deque[Cells] = deque([self._engine.read_all()], maxlen=2)
        self._ended: int | None = None  # tick at which the match ended
        self._first: tuple[Action, ...] = (START, *seat_actions(self.session.state, levels))

    @property
    def generations(self) -> int:
        """Number of generations computed so far."""
        return self.session.computed

    def advance(self, seconds: float) -> tuple[float, ...]:
        """Play for ``seconds``; return for each new generation the share of cells that have changed, 0 to 1.

        A change is a difference from two generations earlier, so blinking cells do not count.
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
