"""The metrics of a server."""

import pytest

from gpulife.online.server._game_server import LATE_SECONDS, Metrics


def test_only_recent_ticks_count():
    metrics = Metrics()
    metrics.add_tick(9.0, 100.0)
    for number in range(100):
        metrics.add_tick(number / 1000, 100.0 + number / 1000)
    assert metrics.lateness(0.99) == pytest.approx(0.099)
    assert metrics.lateness(1.0) == 9.0
    metrics.add_tick(0.001, 100.2 + LATE_SECONDS)
    assert metrics.lateness(1.0) == 0.001


def test_lateness_without_ticks():
    assert "gpulife_tick_late_seconds_p99 0\n" in Metrics().text(matches=0)
