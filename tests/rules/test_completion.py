"""Completion in the rule field."""

import pytest

from gpulife.rules import parse_rule
from gpulife.rules.names import matching_rules


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("highl", "HighLife"),
        ("day&", "Day & Night"),
        ("B36/S23", "HighLife"),
        ("immi", "Immigration"),
        ("B2-a/S", "Just Friends"),
        ("", "Life"),
    ],
)
def test_names_with_the_prefix_come_first(text: str, first: str) -> None:
    assert matching_rules(text)[0].name == first


def test_all_offers_are_rules() -> None:
    rules = matching_rules("")
    assert len(rules) > 40
    for rule in rules:
        assert parse_rule(rule.name).law == parse_rule(rule.law).law
    assert len({rule.name for rule in rules}) == len(rules)


def test_unknown_text_offers_nothing() -> None:
    assert matching_rules("no such rule anywhere") == []
