"""Reduced flashing: a picture that changes slowly and is never glaring, for people whom flicker makes ill.

Every pixel's change is limited, so that no area can go from dark to light and back several times a second; the
thresholds are those of WCAG 2.2, success criterion 2.3.1 (https://www.w3.org/TR/WCAG22/#three-flashes). What moves
because the camera does is followed, and is no change.
"""

from __future__ import annotations

import moderngl

from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_pass import FullScreenPass
from gpulife.view.camera import Camera, Window
from gpulife.view.gl_targets import Target
from gpulife.view.look import FlashCap

MOST_CHANGE = 0.9
"""Of an sRGB value (0 to 1) in a second: three times up and down in a second is a change by 0.15 at most."""
MOST_LIGHT = 0.72
"""Of a pixel's sRGB luma."""
_LONGEST_FRAME = 0.1  # seconds; after a hitch the picture must not jump
_LEAST_CHANGE = 2 / 255  # smaller ones would be lost in 8 bits: they are saved up


class Calm:
    """The picture before it is calmed, and the one that was shown last."""

    def __init__(self, device: GLDevice) -> None:
        self._device = device
        self._canvas = Target(device, "f1", filtered=False)
        self._shown = (Target(device, "f1", filtered=True), Target(device, "f1", filtered=True))
        self._side = 0
        self._last: tuple[Window, Camera] | None = None
        self._passes: tuple[FullScreenPass, FullScreenPass] | None = None
        self._cap = FlashCap()
        self._saved = 0.0

    def soften(self, flash: float, seconds: float) -> float:
        """The flash that may be shown for one that was ordered."""
        self._cap, allowed = self._cap.allow(flash, seconds)
        return allowed

    def canvas(self, window: Window) -> moderngl.Framebuffer:
        """Where to draw the picture."""
        canvas = self._canvas.sized(window)
        canvas.viewport = (0, 0, *window)
        return canvas

    def show(self, target: moderngl.Framebuffer, window: Window, camera: Camera, seconds: float) -> None:
        """Bring what is on the canvas to ``target``, a step at a time."""
        context = self._device.context
        if self._passes is None:
            self._passes = (
                FullScreenPass(context, self._device.program("view_calm.frag"), ["picture", "before"]),
                FullScreenPass(context, self._device.program("view_copy.frag"), ["picture"]),
            )
        calm, copy = self._passes
        old, new = self._shown[self._side], self._shown[1 - self._side]
        known = self._last is not None and self._last[0] == window
        self._saved = min(self._saved + seconds, _LONGEST_FRAME)
        most_change = self._saved * MOST_CHANGE
        if most_change >= _LEAST_CHANGE:
            self._saved = 0.0
        else:
            most_change = 0.0
        old_size = old.sized(window)
        before = self._last[1] if self._last is not None else camera
        ratio = before.zoom / camera.zoom
        calm.set(
            scale=ratio,
            shift=(
                window[0] / 2 * (1 - ratio) + (camera.column - before.column) * before.zoom,
                window[1] / 2 * (1 - ratio) - (camera.row - before.row) * before.zoom,
            ),
            texel=(1 / old_size.width, 1 / old_size.height),
            window=tuple(float(length) for length in window),
            most_change=most_change if known else 2.0,
            most_light=MOST_LIGHT,
        )
        region = (0, 0, *window)
        calm.draw(new.sized(window), [self._canvas.texture, old.texture], region)
        copy.draw(target, [new.texture], region)
        self._side ^= 1
        self._last = (window, camera)

    def forget(self) -> None:
        """The picture was shown without calming: there is no last frame."""
        self._last = None

    def release(self) -> None:
        """Give everything back."""
        for target in (self._canvas, *self._shown):
            target.release()
        for each in self._passes or ():
            each.release()
        self._passes = None
