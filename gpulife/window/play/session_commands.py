"""Actions and commands about the session that is played and its seats, and those that begin another one."""

import secrets
from dataclasses import replace
from functools import partial

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.matches import new_match, next_game, next_option, next_other_game
from gpulife.games.registry import find_game
from gpulife.games.title.rules import FANFARE
from gpulife.input.commands.play import ChangeSeat, Talk
from gpulife.input.commands.session import New, OtherGame, Reseed
from gpulife.rules import parse_rule
from gpulife.window.ask_first import ask_before_losing
from gpulife.window.games.title.controller import TitleController
from gpulife.window.play.consent import BEGINS_ANOTHER, needs_consent
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable
from gpulife.window.play.rest_watch import another_soup
from gpulife.window.play.time_commands import play_recorded, step, stop_fast_run
from gpulife.window.play.view_commands import draw_schemes_anew


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
                draw_schemes_anew(controller)
                _say_restart(controller)
            controller.play.act(action)


def _say_restart(controller: AnyController) -> None:
    """Say that a universe begins anew, and how its cells come back."""
    play = controller.play
    if play.session.match.is_universe and any(play.population):
        key = controller.shell.poller.bindings.first_key_text("undo")
        controller.shell.show_message(f"Restarted with an empty board. {key} brings the cells back")


def _show_title(controller: AnyController) -> None:
    """Show the title until somebody presses START (SYSTEM RESET)."""
    chosen = controller.chosen if isinstance(controller, TitleController) else controller.play.session.match
    match = new_match(FANFARE, parse_rule("Immigration"), find_game(FANFARE).shape, controller.shell.scheme_seed)
    controller.shell.begin(match, backdrop=True, controller=partial(TitleController, chosen=chosen))


def _new(controller: AnyController, command: New) -> None:
    controller.shell.begin(replace(command.match, seed=command.match.seed or secrets.randbits(32)))


def _other_game(controller: AnyController, _: OtherGame) -> None:
    if needs_consent(controller.play, ActionKind.SELECT):
        key = controller.shell.poller.bindings.first_key_text("start-screen")
        raise GpulifeError(f"The round is not over: {key} leaves it for the start screen, which has all games")
    controller.shell.begin(next_other_game(controller.play.session.match))


def _reseed(controller: AnyController, _: Reseed) -> None:
    soup = another_soup(controller.shell.panel_state.density)
    if not controller.carry_out(soup):
        act(controller, soup)


def _talk_to_nobody(controller: AnyController, _: Talk) -> None:
    """Say that there is nobody: an on-line match takes the command itself."""
    controller.shell.show_message("There is nobody to talk to: this is no on-line match")


HANDLERS: HandlerTable = {
    Action: act,
    ChangeSeat: lambda controller, command: controller.change_seat(command.player, command.what, command.value),
    New: _new,
    OtherGame: _other_game,
    Reseed: _reseed,
    Talk: _talk_to_nobody,
}
