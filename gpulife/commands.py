"""What a key, a pad button, a panel or a command line option can ask of the program, beside a player's Actions.

Every command is data; ``app`` alone carries them out. The same kind means the same thing wherever it comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class CommandKind(StrEnum):
    """What is asked. In brackets: the ``value`` that goes with it."""

    ACT = "act"
    """Hand an Action to the session [Action]."""
    NEW = "new"
    """Begin a new session [Match]."""
    OPEN = "open"
    """Open a file: RLE, macrocell, npz, picture or replay [path as str]."""
    PASTE = "paste"
    """Put the clipboard's RLE on the board [None, or the text]."""
    SAVE = "save"
    """Save the board by its ending [path as str]."""
    RECORD = "record"
    """Write the replay of this session [path as str]."""
    SCREENSHOT = "screenshot"
    """Save what the window shows as a PNG [None]."""
    BOARD_PICTURE = "board-picture"
    """Save the whole board as a PNG, a pixel a cell [path as str]."""
    FILM = "film"
    """Begin a film of what the window shows, or end it [None]."""
    FASTER = "faster"
    SLOWER = "slower"
    UNLIMITED = "unlimited"
    """As many generations as the GPU computes, on or off [None]."""
    SEEK = "seek"
    """Go to a tick of the session's past or recorded future [int]."""
    BACK = "back"
    """Rewind by so many seconds of ticks [float]."""
    FORWARD = "forward"
    """Forward by so many seconds of ticks [float]."""
    ZOOM = "zoom"
    """Zoom about the middle of the view [factor, float]."""
    PAN = "pan"
    """Move the view [(rows, columns) in parts of the window, floats]."""
    FIT = "fit"
    """Show the whole board [None]."""
    SCHEME = "scheme"
    """The next colour scheme [None], or that one [its name]."""
    LOOK = "look"
    """Switch a setting of the look [(name, value)]."""
    MUTE = "mute"
    """Sound off, or on again [None]."""
    VOLUME = "volume"
    """Louder or softer by that part of the whole [float]."""
    PANELS = "panels"
    """Hide or show everything but the board [None]."""
    HELP = "help"
    RESULT = "result"
    """Show the statistics of the round and steer them by keyboard, or close them [None]."""
    FULLSCREEN = "fullscreen"
    """On or off [None], or on that monitor [name]."""
    SEAT = "seat"
    """Change a seat [(player, "name", "colour", "level" or "swap", value)]."""
    SETTING = "setting"
    """Change a setting [(name, value)]."""
    BIND = "bind"
    """Bind a control to another key or button [(control, input name)]."""
    LEVEL = "level"
    """Survivor's pages, levels and their editor [a tuple that begins with what: see ``app.survivor``]."""
    WIZARD = "wizard"
    """The mapping wizard for gamepads [a socket's number to begin, else "skip", "back", "save" or "cancel"]."""
    START_SCREEN = "start-screen"
    """Go to the mode chooser [None]."""
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that is asked of the program."""

    kind: CommandKind
    value: Any = None
