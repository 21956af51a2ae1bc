"""A scene for films: it never skips time, however long computing takes."""

from datetime import datetime
from fractions import Fraction

import moderngl

from gpulife.art.scene import Scene
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.view.camera import Window
from gpulife.window.art.scene import DisplayConditions
from gpulife.window.art.scene_loader import SceneLoader

_STEP = Fraction(1, 60)
"""Longest time step in seconds."""


class OfflineScene:
    """A scene that is drawn off screen: see ``view.gl_offscreen.Animation``.

    Args:
        device: device to compute and draw with.
        scene: scene to show.
        seed: seed of the run.
        now: time that texts show.
        reduced_flashing: whether nothing may change fast.

    Raises:
        GpulifeError: the scene's board does not fit in memory, or it cannot be sown.
    """

    def __init__(self, device: GLDevice, scene: Scene, seed: int, now: datetime, *, reduced_flashing: bool) -> None:
        self._device = device
        self._conditions = DisplayConditions(reduced_flashing=reduced_flashing)
        self._time = Fraction(0)
        with device.current():
            self._view = SceneLoader(device, scene, seed, now, frugal=False).finish()

    def go_to(self, time: Fraction) -> None:
        """Compute everything up to ``time`` in seconds after the beginning."""
        with self._device.current():
            while self._time < time:
                step = min(_STEP, time - self._time)
                self._time += step
                self._view.advance(float(step), offline=True)

    def draw(self, target: moderngl.Framebuffer, size: Window, seconds: float) -> None:
        """Draw the scene as the display would."""
        self._view.draw(target, size, self._conditions, seconds)

    def close(self) -> None:
        """Release everything."""
        with self._device.current():
            self._view.close()
