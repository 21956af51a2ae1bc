"""Commands that open and save files of the session, and the questions for those files."""

import os
import secrets
from math import prod
from pathlib import Path

from gpulife.engines.base import Engine
from gpulife.games.core.consent import people_need_consent
from gpulife.games.core.game import Match
from gpulife.input.commands.files import BoardPicture, Open, Record, Save, ShowFolder
from gpulife.patterns.formats.checkpoint.manifest import MANIFEST
from gpulife.patterns.formats.text.writing import TEXT_ENDINGS
from gpulife.patterns.pattern import StreamedPattern
from gpulife.patterns.picture_file import PICTURE_ENDINGS
from gpulife.rules.tables.rule_file import RULE_ENDING
from gpulife.session.replay import REPLAY_ENDING, write_replay
from gpulife.view.board_export import count_save_parts, save_board
from gpulife.window.blocking_progress import stoppable_work
from gpulife.window.dialogs.file_dialogs import FileQuestion
from gpulife.window.panels import pattern_browser
from gpulife.window.play.board_files import STREAMED_CELLS, OpenedFile, open_file, stream_actions
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable
from gpulife.window.play.pattern_collections import checkpoint_of, is_collection, show_collection
from gpulife.window.play.play_view import PlayView
from gpulife.window.play.rule_files import open_rule_file
from gpulife.window.shell import Shell
from gpulife.window.user_folders import folder_for, new_file, show_in_folder, with_recent_file

PATTERN_ENDINGS = (".rle", ".mc", ".npz", ".gz", ".zip", *TEXT_ENDINGS)


def question_to_open(shell: Shell) -> FileQuestion:
    """Return the question for a file to open."""
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
    """Return the question where to save the board."""
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
    """Put a file first among the recent ones."""
    shell.change("recent_files", with_recent_file(shell.settings.recent_files, path))


def open_path(controller: AnyController, name: str) -> None:
    """Open a file, a folder of patterns or a built-in pattern: a pattern and a replay begin a session of their own.

    Raises:
        GpulifeError: it cannot be read, or is not what it seems; or the user has to be asked before the present session
            is left.
    """
    shell, path = controller.shell, checkpoint_of(Path(name))
    if path.suffix.lower() == RULE_ENDING:
        open_rule_file(controller, path)
    elif is_collection(path):
        show_collection(controller, path)
    else:
        play = controller.play
        opened = open_file(str(path), play.engine.rule, play.look, secrets.randbits(32))
        if controller.workbench is not None:
            shell.ask_before_leaving()
            controller.workbench.forget()
        _begin_opened(shell, opened)
        state = shell.panel_state
        state.focused, state.wants_focus = "", True
        if state.docked == pattern_browser.TITLE and not controller.covered.right:
            state.docked = ""  # it lies over the board
    if os.path.exists(path):  # noqa: PTH110 - a Path raises for names that no file can have
        _remember(shell, path)


def _begin_opened(shell: Shell, opened: OpenedFile) -> None:
    """Begin what was opened in place of the present session, which undo brings back, and say so.

    Raises:
        GpulifeError: it cannot begin; or the user has to be asked before the present session is left.
    """
    if opened.recording is not None and people_need_consent(opened.match):
        shell.watch(opened.recording)  # nobody may play on from a moment of it
        return
    if opened.stream is not None:
        play = _open_stream(shell, opened.match, opened.stream)
    else:
        play = shell.begin(opened.match, opened.actions, recording=opened.recording)
    play.name, play.notes = opened.name, opened.notes
    shell.show_message(opened.message)


def _open_stream(shell: Shell, match: Match, stream: StreamedPattern) -> PlayView:
    """Begin a universe from a massive file, if the whole file is valid; it is never left half loaded."""
    shell.ask_before_leaving()  # before minutes of reading
    name = Path(stream.source).name
    stream.verify(stoppable_work(shell, f"reading {name}", stream.parts).advance)
    play = shell.begin(match)
    session = play.session
    work = stoppable_work(shell, f"opening {name}", stream.parts)
    try:
        for action in stream_actions(stream, session.engine.shape):
            session.tick((action,))
            work.advance()
    except Exception:  # the file has changed meanwhile, or somebody stopped reading
        shell.begin(match)
        raise
    return play


def _save(controller: AnyController, command: Save) -> None:
    engine = controller.play.engine
    target = Path(command.path) if command.path else new_file("board", _usual_ending(engine), controller.shell.settings)
    work = stoppable_work(controller.shell, f"saving {target.name}", count_save_parts(engine))
    save_board(target, engine, controller.play.look.palette, advance=work.advance, notes=controller.play.notes)
    _remember(controller.shell, target)
    controller.shell.show_message(f"saved {target}")


def _save_replay(controller: AnyController, command: Record) -> None:
    shell = controller.shell
    target = Path(command.path) if command.path else new_file("replay", REPLAY_ENDING, shell.settings)
    write_replay(target, controller.play.session.recording())
    _remember(shell, target)
    shell.show_message(f"saved the replay: {target}")


def _save_picture(controller: AnyController, command: BoardPicture) -> None:
    shell, play = controller.shell, controller.play
    target = Path(command.path) if command.path else new_file("board", ".png", shell.settings)
    save_board(target, play.engine, play.look.palette)
    shell.show_message(f"saved {target}")


def _show_folder(controller: AnyController, command: ShowFolder) -> None:
    usual = folder_for(_usual_ending(controller.play.engine), controller.shell.settings) / "*"
    show_in_folder(Path(command.path) if command.path else usual)


HANDLERS: HandlerTable = {
    BoardPicture: _save_picture,
    Open: lambda controller, command: open_path(controller, command.path),
    Record: _save_replay,
    Save: _save,
    ShowFolder: _show_folder,
}
