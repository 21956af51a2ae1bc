"""What outlives every screen of the window: the window itself, devices, settings, sound, and what is told to people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpulife.app.guard import Guard
from gpulife.app.sounding import Sounding
from gpulife.input.pads import PadSource
from gpulife.input.poller import Poller
from gpulife.lineup import Lineup
from gpulife.party import Party
from gpulife.settings import Settings, changed
from gpulife.ui.fields import Fields
from gpulife.ui.host import Host
from gpulife.ui.window import Window

_MESSAGE_SECONDS = 4.0


class Shell:
    """The window and all that screens share.

    Attributes:
        window: what everything is shown in.
        host: Dear ImGui.
        poller: reads keys and gamepads.
        pads: where gamepads come from.
        settings: the user's; saved when they change.
        sound: plays what is heard.
        fields: contents of the panels' input fields.
        lineup: the user's two seats, with which sessions begin.
        party: the same for games for up to six.
        guard: keeps errors from ending the program.
        now: the time of the present frame in seconds, by the clock that the event loop reads.
        quitting: whether to end after this frame.
        redraw: shows the present moment again, between two steps of long work.
    """

    def __init__(
        self,
        window: Window,
        host: Host,
        poller: Poller,
        pads: PadSource,
        settings: Settings,
        seats: tuple[Lineup, Party],
        now: float,
    ) -> None:
        self.window = window
        self.host = host
        self.poller = poller
        self.pads = pads
        self.settings = settings
        self.sound = Sounding()
        self.fields = Fields(clears_grounds=window.device.software)
        self.lineup, self.party = seats
        self.guard = Guard(lambda line: self.tell(line))  # whoever listens in takes the place of tell
        self.now = now
        self.quitting = False
        self.redraw: Callable[[], None] = lambda: None
        self._message, self._message_until = "", 0.0

    def change(self, setting: str, value: Any) -> None:
        """Change one of the user's settings.

        Raises:
            SettingsError: there is no such setting, or it cannot have that value.
        """
        self.settings = changed(self.settings, setting, value)

    def tell(self, message: str) -> None:
        """Show a line to the user for some seconds."""
        self._message, self._message_until = message, self.now + _MESSAGE_SECONDS

    @property
    def interrupted(self) -> bool:
        """Whether somebody wants long work to stop."""
        return self.window.closing or self.window.escape_pressed()

    @property
    def message(self) -> str:
        """The line that is shown to the user now, "" for none."""
        return self._message if self.now < self._message_until else ""
