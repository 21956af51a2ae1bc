"""The cells that small edits replaced, by which a session goes back over them at once, on boards of any size."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gpulife.engines.base import Engine
from gpulife.games.core.order import Erase, Order, Paint, Recode, Sow, Step
from gpulife.rules import Cells

MAX_CELLS = 1 << 20
"""Limit on the cells that the edits of a tick replace; larger ones are not remembered."""
_MAX_TOTAL = 1 << 26
_MAX_TICKS = 1 << 12
_MAX_PIECES = 16


@dataclass(frozen=True, slots=True)
class TickBefore:
    """A tick, and how to go back to the moment before it.

    Attributes:
        tick: number of the tick.
        state: state of the game before it.
        generation: generation of the board before it.
        pieces: (row, column, cells) as they were before it.
    """

    tick: int
    state: Any
    generation: int
    pieces: tuple[tuple[int, int, Cells], ...]


class ReplacedCells:
    """The last ticks of a session since a generation was computed."""

    def __init__(self) -> None:
        self._ticks: deque[TickBefore] = deque()
        self._cells = 0

    def note(self, tick: int, state: Any, engine: Engine, orders: Sequence[Order]) -> None:
        """Remember what ``tick`` is going to replace; ``state`` is the one before it."""
        pieces = _pieces(engine, orders)
        if pieces is None or (self._ticks and self._ticks[-1].tick != tick - 1):
            self.forget()
        if pieces is None:
            return
        self._ticks.append(TickBefore(tick, state, engine.generation, pieces))
        self._cells += sum(cells.size for _, _, cells in pieces)
        while len(self._ticks) > _MAX_TICKS or self._cells > _MAX_TOTAL:
            self._cells -= sum(cells.size for _, _, cells in self._ticks.popleft().pieces)

    def reaches(self, tick: int, now: int) -> bool:
        """Return whether it is known how to go back from ``now`` to ``tick``, both in ticks played."""
        return bool(self._ticks) and self._ticks[0].tick <= tick < now == self._ticks[-1].tick + 1

    def go_back(self, tick: int, engine: Engine) -> TickBefore:
        """Let the board become what it was before ``tick``, which is within reach; return that moment."""
        while True:
            last = self._ticks.pop()
            for row, column, cells in reversed(last.pieces):
                engine.paint(row, column, cells)
                self._cells -= cells.size
            engine.generation = last.generation
            if last.tick == tick:
                return last

    def forget(self) -> None:
        """Forget everything, since the board changes otherwise."""
        self._ticks.clear()
        self._cells = 0


def _pieces(engine: Engine, orders: Sequence[Order]) -> tuple[tuple[int, int, Cells], ...] | None:
    """Return the cells that orders are going to replace; None if they are too many, or a generation is computed."""
    boxes: list[tuple[int, int, int, int]] = []
    for order in orders:
        match order:
            case Step() | Sow(area=None):
                return None
            case Sow(area=area) if area is not None:
                boxes.append(area)
            case Paint():
                boxes.append((order.row, order.column, *order.cells.shape))
            case Erase() | Recode():
                boxes.append((order.row, order.column, order.height, order.width))
    if len(boxes) > 1:  # a stroke erases cell by cell: one reading instead of many
        top, left = min(box[0] for box in boxes), min(box[1] for box in boxes)
        whole = top, left, max(box[0] + box[2] for box in boxes) - top, max(box[1] + box[3] for box in boxes) - left
        if _fits([whole], engine.shape):
            boxes = [whole]
    if len(boxes) > _MAX_PIECES or not _fits(boxes, engine.shape):
        return None
    return tuple((row, column, engine.read(row, column, height, width)) for row, column, height, width in boxes)


def _fits(boxes: Sequence[tuple[int, int, int, int]], shape: tuple[int, int]) -> bool:
    """Return whether no box is larger than the board, and all together are not too large."""
    return (
        all(box[2] <= shape[0] and box[3] <= shape[1] for box in boxes)
        and sum(box[2] * box[3] for box in boxes) <= MAX_CELLS
    )
