"""Hostile clients: messages made from a seed, from raw bytes to well-formed lies."""

import asyncio
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from gpulife.games.registry import GAMES
from gpulife.online.protocol import PROTOCOL, SOCKET_PATH, SUBPROTOCOL
from gpulife.tools.online_bench.crowd import BINARY, CLOSE, PING, PONG, TEXT, address_of, frame, handshake

Chance = random.Random
_PER_SOCKET = 100
"""Messages per socket, slightly fewer than a server accepts at once."""
_PER_ADDRESS = 12
"""Sockets of an attacker per address: a server admits few new people from each."""
_PATIENCE = 10.0
_KINDS = [
    "hello",
    "browse",
    "host",
    "join",
    "leave",
    "act",
    "say",
    "ping",
    "resync",
    "moderate",
    "welcome",
    "keyframe",
    "k",
    "nothing",
]
_NUMBERS = (0, 1, -1, 5, 25, 26, 255, 256, 1 << 31, 1 << 53, (1 << 53) + 1, 1 << 63, 1 << 64, -(1 << 64), 1.5, 1e308)
_EVIL = "\0", "\x1b[2J", "<script>alert(1)</script>", "../../etc/passwd", "\u202eevil", "\ud7ff" * 9
_TEXTS = ("", "x", *_EVIL, "A" * 600)


@dataclass(slots=True)
class Attack:
    """The results of an attack.

    Attributes:
        sent: number of messages and requests sent.
        kinds: the same, by kind.
        sockets: number of sockets opened.
        unanswered: number of sockets whose handshake the server did not answer in time.
        faulty: invalid answers to requests, each with the kind of the request.
    """

    sent: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    sockets: int = 0
    unanswered: int = 0
    faulty: list[str] = field(default_factory=list)

    def count(self, kind: str, number: int = 1) -> None:
        """Count messages."""
        self.sent += number
        self.kinds[kind] += number


def value(chance: Chance, depth: int = 0) -> object:
    """Return a value that mostly no field expects."""
    what = chance.randrange(9 if depth < 3 else 5)
    if what == 0:
        return chance.choice(_NUMBERS)
    if what == 1:
        return chance.choice(_TEXTS)
    if what == 2:
        return chance.choice([None, True, False])
    if what in (3, 4):
        return chance.randint(-3, 40)
    if what in (5, 6):
        return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(_TEXTS): value(chance, depth + 1) for _ in range(chance.randrange(4))}


def lie(chance: Chance, matches: Sequence[str]) -> dict[str, object]:
    """Return a message that is (almost) well-formed, and that the server should refuse.

    Args:
        chance: source of randomness.
        matches: identities and codes of other people's matches.
    """
    what, match = chance.randrange(12), chance.choice([*matches, "0", "999999", "K7PQ2MXA"])
    if what == 0:
        return {"t": "join", "match": match, "seat": chance.randint(-2, 25)}
    if what in (1, 2, 3):
        numbers = {"a": chance.choice([-(1 << 53), -1, 0, 1, 5, 1 << 53]), "b": chance.randint(-9, 400)}
        return {
            "t": "act",
            "seq": chance.choice([0, 1, 7, 99, 1 << 40, 1 << 53]),
            "kind": chance.randint(0, 40),
            **numbers,
        }
    if what == 4:
        data = chance.choice(["200x200 fill 1", "Ada a1 b1", "a1 c3", "b3o$3bo!", "0.5", "x" * 512])
        return {"t": "act", "seq": chance.randint(0, 99), "kind": chance.randint(0, 40), "data": data}
    if what == 5:
        return {
            "t": "moderate",
            "what": chance.choice(["mute", "unmute", "kick", "ban", "close"]),
            "who": chance.randint(0, 5),
        }
    if what == 6:
        return {"t": "say", "text": chance.choice(_TEXTS)[:200]}
    if what == 7:
        return {
            "t": "resync",
            "tick": chance.randint(0, 1 << 40),
            "digest": "0" * 64,
            "log": "y" * chance.choice([0, 2000]),
        }
    if what == 8:
        return {"t": "ping", "time": chance.randint(0, 1 << 53), "last": chance.randint(0, 60_000)}
    if what == 9:
        return {"t": chance.choice(["browse", "leave"])}
    if what == 10 and chance.random() < 0.3:
        return {"t": "host", "game": chance.choice(list(GAMES)), "private": chance.random() < 0.5}
    if what == 10:
        sizes = {"rows": chance.choice([0, 1, 3, 512, 1 << 18]), "columns": chance.choice([0, 1, 3, 513, 1 << 18])}
        game = chance.choice([*GAMES, "../x"])
        seats = ["computer:4"] * chance.choice([0, 1, 2, 6, 26])
        return {
            "t": "host",
            "game": game,
            "settings": {chance.choice(_TEXTS)[:20]: chance.randint(0, 9)},
            "seats": seats,
            **sizes,
        }
    if chance.random() < 0.9:
        return {"t": "ping", "time": 0}
    return {"t": chance.choice(_KINDS), chance.choice(["seat", "name", "player", "seq", "t2"]): value(chance)}


def well_formed(chance: Chance, matches: Sequence[str]) -> tuple[str, bytes]:
    """Return a lie as a websocket frame, which the server has to read and mostly answers."""
    told = lie(chance, matches)
    if chance.random() < 0.3:
        return "lie", frame(json.dumps(told).encode()[:4096], TEXT)
    return "lie", frame(_packed(told)[:4096])


def message(chance: Chance, matches: Sequence[str]) -> tuple[str, bytes]:
    """Return the kind of an attack, and one or more websocket frames; many of them make the server close the socket."""
    what = chance.randrange(20)
    if what < 7:
        return well_formed(chance, matches)
    if what < 9:
        return "damaged lie", frame(_damaged(chance, _packed(lie(chance, matches)))[:4096])
    if what < 11:
        return "noise", frame(chance.randbytes(chance.choice([0, 1, 7, 100, 4096])), chance.choice([TEXT, BINARY]))
    if what == 11:
        depth = chance.choice([50, 600, 1300, 2000])
        nested = chance.choice([b"[" * depth, b'{"t":' * (depth // 5), b"[" * depth + b"]" * depth])
        return "deep", frame(nested[:4096], TEXT)
    if what == 12:
        return "deep", frame(b"\x91" * chance.choice([50, 1000, 4096]), BINARY)
    if what == 13:
        return "long", frame(b"x" * chance.choice([4097, 5000, 20_000]), chance.choice([TEXT, BINARY]))
    if what == 14:
        return "long", frame(b"x" * 100, BINARY, length=chance.choice([1 << 20, 1 << 40, (1 << 63) - 1]))
    if what == 15:
        return "pings", frame(b"ping" * 5, chance.choice([PING, PONG])) * 20
    if what == 16:
        return "frames", frame(b"x" * 10, chance.choice([3, 7, 11, 15]))
    if what == 17:
        return "frames", frame(b"x" * 10, BINARY, masked=False)
    if what == 18:
        pieces = [frame(b"x" * 100, BINARY, final=False), *[frame(b"x" * 100, 0, final=False)] * 60]
        return "pieces", b"".join(pieces[: chance.randint(1, 61)])
    return "close", frame(chance.choice([b"", b"\x03\xe8", b"\xff\xff", b"\x03\xe8\xff\xfe", b"x"]), CLOSE)


def request(chance: Chance, host: str) -> tuple[str, bytes]:
    """Return the kind of an attack, and the bytes of a request that should not open a socket."""
    what = chance.randrange(11)
    whole = handshake(host, SOCKET_PATH, SUBPROTOCOL)
    if what == 0:
        return "half a request", whole[: chance.randrange(1, len(whole))]
    if what == 1:
        return "noise on the port", chance.randbytes(chance.choice([1, 50, 3000]))
    if what == 2:
        return "origin", handshake(host, SOCKET_PATH, origin="http://evil.example")
    if what == 3:
        return "host", handshake("evil.example", SOCKET_PATH)
    if what == 4:
        return "long request", b"GET /" + b"x" * chance.choice([9000, 70_000]) + b" HTTP/1.1\r\nHost: x\r\n\r\n"
    if what == 5:
        return "many headers", whole[:-2] + b"".join(b"X-%d: y\r\n" % number for number in range(500)) + b"\r\n"
    if what == 6:
        path = chance.choice(
            ["/../../etc/passwd", "/%2e%2e/", "//", "/metrics/..", "/replays/../../x", "/\0", "/health?" + "a" * 5000]
        )
        return "path", f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
    if what == 7:
        method, length = (
            chance.choice(["POST", "PUT", "GET", "OPTIONS", "\x16"]),
            chance.choice(["9", "-1", "x", "1" * 40]),
        )
        told = chance.choice([f"Content-Length: {length}", "Transfer-Encoding: chunked", "Expect: 100-continue"])
        return "method", f"{method} / HTTP/1.1\r\nHost: {host}\r\n{told}\r\n\r\n".encode() + chance.choice(
            [b"", b"x" * 100]
        )
    if what == 8:
        page = chance.choice(["results.json", "players.json", "replays/x", "games.json", "health", "no.json"])
        fields = "&".join(
            chance.choice(["game=biowar", "a", "game=%00", "=", ";", "%", "a=b=c", ""])
            for _ in range(chance.randrange(9))
        )
        return "query", f"GET /{page}?{fields} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
    if what == 9:
        line = chance.choice(
            [b"GET", b"GET / HTTP/9.9", b"GET  / HTTP/1.1", b"\xff / HTTP/1.1", b"GET /\xe9 HTTP/1.1", b""]
        )
        return "no request", line + b"\r\n" + chance.choice([b"Host: x", b"no header", b": x", b" x: y"]) + b"\r\n\r\n"
    return "damaged request", _damaged(chance, whole)


def answer_fault(answer: bytes) -> str:
    """Return what is wrong with an answer to a request; "" if it is a page, or a 4xx with one line."""
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 ") or not head[9:12].isdigit():
        return f"no answer: {answer[:80]!r}"
    status = int(head[9:12])
    if status < 400:
        return ""
    is_line = body.endswith(b"\n") and body.count(b"\n") == 1 and len(body) < 300
    return "" if status < 500 and is_line else f"{status} with {body[:80]!r}"


def greeting(chance: Chance) -> bytes:
    """Return a first message, mostly a valid one."""
    if chance.random() < 0.85:
        return frame(
            _packed(
                {
                    "t": "hello",
                    "protocol": PROTOCOL,
                    "name": f"Eve {chance.randrange(10**6)}",
                    "page": chance.random() < 0.2,
                }
            )
        )
    return frame(_packed({"t": "hello", "protocol": value(chance), "name": value(chance), "token": value(chance)}))


async def attack(
    port: int,
    count: int,
    *,
    seed: int = 1,
    matches: Sequence[str] = (),
    at_once: int = 8,
    told: Callable[[Attack], None] = lambda _attack: None,
) -> Attack:
    """Send ``count`` hostile messages to a server on this machine.

    Args:
        port: the server's port.
        count: number of messages.
        seed: seed of everything.
        matches: other people's matches to break into.
        at_once: number of attackers at the same time, each with its own address.
        told: called after each socket.
    """
    result = Attack()

    async def attacker(number: int) -> None:
        chance = Chance(f"{seed} {number}")
        for turn in itertools.count():
            if result.sent >= count:
                break
            place = number + turn // _PER_ADDRESS * at_once
            await _one_socket(port, chance, matches, address_of(40_000 + 8 * place), result)
            told(result)

    async with asyncio.TaskGroup() as group:
        for number in range(at_once):
            group.create_task(attacker(number))
    return result


async def _one_socket(port: int, chance: Chance, matches: Sequence[str], address: str, result: Attack) -> None:
    host = f"127.0.0.1:{port}"
    result.sockets += 1
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            try:
                with suppress(OSError, EOFError, asyncio.LimitOverrunError):
                    await _say(reader, writer, chance, host, matches, result)
            finally:
                writer.transport.abort()
                with suppress(OSError):
                    await writer.wait_closed()
            return
    result.unanswered += 1


async def _say(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    chance: Chance,
    host: str,
    matches: Sequence[str],
    result: Attack,
) -> None:
    if chance.random() < 0.1:
        kind, data = request(chance, host)
        result.count(kind)
        writer.write(data)
        waits = kind in {"half a request", "noise on the port", "damaged request"}  # the server, for more
        if not waits and (fault := answer_fault(await reader.read(-1))):
            result.faulty.append(f"{kind}: {fault}")
        return
    writer.write(handshake(host, SOCKET_PATH, SUBPROTOCOL))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(greeting(chance))
    result.count("greeting")
    is_liar = chance.random() < 0.6
    for _ in range(chance.choice([1, 10, _PER_SOCKET, _PER_SOCKET])):
        kind, data = (well_formed if is_liar and chance.random() < 0.995 else message)(chance, matches)
        result.count(kind, 20 if kind == "pings" else 1)
        writer.write(data)
        if kind in {"close", "frames", "long"} or writer.is_closing():
            break
    writer.write(frame(_packed({"t": "ping", "time": 1})))
    last = b""
    while b"pong" not in last and (data := await reader.read(1 << 16)):  # it has read all, or closed the socket
        last = last[-8:] + data


def _packed(told: object) -> bytes:
    try:
        return msgspec.msgpack.encode(told)
    except OverflowError:
        return json.dumps(told).encode()


def _damaged(chance: Chance, data: bytes) -> bytes:
    cells = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        if cells:
            at = chance.randrange(len(cells))
            match chance.randrange(3):
                case 0:
                    cells[at] = chance.randrange(256)
                case 1:
                    del cells[at : at + chance.randint(1, 8)]
                case _:
                    cells[at:at] = chance.randbytes(chance.randint(1, 8))
    return bytes(cells)
