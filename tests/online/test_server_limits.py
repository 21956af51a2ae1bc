"""Limits on one client's matches, keyframes and requests, without effect on others."""

from online.native import native, run, served

from gpulife.online.protocol import WATCH, Host, Join, Keyframe, Ping, Pong, Refused, Resync, Seated


def count(client, kind) -> int:
    return sum(isinstance(message, kind) for message in client.messages)


def test_limit_of_matches_per_address(tmp_path):
    async def play():
        async with served(tmp_path, max_sockets=1) as (server, address):
            for _ in range(2):
                async with native(address, "Eve") as eve:
                    await eve.send(Host("seed-list"))
                    await eve.until(Seated)
            async with native(address, "Eve") as eve:
                await eve.send(Host("seed-list"))
                assert (await eve.until(Refused)).code == "limit"
                assert len(server.rooms) == 2

    run(play())


def test_limit_of_computers_per_host(tmp_path):
    eight = ("person", *["computer:1"] * 8)

    async def play():
        async with served(tmp_path, max_sockets=5) as (_, address), native(address, "Eve") as eve:
            hosts = [Host("realtime", seats=eight)] * 3
            for host in hosts:
                await eve.send(host)
                await eve.until(Seated)
            await eve.send(Host("seed-list", seats=("person", "computer:1")))
            refused = await eve.until(Refused)
            assert refused.reason == "cannot add 1 computer: your matches may have at most 24 at once; still free: 0"
            await eve.send(Host("seed-list"))
            await eve.until(Seated)
            async with native(address, "Eve too") as other:
                await other.send(Host("realtime", seats=eight))
                refused = await other.until(Refused)
                assert refused.reason == (
                    "cannot add 8 computers: the matches of your address may have at most 30 at once; still free: 6"
                )

    run(play())


def test_keyframe_requests_are_limited(tmp_path):
    async def play():
        async with served(tmp_path) as (_, address), native(address, "Eve") as eve:
            await eve.send(Host("seed-list"))
            await eve.until(Keyframe)
            for tick in range(100):
                await eve.send(Resync(tick, "0" * 64))
            await eve.send(Ping(1))
            await eve.until(Pong)
            assert count(eve, Keyframe) < 20
            asked = count(eve, Keyframe)
            await eve.until(lambda client: count(client, Keyframe) > asked)  # the last request is answered later

    run(play())


def test_joins_are_limited(tmp_path):
    async def play():
        async with served(tmp_path) as (_, address), native(address, "Ada") as ada, native(address, "Eve") as eve:
            await ada.send(Host("seed-list"))
            match = (await ada.until(Seated)).id
            for _ in range(40):
                await eve.send(Join(match, WATCH))
            await eve.send(Ping(1))
            await eve.until(Pong)
            assert count(eve, Seated) + count(eve, Refused) == 40
            assert count(eve, Refused) > 20

    run(play())
