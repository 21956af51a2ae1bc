"""Carry out ``gpulife bench --online``: measure everything about on-line play in one run."""

import asyncio
import logging
import tempfile
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from gpulife.tools.bench_suite import describe_machine, status_on
from gpulife.tools.online_bench import line_figures, load_figures, traffic_figures
from gpulife.tools.online_bench.figures import Figure, OnlineReport
from gpulife.tools.online_bench.server_process import ServerProcess, bare_lateness, cores_apart, serving

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much to measure.

    Attributes:
        realtime_spectators: number of spectators of a match of Real-Time Life with 26 players.
        stopped: seconds for which one player's line is stopped.
        seconds: duration of each measurement of load and traffic.
        samples: how many times each delay is measured, for example the delay of an action.
        rows: number of actions in the stored log of an old match.
        settling: seconds to wait after the last people have joined, before measuring.
    """

    matches: int = 100
    spectators: int = 2000
    realtime_spectators: int = 1000
    stopped: float = 30.0
    seconds: float = 20.0
    samples: int = 40
    rows: int = 50_000
    settling: float = 2.0


QUICK = Amounts(stopped=5.0, seconds=5.0, samples=10, rows=5000)
"""What ``--quick`` measures: the same numbers of people and matches, but for less time and with fewer samples."""

_BARE_SECONDS = 3.0

Measure = Callable[[ServerProcess], Coroutine[Any, Any, list[Figure]]]


def measure_online(amounts: Amounts, progress: Console) -> OnlineReport:
    """Measure everything. Each part has a new server process, which runs on a core of its own."""
    figures, problems = list[Figure](), list[str]()
    with status_on(progress), cores_apart() as cores, tempfile.TemporaryDirectory(prefix="gpulife-bench-") as text:
        folder = Path(text)
        old = traffic_figures.prepare(folder / "joining", rows=amounts.rows)

        async def joining(server: ServerProcess) -> list[Figure]:
            return [
                *await traffic_figures.joins(server.url, old),
                *await traffic_figures.wrong_copies(server.url, amounts.samples),
            ]

        async def lines(server: ServerProcess) -> list[Figure]:
            return [
                await line_figures.own_cursor(server.url, amounts.samples),
                await line_figures.others_actions(server.url, amounts.samples),
                *await line_figures.stopped_peer(server.url, amounts.stopped),
            ]

        bare_ms = bare_lateness(cores, min(amounts.seconds, _BARE_SECONDS)) * 1000
        bare = f"an idle loop on the server's core is late by {bare_ms:.1f} ms (p99)"
        parts: dict[str, Measure] = {
            "lines": lines,
            "joining": joining,
            "traffic": lambda server: traffic_figures.traffic(server.url, amounts.seconds, amounts.settling),
            "matches": lambda server: load_figures.many_matches(
                server, amounts.matches, amounts.seconds, amounts.settling
            ),
            "spectators": lambda server: load_figures.many_spectators(
                server, amounts.spectators, amounts.seconds, amounts.settling
            ),
            "realtime": lambda server: load_figures.realtime(
                server, amounts.realtime_spectators, amounts.seconds, amounts.settling
            ),
        }
        for name, measure in parts.items():
            _LOG.info("%s", name)
            try:
                with serving(folder / name, cores=cores) as server:
                    figures += asyncio.run(measure(server))
            except Exception as error:  # noqa: BLE001 - failures are reported with the other figures
                problems.append(f"{name}: {type(error).__name__}: {error}")
    return OnlineReport(f"{describe_machine()}; {bare}", tuple(figures), tuple(problems))
