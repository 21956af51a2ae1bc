"""Replays from links: downloaded within limits, and only from the web."""

from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from gpulife.cli.main import main
from gpulife.cli.replay import fetched, is_link
from gpulife.errors import GpulifeError, UsageError
from gpulife.online import protocol


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


OFF = "cannot reach 127.0.0.1:9: no server is running there; ask the person who runs it"


@contextmanager
def web(status=200, content=b"replay"):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Answers, status, content))
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/replays/x.gpureplay"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_replay_link_is_downloaded():
    with web() as link:
        name, content = fetched(link)
    assert (str(name), content) == ("x.gpureplay", b"replay")


@pytest.mark.parametrize("folder", ["/", "/under/", "/under"])
def test_address_of_the_replay_page(folder):
    with web() as link:
        name, content = fetched(link.replace("/replays/x.gpureplay", f"{folder}#replay=x"))
    assert (str(name), content) == ("x.gpureplay", b"replay")


@pytest.mark.parametrize("rest", ["", "/", "/#match=K7QP2MXA", "/under/#match=K7QP2MXA"])
def test_match_link_is_refused(rest):
    with pytest.raises(UsageError, match="a server or a match, not a replay"):
        fetched(f"http://127.0.0.1:9{rest}")


def test_unreachable_server_message():
    with pytest.raises(GpulifeError, match=f"^{OFF}$"):
        fetched("http://127.0.0.1:9/replays/x.gpureplay")


def test_command_gives_one_error_line(capsys):
    assert main(["replay", "http://127.0.0.1:9/replays/x.gpureplay", "--headless"]) == 2
    assert capsys.readouterr().err == f"gpulife: error: {OFF}\n"


def test_invalid_replay_is_named_in_the_error(capsys):
    with web() as link:
        assert main(["replay", link, "--headless"]) == 2
    assert capsys.readouterr().err == "gpulife: error: x.gpureplay is not a replay written by gpulife\n"


@pytest.mark.parametrize(
    ("status", "words"),
    [(302, r"refused the request \(302\)"), (404, "no longer has this file"), (500, r"refused the request \(500\)")],
)
def test_other_pages_are_refused(status, words):
    with web(status) as link, pytest.raises(GpulifeError, match=rf"^127\.0\.0\.1:\d+ {words}$"):
        fetched(link)


def test_too_large_replay_is_refused(monkeypatch):
    monkeypatch.setattr(protocol, "MAX_REPLAY_BYTES", 5)
    with web() as link, pytest.raises(GpulifeError, match="sends more than 5 bytes"):
        fetched(link)


@pytest.mark.parametrize(
    "link",
    [
        "file:///etc/passwd",
        "ftp://host/x",
        "http:///x",
        "javascript://x",
        "ws://host/x",
        "http://a b/x",
        "http://[::1/x",
    ],
)
def test_only_web_addresses_are_fetched(link):
    assert is_link(link)
    with pytest.raises(UsageError, match="should be"):
        fetched(link)


def test_file_names_are_not_links():
    assert not is_link("games/evening.gpureplay")
