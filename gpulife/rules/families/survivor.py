"""The rule of the game Survivor (2012): six states, and different transitions by day and by night."""

import numpy as np

from gpulife.rules.rule import Cells, Rule, RuleFamily, count_neighbours

STATES = (
    ("walkable", (11, 13, 18)),
    ("pawn", (86, 180, 233)),
    ("shelter", (0, 158, 115)),
    ("enemy", (213, 94, 0)),
    ("trap", (240, 228, 66)),
    ("impassable", (88, 92, 100)),
)
"""Names and colours of the states 0 to 5."""
WALKABLE, PAWN, SHELTER, ENEMY, TRAP, IMPASSABLE = range(len(STATES))
SURVIVOR_STATES = tuple(name for name, _ in STATES)
"""Names of the states 0 to 5."""
TIMES_OF_DAY = ("sunrise", "midday", "sunset", "midnight")
"""The time of day during generation g is ``TIMES_OF_DAY[g % 4]``."""


def step(cells: Cells, rule: Rule, generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    counts = [count_neighbours(cells == state, rule.edges) for state in (PAWN, SHELTER, ENEMY, TRAP)]
    return become(cells, *counts, is_night=is_night(generation))


def is_night(generation: int) -> bool:
    """Return True if ``generation`` is at night, which lasts from sunset to the next sunrise."""
    return generation % len(TIMES_OF_DAY) >= TIMES_OF_DAY.index("sunset")


def become(cells: Cells, pawns: Cells, shelters: Cells, enemies: Cells, traps: Cells, *, is_night: bool) -> Cells:
    """Return the next states of cells, by Algorithm 2 of the paper that describes the game.

    Pawns and shelters follow Algorithm 1 of the paper ("life"). A cell becomes walkable unless an assignment below
    gives it another state.

    Args:
        cells: state codes.
        pawns: the number of pawns among each cell's neighbours, shape of ``cells``.
        shelters: the number of shelters among each cell's neighbours.
        enemies: the number of enemies among each cell's neighbours.
        traps: the number of traps among each cell's neighbours.
        is_night: True if the transitions of the night apply.
    """
    sheltered = shelters > 0
    raided = is_night & (traps > 0) & ~sheltered
    life = (pawns == 2) | (pawns == 3)
    after = np.full_like(cells, WALKABLE)
    after[(cells == WALKABLE) & raided] = ENEMY
    after[(cells == WALKABLE) & ~raided & (pawns == 3)] = PAWN
    after[(cells == PAWN) & (sheltered | ((enemies == 0) & life))] = PAWN
    after[(cells == SHELTER) & life] = SHELTER
    after[(cells == ENEMY) & is_night & ~sheltered] = ENEMY
    after[(cells == TRAP) & (pawns != 3) & (pawns != 4)] = TRAP
    after[cells == IMPASSABLE] = IMPASSABLE
    return after


FAMILY: RuleFamily = RuleFamily(
    names={"Survivor": "Survivor (2012): pawns, shelters, enemies and traps through four times of day"},
    parse=lambda law: Rule("Survivor", FAMILY, len(STATES) - 1) if law.lower() == "survivor" else None,
    step=step,
    shader=lambda _rule: ("cells_survivor.frag", {}),
    uniforms=lambda _rule, generation: {"time_of_day": generation % len(TIMES_OF_DAY)},
    period=lambda _rule: len(TIMES_OF_DAY),
    states=STATES,
    fixed_states=1,
    wild=("flip", "turn", "swap"),
)
