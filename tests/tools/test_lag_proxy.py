"""The bad line for measuring on-line play: delays follow from a seed, and no chunk overtakes another."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.tools.online_bench.line_figures import BAD_LINE, Delays, LagProxy, Line

LINES = st.builds(
    Line, st.floats(0, 1), st.floats(0, 0.2), st.floats(0, 1), st.sampled_from([0, 100, 10_000, 1_000_000])
)


def chance(seed):
    return random.Random(seed)  # noqa: S311 - delays, not keys


@given(LINES, st.integers(0, 100), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 20_000)), max_size=50))
def test_chunks_keep_their_order_and_delays_follow_the_seed(line, seed, chunks):
    def dues():
        delays, now = Delays(line, chance(seed)), 0.0
        for pause, size in chunks:
            now += pause
            due = delays.due(now, size)
            assert due >= now
            yield due

    first = list(dues())
    assert first == sorted(first)
    assert first == list(dues())


def test_total_loss_adds_one_round_trip():
    delays = Delays(Line(round_trip=0.2, loss=1.0), chance(1))
    assert delays.due(10.0, 5) == pytest.approx(10.3)


def test_bad_line_loses_one_chunk_in_twenty():
    delays = Delays(BAD_LINE, chance(1))
    late = [delays.due(1000.0 * number, 5) - 1000.0 * number > 0.25 for number in range(4000)]
    assert 0.04 < sum(late) / len(late) < 0.06


def test_bandwidth_limit():
    delays = Delays(Line(bytes_a_second=1000), chance(1))
    assert [delays.due(0.0, 500) for _ in range(4)] == pytest.approx([0.5, 1.0, 1.5, 2.0])


@asynccontextmanager
async def through_a_proxy(line: Line):
    """Yield a proxy to a server that echoes everything."""

    async def echo(reader, writer):
        while data := await reader.read(1000):
            writer.write(data)
        await close(writer)

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    async with server, LagProxy(server.sockets[0].getsockname()[:2], line).running() as proxy:
        yield proxy


async def close(writer):
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


def run(test: Callable[[LagProxy], Awaitable[None]], line: Line) -> None:
    async def play():
        async with through_a_proxy(line) as proxy, asyncio.timeout(30):
            await test(proxy)

    asyncio.run(play())


def test_all_data_arrives_in_order_before_the_end():
    async def test(proxy):
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        said = b"".join(b"%d," % number for number in range(20_000))
        for at in range(0, len(said), 999):
            writer.write(said[at : at + 999])
        writer.write_eof()
        assert await reader.read() == said
        await close(writer)
        assert proxy.passed == [len(said)] * 2

    run(test, Line(round_trip=0.002, jitter=0.001, loss=0.2))


def test_held_data_arrives_after_release():
    async def test(proxy):
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        proxy.hold()
        writer.write(b"hello")
        answer = asyncio.ensure_future(reader.read(5))
        for _ in range(200):
            await asyncio.sleep(0)
        assert not answer.done()
        proxy.release()
        assert await answer == b"hello"
        await close(writer)

    run(test, Line())


def test_cut_breaks_connections():
    async def test(proxy):
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"hello")
        assert await reader.read(5) == b"hello"
        proxy.cut()
        with suppress(OSError):  # or the end, as the system likes
            assert await reader.read(5) == b""
        await close(writer)

    run(test, Line())
