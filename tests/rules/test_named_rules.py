"""Common names of rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.rules import NAMED_RULES, RULE_NAMES, NamedRule, find_named_rule, parse_rule
from gpulife.rules.named_rules import key_of

every_name = pytest.mark.parametrize("named", NAMED_RULES, ids=lambda named: named.name)


@every_name
def test_names_parse_as_their_laws(named: NamedRule) -> None:
    for name in (named.name, *named.aliases):
        for typed in (name, name.upper(), name.lower(), name.replace(" ", ""), name.replace("'", "").replace("&", "")):
            assert parse_rule(typed).law == named.law
            assert str(parse_rule(f"{typed}:P40,30")) == f"{named.law}:P40,30"


@every_name
def test_laws_are_canonical_and_descriptions_one_line(named: NamedRule) -> None:
    assert parse_rule(named.law).law == named.law
    assert 5 <= len(named.about) < 80
    assert named.about.isprintable()


def test_names_are_unique_and_hide_no_law() -> None:
    keys = [key for rule in NAMED_RULES for key in {key_of(name) for name in (rule.name, *rule.aliases)}]
    assert len(set(keys)) == len(keys)
    assert all(find_named_rule(name) is None for name in RULE_NAMES if name != "Life")


@pytest.mark.parametrize(
    ("typed", "law"),
    [
        ("HighLife", "B36/S23"),
        ("high life", "B36/S23"),
        ("HIGHLIFE:2", "B36/S23:2"),
        ("Day & Night", "B3678/S34678"),
        ("day and night", "B3678/S34678"),
        ("DayNight", "B3678/S34678"),
        ("Conway's Life", "Life"),
        ("conways life:3", "B3/S23:3"),
        ("Life:2", "B3/S23:2"),
        ("live-free-or-die", "B2/S0"),
        ("seeds:t7,9", "B2/S:T7,9"),
        ("seeds:3:T7,9", "B2/S:3:T7,9"),
    ],
)
def test_names_in_loose_spelling(typed: str, law: str) -> None:
    assert str(parse_rule(typed)) == law


def test_well_known_rules_are_included() -> None:
    # https://conwaylife.com/wiki/List_of_Life-like_rules
    known = {
        "Replicator": "B1357/S1357",
        "Seeds": "B2/S",
        "Life without death": "B3/S012345678",
        "Maze": "B3/S12345",
        "Mazectric": "B3/S1234",
        "34 Life": "B34/S34",
        "Diamoeba": "B35678/S5678",
        "2x2": "B36/S125",
        "Morley": "B368/S245",
        "Anneal": "B4678/S35678",
        "Coral": "B3/S45678",
        "Gnarl": "B1/S1",
    }
    assert {name: parse_rule(name).law for name in known} == known


@given(st.text(max_size=40))
def test_any_text_is_a_name_or_none(text: str) -> None:
    assert find_named_rule(text) is None or key_of(text)
