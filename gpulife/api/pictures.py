"""Boards as pictures and films, for notebooks and files."""

import io
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import OutputError
from gpulife.rules import Cells, Rule
from gpulife.view.board_export import fit_size, shrink
from gpulife.view.palettes import state_colours

_ROOM = 640
"""Longest side, in pixels, of a picture whose scale the program leaves open."""
_MAX_ZOOM = 64
_MIN_SIDE = 16
"""A film's shortest side, in pixels: players refuse smaller ones."""


def picture(cells: Cells, rule: Rule, zoom: int | None = None) -> NDArray[np.uint8]:
    """Draw cells in the colours of their states: shape (height, width, 3), uint8, sRGB.

    Args:
        cells: state codes, shape (rows, columns), uint8.
        rule: their rule.
        zoom: pixels on each side of a cell, 1 to 64; None for as many as fit into 640 pixels. A larger board is then
            shrunk, and each pixel shows the average light of the cells that it covers.

    Raises:
        OutputError: ``zoom`` is out of range.
    """
    if zoom is not None and not 1 <= zoom <= _MAX_ZOOM:
        raise OutputError(f"zoom {zoom}: a cell can be 1 to {_MAX_ZOOM} pixels wide")
    colours, longest = state_colours(rule), max(*cells.shape, 1)
    if zoom is None and longest > _ROOM:
        return shrink(cells, colours, fit_size((cells.shape[0], cells.shape[1]), (_ROOM, _ROOM)))
    pixels = colours[cells]
    scale = min(_MAX_ZOOM, _ROOM // longest) if zoom is None else zoom
    return pixels.repeat(scale, axis=0).repeat(scale, axis=1)


def board_png(cells: Cells, rule: Rule) -> bytes:
    """Return the :func:`picture` of cells as the content of a PNG file."""
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(picture(cells, rule)).save(file, "PNG")
    return file.getvalue()


@dataclass(frozen=True)
class Animation:
    """A film of a universe, which notebooks show.

    Attributes:
        data: the content of the file, a GIF or an MP4.
        format: "gif" or "mp4".
        path: the file, if the film was saved in one.
    """

    data: bytes = field(repr=False)
    format: str
    path: Path | None = None

    def save(self, path: str | Path) -> None:
        """Write the film to a file.

        Raises:
            OutputError: the name does not end with the film's format, or the file cannot be written.
        """
        from gpulife.storage.atomic_io import atomic_write

        path = Path(path)
        if path.suffix.lower() != f".{self.format}":
            raise OutputError(f"cannot write {path}: the film's name should end with .{self.format}")
        with atomic_write(path, "wb") as file:
            file.write(self.data)

    def _repr_html_(self) -> str:
        data = b64encode(self.data).decode()
        if self.format == "gif":
            return f'<img alt="a universe" src="data:image/gif;base64,{data}">'
        return f'<video controls loop autoplay muted src="data:video/mp4;base64,{data}"></video>'


def film(frames: Iterator[NDArray[np.uint8]], rate: int, path: Path) -> None:
    """Write pictures to a new file, a GIF or an MP4.

    Args:
        frames: the pictures, all of one shape (height, width, 3), uint8, sRGB.
        rate: pictures per second.
        path: the file; an existing one is refused.

    Raises:
        OutputError: the format cannot show pictures of this size or at this rate, or the file cannot be written.
    """
    from gpulife.capture.encoder import FrameFormat, Quality
    from gpulife.capture.film_writer import open_encoder, require_filmable

    encoder = None
    try:
        for pixels in frames:
            frame = _framed(pixels)
            if encoder is None:
                height, width, _ = frame.shape
                frame_format = FrameFormat(width, height, rate)
                require_filmable(path, frame_format)
                encoder = open_encoder(path, frame_format, Quality.GOOD)
            encoder.write(np.ascontiguousarray(frame[::-1]).data.cast("B"))
        if encoder is not None:
            encoder.close()
    except BaseException:
        if encoder is not None:
            encoder.abort()
        raise


def _framed(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture with an alpha channel, and as large as all players need: with even sides of 16 or more."""
    height, width, _ = pixels.shape
    rows, columns = (max(_MIN_SIDE, side + side % 2) for side in (height, width))
    frame = np.zeros((rows, columns, 4), np.uint8)
    frame[:height, :width, :3], frame[..., 3] = pixels, 255
    return frame
