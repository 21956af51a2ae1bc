"""Parses the lines of a macrocell file, thousands at a time and without a loop over them.

References between lines are left to :mod:`gpulife.patterns.formats.macrocell.reader`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.patterns.decimals import read_decimals
from gpulife.patterns.formats.macrocell.quadtree import CELLS_LEVEL

_NUMBERS = 5
_WIDTH = 1 << CELLS_LEVEL
_LINE_END, _ROW_END, _LIVE = b"\n$*"


def _symbol_table(symbols: bytes) -> NDArray[np.bool_]:
    table = np.zeros(256, np.bool_)
    table[list(symbols)] = True
    return table


_CELLS, _DIGITS, _BLANKS = _symbol_table(b".*$"), _symbol_table(b"0123456789"), _symbol_table(b" \t\n")


@dataclass(frozen=True, slots=True)
class Lines:
    """The content of a text's lines, which are counted from 0.

    Attributes:
        remarks: lines that begin with ``#R`` or ``#G``.
        nodes: the lines that are nodes, in order.
        levels: the level that each node states, int64.
        content: shape (nodes, 4), int64: numbers or states; or the 64 bits of 8x8 cells, then 0.
        are_bits: whether a node has 64 cells.
        first_wrong: the first line that is neither remark nor node nor empty, or None; nodes are those before it.
        idle_bytes: the bytes in remarks and empty lines.
    """

    remarks: NDArray[np.int64]
    nodes: NDArray[np.int64]
    levels: NDArray[np.int64]
    content: NDArray[np.int64]
    are_bits: NDArray[np.bool_]
    first_wrong: int | None
    idle_bytes: int


def read_lines(text: bytes) -> Lines:
    """Read lines, each with its line feed and without blanks at its end."""
    symbols = np.frombuffer(text, np.uint8)
    ends = np.flatnonzero(symbols == _LINE_END)
    starts = np.concatenate(([0], ends[:-1] + 1))
    lengths = ends - starts + 1
    line_of = np.repeat(np.arange(len(ends)), lengths)
    first = symbols[starts]
    are_cells, are_numbers = _CELLS[first], _DIGITS[first]
    is_idle = (first == _LINE_END) | (first == ord("#"))
    is_wrong = ~(are_cells | are_numbers | is_idle)

    levels, content = np.zeros(len(ends), np.int64), np.zeros((len(ends), 4), np.int64)
    levels[are_cells] = CELLS_LEVEL
    content[are_cells, :2] = _read_cells(symbols, starts, line_of, are_cells, is_wrong)
    numbers = _read_numbers(symbols, line_of, are_numbers, is_wrong)
    are_numbers &= ~is_wrong
    levels[are_numbers], content[are_numbers] = numbers[:, 0], numbers[:, 1:]

    first_wrong = int(is_wrong.argmax()) if is_wrong.any() else None
    nodes = np.flatnonzero((are_cells | are_numbers)[:first_wrong])
    second = symbols[np.minimum(starts + 1, len(symbols) - 1)]
    remarks = np.flatnonzero((first == ord("#")) & ((second == ord("R")) | (second == ord("G"))))
    idle_bytes = int(lengths[is_idle].sum())
    return Lines(remarks, nodes, levels[nodes], content[nodes], are_cells[nodes], first_wrong, idle_bytes)


def _read_cells(
    symbols: NDArray[np.uint8],
    starts: NDArray[np.int64],
    line_of: NDArray[np.int64],
    are_cells: NDArray[np.bool_],
    is_wrong: NDArray[np.bool_],
) -> NDArray[np.uint32]:
    """Return the lines of cells as 64 bits each, shape (lines, 2); set ``is_wrong`` for malformed ones."""
    squares = np.zeros((int(are_cells.sum()), _WIDTH * _WIDTH), np.bool_)
    at = np.flatnonzero(are_cells[line_of] & (symbols != _LINE_END))
    if at.size:
        symbol, line = symbols[at], line_of[at]
        is_row_end, is_first = symbol == _ROW_END, at == starts[line]
        count = np.arange(at.size)
        row_starts = is_first | np.concatenate(([False], is_row_end[:-1]))
        column = count - np.maximum.accumulate(np.where(row_starts, count, 0))
        row_ends_before = np.cumsum(is_row_end) - is_row_end
        row = row_ends_before - np.maximum.accumulate(np.where(is_first, row_ends_before, 0))
        is_outside = (row >= _WIDTH) | (~is_row_end & (column >= _WIDTH))
        is_wrong[line[is_outside | ~_CELLS[symbol]]] = True
        live = (symbol == _LIVE) & ~is_outside
        squares[(np.cumsum(are_cells) - 1)[line[live]], row[live] * _WIDTH + column[live]] = True
    return np.packbits(squares, axis=1).view(np.uint32)


def _read_numbers(
    symbols: NDArray[np.uint8],
    line_of: NDArray[np.int64],
    are_numbers: NDArray[np.bool_],
    is_wrong: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Return the lines of five numbers, shape (right lines, 5); set ``is_wrong`` for the others."""
    is_inside = are_numbers[line_of]
    is_digit = _DIGITS[symbols] & is_inside
    is_wrong[line_of[is_inside & ~is_digit & ~_BLANKS[symbols]]] = True
    last_digits = np.flatnonzero(is_digit[:-1] & ~is_digit[1:])  # the last symbol of all is a line end
    line = line_of[last_digits]
    is_wrong |= are_numbers & (np.bincount(line, minlength=len(are_numbers)) != _NUMBERS)
    numbers, too_long = read_decimals(symbols, is_digit, last_digits)
    is_wrong[line[too_long]] = True
    return numbers[~is_wrong[line]].reshape(-1, _NUMBERS)
