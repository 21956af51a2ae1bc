"""Edit a board from the console, the mouse or a panel, in any game: paint, erase, clear, sow, merge.

Each edit turns an Action into Orders. An invalid edit (a damaged RLE, a density of 7) raises no error: its only order
is the sound "refused". Panels and commands therefore check people's input first, and say what is wrong.
"""

import re

import numpy as np

from gpulife.errors import GpulifeError
from gpulife.games.core.area_edit import MERGES, draws_cells, edit_area, merged
from gpulife.games.core.game import Action, ActionKind, Board
from gpulife.games.core.order import Erase, Order, Paint, Renumber, Sound, Sow
from gpulife.games.core.staged_board import StagedBoard
from gpulife.patterns.formats.npz import TEXT_MARK, open_npz_text
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.soup import soup
from gpulife.rules import Cells, Edges, Rule

REFUSED = (Sound("refused"),)
LANDS = "lands"
"""Word that replaces the shares in the data of a SOUP action. Each species is then sown in areas of its own (lands),
with empty areas (seas) between them."""
MAX_PAINTED_CELLS = 1 << 24
"""Maximum number of cells in an RLE to paint, or the board's number of cells if that is larger."""
_MAX_PAINTED_PER_TICK = 1 << 25
"""Maximum number of cells painted in one tick, or the board's number of cells if that is larger."""
MAX_GENERATION = 1 << 53
"""Highest generation number that a packed board may have."""
_SIZE = re.compile(r"([0-9]{1,9})x([0-9]{1,9})")


def edit(action: Action, staged: StagedBoard, seed: int, draws: int) -> int:
    """Carry out one of ``EDITS``. Return the new value of ``draws``.

    Args:
        action: the edit.
        staged: collects the orders.
        seed: seed of the match.
        draws: number of random generators made from the seed so far. An edit with random cells makes one more.
    """
    match action.kind:
        case ActionKind.SOUP:
            staged.order(*sow(action.data, staged.rule, (seed, draws)))
            return draws + 1
        case ActionKind.CLEAR:
            staged.order(*clear(staged.shape))
        # A short RLE can describe a whole board, and all orders of a tick are in memory at once.
        case ActionKind.PAINT | ActionKind.MERGE | ActionKind.AREA if staged.painted > max(
            _MAX_PAINTED_PER_TICK, staged.shape[0] * staged.shape[1]
        ):
            staged.order(*REFUSED)
        case ActionKind.PAINT:
            staged.order(*paint(action, staged))
        case ActionKind.MERGE:
            staged.order(*merge(action, staged))
        case ActionKind.AREA:
            orders = edit_area(action, staged, (seed, draws))
            staged.order(*orders)
            return draws + draws_cells(action, orders)
        case _:
            staged.order(*erase(action, staged))
    return draws


def paint(action: Action, board: Board) -> tuple[Order, ...]:
    """Paint the live cells in the action's data: a pattern in RLE (run-length encoded text), or a packed board."""
    if action.data.startswith(TEXT_MARK):
        return _paint_packed(action, board)
    cells = _cells_of(action.data, board)
    return REFUSED if cells is None else (Paint(*_corner(action, board), cells, cells > 0),)


def merge(action: Action, board: StagedBoard) -> tuple[Order, ...]:
    """Put cells on the board in one of the modes of ``MERGES``; see ``ActionKind.MERGE``."""
    mode, _, rle = action.data.partition(" ")
    cells = _cells_of(rle, board) if mode in MERGES else None
    return REFUSED if cells is None else merged(cells, mode, *_corner(action, board), board) or REFUSED


def _cells_of(rle: str, board: Board) -> Cells | None:
    """Return the cells of a pattern in RLE; None if it is damaged or too large, or has states that the rule lacks."""
    try:
        max_cells = max(MAX_PAINTED_CELLS, board.shape[0] * board.shape[1])
        pattern = read_rle(rle, "painted cells", board.rule, max_cells)
        pattern.require_states_of(board.rule)
    except GpulifeError:
        return None
    return pattern.cells


def _paint_packed(action: Action, board: Board) -> tuple[Order, ...]:
    """Paint a packed board (the format for massive patterns), and set the generation stored in it."""
    try:
        packed = open_npz_text(action.data, "painted cells")
        is_too_large = any(own > side for own, side in zip(packed.shape, board.shape, strict=True))
        if is_too_large or not 0 <= packed.generation <= MAX_GENERATION:
            return REFUSED
        pattern = packed.whole()
        pattern.require_states_of(board.rule)
    except GpulifeError:
        return REFUSED
    row, column = _corner(action, board)
    return Paint(row, column, pattern.cells, pattern.cells > 0), Renumber(pattern.generation)


def erase(action: Action, board: Board) -> tuple[Order, ...]:
    """Erase a rectangle; the action's data is its size, ``HEIGHTxWIDTH``, which is cut to the size of the board."""
    match = _SIZE.fullmatch(action.data)
    if match is None:
        return REFUSED
    height, width = (min(int(digits), side) for digits, side in zip(match.groups(), board.shape, strict=True))
    return (Erase(*_corner(action, board), height, width),)


def clear(shape: tuple[int, int]) -> tuple[Order, ...]:
    """Erase all cells, and set the generation to 0."""
    return Erase(0, 0, *shape), Renumber(0)


def sow(data: str, rule: Rule, seed: tuple[int, ...]) -> tuple[Order, ...]:
    """Return the orders that fill the board with a soup made from ``seed``, and set the generation to 0.

    ``data`` is "DENSITY", "DENSITY:SHARE,SHARE" with a share for each species, or "DENSITY:lands" (see ``LANDS``).
    """
    density_text, _, shares_text = data.partition(":")
    has_lands = shares_text == LANDS
    shares_text = "" if has_lands else shares_text
    try:
        density = float(density_text)
        shares = tuple(float(share) for share in shares_text.split(",")) if shares_text else ()
        soup((1, 1), density, rule.sown_states(shares), np.random.default_rng(0), shares or None)
    except (ValueError, GpulifeError):
        return REFUSED
    return Sow(density, shares, seed, has_lands=has_lands), Renumber(0)


def _corner(action: Action, board: Board) -> tuple[int, int]:
    """Return (row, column) of the edit's upper left cell, wrapped around if the board is a torus."""
    if board.rule.edges is Edges.TORUS:
        return action.a % board.shape[0], action.b % board.shape[1]
    return action.a, action.b
