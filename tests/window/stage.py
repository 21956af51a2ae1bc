"""The program in a window of the tests' process, run frame by frame, with fake pads and its own clock."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest
from goldens import Picture
from imgui_bundle import imgui
from input.all_commands import all_commands
from input.devices import FakePads
from window.desktop import Screen

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.start_presets import START_PRESETS, StartPreset
from gpulife.games.survival1982.study import StudyState
from gpulife.input.bindings import build_bindings
from gpulife.input.commands import CommandOrAction
from gpulife.input.events import Event, KeyEvent, RawPad
from gpulife.input.poller import Poller
from gpulife.online.client.known_servers import KnownServers
from gpulife.rules import Cells, parse_rule
from gpulife.seats import Seats
from gpulife.session.autosave import Autosave
from gpulife.settings import Settings
from gpulife.view.gl_board import BoardView
from gpulife.window.attract_screen import AttractScreen
from gpulife.window.games.title_screen import TitleController
from gpulife.window.glfw_window import Window
from gpulife.window.imgui_backend import ImguiBackend
from gpulife.window.online.lobby import Lobby
from gpulife.window.play.game_controller import GameController
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.seating import seats_of
from gpulife.window.screens import WindowScreens
from gpulife.window.shell import Shell

KINDS = [Action, *all_commands()]
"""All kinds of requests."""
FRAME = 1 / 60
DRAWN_EVERY = 30
SMALL = (24, 40)


class Pads(FakePads):
    """Fake pads, some of them without a mapping."""

    def __init__(self) -> None:
        super().__init__()
        self.raw: dict[int, RawPad] = {}

    def unmapped(self) -> dict[int, RawPad]:
        return dict(self.raw)


def example(kind: type[CommandOrAction]) -> CommandOrAction:
    """Return a request of a kind, with only its required fields."""
    if kind is Action:
        return Action(NOBODY, ActionKind.HALT)
    return kind(*(None for field in fields(kind) if field.default is MISSING))  # type: ignore[arg-type]


def choose_seats(stage: Stage, seats: Seats) -> None:
    """Put these seats on new sessions, and on the present session if it has as many seats."""
    stage.shell.seats[len(seats.seats)] = seats
    if stage.screens.play_screen._controller is not None and len(stage.play.seats.seats) == len(seats.seats):
        stage.play.seats = seats


class Lines(logging.Handler):
    """All that gpulife logs."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


class NobodyThere:
    """A local network without servers."""

    servers = ()

    def close(self) -> None:
        """Do nothing: no search was begun."""


class Stage:
    """A program with its pads, run frame by frame. No frame may leave a GL error."""

    def __init__(self, window: Window, imgui_backend: ImguiBackend, folder: Path, settings: Settings) -> None:
        self.pads = Pads()
        self.window = window
        self.data = folder / "data"
        self.now = 1000.0
        self._frames = 0
        self.draws_all = False
        poller = Poller(build_bindings(), self.pads)
        seats = seats_of(settings)
        shell = Shell(window, imgui_backend, poller, self.pads, settings, seats, self.now, 5)
        self.shell = shell
        self.screens = WindowScreens(shell, Autosave(folder / "autosave", self.now))
        self.screens.lobby = Lobby(KnownServers(folder / "servers.json"), NobodyThere)
        self.messages: list[str] = []
        self.log = Lines()
        show_message = shell.show_message

        def show_message_(message: str) -> None:
            self.messages.append(message)
            show_message(message)

        self.shell.show_message = show_message_  # type: ignore[method-assign]
        self._unseen = 0.0  # seconds since the last frame with panels
        self._without_panels = False
        draw = self.screens._draw

        def draw_(seconds: float) -> Sequence[CommandOrAction]:
            self._unseen += seconds
            if self._without_panels:
                return ()
            seconds, self._unseen = self._unseen, 0.0
            return draw(seconds)

        self.screens._draw = draw_  # type: ignore[method-assign]
        self.bugs = 0
        """Expect errors in the ``with`` block."""

    @property
    def controller(self) -> GameController[Any]:
        """The controller of the shown session; in attract mode, that of the computers' match."""
        top = self.screens.top
        return top.controller if isinstance(top, AttractScreen) else self.screens.play_screen.controller

    @property
    def play(self) -> OpenSession:
        return self.controller.play

    @property
    def menu_shown(self) -> bool:
        return self.screens.start_menu in self.screens

    @property
    def on_title(self) -> bool:
        return isinstance(self.controller, TitleController)

    def frames(self, count: int = 1, *events: Event) -> Stage:
        """Run ``count`` frames; the first one gets the events.

        Drawing is slow, so only every thirtieth frame of a test is drawn, and all frames during a film; the others do
        everything else. :attr:`picture` draws the frame that it returns. Effects that need the past, such as trails,
        need :meth:`drawn_frames` or ``draws_all``.
        """
        for number in range(count):
            self._frame(events if number == 0 else ())
        return self

    def drawn_frames(self, count: int = 1, *events: Event) -> Stage:
        """Run ``count`` frames and draw each; the first one gets the events."""
        for number in range(count):
            self._frame(events if number == 0 else (), draws=True)
        return self

    def live(self, count: int = 1, ticks: int = 1) -> Stage:
        """Run ``count`` frames of ``ticks`` each. In long runs only every eighth frame has panels."""
        for number in range(count):
            self.now += (ticks - 1) * FRAME
            self._without_panels = 2 < number < count - 3 and number % 8 > 0
            self._frame(())
        self._without_panels = False
        return self

    def _frame(self, events: Sequence[Event], *, draws: bool = False) -> None:
        self.now += FRAME
        self._frames += 1
        if draws or self.draws_all or self.shell.recorder.on or self._frames % DRAWN_EVERY == 1:
            self.screens.frame(events, self.now)
            assert self.window.device.context.error == "GL_NO_ERROR"
            self.window.device.context.finish()  # nothing is shown on the screen itself
        else:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(BoardView, "draw", _nothing)
                patch.setattr(ImguiBackend, "render", _nothing)
                patch.setattr(self.window, "swap", _nothing)
                patch.setattr(self.window, "read", _not_drawn)
                if not Screen.pointer_is_used:
                    patch.setattr(imgui.backends, "glfw_new_frame", _frame_of_the_same_window)
                self.screens.frame(events, self.now)
        assert self.shell.guard.unexpected == self.bugs, self.messages

    def pass_seconds(self, seconds: float) -> Stage:
        """Run frames for ``seconds``, six ticks a frame."""
        return self.live(round(seconds * 10), ticks=6)

    def live_until(self, condition: Callable[[], object], what: str, frames: int = 600) -> Stage:
        """Run a tick a frame until the condition holds, and draw the last frame."""
        for _ in range(frames):
            if condition():
                return self.frames(1)
            self.live()
        raise AssertionError(f"never {what}")

    def play_until(self, condition: Callable[[], object], what: str, ticks: int = 6000) -> Stage:
        """Run only the session until the condition holds, without frames, which is a hundred times faster."""
        for _ in range(ticks):
            if condition():
                return self.frames(1)
            self.play.session.tick(())
        raise AssertionError(f"never {what}")

    @property
    def picture(self) -> Picture:
        """Run one more frame, and return its picture."""
        return self.picture_with()

    def picture_with(self, *events: Event) -> Picture:
        """Run one more frame with these events, and return its picture."""
        self.now += FRAME
        self.screens.frame(events, self.now)
        picture = self.window.read()
        assert self.window.device.context.error == "GL_NO_ERROR"
        self.window.swap()
        return picture

    def key(self, name: str, *mods: str) -> Stage:
        for pressed in (True, False):
            self.frames(1, KeyEvent(name, pressed, frozenset(mods))).live()
        return self

    def pad(self, *buttons: str, socket: int = 0, **axes: float) -> Stage:
        """Hold buttons and axes on a pad for two frames, and release them for two."""
        if socket not in self.pads.states:  # input held while a pad is plugged in does not count
            self.pads.hold(socket)
            self.frames(1).live()
        self.pads.hold(socket, *buttons, **axes)  # type: ignore[arg-type]
        self.frames(1).live()
        self.pads.hold(socket)
        return self.frames(1).live()

    def begin(self, rule: str = "Immigration", shape: tuple[int, int] = SMALL, *actions: Action) -> Stage:
        self.shell.begin(new_match("study", parse_rule(rule), shape, 1), actions)
        return self.frames(2)

    def do(self, request: CommandOrAction) -> Stage:
        self.screens.carry_out([request])
        return self.frames(2)

    def act(self, kind: ActionKind, a: int = 0, b: int = 0, data: str = "") -> Stage:
        return self.do(Action(NOBODY, kind, a, b, data))

    @property
    def state(self) -> StudyState:
        return self.play.session.state

    @property
    def cells(self) -> Cells:
        return self.play.engine.read_all()


def press(stage: Stage, key: imgui.Key, name: str, *mods: str) -> Stage:
    """Press a key, for both Dear ImGui and gpulife."""
    for pressed in (True, False):
        imgui.get_io().add_key_event(key, pressed)
        stage.frames(1, KeyEvent(name, pressed, frozenset(mods))).frames(1)
    return stage


@contextmanager
def massive_of(shape: tuple[int, int]) -> Iterator[StartPreset]:
    """Give Massive a board of another size, and yield its entry."""
    entry = START_PRESETS["massive"]
    before = entry.shape
    object.__setattr__(entry, "shape", shape)
    try:
        yield entry
    finally:
        object.__setattr__(entry, "shape", before)


def show_start_screen(stage: Stage) -> Stage:
    mode = START_PRESETS["two"]
    stage.shell.begin(mode.match(1), mode.first_actions(), backdrop=True)
    stage.shell.show_start_menu()
    return stage.frames(len(START_PRESETS) + 3)


def _frame_of_the_same_window() -> None:
    """Replace a function in which Dear ImGui asks the X server, which takes longer than most of a frame."""
    imgui.get_io().delta_time = FRAME


def _not_drawn() -> None:
    raise AssertionError("nothing was drawn that could be read: use drawn_frames")


def _nothing(*_: object, **__: object) -> None:
    """Replaces functions that draw."""
