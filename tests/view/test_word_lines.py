"""Looks learn where the lines of a word lie."""

import numpy as np

from gpulife.view.gl_word import lines_of


def test_first_and_last_line_of_a_word() -> None:
    ink = np.zeros((100, 200), np.uint8)
    ink[10:30, 40:80] = ink[60:90, 20:180] = 255
    assert lines_of(ink) == ((0.2, 0.1, 0.4, 0.3), (0.1, 0.6, 0.9, 0.9))


def test_the_dot_of_an_i_is_no_line() -> None:
    ink = np.zeros((100, 200), np.uint8)
    ink[10:14, 40:44] = ink[17:50, 40:60] = 255
    assert lines_of(ink) == ((0.2, 0.1, 0.3, 0.5),) * 2


def test_no_ink_has_no_lines() -> None:
    assert lines_of(np.zeros((10, 20), np.uint8)) == ((0.0, 0.0, 0.0, 0.0),) * 2
