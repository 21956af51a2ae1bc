"""The server: handles clients' messages, advances all matches and serves pages, on one port and in one event loop."""

import asyncio
import contextlib
import logging
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address

from websockets.asyncio.server import Server, ServerConnection
from websockets.exceptions import ConnectionClosed

from gpulife import __version__
from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY
from gpulife.online._http_pages import HttpPages, HttpRequest, Page, Route, serve_pages
from gpulife.online._limits import AddressPace
from gpulife.online.addresses import Origins, free_port, machine_names, own_hosts
from gpulife.online.protocol import (
    MOVED,
    PROTOCOL,
    SOCKET_PATH,
    Act,
    Again,
    Browse,
    ClientMessage,
    Hello,
    Host,
    Join,
    Leave,
    MatchList,
    Moderate,
    Ping,
    Pong,
    ProtocolError,
    Refused,
    Resync,
    Say,
    Welcome,
    read_client_message,
)
from gpulife.online.server._broadcast import FeedMaker
from gpulife.online.server._computer_pool import ComputerPool, default_processes
from gpulife.online.server._link import Link, tell
from gpulife.online.server._people import Member
from gpulife.online.server._records import record_routes, replay_routes
from gpulife.online.server._replay_shows import PREFIX, ReplayShows
from gpulife.online.server._room import Room
from gpulife.online.server._rooms import DEFAULT_NAME, Rooms
from gpulife.online.server.server_options import (
    FAILED_JOINS_A_MINUTE,
    NEW_PEOPLE_A_MINUTE,
    NotNowError,
    Quotas,
    RefusedError,
    ServerOptions,
)
from gpulife.online.storage import RENEW_SECONDS, BadNameError, Database, Person, UnavailableError
from gpulife.online.storage.people import hash_token
from gpulife.seats import level_text


async def begin_match(room: Room, database: Database, quotas: Quotas, level: int) -> None:
    """Begin play in a match. Computer players may take the free seats.

    Args:
        room: the match.
        database: database in which the seats of new computer players are saved.
        quotas: limits on what the host may use.
        level: level of the computer player on each free seat; 0 to leave these seats free, which two-player games do
            not allow.

    Raises:
        GpulifeError: the match cannot begin; the message says why in one line.
    """
    game, free = room.hosted.session.game, room.members.free_seats
    if room.hosted.session.state.has_begun:
        raise RefusedError("begun", "the match has begun already")
    if free and not level and game.is_duel:
        raise RefusedError("seats", "the match begins when every seat is taken: add a computer, or wait")
    if free and level:
        game.require_level(level)
        quotas.add_computers(room.id, len(free))
        seats = [level_text(level) if seat in free else kind for seat, kind in enumerate(room.members.seats)]
        room.seat_computers(seats)
        await asyncio.to_thread(database.save_settings, room.info.id, room.info.settings)
    here = [member.seat for member in room.members if member.seat != NOBODY and member.link is not None]
    first = game.begin(room.hosted.session.state, sorted(here, key=lambda seat: not _is_hosts(room, seat)))
    if not first and not (free and level):
        raise RefusedError("begin", "at least one player has to join the game first")
    for action in first:
        if why := room.do(action):
            raise RefusedError("begin", why)


def _is_hosts(room: Room, seat: int) -> bool:
    member = room.members.on_seat(seat)
    return member is not None and room.is_host(member.token_hash)


LATE_SECONDS = 5.0
"""Seconds for which the lateness of a tick is remembered."""
_MAX_LATE = 20_000


class Metrics:
    """Counts clients' messages and records how late recent ticks were, for monitoring.

    Attributes:
        messages: number of messages received from clients.
        refused: number of invalid messages received from clients.
    """

    def __init__(self) -> None:
        self._late: deque[tuple[float, float]] = deque(maxlen=_MAX_LATE)
        self.messages = self.refused = 0

    def add_tick(self, late: float, now: float) -> None:
        """Record by how many seconds the ticks of a match were late; ``now`` is the current time in seconds."""
        # Lateness counts from the time the match was due for any reason. Most ticks are quiet and pass only then.
        self._late.append((now, late))
        while self._late[0][0] < now - LATE_SECONDS:
            self._late.popleft()

    def lateness(self, share: float) -> float:
        """Return a quantile of the lateness of recent ticks, in seconds. ``share`` is 0.5 for the median."""
        late = sorted(late for _, late in self._late)
        return late[min(int(share * len(late)), len(late) - 1)] if late else 0.0

    def text(self, **gauges: int) -> str:
        """Return all metrics in the text format of Prometheus. ``gauges`` are further metrics, keyed by name."""
        lines = {name: float(value) for name, value in gauges.items()}
        lines |= {"messages_total": float(self.messages), "refused_total": float(self.refused)}
        lines |= {"ticks_measured": float(len(self._late))}
        lines |= {f"tick_late_seconds_p{part}": self.lateness(part / 100) for part in (50, 99)}
        return "".join(f"gpulife_{name} {value:g}\n" for name, value in lines.items())


class MatchTimers:
    """Calls a function for each match of a server at the match's time ``due``.

    Args:
        wake: called with a match that is due; returns True to be called again at the match's new time ``due``.
    """

    def __init__(self, wake: "Callable[[Room], bool]") -> None:
        self._wake = wake
        self._timers: dict[Room, asyncio.TimerHandle] = {}

    def look(self, room: "Room") -> None:
        """Set a match's timer to the match's time ``due``. A timer that is set to an earlier time stays as it is."""
        timer = self._timers.get(room)
        if timer is not None:
            if timer.when() <= room.due:
                return
            timer.cancel()
        self._timers[room] = asyncio.get_running_loop().call_at(room.due, self._wake_now, room)

    def close(self) -> None:
        """Cancel all timers."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _wake_now(self, room: "Room") -> None:
        del self._timers[room]
        if self._wake(room):
            self.look(room)


HELLO_SECONDS = 10.0
ROOMS_PER_SOCKET = 2
"""Maximum number of matches that an address may host, for each connection that it may open."""
COMPUTERS_PER_SOCKET = 6
"""Maximum number of computer players in the matches of an address, for each connection that it may open."""
_LIST_SECONDS = 0.5
_HOUSE_SECONDS = 1.0
_COMPUTER_SECONDS = 1 / 240
"""Seconds between exchanges with the worker processes while computer players play or replays are open."""
_NO_COMPUTER_SECONDS = 1 / 30
"""Seconds between exchanges with the worker processes at all other times."""
_DAY_SECONDS = 24 * 3600.0
_MAX_REASON = 120
"""Maximum length of the reason in a WebSocket close frame, in bytes."""
_PLACE = re.compile(r"(?<![\w.])(?:[A-Za-z]:\\|~?/)[^\s:;,'\"]+")
"""Matches parts of an error message that look like file paths."""
_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class GameServer:
    """A server of on-line play.

    Attributes:
        database: database of matches and people.
        options: address, port and limits of the server.
        make_feed: makes the frames of a match for browser pages.
        pages: further HTTP pages, keyed by path.
        metrics: metrics of the server.
        rooms: matches of the server.
    """

    database: Database
    options: ServerOptions
    make_feed: FeedMaker
    pages: dict[str, Route] = field(default_factory=dict)
    metrics: Metrics = field(default_factory=Metrics)
    rooms: Rooms = field(init=False)
    _links: dict[Link, Room | None] = field(default_factory=dict)
    _shows: ReplayShows = field(init=False)
    _browsing: set[Link] = field(default_factory=set)
    _listed: MatchList | None = None  # the list most recently sent to all who browse; None if some lack it
    _ending: set[asyncio.Task[None]] = field(default_factory=set)
    _new_people: AddressPace = field(default_factory=lambda: AddressPace(NEW_PEOPLE_A_MINUTE))
    _failed_joins: AddressPace = field(default_factory=lambda: AddressPace(FAILED_JOINS_A_MINUTE))
    _http: HttpPages = field(init=False)
    _quotas: Quotas = field(init=False)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Server]:
        """Run the server during the ``async with`` block; yield the ``websockets`` server.

        The caller can read the server's ports from it.
        """
        with ComputerPool(self.options.computer_processes or default_processes()) as pool:
            async with self._serving(pool) as server:
                yield server

    @asynccontextmanager
    async def _serving(self, pool: ComputerPool) -> AsyncIterator[Server]:
        options, timers = self.options, MatchTimers(self._play)
        self._shows = ReplayShows(self.database, self.make_feed)
        self._quotas = Quotas(ROOMS_PER_SOCKET * options.max_sockets, COMPUTERS_PER_SOCKET * options.max_sockets)
        self.rooms = Rooms(
            self.database,
            time.monotonic,
            self.make_feed,
            pool,
            on_due=timers.look,
            quotas=self._quotas,
            tells_ratings=not options.is_home,
        )
        self._http = HttpPages(
            {
                **self.pages,
                **record_routes(self.database),
                "/health": Page(b"ok\n"),
                "/metrics": self._metrics_page,
            },
            {SOCKET_PATH: Origins.SAME_OR_NONE},
            replay_routes(self.database),
            names=machine_names() | options.names,
            trusted_proxies=options.trusted_proxies,
            max_sockets=options.max_sockets,
        )
        await self.rooms.renew()
        await self.rooms.resume()
        hosts = own_hosts(options.hosts)
        several = len(hosts) > 1
        port = free_port(hosts) if several and not options.port else options.port  # the same port for all hosts
        async with serve_pages(self._http, self._handle, hosts, port, ssl=options.ssl) as server:
            works = (self._serve_computers, self._keep_leases, self._keep_house, self._keep_list, self._prune)
            tasks = [asyncio.create_task(work()) for work in works]
            try:
                yield server
            finally:
                for task in tasks:
                    task.cancel()
                for task in tasks:
                    with contextlib.suppress(asyncio.CancelledError):
                        await task
                timers.close()
                self.rooms.stop("The server is stopping. Your seat is kept until it is back.")

    # Clients.

    async def _handle(self, connection: ServerConnection) -> None:
        link = Link(connection, self._http.address_of(connection), time.monotonic())
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = await connection.recv()
            await self._greet(link, self._read(first, link))
            self._links[link] = None
            async for frame in connection:
                await self._take(link, self._read(frame, link))
        except GpulifeError as error:
            self.metrics.refused += 1
            refused = _refused(error, "protocol")
            link.send(refused)
            await link.close(1008, refused.reason.encode()[:_MAX_REASON].decode(errors="ignore"))
        except TimeoutError:
            await link.close(1008, "no hello message")
        except ConnectionClosed:
            pass
        except Exception:  # noqa: BLE001 - one client's bug must not end the others' matches
            _LOG.exception("a client's message could not be handled")
            await link.close(1011, "something went wrong")
        finally:
            self._forget(link)

    def _read(self, frame: bytes | str, link: Link) -> ClientMessage:
        self.metrics.messages += 1
        if not link.may_send(time.monotonic()):
            raise RefusedError("limit", "too many messages")
        message = read_client_message(frame)
        if isinstance(message, Hello) and link.token:
            raise ProtocolError("the hello message was sent twice")
        return message

    async def _greet(self, link: Link, hello: ClientMessage) -> None:
        if not isinstance(hello, Hello):
            raise ProtocolError("your first message was not a hello message")
        link.is_page = hello.page
        if hello.protocol != PROTOCOL:
            newer = "the server" if hello.protocol > PROTOCOL else "your gpulife"
            raise RefusedError(
                "protocol", f"the server uses protocol {PROTOCOL}, you use {hello.protocol}: {newer} is too old"
            )
        token, name = hello.token, " ".join(hello.name.split())
        person = await self._known(token, name) if token else None
        if person is None:
            if seconds := self._new_people.take(link.place, time.monotonic()):
                raise RefusedError("limit", f"too many new people from your address: try again in {seconds} s")
            new, token = await asyncio.to_thread(self.database.people.new, name or DEFAULT_NAME)
            person = new
        name = person.name
        link.token, link.token_hash, link.name = token, hash_token(token), name
        link.send(Welcome(PROTOCOL, __version__, token, name, self.options.name))

    async def _known(self, token: str, name: str) -> Person | None:
        """Return the person who has this token; None if nobody has it.

        The person is first renamed to ``name``, if that is a new name and the database can be written.
        """
        people = self.database.people
        try:
            person = await asyncio.to_thread(people.greet, token)
            if person is not None and name and name != person.name:
                await asyncio.to_thread(people.rename, token, name)
                person = await asyncio.to_thread(people.greet, token)
        except UnavailableError:
            person = await asyncio.to_thread(people.find, token)
        return person

    async def _take(self, link: Link, message: ClientMessage) -> None:
        room, now = self._links[link], time.monotonic()
        member = room.members.find(link.token_hash) if room is not None else None
        if room is not None and (member is None or member.link is not link):
            room = self._links[link] = member = None
        try:
            match message:
                case Browse() | Host() | Join() if not link.may_ask(now):
                    link.send(Refused("limit", "too many requests: wait a moment"))
                case Browse():
                    self._browsing.add(link)
                    self._listed = None
                    link.send(self.rooms.message())
                case Host():
                    self._leave_room(link, now)
                    await self._join(link, await self.rooms.host(link, message), -1)
                case Act() if link in self._shows:
                    self._shows.act(link, message)
                case Leave() if link in self._shows:
                    self._shows.drop(link)
                case Join():
                    self._leave_room(link, now)
                    await self._find(link, message, now)
                case Ping() if room is None:
                    link.send(Pong(message.time))
                case _ if room is None or member is None:
                    link.send(Refused("no-match", "you are not in a match"))
                case _:
                    await self._take_at_match(link, room, member, message, now)
        except (ProtocolError, ConnectionClosed):
            raise
        except GpulifeError as error:
            link.send(_refused(error, "refused"))

    async def _take_at_match(self, link: Link, room: Room, member: Member, message: ClientMessage, now: float) -> None:
        match message:
            case Act():
                room.act(link, message, now)
            case Say():
                if link.may_talk(now):
                    room.say(member, message.text)
                else:
                    link.send(Refused("limit", "too many chat messages: wait a few seconds"))
            case Ping():
                room.ping(link, message)
            case Resync():
                room.resync(link, message, now)
            case Leave():
                self._links[link] = None
                await self.rooms.leave(room, member)
                link.seat = NOBODY
            case Again():
                if why := room.again(member):
                    raise RefusedError("again", why)
            case Moderate():
                await self._moderate(link, room, message)

    async def _find(self, link: Link, join: Join, now: float) -> None:
        """Let a client join a match or watch a replay. After too many failed attempts, the client has to wait.

        Failed attempts are counted by address. Attempts of the match's host and players are not counted: they need not
        guess codes.
        """
        is_counted = not self.rooms.has_place(link, join.match)
        # An attempt counts as failed until it succeeds, so that nobody can try several codes at once.
        if is_counted and (seconds := self._failed_joins.take(link.place, now)):
            raise RefusedError(
                "limit",
                f"too many failed joins from your address: try again in {seconds} s",
            )
        is_failed = False
        try:
            if join.match.startswith(PREFIX):
                await self._shows.open(link, join.match.removeprefix(PREFIX))
            else:
                await self._join(link, await self.rooms.seek(join.match), join.seat)
        except (RefusedError, BadNameError) as error:
            is_failed = not (isinstance(error, NotNowError) or getattr(error, "code", "") == MOVED)
            raise
        finally:
            if is_counted and not is_failed:
                self._failed_joins.give_back(link.place)

    async def _join(self, link: Link, room: Room, seat: int) -> None:
        await self.rooms.join(link, room, seat)
        self._links[link] = room
        self._browsing.discard(link)
        self._tell_list()

    async def _moderate(self, link: Link, room: Room, message: Moderate) -> None:
        if not room.is_host(link.token_hash):
            raise RefusedError("host", "only the host of the match may do that")
        if message.what == "close":
            await self.rooms.close(room)
            return
        if message.what == "begin":
            await begin_match(room, self.database, self._quotas, message.who)
            self._tell_list()
            return
        member = room.members.numbered(message.who)
        if member is None:
            raise RefusedError("unknown", f"nobody in this match has number {message.who}")
        if message.what in ("mute", "unmute"):
            await self.rooms.mute(room, member, muted=message.what == "mute")
            return
        if member.token_hash == link.token_hash:
            raise RefusedError("host", "you cannot remove yourself: leave the match instead")
        if member.link is not None:
            self._links[member.link] = None
        await self.rooms.send_away(room, member, bans=message.what == "ban")

    def _leave_room(self, link: Link, now: float) -> None:
        self._shows.drop(link)
        room = self._links.get(link)
        if room is not None:
            self._links[link] = None
            room.go_away(link, now)

    def _forget(self, link: Link) -> None:
        self._leave_room(link, time.monotonic())
        self._links.pop(link, None)
        self._browsing.discard(link)

    # Time.

    def _play(self, room: Room) -> bool:
        """Advance a match that is due, and send its news; return True if its timer must be set again."""
        if room not in self.rooms:
            return False
        now = time.monotonic()
        try:
            late = room.pass_time(now)
            room.tell_what_is_due(now)
        except Exception:  # noqa: BLE001 - the other matches go on
            _LOG.exception("match %s has failed", room.id)
            why = "An error in the server has ended this match."
            self._ending.add(task := asyncio.ensure_future(self.rooms.end(room, why)))
            task.add_done_callback(self._ending.discard)
            return False
        self.metrics.add_tick(late, now)
        return True

    async def _serve_computers(self) -> None:
        """Keep exchanging actions and news with the computer players, and advancing the replays that pages watch."""
        while True:
            self.rooms.act_for_computers()
            self._shows.pass_time()
            self.rooms.send_to_computers()
            await asyncio.sleep(_COMPUTER_SECONDS if self.rooms.computers_play or self._shows else _NO_COMPUTER_SECONDS)

    async def _keep_leases(self) -> None:
        """Renew the server's leases (its claims on matches) every ``RENEW_SECONDS``, in a task that nothing delays."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self.rooms.renew()
            except GpulifeError as error:
                _warn(error)

    async def _keep_house(self) -> None:
        """At regular intervals: take over matches without a server, end empty matches, list other servers' matches."""
        while True:
            await asyncio.sleep(_HOUSE_SECONDS)
            try:
                await self.rooms.resume()
                await self.rooms.tidy(time.monotonic())
                await self.rooms.look_around()
            except GpulifeError as error:
                _warn(error)

    async def _keep_list(self) -> None:
        """Whenever the list of matches has changed, send it to all clients that show it."""
        while True:
            await asyncio.sleep(_LIST_SECONDS)
            self._tell_list()

    def _tell_list(self) -> None:
        if self._browsing and (listed := self.rooms.message()) != self._listed:
            self._listed = listed
            tell(self._browsing, [listed])

    async def _prune(self) -> None:
        """Delete expired data, at the start and then once a day."""
        while True:
            try:
                while not (await asyncio.to_thread(self.database.prune)).is_complete:
                    pass  # a thousand rows at a time, so that others can write between two calls
            except GpulifeError as error:
                _warn(error)
            await asyncio.sleep(_DAY_SECONDS)

    def _metrics_page(self, request: HttpRequest) -> Page | None:
        """Return the metrics if the request comes from this machine, else None."""
        try:
            is_here = ip_address(request.client).is_loopback and not request.is_proxied
        except ValueError:
            is_here = False
        if not is_here:
            return None
        here = sum(room is not None for room in self._links.values())
        text = self.metrics.text(matches=len(self.rooms), clients=len(self._links), at_matches=here)
        return Page(text.encode())


def _refused(error: GpulifeError, code: str) -> Refused:
    """Return the message that tells a client about an error, without paths of files.

    Its code is the error's own code, or ``code`` if the error has none.
    """
    if isinstance(error, UnavailableError):
        return Refused("storage", error.told)
    if isinstance(error, RefusedError):
        return Refused(error.code, str(error))
    return Refused(code, _PLACE.sub("a file on the server", str(error)))


def _warn(error: GpulifeError) -> None:
    """Log an error, unless the database is unreachable: that is logged elsewhere."""
    if not isinstance(error, UnavailableError):
        _LOG.warning("%s", error)
