"""Loads the next scene beside the one on show, a slice in each frame."""

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
"""The size of the picture with which shaders are compiled before anybody looks."""


class Opening:
    """A scene that is being loaded.

    Args:
        device: the context for it.
        scene: to be shown.
        seed: of its act.
        now: the time that texts show.
        frugal: see ``exhibit.Exhibit``.
    """

    def __init__(self, device: GLDevice, scene: Scene, seed: int, now: datetime, *, frugal: bool | None = None) -> None:
        self.scene = scene
        self._slice = 0.0  # seconds
        self._slices = self._load(device, seed, now, frugal)

    def work(self, seconds: float) -> Exhibit | None:
        """Do one more slice, of about so many seconds; return the scene, which is the caller's, when it can be shown.

        Raises:
            Exception: whatever went wrong; everything has been released then.
        """
        self._slice = seconds
        try:
            next(self._slices)
        except StopIteration as done:
            exhibit: Exhibit = done.value
            return exhibit
        return None

    def finish(self) -> Exhibit:
        """Do all that is left at once.

        Raises:
            Exception: as :meth:`work`.
        """
        while (exhibit := self.work(1.0)) is None:
            pass
        return exhibit

    def close(self) -> None:
        """Give up, and release what has been loaded."""
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
    """Return the scene that was on show at a moment, ``seconds`` after it began.

    Raises:
        GpulifeError: the moment is of another scene, or damaged.
    """
    act = Act(scene, moment.seed, lambda rule, shape: open_on_device(rule, shape, device), moment.now)
    with closed_on_error(act):
        act.restore(moment)
        return Piece(act, device, seconds)


def _warm_up(piece: Piece, device: GLDevice) -> None:
    """Draw it once where nobody looks."""
    target = Target(device, "f1", filtered=False)
    try:
        piece.draw(target.sized(_WARM_UP_SIZE), _WARM_UP_SIZE, Surroundings(), 0.0)
    finally:
        target.release()
