"""The border down the middle of the board: where each player's cursor may be, so that its whole shape is on one half.

The halves are mirror images: where the number of columns is odd, the middle one belongs to nobody.
"""

from gpulife.games.core.cursor import Area
from gpulife.games.core.game import Place


def half(player: int, columns: int) -> tuple[int, int]:
    """Return (first column, column after the last) of a player's half."""
    width = columns // 2
    return (0, width) if player == 0 else (columns - width, columns)


def middle(player: int, shape: tuple[int, int]) -> Place:
    """Return the centre of a player's half of a board of ``shape``."""
    rows, columns = shape
    return rows // 2, columns // 4 if player == 0 else columns - 1 - columns // 4


def fits(size: tuple[int, int], shape: tuple[int, int]) -> bool:
    """Return whether a shape of ``size`` (rows, columns) has room on half a board of ``shape``."""
    return size[0] <= shape[0] and size[1] <= shape[1] // 2


def corner(player: int, place: Place, size: tuple[int, int]) -> Place:
    """Return the place of the upper left of a shape when its player's cursor is at ``place``."""
    down, right = _anchor(player, size)
    return place[0] - down, place[1] - right


def cursor_area(player: int, size: tuple[int, int], shape: tuple[int, int]) -> Area:
    """Return the area of the cursor with a shape (ruling R5); the middle of the half if it has no room there."""
    rows, columns = shape
    down, right = _anchor(player, size)
    first, end = half(player, columns)
    row, column = middle(player, shape)
    top, bottom = _span(down, rows - size[0] + down, row)
    left, last = _span(first + right, end - size[1] + right, column)
    return Area(top, left, bottom, last)


def _span(first: int, last: int, middle: int) -> tuple[int, int]:
    """Return the first and the last place of a range; ``middle`` twice if the range is empty."""
    return (first, last) if first <= last else (middle, middle)


def _anchor(player: int, size: tuple[int, int]) -> Place:
    """Return which cell of a shape is under the cursor: the middle one, of two the one nearer to the border.

    Nearer for both players, so that a shape and its mirror image lie in mirrored places.
    """
    return size[0] // 2, size[1] // 2 if player == 0 else (size[1] - 1) // 2
