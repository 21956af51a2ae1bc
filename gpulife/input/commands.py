"""Commands: everything that a key, a pad button or a panel can request, except players' actions.

Each command is plain data with its own class, and means the same wherever it comes from. ``window.scopes`` finds the
code that carries it out, and ``controls`` lists the keys that request it.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from gpulife.games.core.game import NOBODY, Action, Match


@dataclass(frozen=True)
class Command:
    """A request to the window."""


@dataclass(frozen=True)
class OfSession(Command):
    """A command on the present session: its board, its time, its files."""


@dataclass(frozen=True)
class OfPlayer(OfSession):
    """A command at a player's cursor, sent by that player's pad. From keyboard and mouse, the player is NOBODY."""

    player: int = field(default=NOBODY, kw_only=True)


CommandOrAction = Command | Action
"""A user's request: an action for the present session, or a command for everything else."""


def label(request: CommandOrAction) -> str:
    """Return the name of an action or command for messages, such as "board picture"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(request).__name__).lower()


@dataclass(frozen=True)
class WriteFile(OfSession):
    """Write a file, by default with a new name in the usual folder."""

    path: str = ""


# Commands on the present session: its time, its rule, and its past.


@dataclass(frozen=True)
class New(OfSession):
    """Begin a new session."""

    match: Match


PLACES = (
    "top left", "top", "top right",
    "left", "centre", "right",
    "bottom left", "bottom", "bottom right",
)  # fmt: skip
"""Names of the places at which the present cells can lie on a board of another size: three rows of three."""


@dataclass(frozen=True)
class NewBoard(OfSession):
    """Open the dialog for an empty board, with a rule preselected; "" for the present rule."""

    rule: str = ""


@dataclass(frozen=True)
class ResizeBoard(OfSession):
    """Resize the board and keep its cells. Without a size, open a dialog.

    Attributes:
        rows: rows of the new board.
        columns: columns of the new board.
        place: where the cells go on the new board: one of PLACES.
    """

    rows: int = 0
    columns: int = 0
    place: str = "centre"


class Faster(OfSession):
    """Increase the speed of the generations."""


class Slower(OfSession):
    """Reduce the speed of the generations."""


class Unlimited(OfSession):
    """Switch between running as fast as the GPU can compute and a steady pace."""


@dataclass(frozen=True)
class StepSize(OfSession):
    """Choose how many generations a step computes.

    Attributes:
        by: 1 for the next larger power of the base, -1 for the next smaller power, 0 for no change.
        base: 2 or 10 selects this base and steps of one generation; 0 keeps the present base.
    """

    by: int = 0
    base: int = 0


@dataclass(frozen=True)
class GoToGeneration(OfSession):
    """Go to an earlier or later generation at full speed. None opens a dialog for its number."""

    generation: int | None = None


@dataclass(frozen=True)
class RunUntil(OfSession):
    """Run at full speed until something happens.

    Attributes:
        what: "rises" or "falls" for the population, "repeats" for the board.
        number: population at which to stop; unused for "repeats".
    """

    what: str = "repeats"
    number: int = 0


@dataclass(frozen=True)
class ChangeRule(OfSession):
    """Continue with the present cells under the named rule; "" opens a dialog for the name."""

    rule: str = ""


class Undo(OfSession):
    """Undo the session's last edit, or return to the previous session."""


class Redo(OfSession):
    """Redo the edit, or return to the session, that was undone last."""


class OtherGame(OfSession):
    """Begin the next game that is not from 1982; the select key cycles through the games of 1982."""


class Reseed(OfSession):
    """Sow a new soup on the whole board, with the density chosen in the panel Draw."""


class Authentic(OfSession):
    """Switch between the speed of 1982, at which each generation runs down the screen, and a steady speed."""


@dataclass(frozen=True)
class Seek(OfSession):
    """Go to a tick in the session's past or recorded future.

    Attributes:
        tick: ticks since the session began.
        watched: None to continue playing from that tick. A number means that the recording is only watched from there;
            it is the generation to name in messages.
    """

    tick: int
    watched: int | None = None


@dataclass(frozen=True)
class Jump(OfSession):
    """Go forward in the session by some seconds of its time, or back if the number is negative."""

    seconds: float


# Commands on seats, rounds and levels.


@dataclass(frozen=True)
class GuidedRound(Command):
    """Begin a game's guided round; after it, the round being set up begins. Only Seed List has a guided round."""

    game: str


class RoundSummary(Command):
    """Open or close the statistics of the round. While they are open, the keyboard operates them."""


@dataclass(frozen=True)
class ChangeSeat(Command):
    """Change ``what`` of a player's seat ("name", "colour", "level", "hides", "closed"); "swap" exchanges two seats."""

    player: int
    what: str
    value: str | int = 0


@dataclass(frozen=True)
class LevelRequest(Command):
    """Do ``what`` on Survivor's pages or in its level editor; ``value`` is the level, cell state or number for it."""

    what: str
    value: str | int = ""


@dataclass(frozen=True)
class ShowPreview(Command):
    """In a game that has previews, show for one frame what the board will look like after the next generations.

    With ``keeps``, the preview stays until the command is repeated.
    """

    keeps: bool = False


class Talk(Command):
    """Open the input line for a message to everyone in the on-line match."""


# Commands on the view of the board.


@dataclass(frozen=True)
class Zoom(Command):
    """Zoom around the middle of the view."""

    factor: float


@dataclass(frozen=True)
class Pan(Command):
    """Move the view by fractions of the window's height and width."""

    rows: float
    columns: float


class Fit(Command):
    """Show the whole board."""


@dataclass(frozen=True)
class Scheme(Command):
    """Use the named colour scheme; "" for the next scheme."""

    name: str = ""


@dataclass(frozen=True)
class ChangeLook(Command):
    """Change a field of the look."""

    name: str
    value: float


class Grid(Command):
    """Show or hide the lines between large cells."""


@dataclass(frozen=True)
class LookAt(Command):
    """Centre the view on a place on the board, in cells."""

    row: float
    column: float


# Commands on tools, the selection, and the pattern in hand (the ghost: shown over the board until placed or dropped).


class Tool(StrEnum):
    """The function of the left mouse button on a board on which people may draw."""

    DRAW = "draw"
    ERASE = "erase"
    SELECT = "select"
    MOVE = "move view"
    MEASURE = "measure"
    PICK = "pick"


@dataclass(frozen=True)
class Paste(OfPlayer):
    """Take the pattern in ``text`` in hand; if ``text`` is empty, the pattern in the clipboard."""

    text: str = ""


@dataclass(frozen=True)
class Stamp(OfPlayer):
    """Take the pattern of an RLE text in hand, to be placed any number of times."""

    text: str


@dataclass(frozen=True)
class PlaceGhost(OfPlayer):
    """Place the pattern in hand where it is shown."""


@dataclass(frozen=True)
class DropGhost(OfPlayer):
    """Drop the pattern in hand."""


@dataclass(frozen=True)
class MoveGhost(OfSession):
    """Move the pattern in hand by rows and columns."""

    rows: int
    columns: int


@dataclass(frozen=True)
class Turn(OfPlayer):
    """Turn the pattern in hand or, without one, the selection: "right", "left", "flip-x", "flip-y" or "transpose"."""

    turn: str


@dataclass(frozen=True)
class MergeMode(OfPlayer):
    """Choose how patterns are combined with the board when placed, by the mode's name; "" for the next mode."""

    mode: str = ""


@dataclass(frozen=True)
class ChooseTool(OfSession):
    """Choose what the left mouse button does on the board."""

    tool: Tool


@dataclass(frozen=True)
class PickState(OfSession):
    """Draw with the state of the given cell from now on; a dead cell selects erasing."""

    row: int
    column: int


@dataclass(frozen=True)
class Select(OfSession):
    """Select a rectangle of the board; without a size, select nothing."""

    row: int = 0
    column: int = 0
    height: int = 0
    width: int = 0


class SelectAll(OfSession):
    """Select the whole board."""


class ShrinkSelection(OfSession):
    """Shrink the selection, or the whole board if nothing is selected, to its live cells."""


@dataclass(frozen=True)
class ExtendSelection(OfSession):
    """Move the moving corner of the selection by rows and columns; begin a selection if there is none."""

    rows: int
    columns: int


@dataclass(frozen=True)
class MarkCorner(OfPlayer):
    """Begin a selection or a measurement at the player's cursor, or end the present one there."""


@dataclass(frozen=True)
class CopySelection(OfSession):
    """Copy the selected cells to the clipboard as RLE; with ``cut`` also erase them."""

    cut: bool = False


@dataclass(frozen=True)
class EditSelection(OfSession):
    """Edit the selected cells: "erase", "outside" (erase outside), "invert", "fill" or "random"."""

    work: str


class Crop(OfSession):
    """Begin a universe with only the selected cells."""


@dataclass(frozen=True)
class Measure(OfSession):
    """Measure the distance between two cells."""

    row: int
    column: int
    to_row: int
    to_column: int


class SaveSelection(WriteFile):
    """Save the selected cells; the path's ending decides the format."""


# Commands on the pattern browser and on identifying patterns.


class BrowsePatterns(OfSession):
    """Open or close the pattern browser."""


@dataclass(frozen=True)
class HoldNamed(OfSession):
    """Take a built-in pattern or a pattern file in hand, to be placed any number of times."""

    name: str


@dataclass(frozen=True)
class AddPatternFolder(OfSession):
    """Add a folder to the pattern browser; an empty path opens a dialog."""

    path: str


@dataclass(frozen=True)
class RemovePatternFolder(OfSession):
    """Remove a folder from the pattern browser's list."""

    path: str


class Identify(OfSession):
    """Identify the pattern in the selection, or on the whole board if nothing is selected."""


class KeepRule(OfSession):
    """Decline the offer to change to the rule of the last pattern in hand, and keep the board's rule."""


class UsePatternsRule(OfSession):
    """Accept the offer to change the board's rule to the rule of the last pattern in hand. The cells stay."""


# Commands that read and write files.


@dataclass(frozen=True)
class Open(OfSession):
    """Open a file, a folder of patterns or a built-in pattern. An empty path opens a dialog."""

    path: str = ""


class Save(WriteFile):
    """Save the board; the path's ending decides the format."""


class SaveAs(OfSession):
    """Open the dialog that asks where to save the board."""


@dataclass(frozen=True)
class ShowFolder(OfSession):
    """Show a file in the system's file manager, by default the folder of saved boards."""

    path: str = ""


class Record(WriteFile):
    """Save the replay of this session."""


class Screenshot(WriteFile):
    """Save a PNG of the window."""


class BoardPicture(WriteFile):
    """Save the whole board as a PNG, one pixel per cell."""


class Film(OfSession):
    """Start or stop a film of the window."""


# Commands on the program itself: its panels, settings, sound and window.


class Mute(Command):
    """Turn the sound off or on."""


@dataclass(frozen=True)
class Volume(Command):
    """Change the volume by a fraction of full volume."""

    by: float


class Panels(Command):
    """Hide or show the panels."""


class Help(Command):
    """Open or close the help."""


class Phones(Command):
    """Open or close the page on which phones join as gamepads."""


class Online(Command):
    """Open or close the page of the on-line match or, without one, the page of servers and their matches."""


@dataclass(frozen=True)
class FocusPanels(Command):
    """Move the keyboard focus to the next (or previous) panel; after the last panel, it returns to the board."""

    backwards: bool = False


@dataclass(frozen=True)
class TextSize(Command):
    """Enlarge or shrink all text by a fraction of its usual size; 0 restores the usual size."""

    by: float = 0.0


@dataclass(frozen=True)
class Fullscreen(Command):
    """Fill the named monitor; "" leaves full screen, and None switches between the two."""

    monitor: str | None = None


@dataclass(frozen=True)
class ChangeSetting(Command):
    """Change one of the user's settings."""

    name: str
    value: str | float


@dataclass(frozen=True)
class Bind(Command):
    """Bind a control to another key or button; "" restores its defaults."""

    control: str
    input: str = ""


@dataclass(frozen=True)
class MapPad(Command):
    """Control the mapping wizard: a gamepad's socket number starts it; then use "skip", "back", "save" or "cancel"."""

    step: int | str


class StartScreen(Command):
    """Show the start screen."""


class Quit(Command):
    """End the program."""
