"""Life 1.06 files (``.life``): a line ``column row`` for every live cell.

The format has no rule of its own; programs write one as Life 1.05 has it, ``#R 23/36``.
"""

import re
from dataclasses import replace

import numpy as np

from gpulife.errors import PatternError
from gpulife.patterns.board_sizes import quoted
from gpulife.patterns.formats.rle.reader import middle_of
from gpulife.patterns.formats.text.sparse_pattern import SparsePattern, pattern_from_coordinates
from gpulife.patterns.formats.text.text_rows import (
    MAX_COORDINATE_DIGITS,
    MAX_REMARKS,
    remarks_left_out,
    rule_of_remark,
    too_far,
    whole_text,
)
from gpulife.patterns.notes import notes_of
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.text_pieces import TextSource, line_error
from gpulife.rules import Cells, Rule

MAGIC = b"#Life 1.06"
_NUMBER = f"[-+]?[0-9]{{1,{MAX_COORDINATE_DIGITS}}}"
_LINE = re.compile(rf"[ \t]*(?:#.*|{_NUMBER}[ \t]+{_NUMBER}[ \t]*)?".encode())
_CELLS = re.compile(rf"(?:[ \t]*{_NUMBER}[ \t]+{_NUMBER}[ \t]*+(?:\n\s*+|\Z))*+\Z".encode())
_LONG_NUMBER = re.compile(rf"[-+]?[0-9]{{{MAX_COORDINATE_DIGITS + 1},}}")
_KNOWN_REMARKS = "LNRDCO"


def is_life_106(head: bytes) -> bool:
    """Return whether a text that begins with ``head`` is in this format."""
    return head.lstrip().startswith(MAGIC)


def open_life_106(text: TextSource, rule: Rule | None = None) -> Pattern | SparsePattern:
    """Read a Life 1.06 file, by ``rule`` if one is given instead of the file's own.

    Raises:
        PatternError: it is damaged, ``{source}, line {n}: ...``, or the pattern is larger than any board.
    """
    source, data = text.name, whole_text(text)
    remarks = [
        (number, line.strip().decode("utf-8", "replace"))
        for number, line in enumerate(data.split(b"\n") if b"#" in data else (), 1)
        if line.lstrip().startswith(b"#") and not line.lstrip().startswith(MAGIC)
    ]
    if len(remarks) > MAX_REMARKS:
        raise line_error(source, remarks[MAX_REMARKS][0], f"more than {MAX_REMARKS} remarks")
    if rule is None:
        named = [each for number, line in remarks if (each := rule_of_remark(line, source, number))]
        rule = named[-1] if named else None
    cells = re.sub(rb"^[ \t]*#.*$", b"", data, flags=re.MULTILINE).lstrip()
    if not _CELLS.match(cells):
        raise _error(data, source)
    places = np.array(cells.split(), np.int64).reshape(-1, 2)
    if not len(places):
        raise PatternError(f"{source}: there are no cells: each is a line like '-1 0'")
    (left, top), (right, bottom) = places.min(axis=0).tolist(), places.max(axis=0).tolist()
    middle = middle_of(rule)
    notes = notes_of(line for _, line in remarks if not line.startswith("#N"))
    return pattern_from_coordinates(
        places[:, 1] - top,
        places[:, 0] - left,
        (bottom - top + 1, right - left + 1),
        rule=rule,
        position=(top + middle[0], left + middle[1]),
        source=source,
        notes=replace(notes, reading=remarks_left_out((line for _, line in remarks), _KNOWN_REMARKS)),
    )


def life_106(cells: Cells) -> str:
    """Return cells of a single live state as a Life 1.06 file, with 0, 0 in their middle."""
    rows, columns = cells.shape
    lines = (f"{column - columns // 2} {row - rows // 2}" for row, column in np.argwhere(cells > 0).tolist())
    return "\n".join([MAGIC.decode(), *lines, ""])


def _error(data: bytes, source: str) -> PatternError:
    for number, line in enumerate(data.split(b"\n"), 1):
        if not _LINE.fullmatch(line):
            if far := _LONG_NUMBER.search(line.decode("utf-8", "replace")):
                return line_error(source, number, too_far(far[0]))
            found = quoted(line.decode("utf-8", "replace"))
            return line_error(source, number, f"{found} is not the column and the row of a cell, as in '-1 0'")
    return PatternError(f"{source}: not a Life 1.06 file")
