"""Commands: everything that a key, a pad button or a panel can request, except players' actions.

A command does the same wherever it comes from. ``window.scopes`` finds the code that carries it out, and ``controls``
lists the keys that request it.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from gpulife.games.core.game import NOBODY, Action, Match


@dataclass(frozen=True)
class Command:
    """A request to the program. Each kind of command is a class."""


@dataclass(frozen=True)
class OfSession(Command):
    """A command about the current session: its board, its time, or its files."""


@dataclass(frozen=True)
class OfPlayer(OfSession):
    """A command that acts at a player's cursor.

    Its ``player`` is the one whose pad gave the command; NOBODY for keyboard and mouse.
    """

    player: int = field(default=NOBODY, kw_only=True)


CommandOrAction = Command | Action
"""A user's request: an action is for the current session, a command for everything else."""


def label(request: CommandOrAction) -> str:
    """Return the name of an action or command for messages, such as "board picture"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(request).__name__).lower()


@dataclass(frozen=True)
class WriteFile(OfSession):
    """Write a file to ``path``; "" for a new name in the usual folder."""

    path: str = ""


# Commands on the present session: its time, its rule, and its past.


@dataclass(frozen=True)
class New(OfSession):
    """Begin a new session of ``match``."""

    match: Match


PLACES = (
    "top left", "top", "top right",
    "left", "centre", "right",
    "bottom left", "bottom", "bottom right",
)  # fmt: skip
"""Where the current cells can lie on a resized board: three rows of three names."""


@dataclass(frozen=True)
class NewBoard(OfSession):
    """Open the dialog for an empty board, in which ``rule`` is preselected; "" for the current rule."""

    rule: str = ""


@dataclass(frozen=True)
class ResizeBoard(OfSession):
    """Give the board another size and keep its cells. If no size is given, open a dialog.

    Attributes:
        rows: rows of the new board; 0 if no size is given.
        columns: columns of the new board; 0 if no size is given.
        place: where the cells lie on the new board: one of PLACES.
    """

    rows: int = 0
    columns: int = 0
    place: str = "centre"


class Faster(OfSession):
    """Compute more generations per second."""


class Slower(OfSession):
    """Compute fewer generations per second."""


class Unlimited(OfSession):
    """Switch between a steady speed and as many generations per second as the GPU can compute."""


@dataclass(frozen=True)
class StepSize(OfSession):
    """Choose how many generations a step computes: a power of a base, which is 2 or 10.

    Attributes:
        by: 1 for the next larger power, -1 for the next smaller one, 0 for no change.
        base: 2 or 10 to change the base, which sets the step to one generation; 0 to keep it.
    """

    by: int = 0
    base: int = 0


@dataclass(frozen=True)
class GoToGeneration(OfSession):
    """Go to an earlier or later generation at full speed. If ``generation`` is None, a dialog asks for the number."""

    generation: int | None = None


@dataclass(frozen=True)
class RunUntil(OfSession):
    """Run at full speed until something happens on the board.

    Attributes:
        what: "repeats": the board is the same as in an earlier generation. "rises" or "falls": the population has risen
            or fallen to ``number``.
        number: the population at which to stop; unused for "repeats".
    """

    what: str = "repeats"
    number: int = 0


@dataclass(frozen=True)
class ChangeRule(OfSession):
    """Change the rule and keep the cells. If ``rule`` is "", a dialog asks for the rule's name."""

    rule: str = ""


class Undo(OfSession):
    """Undo the last edit of the session; if there is none, return to the previous session."""


class Redo(OfSession):
    """Reverse the last :class:`Undo`: repeat the edit, or return to the session that the undo has left."""


class OtherGame(OfSession):
    """Begin the next game in the list, leaving out the games of 1982, which have a control of their own."""


class Reseed(OfSession):
    """Fill the whole board with new random cells, at the density chosen in the section Draw of the panels."""


class Authentic(OfSession):
    """Switch between a steady speed and that of 1982, when each generation was computed slowly from top to bottom."""


@dataclass(frozen=True)
class Seek(OfSession):
    """Go to another tick of the session, in its past or in its recorded future.

    Attributes:
        tick: number of ticks since the session began.
        watched: generation to name in messages if people only watch the recording from that tick; None to play on.
    """

    tick: int
    watched: int | None = None


@dataclass(frozen=True)
class Jump(OfSession):
    """Go forward in the session by ``seconds`` of its time; a negative number goes back."""

    seconds: float


# Commands on seats, rounds and levels.


@dataclass(frozen=True)
class GuidedRound(Command):
    """Begin a game's guided round (only Seed List has one). After it, the match that is being set up begins."""

    game: str


class RoundSummary(Command):
    """Open or close the page with the statistics of the round. While the page is open, keys operate it."""


@dataclass(frozen=True)
class ChangeSeat(Command):
    """Change the property ``what`` of a seat to ``value``, or exchange the two seats.

    ``what`` is "name", "colour", "level" (of the computer), "hides" (True to hide new cells from others) or "closed"
    (True if nobody may take the seat); or "swap" to exchange the seats.
    """

    player: int
    what: str
    value: str | int = 0


@dataclass(frozen=True)
class LevelRequest(Command):
    """A request made on Survivor's pages or in its level editor: "story" begins a level, "save" saves one, and so on.

    In Survivor, Real-Time Life and P2Life, "hint" shows or hides good moves.

    Attributes:
        what: the request.
        value: the name of a level, the number of an entry in the list of levels, or the state of a cell; "" if the
            request needs no value.
    """

    what: str
    value: str | int = ""


@dataclass(frozen=True)
class WorldRequest(OfSession):
    """Begin ``what`` in Massive.

    * "comet": the next click on the board drops a comet, which brings new life.
    * "wipe": the next click kills all life in a circle.
    * "race": ask on which species to bet.

    If "comet" or "wipe" is requested again before the click, it happens in the middle of the view.
    """

    what: str


@dataclass(frozen=True)
class ShowPreview(Command):
    """Show what the board will look like after the next generations. Only some games have such a preview.

    The preview is shown for one frame. With ``keeps``, the preview stays until the command is given again.
    """

    keeps: bool = False


class Talk(Command):
    """Open the text field for a message to everyone in the on-line match."""


# Commands on the view of the board.


@dataclass(frozen=True)
class Zoom(Command):
    """Enlarge the view of the board by ``factor``, around the middle of the view."""

    factor: float


@dataclass(frozen=True)
class Pan(Command):
    """Move the view of the board by fractions of the window's height and width."""

    rows: float
    columns: float


class Fit(Command):
    """Show the whole board in the window."""


class Fly(Command):
    """Fly from the whole board to a lively place, or back to the whole board."""


@dataclass(frozen=True)
class Scheme(Command):
    """Use the colour scheme called ``name``; "" for the next scheme."""

    name: str = ""


@dataclass(frozen=True)
class ChoosePicture(Command):
    """Draw the universe in the look called ``name``, one of those in ``gpulife list looks``; "" for the next look."""

    name: str = ""


@dataclass(frozen=True)
class ChangeLook(Command):
    """Change a setting of the look, which is how the board is drawn."""

    name: str
    value: float


class Grid(Command):
    """Show or hide the grid, the lines between cells. Small cells never have a grid."""


@dataclass(frozen=True)
class LookAt(Command):
    """Centre the view on the given row and column of the board."""

    row: float
    column: float


# Commands on tools, the selection, and the held pattern (the ghost: shown over the board until placed or dropped).


class Tool(StrEnum):
    """What the left mouse button does on a board on which people may draw."""

    DRAW = "draw"
    ERASE = "erase"
    SELECT = "select"
    MOVE = "move view"
    MEASURE = "measure"
    PICK = "pick"


@dataclass(frozen=True)
class Paste(OfPlayer):
    """Hold the pattern ``text`` over the board, to place it once. If ``text`` is "", hold the clipboard's pattern."""

    text: str = ""


@dataclass(frozen=True)
class Stamp(OfPlayer):
    """Hold the pattern that ``text`` describes as RLE over the board. It can be placed any number of times."""

    text: str


@dataclass(frozen=True)
class PlaceGhost(OfPlayer):
    """Place the held pattern where it is shown."""


@dataclass(frozen=True)
class DropGhost(OfPlayer):
    """Let go of the held pattern without placing it."""


@dataclass(frozen=True)
class MoveGhost(OfSession):
    """Move the held pattern by a number of rows and columns."""

    rows: int
    columns: int


@dataclass(frozen=True)
class Turn(OfPlayer):
    """Turn or mirror the held pattern; without one, the selection. ``turn`` is a name in ``rectangles.TURNS``."""

    turn: str


@dataclass(frozen=True)
class MergeMode(OfPlayer):
    """Choose how the cells of a placed pattern are combined with those of the board. "" is the next mode."""

    mode: str = ""


@dataclass(frozen=True)
class ChooseTool(OfSession):
    """Choose what the left mouse button does on the board."""

    tool: Tool


@dataclass(frozen=True)
class PickState(OfSession):
    """From now on, draw with the state of the given cell. If the cell is dead, drawing erases."""

    row: int
    column: int


@dataclass(frozen=True)
class Select(OfSession):
    """Select a rectangle of the board. Height and width 0 clear the selection."""

    row: int = 0
    column: int = 0
    height: int = 0
    width: int = 0


class SelectAll(OfSession):
    """Select the whole board."""


class ShrinkSelection(OfSession):
    """Shrink the selection to the rectangle around its live cells. Without a selection, do so with the whole board."""


@dataclass(frozen=True)
class ExtendSelection(OfSession):
    """Move one corner of the selection by a number of rows and columns. Without a selection, begin one."""

    rows: int
    columns: int


@dataclass(frozen=True)
class MarkCorner(OfPlayer):
    """Begin a selection or a measurement at the player's cursor. If one of them has been started, end it there."""


@dataclass(frozen=True)
class CopySelection(OfSession):
    """Copy the selected cells to the clipboard as RLE. If ``cut`` is True, also erase them."""

    cut: bool = False


@dataclass(frozen=True)
class EditSelection(OfSession):
    """Change the selected cells: "erase", "invert", "fill" or "random". "outside" erases all other cells."""

    work: str


class Crop(OfSession):
    """Begin a new universe that has only the selected cells."""


@dataclass(frozen=True)
class Measure(OfSession):
    """Measure the distance between two cells of the board."""

    row: int
    column: int
    to_row: int
    to_column: int


class SaveSelection(WriteFile):
    """Save the selected cells as a pattern file. The file extension decides the format."""


# Commands on the pattern browser and on identifying patterns.


class BrowsePatterns(OfSession):
    """Open or close the pattern browser."""


@dataclass(frozen=True)
class HoldNamed(OfSession):
    """Hold a built-in pattern or a pattern file over the board. The pattern can be placed any number of times."""

    name: str


@dataclass(frozen=True)
class AddPatternFolder(OfSession):
    """Add a folder to the list of the pattern browser. If ``path`` is "", a dialog asks for the folder."""

    path: str


@dataclass(frozen=True)
class RemovePatternFolder(OfSession):
    """Remove a folder from the list of the pattern browser."""

    path: str


class Identify(OfSession):
    """Identify the pattern in the selection, or on the whole board if nothing is selected."""


class KeepRule(OfSession):
    """Keep the board's rule: decline the offer to change to the rule of the pattern that was held last."""


class UsePatternsRule(OfSession):
    """Change the board's rule to that of the pattern that was held last, as offered. The cells stay."""


@dataclass(frozen=True)
class TryThis(OfSession):
    """Take a suggestion of the strip "Try this" over the board, by its name. If ``name`` is "", close the strip."""

    name: str = ""


# Commands that read and write files.


@dataclass(frozen=True)
class Open(OfSession):
    """Open a file, a folder of patterns or a built-in pattern. If ``path`` is "", a dialog asks what to open."""

    path: str = ""


class Save(WriteFile):
    """Save the board to a file. The file extension decides the format.

    Without a path, it is saved where the user has saved it last; if they have not, a dialog asks for the name.
    """


class SaveAs(OfSession):
    """Open the dialog that asks where to save the board."""


@dataclass(frozen=True)
class ShowFolder(OfSession):
    """Show a file in the system's file manager. If ``path`` is "", show the folder of saved boards."""

    path: str = ""


class Record(WriteFile):
    """Save a replay of the current session."""


class Screenshot(WriteFile):
    """Save a picture of the window as a PNG file."""


class BoardPicture(WriteFile):
    """Save a picture of the whole board as a PNG file. Each cell is one pixel."""


class Film(OfSession):
    """Start to film the window, or stop filming."""


# Commands on the program itself: its panels, settings, sound and window.


class Mute(Command):
    """Turn the sound off or on."""


@dataclass(frozen=True)
class Volume(Command):
    """Change the volume by ``by``, where 1 is full volume. A negative number lowers the volume."""

    by: float


class Panels(Command):
    """Hide or show the panels."""


@dataclass(frozen=True)
class OpenSection(OfSession):
    """Show a section of the panels, by its title, such as "Look"."""

    title: str


class Help(Command):
    """Open or close the help."""


class PauseMenu(Command):
    """Open or close the pause menu over a game or a universe."""


class ShowSettings(Command):
    """Open or close the page of settings."""


class Phones(Command):
    """Open or close the page that shows how phones can be used as gamepads."""


class Online(Command):
    """Open or close the page of the on-line match. Without such a match, the page lists servers and their matches."""


@dataclass(frozen=True)
class FocusPanels(Command):
    """Move the keyboard focus to the next panel, or to the previous one. After the last panel comes the board."""

    backwards: bool = False


@dataclass(frozen=True)
class TextSize(Command):
    """Enlarge all text by a fraction of its usual size; a negative fraction shrinks it. 0 restores the usual size."""

    by: float = 0.0


@dataclass(frozen=True)
class Fullscreen(Command):
    """Fill the monitor called ``monitor`` with the window.

    If ``monitor`` is "", leave full screen. If it is None, switch between full screen and window.
    """

    monitor: str | None = None


@dataclass(frozen=True)
class ChangeSetting(Command):
    """Change the setting called ``name`` in the user's settings."""

    name: str
    value: str | float


@dataclass(frozen=True)
class Bind(Command):
    """Bind a control to the key or button ``input``; "" restores the default keys and buttons."""

    control: str
    input: str = ""


@dataclass(frozen=True)
class MapPad(Command):
    """Operate the wizard that maps a gamepad.

    The first ``step`` is the number of the pad's socket; later ones are "skip", "back", "save" or "cancel".
    """

    step: int | str


class StartScreen(Command):
    """Show the start screen."""


@dataclass(frozen=True)
class SetUp(Command):
    """Show the start page for a game's players, option and board.

    Attributes:
        game: name of the game.
        against: level of the computer opponent that the page suggests; 0 for the opponent of the last match.
    """

    game: str
    against: int = 0


class Quit(Command):
    """End the program."""
