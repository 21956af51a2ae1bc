"""Reader of RLE files: comments, a header, then cells as runs. The reader tolerates the same mistakes as Golly.

The format is Golly's extended RLE (https://golly.sourceforge.io/Help/formats.html#rle). Blank lines, leading blanks and
anything after ``!`` are ignored. The size in the header need not be right, ``!`` may be missing, a count may be on the
line before its cell, and the text may be quoted or stand between tags, as in a forum. ``Notes.reading`` tells what had
to be guessed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from gpulife.errors import BoardSizeError, PatternError, RuleError
from gpulife.patterns.board_sizes import MAX_SIDE, quoted, require_memory_for_cells
from gpulife.patterns.formats._rle_body import BeyondError, LiveRuns, RunReader, RunsError
from gpulife.patterns.formats._rle_strips import Strip, filled_strips, strips_touched
from gpulife.patterns.pattern import (
    EMPTY_SHAPE,
    Patch,
    Pattern,
    StreamedPattern,
    notes_of,
    parse_file_rule,
    require_state_of,
)
from gpulife.patterns.pattern_files import TextSource, line_error, text_of_bytes, with_plain_line_ends
from gpulife.patterns.rectangles import STRIP_CELLS, Rectangle, Strips
from gpulife.rules import Rule
from gpulife.storage.bounded_reading import format_whole_units

Line = tuple[int, str]
"""A line of a text: its number, counted from 1, and its text without blanks at both ends."""

MAX_REMARKS_BYTES = 1 << 20
"""Maximum total size, in bytes, of the remarks before the header, and maximum total size of the remarks after it."""

_MAX_HEADER_CHARACTERS = 1 << 13
_MAX_LINES_BEFORE = 1000
"""Maximum number of skipped lines before the header, such as lines of a message from which the RLE was copied."""
_HEADER_BEGIN = re.compile(rb"x\s*=|(?:y|rule)\s*=.*[,;\s]x\s*=", re.IGNORECASE)
_TAGS_BEFORE = re.compile(rb"(?:[> \t]|\[(?:code|rle|pre)[^\]]*\]|<(?:pre|code)[^>]*>|```[a-z]*)+", re.IGNORECASE)
"""What a forum or a letter puts before a header: marks of a quotation, or the begin of a block of code."""
_QUOTED = re.compile(rb"^[ \t]*>[> \t]*", re.MULTILINE)
_STOP = re.compile(rb"^[ \t>]*x[ \t]*=|\[/|</|```", re.MULTILINE | re.IGNORECASE)
"""The end of the runs if there is no ``!``: the header of the next pattern, or the end of a block of code."""
_SIGNS_OF_STOP = (b"=", b"/", b"```")
"""Every stop has one of these, and few texts have them: a fast search before the slow one."""
_NEXT_HEADER = re.compile(rb"^[ \t>]*x[ \t]*=[ \t]*[0-9]", re.MULTILINE | re.IGNORECASE)
_SPLIT_RUN = re.compile(rb"([0-9])[ \t]*\n[ \t\n]*([0-9]*[p-y]?[A-Za-z.$!])")
"""A run whose count ends on the line before its cell, or goes on there."""
_RULE_LINE = re.compile(rb"rule\s*[=:]\s*(\S.*)", re.IGNORECASE)
_RUNS_LINE = re.compile(rb"[0-9bo.$A-Xp-y \t]+!?|[0-9bo.$A-Xp-y \t]*!.*")
_RUN_END = re.compile(rb"[$!]")
_MAX_UNENDED_RUN = 64
_REMARKS = re.compile(rb"(?:[ \t]*#.*\n)++")
_USELESS_REMARK = re.compile(rb"^[ \t]*#(?!r).*$", re.MULTILINE)
_REMARK_OR_END = re.compile(rb"^[ \t]*#.*$|!", re.MULTILINE)
_PART_OF_A_RUN = b"0123456789pqrstuvwxy"


class RleLines:
    """Reads the text of an RLE once, from start to end, and separates header, remarks and runs.

    Attributes:
        remarks: the lines read so far that begin with ``#``. After the header, only lines like ``#r RULE`` are kept.
        header: number and text of the header line. If there is none: the number of the line before the runs, and "".
        rule_before: number and rule of a line ``rule = ...`` before the header; None if there is none.
        left_out: number of lines before the header that were skipped because they are not part of an RLE.
        bytes_read: number of bytes after the header that have been read so far.
        is_ended: True if the runs read so far end with ``!``.
        has_more: True if another pattern was seen after the end of the runs.

    Raises:
        PatternError: there is neither a header nor a run. The message names the line.
    """

    def __init__(self, pieces: Iterator[bytes], source: str) -> None:
        self._source = source
        self._pieces = with_plain_line_ends(pieces)
        self.remarks: list[Line] = []
        self.rule_before: Line | None = None
        self.left_out = 0
        self.bytes_read = 0
        self.is_ended = self.has_more = False
        self.header, self._rest = self._read_head()

    def runs(self) -> Iterator[tuple[bytes, int]]:
        """Yield the text of the runs in pieces, each with the number of the line on which it begins.

        No piece ends within a run, and the last one ends with ``!``, if the text has one. Remarks become empty lines.

        Raises:
            PatternError: the text has no run and no ``!``, or is not UTF-8. The message names the line.
        """
        number = self.header[0] + 1
        at_line_start, has_runs, remarks_bytes, waiting = True, False, 0, self._rest
        self.bytes_read = len(waiting)
        for piece in chain(self._pieces, [b""]):  # the empty piece flushes the waiting text
            self.bytes_read += len(piece)
            waiting += piece
            end = len(waiting) if not piece else self._end_of_whole_runs(waiting, number, at_line_start=at_line_start)
            if not end:
                continue
            text, waiting = waiting[:end], waiting[end:]
            text = _QUOTED.sub(b"", text) if b">" in text else text
            stop = _STOP.search(text) if any(sign in text for sign in _SIGNS_OF_STOP) else None
            runs, remarks, is_end = _without_remarks(text[: stop and stop.start()], at_line_start=at_line_start)
            remarks_bytes += len(text) - len(runs)
            if remarks_bytes > MAX_REMARKS_BYTES and not is_end:
                raise line_error(
                    self._source, number, f"the remarks take more than {format_whole_units(MAX_REMARKS_BYTES)}"
                )
            self.remarks += [(number + line, remark) for line, remark in remarks]
            has_runs = has_runs or runs.strip(b" \t\n") != b""
            self.is_ended = is_end
            if is_end or stop:
                self.has_more = _NEXT_HEADER.search(text + waiting, len(runs)) is not None
            yield _joined(self._plain(runs, number)), number
            if is_end or stop:
                break
            number += text.count(b"\n")
            at_line_start = text.endswith(b"\n")
        if not has_runs:
            raise line_error(self._source, self.header[0], "the file ends after its header, without cells")

    def _read_head(self) -> tuple[Line, bytes]:
        """Read up to and including the header. Return the header, and the text after it that has been read already.

        Without a header, read up to the first run.
        """
        text, number, done = b"", 0, 0
        other: Line | None = None  # the first line that is neither header nor remark
        run: tuple[int, int, int, int] | None = None  # the first run: line number, offset, remarks and lines before it
        left_out = 0
        for piece in chain(self._pieces, [b"\n"]):
            text += piece
            while (end := text.find(b"\n", done)) >= 0 and left_out <= _MAX_LINES_BEFORE:
                if block := _REMARKS.match(text, done):  # many lines at once, as there may be a million
                    lines = [line.strip().decode("utf-8", "replace") for line in block[0].split(b"\n")[:-1]]
                    self.remarks += enumerate(lines, number + 1)
                    number, done = number + len(lines), block.end()
                    continue
                number, line, before, done = number + 1, text[done:end].strip(), done, end + 1
                if line[:1] in (b">", b"[", b"<", b"`") and (tags := _TAGS_BEFORE.match(line)):
                    line, before = line[tags.end() :], before + text[before:].find(tags[0]) + tags.end()
                if line.startswith(b"#"):
                    self.remarks.append((number, line.decode("utf-8", "replace")))
                elif _HEADER_BEGIN.match(line):
                    self.left_out = left_out
                    return (number, self._header(line, number)), text[done:]
                elif named := _RULE_LINE.fullmatch(line):
                    self.rule_before = number, named[1].decode("utf-8", "replace")
                elif line:
                    other = other or (number, line[: _MAX_HEADER_CHARACTERS + 1].decode("utf-8", "replace"))
                    if run is None and _is_run(line):
                        run = number, before, len(self.remarks), left_out
                    left_out += 1
            if len(text) > MAX_REMARKS_BYTES or left_out > _MAX_LINES_BEFORE:
                break
        if run is not None:
            number, before, remarks, self.left_out = run
            del self.remarks[remarks:]
            return (number - 1, ""), text[before:]
        if other is not None:
            reason = f"not an RLE: expected a line like 'x = 3, y = 3, rule = Life', found {quoted(other[1])}"
            raise line_error(self._source, other[0], reason)
        if len(text) > MAX_REMARKS_BYTES:
            where = format_whole_units(MAX_REMARKS_BYTES)
            raise line_error(self._source, number + 1, f"not an RLE: no header in the first {where}")
        raise PatternError(f"{self._source}: not an RLE: there is no line like 'x = 3, y = 3, rule = Life'")

    def _header(self, line: bytes, number: int) -> str:
        text = self._decoded(line, number).strip()
        if len(text) > _MAX_HEADER_CHARACTERS:
            raise line_error(self._source, number, f"not an RLE: {quoted(text)} is too long for a header")
        return text

    def _end_of_whole_runs(self, text: bytes, number: int, *, at_line_start: bool) -> int:
        """Return the offset after the last whole line of an incomplete text.

        Without a whole line, it is the offset after the last whole run; without a whole run, 0.
        """
        if end := text.rfind(b"\n") + 1:
            return _end_before_count(text, end)
        if at_line_start and text.lstrip(b" \t")[:1] in (b"", b"#"):
            if len(text) > MAX_REMARKS_BYTES:
                raise line_error(
                    self._source, number, f"a line without cells is longer than {format_whole_units(MAX_REMARKS_BYTES)}"
                )
            return 0
        end = len(text.rstrip(_PART_OF_A_RUN))
        if len(text) - end > _MAX_UNENDED_RUN:
            raise line_error(
                self._source,
                number,
                f"{quoted(text[end : end + 99].decode('ascii'))} is not a run: counts have at most 9 digits",
            )
        return end

    def _plain(self, runs: bytes, number: int) -> bytes:
        """Return the runs with one byte per character: ``?`` for those outside Latin-1."""
        return runs if runs.isascii() else self._decoded(runs, number).encode("latin-1", "replace")

    def _decoded(self, text: bytes, number: int) -> str:
        try:
            return text.decode("utf-8")
        except UnicodeDecodeError as error:
            line = number + text.count(b"\n", 0, error.start)
            raise line_error(self._source, line, f"byte {text[error.start]:#04x} is not text (UTF-8)") from error


def _is_run(line: bytes) -> bool:
    """Return True if a line certainly has runs: ``bo$2bo$3o!`` does, but ``boo`` may be a word."""
    return _RUNS_LINE.fullmatch(line) is not None and _RUN_END.search(line) is not None


def _end_before_count(text: bytes, end: int) -> int:
    """Return ``end``, the end of a line; or, if the line ends with a run's count, the offset of that count."""
    whole = text[:end].rstrip(b" \t\n")
    count = len(whole.rstrip(b"0123456789"))
    is_remark = whole[whole.rfind(b"\n") + 1 :].lstrip().startswith(b"#")
    return end if is_remark or not 0 < count < len(whole) or end - count > _MAX_UNENDED_RUN else count


def _joined(runs: bytes) -> bytes:
    """Move a count at the end of a line to its cell, which is on the next line."""
    text = np.frombuffer(runs, np.uint8)
    before = text[np.flatnonzero(text[1:] == ord("\n"))]
    if (before < ord("$")).any() or ((before >= ord("0")) & (before <= ord("9"))).any():  # a blank or a digit
        return _SPLIT_RUN.sub(rb"\1\2\n", runs)
    return runs


def _without_remarks(text: bytes, *, at_line_start: bool) -> tuple[bytes, list[Line], bool]:
    """Separate runs from remarks.

    Returns:
        (runs, lines, is_complete): the runs, up to and including ``!``; the number (from 0) and text of each line that
        begins with ``#r``; True if ``!`` was found.
    """
    end = text.find(b"!")
    if text.find(b"#", 0, end if end >= 0 else len(text)) < 0:
        return (text[: end + 1], [], True) if end >= 0 else (text, [], False)
    if not at_line_start:
        text = b"b" + text  # so that no remark begins here
    text = _USELESS_REMARK.sub(b"", text)
    done = 0 if at_line_start else 1
    pieces: list[bytes] = []
    remarks: list[Line] = []
    number = 0
    for found in _REMARK_OR_END.finditer(text):
        pieces.append(text[done : found.start()])
        if found[0] == b"!":
            return b"".join(pieces) + b"!", remarks, True
        number += pieces[-1].count(b"\n")
        if (remark := found[0].strip()).startswith(b"#r"):
            remarks.append((number, remark.decode("utf-8", "replace")))
        done = found.end()
    return b"".join(pieces) + text[done:], remarks, False


_KEY = re.compile(r"(?:^|[,;\s])(x|y|rule)\s*=\s*", re.IGNORECASE)
_SIDE = re.compile(r"[0-9]{1,9}")
_POSITION = re.compile(r"(-?[0-9]{1,18}),(-?[0-9]{1,18})")
_GENERATION = re.compile(r"[0-9]{1,18}")

_BYTES_PER_CELL = 8
_SPARE_BYTES = 1 << 20
"""Maximum size of an RLE: ``_BYTES_PER_CELL`` per cell, and ``_SPARE_BYTES`` for line ends, indents and remarks."""
_MAX_HEADLESS_BYTES = 1 << 22
"""Maximum number of bytes of an RLE without a header line. Such files are written by hand, so they are small."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RlePattern(StreamedPattern):
    """The cells of an RLE too large for memory.

    Attributes:
        text: the text of the file.
        stated: the (rows, columns) in the file's header; None if there is none.
    """

    text: TextSource
    stated: tuple[int, int] | None

    def patches(self) -> Iterator[Patch]:
        """Read the strips that have live cells, from the top of the board."""
        lines = RleLines(self.text.pieces(), self.source)
        if _read_header(lines, self.source)[0] != self.stated:
            raise PatternError(f"{self.source}: the file changed while it was read")
        reader = RunReader(self.shape, self.rule)
        return filled_strips(self.shape, _live_runs(lines, reader, self.source))


def read_rle(text: str, source: str, rule: Rule | None = None, max_cells: int | None = None) -> Pattern:
    """Read an RLE.

    The header states the pattern's size; a size of 0 becomes EMPTY_SHAPE. Without a header, or if live cells lie beyond
    that size, the pattern extends to the last live row and column. A line ``#CXRLE`` states generation and position;
    the position is converted to (row, column). A rule may also stand in a line ``#r``. Other text before the header is
    skipped.

    Args:
        text: the file's content.
        source: the file's name in messages.
        rule: the rule to use instead of the one that the file names; None for the file's own.
        max_cells: maximum number of cells that the header may state; None for as many as fit into memory.

    Raises:
        PatternError: the text is not a valid RLE. The message names the line.
        BoardSizeError: the cells do not fit into memory.
    """
    return open_rle(text_of_bytes(text.encode("utf-8", "replace"), source), rule, max_cells).whole()


def open_rle(text: TextSource, rule: Rule | None = None, max_cells: int | None = None) -> Pattern | RlePattern:
    """Open an RLE and check it by reading it once. Arguments and errors are those of :func:`read_rle`.

    The cells of a small pattern are kept in memory. Those of a large one are read again whenever they are needed.
    """
    source = text.name
    lines = RleLines(text.pieces(), source)
    stated, rule_line = _read_header(lines, source)
    if rule is None:
        rule = _read_rule(rule_line or _old_rule(lines.remarks), source)
    shape = stated if stated is not None and _fits_board(rule, stated) else _measured(text)
    try:
        return _open_with_shape(text, lines, stated, shape, rule, max_cells)
    except _BeyondHeaderError:
        measured = _measured(text)
        larger = max(shape[0], measured[0]), max(shape[1], measured[1])
        lines = RleLines(text.pieces(), source)
        _read_header(lines, source)
        return _open_with_shape(text, lines, stated, larger, rule, max_cells)


class _BeyondHeaderError(Exception):
    """There are live cells beyond the size that the header states."""


def _open_with_shape(
    text: TextSource,
    lines: RleLines,
    stated: tuple[int, int] | None,
    shape: tuple[int, int],
    rule: Rule | None,
    max_cells: int | None,
) -> Pattern | RlePattern:
    """Open an RLE as a pattern of ``shape``. The header has been read from ``lines``, and no run yet.

    Raises:
        _BeyondHeaderError: there are live cells beyond ``shape``.
    """
    source, line = text.name, max(1, lines.header[0])
    _require_size(shape, max_cells, line, source)
    _require_board_of(rule, shape, line, source)
    remarks = lines.remarks.copy()
    reader = RunReader(shape, rule)
    shape = shape if all(shape) else EMPTY_SHAPE
    strips = Strips(shape)
    whole = Strip(shape, Rectangle(0, 0, *shape)) if shape[0] * shape[1] <= STRIP_CELLS else None
    parts, last, highest = 0, -1, 0
    for runs in _live_runs(lines, reader, source, is_measuring=False):
        highest = max(highest, int(runs.states.max(initial=0)))
        if whole is None:
            touched, last = strips_touched(strips, runs, last)
            parts += touched
        else:
            whole.add(runs)
    if rule is None:
        rule = _read_rule(_old_rule(lines.remarks), source)
        if rule is not None:
            require_state_of(rule, highest, source)
    _require_board_of(rule, shape, line, source)
    position, generation = _read_remarks(remarks, rule, source)
    notes = replace(notes_of(line for _, line in remarks), reading=_reading(lines, stated, shape))
    if whole is not None:
        return Pattern(whole.patch().cells, rule, generation, position, source, notes)
    return RlePattern(
        shape=shape,
        rule=rule,
        generation=generation,
        position=position,
        source=source,
        parts=parts,
        text=text,
        stated=stated,
        highest=highest,
        notes=notes,
    )


def _live_runs(lines: RleLines, reader: RunReader, source: str, *, is_measuring: bool = True) -> Iterator[LiveRuns]:
    """Yield all runs of live cells. Raise PatternError if the text is far longer than its cells need.

    With ``is_measuring`` False, raise _BeyondHeaderError if there are live cells beyond the reader's board.
    """
    bytes_before = cells_before = idle_bytes = 0
    for text, number in lines.runs():
        try:
            yield from reader.read(text)
        except RunsError as error:
            if isinstance(error, BeyondError) and not is_measuring:
                raise _BeyondHeaderError from error
            raise line_error(source, number + text.count(b"\n", 0, error.offset), str(error)) from error
        needed = _BYTES_PER_CELL * (reader.cells_passed - cells_before)
        idle_bytes = max(0, idle_bytes + lines.bytes_read - bytes_before - needed)
        bytes_before, cells_before = lines.bytes_read, reader.cells_passed
        if idle_bytes > _SPARE_BYTES and not text.endswith(b"!"):
            rows, columns = reader.shape
            raise line_error(source, number, f"far more text than {columns}x{rows} cells need")


def _fits_board(rule: Rule | None, shape: tuple[int, int]) -> bool:
    """Return True if ``shape`` is not larger than the board size that the rule's name states, if it states one."""
    return rule is None or rule.size is None or (shape[0] <= rule.size[0] and shape[1] <= rule.size[1])


def _require_board_of(rule: Rule | None, shape: tuple[int, int], line: int, source: str) -> None:
    """Raise PatternError if ``shape`` is larger than the board size that the rule's name states."""
    if rule is not None and rule.size is not None and not _fits_board(rule, shape):
        board = f"{rule.size[1]}x{rule.size[0]}"
        raise line_error(source, line, f"a pattern of {shape[1]}x{shape[0]} does not fit {rule}, a board of {board}")


def _require_size(shape: tuple[int, int], max_cells: int | None, line: int, source: str) -> None:
    """Raise PatternError if ``shape`` has more than ``max_cells`` cells, or more than memory can hold."""
    if max_cells is not None and shape[0] * shape[1] > max_cells:
        raise line_error(source, line, f"{shape[1]}x{shape[0]} cells are too many: the limit is {max_cells}")
    try:
        require_memory_for_cells(shape, 1 / 8)
    except BoardSizeError as error:
        raise line_error(source, line, str(error)) from error


def _measured(text: TextSource) -> tuple[int, int]:
    """Return the (rows, columns) of the smallest board for the live cells of an RLE without a header."""
    lines = RleLines(text.pieces(), text.name)
    reader = RunReader((MAX_SIDE, MAX_SIDE), None)
    rows = columns = 0
    for runs in _live_runs(lines, reader, text.name):
        if runs.ends.size:
            rows = int(runs.ends[-1] - 1) // MAX_SIDE + 1
            columns = max(columns, int(((runs.ends - 1) % MAX_SIDE).max()) + 1)
        if lines.bytes_read > _MAX_HEADLESS_BYTES:
            limit = format_whole_units(_MAX_HEADLESS_BYTES)
            raise line_error(
                text.name, lines.header[0] + 1, f"more than {limit} of runs without a header that gives their size"
            )
    return rows, columns


def _reading(lines: RleLines, stated: tuple[int, int] | None, shape: tuple[int, int]) -> tuple[str, ...]:
    """Return a short text for each thing that the reader left out or that the file lacks; see ``Notes.reading``."""
    size = ""
    if not lines.header[1]:
        size = "it has no header with size and rule"
    elif stated is None:
        size = "its header has no size"
    elif any(side < own for side, own in zip(stated, shape, strict=True)) and all(stated):
        size = f"its cells need {shape[1]}x{shape[0]}, more than the {stated[1]}x{stated[0]} in its header"
    texts = (
        f"skipped {lines.left_out} line{'s' * (lines.left_out > 1)} before the pattern" if lines.left_out else "",
        size,
        "" if lines.is_ended else "it ends without '!', so it may have been cut off",
        "left out the patterns after the first" if lines.has_more else "",
    )
    return tuple(filter(None, texts))


def _read_header(lines: RleLines, source: str) -> tuple[tuple[int, int] | None, Line | None]:
    """Return the header's (rows, columns), and the line that names the rule. Each is None if missing."""
    number, line = lines.header
    if not line:
        return None, lines.rule_before
    keys = list(_KEY.finditer(line))
    ends = [*(key.start() for key in keys[1:]), len(line)]
    values = {key[1].lower(): line[key.end() : end].strip(" \t,;") for key, end in zip(keys, ends, strict=True)}
    if len(values) < len(keys):
        reason = f"not an RLE: expected a line like 'x = 3, y = 3, rule = Life', found {quoted(line)}"
        raise line_error(source, number, reason)
    rows, columns = (int(side) if _SIDE.fullmatch(side := values.get(key, "")) else None for key in "yx")
    rule = values.get("rule")
    return (
        None if rows is None or columns is None else (rows, columns),
        (number, rule) if rule else lines.rule_before,
    )


def _old_rule(comments: list[Line]) -> Line | None:
    named = ((number, line[2:].strip()) for number, line in comments if line.startswith("#r"))
    return next(((number, name) for number, name in named if name), None)


def _read_rule(line: Line | None, source: str) -> Rule | None:
    if line is None:
        return None
    number, name = line
    try:
        return parse_file_rule(name)
    except RuleError as error:
        first = re.split(r"[,;]?\s", name)[0]
        if first != name:  # as in Golly, a name ends at a blank; but some names here have blanks
            return _read_rule((number, first), source)
        raise line_error(source, number, str(error)) from error


def _read_remarks(comments: list[Line], rule: Rule | None, source: str) -> tuple[tuple[int, int] | None, int]:
    """Return (position, generation) as given in ``#CXRLE`` lines; None if there is no position, 0 if no generation."""
    position, generation = None, 0
    for number, line in comments:
        if not line.startswith("#CXRLE"):
            continue
        for key, _, value in (word.partition("=") for word in line.split()[1:]):
            if key == "Pos":
                match = _POSITION.fullmatch(value)
                if match is None:
                    raise line_error(source, number, f"Pos={quoted(value)[1:-1]} is not a position like Pos=-12,5")
                down, right = middle_of(rule)
                position = int(match[2]) + down, int(match[1]) + right
            elif key == "Gen":
                if not _GENERATION.fullmatch(value):
                    raise line_error(source, number, f"Gen={quoted(value)[1:-1]} is not a generation of 1 to 18 digits")
                generation = int(value)
    return position, generation


def middle_of(rule: Rule | None) -> tuple[int, int]:
    """Return the (row, column) of Golly's 0,0: the board's middle if the rule's name has a board size, else (0, 0)."""
    if rule is None or rule.size is None:
        return 0, 0
    return rule.size[0] // 2, rule.size[1] // 2
