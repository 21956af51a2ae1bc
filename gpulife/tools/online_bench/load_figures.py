"""Measures the load that a server on one core can handle: matches, spectators, and players in one match.

It also measures how many matches several servers can serve together.
"""

import asyncio
import logging
import random
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path

import psutil
from rich.console import Console

from gpulife.games.core.game import ActionKind
from gpulife.online.protocol import ANY_SEAT, WATCH, Act, ClientMessage, Host, Join
from gpulife.online.seat_rules import hosted_games
from gpulife.tools.bench_suite import describe_machine, status_on
from gpulife.tools.online_bench.crowd import Crowd, CrowdMember, crowd_at
from gpulife.tools.online_bench.figures import Figure, OnlineReport
from gpulife.tools.online_bench.line_figures import match_for_two
from gpulife.tools.online_bench.native_client import NativeClient, seats_for_two
from gpulife.tools.online_bench.server_process import ServerProcess, cores_apart, serving

_DONE_SHARE = 0.05
"""How large a share of the players' actions are DONE (end a turn or set-up).

The same share of actions is AGAIN (play another round).
"""
MAX_LATE_MS = 5.0
_ACTIONS_A_SECOND = 4
"""Approximate number of actions per second of a person: moving the stick, or pressing or releasing the trigger."""
PLAYERS = [
    "Ann",
    "Bea",
    "Cleo",
    "Dora",
    "Emil",
    "Fritz",
    "Gustav",
    "Hedda",
    "Ivo",
    "Jakob",
    "Kira",
    "Leo",
    "Mona",
    "Nils",
    "Olga",
    "Paul",
    "Quentin",
    "Rosa",
    "Sven",
    "Tilda",
    "Udo",
    "Vera",
    "Willi",
    "Xenia",
    "Yann",
    "Zoe",
]
"""Names for the players of one match. No two names can be confused."""


def act(member: CrowdMember, kind: ActionKind, a: int = 0, b: int = 0) -> None:
    """Let a client of a crowd send an action; ``a`` and ``b`` are as in ``Action``."""
    member.seq += 1
    member.say(Act(member.seq, int(kind), a, b))


async def play(members: Sequence[CrowdMember], seconds: float, seed: int = 1) -> None:
    """For some seconds, let players do random actions: move sticks, press triggers, finish turns, start new rounds."""
    chance = random.Random(seed)  # noqa: S311 - sticks, not keys
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    pause = 1 / _ACTIONS_A_SECOND
    while (now := clock()) < until:
        for number, member in enumerate(members):
            if number % 20 == 0:
                await asyncio.sleep(pause * 20 / max(len(members), 20))
            what = chance.random()
            if what < _DONE_SHARE:
                act(member, ActionKind.DONE)
            elif what < 2 * _DONE_SHARE:
                act(member, ActionKind.AGAIN)
            elif what < 0.5:
                act(member, ActionKind.STICK, chance.randint(-1, 1), chance.randint(-1, 1))
            else:
                act(member, ActionKind.TRIGGER, chance.randint(0, 1))
        await asyncio.sleep(max(0.0, now + pause - clock()))


async def _late(server: ServerProcess, name: str, busy_before: float, seconds: float, crowd: Crowd) -> list[Figure]:
    metrics = await server.metrics()
    busy = (server.processor_seconds - busy_before) / seconds
    return [
        Figure(
            f"{name}: lateness of ticks, p99",
            metrics["gpulife_tick_late_seconds_p99"] * 1000,
            MAX_LATE_MS,
            "ms",
            note=(
                f"median {metrics['gpulife_tick_late_seconds_p50'] * 1000:.1f} ms; "
                f"the server's core was {busy:.0%} busy"
            ),
        ),
        Figure(f"{name}: clients disconnected by the server", crowd.closed, 0),
    ]


async def begin_matches(stack: AsyncExitStack, port: int, count: int, first: int = 0) -> tuple[Crowd, Crowd]:
    """Start ``count`` matches for two people, using all games in turn.

    Args:
        stack: ends the matches when it closes.
        port: the server's port on this machine.
        count: number of matches.
        first: number of the first client.

    Returns:
        The crowd of hosts and the crowd of joiners.
    """
    games = hosted_games()
    hosts = [Host(game, seats=seats_for_two(game)) for game in (games[each % len(games)] for each in range(count))]
    crowd = await stack.enter_async_context(crowd_at(port, hosts, "Ada", first=first))
    ids = [member.seated.id for member in crowd.members if member.seated is not None]
    wishes = [Join(match, ANY_SEAT) for match in ids]
    others = await stack.enter_async_context(crowd_at(port, wishes, "Bob", first=first + count))
    for member in (*crowd.members, *others.members):
        act(member, ActionKind.START)
    return crowd, others


async def many_matches(server: ServerProcess, count: int, seconds: float, settling: float) -> list[Figure]:
    """Measure many matches at the same time, each with two active players."""
    async with AsyncExitStack() as stack:
        crowd, others = await begin_matches(stack, server.port, count)
        members = (*crowd.members, *others.members)
        await play(members, settling)
        busy = server.processor_seconds
        await play(members, seconds)
        crowd.closed += others.closed
        return await _late(server, f"{count} matches on a core", busy, seconds, crowd)


async def many_spectators(server: ServerProcess, count: int, seconds: float, settling: float) -> list[Figure]:
    """Measure one match of two players with many spectators."""
    async with match_for_two(server.url, server.url) as (ada, bob):
        match = ada.at_match()[0].id
        watchers: list[ClientMessage] = [Join(match, WATCH)] * count
        async with crowd_at(server.port, watchers, first=1000) as crowd:
            await asyncio.sleep(settling)
            busy, frames = server.processor_seconds, crowd.frames
            await _push(ada, bob, seconds)
            figures = await _late(server, f"{count} spectators on a core", busy, seconds, crowd)
            each = (crowd.frames - frames) / count / seconds
            return [
                *figures,
                Figure(
                    f"{count} spectators: messages per second to each spectator",
                    each,
                    9.0,
                    at_least=True,
                    note="ten are sent",
                ),
            ]


async def realtime(server: ServerProcess, spectators: int, seconds: float, settling: float) -> list[Figure]:
    """Measure one match of Real-Time Life with 26 players and many spectators."""
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(NativeClient.connected(server.url, PLAYERS[0], address="127.2.0.1"))
        match = (await host.host("realtime")).id
        players = [
            await stack.enter_async_context(crowd_at(server.port, [Join(match, ANY_SEAT)], name, first=8 * number))
            for number, name in enumerate(PLAYERS[1:], 500)
        ]
        seated = [member for each in players for member in each.members]
        watchers: list[ClientMessage] = [Join(match, WATCH)] * spectators
        crowd = await stack.enter_async_context(crowd_at(server.port, watchers, first=20_000))
        for member in seated:
            act(member, ActionKind.START)
        await play(seated, settling)
        busy = server.processor_seconds
        await play(seated, seconds)
        crowd.closed += sum(each.closed for each in players)
        name = f"{1 + len(seated)} players and {spectators} spectators in one match of Real-Time Life"
        inside = 1 + sum(each.inside for each in players)
        return [
            *await _late(server, name, busy, seconds, crowd),
            Figure("players seated in this match", inside, len(PLAYERS), at_least=True),
        ]


async def _push(ada: NativeClient, bob: NativeClient, seconds: float) -> None:
    clock = asyncio.get_running_loop().time
    until, number = clock() + seconds, 0
    while clock() < until:
        for client in (ada, bob):
            number += 1
            await client.act(ActionKind.STICK, number % 3 - 1, number % 2)
        await asyncio.sleep(1 / _ACTIONS_A_SECOND)


# The number of matches that several servers of one database hold.

_LOG = logging.getLogger(__name__)
MATCHES_A_SERVER = 100
"""Number of matches that a server should be able to run if it has a core to itself."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How the load is increased step by step until ticks are late.

    Attributes:
        step: number of matches that are added to each server per step.
        steps: maximum number of steps.
        seconds: duration of each measurement, in seconds.
        settling: seconds to wait after the last person has joined, before measuring.
    """

    step: int = 10
    steps: int = 20
    seconds: float = 6.0
    settling: float = 2.0


QUICK = Growth(step=25, steps=6, seconds=5.0)


def measure_servers(count: int, location: str, growth: Growth, progress: Console) -> OnlineReport:
    """Measure how many matches one server can run, how many two servers together, and so on up to ``count`` servers.

    If ``location`` is "", every measurement begins with a new database.

    Args:
        count: maximum number of servers, at least 1.
        location: address of a PostgreSQL database; "" to use files.
        growth: how the load is increased, step by step.
        progress: console for the progress.
    """
    figures, problems = list[Figure](), list[str]()
    with status_on(progress), cores_apart() as first, tempfile.TemporaryDirectory(prefix="gpulife-bench-") as folder:
        cores = [*first, *(core for core in psutil.Process().cpu_affinity() or () if core not in first)]
        for number in range(1, count + 1):
            _LOG.info("%d servers", number)
            where = location or Path(folder) / str(number)
            try:
                figures.append(_measured(number, where, cores, growth))
            except Exception as error:  # noqa: BLE001 - failures are reported with the other figures
                problems.append(f"{number} servers: {type(error).__name__}: {error}")
    shared = f"; servers share {len(cores)} cores with the players" if count >= len(cores) else ""
    return OnlineReport(f"{describe_machine()}{shared}", tuple(figures), tuple(problems))


def _measured(number: int, where: str | Path, cores: Sequence[int], growth: Growth) -> Figure:
    with ExitStack() as stack:
        servers = [
            stack.enter_context(serving(where, cores=cores[each % len(cores) :][:1] if cores else ()))
            for each in range(number)
        ]
        held, late = asyncio.run(matches_held(servers, growth))
    return Figure(
        f"matches run by {number} server{'s' if number > 1 else ''}",
        held,
        MATCHES_A_SERVER * number,
        at_least=True,
        note=f"with more, ticks are late by {late:.1f} ms (p99; limit {MAX_LATE_MS:g} ms)"
        if late > MAX_LATE_MS
        else "more matches were not tried",
    )


async def matches_held(servers: Sequence[ServerProcess], growth: Growth) -> tuple[int, float]:
    """Add matches to all servers until ticks are late.

    Returns:
        The number of matches that all servers together ran without late ticks, and the lateness in the last step (p99,
        in ms).
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
