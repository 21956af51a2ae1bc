"""Commands about seats, rounds and levels."""

from dataclasses import dataclass

from gpulife.input.commands.command import Command


@dataclass(frozen=True)
class GuidedRound(Command):
    """Begin the guided round of a game, Seed List's so far, and after it the round that is being set up."""

    game: str


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Talk(Command):
    """Say something to everybody at an on-line match: open the line to type it in."""
