"""Still pictures of scenes, without a window: what a display would show some seconds after a scene began."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import moderngl
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from gpulife.app.art.exhibit import Exhibit
from gpulife.app.art.opening import Opening
from gpulife.app.art.piece import Surroundings
from gpulife.art.scene import Scene
from gpulife.engines.gl_device import GLDevice, open_device
from gpulife.files import atomic_write
from gpulife.view.camera import Window
from gpulife.view.gl_targets import Target

_DRAWN_SECONDS = 6.0
"""Before the picture, in which every generation is drawn: glow and trails are of what was seen."""
_FRAME = 1 / 10  # seconds between two frames before that


def still(
    device: GLDevice, scene: Scene, seed: int, seconds: float, size: Window, now: datetime, around: Surroundings
) -> NDArray[np.uint8]:
    """The picture of a scene with all effects: shape (height, width, 3), uint8, the upper row first.

    Args:
        device: a context.
        scene: whose.
        seed: of the act.
        seconds: after its beginning.
        size: (width, height) in pixels.
        now: the time that texts show.
        around: room and screen.
    """
    with device.current():
        opening = Opening(device, scene, seed, now, frugal=False)
        try:
            piece = opening.finish()
        except BaseException:
            opening.close()
            raise
        target = Target(device, "f1", filtered=False)
        try:
            canvas = target.sized(size)
            _play(piece, canvas, size, seconds, around)
            data = canvas.read((0, 0, *size), components=3, alignment=1)
        finally:
            target.release()
            piece.close()
    return np.ascontiguousarray(np.frombuffer(data, np.uint8).reshape(size[1], size[0], 3)[::-1])


def write_still(path: Path, scene: Scene, seed: int, seconds: float, size: Window, now: datetime) -> None:
    """Write that picture as a PNG.

    Raises:
        EngineError: there is no OpenGL.
        OutputError: the file cannot be written.
    """
    with open_device() as device:
        picture = still(device, scene, seed, seconds, size, now, Surroundings())
    with atomic_write(path, "wb") as file:
        Image.fromarray(picture).save(file, "PNG", optimize=True)


def _play(piece: Exhibit, canvas: moderngl.Framebuffer, size: Window, seconds: float, around: Surroundings) -> None:
    """Let time pass, all of it: no machine is too slow for a picture."""
    frames, passed = max(1, round(seconds / _FRAME)), 0.0
    for frame in range(frames):
        piece.advance(seconds / frames, patient=True)
        passed += seconds / frames
        left = seconds - (frame + 1) * seconds / frames
        if left <= _DRAWN_SECONDS or frame % 10 == 0:  # a camera wants to be asked now and then
            piece.draw(canvas, size, around, passed)
            passed = 0.0
