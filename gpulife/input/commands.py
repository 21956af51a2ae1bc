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

    Attributes:
        player: the player whose pad gave the command; NOBODY for keyboard and mouse.
    """

    player: int = field(default=NOBODY, kw_only=True)


CommandOrAction = Command | Action
"""A user's request: an action is for the current session, a command for everything else."""


def label(request: CommandOrAction) -> str:
    """Return how messages call a request, such as "board picture" for :class:`BoardPicture`."""
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


@dataclass(frozen=True)
class PressEndButton(Command):
    """Press a button that is shown after the end of a round or game.

    Attributes:
        leaves: True for the button that leads to the start screen, False for the highlighted one.
    """

    leaves: bool = False


class Faster(OfSession):
    """Compute more generations per second."""


class Slower(OfSession):
    """Compute fewer generations per second."""


class Unlimited(OfSession):
    """Switch between a steady speed and as many generations per second as the GPU can compute."""


@dataclass(frozen=True)
class StepSize(OfSession):
    """Choose how many generations a step computes: a power of 2 or a power of 10.

    Attributes:
        by: 1 for the next larger power, -1 for the next smaller one, 0 for no change.
        base: 2 or 10 to choose powers of this number, beginning with a step of one generation; 0 for no change.
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
    """Undo the most recent edit of the board; if there is none, return to the session before this one."""


class Redo(OfSession):
    """Reverse the most recent :class:`Undo`: repeat the edit, or return to the session that the undo has left."""


class OtherGame(OfSession):
    """Begin the next game in the list of games. The games of 1982 are left out: another control begins them."""


class Reseed(OfSession):
    """Fill the whole board with new random cells, at the density chosen in the section Draw of the panels."""


class Authentic(OfSession):
    """Switch between a steady speed and the slow speed of 1982, at which people see how generations are computed."""


@dataclass(frozen=True)
class Seek(OfSession):
    """Go to another tick of the session, in its past or in its recorded future.

    Attributes:
        tick: number of ticks since the session began.
        watched: if people only watch the recording from that tick on, the generation that messages name; None if they
            play on from there.
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
    """Begin the guided round of ``game``; only Seed List has one. The match on the set-up page begins after it.

    ``outpost`` is True for the small goal at its end alone.
    """

    game: str
    outpost: bool = False


class RoundSummary(Command):
    """Open or close the page with the statistics of the round. While the page is open, keys operate it."""


@dataclass(frozen=True)
class ChangeSeat(Command):
    """Change the property ``what`` of a seat to ``value``, or exchange the two seats.

    Attributes:
        player: number of the seat.
        what: "name", "colour", "level" (of the computer player), "hides" (True to hide new cells from others) or
            "closed" (True if nobody may take the seat); or "swap" to exchange the two seats.
        value: the new value of the property; unused for "swap".
    """

    player: int
    what: str
    value: str | int = 0


@dataclass(frozen=True)
class LevelRequest(Command):
    """A request about the levels of Survivor, or about good moves.

    Attributes:
        what: on Survivor's pages, for example "story" to begin a level or "levels" to open the list of levels; in the
            level editor, for example "save" to save the level. "hint" shows or hides good moves in Survivor, Real-Time
            Life and P2Life.
        value: what the request is about: the name of a level, the number of an entry in the list of levels, or a cell
            state to draw with; "" if the request needs no value.
    """

    what: str
    value: str | int = ""


@dataclass(frozen=True)
class WorldRequest(OfSession):
    """Begin something in the game Massive: what exactly, ``what`` says.

    * "comet": the next click on the board drops a comet, which brings new life.
    * "wipe": the next click kills all life in a circle.
    * "race": ask on which species to bet.
    * "looks": show or hide the list of looks.

    If "comet" or "wipe" is requested again before the click, it happens in the middle of the view.
    """

    what: str


@dataclass(frozen=True)
class ShowPreview(Command):
    """Show a preview of the board after the next generations. Only some games have such a preview.

    Attributes:
        keeps: True to show the preview until this command is given again; False to show it for one frame.
    """

    keeps: bool = False


class Talk(Command):
    """Open the text field for a message to everyone in the on-line match."""


# Commands on the view of the board.


@dataclass(frozen=True)
class Zoom(Command):
    """Show cells ``factor`` times as large; a factor below 1 shrinks them. The middle of the view stays in place."""

    factor: float


@dataclass(frozen=True)
class Pan(Command):
    """Move the view down the board by ``rows`` window heights, and to the right by ``columns`` window widths."""

    rows: float
    columns: float


class Fit(Command):
    """Show the whole board in the window."""


class Fly(Command):
    """If the view shows the whole board, fly to a lively place; otherwise, fly back to the whole board."""


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
    """Set the look's setting called ``name`` to ``value``. The look is how the board is drawn."""

    name: str
    value: float


@dataclass(frozen=True)
class DefaultLook(Command):
    """Restore the defaults of these settings of the look."""

    names: tuple[str, ...]


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
    """Put the held pattern away without placing it."""


@dataclass(frozen=True)
class MoveGhost(OfSession):
    """Move the held pattern down by ``rows`` and to the right by ``columns``."""

    rows: int
    columns: int


@dataclass(frozen=True)
class Turn(OfPlayer):
    """Turn or mirror the held pattern; without one, the selection. ``turn`` is a name in ``rectangles.TURNS``."""

    turn: str


@dataclass(frozen=True)
class MergeMode(OfPlayer):
    """Choose how the cells of a placed pattern are combined with those of the board.

    Attributes:
        mode: one of the modes in ``area_edit.MERGES``; "" for the next mode in that list.
    """

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
    """Move a corner of the selection down by ``rows`` and to the right by ``columns``.

    Without a selection, begin one at the cursor of a player at the keyboard, or else in the middle of the view.
    """

    rows: int
    columns: int


@dataclass(frozen=True)
class MarkCorner(OfPlayer):
    """Begin a selection at the player's cursor or, with the tool "measure", a measurement.

    The player's next command of this kind ends it, again at the cursor.
    """


@dataclass(frozen=True)
class CopySelection(OfSession):
    """Copy the selected cells to the clipboard as RLE. If ``cut`` is True, also erase them."""

    cut: bool = False


@dataclass(frozen=True)
class EditSelection(OfSession):
    """Change the selected cells, or erase all other cells.

    Attributes:
        work: "erase"; "invert"; "fill" with the state chosen for drawing; "random" for random cells; "outside" to
            erase all cells outside the selection.
    """

    work: str


class Crop(OfSession):
    """Begin a new universe that has only the selected cells."""


@dataclass(frozen=True)
class Measure(OfSession):
    """Measure the distance from the cell (``row``, ``column``) to the cell (``to_row``, ``to_column``)."""

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
    """Add a folder to those that the pattern browser lists. If ``path`` is "", a dialog asks for the folder."""

    path: str


@dataclass(frozen=True)
class RemovePatternFolder(OfSession):
    """Remove a folder from those that the pattern browser lists."""

    path: str


class Identify(OfSession):
    """Identify the pattern in the selection, or on the whole board if nothing is selected."""


class KeepRule(OfSession):
    """Decline the offer to change the board's rule to that of the pattern held most recently."""


class UsePatternsRule(OfSession):
    """Accept the offer to change the board's rule to that of the pattern held most recently. The cells stay."""


@dataclass(frozen=True)
class TryThis(OfSession):
    """Carry out the suggestion ``name`` of the strip "Try this" over the board. If ``name`` is "", close the strip."""

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
    """Show the file ``path`` in the system's file manager. If ``path`` is "", show the folder of saved boards."""

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
    """Open the section of the panels whose title is ``title``, such as "Look"."""

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
    """Move the keyboard focus to the next panel or, if ``backwards`` is True, to the previous one.

    The board comes after the last panel and before the first.
    """

    backwards: bool = False


@dataclass(frozen=True)
class TextSize(Command):
    """Enlarge all text by ``by`` times its usual size; a negative number shrinks it. 0 restores the usual size."""

    by: float = 0.0


@dataclass(frozen=True)
class Fullscreen(Command):
    """Fill the monitor called ``monitor`` with the window.

    If ``monitor`` is "", leave full screen. If it is None, switch between full screen and window.
    """

    monitor: str | None = None


@dataclass(frozen=True)
class ChangeSetting(Command):
    """Set the user's setting called ``name`` to ``value``."""

    name: str
    value: str | float


@dataclass(frozen=True)
class Bind(Command):
    """Bind the control called ``control`` to the key or button ``input``; "" restores the control's defaults.

    If ``swaps``, a control that has this key or button gets those of ``control`` instead.
    """

    control: str
    input: str = ""
    swaps: bool = False


class BindDefaults(Command):
    """Restore the default keys and buttons of all controls."""


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
    """Show the page on which people choose a game's players, option and board before it begins.

    A game without such a page begins at once.

    Attributes:
        game: name of the game, or of another entry of the start screen.
        against: level of the computer opponent that the page suggests; 0 for the opponent in the most recent match.
        begins: True to begin the game at once, as set up on that page.
    """

    game: str
    against: int = 0
    begins: bool = False


class Quit(Command):
    """End the program."""
