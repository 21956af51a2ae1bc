"""Rules as data: what each cell becomes in the next generation.

This module re-exports what other packages need most: the rule classes and the lookup of rules by name. The rules are in
``families``. Golly's ``.rule`` files (https://golly.sourceforge.io/Help/formats.html) define rules by tables or trees:
``rule_file`` reads these files, ``known_tables`` finds tables by name, and ``diagram`` compiles them for engines and
numpy.
"""

from gpulife.rules.board_suffix import EDGES
from gpulife.rules.diagram import Diagram
from gpulife.rules.families.survivor import SURVIVOR_STATES, TIMES_OF_DAY
from gpulife.rules.named_rules import NAMED_RULES, NamedRule, find_named_rule
from gpulife.rules.names import RULE_NAMES, described_rules, name_for_others, parse_rule, register_rule_text
from gpulife.rules.rule import ALL_NEIGHBOURS, NEIGHBOURS, Cells, Edges, Rule, RuleFamily, TruthTable, edges_title
from gpulife.rules.rule_file import MAX_RULE_BYTES, RGB
from gpulife.rules.twists import Join, Twist

__all__ = [
    "ALL_NEIGHBOURS",
    "EDGES",
    "MAX_RULE_BYTES",
    "NAMED_RULES",
    "NEIGHBOURS",
    "RGB",
    "RULE_NAMES",
    "SURVIVOR_STATES",
    "TIMES_OF_DAY",
    "Cells",
    "Diagram",
    "Edges",
    "Join",
    "NamedRule",
    "Rule",
    "RuleFamily",
    "TruthTable",
    "Twist",
    "described_rules",
    "edges_title",
    "find_named_rule",
    "name_for_others",
    "parse_rule",
    "register_rule_text",
]
