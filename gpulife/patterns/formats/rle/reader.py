"""Reads RLE files as Golly and LifeViewer do: comments, the header, then runs of cells.

The format is Golly's extended RLE (https://golly.sourceforge.io/Help/formats.html#rle). Blank lines and leading blanks
do not count, nor does anything after ``!``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from gpulife.errors import BoardSizeError, PatternError, RuleError
from gpulife.patterns.board_sizes import MAX_SIDE, quoted, require_memory_for_cells
from gpulife.patterns.formats.rle.body import LiveRuns, RunReader, RunsError
from gpulife.patterns.formats.rle.strips import Strip, filled_strips, strips_touched
from gpulife.patterns.formats.rle.text_lines import Line, RleLines
from gpulife.patterns.notes import notes_of
from gpulife.patterns.pattern import EMPTY_SHAPE, Patch, Pattern, StreamedPattern, parse_file_rule, require_state_of
from gpulife.patterns.strips import STRIP_CELLS, Rectangle, Strips
from gpulife.patterns.text_pieces import TextSource, line_error, text_of_bytes
from gpulife.rules import Rule
from gpulife.storage.bounded_reading import format_whole_units

_KEY = re.compile(r"(?:^|[,;\s])(x|y|rule)\s*=\s*", re.IGNORECASE)
_SIDE = re.compile(r"[0-9]{1,9}")
_POSITION = re.compile(r"(-?[0-9]{1,18}),(-?[0-9]{1,18})")
_GENERATION = re.compile(r"[0-9]{1,18}")

_BYTES_PER_CELL = 8
_SPARE_BYTES = 1 << 20
"""Bytes that an RLE may have beyond ``_BYTES_PER_CELL``, for line ends, indents and remarks."""
_MAX_HEADLESS_BYTES = 1 << 22
"""Limit on runs without a header; programs always write one."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RlePattern(StreamedPattern):
    """The cells of an RLE of a massive board.

    Attributes:
        text: the text of the file.
    """

    text: TextSource

    def patches(self) -> Iterator[Patch]:
        """Read the strips with live cells, from the top."""
        lines = RleLines(self.text.pieces(), self.source)
        if (_read_header(lines, self.source)[0] or self.shape) != self.shape:
            raise PatternError(f"{self.source}: the file changed while it was read")
        reader = RunReader(self.shape, self.rule)
        return filled_strips(self.shape, _live_runs(lines, reader, self.source))


def read_rle(text: str, source: str, rule: Rule | None = None, max_cells: int | None = None) -> Pattern:
    """Read an RLE.

    The cells have the header's size, EMPTY_SHAPE if that is 0. ``#CXRLE`` gives generation and position; Golly counts
    the latter from the middle of a board that the rule fixes, and it is converted to (row, column) there. ``#r`` names
    the rule of a file whose header has none. Other text before the header is left out; runs without a header are as
    large as their live cells reach.

    Args:
        text: the file's content.
        source: the file's name in messages.
        rule: a rule to use instead of the file's own, which is then ignored.
        max_cells: limit on the cells that the header states; None for as many as memory holds.

    Raises:
        PatternError: the text is not a valid RLE; ``{source}, line {n}: ...``.
        BoardSizeError: the cells do not fit into memory.
    """
    return open_rle(text_of_bytes(text.encode("utf-8", "replace"), source), rule, max_cells).whole()


def open_rle(text: TextSource, rule: Rule | None = None, max_cells: int | None = None) -> Pattern | RlePattern:
    """Read an RLE once to check it, and keep the cells if there are not many; see :func:`read_rle`."""
    source = text.name
    lines = RleLines(text.pieces(), source)
    stated, rule_line = _read_header(lines, source)
    reading = _reading(lines, is_headless=stated is None)
    shape = stated or _measured(text)
    line = max(1, lines.header[0])
    _require_size(shape, max_cells, line, source)
    if rule is None:
        rule = _read_rule(rule_line or _old_rule(lines.remarks), source)
    _require_board_of(rule, shape, line, source)
    remarks = lines.remarks.copy()
    reader = RunReader(shape, rule)
    shape = shape if all(shape) else EMPTY_SHAPE
    strips = Strips(shape)
    whole = Strip(shape, Rectangle(0, 0, *shape)) if shape[0] * shape[1] <= STRIP_CELLS else None
    parts, last, highest = 0, -1, 0
    for runs in _live_runs(lines, reader, source):
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
    notes = replace(notes_of(line for _, line in remarks), reading=reading)
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
        highest=highest,
        notes=notes,
    )


def _live_runs(lines: RleLines, reader: RunReader, source: str) -> Iterator[LiveRuns]:
    """Read all live runs of a text; refuse one that is much too long for its cells."""
    bytes_before = cells_before = idle_bytes = 0
    for text, number in lines.runs():
        try:
            yield from reader.read(text)
        except RunsError as error:
            raise line_error(source, number + text.count(b"\n", 0, error.offset), str(error)) from error
        needed = _BYTES_PER_CELL * (reader.cells_passed - cells_before)
        idle_bytes = max(0, idle_bytes + lines.bytes_read - bytes_before - needed)
        bytes_before, cells_before = lines.bytes_read, reader.cells_passed
        if idle_bytes > _SPARE_BYTES and not text.endswith(b"!"):
            rows, columns = reader.shape
            raise line_error(source, number, f"far more text than {columns}x{rows} cells need")


def _require_board_of(rule: Rule | None, shape: tuple[int, int], line: int, source: str) -> None:
    """Raise PatternError if the rule fixes a smaller board."""
    if rule is not None and rule.size is not None and (shape[0] > rule.size[0] or shape[1] > rule.size[1]):
        board = f"{rule.size[1]}x{rule.size[0]}"
        raise line_error(source, line, f"a pattern of {shape[1]}x{shape[0]} is larger than {rule}, a board of {board}")


def _require_size(shape: tuple[int, int], max_cells: int | None, line: int, source: str) -> None:
    """Raise PatternError if there are too many cells for memory, with at least a bit for each."""
    if max_cells is not None and shape[0] * shape[1] > max_cells:
        raise line_error(source, line, f"{shape[1]}x{shape[0]} cells; there can be {max_cells}")
    try:
        require_memory_for_cells(shape, 1 / 8)
    except BoardSizeError as error:
        raise line_error(source, line, str(error)) from error


def _measured(text: TextSource) -> tuple[int, int]:
    """Return (rows, columns) up to which the live cells of runs without a header reach."""
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
                text.name, lines.header[0] + 1, f"more than {limit} of runs without a header; it needs one"
            )
    return rows, columns


def _reading(lines: RleLines, *, is_headless: bool) -> tuple[str, ...]:
    """Say what of a text is left out, and what it lacks; see ``Notes.reading``."""
    left_out = (
        f"{lines.left_out} line{'s' * (lines.left_out > 1)} before the pattern left out" if lines.left_out else ""
    )
    lacks = "it has no header, which gives size and rule" if is_headless else ""
    return tuple(filter(None, (left_out, lacks)))


def _read_header(lines: RleLines, source: str) -> tuple[tuple[int, int] | None, Line | None]:
    """Return (rows, columns), and the line with the rule's name where the header, or a line before it, has one."""
    number, line = lines.header
    if not line:
        return None, lines.rule_before
    keys = list(_KEY.finditer(line))
    ends = [*(key.start() for key in keys[1:]), len(line)]
    values = {key[1].lower(): line[key.end() : end].strip(" \t,;") for key, end in zip(keys, ends, strict=True)}
    if len(values) < len(keys) or not {"x", "y"} <= values.keys():
        reason = f"not an RLE: expected a line like 'x = 3, y = 3, rule = Life', found {quoted(line)}"
        raise line_error(source, number, reason)
    for side in "xy":
        if not _SIDE.fullmatch(values[side]):
            raise line_error(source, number, f"{side} = {quoted(values[side])[1:-1]}; it must be 0 to {MAX_SIDE}")
    rule = values.get("rule")
    return (int(values["y"]), int(values["x"])), (number, rule) if rule else lines.rule_before


def _old_rule(comments: list[Line]) -> Line | None:
    """Return the first ``#r`` line that names a rule."""
    named = ((number, line[2:].strip()) for number, line in comments if line.startswith("#r"))
    return next(((number, name) for number, name in named if name), None)


def _read_rule(line: Line | None, source: str) -> Rule | None:
    if line is None:
        return None
    try:
        return parse_file_rule(line[1])
    except RuleError as error:
        raise line_error(source, line[0], str(error)) from error


def _read_remarks(comments: list[Line], rule: Rule | None, source: str) -> tuple[tuple[int, int] | None, int]:
    """Return the position and the generation that the ``#CXRLE`` lines give."""
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
    """Return (row, column) of what Golly calls 0,0: the middle of a board that the rule fixes, else (0, 0)."""
    if rule is None or rule.size is None:
        return 0, 0
    return rule.size[0] // 2, rule.size[1] // 2
