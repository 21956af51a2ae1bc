"""Reading macrocell files (``.mc``), which Golly writes: boards as quadtrees, two-state and multi-state.

The format is Golly's (https://golly.sourceforge.io/Help/formats.html#mc): ``[M2]``, remarks, then a node a line, the
whole pattern last. ``$...*$....*$..***$`` is a square of 8x8 cells, ``1 0 2 0 1`` one of 2x2 states, and
``level a b c d`` four nodes by their numbers, counted from 1; 0 is a dead one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.macrocell_tree import Tree
from gpulife.patterns.pattern import Patch, StreamedPattern
from gpulife.patterns.rle_read import middle_of
from gpulife.patterns.sizes import LONGEST_SIDE, brief
from gpulife.rules import Rule, parse_rule

MARK = "[M2]"
"""How such a file begins."""

_CELLS_LEVEL = 3
_MOST_LEVEL = 4096
_HIGHEST_STATE = 255
_CELLS_LINE = re.compile(r"[.*$]+")
_NODE_LINE = re.compile(r"([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]+([0-9]{1,9})")
_GENERATION = re.compile(r"[0-9]{1,18}")
_LONGEST_RULE = 200
_STATES = bytes.maketrans(b".*", b"\0\1")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MacrocellPattern(StreamedPattern):
    """The cells of a macrocell file: the smallest rectangle with all live ones.

    Attributes:
        tree: of the file.
        highest: state of any cell.
    """

    tree: Tree
    highest: int

    def patches(self) -> Iterator[Patch]:
        """The live part of every square of at most 512x512 cells."""
        return self.tree.patches()

    def highest_state(self) -> int:
        """Known since the file was read."""
        return self.highest


def read_macrocell(text: str, source: str, rule: Rule | None = None) -> MacrocellPattern:
    """Read a macrocell file.

    A pattern without a live cell is one dead cell.

    Args:
        text: the file's content.
        source: what to call the file in messages.
        rule: a rule to use instead of the file's own, which is then not even looked at.

    Raises:
        PatternError: ``{source}, line {n}: ...``, one line; or the pattern is larger than any board.
    """
    reader = _Reader(source, rule)
    number = 0
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            reader.take(line.rstrip(), first=number == 1)
        except _LineError as error:
            raise PatternError(f"{source}, line {number}: {error}") from error
    if not len(reader.tree):
        raise PatternError(f"{source}, line {number}: the file ends without a node: it is cut short")
    return reader.pattern()


class _LineError(Exception):
    """What is wrong with a line."""


class _Reader:
    """A file, line after line."""

    def __init__(self, source: str, rule: Rule | None) -> None:
        self.tree = Tree()
        self._source = source
        self._keeps_rule = rule is not None
        self._rule = rule
        self._generation = 0
        self._highest = 0

    def take(self, line: str, *, first: bool) -> None:
        """Understand the next line."""
        if first:
            if not line.startswith(MARK):
                raise _LineError(f"not a macrocell file: expected {MARK}, found {brief(line)}")
        elif line.startswith("#"):
            self._remark(line)
        elif _CELLS_LINE.fullmatch(line):
            self._cells(line)
        elif match := _NODE_LINE.fullmatch(line):
            level, *parts = map(int, match.groups())
            if level == 1:
                self._states(parts)
            else:
                self._node(level, parts)
        elif line:
            raise _LineError(
                f"{brief(line)} is no node; nodes are 8x8 cells like '$..*$.**$' or five numbers like '4 0 1 0 2'"
            )

    def pattern(self) -> MacrocellPattern:
        """What all lines said."""
        root = self.tree.root
        shape, position, parts = (1, 1), None, 0
        if root is not None:
            shape = root.box.bottom - root.box.top, root.box.right - root.box.left
            if max(shape) > LONGEST_SIDE:
                size = "x".join(str(side) if side < 1 << 60 else f"2^{side.bit_length() - 1}" for side in shape[::-1])
                raise PatternError(f"{self._source}: {size} cells; no board has sides longer than {LONGEST_SIDE}")
            (down, right), half = middle_of(self._rule), 1 << root.level - 1
            # Golly counts rows upwards in its trees, from -half on, so that row -half + 1 is the uppermost on a board.
            position, parts = (root.box.top - half + 1 + down, root.box.left - half + right), root.blocks
        return MacrocellPattern(
            shape=shape,
            rule=self._rule,
            generation=self._generation,
            position=position,
            source=self._source,
            parts=parts,
            tree=self.tree,
            highest=self._highest,
        )

    def _remark(self, line: str) -> None:
        value = line[2:].strip()
        if line.startswith("#R") and value and not self._keeps_rule:
            if len(value) > _LONGEST_RULE:
                raise _LineError(f"rule {brief(value)} has {len(value)} characters; no rule has so long a name")
            try:
                self._rule = parse_rule(value)
            except RuleError as error:
                raise _LineError(str(error)) from error
            self._require_state(self._highest)
        elif line.startswith("#G"):
            if not _GENERATION.fullmatch(value):
                raise _LineError(f"#G {brief(value)} is not a generation of 1 to 18 digits")
            self._generation = int(value)

    def _cells(self, line: str) -> None:
        rows = line.split("$")
        last = rows.pop()
        if last:
            rows.append(last)
        width = 1 << _CELLS_LEVEL
        if len(rows) > width or max(map(len, rows)) > width:
            raise _LineError(f"{brief(line)} is larger than {width}x{width} cells")
        self._see("*" in line)
        cells = b"".join(row.encode("ascii").ljust(width, b".") for row in rows)
        self.tree.add_cells(_CELLS_LEVEL, cells.ljust(width * width, b".").translate(_STATES))

    def _states(self, states: list[int]) -> None:
        self._see(max(states))
        self.tree.add_cells(1, bytes(states))

    def _node(self, level: int, parts: list[int]) -> None:
        if not 1 <= level <= _MOST_LEVEL:
            raise _LineError(f"level {level}; it must be 1 to {_MOST_LEVEL}")
        for part in parts:
            if part > len(self.tree):
                raise _LineError(f"node {part} comes later or is missing; this is node {len(self.tree) + 1}")
            if part and self.tree.level(part) != level - 1:
                raise _LineError(f"a quarter of level {level} is node {part} of level {self.tree.level(part)}")
        upper_left, upper_right, lower_left, lower_right = parts
        self.tree.add_quarters(level, (upper_left, upper_right, lower_left, lower_right))

    def _see(self, state: int) -> None:
        if state > self._highest:
            self._require_state(state)
            self._highest = state

    def _require_state(self, state: int) -> None:
        highest = _HIGHEST_STATE if self._rule is None else self._rule.species
        if state > highest:
            law = "a macrocell file" if self._rule is None else f"rule {self._rule.law}"
            raise _LineError(f"state {state} is not one of {law}, which has states 0 to {highest}")
