"""All matches of a server: begun, found, taken over, and closed when nobody is there any more."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY
from gpulife.online.computers import ComputerPool
from gpulife.online.http_addresses import limit_key
from gpulife.online.protocol import (
    ANY_SEAT,
    MAX_REPLAY_BYTES,
    MOVED,
    WATCH,
    Ended,
    Host,
    MatchList,
    Refused,
)
from gpulife.online.seat_texts import computer_level
from gpulife.online.server.broadcast import FeedMaker
from gpulife.online.server.ending import PlacedGame, game_replay
from gpulife.online.server.link import Link
from gpulife.online.server.loop_calls import LoopCalls
from gpulife.online.server.match_setup import HOST_NAME, Setup, set_up
from gpulife.online.server.neighbours import Neighbours
from gpulife.online.server.people import Member
from gpulife.online.server.quotas import Quotas, RefusedError
from gpulife.online.server.resumed_match import resumed_match
from gpulife.online.server.room import Room
from gpulife.online.storage import (
    Database,
    MatchResult,
    MatchState,
    NotOwnerError,
    StorageError,
    StoredMatch,
    Visibility,
)
from gpulife.online.storage.names import look_alike

_LOG = logging.getLogger(__name__)
MAX_ROOMS = 1000
"""Limit on the matches of a server."""
_RETRY_SECONDS = 30.0
MAX_KEPT_REPLAYS = 100
"""Games of one match of which replays are kept: each has all that went before, too."""
EMPTY_SECONDS = 600.0
"""Time after which a match at which nobody is any more is closed; those that go on for days are not."""


class Rooms:
    """The matches of a server.

    Args:
        database: where they are stored.
        clock: seconds on a clock that does not go back.
        make_feed: makes what pages are shown.
        pool: where computers think; None lets none play.
        on_due: called with a match when it is known when it is due, or due sooner than before.
        quotas: what one address and one host may take: tokens cost nothing.

    Attributes:
        neighbours: what other servers of the same database have.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        make_feed: FeedMaker,
        pool: ComputerPool | None = None,
        *,
        on_due: Callable[[Room], None],
        quotas: Quotas,
    ) -> None:
        self._quotas = quotas
        self._database, self._clock, self._make_feed, self._pool = database, clock, make_feed, pool
        self._on_due, self._loop_calls = on_due, LoopCalls(asyncio.get_running_loop())
        self._rooms: dict[str, Room] = {}
        self._joining = asyncio.Lock()
        self._keeping = asyncio.Lock()
        self._opening: set[int] = set()
        self._not_before: dict[int, float] = {}  # when to try again to go on with a match that could not
        self._sending_on: set[asyncio.Task[None]] = set()
        self.neighbours = Neighbours(database)

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def __contains__(self, room: Room) -> bool:
        return self._rooms.get(room.id) is room

    def __len__(self) -> int:
        return len(self._rooms)

    async def host(self, link: Link, host: Host) -> Room:
        """Begin a match that a client asks for.

        Raises:
            GpulifeError: it cannot be; one line says why.
        """
        if len(self) >= MAX_ROOMS:
            raise RefusedError("limit", f"this server has {MAX_ROOMS} matches already")
        setup = set_up(host)
        computers = sum(computer_level(seat) > 0 for seat in setup.seats)
        self._quotas.forget_ended(self._rooms)
        with self._quotas.taken(limit_key(link.address), link.token_hash, computers) as share:
            room = await self._begin(link, host, setup)
            share.room = room.id
        return room

    async def _begin(self, link: Link, host: Host, setup: Setup) -> Room:
        info = await asyncio.to_thread(
            self._database.create_match,
            setup.match,
            len(setup.seats),
            host.title,
            host=link.token,
            visibility=Visibility.INVITE if host.private else Visibility.PUBLIC,
            settings={"seats": list(setup.seats), "fill": setup.fill, HOST_NAME: link.name},
        )
        self._opening.add(info.id)
        try:
            return await self._open(await asyncio.to_thread(self._database.load_match, info.id))
        finally:
            self._opening.discard(info.id)

    def act_for_computers(self) -> None:
        """Let happen in the next tick what computers have decided."""
        for key, _, action in self._pool.take_actions() if self._pool is not None else ():
            if (room := self._rooms.get(str(key))) is not None:
                try:
                    room.do(action)
                except Exception:  # noqa: BLE001 - it plays ticks that are over: the other matches' computers go on
                    _LOG.exception("match %s cannot go on with what a computer does", key)

    @property
    def computers_play(self) -> bool:
        """Whether there are computers."""
        return self._pool is not None and bool(self._pool.pids)

    def send_to_computers(self) -> None:
        """Send what computers were told, now that all matches have told them."""
        if self._pool is not None:
            self._pool.flush()

    async def renew(self) -> None:
        """Say that this server lives, and stop the matches that others have taken over meanwhile.

        Raises:
            StorageError: the database refused.
        """
        before = set(self._rooms)
        owned = {str(match_id) for match_id in await asyncio.to_thread(self._database.leases.renew)}
        for identity in before - owned:
            if (room := self._rooms.get(identity)) is not None:
                self._lose(room, "another server has taken it over")

    async def resume(self) -> int:
        """Go on with matches of servers that are gone; return how many these were.

        Raises:
            StorageError: the database refused.
        """
        orphans = list(await asyncio.to_thread(self._database.leases.orphans))
        random.shuffle(orphans)  # other servers do the same now, and each match is for the first
        return sum([await self.take_over(match_id) for match_id in orphans])

    async def take_over(self, match_id: int) -> bool:
        """Go on with a match of a server that is gone; return whether this server has it now."""
        is_early = self._clock() < self._not_before.get(match_id, 0.0)
        if is_early or match_id in self._opening or str(match_id) in self._rooms:
            return False
        self._opening.add(match_id)
        try:
            stored = await asyncio.to_thread(self._database.take_over, match_id, since_keyframe=True)
            await self._open(stored)
        except NotOwnerError:
            return False  # another server was faster
        except Exception as error:  # noqa: BLE001 - a match that cannot go on must not end the others
            is_bug = not isinstance(error, GpulifeError)
            _LOG.warning("match %s cannot go on here: %s", match_id, error, exc_info=is_bug)
            self._not_before[match_id] = self._clock() + _RETRY_SECONDS
            with contextlib.suppress(StorageError):
                await asyncio.to_thread(self._database.release_match, match_id)
            return False
        finally:
            self._opening.discard(match_id)
        return True

    async def seek(self, text: str) -> Room:
        """Return the match with an identity or an invite code, which this server takes over if it is nobody's.

        Raises:
            RefusedError: there is none; or another server has it, whose address is the reason.
            StorageError: the database refused.
        """
        text = "".join(text.split())  # as codes are read out, and typed
        if (room := self.find(text)) is not None:
            return room
        info = await asyncio.to_thread(self.neighbours.find, text)
        if info is not None and info.owner_address is None:
            await self.take_over(info.id)
            if (room := self.find(text)) is not None:
                return room
            info = await asyncio.to_thread(self.neighbours.find, text)
        if info is not None and info.owner_address not in (None, "", self._database.leases.address):
            raise RefusedError(MOVED, str(info.owner_address))
        if info is not None:
            raise RefusedError("unknown", "that match changes hands just now: try again in a moment")
        return self.require(text)

    async def _open(self, stored: StoredMatch) -> Room:
        """Go on with a match at the end of its log, which is played while others' ticks have their turns."""
        load_all = partial(self._database.load_match, stored.info.id)
        hosted = await asyncio.to_thread(resumed_match, stored, load_all)
        room = Room(
            stored.info,
            stored.secret,
            hosted,
            self._database,
            self._clock,
            self._loop_calls,
            self._on_due,
            self._lose,
            self._make_feed,
            self._pool,
        )
        self._rooms[room.id] = room
        self._on_due(room)
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
        await self.keep_results(room)  # as long as it is known who had the seats
        if member.seat != NOBODY and not room.leaving_is_quitting:
            await asyncio.to_thread(self._database.leave_seat, room.info.id, member.seat)
        room.leave(member, self._clock())

    async def tidy(self, now: float) -> None:
        """Keep results, free seats that waited long enough, end matches that are decided, or have nobody any more."""
        for room in self:
            await self.keep_results(room)
            if room.hosted.session.state.has_begun and room.info.state is MatchState.OPEN:
                await asyncio.to_thread(self._database.begin_match, room.info.id)
                room.info = replace(room.info, state=MatchState.RUNNING)
            for member in room.overdue(now):
                await self.leave(room, member)
            is_empty = room.members.empty_for(now) > EMPTY_SECONDS
            if not room.is_decided:
                await self._free_quitters(room)
            if room.is_decided:
                await self.end(room, "Nobody is left to play against.")
            elif room.is_left or (is_empty and (not room.lasts_for_days or room.hosted.session.is_over)):
                await self.end(room, "Nobody is here any more.")

    async def keep_results(self, room: Room) -> None:
        """Store the games of a match that are over, rate them, keep their replays, and tell everybody."""
        async with self._keeping:
            while room.ended:
                try:
                    result = await self._keep(room, room.ended[0])
                except GpulifeError as error:
                    _LOG.warning("a result of match %s could not be stored: %s", room.id, error)
                    return  # the next call tries again
                room.ended.pop(0)
                room.tell_result(result)

    async def _keep(self, room: Room, placed: PlacedGame) -> MatchResult:
        game, match_id = placed.game, room.info.id
        await room.settle()
        replay = b""
        if game.number <= MAX_KEPT_REPLAYS:
            stored = await asyncio.to_thread(self._database.load_match, match_id)
            replay = await asyncio.to_thread(game_replay, stored.match, game, stored.log)
        return await asyncio.to_thread(
            self._database.endings.keep_result,
            match_id,
            placed.placements,
            number=game.number,
            began=game.began,
            ticks=game.ticks,
            replay=replay if len(replay) <= MAX_REPLAY_BYTES else b"",
        )

    async def _free_quitters(self, room: Room) -> None:
        for seat in room.free_quitters():
            await asyncio.to_thread(self._database.leave_seat, room.info.id, seat)

    async def end(self, room: Room, reason: str) -> None:
        """End a match for good: store how the game in play stands, and all that are over."""
        if self._rooms.pop(room.id, None) is None:
            return
        try:
            room.break_off()
        except Exception:  # noqa: BLE001 - perhaps it ends because it cannot go on
            _LOG.exception("match %s cannot be counted as it stands", room.id)
        await self.keep_results(room)
        try:
            await asyncio.to_thread(self._database.endings.end_match, room.info.id)
        except GpulifeError as error:
            _LOG.warning("the end of match %s could not be noted: %s", room.id, error)
            room.stop(Ended(reason))
        else:
            room.stop(Ended(reason, room.replay, room.secret))

    def stop(self, reason: str) -> None:
        """Send everybody away, as the server ends; matches go on when there is one again."""
        for room in self:
            room.save()
            room.stop(Ended(reason, waits=True))
        self._rooms.clear()

    def message(self) -> MatchList:
        """Return the list of matches."""
        rooms = (room for room in self if room.info.visibility is Visibility.PUBLIC)
        listed = [room.listed() for room in rooms]
        here = {match.id for match in listed}
        listed += [match for match in self.neighbours.listed if match.id not in here]
        return MatchList(tuple(listed[:500]))

    async def look_around(self) -> None:
        """Look what other servers of the same database have.

        Raises:
            StorageError: the database refused.
        """
        await asyncio.to_thread(self.neighbours.refresh, set(self._rooms))

    def _lose(self, room: Room, why: str) -> None:
        _LOG.warning("match %s is not this server's any more: %s", room.id, why)
        if self._rooms.pop(room.id, None) is not None:
            task = asyncio.ensure_future(self._send_on(room))
            self._sending_on.add(task)
            task.add_done_callback(self._sending_on.discard)

    async def _send_on(self, room: Room) -> None:
        """Send the people of a match that another server has now to that server."""
        address = await asyncio.to_thread(self.neighbours.address_of, room.info.id)
        is_known = address not in ("", self._database.leases.address)
        again = Refused("unknown", "Another server has this match now: asking for it again.")
        room.stop(Refused(MOVED, address) if is_known else again)
