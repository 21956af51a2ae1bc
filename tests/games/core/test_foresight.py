import numpy as np
import pytest
from boards import assert_boards_equal, board

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.area import Area
from gpulife.games.core.foresight import WINDOW, Change, area_around, coming_cells, foresee
from gpulife.rules import Edges, parse_rule


def engine_of(rule: str, shape: tuple[int, int], edges: Edges, seed: int = 0) -> NumpyEngine:
    parsed = parse_rule(rule).on_board(shape, edges)
    engine = NumpyEngine(parsed, shape)
    rng = np.random.default_rng(seed)
    cells = rng.integers(1, parsed.live_states + 1, shape, np.uint8) * (rng.random(shape) < 0.35)
    engine.paint(0, 0, cells.astype(np.uint8))
    return engine


@pytest.mark.parametrize("edges", [Edges.TORUS, Edges.DEAD])
@pytest.mark.parametrize("rule", ["Immigration", "BioWar:4", "RealTime:4", "P2Life", "R2,C2,M1,S3..8,B5..7"])
def test_foresight_is_what_the_engine_computes(rule: str, edges: Edges) -> None:
    rng = np.random.default_rng(5)
    for number in range(12):
        rows, columns = (int(side) for side in rng.integers(6, 30, 2))
        engine = engine_of(rule, (rows, columns), edges, number)
        engine.step(number % 3)
        area = Area(
            *(int(part) for part in (rng.integers(-4, rows), rng.integers(-4, columns), *rng.integers(1, 40, 2)))
        )
        places = {(int(rng.integers(rows)), int(rng.integers(columns))): int(rng.integers(2)) for _ in range(6)}
        foreseen = foresee(engine, places, area)
        for place, state in places.items():
            engine.paint(*place, np.full((1, 1), state, np.uint8))
        if foreseen is None:
            continue
        now = engine.read(*foreseen.area)
        assert_boards_equal(foreseen.now, now)
        engine.step(1)
        assert_boards_equal(foreseen.after, engine.read(*foreseen.area))


def test_changes_and_gains_tell_births_and_deaths() -> None:
    engine = NumpyEngine(parse_rule("Immigration").on_board((5, 5), Edges.DEAD), (5, 5))
    engine.paint(0, 0, board("..... ..... .A.A. ..... .....".replace(" ", "\n")))
    foreseen = foresee(engine, {(2, 2): 1}, Area(0, 0, 5, 5))
    assert foreseen is not None
    assert foreseen.changes == [
        Change((1, 2), 0, 1),
        Change((2, 1), 1, 0),
        Change((2, 3), 1, 0),
        Change((3, 2), 0, 1),
    ]
    assert (foreseen.count(1), foreseen.gain(1)) == (3, 0)


@pytest.mark.parametrize("edges", [Edges.TORUS, Edges.DEAD])
def test_the_area_around_a_place_holds_it_and_is_small(edges: Edges) -> None:
    for place in ((0, 0), (150, 3), (199, 299)):
        area = area_around(place, (200, 300), edges)
        assert area.size == (WINDOW, WINDOW)
        assert (place[0] - area.row) % 200 < WINDOW
        assert (place[1] - area.column) % 300 < WINDOW
        if edges is Edges.DEAD:
            assert area.row + area.height <= 200
            assert area.column + area.width <= 300
    assert area_around((3, 3), (11, 24), edges) == Area(0, 0, 11, 24)


@pytest.mark.parametrize("edges", [Edges.TORUS, Edges.DEAD])
def test_coming_cells_are_those_of_the_engine_where_the_edges_of_the_part_do_not_reach(edges: Edges) -> None:
    engine = engine_of("P2Life", (40, 50), edges, 3)
    engine.step(1)
    whole, part = (foresee(engine, {(20, 20): 2}, area) for area in (Area(0, 0, 40, 50), Area(5, 8, 30, 30)))
    assert whole is not None
    assert part is not None
    all_cells, part_cells = (coming_cells(each, engine.rule, engine.generation, 6) for each in (whole, part))
    engine.paint(20, 20, np.full((1, 1), 2, np.uint8))
    for number in range(7):
        assert_boards_equal(all_cells[number], engine.read_all())
        assert_boards_equal(part_cells[number][6:-6, 6:-6], engine.read(11, 14, 18, 18))
        engine.step(1)
