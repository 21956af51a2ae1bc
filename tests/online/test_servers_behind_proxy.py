"""Browsers behind a reverse proxy with several servers: they follow their match."""

import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import pytest
from online.browser import DESKTOP, HOST, Person, chromium
from online.reverse_proxy import ReverseProxy
from online.server_thread import in_thread
from postgres import running_postgres

pytestmark = pytest.mark.needs("PostgreSQL")
PATIENCE = 120.0


@contextmanager
def servers_behind_proxy(count):
    """Yield server programs, the proxy before them, and its port."""
    with ExitStack() as stack:
        url = stack.enter_context(running_postgres()).new_database()
        ports = []
        for _ in range(count):
            with socket.create_server(("127.0.0.1", 0)) as free:
                ports.append(free.getsockname()[1])
        proxy, port = stack.enter_context(in_thread(lambda ready, stop: _proxy(ports, ready, stop)))
        programs = []
        for number, own in enumerate(ports, 1):
            address = f"http://{HOST}:{port}/s{number}"
            options = ["--port", str(own), "--address", address, "--public-name", HOST, "--max-sockets", "50"]
            command = [sys.executable, "-m", "gpulife", "serve", "--db", url, *options]
            program = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            stack.callback(program.kill)
            programs.append(program)
        for program in programs:
            assert any("http://" in line for line in program.stdout)
        yield programs, proxy, port


async def _proxy(ports, ready, stop):
    proxy = ReverseProxy(ports)
    async with proxy.running() as port:
        ready((proxy, port))
        await stop.wait()


@pytest.mark.needs("Chromium")
def test_browsers_follow_their_match_between_servers():
    with servers_behind_proxy(2) as (programs, proxy, port), chromium() as browser:
        ada = Person(browser, f"http://{HOST}:{port}/", "Ada", DESKTOP)
        code = ada.host("seed-list")
        proxy.entrance.reverse()  # newcomers are sent to the second server, which does not have the match
        bob = Person(browser, f"http://{HOST}:{port}/", "Bob", DESKTOP, code)
        bob.until(".seat.you", "Bob")
        wait = 1000 * PATIENCE
        with ada.page.expect_websocket(timeout=wait), bob.page.expect_websocket(timeout=wait):
            programs[0].kill()
        for person in (ada, bob):
            person.page.wait_for_selector("#lost[hidden]", state="attached", timeout=wait)
            person.page.wait_for_selector("body.at-match #seats .seat")
        ada.until(".seat.you", "Ada")
        bob.until(".seat.you", "Bob")
        assert bob.page.text_content("#invite code") == code
