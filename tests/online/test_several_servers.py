"""Several servers on one PostgreSQL: any of them leads players to their match, even after one dies."""

import asyncio
import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import pytest
from online.native import LOOK_SECONDS, native, run, served
from online.wanderer import Wanderer
from postgres import running_postgres

from gpulife.games.core.game import ActionKind
from gpulife.online.protocol import MOVED, Browse, Host, Join, MatchList, Refused, Seated
from gpulife.online.storage import Database

pytestmark = pytest.mark.needs("PostgreSQL")
PATIENCE = 120.0


@pytest.fixture(scope="module")
def postgres():
    with running_postgres() as server:
        yield server


@contextmanager
def serving(url, count):
    """Yield server programs by the addresses of their sockets."""
    with ExitStack() as stack:
        programs = {}
        for _ in range(count):
            with socket.create_server(("127.0.0.1", 0)) as free:
                port = free.getsockname()[1]
            command = [sys.executable, "-m", "gpulife", "serve", "--db", url, "--port", str(port)]
            program = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            stack.callback(program.kill)
            programs[f"ws://127.0.0.1:{port}/play"] = program
        for program in programs.values():
            assert any("http://" in line for line in program.stdout)
        yield programs


def play_url(address: str) -> str:
    return address.replace("ws://", "http://").removesuffix("/play")


def lists(messages, seats):
    """Return True if the last message lists one match with these seats."""
    last = messages[-1]
    return isinstance(last, MatchList) and [match.seats for match in last.matches] == [seats]


def test_list_has_matches_of_all_servers(postgres):
    url = postgres.new_database()

    async def play():
        async with served(url) as (one, first), served(url) as (_, second):
            one.database.leases.address = play_url(first)
            async with native(first, "Ada") as ada, native(second, "Bob") as bob:
                await ada.send(Host("seed-list", title="Evening", seats=("person", "computer:1")))
                seated = await ada.until(Seated)
                await bob.send(Browse())
                await bob.until(lambda client: lists(client.messages, ("Ada", "computer:1")))
                (match,) = bob.messages[-1].matches
                assert (match.id, match.title, match.address) == (seated.id, "Evening", play_url(first))
                assert (match.host, match.running) == ("Ada", False)
                await ada.act(ActionKind.START)
                await bob.until(
                    lambda client: (
                        lists(client.messages, ("Ada", "computer:1")) and client.messages[-1].matches[0].running
                    )
                )
                await bob.send(Join(seated.id))
                refused = await bob.until(Refused)
                assert (refused.code, refused.reason) == (MOVED, play_url(first))

    run(play())


def test_private_match_is_found_by_code(postgres):
    url = postgres.new_database()

    async def play():
        async with served(url) as (one, first), served(url) as (_, second):
            one.database.leases.address = play_url(first)
            await one.rooms.renew()
            async with native(first, "Ada") as ada, native(second, "Bob") as bob:
                await ada.send(Host("seed-list", private=True))
                seated = await ada.until(Seated)
                await bob.send(Join(seated.id))
                assert (await bob.until(Refused)).code == "unknown"
                await bob.send(Join("NO-SUCH"))
                assert (await bob.until(Refused)).code == "unknown"
                await bob.send(Join(seated.code.lower()))
                assert (await bob.until(Refused)).code == MOVED

    run(play())


def test_ending_server_hands_over_at_once(postgres):
    url = postgres.new_database()

    async def play():
        async with served(url) as (_, second), native(second, "Bob") as bob:
            async with served(url) as (_, first), native(first, "Ada") as ada:
                await ada.send(Host("seed-list"))
                seated = await ada.until(Seated)
                token = ada.welcome.token
            await bob.send(Join(seated.code))
            assert (await bob.until(Seated)).seat == 1
            async with native(second, "", token) as ada:
                await ada.send(Join(seated.code))
                assert (await ada.until(Seated)).seat == 0

    run(play())


def test_clients_are_redirected_to_new_owner(postgres):
    """Simulate a slow server: another one has taken its match over, and it finds out."""
    url = postgres.new_database()

    async def play():
        async with served(url) as (one, first), served(url) as (other, second):
            other.database.leases.address = play_url(second)
            async with native(first, "Ada") as ada:
                await ada.send(Host("seed-list"))
                seated = await ada.until(Seated)
                one.database.release_match(int(seated.id))
                assert await other.rooms.take_over(int(seated.id)) or other.rooms.find(seated.code)
                await other.rooms.renew()
                await one.rooms.renew()
                refused = await ada.until(Refused)
                assert (refused.code, refused.reason) == (MOVED, play_url(second))
                assert one.rooms.find(seated.code) is None

    run(play())


def test_killed_owner_loses_no_acknowledged_action(postgres):
    """Two people play; twice the server of their match is killed."""
    url = postgres.new_database()

    async def play(servers):
        entrances = list(servers)
        ada, bob = people = Wanderer(entrances, "Ada"), Wanderer(entrances[::-1], "Bob")
        ada.code = bob.code = await host(entrances[0], ada)
        await asyncio.gather(ada.come(), bob.come())
        assert bob.moves == 1
        numbers = iter(range(10_000))
        while True:
            await asyncio.gather(*(point(person, numbers, 5) for person in people))
            assert ada.at == bob.at
            if len(servers) == 1:
                break
            acting = [asyncio.create_task(point(person, numbers, 1000)) for person in people]
            await until_acked(ada, 5)
            dead = ada.at
            servers.pop(dead).kill()
            assert [await task for task in acting] == [False, False]
            await asyncio.gather(ada.come(), bob.come())
            assert ada.at != dead
        await asyncio.gather(ada.leave(), bob.leave())
        return people

    with serving(url, 3) as servers:
        people = asyncio.run(asyncio.wait_for(play(servers), PATIENCE))
    with Database.open(url) as database:
        info = database.find_invite(people[0].code)
        log = database.load_match(info.id).log
    for seat, person in enumerate(people):
        acts = [act for _, act in log if act.player == seat and act.kind is ActionKind.POINT]
        stored = [(int(act.kind), act.a, act.b) for act in acts]
        assert len(person.acked) >= 20
        assert is_within(person.acked, stored)


async def host(address, person):
    async with native(address, person.name) as client:
        await client.send(Host("seed-list"))
        person.token = client.welcome.token
        return (await client.until(Seated)).code


async def point(person, numbers, count):
    """Move a cursor so often, each time to another place; return False if the server dies."""
    for _ in range(count):
        number = next(numbers)
        if not await person.act(ActionKind.POINT, number // 160, number % 160):
            return False
    return True


async def until_acked(person, more):
    count = len(person.acked) + more
    while len(person.acked) < count:
        await asyncio.sleep(LOOK_SECONDS)


def is_within(some, all_of_them):
    """Return True if ``some`` occur in a list in this order, each once."""
    rest = iter(all_of_them)
    return all(each in rest for each in some)
