"""Rules: what a cell becomes in the next generation, as data."""

from gpulife.rules.families.survivor import SURVIVOR_STATES, TIMES_OF_DAY
from gpulife.rules.named_rules import NAMED_RULES, NamedRule, find_named_rule
from gpulife.rules.names import RULE_NAMES, name_for_others, parse_rule, register_rule_text
from gpulife.rules.rule import RGB, Cells, Edges, Rule, RuleFamily
from gpulife.rules.tables.rule_file import MAX_RULE_BYTES

__all__ = [
    "MAX_RULE_BYTES",
    "NAMED_RULES",
    "RGB",
    "RULE_NAMES",
    "SURVIVOR_STATES",
    "TIMES_OF_DAY",
    "Cells",
    "Edges",
    "NamedRule",
    "Rule",
    "RuleFamily",
    "find_named_rule",
    "name_for_others",
    "parse_rule",
    "register_rule_text",
]
