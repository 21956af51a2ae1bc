"""Native clients' connections: welcomed, in a match, lost and reconnected to the same seat; and invalid servers."""

import json
import socket
import stat
import threading
from contextlib import ExitStack, contextmanager

import pytest
from online.server_thread import server_thread, strange_server

from gpulife.errors import GpulifeError
from gpulife.online.client.connection import LIMITED_SECONDS, Connection, Rejoining, Status
from gpulife.online.client.http_fetch import connection_problem
from gpulife.online.client.known_servers import KnownServers
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.protocol import (
    MOVED,
    PROTOCOL,
    WATCH,
    Hello,
    Host,
    Join,
    Keyframe,
    Leave,
    ProtocolError,
    Refused,
    Seated,
    Talk,
    Welcome,
    encode,
    read_client_message,
)

PATIENCE = 30


@contextmanager
def connected(port, folder, name="", on_change=lambda: None):
    folder.mkdir(exist_ok=True)
    known = KnownServers(folder / "servers.json")
    connection = Connection(ServerAddress("127.0.0.1", port), name, known=known, on_change=on_change)
    connection.open()
    try:
        yield connection
    finally:
        connection.close()
        assert connection.status is Status.ENDED


def until(connection, wanted):
    """Wait until a message of a kind comes and return it, or until a function of the connection returns True."""
    if isinstance(wanted, type):
        return connection.wait_for(wanted, seconds=PATIENCE)
    while not wanted(connection):
        connection.take()
        assert wanted(connection) or connection.wait(PATIENCE)
    return None


def test_host_and_join(tmp_path):
    with (
        server_thread(tmp_path / "server", name="Home") as (_, port),
        connected(port, tmp_path / "ada", "Ada") as ada,
        connected(port, tmp_path / "bob", "Bob") as bob,
    ):
        assert ada.wait_welcome().server == "Home"
        assert bob.wait_welcome().name == "Bob"
        ada.send(Host("seed-list"))
        code = until(ada, Seated).code
        bob.send(Join(code))
        assert until(bob, Seated).seat == 1
        until(bob, Keyframe)
        until(ada, lambda connection: connection.round_trip > 0)


def test_each_message_is_told(tmp_path):
    told = threading.Event()
    with (
        server_thread(tmp_path / "server") as (_, port),
        connected(port, tmp_path / "ada", "Ada", on_change=told.set) as ada,
    ):
        assert told.wait(PATIENCE), "the welcome"
        ada.wait_welcome()
        until(ada, lambda connection: connection.round_trip > 0)
        ada.take()
        told.clear()
        ada.send(Host("seed-list"))
        assert told.wait(PATIENCE)
        until(ada, Seated)
        told.clear()
    assert told.is_set(), "the end"


def test_token_is_saved_in_a_private_file(tmp_path):
    with server_thread(tmp_path / "server") as (_, port):
        with connected(port, tmp_path / "own", "Ada") as ada:
            token = ada.wait_welcome().token
        path = tmp_path / "own" / "servers.json"
        assert json.loads(path.read_text()) == {"servers": [{"address": f"127.0.0.1:{port}", "token": token}]}
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with connected(port, tmp_path / "own") as again:
            assert (again.wait_welcome().token, again.welcome.name) == (token, "Ada")


def test_reconnect_to_the_same_seat(tmp_path):
    with connected_to_restarted(tmp_path) as (ada, restart):
        ada.send(Host("biowar"))
        first = until(ada, Seated)
        until(ada, Keyframe)
        restart()
        seated = until(ada, Seated)
        assert (seated.id, seated.seat) == (first.id, first.seat)
        until(ada, Keyframe)
        assert ada.status is Status.UP


@contextmanager
def connected_to_restarted(folder):
    """Yield a connection, and a function that restarts its server on the same port."""
    servers = [server_thread(folder / "server")]
    _, port = servers[0].__enter__()

    def restart():
        servers.pop().__exit__(None, None, None)
        until(connection, lambda connection: connection.status is Status.LOST)
        again = server_thread(folder / "server", port)
        again.__enter__()
        servers.append(again)

    with connected(port, folder / "own", "Ada") as connection:
        connection.wait_welcome()
        yield connection, restart
    servers.pop().__exit__(None, None, None)


def test_unreachable_address(tmp_path):
    with strange_server(None) as port:
        pass
    with connected(port, tmp_path) as connection, pytest.raises(GpulifeError, match=f"cannot reach 127.0.0.1:{port}"):
        connection.wait_welcome()


async def garbage(socket):
    await socket.send(b"\xff\xff\xff")


async def chatter(socket):
    await socket.send(encode(Talk("Eve", "hello")))


async def text(socket):
    await socket.send("hello")


async def refuses(socket):
    await socket.send(encode(Refused("protocol", "you are\x1b[31m too old")))


async def newer(socket):
    await socket.send(encode(Welcome(PROTOCOL + 1, "9", "t", "Ada")))


@pytest.mark.parametrize(
    ("handle", "line"),
    [
        (chatter, "did not begin with a welcome message"),
        (garbage, "the server sent an invalid message"),
        (text, "the server sent an invalid message"),
        (refuses, "you are.* too old"),
        (newer, f"uses protocol version {PROTOCOL + 1}, but this gpulife uses version {PROTOCOL}: update the older"),
    ],
)
def test_invalid_server_ends_with_one_line(handle, line, tmp_path):
    with strange_server(handle) as port, connected(port, tmp_path) as connection:
        with pytest.raises(GpulifeError, match=line):
            connection.wait_welcome()
        until(connection, lambda connection: connection.status is Status.ENDED)
        assert connection.problem.isprintable()


def test_flooding_server_is_throttled(tmp_path):
    async def flood(socket):
        await socket.recv()
        await socket.send(encode(Welcome(PROTOCOL, "1", "t", "Ada")))
        while True:
            await socket.send(encode(Talk("Eve", "x" * 900)))

    with strange_server(flood) as port, connected(port, tmp_path) as connection:
        connection.wait_welcome()
        total = 0
        while total < 5000:
            assert connection.wait(PATIENCE)
            came = connection.take()
            assert len(came) <= 2048 + 1
            total += len(came)


async def serve_moved(socket, address):
    """Welcome a client, and redirect it to an address when it joins a match."""
    async for frame in socket:
        match read_client_message(frame):
            case Hello() as hello:
                await socket.send(encode(Welcome(PROTOCOL, "1", hello.token, "Ada")))
            case Join():
                await socket.send(encode(Refused(MOVED, address)))


@pytest.mark.parametrize("seat", [1, WATCH])
def test_rejoining_is_tried_again_after_a_limit(seat):
    rejoining, limit = Rejoining(), Refused("limit", "too many failed joins from your address: try again in 9 s")
    rejoining.note_sent(Join("CODE", seat))
    assert not rejoining.note_received(limit), "the user reads it and decides"
    rejoining.note_received(Seated("1", "CODE", {}, seat))
    for _ in range(100):
        rejoining.note_asked()
        assert rejoining.note_received(limit) == LIMITED_SECONDS
    rejoining.note_asked()
    assert not rejoining.note_received(Seated("1", "CODE", {}, seat))
    assert not rejoining.note_received(Refused("limit", "too many chat messages: wait a few seconds"))


def test_redirect_and_return_when_that_server_is_gone(tmp_path):
    with ExitStack() as stack:
        server, port = stack.enter_context(server_thread(tmp_path / "server"))
        host = stack.enter_context(connected(port, tmp_path / "host", "Eve"))
        host.wait_welcome()
        host.send(Host("seed-list"))
        code = until(host, Seated).code
        asked = []

        async def entrance(socket):
            asked.append(socket)
            await serve_moved(socket, f"http://127.0.0.1:{port}")

        first = stack.enter_context(strange_server(entrance))
        ada = stack.enter_context(connected(first, tmp_path / "ada", "Ada"))
        ada.wait_welcome()
        ada.send(Join(code))
        assert until(ada, Seated).seat == 1
        assert len(asked) == 1
        for link in list(server._links):
            link._connection.loop.call_soon_threadsafe(link._connection.transport.abort)
        assert until(ada, Seated).seat == 1
        assert len(asked) == 2
        assert [each["address"] for each in json.loads((tmp_path / "ada" / "servers.json").read_text())["servers"]] == [
            f"127.0.0.1:{first}"
        ]


@pytest.mark.parametrize("address", ["javascript:alert(1)", "", "http://ada@127.0.0.1/"])
def test_invalid_redirect_ends_the_connection(tmp_path, address):
    with (
        strange_server(lambda socket: serve_moved(socket, address)) as port,
        connected(port, tmp_path / "ada", "Ada") as ada,
    ):
        ada.wait_welcome()
        ada.send(Join("CODE"))
        until(ada, lambda connection: connection.status is Status.ENDED)
        assert "an invalid address" in ada.problem


def test_redirect_from_tls_to_no_tls_is_refused():
    connection = Connection(ServerAddress("127.0.0.1", 1, tls=True))
    with pytest.raises(ProtocolError, match="does not use TLS"):
        connection._checked("http://127.0.0.1:1")
    assert connection._checked("https://127.0.0.1:1/s1").socket == "wss://127.0.0.1:1/s1/play"


def many(*texts: str) -> OSError:
    """Return asyncio's error for a name with several addresses, none of which answers."""
    return OSError(f"Multiple exceptions: {', '.join(texts)}")


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ConnectionRefusedError(111, "Connect call failed"), "cannot reach X: no server is running there; ask"),
        (many("[Errno 111] Connect call failed ('::1', 9, 0, 0)", "[Errno 111] again"), "cannot reach X: no server"),
        (OSError(113, "No route"), "cannot reach X: no machine answers at that address"),
        (OSError(101, "Network"), "cannot reach X: this machine has no network connection to it"),
        (socket.gaierror(-2, "Name or service not known"), "cannot reach X: there is no machine with that name"),
        (OSError(5, "eio"), "cannot reach X: Input/output error"),
        (TimeoutError(), "X does not answer"),
    ],
)
def test_connection_problems_in_words(error: Exception, line: str) -> None:
    said = connection_problem("X", error)
    assert said.startswith(line)
    assert "rrno" not in said


def test_hosted_private_match_is_remembered(tmp_path):
    with server_thread(tmp_path / "server") as (_, port):
        with connected(port, tmp_path / "Ada", "Ada") as ada:
            ada.wait_welcome(PATIENCE)
            ada.send(Host("seed-list", private=True))
            code = ada.wait_for(Seated, seconds=PATIENCE).code
            ada.send(Leave())
        (server,) = KnownServers(tmp_path / "Ada" / "servers.json").load()
        assert [match.code for match in server.matches] == [code]
        with connected(port, tmp_path / "Ada", "Ada") as ada:
            ada.wait_welcome(PATIENCE)
            ada.send(Join(code))
            assert ada.wait_for(Seated, seconds=PATIENCE).host
