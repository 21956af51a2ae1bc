"""Writer of macrocell files (``.mc``): see :mod:`gpulife.patterns.formats.macrocell`.

Array operations find the equal squares of each level, from leaves to the root. A leaf has 8x8 cells if there are two
states, else 2x2 cells.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from gpulife.patterns.board_sizes import require_memory_for_cells
from gpulife.patterns.formats.macrocell import MAGIC
from gpulife.patterns.formats.rle_reader import middle_of
from gpulife.patterns.pattern import NO_NOTES, Notes
from gpulife.rules import Cells, Rule, name_for_others

BITS_LEVEL = 3
"""The level of leaves of two states: 8x8 cells."""
_LEAST_LEVEL = 4
_LINES_AT_A_TIME = 1 << 14
_ROWS_OF_CELLS = ["".join(".*"[row >> (7 - place) & 1] for place in range(8)).rstrip(".") for row in range(256)]

Numbers = NDArray[np.uint64]
"""Squares of one level as one number each, 0 if they are dead; shape (rows, columns), uint64.

For leaves it is the content, and for other squares the number of the node in the file.
"""


def macrocell_pieces(
    strips: Iterable[Cells], rule: Rule, shape: tuple[int, int], generation: int = 0, notes: Notes = NO_NOTES
) -> Iterator[str]:
    """Yield the text of a macrocell file in pieces, for a board given as strips of whole rows, from the top.

    The board's middle is at Golly's 0,0 if the rule's name has a board size; else its upper left corner is.

    Args:
        strips: the cells, in strips of any number of rows.
        rule: the rule, with or without the board's size.
        shape: (rows, columns) of the board.
        generation: the generation of the cells.
        notes: name, author and comments.

    Raises:
        BoardSizeError: there is not enough memory.
    """
    are_bits = rule.live_states == 1
    level = BITS_LEVEL if are_bits else 1  # of a leaf: it has sides of 2 ** level cells
    require_memory_for_cells(shape, 0.5 if are_bits else 8)
    yield f"{MAGIC.decode()} (gpulife)\n#R {name_for_others(rule)}\n"
    yield (f"#G {generation}\n" if generation else "") + "".join(f"{line}\n" for line in notes.lines())
    (row, column), root = _place_in_tree(shape, rule)
    contents = _leaves(strips, (row % (1 << level), column % (1 << level)), shape[1], level)
    written = 0
    for lines, count, _ in squares_by_level(contents, (row >> level, column >> level), level, root):
        yield from in_pieces(lines)
        written += count
    if not written:
        yield f"{root} 0 0 0 0\n"


def squares_by_level(
    contents: Numbers, corner: tuple[int, int], level: int, root: int
) -> Iterator[tuple[Iterator[str], int, Numbers]]:
    """Yield for each level, from the leaves up to ``root``, the lines of its nodes, their number, and its squares.

    Args:
        contents: the content of each leaf, as :func:`leaf_contents` returns it.
        corner: (row, column) of the first leaf in the root, in leaves.
        level: the level of the leaves: 1 or 3.
        root: the last level.
    """
    live, squares = _numbered(contents, 0)
    written = len(live)
    yield lines_of_bits(live) if level == BITS_LEVEL else _lines_of_states(live), written, squares
    for upper in range(level + 1, root + 1):
        quarters, corner = _in_fours(squares, corner)
        nodes, squares = _joined(quarters, written)
        written += len(nodes)
        yield _lines_of_nodes(upper, nodes), len(nodes), squares


def _place_in_tree(shape: tuple[int, int], rule: Rule) -> tuple[tuple[int, int], int]:
    """Return the (row, column) of a board's corner in the root's square, and the root's level."""
    middle, level = middle_of(rule), _LEAST_LEVEL
    while True:
        half = 1 << level - 1
        # Golly counts rows upwards in its trees, from -half, so row -half + 1 is the top row of a board.
        row, column = half - 1 - middle[0], half - middle[1]
        if min(row, column) >= 0 and max(row + shape[0], column + shape[1]) <= 2 * half:
            return (row, column), level
        level += 1


def _leaves(strips: Iterable[Cells], margin: tuple[int, int], width: int, level: int) -> Numbers:
    """Return the contents of all leaves; the board has ``margin`` (rows above, columns to the left) of dead cells."""
    side = 1 << level
    above, left = margin
    across = -(-(left + width) // side)
    waiting = np.zeros((above, across * side), np.uint8)
    parts: list[Numbers] = []
    for strip in strips:
        rows = np.zeros((len(waiting) + len(strip), across * side), np.uint8)
        rows[: len(waiting)] = waiting
        rows[len(waiting) :, left : left + width] = strip
        whole = len(rows) // side * side
        parts.append(leaf_contents(rows[:whole], level))
        waiting = rows[whole:].copy()
    if len(waiting):
        rows = np.zeros((side, across * side), np.uint8)
        rows[: len(waiting)] = waiting
        parts.append(leaf_contents(rows, level))
    return np.concatenate(parts)


def leaf_contents(rows: Cells, level: int) -> Numbers:
    """Return each leaf's content, in reading order: 8 rows of 8 bits at level 3, and 4 states of a byte at level 1."""
    if level == 1:
        upper, lower = rows[0::2].astype(np.uint64), rows[1::2].astype(np.uint64)
        states: Numbers = (upper[:, 0::2] << np.uint64(24)) | (upper[:, 1::2] << np.uint64(16))
        states |= (lower[:, 0::2] << np.uint64(8)) | lower[:, 1::2]
        return states
    packed = np.packbits(rows > 0, axis=1)
    leaves = packed.reshape(len(rows) // 8, 8, packed.shape[1]).swapaxes(1, 2)
    contents: Numbers = np.zeros((len(leaves), packed.shape[1]), np.uint64)
    for row in range(8):
        contents = (contents << np.uint64(8)) | leaves[..., row]
    return contents


def leaf_lines(cells: Cells, live_states: int) -> tuple[list[str], NDArray[np.int64]]:
    """Return the lines of squares of 8x8 cells, and the number of each one's last line; 0 if it is empty.

    Args:
        cells: state codes, shape (squares, 8, 8).
        live_states: the number of the rule's states other than 0.
    """
    rows = cells.reshape(-1, 8)
    if live_states == 1:
        live, numbers = _numbered(leaf_contents(rows, BITS_LEVEL), 0)
        return list(lines_of_bits(live)), numbers[:, 0].astype(np.int64)
    levels = list(squares_by_level(leaf_contents(rows, 1), (0, 0), 1, BITS_LEVEL))
    return [line for lines, _, _ in levels for line in lines], levels[-1][2][:, 0].astype(np.int64)


def _numbered(keys: Numbers, before: int) -> tuple[NDArray[np.uint64], Numbers]:
    """Return the different keys other than 0, and the number of each square's node: ``before`` nodes come first."""
    known, place = np.unique(keys.reshape(-1), return_inverse=True)
    has_dead = len(known) > 0 and known[0] == 0
    numbers = np.arange(len(known), dtype=np.uint64) + np.uint64(before + (not has_dead))
    if has_dead:
        numbers[0] = 0
    return known[int(has_dead) :], numbers[place].reshape(keys.shape)


def _in_fours(squares: Numbers, corner: tuple[int, int]) -> tuple[Numbers, tuple[int, int]]:
    """Return the quarters of the squares of the next level, shape (4, rows, columns), and the new corner.

    ``corner`` is the (row, column) of the first square in the root, in squares of their level.
    """
    pads = [(first % 2, (first + size) % 2) for first, size in zip(corner, squares.shape, strict=True)]
    whole = np.pad(squares, pads)
    quarters = np.stack((whole[0::2, 0::2], whole[0::2, 1::2], whole[1::2, 0::2], whole[1::2, 1::2]))
    return quarters, (corner[0] // 2, corner[1] // 2)


def _joined(quarters: Numbers, before: int) -> tuple[NDArray[np.uint64], Numbers]:
    """Return the different nodes with these quarters, shape (nodes, 4), and the number of each square's node."""
    half = np.uint64(32)
    pairs, places = np.unique((quarters[0::2] << half) | quarters[1::2], return_inverse=True)
    upper, lower = places.reshape(2, *quarters.shape[1:]).astype(np.uint64)
    # Pairs of dead squares are 0 and come first, if there are any; a square is dead if both of its pairs are.
    alive = np.uint64(pairs.size > 0 and pairs[0] != 0)
    keys, squares = _numbered(((upper + alive) << half) | (lower + alive), before)
    both = np.stack((keys >> half, keys & np.uint64(0xFFFF_FFFF)), axis=1) - alive
    low = np.uint64(0xFFFF_FFFF)
    halves = pairs[both.astype(np.intp)]
    return np.stack((halves >> half, halves & low), axis=2).reshape(-1, 4), squares


def lines_of_bits(leaves: NDArray[np.uint64]) -> Iterator[str]:
    """Yield the line of each leaf of two states, given by its content, which is not 0."""
    for leaf in leaves.astype(">u8").view(np.uint8).reshape(-1, 8).tolist():
        last = max(place for place, row in enumerate(leaf) if row)
        yield "".join(f"{_ROWS_OF_CELLS[row]}$" for row in leaf[: last + 1]) + "\n"


def _lines_of_states(leaves: NDArray[np.uint64]) -> Iterator[str]:
    for leaf in leaves.astype(">u4").view(np.uint8).reshape(-1, 4).tolist():
        yield f"1 {' '.join(map(str, leaf))}\n"


def _lines_of_nodes(level: int, nodes: NDArray[np.uint64]) -> Iterator[str]:
    for node in nodes.tolist():
        yield f"{level} {' '.join(map(str, node))}\n"


def in_pieces(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines in pieces of many, as writing each alone is slow."""
    piece: list[str] = []
    for line in lines:
        piece.append(line)
        if len(piece) == _LINES_AT_A_TIME:
            yield "".join(piece)
            piece = []
    yield "".join(piece)
