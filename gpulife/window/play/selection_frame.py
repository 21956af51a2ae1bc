"""The frame of the selection under the pointer: which edges a press takes hold of, and where they are dragged to."""

from dataclasses import dataclass

from gpulife.games.core.area import Area, area_between
from gpulife.games.core.game import Place

_REACH = 7.0
"""Points of a 96 dpi screen on each side of an edge in which a press takes hold of it."""


@dataclass(frozen=True, slots=True)
class Grip:
    """What a press on the selection takes hold of.

    Attributes:
        vertical: -1 for its upper edge, 1 for its lower edge, 0 for neither.
        horizontal: -1 for its left edge, 1 for its right edge, 0 for neither.
    """

    vertical: int = 0
    horizontal: int = 0

    @property
    def moves(self) -> bool:
        """Whether it takes hold of the inside, which moves the cells."""
        return not self.vertical and not self.horizontal


def grip_at(area: Area, row: float, column: float, zoom: float, scale: float) -> Grip | None:
    """Return what a press takes hold of; None beside the selection.

    Args:
        area: the selection.
        row: row of the place, in cells, measured like that of the area.
        column: column of the place.
        zoom: points a cell.
        scale: points that a point of a 96 dpi screen takes.
    """
    reach = _REACH * scale / zoom
    vertical = _edge(row - area.row, area.height, reach)
    horizontal = _edge(column - area.column, area.width, reach)
    return None if vertical is None or horizontal is None else Grip(vertical, horizontal)


def _edge(place: float, length: int, reach: float) -> int | None:
    """Return -1 or 1 near the first or the last edge of a side, 0 between them, None beyond; inside reach is less."""
    inside = min(reach, length / 3)
    if not -reach <= place <= length + reach:
        return None
    return -1 if place < inside else 1 if place > length - inside else 0


def resized(area: Area, grip: Grip, rows: int, columns: int) -> Area:
    """Return a selection after its edges in hand were dragged by cells; they may pass the opposite edges."""
    top, left, bottom, right = area.row, area.column, area.row + area.height - 1, area.column + area.width - 1
    first = top + rows * (grip.vertical < 0), left + columns * (grip.horizontal < 0)
    last = bottom + rows * (grip.vertical > 0), right + columns * (grip.horizontal > 0)
    return area_between(first, last)


def extended(anchor: Place, corner: Place, shape: tuple[int, int], *, wrap: bool) -> Area:
    """Return the selection between two cells; without ``wrap`` as far as the board goes, else once round it at most."""
    if not wrap:
        anchor, corner = (
            (min(max(row, 0), shape[0] - 1), min(max(column, 0), shape[1] - 1)) for row, column in (anchor, corner)
        )
    area = area_between(anchor, corner)
    return area._replace(height=min(area.height, shape[0]), width=min(area.width, shape[1]))
