"""The screens of the window, one on top of the other: what a frame does with them, and what each of them says.

The top takes input; what it asks for is carried out by the first screen from the top that can. Then time passes, from
the bottom to the top, and what can be seen is drawn, likewise. Panels are drawn last, and what is asked for in them is
carried out at once, before time passes again: whatever is pressed is in the next picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gpulife.input.commands import Asked, Screenshot, label
from gpulife.input.events import Event
from gpulife.window import shell_commands
from gpulife.window.input_router import poll_devices
from gpulife.window.panels.dock_layout import toast
from gpulife.window.shell import Shell

Watch = Callable[[Sequence[Event], float], None]
"""Looks at the events of a frame of so many seconds before any screen does, whatever is on top."""


class Screen:
    """One screen. It gets the shell, and what else it needs, when it is made.

    Attributes:
        shell: likewise.
        hides_picture: whether nothing of the pictures below is drawn.
        hides_panels: whether nothing of the panels below is drawn.
        stops_time: whether time stands still below.
    """

    shell: Shell
    hides_picture = hides_panels = stops_time = False

    @property
    def in_menu(self) -> bool:
        """Whether keys and pads steer Dear ImGui rather than a game."""
        return True

    @property
    def is_idle(self) -> bool:
        """Whether nobody can be in the middle of anything here."""
        return False

    @property
    def has_bar(self) -> bool:
        """Whether panels stand at the upper edge of the window."""
        return False

    @property
    def above(self) -> float:
        """Points at the upper edge that messages have to leave free."""
        return 0.0

    def take_input(self, events: Sequence[Event], seconds: float) -> Iterable[Asked]:
        """What the events, keys and pads of a frame ask for; called on the top only."""
        return poll_devices(self.shell, events, seconds, menu=True)

    def carry_out(self, asked: Asked) -> bool:
        """Do what was asked for if it is for this screen; whether it was.

        Raises:
            GpulifeError: it cannot be done; one line for the user.
        """
        del asked
        return False

    def pass_time(self, seconds: float) -> None:
        """Let so much time pass."""

    def draw(self, seconds: float) -> None:
        """Draw the picture, ``seconds`` after the last one."""

    def draw_panels(self, seconds: float) -> Sequence[Asked]:
        """Draw what is over the picture, into the frame of Dear ImGui that has begun; what is asked for there."""
        del seconds
        return ()

    def leave(self) -> None:
        """It is no longer on the stack: release what it alone needs."""


class ScreenStack:
    """The screens that are open.

    Args:
        shell: what they share.

    Attributes:
        watches: called once a frame, in their order, before the top takes its input; they may push and pop.
    """

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.watches: list[Watch] = []
        self._screens: list[Screen] = []
        shell.redraw = self.redraw

    @property
    def top(self) -> Screen:
        """The one that takes input."""
        return self._screens[-1]

    def __contains__(self, screen: Screen) -> bool:
        return screen in self._screens

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        self._screens.append(screen)

    def pop(self, screen: Screen) -> None:
        """Take that screen from the stack, if it is there, with all that are on top of it."""
        while screen in self._screens:
            self._screens.pop().leave()

    def pop_to(self, screen: Screen) -> None:
        """Take away all that are on top of that one."""
        while self.top is not screen:
            self._screens.pop().leave()

    def frame(self, events: Iterable[Event], now: float) -> None:
        """One frame: input, what it asks for, time, and the picture; ``now`` in seconds of any clock."""
        shell, events = self.shell, tuple(events)
        seconds, shell.now = min(now - shell.now, 0.25), now
        shell.tell_warnings()
        for watch in self.watches:
            watch(events, seconds)
        asked = tuple(self.top.take_input(events, seconds))
        pictures = tuple(each for each in asked if isinstance(each, Screenshot))  # of what is drawn below
        self.carry_out(each for each in asked if each not in pictures)
        for screen in self._from_last("stops_time"):
            screen.pass_time(seconds)
        if not shell.window.minimised:
            asked = (*self._draw(seconds), *pictures)
            shell.film()
            self.carry_out(asked)
            shell.mark_film(beside_bar=self.top.has_bar)

    def redraw(self) -> None:
        """Show the present moment again, between two steps of long work; what comes in waits for the next frame."""
        self.shell.window.poll(self.shell.now)
        if not self.shell.window.minimised:
            self._draw(0.0)
            self.shell.mark_film(beside_bar=self.top.has_bar)
            self.shell.window.swap()

    def carry_out(self, asked: Iterable[Asked]) -> None:
        """Let the first screen from the top that can do each thing that is asked for, or else the shell.

        What goes wrong is told.
        """
        for each in asked:
            with self.shell.guard.doing(label(each)):
                if not any(screen.carry_out(each) for screen in reversed(self._screens.copy())):
                    shell_commands.carry_out(self.shell, each)

    def _draw(self, seconds: float) -> Sequence[Asked]:
        """Draw all that can be seen; what is asked for in the panels of the top."""
        for screen in self._from_last("hides_picture"):
            screen.draw(seconds)
        asked: Sequence[Asked] = ()
        with self.shell.host.frame(menu=self.top.in_menu):
            self.shell.fields.grounds.clear()
            shown = self._from_last("hides_panels")
            for screen in shown:
                asked = screen.draw_panels(seconds)
            if self.shell.message:
                toast(self.shell.message, shown[0].above)
        self.shell.host.render(self.shell.fields.grounds)
        return asked

    def _from_last(self, ends: str) -> list[Screen]:
        """The screens from the last one that ends what is below it, in this respect."""
        first = max((number for number, screen in enumerate(self._screens) if getattr(screen, ends)), default=0)
        return self._screens[first:]

    def close(self) -> None:
        """Leave all screens."""
        while self._screens:
            self._screens.pop().leave()
