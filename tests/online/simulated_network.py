"""A match, its server and clients in one process, with a simulated network that delays messages by ticks."""

import random
from collections import deque

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND
from gpulife.online.client.online_session import OnlineSession, ServerClock
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.protocol import (
    Act,
    Dropped,
    Resync,
    Ticks,
    encode,
    read_client_message,
    read_server_message,
)
from gpulife.online.seat_rules import checked_action
from gpulife.rules import parse_rule

TELL_TICKS = 6
"""Ticks after which a server reports the time passed if there is no other news."""


class Link:
    """One direction between two programs: messages arrive in order, late, and sometimes delayed further as by TCP."""

    def __init__(self, delay: int, jitter: int = 0, held: float = 0.0, seed: int = 0) -> None:
        self.delay, self.jitter, self.held = delay, jitter, held
        self.stopped = False
        self._random = random.Random(seed)  # noqa: S311 - delays of a test
        self._messages: deque[tuple[int, bytes]] = deque()
        self._last = 0

    def send(self, frame: bytes, now: int) -> None:
        late = self.delay + self._random.randint(0, self.jitter)
        if self._random.random() < self.held:
            late += 2 * self.delay
        self._last = max(self._last, now + late)
        self._messages.append((self._last, frame))

    def arrived(self, now: int) -> list[bytes]:
        frames = []
        while self._messages and self._messages[0][0] <= now and not self.stopped:
            frames.append(self._messages.popleft()[1])
        return frames

    def __len__(self) -> int:
        return len(self._messages)


class Client:
    def __init__(self, match: HostedMatch, seat: int, up: Link, down: Link, engine=None) -> None:
        rule = parse_rule(match.session.match.rule)
        self.engine = engine or NumpyEngine(rule, rule.size)
        self.up, self.down = up, down
        self.outbox: list[bytes] = []
        self.session = OnlineSession(
            match.session.match, self.engine, seat, lambda message: self.outbox.append(encode(message))
        )
        self.clock = ServerClock()
        self.clock.ponged((up.delay + down.delay + (up.jitter + down.jitter) / 2) / TICKS_PER_SECOND)
        self.pressed: list = []
        self.results: list = []
        self.runs = True

    @property
    def seat(self) -> int:
        return self.session.viewer


class World:
    """A server with clients. Everything happens in the server's ticks, which are not those of the match."""

    def __init__(self, match: HostedMatch) -> None:
        self.match = match
        self.now = 0
        self.runs = True
        self.clients: list[Client] = []

    def join(self, seat: int, up: Link, down: Link, engine=None) -> Client:
        client = Client(self.match, seat, up, down, engine)
        self.clients.append(client)
        self._tell()
        self.match.watch_for({each.seat for each in self.clients})
        self._send(client, self.match.keyframe(seat))
        return client

    def tick(self, count: int = 1) -> None:
        for _ in range(count):
            for client in self.clients:
                for frame in client.up.arrived(self.now):
                    self._answer(client, read_client_message(frame))
            if self.runs:
                self.match.pass_ticks(1)
            if self.match.has_news or self.now % TELL_TICKS == 0:
                self._tell()
            for client in self.clients:
                self._client_frame(client)
            self.now += 1

    def _client_frame(self, client: Client) -> None:
        now = self.now / TICKS_PER_SECOND
        messages = [read_server_message(frame) for frame in client.down.arrived(self.now)]
        client.session.take(messages)
        for message in messages:
            if isinstance(message, Ticks):
                client.clock.told(message.upto, now)
        if client.runs and client.session.has_begun:
            for _ in range(client.clock.due(1 / TICKS_PER_SECOND, client.session.front, now)):
                if not client.pressed and client.session.is_still:
                    client.clock.forget()
                    break
                given, client.pressed = client.pressed, []
                client.results.append(client.session.tick(given))
        if (others := client.session.take_sounds()) is not None:
            client.results.append(others)
        for frame in client.outbox:
            client.up.send(frame, self.now)
        client.outbox.clear()

    def _answer(self, client: Client, message) -> None:
        match message:
            case Act():
                action = checked_action(self.match.session.game, client.seat, message)
                reason = action if isinstance(action, str) else self.match.act(action)
                if reason:
                    self._send(client, Dropped(message.seq, reason))
            case Resync():
                self._tell()
                self._send(client, self.match.keyframe(client.seat))

    def _tell(self) -> None:
        news = self.match.take_news()
        for client in self.clients:
            for message in news.get(client.seat if self.match.has_secrets else NOBODY, ()):
                self._send(client, message)

    def _send(self, client: Client, message) -> None:
        client.down.send(encode(message), self.now)

    def settle(self) -> None:
        """Pass time without actions until everything is confirmed and all clients are at the same tick."""
        for client in self.clients:
            client.runs = client.up.stopped = client.down.stopped = False
        while any(len(client.up) or len(client.outbox) for client in self.clients):
            self.tick()
        end = max(client.session.front for client in self.clients)
        while self.match.session.ticks < end and not self.match.session.is_still:
            self.tick()
        self.runs = False
        self._tell()
        while any(len(client.down) for client in self.clients):
            self.tick()
        for client in self.clients:
            while client.session.front < self.match.session.ticks and not client.session.is_still:
                client.session.tick()
        self.tick()
