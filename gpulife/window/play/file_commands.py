"""Carries out commands on files, on the pattern browser and on its folders and zip files."""

import os
import secrets
from dataclasses import replace
from math import prod
from pathlib import Path

import numpy as np

from gpulife.engines.base import Engine
from gpulife.errors import GpulifeError, PatternError
from gpulife.games.core.area import Area
from gpulife.games.core.consent import people_need_consent
from gpulife.games.core.game import Match
from gpulife.input.commands import (
    AddPatternFolder,
    BoardPicture,
    BrowsePatterns,
    HoldNamed,
    Identify,
    Open,
    Record,
    RemovePatternFolder,
    Save,
    ShowFolder,
)
from gpulife.patterns.formats.checkpoint import MANIFEST, is_checkpoint
from gpulife.patterns.formats.text import TEXT_ENDINGS
from gpulife.patterns.identify import MAX_CELLS
from gpulife.patterns.image import PICTURE_ENDINGS
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Pattern, StreamedPattern
from gpulife.patterns.pattern_files import only_pattern_in_zip, patterns_in_zip
from gpulife.rules import Cells, Edges
from gpulife.rules.rule_file import RULE_ENDING
from gpulife.session.replay import REPLAY_ENDING, write_replay
from gpulife.storage.bounded_reading import ReadError
from gpulife.storage.zip_folder import ZIP_ENDING, is_zip_file
from gpulife.view.board_export import count_save_parts, save_board
from gpulife.window.blocking_progress import stoppable_work
from gpulife.window.dialogs.file_dialogs import FileQuestion
from gpulife.window.panels import identify_panel, pattern_browser
from gpulife.window.panels.identify_panel import IdentifyForm
from gpulife.window.panels.pattern_browser import BrowserForm
from gpulife.window.panels.pattern_list import folder_title
from gpulife.window.play.board_files import STREAMED_CELLS, OpenedFile, open_file, stream_actions
from gpulife.window.play.edit_commands import hold_pattern
from gpulife.window.play.game_controller import SessionScope
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.other_board import offer_rule, open_rule_file, time_begins_anew
from gpulife.window.scopes import handles
from gpulife.window.shell import Shell
from gpulife.window.user_folders import folder_for, new_file, show_in_folder, with_recent_file


def checkpoint_of(path: Path) -> Path:
    """Return the folder of a checkpoint if the path is its manifest file, otherwise the path itself.

    File dialogs let users pick only files, so they open a checkpoint (a folder) by its manifest.
    """
    return path.parent if path.name == MANIFEST and is_checkpoint(path.parent) else path


def is_collection(path: Path) -> bool:
    """Return whether a path is a folder of patterns (not a checkpoint), or a zip file with several patterns.

    Raises:
        PatternError: the path is a damaged zip file, or a zip file without a pattern.
    """
    if not is_zip_file(path):
        return os.path.isdir(path) and not is_checkpoint(path)  # noqa: PTH112 - a Path raises for names that no folder can have
    try:
        is_single = len(patterns_in_zip(path)) < 2
    except ReadError as error:
        raise PatternError(str(error)) from error
    if is_single:
        only_pattern_in_zip(path)
    return not is_single


def change_folders(shell: Shell, add: str = "", remove: str = "") -> None:
    """Add the folder ``add`` to the pattern browser's list, and remove the folder ``remove``; "" for no folder."""
    folders = [folder for folder in shell.settings.pattern_folders if folder not in (add, remove)]
    shell.change("pattern_folders", (*folders, *([add] if add else [])))
    if add:
        shell.panel_state.form(BrowserForm).kind = folder_title(add)


def question_for_folder(shell: Shell) -> FileQuestion:
    """Return a file dialog that asks for a folder of patterns: the user picks any file in it, or a zip file."""
    return FileQuestion(
        "Choose any file in the folder, or a zip file",
        folder_for(".rle", shell.settings),
        {"Patterns": PATTERN_ENDINGS},
        lambda path: AddPatternFolder(str(path if path.suffix.lower() == ZIP_ENDING else path.parent)),
    )


def _title(pattern: Pattern | StreamedPattern) -> str:
    return pattern.notes.name or Path(pattern.source).name


def across_seam(cells: Cells) -> Cells:
    """Return a torus's cells, shifted so that no pattern lies across the edges, if possible.

    The new edges halve the widest band of dead rows and the widest band of dead columns.
    """
    for axis in (0, 1):
        live = np.flatnonzero(cells.any(axis=1 - axis))
        if not live.size:
            return cells
        gaps = np.diff(np.append(live, live[0] + cells.shape[axis]))
        widest = int(gaps.argmax())
        cells = np.roll(cells, -int(live[widest] + 1 + (gaps[widest] - 1) // 2), axis)
    return cells


PATTERN_ENDINGS = (".rle", ".mc", ".npz", ".gz", ".zip", *TEXT_ENDINGS)


def question_to_open(shell: Shell) -> FileQuestion:
    """Return a file dialog that asks for a file to open."""
    kinds = {
        "Patterns": PATTERN_ENDINGS,
        "Replays": (REPLAY_ENDING,),
        "Pictures": PICTURE_ENDINGS,
        "Rules": (RULE_ENDING,),
        "Checkpoints": (MANIFEST,),
    }
    recent = shell.settings.recent_files
    folder = Path(recent[0]).parent if recent else folder_for(".rle", shell.settings)
    return FileQuestion("Open a file", folder, kinds, lambda path: Open(str(path)))


def question_to_save(shell: Shell, engine: Engine) -> FileQuestion:
    """Return a file dialog that asks for the file in which to save the board."""
    usual = _usual_ending(engine)
    kinds = {"RLE": (".rle",), "Packed board": (".npz",), "Picture": (".png",), "Text, one state": TEXT_ENDINGS}
    if usual == ".npz":
        kinds = {"Packed board": (".npz",), "RLE": (".rle",)}
    new = new_file("board", usual, shell.settings)
    return FileQuestion(
        "Save the board",
        new.parent,
        kinds,
        lambda path: Save(str(path if path.suffix else path.with_name(path.name + usual))),
        new.name,
    )


def _usual_ending(engine: Engine) -> str:
    return ".npz" if prod(engine.shape) > STREAMED_CELLS else ".rle"


def _remember(shell: Shell, path: Path) -> None:
    shell.change("recent_files", with_recent_file(shell.settings.recent_files, path))


def _begin_opened(shell: Shell, old: OpenSession, opened: OpenedFile) -> None:
    """Begin the match of an opened file, and show a message. Undo returns to the previous session."""
    anew = time_begins_anew(shell, old) if old.session.match.is_universe and opened.recording is None else ""
    if opened.recording is not None and people_need_consent(opened.match):
        shell.watch(opened.recording)  # such a match can only be watched
        return
    if opened.stream is not None:
        play = _open_stream(shell, opened.match, opened.stream)
    else:
        play = shell.begin(opened.match, opened.actions, recording=opened.recording)
    play.name, play.notes, play.opened_at = opened.name, opened.notes, opened.area
    shell.show_message(f"{opened.message}{anew}")


def _open_stream(shell: Shell, match: Match, stream: StreamedPattern) -> OpenSession:
    """Begin a universe with a pattern that is read patch by patch. The whole file is checked first."""
    shell.ask_before_leaving()  # before reading, which takes minutes
    name = Path(stream.source).name
    stream.verify(stoppable_work(shell, f"reading {name}", stream.parts).advance)
    play = shell.begin(match)
    session = play.session
    work = stoppable_work(shell, f"opening {name}", stream.parts)
    try:
        for action in stream_actions(stream, session.engine.shape):
            session.tick((action,))
            work.advance()
    except Exception:  # the file changed meanwhile, or the user stopped
        shell.begin(match)
        raise
    return play


class FileScope(SessionScope):
    """Carries out commands on files, and on the pattern browser with its folders and zip files."""

    @handles(BrowsePatterns)
    def _browse(self, _: BrowsePatterns) -> None:
        state = self.shell.panel_state
        # If the keyboard is elsewhere, the key moves it to the browser; in the browser, the key closes it.
        closes = state.docked == state.focused == pattern_browser.TITLE and self.controller.layout.panels_shown
        state.docked = "" if closes else pattern_browser.TITLE
        if closes:
            return
        self.controller.layout.show_panels(shown=True)
        state.focused, state.wants_focus = pattern_browser.TITLE, True
        state.form(BrowserForm).wants_search = True

    @handles(Identify)
    def _identify(self, _: Identify) -> None:
        shell, play = self.shell, self.play
        workbench = self.controller.workbench
        if workbench is not None and workbench.selection is not None:
            area = workbench.selection
            if area.cells > MAX_CELLS:
                raise GpulifeError(f"the selection has {area.cells:,} cells: Identify takes up to {MAX_CELLS:,}")
            cells = play.engine.read(*area)
            subject = f"Selection of {area.width} x {area.height} cells at generation {play.session.board.generation}"
        else:
            if prod(play.engine.shape) > STREAMED_CELLS:
                raise GpulifeError("this board is too large to identify: select a part of it with Shift and the mouse")
            area, cells = Area(0, 0, *play.engine.shape), play.engine.read_all()
            subject = f"The whole board at generation {play.session.board.generation}"
        if not cells.any():
            raise GpulifeError("there is no live cell to identify")
        state = shell.panel_state
        is_whole_torus = area.size == play.engine.shape and play.engine.rule.edges is Edges.TORUS
        whole = across_seam(cells) if is_whole_torus else cells
        state.form(IdentifyForm).begin(subject, whole, replace(play.engine.rule, size=None))
        state.docked = identify_panel.TITLE
        self.controller.layout.show_panels(shown=True)

    @handles(Save)
    def _save(self, command: Save) -> None:
        engine = self.play.engine
        target = Path(command.path or self.play.saved_to)
        work = stoppable_work(self.shell, f"saving {target.name}", count_save_parts(engine))
        save_board(target, engine, self.play.display.look.palette, advance=work.advance, notes=self.play.notes)
        self.play.saved_to = str(target)
        _remember(self.shell, target)
        self.shell.show_message(f"saved {target}")

    @handles(Record)
    def _save_replay(self, command: Record) -> None:
        shell = self.shell
        target = Path(command.path) if command.path else new_file("replay", REPLAY_ENDING, shell.settings)
        write_replay(target, self.play.session.recording())
        _remember(shell, target)
        shell.show_message(f"saved the replay: {target}")

    @handles(BoardPicture)
    def _save_picture(self, command: BoardPicture) -> None:
        shell, play = self.shell, self.play
        target = Path(command.path) if command.path else new_file("board", ".png", shell.settings)
        save_board(target, play.engine, play.display.look.palette)
        shell.show_message(f"saved {target}")

    @handles(ShowFolder)
    def _show_folder(self, command: ShowFolder) -> None:
        usual = folder_for(_usual_ending(self.play.engine), self.shell.settings) / "*"
        show_in_folder(Path(command.path) if command.path else usual)

    @handles(AddPatternFolder)
    def _add_pattern_folder(self, command: AddPatternFolder) -> None:
        change_folders(self.shell, add=command.path)

    @handles(HoldNamed)
    def _hold(self, command: HoldNamed) -> None:
        """Show a pattern, given by its name, over the board until the user places it.

        The cells of a pattern with one live state get the species that the user has chosen.
        """
        state = self.shell.panel_state
        if self.controller.workbench is None:
            raise GpulifeError("patterns can be placed only in a universe: open this pattern as a new universe")
        pattern = open_pattern(command.name)
        if pattern.highest_state() == 1 and prod(pattern.shape) <= STREAMED_CELLS and state.species > 1:
            species = np.uint8(min(state.species, self.controller.workbench.rule.live_states))
            whole = pattern.whole()
            pattern = Pattern(whole.cells * species, whole.rule, source=whole.source, notes=whole.notes)
        offered = offer_rule(self.controller, pattern)
        hold_pattern(self.controller, pattern, stays=True)
        state.focused, state.wants_focus = "", True
        if state.docked == pattern_browser.TITLE and not self.controller.layout.covered[2]:
            state.docked = ""  # it lies over the board
        if not offered:
            self.shell.show_message(f"Holding {_title(pattern)}: R turns it, F flips it, a click places it")

    @handles(Open)
    def _open(self, command: Open) -> None:
        """Open a file, a folder of patterns or a built-in pattern. Patterns and replays begin a new session."""
        shell, path = self.shell, checkpoint_of(Path(command.path))
        if path.suffix.lower() == RULE_ENDING:
            open_rule_file(self.shell, self.play, path)
        elif is_collection(path):
            self._show_collection(path)
        else:
            play = self.play
            opened = open_file(str(path), play.engine.rule, play.display.look, secrets.randbits(32))
            if self.controller.workbench is not None:
                shell.ask_before_leaving()
                self.controller.workbench.forget()
            _begin_opened(shell, play, opened)
            state = shell.panel_state
            state.focus_board()
            if state.docked == pattern_browser.TITLE and not self.controller.layout.covered.right:
                state.docked = ""  # it lies over the board
        if os.path.exists(path):  # noqa: PTH110 - a Path raises for names that no file can have
            _remember(shell, path)

    def _show_collection(self, path: Path) -> None:
        shell = self.shell
        change_folders(shell, add=str(path))
        shell.panel_state.docked = pattern_browser.TITLE
        self.controller.layout.show_panels(shown=True)
        shell.panel_state.focused, shell.panel_state.wants_focus = pattern_browser.TITLE, True
        shell.show_message(f"The pattern browser shows the patterns in {path.name}")

    @handles(RemovePatternFolder)
    def _remove_pattern_folder(self, command: RemovePatternFolder) -> None:
        change_folders(self.shell, remove=command.path)
