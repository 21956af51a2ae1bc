"""Daily schedules: numbers by time of day, parsed from a text, with one-line errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.settings import DailyScheduleError, parse_daily_schedule


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("", ()),
        ("  ", ()),
        ("0.5", ((0, 0.5),)),
        ("08:00=1, 20:00=0.5, 23:00=0.15", ((480, 1.0), (1200, 0.5), (1380, 0.15))),
        ("23:59 = .5,0:00=0", ((0, 0.0), (1439, 0.5))),
    ],
)
def test_schedules_are_parsed(text, points):
    assert parse_daily_schedule(text, 0, 1) == points


WRONG = [
    "x",
    "24:00=1",
    "08:60=1",
    "08:00=1.5",
    "08:00",
    "08:00=1,",
    "8=1",
    "08:00=1;09:00=1",
    "-1",
    "08:00=nan",
    "1e5",
]
MANY = ",".join(f"{n // 60}:{n % 60:02}=1" for n in range(49))


@pytest.mark.parametrize("text", [*WRONG, "08:00=1, 8:00=0.5", MANY, "08:00=1\n\n,9:00=x", "x" * 500])
def test_errors_are_one_line(text):
    with pytest.raises(DailyScheduleError) as error:
        parse_daily_schedule(text, 0, 1)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 140


def test_errors_say_what_is_right():
    with pytest.raises(
        DailyScheduleError, match=r"^'08:00=7' should be a time of day and a number from 0 to 1, such as 20:"
    ):
        parse_daily_schedule("08:00=7", 0, 1)


@given(st.text(max_size=40) | st.text("0123456789:=,. ", max_size=40))
def test_any_text_parses_or_raises(text):
    try:
        points = parse_daily_schedule(text, 0, 1)
    except DailyScheduleError as error:
        assert error.args[0].isprintable()  # noqa: PT017
    else:
        assert bool(points) == bool(text.strip())
        assert all(0 <= minute < 1440 and 0 <= value <= 1 for minute, value in points)


@given(st.dictionaries(st.integers(0, 1439), st.integers(0, 100), min_size=1, max_size=48))
def test_any_valid_schedule_is_parsed(points):
    text = ", ".join(f"{minute // 60}:{minute % 60:02}={share / 100}" for minute, share in points.items())
    assert parse_daily_schedule(text, 0, 1) == tuple(sorted((minute, share / 100) for minute, share in points.items()))
