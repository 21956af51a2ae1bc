"""The terms of every game: a state machine that turns Actions into Orders, without a clock, a screen or a file.

A Session feeds it and carries out what it orders. Everything random comes from the match's seed and is counted in the
state, so that the same match and the same actions give the same boards on every engine: that is the replay file, the
crash recovery and a test.
"""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, Protocol, runtime_checkable

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from gpulife.errors import GpulifeError
from gpulife.games.core.bounds import Natural, Sign
from gpulife.patterns.rectangles import ReadableBoard
from gpulife.storage.schema import ADDED_LATER

if TYPE_CHECKING:
    from gpulife.games.core.pace import Pace

TICKS_PER_SECOND = 60
"""Games count ticks; only a session's owner knows how long one lasts."""
RULINGS = 3
"""The newest version of the rulings where sources are silent. A match keeps its own: 1 is that of files without one."""
MAX_REVEALED_SEED = (1 << 62) - 1
"""Limit on the seeds of REVEAL."""
NOBODY = -1
"""The player of an action that no player took: the console, the mouse, a panel."""


class GameError(GpulifeError):
    """No such game, option or setting."""


class ActionKind(IntEnum):
    """The kinds of actions. Append-only: replay files hold the numbers."""

    STICK = 0
    """Held from now on: a = rows (-1 up, 0, 1 down), b = columns (-1 left, 0, 1 right)."""
    TRIGGER = 1
    """a = 1 pressed, 0 let go."""
    HALT = 2
    """Halt at the end of the running generation, or resume (SPACE)."""
    STEP = 3
    """Halt, or compute one generation when halted (RETURN); in Study Mode with a above 0, halt and compute
    a generations at once."""
    AGAIN = 4
    """Another round on the same board after the end (ESC)."""
    START = 5
    """Start or restart: wipes the board."""
    SELECT = 6
    """The next game: a new Match, which a session's owner begins (``next_game``); games do nothing."""
    OPTION = 7
    """The next option: a new Match, which a session's owner begins (``next_option``); games do nothing."""
    RESET = 8
    """SYSTEM RESET, the title screen: for a session's owner; only the title screen itself does it as a game."""
    RESIGN = 9
    DIGIT = 10
    """a = 0 to 9."""
    PACE = 11
    """a = generations in 1000 seconds; 0 for ``b`` generations in each tick; -1 for authentic (ruling R1); -2 for a
    turn tick of Real-Time Life every ``b`` seconds."""
    WILD = 12
    """One wild intervention (ruling R7)."""
    PAINT = 13
    """Cells put on the board: a = row, b = column, data = an RLE, or part of a massive board (``npz_text``), whose
    generation becomes the board's; dead cells leave the board alone."""
    ERASE = 14
    """a = row, b = column, data = "HEIGHTxWIDTH": that rectangle dies."""
    SOUP = 15
    """data = "DENSITY" or "DENSITY:SHARE,SHARE": a soup on the whole board (generation 0), by the match's generator."""
    CLEAR = 16
    """The board dies (generation 0); cursors, seeds and pace stay."""
    POINT = 17
    """a = row, b = column: the player's cursor goes there at once, where the game allows it."""
    JOIN = 18
    """data = a name and places, as in "Ada a1 b1 c1": the player, or a new one if NOBODY, joins a running game."""
    MOVE = 19
    """data = places, as in "a1 c3": the player's cell at the first goes to the next, and on to the others."""
    PLACE = 20
    """a = row, b = column: the player chooses that place for a piece, unseen."""
    WITHDRAW = 21
    """a = row, b = column: the player does not want a piece there after all."""
    PIECE = 22
    """Choose what to place: a = its state (1 pawn, 2 shelter), 0 for the other one."""
    OK = 23
    """The turn is over."""
    TAKE_BACK = 24
    """The player takes back what was placed in this turn."""
    SAY = 25
    """data = what the player, or a spectator (NOBODY), says to all."""
    DONE = 26
    """The player has finished for this turn, or wants to play: START for one player only."""
    SEAT = 27
    """From now on the computer has the player's seat, at level a, or a person if a is 0. A session's owner sends it."""
    AGREE = 28
    """The player answers the open question with yes (a = 1) or no (a = 0): see ``games.core.consent``."""
    WHO = 29
    """The player opens or closes the page that lists who plays."""
    HIDE = 30
    """a = 1: where the player places cells is for nobody else to see before they grow; a = 0: for all."""
    AREA = 31
    """a = row, b = column, data = "HEIGHTxWIDTH WORK": something is done with that rectangle. "fill STATE", "random
    DENSITY", "invert", "outside" (everything around it dies), "left", "right", "flip-x", "flip-y" and "transpose", or
    "move ROW,COLUMN MODE" and "copy ROW,COLUMN MODE" with one of MERGE's modes."""
    MERGE = 32
    """PAINT in another mode: data = "MODE RLE". With "over" dead cells are painted, too; with "xor" what is there in
    the same state dies; with "and" what is there dies except below live cells; "or" is PAINT."""
    EDIT = 33
    """a = 1: the edits from here on are one, as the cells of a stroke, which people call data; a = 0: it is done. Games
    do nothing, and undo takes them back together."""
    REVEAL = 34
    """a = the seed of what is random from this tick on. The server of an on-line match sends it when something random
    happens, so that nobody knows it before; a session gives it to the game's state, and games do nothing."""


EDITS = frozenset(
    {ActionKind.SOUP, ActionKind.CLEAR, ActionKind.PAINT, ActionKind.ERASE, ActionKind.AREA, ActionKind.MERGE}
)
"""Edits of the board by the console, the mouse and the panels: ``games.core.board_edit`` carries them out."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that one player wants, in one tick.

    Attributes:
        player: 0 for the first (left) player, 1 for the second and so on; NOBODY for the console, the mouse and the
            panels.
        kind: what is wanted.
        a: first number, whose meaning depends on ``kind``.
        b: second number, whose meaning depends on ``kind``, too.
        data: text, whose meaning depends on ``kind``, too.
    """

    player: int
    kind: ActionKind
    a: int = 0
    b: int = 0
    data: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """The choice of game, board and options that a session plays: fixed, and the head of its replay file.

    Attributes:
        game: name in the registry (``gpulife.games.registry``).
        rule: a rule's canonical name with the suffix that fixes the board: ``str`` of a Rule on a board, such as
            "Immigration:T160,96".
        seed: seed of everything random.
        option: a game's own option, such as "NORM".
        settings: a game's further settings, JSON values by name.
        rulings: version of the rulings that it is played under: see ``RULINGS``.
        rule_text: text of the ``.rule`` file that the rule comes from (``RuleFamily.text``), so that the match can be
            played where there is no such file.
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
        """Whether it is Study Mode, where nobody competes: people may draw, change the rule and run it ahead."""
        return self.game == "study"


class Board(ReadableBoard, Protocol):
    """The part of an engine that games may read."""

    def census(self) -> NDArray[np.int64]:
        """See ``Engine.census``."""


Place = tuple[int, int]
"""(row, column) of a cell."""


@dataclass(frozen=True)
class Cursor:
    """A player's place and stick; one for each player in every game's state.

    Attributes:
        row: row of the board.
        column: column of the board.
        stick: (rows, columns), each -1, 0 or 1.
        held_ticks: ticks for which the stick has been held since it was pushed or turned round, or since a planting.
        travelled: part of a cell, in 1/1000, moved since the last whole cell.
        trigger: whether the trigger is pressed.
        visible: whether to draw the cursor.
    """

    row: int
    column: int
    stick: tuple[Sign, Sign] = (0, 0)
    held_ticks: Natural = 0
    travelled: Annotated[int, Meta(ge=0, le=999)] = 0
    trigger: bool = False
    visible: bool = True


class GameState(Protocol):
    """The attributes of every game's state, a frozen dataclass of numbers, texts, tuples and frozen dataclasses.

    Some have defaults for a game without seeds and without a wave.
    """

    @property
    def running(self) -> bool:
        """Whether generations are being computed."""

    @property
    def has_begun(self) -> bool:
        """Whether people play, or have played, rather than take their seats and choose what to play."""
        return True

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one a player."""

    @property
    def seeds(self) -> tuple[int, ...]:
        """Seeds left, one number a player; empty where a game has none."""
        return ()

    @property
    def progress(self) -> float:
        """The part of the running generation's time that is over, 0 to 1, for the wave (R2); 1 when halted."""
        return 1.0

    @property
    def pace(self) -> "Pace":
        """The pace at which generations follow each other."""


@runtime_checkable
class CanIdle(Protocol):
    """Further attributes of the state of a game in which nothing happens for long times, which can be skipped."""

    @property
    def idle(self) -> int:
        """The number of ticks, 0 or more, that would change nothing but the time if nobody did anything."""

    def skip_idle(self, ticks: int) -> GameState:
        """Return the state after ``ticks`` ticks without any action, at most ``idle``."""


@runtime_checkable
class CanHide(Protocol):
    """A further attribute of the state of a game in which players choose in secret."""

    @property
    def holds_secrets(self) -> bool:
        """Whether it holds choices of players that others may not know yet.

        These are written to no file: what is saved meanwhile ends before the first action that a player took since this
        became true, and when the session is resumed these players choose again.
        """
