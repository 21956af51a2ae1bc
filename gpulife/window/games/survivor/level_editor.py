"""The editor of Survivor's levels: a halted board, a brush for six states, a check of the level, and files."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np
from imgui_bundle import imgui

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.survivor.ai import Move, Solvability, SolvabilityCheck
from gpulife.games.survivor.level import MAX_SIDE, MIN_SIDE, PAWN, WALKABLE, Level, LevelError, parse_level, picture_of
from gpulife.games.survivor.level_files import (
    FOLDER,
    LEVEL_ENDING,
    LevelFile,
    built_in_levels,
    file_name,
    level_match,
    own_levels,
    save_level,
)
from gpulife.input.commands import CommandOrAction, Faster, Help, LevelRequest, PauseMenu, Slower
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.rules import SURVIVOR_STATES, TIMES_OF_DAY, parse_rule
from gpulife.storage.folders import data_folder
from gpulife.window.design import CAPTION, CHOSEN, NOTICE, packed
from gpulife.window.games.survivor.hud import SpriteStudyController
from gpulife.window.games.survivor.sprites import draw_sprite
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import (
    button_colour,
    caption,
    drop_down,
    greyed,
    request_buttons,
    size_fields,
    text_field,
    tooltip,
    wide_button,
    wrapped_text,
)
from gpulife.window.play.canvas import scaled
from gpulife.window.play.open_session import OpenSession
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell

SIZES = ((12, 8), (16, 10), (20, 12), (24, 14), (32, 20), (48, 28))
"""Sizes (columns, rows) of levels that the editor offers."""
TITLE = "Survivor levels"
NEW_LEVEL = Level("My level", ("",))


@dataclass(slots=True)
class EditorForm:
    """The level that the user draws, and the fields of the editor's panel.

    Attributes:
        editing: True while the user draws a level.
        brush: state of the cells that the brush draws.
        level: title, texts, first time of day and par (turns for three stars). Its board is unused: the user draws on
            the session's board.
        columns: columns of the next new board.
        rows: rows of the next new board.
        message: result of the last check; "" if there is none.
        progress: how far a check has come, in words; "" if none is under way.
        files: names of the levels that can be opened.
        known_files: levels that this program has read or written, keyed by path. The editor may overwrite these files.
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


_BOARDS_PER_FRAME = 1500
"""Number of boards that the check of a level examines in each frame."""
_RULE = "Survivor"
_REFUSED = (ActionKind.HALT, ActionKind.STEP, ActionKind.WILD, ActionKind.SOUP)
"""Kinds of Study Mode's actions that the editor refuses, because only the brush may change the board."""


class LevelEditor(SpriteStudyController):
    """Runs the level editor: people draw a level on a halted board, check whether it can be won, and save it.

    Args:
        shell: services shared by all screens.
        play: session of Study Mode on the level's board.
        level: the level as it was opened.
        solution: a known way to win the level; empty for none.
    """

    def __init__(self, shell: Shell, play: OpenSession, level: Level, solution: tuple[Move, ...] = ()) -> None:
        super().__init__(shell, play)
        self._form = shell.panel_state.form(EditorForm)
        self._level = level
        self._solution = solution
        self._check: SolvabilityCheck | None = None
        self._saves = False

    def on_begin(self, *, playback: bool, resumed: bool) -> None:
        """Show the editor's panel, with the brushes and the level's texts."""
        del playback, resumed
        self._form.level = self._level
        self._form.message = ""
        self._form.editing = True
        self.shell.panel_state.section_to_open = TITLE
        list_levels(self.shell)
        self._pick_brush(PAWN)
        self.shell.change("panels_hidden", value=False)
        self.shell.show_message("drawing a level: brushes and files are in the panel Survivor levels")

    def close(self) -> None:
        """Stop a running check of the level, and record that no level is being drawn."""
        self._stop_check()
        self._form.editing = False

    @handles(Help)
    def _show_help(self, _: Help) -> None:
        self.shell.show_help("survivor", {})

    @handles(LevelRequest)
    def _edit_level(self, request: LevelRequest) -> Handled:
        """Carry out a request of the editor's panel.

        Raises:
            GpulifeError: the drawing is not a valid level.
        """
        match request:
            case LevelRequest("brush", int(state)):
                self._pick_brush(state)
            case LevelRequest("check" | "save" as what):
                self._begin_check(saves=what == "save")
            case LevelRequest("stop"):
                self._stop_check()
                self._form.message = "the check was stopped"
            case LevelRequest("try"):
                self.shell.begin(level_match(self._drawn_level(), self.shell.scheme_seed))
            case _:
                return PASS_ON
        return None

    def _drawn_level(self) -> Level:
        """Return a level made of the board and the panel's fields.

        Raises:
            LevelError: board and fields do not make a valid level.
        """
        board, title = picture_of(self.play.engine.read_all()), self._form.level.title
        level = replace(self._form.level, title=title.strip(), board=board)
        return parse_level(level.as_dict(), f"level {title[:40]!r}")

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Turn requests of keys and pads into brush strokes, and discard those that would play the level."""
        translated: list[CommandOrAction] = []
        cursors = self.state.cursors
        for request in requests:
            if isinstance(request, Faster | Slower):
                self._pick_brush((self._form.brush + (1 if isinstance(request, Faster) else -1)) % len(SURVIVOR_STATES))
            elif not isinstance(request, Action):
                translated.append(request)
            elif request.kind is ActionKind.DIGIT:
                self._pick_brush(request.a)
            elif request.kind is ActionKind.TRIGGER:
                if request.a and 0 <= request.player < len(cursors):
                    translated.append(self._stroke(cursors[request.player].row, cursors[request.player].column))
            elif request.kind is ActionKind.AGAIN:
                translated.append(PauseMenu())
            elif request.kind in _REFUSED:
                self.shell.say_unheeded(request)
            else:
                translated.append(request)
        return translated

    @property
    def brush(self) -> int:
        """The state of the cells that the mouse draws."""
        return self._form.brush

    def draw(self, seconds: float) -> None:
        """Draw the ground and sprites. If a check of the level is under way, continue it."""
        self._continue_check()
        super().draw(seconds)

    def _continue_check(self) -> None:
        if self._check is None:
            return
        verdict = self._check.examine(_BOARDS_PER_FRAME)
        self._form.progress = f"looking for a way to win: {self._check.turns} turns ahead"
        if verdict is not None:
            self._stop_check()
            self._finish_check(verdict)

    def _finish_check(self, verdict: Solvability) -> None:
        """Show ``verdict``, the result of a check.

        If the user wanted to save the level, save it unless it can be won by waiting.
        """
        form, level = self._form, self._level
        form.message = verdict.text
        self._solution = verdict.solution or ()
        if self._saves and verdict.by_waiting is not None:
            form.message = f"not saved: {verdict.text}"
        elif self._saves:
            if not level.par and verdict.solution is not None:
                level = replace(level, par=-(-len(verdict.solution) * 5 // 4))
                form.level = replace(form.level, par=level.par)
            path = save_level(_path(level.title), level, self._solution, form.known_files)
            form.known_files[path] = level
            form.message = f"saved as {path.name}; {verdict.text}"
            self.shell.show_message(f"saved {path}")
            list_levels(self.shell)

    def _begin_check(self, *, saves: bool) -> None:
        self._stop_check()
        self._level, self._saves = self._drawn_level(), saves
        self._check = SolvabilityCheck(self._level, self._solution)
        self._form.message = ""

    def _stop_check(self) -> None:
        self._check = None
        self._form.progress = ""

    def _pick_brush(self, state: int) -> None:
        if 0 <= state < len(SURVIVOR_STATES):
            self._form.brush = state
            self.shell.panel_state.species = max(state, PAWN)
            self.shell.show_message(f"brush: {SURVIVOR_STATES[state]}")
        else:
            self.shell.show_message(f"The brushes are 0 to {len(SURVIVOR_STATES) - 1}")

    def _stroke(self, row: int, column: int) -> Action:
        state = self._form.brush
        if state == WALKABLE:
            return Action(NOBODY, ActionKind.ERASE, row, column, "1x1")
        return Action(NOBODY, ActionKind.PAINT, row, column, rle_text(Pattern(np.full((1, 1), state, np.uint8))))


def open_editor(shell: Shell, name: str) -> None:
    """Open a level in the editor by its name; "" for a new level.

    Raises:
        GpulifeError: the level does not exist, or its size is impossible for a board.
    """
    form = shell.panel_state.form(EditorForm)
    file, actions = find_level(name) if name else None, []
    level, solution = (NEW_LEVEL, ()) if file is None else (file.level, file.solution)
    shape = (form.rows, form.columns) if file is None else level.shape
    if file is not None:
        form.known_files[data_folder() / FOLDER / f"{name}{LEVEL_ENDING}"] = level
        actions.append(Action(NOBODY, ActionKind.PAINT, 0, 0, rle_text(Pattern(level.cells))))
    match = new_match("study", parse_rule(_RULE), shape, shell.scheme_seed)
    shell.begin(match, actions, controller=partial(LevelEditor, level=level, solution=solution))


def find_level(name: str) -> LevelFile:
    """Return a level by the name of its file.

    Raises:
        LevelError: the level does not exist.
    """
    for file in (*built_in_levels(), *own_levels(data_folder())[0]):
        if file.name == name:
            return file
    raise LevelError(f"there is no level {name[:40]!r} any more")


def list_levels(shell: Shell) -> None:
    """Update the panel's list of levels that can be opened."""
    files = tuple(file.name for file in (*own_levels(data_folder())[0], *built_in_levels()))
    shell.panel_state.form(EditorForm).files = files


def _path(title: str) -> Path:
    """Return the path at which a level with this title is saved, in the user's folder of levels."""
    name = file_name(title)
    if name.isdecimal() or any(name == file.name for file in built_in_levels()):
        name += "-own"  # names and numbers of built-in levels are reserved
    return data_folder() / FOLDER / f"{name}{LEVEL_ENDING}"


def panel(panel_state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the editor's panel; yield the user's requests."""
    form = panel_state.form(EditorForm)
    if form.editing:
        yield from _drawing(form, snapshot)
        imgui.separator()
    caption("new board: columns and rows")
    size = size_fields("level", form.columns, form.rows, SIZES)
    form.columns, form.rows = (min(max(MIN_SIDE, side), MAX_SIDE) for side in size)
    if wide_button("New level"):
        yield LevelRequest("edit", "")
    if chosen := drop_down("level files", "Open a level", form.files):
        yield LevelRequest("edit", chosen)
    tooltip("your own levels, and those that come with the game")


def _drawing(form: EditorForm, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    caption("brush (mouse or trigger)")
    side, level = scaled(34), form.level
    for state, name in enumerate(SURVIVOR_STATES):
        if state:
            imgui.same_line(0, 4)
        x, y = imgui.get_cursor_screen_pos()
        with button_colour(CHOSEN, on=state == form.brush):
            if imgui.button(f"##brush {name}", imgui.ImVec2(side, side)):
                yield LevelRequest("brush", state)
        tooltip(name)
        pen = imgui.get_window_draw_list()
        draw_sprite(pen, state, (x + 3, y + 3), side - 6, snapshot.look.colours, 0.5)
        if not state:  # walkable ground has no sprite: show a crossed-out square
            inset, grey = side * 0.25, packed(CAPTION)
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
    caption("text after a win")
    ending = imgui.input_text_multiline("##ending", level.ending, size)[1][:2000]
    form.level = Level(title, level.board, starts, par, story, ending)
    with greyed(on=bool(form.progress)):
        yield from request_buttons(
            {"Check": LevelRequest("check"), "Play": LevelRequest("try"), "Save": LevelRequest("save")}
        )
        tooltip("checks the level, then saves it as TOML in the data folder")
    if form.progress and wide_button("Stop the check"):
        yield LevelRequest("stop")
    for words, colour in ((form.progress, CAPTION), (form.message, NOTICE)):
        if words:
            wrapped_text(words, colour)
