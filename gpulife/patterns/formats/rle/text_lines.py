"""Reads the text of an RLE piece by piece: its remarks, its header, and then runs without remarks, up to ``!``."""

import re
from collections.abc import Iterator
from itertools import chain

from gpulife.errors import PatternError
from gpulife.patterns.board_sizes import quoted
from gpulife.patterns.text_pieces import line_error, with_plain_line_ends
from gpulife.storage.bounded_reading import format_whole_units

Line = tuple[int, str]
"""Number of a line, counted from 1, and its text without the blanks around it."""

MAX_REMARKS_BYTES = 1 << 20
"""Limit on all remarks before the header, and on all after it."""

_MAX_HEADER_CHARACTERS = 1 << 13
_MAX_LINES_BEFORE = 1000
"""Lines of other text, as in a message that somebody copied, in which the header is looked for."""
_HEADER_BEGIN = re.compile(rb"x\s*=|(?:y|rule)\s*=.*[,;\s]x\s*=", re.IGNORECASE)
_RULE_LINE = re.compile(rb"rule\s*[=:]\s*(\S.*)", re.IGNORECASE)
_RUNS_LINE = re.compile(rb"[0-9bo.$A-Xp-y \t]+!?|[0-9bo.$A-Xp-y \t]*!.*")
_RUN_END = re.compile(rb"[$!]")
_MAX_UNENDED_RUN = 64
_REMARK_OR_END = re.compile(rb"^[ \t]*#.*$|!", re.MULTILINE)
_PART_OF_A_RUN = b"0123456789pqrstuvwxy"


class RleLines:
    """A text being read, once, from its beginning.

    Attributes:
        remarks: the lines so far that begin with ``#``; after the header only those like ``#r RULE``.
        header: the header line; of runs without one the line before them, and "".
        rule_before: the rule that a line ``rule = ...`` before the header names, if there is one.
        left_out: the number of lines of other text before the header.
        bytes_read: bytes read so far after the header.

    Raises:
        PatternError: there is neither a header nor a run; ``{source}, line {n}: ...``.
    """

    def __init__(self, pieces: Iterator[bytes], source: str) -> None:
        self._source = source
        self._pieces = with_plain_line_ends(pieces)
        self.remarks: list[Line] = []
        self.rule_before: Line | None = None
        self.left_out = 0
        self.bytes_read = 0
        self.header, self._rest = self._read_head()

    def runs(self) -> Iterator[tuple[bytes, int]]:
        """Read pieces of runs with the number of the line on which each begins; the last ends with the only ``!``.

        Line ends are kept and remarks are emptied, so that lines can be counted. No piece ends within a run.

        Raises:
            PatternError: the text ends without ``!``, or is not text; ``{source}, line {n}: ...``.
        """
        number = last = self.header[0] + 1
        at_line_start, remarks_bytes, waiting = True, 0, self._rest
        self.bytes_read = len(waiting)
        for piece in chain(self._pieces, [b""]):  # the last one is for what waits
            self.bytes_read += len(piece)
            waiting += piece
            end = len(waiting) if not piece else self._end_of_whole_runs(waiting, number, at_line_start=at_line_start)
            if not end:
                continue
            text, waiting = waiting[:end], waiting[end:]
            runs, remarks, is_end = _without_remarks(text, at_line_start=at_line_start)
            remarks_bytes += len(text) - len(runs)
            if remarks_bytes > MAX_REMARKS_BYTES and not is_end:
                raise line_error(self._source, number, f"remarks of more than {format_whole_units(MAX_REMARKS_BYTES)}")
            self.remarks += [(number + line, remark) for line, remark in remarks]
            yield self._plain(runs, number), number
            if is_end:
                return
            if without_end := text.rstrip(b"\n"):
                last = number + without_end.count(b"\n")
            number += text.count(b"\n")
            at_line_start = text.endswith(b"\n")
        raise line_error(self._source, last, "the file ends without '!': it is cut short, or lacks only that")

    def _read_head(self) -> tuple[Line, bytes]:
        """Read up to the header, or up to the first run where there is none; return it, and what was read beyond it."""
        text, number, done = b"", 0, 0
        other: Line | None = None  # the first line that is neither header nor remark
        run: tuple[int, int, int, int] | None = None  # the first that is a run: number, place, remarks and lines before
        left_out = 0
        for piece in chain(self._pieces, [b"\n"]):
            text += piece
            while (end := text.find(b"\n", done)) >= 0 and left_out <= _MAX_LINES_BEFORE:
                number, line, before, done = number + 1, text[done:end].strip(), done, end + 1
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
        """Return where the whole lines, or at least the whole runs, of an unfinished text end; 0 if there are none."""
        if end := text.rfind(b"\n") + 1:
            return end
        if at_line_start and text.lstrip(b" \t")[:1] in (b"", b"#"):
            if len(text) > MAX_REMARKS_BYTES:
                raise line_error(
                    self._source, number, f"a line of more than {format_whole_units(MAX_REMARKS_BYTES)} without cells"
                )
            return 0
        end = len(text.rstrip(_PART_OF_A_RUN))
        if len(text) - end > _MAX_UNENDED_RUN:
            raise line_error(
                self._source, number, f"{quoted(text[end : end + 99].decode('ascii'))} is no run: counts have 9 digits"
            )
        return end

    def _plain(self, runs: bytes, number: int) -> bytes:
        """Return one byte per character; a character that no RLE has may become another one."""
        return runs if runs.isascii() else self._decoded(runs, number).encode("latin-1", "replace")

    def _decoded(self, text: bytes, number: int) -> str:
        try:
            return text.decode("utf-8")
        except UnicodeDecodeError as error:
            line = number + text.count(b"\n", 0, error.start)
            raise line_error(self._source, line, f"byte {text[error.start]:#04x} is not text (UTF-8)") from error


def _is_run(line: bytes) -> bool:
    """Return whether a line can only be of an RLE's runs: ``bo$2bo$3o!`` is, "boo" may be a word."""
    return _RUNS_LINE.fullmatch(line) is not None and _RUN_END.search(line) is not None


def _without_remarks(text: bytes, *, at_line_start: bool) -> tuple[bytes, list[Line], bool]:
    """Return the runs up to ``!``, the remarks that name rules with their lines from 0 on, and whether ``!`` came."""
    end = text.find(b"!")
    if text.find(b"#", 0, end if end >= 0 else len(text)) < 0:
        return (text[: end + 1], [], True) if end >= 0 else (text, [], False)
    if not at_line_start:
        text = b"b" + text  # so that nothing begins a line here
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
