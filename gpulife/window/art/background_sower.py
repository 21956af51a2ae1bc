"""Prepares a scene's board: a thread computes the cells, and each frame paints some of them on the board."""

import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from gpulife.art.scene import Scene
from gpulife.art.scene_runner import sowing_rng
from gpulife.art.scene_setup import sow
from gpulife.engines.base import Engine
from gpulife.rules import Cells

_MAX_CELLS = 1 << 18
"""Maximum number of cells painted in one piece. Painting so many cells takes some milliseconds."""
_MAX_ORDERS = 4
"""Maximum number of pieces waiting to be painted. The limit saves memory on large boards."""
_POLL_SECONDS = 0.25
"""Interval, in seconds, at which the waiting thread checks whether its work was cancelled."""


class _CancelledError(Exception):
    """Sowing was cancelled."""


class BackgroundSower:
    """Puts the initial cells of a scene on a board.

    A thread calls :meth:`paint` with cells, which wait in a queue. :meth:`work` takes the cells from the queue and
    paints them.

    Args:
        engine: engine with an empty board. Only :meth:`work` uses it.
        scene: scene whose initial cells are painted.
        seed: seed of the scene's random choices.
        now: the time shown in texts of the scene.

    Attributes:
        rule: rule of the engine.
        shape: (rows, columns) of the engine's board.
        generation: unused; :meth:`work` sets the engine's generation to 0 at the end.
    """

    def __init__(self, engine: Engine, scene: Scene, seed: int, now: datetime) -> None:
        self.rule, self.shape, self.generation = engine.rule, engine.shape, 0
        self._engine = engine
        self._orders: queue.Queue[Callable[[], object] | BaseException | None] = queue.Queue(_MAX_ORDERS)
        self._cancelled = threading.Event()
        self._thread = threading.Thread(target=self._sow, args=(scene, seed, now), daemon=True, name="sower")
        self._thread.start()

    def work(self, until: float) -> bool:
        """Paint waiting cells until ``until``, a time of ``time.perf_counter``; return True once the board is complete.

        Raises:
            Exception: the thread failed. Its error is raised here.
        """
        while True:
            left = until - time.perf_counter()
            try:
                work = self._orders.get(left > 0, left)
            except queue.Empty:
                return False
            if work is None:
                self._engine.generation = 0
                return True
            if isinstance(work, BaseException):
                raise work
            work()
            if time.perf_counter() >= until:
                return False

    def close(self) -> None:
        """Cancel the work and end the thread. The engine stays open."""
        self._cancelled.set()
        self._thread.join()

    def paint(self, row: int, column: int, cells: Cells, mask: NDArray[np.bool_] | None = None) -> None:
        """Put cells into the queue, a few rows at a time; see ``Engine.paint``. Called on the sower's thread."""
        height, width = cells.shape
        step = max(1, _MAX_CELLS // max(width, 1))
        for first in range(0, height, step):
            rows = slice(first, first + step)
            strip, part = np.ascontiguousarray(cells[rows]), None if mask is None else mask[rows]
            self._order(lambda at=row + first, strip=strip, part=part: self._engine.paint(at, column, strip, part))  # type: ignore[misc]

    def read_all(self) -> Cells:
        """Wait until all cells in the queue are painted, and return the board. Called on the sower's thread."""
        answer: queue.Queue[Cells] = queue.Queue()
        self._order(lambda: answer.put(self._engine.read_all()))
        while True:
            with suppress(queue.Empty):
                return answer.get(timeout=_POLL_SECONDS)
            self._order(lambda: None)  # raises if sowing was cancelled

    def _sow(self, scene: Scene, seed: int, now: datetime) -> None:
        with suppress(_CancelledError):
            try:
                sow(self, scene, seed, sowing_rng(seed, 0), now)
                self._order(None)
            except BaseException as error:  # noqa: BLE001 - raised again in work()
                self._order(error)

    def _order(self, work: Callable[[], object] | BaseException | None) -> None:
        while not self._cancelled.is_set():
            with suppress(queue.Full):
                self._orders.put(work, timeout=_POLL_SECONDS)
                return
        raise _CancelledError
