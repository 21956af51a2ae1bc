"""Writes boards to files, by the ending of the name, for ``gpulife run -o`` and the window's "save"."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from gpulife.errors import OutputError
from gpulife.patterns.board_sizes import require_memory_for_cells
from gpulife.patterns.formats.npz import Header, header_for, write_bands
from gpulife.patterns.formats.rle_writer import rle_pieces
from gpulife.patterns.formats.text import TEXT_ENDINGS, require_text_board, text_board
from gpulife.patterns.pattern import NO_NOTES, Notes
from gpulife.patterns.rectangles import ReadableBoard
from gpulife.rules import Cells
from gpulife.storage.atomic_io import atomic_write
from gpulife.view.palettes import Colours
from gpulife.view.picture import save_png

BOARD_ENDINGS = (".rle", ".png", ".npz", *TEXT_ENDINGS)
PICTURE_BYTES_PER_CELL = 4
"""Main memory for making a picture, beside a byte a pixel. All other files are written a few bands at a time."""


class BoardPart:
    """A rectangle of a board, to be saved as a pattern without a board of its own.

    Attributes:
        rule: law of the board.
        shape: (rows, columns) of the rectangle.
        generation: generation of its cells.
    """

    def __init__(self, board: ReadableBoard, area: tuple[int, int, int, int]) -> None:
        self._board = board
        self._corner, self.shape = area[:2], area[2:]
        self.rule = replace(board.rule, size=None)
        self.generation = board.generation

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Read a part of the rectangle; see ``Engine.read``."""
        return self._board.read(self._corner[0] + row, self._corner[1] + column, height, width)


def require_board_ending(path: Path) -> None:
    """Raise OutputError unless ``path`` ends in one of BOARD_ENDINGS."""
    if path.suffix.lower() not in BOARD_ENDINGS:
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
    """Write a board to a file, whole or not at all.

    Args:
        path: ends in one of BOARD_ENDINGS.
        board: the board, which is read a band of rows at a time, except for pictures.
        colours: colours of the states, for pictures.
        zoom: pixels a cell, for pictures.
        advance: called after each of :func:`count_save_parts` bands.
        notes: what the pattern's file said of it in words; RLE and text formats have room for that.

    Raises:
        OutputError: the name has another ending, its format has no room for the board, or it cannot be written.
        BoardSizeError: a picture of that many cells does not fit into memory.
    """
    require_board_ending(path)
    ending = path.suffix.lower()
    if ending == ".rle":
        with atomic_write(path, "w") as text:
            for piece in rle_pieces(_strips(board, advance), board.rule, board.shape, board.generation, notes=notes):
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
