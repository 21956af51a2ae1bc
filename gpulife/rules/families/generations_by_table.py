"""Generations rules whose births and survivals depend on which neighbours live, not only on how many.

The rules have Golly's names:

* ``12/2-a/3``: survivals, births and the number of states, where counts may have Hensel's letters;
* ``34/2/4H``: the same on hexagons, with six neighbours;
* ``3/2/4V``: the same with four neighbours;
* ``MAPARYXfg/3``: a map and the number of states.

:mod:`gpulife.rules.families.truth_table` decides births and survivals; only cells in state 1 are alive. Cells in other
states are dying, as in :mod:`gpulife.rules.families.generations`.
"""

import re
from functools import lru_cache

from gpulife.rules.families import generations, truth_table
from gpulife.rules.rule import Cells, Rule, RuleFamily, TruthTable

_MAP = r"MAP(?:[^:]{86}|[^:]{22}|[^:]{6})(?:==)?"  # of the right length, as a map may contain "/3", too
_COUNTS = r"(?!MAP|W)[-0-9A-Z]*[/_]?[-0-9A-Z]*"
_NAME = re.compile(rf"(?P<law>{_MAP}|{_COUNTS})/[CG]?(?P<states>\d+)(?P<shape>[HV]?)", re.IGNORECASE)
_MAX_NAME = 300


def parse(law: str) -> Rule | None:
    """Parse a rule's name of one of the kinds listed above; return None for other names.

    Births may also come first, as in ``B2-a/S12/3``, ``B2-a/S12/C3`` and ``B2/S34/4H``.

    With 2 states no cell dies slowly, so the rule belongs to a family without ages.

    Raises:
        RuleError: a count, a letter or the number of states is not allowed.
    """
    match = _NAME.fullmatch(law) if len(law) <= _MAX_NAME else None
    found = truth_table.read_law(match["law"] + match["shape"]) if match else None
    if match is None or found is None:
        return None
    states = generations.parse_states(law, match["states"])
    if states == 2:
        return truth_table.parse(found.name)
    if found.name.startswith("MAP"):
        return Rule(f"{found.name}/{states}", FAMILY, states - 1)
    births, survivals = found.name.removeprefix("B").rstrip("HV").split("/S")
    shape = found.name[-1] if found.name[-1] in "HV" else ""
    name = f"{survivals}/{births}/{states}{shape}"
    return generations.parse(name) if found.table is None else Rule(name, FAMILY, states - 1)


@lru_cache(maxsize=128)
def law_of(rule: Rule) -> TruthTable:
    """Return the truth table of a rule of this family, parsed from the rule's name."""
    match = _NAME.fullmatch(rule.law)
    assert match is not None  # noqa: S101 - parse made the name
    found = truth_table.read_law(match["law"] + match["shape"])
    assert found is not None  # noqa: S101 - likewise
    assert found.table is not None  # noqa: S101 - parse returns other Generations as such
    return found.table


def step(cells: Cells, rule: Rule, _generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    lives = truth_table.living(cells == 1, law_of(rule), rule.edges)
    return generations.aged(cells, rule, births=lives, survivals=lives)


FAMILY: RuleFamily = RuleFamily(
    names={
        "Bx-a/Sy/N": "Generations with letters, on hexagons or with a map: 12/2-a/3, 34/2/4H, 3/2/4V, MAP.../3",
    },
    listed_before="RealTime:N",
    parse=parse,
    step=step,
    shader=lambda rule: ("cells_generations_by_table.frag", {"OLDEST": rule.live_states}),
    numbers=lambda rule: truth_table.fours(law_of(rule)),
    truth_table=law_of,
    has_ages=True,
    wild=("flip", "turn"),
)
