"""The engine for several ranks: a board cut into strips of whole rows, each on its own engine in its own process.

Only rank 0 has this object; the other ranks run its calls (:func:`gpulife.engines.ranks.calls.serve`). Every sixteen
generations, neighbours exchange rows, with a single message in each direction. Bit planes compute their inner rows
meanwhile. The method is called deep halos; ImplicitGlobalGrid.jl uses it too.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine, Storage
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.rule_circuits import is_far
from gpulife.engines.memory import require_memory
from gpulife.engines.ranks.calls import (
    Call,
    RuleText,
    begin_calls,
    close_strip,
    finish_calls,
    open_strip,
    rule_text,
    run_calls,
)
from gpulife.engines.ranks.member import Abilities, Member, StripFunction, free_by_memory, member_of
from gpulife.engines.ranks.strips import RankStrip, StripSpec, cut_into_strips
from gpulife.engines.registry import AUTO, ENGINES, EngineRecord, choose_engine, find_engine
from gpulife.errors import BoardSizeError, EngineError
from gpulife.patterns.pattern import parse_file_rule
from gpulife.ranks.world import World
from gpulife.rules import Cells, Rule

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice

_LOG = logging.getLogger(__name__)

_MAX_SENT_CELLS = 1 << 27
"""Limit on the number of cells in a message."""
_numbers = count()


class RanksEngine(Engine):
    """An engine whose universe is shared by several ranks (processes).

    Args:
        world: the ranks.
        name: one of ENGINES.
        rule: the rule with the board's edges.
        shape: (rows, columns) in cells.
        tune: True to search for the fastest passes of a massive board.
        lean: True to save memory at the cost of speed; None to save memory only if the board does not fit otherwise.
        ranks: limit on the number of ranks to use; None for all ranks.
        plan: the pass shape; by default one that suits the board.
        max_rows: limit on the rows of a band.

    Raises:
        EngineError: an engine cannot be opened on a rank.
        BoardSizeError: the board does not fit in memory.

    Attributes:
        world: the ranks.
        spec: how the board is cut into strips.
    """

    storage: ClassVar[Storage] = Storage.STRIPS
    bytes_per_cell: ClassVar[float] = 0.0  # the strips' memory is checked when they are opened

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
        self._free_memory = sum(free_by_memory(abilities).values())
        self.spec = choose_strips(
            *(member_of(world), name, self.rule, shape, abilities), tune=tune, lean=lean, plan=plan, max_rows=max_rows
        )
        self.name = self.spec.engine
        self._ranks = len(self.spec.places)
        if self._ranks < wanted:
            _LOG.warning("using %s of %s ranks: a rank needs at least 16 rows of the board", self._ranks, wanted)
        make_spec = partial(  # a rule is sent as text
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
        """The share of the board, 0 to 1, that was awake when last measured. Passes skip the sleeping parts."""
        return float(np.average(self.call(awake_share_strip), weights=[place.rows for place in self.spec.places]))

    @property
    def foreseeable_generations(self) -> int | None:
        """A number of further generations that surely takes less than a second, even if all sleeping parts wake up."""
        return self._generations_of_a_moment()

    @property
    def free_memory(self) -> int:
        """The number of free bytes of main memory on all ranks together, measured before the board was opened."""
        return self._free_memory

    def call(self, function: StripFunction, *arguments: Any) -> list[Any]:
        """Run ``function(strip, *arguments)`` on every rank's strip; return all results, in the order of the ranks.

        Args:
            function: a module-level function that does not wait for other ranks.
            arguments: picklable arguments.

        Raises:
            EngineError: ``function`` failed on a rank; the message names the rank.
        """
        call = Call(self._board, self.generation, function, arguments)
        return run_calls(self.world, dict.fromkeys(range(self._ranks), call))

    def prepare(self, generations: int, *, sleep: bool = False, advance: Callable[[], None] = lambda: None) -> None:
        """Prepare all ranks at the same time; ``advance`` is called once, at the end."""
        self.call(prepare_strip, generations, sleep)
        advance()

    def finish(self) -> None:
        """Wait until all ranks have computed all queued generations."""
        self.call(finish_strip)

    def keep_up(self) -> None:
        """Wait until at most one step is unfinished on any rank.

        One step may stay queued, so that ranks do not idle between steps.
        """
        finish_calls(self.world, 1)

    def _census(self) -> NDArray[np.int64]:
        total: NDArray[np.int64] = np.stack(self.call(census_strip)).sum(axis=0)
        return total

    def memory(self) -> int:
        """Return how many bytes of memory all strips need."""
        return self._memory

    def bytes_moved(self) -> float:
        """Return the minimum number of bytes read and written to compute one generation of all strips."""
        return self._bytes_moved

    def close(self) -> None:
        """Close all strips, unless an error has left ranks in the middle of a step."""
        if not self.world.is_broken:
            self._ask(self.world.size, close_strip, self._board)

    def _ask(self, ranks: int, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        call = Call(None, None, function, arguments)
        return run_calls(self.world, dict.fromkeys(range(ranks), call))

    def _run(self, work: Mapping[int, tuple[StripFunction, tuple[Any, ...]]]) -> list[Any]:
        calls = {
            rank: Call(self._board, self.generation, function, arguments)
            for rank, (function, arguments) in work.items()
        }
        return run_calls(self.world, calls)

    def _memory_available(self) -> int:
        return 0  # this object keeps no cells: the ranks check their memory

    def _step(self, generations: int, rule: Rule) -> None:
        law = None if rule == self.rule else rule_text(rule)
        call = Call(self._board, self.generation, step_strip, (generations, law), is_common=True)
        begin_calls(self.world, dict.fromkeys(range(self._ranks), call))

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        cells = np.empty((height, width), np.uint8)
        for start, parts in self._parts(row, height, width):
            work = {rank: (read_strip, (top, column, rows, width)) for rank, top, rows in parts}
            for piece in self._run(work):
                cells[start : start + len(piece)] = piece
                start += len(piece)
        return cells

    def _write(self, row: int, column: int, cells: Cells) -> None:
        height, width = cells.shape
        for start, parts in self._parts(row, height, width):
            work = {}
            for rank, top, rows in parts:
                work[rank] = (write_strip, (top, column, cells[start : start + rows]))
                start += rows
            self._run(work)

    def _parts(self, row: int, height: int, width: int) -> list[tuple[int, list[tuple[int, int, int]]]]:
        """Cut the rows ``row`` to ``row + height`` into batches, each of which fits in one message.

        Returns (number of rows before the batch, parts) for each batch. A part is (rank, row in its strip, number of
        rows).
        """
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


# Functions that the engine calls on strips.


def step_strip(strip: RankStrip, generations: int, rule: RuleText | None) -> None:
    """Compute ``generations`` generations of a strip, by ``rule``, or by the board's rule if ``rule`` is None."""
    strip.step(generations, strip.rule if rule is None else parse_file_rule(*rule))


def read_strip(strip: RankStrip, row: int, column: int, height: int, width: int) -> Cells:
    """Copy the rectangle of a strip at (row, column); ``row`` counts from the strip's first row."""
    return strip.read(row, column, height, width)


def write_strip(strip: RankStrip, row: int, column: int, cells: Cells) -> None:
    """Write ``cells`` to the rectangle of a strip at (row, column); ``row`` counts from the strip's first row."""
    strip.write(row, column, cells)


def census_strip(strip: RankStrip) -> NDArray[np.int64]:
    """Count the strip's cells."""
    return strip.census()


def prepare_strip(strip: RankStrip, generations: int, sleep: bool) -> None:
    """Prepare a strip as :meth:`gpulife.engines.Engine.prepare` prepares an engine."""
    strip.engine.prepare(generations, sleep=sleep)


def finish_strip(strip: RankStrip) -> None:
    """Wait until all queued generations of the strip have been computed."""
    strip.engine.finish()


def awake_share_strip(strip: RankStrip) -> float:
    """Return the share of the strip that was awake when last measured, 0 to 1. Passes skip the sleeping parts."""
    return strip.engine.awake_share


# How a board is cut and computed. Rank 0 decides for all ranks, whose timings and free memory differ.


def choose_strips(
    member: Member,
    name: str,
    rule: Rule,
    shape: tuple[int, int],
    abilities: Sequence[Abilities],
    *,
    tune: bool = False,
    lean: bool | None = None,
    plan: PassShape | None = None,
    max_rows: int | None = None,
) -> StripSpec:
    """Choose how to cut a board into strips, and with which engine to compute them.

    Args:
        member: rank 0.
        name: one of ENGINES, or "auto".
        rule: the rule with the board's edges.
        shape: (rows, columns) of the board.
        abilities: the abilities of each usable rank, in the order of ranks.
        tune: True to search for the fastest passes.
        lean: True to save memory, with only one spare band for bit planes; None to save memory only if the board does
            not fit otherwise.
        plan: the pass shape; None to choose it here.
        max_rows: limit on the rows of a band.

    Raises:
        EngineError: a rank cannot run the engine.
        BoardSizeError: the board does not fit in memory.
    """
    places = tuple(cut_into_strips(shape[0], len(abilities), max(1, rule.family.reach(rule))))
    abilities = abilities[: len(places)]
    without = next(((rank, each.problem) for rank, each in enumerate(abilities) if each.renderer is None), None)
    if name == AUTO:
        has_compute = all(each.has_compute for each in abilities)
        records = [record for record in ENGINES.values() if _can_share(record, rule, has_compute=has_compute)]
        name, _ = choose_engine(rule, shape, None if without else member.device, records=records)
        if without is not None:
            _LOG.warning("using the %s engine, since rank %s cannot use OpenGL: %s", name, *without)
    record = find_engine(name)
    if record.needs_opengl and without is not None:
        raise EngineError(f"rank {without[0]}: {without[1]}")
    if not record.has_strips and len(places) > 1:
        raise EngineError(f"the {name} engine works in one process only")
    spec = StripSpec(engine=name, rule=rule, shape=shape, places=places, max_rows=max_rows)
    if Storage.PLANE_BUFFERS in record.storages:
        return _choose_planes(member, spec, abilities, tune=tune, lean=lean, plan=plan)
    rows_beyond = 2 * spec.margin if len(places) > 1 else 0
    _require_memory(
        *(spec, abilities),
        [int((place.rows + rows_beyond) * shape[1] * record.bytes_per_cell) for place in places],
    )
    return spec


def _choose_planes(
    member: Member,
    spec: StripSpec,
    abilities: Sequence[Abilities],
    *,
    tune: bool,
    lean: bool | None,
    plan: PassShape | None,
) -> StripSpec:
    from gpulife.engines.bitplanes.gl_autotune import plan_for
    from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
    from gpulife.engines.bitplanes.pass_shape import shape_for
    from gpulife.engines.bitplanes.rule_circuits import require_planes

    rule = spec.rule
    require_planes(rule)
    if is_far(rule):
        raise EngineError(f"rule {rule.law} has too large a range for bit planes on several ranks; use --engine gl")
    for rank, each in enumerate(abilities):
        if not each.has_compute:
            raise EngineError(f"rank {rank}: {each.renderer}: bit planes on several ranks need OpenGL 4.3")
    lowest = min(place.rows for place in spec.places), spec.shape[1]

    def needed(*, is_lean: bool) -> list[int]:
        return [GLPlanesEngine.memory_needed((place.rows, spec.shape[1]), rule, lean=is_lean) for place in spec.places]

    if lean is None:
        try:
            _require_memory(spec, abilities, needed(is_lean=False))
            lean = False
        except BoardSizeError:
            lean = True
    _require_memory(spec, abilities, needed(is_lean=lean))
    if plan is None:
        plan = plan_for(rule, lowest, member.device, tune=tune) or shape_for(
            rule,
            lowest,
            wide=all(each.has_int64 for each in abilities),
            software=all(each.is_software for each in abilities),
            lanes=member.device.subgroup_lanes,  # ranks without subgroups ignore it
        )
    return replace(spec, plan=plan, lean=lean)


def _require_memory(spec: StripSpec, abilities: Sequence[Abilities], needed: Sequence[int]) -> None:
    free = free_by_memory(abilities)
    wanted: dict[str, int] = defaultdict(int)
    for each, size in zip(abilities, needed, strict=True):
        wanted[each.memory_of] += size
    tightest = max(wanted, key=lambda memory: wanted[memory] / max(1, free[memory]))
    # Scaled, so that the message tells what would fit on all ranks together.
    total = sum(needed)
    require_memory(spec.shape, total, spec.engine, free[tightest] * total // max(1, wanted[tightest]))


def _can_share(record: EngineRecord, rule: Rule, *, has_compute: bool) -> bool:
    """Return True if the engine of ``record`` can compute strips of ``rule`` on ranks.

    Bit planes need compute shaders for this: ``has_compute``.
    """
    return record.has_strips and (Storage.PLANE_BUFFERS not in record.storages or (has_compute and not is_far(rule)))


def free_on_ranks(world: World) -> int:
    """Return how many bytes are free for boards on all ranks together; memory shared by ranks counts once.

    Raises:
        EngineError: an error occurred on a rank.
    """
    call = Call(None, None, Member.abilities, ())
    told: list[Abilities] = run_calls(world, dict.fromkeys(range(world.size), call))
    return sum(free_by_memory(told).values())


def memory_on_ranks(rule: Rule, shape: tuple[int, int], device: "GLDevice") -> int:
    """Return the approximate number of bytes that a board of ``shape`` needs on all ranks together.

    ``device`` is rank 0's device.
    """
    records = [record for record in ENGINES.values() if _can_share(record, rule, has_compute=device.has_compute)]
    name, _ = choose_engine(rule, shape, device, records=records)
    return find_engine(name).memory(rule, shape, device)
