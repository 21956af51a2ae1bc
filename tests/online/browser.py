"""Real Chromium for tests of the browser page, and a server for it in a thread."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from gpulife.online.protocol import PROTOCOL, SUBPROTOCOL, Hello, Join, encode
from gpulife.online.server._game_server import GameServer
from gpulife.online.server._room import Room
from gpulife.online.server.server_options import ServerOptions
from gpulife.online.server.serving import browser_pages, make_feed
from gpulife.online.storage import Database

HOST = "gpulife.test"
"""A host name without browsers' exceptions for localhost. As at home, APIs that need a secure context are missing."""
SERVER = "Carol's server"
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
SIDEWAYS = PHONE | {"viewport": {"width": 844, "height": 390}, "device_scale_factor": 1}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


class ThreadedServer:
    """A server in a thread.

    Args:
        folder: folder of its database.
        port: port; 0 for a free one.

    Attributes:
        address: address of its page.
        port: its port.
    """

    def __init__(self, folder: Path, port: int = 0) -> None:
        self._started: Future[tuple[GameServer, int]] = Future()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(folder, port)), daemon=True)
        self._thread.start()
        self.server, self.port = self._started.result()
        self.address = f"http://{HOST}:{self.port}/"

    async def _serve(self, folder: Path, port: int) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        with Database.open(folder) as database:
            options = ServerOptions(port=port, names=frozenset({HOST}), max_sockets=50, name=SERVER)
            server = GameServer(database, options, make_feed, pages=browser_pages())
            async with server.running() as sockets:
                self._started.set_result((server, sockets.sockets[0].getsockname()[1]))
                await self._end.wait()

    def ask(self, what: Callable[[GameServer], Any]) -> Any:
        """Run a function of the server in its event loop, and return the result."""
        answer: Future[Any] = Future()
        self._loop.call_soon_threadsafe(lambda: answer.set_result(what(self.server)))
        return answer.result(10)

    def room(self, code: str) -> Room:
        """Return the match with an invite code."""
        return self.ask(lambda server: server.rooms.require(code))

    def cut_lines(self) -> None:
        """Cut the connections of all clients."""
        self.ask(lambda server: [link._connection.transport.abort() for link in server._links])

    def close(self) -> None:
        """End the server."""
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()


_WEBGL = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")
_NO_WEBGL = ("--disable-gpu", "--disable-software-rasterizer")


def launch(browsers: Any, host: str = HOST, *, webgl: bool = False) -> Any:
    """Return a Chromium with software rendering that resolves a host name to this machine.

    Most people's browsers have WebGL. Without it, pages draw on a plain canvas, which takes a fraction of the time.
    """
    return browsers.launch(
        executable_path=shutil.which("chromium"),
        args=["--no-sandbox", *(_WEBGL if webgl else _NO_WEBGL), f"--host-resolver-rules=MAP {host} 127.0.0.1"],
    )


_RESTS = """() => {
    const box = JSON.stringify(document.querySelector("#stage").getBoundingClientRect());
    window.frames_at_rest = window.box_before === box ? window.frames_at_rest + 1 : 0;
    window.box_before = box;
    return window.frames_at_rest >= 5;
}"""


@contextmanager
def chromium(host: str = HOST) -> Iterator[Any]:
    """A Chromium without WebGL."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launch(playwright.chromium, host)
        yield browser
        browser.close()


class Person:
    """A person with a browser."""

    def __init__(self, browser: Any, address: str, name: str, device: dict[str, Any], code: str = "") -> None:
        self.context = browser.new_context(**device)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        key = "gpulife.name"
        self.page.add_init_script(f"localStorage.getItem('{key}') || localStorage.setItem('{key}', '\"{name}\"')")
        self.page.goto(address + (f"#match={code}" if code else ""))
        if code:
            self.page.wait_for_selector("body.at-match #seats .seat")

    def _note(self, line: Any) -> None:
        # Over plain HTTP, Chromium complains about one of our headers; and tests, not the page, read pixels back.
        ours = ("Cross-Origin-Opener-Policy", "willReadFrequently")
        if line.type != "log" and not any(word in line.text for word in ours):
            self.complaints.append(line.text)

    def host(self, game: str, option: str = "") -> str:
        """Host a match of a game, and return its invite code."""
        page = self.page
        page.wait_for_function("() => document.querySelector('#host-game').options.length > 0")
        page.click("#open-host")
        page.select_option("#host-game", game)
        if option:
            page.select_option("#host-option", option)
        page.click("#host button.main")
        page.wait_for_selector("body.at-match #seats .seat")
        return page.text_content("#invite code")

    def until(self, selector: str, text: str) -> None:
        """Wait until an element contains a text."""
        self.page.wait_for_function(
            """([selector, text]) => [...document.querySelectorAll(selector)]
              .some((element) => element.textContent.includes(text))""",
            arg=[selector, text],
        )

    def point(self, row: int, column: int) -> tuple[float, float]:
        """Return the page coordinates of the middle of a cell of the whole board, once the board keeps its place."""
        self.page.wait_for_function(_RESTS)
        box = self.page.locator("#stage").bounding_box()
        rows, columns = (int(self.page.get_attribute("#stage", f"data-{side}")) for side in ("rows", "columns"))
        zoom = min(box["width"] / columns, box["height"] / rows, 120)
        left, top = box["x"] + (box["width"] - columns * zoom) / 2, box["y"] + (box["height"] - rows * zoom) / 2
        return left + (column + 0.5) * zoom, top + (row + 0.5) * zoom

    def close(self) -> None:
        self.context.close()


@contextmanager
def seated(server: ThreadedServer, name: str, code: str) -> Iterator[ClientConnection]:
    """Somebody at a match, without a page."""
    with connect(f"ws://127.0.0.1:{server.port}/play", subprotocols=[SUBPROTOCOL], compression=None) as socket:
        for message in (Hello(PROTOCOL, name, ""), Join(code)):
            socket.send(encode(message))
        yield socket
