"""Clients that join, leave, lie, flood and return in any order: seats follow a simple model, and nothing grows."""

import asyncio
import json
import random
from contextlib import suppress

from fuzzing import examples
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from soak.hostile import well_formed
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from gpulife.online.protocol import (
    ANY_SEAT,
    PROTOCOL,
    SUBPROTOCOL,
    WATCH,
    Hello,
    Host,
    Join,
    Leave,
    Ping,
    Pong,
    Refused,
    Seated,
    Welcome,
    encode,
    encode_text,
    read_server_message,
)
from gpulife.online.server._game_server import GameServer
from gpulife.online.server._link import MAX_UNSENT
from gpulife.online.server.server_options import ServerOptions
from gpulife.online.storage import Database

NAMES = ("Ada", "Bob", "Cleo", "Dora", "Emil", "Fritz")
PEOPLE = st.integers(0, len(NAMES) - 1)
GAMES = st.sampled_from(["biowar", "seed-list", "realtime"])
MAX_MATCHES = 4
PATIENCE = 60.0


class Somebody:
    """A person of the model with their socket."""

    def __init__(self, name, address):
        self.name, self.address = name, address
        self.token, self.socket, self.match, self.pings = "", None, None, 0

    async def come(self, url):
        self.socket = await connect(
            url, subprotocols=[SUBPROTOCOL], compression=None, local_addr=(self.address, 0), proxy=None
        )
        await self.socket.send(encode(Hello(PROTOCOL, self.name, self.token)))
        self.token = (await self.until(Welcome)).token

    async def until(self, *kinds):
        while True:
            message = read_server_message(await self.socket.recv())
            if isinstance(message, kinds):
                return message

    async def settle(self):
        """Wait until the server has read everything sent."""
        self.pings += 1
        await self.socket.send(encode(Ping(self.pings)))
        while (await self.until(Pong)).time != self.pings:
            pass

    async def go(self):
        if self.socket is not None:
            self.socket.transport.abort()
            await self.socket.wait_closed()
            self.socket = None


class Clients(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.runner = asyncio.Runner()
        self.people = [Somebody(name, f"127.5.0.{number + 1}") for number, name in enumerate(NAMES)]
        self.matches = {}  # for each match, the name of each seat's owner
        self.run(self.begin())

    async def begin(self):
        self.database = Database.open(self.folder)
        self.server = GameServer(self.database, ServerOptions(), lambda *_: None)
        self.serving = self.server.running()
        sockets = await self.serving.__aenter__()
        self.url = f"ws://127.0.0.1:{sockets.sockets[0].getsockname()[1]}/play"

    def run(self, work):
        async def in_time():
            async with asyncio.timeout(PATIENCE):
                return await work

        return self.runner.run(in_time())

    def teardown(self):
        async def end():
            for person in self.people:
                await person.go()
            await self.serving.__aexit__(None, None, None)

        self.run(end())
        self.database.close()
        self.runner.close()

    def here(self, number):
        person = self.people[number]
        if person.socket is None:
            self.run(person.come(self.url))
        return person

    async def wish(self, person, message):
        await person.socket.send(encode(message))
        return await person.until(Seated, Refused)

    @precondition(lambda self: len(self.matches) < MAX_MATCHES)
    @rule(number=PEOPLE, game=GAMES)
    def host(self, number, game):
        person = self.here(number)
        answer = self.run(self.wish(person, Host(game)))
        if isinstance(answer, Refused):
            assert answer.code == "limit"
            person.match = None if answer.reason.startswith("your address already has") else person.match
            return
        assert answer.seat == 0
        assert answer.host
        room = self.server.rooms.require(answer.code)
        self.matches[answer.id] = dict.fromkeys(range(len(room.members.seats)), "") | {0: person.name}
        person.match = answer.id

    @precondition(lambda self: self.matches)
    @rule(number=PEOPLE, which=st.integers(0, MAX_MATCHES), seat=st.sampled_from([ANY_SEAT, WATCH, 0, 1, 5, 25]))
    def join(self, number, which, seat):
        person = self.here(number)
        match = list(self.matches)[which % len(self.matches)]
        seats = self.matches[match]
        own = next((place for place, name in seats.items() if name == person.name), None)
        answer = self.run(self.wish(person, Join(match, seat)))
        if isinstance(answer, Refused):
            if answer.code != "limit":
                person.match = None
                assert own is None
                assert answer.code == ("full" if all(seats.values()) else "taken")
                assert all(seats.values()) or seats.get(seat) != ""
            return
        person.match = match
        if own is not None:
            assert answer.seat == own
        elif seat == WATCH:
            assert answer.seat == -1
        else:
            assert seats[answer.seat] == ""
            assert seat in (ANY_SEAT, answer.seat)
            seats[answer.seat] = person.name

    @rule(number=PEOPLE)
    def leave(self, number):
        person = self.people[number]
        if person.socket is None or person.match is None:
            return
        seats = self.matches[person.match]
        self.run(person.socket.send(encode(Leave())))
        self.run(person.settle())
        for seat, name in seats.items():
            if name == person.name:
                seats[seat] = ""
        person.match = None

    @rule(number=PEOPLE)
    def break_off(self, number):
        self.run(self.people[number].go())
        self.people[number].match = None

    @rule(number=PEOPLE, seed=st.integers(0, 1 << 30))
    def lie(self, number, seed):
        """A newcomer without a match sends well-formed nonsense, and leaves."""
        chance = random.Random(seed)  # noqa: S311 - lies, not keys

        async def attack():
            liar = Somebody(f"Eve {seed}", f"127.6.0.{number + 1}")
            await liar.come(self.url)
            try:
                for _ in range(30):
                    message = well_formed(chance, ())[1]
                    liar.socket.transport.write(message)
                await liar.settle()
            except (ConnectionClosed, OSError):
                pass
            for match in self.server.rooms:  # matches opened or joined by chance are no part of the model
                for member in list(match.members):
                    if member.name == liar.name and match.id in self.matches:
                        raise AssertionError(f"{liar.name} has a seat without having been told where")
            await liar.go()

        self.run(attack())

    @rule(number=PEOPLE)
    def flood(self, number):
        """A client sends more than allowed, and is refused and disconnected."""
        person = self.here(number)

        async def attack():
            frame = encode_text(Ping(1)) if number % 2 else encode(Ping(1))
            with suppress(ConnectionClosed):
                for _ in range(400):
                    await person.socket.send(frame)
            assert (await person.until(Refused)).code == "limit"

        self.run(attack())
        self.break_off(number)

    @invariant()
    def seats_are_as_in_the_model(self):
        for person in self.people:
            if person.socket is not None:
                self.run(person.settle())
        for match, seats in self.matches.items():
            room = next(room for room in self.server.rooms if room.id == match)
            assert dict(enumerate(room.members.seat_names)) == seats, json.dumps(seats)

    @invariant()
    def nothing_grows(self):
        links = self.server._links
        assert len(links) <= 3 * len(NAMES)
        assert all(link.unsent <= 2 * MAX_UNSENT for link in links)
        assert len(self.server.rooms) <= MAX_MATCHES + 60


def test_random_clients(tmp_path_factory):
    class InFolder(Clients):
        def __init__(self):
            self.folder = tmp_path_factory.mktemp("server")
            super().__init__()

    InFolder.TestCase.settings = settings(max_examples=examples(6), stateful_step_count=20, deadline=None)
    InFolder.TestCase("runTest").runTest()
