"""The shifted picture moves slowly on a closed path that covers its disc evenly."""

import math

import numpy as np
import pytest

from gpulife.art.display import PERIOD, PixelShift

TIMES = np.linspace(0, PERIOD, 8000, endpoint=False)


def places(shift):
    return np.array([shift.at(time) for time in TIMES])


@pytest.mark.parametrize("radius", [1, 4, 16, 2.5])
def test_path_covers_disc_evenly(radius):
    way = places(PixelShift(radius))
    distance = np.hypot(*way.T)
    assert distance.max() <= radius + 1e-9
    rings = np.histogram(distance**2, bins=4, range=(0, radius**2 + 1e-9))[0] / len(way)
    angles = np.histogram(np.arctan2(way[:, 1], way[:, 0]), bins=6, range=(-math.pi, math.pi))[0] / len(way)
    assert rings.min() > (0.18 if radius > 2 else 0.1)
    assert rings.max() < (0.36 if radius > 2 else 0.5)
    assert angles.min() > 0.12


@pytest.mark.parametrize("radius", [1, 4, 16])
def test_path_is_slow_and_closed(radius):
    shift = PixelShift(radius)
    ways = np.hypot(*np.diff([*places(shift), shift.at(PERIOD)], axis=0).T)
    assert ways.max() / ways.mean() < 1.05
    assert ways.sum() / PERIOD < 0.2  # pixels a second
    assert shift.at(PERIOD + 10) == pytest.approx(shift.at(10))
    assert shift.at(0) == pytest.approx((0, 0))


def test_whole_pixels_have_similar_times():
    shift = PixelShift(3)
    seen, counts = np.unique([shift.whole_at(time) for time in TIMES], axis=0, return_counts=True)
    inner = np.hypot(*seen.T) <= 2.3
    assert inner.sum() == 21
    assert counts[inner].min() > 0.5 * counts[inner].mean()
    assert np.abs(seen).max() == 3
    steps = np.abs(np.diff([shift.whole_at(time) for time in TIMES], axis=0)).max()
    assert steps == 1


def test_radius_0_does_not_move():
    assert {PixelShift(0).at(time) for time in (0, 5.5, 1e6)} == {(0.0, 0.0)}
