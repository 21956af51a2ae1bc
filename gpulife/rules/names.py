"""Names of rules: a list of all kinds of names, a parser, and completion of names that are being typed.

A suffix such as ``:T160,96`` fixes the board: see :mod:`gpulife.rules.board_suffix`.
"""

import re
from dataclasses import replace
from difflib import get_close_matches

from gpulife.errors import RuleError, UnknownRuleError
from gpulife.rules.board_suffix import cut_off_board, put_on_board, wrong_board
from gpulife.rules.families import FAMILIES
from gpulife.rules.known_tables import own_rule_files, register_as, where_to_put
from gpulife.rules.named_rules import NAMED_RULES, NamedRule, find_named_rule
from gpulife.rules.rule import Rule

_LETTERS = "[ceaiknjqrytwzomp]"
_COUNTS = rf"(?:[0-8](?:-?{_LETTERS}+)?)*"
_LAW = rf"(?:B{_COUNTS}[/_]?S{_COUNTS}|S{_COUNTS}[/_]?B{_COUNTS}|{_COUNTS}[/_]{_COUNTS})"
_MAX_QUOTED = 200


def _kind(pattern: str, reason: str) -> tuple[re.Pattern[str], str]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), reason


_KINDS = (
    _kind(r"M[SD]?,?D?\d+[,;].*", "blocks of 2x2 cells (Margolus neighbourhoods) are not supported"),
    _kind(r"\d?PCA.*", "partitioned automata (PCA) are not supported"),
    _kind(r"R\d+/T\d+/C\d+/.*", "MCell's cyclic automata are not supported"),
    _kind(r"NW.*|R\d+,C\d+,W.*|R\d+,.*,NW.*", "weighted neighbourhoods (W) are not supported"),
    _kind(
        r"R\d+,.*",
        "write such a rule as in R5,C0,M1,S34..58,B34..45,NM or R3,C0,S2,4-6,B5,9,NH: range, states, survivals, births "
        "and neighbourhood",
    ),
    _kind(r".+\|.+", "alternating rules (|) are not supported"),
    _kind(r".+History:\d+", "a History rule has one species: leave out the number at the end"),
    _kind(r"[^/]*/[^/]*/[^/]*History", "History needs a Life-like rule with two states, as in B36/S23History"),
    _kind(rf"{_LAW}L[A-Z0-9]*", "triangular neighbourhoods (L) are not supported"),
)


def why_no_rule(law: str) -> str:
    """Return why gpulife does not support ``law``, a rule of another program; "" if rules of its kind are unknown."""
    if len(law) > _MAX_QUOTED:  # these kinds have short names, and matching a long one could be slow
        return ""
    return next((reason for pattern, reason in _KINDS if pattern.fullmatch(law)), "")


_OFFERED = 4  # number of kinds listed in the error for an unknown name
_MAX_NAME = 60
_COUNTS = r"(?:[0-8](?:-?[acefijknqrtwyz]+)?)*"
_LIFE_LIKE = re.compile(
    rf"B{_COUNTS}(?:(?P<births>[^0-8/:][^/:]*)/S[^/:]*|/S{_COUNTS}(?P<survivals>[^0-8/:][^/:]*))(?::.*)?", re.IGNORECASE
)
"""A name that looks like that of a Life-like rule, and what in it is no number of neighbours."""
_SPECIES = re.compile(r":\d+$")


def _all_names() -> dict[str, str]:
    names: list[tuple[str, str]] = []
    for family in FAMILIES:
        index = next((index for index, (name, _) in enumerate(names) if name == family.listed_before), len(names))
        names[index:index] = family.names.items()
    return dict(names)


RULE_NAMES = _all_names()
"""Every kind of rule name with a one-line description, in display order."""


def parse_rule(name: str) -> Rule:
    """Parse a rule name, with or without a board suffix, in upper or lower case.

    ``B3S23`` and the older ``23/3`` mean the same as ``B3/S23``, ``HighLife`` the same as ``B36/S23``, and
    ``HighLife:2`` the same as ``B36/S23:2``.

    Raises:
        RuleError: the rule is unknown, or has a neighbour count over 8, too many species or an invalid board size.
    """
    text = name.strip()
    (law, suffix), no_board = cut_off_board(text), ""
    if suffix is None:
        law, no_board = wrong_board(text)
    rule = _parse_law(law) or _parse_named(law)
    if rule is None and (why := why_no_rule(law)):
        raise UnknownRuleError(f"rule {law[:60]!r}: {why}")
    if rule is None:
        raise UnknownRuleError(f"unknown rule {law[:60]!r}: {_advice(law)}{where_to_put(law)}")
    if no_board:
        raise RuleError(f"rule {text[:60]!r}: {no_board}")
    return rule if suffix is None else put_on_board(rule, suffix, text)


def name_for_others(rule: Rule) -> str:
    """Return the rule's name for other programs, with the board suffix but without the hash of a table's text.

    ``WireWorld@0123456789`` becomes ``WireWorld``, unless the plain name means another table in this process. ``Life``
    becomes ``B3/S23``, since Golly's fast algorithms know Life only by numbers.
    """
    law = "B3/S23" if rule.law == "Life" else rule.title
    return str(replace(rule, law=law if parse_rule(law).family is rule.family else rule.law))


def register_rule_text(name: str, text: str) -> None:
    """Register the text of a rule's ``.rule`` file so that :func:`parse_rule` accepts the rule's name.

    Args:
        name: full name of the rule, with or without a suffix, as in ``str(rule)``.
        text: the text, as in ``RuleFile.text``.

    Raises:
        RuleError: the text is not the text of a .rule file, or it defines another rule than ``name``.
    """
    register_as(cut_off_board(name).law, text, f"the rule {name[:60]!r}")


def _parse_law(law: str) -> Rule | None:
    return next((rule for family in FAMILIES if (rule := family.parse(law))), None)


def _parse_named(name: str) -> Rule | None:
    if len(name) > _MAX_NAME:
        return None
    species = _SPECIES.search(name)
    named = find_named_rule(name[: species.start()] if species else name)
    if named is None:
        return None
    return _parse_law(named.law) if species is None else _parse_law(named.law_in_numbers + species[0])


def _advice(law: str) -> str:
    if len(law) <= _MAX_NAME and (wrong := _LIFE_LIKE.fullmatch(law)) is not None:
        letter, found = ("B", wrong["births"]) if wrong["births"] else ("S", wrong["survivals"])
        return f"after {letter} come digits from 0 to 8, as in B3/S23, but there is {found!r}"
    names = {name.lower(): name for rule in NAMED_RULES for name in (rule.name, *rule.aliases)}
    close = get_close_matches(law[:_MAX_NAME].lower(), names, n=1, cutoff=0.8)
    if close:
        return f"is it {names[close[0]]}?"
    return f"use one of {', '.join(list(RULE_NAMES)[:_OFFERED])} or another rule's name"


_EXAMPLES = (
    NamedRule("B2-a/S12:3", "B2-a/S12:3", "Just Friends with three species; letters say how neighbours lie"),
    NamedRule("B2/S35H", "B2/S35H", "Carter Bays's Life on hexagons"),
    NamedRule("B2/S013V", "B2/S013V", "a rule with four neighbours (von Neumann)"),
    NamedRule("W30", "W30", "Wolfram's rule 30, row below row; also W110 and all other even numbers to 254"),
    NamedRule("B36/S23:2", "B36/S23:2", "HighLife with two species; add :2 to :26 to any Life-like rule"),
    NamedRule("RealTime:4", "RealTime:4", "Real-Time Life for four players"),
    NamedRule("BioWar:4", "BioWar:4", "BioWar for four players"),
)
"""Example rules of the kinds that have too many rules to list."""


def described_rules() -> dict[str, str]:
    """Return the names of all rules and forms of rules, the user's own files included, each with a line about it."""
    named = {rule.name: f"{rule.law}: {rule.about}" for rule in NAMED_RULES if rule.name != rule.law}
    return {**RULE_NAMES, **named, **{name: f"your file {path}" for name, path in own_rule_files().items()}}


def matching_rules(text: str) -> list[NamedRule]:
    """Return the rules that ``text`` may mean while the user types it.

    Rules that have a name beginning with ``text`` come first; rules follow whose name or description contains it.
    """
    wanted = _plain(text)
    of_files = [NamedRule(name, name, f"your {path.name}") for name, path in own_rule_files().items()]
    of_families = [NamedRule(name, name, about) for name, about in RULE_NAMES.items() if _is_exact(name)]
    rules = {rule.name: rule for rule in (*of_files, *of_families, *NAMED_RULES, *_EXAMPLES)}.values()
    begin = [rule for rule in rules if any(_plain(name).startswith(wanted) for name in _texts_of(rule))]
    contain = [rule for rule in rules if rule not in begin and wanted in _plain(rule.name + rule.about)]
    return begin + contain


def _texts_of(rule: NamedRule) -> tuple[str, ...]:
    return rule.name, rule.law, *rule.aliases


def _is_exact(name: str) -> bool:
    """Return True if an entry of RULE_NAMES is one rule's name; False if it is a pattern such as ``Bx/Sy:N``."""
    return not name.startswith(("Bx", "Rr,", "MAP", "Wn")) and not name.endswith((":N", ":SEED"))


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())
