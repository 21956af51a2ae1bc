"""Actions and commands about the session that is played and its seats, and those that begin another one."""

import secrets
from dataclasses import replace
from functools import partial

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.matches import new_match, next_game, next_option, next_other_game
from gpulife.games.registry import find_game
from gpulife.games.title.rules import FANFARE
from gpulife.input.commands import ChangeSeat, New, OtherGame, Reseed, Talk
from gpulife.rules import parse_rule
from gpulife.window.ask_first import ask_before_losing
from gpulife.window.games.title.controller import TitleController
from gpulife.window.play.consent import BEGINS_ANOTHER, needs_consent
from gpulife.window.play.game_controller import SessionScope
from gpulife.window.play.rest_watch import another_soup
from gpulife.window.play.view_commands import draw_schemes_anew
from gpulife.window.scopes import handles


class PlayScope(SessionScope):
    """Carries out Actions, and commands about seats and about beginning another session."""

    @handles(Action)
    def _act(self, action: Action) -> None:
        """Give an action to the session, or begin another session if the action asks for that."""
        begins_another = action.kind is not ActionKind.OPTION or self.play.session.game.options
        if action.kind in BEGINS_ANOTHER and begins_another and needs_consent(self.play, action.kind):
            self.play.runner.act(action)  # it comes back when all agree, see ``consent``
            return
        if action.kind is ActionKind.STEP and self.controller.is_setting_up:
            keys = self.shell.poller.bindings.keys_text("halt")
            self.shell.show_message(f"Single generations begin after the set-up: {keys} ends it")
            return
        ask_before_losing(self.shell, self.play, action)
        match action.kind:
            case ActionKind.SELECT:
                self.shell.begin(next_game(self.play.session.match))
            case ActionKind.OPTION if self.play.session.game.options:
                self.shell.begin(next_option(self.play.session.match))
            case ActionKind.OPTION:
                self.shell.show_message(f"{self.play.session.game.title} has no options to go through")
            case ActionKind.RESET:
                self._show_title()
            case _:
                if action.kind is ActionKind.START and not needs_consent(self.play, action.kind):
                    draw_schemes_anew(self.shell, self.play)
                    self._say_restart()
                self.play.runner.act(action)

    @handles(New)
    def _new(self, command: New) -> None:
        self.shell.begin(replace(command.match, seed=command.match.seed or secrets.randbits(32)))

    @handles(OtherGame)
    def _other_game(self, _: OtherGame) -> None:
        if needs_consent(self.play, ActionKind.SELECT):
            key = self.shell.poller.bindings.first_key_text("start-screen")
            raise GpulifeError(f"The round is not over: {key} leaves it for the start screen, which has all games")
        self.shell.begin(next_other_game(self.play.session.match))

    @handles(Reseed)
    def _reseed(self, _: Reseed) -> None:
        soup = another_soup(self.shell.panel_state.density)
        if not self.controller.carry_out(soup):
            self._act(soup)

    @handles(Talk)
    def _talk_to_nobody(self, _: Talk) -> None:
        """Say that there is nobody: an on-line match takes the command itself."""
        self.shell.show_message("There is nobody to talk to: this is no on-line match")

    @handles(ChangeSeat)
    def _change_seat(self, command: ChangeSeat) -> None:
        self.controller.change_seat(command.player, command.what, command.value)

    def _say_restart(self) -> None:
        """Say that a universe begins anew, and how its cells come back."""
        play = self.play
        if play.session.match.is_universe and any(play.population):
            key = self.shell.poller.bindings.first_key_text("undo")
            self.shell.show_message(f"Restarted with an empty board. {key} brings the cells back")

    def _show_title(self) -> None:
        """Show the title until somebody presses START (SYSTEM RESET)."""
        chosen = self.controller.chosen if isinstance(self.controller, TitleController) else self.play.session.match
        match = new_match(FANFARE, parse_rule("Immigration"), find_game(FANFARE).shape, self.shell.scheme_seed)
        self.shell.begin(match, backdrop=True, controller=partial(TitleController, chosen=chosen))
