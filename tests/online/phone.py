"""A scripted phone: sends what the page sends, over a real socket, and reads the answers."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import count
from typing import Any, Self

import msgspec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from gpulife.online.phone_book import Join, PadInput, Ping, encode, encode_input

_BROWSERS = count(1)


class Phone:
    """Connects and joins at once; use it in a ``with`` statement. Each has its own browser, unless one is named."""

    def __init__(self, port: int, key: str, pad: str = "", origin: str = "", browser: str = "") -> None:
        browser = browser or f"browser {next(_BROWSERS)}"
        host = f"127.0.0.1:{port}"
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(
                f"ws://{host}/pad",
                origin=Origin(origin or f"http://{host}"),
                compression=None,
                user_agent_header=browser,
            )
        )
        self.view: dict[str, Any] = {}
        self.socket.send(encode(Join(key, pad)))
        self.said = self.hear()
        self.pad = self.said.get("pad", "")

    def hear(self) -> dict[str, Any]:
        """Return the next message."""
        message = msgspec.json.decode(self.socket.recv(timeout=30))
        assert isinstance(message, dict)
        if message["t"] == "view":
            self.view = message
        return message

    def hold(self, *buttons: str, x: float = 0.0, y: float = 0.0) -> Self:
        """Set the pad's state; returns when the server has received it."""
        self.socket.send(encode_input(PadInput(frozenset(buttons), x, y)))
        return self.wait()

    def wait(self) -> Self:
        """Wait until the server has read everything sent."""
        self.socket.send(encode(Ping(7)))
        while self.hear()["t"] != "pong":
            pass
        return self

    def hear_all(self) -> None:
        """Read until the connection ends, which raises ConnectionClosed."""
        while True:
            self.hear()

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
