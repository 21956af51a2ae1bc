"""Commands: all that a key, a pad button or a panel can ask for, besides a player's Actions.

Every command is plain data with a class of its own. It means the same wherever it comes from, and screens and shell
carry it out.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from gpulife.games.core.game import NOBODY, Action, Match


class Command:
    """Something that people ask of the window."""


@dataclass(frozen=True)
class OfPlayer(Command):
    """A command of whoever presses a pad's button: at that player's cursor. Keyboard and mouse are NOBODY's."""

    player: int = field(default=NOBODY, kw_only=True)


class Tool(StrEnum):
    """What the left mouse button does on a board that people may draw on."""

    DRAW = "draw"
    ERASE = "erase"
    SELECT = "select"
    MOVE = "move view"
    MEASURE = "measure"
    PICK = "pick"


CommandOrAction = Command | Action
"""A request of people: an Action for the session that is played, or a command for all else."""


def label(request: CommandOrAction) -> str:
    """Return the name of an action or command for messages, such as "board picture"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(request).__name__).lower()


@dataclass(frozen=True)
class New(Command):
    """Begin a new session."""

    match: Match


@dataclass(frozen=True)
class Open(Command):
    """Open a file: a pattern, a picture or a replay. Without a path, ask for one."""

    path: str = ""


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


@dataclass(frozen=True)
class _Write(Command):
    """Write a file, by default one with a new name in the data folder."""

    path: str = ""


class Save(_Write):
    """Save the board in the format of the path's ending."""


@dataclass(frozen=True)
class BrowsePatterns(Command):
    """Show the pattern browser, or close it."""


@dataclass(frozen=True)
class HoldNamed(Command):
    """Hold a pattern over the board, to be placed any number of times: a built-in one's name, or a file."""

    name: str


@dataclass(frozen=True)
class OpenNamed(Command):
    """Begin a universe of a pattern: a built-in one's name, or a file."""

    name: str


@dataclass(frozen=True)
class AddPatternFolder(Command):
    """List a folder in the pattern browser; ask for one if the path is empty."""

    path: str


@dataclass(frozen=True)
class RemovePatternFolder(Command):
    """List a folder in the pattern browser no longer."""

    path: str


@dataclass(frozen=True)
class Identify(Command):
    """Find out what the selection is, or the whole board."""


@dataclass(frozen=True)
class UsePatternsRule(Command):
    """Change the rule to that of the pattern that was pasted or held last, keeping the board."""


@dataclass(frozen=True)
class SaveAs(Command):
    """Ask where to save the board."""


@dataclass(frozen=True)
class ShowFolder(Command):
    """Show a file in the system's file manager, by default the folder of saved boards."""

    path: str = ""


class SaveSelection(_Write):
    """Save the selected cells in the format of the path's ending."""


class Record(_Write):
    """Write the replay of this session."""


class Screenshot(_Write):
    """Save what the window shows as a PNG."""


class BoardPicture(_Write):
    """Save the whole board as a PNG, a pixel a cell."""


@dataclass(frozen=True)
class Film(Command):
    """Begin or end a film of what the window shows."""


@dataclass(frozen=True)
class Faster(Command):
    """Go faster."""


@dataclass(frozen=True)
class Slower(Command):
    """Go slower."""


@dataclass(frozen=True)
class Unlimited(Command):
    """Go as fast as the GPU computes, or at a steady pace again."""


@dataclass(frozen=True)
class StepSize(Command):
    """Choose how many generations a step computes.

    Attributes:
        by: 1 for the next larger power of the base, -1 for the next smaller one.
        base: 2 or 10, from which on the sizes are counted anew; 0 for the present base.
    """

    by: int = 0
    base: int = 0


@dataclass(frozen=True)
class GoToGeneration(Command):
    """Go to a generation as fast as it goes, back or ahead; None asks for the number first."""

    generation: int | None = None


@dataclass(frozen=True)
class RunUntil(Command):
    """Run as fast as it goes until something happens.

    Attributes:
        what: "rises" or "falls" for the population, "repeats" for the board.
        number: population to stop at; for "repeats" the longest period to look for.
    """

    what: str = "repeats"
    number: int = 0


@dataclass(frozen=True)
class ChangeRule(Command):
    """Go on with the present cells under another rule, by its name; "" asks for the name first."""

    rule: str = ""


@dataclass(frozen=True)
class Undo(Command):
    """Undo the last edit of the session, or go back to the session before it."""


@dataclass(frozen=True)
class Redo(Command):
    """Redo what was undone."""


@dataclass(frozen=True)
class Reseed(Command):
    """Sow another soup on the whole board, of the density that is chosen in the panel Draw."""


@dataclass(frozen=True)
class Seek(Command):
    """Go to a tick of the session's past or recorded future.

    Attributes:
        tick: number of ticks since the session began.
        watched: generation to be watched from there on, without anything that could change it; None to play on.
    """

    tick: int
    watched: int | None = None


@dataclass(frozen=True)
class Jump(Command):
    """Go forward by a number of seconds of ticks, or back if it is negative."""

    seconds: float


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
class Mute(Command):
    """Turn the sound off, or on again."""


@dataclass(frozen=True)
class Volume(Command):
    """Change the volume by a share of the whole."""

    by: float


@dataclass(frozen=True)
class LookAt(Command):
    """Move the view so that its middle is this place on the board, in cells."""

    row: float
    column: float


@dataclass(frozen=True)
class Panels(Command):
    """Hide or show the panels."""


@dataclass(frozen=True)
class Help(Command):
    """Show the help, or close it."""


@dataclass(frozen=True)
class FocusPanels(Command):
    """Let the keyboard steer the next panel, or the one before it; after the last one the board has it again."""

    backwards: bool = False


@dataclass(frozen=True)
class TextSize(Command):
    """Make all text larger or smaller by a share of the usual size, or 0: as large as usual."""

    by: float = 0.0


@dataclass(frozen=True)
class GuidedRound(Command):
    """Begin the guided round of a game, Seed List's so far, and after it the round that is being set up."""

    game: str


@dataclass(frozen=True)
class RoundSummary(Command):
    """Show the statistics of the round and let the keyboard steer them, or close them."""


@dataclass(frozen=True)
class Fullscreen(Command):
    """Fill that monitor, leave full screen for "", or switch between both for None."""

    monitor: str | None = None


@dataclass(frozen=True)
class ChangeSeat(Command):
    """Change ``what`` of a player's seat ("name", "colour", "level", "hides", "closed"), or "swap" two seats."""

    player: int
    what: str
    value: str | int = 0


@dataclass(frozen=True)
class ChangeSetting(Command):
    """Change one of the user's settings."""

    name: str
    value: str | float


@dataclass(frozen=True)
class Bind(Command):
    """Bind a control to another key or button, or to its default ones for ""."""

    control: str
    input: str = ""


@dataclass(frozen=True)
class LevelRequest(Command):
    """Do something with Survivor's pages, levels or their editor; ``value`` is the level, state or number meant."""

    what: str
    value: str | int = ""


@dataclass(frozen=True)
class MapPad(Command):
    """Go through the mapping wizard: a gamepad's socket begins it, then "skip", "back", "save" or "cancel"."""

    step: int | str


@dataclass(frozen=True)
class StartScreen(Command):
    """Show the start screen."""


@dataclass(frozen=True)
class Quit(Command):
    """End the program."""
