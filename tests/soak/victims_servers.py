"""Killed on-line servers and clients: everything acknowledged to a client as stored is in the match's log."""

from __future__ import annotations

import random
from pathlib import Path

from soak.victims import LossError, Victim

from gpulife.errors import GpulifeError
from gpulife.games.core.game import ActionKind
from gpulife.online.storage import Database
from gpulife.tools.online_bench.server_process import free_port

_CLIENT = """
import asyncio, sys
from gpulife.games.core.game import ActionKind
from gpulife.tools.online_bench.native_client import NativeClient, NeverError

url, name, token, match, number = sys.argv[1:]

async def play(number):
    async with NativeClient.connected(url, name, "" if token == "-" else token) as client:
        print("token", client.token, flush=True)
        seated = None
        while seated is None:
            try:
                seated = await (client.host("realtime") if match == "-" else client.join(match))
            except NeverError as error:  # the lease of the server that was killed is not over yet
                if "refused" not in str(error):
                    raise
                await asyncio.sleep(0.6)
        print("match", seated.id, seated.seat, flush=True)
        while True:
            number += 1
            kind = ActionKind.MOVE if number % 3 == 0 else ActionKind.POINT
            seq = await client.act(kind, number, 1, "a1 b2" if kind is ActionKind.MOVE else "")
            await client.acknowledged(seq)
            print("dropped" if seq in client.dropped else "acknowledged", number, flush=True)

asyncio.run(play(int(number)))
"""
_KINDS = (ActionKind.MOVE, ActionKind.POINT)
_NAMES = ("Ada", "Bob")


class OnlineServers(Victim):
    """A server with a Real-Time Life that runs for days, and two players who come back after every kill."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        super().__init__(home, chance)

    def begin_anew(self) -> None:
        """Start over with an empty database."""
        super().begin_anew()
        self._match = "-"
        self._tokens = dict.fromkeys(_NAMES, "-")
        self._seats: dict[str, int] = {}
        self._told = dict.fromkeys(_NAMES, 0)
        self._numbers = dict.fromkeys(_NAMES, 0)
        self._acknowledged: dict[str, list[int]] = {name: [] for name in _NAMES}

    def round(self) -> int:
        """Run a server and two players until all are killed, or one client first and then the rest."""
        port = free_port()
        server = self.start("serve", "--data", self.home / "data", "--port", port)
        server.wait_for_line("http")
        clients = {}
        for name in _NAMES:
            clients[name] = self._play(port, name)
        killed = 0
        for name, client in clients.items():
            client.wait_for_line("acknowledged ")
            if self.chance.random() < 0.3:  # somebody's program is killed, and comes back while the others play on
                client.process.kill()
                client.kill()
                killed += 1
                self._read(name, client.lines)
                clients[name] = self._play(port, name)
                clients[name].wait_for_line("acknowledged ")
        server.live(self.chance.uniform(0.0, 1.0))
        killed += self.kill()
        for name, client in clients.items():
            self._read(name, client.lines)
        self._check()
        return killed

    def _play(self, port: int, name: str):
        self._numbers[name] += 1000
        client = self.start_code(
            _CLIENT, f"ws://127.0.0.1:{port}/play", name, self._tokens[name], self._match, self._numbers[name]
        )
        client.wait_for_line("match ")
        self._read(name, client.lines)
        return client

    def _read(self, name: str, lines: list[str]) -> None:
        for line in lines:
            match line.split():
                case ["token", token]:
                    self._tokens[name] = token
                case ["match", match, seat]:
                    self._match = match
                    if self._seats.setdefault(name, int(seat)) != int(seat):
                        raise LossError(f"{name} had seat {self._seats[name]}, and came back to {seat}")
                case ["acknowledged", number]:
                    self._acknowledged[name].append(int(number))
                case ["dropped", number]:
                    raise LossError(f"action {number} of {name} was dropped")
                case _ if "Traceback" in line or "Never" in line:
                    if "connection ended" not in line and "Traceback" not in line:
                        raise LossError(line)

    def _check(self) -> None:
        try:
            with Database.open(self.home / "data", threaded=False) as database:
                log = database.load_match(int(self._match)).log
        except GpulifeError as error:
            raise LossError(str(error)) from error
        for name, seat in self._seats.items():
            there = [action.a for _, action in log if action.player == seat and action.kind in _KINDS]
            if there != sorted(set(there)):
                raise LossError(f"the log has actions of {name} twice, or in another order")
            if lost := set(self._acknowledged[name]) - set(there):
                raise LossError(f"{len(lost)} actions of {name} were acknowledged and are lost: {sorted(lost)[:5]}")
