"""What has lived where and for how long: the memory behind the glow of the newborn and the traces of the dead.

Two bytes a cell, twice for ping-pong, beside the two of the engine: boards beyond :data:`MOST_CELLS` go without, and
their effects are simply off.
"""

from __future__ import annotations

import moderngl

from gpulife.engines.gl_cells import GLCellsEngine
from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_opening import GLEngine
from gpulife.engines.gl_pass import FullScreenPass

MOST_CELLS = 4096 * 4096
_LONGEST = 127  # generations that a byte counts


class History:
    """Follows the shown generations of one engine, and only while somebody wants it to.

    Attributes:
        ready: whether the textures say how the board on show came about.
    """

    def __init__(self, device: GLDevice, engine: GLEngine) -> None:
        self._device = device
        self._engine = engine if isinstance(engine, GLCellsEngine) else None  # bit planes are for boards beyond it
        self._pass: FullScreenPass | None = None
        self._pairs: list[tuple[moderngl.Framebuffer, moderngl.Framebuffer]] = []
        self._side = 0
        self._generation = 0
        self.ready = False

    def follow(self, *, wanted: bool) -> None:
        """Take in the generation that the engine is at; to be called for every frame.

        After a jump back the past is unknown: nothing glows. What is painted between generations is newborn.
        """
        engine = self._engine
        if not wanted or engine is None or engine.shape[0] * engine.shape[1] > MOST_CELLS:
            self.ready = False
            return
        generation = engine.generation
        passed = generation - self._generation
        if self.ready and passed == 0:
            return
        if not self.ready or passed < 0:
            passed = -1
        if passed < 0:
            self._update(engine, passed)  # both sides of the pair
        self._update(engine, min(passed, _LONGEST))
        self._generation = generation
        self.ready = True

    def textures(self, band: int, *, past: bool) -> list[moderngl.Texture]:
        """Ghosts and times (see view_history.frag) of the band of that number, now or one shown generation ago."""
        return _textures(self._pairs[band][self._side ^ int(past)])

    def release(self) -> None:
        """Give the textures back."""
        for pair in self._pairs:
            for framebuffer in pair:
                for texture in _textures(framebuffer):
                    texture.release()
                framebuffer.release()
        self._pairs.clear()
        if self._pass is not None:
            self._pass.release()
        self._pass = None
        self.ready = False

    def _update(self, engine: GLCellsEngine, generations: int) -> None:
        context = self._device.context
        if self._pass is None:
            program = self._device.program("view_history.frag")
            self._pass = FullScreenPass(context, program, ["band", "ghost", "since"])
            self._pairs = [
                (self._open(band.texture(0).size), self._open(band.texture(0).size)) for band in engine.bands
            ]
        self._pass.set(generations=generations)
        for band, pair in zip(engine.bands, self._pairs, strict=True):
            sources = [band.texture(engine.side), *_textures(pair[self._side])]
            self._pass.draw(pair[1 - self._side], sources)
        self._side ^= 1

    def _open(self, size: tuple[int, int]) -> moderngl.Framebuffer:
        textures = [self._device.context.texture(size, 4, dtype="u4") for _ in range(2)]
        for texture in textures:
            texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        return self._device.context.framebuffer(textures)


def _textures(framebuffer: moderngl.Framebuffer) -> list[moderngl.Texture]:
    return [each for each in framebuffer.color_attachments if isinstance(each, moderngl.Texture)]
