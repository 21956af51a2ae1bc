"""The camera over the board: which cells a window shows, and how it moves. Pure mathematics, no OpenGL.

Cells are measured from the board's upper left corner, row down, column to the right; cell (r, c) covers the square from
(r, c) to (r + 1, c + 1). Pixels are measured from the window's upper left corner, x to the right, y down. Callers may
measure in points instead, which are more than a pixel on some screens: what is said of pixels holds for points, too.
"""

import math
from dataclasses import dataclass, replace

Shape = tuple[int, int]
"""(rows, columns) of a board, in cells."""
WindowSize = tuple[int, int]
"""(width, height) of a window, in pixels."""

MAX_ZOOM = 512.0
"""The largest number of pixels a cell."""
SHARP_FROM = 2.5
"""From that many pixels a cell on, a camera at rest shows a whole number of pixels a cell."""
GLIDE_TIME = 0.09
"""Seconds in which a gliding camera covers all but 1/e of its way."""
_MIN_SHARE = 0.25  # of the window that the whole board takes when zoomed out as far as it goes
_ARRIVED = 0.02  # pixels


@dataclass(frozen=True, slots=True)
class Camera:
    """The view of a board: its place and zoom.

    Attributes:
        row: row of the board at the window's centre, in cells.
        column: column of the board at the window's centre, in cells.
        zoom: pixels a cell.
    """

    row: float
    column: float
    zoom: float


def cell_at(camera: Camera, window: WindowSize, x: float, y: float) -> tuple[float, float]:
    """Return the place (row, column) on the board under a pixel, in cells; rounded down it is the cell."""
    width, height = window
    return camera.row + (y - height / 2) / camera.zoom, camera.column + (x - width / 2) / camera.zoom


def pixel_of(camera: Camera, window: WindowSize, row: float, column: float) -> tuple[float, float]:
    """Return the pixel (x, y) that shows a place on the board: the inverse of :func:`cell_at`."""
    width, height = window
    return width / 2 + (column - camera.column) * camera.zoom, height / 2 + (row - camera.row) * camera.zoom


def magnified(camera: Camera, times: float) -> Camera:
    """Return the same view for a window ``times`` as large, to turn points into pixels or pixels into points."""
    return replace(camera, zoom=camera.zoom * times)


def pan(camera: Camera, x: float, y: float) -> Camera:
    """Move the board by ``x`` pixels to the right and ``y`` down."""
    return replace(camera, row=camera.row - y / camera.zoom, column=camera.column - x / camera.zoom)


def zoom_about(camera: Camera, window: WindowSize, x: float, y: float, factor: float) -> Camera:
    """Zoom in by ``factor``; what lies under the pixel (x, y) stays there."""
    row, column = cell_at(camera, window, x, y)
    width, height = window
    zoom = camera.zoom * factor
    return Camera(row - (y - height / 2) / zoom, column - (x - width / 2) / zoom, zoom)


def zoom_within(camera: Camera, shape: Shape, window: WindowSize, x: float, y: float, factor: float) -> Camera:
    """Zoom as :func:`zoom_about` does, but not beyond the limits; the cell under the pixel always stays in place."""
    lowest, highest = zoom_limits(shape, window)
    return zoom_about(camera, window, x, y, min(max(camera.zoom * factor, lowest), highest) / camera.zoom)


def fit_camera(shape: Shape, window: WindowSize, margin: int = 0) -> Camera:
    """Return the camera that shows the whole board as large as the window allows; sharp, see :data:`SHARP_FROM`.

    Args:
        shape: (rows, columns) of the board.
        window: (width, height) of the window, in pixels.
        margin: pixels to leave free on each side, such as for a wall.
    """
    zoom = min(_fitting_zoom(shape, (window[0] - 2 * margin, window[1] - 2 * margin)), MAX_ZOOM)
    if zoom >= SHARP_FROM:
        zoom = float(math.floor(zoom))
    return at_rest(Camera(shape[0] / 2, shape[1] / 2, zoom), window)


def zoom_limits(shape: Shape, window: WindowSize) -> tuple[float, float]:
    """Return the lowest and the highest zoom, in pixels a cell; the lowest shows the board on a quarter of a side."""
    return min(_fitting_zoom(shape, window) * _MIN_SHARE, MAX_ZOOM), MAX_ZOOM


def clamp(camera: Camera, shape: Shape, window: WindowSize, *, wrap: bool = False) -> Camera:
    """Return the nearest camera within the limits.

    The window's centre stays on the board, so that the board cannot be lost; where the board is shown to ``wrap``, its
    place is taken modulo the board instead.
    """
    lowest, highest = zoom_limits(shape, window)
    rows, columns = shape
    if wrap:
        row, column = camera.row % rows, camera.column % columns
    else:
        row, column = min(max(camera.row, 0.0), float(rows)), min(max(camera.column, 0.0), float(columns))
    return Camera(row, column, min(max(camera.zoom, lowest), highest))


def at_rest(camera: Camera, window: WindowSize) -> Camera:
    """Return the nearest camera in which cells are not blurry: where a gliding camera should come to rest.

    Zoomed in, it shows a whole number of pixels a cell, and the cells' edges lie between pixels.
    """
    zoom = camera.zoom
    if zoom >= SHARP_FROM:
        zoom = float(round(zoom))
    if zoom < 1.0:
        return camera
    width, height = window
    return Camera(_between_pixels(camera.row, height, zoom), _between_pixels(camera.column, width, zoom), zoom)


def glide(camera: Camera, target: Camera, seconds: float, wrap: Shape | None = None) -> Camera:
    """Return the camera ``seconds`` later on its way to ``target``: fast at first, then slower, never past it.

    The zoom goes evenly in its logarithm, and the place evenly in 1 / zoom: so the cell under the pointer that
    :func:`zoom_about` kept in place for ``target`` stays there all the way.

    Args:
        camera: the present camera.
        target: the camera to reach.
        seconds: time since the last call.
        wrap: the board's shape if it is shown to wrap: the camera then takes the shorter way around the torus.
    """
    if wrap is not None:
        target = replace(
            target,
            row=nearest_copy(target.row, camera.row, wrap[0]),
            column=nearest_copy(target.column, camera.column, wrap[1]),
        )
    share = -math.expm1(-seconds / GLIDE_TIME)
    octaves = math.log(target.zoom / camera.zoom)
    # (1/zoom_now - 1/zoom_then) / (1/zoom_now - 1/zoom_target), which is `share` where both zooms are the same.
    along = math.expm1(-share * octaves) / math.expm1(-octaves) if abs(octaves) > 1e-9 else share
    row = camera.row + (target.row - camera.row) * along
    column = camera.column + (target.column - camera.column) * along
    zoom = camera.zoom * math.exp(share * octaves)
    left = max(abs(target.row - row), abs(target.column - column)) * target.zoom
    # The rest of the zoom would move less than _ARRIVED pixels in a window of 2000.
    if left < _ARRIVED and abs(1 - zoom / target.zoom) * 2000 < _ARRIVED:
        row, column, zoom = target.row, target.column, target.zoom
    return Camera(row % wrap[0], column % wrap[1], zoom) if wrap is not None else Camera(row, column, zoom)


def _fitting_zoom(shape: Shape, window: WindowSize) -> float:
    return min(max(window[0], 1) / shape[1], max(window[1], 1) / shape[0])


def _between_pixels(place: float, pixels: int, zoom: float) -> float:
    """Return the place nearest to ``place`` at which cell 0 begins at a whole pixel."""
    return (pixels / 2 - round(pixels / 2 - place * zoom)) / zoom


def nearest_copy(place: float, near: float, size: int) -> float:
    """Return the copy of ``place`` nearest to ``near`` along a side of a torus of ``size`` cells."""
    return place - round((place - near) / size) * size
