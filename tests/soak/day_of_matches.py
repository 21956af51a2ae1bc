"""Let computers play on a server for a day, and check that its memory does not grow.

    .venv/bin/python tests/soak/day_of_matches.py --hours 24 --speed 20

This uses a real server with an accelerated clock, and one client per game, in which a computer plays against one of the
server's. After each match, the client starts the next one. The hours count all matches together. Exit status 1 if the
server failed or complained, or if its memory (including its computers) was more than 5 % larger in the last quarter of
the time than in the second. ``tests/online/test_day_of_matches.py`` is the short form.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

import psutil

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

from online.fast_clock import fast_program  # noqa: E402
from soak.hostile_clients import COMPLAINTS  # noqa: E402

from gpulife.games.core.game import TICKS_PER_SECOND, ActionKind  # noqa: E402
from gpulife.games.registry import find_game  # noqa: E402
from gpulife.online.protocol import Leave  # noqa: E402
from gpulife.online.seat_rules import hosted_games  # noqa: E402
from gpulife.tools.online_bench.native_client import NativeClient, NeverError  # noqa: E402
from gpulife.tools.online_bench.server_process import ServerProcess, serving  # noqa: E402
from gpulife.tools.online_bench.traffic_figures import Bot  # noqa: E402

MAX_GROWTH = 0.05
MATCH_SECONDS = 1800.0
"""Seconds of the matches' clock after which an endless match is left."""
_SAMPLE_SECONDS = 1.0
_THINKING_SECONDS = 0.02


@dataclass(slots=True)
class Day:
    """The results of a day.

    Attributes:
        speed: acceleration of the clock.
        seconds: time of all matches together, from the ticks played.
        begun: number of matches begun, by game.
        over: number of matches played to their end, by game.
        lost: number of times that a client lost its connection and came back.
        resident: memory of the server and its computers' processes in bytes, over time.
    """

    speed: float
    seconds: float = 0.0
    begun: Counter[str] = field(default_factory=Counter)
    over: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    resident: list[int] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """The share by which memory was larger in the last quarter than in the second."""
        quarter = len(self.resident) // 4
        before, after = self.resident[quarter : 2 * quarter], self.resident[-quarter:]
        return fmean(after) / fmean(before) - 1


def played(folder: Path, hours: float, speed: float) -> tuple[Day, list[str]]:
    """Let computers play; return the results, and a line for each problem."""
    log, day = folder / "server.log", Day(speed)
    with serving(folder / "data", log=log, program=fast_program(speed)) as server:
        asyncio.run(_play_all(server, day, 3600 * hours))
        is_alive = server.is_alive
        status = server.stop()
    return day, list(_faults(day, log.read_text(errors="replace"), is_alive, status))


def _faults(day: Day, log: str, is_alive: bool, status: int):
    if not is_alive:
        yield "the server has ended"
    if day.growth > MAX_GROWTH:
        yield f"memory grew by {day.growth:.1%}"
    for game in hosted_games():
        if not day.begun[game]:
            yield f"no match of {game} has begun"
    if status not in (143, -15):
        yield f"the server ended with {status} when it was asked to"
    for line in log.splitlines():
        if any(words in line for words in COMPLAINTS):
            yield f"the server wrote: {line[:300]}"


async def _play_all(server: ServerProcess, day: Day, seconds: float) -> None:
    players = [asyncio.create_task(_play_for_ever(server.url, game, day)) for game in hosted_games()]
    try:
        while day.seconds < seconds and server.is_alive:
            await asyncio.sleep(_SAMPLE_SECONDS)
            day.resident.append(_resident(server))
            if len(day.resident) % 60 == 0:
                print(
                    f"{day.seconds / 3600:6.1f} h, {day.over.total()} of {day.begun.total()} matches over,"
                    f" {day.resident[-1] / 2**20:.1f} MiB",
                    flush=True,
                )
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)


def _resident(server: ServerProcess) -> int:
    total = server.resident
    for child in psutil.Process(server.process.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            total += child.memory_info().rss
    return total


async def _play_for_ever(url: str, game: str, day: Day) -> None:
    name = f"Bot {game}"
    while True:
        try:
            async with NativeClient.connected(url, name) as client:
                while True:
                    await _play(client, game, name, day)
        except (NeverError, OSError):
            day.lost += 1
            await asyncio.sleep(_SAMPLE_SECONDS)


async def _play(client: NativeClient, game: str, name: str, day: Day) -> None:
    """Play a match to its end, and leave it."""
    closed = ("nobody",) * (find_game(game).players - 2)
    await client.host(game, seats=("person", "computer:1", *closed))
    day.begun[game] += 1
    await client.act(ActionKind.START)
    _, copy = client.at_match()
    began, counted = time.monotonic(), copy.ticks or 0
    bot = Bot(client, name, clock=lambda: (time.monotonic() - began) * day.speed)
    while client.error is None and (time.monotonic() - began) * day.speed < MATCH_SECONDS:
        if copy.game.outcome(copy.state) is not None:
            day.over[game] += 1
            break
        await bot.play()
        ticks = copy.ticks or 0
        day.seconds, counted = day.seconds + max(ticks - counted, 0) / TICKS_PER_SECOND, ticks
        await asyncio.sleep(_THINKING_SECONDS)
    await client.send(Leave())
    if client.error is not None:
        raise NeverError(str(client.error))


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=float, default=24, help="of all matches together (default: %(default)s)")
    parser.add_argument("--speed", type=float, default=10, help="of the server's clock (default: %(default)s)")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gpulife-day-") as folder:
        day, faults = played(Path(folder), given.hours, given.speed)
    for game, count in day.begun.items():
        print(f"{count:6} matches of {game}, {day.over[game]} of them to their end")
    for line in faults:
        print(line)
    minutes = (time.monotonic() - began) / 60
    print(
        f"{day.seconds / 3600:.1f} hours of matches in {minutes:.0f} min, {day.lost} lines lost,"
        f" memory {min(day.resident) / 2**20:.1f} to {max(day.resident) / 2**20:.1f} MiB, {day.growth:+.1%} from the"
        f" second quarter to the last: {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
