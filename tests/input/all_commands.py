"""The classes of all commands, read from the package that they stand in."""

import pkgutil
from importlib import import_module

from gpulife.input import commands
from gpulife.input.commands.command import Command, OfPlayer, WriteFile


def all_commands() -> list[type[Command]]:
    """Every class of command that somebody can ask for."""
    modules = [
        import_module(f"{commands.__name__}.{module.name}") for module in pkgutil.iter_modules(commands.__path__)
    ]
    kinds = [kind for module in modules for kind in vars(module).values() if isinstance(kind, type)]
    return list(
        dict.fromkeys(
            kind for kind in kinds if issubclass(kind, Command) and kind not in (Command, OfPlayer, WriteFile)
        )
    )
