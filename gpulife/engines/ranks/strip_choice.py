"""Decides on rank 0, for all ranks, how a board is cut and computed: time and memory must not decide twice."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.engine_choice import choose_engine
from gpulife.engines.memory import require_memory
from gpulife.engines.ranks.member import Abilities, Member, free_by_memory
from gpulife.engines.ranks.strip_cuts import cut_into_strips
from gpulife.engines.ranks.strips import StripSpec
from gpulife.errors import BoardSizeError, EngineError
from gpulife.rules import Rule

_LOG = logging.getLogger(__name__)


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
    """Return how to cut a board, and what to compute it with.

    Args:
        member: rank 0.
        name: one of ENGINES.
        rule: the rule with the board's edges.
        shape: (rows, columns) of the board.
        abilities: what each rank can do that may be used.
        tune: whether to search for the fastest passes.
        lean: whether bit planes have only one spare band; None if there is no memory for more.
        plan: the shape of passes, if it is known.
        max_rows: limit on the rows of a band.

    Raises:
        EngineError: a rank cannot run the engine.
        BoardSizeError: there is no memory for the board.
    """
    places = tuple(cut_into_strips(shape[0], len(abilities), max(1, rule.family.reach(rule))))
    abilities = abilities[: len(places)]
    without = next(((rank, each.problem) for rank, each in enumerate(abilities) if each.renderer is None), None)
    if name != "numpy" and without is not None:
        if name != "auto":
            raise EngineError(f"rank {without[0]}: {without[1]}")
        _LOG.warning("using the numpy engine: rank %s: %s", *without)
        name = "numpy"
    if name == "auto":
        name, _ = choose_engine(rule, shape, member.device)
        if name == "planes" and not all(each.has_compute for each in abilities):
            name = "gl"  # strips of bit planes exchange rows of storage buffers
    spec = StripSpec(engine=name, rule=rule, shape=shape, places=places, max_rows=max_rows)
    if name == "planes":
        return _planes(member, spec, abilities, tune=tune, lean=lean, plan=plan)
    rows_beyond = 2 * spec.margin if len(places) > 1 else 0
    per_cell = NumpyEngine.bytes_per_cell if name == "numpy" else 2
    _require_memory(spec, abilities, [int((place.rows + rows_beyond) * shape[1] * per_cell) for place in places])
    return spec


def _planes(
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
    for rank, each in enumerate(abilities):
        if not each.has_compute:
            raise EngineError(f"rank {rank}: {each.renderer}: bit planes on several ranks need OpenGL 4.3")
    lowest = min(place.rows for place in spec.places), spec.shape[1]

    def needed(*, is_lean: bool) -> list[int]:
        return [
            GLPlanesEngine.memory_needed((place.rows, spec.shape[1]), rule.live_states, lean=is_lean)
            for place in spec.places
        ]

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
            lanes=member.device.subgroup_lanes,  # who has none does without
        )
    return replace(spec, plan=plan, lean=lean)


def _require_memory(spec: StripSpec, abilities: Sequence[Abilities], needed: Sequence[int]) -> None:
    """Raise BoardSizeError unless the memory of each machine and card holds the strips of all ranks that share it."""
    free = free_by_memory(abilities)
    wanted: dict[str, int] = defaultdict(int)
    for each, size in zip(abilities, needed, strict=True):
        wanted[each.memory_of] += size
    tightest = max(wanted, key=lambda memory: wanted[memory] / max(1, free[memory]))
    # In proportion, so that the message tells what would fit on all ranks together.
    total = sum(needed)
    require_memory(spec.shape, total, spec.engine, free[tightest] * total // max(1, wanted[tightest]))
