"""Reads texts of rows of cells, a character a cell, with remarks between them, without a loop over rows."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.board_sizes import quoted
from gpulife.patterns.pattern import parse_file_rule
from gpulife.patterns.text_pieces import TextSource, line_error, with_plain_line_ends
from gpulife.rules import Rule, parse_rule
from gpulife.storage.bounded_reading import format_whole_units

MAX_BYTES = 4 << 20
"""Limit on a file. People write these formats by hand; programs that have more to say write an RLE."""
MAX_REMARKS = 20_000
MAX_COORDINATE_DIGITS = 18
"""Digits that the column or row of a cell can have: so many, and their differences, fit into 64 bits."""
_BLANKS = b" \t\n"


class TextRows(NamedTuple):
    """The lines of a text, counted from 0.

    Attributes:
        remarks: the lines that are remarks: their numbers and texts without the blanks around them.
        is_remark: which of all lines are remarks, bool.
        lengths: numbers of characters of all lines without the blanks at their ends, int64.
        lines, columns: the lines and columns of the live cells, int64.
    """

    remarks: list[tuple[int, str]]
    is_remark: NDArray[np.bool_]
    lengths: NDArray[np.int64]
    lines: NDArray[np.int64]
    columns: NDArray[np.int64]


def whole_text(text: TextSource) -> bytes:
    """Return the whole text with line feeds alone at the ends of its lines.

    Raises:
        PatternError: it has more than MAX_BYTES.
    """
    data = b""
    for piece in with_plain_line_ends(text.pieces()):
        data += piece
        if len(data) > MAX_BYTES:
            raise PatternError(
                f"{text.name}: more than {format_whole_units(MAX_BYTES)} of text; save such a pattern as an RLE"
            )
    return data


def read_rows(data: bytes, mark: str, live: str, source: str, refusal: str) -> TextRows:
    """Read rows of cells.

    Args:
        data: the text.
        mark: the character that begins a remark.
        live: the characters of a live cell; ``.`` is a dead one.
        source: the file's name in messages.
        refusal: what to say of any other character, with ``{symbol}``.

    Raises:
        PatternError: a line has another character, or there are too many remarks; ``{source}, line {n}: ...``.
    """
    text = np.frombuffer(data + b"\n", np.uint8)
    is_end = text == ord("\n")
    ends = np.flatnonzero(is_end)
    starts = np.concatenate(([0], ends[:-1] + 1)).astype(np.int32)  # texts are short, and there are many arrays
    is_remark = text[starts] == ord(mark)
    numbers = np.flatnonzero(is_remark)
    if numbers.size > MAX_REMARKS:
        raise line_error(source, int(numbers[MAX_REMARKS]) + 1, f"more than {MAX_REMARKS} remarks")
    remarks = [
        (number, data[starts[number] : ends[number]].decode("utf-8", "replace").strip()) for number in numbers.tolist()
    ]
    line_of = np.cumsum(is_end, dtype=np.int32) - is_end
    is_cell = np.isin(text, np.frombuffer(f".{live}".encode(), np.uint8))
    is_blank = np.isin(text, np.frombuffer(_BLANKS, np.uint8))
    of_row = ~is_remark[line_of]
    cells = np.flatnonzero(is_cell & of_row)
    lengths = np.zeros(len(starts), np.int64)
    lengths[line_of[cells]] = cells + 1 - starts[line_of[cells]]
    blank_within = is_blank & ~is_end & (np.arange(len(text), dtype=np.int32) - starts[line_of] < lengths[line_of])
    wrong = np.flatnonzero(of_row & (blank_within | ~(is_cell | is_blank)))
    if wrong.size:
        symbol = repr(data[wrong[0] : wrong[0] + 4].decode("utf-8", "replace")[0])
        raise line_error(source, int(line_of[wrong[0]]) + 1, refusal.format(symbol=symbol))
    alive = cells[text[cells] != ord(".")]
    return TextRows(remarks, is_remark, lengths, line_of[alive], alive - starts[line_of[alive]])


def rule_of_remark(line: str, source: str, number: int) -> Rule | None:
    """Return the rule that a line ``#R 23/36`` or ``#N`` of a Life 1.05 or 1.06 file names; None for other lines.

    Raises:
        PatternError: there is no such rule; ``number`` is the line's, counted from 1.
    """
    if line.startswith("#N"):
        return parse_rule("Life")
    name = line[2:].strip() if line.startswith("#R") else ""
    if not name:
        return None
    try:
        # "B234" alone is what some programs wrote for a rule without survivals.
        return parse_file_rule(name if "/" in name or "s" in name.lower() else f"{name}/S")
    except RuleError as error:
        raise line_error(source, number, str(error)) from error


def too_far(digits: str) -> str:
    """Say that the column or row of a cell lies too far out."""
    return f"{quoted(digits)[1:-1]} is too far out: columns and rows can have up to {MAX_COORDINATE_DIGITS} digits"


def remarks_left_out(remarks: Iterable[str], known: str) -> tuple[str, ...]:
    """Say which remarks are left out, as their letters are none of the ``known`` ones; see ``Notes.reading``."""
    marks = sorted({remark[:2] for remark in remarks if remark[1:2].isalpha() and remark[1] not in known})
    return (f"lines that begin with {', '.join(marks)} are left out",) if marks else ()
