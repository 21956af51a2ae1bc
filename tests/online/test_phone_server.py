"""The server for phones, with real sockets on this machine."""

import http.client
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from online.phone import Phone
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from gpulife.errors import GpulifeError
from gpulife.online.addresses import LOOPBACK, free_port, ranked
from gpulife.online.phone_book import RELEASED, PadInput, PhoneBook, PhoneState, View, encode_input
from gpulife.online.phone_server import NONSENSE, REFUSED, REPLACED, TOO_FAST, PhoneServer

A = PadInput(frozenset({"a"}))


@pytest.fixture
def server() -> Iterator[PhoneServer]:
    with PhoneServer(PhoneBook(), [LOOPBACK], 0, clock=lambda: 0.0) as server:
        yield server


def phone(server: PhoneServer, pad: str = "") -> Phone:
    return Phone(server.port, server._book.key, pad)


def closing_code(phone: Phone) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        phone.hear_all()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def wait_for(server: PhoneServer, condition: Callable[[tuple[PhoneState, ...]], object]) -> tuple[PhoneState, ...]:
    while not condition(states := server._book.next_frame(0)):
        time.sleep(0)
    return states


def only_the_first_is_gone(server: PhoneServer, other: Phone) -> None:
    states = wait_for(server, lambda states: not states[0].is_connected)
    assert states[0].held == RELEASED
    other.hold("a")
    assert server._book.next_frame(0)[1].held == A


def test_page_is_served(server: PhoneServer) -> None:
    for path, kind in (("/", "text/html"), ("/pad.js", "text/javascript"), ("/pad.css", "text/css")):
        connection = http.client.HTTPConnection(LOOPBACK, server.port, timeout=20)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200
        assert (answer.getheader("Content-Type") or "").startswith(kind)
        assert len(answer.read()) > 100
        connection.close()


def test_several_phones(server: PhoneServer) -> None:
    with phone(server) as first, phone(server) as second:
        assert [first.said["number"], second.said["number"]] == [1, 2]
        second.hold("a", x=1.0)
        states = server._book.next_frame(0)
        assert [state.held for state in states] == [RELEASED, PadInput(frozenset({"a"}), 1.0)]
        server.show(1, View(0, "Ada", "#ff0000"))
        server.show(2, View(1, "Grace", "#00ff00"))
        assert [first.hear()["name"], second.hear()["name"]] == ["Ada", "Grace"]


def test_returning_phone_keeps_number_and_view(server: PhoneServer) -> None:
    with phone(server) as first:
        first.hold("a")
        server.show(1, View(3, "Ada"))
        assert first.hear()["player"] == 3
    wait_for(server, lambda states: not states[0].is_connected)
    with phone(server) as other, phone(server, first.pad) as again:
        assert (other.said["number"], again.said["number"], again.pad) == (2, 1, first.pad)
        assert again.hear()["name"] == "Ada"
        assert server._book.next_frame(0)[0].held == RELEASED


def test_second_connection_replaces_the_first(server: PhoneServer) -> None:
    with phone(server) as old, phone(server, old.pad) as new:
        assert closing_code(old) == REPLACED
        new.hold("b")
        (state,) = server._book.next_frame(0)
        assert state.held.buttons == {"b"}
        assert state.is_connected


def test_a_wrong_code_is_refused_with_a_reason(server: PhoneServer) -> None:
    with Phone(server.port, "0" * 26) as stranger:
        assert stranger.said["t"] == "refused"
        assert "out of date" in stranger.said["reason"]
        assert closing_code(stranger) == REFUSED
    assert server._book.next_frame(0) == ()


def test_foreign_pages_are_refused(server: PhoneServer) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Phone(server.port, server._book.key, origin="http://evil.example")
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("message", ["", "{}", "x" * 201, b"", b"1234567", encode_input(RELEASED)[:5], b"\xff" * 6])
def test_nonsense_ends_the_connection_and_releases_everything(server: PhoneServer, message: str | bytes) -> None:
    with phone(server) as liar, phone(server) as honest:
        liar.hold("a")
        liar.socket.send(message)
        assert closing_code(liar) == NONSENSE
        only_the_first_is_gone(server, honest)


def test_silent_phone_is_closed(server: PhoneServer) -> None:
    host = f"{LOOPBACK}:{server.port}"
    with connect(f"ws://{host}/pad", origin=Origin(f"http://{host}")) as stranger:
        stranger.send(encode_input(A))
        with pytest.raises(ConnectionClosed) as closed:
            stranger.recv(timeout=30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == NONSENSE
    assert server._book.next_frame(0) == ()


def test_flood_ends_only_its_connection(server: PhoneServer) -> None:
    with phone(server) as flood, phone(server) as honest:
        with suppress(ConnectionClosed):
            for number in range(10_000):
                flood.socket.send(encode_input(RELEASED if number % 2 else A))
        assert closing_code(flood) == TOO_FAST
        only_the_first_is_gone(server, honest)


def test_limit_of_sockets_per_address(server: PhoneServer) -> None:
    phones = [phone(server) for _ in range(8)]
    with pytest.raises(InvalidStatus) as refused:
        phone(server)
    assert refused.value.response.status_code == 429
    for each in phones:
        each.close()


def test_closed_server_does_not_listen() -> None:
    with PhoneServer(PhoneBook(), [LOOPBACK], 0) as server, phone(server) as last:
        port = server.port
    with pytest.raises(ConnectionClosed):
        last.hear()
    with pytest.raises(ConnectionError):
        socket.create_connection((LOOPBACK, port))


def test_taken_port_is_replaced() -> None:
    with PhoneServer(PhoneBook(), [LOOPBACK], 0) as first, PhoneServer(PhoneBook(), [LOOPBACK], first.port) as second:
        assert second.port != first.port


def test_foreign_address_is_an_error() -> None:
    with pytest.raises(GpulifeError, match=r"cannot listen for phones at 192\.0\.2\.1: "):
        PhoneServer(PhoneBook(), ["192.0.2.1"], 0)


def test_free_port_on_all_addresses() -> None:
    assert free_port([LOOPBACK, "127.0.0.2"], 0) > 0


def test_ranked_addresses() -> None:
    found = ["127.0.0.1", "169.254.3.4", "192.168.1.7", "8.8.8.8", "10.0.0.3", "192.168.1.7"]
    assert ranked(found, "10.0.0.3") == ("10.0.0.3", "192.168.1.7", "169.254.3.4")
    assert ranked([]) == ()
