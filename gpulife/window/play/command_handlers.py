"""What carries out which command about the session: the tables of all modules, and those of the games."""

from functools import cache

from gpulife.input.commands.command import CommandOrAction
from gpulife.window.play import (
    board_size,
    edit_commands,
    file_commands,
    rule_change,
    session_commands,
    time_commands,
    view_commands,
)
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.game_window import own_handlers
from gpulife.window.play.handler_table import HandlerTable, merged


@cache
def _handlers() -> HandlerTable:
    return merged(
        session_commands.HANDLERS,
        time_commands.HANDLERS,
        view_commands.HANDLERS,
        file_commands.HANDLERS,
        edit_commands.HANDLERS,
        rule_change.HANDLERS,
        board_size.HANDLERS,
        own_handlers(),
    )


def carry_out(controller: AnyController, request: CommandOrAction) -> bool:
    """Carry out an action or command if it is about the session; return whether it was.

    Raises:
        GpulifeError: it cannot be carried out; one line for the user.
    """
    kind, workbench = type(request), controller.workbench
    if (handler := _handlers().get(kind)) is not None:
        handler(controller, request)
        return True
    if workbench is not None and (handler_of_workbench := edit_commands.WORKBENCH_HANDLERS.get(kind)) is not None:
        handler_of_workbench(controller, workbench, request)
        return True
    return False
