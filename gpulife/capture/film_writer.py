"""Selects the encoder of a film or picture by the file's extension, and runs encoders in a thread."""

import queue
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PIL import Image

from gpulife.capture import gif, mp4
from gpulife.capture.encoder import CaptureError, Encoder, Frame, FrameFormat, Quality, upright
from gpulife.errors import GpulifeError
from gpulife.storage.atomic_io import atomic_write, require_writable

# Single or numbered pictures as PNG.

_NUMBER = re.compile(r"%(0\d)?d")
_FAST = 1  # zlib's level: half the default's time, for files a tenth larger


def is_sequence(path: Path) -> bool:
    """Return True if a path stands for a series of numbered pictures, such as ``frames/%05d.png``."""
    return len(_NUMBER.findall(path.name)) == 1


def numbered(path: Path, number: int) -> Path:
    """Return the path of the picture with the given number in the series ``path``."""
    return path.with_name(_NUMBER.sub(lambda found: found.group() % number, path.name, count=1))


class PngEncoder(Encoder):
    """Writes a single picture: the last of the frames passed to it."""

    def __init__(self, path: Path, frame_format: FrameFormat) -> None:
        super().__init__(path, frame_format)
        self._last: Frame = b""

    def _append(self, frame: Frame, times: int) -> None:
        self._last = frame if times else self._last

    def _finish(self) -> None:
        save_frame(self.path, self._last, self.frame_format)

    def abort(self) -> None:
        """Do nothing: no file has been made yet."""


class PngSequence(Encoder):
    """Writes numbered pictures, counted from 1.

    Args:
        path: a path with ``%d``, or with ``%05d`` or the like, in its name.
        frame_format: the format of the frames.
    """

    def __init__(self, path: Path, frame_format: FrameFormat) -> None:
        super().__init__(numbered(path, 1), frame_format)
        self._pattern = path

    def _append(self, frame: Frame, times: int) -> None:
        """Write the frame as ``times`` equal pictures, with the next numbers."""
        for number in range(self.frames + 1, self.frames + times + 1):
            save_frame(numbered(self._pattern, number), frame, self.frame_format)

    def _finish(self) -> None:
        """Do nothing: each picture is a complete file already."""

    def abort(self) -> None:
        """Keep the pictures written so far, which are complete."""


def save_frame(path: Path, frame: Frame, frame_format: FrameFormat) -> None:
    """Write one frame as a PNG picture; the file appears only when it is complete.

    Raises:
        OutputError: the file cannot be written.
    """
    with atomic_write(path, "wb") as file:
        Image.fromarray(upright(frame, frame_format).copy()).save(file, "PNG", compress_level=_FAST)


# Selects an encoder by the file's extension.

MIN_PIXELS = 16
_MAX_PNG = 65535


_OPENERS: dict[str, tuple[Callable[[Path, FrameFormat, Quality], Encoder], int]] = {
    ".mp4": (mp4.Mp4Encoder, mp4.MAX_PIXELS),
    ".gif": (gif.GifEncoder, gif.MAX_PIXELS),
    ".png": (
        lambda path, frame_format, _: (PngSequence if is_sequence(path) else PngEncoder)(path, frame_format),
        _MAX_PNG,
    ),
}
"""For each file extension: the function that opens the encoder, and the maximum width and height in pixels."""
ENDINGS = tuple(_OPENERS)


def require_filmable(path: Path, frame_format: FrameFormat) -> None:
    """Check, before frames are drawn, that :func:`open_encoder` can write the film. No file is left behind.

    Raises:
        CaptureError: the file extension is unknown, or its format does not support the size or the frame rate.
        OutputError: the file cannot be written.
    """
    ending = path.suffix.lower()
    if ending not in _OPENERS:
        raise CaptureError(f"cannot write {path}: its name should end with {', '.join(ENDINGS)}")
    max_pixels = _OPENERS[ending][1]
    size = f"{frame_format.width}x{frame_format.height}"
    if not all(MIN_PIXELS <= side <= max_pixels for side in (frame_format.width, frame_format.height)):
        raise CaptureError(f"{path}: size {size}: each side must have {MIN_PIXELS} to {max_pixels} pixels")
    if ending == ".mp4" and (frame_format.width % 2 or frame_format.height % 2):
        raise CaptureError(f"{path}: an MP4 cannot be {size}: both sides must be even")
    if ending == ".gif" and frame_format.rate > gif.MAX_RATE:
        raise CaptureError(f"{path}: a GIF shows at most {gif.MAX_RATE} frames a second, not {frame_format.rate}")
    require_writable(numbered(path, 1) if is_sequence(path) else path)


def open_encoder(path: Path, frame_format: FrameFormat, quality: Quality) -> Encoder:
    """Open the encoder that the file extension selects. Call :func:`require_filmable` first.

    Raises:
        CaptureError: the file cannot be made, or ffmpeg is missing.
    """
    return _OPENERS[path.suffix.lower()][0](path, frame_format, quality)


# A thread that runs an encoder, with a queue of limited length, so that memory does not grow. Filming a window never
# waits (:meth:`EncoderThread.offer`): a frame for which there is no room is dropped and counted, and the next frame is
# shown longer to keep the film's timing. Rendering waits (:meth:`EncoderThread.put`) and drops no frame.

_POLL_SECONDS = 0.1
"""While it waits for the queue, a thread checks at this interval, in seconds, whether the film has ended."""

_Item = tuple[Frame, int] | None


class EncoderThread:
    """Runs an encoder in its own thread.

    Args:
        encoder: the encoder; from now on only this object may use it.
        max_waiting: maximum number of frames that may wait to be encoded.

    Attributes:
        encoder: the encoder.
        dropped: the number of frames that :meth:`offer` refused because too many were waiting.
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
        """True if the encoder has finished the file."""
        return not self._thread.is_alive()

    @property
    def waiting(self) -> int:
        """The number of frames that are waiting to be encoded."""
        return self._queue.qsize()

    def offer(self, frame: Frame, times: int = 1) -> bool:
        """Give a frame to the encoder without waiting. If too many frames are waiting, drop it and return False.

        Args:
            frame: the frame, which must not be changed afterwards.
            times: how often the frame is repeated in the film.
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
        """Give the encoder a frame, repeated ``times`` times in the film; wait until there is room in the queue.

        Raises:
            GpulifeError: the film has ended; the message says why.
        """
        while self.error is None:
            with suppress(queue.Full):
                return self._queue.put((frame, times), timeout=_POLL_SECONDS)
        raise self.error

    def end(self) -> None:
        """Tell the thread that there are no more frames, so that it finishes the file; see :attr:`finished`."""
        self._ended = True
        with suppress(queue.Full):
            self._queue.put_nowait(None)  # only to wake the thread

    def close(self) -> None:
        """Tell the thread to finish the file, and wait until the file is complete.

        Raises:
            GpulifeError: the file is incomplete; the message says why.
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
        except Exception as error:  # noqa: BLE001 - reported to the caller's thread
            self.encoder.abort()
            self.error = error if isinstance(error, GpulifeError) else CaptureError(f"{type(error).__name__}: {error}")
