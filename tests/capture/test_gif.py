"""GIFs: every frame and its time, colours exact or near, whole after each frame, and on a disk that is full."""

from __future__ import annotations

import errno
import io
import resource
from pathlib import Path

import numpy as np
import pytest
from capture.films import LARGE, SMALL, Picture, decoded, frame_of, noise, picture
from PIL import Image, ImageSequence

from gpulife.capture.encoder import CaptureError, FrameFormat, Quality
from gpulife.capture.gif import GifEncoder, changed, quantised


def seen(path: Path) -> tuple[list[Picture], list[int]]:
    """The pictures of a GIF as a browser would show them, and their durations in milliseconds."""
    with Image.open(path) as image:
        frames = [(np.asarray(frame.convert("RGB")), frame.info["duration"]) for frame in ImageSequence.Iterator(image)]
    return [frame for frame, _ in frames], [duration for _, duration in frames]


def test_few_colours_are_exact(tmp_path: Path) -> None:
    encoder = GifEncoder(tmp_path / "a.gif", SMALL, Quality.GOOD)
    for number in range(12):
        encoder.write(frame_of(picture(number)))
    encoder.close()
    pictures, _ = seen(tmp_path / "a.gif")
    assert len(pictures) == 12
    assert all(np.array_equal(found, picture(number)) for number, found in enumerate(pictures))
    assert all(np.array_equal(*pair) for pair in zip(pictures, decoded(tmp_path / "a.gif", SMALL), strict=True))


@pytest.mark.parametrize(("rate", "milliseconds"), [(10, 1200), (30, 400), (50, 240), (7, 1710)])
def test_the_time_of_all_frames_is_right(tmp_path: Path, rate: int, milliseconds: int) -> None:
    encoder = GifEncoder(tmp_path / "a.gif", FrameFormat(64, 48, rate), Quality.GOOD)
    for number in range(10):
        encoder.write(frame_of(picture(number)), 3 if number == 4 else 1)
    encoder.close()
    assert sum(seen(tmp_path / "a.gif")[1]) == milliseconds


def test_unchanged_frame_keeps_its_time(tmp_path: Path) -> None:
    encoder = GifEncoder(tmp_path / "a.gif", SMALL, Quality.GOOD)
    for number in (1, 1, 2):
        encoder.write(frame_of(picture(number)))
    encoder.close()
    pictures, times = seen(tmp_path / "a.gif")
    assert sum(times) == 300
    assert np.array_equal(pictures[-1], picture(2))


@pytest.mark.parametrize(("quality", "near"), [(Quality.DRAFT, 6), (Quality.GOOD, 3), (Quality.BEST, 6)])
def test_many_colours_are_approximated(tmp_path: Path, quality: Quality, near: float) -> None:
    rows, columns = np.mgrid[0:48, 0:64]
    drawn = np.stack([rows * 5, columns * 4, np.full_like(rows, 90)], axis=2).astype(np.uint8)
    encoder = GifEncoder(tmp_path / "a.gif", SMALL, quality)
    encoder.write(frame_of(drawn))
    encoder.close()
    (found,), _ = seen(tmp_path / "a.gif")
    assert np.abs(found.astype(int) - drawn).mean() < near
    assert len(np.unique(found.reshape(-1, 3), axis=0)) <= (64 if quality is Quality.DRAFT else 256)


def test_rare_colours_survive() -> None:
    drawn = (noise(1, LARGE) // 8 + 40).astype(np.uint8)
    drawn[50, 50:53] = 255, 0, 0
    found = np.asarray(quantised(Image.fromarray(drawn), 256, Image.Dither.NONE).convert("RGB"))
    assert np.abs(found[50, 51].astype(int) - (255, 0, 0)).max() < 8


def test_only_what_changed_is_written() -> None:
    before = Image.fromarray(picture(1))
    left, top, part = changed(before, Image.fromarray(picture(2)))
    assert (left, top, part.size) == (8, 8, (16, 8))
    assert changed(before, before)[2].size == (1, 1)
    assert changed(None, before)[2] is before


def test_large_frames_are_shrunk(tmp_path: Path) -> None:
    encoder = GifEncoder(tmp_path / "a.gif", LARGE, Quality.GOOD, max_side=170)
    encoder.write(frame_of(picture(4, LARGE)))
    encoder.close()
    (found,), _ = seen(tmp_path / "a.gif")
    assert np.array_equal(found, picture(4, LARGE)[::2, ::2])


class FullDisk(io.BytesIO):
    """A file with room for a limited number of bytes."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room
        self.kept = b""

    def write(self, data: bytes) -> int:  # type: ignore[override]
        free = self.room - self.tell()
        if free <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(bytes(data)[:free])

    def close(self) -> None:
        self.kept = self.getvalue()
        super().close()


@pytest.mark.parametrize("room", [70_000, 300_000, 1_000_000])
def test_full_disk_leaves_complete_frames(tmp_path: Path, room: int) -> None:
    disk = FullDisk(room)
    encoder = GifEncoder(tmp_path / "a.gif", LARGE, Quality.GOOD, file=disk)
    written = 0
    with pytest.raises(CaptureError, match=r"^no space left on device$"):  # noqa: PT012 - whichever it is
        while True:
            encoder.write(frame_of(noise(written, LARGE)))
            written += 1
    encoder.abort()
    (tmp_path / "a.gif").write_bytes(disk.kept)
    if written:
        assert len(decoded(tmp_path / "a.gif", LARGE)) == written
    else:
        assert disk.kept == b""


def test_file_size_limit_is_an_error(tmp_path: Path) -> None:
    encoder = GifEncoder(tmp_path / "a.gif", LARGE, Quality.GOOD)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
        with pytest.raises(CaptureError, match="file too large"):  # noqa: PT012 - whichever it is
            for number in range(20):
                encoder.write(frame_of(noise(number, LARGE)))
        encoder.abort()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert len(decoded(tmp_path / "a.gif", LARGE)) == 2


def test_file_is_complete_after_each_frame(tmp_path: Path) -> None:
    encoder = GifEncoder(tmp_path / "a.gif", SMALL, Quality.GOOD)
    for number in range(5):
        encoder.write(frame_of(picture(number)))
        assert len(decoded(tmp_path / "a.gif", SMALL)) == number + 1
        assert (tmp_path / "a.gif").read_bytes().endswith(b";"), "ffmpeg does without the trailer, others do not"
    encoder.close()


def test_error_names_file_that_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match=r"cannot write .*a.gif: no such file or directory"):
        GifEncoder(tmp_path / "nowhere" / "a.gif", SMALL, Quality.GOOD)
