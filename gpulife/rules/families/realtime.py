"""Real-Time Life (2000): Life with the cells of its players and neutral ones, the children of three different parents.

The neutral species is the last.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from gpulife.rules.families import life_like
from gpulife.rules.family import Cells, RuleFamily, read_numbered
from gpulife.rules.rule import Edges, Rule

_MAX_PLAYERS = 26


def parse(law: str) -> Rule | None:
    """Read ``RealTime:N``."""
    players = read_numbered(law, "RealTime", _MAX_PLAYERS)
    return Rule(f"RealTime:{players}", FAMILY, players + 1, edges=Edges.DEAD) if players else None


def step(cells: Cells, rule: Rule, generation: int, _corner: tuple[int, int]) -> Cells:
    """The next generation: see :data:`gpulife.rules.family.Step`."""
    child, most = life_like.commonest(cells, rule, generation)
    child[most == 1] = rule.species
    return life_like.grow(cells, rule, child)


FAMILY: RuleFamily = replace(
    life_like.FAMILY,
    names={
        "RealTime:N": "Real-Time Life (2000), 1 to 26 players and neutral cells (three different parents); dead edges"
    },
    parse=parse,
    step=step,
    shader=partial(life_like.shader, mixed=2),
    mixed_child=lambda rule, _total: rule.species,
    has_neutral=True,
)
