"""A reverse proxy for tests: /s1/... goes to the first of several servers, /s2/... to the second, all else to any."""

import asyncio
import re
from contextlib import asynccontextmanager, suppress

_HEAD = b"\r\n\r\n"


class ReverseProxy:
    """Forwards connections."""

    def __init__(self, ports):
        self.ports = list(ports)
        self.entrance = list(ports)

    @asynccontextmanager
    async def running(self):
        """Serve on a free port, which is yielded."""
        server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        async with server:
            yield server.sockets[0].getsockname()[1]

    async def _pass(self, reader, writer):
        try:
            head = await reader.readuntil(_HEAD)
            there = await self._reach(head)
            if there is None:
                writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                await writer.drain()
            else:
                await asyncio.gather(_pump(reader, there[1]), _pump(there[0], writer))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _reach(self, head):
        """Connect to a request's server, and forward the request's head; return None if the server is down."""
        named = re.match(rb"GET /s(\d)(/\S*)", head)
        ports = [self.ports[int(named[1]) - 1]] if named else self.entrance
        for port in ports:
            with suppress(OSError):
                there = await asyncio.open_connection("127.0.0.1", port)
                there[1].write(b"GET " + named[2] + head[named.end() :] if named else head)
                return there
        return None


async def _pump(reader, writer):
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.close()
