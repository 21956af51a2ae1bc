"""Names of strangers: which are allowed, and which look alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.online.storage.people import BadNameError, look_alike, read_name, require_distinct
from gpulife.seats import MAX_LETTERS


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER A}da", "Ada"),
        ("Ångström", "Ångström"),
        ("\u0645\u0631\u064a\u0645", "\u0645\u0631\u064a\u0645"),
        ("\u91ce\u6bdb", "\u91ce\u6bdb"),
        ("<b>x</b>", "<b>x</b>"),
        ("O'Neill 3", "O'Neill 3"),
    ],
)
def test_valid_names(text: str, name: str) -> None:
    assert read_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "---",
        "x" * (MAX_LETTERS + 1),
        "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}",  # eighteen letters in compatibility form
        "x" * 100_000,
        "Ada\n",
        "A\0da",
        "\x1b[31mAda",
        "\N{RIGHT-TO-LEFT OVERRIDE}adA",
        "Ada\N{RIGHT-TO-LEFT ISOLATE}",
        "A\N{ZERO WIDTH JOINER}da",
        "A\N{SOFT HYPHEN}da",
        "\N{HANGUL FILLER}",
        "Ada\N{HANGUL FILLER}",
        "\N{BRAILLE PATTERN BLANK}a",
        "A\N{VARIATION SELECTOR-16}da",
        "\U000e0041Ada",
        "\N{COMBINING ACUTE ACCENT}Ada",
        "a" + "\N{COMBINING ENCLOSING CIRCLE}" * 3,
        "\ud800a",
        "You",
        "\N{CYRILLIC SMALL LETTER U}ou",
        "SERVER",
        "Computer 3",
        "gardener",
        "C\N{CYRILLIC SMALL LETTER O}mputer",
    ],
)
def test_invalid_names(text: str) -> None:
    with pytest.raises(BadNameError) as caught:
        read_name(text)
    assert "\n" not in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ada"),
        ("Ada", "ADA"),
        ("Ada", "\N{CYRILLIC CAPITAL LETTER A}d\N{CYRILLIC SMALL LETTER A}"),
        ("paypal", "p\N{CYRILLIC SMALL LETTER A}ypa1"),
        ("Ivan", "lvan"),
        ("Ivan", "ivan"),
        ("Bob", "B0b"),
        ("morn", "mom"),
        ("Ada L", "AdaL"),
        ("\N{GREEK CAPITAL LETTER ALPHA}da", "ada"),
        ("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Zoe\N{COMBINING DIAERESIS}"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)
    with pytest.raises(BadNameError, match="who is already here"):
        require_distinct(one, ["Zed", other])


@pytest.mark.parametrize(("one", "other"), [("Ada", "Adam"), ("Bob", "Rob"), ("Anna", "Hanna"), ("Kim", "Jim")])
def test_names_that_do_not_look_alike(one: str, other: str) -> None:
    assert not look_alike(one, other)
    require_distinct(one, [other])


@given(st.text(max_size=24))
def test_normalized_names_are_stable(text: str) -> None:
    try:
        name = read_name(text)
    except BadNameError:
        return
    assert read_name(name) == name
    assert 1 <= len(name) <= MAX_LETTERS
    assert name.isprintable()
    assert not any(unicodedata.bidirectional(letter) in {"RLE", "LRE", "RLO", "LRO", "PDF"} for letter in name)
    assert look_alike(name, name)
