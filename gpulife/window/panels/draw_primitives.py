"""Draw lines, rectangles and words behind the panels, and convert colours for them."""

from collections.abc import Callable

from imgui_bundle import imgui, imgui_ctx

from gpulife.rules import RGB

Ink = tuple[float, float, float, float]
"""(red, green, blue, opacity), each 0 to 1."""
Point = tuple[float, float]
"""(x, y) in points."""
Pixel = Callable[[float, float], Point]
"""Function that turns (row, column) on the board into (x, y) on the screen."""
WHITE: Ink = (0.95, 0.96, 0.98, 1.0)
QUIET: Ink = (0.7, 0.74, 0.8, 1.0)
BRIGHT: Ink = (1.0, 0.93, 0.55, 1.0)


def line(start: Point, end: Point, ink: Ink, thick: float = 1.0) -> None:
    """Draw a straight line."""
    imgui.get_background_draw_list().add_line(imgui.ImVec2(*start), imgui.ImVec2(*end), code(ink), thick)


def rectangle(corner: Point, end: Point, ink: Ink, rounding: float = 0.0) -> None:
    """Draw a filled rectangle."""
    imgui.get_background_draw_list().add_rect_filled(imgui.ImVec2(*corner), imgui.ImVec2(*end), code(ink), rounding)


def frame(corner: Point, end: Point, ink: Ink, thick: float) -> None:
    """Draw the outline of a rectangle, inside of it."""
    half = thick / 2
    for x0, y0, x1, y1 in (
        (corner[0], corner[1] + half, end[0], corner[1] + half),
        (corner[0], end[1] - half, end[0], end[1] - half),
        (corner[0] + half, corner[1], corner[0] + half, end[1]),
        (end[0] - half, corner[1], end[0] - half, end[1]),
    ):
        line((x0, y0), (x1, y1), ink, thick)


def text(
    words: str, x: float, y: float, ink: Ink, *, align: float = 0.0, size: float = 24.0, shadow: bool = True
) -> None:
    """Draw words from ``y`` downwards; ``align`` is the share of their width that is left of ``x``."""
    if not words:
        return
    scale = imgui.get_style().font_scale_dpi
    pen = imgui.get_background_draw_list()
    with imgui_ctx.push_font(None, size):
        left = x - imgui.calc_text_size(words).x * align
        if shadow:
            pen.add_text(imgui.ImVec2(left + scale, y + scale), code((0.0, 0.0, 0.0, 0.8)), words)
        pen.add_text(imgui.ImVec2(left, y), code(ink), words)


def figure(words: str, x: float, y: float, ink: Ink, align: float = 0.0, size: float = 24.0) -> None:
    """Draw words on a line whose height does not depend on ``size``; see :func:`text`."""
    text(words, x, y + (4 + (24.0 - size) * 0.8) * imgui.get_style().font_scale_dpi, ink, align=align, size=size)


def ink_of(rgb: RGB, alpha: float = 1.0) -> Ink:
    """Return a colour scheme's colour as an ink."""
    red, green, blue = (part / 255 for part in rgb)
    return red, green, blue, min(max(alpha, 0.0), 1.0)


def code(ink: Ink) -> int:
    """Return an ink as the number that Dear ImGui takes."""
    return int(imgui.get_color_u32(imgui.ImVec4(*ink)))


def code_of(rgb: RGB, alpha: float = 1.0) -> int:
    """Return a colour scheme's colour as the number that Dear ImGui takes."""
    return code(ink_of(rgb, alpha))


def prompt(words: str, top: float) -> None:
    """Draw a grey line of text in the upper right corner, ``top`` points from the edge."""
    view = imgui.get_main_viewport().size
    scale = imgui.get_style().font_scale_dpi
    figure(words, view.x - 18 * scale, top, QUIET, align=1.0, size=18.0)
