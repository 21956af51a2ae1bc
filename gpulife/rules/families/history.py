"""LifeHistory: Life-like rules that also record where life has been and which cells a person has marked.

The states and transitions are those of Golly's ``LifeHistory.rule``. Any other Life-like rule can record a history too,
as in ``B36/S23History``. A live cell is "on", "marked on" or "start". When it dies, its state still tells that it was
alive, and whether it was marked. Boundary cells never change, and cells beside them do not survive.
"""

import numpy as np

from gpulife.errors import RuleError
from gpulife.rules.families import life_like
from gpulife.rules.rule import Cells, Rule, RuleFamily, count_neighbours, is_among

STATES = (
    ("off", (11, 13, 18)),
    ("on", (0, 255, 0)),
    ("history", (64, 84, 200)),
    ("marked on", (216, 255, 216)),
    ("marked off", (255, 0, 0)),
    ("start", (255, 255, 0)),
    ("boundary", (128, 128, 128)),
)
"""Names and colours of the states 0 to 6. The colours are Golly's, with dark ones lightened to be readable as text."""
OFF, ON, HISTORY, MARKED_ON, MARKED_OFF, START, BOUNDARY = range(len(STATES))
_LIVE = np.array([False, True, False, True, False, True, False])
_BORN = np.array([ON, ON, ON, MARKED_ON, MARKED_ON, START, BOUNDARY], np.uint8)
"""For each state of a cell: its next state if the cell is born or survives."""
_DEAD = np.array([OFF, HISTORY, HISTORY, MARKED_OFF, MARKED_OFF, MARKED_OFF, BOUNDARY], np.uint8)
"""For each state of a cell: its next state if the cell is not born and does not survive."""
_ENDING = "history"


def parse(law: str) -> Rule | None:
    """Parse ``LifeHistory``, ``B36/S23History`` or the older ``23/36History``; return None for other names.

    Raises:
        RuleError: the base rule has several species.
    """
    if not law.lower().endswith(_ENDING):
        return None
    rule = life_like.parse(law[: -len(_ENDING)].rstrip(" _-"))
    if rule is None:
        return None
    if rule.live_states > 1:
        raise RuleError(f"rule {law[:60]!r}: {rule.law} has several species; a history needs a rule with one")
    of = "Life" if rule.law == "B3/S23" else rule.law
    return Rule(f"{of}History", FAMILY, len(STATES) - 1, rule.births, rule.survivals)


def step(cells: Cells, rule: Rule, _generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    live = _LIVE[cells]
    neighbours = count_neighbours(live, rule.edges)
    beside_boundary = count_neighbours(cells == BOUNDARY, rule.edges) > 0
    survives = live & ~beside_boundary & is_among(neighbours, rule.survivals)
    born = ~live & is_among(neighbours, rule.births)
    return np.where(survives | born, _BORN[cells], _DEAD[cells])


FAMILY: RuleFamily = RuleFamily(
    names={
        "LifeHistory": "Life that shows where cells have been, with marks and walls, as in Golly",
        "Bx/SyHistory": "any Life-like rule that shows where cells have been, as in B36/S23History",
    },
    listed_before="RealTime:N",
    parse=parse,
    step=step,
    shader=lambda rule: ("cells_history.frag", life_like.masks(rule)),
    states=STATES,
    without_marks=(OFF, ON, OFF, ON, OFF, ON, BOUNDARY),
    wild=("flip", "turn"),
)
