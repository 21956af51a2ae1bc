"""The interface of encoders, which write frames of one size to a film's file.

If writing is interrupted, the file can still be played up to that point.
"""

import os
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import OutputError
from gpulife.storage.atomic_io import create_new

Frame = bytes | bytearray | memoryview
"""The pixels of a frame, row by row from the bottom.

Each pixel has 4 bytes: three for the colour, and one that is ignored.
"""


class CaptureError(OutputError):
    """A film or picture cannot be made, or only a part of it could be made."""


class Quality(StrEnum):
    """The quality of a film; better quality takes longer to encode."""

    DRAFT = "draft"
    """The fastest to encode."""
    GOOD = "good"
    BEST = "best"
    """The slowest to encode, with the largest files."""


@dataclass(frozen=True, slots=True)
class FrameFormat:
    """The format of a film's frames.

    Attributes:
        order: order of a pixel's bytes: "RGBA", or "BGRA", in which most systems store the pixels of windows.
    """

    width: int
    height: int
    rate: int
    order: str = "RGBA"

    @property
    def frame_bytes(self) -> int:
        """The number of bytes of one frame."""
        return self.width * self.height * 4


class Encoder(ABC):
    """Writes frames to a file as soon as they are given.

    Even if an error or a power cut ends the film, the file can be played; it lacks at most the frames of the last
    second.

    Attributes:
        path: the file; for a series of numbered pictures, the first one.
        frames: length of the film so far, in frames. A frame written with ``times=n`` counts as n frames.
    """

    def __init__(self, path: Path, frame_format: FrameFormat) -> None:
        self.path = path
        self.frame_format = frame_format
        self.frames = 0

    def write(self, frame: Frame, times: int = 1) -> None:
        """Append a frame to the film, repeated ``times`` times.

        Raises:
            CaptureError: the frame cannot be written, so the film has ended; the message says why.
        """
        self._append(frame, times)
        self.frames += times

    def close(self) -> None:
        """Finish the file.

        Raises:
            CaptureError: the end of the file cannot be written, or no frame has been written.
        """
        if not self.frames:
            raise CaptureError("there were no frames")
        self._finish()

    @abstractmethod
    def abort(self) -> None:
        """End the film after an error, and release all resources. This raises no error.

        The file keeps the part of the film that can be played. If there is no such part, the file is deleted.
        """

    @abstractmethod
    def _append(self, frame: Frame, times: int) -> None:
        """Write one frame to the file; :meth:`write` calls this before it adds the frame to ``self.frames``."""

    @abstractmethod
    def _finish(self) -> None:
        """Finish the file; :meth:`close` calls this if at least one frame has been written."""


def upright(frame: Frame, frame_format: FrameFormat) -> NDArray[np.uint8]:
    """Return a view of a frame as a picture: shape (height, width, 3), uint8, sRGB, top row first."""
    pixels = np.frombuffer(frame, np.uint8).reshape(frame_format.height, frame_format.width, 4)[::-1]
    return pixels[:, :, :3] if frame_format.order == "RGBA" else pixels[:, :, 2::-1]


def open_film(path: Path) -> IO[bytes]:
    """Open a film's output without buffering: a new file, or an existing device or pipe.

    An existing file or symbolic link is never written to.

    Raises:
        CaptureError: the file cannot be opened, or exists already.
    """
    try:
        if path.exists() and not path.is_file():
            return path.open("wb", buffering=0)
        return os.fdopen(create_new(path), "w+b", buffering=0)
    except OSError as error:
        raise CaptureError(f"cannot write {path}: {reason_of(error)}") from error


def write_all(file: IO[bytes], data: Frame) -> None:
    """Write all of ``data`` to an unbuffered file, in several writes if necessary.

    Raises:
        OSError: the data cannot be written.
    """
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def remove(path: Path) -> None:
    """Delete the file of a film without frames, unless it is a device or a pipe."""
    with suppress(OSError):
        if path.is_file():
            path.unlink()


def reason_of(error: OSError) -> str:
    """Return the operating system's reason for an error, as a phrase for the end of a message."""
    return (error.strerror or str(error) or type(error).__name__).lower()
