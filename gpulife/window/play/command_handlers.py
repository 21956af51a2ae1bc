"""Commands about the session that is played, and actions that begin another session."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.matches import new_match, next_game, next_option
from gpulife.games.registry import find_game
from gpulife.games.title.rules import FANFARE
from gpulife.input.commands import (
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
from gpulife.rules import parse_rule
from gpulife.session.replay import ENDING, write_replay
from gpulife.view.board_export import count_save_parts, save_board
from gpulife.view.camera import pan, zoom_within
from gpulife.view.look import with_colours
from gpulife.view.schemes import RANDOM, next_scheme, scheme
from gpulife.window.blocking_progress import stoppable_work
from gpulife.window.games.survivor.controller import carry_out_anywhere
from gpulife.window.games.title.controller import TitleController
from gpulife.window.new_file import new_file
from gpulife.window.play.board_controller import in_players_colours
from gpulife.window.play.board_files import STREAMED_CELLS, OpenedFile, open_file, paste_actions, stream_actions
from gpulife.window.play.consent_input import BEGINS_ANOTHER, may_rewind, needs_consent
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.round_summary import toggle_result

_FASTEST, _SLOWEST = 1_000_000, 1_000  # in generations per 1000 seconds, as paces are
_DEFAULT_PACE = 30_000


def act(controller: AnyController, action: Action) -> None:
    """Give an action to the session, or begin another session if the action asks for that."""
    begins_another = action.kind is not ActionKind.OPTION or controller.play.session.game.options
    if action.kind in BEGINS_ANOTHER and begins_another and needs_consent(controller.play, action.kind):
        controller.play.act(action)  # it comes back when all agree, see ``consent_input``
        return
    match action.kind:
        case ActionKind.SELECT:
            controller.shell.begin(next_game(controller.play.session.match))
        case ActionKind.OPTION:
            _next_option(controller)
        case ActionKind.RESET:
            _show_title(controller)
        case _:
            if action.kind is ActionKind.START and not needs_consent(controller.play, action.kind):
                _draw_schemes_anew(controller)
            controller.play.act(action)


def _show_title(controller: AnyController) -> None:
    """Show the title until somebody presses START (SYSTEM RESET)."""
    chosen = controller.chosen if isinstance(controller, TitleController) else controller.play.session.match
    match = new_match(FANFARE, parse_rule("Immigration"), find_game(FANFARE).shape, controller.shell.scheme_seed)
    controller.shell.begin(match, backdrop=True, controller=partial(TitleController, chosen=chosen))


def set_scheme(controller: AnyController, name: str) -> None:
    """Show the board in the colours of a scheme."""
    colours = scheme(name, controller.play.engine.rule, controller.shell.scheme_seed)
    controller.play.look = in_players_colours(with_colours(controller.play.look, colours, name), controller.play.seats)
    controller.shell.change("scheme", name)


def _draw_schemes_anew(controller: AnyController) -> None:
    """Give the random colour schemes other colours, as every new game does."""
    controller.shell.scheme_seed += 1
    if controller.play.look.scheme in RANDOM:
        set_scheme(controller, controller.play.look.scheme)


def _next_option(controller: AnyController) -> None:
    game = controller.play.session.game
    if game.options:
        controller.shell.begin(next_option(controller.play.session.match))
    else:
        controller.shell.tell(f"{game.title} has no options to go through")


def _new(controller: AnyController, command: New) -> None:
    match = command.match
    controller.shell.begin(replace(match, seed=match.seed or secrets.randbits(32)))


def _open(controller: AnyController, command: Open) -> None:
    if not command.path:
        controller.shell.tell("drop a file on the window to open it")
        return
    playing = controller.play
    path = Path(command.path)
    opened = open_file(path, playing.engine.rule, controller.play.look, secrets.randbits(32))
    if opened.stream is not None:
        _open_stream(controller, opened)
    elif opened.match is None:
        for action in opened.actions:
            playing.act(action)
    else:
        controller.shell.begin(opened.match, opened.actions, recording=opened.recording)
    controller.shell.tell(f"opened {path.name}")


def _open_stream(controller: AnyController, opened: OpenedFile) -> None:
    """Begin a universe from a massive file, if the whole file is valid; it is never left half loaded."""
    stream, match = opened.stream, opened.match
    assert stream is not None  # noqa: S101 - a stream comes with a match: see OpenedFile
    assert match is not None  # noqa: S101
    name = Path(stream.source).name
    stream.verify(stoppable_work(controller.shell, f"reading {name}", stream.parts).advance)
    session = controller.shell.begin(match).session  # controller.play is still the session before
    work = stoppable_work(controller.shell, f"opening {name}", stream.parts)
    try:
        for action in stream_actions(stream, session.engine.shape):
            session.tick((action,))
            work.advance()
    except Exception:  # the file has changed meanwhile, or somebody stopped reading
        controller.shell.begin(match)
        raise


def _paste(controller: AnyController, command: Paste) -> None:
    for action in paste_actions(command.text or controller.shell.window.clipboard(), controller.play.engine.rule):
        controller.play.act(action)


def _save(controller: AnyController, command: Save) -> None:
    engine = controller.play.engine
    massive = engine.shape[0] * engine.shape[1] > STREAMED_CELLS
    target = Path(command.path) if command.path else new_file("board", ".npz" if massive else ".rle")
    work = stoppable_work(controller.shell, f"saving {target.name}", count_save_parts(engine))
    save_board(target, engine, controller.play.look.palette, advance=work.advance)
    controller.shell.tell(f"saved {target}")


def _record(controller: AnyController, command: Record) -> None:
    target = Path(command.path) if command.path else new_file("replay", ENDING)
    write_replay(target, controller.play.session.recording())
    controller.shell.tell(f"kept the replay in {target}")


def _board_picture(controller: AnyController, command: BoardPicture) -> None:
    target = Path(command.path) if command.path else new_file("board", ".png")
    save_board(target, controller.play.engine, controller.play.look.palette)
    controller.shell.tell(f"saved {target}")


def _pace(factor: float) -> Callable[[AnyController, Command], None]:
    def change(controller: AnyController, _: Command) -> None:
        pace = round(
            min(max((controller.play.pace if controller.play.pace > 0 else _DEFAULT_PACE) * factor, _SLOWEST), _FASTEST)
        )
        controller.play.act(Action(controller.keyboard_player, ActionKind.PACE, pace))
        if not needs_consent(controller.play, ActionKind.PACE):
            controller.shell.tell(f"{pace / 1000:g} generations a second")

    return change


def _unlimited(controller: AnyController, _: Command) -> None:
    play = controller.play
    pace = (0, 1) if play.pace else (_DEFAULT_PACE, 0)
    play.act(Action(controller.keyboard_player, ActionKind.PACE, *pace))
    if not needs_consent(controller.play, ActionKind.PACE):
        controller.shell.tell(
            "as fast as it goes" if controller.play.pace else f"{_DEFAULT_PACE / 1000:g} generations a second"
        )


def _seek(controller: AnyController, command: Seek) -> None:
    if may_rewind(controller.play):
        controller.play.seeking = command.tick
    else:
        controller.shell.tell("going back in time has to wait for the end of this round: its players ask each other")


def _zoom(controller: AnyController, command: Zoom) -> None:
    width, height = controller.shell.window.view_size
    shape = controller.play.engine.shape
    controller.play.fitted = False
    controller.play.target = zoom_within(
        controller.play.target, shape, (width, height), width / 2, height / 2, command.factor
    )


def _pan(controller: AnyController, command: Pan) -> None:
    width, height = controller.shell.window.view_size
    controller.play.fitted = False
    controller.play.target = pan(controller.play.target, -command.columns * width, -command.rows * height)


def _scheme(controller: AnyController, command: Scheme) -> None:
    set_scheme(controller, command.name or next_scheme(controller.play.look.scheme))
    controller.shell.tell(controller.play.look.scheme)


def _look(controller: AnyController, command: ChangeLook) -> None:
    look: dict[str, Any] = {command.name: command.value}
    controller.play.look = replace(controller.play.look, **look)
    if command.name != "sizes":
        controller.shell.change(command.name, command.value)


def _help(controller: AnyController, _: Command) -> None:
    controller.shell.fields.shown ^= {"help"}
    controller.show_panels(shown=True)


def _jump(controller: AnyController, command: Jump) -> None:
    here = controller.play.session.ticks if controller.play.seeking is None else controller.play.seeking
    _seek(controller, Seek(max(0, here + round(command.seconds * TICKS_PER_SECOND))))


def _fit(controller: AnyController, _: Command) -> None:
    controller.play.fitted = True


_HANDLERS: dict[type[Asked], Callable[[AnyController, Any], None]] = {
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
    Panels: lambda controller, _: controller.show_panels(shown=not controller.panels_shown),
    Help: _help,
    RoundResult: lambda controller, _: toggle_result(controller.shell, controller.play),
    ChangeSeat: lambda controller, seat: controller.change_seat(seat.player, seat.what, seat.value),
    LevelRequest: lambda controller, request: carry_out_anywhere(controller.shell, request),
}


def carry_out(controller: AnyController, asked: Asked) -> bool:
    """Carry out an action or command if it is about the session; return whether it was.

    Raises:
        GpulifeError: it cannot be carried out; one line for the user.
    """
    if (handler := _HANDLERS.get(type(asked))) is None:
        return False
    handler(controller, asked)
    return True
