"""Measures the frame times of a window with panels and the default look, for ``gpulife bench --window``."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace

import numpy as np

from gpulife.capture.mp4 import require_ffmpeg
from gpulife.errors import BoardSizeError, UsageError
from gpulife.games.matches import new_match
from gpulife.games.start_presets import START_PRESETS
from gpulife.rules import Rule
from gpulife.settings import Settings
from gpulife.storage.folders import DATA_VARIABLE
from gpulife.window.main import MeasuredFrame, WindowOptions, run_window
from gpulife.window.shell import Shell

_WARM_UP = 0.1  # share of frames not counted, while shaders compile and caches fill
_PERIOD = 120  # frames without filming, then as many with filming, so that other load affects both
MIN_RECORDED = 2 * _PERIOD
"""Minimum number of frames for comparing the frame rates with and without filming."""
_SKIPPED_FRAMES = 30  # first frames of each period are not counted, while ffmpeg starts or ends


@dataclass(frozen=True, slots=True)
class WindowTimes:
    """Results of a measurement.

    Attributes:
        frames: number of counted frames.
        p50: median time of a frame in milliseconds.
        p99: 99th percentile of the frame times in milliseconds.
        frames_per_second: mean over the counted frames.
        generations_per_second: generations computed per second in the counted frames; the target is 30.
        renderer: name of the renderer (GL_RENDERER).
        filming: frames per second while filming; None if nothing was filmed.
        shares: frame rate of each filmed period, as a share of the rate in the unfilmed period before it.
    """

    frames: int
    p50: float
    p99: float
    frames_per_second: float
    generations_per_second: float
    renderer: str
    filming: float | None = None
    shares: tuple[float, ...] = ()

    @property
    def line(self) -> str:
        """The results in one line."""
        line = (
            f"window: {self.frames} frames, frame time p50 {self.p50:.2f} ms, p99 {self.p99:.2f} ms, "
            f"{self.frames_per_second:.0f} frames and {self.generations_per_second:.1f} generations a second "
            f"({self.renderer})"
        )
        if self.filming is None:
            return line
        periods = ", ".join(f"{share:.0%}" for share in self.shares)
        share = self.filming / self.frames_per_second
        return f"{line}; filming: {self.filming:.0f} frames a second, {share:.0%} (per period {periods})"


def measure_window(
    frames: int,
    rule: Rule,
    shape: tuple[int, int] | None = None,
    *,
    density: float = 0.35,
    seed: int = 1,
    film: bool = False,
) -> WindowTimes:
    """Measure the frame times of a running soup at its usual speed. Frames do not wait for the monitor.

    Args:
        frames: number of frames to draw.
        rule: rule of the board.
        shape: (rows, columns) of the board; None for the rule's size, or 96 rows by 160 columns.
        density: share of cells that are alive at first.
        seed: seed of the soup.
        film: True to film every other period of 120 frames, to compare frame rates with and without filming.

    Raises:
        CaptureError: there is no ffmpeg to film with.
        BoardSizeError: the rule fixes another size.
        GpulifeError: no window can be opened.
        SystemExit: a signal ended the measurement.
    """
    if film:
        require_ffmpeg("filming")
    found: list[tuple[list[MeasuredFrame], str]] = []

    def switch(shell: Shell, number: int) -> None:
        if shell.recorder.on != bool(number // _PERIOD % 2):
            shell.recorder.toggle(shell.window, shell.settings)

    usual = START_PRESETS["two"]
    if rule.size is not None and shape not in (None, rule.size):
        raise BoardSizeError(f"rule {rule} fixes the size of the board: leave out --size")
    match = new_match(usual.game, replace(rule, size=None), shape or rule.size or usual.shape, seed)
    mode = replace(usual, density=density)
    options = WindowOptions(
        match=match,
        first_actions=mode.first_actions(),
        frames=frames,
        settings=Settings(reduced_flashing=False),
        on_measured=lambda measured, renderer: found.append((measured, renderer)),
        before_frame=switch if film else None,
    )
    with _scratch_data() if film else nullcontext():
        if status := run_window(options):
            raise SystemExit(status)
    measured, renderer = found[0]
    return _times_of(measured, renderer, film=film)


def _times_of(measured: list[MeasuredFrame], renderer: str, *, film: bool) -> WindowTimes:
    milliseconds = np.array([1000 * frame.seconds for frame in measured])
    first = _first_counted(measured)
    plain, filming, shares = milliseconds[first:], None, []
    generations = (measured[-1].computed - measured[first - 1].computed) / (plain.sum() / 1000)
    if film:
        periods = [milliseconds[at + _SKIPPED_FRAMES : at + _PERIOD] for at in range(0, len(milliseconds), _PERIOD)]
        periods = [period for period in periods if len(period) == _PERIOD - _SKIPPED_FRAMES]
        pairs = list(zip(periods[::2], periods[1::2], strict=False))
        plain = np.concatenate([without for without, _ in pairs])
        filming = float(1000 / np.concatenate([filmed for _, filmed in pairs]).mean())
        shares = [float(without.mean() / filmed.mean()) for without, filmed in pairs]
    p50, p99 = np.percentile(plain, [50, 99])
    rate = float(1000 / plain.mean())
    return WindowTimes(len(plain), float(p50), float(p99), rate, float(generations), renderer, filming, tuple(shares))


def _first_counted(measured: list[MeasuredFrame]) -> int:
    """Return the index of the first frame to count, at least 1. Earlier frames sow the board and warm up the machine.

    Raises:
        UsageError: there are too few frames.
    """
    sown = next((number for number, frame in enumerate(measured) if frame.computed), len(measured))
    first = 1 + sown + int((len(measured) - sown) * _WARM_UP)
    if first >= len(measured):
        raise UsageError(f"{len(measured)} frames are too few: the first {sown} passed before any generation")
    return first


@contextmanager
def _scratch_data() -> Iterator[None]:
    """During the ``with`` block, save films in a temporary folder."""
    before = {name: value for name, value in os.environ.items() if name == DATA_VARIABLE}
    with tempfile.TemporaryDirectory(prefix="gpulife-") as folder:
        os.environ[DATA_VARIABLE] = folder
        try:
            yield
        finally:
            del os.environ[DATA_VARIABLE]
            os.environ.update(before)
