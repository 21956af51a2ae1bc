"""Formats for small patterns of one live state: plaintext, Life 1.05 and Life 1.06."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import OutputError, PatternError, RuleError
from gpulife.patterns.board_sizes import MAX_SIDE, quoted
from gpulife.patterns.formats.rle_reader import middle_of
from gpulife.patterns.pattern import Notes, Patch, Pattern, StreamedPattern, notes_of, parse_file_rule
from gpulife.patterns.pattern_files import TextSource, line_error, with_plain_line_ends
from gpulife.patterns.rectangles import STRIP_CELLS
from gpulife.rules import Cells, Rule, parse_rule
from gpulife.storage.bounded_reading import format_whole_units

# Reader for rows of cells, one character per cell, with remarks between them, without a loop over rows.

MAX_BYTES = 4 << 20
"""Maximum size of a file in bytes. Larger patterns should be saved as RLE."""
MAX_REMARKS = 20_000
MAX_COORDINATE_DIGITS = 18
"""Maximum number of digits of a cell's column or row. Such numbers and their differences fit into 64 bits."""
_BLANKS = b" \t\n"


class TextRows(NamedTuple):
    """The cells and remarks in a text. Lines are counted from 0.

    Attributes:
        remarks: (line number, text) of each remark, without blanks at both ends.
        is_remark: True for each line that is a remark.
        lengths: number of characters of each line without trailing blanks, int64.
        lines, columns: the line number and the column of each live cell, int64.
    """

    remarks: list[tuple[int, str]]
    is_remark: NDArray[np.bool_]
    lengths: NDArray[np.int64]
    lines: NDArray[np.int64]
    columns: NDArray[np.int64]


def whole_text(text: TextSource) -> bytes:
    """Return the whole text, with line feeds as line ends.

    Raises:
        PatternError: the text is longer than MAX_BYTES.
    """
    data = b""
    for piece in with_plain_line_ends(text.pieces()):
        data += piece
        if len(data) > MAX_BYTES:
            raise PatternError(
                f"{text.name}: more than {format_whole_units(MAX_BYTES)} of text: save the pattern as an RLE"
            )
    return data


def read_rows(data: bytes, mark: str, live: str, source: str, refusal: str) -> TextRows:
    """Read rows of cells.

    Args:
        data: the text.
        mark: the character with which a remark begins.
        live: the characters that stand for a live cell; ``.`` stands for a dead cell.
        source: the file's name in messages.
        refusal: the error message for any other character. In it, ``{symbol}`` stands for that character.

    Raises:
        PatternError: a line has another character, or there are too many remarks. The message names the line.
    """
    text = np.frombuffer(data + b"\n", np.uint8)
    is_end = text == ord("\n")
    ends = np.flatnonzero(is_end)
    starts = np.concatenate(([0], ends[:-1] + 1)).astype(np.int32)  # int32 suffices: texts are short
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
        PatternError: there is no such rule. The message names the line by ``number``, counted from 1.
    """
    if line.startswith("#N"):
        return parse_rule("Life")
    name = line[2:].strip() if line.startswith("#R") else ""
    if not name:
        return None
    try:
        # Some programs wrote "B234" alone for a rule without survivals.
        return parse_file_rule(name if "/" in name or "s" in name.lower() else f"{name}/S")
    except RuleError as error:
        raise line_error(source, number, str(error)) from error


def too_far(digits: str) -> str:
    """Return the error message for a cell whose column or row is the number ``digits``, which has too many digits."""
    return f"{quoted(digits)[1:-1]} is too far out: columns and rows have at most {MAX_COORDINATE_DIGITS} digits"


def remarks_left_out(remarks: Iterable[str], known: str) -> tuple[str, ...]:
    """Return a tuple with one message, which lists the kinds of remarks left out; () if none are.

    A remark is left out if its second character is a letter that is not in ``known``. See ``Notes.reading``.
    """
    marks = sorted({remark[:2] for remark in remarks if remark[1:2].isalpha() and remark[1] not in known})
    return (f"lines that begin with {', '.join(marks)} are left out",) if marks else ()


# Live cells by coordinates, as the text formats give them: converted to an array if small, else kept as coordinates.

_TILE = 512

Coordinates = NDArray[np.int64]
"""The rows, or the columns, of live cells; shape (cells,), int64."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SparsePattern(StreamedPattern):
    """A large pattern of one live state with few cells, stored as the position of each live cell.

    Attributes:
        rows, columns: the positions of the live cells, relative to the pattern's upper left corner.
    """

    rows: Coordinates = field(repr=False)
    columns: Coordinates = field(repr=False)

    def patches(self) -> Iterator[Patch]:
        """Yield the live part of every square of 512x512 cells that has live cells, from the top."""
        order, starts = _tiles(self.rows, self.columns)
        for tile in np.split(order, starts[1:]) if order.size else ():
            rows, columns = self.rows[tile], self.columns[tile]
            top, left = int(rows.min()), int(columns.min())
            cells = np.zeros((int(rows.max()) - top + 1, int(columns.max()) - left + 1), np.uint8)
            cells[rows - top, columns - left] = 1
            yield Patch(top, left, cells)


def pattern_from_coordinates(
    rows: Coordinates,
    columns: Coordinates,
    shape: tuple[int, int],
    *,
    rule: Rule | None,
    position: tuple[int, int] | None,
    source: str,
    notes: Notes,
) -> Pattern | SparsePattern:
    """Return a pattern of ``shape`` (rows, columns) with live cells at the given rows and columns.

    Raises:
        PatternError: the pattern is larger than any board.
    """
    if max(shape) > MAX_SIDE:
        raise PatternError(
            f"{source}: its cells are too far apart: they need {shape[1]}x{shape[0]} cells, "
            f"and sides of a board are at most {MAX_SIDE}"
        )
    if shape[0] * shape[1] <= STRIP_CELLS:
        cells = np.zeros(shape, np.uint8)
        cells[rows, columns] = 1
        return Pattern(cells, rule, 0, position, source, notes)
    return SparsePattern(
        shape=shape,
        rule=rule,
        position=position,
        source=source,
        parts=len(_tiles(rows, columns)[1]),
        highest=min(1, rows.size),
        rows=rows,
        columns=columns,
        notes=notes,
    )


def _tiles(rows: Coordinates, columns: Coordinates) -> tuple[Coordinates, Coordinates]:
    """Sort cells by tile: a square of _TILE x _TILE cells.

    Return the cells' sorted indices, and where each tile begins among them.
    """
    keys = rows // _TILE * (MAX_SIDE // _TILE + 1) + columns // _TILE
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    return order, starts


# Plaintext files (``.cells``), the format of LifeWiki: ``!`` and a remark, then rows of ``.`` and ``O``.

_LOOKS_LIKE = re.compile(rb"(?:!|[.O*]+[ \t]*\n)")
_NO_PLAINTEXT = "{symbol} is not part of a .cells file: dead cells are . and live cells are O"
_FIELDS = {"name:": "N", "author:": "O"}
_RULE = "rule:"


def is_plaintext(head: bytes) -> bool:
    """Return True if a text that begins with ``head`` is in the Plaintext format (``.cells``).

    The first line of such a text is a comment, which begins with "!", or a row of cells.
    """
    return _LOOKS_LIKE.match(head.lstrip(b" \t\r\n").replace(b"\r", b"\n") + b"\n") is not None


def open_plaintext(text: TextSource, rule: Rule | None = None) -> Pattern | SparsePattern:
    """Read a plaintext file. Without ``rule``, a remark such as ``!Rule: B36/S23`` may name the rule.

    Raises:
        PatternError: the file has another format, several live states, or no cells. The message names the line.
    """
    source = text.name
    rows = read_rows(whole_text(text), "!", "O*", source, _NO_PLAINTEXT)
    is_row = ~rows.is_remark
    filled = np.flatnonzero(is_row & (rows.lengths > 0))
    if not filled.size:
        raise PatternError(f"{source}: it has no cells: a row of cells is a line of . and O")
    row_of_line = np.cumsum(is_row) - 1 - (np.cumsum(is_row) - 1)[filled[0]]
    shape = int(row_of_line[filled[-1]]) + 1, int(rows.lengths.max())
    remarks = [remark[1:].strip() for _, remark in rows.remarks]
    notes = notes_of(map(_marked, (remark for remark in remarks if not remark.lower().startswith(_RULE))))
    if rule is None:
        try:
            rule = _rule(remarks)
        except RuleError as error:  # a remark may say anything
            notes = replace(notes, reading=(f"the line !Rule is ignored: {error}",))
    return pattern_from_coordinates(
        row_of_line[rows.lines],
        rows.columns,
        shape,
        rule=rule,
        position=None,
        source=source,
        notes=notes,
    )


def plaintext(cells: Cells, rule: Rule, notes: Notes) -> str:
    """Return cells as a plaintext file. The cells must have one live state and be cropped."""
    fields = [("Name", notes.name), ("Author", notes.author), ("Rule", "" if rule.law == "Life" else rule.law)]
    remarks = [f"!{field}: {text}" for field, text in fields if text] + [f"!{line}" for line in notes.comments]
    lines = ["".join(".O"[alive] for alive in row).rstrip(".") or "." for row in (cells > 0).tolist()]
    return "\n".join([*(remarks or ["!"]), *lines, ""])


def _marked(remark: str) -> str:
    for name, mark in _FIELDS.items():
        if remark.lower().startswith(name):
            return f"#{mark} {remark[len(name) :]}"
    return f"#C {remark}"


def _rule(remarks: list[str]) -> Rule | None:
    """Return the rule that a remark names; None if no remark names one. Raise RuleError if there is no such rule."""
    named = next((remark[len(_RULE) :].strip() for remark in remarks if remark.lower().startswith(_RULE)), "")
    return parse_file_rule(named) if named else None


# Life 1.05 files (``.lif``): blocks of rows of ``.`` and ``*``, each positioned by a line ``#P column row``. ``#R
# 23/3`` names the rule, survivals first, ``#N`` means Life's rule, and ``#D`` describes the pattern. The format is that
# of Alan Hensel's Life32 and earlier of XLife.

_MAGIC_105 = b"#Life 1.05"
_NO_LIFE_105 = "{symbol} is not part of a Life 1.05 file: dead cells are . and live cells are *"
_PLACE = re.compile(r"#P(?:[ \t]+([-+]?[0-9]+)[ \t]+([-+]?[0-9]+))?")
_REMARKS_105 = "LNRPDCO"
_BLOCK_WIDTH = 80
"""Maximum number of characters in a row of cells of a Life 1.05 file."""


def is_life_105(head: bytes) -> bool:
    """Return True if a text that begins with ``head`` is Life 1.05: it has the format's first line or a line ``#P``."""
    lines = head.lstrip().replace(b"\r", b"\n")
    return lines.startswith(_MAGIC_105) or (
        lines.startswith(b"#") and re.search(rb"^#P\b", lines, re.MULTILINE) is not None
    )


def open_life_105(text: TextSource, rule: Rule | None = None) -> Pattern | SparsePattern:
    """Read a Life 1.05 file. ``rule`` is used instead of the rule that the file names; None for the file's own.

    Raises:
        PatternError: the file is damaged, or the pattern is larger than any board.
    """
    source = text.name
    rows = read_rows(whole_text(text), "#", "*", source, _NO_LIFE_105)
    places = _places(rows.remarks, source)
    if rule is None:
        named = [each for number, line in rows.remarks if (each := rule_of_remark(line, source, number + 1))]
        rule = named[-1] if named else None
    is_row = ~rows.is_remark & (rows.lengths > 0)
    if not is_row.any():
        raise PatternError(f"{source}: it has no cells: a row of cells is a line of . and *")
    number_of_row = np.cumsum(is_row) - 1
    block_of_line = np.searchsorted([line for line, _, _ in places], np.arange(len(is_row)))
    # Rows before the first #P are a block at 0, 0.
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
        notes=replace(notes, reading=remarks_left_out((line for _, line in rows.remarks), _REMARKS_105)),
    )


def life_105(cells: Cells, rule: Rule, notes: Notes) -> str:
    """Return cells of a single live state as a Life 1.05 file. Position 0,0 in the file is the middle of the cells.

    Raises:
        PatternError: the format cannot name the rule.
    """
    if not rule.family.is_life_like:
        raise PatternError(f"a Life 1.05 file cannot name the rule {rule.law}; save the board as .rle")
    survivals, births = ("".join(map(str, sorted(counts))) for counts in (rule.survivals, rule.births))
    life = parse_rule("Life")
    is_life = (rule.births, rule.survivals) == (life.births, life.survivals)
    about = [text for text in (notes.name, notes.author, *notes.comments) if text]
    remarks = [*(f"#D {text}" for text in about), "#N" if is_life else f"#R {survivals}/{births}"]
    return "\n".join([_MAGIC_105.decode(), *remarks, *_blocks(cells), ""])


def _blocks(cells: Cells) -> Iterator[str]:
    """Yield the lines of the blocks of a Life 1.05 file. No block is wider than the format allows."""
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
    places = []
    for number, line in remarks:
        if line.startswith("#P"):
            match = _PLACE.fullmatch(line)
            if match is None:
                raise line_error(source, number + 1, f"{line[:40]!r} is not a position like '#P -12 5'")
            for digits in filter(None, match.groups()):
                if len(digits.lstrip("-+")) > MAX_COORDINATE_DIGITS:
                    raise line_error(source, number + 1, too_far(digits))
            places.append((number, int(match[1] or 0), int(match[2] or 0)))
    return places


# Life 1.06 files (``.life``): a line ``column row`` for every live cell. The format does not define a rule; programs
# write one as in Life 1.05, ``#R 23/36``.

_MAGIC_106 = b"#Life 1.06"
_NUMBER = f"[-+]?[0-9]{{1,{MAX_COORDINATE_DIGITS}}}"
_LINE = re.compile(rf"[ \t]*(?:#.*|{_NUMBER}[ \t]+{_NUMBER}[ \t]*)?".encode())
_CELLS = re.compile(rf"(?:[ \t]*{_NUMBER}[ \t]+{_NUMBER}[ \t]*+(?:\n\s*+|\Z))*+\Z".encode())
_LONG_NUMBER = re.compile(rf"[-+]?[0-9]{{{MAX_COORDINATE_DIGITS + 1},}}")
_REMARKS_106 = "LNRDCO"


def is_life_106(head: bytes) -> bool:
    """Return True if a text that begins with ``head`` is Life 1.06."""
    return head.lstrip().startswith(_MAGIC_106)


def open_life_106(text: TextSource, rule: Rule | None = None) -> Pattern | SparsePattern:
    """Read a Life 1.06 file. ``rule`` is used instead of the rule that the file names; None for the file's own.

    Raises:
        PatternError: the file is damaged, or the pattern is larger than any board.
    """
    source, data = text.name, whole_text(text)
    remarks = [
        (number, line.strip().decode("utf-8", "replace"))
        for number, line in enumerate(data.split(b"\n") if b"#" in data else (), 1)
        if line.lstrip().startswith(b"#") and not line.lstrip().startswith(_MAGIC_106)
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
        raise PatternError(f"{source}: it has no cells: a cell is a line like '-1 0'")
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
        notes=replace(notes, reading=remarks_left_out((line for _, line in remarks), _REMARKS_106)),
    )


def life_106(cells: Cells) -> str:
    """Return cells of a single live state as a Life 1.06 file. Position 0,0 in the file is the middle of the cells."""
    rows, columns = cells.shape
    lines = (f"{column - columns // 2} {row - rows // 2}" for row, column in np.argwhere(cells > 0).tolist())
    return "\n".join([_MAGIC_106.decode(), *lines, ""])


def _error(data: bytes, source: str) -> PatternError:
    for number, line in enumerate(data.split(b"\n"), 1):
        if not _LINE.fullmatch(line):
            if far := _LONG_NUMBER.search(line.decode("utf-8", "replace")):
                return line_error(source, number, too_far(far[0]))
            found = quoted(line.decode("utf-8", "replace"))
            return line_error(source, number, f"{found} is not a cell's column and row, as in '-1 0'")
    return PatternError(f"{source}: not a Life 1.06 file")


# Writing of boards of one live state as plaintext, Life 1.05 or 1.06, depending on the file extension.

TEXT_ENDINGS = (".cells", ".lif", ".life")
"""File extensions of plaintext, Life 1.05 and Life 1.06 files."""
_MAX_CELLS = 1 << 24


def require_text_board(path: Path, rule: Rule, shape: tuple[int, int]) -> None:
    """Raise OutputError if the format of the file ``path`` cannot hold a board of ``rule`` and ``shape``."""
    ending = path.suffix.lower()
    if rule.live_states > 1:
        raise OutputError(
            f"cannot write {path}: {ending} files have one live state, but {rule.law} has {rule.live_states}; use .rle"
        )
    if shape[0] * shape[1] > _MAX_CELLS:
        raise OutputError(
            f"cannot write {path}: {shape[1]}x{shape[0]} cells are too many for {ending} "
            f"(at most {_MAX_CELLS}); use .npz or .rle"
        )


def text_board(path: Path, cells: Cells, rule: Rule, notes: Notes) -> str:
    """Return the live part of a board as text, in the format that the extension of ``path`` names (see TEXT_ENDINGS).

    Raises:
        OutputError: there are no live cells, or the format cannot name the rule.
    """
    rows, columns = (np.flatnonzero((cells > 0).any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        raise OutputError(f"cannot write {path}: the board is empty, and {path.suffix} files hold only live cells")
    live = cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    try:
        match path.suffix.lower():
            case ".cells":
                return plaintext(live, rule, notes)
            case ".lif":
                return life_105(live, rule, notes)
            case _:
                return life_106(live)
    except PatternError as error:
        raise OutputError(f"cannot write {path}: {error}") from error
