"""Real-Time Life (2000): Life in which three different parents give birth to a neutral cell.

The neutral species is the last.
"""

from dataclasses import replace
from functools import partial

from gpulife.rules.families import life_like
from gpulife.rules.rule import Cells, Edges, Rule, RuleFamily, parse_numbered

_MAX_PLAYERS = 26


def parse(law: str) -> Rule | None:
    """Parse ``RealTime:N``."""
    players = parse_numbered(law, "RealTime", _MAX_PLAYERS)
    return Rule(f"RealTime:{players}", FAMILY, players + 1, edges=Edges.DEAD) if players else None


def step(cells: Cells, rule: Rule, generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    child, largest = life_like.commonest(cells, rule, generation)
    child[largest == 1] = rule.live_states
    return life_like.grow(cells, rule, child)


FAMILY: RuleFamily = replace(
    life_like.FAMILY,
    names={
        "RealTime:N": "Real-Time Life (2000), 1 to 26 players and neutral cells (three different parents); dead edges"
    },
    parse=parse,
    step=step,
    shader=partial(life_like.shader, mixed=2),
    mixed_child=lambda rule, _total: rule.live_states,
    has_neutral=True,
)
