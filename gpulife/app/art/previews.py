"""The small moving pictures of programmes, as in the settings of a screen saver."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from gpulife.app.art.exhibit import Exhibit, Surroundings
from gpulife.app.art.opening import Opening
from gpulife.art.programme import Programme
from gpulife.art.scene import CameraPlan, Scene
from gpulife.art.wall_clock import local_time
from gpulife.engines.gl_device import GLDevice
from gpulife.view.camera import Window

_FRAME_SECONDS = 1 / 12
_SLICE = 0.004
_SEED = 7
_LARGE = 1 << 20
"""Cells of a scene that is only shown small if there is no smaller one in its programme."""


class ProgrammePreview:
    """One programme's first scene that is not too large.

    Args:
        device: the context to draw in.
        programme: whose.
        size: (width, height) of the picture in pixels.
        reduced_flashing: whether nothing may change fast.
    """

    def __init__(self, device: GLDevice, programme: Programme, size: Window, *, reduced_flashing: bool) -> None:
        scene = _shown_of(programme)
        self._size = size
        self._around = Surroundings(reduced_flashing=reduced_flashing)
        self._opening: Opening | None = Opening(device, scene, _SEED, local_time())
        self._piece: Exhibit | None = None
        self._owed = 0.0
        self._texture = device.context.texture(size, 4)
        self._target = device.context.framebuffer([self._texture])
        self._target.clear()

    @property
    def texture(self) -> int:
        """OpenGL's name of the picture."""
        return int(self._texture.glo)

    @property
    def busy(self) -> bool:
        """Whether it is still being made."""
        return self._opening is not None

    def make(self) -> None:
        """One more slice of making it."""
        if self._opening is not None and (piece := self._opening.work(_SLICE)) is not None:
            self._piece, self._opening = piece, None

    def show(self, seconds: float) -> None:
        """Let time pass and draw the picture, if there is anything new."""
        self._owed += seconds
        if self._piece is None or self._owed < _FRAME_SECONDS:
            return
        self._piece.advance(self._owed)
        self._piece.draw(self._target, self._size, self._around, self._owed)
        self._owed = 0.0

    def close(self) -> None:
        """Release everything."""
        for each in (self._opening, self._piece):
            if each is not None:
                each.close()
        self._target.release()
        self._texture.release()


class ProgrammePreviews:
    """The previews of several programmes, made one after the other so that the window is there at once."""

    def __init__(
        self, device: GLDevice, programmes: tuple[Programme, ...], size: Window, *, reduced_flashing: bool
    ) -> None:
        self._device, self._size, self._reduced = device, size, reduced_flashing
        self._waiting = list(programmes)
        self._made: dict[str, ProgrammePreview] = {}

    def show(self, seconds: float) -> dict[str, int]:
        """Let time pass; the names of the textures by programme."""
        making = next((name for name, preview in self._made.items() if preview.busy), None)
        if making is not None:
            self._safely(making, ProgrammePreview.make)
        elif self._waiting:
            programme = self._waiting.pop(0)
            self._made[programme.name] = ProgrammePreview(
                self._device, programme, self._size, reduced_flashing=self._reduced
            )
        for name in list(self._made):
            self._safely(name, lambda preview: preview.show(seconds))
        return {name: preview.texture for name, preview in self._made.items() if not preview.busy}

    def _safely(self, name: str, do: Callable[[ProgrammePreview], None]) -> None:
        """Do something with a preview; a scene that cannot be shown here goes without a picture."""
        try:
            do(self._made[name])
        except Exception:  # noqa: BLE001 - whatever it was, the page is for choosing another one
            preview = self._made.pop(name)
            with suppress(Exception):
                preview.close()

    def close(self) -> None:
        """Release everything."""
        for preview in self._made.values():
            preview.close()
        self._made.clear()


def _shown_of(programme: Programme) -> Scene:
    """The first scene of ordinary size, as a whole and without its coarse effects."""
    small = [scene for scene in programme.scenes if scene.shape[0] * scene.shape[1] <= _LARGE]
    scene = small[0] if small else min(programme.scenes, key=lambda scene: scene.shape[0] * scene.shape[1])
    return replace(scene, camera=CameraPlan(), effects=replace(scene.effects, grid=False, bloom=0.0))
