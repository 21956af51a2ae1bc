"""Lands and seas: each species has lands of its own, and they are the same however they are drawn."""

import numpy as np
import pytest
from boards import assert_boards_equal

from gpulife.games.core import order
from gpulife.games.core.board_edit import sow
from gpulife.games.core.order import Sow
from gpulife.patterns.lands import draw_lands
from gpulife.rules import Cells, parse_rule

RULE = parse_rule("B3/S236:4")


def sown(shape: tuple[int, int], seed: int = 1) -> Cells:
    orders = sow("0.4:lands", RULE, (seed, 0))
    assert isinstance(orders[0], Sow)
    return np.concatenate([cells for _, _, cells in orders[0].strips(shape, 4)])


def test_each_species_has_lands_of_its_own() -> None:
    cells = sown((400, 812))
    assert set(np.unique(cells)) == {0, 1, 2, 3, 4}
    assert 0.05 < (cells > 0).mean() < 0.35
    blocks = cells[:400, :808].reshape(50, 8, 101, 8).swapaxes(1, 2).reshape(-1, 64)
    owners = [set(block[block > 0]) for block in blocks]
    assert max(map(len, owners)) == 1, "no two species in one place"
    assert 0.1 < np.mean([not owner for owner in owners]) < 0.8, "the seas are empty"


def test_lands_have_no_seam_at_the_edges() -> None:
    lands = draw_lands((800, 1600), 4, np.random.default_rng(3))
    steps = [
        np.abs(np.diff(lands.fullness, axis=axis, append=lands.fullness[:1] if axis == 0 else lands.fullness[:, :1]))
        for axis in (0, 1)
    ]
    assert steps[0][-1].max() <= steps[0][:-1].max() * 1.5
    assert steps[1][:, -1].max() <= steps[1][:, :-1].max() * 1.5


def test_strips_are_parts_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sown((90, 200))
    monkeypatch.setattr(order, "_STRIP_CELLS", 200 * 17)
    assert_boards_equal(sown((90, 200)), whole)
    assert (sown((90, 200), seed=2) != whole).any()
