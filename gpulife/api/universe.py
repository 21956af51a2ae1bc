"""A universe for programs: a board of cells under a rule, on whichever engine suits it."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gpulife.api.checks import board_shape, state_array
from gpulife.api.pattern import Pattern, as_pattern
from gpulife.api.rule import Rule, full_rule, rule_of
from gpulife.closing import Closing, closed_on_error
from gpulife.engines import open_engine
from gpulife.engines.sowing import sow_soup
from gpulife.engines.stepping import step_in_portions
from gpulife.errors import BoardSizeError, EngineError, PatternError
from gpulife.patterns.soup import SoupSpec
from gpulife.rules import Cells, Edges

if TYPE_CHECKING:
    from gpulife.api.pictures import Animation

_ROWS_AND_COLUMNS = 2
_FILM_RATE = 20


class Universe(Closing):
    """A board of cells that a rule steps, on the GPU or in main memory.

    Places are (row, column) from the upper left, as in numpy. Indexing reads and paints cells: ``u[10, 20]``,
    ``u[100:200, 50:90]``, ``u[10, 10] = 1``. ``numpy.asarray(u)`` copies the board.

    Args:
        rule: the rule, or its name.
        shape: (rows, columns) of the board. May be left out if the rule's name or ``cells`` give it.
        cells: the state codes to start with, shape (rows, columns); None for an empty board.
        density: the share of cells, 0 to 1, of a random board (a soup) to start with.
        shares: how frequent each species is in the random board, relative to the others; None for equal shares.
        seed: the seed of the random board, the same as ``gpulife run --seed``; None for a random one.
        torus: True for a board whose opposite edges meet, False for one with dead cells around it; None for what the
            rule's name says, or a torus.
        engine: "auto" for the best one for the rule and the board, or a name from ``gpulife list engines``.

    Raises:
        RuleError: there is no such rule.
        BoardSizeError: the shape is missing or impossible, or the board does not fit into memory.
        PatternError: the cells, the density or the shares are wrong for the rule.
        EngineError: there is no such engine, or it cannot run here.
    """

    def __init__(
        self,
        rule: str | Rule = "Life",
        shape: tuple[int, int] | None = None,
        *,
        cells: ArrayLike | None = None,
        density: float | None = None,
        shares: tuple[float, ...] | None = None,
        seed: int | None = None,
        torus: bool | None = None,
        engine: str = "auto",
    ) -> None:
        given = Rule(rule)
        full = full_rule(given)
        start = None if cells is None else state_array(cells, given.states, _ROWS_AND_COLUMNS)
        if start is not None and density is not None:
            raise PatternError("give a board either cells or a density, not both")
        if density is None and (seed is not None or shares is not None):
            raise PatternError("seed and shares are for random boards: give a density, too")
        if shape is None:
            shape = full.size or (None if start is None else (start.shape[0], start.shape[1]))
        if shape is None:
            raise BoardSizeError("give the board's shape as (rows, columns), such as shape=(512, 512)")
        rows, columns = board_shape(shape)
        if full.size not in (None, (rows, columns)):
            raise BoardSizeError(f"rule {given} fixes the size of the board: shape {(rows, columns)} does not fit")
        edges = full.edges if torus is None else Edges.TORUS if torus else Edges.DEAD
        self.seed = seed if seed is not None or density is None else int(np.random.default_rng().integers(1 << 32))
        """The seed of the random board; None for other boards."""
        self._engine = open_engine(engine, full.on_board((rows, columns), edges), (rows, columns))
        with closed_on_error(self._engine):
            if start is not None:
                self._paint_at_start(start)
            elif density is not None:
                assert self.seed is not None  # noqa: S101 - drawn above
                sow_soup(self._engine, SoupSpec((rows, columns), density, shares), self.seed)

    def _paint_at_start(self, start: Cells) -> None:
        if start.shape != self._engine.shape:
            raise BoardSizeError(f"cells of shape {start.shape} do not fit a board of {self._engine.shape}")
        self._engine.paint(0, 0, start)

    # What the universe is.

    @property
    def rule(self) -> Rule:
        """The rule, with the board's size and edges."""
        return rule_of(self._engine.rule)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self._engine.shape

    @property
    def generation(self) -> int:
        """The number of generations computed so far."""
        return self._engine.generation

    @property
    def engine(self) -> str:
        """The name of the engine that computes the universe, such as "planes"."""
        return self._engine.name

    @property
    def population(self) -> int:
        """The number of cells that are not in state 0."""
        return int(self._engine.census().sum())

    def census(self) -> dict[str, int]:
        """Count the cells: the number in each live state, by the states' names. Dying cells of all ages are one."""
        return dict(zip(self._engine.rule.census_names, self._engine.census().tolist(), strict=True))

    # Time.

    def step(self, generations: int = 1) -> Self:
        """Compute ``generations`` generations, and return the universe itself.

        Ctrl-C ends this within moments; the board then holds the last generation computed.

        Raises:
            EngineError: ``generations`` is negative.
        """
        if generations < 0:
            raise EngineError(f"{generations} generations: a universe only goes forward")
        for _ in step_in_portions(self._engine, int(generations)):
            pass
        return self

    # Cells.

    def __getitem__(self, place: Any) -> Any:
        """Return the state at (row, column) as an int, or the states of a rectangle as a copy, shape (height, width).

        Indices and slices are numpy's: negative ones count from the end.
        """
        rows, columns, is_cell = self._rectangle(place)
        top, left, height, width = _bounds(rows, columns)
        cells = self._engine.read(top, left, height, width)
        if is_cell == (True, True):
            return int(cells[0, 0])
        picked = cells[np.ix_([row - top for row in rows], [column - left for column in columns])]
        return picked[0] if is_cell[0] else picked[:, 0] if is_cell[1] else picked

    def __setitem__(self, place: Any, cells: ArrayLike) -> None:
        """Paint a cell, or a rectangle with one state or an array of states.

        Raises:
            PatternError: a state is not in the rule, or the array does not fit the rectangle.
        """
        rows, columns, is_cell = self._rectangle(place)
        shape = tuple(len(side) for side, single in zip((rows, columns), is_cell, strict=True) if not single)
        states = state_array(cells, self._engine.rule.live_states + 1, 0, or_more=True)
        try:
            states = np.broadcast_to(states, shape).reshape(len(rows), len(columns))
        except ValueError:
            raise PatternError(f"cells of shape {states.shape} do not fit a place of shape {shape}") from None
        if not states.size:
            return
        top, left, height, width = _bounds(rows, columns)
        if (height, width) == states.shape and rows.step == columns.step == 1:
            self._engine.paint(top, left, states)
            return
        patch, mask = np.zeros((height, width), np.uint8), np.zeros((height, width), np.bool_)
        chosen = np.ix_([row - top for row in rows], [column - left for column in columns])
        patch[chosen], mask[chosen] = states, True
        self._engine.paint(top, left, patch, mask)

    def paste(
        self,
        pattern: str | PathLike[str] | Pattern | ArrayLike,
        at: tuple[int, int] | None = None,
        *,
        species: int | None = None,
        rotate: int = 0,
        flip: bool = False,
    ) -> Self:
        """Put the live cells of a pattern on the board, and return the universe itself.

        On a torus the pattern wraps around the edges; beyond dead edges its cells are left out.

        Args:
            pattern: a name such as "gosper-gun", a file, the text of an RLE, a :class:`Pattern`, or an array of states.
            at: (row, column) of the upper left corner of the smallest rectangle around it; None for the middle of the
                board.
            species: the state for all its live cells; None to keep their own.
            rotate: quarter turns clockwise.
            flip: True to exchange left and right, before it is turned.

        Raises:
            PatternError: there is no such pattern, or a state is not in the rule.
        """
        placed = as_pattern(pattern, Rule(self._engine.rule.law))
        if flip:
            placed = placed.flip()
        placed = placed.rotate(rotate)
        cells = placed.cells
        if species is not None:
            cells = np.where(
                cells > 0, state_array(species, self._engine.rule.live_states + 1, 0, or_more=True), np.uint8(0)
            )
        if cells.size and int(cells.max()) > self._engine.rule.live_states:
            raise PatternError(
                f"the pattern has state {int(cells.max())}, but {self._engine.rule.law} has states 0 to"
                f" {self._engine.rule.live_states}: give species=..."
            )
        row, column = at or ((side - own) // 2 for side, own in zip(self.shape, placed.shape, strict=True))
        if cells.size:
            self._engine.paint(int(row), int(column), cells, cells > 0)
        return self

    def clear(self) -> Self:
        """Make all cells dead, and return the universe itself. The generation stays."""
        self[:, :] = 0
        return self

    def pattern(self) -> Pattern:
        """Return all live cells as a pattern, at their places on the board."""
        rule = Rule(self._engine.rule.law)
        return Pattern(self._engine.read_all(), rule, generation=self._engine.generation)

    def copy(self, *, engine: str | None = None) -> "Universe":
        """Return a universe with the same cells, rule and generation that goes its own way.

        ``engine`` is the name of another engine for it; None for the same one.
        """
        other = Universe(self.rule, cells=self._engine.read_all(), engine=engine or self._engine.name)
        other._engine.generation, other.seed = self._engine.generation, self.seed
        return other

    def __array__(self, dtype: np.dtype | None = None, copy: bool | None = None) -> NDArray[np.generic]:
        """Copy the board to numpy: state codes, shape ``shape``, uint8 by default."""
        if copy is False:
            raise ValueError("the cells of a universe must be copied")
        return self._engine.read_all().astype(dtype or np.uint8, copy=False)

    def __dlpack__(self, **options: Any) -> Any:
        """Copy the board to another array library, by the DLPack protocol, in main memory."""
        return self._engine.read_all().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return DLPack's number for main memory."""
        return np.empty(0, np.uint8).__dlpack_device__()

    # Files, pictures and films.

    def save(self, path: str | PathLike[str], *, zoom: int = 1) -> None:
        """Write the board to a file: .rle, .mc, .cells, .lif, .npz or .png, by the name's end.

        ``zoom`` is the number of pixels on each side of a cell in a .png.

        Raises:
            OutputError: the name ends otherwise, the format cannot hold the board, or the file cannot be written.
        """
        from gpulife.view.board_export import save_board
        from gpulife.view.palettes import state_colours

        save_board(Path(path), self._engine, state_colours(self._engine.rule), zoom)

    def picture(self, zoom: int | None = None) -> NDArray[np.uint8]:
        """Draw the board: shape (height, width, 3), uint8, sRGB.

        ``zoom`` is the number of pixels on each side of a cell; None for a picture of at most 640 pixels a side.
        """
        from gpulife.api.pictures import picture

        return picture(self._engine.read_all(), self._engine.rule, zoom)

    def animate(
        self,
        generations: int,
        path: str | PathLike[str] | None = None,
        *,
        every: int = 1,
        rate: int = _FILM_RATE,
        zoom: int | None = None,
    ) -> "Animation":
        """Compute ``generations`` generations, film them, and return the film, which notebooks show.

        Args:
            generations: the number of generations; the film has a picture of the board before them, too.
            path: a file for the film, .gif or .mp4; None to keep it in memory, as a GIF.
            every: generations from one picture to the next.
            rate: pictures per second.
            zoom: pixels on each side of a cell; None for films of at most 640 pixels a side.

        Raises:
            OutputError: the format cannot show pictures of this size, or the file cannot be written.
            EngineError: ``generations`` or ``every`` is out of range.
        """
        from tempfile import TemporaryDirectory

        from gpulife.api.pictures import Animation, film

        if generations < 0 or every < 1:
            raise EngineError(f"{generations} generations, every {every}: give 0 or more generations, every 1 or more")
        with TemporaryDirectory() as folder:
            file = Path(folder, "film.gif") if path is None else Path(path)
            film(self._pictures(generations, every, zoom), rate, file)
            return Animation(file.read_bytes(), file.suffix[1:].lower(), None if path is None else file)

    def _pictures(self, generations: int, every: int, zoom: int | None) -> Iterator[NDArray[np.uint8]]:
        yield self.picture(zoom)
        for done in range(0, generations, every):
            self.step(min(every, generations - done))
            yield self.picture(zoom)

    def _repr_png_(self) -> bytes:
        from gpulife.api.pictures import board_png

        return board_png(self._engine.read_all(), self._engine.rule)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return (
            f"<Universe of {self._engine.rule.title}, {rows:,} rows and {columns:,} columns,"
            f" generation {self.generation:,}, engine {self._engine.name}>"
        )

    # The engine's resources.

    def close(self) -> None:
        """Release the memory. The universe cannot be used afterwards. The end of a ``with`` block does the same."""
        self._engine.close()

    def _rectangle(self, place: Any) -> tuple[range, range, tuple[bool, bool]]:
        """Return the rows and columns that an index means, and for both if it is a single one."""
        places = place if isinstance(place, tuple) else (place,)
        if len(places) > _ROWS_AND_COLUMNS:
            raise IndexError(f"{len(places)} indices for a board, which has rows and columns")
        places = (*places, slice(None), slice(None))[:_ROWS_AND_COLUMNS]
        sides, single = [], []
        for each, side, noun in zip(places, self.shape, ("row", "column"), strict=True):
            if each is Ellipsis:
                each = slice(None)
            if isinstance(each, slice):
                sides.append(range(side)[each])
                single.append(False)
                continue
            number = each.__index__() if hasattr(each, "__index__") else None
            if number is None:
                raise IndexError(f"index {each!r}: a board takes whole numbers and slices; or use numpy.asarray(u)")
            if not -side <= number < side:
                raise IndexError(f"{noun} {number} of a board with {side} {noun}s")
            sides.append(range(number % side, number % side + 1))
            single.append(True)
        return sides[0], sides[1], (single[0], single[1])


def _bounds(rows: range, columns: range) -> tuple[int, int, int, int]:
    """Return (top, left, height, width) of the smallest rectangle with these rows and columns."""
    if not rows or not columns:
        return 0, 0, 0, 0
    top, left = min(rows), min(columns)
    return top, left, max(rows) - top + 1, max(columns) - left + 1
