"""A long test of the display: shows thousands of scenes as fast as possible, and measures whether memory grows."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import psutil

from gpulife.art.playlist import ScheduleState, everything
from gpulife.art.scene import Hours, Programme
from gpulife.engines.memory import format_bytes

MAX_GROWTH = 0.05
"""Maximum growth of memory since the end of the warm-up, as a share of the memory used at that time."""
_SIZE = (320, 200)
_FRAME_SECONDS = 0.5
"""Seconds by which each frame of the test advances a scene."""
_SCENE_SECONDS = 5.0
"""Duration of a scene in the test, in seconds of the scene's time. The test runs faster than real time."""
_MAX_CELLS = 1 << 16
"""Maximum number of cells of a board in the test."""
_WARM_UP_ROUNDS = 3
"""Minimum number of times that every scene is shown in the warm-up. The warm-up compiles the shaders."""


@dataclass(frozen=True, slots=True)
class SceneSoakResult:
    """The results of the test.

    Attributes:
        changes: number of scene changes, including the warm-up.
        warm_up: number of scene changes in the warm-up.
        kinds: number of different scenes.
        seconds: duration of the test, in seconds.
        before: main memory of the process after the warm-up, in bytes.
        after: main memory of the process at the end of the test, in bytes.
        most: maximum main memory of the process during the test, in bytes.
        failures: number of scenes that failed.
        renderer: name of the renderer (GL_RENDERER).
    """

    changes: int
    warm_up: int
    kinds: int
    seconds: float
    before: int
    after: int
    most: int
    failures: int
    renderer: str

    @property
    def growth(self) -> float:
        """Growth of memory since the end of the warm-up, as a share of the memory at that time."""
        return self.after / self.before - 1

    @property
    def passed(self) -> bool:
        """True if no scene failed and memory grew by at most ``MAX_GROWTH``."""
        return not self.failures and self.growth < MAX_GROWTH

    @property
    def line(self) -> str:
        """The results in one line."""
        return (
            f"scenes: {self.changes:,} changes among {self.kinds} in {self.seconds:.0f} s, {self.failures} failed; "
            f"memory {format_bytes(self.before)} after {self.warm_up:,} changes, {format_bytes(self.after)} at the end "
            f"({self.growth:+.2%}), at most {format_bytes(self.most)} ({self.renderer})"
        )


def measure_scenes(changes: int, keep_going: Callable[[int], bool]) -> SceneSoakResult:
    """Show scenes one after another, without a window, and measure memory.

    Args:
        changes: number of scene changes.
        keep_going: called with the number of changes so far; the test ends when it returns False.

    Raises:
        EngineError: OpenGL is not available.
    """
    from gpulife.engines.gl.gl_device import open_device
    from gpulife.view.gl_render_target import Target
    from gpulife.window.art.scene_view import DisplayConditions
    from gpulife.window.art.slideshow import Slideshow

    programme = _short_scenes()
    warm_up = min(max(_WARM_UP_ROUNDS * len(programme.scenes), changes // 10), max(1, changes // 2))
    began = time.perf_counter()
    used = [(0, 0)]  # (number of scene changes, bytes of memory in use then)
    with open_device() as device, device.current():
        target = Target(device, "f1", filtered=False)
        canvas = target.sized(_SIZE)
        show = Slideshow(device, programme, ScheduleState(1))
        conditions = DisplayConditions()
        seen = 0
        try:
            while seen < changes and keep_going(seen):
                show.advance(_FRAME_SECONDS, conditions)
                show.draw(canvas, _SIZE, conditions, _FRAME_SECONDS)
                if show.changes != seen:
                    seen = show.changes
                    if seen % 10 == 0 or seen in (warm_up, changes):
                        gc.collect()
                        used.append((seen, psutil.Process().memory_info().rss))
        finally:
            show.close()
            target.release()
        renderer = device.renderer
    after = used[-1][1]
    warm = [memory for number, memory in used if number >= warm_up] or [after]
    seconds = time.perf_counter() - began
    return SceneSoakResult(
        seen, warm_up, len(programme.scenes), seconds, warm[0], after, max(warm), show.failed, renderer
    )


def _short_scenes() -> Programme:
    """Return copies of all scenes of at most _MAX_CELLS cells. Each copy is short and may run at any time of day."""
    whole = everything()
    short = (replace(scene, duration=_SCENE_SECONDS, hold=0.0, weight=1, hours=Hours()) for scene in whole.scenes)
    return replace(whole, scenes=tuple(scene for scene in short if scene.shape[0] * scene.shape[1] <= _MAX_CELLS))
