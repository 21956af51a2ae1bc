"""What every command is: plain data with a class of its own."""

import re
from dataclasses import dataclass, field

from gpulife.games.core.game import NOBODY, Action


class Command:
    """Something that people ask of the window."""


@dataclass(frozen=True)
class OfPlayer(Command):
    """A command of whoever presses a pad's button: at that player's cursor. Keyboard and mouse are NOBODY's."""

    player: int = field(default=NOBODY, kw_only=True)


CommandOrAction = Command | Action
"""A request of people: an Action for the session that is played, or a command for all else."""


def label(request: CommandOrAction) -> str:
    """Return the name of an action or command for messages, such as "board picture"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(request).__name__).lower()


@dataclass(frozen=True)
class WriteFile(Command):
    """Write a file, by default one with a new name in the data folder."""

    path: str = ""
