"""Lights on the board of One Seed and Seed List: each half glows in the set-up, and the bar when it is refilled."""

from imgui_bundle import imgui

from gpulife.window.design import TEXT, faded, packed
from gpulife.window.panels.draw_primitives import rectangle
from gpulife.window.play.canvas import Canvas, scaled
from gpulife.window.shell import Shell

_GLOW = 0.16
"""Opacity of the players' colours at the outer edges of their halves during the set-up."""
_LIT = 0.6
"""Seconds for which the bar lights up after it was filled."""


def tint_halves(canvas: Canvas) -> None:
    """Draw a glow in each player's colour from the outer edge of their half, so that people see whose it is."""
    pen = imgui.get_background_draw_list()
    rows, columns = canvas.shape
    (left, top), (right, low) = canvas.point_of(0, 0), canvas.point_of(rows, columns)
    middle = (left + right) / 2
    for player, (start, end) in enumerate(((left, middle), (middle, right))):
        shares = (_GLOW, 0.0) if player == 0 else (0.0, _GLOW)
        first, last = (packed(canvas.player_colour(player, share)) for share in shares)
        pen.add_rect_filled_multi_color((start, top), (end, low), first, last, last, first)


class BarLight:
    """Lights up the yellow bar for a moment after planting has filled it, unless flashing is reduced.

    Args:
        shell: services shared by all screens.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._height, self._filled_at = 1.0, -_LIT

    def draw(self, canvas: Canvas, height: float | None) -> None:
        """Draw the light if there is one. Called in each frame with the bar's height, 0 to 1; None outside of play."""
        now = 1.0 if height is None else height
        if now > self._height:
            self._filled_at = self._shell.now
        self._height = now
        left = 1.0 - (self._shell.now - self._filled_at) / _LIT
        if left <= 0 or canvas.is_calm or height is None:
            return
        self._shell.motion.due()
        x, low = canvas.point_of(canvas.shape[0], canvas.shape[1] / 2)
        top = canvas.point_of(0, 0)[1]
        wide = scaled(4 + 10 * left)
        rectangle((x - wide / 2, low - (low - top) * height), (x + wide / 2, low), faded(TEXT, left))
