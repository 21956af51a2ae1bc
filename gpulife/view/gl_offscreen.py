"""Pictures without a window: boards in motion, and a canvas that returns the frames drawn on it.

Time is a fraction of seconds that the caller counts, never a clock: the same times give the same frames.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import moderngl

from gpulife.closing import Closing
from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import open_on_device
from gpulife.errors import EngineError
from gpulife.rules import Rule
from gpulife.view.camera import Camera, WindowSize
from gpulife.view.gl_board import BoardFrame, BoardView, CursorMark
from gpulife.view.gl_render_target import Target
from gpulife.view.look import Look

# Brings drawn frames back into main memory without waiting for the GPU: a ring of pixel buffers.
#
# Each frame is copied into the next buffer of the ring, which the GPU does when it gets there, and is fetched when the
# ring has come round: frames come out in the order in which they went in, as many frames later as there are buffers,
# and none is lost.

_BYTES_PER_PIXEL = 4  # drivers convert three bytes pixel by pixel, which is slower


class FrameReadback:
    """A ring of pixel buffers for frames of one size.

    Args:
        device: the device that draws the frames.
        size: (width, height) in pixels.
        depth: the number of buffers, and so of frames after which a frame comes out at the latest; a software renderer
            has nothing to overlap with and needs only one.
    """

    def __init__(self, device: GLDevice, size: tuple[int, int], depth: int | None = None) -> None:
        self._device = device
        self._size = size
        depth = depth if depth is not None else 1 if device.is_software else 3
        frame_bytes = size[0] * size[1] * _BYTES_PER_PIXEL
        with device.current():
            self._free = deque(device.context.buffer(reserve=frame_bytes, dynamic=True) for _ in range(depth))
        self._filled: deque[moderngl.Buffer] = deque()

    @property
    def pending(self) -> int:
        """The number of frames that have not come out yet."""
        return len(self._filled)

    def put(self, source: moderngl.Framebuffer) -> None:
        """Begin to read back what ``source``, of at least the ring's size, shows now in its lower left part.

        Raises:
            RuntimeError: the ring is full: fetch a frame first.
        """
        region = (0, 0, *self._size)
        self.put_by(lambda buffer: source.read_into(buffer, viewport=region, components=_BYTES_PER_PIXEL, alignment=1))

    def put_by(self, read: Callable[[moderngl.Buffer], None]) -> None:
        """Begin to read back a frame that ``read`` orders the GPU to copy into a buffer.

        Raises:
            RuntimeError: the ring is full: fetch a frame first.
        """
        if not self._free:
            raise RuntimeError("the ring is full: fetch a frame first")
        with self._device.current():
            read(self._free[0])
        self._filled.append(self._free.popleft())

    def fetch_if_full(self) -> bytes | None:
        """Fetch the frame that has to be fetched before another can be put; None while there is a free buffer."""
        return None if self._free else self.fetch()

    def fetch(self) -> bytes:
        """Wait for the oldest frame under way and return it; see ``gpulife.capture.encoder.Frame``.

        Raises:
            IndexError: there is none.
        """
        buffer = self._filled.popleft()
        with self._device.current():
            data = buffer.read()
        self._free.append(buffer)
        return bytes(data)

    def drain(self) -> list[bytes]:
        """Fetch all frames under way, in order."""
        return [self.fetch() for _ in range(self.pending)]

    def close(self) -> None:
        """Release the buffers; frames under way are lost."""
        with self._device.current():
            for buffer in (*self._free, *self._filled):
                buffer.release()
        self._free.clear()
        self._filled.clear()


# Pictures without a window.

_MOST_TIMES = 60
"""Frames after which a picture that does not change is drawn again, so that a film that ends early has most of it."""
ShownPicture = tuple[bytes, int]
"""A picture, and the number of frames that show it."""


class Animation(Protocol):
    """Something that moves in time and can draw itself."""

    def go_to(self, time: Fraction) -> None:
        """Advance to ``time``, in seconds after the beginning; never back."""

    def is_drawn(self, size: WindowSize) -> bool:
        """Return whether the last drawing on ``size`` (width, height) pixels shows the present moment already."""

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
        self, device: GLDevice, rule: Rule, begin: Callable[[Engine], Playback], look: Look, camera: Camera
    ) -> None:
        if rule.size is None:
            raise ValueError(f"rule {rule} fixes no board")
        self._engine = open_on_device(rule, rule.size, device)
        try:
            self._playback = begin(self._engine)
            # All effects: a film has time for every effect.
            self._view = BoardView(device, self._engine, few_effects=False, is_patient=True)
        except BaseException:
            self._engine.close()
            raise
        self._look = look
        self._camera = camera
        self._state = FrameState()

    def go_to(self, time: Fraction) -> None:
        """Advance to ``time``, in seconds after the beginning."""
        self._state = self._playback.go_to(time)

    def is_drawn(self, size: WindowSize) -> bool:
        """Return whether the last drawing shows the present moment already."""
        return self._view.shows(self._picture(size))

    def _picture(self, size: WindowSize) -> BoardFrame:
        state = self._state
        return BoardFrame(
            size,
            self._camera,
            self._look,
            progress=state.progress,
            cursors=state.cursors,
            flash=state.flash,
            flash_species=state.flash_species,
        )

    def draw(self, target: moderngl.Framebuffer, size: WindowSize, seconds: float) -> None:
        """Draw the board and what is visible beside its cells."""
        self._view.draw(target, self._picture(size), seconds)

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
        self._times: deque[int] = deque()  # for each picture in the ring: how many frames show it
        self._undrawn = 0.0  # seconds since the last drawing

    def draw(self, animation: Animation, seconds: float) -> None:
        """Draw a frame without reading it back, so that effects of the next frame have a past."""
        with self._device.current():
            animation.draw(self._target.canvas(self._size), self._size, seconds)

    def show(self, animation: Animation, seconds: float) -> ShownPicture | None:
        """Show the present moment in one more frame, ``seconds`` after the one before.

        It is drawn if it does not look like the frame before.

        Returns:
            An earlier picture that has been read back by now; None if there is none yet.
        """
        self._undrawn += seconds
        if self._times and self._times[-1] < _MOST_TIMES and animation.is_drawn(self._size):
            self._times[-1] += 1
            return None
        ready = self._ring.fetch_if_full()
        self.draw(animation, self._undrawn)
        self._undrawn = 0.0
        self._ring.put(self._target.canvas(self._size))
        self._times.append(1)
        return None if ready is None else (ready, self._times.popleft())

    def remaining_pictures(self) -> list[ShownPicture]:
        """Return the pictures that have not come back yet, in order."""
        pictures = list(zip(self._ring.drain(), self._times, strict=True))
        self._times.clear()
        return pictures

    def close(self) -> None:
        """Release everything."""
        self._ring.close()
        with self._device.current():
            self._target.release()
