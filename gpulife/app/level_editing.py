"""Drawing levels of Survivor in the window: a halted board of six states, a brush, checks, and files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gpulife.commands import Asked, Faster, LevelRequest, Slower
from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.survivor_level import PAWN, WALKABLE, Level, LevelError, level_of, picture_of
from gpulife.levels import LevelFile, built_in_levels, own_levels, save_level
from gpulife.levels.choosing import level_match
from gpulife.levels.files import ENDING, FOLDER, file_name
from gpulife.levels.proof import Judge, Verdict
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.rle import rle_text
from gpulife.players.survivor import Move
from gpulife.rules import SURVIVOR_STATES, parse_rule
from gpulife.settings import data_folder
from gpulife.ui.panels.level_editor import EditorFields

if TYPE_CHECKING:
    from gpulife.app.program import Program

_BOARDS_A_FRAME = 1500
_GROUND = "Survivor"
_STANDS_STILL = (ActionKind.HALT, ActionKind.STEP, ActionKind.WILD, ActionKind.SOUP, ActionKind.AGAIN)


class Editing:
    """The level that is being drawn.

    Attributes:
        on: whether the present board is one.
    """

    def __init__(self) -> None:
        self.on = False
        self._judge: Judge | None = None
        self._judged: Level | None = None
        self._then_save = False
        self._begins = False
        self._known: tuple[Move, ...] = ()
        self._known_files: dict[Path, Level] = {}

    def leave(self, program: Program) -> None:
        """Another session has begun: it is a level being drawn only if this began it."""
        self.on, self._begins = self._begins, False
        program.shell.fields.editor.editing = self.on
        self._stop(program)

    def execute(self, program: Program, what: LevelRequest) -> None:
        """Carry out a request that is about the editor.

        Raises:
            GpulifeError: there is no such level, or what is drawn is none.
        """
        match what:
            case LevelRequest("edit", str(name)):
                self._open(program, name)
            case LevelRequest("brush", int(state)):
                self._take(program, state)
            case LevelRequest("check"):
                self._check(program, then_save=False)
            case LevelRequest("save"):
                self._check(program, then_save=True)
            case LevelRequest("stop"):
                self._stop(program)
                program.shell.fields.editor.said = "not looked into to the end"
            case LevelRequest("try"):
                program.begin(level_match(self.drawn(program), program.shell.scheme_seed))

    def find(self, name: str) -> LevelFile:
        """A level by the name of its file.

        Raises:
            LevelError: there is none.
        """
        for each in (*built_in_levels(), *own_levels(data_folder())[0]):
            if each.name == name:
                return each
        raise LevelError(f"there is no level {name[:40]!r} any more")

    def drawn(self, program: Program) -> Level:
        """The board and the fields as a level.

        Raises:
            LevelError: it is none.
        """
        fields = program.shell.fields.editor
        board = picture_of(program.play.engine.read(0, 0, *program.play.engine.shape))
        level = Level(fields.title.strip(), board, fields.starts, fields.par, fields.story, fields.ending)
        return level_of(level.as_dict(), f"level {fields.title[:40]!r}")

    def translate(self, program: Program, commands: Iterable[Asked]) -> list[Asked]:
        """Keys and pads draw with the brush; the board stands still."""
        meant: list[Asked] = []
        for command in commands:
            if isinstance(command, Faster | Slower):
                way = 1 if isinstance(command, Faster) else -1
                self._take(program, (program.shell.fields.editor.brush + way) % len(SURVIVOR_STATES))
            elif not isinstance(command, Action):
                meant.append(command)
            elif command.kind is ActionKind.DIGIT:
                self._take(program, command.a)
            elif command.kind is ActionKind.TRIGGER:
                if command.a and 0 <= command.player < len(program.play.session.state.cursors):
                    cursor = program.play.session.state.cursors[command.player]
                    meant.append(self._stroke(program, cursor.row, cursor.column))
            elif command.kind not in _STANDS_STILL:
                meant.append(command)
        return meant

    def ink(self, program: Program) -> int:
        """The state that the mouse draws: the brush, or the species chosen in the panel Draw."""
        return program.shell.fields.editor.brush if self.on else program.shell.fields.species

    def go_on(self, program: Program) -> None:
        """Look on whether the level can be won; once a frame."""
        fields = program.shell.fields.editor
        if self.on and not fields.files:
            self._list(fields)
        if self._judge is None or self._judged is None:
            return
        verdict = self._judge.go_on(_BOARDS_A_FRAME)
        fields.busy = f"looking for a way to win: {self._judge.turns} turns ahead"
        if verdict is not None:
            level, save = self._judged, self._then_save
            self._stop(program)
            self._tell(program, level, verdict, save=save)

    def _tell(self, program: Program, level: Level, verdict: Verdict, *, save: bool) -> None:
        fields = program.shell.fields.editor
        fields.said = verdict.text
        self._known = verdict.solution or ()
        if not save:
            return
        if verdict.by_waiting is not None:
            fields.said = f"not saved: {verdict.text}"
            return
        if not level.par and verdict.solution is not None:
            level = replace(level, par=-(-len(verdict.solution) * 5 // 4))
            fields.par = level.par
        path = save_level(_path(level.title), level, verdict.solution or (), self._known_files)
        self._known_files[path] = level
        fields.said = f"saved as {path.name}; {verdict.text}"
        program.shell.tell(f"saved {path}")
        self._list(fields)

    def _check(self, program: Program, *, then_save: bool) -> None:
        self._stop(program)
        level = self.drawn(program)
        self._judged, self._then_save = level, then_save
        self._judge = Judge(level, self._known)
        program.shell.fields.editor.said = ""

    def _stop(self, program: Program) -> None:
        self._judge = self._judged = None
        program.shell.fields.editor.busy = ""

    def _open(self, program: Program, name: str) -> None:
        fields = program.shell.fields.editor
        self._known = ()
        level = Level("My level", ("",))
        shape = fields.rows, fields.columns
        actions: list[Action] = []
        if name:
            each = self.find(name)
            level, self._known = each.level, each.solution
            self._known_files[data_folder() / FOLDER / f"{name}{ENDING}"] = level
            shape = level.shape
            actions.append(Action(NOBODY, ActionKind.PAINT, 0, 0, rle_text(Pattern(level.cells))))
        self._begins = True
        try:
            program.begin(new_match("study", parse_rule(_GROUND), shape, program.shell.scheme_seed), actions)
        finally:
            self._begins = False
        fields.title, fields.starts, fields.par = level.title, level.starts, level.par
        fields.story, fields.ending, fields.said = level.story, level.ending, ""
        fields.unfolds = True
        self._list(fields)
        self._take(program, PAWN)
        program.shell.change("panels_hidden", value=False)
        program.shell.tell("drawing a level: brushes and files are in the panel Survivor levels")

    def _take(self, program: Program, state: int) -> None:
        if 0 <= state < len(SURVIVOR_STATES):
            program.shell.fields.editor.brush = state
            program.shell.fields.species = max(state, PAWN)
            program.shell.tell(f"brush: {SURVIVOR_STATES[state]}")

    def _stroke(self, program: Program, row: int, column: int) -> Action:
        state = program.shell.fields.editor.brush
        if state == WALKABLE:
            return Action(NOBODY, ActionKind.ERASE, row, column, "1x1")
        return Action(NOBODY, ActionKind.PAINT, row, column, rle_text(Pattern(np.full((1, 1), state, np.uint8))))

    def _list(self, fields: EditorFields) -> None:
        own, _ = own_levels(data_folder())
        fields.files = tuple(each.name for each in (*own, *built_in_levels()))


def _path(title: str) -> Path:
    """The user's own file of a level called so."""
    name = file_name(title)
    if name.isdecimal() or any(name == each.name for each in built_in_levels()):
        name += "-own"  # by its name and by its number a built-in level is meant
    return data_folder() / FOLDER / f"{name}{ENDING}"
