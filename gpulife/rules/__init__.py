"""Rules: what a cell becomes in the next generation, as data.

What other rooms need most is here: rules by their names, and what a rule is. ``families`` has the laws. Laws that come
from Golly's ``.rule`` files (https://golly.sourceforge.io/Help/formats.html) are tables: ``rule_file`` reads one,
``known_tables`` finds it by its name, and ``diagram`` is its law as engines and numpy follow it.
"""

from gpulife.rules.families.survivor import SURVIVOR_STATES, TIMES_OF_DAY
from gpulife.rules.named_rules import NAMED_RULES, NamedRule, find_named_rule
from gpulife.rules.names import RULE_NAMES, name_for_others, parse_rule, register_rule_text
from gpulife.rules.rule import RGB, Cells, Edges, Rule, RuleFamily
from gpulife.rules.rule_file import MAX_RULE_BYTES

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
