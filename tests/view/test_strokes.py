"""Looks learn where the strokes of a word's letters lie."""

import numpy as np
import pytest

from gpulife.view.strokes import KNOTS, strokes_of


def test_stroke_of_a_stem_with_a_serif() -> None:
    ink = np.zeros((240, 400), np.uint8)
    ink[40:200, 100:120] = ink[190:200, 70:150] = 255
    (found,) = strokes_of(ink)
    assert found.middles == pytest.approx([110 / 400] * KNOTS)
    assert found.half == pytest.approx(10 / 400)
    assert found.top < 40 / 240
    assert 190 / 240 < found.bottom < 0.95


def test_bowls_have_a_left_stroke_and_a_right_one_in_turn() -> None:
    ink = np.zeros((240, 400), np.uint8)
    for left in (40, 200):
        ink[40:200, left : left + 100] = 255
        ink[60:180, left + 20 : left + 80] = 0
    assert [found.middles[0] for found in strokes_of(ink)] == pytest.approx([50 / 400, 290 / 400])


def test_dots_have_no_stroke() -> None:
    ink = np.zeros((240, 400), np.uint8)
    ink[40:200, 100:120] = ink[20:34, 100:120] = ink[180:200, 300:320] = 255
    assert len(strokes_of(ink)) == 1


def test_leaning_stroke_is_followed() -> None:
    ink = np.zeros((240, 400), np.uint8)
    for row in range(40, 200):
        ink[row, 100 + row // 2 : 120 + row // 2] = 255
    (found,) = strokes_of(ink)
    assert np.diff(found.middles).min() > 0


def test_no_ink_has_no_strokes() -> None:
    assert strokes_of(np.zeros((10, 20), np.uint8)) == []
