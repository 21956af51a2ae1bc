"""The section Draw: soups, texts and seed shapes for the board."""

from collections.abc import Iterator
from contextlib import ExitStack

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import Action, ActionKind
from gpulife.input.commands import BrowsePatterns, ChangeSetting, CommandOrAction, Identify, Stamp
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.image import text_to_cells
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.rules import RGB, Cells
from gpulife.window.design import CAPTION, GROUND, RGBA, TEXT, packed, rgba_of, vec4
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.run_controls import console_action
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import (
    caption,
    drop_down,
    int_slider,
    request_buttons,
    slider,
    text_field,
    tooltip,
    wide_button,
)

_AT_REST = {"offer": "Offer to renew it", "renew": "Renew it", "ignore": "Leave it alone"}
_MAX_BUTTONS = 32
"""Maximum number of states for which each state has a button. If there are more states, a slider chooses the state."""


def panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section; yield the user's requests."""
    state.species = min(state.species, snapshot.rule.live_states)
    colour = rgba_of(snapshot.look.colours[state.species])
    caption("soup")
    density = slider("density", state.density, 0.0, 1.0, "%.2f alive")
    state.density = state.density if density is None else density
    yield from request_buttons(
        {
            "Sow": console_action(ActionKind.SOUP, data=f"{state.density:.3f}"),
            "Clear": console_action(ActionKind.CLEAR),
        }
    )

    caption("when a universe comes to rest")
    chosen = drop_down("at rest", _AT_REST[snapshot.settings.at_rest], _AT_REST.values())
    yield from (ChangeSetting("at_rest", name) for name, title in _AT_REST.items() if title == chosen)

    caption("draw with (left mouse button)")
    _choose_state(state, snapshot)

    caption("text")
    state.text = text_field("text", state.text)
    imgui.begin_disabled(not state.text.strip())
    if wide_button("Stamp text"):
        yield from _stamped(snapshot, text_to_cells(state.text, state.species))
    imgui.end_disabled()

    caption("seed shapes")
    yield from _seed_menu(state, snapshot, colour)
    yield from request_buttons({"Patterns": BrowsePatterns(), "Identify": Identify()})
    tooltip("Find patterns to place, or find out what the selection or board is")


def _stamped(snapshot: Snapshot, cells: Cells) -> Iterator[CommandOrAction]:
    """Yield the request to show cells over the board, to be placed; without a workbench, to put them in the middle."""
    yield stamp(snapshot, cells) if snapshot.workbench is None else Stamp(rle_text(Pattern(cells)))


def _choose_state(state: PanelState, snapshot: Snapshot) -> None:
    """Let the user choose the state to draw with: by buttons, or by a slider if there are many states."""
    names = snapshot.rule.state_names
    if len(names) > _MAX_BUTTONS:
        about = f"%d: {names[state.species - 1]}"
        with imgui_ctx.push_style_color(imgui.Col_.slider_grab, vec4(rgba_of(snapshot.look.colours[state.species]))):
            state.species = int_slider("state", state.species, 1, len(names), about) or state.species
        return
    gap, side = imgui.get_style().item_spacing.x, imgui.get_frame_height()
    a_line = max(1, int((imgui.get_content_region_avail().x + gap) // (side + gap)))
    for species, name in enumerate(names, 1):
        if (species - 1) % a_line:
            imgui.same_line()
        if _state_button(name, snapshot.look.colours[species], picked=state.species == species):
            state.species = species
        tooltip(name)


def _state_button(name: str, colour: RGB, *, picked: bool) -> bool:
    """Draw a disc in a state's colour, with a ring and a dot if the state is chosen; return whether it was pressed."""
    red, green, blue = colour
    is_light = 0.3 * red + 0.6 * green + 0.1 * blue > 110
    side, (x, y) = imgui.get_frame_height(), imgui.get_cursor_screen_pos()
    with ExitStack() as stack:
        # Dear ImGui's own mark would hide most of the colour.
        for part in (
            imgui.Col_.frame_bg,
            imgui.Col_.frame_bg_hovered,
            imgui.Col_.frame_bg_active,
            imgui.Col_.check_mark,
        ):
            stack.enter_context(imgui_ctx.push_style_color(part, vec4(rgba_of(colour))))
        stack.enter_context(imgui_ctx.push_style_color(imgui.Col_.border, vec4(CAPTION)))
        stack.enter_context(imgui_ctx.push_style_var(imgui.StyleVar_.frame_border_size, 1.0))
        pressed = bool(imgui.radio_button(f"##{name}", picked))
    if picked:
        pen, middle = imgui.get_window_draw_list(), (x + side / 2, y + side / 2)
        pen.add_circle(middle, side * 0.46, packed(TEXT), 0, side * 0.12)
        pen.add_circle_filled(middle, side * 0.12, packed(GROUND if is_light else TEXT))
    return pressed


def stamp(snapshot: Snapshot, cells: Cells) -> Action:
    """Return the action that puts these cells in the middle of the board."""
    row, column = ((board - own) // 2 for board, own in zip(snapshot.shape, cells.shape, strict=True))
    return console_action(ActionKind.PAINT, row, column, rle_text(Pattern(cells)))


def _seed_menu(state: PanelState, snapshot: Snapshot, colour: RGBA) -> Iterator[CommandOrAction]:
    """Draw the ten seed shapes as buttons with pictures, five to a line; yield the request of the pressed button."""
    gap = imgui.get_style().item_spacing.x
    width = (imgui.get_content_region_avail().x - 4 * gap) / 5
    height = 30 * imgui.get_style().font_scale_dpi
    for number, shape in enumerate(SEED_SHAPES):
        if number % 5:
            imgui.same_line()
        corner = imgui.get_cursor_screen_pos()
        if imgui.button(f"##{shape.name}", imgui.ImVec2(width, height)):
            yield from _stamped(snapshot, shape.cells * np.uint8(state.species))
        tooltip(f"{shape.title}, {shape.cost} cells: {shape.fate}")
        _draw_cells(shape.cells, colour, corner, width, height)


def _draw_cells(cells: Cells, colour: RGBA, corner: imgui.ImVec2, width: float, height: float) -> None:
    """Draw cells as squares in the middle of a rectangle of the screen."""
    side = max(1.0, min(width / (cells.shape[1] + 2), height / (cells.shape[0] + 2), 16.0))
    left = corner.x + (width - side * cells.shape[1]) / 2
    top = corner.y + (height - side * cells.shape[0]) / 2
    pen, gap = imgui.get_window_draw_list(), side * 0.08
    code = packed(colour)
    for row, column in np.argwhere(cells > 0).tolist():
        x, y = left + column * side, top + row * side
        pen.add_rect_filled(
            imgui.ImVec2(x + gap, y + gap), imgui.ImVec2(x + side - gap, y + side - gap), code, side / 6
        )
