"""The classes of all commands."""

from gpulife.input import commands
from gpulife.input.commands import Command, OfPlayer, OfSession, WriteFile


def all_commands() -> list[type[Command]]:
    """Every class of command that can be requested."""
    kinds = [kind for kind in vars(commands).values() if isinstance(kind, type) and issubclass(kind, Command)]
    return [kind for kind in kinds if kind not in (Command, OfSession, OfPlayer, WriteFile)]
