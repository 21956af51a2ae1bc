"""Pictures without a window: animated boards, and a canvas that returns the frames drawn on it.

The caller gives the time in seconds, as exact fractions. The same times always give the same frames.
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

# Brings frames back into main memory without waiting for the GPU, with a ring of pixel buffers. The GPU copies each
# frame into the next buffer of the ring once it has drawn the frame. A frame is fetched when its buffer is needed
# again. So frames come out in order, as many frames later as there are buffers, and none is lost.

_BYTES_PER_PIXEL = 4  # drivers convert three bytes per pixel one pixel at a time, which is slower


class FrameReadback:
    """Reads frames of one size back from the GPU, through several pixel buffers in turn.

    Args:
        device: the device that draws the frames.
        size: (width, height) of a frame in pixels.
        depth: number of buffers, and so of frames that can be on their way at the same time.
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
        """Number of frames that are being read back and have not been fetched."""
        return len(self._filled)

    def put(self, source: moderngl.Framebuffer) -> None:
        """Begin to read back a frame: the lower left part of ``source``.

        Raises:
            RuntimeError: no buffer is free; fetch a frame first.
        """
        region = (0, 0, *self._size)
        self.put_by(lambda buffer: source.read_into(buffer, viewport=region, components=_BYTES_PER_PIXEL, alignment=1))

    def put_by(self, read: Callable[[moderngl.Buffer], None]) -> None:
        """Begin to read back a frame with the function ``read``, which makes the GPU copy the frame into a buffer.

        Raises:
            RuntimeError: no buffer is free; fetch a frame first.
        """
        if not self._free:
            raise RuntimeError("no buffer is free: fetch a frame first")
        with self._device.current():
            read(self._free[0])
        self._filled.append(self._free.popleft())

    def fetch_if_full(self) -> bytes | None:
        """Fetch the oldest frame if no buffer is free; otherwise return None."""
        return None if self._free else self.fetch()

    def fetch(self) -> bytes:
        """Wait for the oldest frame, and return it as ``gpulife.capture.encoder.Frame`` describes.

        Raises:
            IndexError: no frame is being read back.
        """
        buffer = self._filled.popleft()
        with self._device.current():
            data = buffer.read()
        self._free.append(buffer)
        return bytes(data)

    def drain(self) -> list[bytes]:
        """Wait for all frames that are being read back, and return them in order."""
        return [self.fetch() for _ in range(self.pending)]

    def close(self) -> None:
        """Release the buffers. Frames that have not been fetched are lost."""
        with self._device.current():
            for buffer in (*self._free, *self._filled):
                buffer.release()
        self._free.clear()
        self._filled.clear()


# Pictures without a window.

_MOST_TIMES = 60
"""Maximum number of frames for which one picture is shown. After these, even an unchanged picture is drawn again.

A film that is interrupted lacks its last pictures. This limit keeps the loss small.
"""
ShownPicture = tuple[bytes, int]
"""A picture, and the number of frames for which it is to be shown."""


class Animation(Protocol):
    """Something that changes with time and can be drawn."""

    def go_to(self, time: Fraction) -> None:
        """Go forward to ``time``, in seconds since the beginning. It must not be earlier than in the last call."""

    def is_drawn(self, size: WindowSize) -> bool:
        """Return True if the last picture of this ``size`` (width, height) is still up to date."""

    def draw(self, target: moderngl.Framebuffer, size: WindowSize, seconds: float) -> None:
        """Draw a picture of ``size`` (width, height) pixels; ``seconds`` have passed since the last picture."""

    def close(self) -> None:
        """Release all that the animation holds."""


@dataclass(frozen=True, slots=True)
class FrameState:
    """What a picture shows at one time besides the cells; see ``BoardFrame``.

    Attributes:
        progress: position of the wave that moves down the board with each generation, 0 (top) to 1 (bottom).
        cursors: cells to mark with players' cursors.
        flash: strength of a flash, 0 to 1.
        flash_species: the species that flash.
    """

    progress: float = 1.0
    cursors: tuple[CursorMark, ...] = ()
    flash: float = 0.0
    flash_species: tuple[int, ...] = ()


class Playback(Protocol):
    """Something that advances an engine's board in time, such as a replay."""

    def go_to(self, time: Fraction) -> FrameState:
        """Go forward to ``time``, in seconds since the beginning; return what the picture shows besides the cells."""


class BoardAnimation:
    """A board that changes with time and can be drawn.

    Args:
        device: the device to compute and draw on.
        rule: the rule, with the size of the board.
        begin: puts the initial cells on a new engine's board, and returns the :class:`Playback` that advances it.
        look: how the board is drawn.
        camera: the part of the board to show.

    Raises:
        GpulifeError: the board does not fit into memory, or ``begin`` failed.
    """

    def __init__(
        self, device: GLDevice, rule: Rule, begin: Callable[[Engine], Playback], look: Look, camera: Camera
    ) -> None:
        if rule.size is None:
            raise ValueError(f"rule {rule} states no board size: add one, as in {rule}:T160,96")
        self._engine = open_on_device(rule, rule.size, device)
        try:
            self._playback = begin(self._engine)
            # With all effects: a film need not be drawn in real time.
            self._view = BoardView(device, self._engine, few_effects=False, is_patient=True)
        except BaseException:
            self._engine.close()
            raise
        self._look = look
        self._camera = camera
        self._state = FrameState()
        self._moment = 0.0

    def go_to(self, time: Fraction) -> None:
        """Go forward to ``time``, in seconds since the beginning."""
        self._state = self._playback.go_to(time)
        self._moment = float(time)

    def is_drawn(self, size: WindowSize) -> bool:
        """Return True if the last picture of this ``size`` (width, height) is still up to date."""
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
            moment=self._moment,
        )

    def draw(self, target: moderngl.Framebuffer, size: WindowSize, seconds: float) -> None:
        """Draw the board with its effects and cursors."""
        self._view.draw(target, self._picture(size), seconds)

    def close(self) -> None:
        """Close the view and the engine."""
        self._view.close()
        self._engine.close()


class Canvas(Closing):
    """Draws frames of one size, and reads them back into main memory; see ``gpulife.capture.encoder.Frame``.

    Args:
        device: the device to draw on.
        size: (width, height) of a frame in pixels.

    Raises:
        EngineError: the device has no textures of that size.
    """

    def __init__(self, device: GLDevice, size: WindowSize) -> None:
        if max(size) > device.max_texture_size:
            raise EngineError(
                f"a picture of {size[0]}x{size[1]} is too large for {device.renderer}: "
                f"at most {device.max_texture_size} pixels on each side"
            )
        self._device = device
        self._size = size
        self._target = Target(device, "f1", filtered=False)
        self._ring = FrameReadback(device, size)
        self._times: deque[int] = deque()  # number of frames for each picture in the ring
        self._undrawn = 0.0  # seconds since the last drawing

    def draw(self, animation: Animation, seconds: float) -> None:
        """Draw a frame that nobody needs, so that effects in later frames can continue from it."""
        with self._device.current():
            animation.draw(self._target.canvas(self._size), self._size, seconds)

    def show(self, animation: Animation, seconds: float) -> ShownPicture | None:
        """Draw the animation as the next frame, ``seconds`` after the last one.

        The picture is drawn again only if it has changed.

        Returns:
            An earlier picture that has been read back; None if none is ready.
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
        """Return all pictures that :meth:`show` has not returned, in order."""
        pictures = list(zip(self._ring.drain(), self._times, strict=True))
        self._times.clear()
        return pictures

    def close(self) -> None:
        """Release all that the canvas holds."""
        self._ring.close()
        with self._device.current():
            self._target.release()
