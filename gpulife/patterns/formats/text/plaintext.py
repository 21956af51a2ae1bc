"""Plaintext files (``.cells``), as LifeWiki has them: ``!`` and a remark, then rows of ``.`` and ``O``."""

import re
from dataclasses import replace

import numpy as np

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.formats.text.sparse_pattern import SparsePattern, pattern_from_coordinates
from gpulife.patterns.formats.text.text_rows import read_rows, whole_text
from gpulife.patterns.notes import Notes, notes_of
from gpulife.patterns.pattern import Pattern, parse_file_rule
from gpulife.patterns.text_pieces import TextSource
from gpulife.rules import Cells, Rule

_LOOKS_LIKE = re.compile(rb"(?:!|[.O*]+[ \t]*\n)")
_REFUSAL = "{symbol} is not part of a .cells file: dead cells are . and live ones O, and it knows no other states"
_FIELDS = {"name:": "N", "author:": "O"}
_RULE = "rule:"


def is_plaintext(head: bytes) -> bool:
    """Return whether a text that begins with ``head`` is in this format: it begins with a remark or a row."""
    return _LOOKS_LIKE.match(head.lstrip(b" \t\r\n").replace(b"\r", b"\n") + b"\n") is not None


def open_plaintext(text: TextSource, rule: Rule | None = None) -> Pattern | SparsePattern:
    """Read a plaintext file. A remark such as ``!Rule: B36/S23`` names its rule, unless ``rule`` is given instead.

    Raises:
        PatternError: the text is in another format, has other states, or no row; ``{source}, line {n}: ...``.
    """
    source = text.name
    rows = read_rows(whole_text(text), "!", "O*", source, _REFUSAL)
    is_row = ~rows.is_remark
    filled = np.flatnonzero(is_row & (rows.lengths > 0))
    if not filled.size:
        raise PatternError(f"{source}: there are no cells: a row is a line of . and O")
    row_of_line = np.cumsum(is_row) - 1 - (np.cumsum(is_row) - 1)[filled[0]]
    shape = int(row_of_line[filled[-1]]) + 1, int(rows.lengths.max())
    remarks = [remark[1:].strip() for _, remark in rows.remarks]
    notes = notes_of(map(_marked, (remark for remark in remarks if not remark.lower().startswith(_RULE))))
    if rule is None:
        try:
            rule = _rule(remarks)
        except RuleError as error:  # a remark may say anything
            notes = replace(notes, reading=(f"its line !Rule is left out: {error}",))
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
    """Return cells of a single live state, tightly cropped, as a plaintext file."""
    fields = [("Name", notes.name), ("Author", notes.author), ("Rule", "" if rule.law == "Life" else rule.law)]
    remarks = [f"!{field}: {text}" for field, text in fields if text] + [f"!{line}" for line in notes.comments]
    lines = ["".join(".O"[alive] for alive in row).rstrip(".") or "." for row in (cells > 0).tolist()]
    return "\n".join([*(remarks or ["!"]), *lines, ""])


def _marked(remark: str) -> str:
    for field, mark in _FIELDS.items():
        if remark.lower().startswith(field):
            return f"#{mark} {remark[len(field) :]}"
    return f"#C {remark}"


def _rule(remarks: list[str]) -> Rule | None:
    """Return the rule that a remark names; RuleError if there is none of that name."""
    named = next((remark[len(_RULE) :].strip() for remark in remarks if remark.lower().startswith(_RULE)), "")
    return parse_file_rule(named) if named else None
