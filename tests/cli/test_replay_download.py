"""Replays by link: fetched within limits, and only from the web."""

from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from gpulife.cli import replay_download
from gpulife.cli.replay_download import fetched, is_link
from gpulife.errors import GpulifeError, UsageError


class _Answers(BaseHTTPRequestHandler):
    def __init__(self, status, content, *args) -> None:
        self.status, self.content = status, content
        super().__init__(*args)

    def do_GET(self):
        self.send_response(self.status)
        self.send_header("Location", "file:///etc/passwd")
        self.end_headers()
        self.wfile.write(self.content)

    def log_message(self, *_):
        pass


@contextmanager
def web(status=200, content=b"replay"):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Answers, status, content))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/replays/x.gpureplay"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_link_becomes_a_file_for_a_while():
    with web() as link, fetched(link) as path:
        assert path.read_bytes() == b"replay"
    assert not path.exists()


def test_the_address_of_its_page_does_too():
    with web() as link:
        page = link.replace("/replays/x.gpureplay", "/#replay=x")
        with fetched(page) as path:
            assert path.read_bytes() == b"replay"


@pytest.mark.parametrize("rest", ["", "/", "/#match=K7QP2MXA", "/under/#match=K7QP2MXA"])
def test_a_match_is_no_replay(rest):
    with pytest.raises(UsageError, match="a server or a match, not a replay"), fetched(f"http://127.0.0.1:9{rest}"):
        pass


def test_a_server_that_is_off_is_said_in_words():
    with (
        pytest.raises(GpulifeError, match=r"replays/x\.gpureplay: Connection refused$"),
        fetched("http://127.0.0.1:9/replays/x.gpureplay"),
    ):
        pass


@pytest.mark.parametrize("status", [302, 404, 500])
def test_no_other_page_is_a_replay(status):
    with web(status) as link, pytest.raises(GpulifeError, match=f"cannot fetch {link}"), fetched(link):
        pass


def test_a_replay_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(replay_download, "MAX_BYTES", 5)
    with web() as link, pytest.raises(GpulifeError, match="too large"), fetched(link):
        pass


@pytest.mark.parametrize("link", ["file:///etc/passwd", "ftp://host/x", "http:///x", "javascript://x"])
def test_only_the_web_is_asked(link):
    assert is_link(link)
    with pytest.raises(UsageError, match="should be"), fetched(link):
        pass


def test_a_file_is_no_link():
    assert not is_link("games/evening.gpureplay")
