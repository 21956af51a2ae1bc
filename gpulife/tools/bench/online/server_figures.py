"""How many matches several servers of one database hold, against their number."""

import asyncio
import logging
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path

import psutil
from rich.console import Console

from gpulife.tools.bench.online.crowd import CrowdMember
from gpulife.tools.bench.online.figures import Figure, OnlineReport
from gpulife.tools.bench.online.load_figures import MAX_LATE_MS, begin_matches, play
from gpulife.tools.bench.online.server_process import ServerProcess, cores_apart, serving
from gpulife.tools.bench.suite import describe_machine, status_on

_LOG = logging.getLogger(__name__)
MATCHES_A_SERVER = 100
"""Matches that a server with a core of its own should hold."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How the load grows until ticks are late.

    Attributes:
        step: matches that each server gets at once.
        steps: times that it gets more, at most.
        seconds: seconds of each measurement.
        settling: seconds between the coming of people and a measurement.
    """

    step: int = 10
    steps: int = 20
    seconds: float = 6.0
    settling: float = 2.0


QUICK = Growth(step=25, steps=6, seconds=5.0)


def measure_servers(count: int, location: str, growth: Growth, progress: Console) -> OnlineReport:
    """Measure how many matches 1 to ``count`` servers hold, each time on a database of their own.

    Args:
        count: number of servers, from 1.
        location: address of their PostgreSQL database; "" for a file.
        growth: how the load grows.
        progress: where it is said how far this is.
    """
    figures, problems = list[Figure](), list[str]()
    with status_on(progress), cores_apart() as first, tempfile.TemporaryDirectory(prefix="gpulife-bench-") as folder:
        cores = [*first, *(core for core in psutil.Process().cpu_affinity() or () if core not in first)]
        for number in range(1, count + 1):
            _LOG.info("%d servers", number)
            where = location or Path(folder) / str(number)
            try:
                figures.append(_measured(number, where, cores, growth))
            except Exception as error:  # noqa: BLE001 - what is broken is said beside the other figures
                problems.append(f"{number} servers: {type(error).__name__}: {error}")
    shared = f"; servers share {len(cores)} cores with who plays" if count >= len(cores) else ""
    return OnlineReport(f"{describe_machine()}{shared}", tuple(figures), tuple(problems))


def _measured(number: int, where: str | Path, cores: Sequence[int], growth: Growth) -> Figure:
    with ExitStack() as stack:
        servers = [
            stack.enter_context(serving(where, cores=cores[each % len(cores) :][:1] if cores else ()))
            for each in range(number)
        ]
        held, late = asyncio.run(matches_held(servers, growth))
    return Figure(
        f"matches held by {number} server{'s' if number > 1 else ''}",
        held,
        MATCHES_A_SERVER * number,
        at_least=True,
        note=f"until ticks are late by more than {MAX_LATE_MS:g} ms, p99: {late:.1f} ms with the next ones"
        if late > MAX_LATE_MS
        else "no more were tried",
    )


async def matches_held(servers: Sequence[ServerProcess], growth: Growth) -> tuple[int, float]:
    """Let people begin matches at all servers until ticks are late.

    Returns:
        The matches that all servers together held with ticks in time, and the last lateness in milliseconds, p99.
    """
    members, held, late = list[CrowdMember](), 0, 0.0
    async with AsyncExitStack() as stack:
        for step in range(growth.steps):
            for place, server in enumerate(servers):
                first = 2 * growth.step * (step * len(servers) + place)
                for crowd in await begin_matches(stack, server.port, growth.step, first):
                    members += crowd.members
            await play(members, growth.settling)
            await play(members, growth.seconds)
            late = max([(await server.metrics())["gpulife_tick_late_seconds_p99"] * 1000 for server in servers])
            if late > MAX_LATE_MS:
                break
            held += growth.step * len(servers)
    return held, late
