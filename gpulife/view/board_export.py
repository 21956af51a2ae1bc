"""Saves boards: as pictures of any size, and as pattern files. The file extension determines the format."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from gpulife.errors import OutputError
from gpulife.patterns.board_sizes import require_memory_for_cells
from gpulife.patterns.formats.macrocell_writer import macrocell_pieces
from gpulife.patterns.formats.npz import Header, header_for, write_bands
from gpulife.patterns.formats.rle_writer import rle_pieces
from gpulife.patterns.formats.text import TEXT_ENDINGS, require_text_board, text_board
from gpulife.patterns.pattern import NO_NOTES, Notes
from gpulife.patterns.rectangles import ReadableBoard
from gpulife.printing import STANDARD_OUTPUT, write_out
from gpulife.rules import Cells
from gpulife.storage.atomic_io import atomic_write
from gpulife.view.palettes import Colours, to_linear, to_srgb

# A board as a picture: a PNG at full size, or shrunk to fit a number of pixels.

_STRIP = 1024  # rows shrunk at a time, which bounds the memory needed


def save_png(file: IO[bytes], cells: Cells, colours: Colours, zoom: int = 1) -> None:
    """Write a board as a PNG with a palette. Each cell is ``zoom`` pixels wide. A pixel takes one byte of memory."""
    image = Image.fromarray(np.ascontiguousarray(cells))
    if zoom > 1:
        image = image.resize((image.width * zoom, image.height * zoom), Image.Resampling.NEAREST)
    image.putpalette(colours.tobytes())
    image.save(file, "PNG")


def fit_size(shape: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """Return the (height, width), in pixels, of the largest picture of a board that fits into ``room`` (height, width).

    The picture keeps the board's aspect ratio. Each side has at least one pixel, and at most one pixel per cell.
    """
    scale = min(1.0, room[0] / shape[0], room[1] / shape[1])
    return max(1, round(shape[0] * scale)), max(1, round(shape[1] * scale))


def shrink(cells: Cells, colours: Colours, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Draw a board as a picture of ``size`` (height, width) pixels: shape (height, width, 3), uint8, sRGB.

    A pixel shows the average light of the area that it covers, which may include parts of cells.
    """
    if size == cells.shape:
        return colours[cells]
    down, across = (_shares(length, count) for length, count in zip(cells.shape, size, strict=True))
    light = np.zeros((*size, 3), np.float32)
    for start in range(0, len(cells), _STRIP):
        strip = cells[start : start + _STRIP]
        weights = down[:, start : start + _STRIP]
        for state in np.flatnonzero(np.bincount(strip.reshape(-1), minlength=len(colours))):
            density = weights @ (strip == state).astype(np.float32) @ across.T
            light += density[..., None] * to_linear(colours[state]).astype(np.float32)
    return to_srgb(light)


def _shares(length: int, count: int) -> NDArray[np.float32]:
    """Divide a line of ``length`` cells into ``count`` equal parts; return the weight of each cell in each part.

    The shape is (count, length). The weights of a part add up to 1.
    """
    edges = np.linspace(0, length, count + 1)
    cell = np.arange(length)
    overlap = np.minimum(edges[1:, None], cell + 1) - np.maximum(edges[:-1, None], cell)
    return np.asarray(np.maximum(overlap, 0) * (count / length), np.float32)


# Files for ``gpulife run -o`` and the window's "save".

BOARD_ENDINGS = (".rle", ".mc", ".png", ".npz", *TEXT_ENDINGS)
PICTURE_BYTES_PER_CELL = 4
"""Bytes of memory for each cell while a picture is written. Each pixel takes one more byte."""


class BoardPart:
    """A rectangle of a board, to save it as a pattern.

    Attributes:
        rule: the rule of the board, without the board's size.
        shape: (rows, columns) of the rectangle.
        generation: the generation of the cells.
    """

    def __init__(self, board: ReadableBoard, area: tuple[int, int, int, int]) -> None:
        self._board = board
        self._corner, self.shape = area[:2], area[2:]
        self.rule = replace(board.rule, size=None)
        self.generation = board.generation

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Read a part of the rectangle; see ``Engine.read``. Rows and columns are counted within the rectangle."""
        return self._board.read(self._corner[0] + row, self._corner[1] + column, height, width)


def require_board_ending(path: Path) -> None:
    """Raise OutputError unless ``path`` is STANDARD_OUTPUT or its file extension is one of BOARD_ENDINGS."""
    if path != STANDARD_OUTPUT and path.suffix.lower() not in BOARD_ENDINGS:
        raise OutputError(f"cannot write {path}: its name should end with {', '.join(BOARD_ENDINGS)}")


def count_save_parts(board: ReadableBoard) -> int:
    """Return how often :func:`save_board` calls ``advance``."""
    return _header(board).bands


def save_board(
    path: Path,
    board: ReadableBoard,
    colours: Colours,
    zoom: int = 1,
    advance: Callable[[], None] = lambda: None,
    notes: Notes = NO_NOTES,
) -> None:
    """Write a board to a file. If that fails, no incomplete file is left.

    Args:
        path: the file, whose extension is one of BOARD_ENDINGS; or STANDARD_OUTPUT, which gets
            an RLE.
        board: the board. Its rows are read in bands, except for pictures.
        colours: the colours of the states; used only in pictures.
        zoom: the number of pixels on each side of a cell; used only in pictures.
        advance: called after each written band, :func:`count_save_parts` times in all.
        notes: name, author and comments of the pattern; stored in RLE, macrocell and text formats.

    Raises:
        OutputError: the file has another extension, its format cannot hold the board, or the file cannot be written.
        BoardSizeError: a picture of that many cells does not fit into memory.
    """
    require_board_ending(path)
    ending = path.suffix.lower()
    if path == STANDARD_OUTPUT:
        for piece in rle_pieces(_strips(board, advance), board.rule, board.shape, board.generation, notes=notes):
            write_out(piece)
        return
    if ending == ".rle":
        with atomic_write(path, "w") as text:
            for piece in rle_pieces(_strips(board, advance), board.rule, board.shape, board.generation, notes=notes):
                text.write(piece)
        return
    if ending == ".mc":
        with atomic_write(path, "w") as text:
            for piece in macrocell_pieces(_strips(board, advance), board.rule, board.shape, board.generation, notes):
                text.write(piece)
        return
    if ending in TEXT_ENDINGS:
        require_text_board(path, board.rule, board.shape)
        content = text_board(path, board.read(0, 0, *board.shape), board.rule, notes)
        with atomic_write(path, "w") as text:
            text.write(content)
        return
    if ending == ".png":
        require_memory_for_cells(board.shape, PICTURE_BYTES_PER_CELL + zoom**2)
    with atomic_write(path, "wb") as file:
        if ending == ".npz":
            columns = board.shape[1]
            write_bands(file.write, _header(board), lambda row, rows: board.read(row, 0, rows, columns), advance)
        else:
            save_png(file, board.read(0, 0, *board.shape), colours, zoom)


def _header(board: ReadableBoard) -> Header:
    return header_for(board.rule, board.shape, board.generation, board.rule.live_states)


def _strips(board: ReadableBoard, advance: Callable[[], None]) -> Iterator[Cells]:
    header = _header(board)
    for number in range(header.bands):
        row, rows = header.rows_of(number)
        yield board.read(row, 0, rows, board.shape[1])
        advance()
