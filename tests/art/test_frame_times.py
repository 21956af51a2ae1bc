"""Frame times: percentiles in little memory, and a line every hour."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.art.display import FrameTimes, HourlyFrameTimes


@given(st.lists(st.floats(1e-4, 100), min_size=1, max_size=300), st.sampled_from([0.5, 0.9, 0.99]))
def test_percentiles_match_numpy(seconds, part):
    times = FrameTimes()
    for each in seconds:
        times.add(each)
    exact = float(np.percentile(seconds, 100 * part, method="inverted_cdf"))
    assert times.percentile(part) == pytest.approx(exact, rel=0.021)
    assert times.worst == max(seconds)


def test_extreme_times_and_constant_memory():
    times = FrameTimes()
    for seconds in (0.0, -1.0, 1e-9, 1e9):
        times.add(seconds)
    assert times.count == 4
    assert times.percentile(0.5) <= 1e-4
    assert sum(times._bins) == 4
    assert len(times._bins) == 1024


def test_one_log_line_per_hour(logged):
    hourly = HourlyFrameTimes(0.0)
    for second in range(1, 7300):
        hourly.frame(float(second), 0.016 if second % 200 else 0.1)
    assert logged() == ["60 minutes, 3600 frames: p50 16.0 ms, p99 16.0 ms, worst 100.0 ms"] * 2
    hourly.finish(7300.0)
    assert logged() == ["2 minutes, 99 frames: p50 16.0 ms, p99 16.0 ms, worst 16.0 ms"]
    hourly.finish(7301.0)
    assert logged() == []
