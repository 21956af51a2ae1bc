"""The start screen: an entry with a moving picture for every mode, the one played last first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.window.panels.widgets import GREY, button_colour, button_row, view_and_scale, whole_window
from gpulife.window.start.setup_page import PAGE

PREVIEW = (240, 135)
"""(width, height) of the moving pictures in points of a 96 dpi screen, if there is room for all of them."""
_MIN_SIZE, _STEPS = 0.7, 7
"""Smallest size of the pictures, as a share of PREVIEW; and how many steps from there to PREVIEW are tried."""
_MAX_COLUMNS = 6
_CORNER, _NOTICE = imgui.ImVec4(0.13, 0.27, 0.36, 1), imgui.ImVec4(0.42, 0.29, 0.06, 1)
"""Colours of the two kinds of buttons in the corner."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be chosen: its name in the program, and its texts on the screen."""

    name: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class _Grid:
    """Layout of the cards, in points: size of a picture, left edge, height of a card and of all together."""

    picture: tuple[float, float]
    columns: int
    gap: float
    left: float
    card_height: float
    total_height: float


def _grid(entries: int, view: tuple[float, float], scale: float) -> _Grid:
    """Return the layout with the largest pictures that lets all cards fit; with the smallest, if none does."""
    lines = 3.4 * imgui.get_text_line_height_with_spacing()
    for step in range(_STEPS, -1, -1):
        share = _MIN_SIZE + (1 - _MIN_SIZE) * step / _STEPS
        width, height = (side * scale * share for side in PREVIEW)
        gap = 18 * scale * share
        columns = max(1, min(_MAX_COLUMNS, int((view[0] - gap) / (width + 2 * gap))))
        card = height + lines + gap
        whole = 90 * scale + -(-entries // columns) * card + imgui.get_frame_height()
        if whole <= view[1] - 24 * scale:
            break
    left = max(gap, (view[0] - columns * (width + 2 * gap)) / 2)
    return _Grid((width, height), columns, gap, left, card, whole)


def start_screen(
    entries: Sequence[Entry],
    previews: Mapping[str, int],
    *,
    can_go_back: bool,
    corner: Sequence[Entry] = (),
    notice: Entry | None = None,
    title: str = "gpulife",
    back: str = "Back to the universe",
    on_focus: Callable[[str], None] = lambda _: None,
) -> str | None:
    """Draw the start screen over the whole window.

    Args:
        entries: the entries in their order.
        previews: OpenGL's name of the texture with an entry's picture, by the entry's name.
        can_go_back: whether there is something to go back to.
        corner: further choices, as buttons in the upper right corner, the first one outermost.
        notice: a choice that should not be overlooked, as a button above these.
        title: title on top.
        back: label of the button to go back.
        on_focus: called with the name of the entry that has the focus of keys and pads, or under the pointer.

    Returns:
        The name of the entry that was chosen, "" to go back, or None.
    """
    view, scale = view_and_scale()
    with whole_window(f"start screen {title}", PAGE):
        grid = _grid(len(entries), (view.x, view.y), scale)
        gap, left, columns = grid.gap, grid.left, grid.columns
        width, height = grid.picture
        imgui.set_cursor_pos(imgui.ImVec2(left + gap, max(24 * scale, (view.y - grid.total_height) / 2)))
        with imgui_ctx.push_font(None, 40.0):
            imgui.text(title)
        imgui.set_cursor_pos_x(left + gap)
        imgui.text_colored(GREY, "choose with the pointer, the arrow keys or a gamepad")
        top = imgui.get_cursor_pos_y() + gap
        edge, line = left + columns * (width + 2 * gap) - gap, imgui.get_frame_height()
        chosen = _corner_buttons(corner, edge, top - gap - 1.6 * line, width, _CORNER)
        if notice is not None:
            chosen = _corner_buttons((notice,), edge, top - gap - 2.9 * line, width, _NOTICE) or chosen
        for number, entry in enumerate(entries):
            row, column = divmod(number, columns)
            imgui.set_cursor_pos(imgui.ImVec2(left + column * (width + 2 * gap) + gap, top + row * grid.card_height))
            is_first = number == 0 and imgui.is_window_appearing()
            if _card(entry, previews.get(entry.name), width, height, on_focus, chosen_first=is_first):
                chosen = entry.name
        imgui.set_cursor_pos(imgui.ImVec2(left + gap, top + -(-len(entries) // columns) * grid.card_height))
        with imgui_ctx.begin_group():
            if can_go_back and imgui.button(back, imgui.ImVec2(width, 0)):
                chosen = ""
    return chosen


def flashing_question() -> bool | None:
    """Draw the question of the first start, whether to reduce flashing; return the answer, None while there is none."""
    view, scale = view_and_scale()
    imgui.set_next_window_pos(imgui.get_main_viewport().get_center(), imgui.Cond_.always, imgui.ImVec2(0.5, 0.5))
    imgui.set_next_window_size(imgui.ImVec2(min(520 * scale, view.x * 0.9), 0))
    flags = imgui.WindowFlags_.no_collapse | imgui.WindowFlags_.no_saved_settings | imgui.WindowFlags_.no_resize
    imgui.set_next_window_bg_alpha(1.0)
    with imgui_ctx.begin("Flashing", None, flags):
        imgui.text_wrapped(
            "Universes can flicker: thousands of cells change colour many times a second. For some people that is "
            "unpleasant, and for people with photosensitive epilepsy it can be dangerous. Shall gpulife keep changes "
            "slow and soft? Both can be changed later, under Look."
        )
        imgui.spacing()
        pressed = button_row(["Reduce flashing", "Show everything"], columns=1)
        if imgui.is_window_appearing():
            imgui.set_window_focus()
    return None if pressed is None else pressed == 0


def _corner_buttons(
    entries: Sequence[Entry], right: float, top: float, width: float, ground: imgui.ImVec4
) -> str | None:
    """Draw buttons from the right edge on, the first one as wide as a card; return the name of the pressed one."""
    chosen = None
    for number, entry in enumerate(entries):
        wide = max(0.0 if number else width, imgui.calc_text_size(entry.title).x + 2 * imgui.get_frame_height())
        right -= wide
        imgui.set_cursor_pos(imgui.ImVec2(right, top))
        with button_colour(ground):
            if imgui.button(entry.title, imgui.ImVec2(wide, 0)):
                chosen = entry.name
        imgui.set_item_tooltip(entry.about)
        right -= imgui.get_style().item_spacing.x
    return chosen


def _card(
    entry: Entry,
    texture: int | None,
    width: float,
    height: float,
    on_focus: Callable[[str], None],
    *,
    chosen_first: bool,
) -> bool:
    """Draw a picture and a button, which has the focus if ``chosen_first``; return whether it was pressed."""
    size, pressed = imgui.ImVec2(width, height), False
    with imgui_ctx.begin_group():
        if texture is None:
            corner, pen = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
            ground = imgui.get_color_u32(imgui.ImVec4(0.07, 0.085, 0.115, 1))
            pen.add_rect_filled(corner, imgui.ImVec2(corner.x + width, corner.y + height), ground)
            x, y, side = corner.x + width / 2, corner.y + height / 2, height / 6
            arrow = (x - side * 0.7, y - side), (x + side, y), (x - side * 0.7, y + side)  # in the picture's place
            pen.add_triangle_filled(*arrow, imgui.get_color_u32(imgui.ImVec4(0.35, 0.7, 0.9, 0.8)))
            imgui.dummy(size)
        else:
            # OpenGL's pictures stand on their heads for Dear ImGui.
            imgui.image(imgui.ImTextureRef(texture), size, imgui.ImVec2(0, 1), imgui.ImVec2(1, 0))
            pressed = imgui.is_item_clicked()
        pressed = imgui.button(entry.title, imgui.ImVec2(width, 0)) or pressed
        if imgui.is_item_focused() or imgui.is_item_hovered():
            on_focus(entry.name)
        if chosen_first:
            imgui.set_item_default_focus()
            imgui.set_nav_cursor_visible(True)
        with imgui_ctx.push_text_wrap_pos(imgui.get_cursor_pos_x() + width):
            imgui.text_colored(GREY, entry.about)
    return pressed
