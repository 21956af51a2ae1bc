"""Commands about tools, the selection, and the pattern that hangs over the board."""

from dataclasses import dataclass
from enum import StrEnum

from gpulife.input.commands.command import Command, OfPlayer, WriteFile


class Tool(StrEnum):
    """What the left mouse button does on a board that people may draw on."""

    DRAW = "draw"
    ERASE = "erase"
    SELECT = "select"
    MOVE = "move view"
    MEASURE = "measure"
    PICK = "pick"


@dataclass(frozen=True)
class Paste(OfPlayer):
    """Hold a pattern over the board: that of ``text``, or of the clipboard if that is empty."""

    text: str = ""


@dataclass(frozen=True)
class Stamp(OfPlayer):
    """Hold the pattern of an RLE over the board, to be placed any number of times."""

    text: str


@dataclass(frozen=True)
class PlaceGhost(OfPlayer):
    """Put the pattern that hangs over the board where it is."""


@dataclass(frozen=True)
class DropGhost(OfPlayer):
    """Let go of the pattern that hangs over the board."""


@dataclass(frozen=True)
class MoveGhost(Command):
    """Move the pattern that hangs over the board by cells."""

    rows: int
    columns: int


@dataclass(frozen=True)
class Turn(OfPlayer):
    """Turn the pattern that hangs over the board, else the selection: "right", "left", "flip-x", "transpose"..."""

    turn: str


@dataclass(frozen=True)
class MergeMode(OfPlayer):
    """Put patterns on the board by that mode from now on, or by the next one for ""."""

    mode: str = ""


@dataclass(frozen=True)
class ChooseTool(Command):
    """Choose what the left mouse button does on the board."""

    tool: Tool


@dataclass(frozen=True)
class PickState(Command):
    """Draw from now on with the state of a cell; that of a dead one erases."""

    row: int
    column: int


@dataclass(frozen=True)
class Select(Command):
    """Select a rectangle of the board; without a size, nothing."""

    row: int = 0
    column: int = 0
    height: int = 0
    width: int = 0


@dataclass(frozen=True)
class SelectAll(Command):
    """Select the whole board."""


@dataclass(frozen=True)
class ShrinkSelection(Command):
    """Make the selection, or the whole board if nothing is selected, as small as its live cells allow."""


@dataclass(frozen=True)
class ExtendSelection(Command):
    """Move the corner of the selection that moves, by cells; begin one if there is none."""

    rows: int
    columns: int


@dataclass(frozen=True)
class MarkCorner(OfPlayer):
    """Begin a selection, or a distance, at the player's cursor, or end it there."""


@dataclass(frozen=True)
class CopySelection(Command):
    """Copy the selected cells to the clipboard as an RLE; with ``cut`` they are erased then."""

    cut: bool = False


@dataclass(frozen=True)
class EditSelection(Command):
    """Do something with the selected cells: "erase", "outside", "invert", "fill" or "random"."""

    work: str


@dataclass(frozen=True)
class Crop(Command):
    """Begin a universe of the selected cells only."""


@dataclass(frozen=True)
class Measure(Command):
    """Measure the distance between two cells."""

    row: int
    column: int
    to_row: int
    to_column: int


class SaveSelection(WriteFile):
    """Save the selected cells in the format of the path's ending."""
