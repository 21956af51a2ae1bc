"""What each command does that is about the session that is played, and what Actions do beyond it."""

from __future__ import annotations

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
from gpulife.view.board_export import save_board, save_parts
from gpulife.view.camera import pan, zoom_within
from gpulife.view.look import with_colours
from gpulife.view.schemes import RANDOM, next_scheme, scheme
from gpulife.window.blocking_progress import stoppable
from gpulife.window.games.survivor.controller import carry_out_anywhere
from gpulife.window.games.title.controller import TitleController
from gpulife.window.new_file import new_file
from gpulife.window.play.board_files import STREAMED_CELLS, Opened, open_file, paste_actions, stream_actions
from gpulife.window.play.consent_input import LEAVES, may_go_back, needs_consent
from gpulife.window.play.first_look import in_players_colours
from gpulife.window.play.game_controller import GameController
from gpulife.window.play.round_summary import toggle_result

_FASTEST, _SLOWEST = 1_000_000, 1_000  # generations in 1000 seconds
_DEFAULT_PACE = 30_000


def act(at: GameController[Any], action: Action) -> None:
    """Hand an action to the session; some begin another one."""
    leads_on = action.kind is not ActionKind.OPTION or at.play.session.game.options
    if action.kind in LEAVES and leads_on and needs_consent(at.play, action.kind):
        at.play.act(action)  # what follows when all agree: see ``consenting``
        return
    match action.kind:
        case ActionKind.SELECT:
            at.shell.begin(next_game(at.play.session.match))
        case ActionKind.OPTION:
            _next_option(at)
        case ActionKind.RESET:
            _show_title(at)
        case _:
            if action.kind is ActionKind.START and not needs_consent(at.play, action.kind):
                _draw_schemes_anew(at)
            at.play.act(action)


def _show_title(at: GameController[Any]) -> None:
    """SYSTEM RESET: the title, until somebody presses START."""
    chosen = at.chosen if isinstance(at, TitleController) else at.play.session.match
    match = new_match(FANFARE, parse_rule("Immigration"), find_game(FANFARE).shape, at.shell.scheme_seed)
    at.shell.begin(match, backdrop=True, controller=partial(TitleController, chosen=chosen))


def set_scheme(at: GameController[Any], name: str) -> None:
    """Take the colours of a scheme."""
    colours = scheme(name, at.play.engine.rule, at.shell.scheme_seed)
    at.play.look = in_players_colours(with_colours(at.play.look, colours, name), at.play.seats)
    at.shell.change("scheme", name)


def _draw_schemes_anew(at: GameController[Any]) -> None:
    """Give the random colour schemes other colours, as each new game does."""
    at.shell.scheme_seed += 1
    if at.play.look.scheme in RANDOM:
        set_scheme(at, at.play.look.scheme)


def _next_option(at: GameController[Any]) -> None:
    game = at.play.session.game
    if game.options:
        at.shell.begin(next_option(at.play.session.match))
    else:
        at.shell.tell(f"{game.title} has no options to go through")


def _new(at: GameController[Any], command: New) -> None:
    match = command.match
    at.shell.begin(replace(match, seed=match.seed or secrets.randbits(32)))


def _open(at: GameController[Any], command: Open) -> None:
    if not command.path:
        at.shell.tell("drop a file on the window to open it")
        return
    playing = at.play
    path = Path(command.path)
    opened = open_file(path, playing.engine.rule, at.play.look, secrets.randbits(32))
    if opened.stream is not None:
        _open_stream(at, opened)
    elif opened.match is None:
        for action in opened.actions:
            playing.act(action)
    else:
        at.shell.begin(opened.match, opened.actions, recording=opened.recording)
    at.shell.tell(f"opened {path.name}")


def _open_stream(at: GameController[Any], opened: Opened) -> None:
    """Begin a universe out of a massive file: only if all of it is good, and never half of it."""
    stream, match = opened.stream, opened.match
    assert stream is not None  # noqa: S101 - and a stream comes with a match: see Opened
    assert match is not None  # noqa: S101
    name = Path(stream.source).name
    stream.verify(stoppable(at.shell, f"reading {name}", stream.parts).advance)
    session = at.shell.begin(match).session  # not that of ``at``, which is of the session before
    work = stoppable(at.shell, f"opening {name}", stream.parts)
    try:
        for action in stream_actions(stream, session.engine.shape):
            session.tick((action,))
            work.advance()
    except Exception:  # the file changed meanwhile, or somebody stopped it
        at.shell.begin(match)
        raise


def _paste(at: GameController[Any], command: Paste) -> None:
    for action in paste_actions(command.text or at.shell.window.clipboard(), at.play.engine.rule):
        at.play.act(action)


def _save(at: GameController[Any], command: Save) -> None:
    engine = at.play.engine
    massive = engine.shape[0] * engine.shape[1] > STREAMED_CELLS
    target = Path(command.path) if command.path else new_file("board", ".npz" if massive else ".rle")
    work = stoppable(at.shell, f"saving {target.name}", save_parts(engine))
    save_board(target, engine, at.play.look.palette, advance=work.advance)
    at.shell.tell(f"saved {target}")


def _record(at: GameController[Any], command: Record) -> None:
    target = Path(command.path) if command.path else new_file("replay", ENDING)
    write_replay(target, at.play.session.recording())
    at.shell.tell(f"kept the replay in {target}")


def _board_picture(at: GameController[Any], command: BoardPicture) -> None:
    target = Path(command.path) if command.path else new_file("board", ".png")
    save_board(target, at.play.engine, at.play.look.palette)
    at.shell.tell(f"saved {target}")


def _pace(factor: float) -> Callable[[GameController[Any], Command], None]:
    def change(at: GameController[Any], _: Command) -> None:
        pace = round(min(max((at.play.pace if at.play.pace > 0 else _DEFAULT_PACE) * factor, _SLOWEST), _FASTEST))
        at.play.act(Action(at.presser, ActionKind.PACE, pace))
        if not needs_consent(at.play, ActionKind.PACE):
            at.shell.tell(f"{pace / 1000:g} generations a second")

    return change


def _unlimited(at: GameController[Any], _: Command) -> None:
    who = at.presser
    action = Action(who, ActionKind.PACE, 0, 1) if at.play.pace else Action(who, ActionKind.PACE, _DEFAULT_PACE)
    at.play.act(action)
    if not needs_consent(at.play, ActionKind.PACE):
        at.shell.tell("as fast as it goes" if at.play.pace else f"{_DEFAULT_PACE / 1000:g} generations a second")


def _seek(at: GameController[Any], command: Seek) -> None:
    if may_go_back(at.play):
        at.play.seeking = command.tick
    else:
        at.shell.tell("going back in time has to wait for the end of this round: its players ask each other")


def _zoom(at: GameController[Any], command: Zoom) -> None:
    width, height = at.shell.window.view_size
    shape = at.play.engine.shape
    at.play.fitted = False
    at.play.target = zoom_within(at.play.target, shape, (width, height), width / 2, height / 2, command.factor)


def _pan(at: GameController[Any], command: Pan) -> None:
    width, height = at.shell.window.view_size
    at.play.fitted = False
    at.play.target = pan(at.play.target, -command.columns * width, -command.rows * height)


def _scheme(at: GameController[Any], command: Scheme) -> None:
    set_scheme(at, command.name or next_scheme(at.play.look.scheme))
    at.shell.tell(at.play.look.scheme)


def _look(at: GameController[Any], command: ChangeLook) -> None:
    look: dict[str, Any] = {command.name: command.value}
    at.play.look = replace(at.play.look, **look)
    if command.name != "sizes":
        at.shell.change(command.name, command.value)


def _panels(at: GameController[Any], _: Command) -> None:
    at.show_panels(shown=not at.panels_shown)


def _help(at: GameController[Any], _: Command) -> None:
    at.shell.fields.shown ^= {"help"}
    at.show_panels(shown=True)


def _jump(at: GameController[Any], command: Jump) -> None:
    here = at.play.session.ticks if at.play.seeking is None else at.play.seeking
    _seek(at, Seek(max(0, here + round(command.seconds * TICKS_PER_SECOND))))


def _fit(at: GameController[Any], _: Command) -> None:
    at.play.fitted = True


def _result(at: GameController[Any], _: RoundResult) -> None:
    toggle_result(at.shell, at.play)


def _level(at: GameController[Any], request: LevelRequest) -> None:
    carry_out_anywhere(at.shell, request)


_HANDLERS: dict[type[Asked], Callable[[GameController[Any], Any], None]] = {
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
    ChangeSeat: lambda at, seat: at.change_seat(seat.player, seat.what, seat.value),
    LevelRequest: _level,
}


def carry_out(at: GameController[Any], asked: Asked) -> bool:
    """Do what was asked for, if it is about the session; whether it was.

    Raises:
        GpulifeError: it cannot be done; one line for the user.
    """
    if (handler := _HANDLERS.get(type(asked))) is None:
        return False
    handler(at, asked)
    return True
