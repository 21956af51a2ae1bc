"""Tables of what carries out which command: a module has one for the commands that are about the same thing."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from gpulife.input.commands.command import CommandOrAction
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.workbench import Workbench

HandlerTable = Mapping[type[CommandOrAction], Callable[[AnyController, Any], None]]
"""Functions that carry out a command in the session of a controller, by the command's class.

They raise GpulifeError with one line for the user if it cannot be carried out.
"""
WorkbenchTable = Mapping[type[CommandOrAction], Callable[[AnyController, Workbench, Any], None]]
"""The same for commands that need a workbench."""

_Handler = TypeVar("_Handler")


def merged(*tables: Mapping[type[CommandOrAction], _Handler]) -> Mapping[type[CommandOrAction], _Handler]:
    """Return one table of several; no command may stand in two."""
    together = {kind: handler for table in tables for kind, handler in table.items()}
    if len(together) != sum(map(len, tables)):
        raise ValueError("two tables have a handler of the same command")
    return together
