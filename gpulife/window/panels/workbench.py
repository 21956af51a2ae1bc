"""The sections Tools and Selection: what the mouse does, how patterns are pasted, and commands on the selection."""

from collections.abc import Iterator

from imgui_bundle import imgui

from gpulife.games.core.area_edit import MERGE_TITLES, MERGES
from gpulife.input.commands import (
    Command,
    CommandOrAction,
    CopySelection,
    Crop,
    DropGhost,
    EditSelection,
    Measure,
    MergeMode,
    Paste,
    PlaceGhost,
    SaveSelection,
    Select,
    SelectAll,
    ShrinkSelection,
    Tool,
    Turn,
)
from gpulife.window.panels.draw_cells import choose_state
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot, WorkbenchFacts
from gpulife.window.panels.widgets import WHOLE_WIDTH, button_row, caption, drop_down, slider, tooltip, wide_button

_TOOLS = {
    Tool.DRAW: ("Draw", "left button draws, right button erases"),
    Tool.ERASE: ("Erase", "both buttons erase"),
    Tool.SELECT: ("Select", "drag a rectangle; drag its inside to move its cells, its edges to resize it"),
    Tool.MOVE: ("Move", "drag the view; the middle button always does"),
    Tool.MEASURE: ("Measure", "drag from one cell to another"),
    Tool.PICK: ("Pick", "click a cell to draw with its state"),
}
"""Name of each tool, and how the mouse uses it."""
_WORKS: tuple[tuple[str, Command, str, str], ...] = (
    ("Copy", CopySelection(), "copy", "Copy to the clipboard as RLE (also for Golly)"),
    ("Cut", CopySelection(cut=True), "cut", "Copy, then erase"),
    ("Save part", SaveSelection(), "save-selection", "Save as a pattern in a file"),
    ("Erase", EditSelection("erase"), "erase", "Kill all cells inside"),
    ("Outside", EditSelection("outside"), "outside", "Kill all cells outside"),
    ("Shrink", ShrinkSelection(), "shrink", "Shrink the selection to its live cells"),
    ("Left", Turn("left"), "turn-left", "Turn left by 90 degrees"),
    ("Right", Turn("right"), "turn-right", "Turn right by 90 degrees"),
    ("Invert", EditSelection("invert"), "invert", "Swap the species; of one species, swap dead and live cells"),
    ("Flip x", Turn("flip-x"), "flip-x", "Exchange left and right"),
    ("Flip y", Turn("flip-y"), "flip-y", "Exchange top and bottom"),
    ("Flip xy", Turn("transpose"), "transpose", "Exchange rows and columns"),
    ("Fill", EditSelection("fill"), "fill", "Fill with the state that the mouse draws"),
    ("Random", EditSelection("random"), "random", "Fill at random, with the density set by the slider"),
    ("Crop", Crop(), "crop", "Begin a universe with only these cells"),
)


def tools_panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Tools, about the tool that is chosen in the tool bar; yield the user's requests."""
    facts = snapshot.workbench
    assert facts is not None  # noqa: S101 - only boards with a workbench have this panel
    tool, use = _TOOLS[facts.tool]
    caption(f"{tool}: {use}")
    choose_state(state, snapshot)
    modes = {title: mode for mode, title in MERGE_TITLES.items()}
    if title := drop_down("paste mode", f"When pasting: {MERGE_TITLES[facts.mode].lower()}", modes):
        yield MergeMode(modes[title])
    tooltip(f"{MERGES[facts.mode]} ({snapshot.keys_text('merge')})")
    if wide_button(f"Paste ({_key(snapshot, 'paste')})"):
        yield Paste()
    if facts.holds:
        labels = [f"{title} ({_key(snapshot, control)})" for title, _, control in _HELD]
        pressed = button_row(labels, columns=2)
        if pressed is not None:
            yield _HELD[pressed][1]
    if facts.tool is Tool.MEASURE:
        yield from _measure(facts)


_HELD: tuple[tuple[str, Command, str], ...] = (
    ("Turn", Turn("right"), "turn-right"),
    ("Flip", Turn("flip-x"), "flip-x"),
    ("Place", PlaceGhost(), "place"),
    ("Let go", DropGhost(), "let-go"),
)


def _key(snapshot: Snapshot, control: str) -> str:
    titles = (input_.title for input_ in snapshot.bindings.table[control] if input_.device == "key")
    return next(titles, "")


def _measure(facts: WorkbenchFacts) -> Iterator[CommandOrAction]:
    (row, column), (to_row, to_column) = facts.measured or ((0, 0), (0, 0))
    caption("From x, y; to x, y")
    imgui.set_next_item_width(WHOLE_WIDTH)
    changed, values = imgui.input_int4("##measured", [column, row, to_column, to_row])
    if changed:
        yield Measure(values[1], values[0], values[3], values[2])


def selection_panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Selection; yield the user's requests."""
    facts = snapshot.workbench
    assert facts is not None  # noqa: S101 - see above
    area = facts.selection
    if pressed := button_row([f"All ({_key(snapshot, 'select-all')})", f"None ({_key(snapshot, 'deselect')})"]):
        yield Select()
    elif pressed == 0:
        yield SelectAll()
    caption("x, y, width, height")
    imgui.set_next_item_width(WHOLE_WIDTH)
    place = [0, 0, 0, 0] if area is None else [area.column, area.row, area.width, area.height]
    changed, (column, row, width, height) = imgui.input_int4("##selection", place)
    if changed:
        yield Select(row, column, max(height, 1), max(width, 1))
    if area is None:
        caption("Shift+drag or Shift+arrows select cells")
        return
    density = slider("random density", "Alive at random", state.density, 0.0, 1.0, f"{state.density:.0%}")
    state.density = state.density if density is None else density
    for index, (title, request, control, use) in enumerate(_WORKS):
        gap = imgui.get_style().item_spacing.x
        if index % 3:
            imgui.same_line()
        width_left = imgui.get_content_region_avail().x
        columns = 3 - index % 3
        if imgui.button(title, imgui.ImVec2((width_left - gap * (columns - 1)) / columns, 0)):
            yield request
        tooltip(f"{use} ({snapshot.keys_text(control)})")
