"""A full-screen pass: one fragment shader run once for every texel of a framebuffer, or of a region of it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import moderngl

from gpulife.engines.gl_uniforms import Uniforms

Region = tuple[int, int, int, int]
"""(x, y, width, height) in texels."""


class Blend(Enum):
    """What becomes of the colour that is there already."""

    REPLACE = 0
    ADD = 1
    """The sum of both."""
    OVER = 2
    """The new one over the old one, as its alpha says; its colour is not multiplied by alpha yet."""


class FullScreenPass(Uniforms[moderngl.Program]):
    """A program with the triangle that it is drawn on and its texture units."""

    def __init__(self, context: moderngl.Context, program: moderngl.Program, samplers: Sequence[str]) -> None:
        super().__init__(program)
        self._context = context
        self._triangle = context.vertex_array(program, [])
        self.set(**{name: unit for unit, name in enumerate(samplers)})

    def draw(
        self,
        target: moderngl.Framebuffer,
        textures: Sequence[moderngl.Texture],
        region: Region | None = None,
        blend: Blend = Blend.REPLACE,
    ) -> None:
        """Run the shader over ``region`` of ``target``, all of it by default, with ``textures`` in sampler order."""
        # A window's user interface leaves blending and face culling on.
        self._context.enable_only(moderngl.NOTHING if blend is Blend.REPLACE else moderngl.BLEND)
        if blend is Blend.ADD:
            self._context.blend_func = moderngl.ONE, moderngl.ONE
        elif blend is Blend.OVER:
            self._context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        for unit, texture in enumerate(textures):
            texture.use(unit)
        target.use()
        target.scissor = region or (0, 0, target.width, target.height)
        self.apply()
        self._triangle.render(moderngl.TRIANGLES, vertices=3)

    def release(self) -> None:
        """Give the triangle back; the program is the device's."""
        self._triangle.release()


def texture_of(framebuffer: moderngl.Framebuffer) -> moderngl.Texture:
    """The texture that a framebuffer with one of them draws on."""
    attachment = framebuffer.color_attachments[0]
    assert isinstance(attachment, moderngl.Texture)  # noqa: S101 - nobody makes renderbuffers here
    return attachment
