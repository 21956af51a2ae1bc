"""What every encoder is: something that takes frames of one size, and whose file can be shown whenever it ends."""

from __future__ import annotations

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
"""Pixels of 4 bytes, three colours and one that nobody looks at, row by row from the lowest one up."""


NO_FRAMES = "there were no frames"


class CaptureError(OutputError):
    """A film or picture cannot be made, or not completely."""


class Quality(StrEnum):
    """How good a film is, and how long making it takes."""

    DRAFT = "draft"
    """The fastest."""
    GOOD = "good"
    BEST = "best"
    """The slowest and largest."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the frames of a film have in common.

    Attributes:
        width: in pixels.
        height: in pixels.
        rate: frames a second.
        order: of a pixel's bytes, "RGBA" or "BGRA": what a window's are on most systems.
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
    """Writes frames to a file as they come.

    However it ends, by :meth:`close`, an error or a power cut: the file shows all frames but those of the last second.

    Attributes:
        path: of the file; of the first one where there are several.
        shape: of the frames.
    """

    def __init__(self, path: Path, shape: Shape) -> None:
        self.path = path
        self.shape = shape

    @abstractmethod
    def write(self, frame: Frame, times: int = 1) -> None:
        """Show a frame next, for as long as ``times`` frames.

        Raises:
            CaptureError: it cannot be written; one line that says why. No more can then be.
        """

    @abstractmethod
    def close(self) -> None:
        """Finish the file; without any frames there is none.

        Raises:
            CaptureError: its end cannot be written, or there were no frames.
        """

    @abstractmethod
    def abort(self) -> None:
        """End after an error: leave what can be shown, or no file, and give everything back. Never fails."""


def upright(frame: Frame, shape: Shape) -> NDArray[np.uint8]:
    """Return a view of a frame as a picture: shape (height, width, 3), uint8, sRGB, the upper row first."""
    pixels = np.frombuffer(frame, np.uint8).reshape(shape.height, shape.width, 4)[::-1]
    return pixels[:, :, :3] if shape.order == "RGBA" else pixels[:, :, 2::-1]


def open_film(path: Path) -> IO[bytes]:
    """Open what a film is written to, not buffered: a new file, or the device or pipe that is there.

    What is made is ours alone: a file or a symbolic link that somebody put there first is not written to.

    Raises:
        CaptureError: the system refused, or a file is there.
    """
    try:
        if path.exists() and not path.is_file():
            return path.open("wb", buffering=0)
        return os.fdopen(create_new(path), "w+b", buffering=0)
    except OSError as error:
        raise CaptureError(f"cannot write {path}: {reason(error)}") from error


def write_all(file: IO[bytes], data: Frame) -> None:
    """Write all of ``data`` to a file that is not buffered, which may take it in parts.

    Raises:
        OSError: the system refused.
    """
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def remove(path: Path) -> None:
    """Delete a film that has nothing to show, if it is a file: it may also be a device or a pipe."""
    with suppress(OSError):
        if path.is_file():
            path.unlink()


def reason(error: OSError) -> str:
    """Return what the system says of an error, in words that a message can end with."""
    return (error.strerror or str(error) or type(error).__name__).lower()
