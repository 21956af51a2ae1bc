"""A server's results: read strictly, from that server only, and bounded."""

import json
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from online.server_thread import server_thread

from gpulife.errors import GpulifeError
from gpulife.online.client import http_fetch
from gpulife.online.client.http_fetch import fetch
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.client.server_records import RecordedMatch, RecordsLoader, ServerRecords, read_records, replay_path
from gpulife.storage.bounded_reading import ReadError

MATCH = {
    "name": "Friday",
    "game": "biowar",
    "ended": 1_700_000_000,
    "ticks": 9000,
    "rated": True,
    "why_not": "",
    "replay": "/replays/abc_DEF-1.gpureplay",
    "players": [{"seat": 0, "name": "Ada", "place": 1, "quit": False, "rating": [1500, 1512]}],
    "a field of a later version": 1,
}
RATING = {"name": "Ada", "rating": 1512, "deviation": 90, "games": 1, "wins": 1, "draws": 0, "losses": 0}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def encoded(value: object) -> bytes:
    return json.dumps(value).encode()


def test_records_are_read():
    records = read_records(encoded([MATCH]), encoded({"biowar": [RATING], "life-2": []}))
    assert records.games == ("biowar", "life-2")
    assert records.matches[0].players[0].rating == (1500, 1512)
    assert replay_path(records.matches[0]) == "replays/abc_DEF-1.gpureplay"


@given(VALUES, VALUES)
def test_invalid_records_give_one_line(results, players):
    with suppress(ReadError):
        read_records(msgspec.json.encode(results), msgspec.json.encode(players))


@pytest.mark.parametrize(
    "changed",
    [
        {"players": [MATCH["players"][0]] * 27},
        {"game": "x" * 21},
        {"name": "x" * 65},
        {"ended": -1},
        {"replay": "/" * 201},
    ],
)
def test_limits(changed):
    with pytest.raises(ReadError):
        read_records(encoded([MATCH | changed]), b"{}")
    with pytest.raises(ReadError):
        read_records(encoded([MATCH] * 501), b"{}")


@pytest.mark.parametrize(
    "path", ["http://evil/replays/a.gpureplay", "//evil/a", "/replays/../x.gpureplay", "/replays/a.gpureplay?x", "/x"]
)
def test_replay_paths_stay_on_the_server(path):
    assert replay_path(RecordedMatch("biowar", (), replay=path)) == ""


def test_records_of_a_real_server(tmp_path):
    with server_thread(tmp_path / "data") as (_, port):
        loader = RecordsLoader(ServerAddress("127.0.0.1", port))
        loader.wait(30)
        assert (loader.problem, loader.records) == ("", ServerRecords())
        loader.ask_for_replay(RecordedMatch("biowar", (), replay="/replays/none.gpureplay"))
        loader.wait(30)
        assert loader.problem == f"127.0.0.1:{port} no longer has this file"
        assert (loader.busy, loader.replay) == (False, None)


@contextmanager
def strange_pages(status, content, **headers):
    """Run a server of pages that answers everything in the same way; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            for piece in content:
                try:
                    self.wfile.write(piece)
                except OSError:
                    return

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield ServerAddress("127.0.0.1", server.server_port)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_large_and_slow_answers_are_refused(monkeypatch):
    with strange_pages(200, (b"x" * 1000 for _ in range(10_000))) as address, pytest.raises(ReadError, match="more"):
        fetch(address, "results.json", 100_000)
    monkeypatch.setattr(http_fetch, "_ALL_SECONDS", -1.0)
    with strange_pages(200, [b"x"] * 10) as address, pytest.raises(ReadError, match="too long"):
        fetch(address, "results.json", 100_000)


def test_redirects_are_refused():
    with (
        strange_pages(200, [b"[]"]) as elsewhere,
        strange_pages(302, [], Location=f"{elsewhere.page}x") as address,
        pytest.raises(ReadError, match=r"refused the request \(302\)"),
    ):
        fetch(address, "results.json", 1000)


@pytest.mark.parametrize("content", [b"<html>", b'[{"game": 3}]', b"[" * 100_000, b"\xff"])
def test_other_servers_are_reported(content):
    with strange_pages(200, [content]) as address:
        loader = RecordsLoader(address)
        loader.wait(30)
        assert loader.records is None
        assert "is it a gpulife server?" in loader.problem


def test_invalid_replay_is_reported():
    loader = RecordsLoader(ServerAddress("127.0.0.1"), lambda _address, path, _limit: b"{}" if "pl" in path else b"[]")
    loader.wait(30)
    loader.ask_for_replay(RecordedMatch("biowar", (), replay="/replays/a.gpureplay"))
    loader.wait(30)
    assert loader.replay is None
    assert "a.gpureplay" in loader.problem


def test_unreachable_server_is_reported():
    loader = RecordsLoader(ServerAddress("127.0.0.1", 9))
    loader.wait(30)
    assert loader.problem.startswith("cannot reach 127.0.0.1:9: no server is running there")


def test_read_error_is_gpulife_error():
    assert issubclass(ReadError, GpulifeError)
