"""Chooses the encoder of a file by the ending of its name."""

from collections.abc import Callable
from pathlib import Path

from gpulife.capture import gif, mp4
from gpulife.capture.encoder import CaptureError, Encoder, FrameFormat, Quality
from gpulife.capture.png import PngEncoder, PngSequence, is_sequence, numbered
from gpulife.storage.atomic_io import require_writable

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
"""The encoder of each ending, and the largest number of pixels a side."""
ENDINGS = tuple(_OPENERS)


def require_filmable(path: Path, frame_format: FrameFormat) -> None:
    """Check early everything that :func:`open_encoder` would refuse, and leave nothing behind.

    Raises:
        OutputError: the ending is unknown, does not allow the size or rate, or the file cannot be written there.
    """
    ending = path.suffix.lower()
    if ending not in _OPENERS:
        raise CaptureError(f"cannot write {path}: its name should end with {', '.join(ENDINGS)}")
    max_pixels = _OPENERS[ending][1]
    size = f"{frame_format.width}x{frame_format.height}"
    if not all(MIN_PIXELS <= side <= max_pixels for side in (frame_format.width, frame_format.height)):
        raise CaptureError(f"{path}: a picture of {size} is not from {MIN_PIXELS} to {max_pixels} pixels a side")
    if ending == ".mp4" and (frame_format.width % 2 or frame_format.height % 2):
        raise CaptureError(f"{path}: an MP4 of {size} is impossible: both numbers have to be even")
    if ending == ".gif" and frame_format.rate > gif.MAX_RATE:
        raise CaptureError(f"{path}: a GIF shows at most {gif.MAX_RATE} frames a second, not {frame_format.rate}")
    require_writable(numbered(path, 1) if is_sequence(path) else path)


def open_encoder(path: Path, frame_format: FrameFormat, quality: Quality) -> Encoder:
    """Open the encoder of a file that has passed :func:`require_filmable`.

    Raises:
        CaptureError: the file cannot be made, or there is no ffmpeg.
    """
    return _OPENERS[path.suffix.lower()][0](path, frame_format, quality)
