"""What outlives every screen of the window: the window itself, devices, settings, sound, and what is told to people.

The window's objects, from the bottom up, none of which knows those after it:

* ``PlayView``: one session as it is seen. ``Shell``: this, what all screens share.
* ``GameController(shell, play)``: what a game has of its own in the window, made anew for each ``PlayView``. It begins
  another session by ``shell.begin`` and leaves by ``shell.show_start_menu``, two callables that the shell is given.
* ``Screen``, ``ScreenStack`` (``screen_stack``): play (which owns the controller), start menu, attract mode, art
  and the question about flashing. A screen gets the shell and what else it needs.
* Actions go to the session (``PlayView.act``), commands to the first screen from the top that carries them out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from gpulife.games.core.game import Action, Match
from gpulife.input.binding_capture import Capture
from gpulife.input.pads import PadSource
from gpulife.input.poller import Poller
from gpulife.log import PendingWarnings
from gpulife.seats import MAX_SEATS, Seats
from gpulife.session.autosave import Saved
from gpulife.session.history import Recording
from gpulife.settings.user_settings import Settings, changed
from gpulife.window.error_guard import Guard
from gpulife.window.glfw_window import Window
from gpulife.window.imgui_backend import Host
from gpulife.window.pad_mapping import Mapping
from gpulife.window.panels.form_state import Fields
from gpulife.window.play.play_view import PlayView
from gpulife.window.recorder import Filming
from gpulife.window.sound_player import Sounding

_MESSAGE_SECONDS = 4.0


class Begin(Protocol):
    """Begins a session in the place of the present one; see ``PlayScreen.begin``."""

    def __call__(
        self,
        match: Match,
        actions: Sequence[Action] = (),
        *,
        recording: Recording | None = None,
        saved: Saved | None = None,
        backdrop: bool = False,
        controller: Callable[[Shell, PlayView], Any] | None = None,
    ) -> PlayView:
        """Begin it; what is shown from now on."""


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
        seats: the user's, by how many they are: those of games for two, and those of games for up to six.
        guard: keeps errors from ending the program.
        scheme_seed: of the random colour schemes, and of matches that are chosen without one.
        panels_in_contests: whether panels are shown in games that begin without, until the program ends.
        begin: begins a session in the place of the present one.
        show_start_menu: shows what there is to begin with.
        recorder: of films of what the window shows.
        capture: waits for the key or button that a control is to have, None if nobody wants another one.
        mapping: the wizard for gamepads, None if it is not at work.
        now: the time of the present frame in seconds, by the clock that the event loop reads.
        quitting: whether to end after this frame.
        warnings: what was logged and is to be told.
        redraw: shows the present moment again, between two steps of long work.
    """

    def __init__(
        self,
        window: Window,
        host: Host,
        poller: Poller,
        pads: PadSource,
        settings: Settings,
        seats: dict[int, Seats],
        now: float,
        scheme_seed: int = 0,
    ) -> None:
        self.window = window
        self.host = host
        self.poller = poller
        self.pads = pads
        self.settings = settings
        self.sound = Sounding()
        self.fields = Fields(clears_grounds=window.device.software)
        self.seats = seats
        self.guard = Guard(lambda line: self.tell(line))  # whoever listens in takes the place of tell
        self.scheme_seed = scheme_seed
        self.panels_in_contests = False
        self.begin: Begin
        self.show_start_menu: Callable[[], None]
        self.now = now
        self.quitting = False
        self.recorder = Filming()
        self.mapping: Mapping | None = None
        self.warnings = PendingWarnings()
        self.capture: Capture | None = None
        self.redraw: Callable[[], None] = lambda: None
        self._message, self._message_until = "", 0.0

    def change(self, setting: str, value: Any) -> None:
        """Change one of the user's settings.

        Raises:
            SettingsError: there is no such setting, or it cannot have that value.
        """
        self.settings = changed(self.settings, setting, value)

    def seats_for(self, players: int) -> Seats:
        """The user's seats for a game for so many; they have the two players' colours."""
        two = self.seats[2]
        return two if players <= len(two.seats) else self.seats[MAX_SEATS].in_colours_of(two)

    def tell(self, message: str) -> None:
        """Show a line to the user for some seconds."""
        self._message, self._message_until = message, self.now + _MESSAGE_SECONDS

    def film(self) -> None:
        """Film what has been drawn until now, and tell what there is to tell of films."""
        for line in self.recorder.frame(self.window, self.settings, self.now):
            self.tell(line)

    def mark_film(self, *, beside_bar: bool) -> None:
        """Show that a film is being made, in what has been drawn."""
        self.recorder.mark(self.window, self.host.pixel_scale, beside_bar=beside_bar)

    def tell_warnings(self) -> None:
        """Show the warnings that were logged since the last call, if there were any."""
        if warning := self.warnings.take():
            self.tell(warning)

    @property
    def interrupted(self) -> bool:
        """Whether somebody wants long work to stop."""
        return self.window.closing or self.window.escape_pressed()

    @property
    def message(self) -> str:
        """The line that is shown to the user now, "" for none."""
        return self._message if self.now < self._message_until else ""
