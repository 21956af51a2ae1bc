"""Passes: compute shaders, and fragment shaders that draw to a framebuffer, each with its own values of uniforms.

Boards and views share a device's compiled programs, and a program holds only the values that were written last. So each
pass remembers its own values, and writes them again if another pass has used the program.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Generic, Protocol, TypeVar

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.gl.gl_device import GLDevice

_Program = TypeVar("_Program", moderngl.Program, moderngl.ComputeShader)
UniformValue = int | float | tuple[int, ...] | tuple[float, ...]
Region = tuple[int, int, int, int]
"""(x, y, width, height) in texels."""


class Sampled(Protocol):
    """Any texture that a sampler can read."""

    def use(self, location: int) -> None:
        """Bind the texture to the texture unit ``location``."""


class Blend(Enum):
    """How a new colour is combined with the existing one."""

    REPLACE = 0
    ADD = 1
    """Add both colours."""
    OVER = 2
    """Draw the new colour over the old one; its alpha is the opacity, and colours are not premultiplied by alpha."""


class Uniforms(Generic[_Program]):
    """One pass's values for the uniforms of a program.

    Args:
        program: the program, which other passes may use too.
    """

    def __init__(self, program: _Program) -> None:
        self._program: _Program = program
        # Setting a uniform that the compiler removed as unused is no error: it is not in the program.
        self._members = {name: member for name in program if isinstance(member := program[name], moderngl.Uniform)}
        self._values: dict[str, UniformValue] = {}
        self._changed: set[str] = set()
        self._token = object()  # the program stores the token of the last writer

    def set(self, **values: UniformValue) -> None:
        """Set uniforms; each keeps its value for this pass until it is set again."""
        for name, value in values.items():
            if name in self._members and self._values.get(name) != value:
                self._values[name] = value
                self._changed.add(name)

    def apply(self) -> None:
        """Write this pass's values to the program, except values that it already has. Call this before each run."""
        names = self._changed if self._program.extra is self._token else self._values
        for name in names:
            self._members[name].value = self._values[name]
        self._changed.clear()
        self._program.extra = self._token


class ComputePass(Uniforms[moderngl.ComputeShader]):
    """A compute shader with its own values of uniforms."""

    def run(self, across: int, down: int = 1) -> None:
        """Run ``across`` x ``down`` workgroups."""
        self.apply()
        self._program.run(across, down)

    def run_indirect(self, groups: moderngl.Buffer) -> None:
        """Run as many workgroups as ``groups`` says: the first three numbers (uint32) in this buffer."""
        self.apply()
        self._program.run_indirect(groups)


class FullScreenPass(Uniforms[moderngl.Program]):
    """A fragment shader with its own values of uniforms, run once for each texel of a framebuffer or region.

    Args:
        context: the context.
        program: the program, which other passes may use too.
        samplers: names of the program's samplers, in the order in which textures are passed.
        squares: buffer with the position (x, y) of each square to draw; None to draw the whole target.
    """

    def __init__(
        self,
        context: moderngl.Context,
        program: moderngl.Program,
        samplers: Sequence[str],
        squares: moderngl.Buffer | None = None,
    ) -> None:
        super().__init__(program)
        self._context = context
        self._vertices = context.vertex_array(program, [(squares, "2f", "square")] if squares else [])
        self.set(**{name: unit for unit, name in enumerate(samplers)})

    def draw(
        self,
        target: moderngl.Framebuffer,
        textures: Sequence[Sampled],
        region: Region | None = None,
        blend: Blend = Blend.REPLACE,
        points: range | None = None,
    ) -> None:
        """Run the shader over ``region`` of ``target``, or over all of ``target``.

        ``textures`` are in the order of the samplers. ``blend`` says how the new colours are combined with those of
        ``target``. With ``points``, only the squares with these indices are drawn.
        """
        # A window's user interface leaves blending and face culling enabled.
        size = moderngl.NOTHING if points is None else moderngl.PROGRAM_POINT_SIZE
        self._context.enable_only(size if blend is Blend.REPLACE else size | moderngl.BLEND)
        if blend is Blend.ADD:
            self._context.blend_func = moderngl.ONE, moderngl.ONE
        elif blend is Blend.OVER:
            self._context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        for unit, texture in enumerate(textures):
            texture.use(unit)
        target.use()
        target.scissor = region or (0, 0, target.width, target.height)
        self.apply()
        if points is None:
            self._vertices.render(moderngl.TRIANGLES, vertices=3)
        else:
            self._vertices.render(moderngl.POINTS, vertices=len(points), first=points.start)

    def release(self) -> None:
        """Release the vertices; the program belongs to the device."""
        self._vertices.release()


def textures_of(framebuffer: moderngl.Framebuffer) -> list[moderngl.Texture]:
    """Return the textures of a framebuffer; an empty list if the framebuffer is released."""
    return [texture for texture in framebuffer.color_attachments or () if isinstance(texture, moderngl.Texture)]


def clear_framebuffer(framebuffer: moderngl.Framebuffer) -> None:
    """Set a whole framebuffer to 0. By default moderngl would clear only the area of the last pass."""
    framebuffer.clear(viewport=(0, 0, *framebuffer.size))


def release_framebuffer(framebuffer: moderngl.Framebuffer) -> None:
    """Release a framebuffer and its textures; the framebuffer must not be bound."""
    for texture in textures_of(framebuffer):
        texture.release()
    framebuffer.release()


# Sums over textures of unsigned numbers without compute shaders: each level is 16 times smaller in both directions.

_SUM_BLOCK = 16  # as in sum.frag
_COMPONENTS = 4
_MAX_READ_TEXELS = 4096
"""Maximum number of texels that the processor reads back and adds up. More texels are first summed on the GPU."""


class TextureSums:
    """Sums the texels of textures on the GPU. Its framebuffers are kept for later sums.

    Args:
        device: the device; its context must be current in every call.
    """

    def __init__(self, device: GLDevice) -> None:
        self._device = device
        self._sum = FullScreenPass(device.context, device.program("sum.frag"), ["level"])
        self._levels: dict[tuple[int, int], moderngl.Framebuffer] = {}

    def level(self, width: int, height: int) -> moderngl.Framebuffer:
        """Return a framebuffer with four numbers per texel. Draw the numbers into it, then call :meth:`total`."""
        if (width, height) not in self._levels:
            texture = self._device.context.texture((width, height), _COMPONENTS, dtype="u4")
            texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._levels[width, height] = self._device.context.framebuffer([texture])
        return self._levels[width, height]

    def total(self, level: moderngl.Framebuffer) -> NDArray[np.int64]:
        """Return the sum over all texels of ``level``: shape (4,), int64. Each sum must stay below 2^32."""
        while level.width * level.height > _MAX_READ_TEXELS:
            smaller = self.level(-(-level.width // _SUM_BLOCK), -(-level.height // _SUM_BLOCK))
            self._sum.draw(smaller, textures_of(level))
            level = smaller
        data = level.read(components=_COMPONENTS, dtype="u4", alignment=1)
        return np.asarray(np.frombuffer(data, np.uint32).reshape(-1, _COMPONENTS).sum(axis=0, dtype=np.int64))

    def release(self) -> None:
        """Release the framebuffers."""
        self._sum.release()
        for level in self._levels.values():
            release_framebuffer(level)
