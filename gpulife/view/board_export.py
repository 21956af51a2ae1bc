"""Writes boards to files, by the ending of the name, for ``gpulife run -o`` and the window's "save"."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from gpulife.errors import OutputError
from gpulife.patterns.board_sizes import require_memory_for_cells
from gpulife.patterns.formats.npz.bands import Header, header_for, write_bands
from gpulife.patterns.formats.rle.writer import rle_pieces
from gpulife.patterns.formats.text.writing import TEXT_ENDINGS, require_text_board, text_board
from gpulife.patterns.notes import NO_NOTES, Notes
from gpulife.rules import Cells, Rule
from gpulife.storage.atomic_io import atomic_write
from gpulife.view.palettes import Colours
from gpulife.view.picture import save_png

BOARD_ENDINGS = (".rle", ".png", ".npz", *TEXT_ENDINGS)
PICTURE_BYTES_PER_CELL = 4
"""Main memory for making a picture, beside a byte a pixel. All other files are written a few bands at a time."""


class Saveable(Protocol):
    """The part of an engine that is needed to save its board."""

    @property
    def rule(self) -> Rule:
        """The law."""

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""

    @property
    def generation(self) -> int:
        """The number of the cells' generation."""

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """See ``Engine.read``."""


class BoardPart:
    """A rectangle of a board, to be saved as a pattern without a board of its own.

    Attributes:
        rule: law of the board.
        shape: (rows, columns) of the rectangle.
        generation: generation of its cells.
    """

    def __init__(self, engine: Saveable, area: tuple[int, int, int, int]) -> None:
        self._engine = engine
        self._corner, self.shape = area[:2], area[2:]
        self.rule = replace(engine.rule, size=None)
        self.generation = engine.generation

    def read(self, row: int, column: int, height: int, width: int) -> Cells:
        """Read a part of the rectangle; see ``Engine.read``."""
        return self._engine.read(self._corner[0] + row, self._corner[1] + column, height, width)


def require_board_ending(path: Path) -> None:
    """Raise OutputError unless ``path`` ends in one of BOARD_ENDINGS."""
    if path.suffix.lower() not in BOARD_ENDINGS:
        raise OutputError(f"cannot write {path}: its name should end with {', '.join(BOARD_ENDINGS)}")


def count_save_parts(engine: Saveable) -> int:
    """Return how often :func:`save_board` calls ``advance``."""
    return _header(engine).bands


def save_board(
    path: Path,
    engine: Saveable,
    colours: Colours,
    zoom: int = 1,
    advance: Callable[[], None] = lambda: None,
    notes: Notes = NO_NOTES,
) -> None:
    """Write a board to a file, whole or not at all.

    Args:
        path: ends in one of BOARD_ENDINGS.
        engine: holds the board, which is read a band of rows at a time, except for pictures.
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
            for piece in rle_pieces(
                _strips(engine, advance), engine.rule, engine.shape, engine.generation, notes=notes
            ):
                text.write(piece)
        return
    if ending in TEXT_ENDINGS:
        require_text_board(path, engine.rule, engine.shape)
        content = text_board(path, engine.read(0, 0, *engine.shape), engine.rule, notes)
        with atomic_write(path, "w") as text:
            text.write(content)
        return
    if ending == ".png":
        require_memory_for_cells(engine.shape, PICTURE_BYTES_PER_CELL + zoom**2)
    with atomic_write(path, "wb") as file:
        if ending == ".npz":
            columns = engine.shape[1]
            write_bands(file.write, _header(engine), lambda row, rows: engine.read(row, 0, rows, columns), advance)
        else:
            save_png(file, engine.read(0, 0, *engine.shape), colours, zoom)


def _header(engine: Saveable) -> Header:
    return header_for(engine.rule, engine.shape, engine.generation, engine.rule.live_states)


def _strips(engine: Saveable, advance: Callable[[], None]) -> Iterator[Cells]:
    header = _header(engine)
    for number in range(header.bands):
        row, rows = header.rows_of(number)
        yield engine.read(row, 0, rows, engine.shape[1])
        advance()
