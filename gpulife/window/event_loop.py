"""Opens the window and the services that all screens share, shows frames, and saves the settings at the end."""

import ctypes
import gc
import logging
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpulife.audio.speaker import Audio
from gpulife.input.bindings import build_bindings
from gpulife.input.events import Event, PadSource
from gpulife.input.glfw_input import GlfwPads, WindowInput, load_mappings
from gpulife.input.names import InputError
from gpulife.input.poller import Poller
from gpulife.seats import Seats
from gpulife.settings import Settings, mappings_path, save_settings, settings_path
from gpulife.signals import Stop
from gpulife.window.glfw_window import Window
from gpulife.window.imgui_backend import ImguiBackend
from gpulife.window.input_activity import InputActivity
from gpulife.window.motion import FRAME_SECONDS
from gpulife.window.shell import Shell
from gpulife.window.sound_player import SoundPlayer

_LOG = logging.getLogger(__name__)

_QUIET_SECONDS = 1.0
"""Settings are written once they have not changed for this many seconds, not at each step of a moving slider."""


class SettingsSaver:
    """Writes this program's changes to the settings file. It keeps changes that other programs make to the file.

    Args:
        path: path of the settings file.
        settings: the settings as read from the file.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path = path
        self._written = self._seen = settings
        self._since = 0.0

    def save_if_due(self, settings: Settings, now: float) -> None:
        """Save the settings some time after their last change. ``now`` is the time in seconds. See :meth:`save`."""
        if settings is not self._seen:
            self._seen, self._since = settings, now
        elif settings is not self._written and now - self._since >= _QUIET_SECONDS:
            self.save(settings)

    def save(self, settings: Settings) -> None:
        """Write what this program has changed since it last read or wrote the settings.

        Raises:
            GpulifeError: the file cannot be written. The program tries again after the next change of a setting.
        """
        before, self._written = self._written, settings
        try:
            save_settings(settings, self._path, before)
        except BaseException:
            self._written, self._seen, self._since = before, settings, float("inf")
            raise


_MIN_SIZE = (320, 240)
"""Minimum window size (width, height) that is written to the settings, in units of 1/96 inch."""
_MINIMISED_WAIT = 0.1  # least seconds between frames of a minimised window
_PADS_SECONDS = 0.1  # seconds between checks for a gamepad while there is none


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """An open window.

    Attributes:
        shell: services shared by all screens.
        events: source of the window's events.
        settings_file: saves the settings; None if nothing is saved.
        activity: watches gamepads, so that their input ends a wait, as keys and the mouse do by themselves.
    """

    shell: Shell
    events: WindowInput
    settings_file: SettingsSaver | None
    activity: InputActivity = field(default_factory=InputActivity)

    def frames(
        self, frame: Callable[[Iterable[Event], float], None], stop: Stop, *, usual_limit: int = 0
    ) -> Iterator[float]:
        """Show frames until the program ends; yield each frame's duration in seconds.

        Args:
            frame: function that runs one frame. It takes the events since the last frame, and the current time in
                seconds.
            stop: tells when a signal has arrived, after which the program ends.
            usual_limit: maximum number of frames per second if the settings set none; 0 for no limit.
        """
        shell, window = self.shell, self.shell.window
        now = next_frame = time.perf_counter()
        while not (shell.quitting or window.closing or stop.signal is not None):
            if window.minimised:
                window.wait(_MINIMISED_WAIT)
            self._rest(now + shell.motion.wait, stop)
            if limit := shell.settings.frame_limit or usual_limit:
                next_frame = max(next_frame + 1 / limit, time.perf_counter() - 1 / limit)
                while (left := next_frame - time.perf_counter()) > 0:
                    window.wait(left)
            now = time.perf_counter()
            with shell.guard.frame():
                window.poll(now)
                frame(self.events.take(), now)
                if not window.minimised and shell.motion.is_drawn:
                    window.swap()
            if self.settings_file is not None:
                with shell.guard.catch("saving the settings"):
                    self.settings_file.save_if_due(shell.settings, now)
            yield time.perf_counter() - now

    def _rest(self, until: float, stop: Stop) -> None:
        """Wait until the time ``until``. Input and ``Window.wake`` end a wait earlier that is longer than a frame."""
        shell, window = self.shell, self.shell.window
        short = until - time.perf_counter() <= FRAME_SECONDS
        while (left := until - time.perf_counter()) > 0 and stop.signal is None:
            window.wait(min(left, FRAME_SECONDS if self.activity.has_pads else _PADS_SECONDS))
            if short:
                continue
            _, moved = self.activity.poll((), shell.pads, shell.settings.dead_zone)
            if moved or self.events.waiting or window.is_damaged or window.is_woken or window.closing:
                return

    def finish(self) -> None:
        """Write the settings and finish films.

        Errors are only logged, so that they do not hide the error that ended the program.
        """
        shell = self.shell
        try:
            if self.settings_file is not None:
                width, height = map(max, shell.window.size, _MIN_SIZE)
                self.settings_file.save(replace(shell.settings, width=width, height=height))
        except Exception as error:  # noqa: BLE001 - films are still to be finished
            _LOG.warning(shell.guard.describe("saving the settings", error))
        for line in shell.recorder.close():
            _LOG.warning(line)


_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # names of glibc's options, from malloc.h
_OWN_PAGES = 1 << 17
"""glibc's default threshold in bytes: larger blocks get memory pages of their own."""


def return_freed_memory() -> None:
    """Make the C library (glibc) return freed memory to the system, so that a window open for weeks does not grow."""
    # glibc gives blocks above a threshold memory pages of their own, which it returns when the block is freed. By
    # default it raises the threshold over time, up to 32 MB; mallopt fixes it. Other C libraries have no such option.
    set_option = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform.startswith("linux") else None
    if set_option is not None:
        set_option(_MMAP_THRESHOLD, _OWN_PAGES)
        set_option(_TRIM_THRESHOLD, _OWN_PAGES)


@contextmanager
def open_window(
    title: str,
    settings: Settings,
    seats: dict[int, Seats],
    *,
    fullscreen_on: str | None,
    measures: bool = False,
    robust: bool = False,
) -> Iterator[OpenWindow]:
    """Open a window, and close it at the end of the ``with`` block.

    Args:
        title: the window's title.
        settings: the user's settings.
        seats: who plays in new sessions, keyed by the number of seats.
        fullscreen_on: the monitor to fill, by name or number; None for a normal window.
        measures: True to measure frames; then frames do not wait for the monitor, and there is no sound and no saving.
        robust: see ``Window``.

    Raises:
        GpulifeError: there is no display, or its OpenGL is too old.
    """
    return_freed_memory()
    path = settings_path()
    with ExitStack() as stack:
        window = stack.enter_context(
            Window(
                title,
                (settings.width, settings.height),
                vsync=settings.vsync and not measures,
                fullscreen_on=fullscreen_on,
                robust=robust,
            )
        )
        events = WindowInput(window.handle)  # before Dear ImGui, which chains the existing callbacks
        imgui_backend = stack.enter_context(ImguiBackend(window, settings.ui_scale))
        audio = stack.enter_context(Audio() if measures else Audio.opened())
        load_mappings(mappings_path())
        pads = GlfwPads()
        poller = _open_poller(settings, pads)
        shell = Shell(window, imgui_backend, poller, pads, settings, seats, time.perf_counter(), secrets.randbits(32))
        shell.sound = SoundPlayer(audio, muted=settings.muted)
        shell.motion.may_rest = not measures
        gc.freeze()  # otherwise each full collection would look at all modules again, which takes several frames' time
        yield OpenWindow(shell, events, None if measures else SettingsSaver(path, settings))


def _open_poller(settings: Settings, pads: PadSource) -> Poller:
    """Return a poller with the user's key bindings; if these are invalid, warn and use the default bindings."""
    try:
        bindings = build_bindings(settings.bindings)
    except InputError as error:
        _LOG.warning("settings: %s; using the default keys", error)
        bindings = build_bindings()
    return Poller(bindings, pads, dead_zone=settings.dead_zone)
