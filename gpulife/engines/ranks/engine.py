"""The engine over ranks: a board cut into strips of whole rows, each on an engine of its own in a process of its own.

Rank 0 has this object; the others run its calls (:func:`gpulife.engines.ranks.calls.serve`). Sixteen generations are
computed for each exchange of rows between neighbours, and the inner rows of bit planes while messages are on their way.
Method: strips with deep halos, for instance in ImplicitGlobalGrid.jl; one packed message for each neighbour.
"""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.ranks import strip_calls
from gpulife.engines.ranks.calls import (
    Call,
    begin_calls,
    close_strip,
    finish_calls,
    open_strip,
    rule_text,
    run_calls,
)
from gpulife.engines.ranks.member import Abilities, Member, StripFunction, free_by_memory, member_of
from gpulife.engines.ranks.strip_choice import choose_strips
from gpulife.engines.ranks.strips import StripSpec
from gpulife.errors import EngineError
from gpulife.ranks.world import World
from gpulife.rules import Cells, Rule

_LOG = logging.getLogger(__name__)

_MAX_SENT_CELLS = 1 << 27
"""Cells of a message, at most."""
_numbers = count()


class RanksEngine(Engine):
    """A universe over several ranks; see :class:`Engine`.

    Args:
        world: the ranks.
        name: one of ENGINES.
        rule: the law and the edges.
        shape: (rows, columns) in cells.
        tune: whether to search for the fastest passes of a massive board.
        lean: see :class:`gpulife.engines.bitplanes.gl_engine.GLPlanesEngine`.
        ranks: how many ranks to use, at most; by default all.
        plan: the shape of passes; by default one that suits the board.
        max_rows: limit on the rows of a band.

    Raises:
        EngineError: an engine cannot be opened on a rank.
        BoardSizeError: the board does not fit in memory.

    Attributes:
        world: the ranks.
        spec: how the board is cut.
        free_memory: bytes that were free on all ranks together before the board was opened.
    """

    bytes_per_cell: ClassVar[float] = 0.0  # what its strips need is checked when they are opened

    def __init__(
        self,
        world: World,
        name: str,
        rule: Rule,
        shape: tuple[int, int],
        *,
        tune: bool = False,
        lean: bool | None = None,
        ranks: int | None = None,
        plan: PassShape | None = None,
        max_rows: int | None = None,
    ) -> None:
        self.world = world
        self.name = name
        super().__init__(rule, shape)
        self._board = next(_numbers)
        wanted = min(ranks or world.size, world.size)
        abilities: list[Abilities] = self._ask(wanted, Member.abilities)
        self.free_memory = sum(free_by_memory(abilities).values())
        self.spec = choose_strips(
            *(member_of(world), name, self.rule, shape, abilities), tune=tune, lean=lean, plan=plan, max_rows=max_rows
        )
        self.name = self.spec.engine
        self._ranks = len(self.spec.places)
        if self._ranks < wanted:
            _LOG.warning("%s of %s ranks work: a rank has at least 16 rows of the board", self._ranks, wanted)
        make_spec = partial(  # a rule goes as text
            StripSpec,
            engine=self.name,
            shape=shape,
            places=self.spec.places,
            plan=self.spec.plan,
            lean=self.spec.lean,
            max_rows=max_rows,
        )
        try:
            told = self._ask(self._ranks, open_strip, self._board, rule_text(self.rule), make_spec)
        except EngineError:
            self.close()
            raise
        self._memory: int = sum(memory for memory, _, _, _ in told)
        self._bytes_moved: float = sum(moved for _, moved, _, _ in told)
        self.pass_generations = told[0][2]
        self.renderer = told[0][3] if self._ranks == 1 else f"{told[0][3]}, {self._ranks} ranks"

    @property
    def awake_share(self) -> float:
        """The share of the board that is computed, 0 to 1, as of some passes ago; the rest sleeps."""
        return float(np.average(self.call(strip_calls.awake_share), weights=[place.rows for place in self.spec.places]))

    @property
    def foreseeable_generations(self) -> int | None:
        """How many generations surely do not take much longer each than the last ones did: nobody asks what sleeps."""
        return self._generations_of_a_moment()

    def call(self, function: StripFunction, *arguments: Any) -> list[Any]:
        """Run ``function(strip, *arguments)`` on every rank's strip; return all results, in the order of the ranks.

        Args:
            function: a function of a module; it must not wait for other ranks.
            arguments: what can be pickled.

        Raises:
            EngineError: it failed on a rank, which the message names.
        """
        call = Call(self._board, self.generation, function, arguments)
        return run_calls(self.world, dict.fromkeys(range(self._ranks), call))

    def prepare(self, generations: int, *, sleep: bool = False, advance: Callable[[], None] = lambda: None) -> None:
        """See :class:`Engine`; all ranks prepare at the same time, which is a single step."""
        self.call(strip_calls.prepare, generations, sleep)
        advance()

    def finish(self) -> None:
        """Wait for all ranks."""
        self.call(strip_calls.finish)

    def keep_up(self) -> None:
        """Wait until all ranks have done all steps but the last: none waits for the slowest of each step."""
        finish_calls(self.world, 1)

    def _census(self) -> NDArray[np.int64]:
        total: NDArray[np.int64] = np.stack(self.call(strip_calls.census)).sum(axis=0)
        return total

    def memory(self) -> int:
        """Return the bytes that all strips take."""
        return self._memory

    def bytes_moved(self) -> float:
        """Return the fewest bytes that a generation of all strips reads and writes."""
        return self._bytes_moved

    def close(self) -> None:
        """Close all strips, unless an error has left ranks in the middle of a step."""
        if not self.world.is_broken:
            self._ask(self.world.size, close_strip, self._board)

    def _ask(self, ranks: int, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Run ``function(member, *arguments)`` on the first ``ranks`` ranks."""
        call = Call(None, None, function, arguments)
        return run_calls(self.world, dict.fromkeys(range(ranks), call))

    def _run(self, work: Mapping[int, tuple[StripFunction, tuple[Any, ...]]]) -> list[Any]:
        calls = {
            rank: Call(self._board, self.generation, function, arguments)
            for rank, (function, arguments) in work.items()
        }
        return run_calls(self.world, calls)

    def _memory_available(self) -> int:
        return 0  # nothing is needed here

    def _step(self, generations: int, rule: Rule) -> None:
        law = None if rule == self.rule else rule_text(rule)
        call = Call(self._board, self.generation, strip_calls.step, (generations, law), is_common=True)
        begin_calls(self.world, dict.fromkeys(range(self._ranks), call))

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        cells = np.empty((height, width), np.uint8)
        for start, parts in self._parts(row, height, width):
            work = {rank: (strip_calls.read, (top, column, rows, width)) for rank, top, rows in parts}
            for piece in self._run(work):
                cells[start : start + len(piece)] = piece
                start += len(piece)
        return cells

    def _write(self, row: int, column: int, cells: Cells) -> None:
        height, width = cells.shape
        for start, parts in self._parts(row, height, width):
            work = {}
            for rank, top, rows in parts:
                work[rank] = (strip_calls.write, (top, column, cells[start : start + rows]))
                start += rows
            self._run(work)

    def _parts(self, row: int, height: int, width: int) -> list[tuple[int, list[tuple[int, int, int]]]]:
        """Cut rows into what is sent at once: the rows before it; and rank, row in its strip and rows of each part."""
        found = []
        most = max(1, _MAX_SENT_CELLS // max(1, width))
        for start in range(0, height, most):
            first, stop = row + start, row + min(start + most, height)
            parts = [
                (
                    rank,
                    max(first, place.start) - place.start,
                    min(stop, place.start + place.rows) - max(first, place.start),
                )
                for rank, place in enumerate(self.spec.places)
                if first < place.start + place.rows and place.start < stop
            ]
            found.append((start, parts))
        return found
