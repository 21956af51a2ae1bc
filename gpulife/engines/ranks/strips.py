"""Strips of whole rows: how a board is cut into them, and how a rank computes its strip on its own engine."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine, Strip, StripPlace
from gpulife.engines.bitplanes.layout import HALO, cut_into_bands
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.rule_circuits import has_planes, is_far
from gpulife.engines.ranks.halo_exchange import HaloExchange
from gpulife.errors import EngineError
from gpulife.rules import Edges, Rule

MAX_GENERATIONS = 16
"""Limit on the number of generations between two exchanges of border rows."""
_MAX_COPIED_CELLS = 1 << 24
"""Limit on the number of cells that are unpacked at once."""
MIN_ROWS = HALO
"""Minimum number of rows of a strip: a strip must contain all rows that a neighbouring strip needs."""
_UNIT = 32
"""On large boards, the number of rows of every strip but the last is a multiple of this, so that tiles can sleep."""
_MIN_ROWS_IN_UNITS = 4 * _UNIT


def cut_into_strips(rows: int, ranks: int, reach: int = 1) -> list[StripPlace]:
    """Cut ``rows`` rows into one strip for each rank, from the top. If strips would be too small, make fewer strips.

    Args:
        rows: rows of the board.
        ranks: the number of ranks, 1 or more.
        reach: the largest number of rows between a cell and one of its neighbours.
    """
    count = max(1, min(ranks, rows // max(MIN_ROWS, reach)))
    unit = _UNIT if rows >= count * _MIN_ROWS_IN_UNITS else 1
    cuts = [number * (rows // unit) // count * unit for number in range(count)] + [rows]
    return [StripPlace(start, stop - start, rows) for start, stop in pairwise(cuts)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StripSpec:
    """The data that each rank needs to open its strip of a board.

    Attributes:
        engine: name of the engine of each strip.
        rule: the rule with the board's edges and shape.
        shape: the board's (rows, columns).
        places: the strips' positions, in the order of ranks.
        plan: the pass shape, for bit planes; else None.
        lean: True if bit planes have only one spare band.
        max_rows: limit on the rows of a band; None for no limit.
    """

    engine: str
    rule: Rule
    shape: tuple[int, int]
    places: tuple[StripPlace, ...]
    plan: PassShape | None = None
    lean: bool = False
    max_rows: int | None = None

    def neighbours(self, number: int) -> tuple[int | None, int | None]:
        """Return the ranks that have the strips above and below strip ``number``.

        Each is None at a dead edge, and for the only strip.
        """
        count, wraps = len(self.places), self.rule.edges is Edges.TORUS
        if count == 1:
            return None, None
        above, below = number - 1, number + 1
        return (
            above % count if wraps or above >= 0 else None,
            below % count if wraps or below < count else None,
        )

    @property
    def margin(self) -> int:
        """The number of rows that a strip of cells copies from each neighbour.

        With these rows a strip can compute :data:`MAX_GENERATIONS` generations between exchanges, or fewer if strips
        are small.
        """
        reach = max(1, self.rule.family.reach(self.rule))
        return min(MAX_GENERATIONS * reach, min(place.rows for place in self.places) // reach * reach)


class RankStrip(Strip):
    """A rank's strip of a board, which steps together with the strips of other ranks.

    Attributes:
        exchange: the exchange with the neighbours; None if the strip has no neighbours.
    """

    exchange: HaloExchange | None = None

    @abstractmethod
    def step(self, generations: int, rule: Rule) -> None:
        """Compute ``generations`` generations, together with all other strips."""

    def census(self) -> NDArray[np.int64]:
        """Count the strip's cells: see :meth:`gpulife.engines.Engine.census`."""
        return self.engine.census()


class PlanesStrip(RankStrip):
    """A strip in bit planes; the rows of neighbouring strips are in the halos of its bands.

    Args:
        spec: the board, and how it is cut into strips.
        number: the strip's number.
        open_engine: opens the planes engine for the strip. Its argument opens the exchange; None if the strip has no
            neighbours.
        open_exchange: opens the exchange with the neighbours; called with the number of bytes of a message.
        open_cells: opens a strip of cells at the same position, for rules that bit planes cannot compute.
    """

    def __init__(
        self,
        spec: StripSpec,
        number: int,
        open_engine: Callable[[Callable[[int], HaloExchange] | None], Engine],
        open_exchange: Callable[[int], HaloExchange],
        open_cells: Callable[[StripSpec], RankStrip],
    ) -> None:
        self._spec, self._open_cells = spec, open_cells

        def remember(size: int) -> HaloExchange:
            self.exchange = open_exchange(size)
            return self.exchange

        engine = open_engine(None if len(spec.places) == 1 else remember)
        super().__init__(engine, spec.shape, spec.rule, spec.places[number])

    def step(self, generations: int, rule: Rule) -> None:
        """Compute ``generations`` generations, together with all other strips."""
        if has_planes(rule) and not is_far(rule):
            self.engine.step(generations, rule)
            return
        # A wild intervention's rule: compute on cells this once, which takes their memory for that time.
        cells = self._open_cells(replace(self._spec, engine="gl", rule=replace(rule, size=self.shape)))
        with cells.engine:
            cells.engine.generation = self.generation
            pieces = cut_into_bands(self.place.rows, max(1, _MAX_COPIED_CELLS // self.shape[1]))
            for row, height in pieces:
                cells.write(row, 0, self.read(row, 0, height, self.shape[1]))
            cells.step(generations, rule)
            for row, height in pieces:
                self.write(row, 0, cells.read(row, 0, height, self.shape[1]))
        self.engine.generation += generations


class CellsStrip(RankStrip):
    """A strip of cells, with copies of the neighbouring strips' rows above and below it.

    Between exchanges, the copies are stepped for several generations, too. Since the rows beyond the copies are
    missing, cells become wrong there, and wrong cells spread towards the strip. New copies arrive before they reach it.

    Args:
        spec: the board, and how it is cut into strips.
        number: the strip's number.
        open_engine: opens an engine; called with the shape, which includes the copied rows, and the position.
        open_exchange: opens the exchange with the neighbours; called with the number of bytes of a message.
    """

    def __init__(
        self,
        spec: StripSpec,
        number: int,
        open_engine: Callable[[tuple[int, int], StripPlace], Engine],
        open_exchange: Callable[[int], HaloExchange],
    ) -> None:
        self._margin = spec.margin
        above, below = (neighbour is not None for neighbour in spec.neighbours(number))
        self.offset = self._margin if above else 0
        self._below = self._margin if below else 0
        place = spec.places[number]
        rows = self.offset + place.rows + self._below
        around = replace(place, start=place.start - self.offset, rows=rows)
        super().__init__(open_engine((rows, spec.shape[1]), around), spec.shape, spec.rule, place)
        if above or below:
            self.exchange = open_exchange(self._margin * spec.shape[1])

    def step(self, generations: int, rule: Rule) -> None:
        """Compute ``generations`` generations, together with all other strips."""
        if self.exchange is None:
            self.engine.step(generations, rule)
            return
        depth = self._margin // max(1, rule.family.reach(rule))
        if depth == 0:
            raise EngineError(f"rule {rule.law} needs more than the {self._margin} rows that ranks exchange")
        while generations > 0:
            self._fill_margins(self.exchange)
            count = min(depth, generations)
            self.engine.step(count, rule)
            generations -= count

    def census(self) -> NDArray[np.int64]:
        """Count the strip's cells. The copied rows are cleared first; the next exchange fills them again."""
        columns = self.shape[1]
        for row, height in ((0, self.offset), (self.offset + self.place.rows, self._below)):
            if height:
                self.engine.paint(row, 0, np.zeros((height, columns), np.uint8))
        return self.engine.census()

    def _fill_margins(self, exchange: HaloExchange) -> None:
        columns = self.shape[1]
        exchange.begin(
            lambda: self.read(0, 0, self._margin, columns).reshape(-1),
            lambda: self.read(self.place.rows - self._margin, 0, self._margin, columns).reshape(-1),
        )
        above, below = exchange.finish()
        for received, row in ((above, 0), (below, self.offset + self.place.rows)):
            if received is not None:
                self.engine.paint(row, 0, received.rows.reshape(self._margin, columns))
