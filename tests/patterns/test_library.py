"""The built-in patterns do what their descriptions say."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal
from patterns.evolving import evolve, first_return, same

from gpulife.patterns.builtin import built_in, built_in_patterns
from gpulife.patterns.formats.rle.writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.rules import Cells, parse_rule

pytestmark = pytest.mark.installed


def cells(name: str) -> Cells:
    pattern = built_in(name)
    assert pattern is not None
    return pattern.cells


def population(name: str, generation: int) -> int:
    return int(np.count_nonzero(evolve(cells(name), generation)[1]))


def test_every_pattern_is_there_in_any_case() -> None:
    assert list(built_in_patterns())[:10] == [shape.name for shape in SEED_SHAPES]
    for name, description in built_in_patterns().items():
        pattern = built_in(name.upper())
        assert pattern is not None
        assert (pattern.rule, pattern.source, pattern.generation) == (None, name, 0)
        assert same(evolve(pattern.cells, 0), ((0, 0), pattern.cells))  # tightly cropped
        assert description
        assert "\n" not in description
    assert built_in("nothing") is None


def test_what_is_taken_can_be_painted_on() -> None:
    cells("glider")[:] = 0
    assert cells("glider").any()


@pytest.mark.parametrize(
    ("name", "period", "distance"), [("mwss", 4, (0, 2)), ("copperhead", 10, (-1, 0)), ("weekender", 7, (-2, 0))]
)
def test_spaceships_move(name: str, period: int, distance: tuple[int, int]) -> None:
    assert same(evolve(cells(name), period), (distance, cells(name)))


def test_the_queen_bee_shuttles() -> None:
    assert first_return(cells("queen-bee-shuttle"), 0, 30) == 30


@pytest.mark.parametrize(("name", "period"), [("gosper-gun", 30), ("simkin-gun", 120)])
def test_guns_fire_a_glider_a_period(name: str, period: int) -> None:
    gun = cells(name)
    rows, columns = gun.shape
    start = np.count_nonzero(gun)
    for shots in (2, 3, 4):
        place, box = evolve(gun, period * shots)
        assert np.count_nonzero(box) == start + 5 * shots
        assert_boards_equal(box[-place[0] :, -place[1] :][:rows, :columns] & gun, gun)


def test_diehard_vanishes_at_130() -> None:
    assert population("diehard", 129) == 2
    assert population("diehard", 130) == 0


def test_the_pi_heptomino_comes_to_rest_at_173() -> None:
    assert [population("pi-heptomino", generation) for generation in (172, 173, 174, 175)] == [57, 55, 55, 55]


def test_the_r_pentomino_comes_to_rest_at_1103() -> None:
    late = evolve(cells("r-pentomino"), 1102)[1]
    assert np.count_nonzero(late) == 118
    assert [np.count_nonzero(evolve(late, more)[1]) for more in (1, 2, 3)] == [116] * 3


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize(
    ("name", "generation", "expected"),
    [("acorn", 5205, 635), ("acorn", 5206, 633), ("infinite", 5000, 652), ("infinite", 10000, 1225)],
)
def test_bgolly_says_so_of_the_long_lived(name: str, generation: int, expected: int, tmp_path: Path) -> None:
    file = tmp_path / "long.rle"
    file.write_text(rle_text(Pattern(cells(name), parse_rule("B3/S23"))))
    arguments = ["bgolly", "-a", "HashLife", "-m", str(generation), str(file)]
    output = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    assert output.splitlines()[-1] == f"{generation:,}: {expected:,}"
