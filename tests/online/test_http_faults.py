"""Invalid requests over real sockets: each gets one line with a 4xx status, and nothing hangs."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from fuzzing import examples
from online.native import run, served
from soak.hostile import answer_fault, request

from gpulife.online import _http_pages as http_pages

WAITS = {"half a request", "noise on the port", "damaged request"}


async def answer(port: int, data: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        return await reader.read(-1)
    finally:
        writer.close()


def port_of(address: str) -> int:
    return int(address.split(":")[2].split("/")[0])


CASES = {
    b"GET /results.json?a=1&b=2&c=3&d=4&e=5&f=6 HTTP/1.1\r\nHost: localhost\r\n\r\n": (
        400,
        {"error": "Too many query fields: use only game=NAME."},
    ),
    b"GET /nothing.json HTTP/1.1\r\nHost: localhost\r\n\r\n": (404, {"error": "Page not found."}),
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n": (400, "Requests must have no body."),
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n": (400, "Requests must have no body."),
    b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n": (405, "Only GET and HEAD are allowed."),
    b"hello\r\n\r\n": (400, "That is not a valid HTTP/1.1 request."),
    b"GET / HTT": (408, "The request took too long."),
}


def test_bad_requests_get_one_line(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_pages, "_REQUEST_SECONDS", 0.5)

    async def ask():
        async with served(tmp_path) as (_, address):
            for data, (status, told) in CASES.items():
                head, _, body = (await answer(port_of(address), data)).partition(b"\r\n\r\n")
                assert head.split()[1] == str(status).encode(), data
                assert body.endswith(b"\n")
                assert (json.loads(body) if isinstance(told, dict) else body.decode()[:-1]) == told
                assert b"Content-Security-Policy" in head

    run(ask())


def test_arbitrary_requests_get_page_or_line(tmp_path) -> None:
    async def ask():
        async with served(tmp_path, max_sockets=50) as (server, address):
            port, chance = port_of(address), random.Random(1)  # noqa: S311 - attacks, not keys
            for _ in range(examples(400)):
                kind, data = request(chance, f"127.0.0.1:{port}")
                if kind not in WAITS:
                    assert answer_fault(await answer(port, data)) == "", data
            assert server.metrics.refused == 0

    run(ask())
