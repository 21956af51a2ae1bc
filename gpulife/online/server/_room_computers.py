"""Decides on which seats of a match computer players play: their own, and those of people who are disconnected."""

from collections.abc import Mapping, Sequence
from itertools import islice

from gpulife.games.core.game_spec import FOR_EVER
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.protocol import ServerMessage, encode
from gpulife.online.server._computer_pool import ComputerPool
from gpulife.online.server._people import Members
from gpulife.online.shown_text import computer_level
from gpulife.seats import PERSON

FILL_SECONDS = 10.0
"""Seconds after which a computer player stands in for a person who is disconnected.

A shorter loss of the connection changes nothing.
"""
FILL_LEVEL = 2
MAX_FILLED = 6
"""Maximum number of seats in one match on which computer players stand in for people who are disconnected."""


class RoomComputers:
    """The computer players of a match.

    Args:
        pool: runs the computer players in worker processes; None if computer players cannot play.
        key: identifier of the match.
        hosted: the match.
        secret: secret of the match, from which random numbers are derived.
        members: the people in the match and the kind of each seat.
        fill: True if computer players stand in for people who are disconnected.
    """

    def __init__(
        self, pool: ComputerPool | None, key: str, hosted: HostedMatch, secret: bytes, members: Members, *, fill: bool
    ) -> None:
        self._pool, self._key, self._hosted, self._secret = pool, key, hosted, secret
        self._members, self._fill = members, fill
        self._levels: dict[int, int] = {}

    @property
    def _own(self) -> dict[int, int]:
        kinds = enumerate(self._members.seats)
        return {seat: level for seat, kind in kinds if (level := computer_level(kind))}

    @property
    def _people(self) -> frozenset[int]:
        return frozenset(seat for seat, kind in enumerate(self._members.seats) if kind == PERSON)

    @property
    def seats(self) -> frozenset[int]:
        """The seats on which computer players play now."""
        return frozenset(self._levels)

    @property
    def busy_in(self) -> int:
        """The number of ticks (at least 1) after which :meth:`tell` must be called even if there is no news."""
        if not self._levels or self._pool is None:
            return FOR_EVER
        return max(self._pool.next_tick(self._key) - self._hosted.session.ticks, 1)

    def arrange(self, now: float) -> bool:
        """Let computer players play on exactly the seats where they should play now; return True if that changed."""
        wanted = self._wanted(now) if self._pool is not None else {}
        if self._pool is None or wanted == self._levels:
            return False
        for seat in self._levels.keys() - wanted.keys():
            self._pool.unseat(self._key, seat)
            self._hosted.release(seat)
        for seat, level in wanted.items():
            if self._levels.get(seat) != level:
                match = self._hosted.session.match
                self._pool.seat(self._key, seat, level, match, self._secret, self._people, self._keyframe)
        self._levels = wanted
        self._hosted.computers_play = bool(wanted)
        self._hosted.set_levels([computer_level(kind) for kind in self._members.seats])
        return True

    def tell(self, news: Mapping[int, Sequence[ServerMessage]]) -> None:
        """Send each computer player its new messages. A player without new messages gets only the current tick.

        Args:
            news: the new messages, keyed by viewer, as ``HostedMatch.take_news`` returns them.
        """
        if self._levels and self._pool is not None:
            frames = {viewer: [encode(message) for message in messages] for viewer, messages in news.items()}
            self._pool.tell(self._key, self._hosted.session.ticks, frames)

    def close(self) -> None:
        """Remove all computer players from the match."""
        self._levels = {}
        if self._pool is not None:
            self._pool.forget(self._key)

    def _wanted(self, now: float) -> dict[int, int]:
        """Return the level of each computer player that should play at the time ``now``, keyed by seat."""
        wanted, people = self._own, self._people
        if self._fill and self._hosted.session.ticks and not self._hosted.session.is_over:
            level = min(FILL_LEVEL, len(self._hosted.session.game.levels))
            away = (
                member.seat
                for member in self._members
                if member.seat in people and member.away_since is not None and now - member.away_since >= FILL_SECONDS
            )
            wanted |= dict.fromkeys(islice(away, MAX_FILLED), level)
        return wanted

    def _keyframe(self, viewer: int) -> bytes:
        return encode(self._hosted.keyframe(viewer))
