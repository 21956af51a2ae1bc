"""BioWar (1986): neighbours of a cell's own player count for the cell; those of all other players count against it."""

import numpy as np

from gpulife.rules.rule import Cells, Edges, Rule, RuleFamily, count_neighbours, parse_numbered

_MAX_PLAYERS = 6


def parse(law: str) -> Rule | None:
    """Parse ``BioWar:N``, the rule for N players; return None for other names."""
    players = parse_numbered(law, "BioWar", _MAX_PLAYERS)
    return Rule(f"BioWar:{players}", FAMILY, players, edges=Edges.DEAD) if players else None


def step(cells: Cells, rule: Rule, _generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`.

    For a cell and a player p, net(p) is the number of neighbours of p minus the number of neighbours of other players.
    A live cell of p survives if net(p) is 2 or 3; a dead cell with net(p) = 3 becomes a cell of p.
    """
    everyone = count_neighbours(cells > 0, rule.edges).astype(np.int8)
    after = np.zeros_like(cells)
    for player in range(1, rule.live_states + 1):
        own = count_neighbours(cells == player, rule.edges).astype(np.int8)
        net = own - (everyone - own)
        survives = (cells == player) & ((net == 2) | (net == 3))
        born = (cells == 0) & (net == 3)
        after[survives | born] = player
    return after


FAMILY: RuleFamily = RuleFamily(
    names={"BioWar:N": "BioWar (1986), 1 to 6 players: own neighbours count for a cell, others against it; dead edges"},
    parse=parse,
    step=step,
    shader=lambda rule: ("cells_biowar.frag", {"SPECIES": rule.live_states}),
    has_sizes=True,
)
