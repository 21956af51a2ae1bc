"""Writes boards of one live state as plaintext or as Life 1.05 or 1.06, by the ending of the file's name."""

from pathlib import Path

import numpy as np

from gpulife.errors import OutputError, PatternError
from gpulife.patterns.formats.text.life_105 import life_105
from gpulife.patterns.formats.text.life_106 import life_106
from gpulife.patterns.formats.text.plaintext import plaintext
from gpulife.patterns.notes import Notes
from gpulife.rules import Cells, Rule

TEXT_ENDINGS = (".cells", ".lif", ".life")
"""Plaintext, Life 1.05 and Life 1.06."""
_MAX_CELLS = 1 << 24


def require_text_board(path: Path, rule: Rule, shape: tuple[int, int]) -> None:
    """Raise OutputError unless these formats have room for a board of ``rule`` and of ``shape`` (rows, columns)."""
    ending = path.suffix.lower()
    if rule.live_states > 1:
        raise OutputError(
            f"cannot write {path}: {ending} files have one live state, {rule.law} has {rule.live_states}; use .rle"
        )
    if shape[0] * shape[1] > _MAX_CELLS:
        raise OutputError(
            f"cannot write {path}: {shape[1]}x{shape[0]} cells are too many for {ending}, "
            f"which can have {_MAX_CELLS}; use .npz or .rle"
        )


def text_board(path: Path, cells: Cells, rule: Rule, notes: Notes) -> str:
    """Return the live part of a board as the text of a file whose name ends in one of TEXT_ENDINGS.

    Raises:
        OutputError: there are no live cells, or the format cannot name the rule.
    """
    rows, columns = (np.flatnonzero((cells > 0).any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        raise OutputError(f"cannot write {path}: the board is empty, and {path.suffix} files hold live cells only")
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
