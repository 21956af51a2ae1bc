"""The chart of points at the end: where its labels go."""

import pytest

from gpulife.window.play.points_chart import spread


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ([0, 50, 90], [0, 50, 90]),
        ([20, 20, 24], [20, 30, 40]),
        ([95, 96, 100], [80, 90, 100]),
        ([0] * 21, list(range(0, 101, 5))),
        ([40], [40]),
    ],
)
def test_labels_keep_apart(wanted: list[float], places: list[float]) -> None:
    assert spread(wanted, 10, 0, 100) == places
