"""The shell: the window, devices, settings, sound and the current message. It outlives all screens.

The window's objects are listed here. Each uses only those before it in the list:

* ``OpenSession``: a session with its runner (``SessionRunner``) and its display (``BoardDisplay``).
* ``Shell``: services shared by all screens.
* ``GameController(shell, play)``: plays and draws one session of a game. It calls functions of the shell, such as
  ``shell.begin``, which :mod:`gpulife.window.screens` sets.
* ``Screen``, ``ScreenStack``: the play screen (which owns the controller), start menu, attract mode, art and others.

Actions go to the session (``SessionRunner.act``), commands to the first scope that handles them (``scopes``).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Action, Match
from gpulife.games.core.game_spec import GameSpec
from gpulife.input.bindings import BindingCapture
from gpulife.input.commands import CommandOrAction
from gpulife.input.controls import controls_of
from gpulife.input.events import PadSource
from gpulife.input.glyphs import Hands
from gpulife.input.pad_mappings import Wizard
from gpulife.input.poller import Poller
from gpulife.log import PendingWarnings, log_error
from gpulife.online.client.server_address import Destination
from gpulife.seats import MAX_LOCAL_SEATS, Seats
from gpulife.session.autosave import SavedSession
from gpulife.session.history import Recording
from gpulife.settings import Settings, changed
from gpulife.window.glfw_window import Window
from gpulife.window.imgui_backend import ImguiBackend
from gpulife.window.motion import Motion
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.play.board_makers import BoardMaker, DeviceBoards
from gpulife.window.play.open_session import OpenSession
from gpulife.window.recorder import Recorder
from gpulife.window.sound_player import SoundPlayer

MAX_FAILED_FRAMES = 3
"""Number of failed frames in a row after which the program ends, because it can show nothing."""
_MAX_CHARACTERS = 200
"""Maximum number of characters shown of an unexpected error's message. The log has all of it."""


class ErrorGuard:
    """Catches errors, shows them to the user, and counts those that were unexpected.

    Args:
        show: shows a line to the user.

    Attributes:
        unexpected: number of errors that were bugs, not GpulifeErrors.
        is_over: returns True if the program cannot continue; then errors are raised. The owner may assign another
            function.
    """

    def __init__(self, show: Callable[[str], None]) -> None:
        self.unexpected = 0
        self.is_over: Callable[[], bool] = lambda: False
        self._show = show
        self._failed_frames = 0

    @contextmanager
    def catch(self, what: str) -> Iterator[None]:
        """If the ``with`` block raises an error, show it to the user. ``what`` names the failed work in the message.

        Raises:
            BaseException: the program has to end after this error, as after KeyboardInterrupt, or ``is_over`` returns
                True.
        """
        try:
            yield
        except Exception as error:
            if self.is_over():
                raise
            self._show(self.describe(what, error))

    @contextmanager
    def frame(self) -> Iterator[None]:
        """If the ``with`` block, which runs a frame, raises an error, show it to the user.

        Raises:
            Exception: the error of the last of ``MAX_FAILED_FRAMES`` failed frames in a row.
        """
        try:
            yield
        except Exception as error:
            self._failed_frames += 1
            if self._failed_frames >= MAX_FAILED_FRAMES or self.is_over():
                raise
            self._show(self.describe("a frame", error))
        else:
            self._failed_frames = 0

    def describe(self, what: str, error: Exception) -> str:
        """Return the message about an error, and log the error if it is unexpected. ``what`` names the failed work."""
        if isinstance(error, GpulifeError):
            return str(error)
        self.unexpected += 1
        log = log_error(f"{what} in the window", error)
        if isinstance(error, MemoryError):
            return f"{what} failed: not enough memory"
        where = f"; see {log.name}" if log is not None else ""
        return f"{what} failed through a bug in gpulife{where}: {type(error).__name__}: {error}"[:_MAX_CHARACTERS]


_MESSAGE_SECONDS = 4.0


class BeginSession(Protocol):
    """Type of ``Shell.begin``, which replaces the current session by another; see ``PlayScreen.begin``."""

    def __call__(
        self,
        match: Match,
        actions: Sequence[Action] = (),
        *,
        recording: Recording | None = None,
        saved: SavedSession | None = None,
        backdrop: bool = False,
        controller: "Callable[[Shell, OpenSession], Any] | None" = None,
        online: Any = None,
    ) -> OpenSession:
        """Begin a session and return it. The arguments are those of ``PlayScreen.begin``."""


class Shell:
    """The window and everything else that screens share.

    Attributes:
        window: the window.
        imgui_backend: Dear ImGui in the window.
        poller: turns keys and gamepads into actions and commands.
        pads: reads the gamepads.
        settings: the user's settings; changes are saved.
        sound: plays sounds.
        boards: opens engines for universes, on the window's device or on several processes (ranks).
        panel_state: what the user has typed or chosen in the panels, and which panels are open.
        seats: who plays in new games, keyed by the number of the game's seats (2 or 6).
        guard: keeps errors from ending the program.
        scheme_seed: seed of random colour schemes, and of matches that begin without a seed.
        panels_in_contests: True to show panels also in games that begin without them.
        begin: begins a session in place of the current one.
        ask_before_leaving: raises AskFirstError if the current session would be lost, unless ``is_confirmed``.
        is_confirmed: True if the user has already confirmed the request that is being carried out.
        show_start_menu: shows the start screen.
        show_set_up: shows the page that sets up a game. Its arguments are the game's name, the level of the computer
            opponent (0 for the opponent in the most recent match), and True to begin the game at once.
        show_help: shows the help. Its arguments are the name of the game or entry whose page comes first, and the
            players' devices, keyed by player name.
        show_settings: shows the page of settings.
        show_phones: shows the page on which phones join as gamepads.
        show_lobby: shows the pages of on-line play. Its arguments are an error message ("" for none), and the filled-in
            form of a match to host (None for none).
        show_online: shows the people at the on-line match, or the pages of on-line play if there is no match.
        play_online: joins a match on a server, to play or watch. If the current session would be lost, it raises
            AskFirstError.
        watch: shows a recording, which nobody can change, over all other screens.
        recorder: records films of the window.
        motion: decides when frames are drawn.
        binding_capture: waits for the user to choose the key or button of a control; None if it does not run.
        mapping_wizard: asks the user to press each button of an unknown gamepad; None if it does not run.
        now: time of the current frame in seconds, by the event loop's clock.
        quitting: True if the program ends after this frame.
        warnings: logged warnings that are still to be shown.
        redraw: redraws the window during long work.
        speaks_at_pointer: True if new messages appear at the pointer, where the user is working.
        message_at_pointer: True if the current message appears at the pointer.
        messages: number of messages shown so far.
    """

    def __init__(
        self,
        window: Window,
        imgui_backend: ImguiBackend,
        poller: Poller,
        pads: PadSource,
        settings: Settings,
        seats: dict[int, Seats],
        now: float,
        scheme_seed: int = 0,
    ) -> None:
        self.window = window
        self.imgui_backend = imgui_backend
        self.poller = poller
        self.pads = pads
        self.settings = settings
        self.sound = SoundPlayer()
        self.boards: BoardMaker = DeviceBoards(window.device)
        self.panel_state = PanelState(clears_backgrounds=window.device.is_software)
        self.seats = seats
        self.guard = ErrorGuard(lambda line: self.show_message(line))  # tests replace show_message
        self.scheme_seed = scheme_seed
        self.panels_in_contests = False
        self.begin: BeginSession
        self.ask_before_leaving: Callable[[], None] = lambda: None
        self.is_confirmed = False
        self.show_start_menu: Callable[[], None]
        self.show_set_up: Callable[[str, int, bool], None]
        self.show_help: Callable[[str, Mapping[str, Hands]], None]
        self.show_settings: Callable[[], None]
        self.show_phones: Callable[[], None]
        self.show_lobby: Callable[..., None]
        self.show_online: Callable[[], None]
        self.play_online: Callable[[Destination], None] = _nowhere
        self.watch: Callable[[Recording], None]
        self.now = now
        self.quitting = False
        self.recorder = Recorder()
        self.motion = Motion()
        self.mapping_wizard: Wizard | None = None
        self.warnings = PendingWarnings()
        self.binding_capture: BindingCapture | None = None
        self.redraw: Callable[[], None] = lambda: None
        self.speaks_at_pointer = self.message_at_pointer = False
        self.messages = 0
        self._message, self._message_until = "", 0.0

    def change(self, setting: str, value: Any) -> None:
        """Change one of the user's settings.

        Raises:
            SettingsError: there is no such setting, or the value is not allowed.
        """
        self.settings = changed(self.settings, setting, value)

    def seats_for(self, game: GameSpec[Any]) -> Seats:
        """Return who plays in a game. A computer whose level is too high for the game gets the game's highest level."""
        two = self.seats[2]
        seats = two if game.players <= len(two.seats) else self.seats[MAX_LOCAL_SEATS].in_colours_of(two)
        return seats.with_max_level(len(game.levels)) if game.levels else seats

    def show_message(self, message: str) -> None:
        """Show a message to the user for some seconds."""
        self.messages += 1
        self._message, self._message_until = message, self.now + _MESSAGE_SECONDS
        self.message_at_pointer = self.speaks_at_pointer
        self.motion.stir()

    def withdraw_message(self, message: str) -> None:
        """Stop showing ``message``, which no longer holds. Another message stays."""
        if self.message == message:
            self._message_until = self.now
            self.motion.stir()

    def say_unheeded(self, request: CommandOrAction) -> None:
        """Tell the user that the key or button for ``request`` does nothing now; say nothing if it has none."""
        if controls := controls_of(request):
            self.show_message(f"{self.poller.asked_with(controls)} does nothing here")

    @contextmanager
    def temporary_messages(self) -> Iterator[None]:
        """At the end of the ``with`` block, remove the block's messages, and show the earlier message again."""
        before = self._message, self._message_until, self.message_at_pointer
        yield
        self._message, self._message_until, self.message_at_pointer = before

    def draw_film_mark(self, *, above_bar: bool) -> None:
        """Draw the mark of a recording if a film is being recorded."""
        self.recorder.mark(self.window, self.imgui_backend.pixel_scale, above_bar=above_bar)

    @property
    def message_seconds(self) -> float:
        """Number of seconds for which the current message is shown."""
        return self._message_until - self.now

    @property
    def interrupted(self) -> bool:
        """True if the user has pressed Escape or closed the window, to stop long work."""
        return self.window.closing or self.window.escape_pressed()

    @property
    def message(self) -> str:
        """The message on screen now; "" for none."""
        return self._message if self.now < self._message_until else ""


def _nowhere(destination: Destination) -> None:
    """Raise an error. This stands for ``Shell.play_online`` until the screens set the real function."""
    raise GpulifeError(f"this window cannot open on-line matches: {destination.address.text}")
