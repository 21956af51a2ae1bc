"""Brings drawn frames back into main memory without waiting for the GPU: a ring of pixel buffers.

Each frame is copied into the next buffer of the ring, which the GPU does when it gets there, and is fetched when the
ring has come round: frames come out in the order in which they went in, as many frames later
as there are buffers, and none is lost.
"""

from collections import deque
from collections.abc import Callable

import moderngl

from gpulife.engines.gl.gl_device import GLDevice

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
