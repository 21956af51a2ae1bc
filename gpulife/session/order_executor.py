"""Orders of games carried out on an engine, in portions between which the caller can do something else."""

from collections.abc import Iterable, Iterator

import numpy as np

from gpulife.engines.base import Engine
from gpulife.engines.stepping import step_in_portions
from gpulife.games.core.order import Erase, Order, Paint, Recode, Renumber, Sow, Step, strips
from gpulife.session.replaced_cells import MAX_CELLS

PORTION_CELLS = 1 << 23
"""Cells times generations that are computed at once; more of them are computed in portions of PORTION_SECONDS."""
PORTION_SECONDS = 0.05
LONG_CELLS = 1 << 28
"""Cells times generations that take a second or more on a slow engine."""


def is_costly(engine: Engine, orders: Iterable[Order]) -> bool:
    """Return whether it is worth a keyframe to be able to go back before these orders at once.

    They take long, or replace more than ``MAX_CELLS`` cells.
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
    """Carry out an order; leaving the loop leaves the rest undone. Sounds and flashes do nothing.

    Yields:
        Generations computed since the last time; once at the end at least.
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
