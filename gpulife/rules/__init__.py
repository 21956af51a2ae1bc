"""Rules: what a cell becomes in the next generation, as data."""

from gpulife.rules.names import RULE_NAMES, parse_rule
from gpulife.rules.rule import SURVIVOR_STATES, TIMES_OF_DAY, Edges, Policy, Rule

__all__ = ["RULE_NAMES", "SURVIVOR_STATES", "TIMES_OF_DAY", "Edges", "Policy", "Rule", "parse_rule"]
