"""The rule families. Each module defines one family, as a ``RuleFamily`` record."""

from gpulife.rules.families import (
    annotated,
    biowar,
    generations,
    generations_by_table,
    higher_range,
    history,
    larger_than_life,
    life_like,
    p2life,
    survivor,
    table,
    truth_table,
)
from gpulife.rules.rule import RuleFamily

FAMILIES: tuple[RuleFamily, ...] = (
    life_like.FAMILY,
    history.FAMILY,
    annotated.HISTORY,
    annotated.SUPER,
    annotated.INVESTIGATOR,
    life_like.QUADLIFE,
    life_like.REALTIME,
    biowar.FAMILY,
    survivor.FAMILY,
    p2life.FAMILY,
    generations.FAMILY,
    larger_than_life.FAMILY,
    higher_range.FAMILY,
    table.FAMILY,  # before truth_table, so that a user's file comes first even if it has the name of a built-in rule
    generations_by_table.FAMILY,  # before truth_table, to which MAP.../3 would be a map of a wrong length
    truth_table.FAMILY,
)
"""All families, in the order in which their parsers are tried on a rule's name."""
