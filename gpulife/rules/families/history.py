"""Life-like rules whose cells also tell where life has been, and which cells somebody has marked: LifeHistory.

The states and the law are those of Golly's ``LifeHistory.rule``; other Life-like rules have the same with their own
numbers, as in ``B36/S23History``. A live cell is on, marked or one of the start; when it dies its place keeps that it
was alive, and whether it was marked. Cells beside a boundary do not survive, and a boundary never changes.
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
"""Names and colours of the states 0 to 6; the colours are Golly's, but that the dark ones can be read as text, too."""
OFF, ON, HISTORY, MARKED_ON, MARKED_OFF, START, BOUNDARY = range(len(STATES))
_LIVE = np.array([False, True, False, True, False, True, False])
_BORN = np.array([ON, ON, ON, MARKED_ON, MARKED_ON, START, BOUNDARY], np.uint8)
"""What comes to life in the place of each state, and what stays alive of it."""
_DEAD = np.array([OFF, HISTORY, HISTORY, MARKED_OFF, MARKED_OFF, MARKED_OFF, BOUNDARY], np.uint8)
"""What is in the place of each state if there is no life there in the next generation."""
_ENDING = "history"


def parse(law: str) -> Rule | None:
    """Parse ``LifeHistory``, ``B36/S23History`` or the older ``23/36History``.

    Raises:
        RuleError: it is the history of a rule that is not Life-like, or has several species.
    """
    if not law.lower().endswith(_ENDING):
        return None
    rule = life_like.parse(law[: -len(_ENDING)].rstrip(" _-"))
    if rule is None:
        return None
    if rule.live_states > 1:
        raise RuleError(f"rule {law[:60]!r}: {rule.law} has several species; histories are of rules with one")
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
        "LifeHistory": "Life that shows where it has been, with marked cells and walls, as in Golly",
        "Bx/SyHistory": "the same of any Life-like rule, as in B36/S23History",
    },
    listed_before="RealTime:N",
    parse=parse,
    step=step,
    shader=lambda rule: ("cells_history.frag", life_like.masks(rule)),
    states=STATES,
    without_marks=(OFF, ON, OFF, ON, OFF, ON, BOUNDARY),
    wild=("flip", "turn"),
)
