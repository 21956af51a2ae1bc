"""Life 1.06 files (``.life``): a line ``column row`` for every live cell."""

import re

import numpy as np

from gpulife.errors import PatternError
from gpulife.patterns.board_sizes import quoted
from gpulife.patterns.formats.text.sparse_pattern import SparsePattern, pattern_from_coordinates
from gpulife.patterns.formats.text.text_rows import whole_text
from gpulife.patterns.notes import notes_of
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.text_pieces import TextSource, line_error
from gpulife.rules import Cells

MAGIC = b"#Life 1.06"
_LINE = re.compile(rb"[ \t]*(?:#.*|-?[0-9]{1,9}[ \t]+-?[0-9]{1,9}[ \t]*)?")
_CELLS = re.compile(rb"(?:[ \t]*-?[0-9]{1,9}[ \t]+-?[0-9]{1,9}[ \t]*+(?:\n\s*+|\Z))*+\Z")


def is_life_106(head: bytes) -> bool:
    """Return whether a text that begins with ``head`` is in this format."""
    return head.lstrip().startswith(MAGIC)


def open_life_106(text: TextSource) -> Pattern | SparsePattern:
    """Read a Life 1.06 file, which names no rule.

    Raises:
        PatternError: it is damaged, ``{source}, line {n}: ...``, or the pattern is larger than any board.
    """
    source, data = text.name, whole_text(text)
    remarks = re.findall(rb"^[ \t]*(#.*)$", data, re.MULTILINE)
    cells = re.sub(rb"^[ \t]*#.*$", b"", data, flags=re.MULTILINE).lstrip()
    if not _CELLS.match(cells):
        raise _error(data, source)
    places = np.array(cells.split(), np.int64).reshape(-1, 2)
    if not len(places):
        raise PatternError(f"{source}: there are no cells: each is a line like '-1 0'")
    (left, top), (right, bottom) = places.min(axis=0).tolist(), places.max(axis=0).tolist()
    return pattern_from_coordinates(
        places[:, 1] - top,
        places[:, 0] - left,
        (bottom - top + 1, right - left + 1),
        rule=None,
        position=(top, left),
        source=source,
        notes=notes_of(remark.decode("utf-8", "replace") for remark in remarks if not remark.startswith(MAGIC)),
    )


def life_106(cells: Cells) -> str:
    """Return cells of a single live state as a Life 1.06 file, with 0, 0 in their middle."""
    rows, columns = cells.shape
    lines = (f"{column - columns // 2} {row - rows // 2}" for row, column in np.argwhere(cells > 0).tolist())
    return "\n".join([MAGIC.decode(), *lines, ""])


def _error(data: bytes, source: str) -> PatternError:
    for number, line in enumerate(data.split(b"\n"), 1):
        if not _LINE.fullmatch(line):
            found = quoted(line.decode("utf-8", "replace"))
            return line_error(source, number, f"{found} is not the column and the row of a cell, as in '-1 0'")
    return PatternError(f"{source}: not a Life 1.06 file")
