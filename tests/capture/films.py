"""Made-up frames, and films read back: every frame of them, by the same ffmpeg that users have."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpulife.capture.encoder import CaptureError, Encoder, Frame, FrameFormat
from gpulife.capture.mp4 import require_ffmpeg

Picture = NDArray[np.uint8]
"""Shape (height, width, 3)."""
SMALL = FrameFormat(64, 48, 10)
LARGE = FrameFormat(320, 200, 10)
GROUND, LEFT = (10, 20, 40), (230, 159, 0)


def picture(number: int, frame_format: FrameFormat = SMALL) -> Picture:
    """A frame with one square of 8x8 pixels in the second row of squares; its column is the frame's number."""
    drawn = np.full((frame_format.height, frame_format.width, 3), GROUND, np.uint8)
    column = 8 * (number % (frame_format.width // 8))
    drawn[8:16, column : column + 8] = LEFT
    return drawn


def noise(number: int, frame_format: FrameFormat) -> Picture:
    """A picture of noise, which no encoder can compress."""
    return np.random.default_rng(number).integers(0, 256, (frame_format.height, frame_format.width, 3), np.uint8)


def frame_of(drawn: Picture, order: str = "RGBA") -> bytes:
    """A picture in the byte order of OpenGL."""
    alpha = np.full((*drawn.shape[:2], 1), 77, np.uint8)
    colours = drawn if order == "RGBA" else drawn[:, :, ::-1]
    return np.concatenate([colours, alpha], axis=2)[::-1].tobytes()


def number_in(drawn: Picture, frame_format: FrameFormat = SMALL) -> int:
    """The number of a frame, found by the position of its square."""
    warm = drawn[8:16, :, 0].astype(int).mean(axis=0).reshape(-1, 8).mean(axis=1)
    assert warm.max() > 150
    return int(warm.argmax())


def decoded(path: Path, frame_format: FrameFormat, *, timed: bool = False) -> list[Picture]:
    """Every frame of a film, or what is seen at each frame's time; fails if ffmpeg finds anything wrong with it."""
    command = [require_ffmpeg("a test"), "-nostdin", "-v", "error", "-xerror", "-i", str(path)]
    command += ["-vf", f"fps={frame_format.rate}"] if timed else ["-fps_mode", "passthrough"]
    command += ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    told = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert (told.returncode, told.stderr.decode()) == (0, "")
    return list(np.frombuffer(told.stdout, np.uint8).reshape(-1, frame_format.height, frame_format.width, 3))


def boxes(data: bytes) -> list[bytes]:
    """The types of an MP4's boxes."""
    found, place = [], 0
    while place < len(data):
        found.append(data[place + 4 : place + 8])
        place += int.from_bytes(data[place : place + 4], "big")
    return found


class Gate(Encoder):
    """An encoder that collects frames, and waits until the test lets it."""

    def __init__(self, path: Path = Path("gate.mp4"), frame_format: FrameFormat = SMALL) -> None:
        super().__init__(path, frame_format)
        import threading

        self.open = threading.Event()
        self.entered = threading.Event()
        self.got: list[tuple[Frame, int]] = []
        self.dies_at: int | None = None
        self.ended = ""

    def _append(self, frame: Frame, times: int) -> None:
        self.entered.set()
        assert self.open.wait(30)
        if len(self.got) == self.dies_at:
            raise CaptureError("no space left on device")
        self.got.append((frame, times))

    def _finish(self) -> None:
        self.ended += "closed"

    def abort(self) -> None:
        self.ended += "aborted"
