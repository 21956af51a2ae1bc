"""Commands: all that a key, a pad button or a panel can ask for, besides a player's Actions.

Every command is plain data with a class of its own. It means the same wherever it comes from, and screens and shell
carry it out.
"""

import re
from dataclasses import dataclass

from gpulife.games.core.game import Action, Match


class Command:
    """Something that people ask of the window."""


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
class Paste(Command):
    """Put an RLE on the board: ``text``, or the clipboard's text if that is empty."""

    text: str = ""


@dataclass(frozen=True)
class _Write(Command):
    """Write a file, by default one with a new name in the data folder."""

    path: str = ""


class Save(_Write):
    """Save the board in the format of the path's ending."""


@dataclass(frozen=True)
class SaveAs(Command):
    """Ask where to save the board."""


@dataclass(frozen=True)
class ShowFolder(Command):
    """Show a file in the system's file manager, by default the folder of saved boards."""

    path: str = ""


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
class Seek(Command):
    """Go to a tick of the session's past or recorded future."""

    tick: int


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
