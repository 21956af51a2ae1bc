"""A client that follows redirects, and reconnects through any living server, as behind a proxy."""

import asyncio
from contextlib import suppress

from online.native import Native
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from gpulife.online.addresses import PublicAddress
from gpulife.online.protocol import MOVED, PROTOCOL, SUBPROTOCOL, Acked, Hello, Join, Refused, Seated, Welcome

LOST = (OSError, ConnectionClosed, InvalidHandshake)


class Wanderer:
    """A person who wants to be in a match."""

    def __init__(self, entrances, name, code=""):
        self.entrances, self.name, self.code = entrances, name, code
        self.token, self.client, self.at, self.moves = "", None, "", 0
        self.acked, self._sent = [], {}

    async def come(self) -> None:
        """Join the match, retrying as often as needed."""
        places = list(self.entrances)
        while True:
            place = places.pop(0) if places else await self._rest(places)
            with suppress(*LOST):
                answer = await self._try(place)
                if isinstance(answer, Seated):
                    self.at, self.code = place, answer.code
                    return
                if answer.code == MOVED:
                    self.moves += 1
                    places.insert(0, PublicAddress.parse(answer.reason).socket)
                else:
                    assert answer.code == "unknown", answer

    async def _rest(self, places):
        await asyncio.sleep(0.05)  # as clients do when all servers refuse
        places += self.entrances[1:]
        return self.entrances[0]

    async def _try(self, place):
        await self.leave()
        socket = await connect(place, subprotocols=[SUBPROTOCOL], compression=None, close_timeout=1)
        self.client, self._sent = Native(socket), {}
        await self.client.send(Hello(PROTOCOL, self.name, self.token))
        await self.client.until(Welcome)
        self.token = self.client.welcome.token
        await self.client.send(Join(self.code))
        await self.client.until(lambda client: client.messages and isinstance(client.messages[-1], Seated | Refused))
        return self.client.messages[-1]

    async def leave(self) -> None:
        """Close the socket."""
        if self.client is not None:
            with suppress(*LOST):
                await self.client.socket.close()
        self.client, self.at = None, ""

    async def act(self, kind, a, b) -> bool:
        """Act, and return True if the server acknowledged it before it died."""
        try:
            seq = await self.client.act(kind, a, b)
            while (await self.client.until(Acked)).seq < seq:
                pass
        except LOST:
            return False
        self.acked.append((int(kind), a, b))
        return True
