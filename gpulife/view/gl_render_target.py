"""Creates a view's textures and shaders once, and releases them together. Also fades from one picture to the next."""

import math
from collections.abc import Mapping
from typing import Literal

import moderngl

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import (
    Blend,
    FullScreenPass,
    Region,
    Sampled,
    UniformValue,
    clear_framebuffer,
    release_framebuffer,
    textures_of,
)
from gpulife.engines.gl.shader_source import Parameters
from gpulife.view.camera import WindowSize

_STEP = 64  # texels; sizes are rounded up to this, so that resizing a window does not create textures at every pixel

TexelKind = Literal["f1", "f2", "f4", "u4"]
"""moderngl's names for types of texels: 8 bits, half floats, floats and unsigned integers."""


class Target:
    """A framebuffer with one texture. The texture grows as needed and never shrinks.

    Args:
        device: the device. Its OpenGL context must be current.
        kind: the type of the texels.
        filtered: True to interpolate between texels.
    """

    def __init__(self, device: GLDevice, kind: TexelKind, *, filtered: bool) -> None:
        self._device = device
        self._kind = kind
        sampling = moderngl.LINEAR if filtered else moderngl.NEAREST
        self._filter = (sampling, sampling)
        self._framebuffer: moderngl.Framebuffer | None = None

    def sized(self, size: tuple[int, int]) -> moderngl.Framebuffer:
        """Return the framebuffer with at least ``size`` (width, height) texels. When it grows, its content is lost."""
        old = self._framebuffer.size if self._framebuffer is not None else (0, 0)
        if self._framebuffer is None or old[0] < size[0] or old[1] < size[1]:
            self.release()
            width, height = (max(-(-new // _STEP) * _STEP, was) for new, was in zip(size, old, strict=True))
            texture = self._device.context.texture((width, height), 4, dtype=self._kind)
            texture.filter = self._filter
            texture.repeat_x = texture.repeat_y = False
            self._framebuffer = self._device.context.framebuffer([texture])
            clear_framebuffer(self._framebuffer)
        return self._framebuffer

    def canvas(self, window: tuple[int, int]) -> moderngl.Framebuffer:
        """Return the framebuffer, ready for drawing a picture of ``window`` (width, height) pixels."""
        framebuffer = self.sized(window)
        framebuffer.viewport = (0, 0, *window)
        return framebuffer

    @property
    def texture(self) -> moderngl.Texture:
        """The framebuffer's texture. There is none before the first call of :meth:`sized`."""
        assert self._framebuffer is not None  # noqa: S101 - see the docstring
        return textures_of(self._framebuffer)[0]

    def release(self) -> None:
        """Release the framebuffer and its texture. The next call of :meth:`sized` creates new ones."""
        if self._framebuffer is not None:
            self._device.bind_permanent_framebuffer()
            release_framebuffer(self._framebuffer)
        self._framebuffer = None


class ViewResources:
    """The framebuffers (targets) and shaders of one view.

    Args:
        device: the device. Its OpenGL context must be current in every call.
    """

    def __init__(self, device: GLDevice) -> None:
        self.device = device
        self._targets: list[Target] = []
        self._passes: dict[tuple[str, frozenset[tuple[str, int | str]]], FullScreenPass] = {}

    def target(self, kind: TexelKind, *, filtered: bool = False) -> Target:
        """Create a framebuffer with a texture, to be released together with the view's other resources."""
        self._targets.append(Target(self.device, kind, filtered=filtered))
        return self._targets[-1]

    def draw(
        self,
        target: moderngl.Framebuffer,
        name: str,
        parameters: Parameters,
        textures: Mapping[str, Sampled],
        uniforms: Mapping[str, UniformValue],
        region: Region | None = None,
        blend: Blend = Blend.REPLACE,
    ) -> None:
        """Run a fragment shader over a part of ``target``.

        Args:
            target: the framebuffer to draw into.
            name: the shader's file.
            parameters: constants to compile into the shader. Only the first call for a shader uses them.
            textures: the textures, keyed by the names of their samplers. The names must be the same in every call.
            uniforms: the values of other uniforms. Uniforms left out keep their old values.
            region: the part of ``target`` to draw; None for all of it.
            blend: how new colours are combined with old ones.
        """
        key = name, frozenset(parameters.items())
        if key not in self._passes:
            program = self.device.program(name, parameters)
            self._passes[key] = FullScreenPass(self.device.context, program, list(textures))
        self._passes[key].set(**uniforms)
        self._passes[key].draw(target, list(textures.values()), region, blend)

    def release(self) -> None:
        """Release all targets and shaders."""
        for target in self._targets:
            target.release()
        for shader in self._passes.values():
            shader.release()
        self._passes.clear()


# Cross-fades: two pictures, each drawn on its own canvas, are mixed in linear light.


class Fade:
    """Fades from an old picture to a new one.

    Args:
        device: the device. Its OpenGL context must be current.
    """

    def __init__(self, device: GLDevice) -> None:
        self._resources = ViewResources(device)
        self._canvases = (self._resources.target("f1"), self._resources.target("f1"))
        self.release = self._resources.release

    def canvas(self, which: int, window: WindowSize) -> moderngl.Framebuffer:
        """Return the canvas for the old picture (0) or the new one (1), of ``window`` pixels. It is black at first."""
        return self._canvases[which].canvas(window)

    def blacken(self, which: int, window: WindowSize) -> None:
        """Make one canvas black, to fade from black or to black."""
        clear_framebuffer(self.canvas(which, window))

    def show(self, target: moderngl.Framebuffer, window: WindowSize, share: float) -> None:
        """Mix both pictures into ``target``. With ``share`` 0, only the old one is shown; with 1, only the new one."""
        before, after = (canvas.texture for canvas in self._canvases)
        uniforms = {"share": min(max(share, 0.0), 1.0)}
        target.viewport = (0, 0, *window)
        self._resources.draw(
            target, "view_fade.frag", {}, {"before": before, "after": after}, uniforms, (0, 0, *window)
        )
        target.scissor = None  # type: ignore[assignment] # moderngl: no scissors; its stubs forget it
        target.use()


def eased(share: float) -> float:
    """Return how much of a movement is done, 0 to 1, after ``share`` of its time. It begins and ends slowly."""
    return (1 - math.cos(math.pi * min(max(share, 0.0), 1.0))) / 2
