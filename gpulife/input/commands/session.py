"""Commands about the session that is played: its time, its rule, and its past."""

from dataclasses import dataclass

from gpulife.games.core.game import Match
from gpulife.input.commands.command import Command


@dataclass(frozen=True)
class New(Command):
    """Begin a new session."""

    match: Match


PLACES = (
    "top left", "top", "top right",
    "left", "centre", "right",
    "bottom left", "bottom", "bottom right",
)  # fmt: skip
"""Where a board's cells stand on one of another size, in three rows."""


@dataclass(frozen=True)
class NewBoard(Command):
    """Ask for the size of an empty board to draw on, under a rule that can be changed there; "" for the present one."""

    rule: str = ""


@dataclass(frozen=True)
class ResizeBoard(Command):
    """Give the board another size and keep its cells; without a size, ask for it.

    Attributes:
        rows: rows of the new board.
        columns: columns of the new board.
        place: where the cells stand on it: one of PLACES.
    """

    rows: int = 0
    columns: int = 0
    place: str = "centre"


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
class OtherGame(Command):
    """Begin the next of the games that the select key does not come by: those that are not of 1982."""


@dataclass(frozen=True)
class Reseed(Command):
    """Sow another soup on the whole board, of the density that is chosen in the panel Draw."""


@dataclass(frozen=True)
class Authentic(Command):
    """Go at the speed of 1982, at which each generation runs down the screen, or at a steady one again."""


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
