"""Loads the next scene while another one is shown, a slice in each frame."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from datetime import datetime

from gpulife.art.checkpoint import Moment
from gpulife.art.scene import Scene
from gpulife.art.scene_runner import Act
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_factory import open_on_device
from gpulife.view.camera import Window
from gpulife.view.gl_render_target import Target
from gpulife.window.art.background_sower import Sower
from gpulife.window.art.match_scene import MatchPiece
from gpulife.window.art.scene import Exhibit, Surroundings
from gpulife.window.art.scene_view import Piece
from gpulife.window.error_guard import closed_on_error

_WARM_UP_SIZE: Window = (64, 40)
"""Size of the invisible picture with which shaders are compiled in advance."""


class Opening:
    """A scene that is being loaded.

    Args:
        device: context for the scene.
        scene: scene to load.
        seed: seed of the run.
        now: time that texts show.
        frugal: see ``scene.Exhibit``.
    """

    def __init__(self, device: GLDevice, scene: Scene, seed: int, now: datetime, *, frugal: bool | None = None) -> None:
        self.scene = scene
        self._slice = 0.0  # seconds
        self._slices = self._load(device, seed, now, frugal)

    def work(self, seconds: float) -> Exhibit | None:
        """Work for about ``seconds``; return the scene, which the caller closes, when it is complete, else None.

        Raises:
            Exception: loading failed; everything has been released then.
        """
        self._slice = seconds
        try:
            next(self._slices)
        except StopIteration as done:
            exhibit: Exhibit = done.value
            return exhibit
        return None

    def finish(self) -> Exhibit:
        """Load the rest of the scene at once.

        Raises:
            Exception: loading failed; everything has been released then.
        """
        while (exhibit := self.work(1.0)) is None:
            pass
        return exhibit

    def close(self) -> None:
        """Cancel loading, and release everything."""
        self._slices.close()

    def _load(self, device: GLDevice, seed: int, now: datetime, frugal: bool | None) -> Generator[None, None, Exhibit]:
        """Load the scene, with a pause after each slice."""
        if self.scene.game:
            return MatchPiece(device, self.scene, seed, frugal=frugal)
        engine = open_on_device(self.scene.rule, self.scene.shape, device)
        with closed_on_error(engine):
            yield
            with closing(Sower(engine, self.scene, seed, now)) as sower:
                while not sower.work(time.perf_counter() + self._slice):
                    yield
            engine.prepare(1, sleep=True)
            yield
            act = Act(self.scene, seed, lambda _rule, _shape: engine, now, sown=True)
        with closed_on_error(act):
            yield
            piece = Piece(act, device, frugal=frugal)
        with closed_on_error(piece):
            yield
            _warm_up(piece, device)
        return piece


def reopen(device: GLDevice, scene: Scene, moment: Moment, seconds: float) -> Piece:
    """Restore a scene from a checkpoint, ``seconds`` after it began.

    Raises:
        GpulifeError: the checkpoint belongs to another scene, or is damaged.
    """
    act = Act(scene, moment.seed, lambda rule, shape: open_on_device(rule, shape, device), moment.now)
    with closed_on_error(act):
        act.restore(moment)
        return Piece(act, device, seconds)


def _warm_up(piece: Piece, device: GLDevice) -> None:
    """Draw the scene once, invisibly, so that its shaders are compiled."""
    target = Target(device, "f1", filtered=False)
    try:
        piece.draw(target.sized(_WARM_UP_SIZE), _WARM_UP_SIZE, Surroundings(), 0.0)
    finally:
        target.release()
