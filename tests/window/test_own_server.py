"""A server as a child process of the window: it starts, can be reached, and ends with the window."""

import os
import signal
import subprocess
import sys
from threading import Event

import psutil
import pytest

from gpulife.errors import OutputError
from gpulife.online.client.connection import Connection
from gpulife.online.client.known_servers import KnownServers
from gpulife.window.online.own_server import OwnServer


class Watched(OwnServer):
    """A server for tests, which can be waited for."""

    def __init__(self, *arguments, **named) -> None:
        self.said = Event()
        super().__init__(*arguments, **named)

    def _read(self) -> None:
        super()._read()
        self.said.set()

    def __setattr__(self, name, value) -> None:
        super().__setattr__(name, value)
        if name == "_port" and value:
            self.said.set()


def test_closed_server_is_local_and_ends_with_window(tmp_path):
    with Watched("Ada's house", tmp_path, is_open=False) as server:
        assert server.said.wait(60)
        assert server.is_ready
        assert server.problem == ""
        assert server.there == server.here
        process = psutil.Process(server._process.pid)
        assert {each.laddr.ip for each in process.net_connections("inet") if each.status == "LISTEN"} == {
            "127.0.0.1",
            "::1",
        }
        connection = Connection(server.here, "Ada", known=KnownServers(tmp_path / "servers.json"))
        connection.open()
        assert connection.wait_welcome(20).server == "Ada's house"
        connection.close()
    assert server._process.returncode == 0
    assert "has ended" in server.problem


def test_server_ends_if_window_is_killed(tmp_path):
    code = (
        "import sys\nfrom pathlib import Path\nfrom gpulife.window.online.own_server import OwnServer\n"
        "server = OwnServer('x', Path(sys.argv[1]), is_open=False)\n"
        "print(server._process.pid, flush=True)\nsys.stdin.read()"
    )
    window = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with window:
        server = psutil.Process(int(window.stdout.readline()))
        os.kill(window.pid, signal.SIGKILL)
    server.wait(60)


def test_reason_for_end_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    with Watched("x", tmp_path / "file", is_open=False) as server:
        assert server.said.wait(60)
        server._process.wait(60)
        assert server._process.returncode == 2
        told = f"gpulife: error: cannot make the folder {tmp_path / 'file'}"
        assert server.problem.startswith(f"the server has ended: {told}"[:200])
        assert "\n" not in server.problem
        assert not server.is_ready


def test_missing_program(tmp_path):
    with pytest.raises(OutputError, match="cannot be started"):
        OwnServer("x", tmp_path, is_open=False, program=[str(tmp_path / "nothing")])
