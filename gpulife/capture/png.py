"""Writes single or numbered pictures as PNG."""

import re
from pathlib import Path

from PIL import Image

from gpulife.capture.encoder import Encoder, Frame, FrameFormat, upright
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

    def __init__(self, path: Path, frame_format: FrameFormat) -> None:
        super().__init__(path, frame_format)
        self._last: Frame = b""

    def _append(self, frame: Frame, times: int) -> None:
        """Keep the frame until a later one comes."""
        self._last = frame if times else self._last

    def _finish(self) -> None:
        """Write the picture."""
        save_frame(self.path, self._last, self.frame_format)

    def abort(self) -> None:
        """Leave no file: nothing has been written yet."""


class PngSequence(Encoder):
    """Writes numbered pictures, counted from 1.

    Args:
        path: a path with one ``%d`` or ``%05d`` in its name.
        frame_format: the format of the frames.
    """

    def __init__(self, path: Path, frame_format: FrameFormat) -> None:
        super().__init__(numbered(path, 1), frame_format)
        self._pattern = path

    def _append(self, frame: Frame, times: int) -> None:
        """Write as many pictures of the frame as it is shown for frames."""
        for number in range(self.frames + 1, self.frames + times + 1):
            save_frame(numbered(self._pattern, number), frame, self.frame_format)

    def _finish(self) -> None:
        """Do nothing: each picture is a file of its own already."""

    def abort(self) -> None:
        """Leave the pictures that are there: each is whole."""


def save_frame(path: Path, frame: Frame, frame_format: FrameFormat) -> None:
    """Write one frame as a PNG, whole or not at all.

    Raises:
        OutputError: the system refused.
    """
    with atomic_write(path, "wb") as file:
        Image.fromarray(upright(frame, frame_format).copy()).save(file, "PNG", compress_level=_FAST)
