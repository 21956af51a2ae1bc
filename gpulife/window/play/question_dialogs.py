"""Commands that lack what they are about, such as Open without a path: the dialogs that ask for it."""

from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.files import Open, SaveAs
from gpulife.input.commands.patterns import AddPatternFolder
from gpulife.input.commands.session import ChangeRule, GoToGeneration, NewBoard, ResizeBoard
from gpulife.window.dialogs.file_dialogs import file_dialog
from gpulife.window.dialogs.generation_dialog import GenerationDialog
from gpulife.window.dialogs.rule_dialog import RuleDialog
from gpulife.window.play.board_dialogs import new_board_dialog, resize_dialog
from gpulife.window.play.file_commands import question_to_open, question_to_save
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.pattern_commands import question_for_folder
from gpulife.window.screen_stack import Screen, ScreenStack


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
