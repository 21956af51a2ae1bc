"""Which rules have bit planes, and the circuits of these rules."""

from dataclasses import replace
from functools import lru_cache

from gpulife.engines.bitplanes.life_like_circuits import MAX_SPECIES, life_like_circuit
from gpulife.engines.bitplanes.plane_codes import PlaneCodes
from gpulife.engines.bitplanes.three_rows import RuleCircuit
from gpulife.errors import EngineError
from gpulife.rules import Edges, Rule


def has_planes(rule: Rule) -> bool:
    """Return True if ``rule`` can be computed on bit planes."""
    return rule.family.is_life_like and rule.live_states <= MAX_SPECIES


def planes_refusal(rule: Rule, *, briefly: bool = False) -> str | None:
    """Return why ``rule`` cannot be computed on bit planes; None if it can. ``briefly`` gives a shorter sentence."""
    if has_planes(rule):
        return None
    if not briefly:
        return f"rule {rule.law} has no bit planes: they are for Life-like rules of 1 to {MAX_SPECIES} species"
    if not rule.family.is_life_like:
        return f"rule {rule.law} is not Life-like, as bit planes need"
    return f"rule {rule.law} has {rule.live_states} species; bit planes allow at most {MAX_SPECIES}"


def require_planes(rule: Rule) -> None:
    """Raise EngineError unless ``rule`` can be computed on bit planes."""
    if (refusal := planes_refusal(rule)) is not None:
        raise EngineError(refusal)


def rule_circuit(rule: Rule) -> RuleCircuit:
    """Return the circuits of a rule for which :func:`has_planes` is true. Do not change them: callers share them."""
    return _rule_circuit(replace(rule, edges=Edges.TORUS, size=None, seed=0))  # they are the same on every board


def plane_codes(rule: Rule) -> PlaneCodes:
    """Return how the states of a rule for which :func:`has_planes` is true are stored in planes."""
    return rule_circuit(rule).codes


def planes_of(rule: Rule | None) -> int:
    """Return the number of planes of a rule; 2 for None and for rules without planes."""
    return plane_codes(rule).planes if rule is not None and has_planes(rule) else 2


@lru_cache(maxsize=64)
def _rule_circuit(rule: Rule) -> RuleCircuit:
    return life_like_circuit(rule)
