"""Patterns dropped on the window or pasted. Massive RLEs are put on the board strip by strip."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import PatternError
from gpulife.games.core.board_edit import paint
from gpulife.games.core.game import Action
from gpulife.games.core.order import Paint
from gpulife.patterns.formats.rle_reader import RlePattern
from gpulife.rules import parse_rule
from gpulife.view.look import Look
from gpulife.window.play.board_files import open_file, paste_actions

RULE = parse_rule("Immigration:T3000,2000")
LOOK = Look(((0, 0, 0), (255, 60, 40), (40, 120, 255)))
TEXT = "x = 2500, y = 1900\n10bA$\n1800$2499bB!"  # more cells than are read at once


def painted(actions: tuple[Action, ...]) -> np.ndarray:
    with NumpyEngine(RULE, (2000, 3000)) as engine:
        for action in actions:
            for order in paint(action, engine):
                assert isinstance(order, Paint)
                engine.paint(order.row, order.column, order.cells, order.mask)
        return engine.read_all()


def test_massive_rle_is_pasted_in_middle(tmp_path: Path) -> None:
    expected = np.zeros((2000, 3000), np.uint8)
    expected[50, 260], expected[50 + 1801, 250 + 2499] = 1, 2
    actions = paste_actions(TEXT, RULE)
    assert_boards_equal(painted(actions), expected)
    assert max(len(action.data) for action in actions) < 100


def test_massive_rle_opens_as_universe_with_margin(tmp_path: Path) -> None:
    (tmp_path / "a.rle").write_text(TEXT)
    opened = open_file(str(tmp_path / "a.rle"), parse_rule("Immigration:T160,96"), LOOK, 1)
    assert isinstance(opened.stream, RlePattern)
    assert opened.match.rule == "Immigration:T4500,3900"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the clipboard is empty"),
        ("o" * ((1 << 24) + 1), "the clipboard holds 16777217 characters"),
        ("x = 3001, y = 3\no!", "clipboard: 3001x3 cells do not fit on a board of 3000x2000"),
        ("x = 999999999, y = 999999999\no!", "clipboard, line 1: 999999999x999999999 cells need"),
        ("\ud800", "clipboard, line 1: not an RLE"),
    ],
)
def test_invalid_paste_gives_one_line_error(text: str, message: str) -> None:
    with pytest.raises(PatternError) as caught:
        paste_actions(text, RULE)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
