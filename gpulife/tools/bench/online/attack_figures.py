"""Hostile clients against a server in which two people play: what it survives, and what they notice."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field

from gpulife.games.core.game import ActionKind
from gpulife.online.protocol import WATCH, ActionRow, Ended, People, ServerMessage, Ticks
from gpulife.tools.bench.online.figures import Figure
from gpulife.tools.bench.online.hostile import Attack, attack
from gpulife.tools.bench.online.line_figures import match_for_two
from gpulife.tools.bench.online.native_client import NativeClient
from gpulife.tools.bench.online.server_process import ServerProcess

_PAUSE = 0.25
_PATIENCE = 600.0
"""Seconds that a player waits under attack: how long it really was is a figure, and no reason to give up."""


@dataclass(slots=True)
class Witness:
    """What is seen at a match while others attack it.

    Attributes:
        done: what the players did, as (player, kind, a, b).
        seen: what was told to have been done by a player.
        seats: who had the seats, each time that was told.
    """

    done: list[tuple[int, int, int, int]] = field(default_factory=list)
    seen: list[tuple[int, int, int, int]] = field(default_factory=list)
    seats: set[tuple[str, ...]] = field(default_factory=set)
    ended: str = ""

    def look(self, message: ServerMessage) -> None:
        """Take in a message."""
        if isinstance(message, Ticks):
            self.seen += [_row(row) for row in message.acts if row.player >= 0]
        elif isinstance(message, People):
            self.seats.add(message.seats)
        elif isinstance(message, Ended):
            self.ended = message.reason

    @property
    def strange(self) -> int:
        """The number of actions of players that they did not do, and of other people on their seats."""
        left = list(self.done)
        count = 0
        for row in self.seen:
            if row in left:
                left.remove(row)
            else:
                count += 1
        return count + len(self.seats - {("Ada", "Bob")}) + bool(self.ended)


@dataclass(frozen=True, slots=True)
class Siege:
    """How an attack went.

    Attributes:
        attack: what was sent.
        seconds: time that it took.
        strange: what happened at the match that its players did not do.
        lost: actions of players that nobody was told of.
        growth: bytes that the server's memory grew in the second half of the attack.
        is_alive: whether the server still ran.
        waited: longest time in seconds that a player's action took to be seen.
    """

    attack: Attack
    seconds: float
    strange: int
    lost: int
    growth: int
    is_alive: bool
    waited: float


async def besiege(server: ServerProcess, count: int, seed: int = 1, at_once: int = 8) -> Siege:
    """Attack a match in which two people play, with a spectator as a witness."""
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


async def hostile_clients(server: ServerProcess, count: int) -> list[Figure]:
    """Measure how many hostile messages a second a server survives, and what two people notice who play there."""
    siege = await besiege(server, count)
    return [
        Figure("hostile messages survived", siege.attack.sent if siege.is_alive else 0, count, at_least=True),
        Figure(
            "hostile messages a second",
            siege.attack.sent / siege.seconds,
            100,
            at_least=True,
            note=f"by {siege.attack.sockets:,} sockets; {siege.attack.unanswered} unanswered",
        ),
        Figure("others' seats touched", siege.strange, 0, note="actions and people that are not the players'"),
        Figure("players' actions lost meanwhile", max(siege.lost, 0), 0),
        Figure("longest wait for an acknowledgement meanwhile", siege.waited, 1.0, "s"),
    ]


def _row(row: ActionRow) -> tuple[int, int, int, int]:
    return (row.player, row.kind, row.a, row.b)
