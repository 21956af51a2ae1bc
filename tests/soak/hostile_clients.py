"""Attack a real server over real sockets while two people play there, and check that they and it are unharmed.

    .venv/bin/python tests/soak/hostile_clients.py --messages 1000000 --seed 1

The attacks are raw bytes, half requests, slow and damaged ones, floods of pings, deep and long messages, and
well-formed lies: wrong kinds and numbers, other players' seats, unknown matches. Exit status 1 if the server failed or
complained, if it answered an invalid request with anything but one line and a 4xx, if anybody acted on another's seat,
if an action was lost, or if memory grew. ``tests/online/test_hostile_clients.py`` is the short form.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

from soak.hostile import Attack, attack  # noqa: E402

from gpulife.games.core.game import ActionKind  # noqa: E402
from gpulife.online.protocol import WATCH, ActionRow, Ended, People, ServerMessage, Ticks  # noqa: E402
from gpulife.tools.online_bench.line_figures import match_for_two  # noqa: E402
from gpulife.tools.online_bench.native_client import NativeClient  # noqa: E402
from gpulife.tools.online_bench.server_process import ServerProcess, serving  # noqa: E402

COMPLAINTS = (
    "Traceback",
    "could not be handled",
    "has failed",
    "cannot continue",
    "could not be made",
    "never awaited",
)
"""Texts that a server must not write, whatever is sent to it."""
MAX_GROWTH = 48 << 20
"""Bytes that memory may grow in the second half of an attack: attackers' matches stay for a while."""

_PAUSE = 0.25
_PATIENCE = 600.0
"""Seconds that a player waits under attack. The real delay is reported at the end, and is no reason to give up."""


@dataclass(slots=True)
class Witness:
    """What a spectator sees of a match under attack.

    Attributes:
        done: what the players did, as (player, kind, a, b).
        seen: the actions that the server reported.
        seats: the owners of the seats, each time they were reported.
    """

    done: list[tuple[int, int, int, int]] = field(default_factory=list)
    seen: list[tuple[int, int, int, int]] = field(default_factory=list)
    seats: set[tuple[str, ...]] = field(default_factory=set)
    ended: str = ""

    def look(self, message: ServerMessage) -> None:
        """Record a message."""
        if isinstance(message, Ticks):
            self.seen += [_row(row) for row in message.acts if row.player >= 0]
        elif isinstance(message, People):
            self.seats.add(message.seats)
        elif isinstance(message, Ended):
            self.ended = message.reason

    @property
    def strange(self) -> int:
        """The number of reported actions that the players did not do, and of strangers on their seats."""
        left = list(self.done)
        count = 0
        for row in self.seen:
            if row in left:
                left.remove(row)
            else:
                count += 1
        return count + len(self.seats - {("Ada", "Bob")}) + bool(self.ended)


def _row(row: ActionRow) -> tuple[int, int, int, int]:
    return (row.player, row.kind, row.a, row.b)


@dataclass(frozen=True, slots=True)
class Siege:
    """The results of an attack on a match.

    Attributes:
        attack: what was sent.
        seconds: duration.
        strange: number of events at the match that its players did not cause.
        lost: number of players' actions that nobody saw.
        growth: growth of the server's memory in bytes, in the second half of the attack.
        is_alive: True if the server still runs.
        waited: longest time in seconds until a player's action was seen.
    """

    attack: Attack
    seconds: float
    strange: int
    lost: int
    growth: int
    is_alive: bool
    waited: float


async def besiege(server: ServerProcess, count: int, seed: int = 1, at_once: int = 8) -> Siege:
    """Attack a match of two players, with a spectator as a witness."""
    witness = Witness()
    async with (
        match_for_two(server.url, server.url) as (ada, bob),
        NativeClient.connected(server.url, "Eve", address="127.3.0.1") as eve,
    ):
        seated, _ = ada.at_match()
        await eve.join(seated.id, WATCH)
        eve.on_message = witness.look
        began, memory, waited = time.monotonic(), [server.resident], [0.0]

        def look(so_far: Attack) -> None:
            if len(memory) == 1 and so_far.sent > count / 2:
                memory.append(server.resident)

        attackers = asyncio.ensure_future(
            attack(server.port, count, seed=seed, matches=(seated.id, seated.code), at_once=at_once, told=look)
        )
        number = 0
        while not attackers.done() and server.is_alive:
            client, player = ((ada, 0), (bob, 1))[number % 2]
            number += 1
            row = (player, int(ActionKind.STICK), number % 3 - 1, number // 3 % 3 - 1)
            witness.done.append(row)
            sent = time.monotonic()
            await client.acknowledged(await client.act(ActionKind.STICK, *row[2:]), _PATIENCE)
            waited.append(time.monotonic() - sent)
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(attackers), _PAUSE)
        result = await attackers if server.is_alive else Attack()
        await ada.acknowledged(await ada.act(ActionKind.STICK, 0, 0))
        witness.done.append((0, int(ActionKind.STICK), 0, 0))
        await eve.wait_for(lambda: len(witness.seen) >= len(witness.done), "all that was done")
        return Siege(
            attack=result,
            seconds=time.monotonic() - began,
            strange=witness.strange,
            lost=len(witness.done) - len(witness.seen) + witness.strange,
            growth=server.resident - memory[-1],
            is_alive=server.is_alive,
            waited=max(waited),
        )


def besieged(folder: Path, messages: int, seed: int, at_once: int = 8) -> tuple[Siege, list[str]]:
    """Attack a server; return the results, and a line for each problem."""
    log = folder / "server.log"
    with serving(folder / "data", log=log) as server:
        siege = asyncio.run(besiege(server, messages, seed, at_once))
        status = server.stop()
    return siege, list(_faults(siege, log.read_text(errors="replace"), status))


def _faults(siege: Siege, log: str, status: int):
    if not siege.is_alive:
        yield "the server has ended"
    if siege.strange:
        yield f"{siege.strange} things were done at the match that its players did not do"
    if siege.lost > 0:
        yield f"{siege.lost} of the players' actions were lost"
    if siege.growth > MAX_GROWTH:
        yield f"memory grew by {siege.growth >> 20} MiB in the second half"
    if siege.attack.unanswered > siege.attack.sockets // 100:
        yield f"{siege.attack.unanswered} of {siege.attack.sockets} sockets were not answered in time"
    yield from siege.attack.faulty[:10]
    if status not in (143, -15):
        yield f"the server ended with {status} when it was asked to"
    for line in log.splitlines():
        if any(words in line for words in COMPLAINTS):
            yield f"the server wrote: {line[:300]}"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=1_000_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of everything (default: %(default)s)")
    parser.add_argument("--at-once", type=int, default=16, help="attackers at the same time (default: %(default)s)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gpulife-attack-") as folder:
        siege, faults = besieged(Path(folder), given.messages, given.seed, given.at_once)
    for kind, count in siege.attack.kinds.most_common():
        print(f"{count:10} {kind}")
    for line in faults:
        print(line)
    print(
        f"{siege.attack.sent:,} hostile messages by {siege.attack.sockets:,} sockets in {siege.seconds / 60:.1f} min"
        f" ({siege.attack.sent / siege.seconds:,.0f} a second), longest wait of a player {siege.waited:.2f} s:"
        f" {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
