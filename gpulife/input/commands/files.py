"""Commands that read and write files."""

from dataclasses import dataclass

from gpulife.input.commands.command import Command, WriteFile


@dataclass(frozen=True)
class Open(Command):
    """Open a file, a folder of patterns, or the built-in pattern of a name. Without a path, ask for a file."""

    path: str = ""


class Save(WriteFile):
    """Save the board in the format of the path's ending."""


@dataclass(frozen=True)
class SaveAs(Command):
    """Ask where to save the board."""


@dataclass(frozen=True)
class ShowFolder(Command):
    """Show a file in the system's file manager, by default the folder of saved boards."""

    path: str = ""


class Record(WriteFile):
    """Write the replay of this session."""


class Screenshot(WriteFile):
    """Save what the window shows as a PNG."""


class BoardPicture(WriteFile):
    """Save the whole board as a PNG, a pixel a cell."""


@dataclass(frozen=True)
class Film(Command):
    """Begin or end a film of what the window shows."""
