"""The layout of a board in machine words of 32 cells, in bands of rows. Nothing here needs OpenGL.

A *line* is a row of one plane: a halo word, the words of the row, and at least one more halo word. It has a multiple of
four words (a texel), so that words can also be read and counted four at a time. The lines of a row's planes are
adjacent. A *band* is a range of rows. It also stores HALO rows of its neighbours, above and below its own rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import spans

HALO = 16
"""Rows of a halo above and below a band: the largest number of generations of a pass."""
_SLACK = 8
"""Number of unused rows after a band. An unrolled loop may read them, but does not use their cells."""
CELLS_PER_WORD = 32
WORDS_PER_TEXEL = 4
"""Number of words in a texel. The census reads lines texel by texel: see shaders/lib/planes_texels.glsl."""
Words = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Layout:
    """How the words of a board are arranged in memory.

    Attributes:
        columns: cells of a row.
        planes: the number of planes.
        own_words: words of a row that an invocation writes; the memory of a row is a multiple of this number of words.
    """

    columns: int
    planes: int
    own_words: int

    @property
    def words(self) -> int:
        """The number of words for a row's cells."""
        return -(-self.columns // CELLS_PER_WORD)

    @property
    def invocations(self) -> int:
        """The number of invocations of a compute shader that compute a row, side by side."""
        return -(-self.words // self.own_words)

    @property
    def stride(self) -> int:
        """The number of words in a line, with halos, rounded up to whole texels."""
        return -(-(self.invocations * self.own_words + 2) // WORDS_PER_TEXEL) * WORDS_PER_TEXEL

    @property
    def row_bytes(self) -> int:
        """The bytes of a row with all its planes."""
        return self.planes * self.stride * 4

    def band_bytes(self, rows: int) -> int:
        """Return the bytes of a band of ``rows`` rows, with its halos."""
        return (rows + 2 * HALO + _SLACK) * self.row_bytes


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of rows from one band to the halo of another band.

    Attributes:
        source: number of the band to copy from.
        from_row: first row to copy, counted from the first row of ``source``.
        to_row: the row of the other band where the copy begins; row 0 is that band's first own row, and rows of the
            halo above it are negative.
        rows: number of rows to copy.
    """

    source: int
    from_row: int
    to_row: int
    rows: int


def cut_into_bands(rows: int, max_rows: int) -> list[tuple[int, int]]:
    """Divide ``rows`` rows into bands of ``max_rows`` rows; the last may be shorter. Return (start, rows) of each."""
    return [(start, min(max_rows, rows - start)) for start in range(0, rows, max_rows)]


def halo_copies(bands: list[tuple[int, int]], number: int, *, wrap: bool) -> list[Copy]:
    """Return the copies that fill the halos of band ``number``.

    If the adjacent bands have fewer rows than a halo, the missing rows come from further bands. ``wrap`` is True on a
    torus.
    """
    start, rows = bands[number]
    total = sum(height for _, height in bands)
    return [
        Copy(source, board_row - bands[source][0], to_row, count)
        for first, to_first in ((start - HALO, -HALO), (start + rows, rows))
        for board, patch in spans(first, HALO, total, wrap=wrap)
        for source, board_row, count in in_bands(bands, board.start, board.stop)
        for to_row in (to_first + patch.start + board_row - board.start,)
    ]


def in_bands(bands: list[tuple[int, int]], first: int, stop: int) -> Iterator[tuple[int, int, int]]:
    """Divide the board rows ``first`` to ``stop`` among bands: yield (band number, first board row, number of rows)."""
    for number, (start, rows) in enumerate(bands):
        low, high = max(first, start), min(stop, start + rows)
        if low < high:
            yield number, low, high - low


def word_mask(skip: int, width: int) -> Words:
    """Return words in which, after ``skip`` clear bits, the bits of ``width`` cells are set: shape (words,)."""
    bits = np.zeros(-(-(skip + width) // CELLS_PER_WORD) * CELLS_PER_WORD, bool)
    bits[skip : skip + width] = True
    return np.packbits(bits, bitorder="little").view("<u4").astype(np.uint32, copy=False)
