"""All matches of a server: begun, found, taken over, and closed when nobody is there any more."""

import asyncio
import logging
from collections.abc import Callable, Iterator

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY
from gpulife.games.registry import find_game
from gpulife.online.computers import ComputerPool
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.http_addresses import limit_key
from gpulife.online.moments import read_cells, read_state
from gpulife.online.protocol import ANY_SEAT, WATCH, Ended, Host, Keyframe, MatchList, read_server_message
from gpulife.online.server.ending import replay_content
from gpulife.online.server.link import Link
from gpulife.online.server.match_setup import set_up
from gpulife.online.server.people import Member
from gpulife.online.server.records import replay_path
from gpulife.online.server.room import FeedMaker, Room
from gpulife.online.storage import Database, StorageError, StoredMatch, Visibility
from gpulife.online.storage.names import look_alike
from gpulife.rules import parse_rule
from gpulife.session.history import Keyframe as SessionKeyframe
from gpulife.session.history import Recording

_LOG = logging.getLogger(__name__)
MAX_ROOMS = 1000
"""Limit on the matches of a server."""
EMPTY_SECONDS = 600.0
"""Time after which a match at which nobody is any more is closed; those that go on for days are not."""


class RefusedError(GpulifeError):
    """Something that a client asked for is refused.

    Attributes:
        code: a word for programs.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Rooms:
    """The matches of a server.

    Args:
        database: where they are stored.
        clock: seconds on a clock that does not go back.
        make_feed: makes what pages are shown.
        pool: where computers think; None lets none play.
        max_per_address: limit on the matches that somebody began who has the same address: tokens cost nothing.

    Attributes:
        changed: whether the list of matches has changed since somebody set this to False.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        make_feed: FeedMaker,
        pool: ComputerPool | None = None,
        *,
        max_per_address: int = 16,
    ) -> None:
        self._max_per_address = max_per_address
        self._begun_by: dict[str, str] = {}  # the limit_key of whoever began a match, by its identity
        self._database, self._clock, self._make_feed, self._pool = database, clock, make_feed, pool
        self._rooms: dict[str, Room] = {}
        self._joining = asyncio.Lock()
        self.changed = False

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    async def host(self, link: Link, host: Host) -> Room:
        """Begin a match that a client asks for.

        Raises:
            GpulifeError: it cannot be; one line says why.
        """
        if len(self) >= MAX_ROOMS:
            raise RefusedError("limit", f"this server has {MAX_ROOMS} matches already")
        key = limit_key(link.address)
        self._begun_by = {room: address for room, address in self._begun_by.items() if room in self._rooms}
        if sum(address == key for address in self._begun_by.values()) >= self._max_per_address:
            raise RefusedError("limit", f"{self._max_per_address} matches of your address go on already: end one first")
        setup = set_up(host)
        info = await asyncio.to_thread(
            self._database.create_match,
            setup.match,
            len(setup.seats),
            host.title,
            host=link.token,
            visibility=Visibility.INVITE if host.private else Visibility.PUBLIC,
            settings={"seats": list(setup.seats), "fill": setup.fill},
        )
        room = self._open(await asyncio.to_thread(self._database.load_match, info.id))
        self._begun_by[room.id] = key
        return room

    def act_for_computers(self) -> None:
        """Let happen in the next tick what computers have decided."""
        for key, _, action in self._pool.take_actions() if self._pool is not None else ():
            if (room := self._rooms.get(str(key))) is not None:
                room.act_for_computer(action)

    def send_to_computers(self) -> None:
        """Send what computers were told, now that all matches have told them."""
        if self._pool is not None:
            self._pool.flush()

    async def resume(self) -> int:
        """Go on with matches of servers that are gone; return how many these were."""
        await asyncio.to_thread(self._database.leases.renew)
        count = 0
        for match_id in await asyncio.to_thread(self._database.leases.orphans):
            try:
                stored = await asyncio.to_thread(self._database.take_over, match_id, since_keyframe=True)
                self._open(stored)
            except GpulifeError as error:
                _LOG.warning("match %s cannot go on here: %s", match_id, error)
            else:
                count += 1
        return count

    def _open(self, stored: StoredMatch) -> Room:
        match, frame = stored.match, _moment(stored)
        last = max((tick + 1 for tick, _ in stored.log), default=0)
        recording = Recording(match, max(last, frame.tick if frame else 0), stored.log)
        hosted = HostedMatch.open(match, stored.secret, recording=recording, keyframe=frame)
        room = Room(
            stored.info, stored.secret, hosted, self._database, self._clock(), self._lose, self._make_feed, self._pool
        )
        self._rooms[room.id] = room
        self.changed = True
        return room

    def find(self, text: str) -> Room | None:
        """Return the match with an identity, or with an invite code in capital or small letters."""
        by_code = (room for room in self if room.info.invite == text.strip().upper())
        room = self._rooms.get(text)
        if room is not None and room.info.visibility is Visibility.PUBLIC:
            return room
        return next(by_code, None)

    def require(self, text: str) -> Room:
        """Return the match that :meth:`find` finds.

        Raises:
            RefusedError: there is none.
        """
        room = self.find(text)
        if room is None:
            raise RefusedError("unknown", f"there is no match {text!r}: it may have ended")
        return room

    async def join(self, link: Link, room: Room, seat: int) -> Member:
        """Let a client take a seat, or watch; whoever has a seat there comes back to it.

        Raises:
            GpulifeError: it cannot; one line says why.
        """
        async with self._joining:  # no two at once are given one seat
            match_id = room.info.id
            if await asyncio.to_thread(self._database.bans.is_banned, match_id, token=link.token, address=link.address):
                raise RefusedError("banned", "the host of this match does not let you in")
            member = room.members.find(link.token_hash)
            if member is not None and member.seat == NOBODY and seat != WATCH:
                room.members.remove(member)
                member = None
            if member is None and seat == WATCH:
                member = room.members.add(link.token_hash, link.name, NOBODY)
            if member is None:
                member = await self._take_seat(link, room, seat)
            room.enter(link, member)
        self.changed = True
        return member

    async def _take_seat(self, link: Link, room: Room, seat: int) -> Member:
        free = room.members.free_seats
        if not free:
            raise RefusedError("full", "all seats are taken: you can watch")
        if seat != ANY_SEAT and seat not in free:
            raise RefusedError("taken", f"seat {seat + 1} is taken: seat {free[0] + 1} is free")
        if any(look_alike(link.name, member.name) for member in room.members if member.seat != NOBODY):
            raise RefusedError("name", f"somebody called {link.name} plays already: use another name")
        seat = free[0] if seat == ANY_SEAT else seat
        name = await asyncio.to_thread(self._database.take_seat, room.info.id, seat, link.token, link.name)
        return room.members.add(link.token_hash, name, seat)

    async def leave(self, room: Room, member: Member) -> None:
        """Let somebody leave a match for good; it ends if nobody is left to play against."""
        if member.seat != NOBODY and not room.has_begun:
            await asyncio.to_thread(self._database.leave_seat, room.info.id, member.seat)
        room.leave(member)
        self.changed = True

    async def tidy(self, now: float) -> None:
        """Free the seats that waited long enough, and end matches that are decided, or at which nobody is any more."""
        for room in self:
            for member in room.overdue(now):
                await self.leave(room, member)
            is_empty = room.empty_since is not None and now - room.empty_since > EMPTY_SECONDS
            if room.is_decided:
                await self.end(room, "Nobody is left to play against.")
            elif is_empty and (not room.is_lasting or room.hosted.session.is_over):
                await self.end(room, "Nobody is here any more.")

    async def end(self, room: Room, reason: str) -> None:
        """End a match for good: rate it, and keep its replay."""
        if self._rooms.pop(room.id, None) is None:
            return
        self.changed = True
        session, match_id = room.hosted.session, room.info.id
        await room.settle()
        try:
            stored = await asyncio.to_thread(self._database.load_match, match_id)
            content = await asyncio.to_thread(replay_content, session, stored.log) if room.has_begun else b""
            result = await asyncio.to_thread(
                self._database.finish_match, match_id, room.placements(), ticks=session.ticks, replay=content
            )
        except GpulifeError as error:
            _LOG.warning("the end of match %s could not be noted: %s", room.id, error)
            room.stop(Ended(reason))
        else:
            replay = replay_path(result.replay_id) if result.replay_id else ""
            room.stop(Ended(reason, replay, room.secret))

    def stop(self, reason: str) -> None:
        """Send everybody away, as the server ends; matches go on when there is one again."""
        for room in self:
            room.save()
            room.stop(Ended(reason, waits=True))
        self._rooms.clear()

    def message(self) -> MatchList:
        """Return the list of matches."""
        rooms = (room for room in self if room.info.visibility is Visibility.PUBLIC)
        return MatchList(tuple(room.listed() for room in rooms)[:500])

    def _lose(self, room: Room, why: str) -> None:
        _LOG.warning("match %s is not this server's any more: %s", room.id, why)
        if self._rooms.pop(room.id, None) is not None:
            room.stop(Ended("Another server has this match now. Please come back.", waits=True))
            self.changed = True


def _moment(stored: StoredMatch) -> SessionKeyframe | None:
    """Return the stored moment of a match; None if there is none."""
    if stored.keyframe is None:
        return None
    message = read_server_message(stored.keyframe.content)
    if not isinstance(message, Keyframe):
        raise StorageError(f"the keyframe of match {stored.info.id} is none")
    rule = parse_rule(stored.match.rule)
    assert rule.size is not None  # noqa: S101 - a match's rule fixes its board
    engine = NumpyEngine(rule, rule.size)
    state = read_state(find_game(stored.match.game), stored.match, rule.size, message.state)
    engine.paint(0, 0, read_cells(engine, message.cells))
    engine.generation = message.generation
    return SessionKeyframe(message.tick, message.computed, state, engine.snapshot())
