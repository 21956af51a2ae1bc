"""Rings around the places in a picture that people have touched. They answer at once; the new life takes a moment."""

import math

from imgui_bundle import imgui

from gpulife.window.design import GROUND, TEXT, packed
from gpulife.window.panels.pages import view_and_scale

SECONDS = 0.9
"""Seconds until a ring has faded away."""
_APART = 40.0
"""Minimum distance between two rings on screen, in units of 1/96 inch: a drag leaves a loose chain of them."""
_RADII = 10.0, 34.0
"""A ring's radius at first and at last, in units of 1/96 inch."""
_OPACITY, _THICKNESS = 0.75, 2.5


class TouchRings:
    """The rings on screen. Each grows and fades, and a place never has two of them, so that nothing flashes."""

    def __init__(self) -> None:
        self._rings: list[tuple[float, float, float]] = []  # x, y, and when it began

    def add(self, x: float, y: float, now: float) -> None:
        """Begin a ring at a point of the window, unless there is another one near it."""
        apart = _APART * view_and_scale()[1]
        if all(math.hypot(x - at_x, y - at_y) >= apart for at_x, at_y, _ in self.shown(now)):
            self._rings.append((x, y, now))

    def shown(self, now: float) -> list[tuple[float, float, float]]:
        """Return the rings that have not yet faded away: x, y, and the time at which each began."""
        self._rings = [ring for ring in self._rings if now - ring[2] < SECONDS]
        return self._rings

    def clear(self) -> None:
        """Remove all rings."""
        self._rings.clear()

    def draw(self, now: float) -> None:
        """Draw the rings over the picture and below the bar."""
        pen, scale = imgui.get_background_draw_list(), view_and_scale()[1]
        for x, y, since in self.shown(now):
            share = (now - since) / SECONDS
            first, last = _RADII
            radius = (first + (last - first) * share) * scale
            opacity = _OPACITY * (1 - share) ** 2
            pen.add_circle((x, y), radius + _THICKNESS * scale, packed(GROUND, opacity / 2), 0, scale)
            pen.add_circle((x, y), radius, packed(TEXT, opacity), 0, _THICKNESS * scale)
