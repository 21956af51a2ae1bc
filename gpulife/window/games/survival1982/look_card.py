"""The card in Massive that lists all looks (ways to draw the board), and says what each shows."""

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import ChoosePicture
from gpulife.view.look import Look
from gpulife.view.pictures import described_pictures, next_picture, picture_titles
from gpulife.window.design import CAPTION, GAP, HEADING, NEAR, styled
from gpulife.window.panels.look_grid import look_grid, tile_height
from gpulife.window.panels.pages import CARD_FLAGS, view_and_scale
from gpulife.window.panels.thumbnails import Thumbnails
from gpulife.window.panels.widgets import wrapped_text

_WIDTH = 440.0
"""Width of the card, in units of 1/96 inch."""
_OPAQUE = 0.94
_COLUMNS = 4


def draw_looks(
    thumbnails: Thumbnails, look: Look, corner: tuple[float, float], low: float, key: str
) -> ChoosePicture | bool:
    """Draw the card; return the request for the look that was pressed, or whether the card stays open.

    The card stays open after a choice, with the look's name marked and what it shows below.

    Args:
        thumbnails: keeps the looks' pictures.
        look: the current look.
        corner: the upper right corner of the card in the window.
        low: lower edge of the part of the window that is free for the card.
        key: the key that closes the card.
    """
    scale, chosen = view_and_scale()[1], look.picture
    names, wide = [*picture_titles()], _WIDTH * scale
    imgui.set_next_window_pos(corner, imgui.Cond_.always, (1.0, 0.0))
    imgui.set_next_window_size_constraints((wide, 0), (wide, 1e4))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    pressed: ChoosePicture | bool = True
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (GAP * scale, GAP * scale)),
        imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing, (NEAR * scale / 2, NEAR * scale / 2)),
        imgui_ctx.begin("looks", None, CARD_FLAGS | imgui.WindowFlags_.no_nav),
    ):
        with styled(HEADING):
            imgui.text("How to draw the world")
        room, gap = imgui.get_content_region_avail().x, imgui.get_style().item_spacing.x
        line = imgui.get_text_line_height_with_spacing()
        rows = -(-len(names) // _COLUMNS)
        needed = rows * (tile_height((room - 3 * gap) / _COLUMNS) + imgui.get_style().item_spacing.y)
        free = low - corner[1] - imgui.get_cursor_pos_y() - 3 * line - imgui.get_frame_height() - 2 * GAP * scale
        name, about = look_grid(
            thumbnails, chosen, look.colours, _COLUMNS, min(needed, free), appears=imgui.is_window_appearing()
        )
        if name is not None:
            pressed = ChoosePicture(name)
        # Always as high as the longest line, so that the card does not jump under the pointer.
        before = imgui.get_cursor_pos_y()
        wrapped_text(described_pictures().get(about, ""), CAPTION)
        imgui.set_cursor_pos_y(before + 3 * imgui.get_text_line_height_with_spacing())
        third = (room - 2 * gap) / 3, 0.0
        before_it, after_it = _neighbours(chosen, names)
        if imgui.button("Previous", third):
            pressed = ChoosePicture(before_it)
        imgui.same_line()
        if imgui.button("Next", third):
            pressed = ChoosePicture(after_it)
        imgui.same_line()
        if imgui.button(f"Close ({key})", third):
            pressed = False
    return pressed


def _neighbours(chosen: str, names: list[str]) -> tuple[str, str]:
    """Return the names of the looks before and after ``chosen`` in the list ``names``."""
    return next((name for name in names if next_picture(name) == chosen), names[-1]), next_picture(chosen)
