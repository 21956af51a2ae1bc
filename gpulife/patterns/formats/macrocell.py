"""Macrocell files (``.mc``), Golly's format for boards of two or more states, stored as a quadtree.

A node of the tree is a square of cells: a leaf with the cells themselves, or four quarters, which are nodes too.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.board_sizes import MAX_SIDE, free_memory, quoted
from gpulife.patterns.formats.rle_reader import middle_of
from gpulife.patterns.pattern import MAX_STATE, Patch, StreamedPattern, notes_of, parse_file_rule, state_error
from gpulife.patterns.pattern_files import TextSource, line_error, read_decimals, with_plain_line_ends
from gpulife.rules import Cells, Rule
from gpulife.storage.bounded_reading import format_whole_units

# The quadtree: equal squares of cells share one node, and dead squares have none. A node of level n is 2**n cells wide.
# A value of a node is computed once from its four quarters, however often the node occurs: a file of a few lines can
# hold a board with more cells than there are atoms, so no code here unpacks a whole board. Nodes are rows of one array,
# 18 bytes each, and all nodes of a level are processed at once.

BLOCK_LEVEL = 9
"""Level of the largest squares that are unpacked at once: 512x512 cells, which take 256 KiB."""
CELLS_LEVEL = 3
"""Level of nodes that store 8x8 cells of two states, one bit per cell."""

Numbers = NDArray[np.uint32]
"""Node numbers, or the content of nodes (see :meth:`TreeBuilder.add`); uint32."""

_BITS = 1 << 15  # flag in a node's level: the node holds 64 bits instead of quarters
_MAX_CACHED_BLOCKS = 64  # 16 MiB
_MAX_WHOLE_LEVEL = 60  # from this level, positions need more than 64 bits
_MAX_COUNTED = 1 << 60
_NODES_AT_A_TIME = 1 << 16


class Box(NamedTuple):
    """The smallest rectangle around a node's live cells, relative to the node's corner. The ends are exclusive."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """The nodes of a file, in order; the last one is the root. Number 0 is a square of dead cells.

    Attributes:
        levels: the level of each node, shape (nodes + 1,), uint16; 0 for number 0.
        content: see :meth:`TreeBuilder.add`; shape (nodes + 1, 4), uint32.
        are_bits: True for each node that stores 8x8 cells as bits, shape (nodes + 1,).
    """

    levels: NDArray[np.uint16]
    content: Numbers
    are_bits: NDArray[np.bool_]


class TreeBuilder:
    """Collects nodes, numbered from 1. Each node must be added after its four quarters."""

    def __init__(self) -> None:
        self._levels = np.zeros(1 << 10, np.uint16)
        self._content = bytearray(16)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def levels(self, numbers: Numbers) -> NDArray[np.uint16]:
        """Return the levels of the nodes with these numbers. Number 0, a square of dead cells, has level 0."""
        return self._levels[numbers] & ~np.uint16(_BITS)

    def add(self, levels: NDArray[np.uint16], content: Numbers, are_bits: NDArray[np.bool_]) -> None:
        """Append nodes.

        Args:
            levels: the level of each node. A node of level n is a square with sides of 2 ** n cells.
            content: four numbers for each node, shape (nodes, 4). For a node with quarters: the node number of each
                quarter, 0 for a dead one. For a node of level 1: the states of its four cells. The order is upper left,
                upper right, lower left, lower right. For a node that stores bits: two numbers that hold the 64 bits in
                reading order, then two zeros.
            are_bits: True for each node that stores 8x8 cells as bits.
        """
        end = self._count + len(levels)
        if end >= len(self._levels):
            self._levels = np.concatenate((self._levels, np.zeros(end, np.uint16)))
        self._levels[self._count + 1 : end + 1] = levels | are_bits * np.uint16(_BITS)
        self._content += np.ascontiguousarray(content).data
        self._count = end

    def tree(self) -> "Tree":
        """Return the tree of all nodes. There must be at least one node. Afterwards, no more nodes can be added."""
        content = np.frombuffer(self._content, np.uint32).reshape(-1, 4)
        return Tree(self._levels[: self._count + 1], content)


class Tree:
    """A pattern as a quadtree. The last node is the root: a square with the whole pattern.

    Attributes:
        level: the level of the root.
        box: the smallest rectangle around the root's live cells; None if there are none.
        blocks: number of patches that :meth:`patches` yields: one for each square of level BLOCK_LEVEL that has live
            cells.
    """

    def __init__(self, levels: NDArray[np.uint16], content: Numbers) -> None:
        self._content = content
        self._are_bits = levels & _BITS > 0
        self._levels = levels & ~np.uint16(_BITS)
        self._live = np.zeros(len(levels), np.bool_)
        self._rank = np.zeros(len(levels), np.uint32)  # index among the nodes of the same level
        self.level = int(self._levels[-1])
        self.block = lru_cache(_MAX_CACHED_BLOCKS)(self._block)
        for _, numbers in self._by_level():
            self._rank[numbers] = np.arange(len(numbers), dtype=np.uint32)
            for part in _parts(numbers):
                content_of, are_leaves = self._content[part], self._are_leaves(part)
                self._live[part] = content_of.any(axis=1)
                self._live[part[~are_leaves]] = self._live[content_of[~are_leaves]].any(axis=1)
        is_live = bool(self._live[-1])
        self.box = self._box() if is_live else None
        self.blocks = self._blocks() if is_live else 0

    @property
    def nodes(self) -> Nodes:
        """The nodes of the file."""
        return Nodes(self._levels, self._content, self._are_bits)

    def patches(self) -> Iterator[Patch]:
        """Yield the live part of every block. Positions are relative to the upper left corner of ``box``."""
        if self.box is None:
            return
        waiting = [(len(self._levels) - 1, self.level, -self.box.top, -self.box.left)]
        while waiting:
            number, level, row, column = waiting.pop()
            if level <= BLOCK_LEVEL or self._are_bits[number]:
                top, left, cells = self.block(number)
                yield Patch(row + top, column + left, cells)
                continue
            half = 1 << level - 1
            for place, quarter in reversed(list(enumerate(self._content[number].tolist()))):
                if self._live[quarter]:
                    waiting.append((quarter, level - 1, row + half * (place // 2), column + half * (place % 2)))

    def squares(self, width: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Return the (row, column) of the middle, and the number of live cells, of the pattern's squares with life.

        The squares are nodes at most ``width`` cells wide. Positions are as in :meth:`patches`.
        """
        counts = self._populations()
        numbers, level = np.array([len(self._levels) - 1], np.uint32), self.level
        rows, columns = (np.array([-side], object) for side in (self.box[:2] if self.box else (0, 0)))
        while level > CELLS_LEVEL and 1 << level > width:
            level -= 1
            steps = np.array([0, 1 << level], object if level >= _MAX_WHOLE_LEVEL - 1 else np.int64)
            rows = (rows[:, None] + steps[[0, 0, 1, 1]]).reshape(-1)
            columns = (columns[:, None] + steps[[0, 1, 0, 1]]).reshape(-1)
            numbers = self._content[numbers].reshape(-1)
            is_live = self._live[numbers]
            numbers, rows, columns = numbers[is_live], rows[is_live], columns[is_live]
            if level < _MAX_WHOLE_LEVEL:
                rows, columns = rows.astype(np.int64), columns.astype(np.int64)
        half = (1 << level) // 2
        return rows + half, columns + half, counts[numbers]

    def _populations(self) -> NDArray[np.float64]:
        """Return the number of live cells of each node."""
        counts = np.zeros(len(self._levels), np.float64)
        for level, numbers in self._by_level():
            for part in _parts(numbers):
                are_leaves = self._are_leaves(part)
                if are_leaves.any():
                    counts[part[are_leaves]] = np.count_nonzero(self._squares(part[are_leaves], level), axis=(1, 2))
                counts[part[~are_leaves]] = counts[self._content[part[~are_leaves]]].sum(axis=1)
        return counts

    def _by_level(self) -> Iterator[tuple[int, Numbers]]:
        """Yield (level, numbers of its nodes) for each level of the tree, the lowest first."""
        order = np.argsort(self._levels[1:], kind="stable").astype(np.uint32) + np.uint32(1)
        sorted_levels = self._levels[order]
        firsts = np.flatnonzero(np.diff(sorted_levels, prepend=np.uint16(0)))
        for first, end in zip(firsts, [*firsts[1:], len(order)], strict=True):
            level = int(sorted_levels[first])
            if level <= self.level:
                yield level, order[first:end]

    def _are_leaves(self, numbers: Numbers) -> NDArray[np.bool_]:
        return np.asarray(self._are_bits[numbers] | (self._levels[numbers] == 1))

    def _box(self) -> Box:
        width = 1 << self.level
        top, bottom = self._margin((0, 1), (2, 3)), self._margin((2, 3), (0, 1))
        left, right = self._margin((0, 2), (1, 3)), self._margin((1, 3), (0, 2))
        return Box(top, left, width - bottom, width - right)

    def _margin(self, near: tuple[int, int], far: tuple[int, int]) -> int:
        """Return how many rows or columns are dead on one side of the root.

        ``near`` are the two quarters on that side, ``far`` the other two. Quarters are numbered 0 to 3 in reading
        order.
        """

        def leaf_values(cells: NDArray[np.bool_]) -> NDArray[Any]:
            lines = np.asarray(cells.any(axis=2 if set(near) in ({0, 1}, {2, 3}) else 1))
            return np.asarray((lines if near[0] == 0 else lines[:, ::-1]).argmax(axis=1))

        def inner_values(margins: NDArray[Any], level: int) -> NDArray[Any]:
            nearer, farther = (margins[:, quarters].min(axis=1) for quarters in (near, far))
            return np.asarray(np.minimum(nearer, farther + (1 << level - 1)))

        return self._root_value(leaf_values, inner_values, lambda level: 2 << level)

    def _blocks(self) -> int:
        def inner_values(blocks: NDArray[Any], level: int) -> NDArray[Any]:
            total = np.minimum(blocks.sum(axis=1), _MAX_COUNTED)
            return total if level > BLOCK_LEVEL else np.ones_like(total)

        return self._root_value(lambda cells: np.ones(len(cells), np.int64), inner_values, lambda _: 0)

    def _root_value(
        self,
        leaf_values: Callable[[NDArray[np.bool_]], NDArray[Any]],
        inner_values: Callable[[NDArray[Any], int], NDArray[Any]],
        dead_value: Callable[[int], int],
    ) -> int:
        """Compute a value for the root, from the leaves up. A node's value follows from the values of its quarters.

        Args:
            leaf_values: returns the values of leaves. Argument: their cells, shape (nodes, width, width).
            inner_values: returns the values of nodes with quarters. Arguments: the values of the quarters, shape
                (nodes, 4), and the level of the nodes.
            dead_value: returns the value of a dead node. Argument: its level.
        """
        values = np.zeros(0, np.int64)
        for level, numbers in self._by_level():
            kind = np.dtype(np.int64 if level < _MAX_WHOLE_LEVEL else object)
            below = np.append(values.astype(kind), np.array([dead_value(level - 1)], kind))
            values = np.empty(len(numbers), kind)
            for first, part in zip(range(0, len(numbers), _NODES_AT_A_TIME), _parts(numbers), strict=True):
                part_values, are_leaves = values[first : first + _NODES_AT_A_TIME], self._are_leaves(part)
                if are_leaves.any():
                    part_values[are_leaves] = leaf_values(self._squares(part[are_leaves], level) > 0)
                if not are_leaves.all():
                    quarters = self._content[part[~are_leaves]]
                    ranks = np.where(self._live[quarters], self._rank[quarters], np.uint32(len(below) - 1))
                    part_values[~are_leaves] = inner_values(below[ranks], level)
        return int(values[-1])

    def _squares(self, numbers: Numbers, level: int) -> Cells:
        """Return the cells of leaf nodes (nodes without quarters): shape (nodes, width, width)."""
        content = self._content[numbers]
        if level == 1:
            return content.astype(np.uint8).reshape(-1, 2, 2)
        bits = np.ascontiguousarray(content[:, :2]).view(np.uint8)
        return np.unpackbits(bits, axis=1).reshape(-1, 8, 8)

    def _block(self, number: int) -> tuple[int, int, Cells]:
        """Return (row, column, cells) of the live part of a node. The cells are read-only."""
        grid = np.array([[number]], np.uint32)
        cells = np.zeros((1, 1), np.uint8)
        for level in range(int(self._levels[number]), 0, -1):
            if level in (1, CELLS_LEVEL):
                squares = self._squares(grid.reshape(-1), level)
                if level == CELLS_LEVEL:
                    are_bits = self._are_bits[grid]
                    squares *= are_bits.reshape(-1, 1, 1)
                    grid = np.where(are_bits, np.uint32(0), grid)
                joined = _joined(squares, len(grid))
                cells = joined if len(cells) < len(joined) else cells | joined
            if level > 1:
                grid = _joined(self._content[grid.reshape(-1)].reshape(-1, 2, 2), len(grid))
        rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
        top, left = int(rows[0]), int(columns[0])
        live = cells[top : int(rows[-1]) + 1, left : int(columns[-1]) + 1]
        live.setflags(write=False)
        return top, left, live


def _parts(numbers: Numbers) -> Iterator[Numbers]:
    return (numbers[first : first + _NODES_AT_A_TIME] for first in range(0, len(numbers), _NODES_AT_A_TIME))


def _joined(squares: NDArray[Any], across: int) -> NDArray[Any]:
    """Join squares, in reading order, into one that is ``across`` squares wide and high."""
    width = squares.shape[1]
    rows = squares.reshape(across, across, width, width).transpose(0, 2, 1, 3)
    return rows.reshape(across * width, across * width)


# The format is Golly's (https://golly.sourceforge.io/Help/formats.html#mc): ``[M2]``, remarks, then one node per line,
# the whole pattern last. ``$...*$....*$..***$`` is a square of 8x8 cells, ``1 0 2 0 1`` a square of 2x2 states, and
# ``level a b c d`` lists four quarters by node number, counted from 1; 0 is a dead quarter.

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
    """The lines of a macrocell file, parsed. Lines are counted from 0.

    Attributes:
        remarks: the numbers of the lines that begin with ``#R`` or ``#G``.
        nodes: the numbers of the lines that are nodes, in order.
        levels: the level of each node, int64.
        content: the content of each node, as in :meth:`TreeBuilder.add`; int64.
        are_bits: True for each node that stores 8x8 cells as bits.
        first_wrong: the number of the first malformed line; None if there is none. ``nodes`` ends before that line.
        idle_bytes: number of bytes in remarks and empty lines.
    """

    remarks: NDArray[np.int64]
    nodes: NDArray[np.int64]
    levels: NDArray[np.int64]
    content: NDArray[np.int64]
    are_bits: NDArray[np.bool_]
    first_wrong: int | None
    idle_bytes: int


def read_lines(text: bytes) -> Lines:
    """Parse the lines of ``text``. Every line must end in a line feed and have no trailing blanks."""
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
    """Return each line's 8x8 cells as two numbers of 32 bits. Set ``is_wrong`` for malformed lines."""
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
    """Return each line's level and four quarters: shape (valid lines, 5). Set ``is_wrong`` for malformed lines."""
    is_inside = are_numbers[line_of]
    is_digit = _DIGITS[symbols] & is_inside
    is_wrong[line_of[is_inside & ~is_digit & ~_BLANKS[symbols]]] = True
    last_digits = np.flatnonzero(is_digit[:-1] & ~is_digit[1:])  # the last symbol of the text is a line end
    line = line_of[last_digits]
    is_wrong |= are_numbers & (np.bincount(line, minlength=len(are_numbers)) != _NUMBERS)
    numbers, too_long = read_decimals(symbols, is_digit, last_digits)
    is_wrong[line[too_long]] = True
    return numbers[~is_wrong[line]].reshape(-1, _NUMBERS)


MAGIC = b"[M2]"
"""The first bytes of a macrocell file."""

_MAX_LEVEL = 4096
_GENERATION = re.compile(r"[0-9]{1,18}")
_CELLS_LINE = re.compile(r"[.*$]+")
_NOTE = re.compile(rb"^#[NOCD].*$", re.MULTILINE)
_BLANKS_AT_END = re.compile(rb"(?<![ \t])[ \t]+\n")
_MAX_LINE_BYTES = 1 << 16
_MAX_IDLE_BYTES = 1 << 20
_MAX_REMARKS = 1000
"""Maximum number of remarks that name a rule or a generation. Usual files have one of each."""
_MAX_NODES = 1 << 25
"""Maximum number of nodes in a file. For comparison: a dense board of 16384x16384 cells has 6 million."""
_BYTES_PER_NODE = 36
_MAX_REPEATED = 100_000
"""Maximum number of duplicate nodes. Usual files have none; a small file full of them could unpack to gigabytes."""
_HASH = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5], np.uint64)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MacrocellPattern(StreamedPattern):
    """The cells of a macrocell file, cropped to the live cells.

    Attributes:
        tree: the quadtree of the file.
    """

    tree: Tree

    def patches(self) -> Iterator[Patch]:
        """Divide the pattern into squares of at most 512x512 cells, and yield the live part of each."""
        return self.tree.patches()


def open_macrocell(text: TextSource, rule: Rule | None = None, *, max_side: int | None = MAX_SIDE) -> MacrocellPattern:
    """Read a macrocell file.

    A pattern without live cells becomes a single dead cell.

    Args:
        text: the file's content.
        rule: the rule to use instead of the one that the file names; None for the file's own.
        max_side: the largest width and height of a pattern; None for a plane without end.

    Raises:
        PatternError: the file is damaged, or the pattern is too large.
    """
    reader = _Reader(text.name, rule)
    for lines in _whole_lines(text):
        reader.take(lines)
    return reader.pattern(max_side)


def _whole_lines(text: TextSource) -> Iterator[bytes]:
    """Yield the text in pieces of whole lines. Each line ends in a line feed and has no trailing blanks."""
    waiting = b""
    for piece in with_plain_line_ends(text.pieces()):
        waiting += piece
        end = waiting.rfind(b"\n") + 1
        if len(waiting) - end > _MAX_LINE_BYTES:
            raise PatternError(
                f"{text.name}: a line has more than {format_whole_units(_MAX_LINE_BYTES)}: not a macrocell file"
            )
        if end:
            yield _BLANKS_AT_END.sub(b"\n", waiting[:end])
            waiting = waiting[end:]
    if waiting:
        yield _BLANKS_AT_END.sub(b"\n", waiting + b"\n")


class _Reader:
    def __init__(self, source: str, rule: Rule | None) -> None:
        self._tree = TreeBuilder()
        self._source = source
        self._keeps_rule = rule is not None
        self._rule = rule
        self._notes: list[str] = []
        self._generation = self._highest = 0
        self._lines_read = self._idle_bytes = self._remarks = self._repeated = 0

    def take(self, text: bytes) -> None:
        """Read the next lines of the file."""
        if not self._lines_read:
            first, _, text = text.partition(b"\n")
            if not first.startswith(MAGIC):
                found = quoted(first.decode("utf-8", "replace"))
                raise self._error_at(0, f"not a macrocell file: expected {MAGIC.decode()}, found {found}")
            self._lines_read = 1
            self._notes = [line.decode("utf-8", "replace") for line in _NOTE.findall(text)]
        if not text:
            return
        lines = read_lines(text)
        self._take_lines(text, lines)
        self._idle_bytes += lines.idle_bytes
        if self._idle_bytes > _MAX_IDLE_BYTES:
            raise self._error_at(0, f"remarks and empty lines take more than {format_whole_units(_MAX_IDLE_BYTES)}")
        self._lines_read += text.count(b"\n")

    def pattern(self, max_side: int | None) -> MacrocellPattern:
        """Return the pattern, after all lines have been read. ``max_side`` is as in :func:`open_macrocell`."""
        if not len(self._tree):
            raise self._error_at(-1, "the file has no node: it was cut off")
        tree = self._tree.tree()
        notes = notes_of(self._notes)
        shape, position = (1, 1), None
        if tree.box is not None:
            shape = tree.box.bottom - tree.box.top, tree.box.right - tree.box.left
            if max_side is not None and max(shape) > max_side:
                size = "x".join(str(side) if side < 1 << 60 else f"2^{side.bit_length() - 1}" for side in shape[::-1])
                raise PatternError(f"{self._source}: {size} cells; sides of a board are at most {max_side}")
            (down, right), half = middle_of(self._rule), 1 << tree.level - 1
            # Golly counts rows upwards in its trees, from -half, so row -half + 1 is the top row of a board.
            position = tree.box.top - half + 1 + down, tree.box.left - half + right
        return MacrocellPattern(
            shape=shape,
            rule=self._rule,
            generation=self._generation,
            position=position,
            source=self._source,
            parts=tree.blocks,
            tree=tree,
            highest=self._highest,
            notes=notes,
        )

    def _take_lines(self, text: bytes, lines: Lines) -> None:
        done = 0
        remarks = lines.remarks if lines.first_wrong is None else lines.remarks[lines.remarks < lines.first_wrong]
        self._remarks += remarks.size
        if self._remarks > _MAX_REMARKS:
            raise self._error_at(int(remarks[0]), f"more than {_MAX_REMARKS} remarks that begin with #R or #G")
        for remark in remarks.tolist():
            until = int(np.searchsorted(lines.nodes, remark))
            self._take_nodes(lines, slice(done, until))
            self._take_remark(_line(text, remark), remark)
            done = until
        self._take_nodes(lines, slice(done, None))
        if lines.first_wrong is not None:
            line = _line(text, lines.first_wrong)
            nodes = "nodes are 8x8 cells like '$..*$.**$' or five numbers like '4 0 1 0 2'"
            why = "is larger than 8x8 cells" if _CELLS_LINE.fullmatch(line) else f"is not a node; {nodes}"
            raise self._error_at(lines.first_wrong, f"{quoted(line)} {why}")

    def _take_remark(self, line: str, number: int) -> None:
        value = line[2:].strip()
        if line.startswith("#G"):
            if not _GENERATION.fullmatch(value):
                raise self._error_at(number, f"#G {quoted(value)} is not a generation of 1 to 18 digits")
            self._generation = int(value)
        elif value and not self._keeps_rule:
            try:
                self._rule = parse_file_rule(value)
            except RuleError as error:
                raise self._error_at(number, str(error)) from error
            if self._highest > self._rule.live_states:
                raise self._error_at(number, state_error(self._highest, self._rule))

    def _take_nodes(self, lines: Lines, which: slice) -> None:
        levels, content, are_bits = lines.levels[which], lines.content[which], lines.are_bits[which]
        if not levels.size:
            return
        hold_states = levels == 1
        are_inner = ~(hold_states | are_bits)
        states = np.where(are_bits, content.any(axis=1), np.where(hold_states, content.max(axis=1), 0))
        numbers = len(self._tree) + 1 + np.arange(levels.size)
        is_wrong = (
            (levels < 1) | (levels > _MAX_LEVEL) | (states > (self._rule.live_states if self._rule else MAX_STATE))
        )
        quarters = np.where(are_inner[:, None] & (content < numbers[:, None]), content, 0)
        fit = (quarters == 0) | (self._levels_of(quarters, levels) == levels[:, None] - 1)
        is_wrong |= are_inner & ~((content < numbers[:, None]) & fit).all(axis=1)
        if is_wrong.any():
            first = int(is_wrong.argmax())
            known = self._levels_of(quarters[first], levels).tolist()
            reason = self._describe_bad_node(int(levels[first]), content[first].tolist(), known, int(numbers[first]))
            raise self._error_at(int(lines.nodes[which][first]), reason)
        self._highest = max(self._highest, int(states.max()))
        self._tree.add(levels.astype(np.uint16), content.astype(np.uint32), are_bits)
        self._require_room(levels, content, int(lines.nodes[which][0]))

    def _levels_of(self, numbers: NDArray[np.int64], following: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the levels of the nodes with these numbers.

        ``numbers`` may include nodes that are about to be added; ``following`` has the levels of those nodes.
        """
        known = len(self._tree)
        next_ones = following[np.clip(numbers - known - 1, 0, len(following) - 1)]
        return np.where(numbers <= known, self._tree.levels(np.minimum(numbers, known)), next_ones)

    def _require_room(self, levels: NDArray[np.int64], content: NDArray[np.int64], line: int) -> None:
        """Raise PatternError if the next nodes do not fit into memory, or if too many nodes have been duplicates."""
        keys = (content.astype(np.uint64) * _HASH).sum(axis=1) ^ levels.astype(np.uint64)
        self._repeated += len(keys) - len(np.unique(keys))
        if self._repeated > _MAX_REPEATED:
            raise self._error_at(
                line, f"more than {_MAX_REPEATED} duplicate nodes; a macrocell file has each node once"
            )
        count, needed = len(self._tree), len(self._tree) * _BYTES_PER_NODE
        if count > _MAX_NODES or needed > free_memory():
            raise self._error_at(line, f"{count} nodes need {format_whole_units(needed)}, too much memory; try an RLE")

    def _describe_bad_node(self, level: int, parts: list[int], levels: list[int], number: int) -> str:
        if not 1 <= level <= _MAX_LEVEL:
            return f"level {level} is not between 1 and {_MAX_LEVEL}"
        if level > 1:
            for part, level_of_part in zip(parts, levels, strict=True):
                if part >= number:
                    return f"node {part} comes later or is missing; this is node {number}"
                if part and level_of_part != level - 1:
                    return (
                        f"a node of level {level} needs quarters of level {level - 1},"
                        f" but node {part} has level {level_of_part}"
                    )
        return state_error(max(parts), self._rule, "a macrocell file")

    def _error_at(self, line: int, reason: str) -> PatternError:
        """Return the error for a line. Lines are counted from 0 within the piece of text that is being read."""
        return line_error(self._source, self._lines_read + 1 + line, reason)


def _line(text: bytes, number: int) -> str:
    return text.split(b"\n", number + 1)[number].decode("utf-8", "replace")
