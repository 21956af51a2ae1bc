"""The panel of Survivor's level editor: brush, title, texts, and whether the level can be won."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from imgui_bundle import imgui

from gpulife.games.survivor.level import MAX_SIDE, MIN_SIDE, Level
from gpulife.input.commands import CommandOrAction, LevelRequest
from gpulife.rules import SURVIVOR_STATES, TIMES_OF_DAY
from gpulife.window.games.survivor.sprites import draw_sprite
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import (
    AMBER,
    GREY,
    PICKED,
    button_colour,
    caption,
    drop_down,
    request_buttons,
    size_fields,
    text_field,
    tooltip,
    wide_button,
    wrapped_text,
)
from gpulife.window.play.canvas import scaled

SIZES = ((12, 8), (16, 10), (20, 12), (24, 14), (32, 20), (48, 28))
"""Offered sizes of levels (columns, rows)."""
TITLE = "Survivor levels"
NEW_LEVEL = Level("My level", ("",))


@dataclass(slots=True)
class EditorForm:
    """The level that is being drawn, and the fields of the panel.

    Attributes:
        editing: whether the present board is a level being drawn.
        brush: the state that is drawn.
        level: title, texts, first time of day and par of the level; its board is the session's.
        columns: columns of the next new board.
        rows: rows of the next new board.
        message: result of the last check; "" for none.
        progress: how far the running check has come; "" while there is none.
        files: names of the levels that can be opened.
        known_files: files that may be written again, with the levels that they held when they were last seen.
    """

    editing: bool = False
    brush: int = 1
    level: Level = NEW_LEVEL
    columns: int = 16
    rows: int = 10
    message: str = ""
    progress: str = ""
    files: tuple[str, ...] = ()
    known_files: dict[Path, Level] = field(default_factory=dict)


def panel(panel_state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the panel; yield its user's requests."""
    form = panel_state.form(EditorForm)
    if form.editing:
        yield from _drawing(form, snapshot)
        imgui.separator()
    caption("another board: columns and rows")
    size = size_fields("level", form.columns, form.rows, SIZES)
    form.columns, form.rows = (min(max(MIN_SIDE, side), MAX_SIDE) for side in size)
    if wide_button("New level"):
        yield LevelRequest("edit", "")
    if chosen := drop_down("level files", "Open a level", form.files):
        yield LevelRequest("edit", chosen)
    tooltip("levels of your own, and those that come with the game")


def _drawing(form: EditorForm, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    caption("brush, for mouse or trigger")
    side, level = scaled(34), form.level
    for state, name in enumerate(SURVIVOR_STATES):
        if state:
            imgui.same_line(0, 4)
        x, y = imgui.get_cursor_screen_pos()
        with button_colour(PICKED, on=state == form.brush):
            if imgui.button(f"##brush {name}", imgui.ImVec2(side, side)):
                yield LevelRequest("brush", state)
        tooltip(name)
        pen = imgui.get_window_draw_list()
        draw_sprite(pen, state, (x + 3, y + 3), side - 6, snapshot.look.colours, 0.5)
        if not state:  # which has no sprite: an empty square, crossed out
            inset, grey = side * 0.25, imgui.get_color_u32(GREY)
            corner, end = (x + inset, y + inset), (x + side - inset, y + side - inset)
            pen.add_rect(corner, end, grey, 0, scaled(1.5))
            pen.add_line((corner[0], end[1]), (end[0], corner[1]), grey, scaled(1.5))
    caption(SURVIVOR_STATES[form.brush])
    caption("title")
    title = text_field("title", level.title)[:40]
    caption("begins at")
    times = {time.capitalize(): time for time in TIMES_OF_DAY}
    starts = times[drop_down("starts", level.starts.capitalize(), times) or level.starts.capitalize()]
    caption("par in turns; 0: set by the check")
    imgui.set_next_item_width(-1)
    par = min(max(imgui.input_int("##par", level.par)[1], 0), 999)
    size = imgui.ImVec2(-1, scaled(64))
    caption("story before the level")
    story = imgui.input_text_multiline("##story", level.story, size)[1][:2000]
    caption("text when it is won")
    ending = imgui.input_text_multiline("##ending", level.ending, size)[1][:2000]
    form.level = Level(title, level.board, starts, par, story, ending)
    imgui.begin_disabled(bool(form.progress))
    yield from request_buttons(
        {"Check": LevelRequest("check"), "Play": LevelRequest("try"), "Save": LevelRequest("save")}
    )
    tooltip("checks the level, then saves it as TOML in the data folder")
    imgui.end_disabled()
    if form.progress and wide_button("Stop the check"):
        yield LevelRequest("stop")
    for words, colour in ((form.progress, GREY), (form.message, AMBER)):
        if words:
            wrapped_text(words, colour)
