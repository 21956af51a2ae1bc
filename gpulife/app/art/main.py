"""The display: a window that shows art for months. What goes wrong costs some seconds, and a line in the log."""

from __future__ import annotations

import logging
import secrets
import sys
import time
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass

from gpulife.app.art.drill import Drill
from gpulife.app.art.keeping import Keeping
from gpulife.app.art.layout import Arrangement
from gpulife.app.art.places import find_monitors
from gpulife.app.art.request import Request
from gpulife.app.art.wall import Wall
from gpulife.app.kept_settings import KeptSettings
from gpulife.app.main import begin_backdrop, keep, open_poller
from gpulife.app.program import Program
from gpulife.app.seating import seats_of
from gpulife.app.shell import Shell
from gpulife.app.sounding import Sounding
from gpulife.art.awake import keep_awake
from gpulife.art.frame_times import HourlyFrameTimes
from gpulife.art.resume import FOLDER
from gpulife.art.schedule import ScheduleState
from gpulife.audio.speaker import Audio
from gpulife.autosave import Autosave
from gpulife.errors import GpulifeError, NoWindowError
from gpulife.settings import Settings, data_folder, load_settings, mappings_path, settings_path
from gpulife.signals import Stop, stop_on_signals
from gpulife.ui.window import Monitor, Window  # before everything that imports glfw

from gpulife.input.glfw_input import WindowInput  # isort: skip
from gpulife.input.glfw_pads import GlfwPads, load_mappings  # isort: skip
from gpulife.ui.host import Host  # isort: skip

_LOG = logging.getLogger(__name__)

_SOFTWARE_FRAMES, _FRAMES = 30, 120
"""A second at most, where the settings have no limit: nobody sees more, and a wall need not be warm."""
_MINIMISED_WAIT = 0.25
_RETRY_SECONDS = (0.1, 1.0, 2.0, 4.0)
"""Before the window is opened again, the first time, the second and so on; then always the last."""
_CALM_SECONDS = 60.0
"""After so many without trouble the next one is the first again."""


class ContextLostError(GpulifeError):
    """The driver has thrown the OpenGL context away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """Where the art is shown.

    Attributes:
        fullscreen: whether to fill a monitor; None as the settings say.
        monitors: names, numbers or parts of the desktop; none for the one that the settings say, or for all that
            there are where the arrangement is of several.
        arrangement: what several show.
        preview: whether the programme is chosen first.
        fresh: whether to begin anew.
        awake: whether to keep the screen on.
    """

    fullscreen: bool | None = None
    monitors: tuple[str, ...] = ()
    arrangement: Arrangement = Arrangement.ONE
    preview: bool = False
    fresh: bool = False
    awake: bool = True


class Runner:
    """Keeps the display going: a window after the other, if need be.

    Args:
        request: what is shown.
        display: where.
        settings: of the user, for the first window.
    """

    def __init__(self, request: Request, display: Display, settings: Settings) -> None:
        self._request = request
        self._display = display
        self._settings: Settings | None = settings
        self._keeping: dict[int, Keeping] = {}  # by the number of the show
        self._times = HourlyFrameTimes(time.perf_counter())
        self._drill = Drill(request.drill)
        self._state: ScheduleState | None = None  # where to go on after trouble
        self._opened = False

    def run(self) -> int:
        """Show it until somebody ends it; the exit status.

        Raises:
            GpulifeError: the first window could not be opened.
        """
        troubles, since = 0, time.monotonic()
        awake = keep_awake() if self._display.awake else nullcontext()
        with stop_on_signals() as stop, awake:
            while True:
                try:
                    self._one_window(stop)
                except Exception as error:
                    if not self._opened or (isinstance(error, NoWindowError) and stop.signal is not None):
                        raise
                    if time.monotonic() - since > _CALM_SECONDS:
                        troubles = 0
                    words = str(error) if isinstance(error, GpulifeError) else f"{type(error).__name__}: {error}"
                    _LOG.info("the window is opened again: %s", " ".join(words.split()))
                    self._wait(_RETRY_SECONDS[min(troubles, len(_RETRY_SECONDS) - 1)], stop)
                    troubles, since = troubles + 1, time.monotonic()
                    if stop.signal is None:
                        continue
                if line := self._times.finish(time.perf_counter()):
                    _LOG.info(line)
                return stop.exit_status

    def _one_window(self, stop: Stop) -> None:
        path = settings_path()
        settings, self._settings = self._settings or load_settings(path), None
        display = self._display
        fills = settings.fullscreen if display.fullscreen is None else display.fullscreen
        placed = bool(display.monitors) or display.arrangement is not Arrangement.ONE
        with ExitStack() as stack:
            window = stack.enter_context(
                Window(
                    "gpulife art",
                    (settings.width, settings.height),
                    vsync=settings.vsync,
                    fullscreen_on=(settings.monitor or "1") if fills and not placed else None,
                    robust=True,
                )
            )
            monitors: tuple[Monitor, ...] = ()
            if placed:
                monitors = find_monitors(window, display.monitors, display.arrangement, strict=not self._opened)
            if monitors:
                window.cover(monitors[0])
            events = WindowInput(window.handle)  # before Dear ImGui, which calls the callbacks that it finds
            host = stack.enter_context(Host(window, path.parent, settings.ui_scale))
            audio = stack.enter_context(Audio.opened())
            load_mappings(mappings_path())
            program = self._program(window, host, audio, settings)
            kept = KeptSettings(path, settings)
            try:
                if display.arrangement is not Arrangement.ONE and monitors:
                    program.gallery.wall = Wall(window, monitors, display.arrangement)
                self._begin(program)
                self._opened = True
                self._frames(program, window, events, stop, kept)
            finally:
                self._end(program, host, window, kept)

    def _program(self, window: Window, host: Host, audio: Audio, settings: Settings) -> Program:
        folder = data_folder() / "autosave"
        autosave = Autosave(folder, time.perf_counter(), settings.autosave_seconds)
        pads = GlfwPads()
        poller = open_poller(settings, pads)
        seats = seats_of(settings)
        shell = Shell(window, host, poller, pads, settings, seats, time.perf_counter(), secrets.randbits(32))
        shell.sound = Sounding(audio, muted=settings.muted)
        return Program(shell, autosave)

    def _begin(self, program: Program) -> None:
        begin_backdrop(program)
        if self._display.preview and not self._opened:
            program.gallery.offer(self._request)
            program.show_start_screen()
            program.lobby.show_programmes(program)
            return
        number = program.gallery.wall.shows if program.gallery.wall is not None else 1
        anew = self._opened or self._display.fresh
        resumed = [None if anew else self._keeper(place).load(self._request, place) for place in range(number)]
        program.gallery.open(self._request, home=True, state=self._state, resume=resumed)
        if program.gallery.show is not None:
            program.gallery.show.rehearse = self._drill.in_scene

    def _frames(self, program: Program, window: Window, events: WindowInput, stop: Stop, kept: KeptSettings) -> None:
        """Frame after frame until somebody ends it.

        Raises:
            ContextLostError: nothing can be drawn any more.
        """
        usual = _SOFTWARE_FRAMES if window.device.software else _FRAMES
        next_frame = time.perf_counter()
        connected = [monitor.name for monitor in window.monitors]
        while not (program.shell.quitting or window.closing or stop.signal is not None):
            if window.lost() or self._drill.loses_context():
                raise ContextLostError("the OpenGL context is lost")
            if window.minimised:
                window.wait(_MINIMISED_WAIT)
            limit = program.shell.settings.frame_limit or usual
            next_frame = max(next_frame + 1 / limit, time.perf_counter() - 1 / limit)
            while (left := next_frame - time.perf_counter()) > 0:
                window.wait(left)
            now = time.perf_counter()
            with program.shell.guard.frame():
                window.poll(now)
                program.frame(events.take(), now)
                if not window.minimised:
                    window.swap()
            with program.shell.guard.doing("saving the settings"):
                kept.save_if_due(program.shell.settings, now)
            done = time.perf_counter()
            if line := self._times.frame(done, done - now):
                _LOG.info(line)
            if (there := [monitor.name for monitor in window.monitors]) != connected:
                names = ", ".join(there) or "none", ", ".join(connected) or "none"
                _LOG.info("monitors are now %s, no more %s", *names)
                connected = there
            if self._drill.loses_monitor() and program.gallery.wall is not None:
                program.gallery.wall.unplug(program.gallery.wall.monitors[-1].name)
            if program.gallery.on:
                for number, show in enumerate(program.gallery.shows):
                    self._keeper(number).keep(show, done)

    def _end(self, program: Program, host: Host, window: Window, kept: KeptSettings) -> None:
        """Keep what is to be kept, and release everything; a context that is lost must not hide what happened."""
        show, failing = program.gallery.show, sys.exc_info()[0] is not None
        if show is not None:
            self._state = show.after
        try:
            if not failing:
                for number, each in enumerate(program.gallery.shows):
                    self._keeper(number).keep(each, None)
            program.kept.finish(program, time.perf_counter())
            keep(program, host, window, kept)
            for line in program.shell.recorder.close():
                _LOG.info(line)
            program.close()
        except Exception as error:
            if not failing:
                raise
            _LOG.info("while closing: %s: %s", type(error).__name__, error)

    def _keeper(self, number: int) -> Keeping:
        """Of the show of that number."""
        if number not in self._keeping:
            name = "art" if number == 0 else f"art{number + 1}"
            self._keeping[number] = Keeping(data_folder() / FOLDER, name)
        return self._keeping[number]

    @staticmethod
    def _wait(seconds: float, stop: Stop) -> None:
        until = time.monotonic() + seconds
        while stop.signal is None and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, 0.1))
