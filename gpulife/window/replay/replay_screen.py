"""The screen for watching a finished match again. The screens below stay as they are.

Input never changes the match. With keys, buttons and a bar, the user controls the time or leaves the replay.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from imgui_bundle import imgui

from gpulife.closing import closed_on_error
from gpulife.engines.base import Engine
from gpulife.errors import GpulifeError
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.registry import find_game
from gpulife.input.commands import (
    Bind,
    BoardPicture,
    ChangeSetting,
    Command,
    CommandOrAction,
    Faster,
    Film,
    Fullscreen,
    Help,
    Jump,
    MapPad,
    Mute,
    Online,
    Open,
    Phones,
    Quit,
    Record,
    Screenshot,
    Seek,
    Slower,
    StartScreen,
    TextSize,
    Volume,
)
from gpulife.input.events import Event, MouseButton
from gpulife.online.client.server_records import FetchedReplay
from gpulife.online.shown_text import shown_text
from gpulife.seats import LEVELS, NOBODY, Seat, Seats, level_text
from gpulife.session.playback import Playback
from gpulife.session.session import Session
from gpulife.session.tick import TickResult
from gpulife.view.gl_board import BoardFrame
from gpulife.window.input_router import PadLost, poll_devices
from gpulife.window.online.online_notices import online_seats
from gpulife.window.panels.clickable_caps import CAPS
from gpulife.window.panels.pages import back_pressed
from gpulife.window.play.file_commands import FileScope
from gpulife.window.play.frame_render import board_picture
from gpulife.window.play.game_controller import is_left_press
from gpulife.window.play.game_window import open_controller
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.pointer_input import MouseDrawing
from gpulife.window.play.session_runner import SessionRunner
from gpulife.window.play.time_step import pass_time
from gpulife.window.play.view_commands import ViewScope
from gpulife.window.replay.replay_bar import HALT, JUMP_SECONDS, LEAVE, ReplayBar, ReplayFacts
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell

_EVER = 1e9  # seconds; longer than any replay
# Keys as in film players. They are not among the program's controls, and cannot be rebound.
_ONCE = (
    ((imgui.Key.space, imgui.Key.gamepad_face_down), HALT),
    ((imgui.Key.up_arrow, imgui.Key.gamepad_dpad_up), Faster()),
    ((imgui.Key.down_arrow, imgui.Key.gamepad_dpad_down), Slower()),
    ((imgui.Key.home,), Jump(-_EVER)),
    ((imgui.Key.end,), Jump(_EVER)),
)
_REPEATED = (
    ((imgui.Key.left_arrow, imgui.Key.gamepad_dpad_left), Jump(-JUMP_SECONDS)),
    ((imgui.Key.right_arrow, imgui.Key.gamepad_dpad_right), Jump(JUMP_SECONDS)),
)


def pressed_keys() -> Iterator[CommandOrAction]:
    """Yield the requests of keys and buttons pressed in Dear ImGui's current frame."""
    for keys, request in _ONCE:
        if any(imgui.is_key_pressed(key, repeat=False) for key in keys):
            yield request
    for keys, request in _REPEATED:
        if any(imgui.is_key_pressed(key) for key in keys):
            yield request
    if back_pressed():
        yield LEAVE


SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Playback speeds, as multiples of the original speed."""
_MAX_HEARD = 2.0
"""Highest playback speed with sounds and flashes. At higher speeds they would be noise and flicker."""


class ReplayRunner(SessionRunner):
    """Runs a replay.

    Args:
        session: the session that plays the match back.
        engine: the session's engine.
        first: tick of the recording at which the shown part begins.

    Attributes:
        playback: position, speed and halts of the replay.
    """

    def __init__(self, session: Session[Any], engine: Engine, first: int) -> None:
        super().__init__(session, engine)
        self.playback = Playback(session, first)
        self.seeking = self.playback.first or None

    @property
    def at(self) -> int:
        """The tick on screen, counted from the first tick of the shown part.

        While the replay goes to another tick, ``at`` is already that tick.
        """
        return (self.session.ticks if self.seeking is None else self.seeking) - self.playback.first

    @property
    def length(self) -> int:
        """Number of ticks in the shown part of the recording."""
        return self.playback.last - self.playback.first

    @property
    def is_over(self) -> bool:
        """True if the replay is at its end."""
        return self.seeking is None and self.playback.is_over

    def go_to(self, at: int) -> None:
        """Go to the tick ``at``, counted from the first tick of the shown part, or to the nearest tick that exists."""
        self.seeking = self.playback.within(self.playback.first + at)

    def change_speed(self, by: int) -> float:
        """Take the next higher speed in SPEEDS if ``by`` is 1, the next lower if it is -1; return the new speed."""
        place = SPEEDS.index(self.playback.speed) + by
        self.playback.speed = SPEEDS[min(max(place, 0), len(SPEEDS) - 1)]
        return self.playback.speed

    def act(self, action: Action) -> None:
        """Do nothing: the match is over."""

    def seek(self, tick: int) -> bool:
        """Spend the rest of this frame's time on going to ``tick``; return True if the replay has reached it."""
        is_there = super().seek(tick)
        self.playback.settle()
        return is_there

    def pass_time(self, seconds: float) -> list[TickResult]:
        """Play the ticks that are due now that ``seconds`` more have passed; return their results."""
        with self.limited_to_frame() as until:
            results = self.playback.pass_time(seconds, lambda: time.perf_counter() > until)
        self._is_at_rest = not results and (self.playback.halted or self.playback.is_over)
        self._show(results if self.playback.speed <= _MAX_HEARD else [], len(results))
        self._count_frame(seconds)
        return results


_BACK = "Back to the results"
OVER = "The replay is over"
_BROKEN = "the replay cannot continue: it is damaged, or from another version"
ON_ITS_WAY = "Replay: seeking \u2026"
_SHORT_WAY = 0.5
"""If going to another tick takes longer than this many seconds, the bar says so."""
_FIRST_HEIGHT = 80.0
"""Height that the bar is assumed to have before it is first drawn, in units of 1/96 inch."""
_MAX_TITLE, _MAX_NAME = 40, 24
_OF_WINDOW = (
    Bind, ChangeSetting, Film, Fullscreen, MapPad, Mute, Online, Open, PadLost, Phones, Quit, Screenshot, TextSize,
    Volume,
)  # fmt: skip
"""Commands that this screen leaves to the screens below and to the program."""


class ReplayScreen(Screen):
    """Shows a replay until the user leaves it.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        replay: the replay and the facts about its match.
        fail: function to call with the reason, one line of text, if the replay cannot continue.
        leave: label of the button that leaves the replay.

    Attributes:
        play: the replay's session.
        controller: object that draws the replay's game.

    Raises:
        GpulifeError: there is not enough memory for the board, or the recording is invalid.
    """

    hides_picture = hides_panels = stops_time = True

    def __init__(
        self,
        shell: Shell,
        screens: ScreenStack,
        replay: FetchedReplay,
        fail: Callable[[str], None],
        *,
        leave: str = _BACK,
    ) -> None:
        self.shell, self._leave = shell, leave
        self._screens, self._replay, self._fail = screens, replay, fail
        recording = replay.recording
        texts = seat_texts(replay)
        local = shell.seats_for(find_game(recording.match.game)).seats
        seats = online_seats(Seats((*local, *(Seat() for _ in texts[len(local) :]))), texts)
        budget = shell.settings.rewind_mib << 20

        def make_runner(engine: Engine) -> ReplayRunner:
            session: Session[Any] = Session(recording.match, engine, recording=recording, budget=budget)
            self._runner = ReplayRunner(session, engine, replay.match.began)
            return self._runner

        self.play = OpenSession(
            shell.window.device, recording.match, budget=budget, seats=seats, make_runner=make_runner
        )
        self.play.is_replay = True
        with closed_on_error(self.play):
            self.controller = open_controller(shell, self.play)
            self.controller.apply_first_look()
        self._bar, self._mouse, self._is_new = ReplayBar(), MouseDrawing(), True
        self._picture: BoardFrame
        self._way = 0.0  # seconds since the replay began to go to another tick
        self.play.display.covered_below = _FIRST_HEIGHT * shell.imgui_backend.scale
        self._fit()

    def _fit(self) -> None:
        self.play.display.camera = self.play.display.target = self.controller.layout.whole_board_camera()

    def leave(self) -> None:
        """Close the replay."""
        self.play.close()
        self.shell.poller.release_all()

    @property
    def has_bar(self) -> bool:
        """True, because the replay bar covers the lower edge of the window."""
        return True

    @property
    def covered_above(self) -> float:
        """Height in points of the strip above the board in which the game shows scores and the like."""
        return self.controller.layout.covered_above

    # Input.

    def take_input(self, events: Sequence[Event], seconds: float) -> list[CommandOrAction]:
        """Return the requests that the user made in this frame.

        A click on the board halts the replay. Other buttons and the wheel move the view.
        """
        requests = poll_devices(self.shell, events, seconds, menu=True)
        panel = self.shell.imgui_backend.panel_under(events)
        events, on_panel = CAPS.without_clicks(events, panel), bool(panel)
        play, clicks = self.play, [event for event in events if is_left_press(event)]
        others = [event for event in events if not (isinstance(event, MouseButton) and event in clicks)]
        before = play.display.target
        play.display.target, _ = self._mouse.handle(
            others, before, play.engine.shape, self.shell.window.view_size, species=0, on_panel=on_panel
        )
        play.display.fitted = play.display.fitted and play.display.target == before
        if clicks and not on_panel:
            requests.append(HALT)
        return requests

    @handles(ActionKind.HALT)
    def _halt(self, _: Action) -> None:
        """Halt or resume the replay. If it is over, play it again from the beginning."""
        if self._runner.is_over:
            self._runner.go_to(0)
            self._runner.playback.halted = False
        else:
            self._runner.playback.halted = not self._runner.playback.halted

    @handles(ActionKind.AGAIN)
    def _go_back(self, _: Action) -> None:
        self._screens.pop(self)

    @handles(Faster, Slower)
    def _change_speed(self, request: Faster | Slower) -> None:
        self._runner.change_speed(1 if isinstance(request, Faster) else -1)

    @handles(Jump)
    def _jump(self, request: Jump) -> None:
        self._runner.go_to(self._runner.at + round(request.seconds * TICKS_PER_SECOND))

    @handles(Seek)
    def _seek(self, request: Seek) -> None:
        self._runner.go_to(request.tick - self._runner.playback.first)

    @handles(StartScreen)
    def _leave_for_start(self, _: StartScreen) -> None:
        self._screens.pop(self)
        self.shell.show_start_menu()

    @handles(BoardPicture, Help, Record)
    def _show_or_save(self, request: Command) -> Handled:
        """Carry out a command on the replay's board and match, not on the session below."""
        scopes = FileScope(self.controller), ViewScope(self.controller)
        return None if any(scope.carry_out(request) for scope in scopes) else PASS_ON

    @handles(Command, Action)
    def _refuse(self, request: CommandOrAction) -> Handled:
        """Let other scopes carry out a command that works during a replay; say of any other that it does nothing."""
        if isinstance(request, _OF_WINDOW):
            return PASS_ON
        self.shell.say_unheeded(request)
        return None

    # Time and drawing.

    def pass_time(self, seconds: float) -> None:
        """Advance the replay by ``seconds``, unless the user is dragging the slider."""
        shell, play = self.shell, self.play
        self._way = 0.0 if self._runner.seeking is None else self._way + seconds
        problem = _BROKEN
        with shell.guard.catch("the replay"):  # invalid data from a server must not end the program
            problem = self._go_on(0.0 if self._bar.is_held else seconds)
        if problem:
            self._screens.pop(self)
            self._fail(problem)
            return
        shell.sound.follow(play, shell.settings, asleep=shell.window.minimised and not shell.settings.run_minimised)

    def _go_on(self, seconds: float) -> str:
        """Advance the replay by ``seconds``; return an error message if it cannot continue, otherwise ""."""
        try:
            pass_time(self.shell, self.play, seconds)
        except GpulifeError as error:
            return str(error)
        return ""

    def aim(self, seconds: float) -> bool:
        """Decide what the picture of the board shows; return True if it differs from the last drawn picture."""
        self._picture = board_picture(self.controller, seconds, dragging=self._mouse.busy)
        return not self.play.display.view.shows(self._picture)

    def draw(self, seconds: float) -> None:
        """Draw the board."""
        self.play.display.view.draw(self.shell.window.device.context.screen, self._picture, seconds)

    def draw_panels(self, seconds: float) -> list[CommandOrAction]:
        """Draw the game's scores and texts, and the bar; return the requests made with the bar or keys."""
        self.controller.draw_all(seconds)
        self.controller.draw_widgets()
        pad = next((state.name for state in self.shell.pads.poll().values()), "")
        requests = [*self._bar.draw(self._facts, pad), *pressed_keys()]
        self.play.display.covered_below = self._bar.height
        if self._is_new:
            self._is_new = False
            self._fit()
        return requests

    @property
    def _facts(self) -> ReplayFacts:
        play, match = self.play, self._replay.match
        names = ", ".join(shown_text(name, _MAX_NAME) for name in match.names if name)
        game = play.session.game.title
        title = shown_text(match.name, _MAX_TITLE)
        return ReplayFacts(
            OVER if self._runner.is_over else ON_ITS_WAY if self._way > _SHORT_WAY else "Replay",
            names,
            game if title in ("", game) else f"{game}, {title}",
            self._runner.at,
            self._runner.length,
            self._runner.playback.first,
            self._runner.playback.speed,
            self._runner.playback.halted,
            self._runner.is_over,
            self._leave,
        )


def seat_texts(replay: FetchedReplay) -> list[str]:
    """Return who sat on each seat: a name, "computer:N", or "nobody" (an empty seat, or a person without a name)."""
    computers = {action.player: action.a for _, action in replay.recording.log if action.kind is ActionKind.SEAT}
    names = replay.match.names
    count = max(len(names), max(computers, default=-1) + 1)
    return [
        name or (level_text(level) if (level := computers.get(seat, 0)) in LEVELS else NOBODY)
        for seat, name in enumerate((*names, *[""] * (count - len(names))))
    ]
