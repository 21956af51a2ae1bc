"""Pictures without a window: boards in motion, and a canvas that returns the frames drawn on it.

Time is a fraction of seconds that the caller counts, never a clock: the same times give the same frames.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import moderngl

from gpulife.closing import Closing
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_factory import GLEngine, open_on_device
from gpulife.errors import EngineError
from gpulife.rules import Rule
from gpulife.view.camera import Camera, WindowSize
from gpulife.view.gl_board import BoardView, CursorMark
from gpulife.view.gl_readback import FrameReadback
from gpulife.view.gl_render_target import Target
from gpulife.view.look import Look


class Animation(Protocol):
    """Something that moves in time and can draw itself."""

    def go_to(self, time: Fraction) -> None:
        """Advance to ``time``, in seconds after the beginning; never back."""

    def draw(self, target: moderngl.Framebuffer, size: WindowSize, seconds: float) -> None:
        """Draw it on ``size`` (width, height) pixels, ``seconds`` after the last drawing."""

    def close(self) -> None:
        """Release everything."""


@dataclass(frozen=True, slots=True)
class FrameState:
    """What is visible at one time beside the cells; see ``BoardView.draw``.

    Attributes:
        progress: position of the wave, 0 to 1.
        cursors: the cells to mark.
        flash: strength of a flash, 0 to 1.
        flash_species: the species that flash.
    """

    progress: float = 1.0
    cursors: tuple[CursorMark, ...] = ()
    flash: float = 0.0
    flash_species: tuple[int, ...] = ()


class Playback(Protocol):
    """Something that advances an engine in time."""

    def go_to(self, time: Fraction) -> FrameState:
        """Advance to ``time``, in seconds after the beginning, and return what is visible beside the cells then."""


class BoardAnimation:
    """A board in motion.

    Args:
        device: the device to compute and draw on.
        rule: the rule, with the size of the board.
        begin: puts the first cells on the new engine's board and returns its playback.
        look: how the board is drawn.
        camera: the part of the board to show.

    Raises:
        GpulifeError: the board does not fit, or ``begin`` says why not.
    """

    def __init__(
        self, device: GLDevice, rule: Rule, begin: Callable[[GLEngine], Playback], look: Look, camera: Camera
    ) -> None:
        if rule.size is None:
            raise ValueError(f"rule {rule} fixes no board")
        self._engine = open_on_device(rule, rule.size, device)
        try:
            self._playback = begin(self._engine)
            # All effects: a film has time for every effect.
            self._view = BoardView(device, self._engine, few_effects=False)
        except BaseException:
            self._engine.close()
            raise
        self._look = look
        self._camera = camera
        self._state = FrameState()

    def go_to(self, time: Fraction) -> None:
        """Advance to ``time``, in seconds after the beginning."""
        self._state = self._playback.go_to(time)

    def draw(self, target: moderngl.Framebuffer, size: WindowSize, seconds: float) -> None:
        """Draw the board and what is visible beside its cells."""
        state = self._state
        self._view.draw(
            target,
            size,
            self._camera,
            self._look,
            progress=state.progress,
            cursors=state.cursors,
            flash=state.flash,
            flash_species=state.flash_species,
            seconds=seconds,
        )

    def close(self) -> None:
        """Release view and engine."""
        self._view.close()
        self._engine.close()


class Canvas(Closing):
    """Draws frames of one size and reads them back into main memory; see ``gpulife.capture.encoder.Frame``.

    Args:
        device: the device to draw on.
        size: (width, height) in pixels.

    Raises:
        EngineError: this OpenGL has no textures of that size.
    """

    def __init__(self, device: GLDevice, size: WindowSize) -> None:
        if max(size) > device.max_texture_size:
            raise EngineError(
                f"a picture of {size[0]}x{size[1]} is too large for {device.renderer}: "
                f"at most {device.max_texture_size} pixels a side"
            )
        self._device = device
        self._size = size
        self._target = Target(device, "f1", filtered=False)
        self._ring = FrameReadback(device, size)

    def draw(self, animation: Animation, seconds: float) -> None:
        """Draw a frame without reading it back, so that effects of the next frame have a past."""
        with self._device.current():
            animation.draw(self._target.canvas(self._size), self._size, seconds)

    def draw_and_fetch(self, animation: Animation, seconds: float) -> bytes | None:
        """Draw a frame; return an earlier one that has been read back by now, or None if there is none yet."""
        ready = self._ring.fetch_if_full()
        self.draw(animation, seconds)
        self._ring.put(self._target.canvas(self._size))
        return ready

    def remaining_frames(self) -> list[bytes]:
        """Return the frames that have not come back yet, in order."""
        return self._ring.drain()

    def close(self) -> None:
        """Release everything."""
        self._ring.close()
        with self._device.current():
            self._target.release()
