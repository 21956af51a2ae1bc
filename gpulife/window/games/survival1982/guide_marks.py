"""Marks of the guided round on the board: frames where to plant or what to take, and words with an arrow."""

from collections.abc import Sequence
from math import cos, pi

from imgui_bundle import imgui

from gpulife.games.core.game import Place
from gpulife.window.design import GROUND, LEAD, NEAR, PROMPT, TEXT, packed
from gpulife.window.panels.draw_primitives import Point, outline, rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Canvas, scaled
from gpulife.window.play.overlay import BAR
from gpulife.window.shell import Shell

_PULSE, _PULSES_PER_SECOND = 14.0, 1.0
"""Width of the pulsing frame around a place, in units of 1/96 inch; how often it pulses."""
_FLASH, _FLASHES = 0.9, 3
"""Seconds for which a frame flashes after a click outside it; how often it flashes."""


class GuideMarks:
    """Draws the marks. Frames flash for a moment after a click outside them.

    Args:
        shell: services shared by all screens.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._flashed_at = -_FLASH

    def flash(self) -> None:
        """Let the frames flash, because the player has clicked elsewhere."""
        self._flashed_at = self._shell.now

    def frame(self, canvas: Canvas, places: Sequence[Place]) -> None:
        """Draw a pulsing frame around cells, with the word "Here" at its left."""
        squares = [canvas.square(place) for place in places]
        left, top = (min(corner[axis] for corner, _ in squares) for axis in (0, 1))
        right, low = (max(end[axis] for _, end in squares) for axis in (0, 1))
        away = scaled(_PULSE) * (0.5 if canvas.is_calm else self._pulse())
        rgba, thick = (TEXT, 8) if self.is_bright(canvas) else (PROMPT, 3)
        outline((left - away, top - away), (right + away, low + away), rgba, scaled(thick))
        self._point_at(canvas, (left - scaled(_PULSE) - away, (top + low) / 2), "Here")

    def box(self, canvas: Canvas, corner: Point, end: Point, *, is_asked: bool) -> None:
        """Draw a frame around a shape in the list. It flashes if the player is to take it now (``is_asked``)."""
        is_bright = is_asked and self.is_bright(canvas)
        outline(corner, end, TEXT if is_bright else PROMPT, scaled(6 if is_bright else 2))

    def bar(self, canvas: Canvas, height: float) -> None:
        """Draw the yellow bar, filled up to ``height`` (0 to 1), with its name."""
        x, low = canvas.point_of(canvas.shape[0], canvas.shape[1] / 2)
        top, half = canvas.point_of(0, 0)[1], scaled(BAR)
        level = low - (low - top) * height
        rectangle((x - half, level), (x + half, low), PROMPT)
        outline((x - half, top), (x + half, low), PROMPT, scaled(1))
        self._point_at(canvas, (x - half - scaled(NEAR), max(level, top + scaled(_PULSE))), "Yellow bar")

    def is_bright(self, canvas: Canvas) -> bool:
        """Return True while frames are bright after a click elsewhere; all the time if flashing is reduced."""
        share = (self._shell.now - self._flashed_at) / _FLASH
        if share >= 1:
            return False
        self._shell.motion.due()
        return canvas.is_calm or share * _FLASHES % 1 < 0.5

    def _pulse(self) -> float:
        """Return a number that goes up and down between 0 and 1 as time passes."""
        self._shell.motion.due()
        return 0.5 - 0.5 * cos(2 * pi * _PULSES_PER_SECOND * self._shell.now)

    def _point_at(self, canvas: Canvas, tip: Point, words: str) -> None:
        """Draw words, and at their right an arrow to a point of the window."""
        (x, y), pen, half = tip, imgui.get_background_draw_list(), scaled(_PULSE / 2)
        if not canvas.is_calm:
            x -= scaled(_PULSE / 2) * self._pulse()
        pen.add_triangle_filled((x - 2 * half, y - half), (x - 2 * half, y + half), (x, y), packed(PROMPT))
        size, wide = LEAD.size, width_of(words, LEAD.size, bold=True)
        left = x - 2 * half - wide - scaled(NEAR)
        rectangle((left - scaled(NEAR), y - scaled(size * 0.8)), (x - 2 * half, y + scaled(size * 0.8)), PROMPT)
        text(words, left, y - scaled(size * 0.62), GROUND, size=size, bold=True, shadow=False)
