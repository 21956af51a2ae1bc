"""Lets games read the board of a session's engine, and carries out their orders on it."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.engines.stepping import step_in_portions
from gpulife.games.core.order import Erase, Order, Paint, Recode, Renumber, Sow, Step, strips
from gpulife.rules import Cells

# Read-only view of an engine, for games and players.


class BoardAccess:
    """Lets a game read the board of an engine. Caches the census: the number of cells of each species.

    Attributes:
        rule: the board's rule.
        shape: (rows, columns).
        read: see ``Engine.read``.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._census: NDArray[np.int64] | None = None
        self.rule = engine.rule
        self.shape = engine.shape
        self.read = engine.read

    @property
    def generation(self) -> int:
        """The number of the board's generation."""
        return self._engine.generation

    def census(self) -> NDArray[np.int64]:
        """Return the number of cells of each species, cached until :meth:`changed`; see ``Engine.census``."""
        if self._census is None:
            self._census = self._engine.census()
        return self._census

    def changed(self) -> None:
        """Discard the cached census. Call this when the board has changed."""
        self._census = None


# The cells replaced by small edits, so that a session can undo these instantly on boards of any size.

MAX_CELLS = 1 << 20
"""If a tick replaces at most this many cells, their old values are remembered, to undo the tick quickly."""
_MAX_TOTAL = 1 << 26
_MAX_TICKS = 1 << 12
_MAX_PIECES = 16


@dataclass(frozen=True, slots=True)
class TickBefore:
    """The state and the cells that were there before a tick, to undo the tick.

    Attributes:
        tick: number of the tick.
        state: state of the game before the tick.
        generation: generation of the board before the tick.
        pieces: (row, column, old cells) of each rectangle that the tick replaced.
    """

    tick: int
    state: Any
    generation: int
    pieces: tuple[tuple[int, int, Cells], ...]


class ReplacedCells:
    """Remembers the cells that were replaced since the last computed generation, so that undo is quick."""

    def __init__(self) -> None:
        self._ticks: deque[TickBefore] = deque()
        self._cells = 0

    def note(self, tick: int, state: Any, engine: Engine, orders: Sequence[Order]) -> None:
        """Remember the cells that ``orders`` will replace in ``tick``. ``state`` is the game's state before it."""
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
        """Return True if the remembered cells are enough to go back from tick ``now`` to ``tick``."""
        return bool(self._ticks) and self._ticks[0].tick <= tick < now == self._ticks[-1].tick + 1

    def go_back(self, tick: int, engine: Engine) -> TickBefore:
        """Restore the board as it was before ``tick``; return the record of ``tick``. Call :meth:`reaches` first."""
        while True:
            last = self._ticks.pop()
            for row, column, cells in last.pieces:
                engine.paint(row, column, cells)
                self._cells -= cells.size
            engine.generation = last.generation
            if last.tick == tick:
                return last

    def forget(self) -> None:
        """Forget all remembered cells. Call this after a change of the board that they cannot undo."""
        self._ticks.clear()
        self._cells = 0


def _pieces(engine: Engine, orders: Sequence[Order]) -> tuple[tuple[int, int, Cells], ...] | None:
    """Return the old values of the cells that orders will replace.

    Return None if there are too many cells, or if the orders compute generations.
    """
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
    if len(boxes) > 1:  # read once for a stroke, which erases cell by cell
        top, left = min(box[0] for box in boxes), min(box[1] for box in boxes)
        whole = top, left, max(box[0] + box[2] for box in boxes) - top, max(box[1] + box[3] for box in boxes) - left
        if _fits([whole], engine.shape):
            boxes = [whole]
    if len(boxes) > _MAX_PIECES or not _fits(boxes, engine.shape):
        return None
    return tuple((row, column, engine.read(row, column, height, width)) for row, column, height, width in boxes)


def _fits(boxes: Sequence[tuple[int, int, int, int]], shape: tuple[int, int]) -> bool:
    """Return True if every box lies on the board, and all together have at most MAX_CELLS cells."""
    return (
        all(box[2] <= shape[0] and box[3] <= shape[1] for box in boxes)
        and sum(box[2] * box[3] for box in boxes) <= MAX_CELLS
    )


# Execution of a game's orders on an engine, in portions between which the caller can do other work.

PORTION_CELLS = 1 << 23
"""Maximum work done at once, in cells times generations. More is split into portions of PORTION_SECONDS each."""
PORTION_SECONDS = 0.05
LONG_CELLS = 1 << 28
"""Amount of work, in cells times generations, that takes a slow engine a second or more."""


def is_costly(engine: Engine, orders: Iterable[Order]) -> bool:
    """Return True if a keyframe should be made before these orders, so that they can be undone quickly.

    Orders are costly if they take long, or replace more than MAX_CELLS cells.
    """
    rows, columns = engine.shape
    replaced = 0
    for order in orders:
        match order:
            case Step() if order.generations * rows * columns > LONG_CELLS:
                return True
            case Sow():
                height, width = order.area[2:] if order.area else engine.shape
                replaced += height * width
            case Erase() | Recode():
                replaced += order.height * order.width
            case Paint():
                replaced += order.cells.size
    return replaced > MAX_CELLS


def carry_out(engine: Engine, order: Order) -> Iterator[int]:
    """Carry out an order in portions; ignore sounds and flashes. If the caller stops iterating, the rest is not done.

    Yields:
        The number of generations computed since the last yield. There is at least one yield.
    """
    match order:
        case Paint():
            engine.paint(order.row, order.column, order.cells, order.mask)
        case Erase():
            for row, height in strips((order.height, order.width)) if order.height and order.width else ():
                engine.paint(order.row + row, order.column, np.broadcast_to(np.uint8(0), (height, order.width)))
                yield 0
        case Recode():
            for row, height in strips((order.height, order.width)):
                place = order.row + row, order.column
                engine.paint(*place, order.recoded(engine.read(*place, height, order.width)))
                yield 0
        case Sow():
            for row, column, cells in order.strips(engine.shape, engine.rule.sown_states(order.shares)):
                engine.paint(row, column, cells)
                yield 0
        case Renumber():
            engine.generation = order.generation
        case Step():
            rows, columns = engine.shape
            at_once = max(PORTION_CELLS // (rows * columns), engine.pass_generations)
            if order.generations > at_once:
                for count, _ in step_in_portions(
                    engine, order.generations, PORTION_SECONDS, rule=order.rule, first=at_once
                ):
                    yield count
                return
            engine.step(order.generations, order.rule)
            yield order.generations
            return
    yield 0
