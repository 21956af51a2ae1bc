"""BioWar (1986): of each player's neighbours all other players' are taken away before they are counted."""

from __future__ import annotations

import numpy as np

from gpulife.rules.family import Cells, RuleFamily, read_numbered
from gpulife.rules.neighbours import count_neighbours
from gpulife.rules.rule import Edges, Rule

_MAX_PLAYERS = 6


def parse(law: str) -> Rule | None:
    """Read ``BioWar:N``."""
    players = read_numbered(law, "BioWar", _MAX_PLAYERS)
    return Rule(f"BioWar:{players}", FAMILY, players, edges=Edges.DEAD) if players else None


def step(cells: Cells, rule: Rule, _generation: int, _corner: tuple[int, int]) -> Cells:
    """The next generation: see :data:`gpulife.rules.family.Step`.

    net(p) at a place is the number of p's neighbours less that of all other players' neighbours. A cell of p lives on
    at a net(p) of 2 or 3; a dead place with a net(p) of 3 becomes p's.
    """
    everybody = count_neighbours(cells > 0, rule.edges).astype(np.int8)
    after = np.zeros_like(cells)
    for player in range(1, rule.species + 1):
        own = count_neighbours(cells == player, rule.edges).astype(np.int8)
        net = own - (everybody - own)
        lives_on = (cells == player) & ((net == 2) | (net == 3))
        born = (cells == 0) & (net == 3)
        after[lives_on | born] = player
    return after


FAMILY: RuleFamily = RuleFamily(
    names={"BioWar:N": "BioWar (1986), 1 to 6 players: own neighbours less all others' decide; dead edges"},
    parse=parse,
    step=step,
    shader=lambda rule: ("cells_biowar.frag", {"SPECIES": rule.species}),
    has_sizes=True,
)
