"""Measure what a window takes that nobody touches, for ``gpulife bench --window --idle``."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import glfw

from gpulife.games.core.game import ActionKind
from gpulife.games.start_presets import START_PRESETS
from gpulife.settings import Settings
from gpulife.window.main import WindowOptions, run_window
from gpulife.window.shell import Shell

_SETTLE_SECONDS = 3.0
"""Time before each measurement: pictures are made, and the window notices that nobody is there."""


@dataclass(frozen=True, slots=True)
class IdleShares:
    """Results of a measurement: the processor's time as a share of a core, all threads of the program together.

    Attributes:
        start: of the start screen, whose pictures live.
        halted: of a halted universe with its panels.
        minimised: of a minimised window; None where this desktop has nothing that minimises windows.
        renderer: name of the renderer (GL_RENDERER).
    """

    start: float
    halted: float
    minimised: float | None
    renderer: str

    @property
    def line(self) -> str:
        """The results in one line."""
        minimised = (
            "not measured, as nothing here minimises windows" if self.minimised is None else _text(self.minimised)
        )
        return (
            f"nobody touches it: start screen {_text(self.start)}, halted universe {_text(self.halted)}, "
            f"minimised {minimised} ({self.renderer})"
        )


def _text(share: float) -> str:
    return f"{100 * share:.1f} % of a core"


class _Watch:
    """Measures the frames of a window, and ends it.

    Args:
        seconds: how long to measure.
        prepare: called once before.
    """

    def __init__(self, seconds: float, prepare: Callable[[Shell], None]) -> None:
        self._seconds, self._prepare = seconds, prepare
        self._opened = self._began = self._spent = 0.0
        self.share, self.minimised, self.renderer = 0.0, False, ""

    def before_frame(self, shell: Shell, number: int) -> None:
        """Note the time that has passed since the last frame."""
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
    """Open three windows one after the other, and measure each for so many seconds.

    Raises:
        GpulifeError: there is no window.
        SystemExit: a signal ended it early.
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
