"""Runs an encoder in a thread, with a queue of limited length, so that memory does not grow.

Filming a window never waits (:meth:`EncoderThread.offer`): a frame for which there is no room is dropped and counted,
and the next one is shown for longer, so that the film keeps its time. Rendering waits (:meth:`EncoderThread.put`) and
loses none.
"""

import queue
import threading
from contextlib import suppress

from gpulife.capture.encoder import CaptureError, Encoder, Frame
from gpulife.errors import GpulifeError

_POLL_SECONDS = 0.1
"""Interval of checks on an encoder that takes no frames, since it may have failed."""

_Item = tuple[Frame, int] | None


class EncoderThread:
    """Runs an encoder in a thread of its own.

    Args:
        encoder: the encoder, which belongs to this object from now on.
        max_waiting: the largest number of waiting frames.

    Attributes:
        encoder: the encoder.
        dropped: the number of frames for which there was no room.
        error: the error that ended the film early, or None.
    """

    def __init__(self, encoder: Encoder, max_waiting: int = 8) -> None:
        self.encoder = encoder
        self.dropped = 0
        self._queue: queue.Queue[_Item] = queue.Queue(max_waiting)
        self._times_owed = 0
        self.error: GpulifeError | None = None
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="encoder", daemon=True)
        self._thread.start()

    @property
    def finished(self) -> bool:
        """Whether the file is finished."""
        return not self._thread.is_alive()

    @property
    def waiting(self) -> int:
        """The number of frames in the queue."""
        return self._queue.qsize()

    def offer(self, frame: Frame, times: int = 1) -> bool:
        """Add a frame if there is room, without waiting, and return whether there was.

        Args:
            frame: the frame, which must not change any more.
            times: the number of frames for which it is shown.
        """
        times += self._times_owed
        try:
            self._queue.put_nowait((frame, times))
        except queue.Full:
            self._times_owed = times
            self.dropped += 1
            return False
        self._times_owed = 0
        return True

    def put(self, frame: Frame, times: int = 1) -> None:
        """Add a frame that is shown for ``times`` frames as soon as there is room.

        Raises:
            GpulifeError: the film has ended; the line says why.
        """
        while self.error is None:
            with suppress(queue.Full):
                return self._queue.put((frame, times), timeout=_POLL_SECONDS)
        raise self.error

    def end(self) -> None:
        """Finish the file in the thread, since there are no more frames; see :attr:`finished`."""
        self._ended = True
        with suppress(queue.Full):
            self._queue.put_nowait(None)  # only to wake the thread

    def close(self) -> None:
        """End, and wait until the file is finished.

        Raises:
            GpulifeError: the file is incomplete; the line says why.
        """
        self.end()
        self._thread.join()
        if self.error is not None:
            raise self.error

    def _run(self) -> None:
        try:
            while not (self._ended and self._queue.empty()):
                with suppress(queue.Empty):
                    if item := self._queue.get(timeout=_POLL_SECONDS):
                        self.encoder.write(*item)
            self.encoder.close()
        except Exception as error:  # noqa: BLE001 - a thread has nobody else to tell
            self.encoder.abort()
            self.error = error if isinstance(error, GpulifeError) else CaptureError(f"{type(error).__name__}: {error}")
