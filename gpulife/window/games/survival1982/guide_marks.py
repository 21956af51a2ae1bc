"""Marks of the guided round on the board: frames where to plant or what to take, and words with an arrow."""

from collections.abc import Callable, Sequence
from math import cos, pi

from imgui_bundle import imgui

from gpulife.games.core.game import Place
from gpulife.window.design import GROUND, LEAD, NEAR, PROMPT, TEXT, packed
from gpulife.window.panels.draw_primitives import Point, outline, rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Area, Canvas, scaled
from gpulife.window.play.overlay import BAR
from gpulife.window.shell import Shell

_PULSE, _PULSES_PER_SECOND = 14.0, 1.0
"""Width of the pulsing frame around a place, in units of 1/96 inch; how often it pulses."""
_HIGH = 1.6
"""Height of a tag's ground, as a multiple of its font size."""
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
        """Draw a pulsing frame around cells, with the word "Here" above it, where it hides none of them."""
        squares = [canvas.square(place) for place in places]
        left, top = (min(corner[axis] for corner, _ in squares) for axis in (0, 1))
        right, low = (max(end[axis] for _, end in squares) for axis in (0, 1))
        away = scaled(_PULSE) * (0.5 if canvas.is_calm else self._pulse())
        rgba, thick = (TEXT, 8) if self.is_bright(canvas) else (PROMPT, 3)
        corner, end = (left - away, top - away), (right + away, low + away)
        outline(corner, end, rgba, scaled(thick))
        still = scaled(_PULSE)
        self._tag_frame(canvas, (left - still, top - still), (right + still, low + still), "Here")

    def box(self, canvas: Canvas, corner: Point, end: Point, *, is_asked: bool) -> None:
        """Draw a frame around a shape in the list. It flashes if the player is to take it now (``is_asked``)."""
        is_bright = is_asked and self.is_bright(canvas)
        outline(corner, end, TEXT if is_bright else PROMPT, scaled(6 if is_bright else 2))

    def bar(self, canvas: Canvas, height: float, hides: Callable[[Area], float]) -> None:
        """Draw the yellow bar, filled up to ``height`` (0 to 1), with its name where it hides least.

        ``hides`` says how much a tag in an area of the window would hide.
        """
        x, low = canvas.point_of(canvas.shape[0], canvas.shape[1] / 2)
        top, half = canvas.point_of(0, 0)[1], scaled(BAR)
        level = low - (low - top) * height
        rectangle((x - half, level), (x + half, low), PROMPT)
        outline((x - half, top), (x + half, low), PROMPT, scaled(1))
        tip, name, high = x - half - scaled(NEAR), "Yellow bar", scaled(LEAD.size * _HIGH)
        first = tip - 2 * scaled(_PULSE + NEAR) - width_of(name, LEAD.size, bold=True)
        heights = [low - high * (number + 0.5) for number in range(int((low - top) / high))] or [(top + low) / 2]
        y = min(heights, key=lambda middle: hides((first, middle - high / 2, tip, middle + high / 2)))
        self._point_at(canvas, (tip, y), name)

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

    def _bob(self, canvas: Canvas) -> float:
        """Return how far an arrow is from its tip now, in points; 0 if flashing is reduced."""
        return 0.0 if canvas.is_calm else scaled(_PULSE / 2) * self._pulse()

    def _tag_frame(self, canvas: Canvas, corner: Point, end: Point, words: str) -> None:
        """Draw words above a frame, or below it if there is no room, and an arrow from them to the frame."""
        half, high, wide = scaled(_PULSE / 2), scaled(LEAD.size * _HIGH), width_of(words, LEAD.size, bold=True)
        x, reach = (corner[0] + end[0]) / 2, 3 * half + high
        is_above = corner[1] - reach >= canvas.point_of(0, 0)[1]
        tip, way = (corner[1], -1) if is_above else (end[1], 1)
        tip += way * self._bob(canvas)
        pen, foot = imgui.get_background_draw_list(), tip + way * 2 * half
        pen.add_triangle_filled((x - half, foot), (x + half, foot), (x, tip), packed(PROMPT))
        _draw_tag(words, x - wide / 2, foot + way * high / 2)

    def _point_at(self, canvas: Canvas, tip: Point, words: str) -> None:
        """Draw words, and at their right an arrow to a point of the window."""
        (x, y), pen, half = tip, imgui.get_background_draw_list(), scaled(_PULSE / 2)
        x -= self._bob(canvas)
        pen.add_triangle_filled((x - 2 * half, y - half), (x - 2 * half, y + half), (x, y), packed(PROMPT))
        _draw_tag(words, x - 2 * half - width_of(words, LEAD.size, bold=True) - scaled(NEAR), y)


def _draw_tag(words: str, left: float, y: float) -> None:
    """Draw words on a bright ground; ``y`` is the middle of their height."""
    wide, gap, half = width_of(words, LEAD.size, bold=True), scaled(NEAR), scaled(LEAD.size * _HIGH / 2)
    rectangle((left - gap, y - half), (left + wide + gap, y + half), PROMPT)
    text(words, left, y - scaled(LEAD.size * 0.62), GROUND, size=LEAD.size, bold=True, shadow=False)
