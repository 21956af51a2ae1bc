"""Draws lines, rectangles and words behind the panels."""

from collections.abc import Callable

from imgui_bundle import imgui

from gpulife.window.design import BODY, CAPTION, GROUND, HEADING, RGBA, STRONG, packed, styled

Point = tuple[float, float]
"""(x, y) in points."""
BoardToWindow = Callable[[float, float], Point]
"""Function that turns (row, column) on the board into the window position (x, y) in points."""
SHADE = 0.8
"""Opacity of the shadow of text over the board."""


def line(start: Point, end: Point, rgba: RGBA, thickness: float = 1.0) -> None:
    """Draw a straight line."""
    imgui.get_background_draw_list().add_line(imgui.ImVec2(*start), imgui.ImVec2(*end), packed(rgba), thickness)


def rectangle(corner: Point, end: Point, rgba: RGBA, rounding: float = 0.0) -> None:
    """Draw a filled rectangle from its upper left ``corner`` to ``end``; ``rounding`` is the radius of its corners."""
    imgui.get_background_draw_list().add_rect_filled(imgui.ImVec2(*corner), imgui.ImVec2(*end), packed(rgba), rounding)


def outline(corner: Point, end: Point, rgba: RGBA, thickness: float) -> None:
    """Draw a rectangle's outline inside its edges, without overlaps, which would be visible in transparent colours."""
    half = thickness / 2
    for x0, y0, x1, y1 in (
        (corner[0], corner[1] + half, end[0], corner[1] + half),
        (corner[0], end[1] - half, end[0], end[1] - half),
        (corner[0] + half, corner[1] + thickness, corner[0] + half, end[1] - thickness),
        (end[0] - half, corner[1] + thickness, end[0] - half, end[1] - thickness),
    ):
        line((x0, y0), (x1, y1), rgba, thickness)


def text(
    words: str,
    x: float,
    y: float,
    rgba: RGBA,
    *,
    align: float = 0.0,
    size: float = HEADING.size,
    shadow: bool = True,
    bold: bool = False,
) -> None:
    """Draw words whose top is at ``y``; ``align`` is the share of their width, 0 to 1, that lies left of ``x``.

    ``size`` is the font size in points of a 96 dpi screen. If ``shadow``, the words have a shadow, to stand out.
    """
    if not words:
        return
    scale = imgui.get_style().font_scale_dpi
    pen = imgui.get_background_draw_list()
    with styled(STRONG if bold else BODY, size):
        left = x - imgui.calc_text_size(words).x * align
        if shadow:
            pen.add_text(imgui.ImVec2(left + scale, y + scale), packed(GROUND, SHADE * rgba[3]), words)
        pen.add_text(imgui.ImVec2(left, y), packed(rgba), words)


def text_on_line(words: str, x: float, y: float, rgba: RGBA, align: float = 0.0, size: float = HEADING.size) -> None:
    """Draw words like :func:`text`, but lower if they are small, so that words of all sizes have the same baseline."""
    text(
        words, x, y + (4 + (HEADING.size - size) * 0.8) * imgui.get_style().font_scale_dpi, rgba, align=align, size=size
    )


def prompt(words: str, top: float) -> None:
    """Draw a short explanation in the window's upper right corner, ``top`` points below the edge."""
    view = imgui.get_main_viewport().size
    scale = imgui.get_style().font_scale_dpi
    text_on_line(words, view.x - 18 * scale, top, CAPTION, align=1.0, size=BODY.size)
