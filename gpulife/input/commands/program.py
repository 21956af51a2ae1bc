"""Commands about the program itself: its panels, settings, sound and window."""

from dataclasses import dataclass

from gpulife.input.commands.command import Command


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
class Phones(Command):
    """Show the page on which phones join as gamepads, or close it."""


@dataclass(frozen=True)
class Online(Command):
    """Show who is at the on-line match, or, where there is none, servers and their matches; or close that."""


@dataclass(frozen=True)
class FocusPanels(Command):
    """Let the keyboard steer the next panel, or the one before it; after the last one the board has it again."""

    backwards: bool = False


@dataclass(frozen=True)
class TextSize(Command):
    """Make all text larger or smaller by a share of the usual size, or 0: as large as usual."""

    by: float = 0.0


@dataclass(frozen=True)
class Fullscreen(Command):
    """Fill that monitor, leave full screen for "", or switch between both for None."""

    monitor: str | None = None


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
class MapPad(Command):
    """Go through the mapping wizard: a gamepad's socket begins it, then "skip", "back", "save" or "cancel"."""

    step: int | str


@dataclass(frozen=True)
class StartScreen(Command):
    """Show the start screen."""


@dataclass(frozen=True)
class Quit(Command):
    """End the program."""
