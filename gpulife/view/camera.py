"""The camera: which cells of the board a window shows, and how this view moves. Pure mathematics, no OpenGL.

Positions on the board are in cells from the board's upper left corner: row down, column to the right. Cell (r, c) is
the square from (r, c) to (r + 1, c + 1). Positions in the window are in pixels from the window's upper left corner: x
to the right, y down. Callers may use points instead of pixels, if they do so in all calls.
"""

import math
from dataclasses import dataclass, replace

Shape = tuple[int, int]
"""(rows, columns) of a board."""
WindowSize = tuple[int, int]
"""(width, height) of a window, in pixels."""

MAX_ZOOM = 512.0
"""The highest zoom, in pixels per cell."""
SHARP_FROM = 2.5
"""At this zoom (pixels per cell) or above, the zoom is a whole number while the camera does not move."""
GLIDE_TIME = 0.09
"""Seconds after which a camera that moves to its target still has 1/e (about a third) of the way to go."""
_MIN_SHARE = 0.25  # at the lowest zoom, the board spans this share of the window
_ARRIVED = 0.02  # pixels; a camera closer than this to its target jumps to it


@dataclass(frozen=True, slots=True)
class Camera:
    """Which part of a board a window shows: centre and zoom.

    Attributes:
        row: the row at the window's centre, in cells from the board's upper edge.
        column: the column at the window's centre, in cells from the board's left edge.
        zoom: pixels per cell.
    """

    row: float
    column: float
    zoom: float


def cell_at(camera: Camera, window: WindowSize, x: float, y: float) -> tuple[float, float]:
    """Return the position (row, column) on the board at a pixel; rounded down, it is the cell's row and column."""
    width, height = window
    return camera.row + (y - height / 2) / camera.zoom, camera.column + (x - width / 2) / camera.zoom


def pixel_of(camera: Camera, window: WindowSize, row: float, column: float) -> tuple[float, float]:
    """Return the pixel (x, y) that shows the position (row, column) of the board."""
    width, height = window
    return width / 2 + (column - camera.column) * camera.zoom, height / 2 + (row - camera.row) * camera.zoom


def magnified(camera: Camera, times: float) -> Camera:
    """Return the camera for the same view in a window that is ``times`` times as large."""
    return Camera(camera.row, camera.column, camera.zoom * times)


def pan(camera: Camera, x: float, y: float) -> Camera:
    """Return the camera after the board has moved on screen by ``x`` pixels to the right and ``y`` down."""
    return Camera(camera.row - y / camera.zoom, camera.column - x / camera.zoom, camera.zoom)


def zoom_about(camera: Camera, window: WindowSize, x: float, y: float, factor: float) -> Camera:
    """Return the camera after zooming in by ``factor``. The cell at pixel (x, y) stays at this pixel."""
    row, column = cell_at(camera, window, x, y)
    width, height = window
    zoom = camera.zoom * factor
    return Camera(row - (y - height / 2) / zoom, column - (x - width / 2) / zoom, zoom)


def zoom_within(camera: Camera, shape: Shape, window: WindowSize, x: float, y: float, factor: float) -> Camera:
    """Return what :func:`zoom_about` returns, but keep the zoom within :func:`zoom_limits`."""
    lowest, highest = zoom_limits(shape, window)
    return zoom_about(camera, window, x, y, min(max(camera.zoom * factor, lowest), highest) / camera.zoom)


def fit_camera(shape: Shape, window: WindowSize, margin: int = 0) -> Camera:
    """Return the camera that shows the whole board as large as possible.

    A zoom of SHARP_FROM or more is rounded down to a whole number, so that edges of cells are sharp.

    Args:
        shape: (rows, columns) of the board.
        window: (width, height) of the window, in pixels.
        margin: number of pixels to leave free on each side of the window.
    """
    zoom = min(_fitting_zoom(shape, (window[0] - 2 * margin, window[1] - 2 * margin)), MAX_ZOOM)
    if zoom >= SHARP_FROM:
        zoom = float(math.floor(zoom))
    return at_rest(Camera(shape[0] / 2, shape[1] / 2, zoom), window)


def zoom_limits(shape: Shape, window: WindowSize) -> tuple[float, float]:
    """Return the lowest and highest zoom in pixels per cell. At the lowest, the board spans a quarter of the window."""
    return min(_fitting_zoom(shape, window) * _MIN_SHARE, MAX_ZOOM), MAX_ZOOM


def clamp(camera: Camera, shape: Shape, window: WindowSize, *, wrap: bool = False) -> Camera:
    """Return the camera, moved and zoomed just enough to be within the limits.

    The limits are those of :func:`zoom_limits`, and the window's centre must be on the board. With ``wrap``, the view
    repeats the board, so moving the centre onto the board does not change the picture.
    """
    lowest, highest = zoom_limits(shape, window)
    rows, columns = shape
    if wrap:
        row, column = camera.row % rows, camera.column % columns
    else:
        row, column = min(max(camera.row, 0.0), float(rows)), min(max(camera.column, 0.0), float(columns))
    return Camera(row, column, min(max(camera.zoom, lowest), highest))


def at_rest(camera: Camera, window: WindowSize) -> Camera:
    """Return the nearest camera at which cells are sharp. A moving camera should stop at this one.

    At a zoom of SHARP_FROM or more, a cell has a whole number of pixels, and edges of cells lie between pixels.
    """
    zoom = camera.zoom
    if zoom >= SHARP_FROM:
        zoom = float(round(zoom))
    if zoom < 1.0:
        return camera
    width, height = window
    return Camera(_between_pixels(camera.row, height, zoom), _between_pixels(camera.column, width, zoom), zoom)


def glide(camera: Camera, target: Camera, seconds: float, wrap: Shape | None = None) -> Camera:
    """Return the camera ``seconds`` later on its way to ``target``. It moves fast at first, then slower and slower.

    ``wrap`` is as in :func:`between`.
    """
    return between(camera, target, -math.expm1(-seconds / GLIDE_TIME), wrap)


def between(camera: Camera, target: Camera, share: float, wrap: Shape | None = None) -> Camera:
    """Return a camera between ``camera`` and ``target``, for smooth moves and zooms.

    If both cameras show a cell at the same pixel, so does the result. A cell under the pointer thus stays there while
    the user zooms.

    Args:
        camera: the camera at the start.
        target: the camera at the end.
        share: how far the result is from start to end, 0 to 1.
        wrap: (rows, columns) of a board that the view repeats. The camera then takes the shorter way, even across an
            edge. None for other boards.
    """
    if wrap is not None:
        target = replace(
            target,
            row=nearest_copy(target.row, camera.row, wrap[0]),
            column=nearest_copy(target.column, camera.column, wrap[1]),
        )
    octaves = math.log(target.zoom / camera.zoom)
    # (1/zoom_now - 1/zoom_then) / (1/zoom_now - 1/zoom_target), which is `share` if zoom_now equals zoom_target.
    along = math.expm1(-share * octaves) / math.expm1(-octaves) if abs(octaves) > 1e-9 else share
    row = camera.row + (target.row - camera.row) * along
    column = camera.column + (target.column - camera.column) * along
    zoom = camera.zoom * math.exp(share * octaves)
    left = max(abs(target.row - row), abs(target.column - column)) * target.zoom
    # The rest of the zoom would move the picture by less than _ARRIVED pixels in a window of 2000.
    if left < _ARRIVED and abs(1 - zoom / target.zoom) * 2000 < _ARRIVED:
        row, column, zoom = target.row, target.column, target.zoom
    return Camera(row % wrap[0], column % wrap[1], zoom) if wrap is not None else Camera(row, column, zoom)


def _fitting_zoom(shape: Shape, window: WindowSize) -> float:
    return min(max(window[0], 1) / shape[1], max(window[1], 1) / shape[0])


def _between_pixels(place: float, pixels: int, zoom: float) -> float:
    """Round ``place``, a camera's row (or column), so that the edge of cell 0 lies exactly between two pixels.

    ``pixels`` is the height (or width) of the window.
    """
    return (pixels / 2 - round(pixels / 2 - place * zoom)) / zoom


def nearest_copy(place: float, near: float, size: int) -> float:
    """Return the copy of position ``place`` that is nearest to position ``near``.

    On a torus with ``size`` rows (or columns), there is a copy of each position every ``size`` cells.
    """
    return place - round((place - near) / size) * size
