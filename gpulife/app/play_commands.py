"""What each command does that is about the session that is played, and what Actions do beyond it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpulife.app.consenting import LEAVES, may_go_back, needs_consent
from gpulife.app.ending import toggle_result
from gpulife.app.files import STREAMED_CELLS, Opened, open_file, paste_actions, stream_actions
from gpulife.app.long_work import stoppable
from gpulife.app.new_file import new_file
from gpulife.app.survivor import carry_out_anywhere
from gpulife.commands import (
    Asked,
    BoardPicture,
    ChangeLook,
    ChangeSeat,
    Command,
    Faster,
    Fit,
    Help,
    Jump,
    LevelRequest,
    New,
    Open,
    Pan,
    Panels,
    Paste,
    Record,
    RoundResult,
    Save,
    Scheme,
    Seek,
    Slower,
    Unlimited,
    Zoom,
)
from gpulife.games.base import TICKS_A_SECOND, Action, ActionKind
from gpulife.games.matches import next_game, next_option
from gpulife.replays import ENDING, write_replay
from gpulife.saving import save_board, save_parts
from gpulife.view.camera import pan, zoom_within
from gpulife.view.schemes import next_scheme

if TYPE_CHECKING:
    from gpulife.app.program import Program

_FASTEST, _SLOWEST = 1_000_000, 1_000  # generations in 1000 seconds
_DEFAULT_PACE = 30_000


def act(program: Program, action: Action) -> None:
    """Hand an action to the session; some begin another one."""
    leads_on = action.kind is not ActionKind.OPTION or program.play.session.game.options
    if action.kind in LEAVES and leads_on and needs_consent(program.play, action.kind):
        program.play.act(action)  # what follows when all agree: see ``consenting``
        return
    match action.kind:
        case ActionKind.SELECT:
            program.shell.begin(next_game(program.play.session.match))
        case ActionKind.OPTION:
            _next_option(program)
        case ActionKind.RESET:
            program.show_title()
        case _:
            if action.kind is ActionKind.START and not needs_consent(program.play, action.kind):
                program.draw_schemes_anew()
            program.play.act(action)


def _next_option(program: Program) -> None:
    game = program.play.session.game
    if game.options:
        program.shell.begin(next_option(program.play.session.match))
    else:
        program.shell.tell(f"{game.title} has no options to go through")


def _new(program: Program, command: New) -> None:
    match = command.match
    program.shell.begin(replace(match, seed=match.seed or secrets.randbits(32)))


def _open(program: Program, command: Open) -> None:
    if not command.path:
        program.shell.tell("drop a file on the window to open it")
        return
    playing = program.play
    path = Path(command.path)
    opened = open_file(path, playing.engine.rule, program.play.look, secrets.randbits(32))
    if opened.stream is not None:
        _open_stream(program, opened)
    elif opened.match is None:
        for action in opened.actions:
            playing.act(action)
    else:
        program.shell.begin(opened.match, opened.actions, recording=opened.recording)
    program.shell.tell(f"opened {path.name}")


def _open_stream(program: Program, opened: Opened) -> None:
    """Begin a universe out of a massive file: only if all of it is good, and never half of it."""
    stream, match = opened.stream, opened.match
    assert stream is not None  # noqa: S101 - and a stream comes with a match: see Opened
    assert match is not None  # noqa: S101
    name = Path(stream.source).name
    stream.verify(stoppable(program.shell, f"reading {name}", stream.parts).advance)
    program.shell.begin(match)
    session = program.play.session
    work = stoppable(program.shell, f"opening {name}", stream.parts)
    try:
        for action in stream_actions(stream, session.engine.shape):
            session.tick((action,))
            work.advance()
    except Exception:  # the file changed meanwhile, or somebody stopped it
        program.shell.begin(match)
        raise


def _paste(program: Program, command: Paste) -> None:
    for action in paste_actions(command.text or program.shell.window.clipboard(), program.play.engine.rule):
        program.play.act(action)


def _save(program: Program, command: Save) -> None:
    engine = program.play.engine
    massive = engine.shape[0] * engine.shape[1] > STREAMED_CELLS
    target = Path(command.path) if command.path else new_file("board", ".npz" if massive else ".rle")
    work = stoppable(program.shell, f"saving {target.name}", save_parts(engine))
    save_board(target, engine, program.play.look.palette, advance=work.advance)
    program.shell.tell(f"saved {target}")


def _record(program: Program, command: Record) -> None:
    target = Path(command.path) if command.path else new_file("replay", ENDING)
    write_replay(target, program.play.session.recording())
    program.shell.tell(f"kept the replay in {target}")


def _board_picture(program: Program, command: BoardPicture) -> None:
    target = Path(command.path) if command.path else new_file("board", ".png")
    save_board(target, program.play.engine, program.play.look.palette)
    program.shell.tell(f"saved {target}")


def _pace(factor: float) -> Callable[[Program, Command], None]:
    def change(program: Program, _: Command) -> None:
        pace = round(min(max((program.pace if program.pace > 0 else _DEFAULT_PACE) * factor, _SLOWEST), _FASTEST))
        program.play.act(Action(program.controller.presser, ActionKind.PACE, pace))
        if not needs_consent(program.play, ActionKind.PACE):
            program.shell.tell(f"{pace / 1000:g} generations a second")

    return change


def _unlimited(program: Program, _: Command) -> None:
    who = program.controller.presser
    action = Action(who, ActionKind.PACE, 0, 1) if program.pace else Action(who, ActionKind.PACE, _DEFAULT_PACE)
    program.play.act(action)
    if not needs_consent(program.play, ActionKind.PACE):
        program.shell.tell("as fast as it goes" if program.pace else f"{_DEFAULT_PACE / 1000:g} generations a second")


def _seek(program: Program, command: Seek) -> None:
    if may_go_back(program.play):
        program.play.seeking = command.tick
    else:
        program.shell.tell("going back in time has to wait for the end of this round: its players ask each other")


def _zoom(program: Program, command: Zoom) -> None:
    width, height = program.shell.window.view_size
    shape = program.play.engine.shape
    program.play.fitted = False
    program.play.target = zoom_within(
        program.play.target, shape, (width, height), width / 2, height / 2, command.factor
    )


def _pan(program: Program, command: Pan) -> None:
    width, height = program.shell.window.view_size
    program.play.fitted = False
    program.play.target = pan(program.play.target, -command.columns * width, -command.rows * height)


def _scheme(program: Program, command: Scheme) -> None:
    program.set_scheme(command.name or next_scheme(program.play.look.scheme))
    program.shell.tell(program.play.look.scheme)


def _look(program: Program, command: ChangeLook) -> None:
    look: dict[str, Any] = {command.name: command.value}
    program.play.look = replace(program.play.look, **look)
    if command.name != "sizes":
        program.shell.change(command.name, command.value)


def _panels(program: Program, _: Command) -> None:
    program.controller.show_panels(shown=not program.controller.panels_shown)


def _help(program: Program, _: Command) -> None:
    program.shell.fields.shown ^= {"help"}
    program.controller.show_panels(shown=True)


def _jump(program: Program, command: Jump) -> None:
    here = program.play.session.ticks if program.play.seeking is None else program.play.seeking
    _seek(program, Seek(max(0, here + round(command.seconds * TICKS_A_SECOND))))


def _fit(program: Program, _: Command) -> None:
    program.play.fitted = True


def _result(program: Program, _: RoundResult) -> None:
    toggle_result(program.shell, program.play)


def _level(program: Program, request: LevelRequest) -> None:
    carry_out_anywhere(program.shell, request)


_HANDLERS: dict[type[Asked], Callable[[Program, Any], None]] = {
    Action: act,
    New: _new,
    Open: _open,
    Paste: _paste,
    Save: _save,
    Record: _record,
    BoardPicture: _board_picture,
    Faster: _pace(1.5),
    Slower: _pace(1 / 1.5),
    Unlimited: _unlimited,
    Seek: _seek,
    Jump: _jump,
    Zoom: _zoom,
    Pan: _pan,
    Fit: _fit,
    Scheme: _scheme,
    ChangeLook: _look,
    Panels: _panels,
    Help: _help,
    RoundResult: _result,
    ChangeSeat: lambda program, seat: program.controller.change_seat(seat.player, seat.what, seat.value),
    LevelRequest: _level,
}


def carry_out(program: Program, asked: Asked) -> bool:
    """Do what was asked for, if it is about the session; whether it was.

    Raises:
        GpulifeError: it cannot be done; one line for the user.
    """
    if (handler := _HANDLERS.get(type(asked))) is None:
        return False
    handler(program, asked)
    return True
