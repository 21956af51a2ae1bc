"""The engine hashlife computes the same cells as numpy and as Golly, on a plane without end."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
from engines.endless_planes import (
    NumpyPlane,
    assert_same,
    assert_same_planes,
    golly_cells,
    golly_plane,
    loaded,
    plane_with,
    soup_of,
)
from engines.table_texts import TABLES
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import GOLLY_PATTERNS

from gpulife.engines import factory
from gpulife.engines.factory import open_plane
from gpulife.engines.hashlife import laws
from gpulife.errors import EngineError
from gpulife.patterns.loading import open_pattern
from gpulife.resources import resource_folder
from gpulife.rules import parse_rule

pytestmark = pytest.mark.needs("numba")

OWN_TABLES, GOLLY_TABLES = resource_folder("presets") / "golly", Path("/usr/share/golly/Rules")
COMPUTED = (
    *("Life", "B36/S23", "B2-a/S12", "B2/S35H", "B13/S012V", "R1,C0,M1,S3..4,B3..3,NM"),
    *("Immigration", "QuadLife", "B36/S23:2", "B3/S23:4", "B2/S:2", "RealTime:3"),
    *("Brian's Brain", "345/2/200", "BioWar:2", "BioWar:6", "LifeHistory"),
    *("WireWorld", "LangtonsAnt", "Parity", *TABLES),
)


@pytest.mark.parametrize("name", COMPUTED)
def test_equals_numpy(name: str) -> None:
    rule = parse_rule(name)
    cells = soup_of(rule, (40, 43), seed=1)
    for generations in (1, 2, 3, 8, 37):
        plane, board = plane_with(cells, rule), NumpyPlane(cells, rule)
        assert plane.step(generations) == generations
        board.step(generations)
        assert_same(plane, board)


REFUSED = {
    "P2Life": "depends on chance and on cells' positions",
    "R2,C0,M1,S3..8,B3..5,NM": "its neighbours are up to 2 cells away",
    "B3/S23:3": "its ties take turns in 3 generations, but steps are powers of two",
    "B03/S23:2": "with births on an empty plane, it may have only two states",
    "Survivor": "it is neither Life-like nor given by a table",
    "Life:T40,30": "rule Life:T40,30 has a board of its own",
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_rules_are_refused_in_one_line(name: str) -> None:
    with pytest.raises(EngineError, match=REFUSED[name]) as error:
        open_plane(parse_rule(name))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["WireWorld", "LangtonsAnt"])
def test_looking_up_cells_equals_circuits(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    rule = parse_rule(name)
    cells = soup_of(rule, (50, 60), seed=2)
    fast = plane_with(cells, rule)
    monkeypatch.setattr(laws, "_MAX_COST", 0)
    slow = plane_with(cells, rule)
    assert (laws.law_of(rule)[0].program.size, slow.step(77), fast.step(77)) == (0, 77, 77)
    assert_same_planes(slow, fast)


@pytest.mark.parametrize("name", ["B3/S23:4", "B36/S23:2", "Immigration"])
def test_ties_take_turns_from_any_generation_on(name: str) -> None:
    rule = parse_rule(name)
    cells = soup_of(rule, (30, 30), seed=3)
    plane, board = plane_with(cells, rule), NumpyPlane(cells, rule)
    for generations in (3, 1, 8, 2, 13):
        plane.step(generations)
        board.step(generations)
        assert_same(plane, board)


@pytest.mark.parametrize("name", ["B03/S23", "B0123478/S01234678", "B02/S8"])
def test_births_without_neighbours(name: str) -> None:
    rule = parse_rule(name)
    cells = soup_of(rule, (30, 30), seed=4)
    for generations in (0, 1, 2, 3, 8, 17):
        plane = plane_with(cells, rule)
        far = plane.background
        plane.step(generations)
        board = np.full((80, 80), far, np.uint8)
        board[25:55, 25:55] = cells ^ far
        for generation in range(generations):
            board = rule.family.step(board, rule, generation, (0, 0))
        assert np.array_equal(plane.read(-25, -25, 80, 80) ^ plane.background, board), generations


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize("name", ["B03/S23", "B0123478/S01234678"])
def test_births_without_neighbours_equal_golly(name: str, tmp_path: Path) -> None:
    rule = parse_rule(name)
    cells = soup_of(rule, (30, 30), seed=4)
    for generations in (1, 2, 31):
        plane = plane_with(cells, rule)
        plane.step(generations)
        box = plane.box()
        assert box is not None
        assert np.array_equal(plane.read(*box), golly_cells(cells, rule, generations, tmp_path))


@pytest.mark.needs("bgolly", "Golly's rules")
@pytest.mark.parametrize(
    ("name", "algorithm", "rules"),
    [
        ("Life", "HashLife", OWN_TABLES),
        ("Immigration", "RuleLoader", OWN_TABLES),
        ("QuadLife", "RuleLoader", OWN_TABLES),
        ("WireWorld", "RuleLoader", GOLLY_TABLES),
    ],
)
def test_long_runs_equal_golly(name: str, algorithm: str, rules: Path, tmp_path: Path) -> None:
    rule = parse_rule(name)
    cells = soup_of(rule, (64, 64), seed=1)
    plane = plane_with(cells, rule)
    for generations in (1000, 1024, 999):
        plane.step(generations)
    assert_same_planes(plane, golly_plane(cells, rule, 3023, algorithm, tmp_path, rules))


@given(st.data())
@settings(max_examples=examples(24))
def test_edits_between_steps(data: st.DataObject) -> None:
    rule = parse_rule(data.draw(st.sampled_from(["Life", "QuadLife", "B3/S23:4", "WireWorld"])))
    cells = soup_of(rule, (9, 9), seed=1)
    plane, board = plane_with(cells, rule), NumpyPlane(cells, rule)
    near, side = st.integers(-20, 20), st.integers(0, 12)
    for _ in range(data.draw(st.integers(1, 3))):
        generations = data.draw(st.integers(0, 12))
        plane.step(generations, data.draw(st.none() | st.integers(0, 4)))
        board.step(generations)
        row, column, shape = data.draw(near), data.draw(near), (data.draw(side), data.draw(side))
        patch = soup_of(rule, shape, data.draw(st.integers(0, 3)))
        plane.paint(row, column, patch)
        board.paint(row, column, patch)
        assert_same(plane, board)


# Large numbers.


@pytest.mark.parametrize(("generations", "population"), [(10**6, 166_713), (1 << 30, 178_957_021)])
def test_gosper_gun(generations: int, population: int) -> None:
    gun = open_pattern("gosper-gun")
    plane = open_plane(parse_rule("Life"))
    plane.load(gun)
    plane.step(generations)
    assert plane.census() == [population]


@pytest.mark.needs("Golly's patterns")
@pytest.mark.parametrize(
    ("name", "generations", "population"),
    [("Life/Breeders/breeder.lif", 10**5, 13_109_642), ("HashLife/metapixel-galaxy.mc.gz", 35_328, 7_070_723)],
)
def test_populations_of_golly_patterns(name: str, generations: int, population: int) -> None:
    pattern = open_pattern(str(GOLLY_PATTERNS / name), is_endless=True)
    plane = open_plane(parse_rule("Life"))
    plane.load(pattern)
    plane.step(generations)
    assert plane.census() == [population]


def test_far_away_and_for_a_long_time() -> None:
    rule = parse_rule("QuadLife")
    cells = soup_of(rule, (50, 60), seed=5)
    far, still = 10**30, np.full((2, 2), 3, np.uint8)
    plane = plane_with(cells, rule)
    plane.paint(far, -far, still)
    assert np.array_equal(plane.read(far - 2, -far - 3, 5, 6), np.pad(still, ((2, 1), (3, 1))))
    assert plane.box() == (0, -far, far + 2, far + 60)
    plane.step(10**40)
    assert plane.generation == 10**40
    assert np.array_equal(plane.read(far, -far, 2, 2), still)


def test_density_equals_counts() -> None:
    rule = parse_rule("QuadLife")
    cells = soup_of(rule, (120, 120), seed=6)
    plane = plane_with(cells, rule, at=(1, 0))  # squares begin one row above
    board = np.pad(cells, ((0, 8), (0, 8)))
    for level in (3, 4, 5):
        side, squares = 1 << level, 128 >> level
        parts = board.reshape(squares, side, squares, side)
        expected = np.stack([(parts == state).mean((1, 3)) for state in range(1, 5)], axis=-1)
        found = plane.density(level, 0, 0, squares, squares)
        assert np.allclose(found[..., 1:], expected)
        assert not found[..., 0].any()


# Macrocell files.


@pytest.mark.parametrize("name", ["B36/S23", "QuadLife", "345/2/200"])
def test_macrocell_files_keep_the_plane(name: str, tmp_path: Path) -> None:
    rule = parse_rule(name)
    plane = plane_with(soup_of(rule, (70, 50), seed=7), rule, at=(-90, 1234))
    plane.step(5)
    path = tmp_path / "plane.mc"
    path.write_text("".join(plane.macrocell_pieces()))
    again = loaded(path)
    assert (again.rule.law, again.generation) == (rule.law, 5)
    assert_same_planes(again, plane)


@pytest.mark.needs("bgolly")
def test_golly_reads_our_macrocell_files(tmp_path: Path) -> None:
    rule = parse_rule("Life")
    plane = plane_with(soup_of(rule, (70, 50), seed=7), rule)
    path, end = tmp_path / "plane.mc", tmp_path / "end.mc"
    path.write_text("".join(plane.macrocell_pieces()))
    subprocess.run(["bgolly", "-a", "HashLife", "-m", "64", "-o", end, path], check=True, capture_output=True)
    plane.step(64)
    assert_same_planes(loaded(end), plane)


def test_empty_plane(tmp_path: Path) -> None:
    plane = open_plane(parse_rule("Life"))
    plane.step(1000)
    assert (plane.box(), plane.census()) == (None, [0])
    path = tmp_path / "empty.mc"
    path.write_text("".join(plane.macrocell_pieces()))
    assert loaded(path).census() == [0]


@pytest.mark.parametrize("text", ["1 0 2 0 1", "2 0 1 0 0", "3 2 0 0 2"])
def test_tiny_macrocell_files(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tiny.mc"
    lines = ["1 0 2 0 1", "2 0 1 0 0", "3 2 0 0 2"]
    path.write_text("\n".join(["[M2]", "#R Immigration", *lines[: lines.index(text) + 1], ""]))
    pattern = open_pattern(str(path))
    plane = loaded(path)
    assert pattern.position is not None
    assert np.array_equal(plane.read(*pattern.position, *pattern.shape), pattern.whole().cells)


# Errors.


def test_wrong_states_and_sizes_are_refused() -> None:
    plane = open_plane(parse_rule("Immigration"))
    with pytest.raises(EngineError, match="state 3 does not exist in rule Immigration, which has states 0 to 2"):
        plane.paint(0, 0, np.full((1, 1), 3, np.uint8))
    with pytest.raises(EngineError, match="a rectangle of -2x1 cells"):
        plane.read(0, 0, 1, -2)
    with pytest.raises(EngineError, match="-1 generations"):
        plane.step(-1)


def test_missing_numba_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factory, "find_spec", lambda _name: None)
    with pytest.raises(EngineError, match=r"needs numba, which is not installed: pip install 'gpulife\[hashlife\]'"):
        open_plane(parse_rule("Life"))


def test_machine_code_is_stored_where_that_is_possible(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import numba

    from gpulife.engines import compiled
    from gpulife.storage.folders import cache_folder

    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    assert compiled._prepare_cache()
    folder = Path(numba.config.CACHE_DIR)
    assert folder.is_dir()
    assert folder.parent == cache_folder() / "numba"
    (tmp_path / "file").touch()
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file"))
    assert not compiled._prepare_cache()
