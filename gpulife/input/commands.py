"""Commands: all that a key, a pad button or a panel can ask for, besides a player's Actions.

Every command is plain data with a class of its own. It means the same wherever it comes from; ``window.scopes`` says
how what carries it out is found, and ``controls`` has the keys that ask for it.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from gpulife.games.core.game import NOBODY, Action, Match


@dataclass(frozen=True)
class Command:
    """Something that people ask of the window."""


@dataclass(frozen=True)
class OfSession(Command):
    """A command about the session that is played: its board, its time, its files."""


@dataclass(frozen=True)
class OfPlayer(OfSession):
    """A command of whoever presses a pad's button: at that player's cursor. Keyboard and mouse are NOBODY's."""

    player: int = field(default=NOBODY, kw_only=True)


CommandOrAction = Command | Action
"""A request of people: an Action for the session that is played, or a command for all else."""


def label(request: CommandOrAction) -> str:
    """Return the name of an action or command for messages, such as "board picture"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(request).__name__).lower()


@dataclass(frozen=True)
class WriteFile(OfSession):
    """Write a file, by default one with a new name in the data folder."""

    path: str = ""


# Commands about the session that is played: its time, its rule, and its past.


@dataclass(frozen=True)
class New(OfSession):
    """Begin a new session."""

    match: Match


PLACES = (
    "top left", "top", "top right",
    "left", "centre", "right",
    "bottom left", "bottom", "bottom right",
)  # fmt: skip
"""Where a board's cells stand on one of another size, in three rows."""


@dataclass(frozen=True)
class NewBoard(OfSession):
    """Ask for the size of an empty board to draw on, under a rule that can be changed there; "" for the present one."""

    rule: str = ""


@dataclass(frozen=True)
class ResizeBoard(OfSession):
    """Give the board another size and keep its cells; without a size, ask for it.

    Attributes:
        rows: rows of the new board.
        columns: columns of the new board.
        place: where the cells stand on it: one of PLACES.
    """

    rows: int = 0
    columns: int = 0
    place: str = "centre"


class Faster(OfSession):
    """Go faster."""


class Slower(OfSession):
    """Go slower."""


class Unlimited(OfSession):
    """Go as fast as the GPU computes, or at a steady pace again."""


@dataclass(frozen=True)
class StepSize(OfSession):
    """Choose how many generations a step computes.

    Attributes:
        by: 1 for the next larger power of the base, -1 for the next smaller one.
        base: 2 or 10, from which on the sizes are counted anew; 0 for the present base.
    """

    by: int = 0
    base: int = 0


@dataclass(frozen=True)
class GoToGeneration(OfSession):
    """Go to a generation as fast as it goes, back or ahead; None asks for the number first."""

    generation: int | None = None


@dataclass(frozen=True)
class RunUntil(OfSession):
    """Run as fast as it goes until something happens.

    Attributes:
        what: "rises" or "falls" for the population, "repeats" for the board.
        number: population to stop at; for "repeats" the longest period to look for.
    """

    what: str = "repeats"
    number: int = 0


@dataclass(frozen=True)
class ChangeRule(OfSession):
    """Go on with the present cells under another rule, by its name; "" asks for the name first."""

    rule: str = ""


class Undo(OfSession):
    """Undo the last edit of the session, or go back to the session before it."""


class Redo(OfSession):
    """Redo what was undone."""


class OtherGame(OfSession):
    """Begin the next of the games that the select key does not come by: those that are not of 1982."""


class Reseed(OfSession):
    """Sow another soup on the whole board, of the density that is chosen in the panel Draw."""


class Authentic(OfSession):
    """Go at the speed of 1982, at which each generation runs down the screen, or at a steady one again."""


@dataclass(frozen=True)
class Seek(OfSession):
    """Go to a tick of the session's past or recorded future.

    Attributes:
        tick: number of ticks since the session began.
        watched: generation to be watched from there on, without anything that could change it; None to play on.
    """

    tick: int
    watched: int | None = None


@dataclass(frozen=True)
class Jump(OfSession):
    """Go forward by a number of seconds of ticks, or back if it is negative."""

    seconds: float


# Commands about seats, rounds and levels.


@dataclass(frozen=True)
class GuidedRound(Command):
    """Begin the guided round of a game, Seed List's so far, and after it the round that is being set up."""

    game: str


class RoundSummary(Command):
    """Show the statistics of the round and let the keyboard steer them, or close them."""


@dataclass(frozen=True)
class ChangeSeat(Command):
    """Change ``what`` of a player's seat ("name", "colour", "level", "hides", "closed"), or "swap" two seats."""

    player: int
    what: str
    value: str | int = 0


@dataclass(frozen=True)
class LevelRequest(Command):
    """Do something with Survivor's pages, levels or their editor; ``value`` is the level, state or number meant."""

    what: str
    value: str | int = ""


@dataclass(frozen=True)
class ShowPreview(Command):
    """Show what comes next, in games that can: in the next picture, or from now on until it is asked for again.

    ``keeps`` asks for the latter.
    """

    keeps: bool = False


class Talk(Command):
    """Say something to everybody at an on-line match: open the line to type it in."""


# Commands about how the board is seen.


@dataclass(frozen=True)
class Zoom(Command):
    """Zoom about the middle of the view."""

    factor: float


@dataclass(frozen=True)
class Pan(Command):
    """Move the view by shares of the window's height and width."""

    rows: float
    columns: float


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


class Grid(Command):
    """Show lines between large cells, or hide them."""


@dataclass(frozen=True)
class LookAt(Command):
    """Move the view so that its middle is this place on the board, in cells."""

    row: float
    column: float


# Commands about tools, the selection, and the pattern that hangs over the board.


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
class MoveGhost(OfSession):
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
class ChooseTool(OfSession):
    """Choose what the left mouse button does on the board."""

    tool: Tool


@dataclass(frozen=True)
class PickState(OfSession):
    """Draw from now on with the state of a cell; that of a dead one erases."""

    row: int
    column: int


@dataclass(frozen=True)
class Select(OfSession):
    """Select a rectangle of the board; without a size, nothing."""

    row: int = 0
    column: int = 0
    height: int = 0
    width: int = 0


class SelectAll(OfSession):
    """Select the whole board."""


class ShrinkSelection(OfSession):
    """Make the selection, or the whole board if nothing is selected, as small as its live cells allow."""


@dataclass(frozen=True)
class ExtendSelection(OfSession):
    """Move the corner of the selection that moves, by cells; begin one if there is none."""

    rows: int
    columns: int


@dataclass(frozen=True)
class MarkCorner(OfPlayer):
    """Begin a selection, or a distance, at the player's cursor, or end it there."""


@dataclass(frozen=True)
class CopySelection(OfSession):
    """Copy the selected cells to the clipboard as an RLE; with ``cut`` they are erased then."""

    cut: bool = False


@dataclass(frozen=True)
class EditSelection(OfSession):
    """Do something with the selected cells: "erase", "outside", "invert", "fill" or "random"."""

    work: str


class Crop(OfSession):
    """Begin a universe of the selected cells only."""


@dataclass(frozen=True)
class Measure(OfSession):
    """Measure the distance between two cells."""

    row: int
    column: int
    to_row: int
    to_column: int


class SaveSelection(WriteFile):
    """Save the selected cells in the format of the path's ending."""


# Commands about the pattern browser and what patterns are.


class BrowsePatterns(OfSession):
    """Show the pattern browser, or close it."""


@dataclass(frozen=True)
class HoldNamed(OfSession):
    """Hold a pattern over the board, to be placed any number of times: a built-in one's name, or a file."""

    name: str


@dataclass(frozen=True)
class AddPatternFolder(OfSession):
    """List a folder in the pattern browser; ask for one if the path is empty."""

    path: str


@dataclass(frozen=True)
class RemovePatternFolder(OfSession):
    """List a folder in the pattern browser no longer."""

    path: str


class Identify(OfSession):
    """Find out what the selection is, or the whole board."""


class KeepRule(OfSession):
    """Keep the board's rule, whatever the pattern that was pasted or held last is for."""


class UsePatternsRule(OfSession):
    """Change the rule to that of the pattern that was pasted or held last, keeping the board."""


# Commands that read and write files.


@dataclass(frozen=True)
class Open(OfSession):
    """Open a file, a folder of patterns, or the built-in pattern of a name. Without a path, ask for a file."""

    path: str = ""


class Save(WriteFile):
    """Save the board in the format of the path's ending."""


class SaveAs(OfSession):
    """Ask where to save the board."""


@dataclass(frozen=True)
class ShowFolder(OfSession):
    """Show a file in the system's file manager, by default the folder of saved boards."""

    path: str = ""


class Record(WriteFile):
    """Write the replay of this session."""


class Screenshot(WriteFile):
    """Save what the window shows as a PNG."""


class BoardPicture(WriteFile):
    """Save the whole board as a PNG, a pixel a cell."""


class Film(OfSession):
    """Begin or end a film of what the window shows."""


# Commands about the program itself: its panels, settings, sound and window.


class Mute(Command):
    """Turn the sound off, or on again."""


@dataclass(frozen=True)
class Volume(Command):
    """Change the volume by a share of the whole."""

    by: float


class Panels(Command):
    """Hide or show the panels."""


class Help(Command):
    """Show the help, or close it."""


class Phones(Command):
    """Show the page on which phones join as gamepads, or close it."""


class Online(Command):
    """Show who is at the on-line match, or, where there is none, servers and their matches; or close that."""


@dataclass(frozen=True)
class FocusPanels(Command):
    """Let the keyboard steer the next panel, or the one before it; after the last one the board has it again."""

    backwards: bool = False


@dataclass(frozen=True)
class TextSize(Command):
    """Make all text larger or smaller by a share of the usual size, or 0: as large as usual."""

    by: float = 0.0


@dataclass(frozen=True)
class Fullscreen(Command):
    """Fill that monitor, leave full screen for "", or switch between both for None."""

    monitor: str | None = None


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
class MapPad(Command):
    """Go through the mapping wizard: a gamepad's socket begins it, then "skip", "back", "save" or "cancel"."""

    step: int | str


class StartScreen(Command):
    """Show the start screen."""


class Quit(Command):
    """End the program."""
