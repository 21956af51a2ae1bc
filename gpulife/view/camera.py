"""The camera over the board: which cells a window shows, and how that view moves. Pure mathematics, no OpenGL.

Cells are measured from the board's upper left corner, row down, column to the right; cell (r, c) covers the square from
(r, c) to (r + 1, c + 1). Pixels are measured from the window's upper left corner, x to the right, y down. Callers may
use points instead of pixels, if they do so in all calls (on some screens a point is several pixels).
"""

import math
from dataclasses import dataclass, replace

Shape = tuple[int, int]
"""(rows, columns) of a board, in cells."""
WindowSize = tuple[int, int]
"""(width, height) of a window, in pixels."""

MAX_ZOOM = 512.0
"""The largest zoom, in pixels per cell."""
SHARP_FROM = 2.5
"""From this zoom (pixels per cell) on, a camera at rest has a whole number of pixels per cell."""
GLIDE_TIME = 0.09
"""Time constant of a gliding camera, in seconds: after this time, 1/e of the way is left."""
_MIN_SHARE = 0.25  # at the lowest zoom, the board spans this share of the window
_ARRIVED = 0.02  # pixels; a camera closer than this to its target jumps to it


@dataclass(frozen=True, slots=True)
class Camera:
    """A view of a board: centre and zoom.

    Attributes:
        row: row of the board at the window's centre, in cells.
        column: column of the board at the window's centre, in cells.
        zoom: pixels per cell.
    """

    row: float
    column: float
    zoom: float


def cell_at(camera: Camera, window: WindowSize, x: float, y: float) -> tuple[float, float]:
    """Return the position (row, column) on the board under a pixel, as floats; rounded down, they give the cell."""
    width, height = window
    return camera.row + (y - height / 2) / camera.zoom, camera.column + (x - width / 2) / camera.zoom


def pixel_of(camera: Camera, window: WindowSize, row: float, column: float) -> tuple[float, float]:
    """Return the pixel (x, y) that shows a position on the board: the inverse of :func:`cell_at`."""
    width, height = window
    return width / 2 + (column - camera.column) * camera.zoom, height / 2 + (row - camera.row) * camera.zoom


def magnified(camera: Camera, times: float) -> Camera:
    """Return the same view for a window that is ``times`` times as large, as when points are converted to pixels."""
    return replace(camera, zoom=camera.zoom * times)


def pan(camera: Camera, x: float, y: float) -> Camera:
    """Move the board by ``x`` pixels to the right and ``y`` down."""
    return replace(camera, row=camera.row - y / camera.zoom, column=camera.column - x / camera.zoom)


def zoom_about(camera: Camera, window: WindowSize, x: float, y: float, factor: float) -> Camera:
    """Zoom in by ``factor`` while the place under the pixel (x, y) stays there."""
    row, column = cell_at(camera, window, x, y)
    width, height = window
    zoom = camera.zoom * factor
    return Camera(row - (y - height / 2) / zoom, column - (x - width / 2) / zoom, zoom)


def zoom_within(camera: Camera, shape: Shape, window: WindowSize, x: float, y: float, factor: float) -> Camera:
    """Zoom like :func:`zoom_about`, but within the zoom limits."""
    lowest, highest = zoom_limits(shape, window)
    return zoom_about(camera, window, x, y, min(max(camera.zoom * factor, lowest), highest) / camera.zoom)


def fit_camera(shape: Shape, window: WindowSize, margin: int = 0) -> Camera:
    """Return the camera that shows the whole board as large as possible, sharp from :data:`SHARP_FROM` on.

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
    """Return the lowest and highest zoom in pixels per cell; at the lowest, the board spans a quarter of the window."""
    return min(_fitting_zoom(shape, window) * _MIN_SHARE, MAX_ZOOM), MAX_ZOOM


def clamp(camera: Camera, shape: Shape, window: WindowSize, *, wrap: bool = False) -> Camera:
    """Return the camera, moved and zoomed as little as possible to be within the limits.

    The window's centre stays on the board, so that the board cannot get lost. If the view wraps, the centre is taken
    modulo the board's size instead.
    """
    lowest, highest = zoom_limits(shape, window)
    rows, columns = shape
    if wrap:
        row, column = camera.row % rows, camera.column % columns
    else:
        row, column = min(max(camera.row, 0.0), float(rows)), min(max(camera.column, 0.0), float(columns))
    return Camera(row, column, min(max(camera.zoom, lowest), highest))


def at_rest(camera: Camera, window: WindowSize) -> Camera:
    """Return the nearest camera that shows sharp cells: a gliding camera should stop there.

    From the zoom :data:`SHARP_FROM` on, it has a whole number of pixels per cell, and the cells' edges lie between
    pixels.
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

    The zoom changes evenly in its logarithm and the position evenly in 1 / zoom. So the cell that :func:`zoom_about`
    keeps under the pointer stays there during the whole movement.

    Args:
        camera: the present camera.
        target: the camera to reach.
        seconds: time since the last call.
        wrap: the board's shape if the view wraps: the camera then takes the shorter way around the torus.
    """
    if wrap is not None:
        target = replace(
            target,
            row=nearest_copy(target.row, camera.row, wrap[0]),
            column=nearest_copy(target.column, camera.column, wrap[1]),
        )
    share = -math.expm1(-seconds / GLIDE_TIME)
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
    """Return the position nearest to ``place`` at which cell 0 begins at a whole pixel."""
    return (pixels / 2 - round(pixels / 2 - place * zoom)) / zoom


def nearest_copy(place: float, near: float, size: int) -> float:
    """Return the position nearest to ``near`` that is the same as ``place`` on a torus ``size`` cells around."""
    return place - round((place - near) / size) * size
