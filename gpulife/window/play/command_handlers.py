"""Commands about the session that is played, and actions that begin another session."""

import secrets
from dataclasses import replace
from functools import partial
from typing import Any

from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.matches import new_match, next_game, next_option
from gpulife.games.registry import find_game
from gpulife.games.title.rules import FANFARE
from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.play import ChangeSeat, GuidedRound, LevelRequest, RoundSummary
from gpulife.input.commands.program import Help, Panels
from gpulife.input.commands.session import Faster, Jump, New, Seek, Slower, Unlimited
from gpulife.input.commands.view import ChangeLook, Fit, LookAt, Pan, Scheme, Zoom
from gpulife.input.commands.workbench import Paste
from gpulife.input.glyphs import Hands
from gpulife.rules import parse_rule
from gpulife.view.camera import pan, zoom_within
from gpulife.view.look import with_colours
from gpulife.view.schemes import RANDOM, next_scheme, scheme
from gpulife.window.ask_first import ask_before_losing
from gpulife.window.games.survival1982.guided_round import begin_guided_round
from gpulife.window.games.survivor.controller import carry_out_anywhere
from gpulife.window.games.title.controller import TitleController
from gpulife.window.play import (
    board_size,
    fast_run_commands,
    file_commands,
    pattern_commands,
    rule_change,
    workbench_commands,
)
from gpulife.window.play.board_controller import in_players_colours
from gpulife.window.play.board_files import paste_actions
from gpulife.window.play.consent import BEGINS_ANOTHER, may_rewind, needs_consent
from gpulife.window.play.fast_run_commands import play_recorded, step, stop_fast_run
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.round_summary import toggle_round_summary
from gpulife.window.play.rule_files import is_rule_text, open_rule_text
from gpulife.window.play.watching import begin_watching

_OTHERS = (file_commands, fast_run_commands, rule_change, board_size, workbench_commands, pattern_commands)
"""Modules with further commands about the session."""
_FASTEST, _SLOWEST = 1_000_000, 1_000  # in generations per 1000 seconds, as paces are
_DEFAULT_PACE = 30_000
_PACE_STEP = 1.5
"""Factor by which faster and slower change the pace."""


def act(controller: AnyController, action: Action) -> None:
    """Give an action to the session, or begin another session if the action asks for that."""
    begins_another = action.kind is not ActionKind.OPTION or controller.play.session.game.options
    if action.kind in BEGINS_ANOTHER and begins_another and needs_consent(controller.play, action.kind):
        controller.play.act(action)  # it comes back when all agree, see ``consent``
        return
    if action.kind is ActionKind.STEP and controller.is_setting_up:
        keys = controller.shell.poller.bindings.keys_text("halt")
        controller.shell.show_message(f"Single generations begin after the set-up: {keys} ends it")
        return
    ask_before_losing(controller, action)
    if stop_fast_run(controller, action.kind) or play_recorded(controller, action.kind):
        return
    if action.kind is ActionKind.STEP and step(controller):
        return
    match action.kind:
        case ActionKind.SELECT:
            controller.shell.begin(next_game(controller.play.session.match))
        case ActionKind.OPTION if controller.play.session.game.options:
            controller.shell.begin(next_option(controller.play.session.match))
        case ActionKind.OPTION:
            controller.shell.show_message(f"{controller.play.session.game.title} has no options to go through")
        case ActionKind.RESET:
            _show_title(controller)
        case _:
            if action.kind is ActionKind.START and not needs_consent(controller.play, action.kind):
                _draw_schemes_anew(controller)
                _say_restart(controller)
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


def _say_restart(controller: AnyController) -> None:
    """Say that a universe begins anew, and how its cells come back."""
    play = controller.play
    if play.session.match.is_universe and any(play.population):
        key = controller.shell.poller.bindings.table["undo"][0].title
        controller.shell.show_message(f"Restarted with an empty board. {key} brings the cells back")


def _draw_schemes_anew(controller: AnyController) -> None:
    """Give the random colour schemes other colours, as every new game does."""
    controller.shell.scheme_seed += 1
    if controller.play.look.scheme in RANDOM:
        set_scheme(controller, controller.play.look.scheme)


def _change_pace(controller: AnyController, pace: tuple[int, int]) -> None:
    """Ask for a pace, in generations per 1000 seconds and at an unlimited pace in generations a tick."""
    controller.play.act(Action(controller.keyboard_player, ActionKind.PACE, *pace))
    if not needs_consent(controller.play, ActionKind.PACE):
        steady = f"{pace[0] / 1000:g} generations a second"
        controller.shell.show_message(steady if pace[0] else "as fast as it goes")


def _seek(controller: AnyController, tick: int) -> None:
    play, session = controller.play, controller.play.session
    if may_rewind(play):
        if play.seeking is None:
            moves = not play.stands if session.in_the_past else session.state.running
            play.stands = session.match.is_universe and not moves
        play.seeking = tick
    else:
        controller.shell.show_message("You can rewind after this round: its players have to agree to every pause")


def carry_out(controller: AnyController, request: CommandOrAction) -> bool:
    """Carry out an action or command if it is about the session; return whether it was.

    Raises:
        GpulifeError: it cannot be carried out; one line for the user.
    """
    shell, play = controller.shell, controller.play
    width, height = shell.window.view_size
    match request:
        case Action():
            act(controller, request)
        case New(match):
            shell.begin(replace(match, seed=match.seed or secrets.randbits(32)))
        case Paste(text) if is_rule_text(rule_text := text or shell.window.clipboard()):
            open_rule_text(controller, rule_text)
        case Paste(text) if controller.workbench is None:
            for action in paste_actions(text or shell.window.clipboard(), play.engine.rule):
                play.act(action)
        case Faster() | Slower():
            now = play.pace if play.pace > 0 else _DEFAULT_PACE
            wanted = now * _PACE_STEP if isinstance(request, Faster) else now / _PACE_STEP
            _change_pace(controller, (round(min(max(wanted, _SLOWEST), _FASTEST)), 0))
        case Unlimited():
            _change_pace(controller, (0, 1) if play.pace else (_DEFAULT_PACE, 0))
        case Seek(tick, watched):
            _seek(controller, tick)
            if watched is not None and play.seeking is not None:
                begin_watching(controller, watched)
        case Jump(seconds):
            here = play.session.ticks if play.seeking is None else play.seeking
            _seek(controller, max(0, here + round(seconds * TICKS_PER_SECOND)))
        case Zoom(factor):
            play.fitted = False
            play.target = zoom_within(play.target, play.engine.shape, (width, height), width / 2, height / 2, factor)
        case Pan(rows, columns):
            play.fitted = False
            play.target = pan(play.target, -columns * width, -rows * height)
        case LookAt(row, column):
            play.fitted = False
            play.target = replace(play.target, row=row, column=column)
        case Fit() if play.fitted and play.before_fit is not None:
            play.target, play.fitted = play.before_fit, False
        case Fit():
            play.before_fit, play.fitted = (None if play.fitted else play.target), True
        case Scheme(name):
            set_scheme(controller, name or next_scheme(play.look.scheme))
            shell.show_message(play.look.scheme)
        case ChangeLook(name, value):
            changed: dict[str, Any] = {name: value}
            play.look = replace(play.look, **changed)
            if name != "sizes":
                shell.change(name, value)
        case Panels():
            controller.show_panels(shown=not controller.panels_shown)
        case Help():
            names, devices = controller.player_names, shell.poller.devices()
            shell.show_help(
                play.session.match.game,
                {
                    names[player]: Hands.of(player, devices[player])
                    for player in controller.people
                    if player < len(names)
                },
            )
        case GuidedRound(game):
            begin_guided_round(shell, game, play.session.match if play.holds() else None)
        case RoundSummary():
            toggle_round_summary(shell, play)
        case ChangeSeat(player, what, value):
            controller.change_seat(player, what, value)
        case LevelRequest():
            carry_out_anywhere(shell, request)
        case _:
            return any(module.carry_out(controller, request) for module in _OTHERS)
    return True
