"""The section Draw: soups, texts and seed shapes for the board."""

from collections.abc import Iterator

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import Action, ActionKind
from gpulife.input.commands import BrowsePatterns, ChangeSetting, CommandOrAction, Identify, Stamp
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.image import text_to_cells
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.rules import RGB, Cells
from gpulife.window.design import GROUND, RGBA, SMALL, TEXT, packed, rgba_of, styled, vec4
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.run_controls import console_action
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import (
    caption,
    drop_down,
    elided,
    greyed,
    int_slider,
    request_buttons,
    slider,
    text_field,
    tooltip,
    wide_button,
)

_AT_REST = {"offer": "Offer to renew it", "renew": "Renew it", "ignore": "Leave it alone"}
_WILD = "One random change: a generation of another rule, swapped species, flipped cells or a turned patch"
_MAX_BUTTONS = 32
"""Up to this number of states, each state has a button. If there are more states, a slider chooses the state."""
_MAX_NAMED = 8
"""Up to this number of states, the buttons also show the states' names."""
_LIGHT = 110
"""Lightness of a state's colour, 0 to 255, above which the number on its button is dark."""


def panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Draw, with soups, texts and seed shapes; yield the user's requests."""
    colour = rgba_of(snapshot.look.colours[state.species])
    density = slider("density", "Soup: cells alive", state.density, 0.0, 1.0, f"{state.density:.0%}")
    state.density = state.density if density is None else density
    yield from request_buttons(
        {
            "Sow": console_action(ActionKind.SOUP, data=f"{state.density:.3f}"),
            "Clear": console_action(ActionKind.CLEAR),
        }
    )
    yield from request_buttons({"WILD!": console_action(ActionKind.WILD)})
    tooltip(f"{_WILD} ({snapshot.keys_text('wild')})")

    caption("when a universe comes to rest")
    chosen = drop_down("at rest", _AT_REST[snapshot.settings.at_rest], _AT_REST.values())
    yield from (ChangeSetting("at_rest", name) for name, title in _AT_REST.items() if title == chosen)

    if snapshot.workbench is None:
        caption("draw with")
        choose_state(state, snapshot)

    caption("text")
    state.text = text_field("text", state.text)
    with greyed(on=not state.text.strip()):
        if wide_button("Stamp text"):
            yield from _stamped(snapshot, text_to_cells(state.text, state.species))

    caption("seed shapes")
    yield from _seed_menu(state, snapshot, colour)
    yield from request_buttons({"Patterns": BrowsePatterns(), "Identify": Identify()})
    tooltip("Find patterns to place, or identify the selection or the board")


def _stamped(snapshot: Snapshot, cells: Cells) -> Iterator[CommandOrAction]:
    """Yield the request that lets the user place ``cells`` with the mouse.

    On a board without a workbench (editing tools), the request puts them in the middle instead.
    """
    yield stamp(snapshot, cells) if snapshot.workbench is None else Stamp(rle_text(Pattern(cells)))


def choose_state(state: PanelState, snapshot: Snapshot) -> None:
    """Let the user choose the state to draw with: by buttons, or by a slider if there are many states."""
    names = snapshot.rule.state_names
    if len(names) > _MAX_BUTTONS:
        shown = f"{state.species}: {names[state.species - 1]}"
        with imgui_ctx.push_style_color(imgui.Col_.slider_grab, vec4(rgba_of(snapshot.look.colours[state.species]))):
            state.species = int_slider("state", "State", state.species, 1, len(names), shown) or state.species
        return
    gap, side, room = imgui.get_style().item_spacing.x, imgui.get_frame_height(), imgui.get_content_region_avail().x
    has_names = len(names) <= _MAX_NAMED
    a_line = 2 if has_names else max(1, int((room + gap) // (side + gap)))
    width = (room - gap) / 2 if has_names else side
    colours = snapshot.look.shown_colours
    for species, name in enumerate(names, 1):
        if (species - 1) % a_line:
            imgui.same_line()
        colour = colours[species]
        if _swatch(species, name if has_names else "", colour, (width, side), is_chosen=state.species == species):
            state.species = species
        tooltip(f"{species}: {name}")
    if not has_names:
        caption(f"{state.species}: {names[state.species - 1]}")


def _swatch(state: int, name: str, colour: RGB, size: tuple[float, float], *, is_chosen: bool) -> bool:
    """Draw a button with a state's number on its colour, and the state's name; return whether it was pressed.

    ``size`` is the button's (width, height) in points. If ``is_chosen``, it has a frame.
    """
    (x, y), (width, side) = imgui.get_cursor_screen_pos(), size
    pressed = bool(imgui.button(f"##state {state}", size))
    pen, rounding = imgui.get_window_draw_list(), imgui.get_style().frame_rounding
    pen.add_rect_filled((x, y), (x + side, y + side), packed(rgba_of(colour)), rounding)
    red, green, blue = colour
    is_light = 0.3 * red + 0.6 * green + 0.1 * blue > _LIGHT
    with styled(SMALL):
        words = imgui.calc_text_size(str(state))
        place = x + (side - words.x) / 2, y + (side - words.y) / 2
        pen.add_text(place, packed(GROUND if is_light else TEXT), str(state))
    indent = imgui.get_style().frame_padding.x
    height = imgui.get_text_line_height()
    pen.add_text((x + side + indent, y + (side - height) / 2), packed(TEXT), elided(name, width - side - 2 * indent))
    if is_chosen:
        pen.add_rect((x, y), (x + width, y + side), packed(TEXT), rounding, max(2.0, side * 0.08))
    return pressed


def stamp(snapshot: Snapshot, cells: Cells) -> Action:
    """Return the action that puts these cells in the middle of the board."""
    row, column = ((board - own) // 2 for board, own in zip(snapshot.shape, cells.shape, strict=True))
    return console_action(ActionKind.PAINT, row, column, rle_text(Pattern(cells)))


def _seed_menu(state: PanelState, snapshot: Snapshot, colour: RGBA) -> Iterator[CommandOrAction]:
    """Draw buttons with pictures of the ten seed shapes in ``colour``; yield the request of the pressed one."""
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
    """Draw live cells as squares, in the middle of a rectangle of the window.

    The rectangle is ``width`` x ``height`` points large, and ``corner`` is its upper left corner.
    """
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
