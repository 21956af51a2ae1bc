"""The measurement of ``gpulife bench --window``: frame times of the window with panels, its default look and board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpulife.app.main import WindowOptions, run_window
from gpulife.modes import MODES
from gpulife.settings import Settings

_WARM_UP = 0.1  # of the frames: shaders compile, caches fill


@dataclass(frozen=True, slots=True)
class WindowFigures:
    """What was measured.

    Attributes:
        frames: counted.
        p50: median milliseconds a frame.
        p99: milliseconds that 99 of 100 frames took at most.
        frames_per_second: over all counted.
        renderer: GL_RENDERER.
    """

    frames: int
    p50: float
    p99: float
    frames_per_second: float
    renderer: str

    @property
    def line(self) -> str:
        """For people and logs."""
        return (
            f"window: {self.frames} frames, p50 {self.p50:.2f} ms, p99 {self.p99:.2f} ms, "
            f"{self.frames_per_second:.0f} frames a second ({self.renderer})"
        )


def measure_window(frames: int) -> WindowFigures:
    """Draw so many frames of a 160x96 soup that runs at its usual speed, without waiting for the screen."""
    found: list[WindowFigures] = []

    def measured(times: list[float], renderer: str) -> None:
        milliseconds = 1000 * np.array(times[int(len(times) * _WARM_UP) :])
        p50, p99 = np.percentile(milliseconds, [50, 99])
        found.append(
            WindowFigures(len(milliseconds), float(p50), float(p99), float(1000 / milliseconds.mean()), renderer)
        )

    mode = MODES["two"]
    options = WindowOptions(
        match=mode.match(1),
        first=mode.first_actions(),
        frames=frames,
        settings=Settings(reduced_flashing=False),
        measured=measured,
    )
    run_window(options)
    return found[0]
