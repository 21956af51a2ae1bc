"""Runs an on-line match in the window, paced by the server. The user's actions are shown before the server answers."""

import time
from collections.abc import Sequence

from gpulife.engines.base import Engine
from gpulife.games.core.game import Action, Match
from gpulife.online.client.connection import Connection, Status
from gpulife.online.client.online_session import OnlineSession, ServerClock
from gpulife.online.protocol import Ended, Keyframe, Pong, Seated, ServerMessage, Ticks
from gpulife.session.tick import TickResult
from gpulife.window.play.session_runner import SessionRunner


class OnlineRunner(SessionRunner):
    """Runs a match on a server.

    Args:
        engine: the engine of the match's board.
        connection: the connection to the server.
        match: the match.
        seat: the user's seat; NOBODY for a spectator.
        next_seq: sequence number of the first action sent to the server.

    Attributes:
        online: this window's session of the match, which is kept in step with the server.
        is_there: True if the server is connected and running the match. Otherwise the match is halted and actions
            are dropped.
    """

    def __init__(self, engine: Engine, connection: Connection, match: Match, seat: int, *, next_seq: int = 1) -> None:
        self.online = OnlineSession(match, engine, seat, connection.send, next_seq=next_seq)
        super().__init__(self.online, engine)
        self.is_there = False
        self._connection = connection
        self._clock = ServerClock()

    def receive(self, messages: Sequence[tuple[float, ServerMessage]]) -> None:
        """Handle the server's messages, each with its time of arrival.

        Raises:
            ProtocolError: a message is invalid.
        """
        for came, message in messages:
            match message:
                case Seated() | Ended():
                    self.is_there = False
                    self._clock.forget()
                case Keyframe():
                    self.is_there = True
                    self._clock.told(message.tick, came)
                case Ticks():
                    self._clock.told(message.upto, came)
                case Pong() if self._connection.round_trip:
                    self._clock.ponged(self._connection.round_trip)
        if self._connection.status is not Status.UP:
            self.is_there = False
        self.online.take(message for _, message in messages)

    def act(self, action: Action) -> None:
        """Queue an action for the next tick. While the server is away, drop the action."""
        if self.is_there:
            super().act(action)

    def act_once(self, action: Action) -> None:
        """Queue an action for the next tick, unless it has already been sent to the server."""
        if not self.online.is_waiting_for(action):
            super().act_once(action)

    def pass_time(self, seconds: float) -> list[TickResult]:
        """Advance by ``seconds``: play the ticks that are due by the server's clock, and return their results."""
        session, results, now = self.online, list[TickResult](), self._connection.now()
        if not self.is_there:
            self._pending.clear()
        due = self._clock.due(seconds, session.front, now) if self.is_there else 0
        with self.limited_to_frame() as until:
            for _ in range(due):
                if results and time.perf_counter() > until:
                    break
                if not self._pending and session.is_still:
                    self._clock.forget()
                    break
                results.append(session.tick(self._take_pending()))
        if (others := session.take_sounds()) is not None:
            results.append(others)
        self._show(results, due)
        self._count_frame(seconds)
        return results
