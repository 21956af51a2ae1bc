"""Draws the texts of scenes: date and time are filled in, and each letter gets a species."""

from datetime import datetime
from string import Formatter

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.patterns.board_sizes import quoted
from gpulife.patterns.text import TextTooLargeError, text_to_cells
from gpulife.rules import Cells

PLACEHOLDERS = {
    "date": "%Y-%m-%d",
    "time": "%H:%M",
    "hour": "%H",
    "minute": "%M",
    "year": "%Y",
    "month": "%m",
    "day": "%d",
}
"""Names that may stand in braces, with their ``strftime`` formats, none of which depends on the locale."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MAX_WIDTH_SHARE, _MAX_HEIGHT_SHARE = 0.9, 0.8
_MIN_HEIGHT, _MAX_HEIGHT = 5, 1000
_ESTIMATE_MARGIN = 3
"""Narrow letters are up to twice as wide in the smallest size as in proportion to larger ones."""


def require_placeholders(text: str) -> None:
    """Raise PatternError if ``text`` has an unknown name in braces."""
    names = [*PLACEHOLDERS, "weekday"]
    try:
        parts = [(name, form, turn) for _, name, form, turn in Formatter().parse(text) if name is not None]
    except ValueError as error:
        raise PatternError(f"text {quoted(text)}: {error}; write {{{{ and }}}} for braces") from error
    for name, form, turn in parts:
        if name not in names or form or turn:
            raise PatternError(
                f"text {quoted(text)}: {{{name}}} should be one of {', '.join(f'{{{n}}}' for n in names)}"
            )


def fill_placeholders(text: str, now: datetime) -> str:
    """Return ``text`` with its placeholders replaced by the time ``now``."""
    values = {name: now.strftime(form) for name, form in PLACEHOLDERS.items()}
    return text.format(**values, weekday=WEEKDAYS[now.weekday()])


def draw_text(text: str, letters: int, species: tuple[int, ...], shape: tuple[int, int]) -> Cells:
    """Draw ``text`` in cells for a board, with its letters alternating between the ``species``.

    Args:
        text: one line or several.
        letters: height of a capital in cells, reduced where it does not fit; 0 for as high as there is room.
        species: state codes.
        shape: (rows, columns) of the board.

    Returns:
        State codes, uint8, no larger than ``shape``.

    Raises:
        PatternError: the text has nothing visible, or does not fit even with the smallest letters.
    """
    room = (int(shape[0] * _MAX_HEIGHT_SHARE), int(shape[1] * _MAX_WIDTH_SHARE))
    # The smallest letters tell how high others can be: a long text is never drawn in letters of a thousand cells.
    smallest = text_to_cells(text, height=_MIN_HEIGHT)
    scale = min(room[0] / smallest.shape[0], room[1] / smallest.shape[1])
    if scale < 1:
        raise PatternError(f"text {quoted(text)} does not fit on a board of {shape[1]}x{shape[0]}")
    best, low = smallest, _MIN_HEIGHT + 1
    height = high = min(letters or _MAX_HEIGHT, shape[0], int(_MIN_HEIGHT * scale * _ESTIMATE_MARGIN))
    while low <= high:
        try:
            cells = text_to_cells(text, height=height)
            fits = cells.shape[0] <= room[0] and cells.shape[1] <= room[1]
        except TextTooLargeError:
            fits = False
        if fits:
            best, low = cells, height + 1
        else:
            high = height - 1
        height = (low + high) // 2
    return _coloured(best, species)


def _coloured(cells: Cells, species: tuple[int, ...]) -> Cells:
    """Alternate the letters between the ``species``: empty rows separate lines, and empty columns letters."""
    coloured = np.zeros_like(cells)
    count = 0
    for top, bottom in _runs(cells.max(axis=1) > 0):
        line = cells[top:bottom]
        for left, right in _runs(line.max(axis=0) > 0):
            coloured[top:bottom, left:right] = line[:, left:right] * np.uint8(species[count % len(species)])
            count += 1
    return coloured


def _runs(used: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return [first, end) of each run of True."""
    ends = np.flatnonzero(np.diff(used.astype(np.int8), prepend=0, append=0))
    return [(int(first), int(stop)) for first, stop in zip(ends[::2], ends[1::2], strict=True)]
