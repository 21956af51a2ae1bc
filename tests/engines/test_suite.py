"""The suite for all engines: they must match the reference bit for bit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import cycle, product

import numpy as np
import pytest
from boards import assert_boards_equal, board
from capabilities import needs_compute
from conftest import ALL_RANKS, ENGINE_KINDS, OTHER_KINDS, RANKS, OpenEngine, engine_name, kinds_of, rules_and_kinds
from engines.cases import ON_ALL_SHAPES, RULES, high, random_cells, rule_on, shapes
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.engines import Engine, reference
from gpulife.engines.base import Storage
from gpulife.engines.bitplanes.rule_circuits import MAX_SPECIES, has_planes, planes_of
from gpulife.engines.checkpoint import restore_snapshot, rows_of, take_snapshot
from gpulife.engines.registry import find_engine
from gpulife.errors import BoardSizeError, EngineError, PatternError, RuleError
from gpulife.rules import Cells, Edges, Rule, parse_rule
from gpulife.rules.families.larger_than_life import Law

PLANES_KINDS = [kind for kind in ENGINE_KINDS if kind.startswith("planes")]
"""Kinds with bit planes. On ranks these need compute shaders, since strips exchange rows of storage buffers."""
every_kind = pytest.mark.parametrize("kind", ENGINE_KINDS)
FEW = RANKS and not ALL_RANKS
"""True if rules, kinds and edges take turns, since tests on ranks take long."""


def in_turn(kinds: Iterable[str], edges: Iterable[Edges]) -> list[tuple[str, Edges]]:
    """Return each kind with one of the edges in turn."""
    return list(zip(kinds, cycle(edges), strict=False))


def assert_steps_like_reference(engine: Engine, steps: tuple[int, ...]) -> None:
    """Step an engine and the reference; compare cells and census after each of ``steps``."""
    cells, generation = engine.read_all(), engine.generation
    for count in steps:
        engine.step(count)
        for _ in range(count):
            cells = reference.next_generation(cells, engine.rule, generation)
            generation += 1
        assert engine.generation == generation
        assert_boards_equal(engine.read_all(), cells)
        assert engine.census().tolist() == reference.census(cells, engine.rule).tolist()


def _rules_kinds_and_edges() -> list[tuple[str, str, Edges]]:
    """Return the rules, each with its kinds and one of the edges in turn: wrapping does not depend on the rule.

    Rules on all shapes have every kind. Each other rule has each engine, in bands or without them in turn: how bands
    are joined does not depend on the rule either. On ranks, a rule of each reach and number of planes has one kind, and
    those on all shapes have every other one, since what ranks send depends on nothing more; ``.ci/matrix ranks`` tries
    all.
    """
    both, cases = list(Edges), []
    seen = set()
    for number, name in enumerate(RULES):
        kinds, everywhere = list(kinds_of(name)), name in ON_ALL_SHAPES
        if FEW:
            rule = parse_rule(name)
            sent = rule.family.reach(rule), planes_of(rule) if has_planes(rule) else 0
            kinds.remove("numpy")
            kinds = kinds[number % 2 :: 2] if everywhere else [kinds[number % len(kinds)]] if sent not in seen else []
            seen.add(sent)
        elif not RANKS and not everywhere:
            kinds = [kind for kind in kinds if not in_other_turn(kind, number, kinds)]
        cases += [(name, kind, both[(number + ENGINE_KINDS.index(kind)) % 2]) for kind in kinds]
    return cases


def in_other_turn(kind: str, number: int, kinds: list[str]) -> bool:
    """Return True if a kind is left out of turn ``number`` because the same engine in bands, or without, is tested."""
    plain, is_in_bands = kind.removesuffix(" in bands"), kind.endswith(" in bands")
    return {plain, f"{plain} in bands"} <= set(kinds) and is_in_bands == (number % 2 == 0)


@pytest.mark.parametrize(("name", "kind", "edges"), _rules_kinds_and_edges())
def test_all_rules_on_all_shapes(open_kind: OpenEngine, kind: str, edges: Edges, name: str) -> None:
    rule = rule_on(name, edges)
    for number, shape in enumerate(shapes(name, kind)):
        engine = open_kind(kind, rule, shape)
        engine.paint(0, 0, random_cells(rule, shape, seed=number))
        assert_steps_like_reference(engine, (1, 1, 2, 9))


def _gathered() -> list[tuple[str, str, Edges]]:
    """Return three rules with every kind: Life with both edges, the others with one of them in turn; on ranks one."""
    pairs = rules_and_kinds("B3/S23:3") if FEW else rules_and_kinds("Life", "B3/S23:3", "QuadLife")
    everywhere = [(name, kind, edges, number) for number, (name, kind) in enumerate(pairs) for edges in Edges]
    both = list(Edges)
    return [
        (name, kind, edges) for name, kind, edges, number in everywhere if name == "Life" or edges is both[number % 2]
    ]


@pytest.mark.parametrize(("name", "kind", "edges"), _gathered())
def test_gathered_steps_match_single_ones(open_kind: OpenEngine, kind: str, edges: Edges, name: str) -> None:
    rule, shape = rule_on(name, edges), (high(33), 70)
    engine, oracle = open_kind(kind, rule, shape), open_kind("numpy", rule, shape)
    other = replace(parse_rule(f"B36/S23:{rule.live_states}"), edges=edges)
    for each in (engine, oracle):
        each.paint(0, 0, random_cells(rule, shape, seed=3))
    with engine.gathering():
        for each in (engine, oracle):
            for count in (1, 2, 1):
                each.step(count)
        assert engine.generation == oracle.generation == 4
        assert engine.census().tolist() == oracle.census().tolist()
        for count in (1, 19, 1, 2):
            for each in (engine, oracle):
                each.step(count)
        assert_boards_equal(engine.read_all(), oracle.read_all())
        for each in (engine, oracle):
            each.step(1)
            each.paint(3, 4, random_cells(rule, (5, 9), seed=4))
            each.step(2)
            each.step(1, other)
            each.generation = 50
            each.step(3)
            each.step(1)
    assert engine.generation == oracle.generation == 54
    assert_boards_equal(engine.read_all(), oracle.read_all())
    assert_steps_like_reference(engine, (1, 2))


@pytest.mark.parametrize("kind", [kind for kind in ENGINE_KINDS if kind.startswith("gl")])
@settings(max_examples=examples(3 if RANKS else 24))  # each compiles shaders
@given(data=st.data())
def test_any_life_like_rule_on_any_board(open_kind: OpenEngine, kind: str, data: st.DataObject) -> None:
    assert_steps_by_any_rule(open_kind, kind, data, most_species=26)


@pytest.mark.parametrize("kind", PLANES_KINDS or [pytest.param("planes", marks=needs_compute)])
@settings(max_examples=examples(3 if RANKS else 16))  # likewise
@given(data=st.data())
def test_any_planes_rule_on_any_board(open_kind: OpenEngine, kind: str, data: st.DataObject) -> None:
    assert_steps_by_any_rule(open_kind, kind, data, most_species=MAX_SPECIES)


@pytest.mark.parametrize("kind", kinds_of("Bugs"))
@settings(max_examples=examples(2 if RANKS else 12))  # likewise
@given(data=st.data())
def test_any_larger_than_life_on_any_board(open_kind: OpenEngine, kind: str, data: st.DataObject) -> None:
    is_far = not RANKS or not kind.startswith("planes")
    reach, shape = data.draw(st.integers(1, 20 if is_far else 15)), data.draw(st.sampled_from("MNC"))
    most = Law(reach, middle=False, survivals=(0, 0), births=(0, 0), shape=shape).most
    limits = (sorted(data.draw(st.lists(st.integers(0, most), min_size=2, max_size=2))) for _ in range(2))
    survivals, births = (f"{low}..{high}" for low, high in limits)
    states, middle = data.draw(st.sampled_from([0, 3, 6])), data.draw(st.integers(0, 1))
    name = f"R{reach},C{states},M{middle},S{survivals},B{births},N{shape}"
    rule = rule_on(name, data.draw(st.sampled_from(list(Edges))))
    size = data.draw(st.tuples(st.integers(1, high(40)), st.integers(1, 140)))
    engine = open_kind(kind, rule, size)
    engine.paint(0, 0, random_cells(rule, size, seed=data.draw(st.integers(0, 999))))
    assert_steps_like_reference(engine, (1, 2))
    engine.close()


def assert_steps_by_any_rule(open_kind: OpenEngine, kind: str, data: st.DataObject, most_species: int) -> None:
    births, survivals = (data.draw(st.sets(st.integers(0, 8))) for _ in range(2))
    species = data.draw(st.integers(1, most_species))
    name = f"B{''.join(map(str, births))}/S{''.join(map(str, survivals))}:{species}"
    rule = rule_on(name, data.draw(st.sampled_from(list(Edges))))
    shape = data.draw(st.tuples(st.integers(1, high(12)), st.integers(1, 70)))
    engine = open_kind(kind, rule, shape)
    engine.paint(0, 0, random_cells(rule, shape, seed=data.draw(st.integers(0, 999))))
    engine.generation = data.draw(st.integers(0, 10**6))
    assert_steps_like_reference(engine, (1, 3))
    engine.close()


def _immigration_soup() -> tuple[Rule, Cells]:
    rule = parse_rule("Immigration:T160,96")
    return rule, random_cells(rule, (96, 160), seed=1982, density=0.35)


@cache
def _immigration_after(generations: int) -> Cells:
    """Return that soup's cells: the same for all kinds."""
    rule, cells = _immigration_soup()
    for generation in range(generations):
        cells = reference.next_generation(cells, rule, generation)
    return cells


@pytest.mark.parametrize("kind", OTHER_KINDS)
def test_immigration_soup_over_1000_generations(open_kind: OpenEngine, kind: str) -> None:
    rule, soup = _immigration_soup()
    engine = open_kind(kind, rule, soup.shape)
    engine.paint(0, 0, soup)
    engine.step(1000 if not RANKS else 200)  # which exchange after every few of them
    expected = _immigration_after(engine.generation)
    assert expected.any()
    assert_boards_equal(engine.read_all(), expected)


@pytest.mark.parametrize("name", [name for name in RULES if set(kinds_of(name)) != set(ENGINE_KINDS)])
def test_kinds_skip_only_refused_rules(open_kind: OpenEngine, name: str) -> None:
    rule = parse_rule(name)
    for kind in set(ENGINE_KINDS) - set(kinds_of(name)):
        known = find_engine(engine_name(kind)).refusal(rule)
        with pytest.raises(EngineError) as refused:
            open_kind(kind, rule, (5, 7))
        assert str(refused.value).endswith("; use --engine gl" if known is None else known)


@every_kind
def test_engine_matches_its_record(open_kind: OpenEngine, kind: str) -> None:
    record, shape = find_engine(engine_name(kind)), (high(40), 64)
    engine = open_kind(kind, parse_rule("Immigration"), shape)
    assert engine.name == record.name
    assert engine.storage in (*record.storages, Storage.STRIPS if " on " in kind else engine.storage)
    assert record.find_problem() is None
    if engine.storage is not Storage.STRIPS:
        assert type(engine).bytes_per_cell == record.bytes_per_cell
        assert engine.memory() >= record.bytes_per_cell * shape[0] * shape[1] // 2
    if engine.storage is not Storage.STRIPS and "without compute" not in kind:  # which the device has
        assert record.memory(engine.rule, shape, getattr(engine, "device", None)) == engine.memory()
    (whole, *others) = engine.call(rows_of)
    assert whole + sum(others) == shape[0]


@every_kind
def test_new_board_is_empty(open_kind: OpenEngine, kind: str) -> None:
    engine = open_kind(kind, parse_rule("Immigration"), (5, 7))
    assert engine.generation == 0
    assert str(engine.rule) == "Immigration:T7,5"
    assert not engine.read_all().any()
    assert engine.census().tolist() == [0, 0]


@pytest.mark.parametrize(("kind", "edges"), in_turn(ENGINE_KINDS, Edges) if FEW else list(product(ENGINE_KINDS, Edges)))
@given(data=st.data())
def test_paint_and_read_any_rectangle(open_kind: OpenEngine, kind: str, edges: Edges, data: st.DataObject) -> None:
    shape = data.draw(st.tuples(st.integers(1, high(9)), st.integers(1, 40)))
    engine = open_kind(kind, rule_on("QuadLife", edges), shape)
    expected = random_cells(engine.rule, shape, seed=1)
    engine.paint(0, 0, expected)
    corner = st.tuples(st.integers(-50, 50), st.integers(-50, 50))
    size = st.tuples(st.integers(0, 20), st.integers(0, 60))
    row, column = data.draw(corner)
    patch = random_cells(engine.rule, data.draw(size), seed=2)
    mask = random_cells(engine.rule, patch.shape, seed=3) > 0 if data.draw(st.booleans()) else None
    engine.paint(row, column, patch, mask)
    for (y, x), state in np.ndenumerate(patch):
        inside = 0 <= row + y < shape[0] and 0 <= column + x < shape[1]
        if (inside or edges is Edges.TORUS) and (mask is None or mask[y, x]):
            expected[(row + y) % shape[0], (column + x) % shape[1]] = state
    assert_boards_equal(engine.read_all(), expected)

    row, column = data.draw(corner)
    height, width = data.draw(size)
    got = engine.read(row, column, height, width)
    rows, columns = np.arange(row, row + height), np.arange(column, column + width)
    wanted = expected[np.ix_(rows % shape[0], columns % shape[1])]
    if edges is Edges.DEAD:
        inside_rows, inside_columns = (rows >= 0) & (rows < shape[0]), (columns >= 0) & (columns < shape[1])
        wanted = wanted * np.outer(inside_rows, inside_columns)
    assert_boards_equal(got, wanted.astype(np.uint8))
    engine.close()


@every_kind
def test_read_returns_a_copy(open_kind: OpenEngine, kind: str) -> None:
    engine = open_kind(kind, parse_rule("Life"), (3, 3))
    engine.read(0, 0, 3, 3)[:] = 1
    assert not engine.read_all().any()


@every_kind
def test_paint_between_steps(open_kind: OpenEngine, kind: str) -> None:
    shape = high(7), 37
    engine = open_kind(kind, parse_rule("Immigration"), shape)
    engine.paint(0, 0, random_cells(engine.rule, shape, seed=5))
    for row in range(5):
        engine.step(3)
        engine.paint(7 * row, 30 + row, board("AB\n.B\nAA"))  # over the edge of the torus at last
        assert_steps_like_reference(engine, (1,))


@every_kind
def test_snapshot_restores_in_any_engine(open_kind: OpenEngine, kind: str) -> None:
    rule, shape = parse_rule("B3/S23:3"), (high(20), 41)
    engine = open_kind(kind, rule, shape)
    engine.paint(0, 0, random_cells(rule, shape, seed=8))
    engine.step(5)
    taken, cells = take_snapshot(engine), engine.read_all()
    engine.step(4)
    later = engine.read_all()
    for other in ENGINE_KINDS:
        fresh = open_kind(other, rule, shape)
        restore_snapshot(fresh, taken)
        assert fresh.generation == 5
        assert_boards_equal(fresh.read_all(), cells)
        fresh.step(4)
        assert_boards_equal(fresh.read_all(), later)


@every_kind
def test_bad_snapshot_changes_nothing(open_kind: OpenEngine, kind: str) -> None:
    engine = open_kind(kind, parse_rule("Life"), (8, 8))
    engine.paint(0, 0, board("A"))
    taken = take_snapshot(engine)
    before = engine.read_all()
    damaged = bytearray(taken)
    damaged[len(damaged) // 3] ^= 0xFF
    for data in (b"", b"nonsense", taken[:-40], bytes(damaged)):
        with pytest.raises(PatternError, match=r"^snapshot: "):
            restore_snapshot(engine, data)
    other = open_kind(kind, parse_rule("Life"), (8, 9))
    with pytest.raises(EngineError, match="a snapshot of Life:T9,8 cannot be restored to a board of Life:T8,8"):
        restore_snapshot(engine, take_snapshot(other))
    assert_boards_equal(engine.read_all(), before)


@pytest.mark.parametrize(("kind", "edges"), in_turn(ENGINE_KINDS, Edges))
def test_wild_generation_by_another_rule(open_kind: OpenEngine, kind: str, edges: Edges) -> None:
    rule, shape = rule_on("Immigration", edges), (high(12), 20)
    engine = open_kind(kind, rule, shape)
    cells = random_cells(rule, shape, seed=4)
    engine.paint(0, 0, cells)
    wild = parse_rule("B36/S125:2")
    engine.step(1, wild)
    expected = reference.next_generation(cells, replace(wild, edges=edges), 0)
    assert_boards_equal(engine.read_all(), expected)
    assert engine.rule.law == "Immigration"
    assert_steps_like_reference(engine, (2,))


@every_kind
def test_engine_refuses_invalid_input(open_kind: OpenEngine, kind: str) -> None:
    engine = open_kind(kind, parse_rule("Immigration"), (4, 4))
    with pytest.raises(EngineError, match="state 3 does not exist in rule Immigration, which has states 0 to 2"):
        engine.paint(0, 0, np.full((1, 1), 3, np.uint8))
    with pytest.raises(EngineError, match=r"a mask of shape \(1, 2\) does not fit cells of shape \(1, 1\)"):
        engine.paint(0, 0, board("A"), np.ones((1, 2), bool))
    with pytest.raises(EngineError, match="-1 generations"):
        engine.step(-1)
    with pytest.raises(EngineError, match="a rectangle of -2x1 cells"):
        engine.read(0, 0, 1, -2)
    for other in ("Life", "B3/S23:5", "Survivor"):
        with pytest.raises(RuleError, match=r"has \d states; a board of Immigration needs 3"):
            engine.step(1, parse_rule(other))
    assert not engine.read_all().any()
    assert engine.generation == 0


@every_kind
@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (-1, 5), (5, -3)])
def test_empty_board_size_is_refused(open_kind: OpenEngine, kind: str, shape: tuple[int, int]) -> None:
    with pytest.raises(BoardSizeError, match=f"a board of {shape[1]}x{shape[0]} has no cells"):
        open_kind(kind, parse_rule("Life"), shape)


@every_kind
def test_other_size_than_rule_is_refused(open_kind: OpenEngine, kind: str) -> None:
    with pytest.raises(BoardSizeError, match="a board of 5x4 does not have the size in rule Life:T4,5"):
        open_kind(kind, parse_rule("Life:T4,5"), (4, 5))


@every_kind
def test_too_large_board_is_refused_before_allocation(open_kind: OpenEngine, kind: str) -> None:
    with pytest.raises(BoardSizeError, match=r"a board of 1000000x90000000 needs \S+ [TP]iB .*: .* about \d+x\d+ fits"):
        open_kind(kind, parse_rule("Life"), (90_000_000, 1_000_000))
