"""Answers to plain HTTP requests, tested without sockets."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from gpulife.online._http_pages import Answer, HttpPages, HttpRequest, Page, package_pages
from gpulife.online._limits import AddressCounter
from gpulife.online.addresses import Origins, parse_networks

HTML = Page(b"<p>Life", "text/html", is_cacheable=True)


def metrics(asked: HttpRequest) -> Answer:
    return Page(b"42") if asked.client == "127.0.0.1" else None


async def replay(asked: HttpRequest) -> Answer:
    return Page(asked.path.encode()) if asked.query == "" else None


def broken(asked: HttpRequest) -> Answer:
    raise ZeroDivisionError(asked.path)


PAGES = HttpPages(
    {"/": HTML, "/metrics": metrics, "/broken": broken},
    {"/page": Origins.SAME, "/native": Origins.NONE},
    {"/replays/": replay},
    names=frozenset({"localhost"}),
    max_sockets=2,
    trusted_proxies=parse_networks(["10.0.0.1"]),
)
UPGRADE = {"Upgrade": "websocket", "Connection": "Upgrade"}


def ask(
    path: str, headers: Mapping[str, str] | None = None, *, method: str = "GET", client: str = "127.0.0.1"
) -> Response | None:
    request = Request(path, Headers({"Host": "localhost:8000", **(headers or {})}))
    request.method = method
    return asyncio.run(PAGES.answer(request, client, client))


def status(path: str, headers: Mapping[str, str] | None = None, **options: str) -> int:
    answer = ask(path, headers, **options)
    return 101 if answer is None else answer.status_code


def test_page_and_etag() -> None:
    answer = ask("/?x=1")
    assert answer is not None
    assert (answer.status_code, answer.body) == (200, b"<p>Life")
    assert answer.headers["Content-Type"] == "text/html"
    assert answer.headers["Content-Length"] == "7"
    assert answer.headers["Cache-Control"] == "no-cache"
    again = ask("/", {"If-None-Match": f'"other", W/{answer.headers["ETag"]}'})
    assert again is not None
    assert (again.status_code, again.body) == (304, b"")
    head = ask("/", method="HEAD")
    assert head is not None
    assert (head.status_code, head.body, head.headers["Content-Length"]) == (200, b"", "7")


def test_dynamic_page_is_not_cached() -> None:
    answer = ask("/metrics")
    assert answer is not None
    assert (answer.status_code, answer.body, answer.headers["Cache-Control"]) == (200, b"42", "no-store")
    assert "ETag" not in answer.headers
    assert status("/metrics", client="192.0.2.1") == 404


def test_longest_prefix_wins() -> None:
    answer = ask("/replays/7")
    assert answer is not None
    assert answer.body == b"/replays/7"
    assert status("/replays/7?x") == status("/replays") == 404


def test_error_is_logged_but_not_sent(caplog: pytest.LogCaptureFixture) -> None:
    answer = ask("/broken")
    assert answer is not None
    assert answer.status_code == 500
    assert answer.body == b"This page cannot be shown, because of an error in the server.\n"
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    ("path", "headers", "method", "expected"),
    [
        ("/nothing", {}, "GET", 404),
        ("/../etc/passwd", {}, "GET", 404),
        ("//", {}, "GET", 404),
        ("/", {}, "POST", 405),
        ("/", {}, "OPTIONS", 405),
        ("/page", {}, "GET", 426),
        ("/page", UPGRADE, "GET", 403),
        ("/page", {**UPGRADE, "Origin": "http://evil.example"}, "GET", 403),
        ("/page", {**UPGRADE, "Origin": "http://localhost:8001"}, "GET", 403),
        ("/page", {**UPGRADE, "Origin": "http://localhost:8000"}, "GET", 101),
        ("/page?x", {**UPGRADE, "Origin": "http://localhost:8000"}, "GET", 101),
        ("/native", UPGRADE, "GET", 101),
        ("/native", {**UPGRADE, "Origin": "http://localhost:8000"}, "GET", 403),
        ("/other", UPGRADE, "GET", 404),
    ],
)
def test_statuses(path: str, headers: dict[str, str], method: str, expected: int) -> None:
    assert status(path, headers, method=method) == expected


@pytest.mark.parametrize(("host", "expected"), [("evil.example", 421), ("", 400), ("a b", 400), ("192.0.2.1", 200)])
def test_foreign_host_is_refused(host: str, expected: int) -> None:
    request = Request("/", Headers({"Host": host}))
    answer = asyncio.run(PAGES.answer(request, "127.0.0.1"))
    assert answer is not None
    assert answer.status_code == expected


def test_exactly_one_host_header() -> None:
    for hosts in ([], [("Host", "localhost"), ("Host", "localhost")]):
        answer = asyncio.run(PAGES.answer(Request("/", Headers(hosts)), "127.0.0.1"))
        assert answer is not None
        assert answer.status_code == 400


PATHS = st.sampled_from(["/", "/page", "/native", "/metrics", "/replays/1"]) | st.text(
    st.characters(min_codepoint=33, max_codepoint=126)
)
VALUES = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=60)
NAMES = st.sampled_from(["Host", "Origin", "Upgrade", "If-None-Match", "X-Forwarded-For", "Cookie"])


@given(PATHS, st.lists(st.tuples(NAMES, VALUES | st.just("localhost") | st.just("websocket"))))
def test_security_headers_everywhere(path: str, headers: list[tuple[str, str]]) -> None:
    answer = asyncio.run(PAGES.answer(Request(path, Headers(headers)), "192.0.2.1"))
    if answer is None:
        assert path.partition("?")[0] in PAGES.sockets
        return
    policy = answer.headers["Content-Security-Policy"]
    for rule in (
        *("default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"),
        *("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"),
    ):
        assert rule in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.headers["Cache-Control"] in {"no-store", "no-cache"}
    if answer.status_code >= 400:
        assert answer.body.count(b"\n") == 1
        assert path.encode() not in answer.body or len(path) < 5
    Response.serialize(answer)


def test_own_page_may_open_sockets() -> None:
    answer = ask("/", {})
    assert answer is not None
    rule = "connect-src 'self' ws://localhost:8000 wss://localhost:8000;"
    assert rule in answer.headers["Content-Security-Policy"]


def test_limit_of_sockets_per_address() -> None:
    with PAGES.open_sockets.held("192.0.2.1"), PAGES.open_sockets.held("192.0.2.1"):
        assert status("/native", UPGRADE, client="192.0.2.1") == 429
        assert status("/native", UPGRADE, client="192.0.2.2") == 101
    assert status("/native", UPGRADE, client="192.0.2.1") == 101


@given(st.lists(st.tuples(st.booleans(), st.sampled_from(["a", "b", "c", None]))))
def test_address_counter_limits(steps: list[tuple[bool, str | None]]) -> None:
    counter, held = AddressCounter(2, 4), list[str | None]()
    for takes, key in steps:
        if takes:
            may = len(held) < 4 and (key is None or held.count(key) < 2)
            assert counter.is_full(key) is not may
            assert counter.take(key) is may
            held += [key] * may
        elif key in held:
            counter.release(key)
            held.remove(key)
        assert counter.total == len(held)
        assert all(counter.count(each) == held.count(each) for each in "abc")


def test_package_pages_without_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "shown_pages"
    folder.mkdir()
    (folder / "__init__.py").touch()
    for name in ("index.html", "app.js", "secret.key"):
        (folder / name).write_text(name)
    monkeypatch.syspath_prepend(str(tmp_path))
    pages = package_pages("shown_pages", "/pad/")
    assert {path: page.body for path, page in pages.items()} == {"/pad/": b"index.html", "/pad/app.js": b"app.js"}
    assert pages["/pad/"].content_type.startswith("text/html")
