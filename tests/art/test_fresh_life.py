"""Fresh life comes only to boards that calm down, in few cells, in quiet places, and keeps what a scene promises."""

from __future__ import annotations

from datetime import datetime

import numpy as np
import pytest
from art.scenes import programme, scene
from boards import assert_boards_equal

from gpulife.art.fresh_life import add_fresh_life, needs_fresh_life, soft_patch
from gpulife.art.scene import ProgrammeError, Scene
from gpulife.art.scene_runner import SceneRunner
from gpulife.art.scene_setup import letters_of
from gpulife.engines.cells.numpy_engine import NumpyEngine

NOW = datetime(2026, 11, 28, 7, 0)  # noqa: DTZ001
CALM = "[scene.interventions]\nkinds = []\nliving = 0\ncooldown = 3600\n"
FRESH = CALM + "[scene.fresh]\nhold = 0.03\n"


def arrival(of: Scene, population: tuple[int, ...], seed: int = 1, busy: tuple[int, int] = (0, 0)) -> np.ndarray:
    """Return an empty board after one arrival. Its first ``busy`` rows and columns of tiles are the only busy ones."""
    change = np.zeros((of.shape[0] // 4, of.shape[1] // 4), np.float32)
    change[: busy[0]] = change[:, : busy[1]] = 0.5
    with NumpyEngine(of.rule, of.shape) as board:
        add_fresh_life(board, of, change, 4, population, np.random.default_rng(seed))
        return board.read_all()


def test_patch_has_a_soft_rim() -> None:
    replaced = np.mean([soft_patch(20, 0.5, 3, np.random.default_rng(seed))[1] for seed in range(40)], axis=0)
    assert replaced[8:12, 8:12].min() > 0.9
    assert 0.2 < replaced[10, 2:5].mean() < 0.8
    assert replaced[0].mean() < 0.05
    cells, _ = soft_patch(20, 0.5, 3, np.random.default_rng(1))
    assert set(np.unique(cells)) == {0, 3}
    assert 0.4 < (cells > 0).mean() < 0.6


def test_scarcest_species_comes_to_a_quiet_place() -> None:
    of = scene(more=FRESH + "size = 7", size="64x48")
    for seed in range(10):
        cells = arrival(of, (200, 3), seed, busy=(2, 2))
        rows, columns = np.nonzero(cells)
        assert set(np.unique(cells)) == {0, 2}
        assert np.ptp(rows) < 7
        assert np.ptp(columns) < 7
        assert rows.min() > 12
        assert rows.max() < 44
        assert columns.min() > 12
        assert columns.max() < 60


def test_arrivals_at_the_edge_stay_there() -> None:
    of = scene(more=FRESH + 'place = "edge"\npatterns = ["glider", "lwss"]', size="64x48")
    columns = set[int]()
    for seed in range(20):
        rows, across = np.nonzero(arrival(of, (1, 2), seed))
        assert all(row < 4 or row > 43 for row in rows)
        columns.update(across.tolist())
    assert len(columns) > 30


LETTERS = CALM + '[scene.fresh]\nhold = 1\nplace = "letters"\ncount = 3\nsize = 12\n'


def test_letters_stay_whole_and_life_comes_to_their_rims() -> None:
    of = scene(
        'text = ["AB", "CD"]\nletter_species = [1]\nletters = 14',
        LETTERS,
        size="64x48",
        rule="B5678/S345678:3",
        speed=6,
    )
    with SceneRunner(of, 3, NumpyEngine, NOW) as runner:
        letters = letters_of(of, 3, NOW)
        assert np.array_equal(runner.engine.read_all() == 1, letters)
        arrived = 0
        for _ in range(12):
            runner.advance(12)
            cells = runner.engine.read_all()
            if runner.state.arrivals > arrived:
                arrived = runner.state.arrivals
                assert np.array_equal(cells == 1, letters)
        assert arrived > 6
        assert {2, 3} < set(np.unique(cells))
        reached = np.argwhere(letters)
        for place in np.argwhere(cells > 1):
            assert np.abs(reached - place).max(axis=1).min() < 12, "only near letters"


def test_patches_lead_back_to_a_share_of_live_cells() -> None:
    of = scene(more=FRESH + "alive = 0.5\nsize = 15", size="64x48")
    half = 64 * 48 // 2
    found = [np.count_nonzero(arrival(of, (half + more, 0))) for more in (-1000, -200, 0, 200, 1000)]
    assert found == sorted(found, reverse=True)
    assert found[0] > 1.5 * found[2]
    assert found[-1] == 0
    for live, change, needed in (
        (half, 0.1, False),
        (half, 0.02, True),
        (half + 400, 0.1, True),
        (half - 400, 0.1, True),
    ):
        assert needs_fresh_life(of, change, live) == needed
    assert not needs_fresh_life(scene(more=FRESH, size="64x48"), 0.1, 0)


@pytest.mark.parametrize("mirror", ["none", "left-right", "turn"])
def test_arrivals_in_the_middle_are_not_at_an_edge(mirror: str) -> None:
    of = scene(f"soup = 0.3\nmirror = '{mirror}'", FRESH + 'place = "middle"\nsize = 5', size="64x48")
    found = np.argwhere([arrival(of, (1, 2), seed) for seed in range(20)])[:, 1:]
    assert found.min(axis=0).tolist() >= [9, 13]
    assert found.max(axis=0).tolist() <= [38, 50]
    assert np.ptp(found, axis=0).min() > 15


@pytest.mark.parametrize("mirror", ["left-right", "top-bottom", "quarters", "turn"])
def test_arrivals_keep_symmetry(mirror: str) -> None:
    of = scene(f"soup = 0.3\nmirror = '{mirror}'", FRESH, size="64x48")
    for seed in range(5):
        cells = arrival(of, (1, 2), seed)
        assert cells.any()
        for turned, kinds in (
            (cells[:, ::-1], ("left-right", "quarters")),
            (cells[::-1], ("top-bottom", "quarters")),
            (cells[::-1, ::-1], ("turn", "quarters")),
        ):
            if mirror in kinds:
                assert_boards_equal(turned, cells)


def test_board_that_calms_down_stays_lively() -> None:
    def changes(more: str) -> list[float]:
        with SceneRunner(scene("soup = 0.3", more, size="96x64", speed=10), 1, NumpyEngine, NOW) as runner:
            runner.advance(2000)
            found = []
            for _ in range(20):
                runner.advance(runner.detector.every)
                assert runner.latest is not None
                found.append(runner.latest.change_two)
            assert bool(runner.state.arrivals) == ("hold" in more)
            return found

    calm, fresh = np.mean(changes(CALM)), np.mean(changes(FRESH))
    assert calm < 0.015
    assert 0.02 < fresh < 0.06


def test_lively_board_gets_nothing() -> None:
    with SceneRunner(scene("soup = 0.4", CALM + "[scene.fresh]\nhold = 0.001"), 1, NumpyEngine, NOW) as runner:
        runner.advance(100)
        assert runner.state.arrivals == 0


def test_pause_between_arrivals() -> None:
    with SceneRunner(
        scene('pattern = "block"', CALM + "[scene.fresh]\nhold = 1\nevery = 20", speed=10), 1, NumpyEngine, NOW
    ) as runner:
        runner.advance(1000)
        assert 4 <= runner.state.arrivals <= 5


def test_fresh_life_continues_after_a_checkpoint() -> None:
    of = scene("soup = 0.3", FRESH, size="64x48")
    with SceneRunner(of, 1, NumpyEngine, NOW) as one, SceneRunner(of, 1, NumpyEngine, NOW) as other:
        one.advance(700)
        assert one.state.arrivals
        other.restore(one.checkpoint())
        one.advance(500)
        other.advance(500)
        assert_boards_equal(one.engine.read_all(), other.engine.read_all())


def test_lost_species_comes_back() -> None:
    of = scene("soup = 0.3\nshares = [1, 0]", "[scene.fresh]\nhold = 0.5")
    assert of.interventions.living == 0
    with SceneRunner(of, 1, NumpyEngine, NOW) as runner:
        runner.advance(60)
        assert runner.engine.census().min() > 0


def test_board_settles_before_it_is_shown() -> None:
    with (
        SceneRunner(scene("soup = 0.3\nsettle = 30"), 1, NumpyEngine, NOW) as settled,
        SceneRunner(scene("soup = 0.3"), 1, NumpyEngine, NOW) as raw,
    ):
        raw.engine.step(30)
        assert settled.generation == 0
        assert_boards_equal(settled.engine.read_all(), raw.engine.read_all())


@pytest.mark.parametrize(
    ("keys", "error"),
    [
        ("size = 40", "fresh.size = 40 should be at most 32"),
        ("size = 2", "fresh.size = 2"),
        ('patterns = "glidder"', "fresh.patterns"),
        ('place = "centre"', "fresh.place"),
        ('place = "letters"', "fresh.place is 'letters'; this needs start.text"),
        ("hold = 2", "fresh.hold"),
    ],
)
def test_wrong_values(keys: str, error: str) -> None:
    with pytest.raises(ProgrammeError, match=error):
        programme(
            '[[scene]]\nname = "N"\nduration = 60\nrule = "Immigration"\nsize = "48x32"\nspeed = 9\n'
            f"[scene.start]\nsoup = 0.3\n[scene.fresh]\n{keys}\n"
        )
