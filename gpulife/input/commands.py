"""What a key, a pad button, a panel or a command line option can ask for, beside a player's Actions.

Every command is data, one class each; ``app`` alone carries them out. The same class means the same thing wherever it
comes from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpulife.games.core.game import Action, Match


class Command:
    """One thing that is asked of the window."""


Asked = Command | Action
"""Everything that people ask for: Actions are for the session that is played, commands for all else."""


def label(asked: Asked) -> str:
    """What to call it in a message, such as "board picture"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(asked).__name__).lower()


@dataclass(frozen=True)
class New(Command):
    """Begin a new session."""

    match: Match


@dataclass(frozen=True)
class Open(Command):
    """Open a file: RLE, macrocell, npz, picture or replay. Without a path, say how."""

    path: str = ""


@dataclass(frozen=True)
class Paste(Command):
    """Put an RLE on the board: the text, or else the clipboard's."""

    text: str = ""


@dataclass(frozen=True)
class _Write(Command):
    """Write a file, by default one of a new name in the program's own folder."""

    path: str = ""


class Save(_Write):
    """Save the board by the path's ending."""


class Record(_Write):
    """Write the replay of this session."""


class Screenshot(_Write):
    """Save what the window shows as a PNG."""


class BoardPicture(_Write):
    """Save the whole board as a PNG, a pixel a cell."""


@dataclass(frozen=True)
class Film(Command):
    """Begin a film of what the window shows, or end it."""


@dataclass(frozen=True)
class Faster(Command):
    """Go faster."""


@dataclass(frozen=True)
class Slower(Command):
    """Go slower."""


@dataclass(frozen=True)
class Unlimited(Command):
    """As many generations as the GPU computes, on or off."""


@dataclass(frozen=True)
class Seek(Command):
    """Go to a tick of the session's past or recorded future."""

    tick: int


@dataclass(frozen=True)
class Jump(Command):
    """Forward by so many seconds of ticks, or back by as many below 0."""

    seconds: float


@dataclass(frozen=True)
class Zoom(Command):
    """Zoom about the middle of the view."""

    factor: float


@dataclass(frozen=True)
class Pan(Command):
    """Move the view, by parts of the window."""

    rows: float
    columns: float


@dataclass(frozen=True)
class Fit(Command):
    """Show the whole board."""


@dataclass(frozen=True)
class Scheme(Command):
    """The colour scheme of that name, or the next one."""

    name: str = ""


@dataclass(frozen=True)
class ChangeLook(Command):
    """Change a setting of the look."""

    name: str
    value: float


@dataclass(frozen=True)
class Mute(Command):
    """Sound off, or on again."""


@dataclass(frozen=True)
class Volume(Command):
    """Louder or softer by that part of the whole."""

    by: float


@dataclass(frozen=True)
class Panels(Command):
    """Hide or show everything but the board."""


@dataclass(frozen=True)
class Help(Command):
    """Show the help, or close it."""


@dataclass(frozen=True)
class RoundResult(Command):
    """Show the statistics of the round and steer them by keyboard, or close them."""


@dataclass(frozen=True)
class Fullscreen(Command):
    """On that monitor, off for "", and on or off by turns for None."""

    monitor: str | None = None


@dataclass(frozen=True)
class ChangeSeat(Command):
    """Change the "name", "colour" or "level" of a player's seat, or whether it "hides", or "swap" the two."""

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
    """Bind a control to another key or button, or to what it has by default for ""."""

    control: str
    input: str = ""


@dataclass(frozen=True)
class LevelRequest(Command):
    """Something about Survivor's pages, levels or their editor: what, and of which level, state or number."""

    what: str
    value: str | int = ""


@dataclass(frozen=True)
class MapPad(Command):
    """Tell the buttons of a gamepad: its socket to begin, then "skip", "back", "save" or "cancel"."""

    step: int | str


@dataclass(frozen=True)
class StartScreen(Command):
    """Show what there is to begin with."""


@dataclass(frozen=True)
class Quit(Command):
    """End the program."""
