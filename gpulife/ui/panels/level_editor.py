"""Drawing levels of Survivor: the brush, what the level is called and tells, and whether it can be won."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from imgui_bundle import imgui

from gpulife.commands import Asked, LevelRequest
from gpulife.games.survivor_level import LARGEST, SMALLEST, Level
from gpulife.rules import SURVIVOR_STATES, TIMES_OF_DAY
from gpulife.ui.snapshot import Snapshot
from gpulife.ui.survivor.sprites import draw_figure
from gpulife.ui.widgets import AMBER, GREY, buttons, caption, choice, tip, wide_button

SIZES = ((12, 8), (16, 10), (20, 12), (24, 14), (32, 20), (48, 28))
"""Offered, (columns, rows)."""
NEW = "new level"


@dataclass(slots=True)
class EditorFields:
    """What is being drawn.

    Attributes:
        editing: whether the present board is a level being drawn.
        brush: the state that is drawn.
        title: of the level.
        starts: when it begins.
        par: turns, 0 for what the proof says.
        story: before it.
        ending: after it.
        columns: of the next new board.
        rows: likewise.
        said: what was found out last, empty for nothing.
        busy: what is being looked into now, empty for nothing.
        files: names of the levels that can be opened.
        unfolds: whether the panel is to open in the next frame.
        known_files: files that may be written again, with the levels that they held when they were last seen.
    """

    editing: bool = False
    brush: int = 1
    title: str = "My level"
    starts: str = TIMES_OF_DAY[0]
    par: int = 0
    story: str = ""
    ending: str = ""
    columns: int = 16
    rows: int = 10
    said: str = ""
    busy: str = ""
    files: tuple[str, ...] = ()
    unfolds: bool = False
    known_files: dict[Path, Level] = field(default_factory=dict)


def panel(fields: EditorFields, snapshot: Snapshot) -> list[Asked]:
    """Draw it; the commands that its user gave."""
    commands: list[Asked] = []
    if fields.editing:
        commands += _drawing(fields, snapshot)
        imgui.separator()
    caption("another board: columns and rows")
    imgui.set_next_item_width(-1)
    _, size = imgui.input_int2("##level size", [fields.columns, fields.rows])
    fields.columns, fields.rows = (min(max(SMALLEST, side), LARGEST) for side in size)
    names = [f"{columns} x {rows}" for columns, rows in SIZES]
    if chosen := choice("level sizes", "choose a size", names):
        fields.columns, fields.rows = SIZES[names.index(chosen)]
    if wide_button("New level"):
        commands.append(LevelRequest("edit", ""))
    if chosen := choice("level files", "open a level", fields.files):
        commands.append(LevelRequest("edit", chosen))
    tip("levels of your own, and those that come with the game")
    return commands


def _drawing(fields: EditorFields, snapshot: Snapshot) -> list[Asked]:
    commands: list[Asked] = []
    caption("brush, for mouse or trigger")
    side = 34 * imgui.get_style().font_scale_dpi
    for state, name in enumerate(SURVIVOR_STATES):
        if state:
            imgui.same_line(0, 4)
        corner = imgui.get_cursor_screen_pos()
        if state == fields.brush:
            imgui.push_style_color(imgui.Col_.button, imgui.ImVec4(0.2, 0.42, 0.7, 1.0))
        if imgui.button(f"##brush {name}", imgui.ImVec2(side, side)):
            commands.append(LevelRequest("brush", state))
        if state == fields.brush:
            imgui.pop_style_color()
        tip(name)
        draw_figure(
            imgui.get_window_draw_list(), state, (corner.x + 3, corner.y + 3), side - 6, snapshot.look.colours, 0.5
        )
    imgui.text_colored(GREY, SURVIVOR_STATES[fields.brush])
    _, fields.title = _line("title", fields.title)
    caption("begins at")
    fields.starts = choice("starts", fields.starts, TIMES_OF_DAY) or fields.starts
    caption("par in turns, 0: by the proof")
    imgui.set_next_item_width(-1)
    _, par = imgui.input_int("##par", fields.par)
    fields.par = min(max(par, 0), 999)
    for name in ("story", "ending"):
        caption({"story": "told before it", "ending": "told when it is won"}[name])
        size = imgui.ImVec2(-1, 64 * imgui.get_style().font_scale_dpi)
        changed, text = imgui.input_text_multiline(f"##{name}", getattr(fields, name), size)
        if changed:
            setattr(fields, name, text[:2000])
    imgui.begin_disabled(bool(fields.busy))
    match buttons(["Check", "Play", "Save"]):
        case "Check":
            commands.append(LevelRequest("check"))
        case "Play":
            commands.append(LevelRequest("try"))
        case "Save":
            commands.append(LevelRequest("save"))
    tip("saved as TOML among the files of the program, if it is a level; it is checked first")
    imgui.end_disabled()
    if fields.busy and wide_button("Stop looking"):
        commands.append(LevelRequest("stop"))
    for words, ink in ((fields.busy, GREY), (fields.said, AMBER)):
        if words:
            imgui.push_text_wrap_pos(0.0)
            imgui.text_colored(ink, words)
            imgui.pop_text_wrap_pos()
    return commands


def _line(name: str, text: str) -> tuple[bool, str]:
    caption(name)
    imgui.set_next_item_width(-1)
    changed, text = imgui.input_text(f"##{name}", text)
    return bool(changed), str(text)[:40]
