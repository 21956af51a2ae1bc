"""Draws a map of the visible cells for each frame: a texture whose texels are cells or squares of cells."""

from collections.abc import Iterator
from contextlib import contextmanager

import moderngl

from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_pass import Blend, UniformValue
from gpulife.view.gl_age_trails import AgeTrails
from gpulife.view.gl_cell_source import CellSource, SquareCounts
from gpulife.view.gl_copied_source import source_of
from gpulife.view.gl_palette import Palette
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_visible_region import MapPlace, pieces
from gpulife.view.look import Look

SHARP_CELLS_FROM = 2.99
"""At this zoom (pixels per cell) or above, each cell is drawn by itself. Below it, a pixel shows average light."""


class VisibleCells:
    """Draws the map of the visible cells.

    Attributes:
        sharp: True if the last map has each cell's exact colour in sRGB, and its state and size in alpha. False if the
            map has linear light.
    """

    def __init__(
        self, resources: ViewResources, engine: Engine, palette: Palette, *, few_effects: bool, is_patient: bool
    ) -> None:
        self._resources = resources
        self._engine = engine
        self._palette = palette
        self._few_effects = few_effects
        self._source = source_of(resources, engine, is_patient=is_patient)
        self._colours = resources.target("f1")
        self._sized_colours = resources.target("f1")
        self._light = resources.target("f2", filtered=True)
        self._current = self._light
        self.sharp = False

    @property
    def texture(self) -> moderngl.Texture:
        """The last map that was drawn."""
        return self._current.texture

    @property
    def source(self) -> CellSource:
        """The cell source that reads the engine's cells."""
        return self._source

    def release(self) -> None:
        """Release what the cell source itself holds. The view releases its resources separately."""
        self._source.release()

    @contextmanager
    def counts(self, place: MapPlace, *, wrap: bool) -> Iterator[SquareCounts | None]:
        """Let shaders read the counts of cells in squares of the map. Yield None if the map must be drawn instead."""
        source, shape = self._source, self._engine.shape
        if place.block <= source.largest_looked_at:
            yield None
            return
        parts = list(pieces(place, shape, source.bands, wrap=wrap, wave_row=shape[0]))
        with source.counts(parts, place.block, self._palette.lights) as found:
            yield found

    def draw(self, place: MapPlace, zoom: float, look: Look, history: AgeTrails, *, wrap: bool, wave_row: int) -> None:
        """Draw the map of the visible cells, which covers ``place``, for a view of ``zoom`` pixels per cell.

        ``history`` has the ages of cells, for effects. From ``wave_row`` down, the previous generation is drawn.
        """
        self.sharp = zoom >= SHARP_CELLS_FROM
        self._current = self._colours if self.sharp else self._light
        target = self._current.sized((place.size[0] + 1, place.size[1] + 1))
        ground = self._palette.shown_colour(look.ground)
        target.clear(*(ground if self.sharp else (0.0, 0.0, 0.0)), 0.0, viewport=(0, 0, *target.size))
        # Effects fade out before the zoom at which squares are counted; with few_effects they are only used close up.
        fade = min(1.0, max(0.0, (zoom - 3) if self._few_effects else zoom / 0.35 - 1))
        shape, source = self._engine.shape, self._source
        is_counted = place.block > source.largest_looked_at
        effects = history.ready and not is_counted and fade > 0
        wave_row = wave_row if source.has_previous else shape[0]
        asked = place.widened(shape, wrap=wrap) if is_counted and source.is_asked else place
        parts = list(pieces(asked, shape, source.bands, wrap=wrap, wave_row=wave_row))
        if is_counted:
            source.add_light(target, self._palette.texture, parts, place.block, place.size)
            return
        blend = Blend.ADD if place.block > 1 and len(parts) > 1 else Blend.REPLACE
        for part in parts:
            texture, here = source.cells(part)
            textures = {"band": texture, "palette": self._palette.texture}
            if effects:
                textures["ghost"], textures["since"] = history.textures(part.band, past=part.past)
            uniforms: dict[str, UniformValue] = {"shift": here.shift, "limits": here.limits, "block": place.block}
            uniforms |= {"ground": self._palette.ground, "glow": look.age * fade, "trail": look.trails * fade}
            parameters = {"BLOCK": place.block, "EFFECTS": int(effects), "SHARP": int(self.sharp)}
            self._resources.draw(target, "view_cells.frag", parameters, textures, uniforms, part.region, blend)
        if self.sharp and look.sizes:
            self._current = self._sized_colours
            canvas = self._current.sized(self._colours.texture.size)
            self._resources.draw(canvas, "view_sizes.frag", {}, {"map": self._colours.texture}, {}, (0, 0, *place.size))
