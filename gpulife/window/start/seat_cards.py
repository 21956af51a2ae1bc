"""Cards of seats. Each card shows the colour of the seat's cells, and a list of players who can take the seat."""

from collections.abc import Sequence

from imgui_bundle import imgui, imgui_ctx

from gpulife.rules import RGB
from gpulife.window.design import LINE, NEAR, faded, packed, rgba_of
from gpulife.window.panels.pages import view_and_scale
from gpulife.window.panels.widgets import caption, drop_down

_COLUMNS = 3
"""Cards in a row."""


def seat_cards(
    taken: Sequence[int], names: Sequence[str], colours: Sequence[RGB], *, closed: int = 0
) -> tuple[int, int] | None:
    """Draw a card for each seat.

    Args:
        taken: the current choice for each seat, as an index in ``names``.
        names: the choices for each seat: people, computers, and an empty seat.
        colours: colour of each seat's cells; empty if unknown.
        closed: the index in ``names`` of the choice that leaves a seat empty. Cards of empty seats have a faint colour.

    Returns:
        (seat, index in ``names``) if the user has just chosen who takes a seat; otherwise None.
    """
    chosen = None
    scale, gap = view_and_scale()[1], imgui.get_style().item_spacing.x
    columns = min(_COLUMNS, len(taken))
    width, height = (imgui.get_content_region_avail().x - gap * (columns - 1)) / columns, NEAR * scale
    for seat, now in enumerate(taken):
        if seat % columns:
            imgui.same_line()
        with imgui_ctx.begin_group():
            colour = rgba_of(colours[seat]) if seat < len(colours) else LINE
            corner, pen = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
            end = corner.x + width, corner.y + height
            pen.add_rect_filled(corner, end, packed(faded(colour, 0.25) if now == closed else colour), height / 2)
            imgui.dummy((width, height))
            caption(f"Seat {seat + 1}")
            name = drop_down(f"seat {seat + 1}", names[now], names, width)
            if name is not None:
                chosen = seat, names.index(name)
    return chosen
