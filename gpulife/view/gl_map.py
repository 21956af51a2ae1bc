"""The map of what is in view: cells or squares of cells as light, made anew for each frame from the board."""

from __future__ import annotations

import moderngl

from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_opening import GLEngine
from gpulife.engines.gl_pass import Blend, FullScreenPass
from gpulife.view.gl_history import History
from gpulife.view.gl_palette import Palette
from gpulife.view.gl_region import MapPlace
from gpulife.view.gl_source import source_of
from gpulife.view.gl_targets import Target
from gpulife.view.look import Look

SHARP_CELLS_FROM = 2.99
"""Pixels a cell from which each cell is drawn as a shape; below, pixels are areas."""
_LARGEST_CELLS_BLOCK = 2  # larger squares are counted instead of looked at cell by cell


class BoardMap:
    """The map's texture and the passes that fill it.

    Attributes:
        sharp: whether the last map is one of whole colours (sRGB, alpha: state and size) instead of light.
    """

    def __init__(self, device: GLDevice, engine: GLEngine, palette: Palette, *, frugal: bool) -> None:
        self._device = device
        self._engine = engine
        self._palette = palette
        self._frugal = frugal
        self._source = source_of(device, engine)
        self._cells: dict[tuple[int, bool, bool], FullScreenPass] = {}
        self._sizes: FullScreenPass | None = None
        self._colours = Target(device, "f1", filtered=False)
        self._sized_colours = Target(device, "f1", filtered=False)
        self._light = Target(device, "f2", filtered=True)
        self._current = self._light
        self.sharp = False

    @property
    def texture(self) -> moderngl.Texture:
        """The last map."""
        return self._current.texture

    def draw(self, place: MapPlace, zoom: float, look: Look, history: History, *, wrap: bool, wave_row: int) -> None:
        """Make the map of ``place`` at ``zoom`` pixels a cell."""
        self.sharp = zoom >= SHARP_CELLS_FROM
        self._current = self._colours if self.sharp else self._light
        target = self._current.sized((place.size[0] + 1, place.size[1] + 1))
        ground = self._palette.code(look.ground)
        target.clear(*(ground if self.sharp else (0.0, 0.0, 0.0)), 0.0, viewport=(0, 0, *target.size))
        # Effects fade away until squares are counted; a frugal view looks them up for few cells only.
        fade = min(1.0, max(0.0, (zoom - 3) if self._frugal else zoom / 0.35 - 1))
        effects = history.ready and place.block <= _LARGEST_CELLS_BLOCK and fade > 0
        parts = list(self._source.pieces(place, wrap=wrap, wave_row=wave_row))
        blend = Blend.ADD if place.block > 1 and len(parts) > 1 else Blend.REPLACE
        for part in parts:
            if place.block > _LARGEST_CELLS_BLOCK:
                self._source.add_light(target, self._palette.texture, part, place.block)
                continue
            texture, here = self._source.cells(part)
            textures = [texture, self._palette.texture]
            cells = self._cells_pass(place.block, effects)
            cells.set(shift=here.shift, limits=here.limits, block=place.block, ground=self._palette.ground)
            if effects:
                textures += history.textures(part.band, past=self._source.is_past(part))
                cells.set(glow=look.age * fade, trail=look.trails * fade)
            cells.draw(target, textures, part.region, blend)
        if self.sharp and look.sizes:
            self._add_sizes(place)

    def release(self) -> None:
        """Give everything back."""
        for target in (self._colours, self._sized_colours, self._light):
            target.release()
        for cells in self._cells.values():
            cells.release()
        if self._sizes is not None:
            self._sizes.release()
        self._source.release()
        self._cells.clear()

    def _add_sizes(self, place: MapPlace) -> None:
        if self._sizes is None:
            program = self._device.program("view_sizes.frag")
            self._sizes = FullScreenPass(self._device.context, program, ["map"])
        target = self._sized_colours.sized(self._colours.texture.size)
        self._sizes.draw(target, [self._colours.texture], (0, 0, *place.size))
        self._current = self._sized_colours

    def _cells_pass(self, block: int, effects: bool) -> FullScreenPass:
        key = (block, effects, self.sharp)
        if key not in self._cells:
            parameters = {"BLOCK": block, "EFFECTS": int(effects), "SHARP": int(self.sharp)}
            program = self._device.program("view_cells.frag", parameters)
            samplers = ["band", "palette", "ghost", "since"]
            self._cells[key] = FullScreenPass(self._device.context, program, samplers)
        return self._cells[key]
