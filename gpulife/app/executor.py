"""What each command does. ``Program`` holds what they change; this module is the table of what changes it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from gpulife.app.consenting import LEAVES, may_go_back, needs_consent, presser
from gpulife.app.ending import toggle_result
from gpulife.app.files import STREAMED_CELLS, Opened, open_file, paste_actions, stream_actions
from gpulife.app.long_work import stoppable
from gpulife.app.seating import change_seat
from gpulife.commands import Command, CommandKind
from gpulife.files import atomic_write
from gpulife.games import next_game, next_option
from gpulife.games.base import TICKS_A_SECOND, Action, ActionKind, Match
from gpulife.replays import ENDING, write_replay
from gpulife.saving import save_board, save_parts
from gpulife.settings import data_folder, mappings_path
from gpulife.view.camera import pan, zoom_within
from gpulife.view.schemes import next_scheme

if TYPE_CHECKING:
    from gpulife.app.program import Program

_FASTEST, _SLOWEST = 1_000_000, 1_000  # generations in 1000 seconds
_DEFAULT_PACE = 30_000


def execute(program: Program, command: Command) -> None:
    """Carry out one command.

    Raises:
        GpulifeError: it cannot be done; one line for the user.
    """
    _TABLE[command.kind](program, command.value)


def _act(program: Program, action: Action) -> None:
    if action.kind is ActionKind.START and program.on_title:
        program.begin_chosen()
        return
    leads_on = action.kind is not ActionKind.OPTION or program.play.session.game.options
    if action.kind in LEAVES and leads_on and needs_consent(program, action.kind):
        program.play.act(action)  # what follows when all agree: see ``consenting``
        return
    match action.kind:
        case ActionKind.SELECT:
            program.begin(next_game(program.play.session.match))
        case ActionKind.OPTION:
            _next_option(program)
        case ActionKind.RESET:
            program.show_title()
        case _:
            if action.kind is ActionKind.START and not needs_consent(program, action.kind):
                program.draw_schemes_anew()
            program.play.act(action)


def _next_option(program: Program) -> None:
    game = program.play.session.game
    if game.options:
        program.begin(next_option(program.play.session.match))
    else:
        program.shell.tell(f"{game.title} has no options to go through")


def _new(program: Program, match: Match) -> None:
    program.begin(replace(match, seed=match.seed or secrets.randbits(32)))


def _open(program: Program, path: str | None) -> None:
    if not path:
        program.shell.tell("drop a file on the window to open it")
        return
    playing = program.play
    opened = open_file(Path(path), playing.engine.rule, program.play.look, secrets.randbits(32))
    if opened.stream is not None:
        _open_stream(program, opened)
    elif opened.match is None:
        for action in opened.actions:
            playing.act(action)
    else:
        program.begin(opened.match, opened.actions, recording=opened.recording)
    program.shell.tell(f"opened {Path(path).name}")


def _open_stream(program: Program, opened: Opened) -> None:
    """Begin a universe out of a massive file: only if all of it is good, and never half of it."""
    stream, match = opened.stream, opened.match
    assert stream is not None  # noqa: S101 - and a stream comes with a match: see Opened
    assert match is not None  # noqa: S101
    name = Path(stream.source).name
    stream.verify(stoppable(program.shell, f"reading {name}", stream.parts).advance)
    program.begin(match)
    session = program.play.session
    work = stoppable(program.shell, f"opening {name}", stream.parts)
    try:
        for action in stream_actions(stream, session.engine.shape):
            session.tick((action,))
            work.advance()
    except Exception:  # the file changed meanwhile, or somebody stopped it
        program.begin(match)
        raise


def _paste(program: Program, text: str | None) -> None:
    for action in paste_actions(text or program.shell.window.clipboard(), program.play.engine.rule):
        program.play.act(action)


def _save(program: Program, path: str | None) -> None:
    engine = program.play.engine
    massive = engine.shape[0] * engine.shape[1] > STREAMED_CELLS
    target = Path(path) if path else new_file("board", ".npz" if massive else ".rle")
    work = stoppable(program.shell, f"saving {target.name}", save_parts(engine))
    save_board(target, engine, program.play.look.palette, advance=work.advance)
    program.shell.tell(f"saved {target}")


def _record(program: Program, path: str | None) -> None:
    target = Path(path) if path else new_file("replay", ENDING)
    write_replay(target, program.play.session.recording())
    program.shell.tell(f"kept the replay in {target}")


def _screenshot(program: Program, path: str | None) -> None:
    target = Path(path) if path else new_file("screenshot", ".png")
    picture = Image.fromarray(program.shell.window.read())
    with atomic_write(target, "wb") as file:
        picture.save(file, "PNG")
    program.shell.tell(f"saved {target}")


def _board_picture(program: Program, path: str | None) -> None:
    target = Path(path) if path else new_file("board", ".png")
    save_board(target, program.play.engine, program.play.look.palette)
    program.shell.tell(f"saved {target}")


def _film(program: Program, _: Any) -> None:
    program.filming.toggle(program)


def _pace(factor: float) -> Callable[[Program, Any], None]:
    def change(program: Program, _: Any) -> None:
        pace = round(min(max((program.pace if program.pace > 0 else _DEFAULT_PACE) * factor, _SLOWEST), _FASTEST))
        program.play.act(Action(presser(program), ActionKind.PACE, pace))
        if not needs_consent(program, ActionKind.PACE):
            program.shell.tell(f"{pace / 1000:g} generations a second")

    return change


def _unlimited(program: Program, _: Any) -> None:
    who = presser(program)
    action = Action(who, ActionKind.PACE, 0, 1) if program.pace else Action(who, ActionKind.PACE, _DEFAULT_PACE)
    program.play.act(action)
    if not needs_consent(program, ActionKind.PACE):
        program.shell.tell("as fast as it goes" if program.pace else f"{_DEFAULT_PACE / 1000:g} generations a second")


def _seek(program: Program, tick: int) -> None:
    if may_go_back(program):
        program.play.seeking = tick
    else:
        program.shell.tell("going back in time has to wait for the end of this round: its players ask each other")


def _jump(direction: int) -> Callable[[Program, Any], None]:
    def jump(program: Program, seconds: float) -> None:
        here = program.play.session.ticks if program.play.seeking is None else program.play.seeking
        _seek(program, max(0, here + round(direction * seconds * TICKS_A_SECOND)))

    return jump


def _zoom(program: Program, factor: float) -> None:
    width, height = program.shell.window.view_size
    shape = program.play.engine.shape
    program.play.fitted = False
    program.play.target = zoom_within(program.play.target, shape, (width, height), width / 2, height / 2, factor)


def _pan(program: Program, way: tuple[float, float]) -> None:
    width, height = program.shell.window.view_size
    program.play.fitted = False
    program.play.target = pan(program.play.target, -way[1] * width, -way[0] * height)


def _fit(program: Program, _: Any) -> None:
    program.play.fitted = True


def _scheme(program: Program, name: str | None) -> None:
    program.set_scheme(name or next_scheme(program.play.look.scheme))
    program.shell.tell(program.play.look.scheme)


def _look(program: Program, setting: tuple[str, Any]) -> None:
    name, value = setting
    program.play.look = replace(program.play.look, **{name: value})
    if name != "sizes":
        program.shell.change(name, value)


def _mute(program: Program, _: Any) -> None:
    program.shell.sound.switch(program)


def _volume(program: Program, by: float) -> None:
    program.shell.sound.change_volume(program, by)


def _panels(program: Program, _: Any) -> None:
    program.show_panels(shown=not program.panels_shown)


def _help(program: Program, _: Any) -> None:
    program.shell.fields.shown ^= {"help"}
    program.show_panels(shown=True)


def _fullscreen(program: Program, monitor: str | None) -> None:
    on = program.shell.window.fullscreen_on is None if monitor is None else bool(monitor)
    program.shell.window.set_fullscreen((monitor or program.shell.settings.monitor) if on else None)
    program.shell.change("fullscreen", on)
    program.shell.change("monitor", program.shell.window.fullscreen_on or program.shell.settings.monitor)


def _seat(program: Program, seat: tuple[int, str, str | int]) -> None:
    change_seat(program, *seat)


def _setting(program: Program, setting: tuple[str, Any]) -> None:
    program.shell.change(*setting)
    match setting[0]:
        case "vsync":
            program.shell.window.set_vsync(on=program.shell.settings.vsync)
        case "ui_scale":
            program.shell.host.set_ui_scale(program.shell.settings.ui_scale)
        case "dead_zone":
            program.shell.poller.dead_zone = program.shell.settings.dead_zone


def _bind(program: Program, binding: tuple[str, str]) -> None:
    control, input_ = binding
    bindings = program.shell.poller.bindings
    program.shell.poller.bindings = bindings.rebind(control, input_) if input_ else bindings.reset(control)
    program.shell.change("bindings", program.shell.poller.bindings.overrides())


def _wizard(program: Program, step: int | str) -> None:
    if isinstance(step, int):
        program.map_pad(step)
    elif program.mapping is not None:
        match step:
            case "skip":
                program.mapping.skip()
            case "back":
                program.mapping.back()
            case "save":
                program.mapping.save(mappings_path())
                program.mapping = None
                program.shell.tell("the gamepad is known now: press A on it to play")
            case _:
                program.mapping = None


def _level(program: Program, what: tuple[Any, ...]) -> None:
    program.screens.survivor.execute(program, what)


def _start_screen(program: Program, _: Any) -> None:
    program.show_start_screen()


def _quit(program: Program, _: Any) -> None:
    program.shell.quitting = True


def new_file(kind: str, ending: str) -> Path:
    """A file in the program's own folder that is not there yet."""
    moment = datetime.now().astimezone().strftime("%Y-%m-%d %H.%M.%S")
    folder = data_folder()
    names = [f"gpulife {kind} {moment}{ending}", *(f"gpulife {kind} {moment} {n}{ending}" for n in range(2, 100))]
    return next((folder / name for name in names if not (folder / name).exists()), folder / names[-1])


_TABLE: dict[CommandKind, Callable[[Program, Any], None]] = {
    CommandKind.ACT: _act,
    CommandKind.NEW: _new,
    CommandKind.OPEN: _open,
    CommandKind.PASTE: _paste,
    CommandKind.SAVE: _save,
    CommandKind.RECORD: _record,
    CommandKind.SCREENSHOT: _screenshot,
    CommandKind.BOARD_PICTURE: _board_picture,
    CommandKind.FILM: _film,
    CommandKind.FASTER: _pace(1.5),
    CommandKind.SLOWER: _pace(1 / 1.5),
    CommandKind.UNLIMITED: _unlimited,
    CommandKind.SEEK: _seek,
    CommandKind.BACK: _jump(-1),
    CommandKind.FORWARD: _jump(1),
    CommandKind.ZOOM: _zoom,
    CommandKind.PAN: _pan,
    CommandKind.FIT: _fit,
    CommandKind.SCHEME: _scheme,
    CommandKind.LOOK: _look,
    CommandKind.MUTE: _mute,
    CommandKind.VOLUME: _volume,
    CommandKind.PANELS: _panels,
    CommandKind.HELP: _help,
    CommandKind.RESULT: lambda program, _: toggle_result(program),
    CommandKind.FULLSCREEN: _fullscreen,
    CommandKind.SEAT: _seat,
    CommandKind.SETTING: _setting,
    CommandKind.BIND: _bind,
    CommandKind.LEVEL: _level,
    CommandKind.WIZARD: _wizard,
    CommandKind.START_SCREEN: _start_screen,
    CommandKind.QUIT: _quit,
}
