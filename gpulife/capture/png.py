"""Writes single or numbered pictures as PNG."""

import re
from pathlib import Path

from PIL import Image

from gpulife.capture.encoder import NO_FRAMES, CaptureError, Encoder, Frame, Shape, upright
from gpulife.storage.atomic_io import atomic_write

_NUMBER = re.compile(r"%(0\d)?d")
_FAST = 1  # zlib's level: half the time of the usual one for a tenth more


def is_sequence(path: Path) -> bool:
    """Return whether a name asks for numbered pictures, as ``frames/%05d.png`` does."""
    return len(_NUMBER.findall(path.name)) == 1


def numbered(path: Path, number: int) -> Path:
    """Return the name of the picture of that number."""
    return path.with_name(_NUMBER.sub(lambda found: found.group() % number, path.name, count=1))


class PngEncoder(Encoder):
    """Writes one picture: the last frame that came."""

    def __init__(self, path: Path, shape: Shape) -> None:
        super().__init__(path, shape)
        self._last: Frame | None = None

    def write(self, frame: Frame, times: int = 1) -> None:
        """Keep the frame until a later one comes."""
        self._last = frame if times else self._last

    def close(self) -> None:
        """Write the picture."""
        if self._last is None:
            raise CaptureError(NO_FRAMES)
        save_frame(self.path, self._last, self.shape)
        self._last = None

    def abort(self) -> None:
        """Leave no file: nothing has been written yet."""
        self._last = None


class PngSequence(Encoder):
    """Writes numbered pictures, counted from 1.

    Args:
        path: a path with one ``%d`` or ``%05d`` in its name.
        shape: the format of the frames.
    """

    def __init__(self, path: Path, shape: Shape) -> None:
        super().__init__(numbered(path, 1), shape)
        self._pattern = path
        self.written = 0

    def write(self, frame: Frame, times: int = 1) -> None:
        """Write as many pictures of the frame as it is shown for frames."""
        for _ in range(times):
            save_frame(numbered(self._pattern, self.written + 1), frame, self.shape)
            self.written += 1

    def close(self) -> None:
        """Require that there were pictures: each is a file of its own already."""
        if not self.written:
            raise CaptureError(NO_FRAMES)

    def abort(self) -> None:
        """Leave the pictures that are there: each is whole."""


def save_frame(path: Path, frame: Frame, shape: Shape) -> None:
    """Write one frame as a PNG, whole or not at all.

    Raises:
        OutputError: the system refused.
    """
    with atomic_write(path, "wb") as file:
        Image.fromarray(upright(frame, shape).copy()).save(file, "PNG", compress_level=_FAST)
