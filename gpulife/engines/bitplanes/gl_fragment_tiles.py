"""Keeps the list of those squares of a board in textures that are awake, and draws them alone.

Where a block and its surroundings, as far as a pass looks, are dead, or are as they were two passes ago, the next pass
would only write what its target already holds, as in :mod:`gpulife.engines.bitplanes.gl_active_tiles`. What lives
spreads by a cell a generation, as changes do: so until somebody looks at the board again
(:mod:`gpulife.engines.bitplanes.gl_fragment_look`) all sleeps that they cannot reach by then.

A square is four texels wide and four blocks high, and is drawn as a point.
"""

from collections.abc import Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.fragment_shape import CELLS_PER_TEXEL
from gpulife.engines.bitplanes.gl_fragment_bands import WORDS_PER_TEXEL, FragmentBand
from gpulife.engines.bitplanes.layout import Words
from gpulife.engines.bitplanes.resting_tiles import (
    ANYWHERE,
    EAST,
    LIFE,
    SQUARE,
    WEST,
    has_whole_tiles,
    squares_near,
)
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass, Sampled

LOOK_GENERATIONS = 32
"""Generations from one look to the next while much sleeps, at most 32: changes go that far meanwhile."""
RARE_LOOK_GENERATIONS = 512
"""Generations from one look to the next while most is awake: a look takes as long as a pass."""
MAX_AWAKE = 0.75
"""Largest share of awake squares for which these are computed alone, and looked at so often."""
_EVERYWHERE = np.uint8(ANYWHERE | WEST | EAST)
_MAX_SINCE = CELLS_PER_TEXEL - LOOK_GENERATIONS
"""The most generations from one look to the next: then a list can still be made of what was seen, a block farther."""


class FragmentTiles:
    """The squares of a board that are awake. All laws of the board share them.

    Args:
        device: the device, whose context is current whenever this is used.
        bands: the bands of the board, which is dead.
        columns: columns of the board.
        wrap: whether the board is a torus.

    Attributes:
        squares: a buffer of places of squares, (x, y) counted in squares of the board.
        awake_share: the share of squares that were awake at the last look.
        can_sleep: whether parts of the board may sleep: it is not small, and its bands have whole tiles.
        knows_life: whether it is known which blocks are dead, on both sides of their bands.
    """

    def __init__(self, device: GLDevice, bands: Sequence[FragmentBand], columns: int, *, wrap: bool) -> None:
        self._bands, self._wrap = bands, wrap
        self._shape = bands[-1].start + bands[-1].rows, columns
        self.squares = device.context.buffer(reserve=8, dynamic=True)
        self._above: NDArray[np.int64] | None = None  # listed squares above each row of squares, if not all are awake
        self._awake: NDArray[np.bool_] | None = None  # the squares that are listed
        self.awake_share = 1.0
        self.can_sleep = has_whole_tiles([band.rows for band in bands], columns)
        blocks = sum(band.blocks for band in bands), -(-columns // CELLS_PER_TEXEL)
        self._changes = np.zeros(blocks if self.can_sleep else (0, 0), np.uint8)  # at the last look, as bits
        self._life = np.zeros(self._changes.shape, np.bool_)
        self._painted = np.zeros(self._changes.shape, np.bool_)  # since the last look
        self._is_stale = False  # whether something was painted that is not in the list
        self._since, self._left = 0, 0  # generations since the last look, and for how many more the list is right
        self.knows_life = self.can_sleep

    def wake_all(self) -> None:
        """Wake everything: nobody knows what lives."""
        self._above, self.awake_share, self.knows_life = None, 1.0, False

    def life_share(self) -> float:
        """Return the share of the blocks that have life; 1 if nobody knows."""
        return float(self._life.mean()) if self.knows_life else 1.0

    def end_pass(self, generations: int) -> None:
        """Take note of a pass."""
        self._since += generations
        self._left -= generations

    def needs_look(self, generations: int) -> bool:
        """Tell whether the next pass of that many generations is the last for which the list is right."""
        is_ending = self._left < 2 * generations or self._since + 2 * generations > _MAX_SINCE
        return self._above is not None and is_ending

    def paint(self, band: FragmentBand, row: int, texel: int, words: Words) -> bool:
        """Take note of words that were written to a band, at a row and a texel of it; shape (rows, planes, words).

        Returns:
            True if cells live there, or may have lived there.
        """
        height, size = words.shape[0], band.block_rows
        top, end = row // size, -(-(row + height) // size)
        lines = np.bitwise_or.reduceat(words[:, 0], [max(0, line * size - row) for line in range(top, end)], axis=0)
        lives = lines.reshape(end - top, -1, WORDS_PER_TEXEL).any(axis=2)
        first = band.start // size + top
        place = slice(first, first + end - top), slice(texel, texel + lives.shape[1])
        self._life[place] |= lives
        touched = self._life[place]
        self._changes[place][touched] = _EVERYWHERE
        self._painted[place] |= touched
        has_life = bool(touched.any())
        self._is_stale |= has_life
        return has_life

    def draw(
        self,
        own: FullScreenPass,
        target: moderngl.Framebuffer,
        textures: Sequence[Sampled],
        place: tuple[int, int, int],
        above: int = 0,
    ) -> None:
        """Run a shader over what is awake of some blocks.

        Args:
            own: the shader's pass, which takes the squares.
            target: where it draws.
            textures: in the order of its samplers.
            place: the number of a band, and its blocks, from the first to that after the last.
            above: how many of the band's blocks lie above the target.
        """
        number, first, stop = place
        start = self._bands[number].start // self._bands[number].block_rows
        squares = self._within(place)
        own.set(whole=squares is None)
        if squares is not None:
            own.set(above=start + above, size=target.size)
        if squares is None or squares:
            own.draw(target, textures, (0, first - above, target.width, stop - first), points=squares)

    def is_awake(self, place: tuple[int, int, int]) -> bool:
        """Tell whether anything is awake of some blocks of a band: see :meth:`draw`."""
        return self._within(place) != range(0)

    def _within(self, place: tuple[int, int, int]) -> range | None:
        """Return which squares have what is awake of some blocks; None if all is."""
        if self._above is None:
            return None
        number, first, stop = place
        start = self._bands[number].start // self._bands[number].block_rows
        low, high = self._above[[(start + first) // SQUARE, -(-(start + stop) // SQUARE)]]
        return range(low, high)

    def look(self, flags: NDArray[np.uint8], generations: int, *, by_life: bool) -> None:
        """Let everything sleep that cannot be reached until the next look, if that is much.

        Args:
            flags: where each block has changed, and whether it lives, as bits; shape (rows of blocks, blocks across).
            generations: those of the pass that was looked at; what it was made of lives no farther away than that.
            by_life: whether all that lives counts as changed, and all that was painted since the last look.
        """
        lives = (flags & LIFE) > 0
        if self._awake is not None and self._above is not None:
            rows, across = flags.shape
            seen = self._awake.repeat(SQUARE, axis=0).repeat(SQUARE, axis=1)[:rows, :across]
            lives |= self._life & ~seen
        # Of what was painted nobody has seen what it leaves in the buffer that is written next.
        self._life, self._since, self.knows_life = lives | self._painted, generations, True
        self._painted[:] = False
        if by_life:
            self.settle_by_life()
            return
        self._changes, self._is_stale, self._left = flags & _EVERYWHERE, False, LOOK_GENERATIONS
        self._settle(self._changes, LOOK_GENERATIONS)

    def settle_by_life(self) -> None:
        """Let everything sleep that life cannot reach until the next look: it is known where that is."""
        self._changes, self._is_stale, self._left = self._life * _EVERYWHERE, False, LOOK_GENERATIONS
        self._settle(self._changes, self._since + self._left)

    def settle_painted(self, generations: int) -> None:
        """Let nothing sleep that was painted since the last look, or lies near it, for two passes more at least."""
        if self._is_stale and self._above is not None:
            self._is_stale, self._left = False, max(self._left, 2 * generations)
            self._settle((self._changes > 0) * _EVERYWHERE, self._since + self._left)

    def _settle(self, changes: NDArray[np.uint8], reach: int) -> None:
        awake = squares_near(changes, self._shape, self._bands[0].block_rows, reach, wrap=self._wrap)
        self._awake = awake
        self.awake_share = float(awake.mean())
        self._above = None
        if self.awake_share > MAX_AWAKE:
            self.knows_life = False
            return
        rows, columns = np.nonzero(awake)
        self._above = np.searchsorted(rows, np.arange(len(awake) + 1))
        places = np.stack([columns, rows], axis=1).astype(np.float32)
        self.squares.orphan(max(places.nbytes, 8))
        self.squares.write(places)

    def release(self) -> None:
        """Release the list."""
        self.squares.release()
