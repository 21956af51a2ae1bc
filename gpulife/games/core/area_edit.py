"""Edit a rectangle of a board for the workbench: fill, turn, move or invert it, or clear everything around it.

An AREA action says which rectangle is edited and how, but contains no cells, so that replays of massive boards stay
small. Edits that need the cells in memory are limited to ``MAX_HELD_CELLS``; all others are done strip by strip.
"""

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import GpulifeError
from gpulife.games.core.area import Area, area_on_board, areas_outside, turned_area
from gpulife.games.core.game import Action, Board
from gpulife.games.core.order import Erase, Order, Paint, Recode, Sound, Sow
from gpulife.games.core.staged_board import StagedBoard
from gpulife.patterns.rectangles import EXCHANGES_SIDES, TURNS, turned
from gpulife.patterns.soup import soup
from gpulife.rules import Cells, Rule

MAX_HELD_CELLS = 1 << 24
"""Maximum number of cells in a rectangle to turn, move or copy: all of them are in memory at once."""
OR, OVER, XOR, AND = "or", "over", "xor", "and"
MERGES: Mapping[str, str] = {
    OR: "live cells replace the cells below",
    OVER: "all cells, dead ones too, replace the cells below",
    XOR: "live cells replace the cells below, but die on cells of their own state",
    AND: "cells below survive only under live cells",
}
"""What each merge mode does, keyed by the mode's name."""
MERGE_TITLES: Mapping[str, str] = {OR: "Add", OVER: "Replace", XOR: "Exclusive or", AND: "Keep common"}
"""Title of each merge mode on screen, keyed by the mode's name."""

_TEXT = re.compile(r"([0-9]{1,9})x([0-9]{1,9}) ([a-z-]{1,16})((?: [^ ]{1,40}){0,3})")
_PLACE = re.compile(r"(-?[0-9]{1,10}),(-?[0-9]{1,10})")
_REFUSED = (Sound("refused"),)


def area_text(area: Area, work: str, *arguments: object) -> str:
    """Return the data of an AREA action that edits a rectangle, as described at ``ActionKind.AREA``.

    ``work`` is the name of the edit.
    """
    return " ".join((f"{area.height}x{area.width}", work, *map(str, arguments)))


def inverted(rule: Rule) -> tuple[int, ...]:
    """Return the state that replaces each state of a rule when cells are inverted.

    With one species, live and dead cells are exchanged. With two, the species are exchanged. With more, each species
    becomes the next, and the last becomes the first.
    """
    states = list(range(rule.live_states + 1))
    species = min(rule.swappable, rule.players)
    if species > 1:
        states[1 : species + 1] = [*states[2 : species + 1], 1]
    else:
        states[:2] = 1, 0
    return tuple(states)


def edit_area(action: Action, staged: StagedBoard, seed: tuple[int, ...]) -> tuple[Order, ...]:
    """Return the orders that carry out an AREA action; for an invalid action, the order to play the sound "refused".

    ``seed`` seeds the generator of random cells.
    """
    match = _TEXT.fullmatch(action.data)
    work = _WORKS.get(match[3]) if match else None
    if match is None or work is None:
        return _REFUSED
    wanted = Area(action.a, action.b, int(match[1]), int(match[2]))
    area = area_on_board(wanted, staged.shape, staged.rule.edges)
    if area is None or area.size != wanted.size:
        return _REFUSED
    return work(area, [match[3], *match[4].split()], staged, seed) or _REFUSED


def draws_cells(action: Action, orders: Sequence[Order]) -> bool:
    """Return True if the orders of an AREA action contain randomly chosen cells."""
    is_disc = action.data.split(" ")[1:2] == ["disc"] and orders != _REFUSED
    return is_disc or any(isinstance(order, Sow) for order in orders)


def merged(cells: Cells, mode: str, row: int, column: int, staged: StagedBoard) -> tuple[Order, ...]:
    """Return the orders that put cells on the board, the upper left one at (``row``, ``column``).

    ``mode`` is one of ``MERGES``; for any other mode there are no orders.

    The mode "xor" must read the board. It gives no orders if the cells are larger than the board, or if an earlier
    order of this tick sows or steps the board.
    """
    if mode == OVER:
        return (Paint(row, column, cells),)
    if mode == OR:
        return (Paint(row, column, cells, cells > 0),)
    if mode == AND:
        return (Paint(row, column, np.zeros_like(cells), cells == 0),)
    if (
        mode != XOR
        or not staged.is_known
        or any(own > side for own, side in zip(cells.shape, staged.shape, strict=True))
    ):
        return ()
    return (Paint(row, column, xored(cells, staged.read(row, column, *cells.shape)), cells > 0),)


def xored(cells: Cells, below: Cells) -> Cells:
    """Return the result of merging ``cells`` into ``below`` in the mode "xor"; both have the same shape, uint8."""
    return np.where(cells == 0, below, np.where(cells == below, np.uint8(0), cells))


def _fill(area: Area, words: Sequence[str], staged: StagedBoard, _: tuple[int, ...]) -> tuple[Order, ...]:
    state = int(words[1]) if len(words) == 2 and words[1].isdecimal() else -1
    if not 0 <= state <= staged.rule.live_states:
        return ()
    return (Recode(*area, (state,) * (staged.rule.live_states + 1)),)


def _invert(area: Area, words: Sequence[str], staged: StagedBoard, _: tuple[int, ...]) -> tuple[Order, ...]:
    return (Recode(*area, inverted(staged.rule)),) if len(words) == 1 else ()


def _random(area: Area, words: Sequence[str], staged: StagedBoard, seed: tuple[int, ...]) -> tuple[Order, ...]:
    try:
        (density,) = map(float, words[1:])
        soup((1, 1), density, staged.rule.live_states, np.random.default_rng(0))
    except (ValueError, GpulifeError):
        return ()
    return (Sow(density, (), seed, area),)


def _disc(area: Area, words: Sequence[str], staged: StagedBoard, seed: tuple[int, ...]) -> tuple[Order, ...]:
    """Return the order that fills the ellipse inside a rectangle with a soup of one species.

    ``words`` are "disc", the density and the species' state.
    """
    try:
        density, state = float(words[1]), int(words[2])
    except (ValueError, IndexError):
        return ()
    if not (0 <= density <= 1 and 1 <= state <= staged.rule.live_states) or area.cells > MAX_HELD_CELLS:
        return ()
    rows, columns = (np.arange(1 - side, side, 2, dtype=np.int64) for side in area.size)
    inside = (rows[:, None] * area.width) ** 2 + (columns * area.height) ** 2 <= (area.width * area.height) ** 2
    drawn = np.random.default_rng(seed).random(area.size, dtype=np.float32) < density
    return (Paint(area.row, area.column, np.where(drawn & inside, np.uint8(state), np.uint8(0)), inside),)


def _clear_outside(area: Area, words: Sequence[str], staged: StagedBoard, _: tuple[int, ...]) -> tuple[Order, ...]:
    if len(words) != 1:
        return ()
    return tuple(Erase(*part) for part in areas_outside(area, staged.shape, staged.rule.edges)) or (Erase(0, 0, 0, 0),)


def _turn(area: Area, words: Sequence[str], staged: StagedBoard, _: tuple[int, ...]) -> tuple[Order, ...]:
    after = turned_area(area, staged.shape, staged.rule.edges) if words[0] in EXCHANGES_SIDES else area
    if len(words) != 1 or after is None or (cells := _held(area, staged)) is None:
        return ()
    cells = turned(cells, words[0])
    return Erase(*area), Paint(after.row, after.column, cells, cells > 0)


def _carry(area: Area, words: Sequence[str], staged: StagedBoard, _: tuple[int, ...]) -> tuple[Order, ...]:
    """Return the orders that move or copy a rectangle.

    ``words`` are "move" or "copy", the target's "ROW,COLUMN", and a mode of ``MERGES``.
    """
    place = _PLACE.fullmatch(words[1]) if len(words) == 3 and words[2] in MERGES else None
    if place is None or (cells := _held(area, staged)) is None:
        return ()
    if words[0] == "move":
        staged.order(Erase(*area))
    row, column = int(place[1]), int(place[2])
    to = area_on_board(Area(row, column, *area.size), staged.shape, staged.rule.edges)
    if to is None:  # moved off a board with dead edges: an order without effect
        return (Erase(0, 0, 0, 0),)
    cells = np.ascontiguousarray(_on_board(cells, row, column, to)) if to.size != area.size else cells
    return merged(cells, words[2], to.row, to.column, staged)


def _on_board(cells: Cells, row: int, column: int, to: Area) -> Cells:
    """Return the part of ``cells`` that lies in ``to``, if their upper left cell is at (row, column)."""
    top, left = to.row - row, to.column - column
    return cells[top : top + to.height, left : left + to.width]


def _held(area: Area, board: Board | StagedBoard) -> NDArray[np.uint8] | None:
    """Return a rectangle's cells; None if it is too large, or if its cells are not known before the end of the tick."""
    if area.cells > MAX_HELD_CELLS or not getattr(board, "is_known", True):
        return None
    return board.read(*area)


_Work = Callable[[Area, Sequence[str], StagedBoard, tuple[int, ...]], tuple[Order, ...]]
_WORKS: dict[str, _Work] = {
    "fill": _fill,
    "invert": _invert,
    "random": _random,
    "disc": _disc,
    "outside": _clear_outside,
    "move": _carry,
    "copy": _carry,
    **dict.fromkeys(TURNS, _turn),
}
"""The function for each edit of a rectangle, keyed by the edit's name in the action. If the function returns no orders,
the action is refused."""
