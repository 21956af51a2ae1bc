"""Says which rules bit planes can compute, and builds the circuits of these rules."""

from dataclasses import replace
from functools import lru_cache

from gpulife.engines.bitplanes.counted_circuits import age_codes, biowar_circuit, generations_circuit, history_circuit
from gpulife.engines.bitplanes.layout import HALO
from gpulife.engines.bitplanes.life_like_circuits import MAX_SPECIES, life_like_circuit
from gpulife.engines.bitplanes.plane_codes import PlaneCodes
from gpulife.engines.bitplanes.range_circuits import ranged_dead_sleep
from gpulife.engines.bitplanes.smaller_circuits import smaller
from gpulife.engines.bitplanes.table_circuits import table_circuit
from gpulife.engines.bitplanes.three_rows import RuleCircuit
from gpulife.errors import EngineError
from gpulife.rules import Edges, Rule
from gpulife.rules.families import biowar, history, larger_than_life

MAX_OPERATIONS = 2500
"""The largest cost of a circuit; above it, passes take many seconds to compile."""

MAX_FAR_PLANES = 8
"""The largest number of planes that fragment shaders can compute: OpenGL 3.3 guarantees this many render targets."""


def has_planes(rule: Rule) -> bool:
    """Return True if bit planes can compute ``rule``."""
    return planes_refusal(rule) is None


def planes_refusal(rule: Rule) -> str | None:
    """Return why bit planes cannot compute ``rule``; None if they can."""
    if is_far(rule) and age_codes(rule).planes > MAX_FAR_PLANES:
        most = (1 << MAX_FAR_PLANES - 1) + 1
        return f"rule {rule.law} has no bit planes: with a range over {HALO - 1}, it may have at most {most} states"
    if is_ranged(rule):
        return None
    built = _built(_on_any_board(rule))
    if not isinstance(built, str) and built.cost <= MAX_OPERATIONS:
        return None  # without making the circuits smaller, which may take a second
    found = _circuit_or_refusal(_on_any_board(rule))
    return found if isinstance(found, str) else None


def reason_without_planes(rule: Rule) -> str | None:
    """Return why bit planes cannot compute ``rule``, as a clause; None if they can."""
    refusal = planes_refusal(rule)
    return refusal and (refusal.partition("no bit planes: ")[2] or refusal)


def is_ranged(rule: Rule) -> bool:
    """Return True for a Larger than Life rule of range 2 or more.

    Passes of a special kind compute one generation of it each. Rules of range 1 have truth tables.
    """
    return rule.family is larger_than_life.FAMILY and rule.family.truth_table(rule) is None


def is_far(rule: Rule) -> bool:
    """Return True if the range of a Larger than Life rule is too large for halos; it then needs fragment shaders."""
    return is_ranged(rule) and reach_of(rule) >= HALO  # passes also read the row that leaves a neighbourhood


def reach_of(rule: Rule) -> int:
    """Return how many rows or columns away the farthest neighbours of a cell are; ``rule`` must have bit planes."""
    return max(1, rule.family.reach(rule))


def require_planes(rule: Rule) -> None:
    """Raise EngineError unless bit planes can compute ``rule``."""
    if (refusal := planes_refusal(rule)) is not None:
        raise EngineError(refusal)


def rule_circuit(rule: Rule) -> RuleCircuit:
    """Return the circuits of a rule that has bit planes and is not Larger than Life.

    Do not change the circuits, since all callers share them.

    Raises:
        EngineError: the rule has no bit planes.
    """
    found = _circuit_or_refusal(_on_any_board(rule))
    if isinstance(found, str):
        raise EngineError(found)
    return found


def plane_codes(rule: Rule) -> PlaneCodes:
    """Return how the states of a rule for which :func:`has_planes` is true are stored in planes."""
    return age_codes(rule) if is_ranged(rule) else rule_circuit(rule).codes


def ties_of(rule: Rule) -> tuple[str, ...]:
    """Return the names of the circuit's inputs that decide ties: see :attr:`RuleCircuit.ties`."""
    return () if is_ranged(rule) else rule_circuit(rule).ties


def lets_the_dead_sleep(rule: Rule) -> bool:
    """Return True if, under ``rule``, a cell in state 0 stays in state 0 while all its neighbours are in state 0."""
    return ranged_dead_sleep(rule) if is_ranged(rule) else rule_circuit(rule).lets_the_dead_sleep


def planes_of(rule: Rule | None) -> int:
    """Return the number of bit planes of a rule; 2 if ``rule`` is None or has none."""
    return plane_codes(rule).planes if rule is not None and has_planes(rule) else 2


def _on_any_board(rule: Rule) -> Rule:
    """Return the rule without the size and edges of its board, on which circuits do not depend."""
    return replace(rule, edges=Edges.TORUS, size=None, seed=0, twist=None)


@lru_cache(maxsize=64)
def _circuit_or_refusal(rule: Rule) -> RuleCircuit | str:
    """Return the circuits of a rule that is not Larger than Life, or why it has none."""
    built = _built(rule)
    if isinstance(built, str):
        return built
    found = smaller(built)
    if found.cost > MAX_OPERATIONS:
        return f"rule {rule.law} has no bit planes: its circuit takes {found.cost} operations, over {MAX_OPERATIONS}"
    return found


@lru_cache(maxsize=64)
def _built(rule: Rule) -> RuleCircuit | str:
    """Return the circuits of a rule as they are built, or why it has none."""
    family, no_planes = rule.family, f"rule {rule.law} has no bit planes"
    if family is biowar.FAMILY:
        return biowar_circuit(rule)
    if family is history.FAMILY:
        return history_circuit(rule)
    if (diagram := family.diagram(rule)) is not None:
        return table_circuit(diagram) or f"{no_planes}: its table is too large"
    if (table := family.truth_table(rule)) is None:
        return f"{no_planes}: it is neither Life-like nor given by a table of nine cells"
    if family.has_ages:
        return generations_circuit(rule, table)
    if rule.live_states > MAX_SPECIES:
        return f"{no_planes}: they allow at most {MAX_SPECIES} species"
    return life_like_circuit(rule, table)
