"""A grid of all looks (ways to draw a universe), each with a small picture and its name, to choose one."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from gpulife.art.playlist import still_of_look
from gpulife.rules import RGB
from gpulife.view.pictures import CELLS, picture_titles
from gpulife.window.design import ACCENT, CAPTION, LINE, SMALL, TEXT, TIGHT, packed, rgba_of, styled
from gpulife.window.panels.pages import view_and_scale
from gpulife.window.panels.thumbnails import Thumbnails
from gpulife.window.panels.widgets import elided

_SHAPE = 9 / 16
"""Height of a picture as a share of its width."""
_ROWS, _COLUMNS = 9, 16
"""Cells of the drawing that stands for the look "Cells"."""


def look_grid(
    thumbnails: Thumbnails | None,
    chosen: str,
    colours: Sequence[RGB],
    columns: int,
    height: float,
    *,
    appears: bool,
) -> tuple[str | None, str]:
    """Draw the grid; return the name of the look that was pressed, or None, and of the look under the pointer or focus.

    Args:
        thumbnails: keeps the pictures as textures; None to draw no pictures.
        chosen: name of the current look; it is framed.
        colours: colours of the board's states, for the picture of "Cells".
        columns: looks in a row.
        height: height of the grid in points. The wheel scrolls it if not all looks fit.
        appears: True to scroll to the chosen look.
    """
    pressed, pointed = None, chosen
    scale, gap = view_and_scale()[1], imgui.get_style().item_spacing.x
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (0, 0)),
        imgui_ctx.begin_child("looks", imgui.ImVec2(0, height), imgui.ChildFlags_.nav_flattened),
    ):
        room = imgui.get_content_region_avail().x - TIGHT * scale  # the frame of the last one lies inside
        wide = (room - gap * (columns - 1)) / columns
        for number, (name, title) in enumerate(picture_titles().items()):
            if number % columns:
                imgui.same_line()
            with imgui_ctx.push_id(name):
                if imgui.invisible_button(title, (wide, tile_height(wide)), imgui.ButtonFlags_.enable_nav):
                    pressed = name
            is_pointed = imgui.is_item_hovered() or (imgui.is_item_focused() and imgui.get_io().nav_visible)
            if is_pointed:
                pointed = name
            if name == chosen and appears:
                imgui.set_scroll_here_y()
            if name == CELLS:
                _draw_cells(wide, colours)
            _draw_tile(thumbnails, name, title, wide, is_chosen=name == chosen, is_pointed=is_pointed)
    return pressed, pointed


def tile_height(wide: float) -> float:
    """Return the height in points of a look's picture and name, if the picture is ``wide`` points wide."""
    return wide * _SHAPE + (SMALL.size + TIGHT) * view_and_scale()[1]


def _draw_tile(
    thumbnails: Thumbnails | None, name: str, title: str, wide: float, *, is_chosen: bool, is_pointed: bool
) -> None:
    """Draw a look's picture and name over the item that was drawn last."""
    corner, scale, pen = imgui.get_item_rect_min(), view_and_scale()[1], imgui.get_window_draw_list()
    end = corner.x + wide, corner.y + wide * _SHAPE
    path = still_of_look(name)
    if path is not None and thumbnails is not None:
        pen.add_image(imgui.ImTextureRef(thumbnails.still(path)), (corner.x, corner.y), end)
    edge = ACCENT if is_chosen else TEXT if is_pointed else LINE
    pen.add_rect((corner.x, corner.y), end, packed(edge), 0.0, (3 if is_chosen else 1) * scale)
    with styled(SMALL):
        words = elided(title, wide, SMALL.size)
        left = corner.x + (wide - imgui.calc_text_size(words).x) / 2
        pen.add_text((left, end[1] + TIGHT / 2 * scale), packed(TEXT if is_chosen or is_pointed else CAPTION), words)


def _draw_cells(wide: float, colours: Sequence[RGB]) -> None:
    """Draw some cells over the item that was drawn last, since the look "Cells" has no picture in a file."""
    corner, side, pen = imgui.get_item_rect_min(), wide / _COLUMNS, imgui.get_window_draw_list()
    for row, column in _some_cells():
        x, y = corner.x + column * side, corner.y + row * side
        colour = colours[1 + column * (len(colours) - 1) // _COLUMNS]
        pen.add_rect_filled((x, y), (x + 0.85 * side, y + 0.85 * side), packed(rgba_of(colour)))


@cache
def _some_cells() -> tuple[tuple[int, int], ...]:
    """Return (row, column) of the cells of that drawing."""
    rows, columns = np.nonzero(np.random.default_rng(1982).random((_ROWS, _COLUMNS)) < 0.4)
    return tuple(zip(rows.tolist(), columns.tolist(), strict=True))
