"""Players' cursors on the board: flickering frames that are visible at any zoom, on any ground."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import moderngl

from gpulife.engines.gl.gl_pass import Blend, UniformValue
from gpulife.rules import RGB
from gpulife.view.camera import Camera, Shape, WindowSize, pixel_of
from gpulife.view.gl_render_target import ViewResources

_MIN = 5.0  # pixels of a 96 dpi screen from a cursor's middle to its frame
_AROUND = 14  # such pixels that frame, rim and halo take beyond that


@dataclass(frozen=True, slots=True)
class CursorMark:
    """A cell to mark.

    Attributes:
        row: row of the cell.
        column: column of the cell.
        colour: the player's colour.
        phase: phase of its flicker, 0 to 1: bright at 0, dim at 0.5, bright again at 1.
        hollow: whether the cell under it stays visible, and the frame flickers instead of what is in it.
    """

    row: int
    column: int
    colour: RGB
    phase: float = 0.0
    hollow: bool = False


def draw_cursors(
    resources: ViewResources,
    canvas: moderngl.Framebuffer,
    window: WindowSize,
    camera: Camera,
    shape: Shape,
    marks: Iterable[CursorMark],
    *,
    wrap: bool,
    scale: float = 1.0,
) -> None:
    """Draw ``marks`` over the board, with lines ``scale`` times as wide; on each of its copies where it wraps."""
    extent = max(camera.zoom / 2, _MIN * scale)
    reach = extent + _AROUND * scale
    for mark in marks:
        for x, y in _places(window, camera, shape, mark, reach, wrap=wrap):
            left, bottom = max(0, math.floor(x - reach)), max(0, math.floor(window[1] - y - reach))
            right, top = min(window[0], math.ceil(x + reach)), min(window[1], math.ceil(window[1] - y + reach))
            if left >= right or bottom >= top:
                continue
            uniforms: dict[str, UniformValue] = {
                "middle": (x, window[1] - y),
                "extent": extent,
                "scale": scale,
                "flicker": 0.5 + 0.5 * math.cos(2 * math.pi * mark.phase),
                "filled": 0.0 if mark.hollow else 1.0,
                "tint": tuple(value / 255 for value in mark.colour),
            }
            region = (left, bottom, right - left, top - bottom)
            resources.draw(canvas, "view_cursor.frag", {}, {}, uniforms, region, Blend.OVER)


def _places(
    window: WindowSize, camera: Camera, shape: Shape, mark: CursorMark, reach: float, *, wrap: bool
) -> Iterator[tuple[float, float]]:
    """Yield the pixels (x, y) at which a marked cell's middle is in view."""
    x, y = pixel_of(camera, window, mark.row + 0.5, mark.column + 0.5)
    if not wrap:
        yield x, y
        return
    across, down = shape[1] * camera.zoom, shape[0] * camera.zoom
    x, y = x - math.floor((x + reach) / across) * across, y - math.floor((y + reach) / down) * down
    for row in range(math.ceil((window[1] + 2 * reach) / down)):
        for column in range(math.ceil((window[0] + 2 * reach) / across)):
            yield x + column * across, y + row * down
