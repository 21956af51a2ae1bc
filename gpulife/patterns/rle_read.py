"""Reading RLE files, as Golly and LifeViewer agree on them: comments, the header, then runs of cells.

The format is Golly's extended RLE (https://golly.sourceforge.io/Help/formats.html#rle). Blank lines and leading blanks
do not count, nor does anything after ``!``.
"""

from __future__ import annotations

import re

from gpulife.errors import BoardSizeError, PatternError, RuleError
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.rle_runs import RunsError, decode_runs
from gpulife.patterns.sizes import LONGEST_SIDE, brief, require_memory
from gpulife.rules import Rule, parse_rule

_HEADER = re.compile(r"x\s*=\s*([^\s,]*)\s*,\s*y\s*=\s*([^\s,]*)\s*(?:,\s*rule\s*=\s*(.*?)\s*)?,?", re.IGNORECASE)
_SIDE = re.compile(r"[0-9]{1,9}")
_POSITION = re.compile(r"(-?[0-9]{1,18}),(-?[0-9]{1,18})")
_GENERATION = re.compile(r"[0-9]{1,18}")
_COMMENT_OR_END = re.compile(r"^[ \t]*#.*$|!", re.MULTILINE)
_LONGEST_RULE = 200

_Line = tuple[int, str]
"""Number, counted from 1, and what stands there without the blanks around it."""


def read_rle(text: str, source: str, rule: Rule | None = None) -> Pattern:
    """Read an RLE.

    The cells have the header's size. ``#CXRLE`` gives generation and position; Golly counts the latter from the middle
    of a board that the rule fixes, and it is converted to (row, column) there. ``#r`` names the rule of a file whose
    header has none.

    Args:
        text: the file's content.
        source: what to call the file in messages.
        rule: a rule to use instead of the file's own, which is then not even looked at.

    Raises:
        PatternError: ``{source}, line {n}: ...``, one line.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    comments, header, start = _find_header(text, source)
    shape, rule_line = _read_header(header, source)
    runs, more_comments = _find_end(text[start:], header[0] + 1, source)
    if rule is None:
        rule = _read_rule(rule_line or _old_rule([*comments, *more_comments]), source)
    if rule is not None and rule.size is not None and (shape[0] > rule.size[0] or shape[1] > rule.size[1]):
        raise _wrong(
            source,
            header[0],
            f"a pattern of {shape[1]}x{shape[0]} is larger than {rule}, a board of {rule.size[1]}x{rule.size[0]}",
        )
    position, generation = _read_remarks(comments, rule, source)
    try:
        require_memory(shape)
        cells = decode_runs(runs.encode("latin-1", "replace"), shape, rule)
    except BoardSizeError as error:
        raise _wrong(source, header[0], str(error)) from error
    except RunsError as error:
        raise _wrong(source, header[0] + 1 + runs.count("\n", 0, error.offset), str(error)) from error
    return Pattern(cells, rule, generation, position, source)


def _wrong(source: str, line: int, reason: str) -> PatternError:
    return PatternError(f"{source}, line {line}: {reason}")


def _find_header(text: str, source: str) -> tuple[list[_Line], _Line, int]:
    """The comments before the header, the header, and where in ``text`` the line after it starts."""
    comments: list[_Line] = []
    number = start = 0
    while start < len(text):
        end = text.find("\n", start) % (len(text) + 1)
        line = text[start:end].strip()
        number, start = number + 1, end + 1
        if line.startswith("#"):
            comments.append((number, line))
        elif line:
            return comments, (number, line), start
    raise PatternError(f"{source}: not an RLE: there is no line like 'x = 3, y = 3, rule = Life'")


def _find_end(body: str, first_line: int, source: str) -> tuple[str, list[_Line]]:
    """What stands after the header up to ``!``, with its comments (emptied lines in the text, so that lines count)."""
    end = body.find("!")
    if end >= 0 and body.find("#", 0, end) < 0:
        return body[: end + 1], []
    pieces: list[str] = []
    comments: list[_Line] = []
    done, number = 0, first_line
    for found in _COMMENT_OR_END.finditer(body):
        pieces.append(body[done : found.start()])
        if found[0] == "!":
            return "".join(pieces) + "!", comments
        number += pieces[-1].count("\n")
        comments.append((number, found[0].strip()))
        done = found.end()
    last = first_line + body.rstrip("\n").count("\n")
    raise _wrong(source, last, "the file ends without '!': it is cut short")


def _read_header(header: _Line, source: str) -> tuple[tuple[int, int], _Line | None]:
    """(rows, columns), and the line with the rule's name where the header has one."""
    number, line = header
    match = _HEADER.fullmatch(line)
    if match is None:
        reason = f"not an RLE: expected a line like 'x = 3, y = 3, rule = Life', found {brief(line)}"
        raise _wrong(source, number, reason)
    for side, digits in zip("xy", match.group(1, 2), strict=True):
        if not _SIDE.fullmatch(digits) or not int(digits):
            raise _wrong(source, number, f"{side} = {brief(digits)[1:-1]}; it must be 1 to {LONGEST_SIDE}")
    return (int(match[2]), int(match[1])), (number, match[3]) if match[3] else None


def _old_rule(comments: list[_Line]) -> _Line | None:
    """The first ``#r`` line that names a rule."""
    for number, line in comments:
        if line.startswith("#r") and line[2:].strip():
            return number, line[2:].strip()
    return None


def _read_rule(line: _Line | None, source: str) -> Rule | None:
    if line is None:
        return None
    number, name = line
    if len(name) > _LONGEST_RULE:
        raise _wrong(source, number, f"rule {brief(name)} has {len(name)} characters; no rule has so long a name")
    try:
        return parse_rule(name)
    except RuleError as error:
        raise _wrong(source, number, str(error)) from error


def _read_remarks(comments: list[_Line], rule: Rule | None, source: str) -> tuple[tuple[int, int] | None, int]:
    """Position and generation out of the ``#CXRLE`` lines."""
    position, generation = None, 0
    for number, line in comments:
        if not line.startswith("#CXRLE"):
            continue
        for key, _, value in (word.partition("=") for word in line.split()[1:]):
            if key == "Pos":
                match = _POSITION.fullmatch(value)
                if match is None:
                    raise _wrong(source, number, f"Pos={brief(value)[1:-1]} is not a position like Pos=-12,5")
                down, right = middle_of(rule)
                position = int(match[2]) + down, int(match[1]) + right
            elif key == "Gen":
                if not _GENERATION.fullmatch(value):
                    raise _wrong(source, number, f"Gen={brief(value)[1:-1]} is not a generation of 1 to 18 digits")
                generation = int(value)
    return position, generation


def middle_of(rule: Rule | None) -> tuple[int, int]:
    """(row, column) of the place that Golly calls 0,0: in the middle of a board that the rule fixes, else (0, 0)."""
    if rule is None or rule.size is None:
        return 0, 0
    return rule.size[0] // 2, rule.size[1] // 2
