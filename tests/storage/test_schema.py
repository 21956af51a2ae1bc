"""Schemas: valid data is converted; errors are one line with place, value and expected value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import GpulifeError
from gpulife.storage.bounded_reading import ReadError, convert
from gpulife.storage.schema import boolean, choice, choices, described, integer, line, number


def _capital(text: str) -> str:
    if not text.isupper():
        raise GpulifeError(f"{text!r} is no capital")
    return text.lower()


@dataclass(frozen=True, kw_only=True)
class Point:
    x: Annotated[float, number(0, 1)]
    kind: Annotated[str, choice(["Whole", "Half"])] = "Whole"


@dataclass(frozen=True, kw_only=True)
class Page:
    title: Annotated[str, line("a title", 5, empty=False)]
    from_: Annotated[int, integer(1, 9)] = field(default=1, metadata={"key": "from"})
    loud: Annotated[bool, boolean()] = False
    points: Annotated[tuple[Point, ...], described("a list of points")] = ()
    middle: Annotated[Point, described("a point")] | None = None
    names: Annotated[tuple[str, ...], choices(["Ada", "Grace"])] = ()
    letter: Annotated[str, described("a capital", _capital)] | None = None
    size: Annotated[int, described("a number or its digits", int, of=int | str)] = 3


GOOD = {"title": "T"}


def test_valid_data_is_converted() -> None:
    more = {"from": 3, "points": [{"x": 1, "kind": "half"}], "names": "ADA", "letter": "Q", "size": "12"}
    page = convert(GOOD | more, Page, "it")
    assert (page.title, page.from_, page.names, page.letter, page.size) == ("T", 3, ("Ada",), "q", 12)
    assert page.points[0].x == 1.0
    assert page.points[0].kind == "Half"
    assert convert(GOOD, Page, "it").names == ()


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ({}, "it: title is missing"),
        ({"title": ""}, "it: title = '' should be a title"),
        ({"title": "a\nb"}, "it: title = 'a\\nb' should be a title"),
        ({"title": "too long"}, "it: title = 'too long' should be a title"),
        (GOOD | {"from": 10}, "it: from = 10 should be a whole number from 1 to 9"),
        (GOOD | {"from": 1.5}, "it: from = 1.5 should be a whole number from 1 to 9"),
        (GOOD | {"from": True}, "it: from = true should be a whole number from 1 to 9"),
        (
            GOOD | {"from": 10**5000},
            "it: from = a number with thousands of digits should be a whole number from 1 to 9",
        ),
        (GOOD | {"from_": 3}, "it: unknown key from_: did you mean from?"),
        (
            GOOD | {"?\n`": 3},
            "it: unknown key ?\\n`: the keys are title, from, loud, points, middle, names, letter, size",
        ),
        (GOOD | {"loud": 1}, "it: loud = 1 should be true or false"),
        (GOOD | {"points": {}}, "it: points = {} should be a list of points"),
        (GOOD | {"points": [3]}, "it: points = [3] should be a list of points"),
        (GOOD | {"points": [{"x": 0}, {"x": 2}]}, "it: points 2.x = 2 should be a number from 0 to 1"),
        (GOOD | {"points": [{"x": float("nan")}]}, "it: points 1.x = nan should be a number from 0 to 1"),
        (GOOD | {"points": [{}]}, "it: points 1.x is missing"),
        (GOOD | {"points": [{"x": 0, "kidn": 3}]}, "it: unknown key points 1.kidn: did you mean kind?"),
        (GOOD | {"points": [{"x": 0, "kind": "hlf"}]}, "it: points 1.kind = 'hlf' should be 'Half' or 'Whole'"),
        (GOOD | {"points": [{"x": 0, "kind": "?"}]}, "it: points 1.kind = '?' should be one of Whole, Half"),
        (GOOD | {"middle": {"x": []}}, "it: middle.x = [] should be a number from 0 to 1"),
        (GOOD | {"middle": "here"}, "it: middle = 'here' should be a point"),
        (GOOD | {"names": ["Ada", 3]}, "it: names has 3, which should be one of Ada, Grace"),
        (GOOD | {"names": 3}, "it: names = 3 should be a list of names from Ada, Grace"),
        (GOOD | {"letter": "q"}, "it: letter: 'q' is no capital"),
        (GOOD | {"size": "x"}, "it: size = 'x' should be a number or its digits"),
        (GOOD | {"size": None}, "it: size = None should be a number or its digits"),
        (GOOD | {"size": {"a": ["b" * 99]}}, f"it: size = {{'a': ['{'b' * 49}... should be a number or its digits"),
        (3, "it: Expected `object`, got `int`"),
    ],
)  # fmt: skip
def test_error_names_place_and_value(values: Any, line: str) -> None:
    with pytest.raises(ReadError) as told:
        convert(values, Page, "it")
    assert str(told.value) == line


def test_single_value_error() -> None:
    kind = Annotated[int, integer(1, 9)]
    assert convert(3, kind, "x.toml: a.b") == 3  # type: ignore[arg-type]
    with pytest.raises(ReadError, match=r"\Ax\.toml: a\.b = 'y' should be a whole number from 1 to 9\Z"):
        convert("y", kind, "x.toml: a.b")  # type: ignore[arg-type]


KEYS = st.sampled_from(["title", "from", "loud", "points", "middle", "names", "letter", "size", "x", "kind"])
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.sampled_from(["T", "half"])
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | KEYS, inner, max_size=5),
    max_leaves=12,
)


POINTS = st.fixed_dictionaries({"x": st.floats(-1, 2)}, optional={"kind": st.sampled_from(["whole", "none"])})
ALMOST = st.fixed_dictionaries(
    {"title": st.sampled_from(["T", "title", "too long"])},
    optional={"from": st.integers(-1, 11), "points": st.lists(POINTS, max_size=2), "loud": PLAIN},
)


@given(st.dictionaries(KEYS, VALUES, max_size=8) | VALUES | ALMOST)
def test_any_data_is_converted_or_refused(values: Any) -> None:
    try:
        page = convert(values, Page, "it")
    except ReadError as error:
        said = str(error)
        assert said.startswith("it: ")
        assert "\n" not in said
    else:
        assert 1 <= page.from_ <= 9
        assert all(0 <= point.x <= 1 for point in page.points)
