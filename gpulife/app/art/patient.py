"""A scene that waits for nobody: all of its time passes, however long that takes. For films."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

import moderngl

from gpulife.app.art.opening import Opening
from gpulife.app.art.piece import Surroundings
from gpulife.art.scene import Scene
from gpulife.engines.gl_device import GLDevice
from gpulife.view.camera import Window

_STEP = Fraction(1, 60)
"""Seconds at a time that nobody draws."""


class PatientScene:
    """A scene for a canvas: see ``view.gl_offscreen.Showing``.

    Args:
        device: to compute and draw with.
        scene: that is shown.
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
            opening = Opening(device, scene, seed, now, frugal=False)
            try:
                self._piece = opening.finish()
            except BaseException:
                opening.close()
                raise

    def go_to(self, time: Fraction) -> None:
        """Compute all of it."""
        with self._device.current():
            while self._time < time:
                step = min(_STEP, time - self._time)
                self._time += step
                self._piece.advance(float(step), patient=True)

    def draw(self, target: moderngl.Framebuffer, size: Window, seconds: float) -> None:
        """Draw it as the display would."""
        self._piece.draw(target, size, self._around, seconds)

    def close(self) -> None:
        """Release everything."""
        with self._device.current():
            self._piece.close()
