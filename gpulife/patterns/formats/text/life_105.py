"""Life 1.05 files (``.lif``): blocks of rows of ``.`` and ``*``, each placed by a line ``#P column row``.

``#R 23/3`` names the rule, survivals first, and ``#N`` is Life's; ``#D`` describes the pattern. The format is that of
Alan Hensel's Life32 and of XLife before it.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gpulife.errors import PatternError
from gpulife.patterns.formats.rle.reader import middle_of
from gpulife.patterns.formats.text.sparse_pattern import SparsePattern, pattern_from_coordinates
from gpulife.patterns.formats.text.text_rows import (
    MAX_COORDINATE_DIGITS,
    read_rows,
    remarks_left_out,
    rule_of_remark,
    too_far,
    whole_text,
)
from gpulife.patterns.notes import Notes, notes_of
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.text_pieces import TextSource, line_error
from gpulife.rules import Cells, Rule, parse_rule

MAGIC = b"#Life 1.05"
_REFUSAL = "{symbol} is not part of a Life 1.05 file: dead cells are . and live ones *"
_PLACE = re.compile(r"#P(?:[ \t]+([-+]?[0-9]+)[ \t]+([-+]?[0-9]+))?")
_KNOWN_REMARKS = "LNRPDCO"
_BLOCK_WIDTH = 80
"""Limit on the characters of a row, by the format."""


def is_life_105(head: bytes) -> bool:
    """Return whether a text that begins with ``head`` is in this format: by its first line, or by blocks without it."""
    lines = head.lstrip().replace(b"\r", b"\n")
    return lines.startswith(MAGIC) or (lines.startswith(b"#") and re.search(rb"^#P\b", lines, re.MULTILINE) is not None)


def open_life_105(text: TextSource, rule: Rule | None = None) -> Pattern | SparsePattern:
    """Read a Life 1.05 file, by ``rule`` if one is given instead of the file's own.

    Raises:
        PatternError: it is damaged, ``{source}, line {n}: ...``, or the pattern is larger than any board.
    """
    source = text.name
    rows = read_rows(whole_text(text), "#", "*", source, _REFUSAL)
    places = _places(rows.remarks, source)
    if rule is None:
        named = [each for number, line in rows.remarks if (each := rule_of_remark(line, source, number + 1))]
        rule = named[-1] if named else None
    is_row = ~rows.is_remark & (rows.lengths > 0)
    if not is_row.any():
        raise PatternError(f"{source}: there are no cells: a row is a line of . and *")
    number_of_row = np.cumsum(is_row) - 1
    block_of_line = np.searchsorted([line for line, _, _ in places], np.arange(len(is_row)))
    # What comes before the first #P is a block at 0, 0.
    starts = np.array([-1, *(number_of_row[line] for line, _, _ in places)])
    across, down = (np.array([0, *(place[axis] for place in places)]) for axis in (1, 2))
    row_of_line = number_of_row - starts[block_of_line] - 1 + down[block_of_line]
    columns = rows.columns + across[block_of_line[rows.lines]]
    live_rows = row_of_line[rows.lines]
    used = np.flatnonzero(is_row)
    top, bottom = int(row_of_line[used].min()), int(row_of_line[used].max())
    left = int(across[block_of_line[used]].min())
    right = int((across[block_of_line[used]] + rows.lengths[used]).max())
    middle = middle_of(rule)
    notes = notes_of(line for _, line in rows.remarks if line.startswith(("#D", "#C", "#O")))
    return pattern_from_coordinates(
        live_rows - top,
        columns - left,
        (bottom - top + 1, right - left),
        rule=rule,
        position=(top + middle[0], left + middle[1]),
        source=source,
        notes=replace(notes, reading=remarks_left_out((line for _, line in rows.remarks), _KNOWN_REMARKS)),
    )


def life_105(cells: Cells, rule: Rule, notes: Notes) -> str:
    """Return cells of a single live state as a Life 1.05 file, with 0, 0 in their middle.

    Raises:
        PatternError: the rule is none of those that the format can name.
    """
    if not rule.family.is_life_like:
        raise PatternError(f"a Life 1.05 file cannot name the rule {rule.law}; save the board as .rle")
    survivals, births = ("".join(map(str, sorted(counts))) for counts in (rule.survivals, rule.births))
    life = parse_rule("Life")
    is_life = (rule.births, rule.survivals) == (life.births, life.survivals)
    about = [text for text in (notes.name, notes.author, *notes.comments) if text]
    remarks = [*(f"#D {text}" for text in about), "#N" if is_life else f"#R {survivals}/{births}"]
    return "\n".join([MAGIC.decode(), *remarks, *_blocks(cells), ""])


def _blocks(cells: Cells) -> Iterator[str]:
    """Yield the lines of the blocks, none wider than the format allows."""
    rows, columns = cells.shape
    for left in range(0, columns, _BLOCK_WIDTH):
        part = cells[:, left : left + _BLOCK_WIDTH] > 0
        live = np.flatnonzero(part.any(axis=1))
        if not live.size:
            continue
        yield f"#P {left - columns // 2} {int(live[0]) - rows // 2}"
        for row in part[live[0] : live[-1] + 1].tolist():
            yield "".join(".*"[alive] for alive in row).rstrip(".") or "."


def _places(remarks: list[tuple[int, str]], source: str) -> list[tuple[int, int, int]]:
    """Return (line, column, row) of each block."""
    places = []
    for number, line in remarks:
        if line.startswith("#P"):
            match = _PLACE.fullmatch(line)
            if match is None:
                raise line_error(source, number + 1, f"{line[:40]!r} is not a place like '#P -12 5'")
            for digits in filter(None, match.groups()):
                if len(digits.lstrip("-+")) > MAX_COORDINATE_DIGITS:
                    raise line_error(source, number + 1, too_far(digits))
            places.append((number, int(match[1] or 0), int(match[2] or 0)))
    return places
