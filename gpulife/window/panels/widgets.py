"""Widgets shared by panels and pages: buttons, sliders, fields and lists, and texts with their tooltips."""

from calendar import month_name
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import CommandOrAction
from gpulife.window.design import (
    ACCENT,
    BODY,
    CAPTION,
    CHOSEN,
    GAP,
    GROUND,
    HEADING,
    LEAD,
    LINE,
    NEAR,
    RAISED,
    RGBA,
    ROUNDING,
    SMALL,
    STRONG,
    SURFACE,
    TEXT,
    TIGHT,
    faded,
    packed,
    styled,
    vec4,
)
from gpulife.window.panels.pages import default_focus, focus_here, is_dimmed, view_and_scale

WHOLE_WIDTH = -1e-30
"""Width for Dear ImGui that makes a field end exactly at the panel's right edge."""
_TO_AND_FRO, _LIGHT_SHARE = 1.2, 0.2
"""Seconds in which the light of a waiting bar crosses the bar, and its width as a share of the bar."""
_PAUSE = 1.0
"""Seconds without typing after which the next letter begins a new search."""


@dataclass(slots=True)
class TypeAhead:
    """The letters that the user has typed to search the open list. Only one list is open at a time.

    Attributes:
        list: identifier of the list.
        letters: the letters typed so far, in lower case.
        time: when the latest letter was typed, in seconds.
        place: index of the name found most recently; -1 for none.
    """

    list: int = 0
    letters: str = ""
    time: float = 0.0
    place: int = -1

    def find(self, list_: int, names: Sequence[str], typed: str, now: float) -> int | None:
        """Return the index of a name that begins with the typed letters; None if nothing was typed or no name fits.

        ``list_`` identifies the open list, ``typed`` are the letters typed in this frame, and ``now`` is the time in
        seconds. After a pause, letters begin a new search. Typing the same letter again finds the next name that begins
        with it.
        """
        if list_ != self.list:
            self.list, self.letters, self.place = list_, "", -1
        if not typed:
            return None
        self.letters = typed if now - self.time > _PAUSE else self.letters + typed
        self.time = now
        steps = len(set(self.letters)) == 1
        start = self.letters[0] if steps else self.letters
        begins = [number for number, name in enumerate(names) if name.lower().startswith(start)]
        if not begins:
            return None
        self.place = next((number for number in begins if number > self.place), begins[0]) if steps else begins[0]
        return self.place


Value = TypeVar("Value")
_TYPE_AHEAD = TypeAhead()


_LIGHTER = 0.15
"""How much white is mixed into the colour of a button under the pointer, as a share from 0 to 1."""
_TRACK = (imgui.Col_.frame_bg, imgui.Col_.frame_bg_hovered, imgui.Col_.frame_bg_active)


def wide_button(label: str) -> bool:
    """Draw a button as wide as the panel; return whether it was pressed."""
    return bool(imgui.button(label, imgui.ImVec2(imgui.get_content_region_avail().x, 0)))


def main_button(label: str) -> bool:
    """Draw the button for the main action of a dialog, as wide as the dialog; return whether it was pressed."""
    with button_colour(CHOSEN):
        return wide_button(label)


def line_card(icon: str, title: str, about: str, state: tuple[str, RGBA] = ("", CAPTION)) -> bool:
    """Draw a card as wide as the page, with an icon, a title and a second line; return whether it was pressed.

    The card is a button: an arrow at its right shows that it opens something. ``about`` is the second line. ``state``
    is the text and the colour of a badge left of the arrow. If the text is "", there is no badge.
    """
    room, scale = imgui.get_content_region_avail().x, view_and_scale()[1]
    high, inset, corner = imgui.get_text_line_height(), GAP * scale, imgui.get_cursor_screen_pos()
    size = room, 2 * high + TIGHT * scale + 2 * inset
    with button_colour(SURFACE):
        pressed = bool(imgui.button("##card", size))
    wide = badge_width(state[0]) + GAP * scale if state[0] else 0.0
    pen, end = imgui.get_window_draw_list(), (corner.x + size[0], corner.y + size[1])
    pen.add_rect(corner, end, packed(LINE), ROUNDING * scale)
    x, y = corner.x + size[1], corner.y + inset
    with styled(HEADING):
        for picture, middle in ((icon, corner.x + size[1] / 2), (icons.ICON_FA_CHEVRON_RIGHT, end[0] - size[1] / 2)):
            words = imgui.calc_text_size(picture)
            place = middle - words.x / 2, corner.y + (size[1] - words.y) / 2
            pen.add_text(place, packed(ACCENT if picture == icon else CAPTION), picture)
    with styled(STRONG):
        pen.add_text((x, y), packed(TEXT), elided(title, room - 2 * size[1] - wide))
    pen.add_text((x, y + high + TIGHT * scale), packed(CAPTION), elided(about, room - 2 * size[1] - wide))
    if state[0]:
        draw_badge((end[0] - size[1] - wide + GAP * scale, corner.y + (size[1] - high) / 2), *state)
    return pressed


def icon_tiles(
    tiles: Mapping[str, str],
    chosen: int | None = None,
    *,
    default: int | None = None,
    tips: Sequence[str] = (),
    tips_above: float | None = None,
) -> int | None:
    """Draw a row of large buttons, each with an icon above its label; return the index of the pressed one, or None.

    Args:
        tiles: icons, keyed by the button's label.
        chosen: index of the button to highlight as the most important one; None for none.
        default: index of the button that gets the focus at first and whenever nothing has the focus; None for none.
        tips: a tooltip for each button; empty for none.
        tips_above: height above which the tooltips appear; None for the buttons' upper edge.
    """
    scale, gap = view_and_scale()[1], imgui.get_style().item_spacing.x
    width = (imgui.get_content_region_avail().x - gap * (len(tiles) - 1)) / len(tiles)
    high, pressed = 2 * (HEADING.size + GAP) * scale, None
    pen = imgui.get_window_draw_list()
    for index, (label, icon) in enumerate(tiles.items()):
        if index:
            imgui.same_line()
        corner = imgui.get_cursor_screen_pos()
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.button_text_align, (0.5, 0.9)),
            button_colour(CHOSEN, on=index == chosen),
        ):
            if imgui.button(f"{elided(label, width - gap)}###{label}", (width, high)):
                pressed = index
        if tips:
            above = corner.y if tips_above is None else tips_above
            _tip_until_pressed(tips[index], (corner.x + width / 2, above), pressed=pressed == index)
        if index == default:
            default_focus()
        with styled(HEADING):
            middle = corner.x + (width - imgui.calc_text_size(icon).x) / 2
            pen.add_text((middle, corner.y + GAP * scale), packed(TEXT if index == chosen else ACCENT), icon)
    return pressed


def tab_row(titles: Mapping[str, str], picked: int) -> int | None:
    """Draw a row of tabs, each with an icon above its title; return the index of the pressed one, or None.

    Args:
        titles: icons, keyed by the tab's title.
        picked: index of the tab whose content is shown.
    """
    scale, room = view_and_scale()[1], imgui.get_content_region_avail().x
    width, high = room / len(titles), (LEAD.size + SMALL.size + GAP + TIGHT) * scale
    pen, pressed = imgui.get_window_draw_list(), None
    for index, (title, icon) in enumerate(titles.items()):
        if index:
            imgui.same_line(spacing=0.0)
        corner, is_on = imgui.get_cursor_screen_pos(), index == picked
        with (
            styled(SMALL),
            imgui_ctx.push_style_var(imgui.StyleVar_.button_text_align, (0.5, 0.9)),
            imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, (0.0, TIGHT * scale)),
            imgui_ctx.push_style_color(imgui.Col_.button, vec4(faded(RAISED, 0.0))),
            imgui_ctx.push_style_color(imgui.Col_.text, vec4(TEXT if is_on else CAPTION)),
        ):
            if imgui.button(title, (width, high)):
                pressed = index
        with styled(LEAD):
            middle = corner.x + (width - imgui.calc_text_size(icon).x) / 2
            pen.add_text((middle, corner.y + TIGHT * scale), packed(ACCENT if is_on else CAPTION), icon)
        end, thick = (corner.x + width, corner.y + high), (2 if is_on else 1) * scale
        pen.add_line((corner.x, end[1]), end, packed(ACCENT if is_on else LINE), thick)
    return pressed


def badge(words: str, colour: RGBA = CAPTION) -> None:
    """Draw a badge in the current line: a few words about a state, and around them a frame of the same colour."""
    corner, below = imgui.get_cursor_screen_pos(), imgui.internal.get_current_window().dc.curr_line_text_base_offset
    imgui.dummy((badge_width(words), imgui.get_text_line_height() + below))
    draw_badge((corner.x, corner.y + below), words, colour)


def draw_badge(corner: tuple[float, float], words: str, colour: RGBA) -> None:
    """Draw a :func:`badge` on a line of text whose upper left corner is ``corner``, in points of the window."""
    scale, pen, line = view_and_scale()[1], imgui.get_window_draw_list(), imgui.get_text_line_height()
    with styled(SMALL):
        high = imgui.get_text_line_height() + TIGHT * scale
        top = corner[1] + (line - high) / 2
        low, end = (corner[0], top), (corner[0] + badge_width(words), top + high)
        pen.add_rect_filled(low, end, packed(GROUND), high / 2)
        pen.add_rect(low, end, packed(colour, 0.6), high / 2, scale)
        pen.add_text((low[0] + NEAR * scale, top + TIGHT / 2 * scale), packed(colour), words)


def badge_width(words: str) -> float:
    """Return the width in points of the :func:`badge` with these words."""
    return width_of(words, SMALL.size) + 2 * NEAR * view_and_scale()[1]


def draw_picture(
    texture: int | None,
    corner: tuple[float, float],
    end: tuple[float, float],
    ground: RGBA = SURFACE,
    cut: float = 0.0,
) -> None:
    """Draw a picture with rounded corners in the rectangle from ``corner`` to ``end``, in points of the window.

    ``texture`` is the OpenGL ID of its texture. While it is None, only the background ``ground`` is shown. The share
    ``cut`` of its height is left out, half of it at the top and half at the bottom.
    """
    pen, rounding = imgui.get_window_draw_list(), ROUNDING * view_and_scale()[1]
    pen.add_rect_filled(corner, end, packed(ground), rounding)
    if texture is not None:  # for Dear ImGui, OpenGL's pictures are upside down
        pen.add_image_rounded(
            imgui.ImTextureRef(texture), corner, end, (0, 1 - cut / 2), (1, cut / 2), packed(TEXT), rounding
        )


def waiting_bar() -> None:
    """Draw a bar across the page or dialog, along which a light moves to show that something is being waited for.

    The caller's screen asks for frames.
    """
    scale, room = view_and_scale()[1], imgui.get_content_region_avail().x
    (x, y), pen, high = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list(), TIGHT * scale
    share = abs(imgui.get_time() / _TO_AND_FRO % 2 - 1)
    left = x + share * room * (1 - _LIGHT_SHARE)
    pen.add_rect_filled((x, y), (x + room, y + high), packed(LINE), high / 2)
    pen.add_rect_filled((left, y), (left + room * _LIGHT_SHARE, y + high), packed(ACCENT), high / 2)
    imgui.dummy((room, high + NEAR * scale))


def button_row(
    labels: Sequence[str],
    picked: int | None = None,
    focus: int | None = None,
    columns: int | None = None,
    on_point: Callable[[int], None] = lambda _: None,
    default: int | None = None,
) -> int | None:
    """Draw buttons in lines across the panel or page; return the index of the pressed button, or None.

    Buttons in a line are equally wide if all labels fit.

    Args:
        labels: the buttons' labels.
        picked: index of the button to highlight; None for none.
        focus: index of the button that takes the focus now; None leaves the focus where it is.
        columns: number of buttons in a line; None for all in one line.
        on_point: function called with the index of the button that is under the pointer or has the focus.
        default: index of the button that gets the focus at first and whenever nothing has the focus; None for none.
    """
    columns = columns or len(labels)
    gap = imgui.get_style().item_spacing.x
    room = imgui.get_content_region_avail().x - gap * (columns - 1)
    width, padding = room / columns, 2 * imgui.get_style().frame_padding.x
    needed = [imgui.calc_text_size(label, hide_text_after_double_hash=True).x + padding for label in labels]
    shared = columns == len(labels) and max(needed, default=0.0) > width  # shared in proportion to the labels' widths
    pressed = None
    for index, label in enumerate(labels):
        if index % columns:
            imgui.same_line()
        inset = imgui.get_style().frame_padding
        with (
            button_colour(CHOSEN, on=index == picked),
            imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, (0.0 if shared else inset.x, inset.y)),
        ):
            if imgui.button(label, imgui.ImVec2(needed[index] * room / sum(needed) if shared else width, 0)):
                pressed = index
        if imgui.is_item_hovered() or (imgui.is_item_focused() and imgui.get_io().nav_visible):
            on_point(index)
        if index == focus:
            focus_here()
        if index == default:
            default_focus()
    return pressed


def buttons(labels: Sequence[str], columns: int | None = None) -> str | None:
    """Draw equally wide buttons, ``columns`` to a line (None: all in one line); return the pressed button's label."""
    index = button_row(labels, columns=columns)
    return None if index is None else labels[index]


def request_buttons(entries: Mapping[str, CommandOrAction]) -> list[CommandOrAction]:
    """Draw equally wide buttons in a line; return the pressed button's request in a list, or an empty list.

    ``entries`` maps the label of each button to its request.
    """
    pressed = buttons(list(entries))
    return [] if pressed is None else [entries[pressed]]


@contextmanager
def button_colour(colour: RGBA, *, on: bool = True) -> Iterator[None]:
    """Within this context, draw buttons in a colour, and lighter under the pointer. Do nothing if ``on`` is False."""
    if not on:
        yield
        return
    red, green, blue, alpha = colour
    lighter = vec4((red + (1 - red) * _LIGHTER, green + (1 - green) * _LIGHTER, blue + (1 - blue) * _LIGHTER, alpha))
    with (
        imgui_ctx.push_style_color(imgui.Col_.button, vec4(colour)),
        imgui_ctx.push_style_color(imgui.Col_.button_hovered, lighter),
        imgui_ctx.push_style_color(imgui.Col_.button_active, lighter),
    ):
        yield


@contextmanager
def greyed(*, on: bool) -> Iterator[None]:
    """Within this context, draw widgets in grey and disable them. Do nothing if ``on`` is False."""
    imgui.begin_disabled(on)
    yield
    imgui.end_disabled()


def request_change(make: Callable[[Value], CommandOrAction], value: Value | None) -> list[CommandOrAction]:
    """Return a list with the request ``make(value)``, or an empty list if ``value`` is None (nothing changed)."""
    return [] if value is None else [make(value)]


def checkbox(title: str, *, on: bool) -> bool | None:
    """Draw a checkbox; return its new value if the user changed it, otherwise None."""
    changed, now = imgui.checkbox(sentence(title), on)
    return now if changed else None


def defaults(requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
    """Draw the button Defaults below a section of settings; return ``requests`` if it was pressed, or an empty list."""
    imgui.spacing()
    return list(requests) if buttons(["Defaults"]) else []


def slider(name: str, title: str, value: float, low: float, high: float, shown: str) -> float | None:
    """Draw a slider as wide as the panel; return its new value if the user changed it, otherwise None.

    Above the slider, ``title`` is at the left, and ``shown``, the value as text, at the right. The slider goes from
    ``low`` to ``high``. ``name`` identifies it in Dear ImGui.
    """
    with _titled_track(title, shown, (value - low) / (high - low)):
        changed, now = imgui.slider_float(f"##{name}", value, low, high, "")
    return now if changed else None


def int_slider(name: str, title: str, value: int, low: int, high: int, shown: str) -> int | None:
    """Draw a slider for a whole number, like :func:`slider`; return its new value if it changed, otherwise None."""
    with _titled_track(title, shown, (value - low) / max(high - low, 1)):
        changed, now = imgui.slider_int(f"##{name}", value, low, high, "", imgui.SliderFlags_.always_clamp)
    return now if changed else None


@contextmanager
def _titled_track(title: str, shown: str, share: float) -> Iterator[None]:
    """Draw a line with title and value, and below it a slider's track.

    The caller draws the slider itself, without a track, in the ``with`` block. ``share`` is the part of the track,
    0 to 1, that lies left of the handle.
    """
    scale, room = view_and_scale()[1], imgui.get_content_region_avail().x
    left, wide = imgui.get_cursor_pos_x(), width_of(shown)
    imgui.text_colored(CAPTION, elided(title, room - wide - NEAR * scale))
    imgui.same_line(left + room - wide)
    imgui.text(shown)
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - TIGHT * scale)
    corner, pen, grab = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list(), (LEAD.size - TIGHT) * scale
    middle, half = corner.y + imgui.get_font_size() / 2 + scale, TIGHT / 2 * scale
    handle = corner.x + grab / 2 + (room - grab) * min(max(share, 0.0), 1.0)
    pen.add_rect_filled((corner.x, middle - half), (corner.x + room, middle + half), packed(LINE), half)
    pen.add_rect_filled((corner.x, middle - half), (handle, middle + half), packed(ACCENT), half)
    imgui.set_next_item_width(WHOLE_WIDTH)
    with ExitStack() as style:
        for part in _TRACK:
            style.enter_context(imgui_ctx.push_style_color(part, vec4(faded(RAISED, 0.0))))
        for part in (imgui.Col_.slider_grab, imgui.Col_.slider_grab_active):
            style.enter_context(imgui_ctx.push_style_color(part, vec4(faded(TEXT, 0.0))))
        style.enter_context(imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, (0.0, scale)))
        style.enter_context(imgui_ctx.push_style_var(imgui.StyleVar_.grab_rounding, grab))
        style.enter_context(imgui_ctx.push_style_var(imgui.StyleVar_.grab_min_size, grab))
        yield
    # Dear ImGui's own handle is flat, and its edge is hard to see at the ends of the track.
    pen.add_circle_filled((handle, middle), grab / 2, packed(TEXT))
    pen.add_circle((handle, middle), grab / 2, packed(GROUND), 0, scale)


def text_field(name: str, text: str) -> str:
    """Draw a text field as wide as the panel; return its text. ``name`` identifies the field in Dear ImGui."""
    imgui.set_next_item_width(WHOLE_WIDTH)
    return str(imgui.input_text(f"##{name}", text)[1])


def number_field(name: str, number: int) -> tuple[int, bool]:
    """Draw a field for a whole number, 0 or more; return the number, and whether Return was pressed in the field."""
    imgui.set_next_item_width(WHOLE_WIDTH)
    flags = imgui.InputTextFlags_.chars_decimal | imgui.InputTextFlags_.enter_returns_true
    entered, text = imgui.input_text(f"##{name}", str(number), flags | imgui.InputTextFlags_.auto_select_all)
    digits = "".join(letter for letter in text if letter.isdigit())
    return int(digits[:15] or 0), bool(entered)


def size_fields(name: str, columns: int, rows: int, offered: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Draw fields for a board's columns and rows, and a list of ``offered`` sizes; return (columns, rows)."""
    imgui.set_next_item_width(WHOLE_WIDTH)
    _, (columns, rows) = imgui.input_int2(f"##{name} size", [columns, rows])
    names = [f"{wide} x {high}" for wide, high in offered]
    chosen = drop_down(f"{name} sizes", "Choose a size", names)
    return (columns, rows) if chosen is None else offered[names.index(chosen)]


def drop_down(label: str, current: str, names: Iterable[str], width: float = WHOLE_WIDTH) -> str | None:
    """Draw a drop-down list that can be searched by typing; return the name chosen in this frame, or None.

    ``current`` is the name that is chosen so far; ``label`` identifies the list in Dear ImGui.
    """
    chosen = None
    imgui.set_next_item_width(width)
    if imgui.begin_combo(f"##{label}", current):
        offered = list(names)
        typed = "".join(map(chr, imgui.get_io().input_queue_characters)).strip().lower()
        found = _TYPE_AHEAD.find(imgui.get_id(label), offered, typed, imgui.get_time())
        for number, name in enumerate(offered):
            selected, _ = imgui.selectable(name, name == current)
            if selected and name != current:
                chosen = name
            if name == current:
                imgui.set_item_default_focus()
            if number == found:
                imgui.set_keyboard_focus_here(-1)
                imgui.set_nav_cursor_visible(True)
        imgui.end_combo()
    return chosen


def width_of(words: str, size: float | None = None, *, bold: bool = False) -> float:
    """Return the width of words in points, at the font size ``size``; if None, in the current text style."""
    if size is None:
        return float(imgui.calc_text_size(words).x)
    with styled(STRONG if bold else BODY, size):
        return float(imgui.calc_text_size(words).x)


def elided(words: str, room: float, size: float | None = None, *, bold: bool = False) -> str:
    """Return ``words``, shortened with an ellipsis if they are wider than ``room`` points; "" if nothing fits.

    ``size`` is the font size; None for the current text style.
    """
    if width_of(words, size, bold=bold) <= room:
        return words
    shorter = (words[:letters].rstrip() + "\u2026" for letters in range(len(words) - 1, 1, -1))
    return next((short for short in shorter if width_of(short, size, bold=bold) <= room), "")


def sentence(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def group_title(words: str) -> None:
    """Draw the title of a group of widgets, before a thin line across the panel or page."""
    scale = view_and_scale()[1]
    with (
        styled(STRONG),
        imgui_ctx.push_style_color(imgui.Col_.text, vec4(ACCENT)),
        imgui_ctx.push_style_var(imgui.StyleVar_.separator_text_border_size, scale),
        imgui_ctx.push_style_var(imgui.StyleVar_.separator_text_padding, (0, NEAR * scale)),
    ):
        imgui.separator_text(words)


def caption(text: str) -> None:
    """Draw an explanation above a group of widgets."""
    wrapped_text(sentence(text))


def explanation(text: str) -> None:
    """Draw an explanation below a widget: close to this widget, and apart from the next one."""
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - imgui.get_style().item_spacing.y / 2)
    caption(text)
    imgui.dummy((0, 0))


def wrapped_text(text: str, colour: RGBA = CAPTION) -> None:
    """Draw a text in several lines, as wide as the panel."""
    with imgui_ctx.push_text_wrap_pos():
        imgui.text_colored(colour, text)


def table_row(*columns: str, colour: RGBA = TEXT) -> None:
    """Begin a table's next row and draw texts in its first columns."""
    imgui.table_next_row()
    for text in columns:
        imgui.table_next_column()
        with imgui_ctx.push_style_color(imgui.Col_.text, vec4(colour)):
            imgui.text_wrapped(text)


def tooltip(text: str) -> None:
    """Show a tooltip for the widget drawn just before, while the pointer or a pad's focus rests on it."""
    if imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled):
        imgui.set_tooltip(sentence(text))


def _tip_until_pressed(text: str, place: tuple[float, float], *, pressed: bool) -> None:
    """Show a tooltip while the pointer rests on the widget just drawn. A press hides it until the pointer leaves.

    It appears above ``place``, a point of the window. ``pressed`` is True if the widget was pressed in this frame. Over
    a screen that dims everything behind it, such as the pause menu, nothing is shown.
    """
    key, storage = imgui.get_item_id(), imgui.get_state_storage()
    if pressed or not imgui.is_item_hovered():
        storage.set_int(key, int(pressed))
    if not (is_dimmed() or storage.get_int(key)) and imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip):
        tip_above(text, place)


def tip_above(text: str, place: tuple[float, float]) -> None:
    """Show a tooltip just above the point ``place`` of the window, so that it does not hide the widgets beside it."""
    view, scale = view_and_scale()
    half = imgui.calc_text_size(sentence(text)).x / 2 + imgui.get_style().window_padding.x + TIGHT * scale
    middle = min(max(place[0], half), max(view.x - half, half))
    imgui.set_next_window_pos((middle, place[1] - NEAR * scale), imgui.Cond_.always, (0.5, 1.0))
    imgui.set_tooltip(sentence(text))


def with_si_prefix(value: float) -> str:
    """Format a number with an SI prefix: ``with_si_prefix(2.5e9) == '2.5 G'``, ``with_si_prefix(30) == '30'``."""
    prefixes = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
    scaled = (f"{value / factor:.3g} {prefix}" for factor, prefix in prefixes if value >= factor)
    return next(scaled, f"{value:.0f}")


def when_text(then: float, now: float) -> str:
    """Return a time as text: "today, 14:05", "yesterday, 14:05", "12 March, 14:05" or "12 March 2025, 14:05".

    ``then`` is the time, ``now`` the current time, both in seconds since 1970.
    """
    try:
        moment, today = (datetime.fromtimestamp(seconds).astimezone() for seconds in (then, now))
    except (ValueError, OverflowError, OSError):  # a file's time may be any number
        return "at an unknown time"
    days = (today.date() - moment.date()).days
    year = f" {moment.year}" if moment.year != today.year else ""
    day = {0: "today", 1: "yesterday"}.get(days) or f"{moment.day} {month_name[moment.month]}{year}"
    return f"{day}, {moment:%H:%M}"
