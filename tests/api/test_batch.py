"""Many boards at once, against the reference."""

import numpy as np
import pytest

import gpulife
from gpulife.api.rule import full_rule
from gpulife.engines.batch.many_boards import BoardsInBits, BoardsInBytes
from gpulife.engines.reference import census, next_generation
from gpulife.rules import Edges

RULES = {
    "Life": BoardsInBits,
    "Immigration": BoardsInBits,
    "QuadLife": BoardsInBits,
    "B36/S23:3": BoardsInBits,
    "Brian's Brain": BoardsInBits,
    "WireWorld": BoardsInBits,
    "BioWar:4": BoardsInBits,
    "B3/S23:9": BoardsInBytes,
    "R2,C2,S6..10,B7..8": BoardsInBytes,
}


@pytest.mark.parametrize("torus", [True, False])
@pytest.mark.parametrize("rule", RULES)
def test_batches_equal_the_reference(rule, torus):
    states = gpulife.Rule(rule).states
    cells = np.random.default_rng(3).integers(0, states, (67, 5, 9)).astype(np.uint8)
    batch = gpulife.Batch(rule, cells, torus=torus, generation=2)
    assert isinstance(batch._boards, RULES[rule])
    assert (np.asarray(batch) == cells).all()
    batch[65] = cells[0]
    expected = cells.copy()
    expected[65] = cells[0]
    full = full_rule(rule).on_board((5, 9), Edges.TORUS if torus else Edges.DEAD)
    for generation in range(2, 6):
        expected = next_generation(expected, full, generation)
    assert batch.step(4).generation == 6
    assert (np.asarray(batch) == expected).all()
    assert (batch[60:66] == expected[60:66]).all()
    assert (batch[::-3] == expected[::-3]).all()
    assert (batch[-1] == expected[-1]).all()
    assert (batch.census() == [census(board, full) for board in expected]).all()
    assert (batch.population == (expected > 0).sum(axis=(1, 2))).all()


def test_soups_are_the_same_for_the_same_seed():
    one, other = (gpulife.Batch.soups("Life", 70, (16, 16), density=0.5, seed=9) for _ in range(2))
    assert (np.asarray(one) == np.asarray(other)).all()
    assert len({board.tobytes() for board in one[:]}) == 70


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: gpulife.Batch("Life", [[1, 0]]), "rows and columns"),
        (lambda: gpulife.Batch("Life", np.zeros((0, 4, 4), np.uint8)), "at least 1"),
        (lambda: gpulife.Batch("Life", np.full((2, 4, 4), 2)), "state 2"),
        (lambda: gpulife.Batch("Life", np.zeros((2, 4, 4), int)).step(-1), "only goes forward"),
        (lambda: gpulife.Batch("Life", np.zeros((2, 4, 4), int)).__setitem__(0, [[1]]), "have (4, 4)"),
    ],
)
def test_wrong_batches_are_refused_in_one_line(make, words):
    with pytest.raises(gpulife.GpulifeError) as error:
        make()
    assert words in str(error.value)
