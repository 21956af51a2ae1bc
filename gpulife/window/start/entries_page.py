"""The start screen: a tile (a moving picture with a text) for every mode, always in the same place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.window.panels.widgets import (
    AMBER,
    GREY,
    back_pressed,
    button_colour,
    button_row,
    elided,
    focus_here,
    sentence,
    text_lines,
    view_and_scale,
    whole_window,
)
from gpulife.window.start.setup_page import PAGE

PREVIEW = (240, 135)
"""(width, height) of the moving pictures, in units of 1/96 inch, if there is room for all of them at this size."""
_COLUMNS = range(3, 8)
_MOST_LINES = 9
"""Maximum number of lines of a text under a picture, if the page scrolls."""
_MIN_PICTURE = 48.0
"""Minimum height of pictures, in units of 1/96 inch. To keep it, texts under the pictures may lose lines."""
_EDGE, _GAP = 24.0, 16.0
_CORNER, _NOTICE = imgui.ImVec4(0.13, 0.27, 0.36, 1), imgui.ImVec4(0.42, 0.29, 0.06, 1)
"""Background colours of the buttons above the tiles: ordinary buttons, and the button that needs attention."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A choice on the start screen: its name in the program, its title and its texts."""

    name: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class _Grid:
    """Sizes of the tiles, in points: size of a picture, number of columns, lines of text, height of a tile."""

    picture: tuple[float, float]
    columns: int
    lines: int
    height: float


def _grid(entries: Sequence[Entry], room: tuple[float, float], scale: float) -> _Grid:
    """Return the layout with the largest pictures for which all tiles have room. Texts get fewer lines if necessary.

    Args:
        entries: the tiles' entries.
        room: (width, height) of the space for all tiles, in points.
        scale: points per 1/96 inch.
    """
    widest = max((imgui.calc_text_size(entry.title).x for entry in entries), default=0.0)
    padding = 2 * imgui.get_style().frame_padding.x
    gap, line, space = _GAP * scale, imgui.get_text_line_height(), imgui.get_style().item_spacing.y
    grids = []

    def words_height(lines: int) -> float:
        """Return the height of a tile's button and texts, and of the gap below."""
        return imgui.get_frame_height_with_spacing() + space + lines * line + gap

    for lines in (3, 2, 1):
        for columns in _COLUMNS:
            width = min((room[0] - gap * (columns - 1)) / columns, PREVIEW[0] * scale)
            words = words_height(lines)
            high = room[1] / -(-len(entries) // columns) - words
            high = min(high, width * PREVIEW[1] / PREVIEW[0])
            if columns == _COLUMNS[0] or width >= widest + padding:
                grids.append(_Grid((width, high), columns, lines, high + words))
        best = max(grids, key=lambda grid: grid.picture[1] * min(grid.picture[0], PREVIEW[0] * scale))
        if best.picture[1] >= _MIN_PICTURE * scale and _lines_needed(entries, best.picture[0]) <= lines:
            return _without_empty_lines(best, entries, line)
    width = best.picture[0]  # if no layout fits, the page scrolls
    lines = _lines_needed(entries, width)
    return _Grid((width, _MIN_PICTURE * scale), best.columns, lines, _MIN_PICTURE * scale + words_height(lines))


def _lines_needed(entries: Sequence[Entry], width: float) -> int:
    """Return how many lines of ``width`` points the longest text needs."""
    return max((len(text_lines(sentence(entry.about), width, _MOST_LINES)) for entry in entries), default=0)


def _without_empty_lines(grid: _Grid, entries: Sequence[Entry], line: float) -> _Grid:
    """Return the layout without unneeded lines of text, each ``line`` points high. The pictures get the free space."""
    width, height = grid.picture
    needed = _lines_needed(entries, width)
    spare = (grid.lines - needed) * line
    grown = min(height + spare, width * PREVIEW[1] / PREVIEW[0])
    return _Grid((width, grown), grid.columns, needed, grid.height - spare + grown - height)


def start_screen(
    entries: Sequence[Entry],
    previews: Mapping[str, int],
    *,
    can_go_back: bool,
    corner: Sequence[Entry] = (),
    notice: Entry | None = None,
    resume: Entry | None = None,
    focus: str = "",
    title: str = "gpulife",
    back: str = "Back to the universe",
    on_focus: Callable[[str], None] = lambda _: None,
) -> str | None:
    """Draw the start screen over the whole window.

    Args:
        entries: the entries, in the order in which they are shown.
        previews: for the name of each entry, OpenGL's number of the texture with its picture.
        can_go_back: True if there is a session to go back to.
        corner: further choices, as buttons in the upper right corner. The first is rightmost.
        notice: a choice that needs attention, as a button beside ``resume``.
        resume: the session to continue, shown as a wide button above the tiles; None leaves this space empty. An entry
            with the name "" goes back to the open session; there is then no other button to go back.
        focus: name of the entry on which the focus begins; "" for ``resume`` or, without it, the first entry.
        title: title on top.
        back: label of the button to go back. Escape also goes back.
        on_focus: called with the name of the entry that is under the pointer or has the focus.

    Returns: The name of the chosen entry, "" to go back, or None if nothing was chosen.
    """
    view, scale = view_and_scale()
    names = [entry.name for entry in entries]
    first = focus if focus in names else names[0] if names else ""
    with whole_window(f"start screen {title}", PAGE):
        edge, gap, line = _EDGE * scale, _GAP * scale, imgui.get_frame_height()
        head = 44.0 * scale + 2 * line
        grid = _grid(entries, (view.x - 2 * edge, view.y - head - 2 * gap - line), scale)
        width, columns = grid.picture[0], grid.columns
        rows = -(-len(entries) // columns)
        wide = columns * width + (columns - 1) * gap
        left = (view.x - wide) / 2
        top = max(gap, (view.y - head - rows * grid.height - line) / 2)
        imgui.set_cursor_pos(imgui.ImVec2(left, top))
        with imgui_ctx.push_font(None, 40.0):
            imgui.text(title)
        says_back = can_go_back and (resume is None or resume.name != "")
        above = (Entry("", back, "Escape"), *corner) if says_back else corner
        chosen = _corner_buttons(above, left + wide, top + 8 * scale, _CORNER)
        imgui.set_cursor_pos(imgui.ImVec2(left, top + 48 * scale))
        if resume is None:
            imgui.align_text_to_frame_padding()
            imgui.text_colored(GREY, "Choose with the pointer, the arrow keys or a gamepad")
        else:
            chosen = _resume_buttons(resume, notice, wide, focuses=focus not in names) or chosen
        top += head
        for number, entry in enumerate(entries):
            row, column = divmod(number, columns)
            imgui.set_cursor_pos(imgui.ImVec2(left + column * (width + gap), top + row * grid.height))
            is_first = entry.name == first and (resume is None or entry.name == focus) and imgui.is_window_appearing()
            if _card(entry, previews.get(entry.name), grid, on_focus, chosen_first=is_first):
                chosen = entry.name
        # The Escape that has just opened the page must not close it.
        if can_go_back and back_pressed() and not imgui.is_window_appearing():
            chosen = ""
    return chosen


def _resume_buttons(resume: Entry, notice: Entry | None, wide: float, *, focuses: bool) -> str | None:
    """Draw the button to continue and the notice beside it; return the name of the pressed button's entry, or None.

    If ``focuses`` is True, the focus begins on the button to continue.
    """
    chosen: str | None = None
    spacing = imgui.get_style().item_spacing.x
    padding = 2 * imgui.get_frame_height()
    beside = 0.0 if notice is None else imgui.calc_text_size(notice.title).x + padding
    room = wide - beside - (spacing if notice else 0)
    words = elided(f"{resume.title}: {resume.about}", room - padding)
    if imgui.button(f"{words}###resume", imgui.ImVec2(room, 0)):
        chosen = resume.name
    if focuses and imgui.is_window_appearing():
        focus_here()
    imgui.set_item_tooltip(resume.about)
    if notice is not None:
        imgui.same_line()
        with button_colour(_NOTICE):
            if imgui.button(notice.title, imgui.ImVec2(beside, 0)):
                chosen = notice.name
        imgui.set_item_tooltip(notice.about)
    return chosen


def flashing_question() -> bool | None:
    """Draw the question whether to reduce flashing, asked at the first start; return the answer, None until then."""
    view, scale = view_and_scale()
    imgui.set_next_window_pos(imgui.get_main_viewport().get_center(), imgui.Cond_.always, imgui.ImVec2(0.5, 0.5))
    width = min(520 * scale, view.x * 0.9)
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    flags = (
        imgui.WindowFlags_.no_collapse
        | imgui.WindowFlags_.no_saved_settings
        | imgui.WindowFlags_.no_move
        | imgui.WindowFlags_.no_title_bar
        | imgui.WindowFlags_.no_background
        | imgui.WindowFlags_.always_auto_resize
    )
    with imgui_ctx.begin("Flashing", None, flags):
        # A click outside it would bring what is below to the front.
        imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
        _dim_what_is_behind(view)
        with imgui_ctx.push_font(None, 22.0):
            imgui.text_colored(AMBER, "Flashing")
        imgui.text_wrapped(
            "Universes can flicker: thousands of cells change colour many times a second. This can be unpleasant, and "
            "dangerous for people with photosensitive epilepsy. Should gpulife keep changes slow and soft? You can "
            "change this later in the panel Look."
        )
        imgui.spacing()
        pressed = button_row(["Reduce flashing", "Show everything"], columns=1)
        if not imgui.is_window_focused(imgui.FocusedFlags_.root_and_child_windows):
            imgui.set_window_focus()
    return None if pressed is None else pressed == 0


def _dim_what_is_behind(view: imgui.ImVec2) -> None:
    """Darken everything behind the present Dear ImGui window, and draw that window's background."""
    pen, corner, size = imgui.get_window_draw_list(), imgui.get_window_pos(), imgui.get_window_size()
    ground, style = imgui.get_style_color_vec4(imgui.Col_.window_bg), imgui.get_style()
    pen.push_clip_rect_full_screen()
    pen.add_rect_filled((0, 0), view, imgui.get_color_u32(imgui.ImVec4(0, 0, 0, 0.65)))
    opaque = imgui.get_color_u32(imgui.ImVec4(ground.x, ground.y, ground.z, 1))
    pen.add_rect_filled(corner, corner + size, opaque, style.window_rounding)
    pen.pop_clip_rect()


def _corner_buttons(entries: Sequence[Entry], right: float, top: float, ground: imgui.ImVec4) -> str | None:
    """Draw buttons from the right edge to the left; return the name of the pressed button's entry, or None."""
    chosen = None
    for entry in entries:
        wide = imgui.calc_text_size(entry.title).x + 2 * imgui.get_frame_height()
        right -= wide
        imgui.set_cursor_pos(imgui.ImVec2(right, top))
        with button_colour(ground):
            if imgui.button(entry.title, imgui.ImVec2(wide, 0)):
                chosen = entry.name
        imgui.set_item_tooltip(entry.about)
        right -= imgui.get_style().item_spacing.x
    return chosen


def _card(
    entry: Entry, texture: int | None, grid: _Grid, on_focus: Callable[[str], None], *, chosen_first: bool
) -> bool:
    """Draw a tile: picture and button; return True if it was pressed. The focus begins on it if ``chosen_first``."""
    (width, height), pressed = grid.picture, False
    size = imgui.ImVec2(width, height)
    with imgui_ctx.begin_group():
        if texture is None:
            corner, pen = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
            ground = imgui.get_color_u32(imgui.ImVec4(0.07, 0.085, 0.115, 1))
            pen.add_rect_filled(corner, imgui.ImVec2(corner.x + width, corner.y + height), ground)
            x, y, side = corner.x + width / 2, corner.y + height / 2, height / 6
            arrow = (
                (x - side * 0.7, y - side),
                (x + side, y),
                (x - side * 0.7, y + side),
            )  # instead of the picture
            pen.add_triangle_filled(*arrow, imgui.get_color_u32(imgui.ImVec4(0.35, 0.7, 0.9, 0.8)))
            imgui.dummy(size)
        else:
            # For Dear ImGui, OpenGL's pictures are upside down. Of a low picture only the middle is shown.
            cut = (1 - min(1.0, height / (width * PREVIEW[1] / PREVIEW[0]))) / 2
            imgui.image(imgui.ImTextureRef(texture), size, imgui.ImVec2(0, 1 - cut), imgui.ImVec2(1, cut))
            pressed = imgui.is_item_clicked()
        pressed = imgui.button(entry.title, imgui.ImVec2(width, 0)) or pressed
        if imgui.is_item_focused() or imgui.is_item_hovered():
            on_focus(entry.name)
        if chosen_first:
            imgui.set_item_default_focus()
            imgui.set_nav_cursor_visible(True)
        lines = text_lines(sentence(entry.about), width, grid.lines)
        imgui.text_colored(GREY, "\n".join(lines))
        if lines and lines[-1].endswith("\u2026"):
            imgui.set_item_tooltip(sentence(entry.about))
    return pressed
