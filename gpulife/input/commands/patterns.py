"""Commands about the pattern browser and what patterns are."""

from dataclasses import dataclass

from gpulife.input.commands.command import Command


@dataclass(frozen=True)
class BrowsePatterns(Command):
    """Show the pattern browser, or close it."""


@dataclass(frozen=True)
class HoldNamed(Command):
    """Hold a pattern over the board, to be placed any number of times: a built-in one's name, or a file."""

    name: str


@dataclass(frozen=True)
class AddPatternFolder(Command):
    """List a folder in the pattern browser; ask for one if the path is empty."""

    path: str


@dataclass(frozen=True)
class RemovePatternFolder(Command):
    """List a folder in the pattern browser no longer."""

    path: str


@dataclass(frozen=True)
class Identify(Command):
    """Find out what the selection is, or the whole board."""


@dataclass(frozen=True)
class KeepRule(Command):
    """Keep the board's rule, whatever the pattern that was pasted or held last is for."""


@dataclass(frozen=True)
class UsePatternsRule(Command):
    """Change the rule to that of the pattern that was pasted or held last, keeping the board."""
