"""A native client for tests: a socket to a server, with a copy of the client's match."""

import asyncio
from contextlib import asynccontextmanager

from websockets.asyncio.client import connect

from gpulife.online.followed_match import FollowedMatch, read_match
from gpulife.online.protocol import (
    PROTOCOL,
    SUBPROTOCOL,
    Act,
    Hello,
    Seated,
    Welcome,
    encode,
    read_server_message,
)
from gpulife.online.server._game_server import GameServer
from gpulife.online.server.server_options import ServerOptions
from gpulife.online.storage import Database

LOOK_SECONDS = 0.005
"""Interval between two checks of a condition; checking all the time would slow down everybody else."""


class Native:
    """A client: the messages received, and its copy of the match."""

    def __init__(self, socket, address="") -> None:
        self.socket, self.address = socket, address
        self.messages = []
        self.copy = None
        self.seated = None
        self.welcome = None
        self._seq = 0

    async def send(self, message) -> None:
        await self.socket.send(encode(message))

    async def act(self, kind, a=0, b=0, data="") -> int:
        self._seq += 1
        await self.send(Act(self._seq, int(kind), a, b, data))
        return self._seq

    async def until(self, wanted):
        """Process messages until one of a kind has come, or a function of this client returns True."""
        while True:
            if not isinstance(wanted, type) and wanted(self):
                return None
            message = read_server_message(await self.socket.recv())
            self.messages.append(message)
            match message:
                case Welcome():
                    self.welcome = message
                case Seated():
                    self.seated = message
                    self.copy = FollowedMatch(read_match(message), message.seat)
                case _ if self.copy is not None:
                    self.copy.take(message)
            if isinstance(wanted, type) and isinstance(message, wanted):
                return message


@asynccontextmanager
async def served(folder, make_feed=lambda *_: None, **options):
    """Run a server on a free port of this machine and yield it with its address; pages need ``make_feed``."""
    with Database.open(folder) as database:
        server = GameServer(database, ServerOptions(**options), make_feed)
        async with server.running() as sockets:
            port = sockets.sockets[0].getsockname()[1]
            yield server, f"ws://127.0.0.1:{port}/play"


@asynccontextmanager
async def native(address, name="", token=""):
    """A client that has been welcomed."""
    async with connect(address, subprotocols=[SUBPROTOCOL], compression=None) as socket:
        client = Native(socket, address)
        await client.send(Hello(PROTOCOL, name, token))
        await client.until(Welcome)
        yield client


PATIENCE = 120.0


def run(work) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE))
