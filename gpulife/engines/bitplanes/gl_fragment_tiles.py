"""Keeps the list of those squares of a board in textures that are awake, and draws them alone.

Where a block and its surroundings, as far as a pass looks, are as they were two passes ago, the next pass would only
write what its target already holds, as in :mod:`gpulife.engines.bitplanes.gl_active_tiles`. Changes spread by a cell a
generation: so until somebody looks at the changes again (:mod:`gpulife.engines.bitplanes.gl_fragment_look`) all sleeps
that they cannot reach by then.

A square is four texels wide and four blocks high, and is drawn as a point.
"""

from collections.abc import Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.gl_fragment_bands import FragmentBand
from gpulife.engines.bitplanes.resting_tiles import SQUARE, squares_near
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass, Sampled

LOOK_GENERATIONS = 32
"""Generations from one look to the next while much sleeps, at most 32: changes go that far meanwhile."""
RARE_LOOK_GENERATIONS = 512
"""Generations from one look to the next while most is awake: a look takes as long as a pass."""
MAX_AWAKE = 0.75
"""Largest share of awake squares for which these are computed alone, and looked at so often."""


class FragmentTiles:
    """The squares of a board that are awake.

    Args:
        device: the device, whose context is current whenever this is used.
        bands: the bands of the board.
        columns: columns of the board.
        wrap: whether the board is a torus.

    Attributes:
        squares: a buffer of places of squares, (x, y) counted in squares of the board.
        awake_share: the share of squares that were awake at the last look.
    """

    def __init__(self, device: GLDevice, bands: Sequence[FragmentBand], columns: int, *, wrap: bool) -> None:
        self._bands, self._wrap = bands, wrap
        self._shape = bands[-1].start + bands[-1].rows, columns
        self.squares = device.context.buffer(reserve=8, dynamic=True)
        self._above: NDArray[np.int64] | None = None  # listed squares above each row of squares, if not all are awake
        self.awake_share = 1.0

    def wake_all(self) -> None:
        """Wake everything: the textures no longer hold two generations of one universe that are a pass apart."""
        self._above, self.awake_share = None, 1.0

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

    def settle(self, changes: NDArray[np.uint8]) -> None:
        """Let everything sleep that changes cannot reach until the next look, if that is much.

        Args:
            changes: where each block has changed, as bits; shape (rows of blocks, blocks across).
        """
        awake = squares_near(changes, self._shape, self._bands[0].block_rows, LOOK_GENERATIONS, wrap=self._wrap)
        self.awake_share = float(awake.mean())
        self._above = None
        if self.awake_share <= MAX_AWAKE:
            rows, columns = np.nonzero(awake)
            self._above = np.searchsorted(rows, np.arange(len(awake) + 1))
            places = np.stack([columns, rows], axis=1).astype(np.float32)
            self.squares.orphan(max(places.nbytes, 8))
            self.squares.write(places)

    def release(self) -> None:
        """Release the list."""
        self.squares.release()
