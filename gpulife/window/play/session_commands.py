"""Carries out commands on the session and its seats, and opens dialogs for commands that lack an argument."""

import secrets
from dataclasses import replace
from functools import partial

from gpulife.engines.memory import memory_line
from gpulife.errors import GpulifeError
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.matches import new_match, next_game, next_option, next_other_game
from gpulife.games.registry import find_game
from gpulife.games.title_screen import FANFARE
from gpulife.input.commands import (
    AddPatternFolder,
    ChangeRule,
    ChangeSeat,
    GoToGeneration,
    New,
    NewBoard,
    Open,
    OtherGame,
    Reseed,
    ResizeBoard,
    Save,
    SaveAs,
    Talk,
)
from gpulife.patterns.pattern import LEAST_BOARD
from gpulife.rules import parse_rule
from gpulife.window.ask_first import ask_before_losing
from gpulife.window.dialogs.board_dialogs import GenerationDialog, NewBoardDialog
from gpulife.window.dialogs.board_fields import Memory, Shape
from gpulife.window.dialogs.file_dialogs import file_dialog
from gpulife.window.dialogs.resize_dialog import ResizeDialog
from gpulife.window.dialogs.rule_dialog import RuleDialog
from gpulife.window.games.title_screen import TitleController
from gpulife.window.play.consent import BEGINS_ANOTHER, needs_consent
from gpulife.window.play.file_commands import question_for_folder, question_to_open, question_to_save
from gpulife.window.play.game_controller import AnyController, SessionScope
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.other_board import cut_off, merger_under, require_resizable
from gpulife.window.play.view_commands import draw_schemes_anew
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell


class PlayScope(SessionScope):
    """Carries out actions, and commands that change seats or begin another session."""

    @handles(Action)
    def _act(self, action: Action) -> None:
        """Queue an action for the session, or begin another session if that is what the action asks for."""
        begins_another = action.kind is not ActionKind.OPTION or self.play.session.game.options
        if action.kind in BEGINS_ANOTHER and begins_another and needs_consent(self.play, action.kind):
            self.play.runner.act(action)  # it comes back here once all agree, see ``consent``
            return
        if action.kind is ActionKind.STEP and self.controller.is_setting_up:
            keys = self.shell.poller.keys_text("halt")
            self.shell.show_message(f"You can step generations after the set-up; {keys} ends the set-up")
            return
        ask_before_losing(self.shell, self.play, action)
        match action.kind:
            case ActionKind.SELECT:
                self.shell.begin(next_game(self.play.session.match))
            case ActionKind.OPTION if self.play.session.game.options:
                self.shell.begin(next_option(self.play.session.match))
            case ActionKind.OPTION:
                self.shell.show_message(f"{self.play.session.game.title} has no other options")
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
            raise GpulifeError(
                f"The round is not over: press {key} to leave it and choose another game on the start screen"
            )
        self.shell.begin(next_other_game(self.play.session.match))

    @handles(Reseed)
    def _reseed(self, _: Reseed) -> None:
        soup = self.controller.another_soup
        if not self.controller.carry_out(soup):
            self._act(soup)

    @handles(Talk)
    def _talk_to_nobody(self, _: Talk) -> None:
        self.shell.show_message("Nobody to talk to: this is not an on-line match")

    @handles(ChangeSeat)
    def _change_seat(self, command: ChangeSeat) -> None:
        self.controller.change_seat(command.player, command.what, command.value)

    def _say_restart(self) -> None:
        play = self.play
        if play.session.match.is_universe and any(play.population):
            key = self.shell.poller.bindings.first_key_text("undo")
            self.shell.show_message(f"Restarted with an empty board. {key} brings the cells back")

    def _show_title(self) -> None:
        """Show the title screen until somebody presses START."""
        chosen = self.controller.chosen if isinstance(self.controller, TitleController) else self.play.session.match
        match = new_match(FANFARE, parse_rule("Immigration"), find_game(FANFARE).shape, self.shell.scheme_seed)
        self.shell.begin(match, backdrop=True, controller=partial(TitleController, chosen=chosen))


def new_board_dialog(shell: Shell, play: OpenSession, screens: ScreenStack, request: NewBoard) -> NewBoardDialog:
    """Return the dialog for a new, empty board.

    It suggests the current universe's rule, size and edges. In a game, or if the request names a rule, it suggests
    ``LEAST_BOARD`` and that rule or Life.
    """
    goes_by_present = play.chosen_by_user and play.session.match.is_universe and not request.rule
    present = play.engine.rule if goes_by_present else parse_rule(request.rule or "Life").on_board(LEAST_BOARD)
    return NewBoardDialog(shell, screens, present, _memory(shell))


def resize_dialog(shell: Shell, play: OpenSession, screens: ScreenStack) -> ResizeDialog:
    """Return the dialog for another size of the board.

    Raises:
        GpulifeError: this board cannot be resized.
    """
    require_resizable(play)
    rule = play.engine.rule
    return ResizeDialog(shell, screens, rule, lambda *asked: _losses(play, *asked), _memory(shell))


def _memory(shell: Shell) -> Memory:
    boards = shell.boards
    free = boards.free_memory()
    return lambda rule, shape: memory_line(boards.memory_needed(rule, shape), free)


def _losses(play: OpenSession, shape: Shape, place: str) -> str:
    lost = cut_off(play.engine, shape, place)
    if lost is None:
        return ""
    sides = [f"{count:,} {name}" for count, name in ((lost.columns, "columns"), (lost.rows, "rows")) if count]
    if lost.live_cells is None:
        return f"Cuts off {' and '.join(sides)}: too many cells to count the live ones"
    live = f"{lost.live_cells:,} live cell{'' if lost.live_cells == 1 else 's'}" if lost.live_cells else "no live cells"
    return f"Cuts off {' and '.join(sides)}, which hold {live}"


class DialogScope(SessionScope):
    """Opens a dialog for a command that lacks an argument. Other scopes carry out complete commands.

    Args:
        controller: controller of the session.
        screens: the stack on which to put dialogs.
    """

    def __init__(self, controller: AnyController, screens: ScreenStack) -> None:
        super().__init__(controller)
        self._screens = screens

    @handles(Open)
    def _file_to_open(self, command: Open) -> Handled:
        if command.path:
            return PASS_ON
        return self._ask(file_dialog(self.shell, self._screens, question_to_open(self.shell)))

    @handles(Save)
    def _first_file_to_save(self, command: Save) -> Handled:
        """If the board has not been saved in a file yet, ask the user for a file name."""
        if command.path or self.play.saved_to:
            return PASS_ON
        return self._file_to_save(SaveAs())

    @handles(SaveAs)
    def _file_to_save(self, _: SaveAs) -> Handled:
        return self._ask(file_dialog(self.shell, self._screens, question_to_save(self.shell, self.play.engine)))

    @handles(AddPatternFolder)
    def _folder(self, command: AddPatternFolder) -> Handled:
        if command.path:
            return PASS_ON
        return self._ask(file_dialog(self.shell, self._screens, question_for_folder(self.shell)))

    @handles(GoToGeneration)
    def _generation(self, command: GoToGeneration) -> Handled:
        if command.generation is not None:
            return PASS_ON
        return self._ask(GenerationDialog(self.shell, self._screens, self.play.session.board.generation))

    @handles(NewBoard)
    def _size_of_new_board(self, command: NewBoard) -> Handled:
        return self._ask(new_board_dialog(self.shell, self.play, self._screens, command))

    @handles(ResizeBoard)
    def _other_size(self, command: ResizeBoard) -> Handled:
        return PASS_ON if command.rows else self._ask(resize_dialog(self.shell, self.play, self._screens))

    @handles(ChangeRule)
    def _other_rule(self, command: ChangeRule) -> Handled:
        if command.rule:
            return PASS_ON
        return self._ask(
            RuleDialog(self.shell, self._screens, self.play.engine.rule.title, partial(merger_under, self.play))
        )

    def _ask(self, dialog: Screen) -> Handled:
        self._screens.push(dialog)
        return None
