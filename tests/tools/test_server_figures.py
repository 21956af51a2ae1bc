"""How many matches several servers of one database hold while ticks are in time."""

import asyncio
import io

import pytest
from rich.console import Console

from gpulife.tools.online_bench import load_figures
from gpulife.tools.online_bench.load_figures import Growth, matches_held, measure_servers


def test_two_servers_share_a_database(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(load_figures, "MAX_LATE_MS", 1e6)  # how fast it is here is no matter
    report = measure_servers(2, "", Growth(step=2, steps=2, seconds=0.2, settling=0.1), Console(file=io.StringIO()))
    assert report.problems == ()
    assert [(figure.value, figure.limit) for figure in report.figures] == [(4, 100), (8, 200)]
    assert not report.is_good


def test_matches_with_late_ticks_do_not_count(monkeypatch: pytest.MonkeyPatch):
    lateness = iter([1.0, 2.0, 3.0, 7.0])

    class Server:
        port = 0

        async def metrics(self):
            return {"gpulife_tick_late_seconds_p99": next(lateness) / 1000}

    async def nothing(*_):
        return ()

    monkeypatch.setattr(load_figures, "begin_matches", nothing)
    monkeypatch.setattr(load_figures, "play", nothing)
    assert asyncio.run(matches_held([Server(), Server()], Growth(step=10))) == (20, 7.0)
