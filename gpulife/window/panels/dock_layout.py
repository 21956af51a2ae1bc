"""Draw all panels: a column on the left and a bar along the bottom, on screens from 1024x600 to the largest.

Positions are suggestions for the first start; afterwards the layout is the user's.
"""

from collections.abc import Callable, Iterable
from functools import partial

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import CommandOrAction, MapPad
from gpulife.printing import printable
from gpulife.window.panels import census, files, keys, look, new_universe, players, run_controls, sound, steps, timeline
from gpulife.window.panels import draw_cells as draw
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import AMBER, place_next_window, view_and_scale

_COLUMN, _BAR, _EDGE = 264.0, 76.0, 10.0  # points on a 96 dpi screen
_OPAQUE = 0.98
"""Opacity of windows over panels and board, whose text must not shine through."""


def covered_by_panels() -> tuple[float, float]:
    """Return how many points of the window's left and lower side the panels take in the first layout."""
    scale = imgui.get_style().font_scale_dpi
    return (_COLUMN + 2 * _EDGE) * scale, (_BAR + 2 * _EDGE) * scale


def draw_all_panels(state: PanelState, snapshot: Snapshot) -> list[CommandOrAction]:
    """Draw every panel; return the user's requests in order."""
    commands: list[CommandOrAction] = []
    view, scale = view_and_scale()
    edge, column, bar = _EDGE * scale, _COLUMN * scale, _BAR * scale
    if _begin_panel(state, "Universe", (edge, edge), (column, view.y - 3 * edge - bar)):
        commands += run_controls.panel(snapshot)
        for title, panel in _sections(state, snapshot):
            flags = imgui.TreeNodeFlags_.default_open if title == "Census" else 0
            if title == state.section_to_open:
                state.section_to_open = ""
                imgui.set_next_item_open(is_open=True)
                imgui.set_scroll_here_y(0.0)
            if imgui.collapsing_header(title, flags):
                with imgui_ctx.push_id(title):
                    commands += panel()
    imgui.end()
    if _begin_panel(state, "Time", (edge, view.y - edge - bar), (view.x - 2 * edge, bar), title=False):
        commands += timeline.panel(snapshot)
    imgui.end()
    if snapshot.wizard is not None:
        size = (min(440 * scale, view.x * 0.9), 200 * scale)
        place_next_window(((view.x - size[0]) / 2, (view.y - size[1]) / 3), size, opacity=_OPAQUE)
        with imgui_ctx.begin("Gamepad", p_open=True) as window:
            commands += keys.mapping_panel(snapshot.wizard) if window.expanded else ()
        if not window.opened:
            commands.append(MapPad("cancel"))
    return commands


def draw_message(text: str, above: float = 0.0) -> None:
    """Draw a message in the middle of the upper edge, below the ``above`` points there."""
    view, scale = view_and_scale()
    imgui.set_next_window_pos(
        imgui.ImVec2(view.x / 2, max(above + 6 * scale, 14 * scale)), imgui.Cond_.always, imgui.ImVec2(0.5, 0)
    )
    flags = (
        imgui.WindowFlags_.no_decoration
        | imgui.WindowFlags_.always_auto_resize
        | imgui.WindowFlags_.no_saved_settings
        | imgui.WindowFlags_.no_inputs
        | imgui.WindowFlags_.no_focus_on_appearing
    )
    text = printable(text)  # it may name anything
    widest = view.x - 2 * (14 * scale + imgui.get_style().window_padding.x)
    with imgui_ctx.begin("message", None, flags):
        wrap = imgui.get_cursor_pos_x() + min(imgui.calc_text_size(text).x + 1, widest)
        with imgui_ctx.push_text_wrap_pos(wrap):
            imgui.text_colored(AMBER, text)


def _sections(state: PanelState, snapshot: Snapshot) -> list[tuple[str, Callable[[], Iterable[CommandOrAction]]]]:
    return [
        ("Census", lambda: census.panel(snapshot)),
        ("Players", lambda: players.panel(state, snapshot)),
        ("Files", lambda: files.panel(snapshot)),
        ("Draw", lambda: draw.panel(state, snapshot)),
        *((("Steps", lambda: steps.panel(state)),) if snapshot.match.game == "study" else ()),
        ("New universe", lambda: new_universe.panel(state, snapshot)),
        *((title, partial(panel, state, snapshot)) for title, panel in snapshot.panels.items()),
        ("Look", lambda: look.panel(snapshot)),
        ("Sound", lambda: sound.panel(snapshot)),
        ("Keys and gamepads", lambda: keys.panel(state, snapshot)),
    ]


def _begin_panel(
    state: PanelState, name: str, position: tuple[float, float], size: tuple[float, float], *, title: bool = True
) -> bool:
    """Begin a panel at its place; return whether its contents are visible."""
    place_next_window(position, size)
    flags = imgui.WindowFlags_.none if title else imgui.WindowFlags_.no_title_bar
    if state.clears_backgrounds:
        flags |= imgui.WindowFlags_.no_background
    shown, _ = imgui.begin(name, None, flags)
    if state.clears_backgrounds:
        corner, extent = imgui.get_window_pos(), imgui.get_window_size()
        state.backgrounds.append((round(corner.x), round(corner.y), round(extent.x), round(extent.y)))
    return bool(shown)
