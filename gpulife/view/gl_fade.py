"""Cross-fades: two pictures, each drawn on a canvas of its own, mixed in linear light on their way to the screen."""

from __future__ import annotations

import math

import moderngl

from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_pass import FullScreenPass
from gpulife.view.camera import Window
from gpulife.view.gl_targets import Target


class Fade:
    """Two canvases and the pass that mixes them.

    Args:
        device: whose context is current.
    """

    def __init__(self, device: GLDevice) -> None:
        self._device = device
        self._canvases = (Target(device, "f1", filtered=False), Target(device, "f1", filtered=False))
        self._pass: FullScreenPass | None = None

    def canvas(self, which: int, window: Window) -> moderngl.Framebuffer:
        """Where to draw the picture that goes (0) or the one that comes (1), black at first; of ``window``'s size."""
        canvas = self._canvases[which].sized(window)
        canvas.viewport = (0, 0, *window)
        return canvas

    def blacken(self, which: int, window: Window) -> None:
        """Make a canvas black: to fade from or to nothing."""
        self.canvas(which, window).clear()

    def show(self, target: moderngl.Framebuffer, window: Window, share: float) -> None:
        """Mix both canvases on ``target``: 0 is the first alone, 1 the second, and evenly in light between."""
        if self._pass is None:
            program = self._device.program("view_mix.frag")
            self._pass = FullScreenPass(self._device.context, program, ["before", "after"])
        self._pass.set(share=min(max(share, 0.0), 1.0))
        target.viewport = (0, 0, *window)
        self._pass.draw(target, [canvas.texture for canvas in self._canvases], (0, 0, *window))
        target.scissor = None  # type: ignore[assignment] # moderngl: no scissors; its stubs forget it
        target.use()

    def release(self) -> None:
        """Give everything back."""
        for canvas in self._canvases:
            canvas.release()
        if self._pass is not None:
            self._pass.release()
            self._pass = None


def eased(share: float) -> float:
    """A way of 0 to 1 that begins and ends gently."""
    return (1 - math.cos(math.pi * min(max(share, 0.0), 1.0))) / 2
