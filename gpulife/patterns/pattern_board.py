"""The board that a pattern begins on: the one that its file names, else one with room around it to move and grow.

``gpulife run``, ``render`` and the window all ask here, so that a file is the same universe wherever it is opened.
"""

from gpulife.patterns.pattern import Pattern, StreamedPattern

LEAST_BOARD = (96, 160)
"""(rows, columns) that a board has at least, where nobody says its size."""
MOST_ROOM = 1000
"""Cells that a large pattern gets on each side."""
_WIDEST = 1 << 18
"""Cells of a side beyond which room adds nothing: the widest board where textures are 16384 texels wide."""


def board_around(shape: tuple[int, int]) -> tuple[int, int]:
    """Return the (rows, columns) of the board for a pattern of ``shape`` whose file names none.

    On each of its four sides the pattern gets half as many cells as its longer side has, up to MOST_ROOM: so it does
    not meet itself across the edges at once, is still seen where the whole board is, and does not make a massive board
    much larger than its file.
    """
    # Twice that room would show a pattern of 300x200 at less than a pixel a cell.
    room = min(-(-max(shape) // 2), MOST_ROOM)
    rows, columns = (
        max(side, least, min(side + 2 * room, _WIDEST)) for side, least in zip(shape, LEAST_BOARD, strict=True)
    )
    return rows, columns


def place_on(pattern: Pattern | StreamedPattern, board: tuple[int, int]) -> tuple[int, int]:
    """Return where a pattern's upper left cell lies on a board of (rows, columns): a (row, column).

    It is where it was if the file says so and names such a board, else the pattern is in the middle.
    """
    if pattern.position is not None and pattern.rule is not None and pattern.rule.size == board:
        places = zip(pattern.position, pattern.shape, board, strict=True)
        if all(0 <= first <= side - size for first, size, side in places):
            return pattern.position
    row, column = ((side - own) // 2 for side, own in zip(board, pattern.shape, strict=True))
    return row, column
