"""What carries out which command about the session: the tables of all modules, and those of the games."""

from functools import cache

from gpulife.input.commands.command import CommandOrAction
from gpulife.window.play import (
    board_size,
    fast_run_commands,
    file_commands,
    ghost_commands,
    panel_commands,
    pattern_commands,
    rule_change,
    rule_offer,
    selection_commands,
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
        fast_run_commands.HANDLERS,
        view_commands.HANDLERS,
        panel_commands.HANDLERS,
        file_commands.HANDLERS,
        ghost_commands.HANDLERS,
        pattern_commands.HANDLERS,
        rule_change.HANDLERS,
        board_size.HANDLERS,
        rule_offer.HANDLERS,
        own_handlers(),
    )


_WORKBENCH_HANDLERS = merged(ghost_commands.WORKBENCH_HANDLERS, selection_commands.WORKBENCH_HANDLERS)


def carry_out(controller: AnyController, request: CommandOrAction) -> bool:
    """Carry out an action or command if it is about the session; return whether it was.

    Raises:
        GpulifeError: it cannot be carried out; one line for the user.
    """
    kind, workbench = type(request), controller.workbench
    if (handler := _handlers().get(kind)) is not None:
        handler(controller, request)
        return True
    if workbench is not None and (handler_of_workbench := _WORKBENCH_HANDLERS.get(kind)) is not None:
        handler_of_workbench(controller, workbench, request)
        return True
    return False
