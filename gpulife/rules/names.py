"""Names of rules: those that there are, and the reading of one name.

The suffixes ``:T160,96`` and ``:P160,96`` are Golly's bounded grids
(https://golly.sourceforge.io/Help/bounded.html): width first, T a torus, P a plane with dead edges.
"""

from __future__ import annotations

import re

from gpulife.errors import RuleError
from gpulife.rules.families import FAMILIES
from gpulife.rules.rule import Edges, Rule

_SUFFIX = re.compile(r":(?P<topology>[TP])(?P<width>\d+)(?:,(?P<height>\d+))?$", re.IGNORECASE)


def _all_names() -> dict[str, str]:
    lines: list[tuple[str, str]] = []
    for family in FAMILIES:
        place = next((place for place, (name, _) in enumerate(lines) if name == family.listed_before), len(lines))
        lines[place:place] = family.names.items()
    return dict(lines)


RULE_NAMES = _all_names()
"""Every kind of rule name, with one line about it, in the order in which to list them."""


def parse_rule(name: str) -> Rule:
    """Read a rule's name, with or without a suffix.

    Upper and lower case are alike; ``B3S23`` and the older ``23/3`` are read as ``B3/S23``.

    Raises:
        RuleError: no such rule, a count over 8, too many species, or a size that is no size.
    """
    text = name.strip()
    suffix = _SUFFIX.search(text)
    law = text[: suffix.start()] if suffix else text
    rule = next((rule for family in FAMILIES if (rule := family.parse(law))), None)
    if rule is None:
        raise RuleError(f"unknown rule {law[:60]!r}: use one of {', '.join(RULE_NAMES)}")
    if suffix is None:
        return rule
    columns, rows = (_board_size(text, digits) for digits in (suffix["width"], suffix["height"] or suffix["width"]))
    return rule.on_board((rows, columns), Edges.TORUS if suffix["topology"].upper() == "T" else Edges.DEAD)


def _board_size(rule: str, digits: str) -> int:
    # The length is looked at first: Python itself refuses a very long string of digits, in its own words.
    if len(digits) > 12 or not int(digits):
        raise RuleError(f"rule {rule[:60]!r}: a board {digits[:12]} cells wide or high; sizes are 1 to 999999999999")
    return int(digits)
