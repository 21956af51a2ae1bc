"""Measures the CPU use of an untouched window, for ``gpulife bench --window --idle``."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import glfw

from gpulife.games.core.game import ActionKind
from gpulife.games.start_presets import START_PRESETS
from gpulife.settings import Settings
from gpulife.window.main import WindowOptions, run_window
from gpulife.window.motion import ASLEEP_AFTER
from gpulife.window.shell import Shell

_SETTLE_SECONDS = ASLEEP_AFTER + 5.0
"""Seconds to wait before each measurement, until all pictures are drawn and the window sleeps."""


@dataclass(frozen=True, slots=True)
class IdleShares:
    """Measured CPU time of the whole program, as shares of one core.

    Attributes:
        start: share for the start screen with its moving pictures.
        halted: share for a halted universe with panels.
        minimised: share for a minimised window; None if this desktop cannot minimise windows.
        renderer: name of the renderer (GL_RENDERER).
    """

    start: float
    halted: float
    minimised: float | None
    renderer: str

    @property
    def line(self) -> str:
        """The results in one line."""
        minimised = "not measured (this desktop cannot do that)" if self.minimised is None else _text(self.minimised)
        return (
            f"CPU use of an idle window: start screen {_text(self.start)}, halted universe {_text(self.halted)}, "
            f"minimised {minimised} ({self.renderer})"
        )


def _text(share: float) -> str:
    return f"{100 * share:.1f} % of a core"


class _Watch:
    """Measures the frames of a window, then closes the window.

    Args:
        seconds: duration of the measurement, in seconds.
        prepare: called once before the measurement.
    """

    def __init__(self, seconds: float, prepare: Callable[[Shell], None]) -> None:
        self._seconds, self._prepare = seconds, prepare
        self._opened = self._began = self._spent = 0.0
        self.share, self.minimised, self.renderer = 0.0, False, ""

    def before_frame(self, shell: Shell, number: int) -> None:
        """Begin the measurement after some seconds of waiting; at the end of the measurement, close the window.

        This is called before each frame.
        """
        now = time.perf_counter()
        if number == 0:
            self._opened = now
            self._prepare(shell)
        elif not self._began:
            if now - self._opened >= _SETTLE_SECONDS:
                self._began, self._spent = now, time.process_time()
        elif now - self._began >= self._seconds:
            self.share = (time.process_time() - self._spent) / (now - self._began)
            self.minimised, self.renderer = shell.window.minimised, shell.window.device.renderer
            shell.quitting = True


def measure_idle(seconds: float) -> IdleShares:
    """Measure the CPU use of three idle windows, one after the other, each for ``seconds``.

    Raises:
        GpulifeError: no window can be opened.
        SystemExit: a signal ended the measurement.
    """
    usual = START_PRESETS["two"]
    halted = tuple(action for action in usual.first_actions() if action.kind is not ActionKind.HALT)
    universe = WindowOptions(match=usual.match(1), first_actions=halted)
    start = _measure(WindowOptions(), seconds, lambda _: None)
    stopped = _measure(universe, seconds, lambda _: None)
    running = replace(universe, first_actions=usual.first_actions())
    minimised = _measure(running, seconds, lambda shell: glfw.iconify_window(shell.window.handle))
    return IdleShares(start.share, stopped.share, minimised.share if minimised.minimised else None, start.renderer)


def _measure(options: WindowOptions, seconds: float, prepare: Callable[[Shell], None]) -> _Watch:
    watch = _Watch(seconds, prepare)
    settings = Settings(reduced_flashing=False, attract_seconds=0)
    if status := run_window(replace(options, settings=settings, rests=True, before_frame=watch.before_frame)):
        raise SystemExit(status)
    return watch
