"""Tables of what carries out which command: a module has one for the commands that are about the same thing."""

from collections.abc import Callable, Mapping
from typing import Any

from gpulife.input.commands.command import CommandOrAction
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.workbench import Workbench

HandlerTable = Mapping[type[CommandOrAction], Callable[[AnyController, Any], None]]
"""Functions that carry out a command in the session of a controller, by the command's class.

They raise GpulifeError with one line for the user if it cannot be carried out.
"""
_WorkbenchHandler = Callable[[AnyController, Workbench, Any], None]


def merged(*tables: HandlerTable) -> HandlerTable:
    """Return one table of several; no command may stand in two."""
    together = {kind: handler for table in tables for kind, handler in table.items()}
    if len(together) != sum(map(len, tables)):
        raise ValueError("two tables have a handler of the same command")
    return together


def with_workbench(
    handlers: Mapping[type[CommandOrAction], Callable[[AnyController, Workbench, Any], None]],
) -> HandlerTable:
    """Return a table of handlers that also get the workbench; they do nothing where there is none."""
    return {kind: _with_workbench(handler) for kind, handler in handlers.items()}


def _with_workbench(handler: _WorkbenchHandler) -> Callable[[AnyController, Any], None]:
    def carry_out(controller: AnyController, request: Any) -> None:
        if controller.workbench is not None:
            handler(controller, controller.workbench, request)

    return carry_out
