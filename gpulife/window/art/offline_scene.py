"""A scene for films: all of its time passes, however long computing it takes."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

import moderngl

from gpulife.art.scene import Scene
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.view.camera import Window
from gpulife.window.art.scene import Surroundings
from gpulife.window.art.scene_loader import Opening

_STEP = Fraction(1, 60)
"""How many seconds pass at a time between two pictures."""


class PatientScene:
    """A scene that can be drawn on a canvas: see ``view.gl_offscreen.Showing``.

    Args:
        device: to compute and draw with.
        scene: to show.
        seed: of its act.
        now: the time that texts show.
        reduced_flashing: whether nothing may change fast.

    Raises:
        GpulifeError: its board does not fit, or its start cannot be made.
    """

    def __init__(self, device: GLDevice, scene: Scene, seed: int, now: datetime, *, reduced_flashing: bool) -> None:
        self._device = device
        self._around = Surroundings(reduced_flashing=reduced_flashing)
        self._time = Fraction(0)
        with device.current():
            self._exhibit = Opening(device, scene, seed, now, frugal=False).finish()

    def go_to(self, time: Fraction) -> None:
        """Compute everything until so many seconds after its beginning."""
        with self._device.current():
            while self._time < time:
                step = min(_STEP, time - self._time)
                self._time += step
                self._exhibit.advance(float(step), patient=True)

    def draw(self, target: moderngl.Framebuffer, size: Window, seconds: float) -> None:
        """Draw it as the display would."""
        self._exhibit.draw(target, size, self._around, seconds)

    def close(self) -> None:
        """Release everything."""
        with self._device.current():
            self._exhibit.close()
