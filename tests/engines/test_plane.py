"""The engine plane computes the same cells as numpy, hashlife and Golly, on a plane without end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from engines.endless_planes import NumpyPlane, assert_same, assert_same_planes, golly_cells, loaded, soup_of
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.engines.compiled import HAS_NUMBA
from gpulife.engines.factory import open_plane
from gpulife.engines.plane import engine
from gpulife.engines.plane.engine import TiledPlane
from gpulife.errors import BoardSizeError, EngineError
from gpulife.patterns.loading import open_pattern
from gpulife.rules import Cells, Rule, parse_rule

KINDS = [pytest.param(True, marks=pytest.mark.needs("numba"), id="numba"), pytest.param(False, id="numpy")]
compiled_or_not = pytest.mark.parametrize("compiles", KINDS)
BITS = (
    *("Life", "B36/S23", "B2-a/S12", "B2/S35H", "Immigration", "QuadLife", "B3/S23:3", "B3/S23:4", "RealTime:3"),
    *("Brian's Brain", "345/2/200", "BioWar:4", "LifeHistory", "WireWorld", "LangtonsAnt", "Parity"),
)  # fmt: skip
BYTES = ("R2,C0,M1,S3..8,B3..5,NM", "R50,C3,M1,S500..2300,B600..2500,NM", "B3/S23:6", "Survivor")


def tiles_with(cells: Cells, rule: Rule, *, compiles: bool = True) -> TiledPlane:
    plane = TiledPlane(rule, compiles=compiles)
    plane.paint(0, 0, cells)
    return plane


@compiled_or_not
@pytest.mark.parametrize("name", BITS)
def test_bit_planes_equal_numpy(name: str, compiles: bool) -> None:
    rule = parse_rule(name)
    cells = soup_of(rule, (40, 43), seed=1)
    plane = tiles_with(cells, rule, compiles=compiles)
    board = NumpyPlane(cells, rule)
    for generations in (1, 2, 3, 8, 37):
        assert plane.step(generations) == generations
        board.step(generations)
        assert_same(plane, board)


@pytest.mark.parametrize("name", BYTES)
def test_bytes_equal_numpy(name: str) -> None:
    rule = parse_rule(name)
    cells = soup_of(rule, (90, 43), seed=1)
    plane, board = tiles_with(cells, rule), NumpyPlane(cells, rule)
    for generations in (1, 5) if "R50" not in name else (1, 1):
        plane.step(generations)
        board.step(generations)
        assert_same(plane, board)
    assert sum(plane.census()) > 0


@pytest.mark.needs("numba")
@pytest.mark.parametrize("name", ["B03/S23", "B0123478/S01234678", "B02/S8", "B36/S23:2", "WireWorld"])
def test_equals_hashlife(name: str) -> None:
    rule = parse_rule(name)
    cells = soup_of(rule, (70, 50), seed=2)
    trees, tiles = open_plane(rule), open_plane(rule, engine="plane")
    for plane in (trees, tiles):
        plane.paint(-30, 1234, cells)
    for generations in (1, 3, 100):
        for plane in (trees, tiles):
            plane.step(generations)
        assert trees.background == tiles.background
        assert_same_planes(tiles, trees)
        box = tiles.box()
        assert box is not None
        for level in (3, 4, 7):
            place = (box[0] >> level, box[1] >> level, 5, 6)
            assert np.allclose(tiles.density(level, *place), trees.density(level, *place))


@pytest.mark.needs("numba")
@pytest.mark.parametrize("name", ["B03/S23", "B0123478/S01234678"])
def test_births_without_neighbours_without_numba(name: str) -> None:
    rule = parse_rule(name)
    fast, slow = (tiles_with(soup_of(rule, (30, 30), seed=3), rule, compiles=compiles) for compiles in (True, False))
    for plane in (fast, slow):
        plane.step(13)
    assert_same_planes(fast, slow)


@pytest.mark.needs("bgolly")
@compiled_or_not
def test_long_runs_equal_golly(tmp_path: Path, compiles: bool) -> None:
    rule = parse_rule("Life")
    cells = soup_of(rule, (64, 64), seed=1)
    plane = tiles_with(cells, rule, compiles=compiles)
    for generations in (1000, 1024, 999):
        plane.step(generations)
    box = plane.box()
    assert box is not None
    assert np.array_equal(plane.read(*box), golly_cells(cells, rule, 3023, tmp_path))
    plane.step(16)
    assert plane.awake_tiles < plane.tiles / 2, "what stays as it is sleeps"


REFUSED = {
    "P2Life": "depends on chance and on cells' positions",
    "B03/S23:2": "with births on an empty plane, it may have only two states",
    "R2,C0,M1,S3..8,B0..5,NM": "with births on an empty plane, it may have only two states",
    "Life:T40,30": "rule Life:T40,30 has a board of its own",
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_rules_are_refused_in_one_line(name: str) -> None:
    with pytest.raises(EngineError, match=REFUSED[name]) as error:
        open_plane(parse_rule(name), engine="plane")
    assert "\n" not in str(error.value)


@compiled_or_not
@given(data=st.data())
@settings(max_examples=examples(16))
def test_edits_between_steps(compiles: bool, data: st.DataObject) -> None:
    rule = parse_rule(data.draw(st.sampled_from(["Life", "QuadLife", "B3/S23:3", "WireWorld"])))
    cells = soup_of(rule, (9, 9), seed=1)
    plane, board = tiles_with(cells, rule, compiles=compiles), NumpyPlane(cells, rule)
    near, side = st.integers(-60, 60), st.integers(0, 12)
    for _ in range(data.draw(st.integers(1, 3))):
        generations = data.draw(st.integers(0, 20))
        plane.step(generations, data.draw(st.none() | st.integers(0, 4)))
        board.step(generations)
        row, column, shape = data.draw(near), data.draw(near), (data.draw(side), data.draw(side))
        patch = soup_of(rule, shape, data.draw(st.integers(0, 3)))
        plane.paint(row, column, patch)
        board.paint(row, column, patch)
        assert_same(plane, board)


@compiled_or_not
def test_gliders_leave_no_tiles_behind(compiles: bool) -> None:
    glider = np.array([[0, 1, 0], [0, 0, 1], [1, 1, 1]], np.uint8)
    plane = tiles_with(glider, parse_rule("Life"), compiles=compiles)
    generations = 40_000 if compiles else 4000
    plane.step(generations)
    assert plane.box() == (generations // 4, generations // 4, 3, 3)
    assert plane.tiles < 300


def test_far_away() -> None:
    rule, still = parse_rule("QuadLife"), np.full((2, 2), 3, np.uint8)
    plane = open_plane(rule, engine="plane")
    far = 1 << 59
    plane.paint(far, -far, still)
    plane.paint(0, 0, still)
    plane.step(100)
    assert plane.box() == (0, -far, far + 2, far + 2)
    assert np.array_equal(plane.read(far - 2, -far - 3, 5, 6), np.pad(still, ((2, 1), (3, 1))))
    assert not plane.read(10**30, -(10**30), 3, 3).any()
    with pytest.raises(BoardSizeError, match="too far away for tiles: use --engine hashlife"):
        plane.paint(1 << 62, 0, still)


@compiled_or_not
def test_full_memory_leaves_the_last_whole_generation(compiles: bool) -> None:
    rule = parse_rule("B2/S")
    plane, free = (TiledPlane(rule, limit, compiles=compiles) for limit in (100_000, None))
    for each in (plane, free):
        each.paint(0, 0, soup_of(rule, (30, 30), seed=4))
    with pytest.raises(BoardSizeError, match=r"the plane has \d+ tiles with live cells, too many for 97.7 KiB"):
        plane.step(10_000)
    assert plane.memory <= 100_000
    assert plane.generation > 100
    free.step(plane.generation)
    assert_same_planes(plane, free)


def test_cells_that_cannot_fit_are_refused_at_once() -> None:
    plane = TiledPlane(parse_rule("Life"), 100_000)
    plane.paint(3, -5, np.ones((1, 4000), np.uint8))
    with pytest.raises(BoardSizeError, match=r"^210 tiles with live cells are too many for 97.7 KiB of memory$"):
        plane.paint(3, -5, np.ones((1, 10_000), np.uint8))
    assert plane.census() == [4000]


@compiled_or_not
def test_stops_at_a_whole_generation(compiles: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_MOMENT_TILES", 8)
    rule = parse_rule("Life")
    cells = soup_of(rule, (60, 60), seed=5)
    plane, board = tiles_with(cells, rule, compiles=compiles), NumpyPlane(cells, rule)
    asked: list[int] = []

    def stopped() -> bool:
        asked.append(plane.generation)
        return plane.generation >= 24

    with plane.stopping(stopped):
        assert plane.step(1000) == 24
    assert len(asked) > 3
    board.step(24)
    assert_same(plane, board)


@pytest.mark.parametrize("name", ["B36/S23", "QuadLife", "345/2/200"])
def test_macrocell_files_keep_the_plane(name: str, tmp_path: Path) -> None:
    rule = parse_rule(name)
    plane = open_plane(rule, engine="plane")
    path = tmp_path / "plane.mc"
    path.write_text("".join(plane.macrocell_pieces()))
    assert not open_pattern(str(path)).whole().cells.any()
    plane.paint(-90, 1234, soup_of(rule, (70, 50), seed=7))
    plane.paint(-90_000, -5, soup_of(rule, (7, 5), seed=8))
    plane.step(5)
    path.write_text("".join(plane.macrocell_pieces()))
    again = open_plane(rule, engine="plane")
    pattern = open_pattern(str(path))
    again.load(pattern)
    assert (str(pattern.rule), again.generation) == (str(rule), 5)
    assert_same_planes(again, plane)
    if HAS_NUMBA:
        assert_same_planes(loaded(path), plane)


@compiled_or_not
def test_what_stays_as_it_is_takes_no_time(compiles: bool) -> None:
    plane = tiles_with(np.ones((1, 3), np.uint8), parse_rule("Life"), compiles=compiles)
    plane.step(10**9 + 1)
    assert (plane.generation, plane.box()) == (10**9 + 1, (-1, 1, 3, 1))


def test_growing_gun() -> None:
    gun = open_pattern("gosper-gun")
    plane = open_plane(parse_rule("Life"), engine="plane")
    plane.load(gun)
    plane.step(3000)
    assert plane.census() == [36 + 5 * 100]
