"""Rules whose names begin with, or contain, what somebody has typed."""

from gpulife.rules.named_rules import NAMED_RULES, NamedRule
from gpulife.rules.names import RULE_NAMES
from gpulife.rules.tables.known_rules import own_rule_files

_EXAMPLES = (
    NamedRule("B36/S23:2", "B36/S23:2", "HighLife with two species; other rules can have up to 26 in the same way"),
    NamedRule("RealTime:4", "RealTime:4", "Real-Time Life for four players"),
    NamedRule("BioWar:4", "BioWar:4", "BioWar for four players"),
)
"""Rules of kinds that are too many to be listed all."""


def matching_rules(text: str) -> list[NamedRule]:
    """Return the rules that ``text`` may become: first those whose names begin with it, then all that contain it."""
    wanted = _plain(text)
    of_files = [NamedRule(name, name, f"your {path.name}") for name, path in own_rule_files().items()]
    of_families = [NamedRule(name, name, about) for name, about in RULE_NAMES.items() if _is_exact(name)]
    rules = {rule.name: rule for rule in (*of_files, *of_families, *NAMED_RULES, *_EXAMPLES)}.values()
    begin = [rule for rule in rules if any(_plain(name).startswith(wanted) for name in _names(rule))]
    contain = [rule for rule in rules if rule not in begin and wanted in _plain(rule.name + rule.about)]
    return begin + contain


def _names(rule: NamedRule) -> tuple[str, ...]:
    return rule.name, rule.law, *rule.aliases


def _is_exact(name: str) -> bool:
    """Return whether a name of the list is a rule's own, and not that of a kind such as ``Bx/Sy:N``."""
    return not any(part in name for part in ("x/", "Rr,")) and not name.endswith((":N", ":SEED"))


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())
