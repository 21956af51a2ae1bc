"""Tracks how long cells have lived or been dead, for two effects: age (new cells glow) and trails (dead cells glow).

This takes four bytes per cell. There are no such effects on boards larger than :data:`MAX_EFFECT_CELLS`, under rules
with more than 31 live states, under rules from files, or if the engine's cells are not in textures.
"""

import moderngl

from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_pass import release_framebuffer, textures_of
from gpulife.view.gl_cell_source import CellSource
from gpulife.view.gl_render_target import ViewResources

MAX_EFFECT_CELLS = 4096 * 4096
_MAX_EFFECT_STATE = 31  # a dead cell's last state is stored in five bits
_MAX = 127  # the most generations that a byte can count


class AgeTrails:
    """Tracks how long the cells of one engine have lived or been dead.

    Attributes:
        ready: True if the textures are up to date with the board.
    """

    def __init__(self, resources: ViewResources, engine: Engine, source: CellSource) -> None:
        self._resources = resources
        self._engine = engine
        self._source = source
        self._pairs: list[tuple[moderngl.Framebuffer, moderngl.Framebuffer]] = []
        self._side = 0
        self._generation = self._changes = 0
        self.ready = False

    def follow(self, *, wanted: bool) -> None:
        """Bring the textures up to date with the board, if an effect is on (``wanted``). Call this in every frame.

        After a jump back in time, nothing glows. Painted cells are treated as new.
        """
        engine = self._engine
        if (
            not wanted
            or engine.shape[0] * engine.shape[1] > MAX_EFFECT_CELLS
            or engine.rule.live_states > _MAX_EFFECT_STATE
            or engine.rule.family.text
            or not self._source.whole_bands()
        ):
            self.ready = False
            return
        generation = engine.generation
        passed = generation - self._generation
        changed, self._changes = engine.changes != self._changes, engine.changes
        if self.ready and passed == 0:
            if changed and generation == 0:
                self._update(0)  # cells erased before generation 1 leave no trail
            return
        if not self.ready or passed < 0:
            passed = -1
            self._update(passed)  # fill both sides of the pair
        self._update(min(passed, _MAX))
        self._generation = generation
        self.ready = True

    def textures(self, band: int, *, past: bool) -> list[moderngl.Texture]:
        """Return two textures of a band: each cell's state (of a dead cell, its last live state), and each cell's age.

        The age is the number of generations since the cell was born or died: see view_age_trails.frag.

        Args:
            band: number of the band.
            past: True for the previous generation.
        """
        return textures_of(self._pairs[band][self._side ^ past])

    def release(self) -> None:
        """Release the textures."""
        for pair in self._pairs:
            for framebuffer in pair:
                release_framebuffer(framebuffer)
        self._pairs.clear()

    def _update(self, generations: int) -> None:
        bands = self._source.whole_bands()
        self._pairs = self._pairs or [(self._open(band.size), self._open(band.size)) for band in bands]
        for band, pair in zip(bands, self._pairs, strict=True):
            ghost, since = textures_of(pair[self._side])
            textures = {"band": band, "ghost": ghost, "since": since}
            self._resources.draw(
                pair[1 - self._side], "view_age_trails.frag", {}, textures, {"generations": generations}
            )
        self._side ^= 1

    def _open(self, size: tuple[int, int]) -> moderngl.Framebuffer:
        context = self._resources.device.context
        textures = [context.texture(size, 4, dtype="u4") for _ in range(2)]
        for texture in textures:
            texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        return context.framebuffer(textures)
