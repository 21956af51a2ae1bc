"""A soak of the display: thousands of scene changes as fast as they go, and what that does to the memory."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import psutil

from gpulife.art.playlist import Programme
from gpulife.art.scene import Hours
from gpulife.art.schedule import ScheduleState
from gpulife.engines.memory import readable
from gpulife.window.art.request import everything

MAX_GROWTH = 0.05
"""Of the memory, from the end of the warm-up to the end."""
_SIZE = (320, 200)
_FRAME = 0.5  # seconds of the display's time
_SCENE_SECONDS = 5.0
_MAX = 1 << 16  # cells
_ROUNDS = 3
"""Of all scenes that are the warm-up at least: until then new shaders are compiled."""


@dataclass(frozen=True, slots=True)
class SceneFigures:
    """What was measured.

    Attributes:
        changes: of scenes, the warm-up included.
        warm_up: of them.
        kinds: scenes that took turns.
        seconds: that it took.
        before: bytes of main memory of the process after the warm-up.
        after: likewise at the end.
        most: likewise at most between.
        failures: scenes that failed.
        renderer: GL_RENDERER.
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
        """Return the part by which the memory grew."""
        return self.after / self.before - 1

    @property
    def passed(self) -> bool:
        """Tell whether no scene failed and memory stayed flat."""
        return not self.failures and self.growth < MAX_GROWTH

    @property
    def line(self) -> str:
        """Say the result in one line for people and logs."""
        return (
            f"scenes: {self.changes:,} changes among {self.kinds} in {self.seconds:.0f} s, {self.failures} failed; "
            f"memory {readable(self.before)} after {self.warm_up:,}, {readable(self.after)} at the end "
            f"({self.growth:+.2%}), at most {readable(self.most)} ({self.renderer})"
        )


def measure_scenes(changes: int, tell: Callable[[int], bool]) -> SceneFigures:
    """Change scenes so many times without a window, and let each be shown and faded.

    Args:
        changes: how many.
        tell: called with how many there have been; False ends it.

    Raises:
        EngineError: there is no OpenGL.
    """
    from gpulife.engines.gl.gl_device import open_device
    from gpulife.view.gl_render_target import Target
    from gpulife.window.art.scene import Surroundings
    from gpulife.window.art.slideshow import Show

    programme = _short_scenes()
    warm_up = min(max(_ROUNDS * len(programme.scenes), changes // 10), max(1, changes // 2))
    began = time.perf_counter()
    before = after = most = 0
    with open_device() as device, device.current():
        target = Target(device, "f1", filtered=False)
        canvas = target.sized(_SIZE)
        show = Show(device, programme, ScheduleState(1))
        around = Surroundings()
        seen = 0
        try:
            while seen < changes and tell(seen):
                show.advance(_FRAME, around)
                show.draw(canvas, _SIZE, around, _FRAME)
                if show.changes != seen:
                    seen = show.changes
                    if seen % 10 == 0 or seen in (warm_up, changes):
                        gc.collect()
                        after = psutil.Process().memory_info().rss
                        if seen >= warm_up:
                            before = before or after
                            most = max(most, after)
        finally:
            show.close()
            target.release()
        renderer = device.renderer
    seconds = time.perf_counter() - began
    return SceneFigures(
        seen, warm_up, len(programme.scenes), seconds, before or after, after, most, show.failed, renderer
    )


def _short_scenes() -> Programme:
    """Return all shipped scenes of ordinary size, each for some seconds and at any time of the day."""
    whole = everything()
    short = (replace(scene, duration=_SCENE_SECONDS, hold=0.0, weight=1, hours=Hours()) for scene in whole.scenes)
    return replace(whole, scenes=tuple(scene for scene in short if scene.shape[0] * scene.shape[1] <= _MAX))
