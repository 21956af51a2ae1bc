"""Small pictures of patterns: the whole pattern with dead cells around it, and small patterns small."""

from __future__ import annotations

import numpy as np
import pytest

from gpulife.patterns.pattern import Pattern
from gpulife.patterns.pattern_folders import sketch_pattern
from gpulife.window.panels.thumbnails import draw

WHITE = 255, 255, 255


def extent(cells: np.ndarray, side: int) -> tuple[int, int]:
    """Return the height and width in pixels of the live cells in a picture of ``side`` pixels; they touch no edge."""
    bright = draw(sketch_pattern(Pattern(cells)), WHITE, side).max(axis=2) > 80
    rows, columns = np.flatnonzero(bright.any(axis=1)), np.flatnonzero(bright.any(axis=0))
    assert min(rows[0], columns[0]) > 0
    assert max(rows[-1], columns[-1]) < side - 1
    return int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1


@pytest.mark.parametrize(("side", "most"), [(40, 5), (96, 12), (232, 16)])
def test_small_pattern_is_not_blown_up(side: int, most: int) -> None:
    assert max(extent(np.ones((3, 3), np.uint8), side)) <= 3 * most


@pytest.mark.parametrize("shape", [(13, 13), (64, 20), (30, 700), (3000, 2000)])
@pytest.mark.parametrize("side", [40, 96, 232])
def test_whole_pattern_fits_in_its_picture(shape: tuple[int, int], side: int) -> None:
    height, width = extent(np.ones(shape, np.uint8), side)
    assert width / height == pytest.approx(shape[1] / shape[0], rel=0.5)


def test_dead_cells_around_a_small_pattern_have_lines_between_them() -> None:
    picture = draw(sketch_pattern(Pattern(np.ones((3, 3), np.uint8))), WHITE, 96)
    lines = np.flatnonzero(np.diff(picture[2, :, 0].astype(int)) > 0)
    assert len(lines) >= 7
    assert set(np.diff(lines)) == {12}
