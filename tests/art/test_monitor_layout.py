"""The part of a picture that each monitor shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import GpulifeError
from gpulife.window.art.multi_monitor import WHOLE_PICTURE, bounding_box, crop_to_fill, parse_region, part_of

SIDES = st.integers(64, 4000)


def test_parse_region() -> None:
    assert parse_region("800x600+10+20") == (10, 20, 800, 600)
    assert parse_region("HDMI-1") is None
    assert parse_region("800x600") is None
    with pytest.raises(GpulifeError, match="at least 64x64"):
        parse_region("20x600+0+0")


def test_two_monitors_side_by_side() -> None:
    left, right = (0, 0, 800, 600), (800, 0, 400, 600)
    whole = bounding_box((left, right))
    assert whole == (0, 0, 1200, 600)
    assert part_of(left, whole) == (0, 0, 2 / 3, 1)
    assert part_of(right, whole) == (2 / 3, 0, 1 / 3, 1)


def test_lower_monitor_shows_lower_part() -> None:
    upper, lower = (0, 0, 800, 600), (0, 600, 800, 200)
    assert part_of(lower, bounding_box((upper, lower))) == (0, 0, 1, 0.25)
    assert part_of(upper, bounding_box((upper, lower))) == (0, 0.25, 1, 0.75)


def test_same_shape_is_not_cropped() -> None:
    assert crop_to_fill((640, 400), (1280, 800)) == WHOLE_PICTURE


@given(SIDES, SIDES, SIDES, SIDES)
def test_crop_is_inside_and_undistorted(wide: int, high: int, across: int, down: int) -> None:
    left, bottom, width, height = crop_to_fill((wide, high), (across, down))
    assert 0 <= left <= left + width <= 1 + 1e-9
    assert 0 <= bottom <= bottom + height <= 1 + 1e-9
    assert width * wide / across == pytest.approx(height * high / down)
    assert max(width, height) == pytest.approx(1)
