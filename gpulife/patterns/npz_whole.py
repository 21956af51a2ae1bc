"""Boards as gpulife 0.1 wrote them: an ``.npz`` file with one array ``cells`` (uint8), a byte a cell.

Some kilobytes of such a file can be a board of gigabytes: it is read in strips, as those in bands are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO

import numpy as np

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.archive import Archive, ArrayStream, open_archive
from gpulife.patterns.pattern import Patch, Pattern, StreamedPattern, require_state_of
from gpulife.patterns.sizes import LONGEST_SIDE
from gpulife.patterns.strips import STRIP_CELLS, Strips
from gpulife.rules import Rule, parse_rule

CELLS_ENTRY = "cells.npy"
_WHAT = "the cells are"
_MAX_RULE_CHARACTERS = 200


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WholePattern(StreamedPattern):
    """The cells of a file with an array of them.

    Attributes:
        is_fortran: whether the array goes column after column.
        open_file: opens it anew.
    """

    is_fortran: bool
    open_file: Callable[[], IO[bytes]] = field(repr=False)

    def patches(self) -> Iterator[Patch]:
        """Strip after strip, from the top or from the left."""
        with open_archive(self.open_file, self.source) as archive, archive.stream(CELLS_ENTRY, _WHAT) as stream:
            if (_shape_of(archive, stream), stream.header.is_fortran) != (self.shape, self.is_fortran):
                raise PatternError(f"{self.source}: the file changed while it was read")
            for row, column, height, width in Strips(self.shape[::-1] if self.is_fortran else self.shape):
                data = stream.read(height * width)
                if len(data) != height * width:
                    raise PatternError(f"{self.source}: {_WHAT} damaged (cut off)")
                cells = np.frombuffer(data, np.uint8).reshape(height, width)
                yield Patch(column, row, cells.T) if self.is_fortran else Patch(row, column, cells)
            if stream.read(1):  # and so the checksum is looked at
                raise PatternError(f"{self.source}: {_WHAT} damaged (more than there should be)")

    def highest_state(self) -> int:
        """The highest state; reads all cells."""
        return max(int(patch.cells.max()) for patch in self.patches())

    def verify(self, advance: Callable[[], None] = lambda: None) -> None:
        """Read all cells once; see :class:`StreamedPattern`."""
        for _ in self.patches():
            advance()


def whole_pattern(archive: Archive, open_file: Callable[[], IO[bytes]]) -> Pattern | WholePattern:
    """The pattern in an archive with an array ``cells``; all of it if it is small.

    Args:
        archive: the opened file; not needed any more afterwards.
        open_file: opens it anew.

    Raises:
        PatternError: there is none, or it is damaged, or has states that its rule has not.
    """
    source = archive.source
    if CELLS_ENTRY not in archive.names:
        raise PatternError(f"{source}: not a board saved as .npz: there are no cells in it")
    rule = _rule_of(archive)
    generation = int(archive.numbers("generation.npy", "the generation is", ())[()])
    if generation < 0:
        raise PatternError(f"{source}: the generation is {generation}; it must be 0 or more")
    with archive.stream(CELLS_ENTRY, _WHAT) as stream:
        shape, is_fortran = _shape_of(archive, stream), stream.header.is_fortran
    if rule is not None and rule.size not in (None, shape):
        raise PatternError(f"{source}: {shape[1]}x{shape[0]} cells are not a board of {rule}")
    pattern = WholePattern(
        shape=shape,
        rule=rule,
        generation=generation,
        source=source,
        parts=len(Strips(shape[::-1] if is_fortran else shape)),
        is_fortran=is_fortran,
        open_file=open_file,
    )
    opened = pattern.whole() if shape[0] * shape[1] <= STRIP_CELLS else pattern
    if rule is not None:
        require_state_of(rule, opened.highest_state(), source)
    return opened


def _rule_of(archive: Archive) -> Rule | None:
    name = archive.text("rule.npy", "the name of the rule is")
    if len(name) > _MAX_RULE_CHARACTERS:
        raise PatternError(f"{archive.source}: a rule of {len(name)} characters; no rule has so long a name")
    try:
        return parse_rule(name) if name else None
    except RuleError as error:
        raise PatternError(f"{archive.source}: {error}") from error


def _shape_of(archive: Archive, stream: ArrayStream) -> tuple[int, int]:
    header = stream.header
    if header.dtype != np.uint8 or len(header.shape) != 2 or not header.size:
        raise PatternError(
            f"{archive.source}: its cells are {header.dtype} of shape {header.shape}; they should be uint8, 2-D"
        )
    rows, columns = header.shape
    if max(rows, columns) > LONGEST_SIDE:
        raise PatternError(f"{archive.source}: a board of {columns}x{rows}; sides are 1 to {LONGEST_SIDE}")
    return rows, columns
