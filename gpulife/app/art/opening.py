"""Opens the next scene beside the one on show, a slice in each frame."""

from __future__ import annotations

import time
from datetime import datetime

from gpulife.app.art.exhibit import Exhibit
from gpulife.app.art.match import MatchPiece
from gpulife.app.art.piece import Piece, Surroundings
from gpulife.app.art.sower import Sower
from gpulife.art.act import Act
from gpulife.art.moment import Moment
from gpulife.art.scene import Scene
from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_opening import GLEngine, open_on_device
from gpulife.view.camera import Window
from gpulife.view.gl_targets import Target

_WARMING: Window = (64, 40)
"""Of the picture with which shaders are compiled before anybody looks."""


class Opening:
    """A piece that is being made.

    Args:
        device: the context for it.
        scene: to be shown.
        seed: of its act.
        now: the time that texts show.
        frugal: see ``piece.Piece``.
    """

    def __init__(self, device: GLDevice, scene: Scene, seed: int, now: datetime, *, frugal: bool | None = None) -> None:
        self.scene = scene
        self._device = device
        self._seed = seed
        self._now = now
        self._frugal = frugal
        self._engine: GLEngine | None = None
        self._sower: Sower | None = None
        self._act: Act | None = None
        self._piece: Piece | None = None

    def work(self, seconds: float) -> Exhibit | None:
        """Do one more slice, of about so many seconds; the piece, as the caller's, as soon as it can be shown.

        Raises:
            Exception: whatever went wrong; close it then.
        """
        if self.scene.game:
            return MatchPiece(self._device, self.scene, self._seed, frugal=self._frugal)
        if self._engine is None:
            self._engine = open_on_device(self.scene.rule, self.scene.shape, self._device)
            self._sower = Sower(self._engine, self.scene, self._seed, self._now)
            return None
        if self._sower is not None:
            if self._sower.work(time.perf_counter() + seconds):
                self._sower.close()
                self._sower = None
                self._engine.prepare(1, sleep=True)
            return None
        if self._act is None:
            engine = self._engine
            self._act = Act(self.scene, self._seed, lambda _rule, _shape: engine, self._now, sown=True)
            return None
        if self._piece is None:
            self._piece = Piece(self._act, self._device, frugal=self._frugal)
            return None
        warm(self._piece, self._device)
        piece, self._piece, self._act, self._engine = self._piece, None, None, None
        return piece

    def finish(self) -> Exhibit:
        """Do all that is left at once.

        Raises:
            Exception: as :meth:`work`.
        """
        while True:
            if (piece := self.work(1.0)) is not None:
                return piece

    def close(self) -> None:
        """Give up what has been made."""
        if self._sower is not None:
            self._sower.close()
        for each in (self._piece, self._act, self._engine):  # each closes those after it
            if each is not None:
                each.close()
                break
        self._sower = self._piece = self._act = self._engine = None


def reopen(device: GLDevice, scene: Scene, moment: Moment, seconds: float) -> Piece:
    """The piece that was on show at a moment, ``seconds`` after it began.

    Raises:
        GpulifeError: the moment is of another scene, or damaged.
    """
    act = Act(scene, moment.seed, lambda rule, shape: open_on_device(rule, shape, device), moment.now)
    try:
        act.restore(moment)
        piece = Piece(act, device, seconds)
    except BaseException:
        act.close()
        raise
    return piece


def warm(piece: Piece, device: GLDevice) -> None:
    """Draw it once where nobody looks."""
    target = Target(device, "f1", filtered=False)
    try:
        piece.draw(target.sized(_WARMING), _WARMING, Surroundings(), 0.0)
    finally:
        target.release()
