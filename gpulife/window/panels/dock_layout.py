"""Draws all panels: a column on the left, bars along the top and the bottom, and one docked window on the right.

The panels fit into the window at any size, and lie side by side with thin lines between them.

To add a section to the column, add a line to ``_sections``. To add a docked window, add a line to ``DOCKED``.
``PanelState.toggle_docked`` opens and closes it.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import ChangeSetting, CommandOrAction, MapPad
from gpulife.printing import printable
from gpulife.window.design import ACCENT, GAP, LINE, NEAR, NOTICE, SURFACE, TIGHT, faded, packed, vec4
from gpulife.window.panels import (
    census,
    files,
    identify_panel,
    keys,
    look,
    new_universe,
    pattern_browser,
    players,
    program,
    run_controls,
    sound,
    steps,
    timeline,
    tool_bar,
)
from gpulife.window.panels import draw_cells as draw
from gpulife.window.panels import workbench as workbench_panels
from gpulife.window.panels.pages import back_pressed, place_next_window, view_and_scale
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.screen_regions import COLUMN_WIDTHS, DOCKED_WIDTHS, Area, Covered, Regions, regions
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import group_title, tab_row

DOCKED: dict[str, Callable[[PanelState, Snapshot], Iterable[CommandOrAction]]] = {
    keys.TITLE: keys.panel,
    pattern_browser.TITLE: pattern_browser.panel,
    identify_panel.TITLE: identify_panel.panel,
}
"""Drawing functions, keyed by title, of the windows that can be docked on the right. At most one window is docked."""
_LOWER_WORD = re.compile(r"^[a-z]+(?=[:,]? )")
"""Matches a message's first word if it has only the letters a to z. The word is then capitalized."""
_HANDLE = 8.0
"""Width of the handle at the docked window's left edge, in points of a 96 dpi screen."""
_FADE = 48.0
"""Height of the fade at the lower edge of the column, in points of a 96 dpi screen. Its lower half has an arrow."""
_OPAQUE = 1.0
"""Opacity of windows over panels or the board, through which nothing may be seen."""
_FIXED = (
    imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_collapse
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
)


def covered_by_panels(state: PanelState, column_width: float, docked_width: float, *, has_tool_bar: bool) -> Covered:
    """Return what the panels cover at the window's edges, in points.

    The widths are those that the user has chosen in the settings, in points of a 96 dpi screen. ``has_tool_bar`` is
    True if the panels include the tool bar.
    """
    return _regions(state, column_width, docked_width, has_tool_bar=has_tool_bar).covered


def draw_all_panels(state: PanelState, snapshot: Snapshot) -> list[CommandOrAction]:
    """Draw every panel; return the user's requests in order."""
    settings = snapshot.settings
    if state.docked != keys.TITLE:
        state.forget_binding()
    state.has_tool_bar = snapshot.workbench is not None
    areas = _regions(state, settings.column_width, settings.docked_width, has_tool_bar=state.has_tool_bar)
    commands: list[CommandOrAction] = []
    state.species = min(state.species, snapshot.rule.live_states)  # the rule may have changed
    pen = imgui.get_background_draw_list()
    for left, top, right, bottom in areas.lines(has_docked=state.docked in DOCKED):
        pen.add_rect_filled((left, top), (right, bottom), packed(LINE))
    if state.has_tool_bar:
        if _begin_panel(state, tool_bar.TITLE, areas.tool_bar, padding=(GAP, NEAR)):
            commands += tool_bar.panel(state, snapshot)
        imgui.end()
    if _begin_panel(state, "Universe", areas.column, COLUMN_WIDTHS, padding=(0.0, 0.0)):
        commands += _draw_tabs(state, snapshot)
    commands += _end_panel(areas.column, "column_width")
    if _begin_panel(state, "Time", areas.bar):
        commands += timeline.panel(snapshot)
    imgui.end()
    if (docked := state.docked) in DOCKED:  # its x, or its content, may close it while it is drawn
        if _begin_panel(state, docked, areas.docked, closes=True):
            commands += _docked_width(areas.docked)
            commands += DOCKED[docked](state, snapshot)
        imgui.end()
    if snapshot.wizard is not None:
        commands += _draw_wizard(snapshot, areas.covered)
    follow_focus(state)
    return commands


def draw_message(
    text: str,
    above: float = 0.0,
    sides: tuple[float, float] = (0.0, 0.0),
    *,
    at_pointer: bool = False,
    is_low: bool = False,
) -> None:
    """Draw a message at the upper or lower edge, or beside the pointer.

    Args:
        text: the message.
        above: points to leave free at the upper edge of the window.
        sides: points to leave free at the left and right edges; the message is centred between them.
        at_pointer: True to draw the message beside the pointer.
        is_low: True for the lower edge, False for the upper edge. It has no effect beside the pointer.
    """
    view, scale = view_and_scale()
    room = view.x - sum(sides)
    place, pivot = imgui.ImVec2(sides[0] + room / 2, max(above + 6 * scale, 14 * scale)), imgui.ImVec2(0.5, 0)
    if is_low:
        place, pivot = imgui.ImVec2(place.x, view.y - 3 * scale), imgui.ImVec2(0.5, 1)
        imgui.set_next_window_bg_alpha(_OPAQUE)
    pointer = imgui.get_mouse_pos()
    is_beside = at_pointer and 0 <= pointer.x < view.x and 0 <= pointer.y < view.y
    if is_beside:  # on the side with more room
        right, low = pointer.x > view.x / 2, pointer.y > view.y / 2
        place = imgui.ImVec2(pointer.x + (-8 if right else 16) * scale, pointer.y + (-8 if low else 16) * scale)
        pivot = imgui.ImVec2(float(right), float(low))
    flags = (
        imgui.WindowFlags_.no_decoration
        | imgui.WindowFlags_.no_saved_settings
        | imgui.WindowFlags_.no_inputs
        | imgui.WindowFlags_.no_focus_on_appearing
    )
    text = _LOWER_WORD.sub(lambda word: word[0].capitalize(), printable(text))  # it may contain any name
    widest = (view.x / 2 if is_beside else room) - 2 * (14 * scale + imgui.get_style().window_padding.x)
    padding = imgui.get_style().window_padding
    wide, high = imgui.calc_text_size(text, wrap_width=widest)
    wide, high = wide + 2 * padding.x + 1, high + 2 * padding.y
    imgui.set_next_window_size((wide, high))  # fitting by itself takes a second frame, and there may be none for long
    if not is_beside:
        place = imgui.ImVec2(place.x, _beside_tooltip(place.x - wide / 2, place.y, wide, high, is_low=is_low))
    imgui.set_next_window_pos(place, imgui.Cond_.always, pivot)
    with imgui_ctx.begin("message", None, flags):
        imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
        wrap = imgui.get_cursor_pos_x() + min(imgui.calc_text_size(text).x + 1, widest)
        with imgui_ctx.push_text_wrap_pos(wrap):
            imgui.text_colored(NOTICE, text)


def _beside_tooltip(left: float, edge: float, wide: float, high: float, *, is_low: bool) -> float:
    """Return where a message's edge must be so that an open tooltip, drawn later, does not hide the message.

    The result is the y of its upper edge or, if ``is_low``, of its lower edge, in points.

    Args:
        left: left edge of the message in points.
        edge: where the message's upper edge would be without a tooltip, in points; its lower edge if ``is_low``.
        wide: width of the message in points.
        high: height of the message in points.
        is_low: True if the message is at the lower edge of the window, and must move up.
    """
    gap = TIGHT * view_and_scale()[1]
    for window in imgui.get_current_context().windows:
        if not (window.flags & imgui.WindowFlags_.tooltip and window.active):
            continue
        (x, y), (width, height) = window.pos, window.size
        top = edge - high if is_low else edge
        if x < left + wide and left < x + width and y < top + high and top < y + height:
            edge = y - gap if is_low else y + height + gap
    return edge


def _regions(state: PanelState, column_width: float, docked_width: float, *, has_tool_bar: bool) -> Regions:
    view, scale = view_and_scale()
    has_docked = state.docked in DOCKED
    return regions(
        (view.x, view.y), scale, column_width, docked_width, has_docked=has_docked, has_tool_bar=has_tool_bar
    )


Section = tuple[str, Callable[[], Iterable[CommandOrAction]]]
"""A section of the column: title, and function that draws it."""


def _sections(state: PanelState, snapshot: Snapshot) -> dict[str, list[Section]]:
    """Return the sections of each tab of the column."""
    workbench: list[Section] = [
        ("Tools", lambda: workbench_panels.tools_panel(state, snapshot)),
        ("Selection", lambda: workbench_panels.selection_panel(state, snapshot)),
    ]
    return {
        "Board": [
            ("Census", lambda: census.panel(snapshot)),
            ("Speed", lambda: run_controls.speed_panel(snapshot)),
            *((("Steps", lambda: steps.panel(state)),) if snapshot.match.is_universe else ()),
        ],
        "Edit": [
            *(workbench if snapshot.workbench is not None else ()),
            ("Draw", lambda: draw.panel(state, snapshot)),
        ],
        "Files": [
            ("Files", lambda: files.panel(snapshot)),
            ("New universe", lambda: new_universe.panel(state, snapshot)),
            *((title, partial(panel, state, snapshot)) for title, panel in snapshot.panels.items()),
        ],
        "Settings": [("View", look.view_panel), *settings_sections(state, snapshot)],
    }


def settings_sections(state: PanelState, snapshot: Snapshot) -> list[Section]:
    """Return the sections with the settings."""
    has_players = not snapshot.match.is_universe or snapshot.shows_scores  # of other universes the board alone is shown
    return [
        ("Look", lambda: look.panel(snapshot)),
        ("Effects", lambda: look.effects_panel(snapshot)),
        *((("Players", lambda: players.panel(state, snapshot)),) if has_players else ()),
        (sound.TITLE, lambda: sound.panel(snapshot)),
        (keys.TITLE, lambda: keys.section(state, snapshot)),
        (program.TITLE, lambda: program.panel(snapshot)),
    ]


_TAB_ICONS = {
    "Board": icons.ICON_FA_CHART_LINE,
    "Edit": icons.ICON_FA_PENCIL,
    "Files": icons.ICON_FA_FOLDER_OPEN,
    "Settings": icons.ICON_FA_SLIDERS,
}
"""The icon of each tab of the column."""


_TABS_INSET = TIGHT
"""Space above the tabs, in units of 1/96 inch."""


def _draw_tabs(state: PanelState, snapshot: Snapshot) -> list[CommandOrAction]:
    """Draw the tabs of the column, and below them the sections of the chosen one; return the user's requests."""
    tabs = _sections(state, snapshot)
    for tab, sections in tabs.items():
        if state.section_to_open in [title for title, _ in sections]:
            state.tab = tab
    titles = list(tabs)
    commands: list[CommandOrAction] = []
    imgui.set_cursor_pos_y(_TABS_INSET * view_and_scale()[1])
    with imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing, (0.0, 0.0)):
        chosen = tab_row(_TAB_ICONS, titles.index(state.tab))
    if chosen is not None:
        state.tab = titles[chosen]
    flags = imgui.ChildFlags_.always_use_window_padding | imgui.ChildFlags_.nav_flattened
    inset = GAP * view_and_scale()[1]
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (inset, inset)),
        imgui_ctx.begin_child("sections", imgui.ImVec2(0.0, 0.0), flags),
    ):
        if chosen is not None or state.from_top:
            imgui.set_scroll_y(0.0)
            state.from_top = False
        if not state.has_tool_bar:
            commands += run_controls.panel(snapshot)
        commands += run_controls.seeds_panel(snapshot)
        commands += _draw_sections(state, tabs[state.tab])
        _fade_out_below()
    return commands


def _fade_out_below() -> None:
    """If the window can be scrolled down, fade out its lowest line and draw an arrow, so that no line looks cut off."""
    if imgui.get_scroll_y() >= imgui.get_scroll_max_y() - 1:
        return
    scale, pen = view_and_scale()[1], imgui.get_window_draw_list()
    (left, top), (wide, high) = imgui.get_window_pos(), imgui.get_window_size()
    right, low = left + wide - imgui.get_style().scrollbar_size, top + high
    solid, middle = low - _FADE * scale / 2, (left + right) / 2
    clear, ground = packed(faded(SURFACE, 0.0)), packed(SURFACE)
    pen.add_rect_filled_multi_color((left, low - _FADE * scale), (right, solid), clear, clear, ground, ground)
    pen.add_rect_filled((left, solid), (right, low), ground)
    words = imgui.calc_text_size(icons.ICON_FA_CHEVRON_DOWN)
    pen.add_text(
        (middle - words.x / 2, solid + (low - solid - words.y) / 2), packed(ACCENT), icons.ICON_FA_CHEVRON_DOWN
    )


def _draw_sections(state: PanelState, sections: Iterable[Section]) -> list[CommandOrAction]:
    """Draw ``sections``, those of the chosen tab, one below the other; return the user's requests."""
    commands: list[CommandOrAction] = []
    with imgui_ctx.push_id(state.tab):
        for number, (title, panel) in enumerate(sections):
            if title == state.section_to_open:
                state.section_to_open = ""
                top = imgui.get_cursor_pos_y() - imgui.get_style().item_spacing.y / 2
                imgui.set_scroll_from_pos_y(top - imgui.get_scroll_y(), 0.0)
            if number or not state.has_tool_bar:
                imgui.dummy((0, NEAR * view_and_scale()[1]))
            group_title(title)
            with imgui_ctx.push_id(title):
                commands += panel()
    return commands


def _begin_panel(
    state: PanelState,
    title: str,
    area: Area,
    widths: tuple[float, float] | None = None,
    *,
    closes: bool = False,
    padding: tuple[float, float] = (GAP, GAP),
) -> bool:
    """Begin to draw a panel in its area; return whether its content is visible.

    Args:
        state: the panels' state.
        title: title of the panel.
        area: the panel's area, in points.
        widths: minimum and maximum width to which the user may drag the panel, in points of a 96 dpi screen; None if
            the width is fixed.
        closes: True if the panel has a close button.
        padding: horizontal and vertical space at the panel's edges, in points of a 96 dpi screen.
    """
    scale = view_and_scale()[1]
    across, down = (space * scale for space in padding)
    left, top, right, bottom = area
    place_next_window((left, top), (right - left, bottom - top), imgui.Cond_.always)
    flags = _FIXED
    if widths is None:
        flags |= imgui.WindowFlags_.no_resize
    flags |= 0 if closes else imgui.WindowFlags_.no_title_bar
    if widths is not None:
        low, high = (width * scale for width in widths)
        imgui.set_next_window_size_constraints(
            (min(low, right - left), bottom - top), (max(high, right - left), bottom - top)
        )
    if state.clears_backgrounds and not closes:
        flags |= imgui.WindowFlags_.no_background
    imgui.set_next_window_bg_alpha(_OPAQUE)
    focus_next_panel(state, title)
    no_grip = vec4(faded(SURFACE, 0.0))  # the whole side can be dragged
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_rounding, 0.0),
        imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, (across, imgui.get_style().frame_padding.y)),
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (across, down)),
        imgui_ctx.push_style_color(imgui.Col_.resize_grip, no_grip),
    ):
        shown, stays = imgui.begin(title, True if closes else None, flags)
    focus_first_widget(state, title)
    if state.clears_backgrounds and not closes:
        state.backgrounds.append((round(left), round(top), round(right - left), round(bottom - top)))
    if closes and not stays:
        state.docked = ""
    return bool(shown)


def _end_panel(area: Area, setting: str) -> list[CommandOrAction]:
    """End a panel. If the user has dragged its side, return the request to save the new width as ``setting``."""
    scale, width = view_and_scale()[1], imgui.get_window_width()
    imgui.end()
    if abs(width - (area[2] - area[0])) < 1.0:
        return []
    return [ChangeSetting(setting, round(width / scale, 1))]


def _docked_width(area: Area) -> list[CommandOrAction]:
    """Let the user drag the docked window's left edge; return the request to save its new width."""
    (left, top, right, bottom), scale = area, view_and_scale()[1]
    inside, title = imgui.get_cursor_pos(), imgui.get_frame_height()
    high = bottom - top - title - GAP * scale  # if it were higher, the window would scroll
    imgui.set_cursor_screen_pos((left, top + title))
    imgui.push_item_flag(imgui.ItemFlags_.no_nav, True)  # noqa: FBT003 - Dear ImGui has it so
    imgui.invisible_button("##width", (_HANDLE * scale, high))
    imgui.pop_item_flag()
    held = imgui.is_item_active()
    if held or imgui.is_item_hovered():
        imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ew)
        colour = imgui.get_color_u32(imgui.Col_.separator_active if held else imgui.Col_.separator_hovered)
        imgui.get_window_draw_list().add_rect_filled((left, top), (left + _HANDLE * scale / 2, bottom), colour)
    imgui.set_cursor_pos(inside)
    moved = imgui.get_io().mouse_delta.x
    if not held or not moved:
        return []
    width = min(max((right - imgui.get_mouse_pos().x) / scale, DOCKED_WIDTHS[0]), DOCKED_WIDTHS[1])
    return [ChangeSetting("docked_width", round(width, 1))]


def _draw_wizard(snapshot: Snapshot, covered: Covered) -> list[CommandOrAction]:
    assert snapshot.wizard is not None  # noqa: S101 - the caller asked
    view, scale = view_and_scale()
    room = view.x - covered.left - covered.right
    imgui.set_next_window_pos((covered.left + room / 2, view.y / 3), imgui.Cond_.always, (0.5, 0.5))
    width = min(440 * scale, room * 0.95)
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    with imgui_ctx.begin("Gamepad", p_open=True, flags=_FIXED | imgui.WindowFlags_.always_auto_resize) as window:
        commands = list(keys.mapping_panel(snapshot.wizard)) if window.expanded else []
    return commands if window.opened else [*commands, MapPad("cancel")]


# The keyboard's focus: one key moves it from the board to the first panel, from panel to panel, and back.


def panel_titles(state: PanelState) -> list[str]:
    """Return the titles of the panels in the order in which the keyboard reaches them; "" is the board."""
    return ["", *([tool_bar.TITLE] if state.has_tool_bar else []), "Universe", "Time", *filter(None, [state.docked])]


def move_focus(state: PanelState, *, backwards: bool) -> None:
    """Let keys operate the next panel or, if ``backwards``, the previous one. The board comes after all panels."""
    titles = panel_titles(state)
    here = titles.index(state.focused) if state.focused in titles else 0
    state.focused = titles[(here + (-1 if backwards else 1)) % len(titles)]
    state.wants_focus = True


def focus_next_panel(state: PanelState, title: str) -> None:
    """If the user has just moved to the panel ``title``, give it the focus. Call this before drawing the panel."""
    if state.wants_focus and state.focused == title:
        imgui.set_next_window_focus()


def focus_first_widget(state: PanelState, title: str) -> None:
    """If the user has just moved to the panel ``title``, focus its first widget. Call this while drawing the panel."""
    if state.wants_focus and state.focused == title:
        imgui.internal.nav_init_window(imgui.internal.get_current_window(), force_reinit=True)


def follow_focus(state: PanelState) -> None:
    """Highlight the focus if it has just moved; on Escape, move it to the board. Call this after drawing all panels."""
    if state.focused not in panel_titles(state):
        state.focused, state.wants_focus = "", True
    if state.wants_focus:
        state.wants_focus = False
        imgui.set_nav_cursor_visible(bool(state.focused))
        if not state.focused:
            imgui.set_window_focus(None)
    elif state.focused and back_pressed():
        state.focused, state.wants_focus = "", True
