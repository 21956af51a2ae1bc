"""Cell sources for engines that store cells as bit planes.

When zoomed in, the planes are unpacked to single cells. When zoomed out, live cells are counted 32 (a machine word) at
a time.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import moderngl

from gpulife.engines.bitplanes.fragment_source import texture_reading
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine, texels_in_turn
from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.bitplanes.layout import CELLS_PER_WORD, HALO, WORDS_PER_TEXEL
from gpulife.engines.bitplanes.plane_codes import MAX_MASKS, in_rounds
from gpulife.engines.cells.gl_bands import CELLS_PER_TEXEL
from gpulife.engines.gl.gl_buffer_texture import BufferTexture
from gpulife.engines.gl.gl_engine import BandedEngine
from gpulife.engines.gl.gl_pass import Blend, ComputePass, Sampled, UniformValue
from gpulife.rules import Rule
from gpulife.view.gl_band_source import BandSource
from gpulife.view.gl_cell_source import SquareCounts
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_visible_region import Piece

_Engine = TypeVar("_Engine", bound=BandedEngine[Any])

_TALLIED = {1: (4, 8, 16, 32), 2: (4, 8, 16, 32), 3: (8, 16, 32), 4: (8, 16, 32)}
"""The sides, in cells, of squares that can be counted a word at a time, keyed by the number of groups of states.

32 also stands for all larger sides.
"""
_MAX_LIT = 16
"""Maximum number of groups of states whose light is added up. If there are more states, some share a group."""
_MAX_PACKED = 1024
"""Maximum side, in cells, of a square for which 16 bits can hold the count of 32 columns."""
_GROUP = 32 * WORDS_PER_TEXEL
"""Number of words that a workgroup counts, as in view_planes_tally.comp."""


def lit_groups(rule: Rule) -> list[list[range]]:
    """Divide the live states into groups whose cells are counted together.

    Each state has a group of its own. If there are too many states, the later states (or ages) share groups.

    Returns:
        The groups, divided into rounds of at most MAX_MASKS groups. All groups of a round are counted at once.
    """
    last = rule.live_states
    first, most = (2, MAX_MASKS) if rule.family.has_ages else (1, _MAX_LIT)
    if last <= most:
        return in_rounds([range(state, state + 1) for state in range(1, last + 1)])
    alone = [range(state, state + 1) for state in range(1, first)]
    bins = most - len(alone)
    ends = [first + (last + 1 - first) * number // bins for number in range(bins + 1)]
    return in_rounds(alone + [range(start, stop) for start, stop in pairwise(ends)])


class _Memory(NamedTuple):
    """The parameters, textures and uniforms with which a shader reads the bit planes of a band."""

    ending: str
    """The end of the names of shaders that read this kind of memory."""
    parameters: dict[str, int | str]
    textures: dict[str, Sampled]
    uniforms: dict[str, UniformValue]


@dataclass(frozen=True, slots=True)
class _Tallying:
    """What to count: a piece of a map, and the words (32 cells each) with the cells of its squares.

    Attributes:
        piece: the piece.
        block: side of a square, in cells.
        word: the first word to count in each row of the band; -1 is the word left of the band.
        words: number of words to count in each row.
    """

    piece: Piece
    block: int
    word: int
    words: int

    @property
    def size(self) -> tuple[int, int]:
        """How much is counted: (number of words, number of rows of squares)."""
        return self.words, self.piece.region[3]

    @property
    def side(self) -> int:
        """Number of columns of cells that are counted together: the side of a square, but at most 32 (a word)."""
        return min(self.block, CELLS_PER_WORD)

    @property
    def is_packed(self) -> bool:
        """True if counts are so small that two of them fit into a 32-bit number."""
        return self.block <= _MAX_PACKED

    @property
    def counting(self) -> dict[str, UniformValue]:
        """The uniforms of the counting shader."""
        piece = self.piece
        first = self.word, piece.region[1] * self.block + piece.shift[1]
        return {"limits": piece.limits, "first": first, "block": self.block, "words": self.words}

    @property
    def colouring(self) -> dict[str, UniformValue]:
        """The uniforms of the shader that colours the squares."""
        first = self.word * CELLS_PER_WORD - self.piece.shift[0], self.piece.region[1]
        return {"first": first, "block": self.block, "words": self.words}


class _PlanesSource(BandSource[_Engine]):
    """Base of the cell sources for engines that store cells as bit planes."""

    def __init__(self, resources: ViewResources, engine: _Engine) -> None:
        super().__init__(resources, engine)
        self._unpacked = resources.target("u4")
        self._codes = engine.bands[0].codes
        self._rounds = lit_groups(engine.rule)
        self._tallied: tuple[_Tallying, int, int, int] | None = None

    @property
    def _states(self) -> int | None:
        """Number of live states; None if counting them takes several rounds, or if states share a group."""
        groups = self._rounds[0]
        return (
            len(groups)
            if groups[-1] == range(self._engine.rule.live_states, self._engine.rule.live_states + 1)
            and len(self._rounds) == 1
            else None
        )

    def cells(self, piece: Piece) -> tuple[moderngl.Texture, Piece]:
        """Return a texture that has the cells of ``piece``, and ``piece`` converted to the texture's coordinates.

        The next call overwrites the texture.
        """
        left, top, right, bottom = piece.limits
        word = left // CELLS_PER_WORD
        base = word * CELLS_PER_WORD
        size = -(-(right - base) // CELLS_PER_TEXEL), bottom - top
        with self._memory(piece) as memory:
            self._resources.draw(
                self._unpacked.sized(size),
                f"view_planes_cells{memory.ending}.frag",
                {**memory.parameters, "STATES": self._codes.state_text},
                memory.textures,
                memory.uniforms | {"first": (word, top)},
                (0, 0, *size),
            )
        column, row = piece.shift
        return self._unpacked.texture, replace(
            piece, shift=(column - base, row - top), limits=(left - base, 0, right - base, bottom - top)
        )

    def _add_light(
        self, target: moderngl.Framebuffer, palette: moderngl.Texture, piece: Piece, block: int, blend: Blend
    ) -> None:
        """Add the light of each square's cells to the square's texel in ``target``, a word (32 cells) at a time."""
        # Squares of at least 4 cells a side are counted first, and coloured afterwards. The counts are kept until the
        # cells or the view change.
        for number, groups in enumerate(self._rounds):
            has_several = any(len(group) > 1 for group in groups)
            colours: dict[str, int | str] = {"FIRST": groups[0][0], "AGES": int(has_several)}
            ends = [group[-1] for group in groups]
            uniforms: dict[str, UniformValue] = {}
            if has_several:
                uniforms["ends"] = tuple(ends + ends[-1:] * (MAX_MASKS - len(ends)))
            with self._memory(piece) as memory:
                tallying = self._count(memory, piece, block, number)
                if tallying is None:
                    self._resources.draw(
                        target,
                        f"view_planes_density{memory.ending}.frag",
                        {**memory.parameters, **self._codes.reading(groups, "uint"), **colours},
                        memory.textures | {"palette": palette},
                        memory.uniforms | uniforms | {"limits": piece.limits, "block": block, "shift": piece.shift},
                        piece.region,
                        blend,
                    )
            if tallying is not None:
                with self._tallies() as tallies:
                    self._resources.draw(
                        target,
                        f"view_planes_tallied{memory.ending}.frag",
                        {"COUNTS": len(groups), "SIDE": tallying.side, **colours, **self._format(tallying)},
                        {"counts": tallies, "palette": palette},
                        tallying.colouring | uniforms,
                        piece.region,
                        blend,
                    )
            blend = Blend.ADD

    def _count(self, memory: _Memory, piece: Piece, block: int, number: int) -> _Tallying | None:
        """Count the cells of round ``number`` in a piece's squares, if they have changed; return what was counted.

        Return None if squares cannot be counted a word at a time: they are too small, or do not align with words.
        """
        left, right = self._counted(piece.limits[0] // CELLS_PER_WORD, -(-piece.limits[2] // CELLS_PER_WORD))
        tallying = _Tallying(piece, block, left, right - left)
        if tallying.side not in _TALLIED[len(self._rounds[number])] or piece.shift[0] % tallying.side:
            return None
        now = tallying, number, self._engine.generation, self._engine.changes
        if self._tallied != now:
            self._tally(memory, tallying, self._rounds[number])
            self._tallied = now
        return tallying

    @abstractmethod
    def _memory(self, piece: Piece) -> AbstractContextManager[_Memory]:
        """Let shaders read a piece's band in a ``with`` block; yield the shaders' parameters, textures and uniforms."""

    def _counted(self, first: int, stop: int) -> tuple[int, int]:
        """Widen a range of words, so that words that are counted together are not divided. ``stop`` is exclusive."""
        return first, stop

    @abstractmethod
    def _tally(self, memory: _Memory, tallying: _Tallying, groups: list[range]) -> None:
        """Count the cells of the squares with shaders."""

    @abstractmethod
    def _format(self, tallying: _Tallying) -> dict[str, int]:
        """Return how the counts are stored, as parameters of shaders."""

    @abstractmethod
    def _tallies(self) -> AbstractContextManager[Sampled]:
        """Let shaders read the last counts in a ``with`` block; yield the texture with the counts."""


class PlanesSource(_PlanesSource[GLPlanesEngine]):
    """Reads bit planes in a buffer. Shaders see the buffer as a texture."""

    def __init__(self, resources: ViewResources, engine: GLPlanesEngine) -> None:
        super().__init__(resources, engine)
        self._words = BufferTexture(resources.device.context)
        self._texels = BufferTexture(resources.device.context, WORDS_PER_TEXEL)
        self._counters: dict[tuple[int, bool, int], ComputePass] = {}
        self._counts: moderngl.Buffer | None = None

    def release(self) -> None:
        """Release the counts, and the textures through which shaders read the engine's buffer."""
        self._words.release()
        self._texels.release()
        if self._counts is not None:
            self._counts.release()
            self._counts = None

    @contextmanager
    def counts(
        self, pieces: Sequence[Piece], block: int, lights: Mapping[str, UniformValue]
    ) -> Iterator[SquareCounts | None]:
        """Let shaders read the counts of cells in squares, in a ``with`` block.

        Yield None for several pieces, for squares that are wider than a word or do not align with words, and for more
        states than one round can count.
        """
        if len(pieces) != 1 or block > CELLS_PER_WORD or self._states is None:
            yield None
            return
        (piece,) = pieces
        with self._memory(piece) as memory:
            tallying = self._count(memory, piece, block, 0)
        if tallying is None:
            yield None
            return
        across, down = tallying.words * (CELLS_PER_WORD // block), piece.region[3]
        left = (tallying.word * CELLS_PER_WORD - piece.shift[0]) // block
        with self._tallies() as numbers:
            yield SquareCounts(numbers, self._states, (left, piece.region[1], across, down), lights)

    @contextmanager
    def _memory(self, piece: Piece) -> Iterator[_Memory]:
        layout = self._engine.layout
        with self._words.showing(self._engine.bands[piece.band].buffer) as words:
            yield _Memory("", {**self._codes.reading()}, {"band": words}, {"halo": HALO, "stride": layout.stride})

    def _counted(self, first: int, stop: int) -> tuple[int, int]:
        texel, last = (first + 1) // WORDS_PER_TEXEL, -(-(stop + 1) // WORDS_PER_TEXEL)
        return texel * WORDS_PER_TEXEL - 1, last * WORDS_PER_TEXEL - 1

    def _tally(self, memory: _Memory, tallying: _Tallying, groups: list[range]) -> None:
        device, side, states = self._resources.device, tallying.side, len(groups)
        key = side, tallying.is_packed, groups[0][0]
        if key not in self._counters:
            counting = {**self._codes.reading(groups, "uvec4"), **self._format(tallying)}
            parameters = {**counting, "SIDE": side, "IN_TURN": texels_in_turn(device)}
            self._counters[key] = ComputePass(device.compute("view_planes_tally.comp", parameters))
        words, rows = tallying.size
        numbers = words * (CELLS_PER_WORD // side) * rows * (-(-states // 2) if tallying.is_packed else states)
        if self._counts is None or self._counts.size < 4 * numbers:
            if self._counts is not None:
                self._counts.release()
            self._counts = device.context.buffer(reserve=4 * numbers)
        device.context.memory_barrier()  # wait until the previous counts have been drawn
        self._counts.bind_to_storage_buffer(0)
        self._counters[key].set(**memory.uniforms, **tallying.counting)
        with self._texels.showing(self._engine.bands[tallying.piece.band].buffer):
            self._counters[key].run(-(-words // _GROUP), rows)
        device.context.memory_barrier()

    def _format(self, tallying: _Tallying) -> dict[str, int]:
        return {"PACKED": int(tallying.is_packed)}

    @contextmanager
    def _tallies(self) -> Iterator[Sampled]:
        assert self._counts is not None  # noqa: S101 - something has been counted
        with self._words.showing(self._counts) as counts:
            yield counts


class PlaneTexturesSource(_PlanesSource[GLFragmentPlanesEngine]):
    """Reads bit planes that are in textures."""

    def __init__(self, resources: ViewResources, engine: GLFragmentPlanesEngine) -> None:
        super().__init__(resources, engine)
        self._counts = resources.target("u4")

    @contextmanager
    def _memory(self, piece: Piece) -> Iterator[_Memory]:
        band = self._engine.bands[piece.band]
        textures: dict[str, Sampled] = {
            f"plane{plane}_row{row}": band.texture(plane, row)
            for plane in range(band.planes)
            for row in range(band.block_rows)
        }
        reading = texture_reading(band.planes, band.block_rows)
        yield _Memory("_textures", {**self._codes.reading(), **reading}, textures, {})

    def _tally(self, memory: _Memory, tallying: _Tallying, groups: list[range]) -> None:
        self._resources.draw(
            self._counts.sized(tallying.size),
            "view_planes_tally_textures.frag",
            {**memory.parameters, **self._codes.reading(groups, "uint"), "SIDE": tallying.side},
            memory.textures,
            tallying.counting,
            (0, 0, *tallying.size),
        )

    def _format(self, tallying: _Tallying) -> dict[str, int]:  # noqa: ARG002 - the same for all squares
        return {}

    @contextmanager
    def _tallies(self) -> Iterator[Sampled]:
        yield self._counts.texture
