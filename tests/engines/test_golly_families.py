"""Golly's results, cell for cell, for laws beyond Life-like ones; bgolly knows these rules by name."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal
from conftest import OpenEngine
from engines.cases import LETTERS, TRUTH_TABLES, random_cells
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import GOLLY_PATTERNS

from gpulife.engines import reference
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.rules import NAMED_RULES, Cells, Edges, Rule, name_for_others, parse_rule
from gpulife.rules.families import generations, generations_by_table, larger_than_life, life_like, truth_table

pytestmark = pytest.mark.needs("bgolly")

GENERATIONS = [named.law for named in NAMED_RULES if parse_rule(named.law).family is generations.FAMILY]
LARGER_THAN_LIFE = [named.law for named in NAMED_RULES if parse_rule(named.law).family is larger_than_life.FAMILY]
ALGORITHMS = {
    generations.FAMILY: "Generations",
    larger_than_life.FAMILY: "Larger than Life",
    life_like.FAMILY: "QuickLife",
    truth_table.FAMILY: "QuickLife",
    generations_by_table.FAMILY: "Generations",
}
KINDS = ("numpy", "gl", "gl in bands")


def bgolly(cells: Cells, rule: Rule, count: int, folder: Path) -> Cells:
    """Return bgolly's whole board after ``count`` generations."""
    start, end = folder / "start.rle", folder / "end.rle"
    start.write_text(rle_text(Pattern(cells, rule)))
    command = ["bgolly", "-a", ALGORITHMS.get(rule.family, "JvN"), "-m", str(count), "-q", "-q", "-o", end, start]
    result = subprocess.run(command, check=False, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    text = end.read_text()
    assert f"rule = {name_for_others(rule)}\n" in text, "bgolly calls the rule otherwise"
    end.unlink()
    if "x = 0, y = 0" in text:  # nothing lives
        return cells[:0, :0]
    return live_part(read_rle(text, "bgolly's result").cells)


def live_part(cells: Cells) -> Cells:
    """Return the smallest rectangle with all live cells; empty if there are none."""
    rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
    return cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] if rows.size else cells[:0, :0]


def assert_as_bgolly(open_kind: OpenEngine, kind: str, rule: Rule, count: int, folder: Path, seed: int = 3) -> None:
    """Compare a soup with bgolly's after ``count`` generations."""
    assert rule.size is not None
    cells = random_cells(rule, rule.size, seed, density=0.4)
    engine = open_kind(kind, rule, rule.size)
    engine.paint(0, 0, cells)
    engine.step(count)
    assert_boards_equal(live_part(engine.read_all()), bgolly(cells, rule, count, folder))
    engine.close()


@pytest.mark.parametrize("law", [*GENERATIONS, *LARGER_THAN_LIFE])
def test_every_named_law_matches_golly(open_kind: OpenEngine, law: str, tmp_path: Path) -> None:
    assert_as_bgolly(open_kind, "gl", parse_rule(f"{law}:T60,41"), 37, tmp_path)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", ["T160,96", "P77,50", "T33,29"])
@pytest.mark.parametrize("count", [1, 63])
def test_same_soup_gives_same_cells(open_kind: OpenEngine, kind: str, suffix: str, count: int, tmp_path: Path) -> None:
    for law in ("345/2/4", "2/13/256", "R5,C0,M1,S34..58,B34..45,NM", "R3,C9,M0,S4..9,B3..6,NC"):
        assert_as_bgolly(open_kind, kind, parse_rule(f"{law}:{suffix}"), count, tmp_path)


@pytest.mark.parametrize("kind", ["numpy", "gl"])
@pytest.mark.parametrize("name", ["JvN29", "Nobili32", "Hutton32"])
def test_self_replicators_match_golly(open_kind: OpenEngine, kind: str, name: str, tmp_path: Path) -> None:
    # Most of a soup of all states dies at once, so arrows and confluent cells are far more than the others.
    rule, random = parse_rule(f"{name}:P150,120"), np.random.default_rng(5)
    states = np.arange(rule.live_states + 1, dtype=np.uint8)
    cells = random.choice(np.r_[states, np.repeat(states[9:], 4), np.repeat(states[9:17], 12)], (120, 150))
    for count in (1, 2, 100):
        engine = open_kind(kind, rule, cells.shape)
        engine.paint(0, 0, cells)
        engine.step(count)
        got = live_part(engine.read_all())
        engine.close()
        assert len(np.unique(got)) > (20 if count < 3 else 2)
        assert_boards_equal(got, bgolly(cells, rule, count, tmp_path))


@settings(max_examples=examples(15))  # each compiles shaders
@given(data=st.data())
def test_any_generations_law_matches_golly(
    open_kind: OpenEngine, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    births, survivals = ("".join(data.draw(st.sets(st.sampled_from("12345678")))) for _ in range(2))
    law = parse_rule(f"B{births}/S{survivals}/C{data.draw(st.integers(3, 256))}")
    rule = replace(law, edges=data.draw(st.sampled_from(list(Edges)))).on_board((31, 47))
    assert_as_bgolly(open_kind, "gl", rule, data.draw(st.integers(1, 20)), tmp_path_factory.mktemp("any"))


@settings(max_examples=examples(40))
@given(data=st.data())
def test_any_larger_than_life_law_matches_golly(
    open_kind: OpenEngine, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    reach, shape = data.draw(st.integers(1, 50)), data.draw(st.sampled_from("MNC"))
    middle, states = data.draw(st.integers(0, 1)), data.draw(st.sampled_from((0, 3, 7, 256)))
    most = larger_than_life.Law(reach, middle=bool(middle), survivals=(0, 0), births=(0, 0), shape=shape).most
    limits = [sorted(data.draw(st.tuples(*[st.integers(0, most)] * 2))) for _ in range(2)]
    (fewest, last), (first, end) = limits
    law = parse_rule(f"R{reach},C{states},M{middle},S{fewest}..{last},B{first}..{end},N{shape}")
    rule = replace(law, edges=data.draw(st.sampled_from(list(Edges)))).on_board((31 + 2 * reach, 47 + 2 * reach))
    assert_as_bgolly(
        *(open_kind, data.draw(st.sampled_from(("gl", "gl in bands"))), rule, data.draw(st.integers(1, 9))),
        tmp_path_factory.mktemp("any"),
    )


@pytest.mark.parametrize(
    "law",
    [
        "B2-a/S12",
        "B2-a3i8/S2i3-a4e8",
        *(f"B{births}/S{survivals}" for births, survivals in (LETTERS, LETTERS[::-1])),
        *(law.partition(":")[0] for law in TRUTH_TABLES if "B0" not in law),
        "B2/S35H",
        "MAPR4y/JQ",
        "W110",
    ],
)
def test_truth_tables_match_golly(open_kind: OpenEngine, law: str, tmp_path: Path) -> None:
    assert_as_bgolly(open_kind, "gl", parse_rule(f"{law}:T64,64"), 19, tmp_path)
    assert_as_bgolly(open_kind, "numpy", parse_rule(f"{law}:P61,35"), 8, tmp_path)


PATTERNS = (
    *(
        f"Larger-than-Life/{name}"
        for name in (
            "BugCollection",
            "BugReactions",
            "Butterfly",
            "GunCollection",
            "Jitterbug",
            "SlowShip",
            "SoldierBugs",
        )
    ),
    *("Non-Totalistic/rr14gun", "Non-Totalistic/JustFriends/p384drifter"),
)


@pytest.mark.needs("Golly's patterns")
@pytest.mark.parametrize("name", PATTERNS)
def test_golly_patterns_match(open_kind: OpenEngine, name: str, tmp_path: Path) -> None:
    pattern = read_rle((GOLLY_PATTERNS / f"{name}.rle").read_text(), name)
    assert pattern.rule is not None
    rule = pattern.rule if pattern.rule.size else pattern.rule.on_board((200, 301))
    assert rule.size is not None
    engine = open_kind("gl", rule, rule.size)
    row, column = ((board - own) // 2 for board, own in zip(rule.size, pattern.shape, strict=True))
    engine.paint(row, column, pattern.cells)
    cells = engine.read_all()
    engine.step(45)
    assert engine.census().sum() > 0
    assert_boards_equal(live_part(engine.read_all()), bgolly(cells, rule, 45, tmp_path))


@settings(max_examples=examples(24))
@given(data=st.data())
def test_twisted_boards(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    law = data.draw(st.sampled_from(["B3/S23", "B2-a/S12", "B2/S35H", "345/2/4"]))
    columns, rows, shift = (data.draw(st.integers(low, 24)) for low in (1, 1, -24))
    suffixes = (
        f"T{columns}{shift:+d},{rows}",
        f"T{columns},{rows}{shift:+d}",
        f"K{columns}*{shift:+d},{rows}",
        f"K{columns},{rows}*{shift:+d}",
        f"C{columns},{rows}",
        f"S{columns}",
    )
    rule = parse_rule(f"{law}:{data.draw(st.sampled_from(suffixes))}")
    assert rule.size is not None
    cells = random_cells(rule, rule.size, seed=data.draw(st.integers(0, 999)))
    count = data.draw(st.integers(1, 12))
    theirs = bgolly(cells, rule, count, tmp_path_factory.mktemp("twisted"))
    for generation in range(count):
        cells = reference.next_generation(cells, rule, generation)
    assert_boards_equal(live_part(cells), theirs)
