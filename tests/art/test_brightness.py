"""Brightness by time of day: exact at its points, gentle between them, also across midnight."""

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.art.display import Brightness, parse_brightness
from gpulife.settings import DailyScheduleError

EVENING = parse_brightness("08:00=1, 20:00=0.5, 23:00=0.15")


@pytest.mark.parametrize(
    ("clock", "value"),
    [
        (time(8), 1.0),
        (time(14), 0.75),
        (time(20), 0.5),
        (time(21, 30), 0.325),
        (time(23), 0.15),
        (time(3, 30), 0.575),  # half-way from 23:00 to 08:00
        (time(23, 0, 0, 1), 0.15),
    ],
)
def test_brightness_at_times(clock, value):
    assert EVENING.at_time(clock) == pytest.approx(value)


def test_changes_are_eased():
    assert EVENING.at(8 * 3600 + 60) == pytest.approx(1, abs=1e-4)
    assert EVENING.at(20 * 3600 - 60) == pytest.approx(0.5, abs=1e-4)


@pytest.mark.parametrize("seconds", [0, 1.5, 43200, 86399.9, 86400, 1e7, -5])
def test_no_points_and_one_point(seconds):
    assert Brightness().at(seconds) == 1
    assert parse_brightness("0.25").at(seconds) == parse_brightness("12:00=0.25").at(seconds) == 0.25


def test_invalid_text():
    with pytest.raises(DailyScheduleError, match="should be a time of day"):
        parse_brightness("8 o'clock")


points = st.dictionaries(st.integers(0, 1439), st.floats(0, 1), min_size=1, max_size=6)


@given(points, st.floats(0, 200000))
def test_stays_between_points_without_jumps(values, seconds):
    brightness = Brightness(tuple(sorted(values.items())))
    here, soon = brightness.at(seconds), brightness.at(seconds + 0.5)
    assert min(values.values()) - 1e-9 <= here <= max(values.values()) + 1e-9
    assert abs(soon - here) < 0.02  # points are a minute apart at least
    assert brightness.at(seconds + 86400) == pytest.approx(here, abs=1e-6)


@given(points)
def test_exact_at_points(values):
    brightness = Brightness(tuple(sorted(values.items())))
    for minute, value in values.items():
        assert brightness.at(minute * 60) == pytest.approx(value)
