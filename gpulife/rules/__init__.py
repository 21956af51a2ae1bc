"""Rules: what a cell becomes in the next generation, as data."""

from gpulife.rules.families.survivor import SURVIVOR_STATES, TIMES_OF_DAY
from gpulife.rules.names import RULE_NAMES, parse_rule
from gpulife.rules.rule import Edges, Rule, RuleFamily

__all__ = ["RULE_NAMES", "SURVIVOR_STATES", "TIMES_OF_DAY", "Edges", "Rule", "RuleFamily", "parse_rule"]
