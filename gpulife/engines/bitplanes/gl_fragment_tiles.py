"""Keeps the list of awake squares of a board in textures, draws only these squares, and finds changes.

A block need not be computed if all that a pass reads for it is dead, or is the same as two passes ago: the target
already holds the result (see :mod:`gpulife.engines.bitplanes.gl_active_tiles`). Life and changes spread by a cell each
generation. Now and then a *look* (:class:`FragmentLook`) compares a pass's output with the board two passes ago.
Squares that neither life nor changes can reach before the next look sleep until then.

A square is four texels wide and four blocks high, and is drawn as a point.
"""

from collections.abc import Iterator, Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.fragment_source import CELLS_PER_TEXEL
from gpulife.engines.bitplanes.gl_active_tiles import TILE_ROWS, has_whole_tiles
from gpulife.engines.bitplanes.gl_fragment_bands import WORDS_PER_TEXEL, FragmentBand, open_texture
from gpulife.engines.bitplanes.layout import Words
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_drawing_probe import draws_squares
from gpulife.engines.gl.gl_pass import FullScreenPass, Sampled, clear_framebuffer, release_framebuffer, textures_of
from gpulife.errors import EngineError

SQUARE = 4
"""Number of blocks along each side of a square. llvmpipe computes 4 x 4 fragments at once."""
ANYWHERE, WEST, EAST = 1, 2, 4
"""Bits that say where a block has changed: anywhere, in its first 32 columns, and in its last 32 columns."""
LIFE = 8
"""Bit that marks a block with live cells in one of the two compared generations."""
LOOK_GENERATIONS = 32
"""Generations between two searches for changes (looks) while many squares sleep.

At most 32, since a search finds only how changes can spread over the next 32 cells.
"""
RARE_LOOK_GENERATIONS = 512
"""Generations between two searches for changes (looks) while most squares are awake.

Searches are then rare, since each takes as long as a pass.
"""
MAX_AWAKE = 0.75
"""If at most this share of squares is awake, 0 to 1, passes draw only these and often search for changes."""
_EVERYWHERE = np.uint8(ANYWHERE | WEST | EAST)
_MAX_SINCE = CELLS_PER_TEXEL - LOOK_GENERATIONS
"""Maximum number of generations between two searches for changes. In this time life spreads by less than a block."""


def squares_near(
    changes: NDArray[np.uint8], shape: tuple[int, int], block_rows: int, reach: int, *, wrap: bool
) -> NDArray[np.bool_]:
    """Return True for each square (4 x 4 blocks) into which changes can spread.

    Args:
        changes: bits that say where each block of 128 columns has changed (see ANYWHERE); shape (rows of blocks, blocks
            across).
        shape: (rows, columns) of the board.
        block_rows: rows of a block; the last block may have fewer.
        reach: how many rows changes can spread up and down: at most 32, or 128 if all bits of the changed blocks are
            set. To the side, changes spread only from the 32 columns beside the next block.
        wrap: True if the board is a torus.

    Returns:
        Shape (rows of squares, squares across), bool, including partial squares at the board's edges.
    """
    far = -(-reach // block_rows) + (shape[0] % block_rows > 0)
    is_partial = shape[1] % CELLS_PER_TEXEL > 0
    rows, across = changes.shape
    above = np.flatnonzero(changes.any(axis=1))  # most sleeping boards have few rows with changes
    changes = changes[above]
    if is_partial:  # then the last two blocks of a row count as one
        changes[changes[:, -2:].any(axis=1), -2:] = ANYWHERE | WEST | EAST
    near = changes > 0
    near[:, :-1] |= (changes[:, 1:] & WEST) > 0
    near[:, 1:] |= (changes[:, :-1] & EAST) > 0
    if wrap:
        near[:, -1] |= (changes[:, 0] & WEST) > 0
        near[:, 0] |= (changes[:, -1] & EAST) > 0
    if is_partial:
        near[:, -2:] |= near[:, -2:].any(axis=1, keepdims=True)
    reached = np.zeros((rows + -rows % SQUARE, across + -across % SQUARE), np.bool_)
    touched = np.zeros(len(reached) // SQUARE, np.bool_)  # rows of squares
    for step in range(-far, far + 1):
        to = (above + step) % rows if wrap else above + step
        inside = (to >= 0) & (to < rows)
        reached[to[inside], :across] |= near[inside]
        touched[to[inside] // SQUARE] = True
    squares = reached.reshape(len(touched), SQUARE, -1, SQUARE)
    awake = np.zeros((len(touched), squares.shape[2]), np.bool_)
    awake[touched] = squares[touched].any(axis=(1, 3))
    return awake


class FragmentTiles:
    """The list of a board's awake squares, which passes must compute; shared by all rules that step the board.

    Args:
        device: the device; its context must be current in every call.
        bands: the bands of the board, without live cells.
        columns: columns of the board.
        wrap: True if the board is a torus.

    Attributes:
        squares: a buffer with the positions of the awake squares: (x, y), counted in squares.
        awake_share: the share of squares that were awake at the last search for changes, 0 to 1.
        can_sleep: True if parts of the board may sleep: the board is not small, and its bands consist of whole tiles.
        knows_life: True if it is known which blocks are dead in both generations in memory.
    """

    def __init__(self, device: GLDevice, bands: Sequence[FragmentBand], columns: int, *, wrap: bool) -> None:
        self._bands, self._wrap = bands, wrap
        self._shape = bands[-1].start + bands[-1].rows, columns
        self.squares = device.context.buffer(reserve=8, dynamic=True)
        self._above: NDArray[np.int64] | None = None  # listed squares above each row of squares; None: all are awake
        self._awake: NDArray[np.bool_] | None = None  # the listed squares
        self.awake_share = 1.0
        self.can_sleep = has_whole_tiles([band.rows for band in bands], columns)
        blocks = sum(band.blocks for band in bands), -(-columns // CELLS_PER_TEXEL)
        self._changes = np.zeros(blocks if self.can_sleep else (0, 0), np.uint8)  # at the last look, as bits
        self._life = np.zeros(self._changes.shape, np.bool_)
        self._painted = np.zeros(self._changes.shape, np.bool_)  # since the last look
        self._is_stale = False  # True if painted squares are missing in the list
        self._since, self._left = 0, 0  # generations since the last look, and until the list expires
        self.knows_life = self.can_sleep

    def wake_all(self) -> None:
        """Wake all squares, so that passes compute them again, and forget which blocks have life."""
        self._above, self.awake_share, self.knows_life = None, 1.0, False

    def life_share(self) -> float:
        """Return the share of blocks that have live cells, 0 to 1; 1 if it is unknown."""
        return float(self._life.mean()) if self.knows_life else 1.0

    def end_pass(self, generations: int) -> None:
        """Record that a pass of ``generations`` generations was computed."""
        self._since += generations
        self._left -= generations

    def needs_look(self, generations: int) -> bool:
        """Return True if a search for changes is due in the next pass, which computes ``generations`` generations."""
        is_ending = self._left < 2 * generations or self._since + 2 * generations > _MAX_SINCE
        return self._above is not None and is_ending

    def paint(self, band: FragmentBand, row: int, texel: int, words: Words) -> bool:
        """Record that ``words``, shape (rows, planes, words), were written to a band at (row, texel).

        Returns:
            True if cells live there, or may have lived there.
        """
        height, size = words.shape[0], band.block_rows
        top, end = row // size, -(-(row + height) // size)
        lines = np.bitwise_or.reduceat(
            band.codes.alive(words), [max(0, line * size - row) for line in range(top, end)], axis=0
        )
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
        """Run a shader over the awake squares in some blocks of a band.

        Args:
            own: the shader. It must have been opened with the buffer ``squares``.
            target: the framebuffer.
            textures: the textures to read, in the order of the samplers.
            place: where to draw: (number of the band, first row of blocks, row of blocks after the last).
            above: how many of the band's rows of blocks lie above the target's first row.
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
        """Return True if any square in ``place`` (rows of blocks of a band, as in :meth:`draw`) is awake."""
        return self._within(place) != range(0)

    def _within(self, place: tuple[int, int, int]) -> range | None:
        """Return the indices in ``squares`` of the squares in ``place``, given as in :meth:`draw`.

        None means that all squares are awake.
        """
        if self._above is None:
            return None
        number, first, stop = place
        start = self._bands[number].start // self._bands[number].block_rows
        low, high = self._above[[(start + first) // SQUARE, -(-(start + stop) // SQUARE)]]
        return range(low, high)

    def look(self, flags: NDArray[np.uint8], generations: int, *, by_life: bool) -> None:
        """Update the list of awake squares after a search for changes.

        Squares that no change can reach before the next search fall asleep.

        Args:
            flags: bits that say where each block has changed and whether it has life; shape (rows of blocks, blocks
                across).
            generations: the number of generations of the compared pass. Before that pass, all live cells were at most
                this many cells away from the blocks with life.
            by_life: True to treat all blocks with life, and all blocks painted since the last search, as changed.
        """
        lives = (flags & LIFE) > 0
        if self._awake is not None and self._above is not None:
            rows, across = flags.shape
            seen = self._awake.repeat(SQUARE, axis=0).repeat(SQUARE, axis=1)[:rows, :across]
            lives |= self._life & ~seen
        # The buffer to be written next may still hold painted cells that no look has seen.
        self._life, self._since, self.knows_life = lives | self._painted, generations, True
        self._painted[:] = False
        if by_life:
            self.settle_by_life()
            return
        self._changes, self._is_stale, self._left = flags & _EVERYWHERE, False, LOOK_GENERATIONS
        self._settle(self._changes, LOOK_GENERATIONS)

    def settle_by_life(self) -> None:
        """Put to sleep all squares that live cells cannot reach before the next search for changes.

        ``knows_life`` must be True.
        """
        self._changes, self._is_stale, self._left = self._life * _EVERYWHERE, False, LOOK_GENERATIONS
        self._settle(self._changes, self._since + self._left)

    def settle_painted(self, generations: int) -> None:
        """Keep painted squares and squares near them awake for at least two passes of ``generations`` generations."""
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
        """Release the buffer with the list of awake squares."""
        self.squares.release()


# Finds what a pass changes on a board in textures, so that all else can sleep. The targets of the pass hold the
# board two passes ago. It is copied strip by strip and compared with the pass's output; a byte for each block is read
# back.


def copied_source(textures: int) -> tuple[str, list[str]]:
    """Return a shader that copies a strip of a band that has ``textures`` textures; also its samplers' names."""
    names = [f"before{number}" for number in range(textures)]
    outputs = "\n".join(f"layout(location = {number}) out uvec4 kept{number};" for number in range(textures))
    copies = "\n".join(f"    kept{number} = texelFetch({name}, at, 0);" for number, name in enumerate(names))
    return (
        f"""\
#version 330 core
uniform usampler2D {", ".join(names)};
uniform int shift; // blocks above the strip
{outputs}
void main()
{{
    ivec2 at = ivec2(gl_FragCoord.xy) + ivec2(0, shift);
{copies}
}}
""",
        names,
    )


def changed_source(textures: int) -> tuple[str, list[str]]:
    """Return the shader that compares blocks with their copies and finds changes and life, and its samplers' names."""
    now, kept = ([f"{name}{number}" for number in range(textures)] for name in ("now", "kept"))
    fetched = "\n".join(
        f"""\
    here = texelFetch({name}, at, 0);
    changed |= here ^ texelFetch({copy}, in_copy, 0);
    alive |= here;"""
        for name, copy in zip(now, kept, strict=True)
    )
    return (
        f"""\
#version 330 core
uniform usampler2D {", ".join(now + kept)};
uniform int shift; // blocks above the strip
out float changes; // bits
void main()
{{
    ivec2 at = ivec2(gl_FragCoord.xy), in_copy = at - ivec2(0, shift);
    uvec4 here, changed = uvec4(0u), alive = uvec4(0u);
{fetched}
    int bits = int(any(notEqual(changed, uvec4(0u)))) * {ANYWHERE};
    bits |= int(any(notEqual(alive | changed, uvec4(0u)))) * {LIFE};
    changes = float(bits | int(changed.x != 0u) * {WEST} | int(changed.w != 0u) * {EAST}) / 255.0;
}}
""",
        now + kept,
    )


KEPT_BYTES = 1 << 24
"""Size in bytes of the strips in which a board is copied and compared; an eighth of the board if that is more."""


class FragmentLook:
    """Compares a pass's output with the board two passes ago, a strip (some rows of blocks of a band) at a time.

    Args:
        device: the device; its context must be current in every call.
        bands: the bands of the board; all but the last consist of whole tiles.
        tiles: the board's awake squares.

    Raises:
        EngineError: memory for copies of the strips runs out, or the driver does not draw points as squares.
    """

    def __init__(self, device: GLDevice, bands: Sequence[FragmentBand], tiles: FragmentTiles) -> None:
        self._bands, self._tiles = bands, tiles
        width, blocks, count = bands[0].pair[0].width, bands[0].blocks, len(bands[0].textures)
        wanted = max(blocks // 8, min(KEPT_BYTES // (width * 16 * count), blocks))
        unit = TILE_ROWS // bands[0].block_rows
        self._height = max(-(-wanted // unit), 1) * unit
        if not draws_squares(device):
            raise EngineError(f"{device.renderer} does not draw points as squares")
        self._copied, self._changed = (
            FullScreenPass(device.context, device.fragment_text(text), samplers, tiles.squares)
            for text, samplers in (copied_source(count), changed_source(count))
        )
        self._kept = device.context.framebuffer([open_texture(device, width, self._height) for _ in range(count)])
        self._flags = device.context.framebuffer([device.context.texture((width, blocks), 1)])
        device.require_no_error("allocating textures")

    def begin(self) -> None:
        """Clear the recorded changes."""
        clear_framebuffer(self._flags)

    def strips(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the strips of band ``number``, as (first row of blocks, row of blocks after the last)."""
        blocks = self._bands[number].blocks
        yield from ((first, min(first + self._height, blocks)) for first in range(0, blocks, self._height))

    def keep(self, number: int, first: int, stop: int) -> None:
        """Save the state that a strip had two passes ago, before the next pass overwrites it.

        The strip is band ``number``'s rows of blocks from ``first`` up to, but not including, ``stop``.
        """
        self._copied.set(shift=first)
        self._tiles.draw(self._copied, self._kept, self._targets(number), (number, first, stop), above=first)

    def compare(self, number: int, first: int, stop: int) -> None:
        """Compare the state of a strip saved by :meth:`keep` with what the pass has written over it.

        The strip is given as in :meth:`keep`.
        """
        self._changed.set(shift=first)
        textures = [*self._targets(number), *textures_of(self._kept)]
        self._tiles.draw(self._changed, self._flags, textures, (number, first, stop))

    def read(self, number: int) -> NDArray[np.uint8]:
        """Return bits that say where each block of band ``number`` has changed.

        Shape (rows of blocks, blocks across). For the bits see ANYWHERE and LIFE.
        """
        size = self._flags.width, self._bands[number].blocks
        data = self._flags.read(viewport=(0, 0, *size), components=1, alignment=1)
        return np.frombuffer(data, np.uint8).reshape(size[::-1])

    def release(self) -> None:
        """Release the passes and the textures."""
        for each in (self._copied, self._changed):
            each.release()
        for target in (self._kept, self._flags):
            release_framebuffer(target)

    def _targets(self, number: int) -> list[moderngl.Texture]:
        band = self._bands[number]
        return textures_of(band.pair[1 - band.side])
