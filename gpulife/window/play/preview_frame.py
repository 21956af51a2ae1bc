"""A dashed frame around the board, so that nobody takes for the board what is a preview of it."""

from gpulife.window.panels.draw_primitives import BRIGHT, line, rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Canvas, scaled

_DASH, _THICK, _LETTERS = 14.0, 4.0, 20.0  # points on a 96 dpi screen


def draw_preview_frame(canvas: Canvas, shape: tuple[int, int], words: str = "") -> None:
    """Draw the frame around (rows, columns) of the board from the upper left on, with words on it, if there are any."""
    (left, top), (right, low) = canvas.point_of(0, 0), canvas.point_of(*shape)
    dash, thick = scaled(_DASH), scaled(_THICK)
    for start, end in (((left, top), (right, top)), ((left, low), (right, low)),
                       ((left, top), (left, low)), ((right, top), (right, low))):  # fmt: skip
        length = max(end[0] - start[0], end[1] - start[1])
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        for number in range(0, int(length / dash) + 1, 2):
            first, last = number * dash, min((number + 1) * dash, length)
            line(
                (start[0] + along[0] * first, start[1] + along[1] * first),
                (start[0] + along[0] * last, start[1] + along[1] * last),
                BRIGHT,
                thick,
            )
    if not words:
        return
    pad = scaled(8)
    corner = left + thick, top + thick
    end = corner[0] + width_of(words, _LETTERS) + 2 * pad, corner[1] + scaled(30)
    rectangle(corner, end, BRIGHT, scaled(4))
    text(words, corner[0] + pad, corner[1] + scaled(2), (0.1, 0.08, 0.0, 1.0), size=_LETTERS, shadow=False)
