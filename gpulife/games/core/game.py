"""The interface of games: state machines that turn Actions into Orders, without a clock, a screen or files.

A Session feeds a game with actions and carries out its orders. All randomness comes from the match's seed. So the same
match and actions give the same boards on every engine; replay files, crash recovery and tests rely on that. Actions
that go beyond one match, such as SELECT, are for the session's owner: the window, server or command that runs the
session.
"""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated, Any, Protocol

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from gpulife.errors import GpulifeError
from gpulife.games.core.bounds import Natural, Sign
from gpulife.patterns.rectangles import ReadableBoard
from gpulife.storage.schema import ADDED_LATER

TICKS_PER_SECOND = 60
"""Ticks per second of play. Games only count ticks; the owner of a session decides how long a tick really lasts."""
RULINGS = 4
"""The newest version of the rulings (decisions where sources are silent). A match keeps the version that it began with;
a match from a file without a version has version 1."""
MAX_REVEALED_SEED = (1 << 62) - 1
"""Largest seed of a REVEAL action."""
NOBODY = -1
"""The player of actions from the console, the mouse or a panel, which belong to no seat."""


class GameError(GpulifeError):
    """The game, option, setting or state is not valid."""


class ActionKind(IntEnum):
    """The kinds of actions. Only append new kinds at the end: replay files contain the numbers."""

    STICK = 0
    """Hold the stick from now on: a = rows (-1 up, 0, 1 down), b = columns (-1 left, 0, 1 right)."""
    TRIGGER = 1
    """Press the trigger (a = 1) or let go of it (a = 0)."""
    HALT = 2
    """Halt at the end of the running generation or, if halted already, resume (the key SPACE)."""
    STEP = 3
    """Halt or, if halted already, compute one generation (the key RETURN). In Study Mode with ``a`` above 0: halt, and
    compute ``a`` generations at once.
    """
    AGAIN = 4
    """After the end of a round, begin another round on the same board (the key ESC)."""
    START = 5
    """Start or restart, with a dead board."""
    SELECT = 6
    """Change to the next game. Games ignore this: the session's owner begins the match that ``next_game`` returns."""
    OPTION = 7
    """Change to the next option. Games ignore this: the session's owner begins the match that ``next_option``
    returns."""
    RESET = 8
    """SYSTEM RESET: go to the title screen. The session's owner carries this out. Of all games only the title screen
    reacts to RESET."""
    RESIGN = 9
    DIGIT = 10
    """Type a digit: a = 0 to 9."""
    PACE = 11
    """Set the pace. a above 0: generations in 1000 seconds. a = 0: ``b`` generations in each tick. a = -1: authentic
    (ruling R1). In Real-Time Life only, a = -2: a turn tick every ``b`` seconds; a = -3: every ``b`` quarter seconds.
    """
    WILD = 12
    """Make one wild intervention: a random change of the board or of one generation's rule (ruling R7)."""
    PAINT = 13
    """Put live cells on the board: a = row, b = column, data = an RLE, or a packed part of a massive board
    (``npz_text``), whose generation number the board takes over."""
    ERASE = 14
    """Kill the cells of a rectangle: a = row, b = column, data = "HEIGHTxWIDTH"."""
    SOUP = 15
    """Fill the board with a soup from the match's seed, and set the generation to 0: data = "DENSITY",
    "DENSITY:SHARE,SHARE" (a share for each species) or "DENSITY:lands" (a land for each species, and seas)."""
    CLEAR = 16
    """Kill all cells, and set the generation to 0; cursors, seeds and pace stay."""
    POINT = 17
    """Move the player's cursor to a place at once, if the game allows it: a = row, b = column."""
    JOIN = 18
    """Join a running game of Real-Time Life: data = a name and places, as in "Ada a1 b1 c1". If the action's player is
    NOBODY, a new player joins.
    """
    MOVE = 19
    """Move the player's cell along the places in data, from the first to the last, as in "a1 c3"."""
    PLACE = 20
    """Choose a place for a piece in secret: a = row, b = column."""
    WITHDRAW = 21
    """Take back a place chosen by PLACE in this turn: a = row, b = column."""
    PIECE = 22
    """Choose the kind of the next piece: a = its state (1 pawn, 2 shelter); a = 0 switches between pawn and shelter."""
    OK = 23
    """End the player's turn."""
    TAKE_BACK = 24
    """Take back everything that the player has placed in this turn."""
    SAY = 25
    """Send a message to all, as a player or a spectator (NOBODY): data = the text."""
    DONE = 26
    """Say that the player has finished this turn, or is ready to begin; other players are not affected."""
    SEAT = 27
    """Give the player's seat to the computer at level a, or to a person if a = 0. The session's owner sends it."""
    AGREE = 28
    """Answer the open question with yes (a = 1) or no (a = 0); see ``games.core.consent``."""
    WHO = 29
    """Open or close the page that lists the players."""
    HIDE = 30
    """Hide the player's newly placed cells from others until the Growth phase (a = 1), or show them to all (a = 0)."""
    AREA = 31
    """Edit a rectangle: a = row, b = column, data = "HEIGHTxWIDTH WORK". WORK is "fill STATE", "random DENSITY", "disc
    DENSITY STATE" (a soup of one state in the round part), "invert", "outside" (kills everything around it), "left",
    "right", "flip-x", "flip-y", "transpose", or "move ROW,COLUMN MODE" or "copy ROW,COLUMN MODE" with one of MERGE's
    modes."""
    MERGE = 32
    """PAINT in another mode: data = "MODE RLE". "over" paints dead cells, too; "xor" kills the board's cells where the
    RLE has the same state; "and" kills the board's cells except under live cells; "or" is PAINT."""
    EDIT = 33
    """Begin (a = 1) or end (a = 0) a group of edits, such as the cells of a stroke, that undo takes back together; data
    = the group's name for people. Games ignore this."""
    REVEAL = 34
    """Set the seed of everything random from this tick on: a = the seed. The server of an on-line match sends it when
    something random happens, so that nobody knows the seed earlier. The session puts it into the state; games ignore
    this."""


EDITS = frozenset(
    {ActionKind.SOUP, ActionKind.CLEAR, ActionKind.PAINT, ActionKind.ERASE, ActionKind.AREA, ActionKind.MERGE}
)
"""Edits of the board by the console, the mouse and the panels; ``games.core.board_edit`` carries them out."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a player does in one tick.

    Attributes:
        player: 0 for the first (left) player, 1 for the second and so on; NOBODY for console, mouse and panels.
        kind: kind of action, which defines what ``a``, ``b`` and ``data`` mean.
        a: first number.
        b: second number.
        data: text.
    """

    player: int
    kind: ActionKind
    a: int = 0
    b: int = 0
    data: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """The game, board and options of a session. It never changes, and is the header of a replay file.

    Attributes:
        game: name in the registry (``gpulife.games.registry``).
        rule: canonical name of the rule with the size of the board, as ``str`` of a Rule gives it:
            "Immigration:T160,96".
        seed: seed of all randomness.
        option: one of the game's options, such as "NORM".
        settings: further settings of the game: JSON values, keyed by name.
        rulings: version of the rulings of the match; see ``RULINGS``.
        rule_text: text of the rule's ``.rule`` file (``RuleFamily.text``), so that the match can be played without the
            file; "" for other rules.
    """

    game: str
    rule: str
    seed: int
    option: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    rulings: int = RULINGS
    rule_text: str = field(default="", metadata=ADDED_LATER)

    @property
    def is_universe(self) -> bool:
        """True if the game is Study Mode: nobody competes, and people may draw, change the rule and fast-forward."""
        return self.game == "study"


class Board(ReadableBoard, Protocol):
    """The part of an engine that games may read."""

    def census(self) -> NDArray[np.int64]:
        """Return the number of cells of each species; see ``Engine.census``."""


Place = tuple[int, int]
"""(row, column) of a cell."""


@dataclass(frozen=True)
class Cursor:
    """A player's cursor, stick and trigger. Every game's state has one for each player.

    Attributes:
        row: row of the board.
        column: column of the board.
        stick: (rows, columns), each -1, 0 or 1.
        held_ticks: number of ticks for which the stick has been held. Pushing it, reversing it or planting starts the
            count anew.
        travelled: distance moved since the last whole cell, in 1/1000 of a cell.
        trigger: True if the trigger is pressed.
        visible: True if the cursor is drawn.
    """

    row: int
    column: int
    stick: tuple[Sign, Sign] = (0, 0)
    held_ticks: Natural = 0
    travelled: Annotated[int, Meta(ge=0, le=999)] = 0
    trigger: bool = False
    visible: bool = True
