"""Servers in the local network: found over the loopback interface, and untrusted records."""

import unicodedata
from threading import Event, Semaphore

import pytest
import zeroconf
from hypothesis import given
from hypothesis import strategies as st
from online.native import run, served

from gpulife.online import discovery
from gpulife.online.discovery import MAX_SERVERS, SERVICE, Announcement, ServerBrowser
from gpulife.online.found_server import MAX_NAME, FoundServer, read_record
from gpulife.online.server import serving
from gpulife.online.shown_text import shown_text

LOOPBACK = ["127.0.0.1"]
OURS = FoundServer("Ada's house", "127.0.0.1", 7171, matches=2)


class Watched(ServerBrowser):
    """A ServerBrowser that tests can wait for."""

    def __init__(self) -> None:
        self.changed = Event()
        super().__init__(LOOPBACK)

    def _note(self, *args, **named) -> None:
        super()._note(*args, **named)
        self.changed.set()

    def until(self, condition) -> None:
        while not condition():
            assert self.changed.wait(20), f"never; found: {self.servers}"
            self.changed.clear()


def test_server_is_found_and_forgotten():
    with Watched() as browser:
        with Announcement(OURS, LOOPBACK, LOOPBACK) as announcement:
            browser.until(lambda: browser.servers == (OURS,))
            announcement.tell_matches(3)
            browser.until(lambda: browser.servers[0].matches == 3)
        browser.until(lambda: not browser.servers)


def test_without_multicast_nothing_is_found(monkeypatch):
    refused = Semaphore(0)

    def refuse(*_args, **_named):
        refused.release()
        raise OSError("Network is unreachable")

    monkeypatch.setattr(discovery, "Zeroconf", refuse)
    with Announcement(OURS, LOOPBACK) as announcement, ServerBrowser() as browser:
        announcement.tell_matches(1)
        assert refused.acquire(timeout=20)
        assert refused.acquire(timeout=20)
        assert browser.servers == ()


def test_announcement_waits_for_a_network(monkeypatch):
    real, refusals = discovery.Zeroconf, [OSError("Network is unreachable"), zeroconf.EventLoopBlocked()]

    def refuse_at_first(*arguments, **named):
        if refusals:
            raise refusals.pop()
        return real(*arguments, **named)

    monkeypatch.setattr(discovery, "_AGAIN_SECONDS", 0.0)
    with Watched() as browser:
        monkeypatch.setattr(discovery, "Zeroconf", refuse_at_first)
        with Announcement(OURS, LOOPBACK, LOOPBACK):
            browser.until(lambda: browser.servers == (OURS,))


def test_limit_of_listed_servers(monkeypatch):
    monkeypatch.setattr(discovery, "_ask", lambda _zeroconf, _kind, name: FoundServer(name, "10.0.0.1", int(name)))
    monkeypatch.setattr(discovery, "Zeroconf", lambda *_args, **_named: None)
    monkeypatch.setattr(discovery, "ServiceBrowser", lambda *_args, **_named: None)
    with ServerBrowser() as browser:
        for number in range(1, 2 * MAX_SERVERS):
            browser._note(None, SERVICE, str(number), zeroconf.ServiceStateChange.Added)
        assert len(browser.servers) == MAX_SERVERS


@given(
    st.lists(st.text(max_size=40) | st.ip_addresses().map(str), max_size=5),
    st.none() | st.integers(-1, 1 << 17),
    st.dictionaries(
        st.sampled_from([b"name", b"first", b"last", b"matches", b"tls", b"version"]),
        st.none() | st.binary(max_size=300) | st.integers(0, 10**8).map(lambda number: str(number).encode()),
    ),
)
def test_untrusted_records_are_bounded(addresses, port, properties):
    found = read_record(addresses, port, properties)
    if found is not None:
        assert 0 < len(found.name) <= MAX_NAME
        assert found.name.isprintable()
        assert found.version.isprintable()
        assert 0 < found.port < 1 << 16
        assert 0 <= found.first <= found.last <= 1_000_000
        assert 0 <= found.matches <= 1_000_000
        assert "\n" not in found.host


def test_record_round_trip():
    said = {name.encode(): value.encode() for name, value in OURS.properties().items()}
    assert read_record(["127.0.0.1"], 7171, said) == OURS


@pytest.mark.parametrize(
    ("addresses", "host"),
    [
        (["8.8.8.8"], None),
        (["224.0.0.1"], None),
        (["0.0.0.0"], None),  # noqa: S104 - only read
        (["evil.example.org"], None),
        (["fe80::1%a\nb"], None),
        (["127.0.0.1", "192.168.1.7"], "192.168.1.7"),
        (["fe80::1%eth0", "10.1.2.3"], "10.1.2.3"),
        (["fe80::1%eth0"], "fe80::1%eth0"),
    ],
)
def test_only_local_addresses_are_used(addresses, host):
    found = read_record(addresses, 7171, {b"first": b"1", b"last": b"1"})
    assert (found.host if found else None) == host


@given(st.text(max_size=300), st.integers(2, 60))
def test_shown_text_is_short_and_has_no_controls(text, limit):
    shown = shown_text(text, limit)
    assert len(shown) <= limit
    assert shown.isprintable()
    assert shown == shown.strip()
    marks = "".join("m" if unicodedata.category(letter)[0] == "M" else "x" for letter in shown)
    assert "mmm" not in marks


def test_shown_text_keeps_words():
    assert shown_text("  Ada\u202e\x1b[31m\tLove\nlace ", 40) == "Ada[31m Love lace"
    assert shown_text("a" + "\u0301" * 50, 10) == "\u00e1\u0301\u0301"
    assert shown_text("abcdef", 4) == "abc\u2026"


def test_announced_while_serving(tmp_path, monkeypatch):
    told = []

    class Noted:
        def __init__(self, server, addresses) -> None:
            told.append((server.name, server.port, tuple(addresses)))

        def close(self) -> None:
            told.append("gone")

    monkeypatch.setattr(discovery, "Announcement", Noted)
    monkeypatch.setattr(serving, "local_addresses", lambda: ("192.168.1.7",))

    async def work():
        async with served(tmp_path, name="Ada's house") as (server, address):
            port = int(address.split(":")[2].split("/")[0])
            async with serving.announced(server, port):
                assert told == [("Ada's house", port, ("192.168.1.7",))]
        assert told[1:] == ["gone"]

    run(work())
