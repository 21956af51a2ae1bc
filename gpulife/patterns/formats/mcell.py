"""Reader of MCell files (``.mcl``), the format of Mirek Wójtowicz's program MCell, which Golly reads too.

A file is made of lines that begin with ``#``: the game and its rule, the board's size and whether it wraps around,
remarks, and lines ``#L`` with the cells as runs. The runs are those of RLE with other letters: states above 24 have a
prefix from ``a`` to ``j`` (http://www.mirekw.com/ca/ca_files_formats.html).
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.board_sizes import MAX_SIDE, quoted
from gpulife.patterns.formats._rle_body import RunReader, RunsError
from gpulife.patterns.formats.rle_reader import open_rle
from gpulife.patterns.formats.text import MAX_REMARKS, remarks_left_out, whole_text
from gpulife.patterns.pattern import Pattern, StreamedPattern, notes_of, parse_file_rule
from gpulife.patterns.pattern_files import TextSource, line_error, text_of_bytes
from gpulife.rules import Edges, Rule

_MAGIC = b"#MCell"
_GAMES = ("life", "generations", "larger than life", "rules table")
"""The games of MCell whose rules gpulife has, in lower case."""
_WIREWORLD = "1,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2,2,2,2,2,2,2,0,3,3,3,3,3,3,3,3,3,0,3,1,1,3,3,3,3,3,3"
"""MCell's table of WireWorld, which files by MCell itself give in place of a name."""
_BOARD = re.compile(r"([0-9]{1,9})\s*x\s*([0-9]{1,9})", re.IGNORECASE)
_PREFIXES = bytes.maketrans(b"abcdefghij", b"pqrstuvwxy")
_LINE = re.compile(r"#([A-Za-z]+)(?:\s+(.*))?")
_REMARKS = "LDNOC"


def is_mcell(head: bytes) -> bool:
    """Return True if a text that begins with ``head`` is an MCell file."""
    return head.lstrip()[: len(_MAGIC)].lower() == _MAGIC.lower()


def open_mcell(text: TextSource, rule: Rule | None = None) -> Pattern | StreamedPattern:
    """Read an MCell file. ``rule`` is used instead of the rule that the file names; None for the file's own.

    The rule's board has the size and the edges that the file states, and the pattern lies in its middle.

    Raises:
        PatternError: the file is damaged, or is of a game that gpulife does not have. The message names the line.
        BoardSizeError: the cells do not fit into memory.
    """
    source, data = text.name, whole_text(text)
    fields: dict[str, tuple[int, list[str]]] = {}
    runs: list[bytes] = []
    lines_of_runs: list[int] = []
    remarks: list[str] = []
    for number, raw in enumerate(data.split(b"\n"), 1):
        line = raw.strip().decode("utf-8", "replace")
        found = _LINE.fullmatch(line)
        if found is None:
            if line:
                raise line_error(source, number, f"{quoted(line)} is not a line of an MCell file, as in '#L .A$..A$3A'")
            continue
        key, value = found[1].upper(), found[2] or ""
        if key == "L":
            runs.append(value.encode("latin-1", "replace").translate(_PREFIXES))
            lines_of_runs.append(number)
        elif len(key) == 1:
            remarks.append(line)
            if len(remarks) > MAX_REMARKS:
                raise line_error(source, number, f"more than {MAX_REMARKS} remarks")
        else:
            fields.setdefault(key, (number, []))[1].append(value)
    rule = rule or _rule_of(fields, source)
    shape = _shape(runs, lines_of_runs, rule, source)
    header = f"x = {shape[1]}, y = {shape[0]}\n".encode()
    pattern = open_rle(text_of_bytes(header + b"\n".join(runs) + b"!\n", source), rule)
    notes = replace(notes_of(remarks), reading=remarks_left_out(remarks, _REMARKS))
    return replace(pattern, notes=notes)


def _rule_of(fields: dict[str, tuple[int, list[str]]], source: str) -> Rule | None:
    """Return the rule that the lines ``#GAME``, ``#RULE`` or ``#GOLLY`` name, on the board of ``#BOARD``."""
    number, games = fields.get("GAME", (1, ["Life"]))
    game = games[0].strip().lower()
    if "GOLLY" not in fields and game not in _GAMES:
        known = "Life, Generations, Larger than Life and WireWorld"
        raise line_error(
            source, number, f"MCell's game {quoted(games[0])} is not supported; of MCell's games, {known} are"
        )
    number, parts = fields.get("GOLLY") or fields.get("RULE") or (1, [""])
    name = "".join(parts).replace(" ", "")
    if name == _WIREWORLD:
        name = "WireWorld"
    elif game == "rules table" and "GOLLY" not in fields:
        raise line_error(source, number, "of MCell's rule tables, only that of WireWorld is known")
    if not name:
        return None
    try:
        rule = parse_file_rule(name)
    except RuleError as error:
        raise line_error(source, number, str(error)) from error
    if "BOARD" not in fields:
        return rule
    number, values = fields["BOARD"]
    size = _BOARD.fullmatch(values[0].strip())
    if size is None or not int(size[1]) or not int(size[2]):
        raise line_error(source, number, f"{quoted(values[0])} is not a board's size, as in 80x60")
    wraps = fields.get("WRAP", (1, ["0"]))[1][0].strip() == "1"
    return rule.on_board((int(size[2]), int(size[1])), Edges.TORUS if wraps else Edges.DEAD)


def _shape(runs: Iterable[bytes], lines: list[int], rule: Rule | None, source: str) -> tuple[int, int]:
    """Return the (rows, columns) of the smallest rectangle from the first cell that has all live cells.

    Raises:
        PatternError: there is a mistake in the runs, or no live cell. The message names the line.
    """
    reader = RunReader((MAX_SIDE, MAX_SIDE), rule)
    text = b"\n".join(runs) + b"\n"
    rows = columns = 0
    try:
        for live in reader.read(text):
            if live.ends.size:
                rows = int(live.ends[-1] - 1) // MAX_SIDE + 1
                columns = max(columns, int(((live.ends - 1) % MAX_SIDE).max()) + 1)
    except RunsError as error:
        line = lines[text.count(b"\n", 0, error.offset)]
        raise line_error(source, line, str(error).replace("an RLE", "an MCell file")) from error
    if not rows:
        raise PatternError(f"{source}: it has no cells: cells are in lines like '#L .A$..A$3A'")
    return rows, columns
