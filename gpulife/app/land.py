"""What of Survivor's board is in view, for those who draw its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gpulife.ui.survivor.field import MOST_CELLS, SMALLEST_CELL, Scene
from gpulife.ui.survivor.sky import Light
from gpulife.view.camera import cell_at, pixel_of

if TYPE_CHECKING:
    from gpulife.app.program import Program


def scene_in_view(program: Program, light: Light, *, bright: bool) -> Scene | None:
    """The cells in view, by that light; None where they are too small or too many for figures."""
    camera, size = program.play.camera, program.shell.window.view_size
    rows, columns = program.play.engine.shape
    if camera.zoom < SMALLEST_CELL:
        return None
    low, high = cell_at(camera, size, 0, 0), cell_at(camera, size, *size)
    top, left = (max(0, int(np.floor(side))) for side in low)
    bottom, right = (min(side, int(np.ceil(edge))) for side, edge in zip((rows, columns), high, strict=True))
    if bottom <= top or right <= left or (bottom - top) * (right - left) > MOST_CELLS:
        return None
    return Scene(
        program.play.engine.read(top, left, bottom - top, right - left),
        (top, left),
        camera.zoom,
        lambda row, column: pixel_of(camera, size, row, column),
        program.play.look.colours,
        light,
        bright,
    )
