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
from gpulife.online.server._neighbours import Neighbours
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
"""Limit on the matches of a server."""
_RETRY_SECONDS = 30.0
_STORE_SECONDS = 1.0
"""Time after which it is tried again whether a match that stands still can be stored."""
DEFAULT_NAME = "Guest"
"""Name of people who give none; several at one match are numbered."""
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
        self._keeping, self._storing = asyncio.Lock(), asyncio.Lock()
        self._opening: set[int] = set()
        self._not_before: dict[int, float] = {}  # when to try again to go on with a match that could not
        self._recovering: set[asyncio.Task[None]] = set()
        self._to_end: set[int] = set()  # matches whose end could not be noted
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
                room.lose(NotOwnerError(f"match {identity} is not this server's any more"))

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
        if is_early or match_id in self._opening | self._to_end or str(match_id) in self._rooms:
            return False
        self._opening.add(match_id)
        try:
            stored = await asyncio.to_thread(self._database.take_over, match_id, since_keyframe=True)
            await self._open(stored)
        except NotOwnerError:
            return False  # another server was faster
        except Exception as error:  # noqa: BLE001 - a match that cannot go on must not end the others
            await self._give_up(match_id, error)
            return False
        finally:
            self._opening.discard(match_id)
        return True

    async def _give_up(self, match_id: int, error: Exception) -> None:
        """Give a match back that cannot go on here, and try again later."""
        is_bug = not isinstance(error, GpulifeError)
        _LOG.warning("match %s cannot go on here: %s", match_id, error, exc_info=is_bug)
        self._not_before[match_id] = self._clock() + _RETRY_SECONDS
        with contextlib.suppress(StorageError):
            await asyncio.to_thread(self._database.release_match, match_id)

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
            # Sent on rather than passed on: no message goes through two servers.
            raise RefusedError(MOVED, str(info.owner_address))
        if info is not None:
            raise NotNowError("that match changes hands just now: try again in a moment")
        if await asyncio.to_thread(self.neighbours.has_ended, text):
            raise NotNowError("that match has ended")
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

    def has_place(self, link: Link, text: str) -> bool:
        """Return whether somebody hosts the match that :meth:`find` finds, or has a seat there."""
        room = self.find("".join(text.split()))
        member = None if room is None else room.members.find(link.token_hash)
        return room is not None and (room.is_host(link.token_hash) or (member is not None and member.seat != NOBODY))

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
        """Require that the host has not sent somebody away, be it that the person has another token now.

        By the address only newcomers are kept out: others, who play there already, may come from the same house.
        """
        bans, member = self._database.bans, room.members.find(link.token_hash)
        is_known = room.is_host(link.token_hash) or (member is not None and member.seat != NOBODY)
        place = "" if is_known else link.place
        if room.moderation.keeps_out(link.token_hash) or (
            place and room.moderation.keeps_out(bans.address_hash(place))
        ):
            raise RefusedError("banned", "the host of this match has sent you away")
        if await asyncio.to_thread(bans.is_banned, room.info.id, token=link.token, address=place):
            raise RefusedError("banned", "the host of this match does not let you in")

    async def _take_seat(self, link: Link, room: Room, seat: int) -> Member:
        if room.trouble:
            raise RefusedError("storage", f"{room.trouble}: seats are given when the match goes on")
        free = room.members.free_seats
        if not free:
            raise RefusedError("full", "all seats are taken: you can watch")
        if seat != ANY_SEAT and seat not in free:
            raise RefusedError("taken", f"seat {seat + 1} is taken: seat {free[0] + 1} is free")
        name = _distinct_name(link, room)
        seat = free[0] if seat == ANY_SEAT else seat
        name = await asyncio.to_thread(self._database.take_seat, room.info.id, seat, link.token, name)
        for member in room.members:
            if member.seat == NOBODY and look_alike(name, member.name):  # the name is the player's now
                member.name = f"Spectator {member.who}"
                if member.link is not None:
                    member.link.send(Talk("", f"A player is called {name}, too: here you are {member.name}."))
        return room.members.add(link.token_hash, name, seat)

    async def leave(self, room: Room, member: Member) -> None:
        """Let somebody leave a match for good; it ends if nobody is left to play against."""
        await self.keep_results(room)  # as long as it is known who had the seats
        if (
            member.seat != NOBODY and not room.leaving_is_quitting and not room.trouble
        ):  # else it is freed when it goes on
            await asyncio.to_thread(self._database.leave_seat, room.info.id, member.seat)
        room.leave(member, self._clock())

    async def mute(self, room: Room, member: Member, *, muted: bool) -> None:
        """Let nobody at a match read what somebody says, or let them again, for the host.

        Raises:
            StorageError: it could not be stored; it holds as long as this server runs.
        """
        room.mute(member, muted=muted)
        await self._keep_moderation(room)

    async def send_away(self, room: Room, member: Member, *, bans: bool) -> None:
        """Send somebody away for the host, also one who is away or has just left; the person cannot come back.

        Raises:
            StorageError: it could not be stored; it holds as long as this server runs.
        """
        stored, place = self._database.bans, member.place
        room.moderation.send_away(member.token_hash, *([stored.address_hash(place)] if place else []))
        room.note_sent_away(member, "banned" if bans else "removed")
        if member.link is not None:
            member.link.send(Ended("The host has sent you away."))
        if room.members.find(member.token_hash) is member:
            await self.leave(room, member)
        if bans:
            await asyncio.to_thread(stored.ban, room.info.id, token_hash=member.token_hash, address=place)
        await self._keep_moderation(room)

    async def close(self, room: Room) -> None:
        """End a match for its host.

        Raises:
            RefusedError: it stands still, as nothing can be stored.
        """
        if room.trouble:
            raise RefusedError("storage", f"{room.trouble}: the match cannot be closed now")
        room.note_closing()
        await self.end(room, "The host has closed the match.")

    async def _keep_moderation(self, room: Room) -> None:
        now = room.moderation.as_settings()
        if not room.trouble and now[MODERATION] != room.info.settings.get(MODERATION, {}):
            settings = {**room.info.settings, **now}
            await asyncio.to_thread(self._database.save_settings, room.info.id, settings)
            room.info = replace(room.info, settings={**room.info.settings, **now})

    async def tidy(self, now: float) -> None:
        """Keep results, free seats that waited long enough, end matches that are decided, or have nobody any more."""
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
                await self.end(room, "Nobody is left to play against.")
            elif room.is_left or (is_empty and (not room.lasts_for_days or room.hosted.session.is_over)):
                await self.end(room, "Nobody is here any more.")

    async def keep_results(self, room: Room) -> None:
        """Store the games of a match that are over, rate them, keep their replays, and tell everybody."""
        async with self._keeping:
            while room.ended and not room.trouble:
                try:
                    result = await self._keep(room, room.ended[0])
                except GpulifeError as error:
                    if not room.trouble:
                        _LOG.warning("a result of match %s could not be stored: %s", room.id, error)
                    return  # the next call tries again
                room.ended.pop(0)
                room.tell_result(result)

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
            if isinstance(error, UnavailableError):
                self._to_end.add(room.info.id)
            room.stop(Ended(reason))
        else:
            room.stop(Ended(reason, room.replay, room.secret))

    def stop(self, reason: str) -> None:
        """Send everybody away, as the server ends; matches go on when there is one again."""
        for task in self._recovering:
            task.cancel()
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

    def _lose(self, room: Room, error: GpulifeError) -> None:
        """Find out what becomes of a match in which something could not be stored."""
        _LOG.warning("match %s stands still: %s", room.id, error)
        task = asyncio.ensure_future(self._recover(room))
        self._recovering.add(task)
        task.add_done_callback(self._recovering.discard)

    async def _recover(self, room: Room) -> None:
        """Go on with a match from what is stored, as soon as that can be; or send its people to who has it now."""
        while room in self:
            try:
                async with self._storing:  # each takes room for a moment
                    info, hosted = await self._stored_again(room)
                if room in self:
                    room.go_on(info, hosted)
            except NotOwnerError:
                if await self._send_on(room):
                    return
            except UnavailableError:
                pass  # there is no room yet
            except Exception as error:  # noqa: BLE001 - a match that cannot go on must not end the others
                if self._rooms.pop(room.id, None) is not None:
                    room.stop(Ended("Something went wrong in this match."))
                await self._give_up(room.info.id, error)
                return
            else:
                _LOG.warning("match %s goes on", room.id)
                self._on_due(room)
                return
            await asyncio.sleep(_STORE_SECONDS)

    async def _stored_again(self, room: Room) -> tuple[MatchInfo, HostedMatch]:
        """Own a match anew, with all that is stored of it, once as much as a moment of it can be stored again.

        Raises:
            NotOwnerError: another server owns it, or it has ended.
            StorageError: nothing can be stored yet, or it is damaged.
        """
        match_id = room.info.id
        stored = await asyncio.to_thread(self._database.take_over, match_id, since_keyframe=True)
        hosted = await asyncio.to_thread(resumed_match, stored, partial(self._database.load_match, match_id))
        session = hosted.session
        content = encode(keyframe_of(session.ticks, session.computed, session.state, session.engine))
        await asyncio.wrap_future(self._database.save_keyframe(match_id, session.ticks, content, session.games.text()))
        await asyncio.to_thread(self._database.require_room, match_id)
        for seat in stored.seats:
            if room.members.on_seat(seat.seat) is None:  # whose owner has left meanwhile
                await asyncio.to_thread(self._database.leave_seat, match_id, seat.seat)
        return stored.info, hosted

    async def _send_on(self, room: Room) -> bool:
        """Send the people of a match to the server that has it now; return whether that is so, or it has ended."""
        try:
            info = await asyncio.to_thread(self._database.find_match, room.info.id)
        except StorageError:
            return False
        address = info.owner_address
        if info.state is not MatchState.ENDED and address in (None, self._database.leases.address):
            return False  # nobody has it: it is tried again to go on with it here
        if self._rooms.pop(room.id, None) is not None:
            if info.state is MatchState.ENDED:
                room.stop(Ended("The match has ended."))
            elif address:
                room.stop(Refused(MOVED, address))
            else:
                room.stop(Refused("unknown", "Another server has this match now: asking for it again."))
        return True


def _distinct_name(link: Link, room: Room) -> str:
    """Return the name of somebody who comes to a match, be it to watch: nobody takes that person for a player.

    Raises:
        RefusedError: somebody has seat there whose name looks like it.
    """
    players = [member.name for member in room.members if member.seat != NOBODY]
    names = [link.name]
    if link.name == DEFAULT_NAME:
        names += (f"{DEFAULT_NAME} {number}" for number in range(2, len(players) + 3))
    for name in names:
        if not any(look_alike(name, player) for player in players):
            return name
    raise RefusedError("name", f"somebody called {link.name} plays already: use another name")
