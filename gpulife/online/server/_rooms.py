"""Opens, finds, takes over and closes the matches of a server."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.match_codec import keyframe_of
from gpulife.online.protocol import (
    ANY_SEAT,
    MAX_REPLAY_BYTES,
    MOVED,
    WATCH,
    Ended,
    Host,
    MatchList,
    Refused,
    Talk,
    encode,
)
from gpulife.online.server._broadcast import FeedMaker
from gpulife.online.server._computer_pool import ComputerPool
from gpulife.online.server._journal import LoopCalls
from gpulife.online.server._lifecycle import HOST_NAME, PlacedGame, Setup, game_replay, resumed_match, set_up
from gpulife.online.server._link import Link
from gpulife.online.server._other_servers import OtherServers
from gpulife.online.server._people import MODERATION, Member
from gpulife.online.server._room import Room
from gpulife.online.server.server_options import NotNowError, Quotas, RefusedError
from gpulife.online.shown_text import computer_level
from gpulife.online.storage import (
    Database,
    MatchInfo,
    MatchResult,
    MatchState,
    NotOwnerError,
    StorageError,
    StoredMatch,
    UnavailableError,
    Visibility,
)
from gpulife.online.storage.people import look_alike

_LOG = logging.getLogger(__name__)
MAX_ROOMS = 1000
"""Maximum number of matches on a server."""
_RETRY_SECONDS = 30.0
_STORE_SECONDS = 1.0
"""Seconds between two attempts to store a stopped match."""
DEFAULT_NAME = "Guest"
"""Name of people who give no name. Where two people in a match would have this name, a number is added."""
MAX_KEPT_REPLAYS = 100
"""Maximum number of replays stored for one match, one for each game.

A replay is large, since it contains all earlier games of the match.
"""
EMPTY_SECONDS = 600.0
"""Seconds after which a match is closed if nobody is connected, unless the match may take days."""


class Rooms:
    """The matches of a server.

    Args:
        database: the database.
        clock: returns the current time in seconds, on a monotonic clock.
        make_feed: returns a new feed, which makes the frames for browser pages.
        pool: runs the computer players in worker processes; None if computer players cannot play.
        on_due: called with a match when its time ``due`` is set or becomes earlier.
        quotas: limits on the matches and computer players that each address and each host may have.
        tells_ratings: True if the line with a game's result tells new ratings, or why the game is not rated.

    Attributes:
        other_servers: matches on other servers with the same database.
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
        tells_ratings: bool = True,
    ) -> None:
        self._tells_ratings = tells_ratings
        self._quotas = quotas  # for addresses as well as hosts, because anybody can get new tokens
        self._database, self._clock, self._make_feed, self._pool = database, clock, make_feed, pool
        self._on_due, self._loop_calls = on_due, LoopCalls(asyncio.get_running_loop())
        self._rooms: dict[str, Room] = {}
        self._joining = asyncio.Lock()
        self._keeping, self._storing = asyncio.Lock(), asyncio.Lock()
        self._opening: set[int] = set()
        self._not_before: dict[int, float] = {}  # time of the next attempt to resume a match that failed
        self._recovering: set[asyncio.Task[None]] = set()
        self._to_end: set[int] = set()  # matches whose end could not be stored yet
        self.other_servers = OtherServers(database)

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def __contains__(self, room: Room) -> bool:
        return self._rooms.get(room.id) is room

    def __len__(self) -> int:
        return len(self._rooms)

    async def host(self, link: Link, host: Host) -> Room:
        """Open a match for a client.

        Raises:
            GpulifeError: the match cannot be opened; the message says why in one line.
        """
        if len(self) >= MAX_ROOMS:
            line = f"this server has {MAX_ROOMS} matches already, which is its limit: try again later"
            raise RefusedError("limit", line)
        setup = set_up(host)
        computers = sum(computer_level(seat) > 0 for seat in setup.seats)
        self._quotas.forget_ended(self._rooms)
        with self._quotas.taken(link.place, link.token_hash, computers) as share:
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
        """Queue the computer players' actions in their matches, for the next tick."""
        for key, _, action in self._pool.take_actions() if self._pool is not None else ():
            if (room := self._rooms.get(str(key))) is not None:
                try:
                    room.do(action)
                except Exception:  # noqa: BLE001 - this may play ticks; other matches' computers must go on
                    _LOG.exception("match %s failed while handling a computer's action", key)

    @property
    def computers_play(self) -> bool:
        """True if worker processes for computer players are running."""
        return self._pool is not None and bool(self._pool.pids)

    def send_to_computers(self) -> None:
        """Send the queued messages of all matches to the computer players."""
        if self._pool is not None:
            self._pool.flush()

    async def renew(self) -> None:
        """Renew this server's leases (claims on its matches); stop matches that other servers have taken over.

        Raises:
            StorageError: the database failed.
        """
        before = set(self._rooms)
        owned = {str(match_id) for match_id in await asyncio.to_thread(self._database.leases.renew)}
        for identity in before - owned:
            if (room := self._rooms.get(identity)) is not None:
                room.lose(NotOwnerError(f"this server no longer owns match {identity}"))

    async def resume(self) -> int:
        """Take over matches of servers that are gone; return their number.

        Raises:
            StorageError: the database failed.
        """
        orphans = list(await asyncio.to_thread(self._database.leases.orphans))
        random.shuffle(orphans)  # other servers do the same now, and the first one gets each match
        return sum([await self.take_over(match_id) for match_id in orphans])

    async def take_over(self, match_id: int) -> bool:
        """Take over a match of a server that is gone; return True if this server has it now."""
        is_early = self._clock() < self._not_before.get(match_id, 0.0)
        if is_early or match_id in self._opening | self._to_end or str(match_id) in self._rooms:
            return False
        self._opening.add(match_id)
        try:
            stored = await asyncio.to_thread(self._database.take_over, match_id, since_keyframe=True)
            await self._open(stored)
        except NotOwnerError:
            return False  # another server was faster
        except Exception as error:  # noqa: BLE001 - a match that cannot be resumed must not end the others
            await self._give_up(match_id, error)
            return False
        finally:
            self._opening.discard(match_id)
        return True

    async def _give_up(self, match_id: int, error: Exception) -> None:
        """Release a match that cannot be resumed here, and retry later."""
        is_bug = not isinstance(error, GpulifeError)
        _LOG.warning("match %s cannot continue here: %s", match_id, error, exc_info=is_bug)
        self._not_before[match_id] = self._clock() + _RETRY_SECONDS
        with contextlib.suppress(StorageError):
            await asyncio.to_thread(self._database.release_match, match_id)

    async def seek(self, text: str) -> Room:
        """Return the match that has this identifier or invite code; take it over if no server owns it.

        Raises:
            RefusedError: there is no such match. If another server has it, the code is ``MOVED`` and the message is
                that server's address.
            StorageError: the database failed.
        """
        text = "".join(text.split())  # blanks from codes read aloud or typed
        if (room := self.find(text)) is not None:
            return room
        info = await asyncio.to_thread(self.other_servers.find, text)
        if info is not None and info.owner_address is None:
            await self.take_over(info.id)
            if (room := self.find(text)) is not None:
                return room
            info = await asyncio.to_thread(self.other_servers.find, text)
        if info is not None and info.owner_address not in (None, "", self._database.leases.address):
            # The client is redirected, so that messages never pass through two servers.
            raise RefusedError(MOVED, str(info.owner_address))
        if info is not None:
            raise NotNowError("this match is moving to another server: try again in a moment")
        if await asyncio.to_thread(self.other_servers.has_ended, text):
            raise NotNowError("this match has ended")
        return self.require(text)

    async def _open(self, stored: StoredMatch) -> Room:
        """Replay a stored match to the end of its log, and open it. The replay does not block other matches."""
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
        """Return the match with this identifier or invite code (in upper or lower case); None if there is none."""
        by_code = (room for room in self if room.info.invite == text.strip().upper())
        room = self._rooms.get(text)
        if room is not None and room.info.visibility is Visibility.PUBLIC:
            return room
        return next(by_code, None)

    def has_place(self, link: Link, text: str) -> bool:
        """Return True if the client hosts the match with this identifier or invite code, or has a seat in the match."""
        room = self.find("".join(text.split()))
        member = None if room is None else room.members.find(link.token_hash)
        return room is not None and (room.is_host(link.token_hash) or (member is not None and member.seat != NOBODY))

    def require(self, text: str) -> Room:
        """Return the match with this identifier or invite code (in upper or lower case).

        Raises:
            RefusedError: there is no such match.
        """
        room = self.find(text)
        if room is None:
            raise RefusedError("unknown", f"there is no match {text!r}: it may have ended")
        return room

    async def join(self, link: Link, room: Room, seat: int) -> Member:
        """Let a client take a seat or watch; the owner of a seat returns to it.

        Raises:
            GpulifeError: the client cannot join; the message says why in one line.
        """
        async with self._joining:  # two clients must not get the same seat
            await self._require_welcome(link, room)
            member = room.members.find(link.token_hash)
            if member is not None and member.seat == NOBODY and seat != WATCH:
                room.members.remove(member)
                member = None
            if member is None and seat == WATCH:
                member = room.members.add(link.token_hash, _distinct_name(link, room), NOBODY)
            if member is None:
                member = await self._take_seat(link, room, seat)
            room.enter(link, member)
        return member

    async def _require_welcome(self, link: Link, room: Room) -> None:
        """Raise RefusedError for people whom the host has removed or banned, even if they have a new token.

        Only newcomers are refused by address: other people in the same household may be playing already.
        """
        bans, member = self._database.bans, room.members.find(link.token_hash)
        is_known = room.is_host(link.token_hash) or (member is not None and member.seat != NOBODY)
        place = "" if is_known else link.place
        if room.moderation.keeps_out(link.token_hash) or (
            place and room.moderation.keeps_out(bans.address_hash(place))
        ):
            raise RefusedError("banned", "the host of this match has removed you")
        if await asyncio.to_thread(bans.is_banned, room.info.id, token=link.token, address=place):
            raise RefusedError("banned", "the host of this match has banned you")

    async def _take_seat(self, link: Link, room: Room, seat: int) -> Member:
        if room.trouble:
            raise RefusedError("storage", f"{room.trouble}: seats can be taken when the match continues")
        free = room.members.free_seats
        if not free:
            raise RefusedError("full", "all seats are taken: you can watch")
        if seat != ANY_SEAT and seat not in free:
            raise RefusedError("taken", f"seat {seat + 1} is taken: seat {free[0] + 1} is free")
        name = _distinct_name(link, room)
        seat = free[0] if seat == ANY_SEAT else seat
        name = await asyncio.to_thread(self._database.take_seat, room.info.id, seat, link.token, name)
        for member in room.members:
            if member.seat == NOBODY and look_alike(name, member.name):  # the name belongs to the player now
                member.name = f"Spectator {member.who}"
                if member.link is not None:
                    member.link.send(Talk("", f"A player is also called {name}, so your name here is {member.name}."))
        return room.members.add(link.token_hash, name, seat)

    async def leave(self, room: Room, member: Member) -> None:
        """Remove a member who leaves for good; end the match if no opponents are left."""
        await self.keep_results(room)  # while the owners of the seats are still known
        if (
            member.seat != NOBODY and not room.leaving_is_quitting and not room.trouble
        ):  # else the seat is freed when the match continues
            await asyncio.to_thread(self._database.leave_seat, room.info.id, member.seat)
        room.leave(member, self._clock())

    async def mute(self, room: Room, member: Member, *, muted: bool) -> None:
        """Mute or unmute a member at the host's request.

        Raises:
            StorageError: the decision could not be stored, so it holds only until this server stops.
        """
        room.mute(member, muted=muted)
        await self._keep_moderation(room)

    async def send_away(self, room: Room, member: Member, *, bans: bool) -> None:
        """Remove a member for good, at the host's request, even if the member is disconnected or has just left.

        Args:
            room: the match.
            member: the person to remove.
            bans: True to also store a ban of the person's token and address.

        Raises:
            StorageError: the decision could not be stored, so it holds only until this server stops.
        """
        stored, place = self._database.bans, member.place
        room.moderation.send_away(member.token_hash, *([stored.address_hash(place)] if place else []))
        room.note_sent_away(member, "banned" if bans else "removed")
        if member.link is not None:
            member.link.send(Ended("The host has removed you from the match."))
        if room.members.find(member.token_hash) is member:
            await self.leave(room, member)
        if bans:
            await asyncio.to_thread(stored.ban, room.info.id, token_hash=member.token_hash, address=place)
        await self._keep_moderation(room)

    async def close(self, room: Room) -> None:
        """End a match at its host's request.

        Raises:
            RefusedError: nothing can be stored now.
        """
        if room.trouble:
            raise RefusedError("storage", f"{room.trouble}: the match cannot be closed now")
        room.note_closing()
        await self.end(room, "The host has closed the match.", to_host="You closed the match.")

    async def _keep_moderation(self, room: Room) -> None:
        now = room.moderation.as_settings()
        if not room.trouble and now[MODERATION] != room.info.settings.get(MODERATION, {}):
            settings = {**room.info.settings, **now}
            await asyncio.to_thread(self._database.save_settings, room.info.id, settings)
            room.info = replace(room.info, settings={**room.info.settings, **now})

    async def tidy(self, now: float) -> None:
        """Store results, free seats whose reservation has expired, and end matches that are decided or empty."""
        for match_id in tuple(self._to_end):
            await asyncio.to_thread(self._database.endings.end_match, match_id)
            self._to_end.discard(match_id)
        for room in self:
            if room.trouble:
                continue
            room.note_muted_players()
            await self._keep_moderation(room)
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
                await self.end(room, "No opponents are left.")
            elif room.is_left or (is_empty and (not room.lasts_for_days or room.hosted.session.is_over)):
                await self.end(room, "Everybody has left the match.")

    async def keep_results(self, room: Room) -> None:
        """Store a match's finished games, ratings and replays, and tell everybody the results."""
        async with self._keeping:
            while room.ended and not room.trouble:
                try:
                    result = await self._keep(room, room.ended[0])
                except GpulifeError as error:
                    if not room.trouble:
                        _LOG.warning("cannot store a result of match %s: %s", room.id, error)
                    return  # the next call tries again
                room.ended.pop(0)
                room.tell_result(result, tells_ratings=self._tells_ratings)

    async def _keep(self, room: Room, placed: PlacedGame) -> MatchResult:
        game, match_id = placed.game, room.info.id
        await room.settle()
        if room.trouble:
            raise StorageError(room.trouble)
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
            why_unrated=placed.why_unrated,
        )

    async def _free_quitters(self, room: Room) -> None:
        for seat in room.free_quitters():
            await asyncio.to_thread(self._database.leave_seat, room.info.id, seat)

    async def end(self, room: Room, reason: str, *, to_host: str = "") -> None:
        """End a match for good: store its finished games and the game in play.

        ``reason`` is the line that tells people why the match has ended; ``to_host`` is the host's, if it differs.
        """
        if self._rooms.pop(room.id, None) is None:
            return
        try:
            room.break_off()
        except Exception:  # noqa: BLE001 - a bug may be the reason for the end
            _LOG.exception("cannot score match %s at its end", room.id)
        await self.keep_results(room)
        try:
            await asyncio.to_thread(self._database.endings.end_match, room.info.id)
        except GpulifeError as error:
            _LOG.warning("cannot store the end of match %s: %s", room.id, error)
            if isinstance(error, UnavailableError):
                self._to_end.add(room.info.id)
            room.stop(Ended(reason), Ended(to_host or reason))
        else:
            last = partial(Ended, replay=room.replay, secret=room.secret)
            room.stop(last(reason), last(to_host or reason))

    def stop(self, reason: str) -> None:
        """Disconnect everybody because this server is stopping. The matches resume when a server runs again.

        ``reason`` is the line that tells people why.
        """
        for task in self._recovering:
            task.cancel()
        for room in self:
            room.save()
            room.stop(Ended(reason, waits=True))
        self._rooms.clear()

    def message(self) -> MatchList:
        """Return the message with the list of public matches, including those of other servers; at most 500."""
        rooms = (room for room in self if room.info.visibility is Visibility.PUBLIC)
        listed = [room.listed() for room in rooms]
        here = {match.id for match in listed}
        listed += [match for match in self.other_servers.listed if match.id not in here]
        return MatchList(tuple(listed[:500]))

    async def look_around(self) -> None:
        """Refresh the list of matches on other servers that use the same database.

        Raises:
            StorageError: the database failed.
        """
        await asyncio.to_thread(self.other_servers.refresh, set(self._rooms))

    def _lose(self, room: Room, error: GpulifeError) -> None:
        """Stop a match whose actions could not be stored, and begin to restore it."""
        _LOG.warning("match %s is stopped: %s", room.id, error)
        task = asyncio.ensure_future(self._recover(room))
        self._recovering.add(task)
        task.add_done_callback(self._recovering.discard)

    async def _recover(self, room: Room) -> None:
        """Resume a stopped match from its stored log, or redirect its people to its new server."""
        while room in self:
            try:
                async with self._storing:  # each attempt uses disk space for a moment
                    info, hosted = await self._stored_again(room)
                if room in self:
                    room.go_on(info, hosted)
            except NotOwnerError:
                if await self._send_on(room):
                    return
            except UnavailableError:
                pass  # the disk is still full
            except Exception as error:  # noqa: BLE001 - a match that cannot continue must not end the others
                if self._rooms.pop(room.id, None) is not None:
                    room.stop(Ended("An error in the server has ended this match."))
                await self._give_up(room.info.id, error)
                return
            else:
                _LOG.warning("match %s continues", room.id)
                self._on_due(room)
                return
            await asyncio.sleep(_STORE_SECONDS)

    async def _stored_again(self, room: Room) -> tuple[MatchInfo, HostedMatch]:
        """Take ownership of a stopped match, replay its stored log, and check that the match can be saved.

        Raises:
            NotOwnerError: another server owns the match, or the match has ended.
            StorageError: the database cannot store the match at present, or the match is damaged.
        """
        match_id = room.info.id
        stored = await asyncio.to_thread(self._database.take_over, match_id, since_keyframe=True)
        hosted = await asyncio.to_thread(resumed_match, stored, partial(self._database.load_match, match_id))
        session = hosted.session
        content = encode(keyframe_of(session.ticks, session.computed, session.state, session.engine))
        await asyncio.wrap_future(self._database.save_keyframe(match_id, session.ticks, content, session.games.text()))
        await asyncio.to_thread(self._database.require_room, match_id)
        for seat in stored.seats:
            if room.members.on_seat(seat.seat) is None:  # its owner has left meanwhile
                await asyncio.to_thread(self._database.leave_seat, match_id, seat.seat)
        return stored.info, hosted

    async def _send_on(self, room: Room) -> bool:
        """Send the people of a match to its new server; return True if it has moved or ended."""
        try:
            info = await asyncio.to_thread(self._database.find_match, room.info.id)
        except StorageError:
            return False
        address = info.owner_address
        if info.state is not MatchState.ENDED and address in (None, self._database.leases.address):
            return False  # no server has it: try again here
        if self._rooms.pop(room.id, None) is not None:
            if info.state is MatchState.ENDED:
                room.stop(Ended("The match has ended."))
            elif address:
                room.stop(Refused(MOVED, address))
            else:
                room.stop(Refused("unknown", "Another server has this match now: joining it there."))
        return True


def _distinct_name(link: Link, room: Room) -> str:
    """Return a name for a new player or spectator that looks unlike the name of every player in the match.

    Raises:
        RefusedError: a player has a name that looks the same.
    """
    players = [member.name for member in room.members if member.seat != NOBODY]
    names = [link.name]
    if link.name == DEFAULT_NAME:
        names += (f"{DEFAULT_NAME} {number}" for number in range(2, len(players) + 3))
    for name in names:
        if not any(look_alike(name, player) for player in players):
            return name
    raise RefusedError("name", f"a player is already called {link.name}: use another name")
