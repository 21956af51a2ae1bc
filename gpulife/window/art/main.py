"""The command ``gpulife art``: shows art in a window for months. After a failure, a new window is opened."""

import argparse
import logging
import secrets
import sys
import time
from contextlib import nullcontext
from dataclasses import dataclass
from math import inf

from gpulife import __version__
from gpulife.art.checkpoint_files import FOLDER
from gpulife.art.display import HourlyFrameTimes, keep_awake, parse_brightness
from gpulife.art.playlist import ScheduleState, programme_named
from gpulife.errors import GpulifeError, NoWindowError, in_one_line
from gpulife.log import ART_LOG, ArtLogFile, NoticeHandler, attached
from gpulife.session.autosave import Autosave
from gpulife.settings import Settings, load_settings, settings_path
from gpulife.signals import Stop, stop_on_signals
from gpulife.storage.folders import data_folder
from gpulife.window.art.checkpoint_saver import CheckpointSaver
from gpulife.window.art.multi_monitor import Arrangement, MultiMonitor, find_monitors
from gpulife.window.art.show_options import FaultInjector, ShowOptions
from gpulife.window.event_loop import OpenWindow, open_window
from gpulife.window.play.seating import seats_of
from gpulife.window.screens import WindowScreens

_LOG = logging.getLogger(__name__)

_MAX_SOFTWARE_FRAMES, _MAX_FRAMES = 30, 120
"""Default limits in frames per second on software renderers and on GPUs. More frames would only heat the machine."""
_RETRY_SECONDS = (0.1, 1.0, 2.0, 4.0)
"""Seconds before a new window is opened after the first, second, third, and every later failure."""
_STABLE_SECONDS = 60.0
"""After this many seconds without a failure, the next failure counts as the first."""


class ContextLostError(GpulifeError):
    """The driver has lost the OpenGL context."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayOptions:
    """Options for the window and the monitors.

    Attributes:
        fullscreen: True to fill a monitor; None to do as the user's settings say.
        monitors: names or numbers of monitors, or parts of the desktop, written as WIDTHxHEIGHT+LEFT+TOP. If empty, the
            monitor in the settings is used, or all monitors if ``arrangement`` is given.
        arrangement: how several monitors share the pictures.
        preview: True if the user chooses the programme on a page before the art begins.
        fresh: True to start the programme from its beginning instead of continuing from a saved state.
        keep_awake: True to keep the screen on.
    """

    fullscreen: bool | None = None
    monitors: tuple[str, ...] = ()
    arrangement: Arrangement = Arrangement.ONE
    preview: bool = False
    fresh: bool = False
    keep_awake: bool = True


class DisplayRunner:
    """Shows art, and opens a new window whenever the current window fails.

    Args:
        options: the programme, and how to show it.
        display: options for the window and the monitors.
        settings: the user's settings for the first window. Later windows load the settings again.
    """

    def __init__(self, options: ShowOptions, display: DisplayOptions, settings: Settings) -> None:
        self._options = options
        self._display = display
        self._settings: Settings | None = settings
        self._savers: dict[int, CheckpointSaver] = {}  # by the slideshow's number
        self._times = HourlyFrameTimes(time.perf_counter())
        self._fault_injector = FaultInjector(options.drill)
        self._state: ScheduleState | None = None  # where to continue after a failure
        self._opened = False

    def run(self) -> int:
        """Show art until the user ends it; return the exit status.

        Raises:
            GpulifeError: the first window could not be opened.
        """
        failures, since = 0, time.monotonic()
        awake = keep_awake() if self._display.keep_awake else nullcontext()
        with stop_on_signals() as stop, awake:
            while True:
                try:
                    self._show_in_window(stop)
                except Exception as error:
                    if not self._opened or (isinstance(error, NoWindowError) and stop.signal is not None):
                        raise
                    if time.monotonic() - since > _STABLE_SECONDS:
                        failures = 0
                    _LOG.info("opening the window again after an error: %s", in_one_line(error))
                    until = time.monotonic() + _RETRY_SECONDS[min(failures, len(_RETRY_SECONDS) - 1)]
                    while stop.signal is None and time.monotonic() < until:
                        time.sleep(0.1)
                    failures, since = failures + 1, time.monotonic()
                    if stop.signal is None:
                        continue
                self._times.finish(time.perf_counter())
                return stop.exit_status

    def _show_in_window(self, stop: Stop) -> None:
        """Show art in one window until the user ends it.

        Raises:
            GpulifeError: the window could not be opened.
            ContextLostError: drawing is no longer possible.
        """
        settings, self._settings = self._settings or load_settings(settings_path()), None
        display = self._display
        fills = settings.fullscreen if display.fullscreen is None else display.fullscreen
        placed = bool(display.monitors) or display.arrangement is not Arrangement.ONE
        fullscreen_on = (settings.monitor or "1") if fills and not placed else None
        with open_window(
            "gpulife art", settings, seats_of(settings), fullscreen_on=fullscreen_on, robust=True
        ) as opened:
            window = opened.shell.window
            monitors = (
                find_monitors(window, display.monitors, display.arrangement, strict=not self._opened) if placed else ()
            )
            if monitors:
                window.cover(monitors[0])
            autosave = Autosave(data_folder() / "autosave", time.perf_counter(), settings.autosave_seconds)
            screens = WindowScreens(opened.shell, autosave)
            try:
                if display.arrangement is not Arrangement.ONE and monitors:
                    screens.art_screen.multi_monitor = MultiMonitor(window, monitors, display.arrangement)
                self._open_show(screens)
                self._opened = True
                self._run_frames(screens, opened, stop)
            finally:
                self._save_and_close(screens, opened)

    def _open_show(self, screens: WindowScreens) -> None:
        screens.begin_backdrop()
        art_screen = screens.art_screen
        if self._display.preview and not self._opened:
            art_screen.open_when_idle(self._options)
            screens.start_menu.open()
            screens.start_menu.show_programmes()
            return
        number = art_screen.multi_monitor.show_count if art_screen.multi_monitor is not None else 1
        fresh = self._opened or self._display.fresh
        saved = [None if fresh else self._saver(place).load(self._options, place) for place in range(number)]
        art_screen.open(self._options, for_art=True, state=self._state, resume=saved)
        art_screen.shows[0].inject_fault = self._fault_injector.crash_scene

    def _run_frames(self, screens: WindowScreens, opened: OpenWindow, stop: Stop) -> None:
        """Show frames until the user ends the display.

        After each frame, check the OpenGL context and the monitors, and save the slideshows' states when a save is due.

        Raises:
            ContextLostError: drawing is no longer possible.
        """
        window, art_screen = opened.shell.window, screens.art_screen
        usual_limit = _MAX_SOFTWARE_FRAMES if window.device.is_software else _MAX_FRAMES
        connected = [monitor.name for monitor in window.monitors]
        for seconds in opened.frames(screens.frame, stop, usual_limit=usual_limit):
            if window.lost() or self._fault_injector.is_due("context"):
                raise ContextLostError("the OpenGL context is lost")
            now = time.perf_counter()
            self._times.frame(now, seconds)
            if (present := [monitor.name for monitor in window.monitors]) != connected:
                names = ", ".join(present) or "none", ", ".join(connected) or "none"
                _LOG.info("monitors are now %s; before: %s", *names)
                connected = present
            if self._fault_injector.is_due("monitor") and art_screen.multi_monitor is not None:
                art_screen.multi_monitor.unplug(art_screen.multi_monitor.monitors[-1].name)
            if art_screen.is_open:
                for number, show in enumerate(art_screen.shows):
                    self._saver(number).save(show, now)

    def _save_and_close(self, screens: WindowScreens, opened: OpenWindow) -> None:
        """Save and close everything. If the window has failed, log further errors instead of raising them."""
        shows, failing = screens.art_screen.shows, sys.exc_info()[0] is not None
        if shows:
            self._state = shows[0].schedule
        try:
            if not failing:
                for number, show in enumerate(shows):
                    self._saver(number).save(show, None)
            screens.save(ends=True)
            opened.finish()
            screens.close()
        except Exception as error:
            if not failing:
                raise
            _LOG.info("while closing: %s: %s", type(error).__name__, error)

    def _saver(self, number: int) -> CheckpointSaver:
        if number not in self._savers:
            name = "art" if number == 0 else f"art{number + 1}"
            self._savers[number] = CheckpointSaver(data_folder() / FOLDER, name)
        return self._savers[number]


def art(arguments: argparse.Namespace) -> int:
    """Show a programme until the user ends it; return the exit status.

    Raises:
        GpulifeError: the programme or a monitor does not exist, an option is wrong, or there is no display.
    """
    notices = attached(NoticeHandler()) if sys.stderr.isatty() else nullcontext()
    with attached(ArtLogFile(data_folder() / ART_LOG)), notices:
        settings = load_settings(settings_path())
        options, display = _read_options(arguments, settings)
        _LOG.info("gpulife %s shows %r", __version__, options.programme.title)
        status = DisplayRunner(options, display, settings).run()
        _LOG.info("ended")
    return status


def _read_options(arguments: argparse.Namespace, settings: Settings) -> tuple[ShowOptions, DisplayOptions]:
    minutes = settings.art_idle_minutes if arguments.idle is None else arguments.idle
    options = ShowOptions(
        programme=programme_named(arguments.programme, arguments.scene),
        seed=secrets.randbits(32) if arguments.seed is None else arguments.seed,
        seeded=arguments.seed is not None,
        wakes=not arguments.no_wake,
        touch=not arguments.no_touch,
        idle=minutes * 60 or inf,
        titles=arguments.titles,
        reduced_flashing=arguments.reduced_flashing,
        brightness=parse_brightness(settings.art_brightness if arguments.brightness is None else arguments.brightness),
        drill=arguments.drill,
    )
    display = DisplayOptions(
        fullscreen=arguments.fullscreen,
        monitors=tuple(arguments.monitor or ()),
        arrangement=next(
            (arrangement for arrangement in Arrangement if getattr(arguments, arrangement.value, False) is True),
            Arrangement.ONE,
        ),
        preview=arguments.preview,
        fresh=arguments.fresh or not settings.art_resume,
        keep_awake=settings.art_keep_awake,
    )
    if options.drill == "monitor" and display.arrangement is Arrangement.ONE:
        raise GpulifeError("--drill monitor needs several monitors: add --span, --mirror or --independent")
    return options, display
