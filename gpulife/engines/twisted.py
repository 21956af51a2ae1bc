"""Boards with twisted or shifted edges on engines that know only dead edges: see :mod:`gpulife.rules.twists`.

The inner engine has a board with dead edges that is larger by a margin on all sides. Before each pass, cells from the
board's own borders are copied into the margin, to the places beyond the edges where they are seen. What is computed in
the margin is wrong from its outer side on, by a cell for each generation (by more under Larger than Life), and is never
used. So a margin of 32 cells lasts for 32 generations, and the inside of the board costs nothing extra.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines import reference
from gpulife.engines.base import Engine, StepStoppedError
from gpulife.errors import EngineError
from gpulife.rules import NEIGHBOURS, Cells, Edges, Rule
from gpulife.rules.rule import ring_bit
from gpulife.rules.twists import Twist, frame_of, frame_parts

_UNIT = 32
"""The margin is a multiple of this number of cells, so that the board begins at a whole word."""
_MAX_COPIED = 1 << 22
"""Limit on the number of cells in a frame. On larger boards the frame is narrower, and lasts for fewer generations."""

OpenBoard = Callable[[Rule, tuple[int, int]], Engine]
"""Opens an engine with an empty board for a rule and a shape (rows, columns)."""


def margin_of(rule: Rule) -> int:
    """Return the width in cells of the margin around a board of ``rule``; 0 if the rule has no twist."""
    return 0 if rule.twist is None else -(-rule.family.reach(rule) // _UNIT) * _UNIT or _UNIT


def with_margin(rule: Rule, shape: tuple[int, int]) -> tuple[int, int]:
    """Return the (rows, columns) of the inner engine's board for a board of ``shape``."""
    margin = margin_of(rule)
    return shape[0] + 2 * margin, shape[1] + 2 * margin


def twist_refusal(rule: Rule) -> str | None:
    """Return why no engine but numpy computes ``rule`` on a board with its edges; None if they do."""
    if rule.twist is not None and rule.family.period(rule) is None:
        return (
            f"rule {rule.law} tosses a coin for each place, which a {rule.twist.title} has twice in the engine's "
            "memory; use --engine numpy"
        )
    return None


class TwistedEngine(Engine):
    """A board with shifted or twisted edges.

    Args:
        rule: the rule, with a twist.
        shape: (rows, columns) in cells.
        open_board: opens the inner engine.

    Raises:
        EngineError: the inner engine cannot be opened, or the rule has coins (see :func:`twist_refusal`).
        BoardSizeError: there is no memory for the inner engine's board.
    """

    bytes_per_cell: ClassVar[float] = 0.0  # the inner engine checks the memory
    has_twists: ClassVar[bool] = True

    def __init__(self, rule: Rule, shape: tuple[int, int], open_board: OpenBoard) -> None:
        rule = rule.on_board(shape)
        if (refusal := twist_refusal(rule)) is not None:
            raise EngineError(refusal)
        assert rule.twist is not None  # noqa: S101 - other boards need no such engine
        self._twist = rule.twist
        self._margin = margin_of(rule)
        self._inner = open_board(replace(rule, twist=None, size=None), with_margin(rule, shape))
        self.name, self.renderer = self._inner.name, self._inner.renderer
        try:
            super().__init__(rule, shape)
        except BaseException:
            self._inner.close()
            raise
        self.pass_generations = self._inner.pass_generations
        self._is_clear = True  # the margin is empty

    @property
    def awake_share(self) -> float:
        """The share of the board that was awake when last measured, 0 to 1; passes skip the rest."""
        return self._inner.awake_share

    @property
    def foreseeable_generations(self) -> int | None:
        """The number of further generations for which stepping stays about as fast as now; None for no limit."""
        return self._inner.foreseeable_generations

    def prepare(self, generations: int, *, sleep: bool = False, advance: Callable[[], None] = lambda: None) -> None:
        """Compile the inner engine's shaders for steps of ``generations`` generations."""
        self._inner.prepare(min(generations, self._most(self.rule)), sleep=sleep, advance=advance)

    def finish(self) -> None:
        """Wait until all queued generations have been computed."""
        self._inner.finish()

    def keep_up(self) -> None:
        """Wait until only a few queued generations are left to compute."""
        self._inner.keep_up()

    def memory(self) -> int:
        """Return how many bytes of memory the board takes with its margin."""
        return self._inner.memory()

    def bytes_moved(self) -> float:
        """Return the minimum number of bytes read and written to compute one generation of the whole board."""
        return self._inner.bytes_moved()

    def close(self) -> None:
        """Close the inner engine."""
        self._inner.close()

    def _memory_available(self) -> int:
        return self._inner._memory_available()

    def _most(self, rule: Rule) -> int:
        """Return for how many generations of ``rule`` one frame can last.

        Raises:
            EngineError: the rule's neighbours are further away than the margin is wide.
        """
        reach = max(1, rule.family.reach(rule))
        if reach > self._margin:
            raise EngineError(f"rule {rule.law} reaches further than the margin of this board, {self._margin} cells")
        # Mirrored or turned cells follow the rule only if the rule is the same in all directions.
        if self._twist.turns and not has_no_direction(rule):
            return 1
        around = 2 * (self.shape[0] + self.shape[1])
        return max(1, min(self._margin, _MAX_COPIED // around) // reach)

    def _step(self, generations: int, rule: Rule) -> None:
        law = replace(rule, twist=None, size=None)
        most, reach = self._most(rule), max(1, rule.family.reach(rule))
        done = 0
        while done < generations:
            count = min(most, generations - done)
            self._fill(count * reach, law)
            self._inner.generation = self.generation + done
            with self._inner.stopping(self._stopped):
                stepped = self._inner.step(count, law)
            done += stepped
            if stepped < count:
                raise StepStoppedError(done)

    def _fill(self, width: int, law: Rule) -> None:
        """Fill a frame of ``width`` cells around the board."""
        borders = self._borders(width)
        # Life that is further inside cannot reach the margin before the next frame.
        if self._is_clear and not borders.any() and _stays_empty(law):
            return
        places, margin = _places_in_borders(self._twist, self.shape, width), self._margin
        for (rows, columns), cells in zip(frame_parts(self.shape, width), places, strict=True):
            self._inner.paint(margin + int(rows[0]), margin + int(columns[0]), borders[cells])
        self._is_clear = False

    def _borders(self, width: int) -> Cells:
        """Return the cells at the board's edges, one strip after the other, in the order of :func:`_strips`."""
        strips = _strips(self.shape, width)
        return np.concatenate([self._read(*strip).ravel() for strip in strips])

    def _census(self) -> NDArray[np.int64]:
        inside = self._inner.census()
        if self._is_clear:
            return inside
        for rows, columns in frame_parts(self.shape, self._margin):
            margin = self._read(int(rows[0]), int(columns[0]), len(rows), len(columns))
            inside -= reference.census(margin, self.rule)
        return inside

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        return self._inner.read(self._margin + row, self._margin + column, height, width)

    def _write(self, row: int, column: int, cells: Cells) -> None:
        self._inner.paint(self._margin + row, self._margin + column, cells)


def _strips(shape: tuple[int, int], width: int) -> list[tuple[int, int, int, int]]:
    """Return (row, column, height, width) of four strips of ``width`` cells along the edges of a board.

    They are the upper, the lower, the left and the right one; on small boards they overlap.
    """
    rows, columns = shape
    high, wide = min(width, rows), min(width, columns)
    return [
        (0, 0, high, columns),
        (rows - high, 0, high, columns),
        (0, 0, rows, wide),
        (0, columns - wide, rows, wide),
    ]


@lru_cache(maxsize=8)
def _places_in_borders(twist: Twist, shape: tuple[int, int], width: int) -> list[NDArray[np.int64]]:
    """Return, for each part of a frame, where its cells are in what :meth:`TwistedEngine._borders` returns."""
    strips = _strips(shape, width)
    ends = np.cumsum([high * wide for _, _, high, wide in strips])
    found = []
    for rows, columns in frame_of(twist, shape, width):
        places = np.full(rows.shape, -1)
        for (top, left, high, wide), end in zip(strips, ends, strict=True):
            down, right = rows - top, columns - left
            is_here = (down >= 0) & (down < high) & (right >= 0) & (right < wide)
            places[is_here] = (end - high * wide + down * wide + right)[is_here]
        found.append(places)
    return found


@lru_cache(maxsize=64)
def has_no_direction(rule: Rule) -> bool:
    """Return True if ``rule`` has a truth table that is the same after all turns and reflections."""
    table = rule.family.truth_table(rule)
    if table is None:
        return False
    rings = np.arange(256)
    swapped = {(down, right): (right, down) for down, right in NEIGHBOURS}
    mirrored = {(down, right): (down, -right) for down, right in NEIGHBOURS}
    for places in (swapped, mirrored):  # these two make all others
        turned = np.zeros(256, np.intp)
        for place, other in places.items():
            turned |= ((rings & ring_bit(place)) > 0) * ring_bit(other)
        if turned[table.parents] != table.parents or (table.lives[:, turned] != table.lives).any():
            return False
    return True


@lru_cache(maxsize=64)
def _stays_empty(law: Rule) -> bool:
    empty = np.zeros((1, 1), np.uint8)
    return not reference.next_generation(empty, replace(law, edges=Edges.DEAD), 0).any()
