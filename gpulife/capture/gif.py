"""GIF films, written frame by frame: the file is complete after each frame.

Each picture stores only what changed, with a palette of its own. Pillow compresses the pixels; this module writes the
blocks around them, as in GIF89a (https://www.w3.org/Graphics/GIF/spec-gif89a.txt).
"""

import struct
from contextlib import suppress
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from gpulife.capture.encoder import (
    CaptureError,
    Encoder,
    Frame,
    FrameFormat,
    Quality,
    open_film,
    reason_of,
    remove,
    upright,
    write_all,
)

MAX_RATE = 50
"""The highest frame rate, in frames per second.

A GIF measures delays in hundredths of a second. The shortest possible delay is 0.02 s, since browsers show a delay of
0.01 s as 0.1 s.
"""
MAX_PIXELS = 65535
_COLOURS = {Quality.DRAFT: 64, Quality.GOOD: 256, Quality.BEST: 256}
_TRAILER = b";"
_LOOP_FOREVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


class GifEncoder(Encoder):
    """Writes an animated GIF that players repeat endlessly.

    Args:
        path: a new file, or a device or pipe.
        frame_format: the format of the frames.
        quality: a draft has 64 colours per frame, all others 256; only the best quality is dithered.
        max_side: longest side in pixels; larger frames are reduced to a half, a third and so on.
        file: a file to write to instead of a new one at ``path``; this file must support seeking and truncating.

    Raises:
        CaptureError: the file cannot be made.
    """

    def __init__(
        self,
        path: Path,
        frame_format: FrameFormat,
        quality: Quality,
        max_side: int = MAX_PIXELS,
        file: IO[bytes] | None = None,
    ) -> None:
        super().__init__(path, frame_format)
        self._colours = _COLOURS[quality]
        self._dither = Image.Dither.FLOYDSTEINBERG if quality is Quality.BEST else Image.Dither.NONE
        self._factor = -(-max(frame_format.width, frame_format.height) // max_side)
        self._before: Image.Image | None = None
        self._end = 0  # offset after the last complete picture, where the trailer is
        # Unbuffered, so that a full disk is reported with the frame that does not fit.
        self._file: IO[bytes] = open_film(path) if file is None else file

    def _append(self, frame: Frame, times: int) -> None:
        """Write the part of the picture that has changed since the previous frame, and the GIF trailer after it."""
        image = Image.fromarray(np.ascontiguousarray(upright(frame, self.frame_format)))
        picture = image.reduce(self._factor)
        # Delays vary so that rounding errors do not add up: at 30 frames per second, they are 3, 3 and 4 hundredths.
        delay = round((self.frames + times) * 100 / self.frame_format.rate) - round(
            self.frames * 100 / self.frame_format.rate
        )
        head = b"" if self._end else b"GIF89a" + struct.pack("<HH", *picture.size) + b"\x70\x00\x00" + _LOOP_FOREVER
        left, top, part = changed(self._before, picture)
        image = quantised(part, self._colours, self._dither)
        # Disposal 1 keeps unchanged pixels from picture to picture; durations are in milliseconds.
        options = {"disposal": 1, "duration": 10 * min(delay, MAX_PIXELS), "include_color_table": True}
        data = head + b"".join(getdata(image, (left, top), **options))
        try:
            self._file.seek(self._end)
            write_all(self._file, data + _TRAILER)
        except OSError as error:
            raise CaptureError(reason_of(error)) from error
        self._end += len(data)
        self._before = picture

    def _finish(self) -> None:
        try:
            self._file.close()
        except OSError as error:
            raise CaptureError(reason_of(error)) from error

    def abort(self) -> None:
        """End the film after the last complete frame."""
        with suppress(OSError):
            self._file.seek(self._end)
            self._file.truncate()
            if self._end:
                write_all(self._file, _TRAILER)
            else:
                remove(self.path)
        with suppress(OSError):
            self._file.close()


def changed(before: Image.Image | None, picture: Image.Image) -> tuple[int, int, Image.Image]:
    """Return (left, top, part): the smallest part of ``picture`` outside which it equals the picture ``before``.

    The part has at least one pixel. If ``before`` is None, it is the whole picture.
    """
    if before is None:
        return 0, 0, picture
    box = ImageChops.difference(before, picture).getbbox() or (0, 0, 1, 1)
    return box[0], box[1], picture.crop(box)


def quantised(picture: Image.Image, colours: int, dither: Image.Dither) -> Image.Image:
    """Reduce an RGB picture to at most ``colours`` colours. If the picture has no more colours, none changes."""
    found = picture.getcolors(colours)
    palette = (
        _palette(np.asarray(picture), colours) if found is None else np.array([colour for _, colour in found], np.uint8)
    )
    holder = Image.new("P", (1, 1))
    # Pad with the last colour: Pillow would pad with its own colours, one of which could be nearest to a pixel.
    holder.putpalette(np.pad(palette, ((0, 256 - len(palette)), (0, 0)), "edge").tobytes())
    return picture.quantize(palette=holder, dither=dither if found is None else Image.Dither.NONE)


def _palette(picture: NDArray[np.uint8], colours: int) -> NDArray[np.uint8]:
    """Return a palette for a picture, chosen by median cut: shape (``colours`` or fewer, 3), uint8.

    First, similar colours are merged into at most 32768 groups. Each group is weighted by the square root of its number
    of pixels, so that rare colours survive, such as those of a distant glider.
    """
    pixels = picture.reshape(-1, 3)
    kinds = (pixels >> 3).astype(np.int32) @ np.array([1 << 10, 1 << 5, 1], np.int32)
    counts = np.bincount(kinds, minlength=1 << 15)
    there = np.flatnonzero(counts)
    sums = [np.bincount(kinds, weights=pixels[:, channel], minlength=1 << 15)[there] for channel in range(3)]
    means = np.round(np.stack(sums, axis=1) / counts[there, None]).astype(np.uint8)
    weighted = np.repeat(means, np.ceil(np.sqrt(counts[there])).astype(int), axis=0)
    cut = Image.fromarray(weighted[None]).quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return np.array(cut.getpalette() or [], np.uint8).reshape(-1, 3)[:colours]
