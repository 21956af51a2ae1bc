"""PAINT with part of a massive board in its packed form."""

import numpy as np
import pytest
from boards import board

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_edit import paint
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.order import Paint, Renumber, Sound
from gpulife.patterns.formats.npz import npz_text
from gpulife.patterns.pattern import Pattern
from gpulife.rules import parse_rule
from gpulife.session.order_executor import BoardAccess

CELLS = board("AB.\n..A")


def painted(data: str, row: int = 1, column: int = 2) -> tuple[object, ...]:
    with NumpyEngine(parse_rule("Immigration"), (4, 6)) as engine:
        return paint(Action(NOBODY, ActionKind.PAINT, row, column, data), BoardAccess(engine))


def test_packed_board_sets_cells_and_generation() -> None:
    order, renumber = painted(npz_text(Pattern(CELLS, generation=12)))
    assert renumber == Renumber(12)
    assert isinstance(order, Paint)
    assert (order.row, order.column) == (1, 2)
    assert np.array_equal(order.cells, CELLS)
    assert order.mask is not None
    assert np.array_equal(order.mask, CELLS > 0)


@pytest.mark.parametrize(
    "data",
    [
        "npz:",
        "npz:not base 64!",
        "npz:aGVsbG8=",
        npz_text(Pattern(CELLS))[:-40],
        npz_text(Pattern(np.zeros((5, 2), np.uint8))),
        npz_text(Pattern(np.zeros((2, 7), np.uint8))),
        npz_text(Pattern(CELLS * np.uint8(2))),
    ],
)
def test_invalid_packed_boards_are_refused(data: str) -> None:
    assert painted(data) == (Sound("refused"),)
