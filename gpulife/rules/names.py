"""Names of rules: the table of those that there are, and the reading of one name.

The suffixes ``:T160,96`` and ``:P160,96`` are Golly's bounded grids
(https://golly.sourceforge.io/Help/bounded.html): width first, T a torus, P a plane with dead edges.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gpulife.errors import RuleError
from gpulife.rules.rule import Edges, Policy, Rule

RULE_NAMES: dict[str, str] = {
    "Life": "Conway's B3/S23, one species",
    "Bx/Sy": "any Life-like rule, one species: HighLife is B36/S23, Day & Night is B3678/S34678",
    "Immigration": "Life with two species: a birth takes the majority of its three parents",
    "QuadLife": "Life with four species: three different parents give birth to the fourth",
    "Bx/Sy:N": "any Life-like rule with 1 to 26 species: a birth takes the commonest of its neighbours",
    "RealTime:N": "Real-Time Life (2000), 1 to 26 players and neutral cells (three different parents); dead edges",
    "BioWar:N": "BioWar (1986), 1 to 6 players: own neighbours less all others' decide; dead edges",
    "Survivor": "Survivor (2012): pawns, shelters, enemies and traps through four times of day",
}
"""Every kind of rule name, with one line about it, in the order in which to list them."""

_LIFE_LIKE = re.compile(r"B(?P<births>\d*)/?S(?P<survivals>\d*)(?::(?P<species>\d+))?", re.IGNORECASE)
_OLD_LIFE_LIKE = re.compile(r"(?P<survivals>\d*)/(?P<births>\d+)")
_COUNTED = re.compile(r"(?P<kind>RealTime|BioWar):(?P<species>\d+)", re.IGNORECASE)
_SUFFIX = re.compile(r":(?P<topology>[TP])(?P<width>\d+)(?:,(?P<height>\d+))?", re.IGNORECASE)
_MOST_SPECIES = {"life-like": 26, "realtime": 26, "biowar": 6}


def parse_rule(name: str) -> Rule:
    """Read a rule's name, with or without a suffix.

    Upper and lower case are alike; ``B3S23`` and the older ``23/3`` are read as ``B3/S23``.

    Raises:
        RuleError: no such rule, a count over 8, too many species, or a size that is no size.
    """
    text = name.strip()
    suffix = re.search(_SUFFIX.pattern + r"$", text, re.IGNORECASE)
    rule = _parse_law(text[: suffix.start()] if suffix else text)
    if suffix is None:
        return rule
    columns, rows = (_board_size(text, digits) for digits in (suffix["width"], suffix["height"] or suffix["width"]))
    return rule.on_board((rows, columns), Edges.TORUS if suffix["topology"].upper() == "T" else Edges.DEAD)


def _parse_law(law: str) -> Rule:
    named = _NAMED.get(law.lower())
    if named is not None:
        return named
    if match := _LIFE_LIKE.fullmatch(law) or _OLD_LIFE_LIKE.fullmatch(law):
        return _life_like(law, match["births"], match["survivals"], match.groupdict().get("species"))
    if match := _COUNTED.fullmatch(law):
        kind = match["kind"].lower()
        count = _species_count(law, match["species"], _MOST_SPECIES[kind])
        if kind == "biowar":
            return Rule(f"BioWar:{count}", Policy.NET, count, edges=Edges.DEAD)
        return Rule(f"RealTime:{count}", Policy.NEUTRAL, count + 1, edges=Edges.DEAD)
    raise RuleError(f"unknown rule {law[:60]!r}: use one of {', '.join(RULE_NAMES)}")


def _life_like(law: str, births: str, survivals: str, species: str | None) -> Rule:
    counts = {}
    for what, digits in (("births", births), ("survivals", survivals)):
        if wrong := sorted(set(digits) - set("012345678")):
            raise RuleError(f"rule {law!r}: {what} at {wrong[0]} neighbours; a cell has 0 to 8")
        counts[what] = frozenset(map(int, digits))
    canonical = "B{}/S{}".format(*("".join(map(str, sorted(counts[w]))) for w in ("births", "survivals")))
    number = 1 if species is None else _species_count(law, species, _MOST_SPECIES["life-like"])
    return Rule(
        canonical if number == 1 else f"{canonical}:{number}",
        Policy.PLURALITY,
        number,
        counts["births"],
        counts["survivals"],
    )


def _board_size(rule: str, digits: str) -> int:
    # The length is looked at first: Python itself refuses a very long string of digits, in its own words.
    if len(digits) > 12 or not int(digits):
        raise RuleError(f"rule {rule[:60]!r}: a board {digits[:12]} cells wide or high; sizes are 1 to 999999999999")
    return int(digits)


def _species_count(law: str, digits: str, most: int) -> int:
    if len(digits) > 4 or not 1 <= int(digits) <= most:
        raise RuleError(f"rule {law[:60]!r}: {digits[:12]} species; there can be 1 to {most}")
    return int(digits)


_LIFE = _life_like("B3/S23", "3", "23", None)
_NAMED = {
    "life": replace(_LIFE, law="Life"),
    "conway's life": replace(_LIFE, law="Life"),
    "immigration": replace(_LIFE, law="Immigration", species=2),
    "quadlife": replace(_LIFE, law="QuadLife", policy=Policy.FOURTH, species=4),
    "survivor": Rule("Survivor", Policy.SURVIVOR, 5),
}
