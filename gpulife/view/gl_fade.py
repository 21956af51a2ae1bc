"""Cross-fades: two pictures, each drawn on a canvas of its own, are mixed in linear light on the screen."""

import math

import moderngl

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import clear_framebuffer
from gpulife.view.camera import WindowSize
from gpulife.view.gl_render_target import ViewResources


class Fade:
    """Mixes two canvases.

    Args:
        device: the device, whose context is current.
    """

    def __init__(self, device: GLDevice) -> None:
        self._resources = ViewResources(device)
        self._canvases = (self._resources.target("f1"), self._resources.target("f1"))
        self.release = self._resources.release

    def canvas(self, which: int, window: WindowSize) -> moderngl.Framebuffer:
        """Return the framebuffer for the old (0) or the new (1) picture, of ``window``'s size; black at first."""
        return self._canvases[which].canvas(window)

    def blacken(self, which: int, window: WindowSize) -> None:
        """Make a canvas black, to fade from or to black."""
        clear_framebuffer(self.canvas(which, window))

    def show(self, target: moderngl.Framebuffer, window: WindowSize, share: float) -> None:
        """Mix both canvases into ``target``, in linear light: 0 shows the first alone, 1 the second."""
        before, after = (canvas.texture for canvas in self._canvases)
        uniforms = {"share": min(max(share, 0.0), 1.0)}
        target.viewport = (0, 0, *window)
        self._resources.draw(
            target, "view_fade.frag", {}, {"before": before, "after": after}, uniforms, (0, 0, *window)
        )
        target.scissor = None  # type: ignore[assignment] # moderngl: no scissors; its stubs forget it
        target.use()


def eased(share: float) -> float:
    """Ease a movement from 0 to 1 in and out: return its position at ``share`` of its time."""
    return (1 - math.cos(math.pi * min(max(share, 0.0), 1.0))) / 2
