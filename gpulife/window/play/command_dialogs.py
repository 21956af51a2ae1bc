"""Dialogs that ask for what a command lacks, such as the size of a new board, a rule, a number or a file."""

from gpulife.engines.memory import memory_line
from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.files import Open, SaveAs
from gpulife.input.commands.patterns import AddPatternFolder
from gpulife.input.commands.session import ChangeRule, GoToGeneration, NewBoard, ResizeBoard
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
from gpulife.window.play.game_controller import AnyController
from gpulife.window.screen_stack import Screen, ScreenStack


def new_board_dialog(controller: AnyController, screens: ScreenStack, request: NewBoard) -> NewBoardDialog:
    """Return the question for an empty board: in a universe like the present one, else of Life."""
    play = controller.play
    goes_by_present = play.chosen_by_user and play.session.match.is_universe
    present = play.engine.rule if goes_by_present else parse_rule("Life").on_board(LEAST_BOARD)
    if request.rule:
        present = parse_rule(request.rule).on_board(present.size or LEAST_BOARD, present.edges)
    return NewBoardDialog(controller.shell, screens, present, _memory(controller))


def resize_dialog(controller: AnyController, screens: ScreenStack) -> ResizeDialog:
    """Return the question for another size of the board.

    Raises:
        GpulifeError: it cannot have another one.
    """
    require_resizable(controller)
    rule = controller.play.engine.rule
    return ResizeDialog(
        controller.shell, screens, rule, lambda *asked: _losses(controller, *asked), _memory(controller)
    )


def _memory(controller: AnyController) -> Memory:
    boards = controller.shell.boards
    free = boards.free_memory()
    return lambda rule, shape: memory_line(boards.memory_needed(rule, shape), free)


def _losses(controller: AnyController, shape: Shape, place: str) -> str:
    lost = cut_off(controller.play.engine, shape, place)
    if lost is None:
        return ""
    sides = [f"{count:,} {name}" for count, name in ((lost.columns, "columns"), (lost.rows, "rows")) if count]
    if lost.live_cells is None:
        return f"Cuts off {' and '.join(sides)}, too many to count the live cells in them"
    live = f"{lost.live_cells:,} live cell{'' if lost.live_cells == 1 else 's'}" if lost.live_cells else "no live cells"
    return f"Cuts off {' and '.join(sides)}, with {live}"


def dialog_for(request: CommandOrAction, controller: AnyController, screens: ScreenStack) -> Screen | None:
    """Return the dialog that asks for what a command lacks, to be put on the stack; None if it lacks nothing.

    Raises:
        GpulifeError: it makes no sense for this session.
    """
    shell, play = controller.shell, controller.play
    match request:
        case Open(""):
            return file_dialog(shell, screens, question_to_open(shell))
        case SaveAs():
            return file_dialog(shell, screens, question_to_save(shell, play.engine))
        case AddPatternFolder(""):
            return file_dialog(shell, screens, question_for_folder(shell))
        case GoToGeneration(None):
            return GenerationDialog(shell, screens, play.session.board.generation)
        case NewBoard():
            return new_board_dialog(controller, screens, request)
        case ResizeBoard(rows=0):
            return resize_dialog(controller, screens)
        case ChangeRule(""):
            return RuleDialog(shell, screens, play.engine.rule.title)
        case _:
            return None
