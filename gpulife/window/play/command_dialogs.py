"""Dialogs that ask for what a command lacks, such as the size of a new board, a rule, a number or a file."""

from gpulife.engines.memory import memory_line
from gpulife.input.commands import (
    AddPatternFolder,
    ChangeRule,
    GoToGeneration,
    NewBoard,
    Open,
    ResizeBoard,
    SaveAs,
)
from gpulife.patterns.pattern_board import LEAST_BOARD
from gpulife.rules import parse_rule
from gpulife.window.dialogs.board_fields import Memory, Shape
from gpulife.window.dialogs.file_dialogs import file_dialog
from gpulife.window.dialogs.generation_dialog import GenerationDialog
from gpulife.window.dialogs.new_board_dialog import NewBoardDialog
from gpulife.window.dialogs.resize_dialog import ResizeDialog
from gpulife.window.dialogs.rule_dialog import RuleDialog
from gpulife.window.play.board_size import cut_off, require_resizable
from gpulife.window.play.file_commands import question_for_folder, question_to_open, question_to_save
from gpulife.window.play.game_controller import AnyController, SessionScope
from gpulife.window.play.open_session import OpenSession
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell


def new_board_dialog(shell: Shell, play: OpenSession, screens: ScreenStack, request: NewBoard) -> NewBoardDialog:
    """Return the question for an empty board: in a universe like the present one, else of Life."""
    goes_by_present = play.chosen_by_user and play.session.match.is_universe
    present = play.engine.rule if goes_by_present else parse_rule("Life").on_board(LEAST_BOARD)
    if request.rule:
        present = parse_rule(request.rule).on_board(present.size or LEAST_BOARD, present.edges)
    return NewBoardDialog(shell, screens, present, _memory(shell))


def resize_dialog(shell: Shell, play: OpenSession, screens: ScreenStack) -> ResizeDialog:
    """Return the question for another size of the board.

    Raises:
        GpulifeError: it cannot have another one.
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
        return f"Cuts off {' and '.join(sides)}, too many to count the live cells in them"
    live = f"{lost.live_cells:,} live cell{'' if lost.live_cells == 1 else 's'}" if lost.live_cells else "no live cells"
    return f"Cuts off {' and '.join(sides)}, with {live}"


class DialogScope(SessionScope):
    """Asks in a dialog for what a command lacks; a command that lacks nothing goes on to the scopes below.

    Args:
        controller: controller of the session.
        screens: the stack on which dialogs are put.
    """

    def __init__(self, controller: AnyController, screens: ScreenStack) -> None:
        super().__init__(controller)
        self._screens = screens

    @handles(Open)
    def _file_to_open(self, command: Open) -> Handled:
        if command.path:
            return PASS_ON
        return self._ask(file_dialog(self.shell, self._screens, question_to_open(self.shell)))

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
        return self._ask(RuleDialog(self.shell, self._screens, self.play.engine.rule.title))

    def _ask(self, dialog: Screen) -> Handled:
        self._screens.push(dialog)
        return None
