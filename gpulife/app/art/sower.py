"""Sows a board from a thread, a little in each frame: no picture stands still while the next scene is made ready."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from gpulife.art.act import sowing_rng
from gpulife.art.scene import Scene
from gpulife.art.sowing import sow
from gpulife.engines.base import Engine
from gpulife.patterns.pattern import Cells
from gpulife.rules import Rule

_PIECE_CELLS = 1 << 18
"""Painted at once: some milliseconds."""
_WAITING = 4
"""Pieces that may wait to be painted: what is sown takes little memory, however large the board."""
_PATIENCE = 0.25  # seconds between looks at whether anybody still wants it


class _AbandonedError(Exception):
    """Nobody wants the board any more."""


class _Board(Engine):
    """What ``sow`` takes for an engine: it hands everything on to the thread that has the real one."""

    name = "sower"
    bytes_per_cell = 0.0
    renderer = ""

    def __init__(self, rule: Rule, shape: tuple[int, int], hand_on: Callable[[Callable[[Engine], None]], None]) -> None:
        super().__init__(rule, shape)
        self._hand_on = hand_on

    def paint(self, row: int, column: int, cells: Cells, mask: NDArray[np.bool_] | None = None) -> None:
        height, width = cells.shape
        step = max(1, _PIECE_CELLS // max(width, 1))
        for first in range(0, height, step):
            rows = slice(first, first + step)
            piece, part = np.ascontiguousarray(cells[rows]), None if mask is None else mask[rows]
            self._hand_on(lambda engine, at=row + first, piece=piece, part=part: engine.paint(at, column, piece, part))  # type: ignore[misc]

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        answer: queue.Queue[Cells] = queue.Queue()
        self._hand_on(lambda engine: answer.put(engine.read(row, column, height, width)))
        while True:
            try:
                return answer.get(timeout=_PATIENCE)
            except queue.Empty:
                self._hand_on(lambda _: None)  # raises if nobody wants it

    def _memory_available(self) -> int:
        return 1

    def _census(self) -> NDArray[np.int64]:
        raise NotImplementedError

    def _step(self, generations: int, rule: Rule) -> None:
        raise NotImplementedError

    def _write(self, row: int, column: int, cells: Cells) -> None:
        raise NotImplementedError


class Sower:
    """The first sowing of an act, in pieces.

    Args:
        engine: with an empty board; used by :meth:`work` alone.
        scene: whose start it is.
        seed: of the act.
        now: the time that texts show.
    """

    def __init__(self, engine: Engine, scene: Scene, seed: int, now: datetime) -> None:
        self._engine = engine
        self._pieces: queue.Queue[Callable[[Engine], None] | BaseException | None] = queue.Queue(_WAITING)
        self._abandoned = threading.Event()
        board = _Board(engine.rule, engine.shape, self._hand_on)
        self._thread = threading.Thread(target=self._sow, args=(board, scene, seed, now), daemon=True, name="sower")
        self._thread.start()

    def work(self, until: float) -> bool:
        """Paint what has been sown until that time (of ``time.perf_counter``); whether the board is done.

        Raises:
            Exception: whatever went wrong in the thread.
        """
        while True:
            left = until - time.perf_counter()
            try:
                piece = self._pieces.get(timeout=left) if left > 0 else self._pieces.get_nowait()
            except queue.Empty:
                return False
            if piece is None:
                self._engine.generation = 0
                return True
            if isinstance(piece, BaseException):
                raise piece
            piece(self._engine)
            if time.perf_counter() >= until:
                return False

    def close(self) -> None:
        """End the thread; the engine is its owner's."""
        self._abandoned.set()
        self._thread.join()

    def _sow(self, board: _Board, scene: Scene, seed: int, now: datetime) -> None:
        try:
            sow(board, scene, 0, sowing_rng(seed, 0), now)
            self._put(None)
        except _AbandonedError:
            return
        except BaseException as error:  # noqa: BLE001 - it is raised where somebody can do something about it
            try:
                self._put(error)
            except _AbandonedError:
                return

    def _hand_on(self, piece: Callable[[Engine], None]) -> None:
        self._put(piece)

    def _put(self, piece: Callable[[Engine], None] | BaseException | None) -> None:
        while not self._abandoned.is_set():
            try:
                self._pieces.put(piece, timeout=_PATIENCE)
            except queue.Full:
                continue
            return
        raise _AbandonedError
