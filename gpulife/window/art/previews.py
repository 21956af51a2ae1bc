"""Small moving pictures of programmes, as in the settings of a screen saver."""

from collections.abc import Iterable
from dataclasses import replace

from gpulife.art.playlist import Programme
from gpulife.art.scene import CameraPlan, Scene
from gpulife.art.schedule import local_time
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.view.camera import Window
from gpulife.window.art.scene import DisplayConditions, SceneView
from gpulife.window.art.scene_loader import SceneLoader
from gpulife.window.start.previews import Preview, Previews

_FRAME_SECONDS = 1 / 12
_SLICE_SECONDS = 0.004
_SEED = 7
_MAX_CELLS = 1 << 20
"""Size up to which a board is ordinary: the preview prefers such scenes."""


def programme_previews(
    device: GLDevice, programmes: Iterable[Programme], size: Window, *, reduced_flashing: bool
) -> Previews:
    """Return the previews of programmes; a programme that cannot be shown here has no picture.

    Args:
        device: context to draw in.
        programmes: programmes to preview.
        size: (width, height) of the pictures in pixels.
        reduced_flashing: whether nothing may change fast.
    """
    conditions = DisplayConditions(reduced_flashing=reduced_flashing)
    makers = ((each.name, lambda each=each: ProgrammePreview(device, each, size, conditions)) for each in programmes)
    return Previews(makers, may_fail=True)


class ProgrammePreview(Preview):
    """The preview of a programme: its first scene that is not too large.

    Args:
        device: context to draw in.
        programme: programme to preview.
        size: (width, height) of the picture in pixels.
        conditions: flashing limit of the picture.
    """

    def __init__(self, device: GLDevice, programme: Programme, size: Window, conditions: DisplayConditions) -> None:
        super().__init__(device, size)
        self._conditions = conditions
        self._loader = SceneLoader(device, _preview_scene(programme), _SEED, local_time())
        self._view: SceneView | None = None
        self._elapsed = 0.0  # since the last picture
        self.target.clear()

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether the scene is still being loaded."""
        return self._view is None

    def show(self, seconds: float) -> None:
        """Load one more slice of the scene, or let time pass and draw the next picture when it is due."""
        self._elapsed += seconds
        if self._view is None:
            self._view = self._loader.work(_SLICE_SECONDS)
        elif self._elapsed >= _FRAME_SECONDS:
            self._view.advance(self._elapsed)
            self._view.draw(self.target, self.size, self._conditions, self._elapsed)
            self._elapsed = 0.0

    def close(self) -> None:
        """Release everything."""
        self._loader.close()
        if self._view is not None:
            self._view.close()
        super().close()


def _preview_scene(programme: Programme) -> Scene:
    """Return the first scene of ordinary size, or else the smallest, as a whole board without grid and bloom."""
    by_size = sorted(programme.scenes, key=lambda scene: max(scene.shape[0] * scene.shape[1], _MAX_CELLS))
    return replace(by_size[0], camera=CameraPlan(), effects=replace(by_size[0].effects, grid=False, bloom=0.0))
