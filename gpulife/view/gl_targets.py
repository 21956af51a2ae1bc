"""Textures that a view draws into on its way to the window, kept from frame to frame and grown when they must."""

from __future__ import annotations

import moderngl

from gpulife.engines.gl_device import GLDevice

_STEP = 64  # texels: a window that is dragged larger does not get new textures at every pixel


class Target:
    """A framebuffer with one texture, at least as large as was asked for.

    Args:
        device: whose context is current.
        kind: moderngl's dtype: "f1" (8 bits), "f2" (half floats) or "u4" (whole numbers).
        filtered: whether to interpolate between texels.
    """

    def __init__(self, device: GLDevice, kind: str, *, filtered: bool) -> None:
        self._device = device
        self._kind = kind
        self._filter = (moderngl.LINEAR, moderngl.LINEAR) if filtered else (moderngl.NEAREST, moderngl.NEAREST)
        self._framebuffer: moderngl.Framebuffer | None = None
        self._texture: moderngl.Texture | None = None

    def sized(self, size: tuple[int, int]) -> moderngl.Framebuffer:
        """The framebuffer, of ``size`` (width, height) texels or more; what it holds is lost when it grows."""
        if self._framebuffer is None or self._framebuffer.width < size[0] or self._framebuffer.height < size[1]:
            old = self._framebuffer.size if self._framebuffer is not None else (0, 0)
            self.release()
            width, height = (max(-(-new // _STEP) * _STEP, was) for new, was in zip(size, old, strict=True))
            self._texture = self._device.context.texture((width, height), 4, dtype=self._kind)
            self._texture.filter = self._filter
            self._texture.repeat_x = self._texture.repeat_y = False
            self._framebuffer = self._device.context.framebuffer([self._texture])
            self._framebuffer.clear()
        return self._framebuffer

    @property
    def texture(self) -> moderngl.Texture:
        """What was drawn."""
        assert self._texture is not None  # noqa: S101 - nobody asks before drawing
        return self._texture

    def release(self) -> None:
        """Give the texture back."""
        if self._framebuffer is not None and self._texture is not None:
            self._device.bind_home()
            self._framebuffer.release()
            self._texture.release()
        self._framebuffer = self._texture = None
