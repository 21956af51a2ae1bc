"""The dialogs for an empty board and for another size of the board, with what they have to know of the present one."""

from gpulife.engines.memory import memory_line
from gpulife.input.commands.session import NewBoard
from gpulife.patterns.pattern_board import LEAST_BOARD
from gpulife.rules import parse_rule
from gpulife.window.dialogs.board_fields import Memory, Shape
from gpulife.window.dialogs.new_board_dialog import NewBoardDialog
from gpulife.window.dialogs.resize_dialog import ResizeDialog
from gpulife.window.play.board_size import cut_off, require_resizable
from gpulife.window.play.game_controller import AnyController
from gpulife.window.screen_stack import ScreenStack


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
