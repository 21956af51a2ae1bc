"""Looks at what a pass changes of a board in textures, so that the rest can sleep.

What the targets of the pass hold is the board two passes ago. It is kept, strip by strip, and compared with what the
pass computes; a byte for each block is read back.
"""

from collections.abc import Iterator, Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.bitplanes.gl_fragment_bands import FragmentBand, open_texture
from gpulife.engines.bitplanes.gl_fragment_tiles import FragmentTiles
from gpulife.engines.bitplanes.resting_tiles import ANYWHERE, EAST, LIFE, TILE_ROWS, WEST
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass, clear_framebuffer, release_framebuffer, textures_of
from gpulife.engines.gl.gl_squares import draws_squares
from gpulife.errors import EngineError


def copied_source(textures: int) -> tuple[str, list[str]]:
    """Return the shader that copies a strip of that many textures, and the names of its samplers."""
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
    """Return the shader that tells where a block differs from its copy, and whether anything lives in either."""
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
"""Limit on what is kept of a board, unless an eighth of it is more."""


class FragmentLook:
    """What looks at passes over a board, with the copy of a strip.

    Args:
        device: the device, whose context is current whenever this is used.
        bands: the bands of the board; all but the last have whole tiles.
        tiles: the list of what the passes compute.

    Raises:
        EngineError: there is no memory for it, or the driver draws no squares.
    """

    def __init__(self, device: GLDevice, bands: Sequence[FragmentBand], tiles: FragmentTiles) -> None:
        self._bands, self._tiles = bands, tiles
        width, blocks, count = bands[0].pair[0].width, bands[0].blocks, len(bands[0].textures)
        wanted = max(blocks // 8, min(KEPT_BYTES // (width * 16 * count), blocks))
        unit = TILE_ROWS // bands[0].block_rows
        self._height = max(-(-wanted // unit), 1) * unit
        if not draws_squares(device):
            raise EngineError(f"{device.renderer} draws points that are no squares")
        self._copied, self._changed = (
            FullScreenPass(device.context, device.fragment_text(text), samplers, tiles.squares)
            for text, samplers in (copied_source(count), changed_source(count))
        )
        self._kept = device.context.framebuffer([open_texture(device, width, self._height) for _ in range(count)])
        self._flags = device.context.framebuffer([device.context.texture((width, blocks), 1)])
        device.require_no_error("allocating textures")

    def begin(self) -> None:
        """Forget what has changed."""
        clear_framebuffer(self._flags)

    def strips(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the blocks (first, stop) of each strip of a band, one of which is kept at a time."""
        blocks = self._bands[number].blocks
        yield from ((first, min(first + self._height, blocks)) for first in range(0, blocks, self._height))

    def keep(self, number: int, first: int, stop: int) -> None:
        """Keep what the targets of the pass still hold of a strip."""
        self._copied.set(shift=first)
        self._tiles.draw(self._copied, self._kept, self._targets(number), (number, first, stop), above=first)

    def compare(self, number: int, first: int, stop: int) -> None:
        """Compare what is kept of a strip with what the targets hold now."""
        self._changed.set(shift=first)
        textures = [*self._targets(number), *textures_of(self._kept)]
        self._tiles.draw(self._changed, self._flags, textures, (number, first, stop))

    def read(self, number: int) -> NDArray[np.uint8]:
        """Return where each block of a band has changed, as bits; shape (rows of blocks, blocks across)."""
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
