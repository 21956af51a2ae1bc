"""Commands about how the board is seen."""

from dataclasses import dataclass

from gpulife.input.commands.command import Command


@dataclass(frozen=True)
class Zoom(Command):
    """Zoom about the middle of the view."""

    factor: float


@dataclass(frozen=True)
class Pan(Command):
    """Move the view by shares of the window's height and width."""

    rows: float
    columns: float


@dataclass(frozen=True)
class Fit(Command):
    """Show the whole board."""


@dataclass(frozen=True)
class Scheme(Command):
    """Use the colour scheme with that name, or the next one for ""."""

    name: str = ""


@dataclass(frozen=True)
class ChangeLook(Command):
    """Change a field of the look."""

    name: str
    value: float


@dataclass(frozen=True)
class Grid(Command):
    """Show lines between large cells, or hide them."""


@dataclass(frozen=True)
class LookAt(Command):
    """Move the view so that its middle is this place on the board, in cells."""

    row: float
    column: float
