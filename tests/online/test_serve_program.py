"""``gpulife serve`` as a program: where it listens."""

import re
import signal
import socket
import subprocess
import sys
from urllib.request import urlopen

import pytest

from gpulife.online.addresses import LOOPBACKS, free_port, own_hosts

SERVE = [sys.executable, "-m", "gpulife", "serve", "--port", "0", "--until-input-ends", "--data"]
"""The program, without its folder."""


def listen(address: str, port: int) -> socket.socket:
    return socket.create_server((address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET)


def test_free_port_on_all_addresses(tmp_path) -> None:
    with subprocess.Popen([*SERVE, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        line = next(line for line in program.stdout if "http" in line)
        port = int(re.search(r":(\d+)/", line)[1])
        for address in own_hosts(LOOPBACKS):
            host = f"[{address}]" if ":" in address else address
            assert urlopen(f"http://{host}:{port}/health").read() == b"ok\n"
        program.stdin.close()
        assert program.wait(30) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends programs without a signal")
def test_signal_ends_server_with_open_input(tmp_path) -> None:
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([*SERVE, tmp_path], **pipes, text=True) as program:
        assert next(line for line in program.stdout if "http" in line)
        program.send_signal(signal.SIGTERM)
        assert program.wait(30) == 143
        assert program.stderr.read() == ""


def test_port_must_be_free_on_all_addresses() -> None:
    hosts = own_hosts(("127.0.0.1", "127.0.0.2"))
    with listen(hosts[1], 0) as taken:
        wanted = taken.getsockname()[1]
        port = free_port(hosts, wanted)
        assert port != wanted
        for host in hosts:
            listen(host, port).close()


def test_missing_address_is_left_out() -> None:
    assert own_hosts(("127.0.0.1", "192.0.2.1", "2001:db8::1")) == ("127.0.0.1",)
    with pytest.raises(OSError, match="assign requested address"):
        own_hosts(("192.0.2.1",))
