"""The start screen: groups of tiles (a moving picture with a title) that are always in the same place."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.start_presets import StartPreset
from gpulife.window.design import (
    ACCENT,
    BODY,
    CAPTION,
    CHOSEN,
    GAP,
    GROUND,
    HEADING,
    LEAD,
    NEAR,
    NOTICE,
    NOTICE_GROUND,
    RAISED,
    ROUNDING,
    SMALL,
    STRONG,
    SURFACE,
    TEXT,
    TIGHT,
    TITLE,
    WIDE_GAP,
    TextStyle,
    packed,
    styled,
    vec4,
)
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.pages import back_pressed, dim_what_is_behind, focus_here, view_and_scale, whole_window
from gpulife.window.panels.widgets import button_colour, button_row, draw_picture, elided, sentence, tooltip

PREVIEW = (240, 135)
"""(width, height) of the moving pictures, in units of 1/96 inch. They are smaller if not all of them have room."""
_COLUMNS = range(3, 10)
_MIN_WIDTH = 132.0
"""Minimum width of a tile, in units of 1/96 inch. If not all tiles have room at this width, the page scrolls."""
FIRST_SIZE = (1232, 132)
"""(width, height) of the notice in a large window, in units of 1/96 inch. It is as wide as all tiles together."""
_LOW = 700.0
"""In windows that are lower than this, in units of 1/96 inch, the notice is half as high."""
_SHADE_SHARE = 0.25
"""Share of the notice's width over which the shade behind its words fades out."""
_SENTENCE_SHARE = 0.85
"""The sentence below the tiles takes at most this share of their width; the key for help stands at its right."""
_PRESS_HERE = "Choose with the pointer, the arrow keys or a gamepad"


DrawTile = Callable[[Point, Point], None]
"""Function that draws a picture between two opposite corners, in points of the window."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A choice on the start screen.

    Attributes:
        name: its name in the program.
        title: its title.
        about: a sentence, shown below all tiles while the pointer or the focus is on this one; "" for none.
        facts: a few words below the title.
        icon: a character of the icon font. It is large on a tile without a picture, and small in the corner of a
            picture; "" for none.
    """

    name: str
    title: str
    about: str
    facts: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A group of tiles. ``title`` is shown above them; "" for none."""

    title: str
    entries: Sequence[Entry]


def entries_of(modes: Iterable[StartPreset]) -> list[Entry]:
    """Return the start screen's entries for ``modes`` (games and universes); games are sorted by year."""
    ordered = sorted(modes, key=lambda mode: mode.spec.credit.year if mode.is_contest and mode.spec.credit else 0)
    return [Entry(mode.name, mode.title, mode.sentence, mode.facts) for mode in ordered]


@dataclass(frozen=True, slots=True)
class Notice:
    """The notice above the tiles, which suggests what to do first. It is as wide as all tiles, and has a button.

    Attributes:
        entry: the suggested entry. Its facts are shown below the title.
        label: label of the button.
        others: entries for more buttons, at the notice's right edge. Only the titles of these entries are shown.
        is_urgent: True if the buttons for ``others`` are coloured, because they need attention.
    """

    entry: Entry
    label: str
    others: Sequence[Entry] = ()
    is_urgent: bool = False


@dataclass(frozen=True, slots=True)
class _Tiles:
    """Sizes of the tiles, in points.

    Attributes:
        columns: tiles in a row.
        picture: (width, height) of a picture.
        height: height of a tile.
        heading: height of a group's title; 0 without titles.
        gap: space between tiles.
    """

    columns: int
    picture: tuple[float, float]
    height: float
    heading: float
    gap: float

    def places(self, groups: Sequence[Group]) -> Iterator[tuple[Group, int, int]]:
        """Yield each group with the row and the column of its first tile. Small groups share a row."""
        row = column = 0
        for group in groups:
            if column and (column + len(group.entries) > self.columns):
                row, column = row + 1, 0
            yield group, row, column
            column += len(group.entries)
            row += (column - 1) // self.columns
            column = (column - 1) % self.columns + 1

    def rows(self, groups: Sequence[Group]) -> int:
        """Return the number of rows of tiles."""
        _, row, column = list(self.places(groups))[-1]
        return row + 1 + (column + len(groups[-1].entries) - 1) // self.columns

    def total(self, groups: Sequence[Group]) -> float:
        """Return the height of all groups, in points."""
        headings = len({row for _, row, _ in self.places(groups)})
        return self.rows(groups) * (self.height + self.gap) + headings * self.heading


def _tiles(groups: Sequence[Group], room: tuple[float, float], scale: float, largest: float) -> _Tiles:
    """Return the largest tiles with which all groups fit, or the smallest tiles if none fit.

    Args:
        groups: the groups of tiles.
        room: (width, height) of the space for all groups, in points.
        scale: points per 1/96 inch.
        largest: maximum width of a tile, in units of 1/96 inch.
    """
    gap = GAP * scale
    has_facts = any(entry.facts for group in groups for entry in group.entries)
    words = (TIGHT + STRONG.size + (SMALL.size if has_facts else 0.0) + NEAR) * scale
    heading = (STRONG.size + GAP + NEAR) * scale if any(group.title for group in groups) else 0.0
    best: _Tiles | None = None
    for columns in _COLUMNS:
        width = (room[0] - gap * (columns - 1)) / columns
        if best is not None and width < _MIN_WIDTH * scale:
            break
        width = min(width, largest * scale)
        height = width * PREVIEW[1] / PREVIEW[0]
        best = _Tiles(columns, (width, height), height + words, heading, gap)
        if best.total(groups) <= room[1]:
            break
    assert best is not None  # noqa: S101 - _COLUMNS is not empty
    return best


@dataclass(slots=True)
class Shown:
    """What happened in one frame of the start screen.

    Attributes:
        chosen: name of the chosen entry, "" to go back, or None if nothing was chosen.
        pointed: the entry that is under the pointer or has the focus; None for none.
        visible: names of the entries that are in view.
    """

    chosen: str | None = None
    pointed: Entry | None = None
    visible: set[str] = field(default_factory=set)


class _Page:
    """Draws one frame of the start screen, and notes what happens in it."""

    def __init__(
        self, tiles: _Tiles, previews: Mapping[str, int], drawn: Mapping[str, DrawTile], first: str, scale: float
    ) -> None:
        self._tiles, self._previews, self._drawn, self._first, self._scale = tiles, previews, drawn, first, scale
        self.shown = Shown()

    def groups(self, groups: Sequence[Group], left: float, top: float) -> float:
        """Draw all groups; return the lower edge of the last one."""
        tiles, shown_rows, y = self._tiles, -1, top
        for group, row, column in tiles.places(groups):
            if row > shown_rows:
                y += tiles.heading
            for number, entry in enumerate(group.entries):
                down, across = divmod(column + number, tiles.columns)
                x = left + across * (tiles.picture[0] + tiles.gap)
                place = y + (row + down) * (tiles.height + tiles.gap)
                if number == 0 and group.title:
                    imgui.set_cursor_pos((x, place - tiles.heading + GAP * self._scale))
                    with styled(STRONG):
                        imgui.text_colored(vec4(ACCENT), group.title)
                imgui.set_cursor_pos((x, place))
                self._tile(entry)
            shown_rows = max(shown_rows, row)
        return top + tiles.total(groups)

    def _tile(self, entry: Entry) -> None:
        """Draw a tile where Dear ImGui would draw the next widget."""
        width, height = self._tiles.picture
        corner, pen = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        size = width, self._tiles.height
        pressed = imgui.invisible_button(f"{entry.title}###{entry.name}", size, imgui.ButtonFlags_.enable_nav)
        if pressed:
            self.shown.chosen = entry.name
        if entry.name == self._first and imgui.is_window_appearing():
            imgui.set_item_default_focus()
            imgui.set_nav_cursor_visible(True)
        lit = self._note(entry)
        if not imgui.is_item_visible():
            return
        self.shown.visible.add(entry.name)
        end, rounding = (corner.x + width, corner.y + height), ROUNDING * self._scale
        texture = self._previews.get(entry.name)
        draw_picture(texture, (corner.x, corner.y), end, RAISED if entry.icon else SURFACE)
        if (draw := self._drawn.get(entry.name)) is not None:
            draw((corner.x, corner.y), end)
            # The picture has sharp corners: what lies outside the rounded ones gets the page's colour again.
            outer = (corner.x - rounding, corner.y - rounding), (end[0] + rounding, end[1] + rounding)
            pen.add_rect(*outer, packed(GROUND), 2 * rounding, rounding)
        if entry.icon and texture is None:
            _icon(entry.icon, (corner.x + width / 2, corner.y + height / 2), height * 0.42 / self._scale)
        elif entry.icon:
            radius = BODY.size * 0.9 * self._scale
            middle = corner.x + radius + TIGHT * self._scale, corner.y + radius + TIGHT * self._scale
            pen.add_circle_filled(middle, radius, packed(GROUND, 0.85))
            _icon(entry.icon, middle, BODY.size)
        if lit:
            pen.add_rect(corner, end, packed(ACCENT), rounding, 2 * self._scale)
        y = end[1] + TIGHT * self._scale
        _words(STRONG, entry.title, (corner.x, y), width, packed(ACCENT if lit else TEXT))
        _words(SMALL, entry.facts, (corner.x, y + (STRONG.size + 2) * self._scale), width, packed(CAPTION))

    def _note(self, entry: Entry) -> bool:
        """Return True if the pointer or the focus is on the widget drawn last; the page then describes ``entry``."""
        io = imgui.get_io()
        is_hovered = imgui.is_item_hovered()
        if is_hovered and (io.mouse_delta.x or io.mouse_delta.y):
            imgui.set_nav_cursor_visible(False)  # so that only the entry under the pointer is marked
        has_focus = imgui.is_item_focused() and io.nav_visible
        is_hovered &= not io.nav_visible
        if is_hovered or has_focus:
            self.shown.pointed = entry
        return is_hovered or has_focus

    def corner(self, entries: Sequence[Entry], right: float, top: float) -> float:
        """Draw small buttons with icons, ending at the right edge; return the left edge of the leftmost button."""
        side, gap = imgui.get_frame_height(), NEAR * self._scale
        for entry in reversed(entries):
            right -= side
            imgui.set_cursor_pos((right, top))
            if imgui.button(f"{entry.icon}###{entry.name}", (side, side)):
                self.shown.chosen = entry.name
            tooltip(entry.about)
            self._note(entry)
            right -= gap
        return right

    def notice(self, notice: Notice, left: float, top: float, size: tuple[float, float]) -> None:
        """Draw the notice, with a moving picture as its background."""
        (width, height), scale, entry = size, self._scale, notice.entry
        imgui.set_cursor_pos((left, top))
        corner, pen = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        end, rounding = (corner.x + width, corner.y + height), ROUNDING * scale
        inset, gap = WIDE_GAP * scale, NEAR * scale
        button_height, words_height = (LEAD.size + 2 * GAP) * scale, (HEADING.size + BODY.size) * scale + gap
        with styled(LEAD):
            button = imgui.calc_text_size(notice.label).x + 2 * inset
        is_low = height < words_height + button_height + 3 * gap
        pen.add_rect_filled(corner, end, packed(SURFACE), rounding)
        self.shown.visible.add(NOTICE_PICTURE)
        texture = self._previews.get(NOTICE_PICTURE)
        if texture is not None:
            cut = max(
                0.0, (1 - height / width * FIRST_SIZE[0] / FIRST_SIZE[1]) / 2
            )  # of a low picture, only the middle is shown
            upper, lower = (0.0, 1 - cut), (1.0, cut)
            pen.add_image_rounded(imgui.ImTextureRef(texture), corner, end, upper, lower, packed(TEXT), rounding)
            shade, clear = packed(GROUND, 0.94), packed(GROUND, 0.1)
            middle = corner.x + width * (0.7 if is_low else 0.35)
            pen.add_rect_filled(corner, (middle, end[1]), shade, rounding, imgui.ImDrawFlags_.round_left.value)
            last = middle + width * _SHADE_SHARE, end[1]
            pen.add_rect_filled_multi_color((middle, corner.y), last, shade, clear, clear, shade)
        y = corner.y + (height - words_height - (0 if is_low else button_height + gap)) / 2
        x, room = corner.x + inset + (button + inset if is_low else 0), width - 3 * inset - (button if is_low else 0)
        if is_low:
            room -= sum(_wide(other.title) + gap for other in notice.others)
        _words(HEADING, entry.title, (x, y), room, packed(TEXT))
        _words(BODY, sentence(entry.facts), (x, y + (HEADING.size + TIGHT) * scale), room, packed(CAPTION))
        y = corner.y + (height - button_height) / 2 if is_low else y + words_height + gap
        imgui.set_cursor_screen_pos((corner.x + inset, y))
        with styled(LEAD), button_colour(CHOSEN):
            if imgui.button(f"{notice.label}###{entry.name or 'back'} first", (button, button_height)):
                self.shown.chosen = entry.name
        if not self._first and imgui.is_window_appearing():
            focus_here()
        self._note(entry)
        # At the same height: otherwise Dear ImGui does not find them at the right of the button.
        x, y = end[0] - inset, y + (button_height - imgui.get_frame_height()) / 2
        for other in notice.others:
            wide = _wide(other.title)
            x -= wide
            imgui.set_cursor_screen_pos((x, y))
            with button_colour(NOTICE_GROUND if notice.is_urgent else RAISED):
                if imgui.button(f"{other.title}###{other.name}", (wide, 0)):
                    self.shown.chosen = other.name
            self._note(other)
            x -= gap


NOTICE_PICTURE = "first"
"""Name of the preview that is the notice's background."""


def start_screen(
    groups: Sequence[Group],
    previews: Mapping[str, int],
    *,
    can_go_back: bool,
    notice: Notice | None = None,
    focus: str = "",
    corner: Sequence[Entry] = (),
    drawn: Mapping[str, DrawTile] | None = None,
    title: str = "gpulife",
    back: str = "Back to the universe",
    largest: float = PREVIEW[0],
) -> Shown:
    """Draw the start screen over the whole window.

    Args:
        groups: groups of tiles, in the order in which they are shown.
        previews: OpenGL IDs of the textures with the entries' pictures, keyed by the entry's name.
        can_go_back: True if there is something to go back to.
        notice: the suggestion above the tiles; None for none. If its entry's name is "", its button is the only one to
            go back.
        focus: name of the entry that gets the focus at first; "" for ``notice`` or, without it, the first tile.
        corner: entries that are shown as icons in the upper right corner. The tooltip is the entry's ``about``.
        drawn: functions that draw the pictures of entries without a texture, keyed by the entry's name.
        title: the screen's title.
        back: label of the button to go back. Escape also goes back.
        largest: maximum width of a tile, in units of 1/96 inch.
    """
    view, scale = view_and_scale()
    names = [entry.name for group in groups for entry in group.entries]
    first = focus if focus in names else "" if notice is not None or not names else names[0]
    edge, gap = WIDE_GAP * scale, GAP * scale
    head, foot = (TITLE.size + GAP) * scale, (LEAD.size + 2 * GAP) * scale
    high = 0.0 if notice is None else FIRST_SIZE[1] * scale / (2 if view.y < _LOW * scale else 1)
    apart = 0.0 if notice is None or any(group.title for group in groups) else WIDE_GAP * scale
    with whole_window(f"start screen {title}"):
        room = view.x - 2 * edge, view.y - 2 * gap - head - high - apart - gap - foot
        tiles = _tiles(groups, room, scale, largest)
        wide = tiles.columns * (tiles.picture[0] + tiles.gap) - tiles.gap
        left = (view.x - wide) / 2
        top = gap + max(0.0, (room[1] - tiles.total(groups)) / 2)
        page = _Page(tiles, previews, drawn or {}, first, scale)
        imgui.set_cursor_pos((left, top))
        with styled(TITLE):
            imgui.text(title)
        right = page.corner(corner, left + wide, top + NEAR * scale)
        if can_go_back and (notice is None or notice.entry.name != ""):
            words = _wide(back)
            imgui.set_cursor_pos((right - words, top + NEAR * scale))
            if imgui.button(back, (words, 0)):
                page.shown.chosen = ""
        top += head + gap
        if notice is not None:
            page.notice(notice, left, top, (wide, high))
            top += high + apart
        bottom = page.groups(groups, left, top)
        about = page.shown.pointed.about if page.shown.pointed is not None else ""
        # At the window's lower edge, also while tiles scroll below it.
        imgui.set_cursor_pos((left, bottom + foot + gap))
        imgui.dummy((0, 0))
        _footer(about, left, view.y - foot, wide * _SENTENCE_SHARE, on_tiles=bottom > view.y - foot)
        # The Escape that has just opened the page must not close it.
        if can_go_back and back_pressed() and not imgui.is_window_appearing():
            page.shown.chosen = ""
    return page.shown


def _footer(words: str, left: float, top: float, room: float, *, on_tiles: bool) -> None:
    """Draw the sentence about an entry, with its upper left corner at (``left``, ``top``).

    Without a sentence, say how to choose. If ``on_tiles`` is True there are tiles at this place: the sentence then has
    a background across the window, and is left out if it would only say how to choose.
    """
    if on_tiles and not words:
        return
    pen, style = imgui.get_window_draw_list(), LEAD if words else BODY
    if on_tiles:
        view, scale = view_and_scale()
        pen.add_rect_filled((0, top - GAP * scale), (view.x, view.y), packed(GROUND, 0.95))
    with styled(style):
        pen.add_text((left, top), packed(TEXT if words else CAPTION), elided(sentence(words or _PRESS_HERE), room))


def _wide(label: str) -> float:
    """Return the width in points of a button with this label."""
    return float(imgui.calc_text_size(label).x + 2 * imgui.get_frame_height())


def _icon(icon: str, middle: tuple[float, float], size: float) -> None:
    """Draw an icon whose centre is ``middle``, ``size`` units of 1/96 inch high."""
    with imgui_ctx.push_font(None, size):
        room = imgui.calc_text_size(icon)
        place = middle[0] - room.x / 2, middle[1] - room.y / 2
        imgui.get_window_draw_list().add_text(place, packed(ACCENT), icon)


def _words(style: TextStyle, words: str, place: tuple[float, float], room: float, colour: int) -> None:
    """Draw words with their upper left corner at ``place``, shortened to a width of ``room`` points."""
    with styled(style):
        imgui.get_window_draw_list().add_text(place, colour, elided(words, room))


def flashing_question() -> bool | None:
    """Ask the user, at the first start, whether to reduce flashing; return the answer, or None while there is none."""
    view, scale = view_and_scale()
    imgui.set_next_window_pos(imgui.get_main_viewport().get_center(), imgui.Cond_.always, imgui.ImVec2(0.5, 0.5))
    width = min(520 * scale, view.x * 0.9)
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(1.0)
    flags = (
        imgui.WindowFlags_.no_collapse
        | imgui.WindowFlags_.no_saved_settings
        | imgui.WindowFlags_.no_move
        | imgui.WindowFlags_.no_title_bar
        | imgui.WindowFlags_.always_auto_resize
    )
    with imgui_ctx.begin("Flashing", None, flags):
        # A click outside it would bring what is below to the front.
        imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
        dim_what_is_behind(view)
        with styled(HEADING):
            imgui.text_colored(vec4(NOTICE), "Flashing")
        imgui.text_wrapped(
            "Universes can flicker: thousands of cells change colour many times a second. This can be unpleasant, and "
            "dangerous for people with photosensitive epilepsy. Should pictures change slowly and softly? You can "
            "change this later in the settings (the gear), under Effects."
        )
        imgui.spacing()
        pressed = button_row(["Reduce flashing", "Show everything"], columns=1)
        if not imgui.is_window_focused(imgui.FocusedFlags_.root_and_child_windows):
            imgui.set_window_focus()
    return None if pressed is None else pressed == 0
