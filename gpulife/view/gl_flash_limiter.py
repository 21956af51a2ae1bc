"""Reduced flashing: a picture that changes slowly and is never glaring, for people with photosensitive epilepsy.

Every pixel's change is limited, so that no area can go from dark to light and back several times a second; the
thresholds are those of WCAG 2.2, success criterion 2.3.1 (https://www.w3.org/TR/WCAG22/#three-flashes). Movement
of the camera is compensated and does not count as change.
"""

import moderngl

from gpulife.engines.gl.gl_pass import UniformValue
from gpulife.view.camera import Camera, WindowSize
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.look import FlashCap

MAX_CHANGE = 0.9
"""Limit on the change of an sRGB value (0 to 1) in a second: 0.15 if it goes up and down three times a second."""
MAX_LIGHT = 0.72
"""Limit on a pixel's sRGB luma."""
_MAX_FRAME = 0.1  # seconds; after a hitch the picture must not jump
_MIN_CHANGE = 2 / 255  # smaller changes would be lost in 8 bits: they are saved up


class FlashLimiter:
    """Limits changes from the picture that was shown last."""

    def __init__(self, resources: ViewResources) -> None:
        self._resources = resources
        self._canvas = resources.target("f1")
        self._shown = (resources.target("f1", filtered=True), resources.target("f1", filtered=True))
        self._side = 0
        self._last: tuple[WindowSize, Camera] | None = None
        self._cap = FlashCap()
        self._saved = 0.0

    def soften(self, flash: float, seconds: float) -> float:
        """Return the strength at which a flash of strength ``flash`` may be shown, 0 to 1."""
        self._cap, allowed = self._cap.allow(flash, seconds)
        return allowed

    def canvas(self, window: WindowSize) -> moderngl.Framebuffer:
        """Return the framebuffer to draw the picture into."""
        return self._canvas.canvas(window)

    def show(self, target: moderngl.Framebuffer, window: WindowSize, camera: Camera, seconds: float) -> None:
        """Draw the canvas into ``target``, or what is as near to it as the last picture may change in that time."""
        old, new = self._shown[self._side], self._shown[1 - self._side]
        known = self._last is not None and self._last[0] == window
        self._saved = min(self._saved + seconds, _MAX_FRAME)
        max_change = self._saved * MAX_CHANGE if self._saved * MAX_CHANGE >= _MIN_CHANGE else 0.0
        if max_change:
            self._saved = 0.0
        old_size = old.sized(window)
        before = self._last[1] if self._last is not None else camera
        ratio = before.zoom / camera.zoom
        uniforms: dict[str, UniformValue] = {
            "scale": ratio,
            "shift": (
                window[0] / 2 * (1 - ratio) + (camera.column - before.column) * before.zoom,
                window[1] / 2 * (1 - ratio) - (camera.row - before.row) * before.zoom,
            ),
            "texel": (1 / old_size.width, 1 / old_size.height),
            "window": tuple(float(length) for length in window),
            "max_change": max_change if known else 2.0,
            "max_light": MAX_LIGHT,
        }
        textures = {"picture": self._canvas.texture, "before": old.texture}
        region = (0, 0, *window)
        self._resources.draw(new.sized(window), "view_flash_limiter.frag", {}, textures, uniforms, region)
        self._resources.draw(target, "view_copy.frag", {}, {"picture": new.texture}, {}, region)
        self._side ^= 1
        self._last = (window, camera)

    def forget(self) -> None:
        """Forget the last frame, since a picture was shown without limits."""
        self._last = None
