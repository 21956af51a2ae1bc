"""The small moving pictures of programmes, as in the settings of a screen saver."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gpulife.art.playlist import Programme
from gpulife.art.scene import CameraPlan, Scene
from gpulife.art.schedule import local_time
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.view.camera import Window
from gpulife.window.art.scene import Exhibit, Surroundings
from gpulife.window.art.scene_loader import Opening
from gpulife.window.start.previews import Preview, Previews

_FRAME_SECONDS = 1 / 12
_SLICE_SECONDS = 0.004
_SEED = 7
_MAX_CELLS = 1 << 20
"""The largest board that is shown if the programme has one that small."""


def programme_previews(
    device: GLDevice, programmes: Iterable[Programme], size: Window, *, reduced_flashing: bool
) -> Previews:
    """Return the previews of programmes; a scene that cannot be shown here goes without a picture.

    Args:
        device: the context to draw in.
        programmes: whose.
        size: (width, height) of the pictures in pixels.
        reduced_flashing: whether nothing may change fast.
    """
    around = Surroundings(reduced_flashing=reduced_flashing)
    makers = ((each.name, lambda each=each: ProgrammePreview(device, each, size, around)) for each in programmes)
    return Previews(makers, may_fail=True)


class ProgrammePreview(Preview):
    """One programme's first scene that is not too large.

    Args:
        device: the context to draw in.
        programme: whose.
        size: (width, height) of the picture in pixels.
        around: what is asked of the picture.
    """

    def __init__(self, device: GLDevice, programme: Programme, size: Window, around: Surroundings) -> None:
        super().__init__(device, size)
        self._around = around
        self._opening = Opening(device, _shown_of(programme), _SEED, local_time())
        self._exhibit: Exhibit | None = None
        self._owed = 0.0
        self.target.clear()

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether it is still being loaded."""
        return self._exhibit is None

    def show(self, seconds: float) -> None:
        """Load one more slice; or let so many seconds pass and draw the picture, if there is anything new."""
        self._owed += seconds
        if self._exhibit is None:
            self._exhibit = self._opening.work(_SLICE_SECONDS)
        elif self._owed >= _FRAME_SECONDS:
            self._exhibit.advance(self._owed)
            self._exhibit.draw(self.target, self.size, self._around, self._owed)
            self._owed = 0.0

    def close(self) -> None:
        """Release everything."""
        self._opening.close()
        if self._exhibit is not None:
            self._exhibit.close()
        super().close()


def _shown_of(programme: Programme) -> Scene:
    """Return the first scene of ordinary size, or else the smallest, as a whole and without its coarse effects."""
    by_size = sorted(programme.scenes, key=lambda scene: max(scene.shape[0] * scene.shape[1], _MAX_CELLS))
    return replace(by_size[0], camera=CameraPlan(), effects=replace(by_size[0].effects, grid=False, bloom=0.0))
