"""Runs a match on the server with its people: seats, actions, chat, and the messages to each client."""

import logging
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from gpulife.errors import GpulifeError
from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind
from gpulife.online._games_played import GamesPlayed, PlayedGame
from gpulife.online.hosted_match import HostedMatch, commitment, ignore_tick
from gpulife.online.protocol import (
    MAX_TALK,
    Act,
    Dropped,
    Ended,
    ListedMatch,
    Ping,
    Pong,
    Refused,
    Resync,
    Seated,
    ServerMessage,
    Talk,
)
from gpulife.online.seat_rules import checked_action
from gpulife.online.server._broadcast import Broadcast, FeedMaker
from gpulife.online.server._computer_pool import ComputerPool
from gpulife.online.server._journal import Journal, LoopCalls, why_not_stored
from gpulife.online.server._lifecycle import HOST_NAME, PlacedGame, placed_game, played_seats
from gpulife.online.server._link import Link, tell
from gpulife.online.server._people import Member, Members, Moderation
from gpulife.online.server._records import replay_path, result_line
from gpulife.online.server._room_computers import RoomComputers
from gpulife.online.server._seat_actions import ActionTiming, answer_for_absent, typed_order
from gpulife.online.shown_text import said_text
from gpulife.online.storage import Database, MatchInfo, MatchResult
from gpulife.seats import PERSON

_ROUNDING = 1e-4
"""Tolerance in ticks: a timer for the end of a tick may go off a little too early."""


class TickClock:
    """Counts the ticks of a match in real time.

    Args:
        began: time at which the first tick begins, in seconds.
    """

    def __init__(self, began: float) -> None:
        self._began, self._passed = began, 0

    def take(self, now: float) -> int:
        """Return the number of ticks that have ended since the previous call."""
        owed = max(self._over(now) - self._passed, 0)
        self._passed += owed
        return owed

    def end_after(self, ticks: int) -> float:
        """Return the time in seconds at which ``ticks`` more ticks will have ended since the latest :meth:`take`."""
        return self._began + (self._passed + ticks) / TICKS_PER_SECOND

    def end(self, now: float) -> float:
        """Return the time in seconds at which the current tick ends."""
        return self.end_after(max(self._over(now) - self._passed, 0) + 1)

    def _over(self, now: float) -> int:
        return int((now - self._began) * TICKS_PER_SECOND + _ROUNDING)


MAX_LATE_TICKS = 60
"""Maximum number of late ticks that are played at once after the server was busy. Further late ticks are skipped."""
_PEOPLE_SECONDS = 1.0
_STILL_SECONDS = 0.5
"""Interval in seconds at which a stopped match checks whether to send the list of people again."""
_MOMENT_SECONDS = 10.0
"""Seconds between two stored keyframes.

If another server takes the match over, it has to replay the ticks since the latest keyframe.
"""
_LOGGED = 50
_MUTED = "the host muted a player"
_LOG = logging.getLogger(__name__)


class Room:
    """A match and its people.

    Args:
        info: the stored record of the match.
        secret: secret from which all random numbers of the match are derived.
        hosted: the match in play.
        database: the database.
        clock: returns the current time in seconds, on the server's clock.
        loop_calls: calls functions in the server's event loop when the database's threads have finished.
        on_sooner: called with the room when its time ``due`` changes to an earlier one.
        on_lost: called with the room and the error if actions cannot be stored; the match then stops.
        make_feed: makes the frames for browser pages.
        pool: the computer players; None if computer players cannot play.

    Attributes:
        id: identifier of the match.
        info: the stored record of the match.
        hosted: the match in play.
        members: the people in the match.
        moderation: the host's decisions about people, such as who is muted.
        trouble: reason why nothing can be stored, which stops the match; "" while the match runs.
        ended: finished games of the match that are not stored yet.
        replay: path on the server of the replay of the latest game; "" if there is none.
        due: time of the next call of :meth:`pass_time` and :meth:`tell_what_is_due`, in seconds on the server's clock.
    """

    def __init__(
        self,
        info: MatchInfo,
        secret: bytes,
        hosted: HostedMatch,
        database: Database,
        clock: Callable[[], float],
        loop_calls: LoopCalls,
        on_sooner: Callable[["Room"], None],
        on_lost: Callable[["Room", GpulifeError], None],
        make_feed: FeedMaker,
        pool: ComputerPool | None = None,
    ) -> None:
        self.info = info
        self._clock, self._on_sooner, self._on_lost = clock, on_sooner, on_lost
        self._database, self._loop_calls, self._make_feed, self._pool = database, loop_calls, make_feed, pool
        now = clock()
        self.id = str(info.id)
        self._secret = secret
        self._settings: dict[str, Any] = info.settings
        kinds: Sequence[str] = self._settings.get("seats", [PERSON] * info.seat_count)
        self.members = Members(kinds)
        for stored in info.seats:
            member = self.members.add(stored.token_hash, stored.name, stored.seat)
            member.away_since = math.inf if stored.seat in hosted.session.games.quitters else now
        self.moderation = Moderation.of_settings(info.settings)
        self._sat: dict[bytes, int] = {}  # number of the latest game in which a person who has left had a seat
        self.members.note_presence(now)
        self.trouble = ""
        self.ended, self.replay = list[PlacedGame](), ""
        self._people_changed, self._next_people = False, now
        self._play(hosted, now)

    def _play(self, hosted: HostedMatch, now: float) -> None:
        """Make ``hosted`` the match that this room plays from now on. Its current state must be stored already."""
        self.hosted = hosted
        for member in self.members:
            member.muted = self.moderation.is_muted(member.token_hash)
        self._journal = Journal(self._database, self.info.id, self._loop_calls, self._stand_still)
        hosted.on_tick = self._journal.write
        fill = bool(self._settings.get("fill"))
        self._computers = RoomComputers(self._pool, self.id, hosted, self._secret, self.members, fill=fill)
        self._take_ended_games()
        # Matches that begin together get different phases for their ticks and keyframes.
        self._ticks = TickClock(now - random.random() / TICKS_PER_SECOND)  # noqa: S311 - no secret
        self._next_moment = now + _MOMENT_SECONDS * random.random()  # noqa: S311
        self._broadcast = Broadcast(hosted, self.members, self._computers, self._make_feed, now)
        self._computers.arrange(now)
        self._broadcast.watch()
        self._timing = ActionTiming(hosted.session, self.members, now)
        self.due = now

    # People.

    @property
    def lasts_for_days(self) -> bool:
        """True if the match may take days. If so, owners who disconnect keep their seats until it ends."""
        return self.hosted.session.game.lasts_for_days

    def is_host(self, token_hash: bytes) -> bool:
        """Return True if the match was opened with the token that has this hash."""
        return self.info.host is not None and self.info.host == token_hash

    def enter(self, link: Link, member: Member) -> None:
        """Connect a client as a member of the match. The client gets a keyframe with the next news."""
        if member.link is not None:
            member.link.send(Ended("You have joined this match from another window or device."))
            member.link.seat = NOBODY
        member.link, member.away_since, member.place = link, None, link.place
        member.muted = self.moderation.is_muted(member.token_hash)
        self.members.note_presence(self._clock())
        link.seat, link.last_seq = member.seat, 0
        self._broadcast.watch()
        self._begin_for(link, member)
        self._people_have_changed()

    def _begin_for(self, link: Link, member: Member) -> None:
        """Tell a client which seat it has, and why the match is stopped if it is. A keyframe follows soon."""
        link.send(
            Seated(
                self.id,
                self.info.invite,
                to_json(self.hosted.session.match),
                member.seat,
                self.is_host(member.token_hash),
                commitment(self._secret),
                next_seq=link.last_seq and link.last_seq + 1,
            )
        )
        link.needs_moment = True
        if self.trouble:
            link.send(Talk("", self._why_still))

    def go_away(self, link: Link, now: float) -> None:
        """Disconnect a client. Its seat stays reserved."""
        self._catch_up()
        for member in list(self.members):
            if member.link is link:
                member.link, member.away_since = None, now
                self.hosted.release(member.seat)
                if member.seat == NOBODY:
                    self.members.remove(member)
                self._broadcast.watch()
                self._people_have_changed()
        self.members.note_presence(now)

    @property
    def leaving_is_quitting(self) -> bool:
        """True if a game is in play. A player who leaves during a game counts as having quit."""
        return self.games.is_in_play(self.hosted.session)

    @property
    def games(self) -> GamesPlayed:
        """The games of the match so far."""
        return self.hosted.session.games

    @property
    def is_left(self) -> bool:
        """True if the match is over and nobody is left in it."""
        return self.hosted.session.is_over and not any(self.members)

    @property
    def is_decided(self) -> bool:
        """True if so many players have quit the game that only computer players, or only one seat, are left in it."""
        quitters = self.games.quitters
        people = {member.seat for member in self.members if member.seat != NOBODY}
        return bool(quitters) and (not people - quitters or len(self.members.playable - quitters) == 1)

    def leave(self, member: Member, now: float) -> None:
        """Remove somebody who leaves for good. The seat becomes free unless the person quits a game in play."""
        self.note_muted_players()
        quits = member.seat != NOBODY and self.leaving_is_quitting
        if member.seat != NOBODY:
            self._sat[member.token_hash] = self.games.number
        if quits:
            self.games.quitters.add(member.seat)
            member.link, member.away_since = None, math.inf
            self.save()
        else:
            self.members.remove(member)
        if member.seat != NOBODY:
            self._catch_up()
            session = self.hosted.session  # in games for many, players may leave at any time
            if quits or not session.game.is_duel or (session.state.has_begun and not session.is_over):
                self.hosted.act(Action(member.seat, ActionKind.RESIGN))
            self.hosted.release(member.seat)
            self.tell_all(Talk("", f"{member.name} has left the match."))
        self._broadcast.watch()
        self._people_have_changed()
        self.members.note_presence(now)

    # Moderation by the host.

    def mute(self, member: Member, *, muted: bool) -> None:
        """Mute or unmute a member. Members who leave and return stay muted."""
        self.note_muted_players()
        member.muted = muted
        self.moderation.mute(member.token_hash, muted=muted)
        self.note_muted_players()
        self._people_have_changed()

    def note_sent_away(self, member: Member, what: str) -> None:
        """Do not rate the current game if ``member`` plays in it.

        Call this when the host removes or bans the member. ``what`` is "removed" or "banned", for messages to people.
        """
        had_seat = member.seat != NOBODY or self._sat.get(member.token_hash) == self.games.number
        if self._game_goes_on and had_seat:
            self._spoil(f"the host {what} a player", f"The host has {what} {member.name}")

    def note_muted_players(self) -> None:
        """Do not rate the current game if the host has muted one of its players."""
        muted = [member for member in self.members if member.muted and member.seat != NOBODY]
        if muted and self._game_goes_on:
            self._spoil(_MUTED, f"The host has muted {muted[0].name}")

    def note_closing(self) -> None:
        """Record that the host closes the match, possibly during a game.

        If the host plays in that game, they count as having quit. Otherwise the game must not be rated.
        """
        host = None if self.info.host is None else self.members.find(self.info.host)
        if not self.leaving_is_quitting:
            return
        if host is not None and host.seat != NOBODY:
            self.games.quitters.add(host.seat)
        else:
            self.moderation.spoil(self.games.number, "the host closed the match")

    @property
    def _game_goes_on(self) -> bool:
        """True from the set-up of a game until its end."""
        return self.hosted.session.state.has_begun and not self.games.is_over

    def _spoil(self, why: str, said: str) -> None:
        if not self.moderation.why_unrated(self.games.number):
            self.moderation.spoil(self.games.number, why)
            self.tell_all(Talk("", f"{said}. This game is not rated."))

    # Trouble with storage.

    def _stand_still(self, error: GpulifeError) -> None:
        """Stop the match because nothing can be stored, and tell everybody why."""
        if self.trouble:
            return
        self.trouble = why_not_stored(error)
        self.hosted.on_tick = ignore_tick
        self.tell_all(Talk("", self._why_still))
        self._on_lost(self, error)

    def lose(self, error: GpulifeError) -> None:
        """Stop the match because another server may own it. ``error`` is the reason to tell people."""
        self._journal.close()
        self._stand_still(error)

    @property
    def _why_still(self) -> str:
        why = f"{self.trouble[:1].upper()}{self.trouble[1:]}"
        return f"{why}. The match is stopped until it can be saved again, and then continues by itself."

    def go_on(self, info: MatchInfo, hosted: HostedMatch) -> None:
        """Continue the match from its stored state. Later actions are lost; none of them was confirmed to clients."""
        now, self.info, self.trouble = self._clock(), info, ""
        self._computers.close()
        self._broadcast.stop()
        self.ended = [placed for placed in self.ended if placed.game.ticks <= hosted.session.ticks]
        self._play(hosted, now)
        for member in self.members:
            if member.link is not None:
                self._begin_for(member.link, member)
            # left while the match was stopped
            elif member.away_since == math.inf and member.seat not in self.games.quitters:
                self.games.quitters.add(member.seat)
                self.hosted.act(Action(member.seat, ActionKind.RESIGN))
        self._people_have_changed()
        self.tell_all(Talk("", "The match can be saved again, and continues from its last saved state."))

    def overdue(self, now: float) -> list[Member]:
        """Return the members whose seats are no longer reserved."""
        return [] if self.lasts_for_days else self.members.overdue(now)

    # What clients do.

    def act(self, link: Link, act: Act, now: float) -> None:
        """Handle an action of a client's seat."""
        if act.seq <= link.last_seq:
            link.send(Dropped(act.seq, "the action came too late"))
            return
        link.last_seq = act.seq
        action = (
            "too many actions" if not link.may_act(now) else checked_action(self.hosted.session.game, link.seat, act)
        )
        why = self._why_not_now or (
            action if isinstance(action, str) else self._timing.why_not(action, link, now) or self.do(action)
        )
        if why:
            link.send(Dropped(act.seq, why))
        else:
            self._journal.expect(link, act.seq)

    def say(self, member: Member, text: str) -> None:
        """Handle a line of chat. In Real-Time Life the line may be an order instead."""
        text = said_text(text, MAX_TALK)
        if member.seat != NOBODY:
            order = typed_order(self.hosted.session.game, member.seat, member.name, text)
            if order is not None:
                why = order if isinstance(order, str) else self.do(order)
                if why and member.link is not None:
                    member.link.send(Refused("order", why))
                return
        if not text or member.muted:
            return
        if member.seat != NOBODY and ActionKind.SAY in (self.hosted.session.game.online_kinds or ()):
            self.do(Action(member.seat, ActionKind.SAY, data=text))
        self.tell_all(Talk(member.name, text, member.seat))

    def do(self, action: Action) -> str:
        """Queue an action for the end of the current tick; return "", or the reason why it is refused."""
        self._catch_up()
        why = self._why_not_now or self.hosted.act(action)
        self._hurry()
        return why

    def again(self, member: Member) -> str:
        """Handle a request for another game; return "", or the reason why it is refused.

        The host's request begins the game, in which the people who are present play. A request of another player is a
        wish, which everybody is told once.
        """
        session = self.hosted.session
        if not session.is_over:
            return "another game can begin when this one is over"
        if self.is_host(member.token_hash):
            return self._begin_another()
        if member.seat == NOBODY:
            return "you are watching: only players can ask for another game"
        if member.who not in self.members.wishes:
            self.members.wishes.add(member.who)
            self.tell_all(Talk("", f"{member.name} would like another game."))
            self._people_have_changed()
        return ""

    def _begin_another(self) -> str:
        session = self.hosted.session
        if self.members.free_seats and session.game.is_duel:
            return "the next game begins when every seat is taken"
        here = [member for member in self.members if member.seat != NOBODY and member.link is not None]
        here.sort(key=lambda member: (not self.is_host(member.token_hash), member.seat))
        actions = session.game.again(session.state, [member.seat for member in here])
        if not any(map(session.heeds, actions)):
            return "wait until the result has been shown" if actions else "a player has to be here for another game"
        return next(filter(None, map(self.do, actions)), "")

    @property
    def _why_not_now(self) -> str:
        """The reason why actions are refused while the match is stopped; "" while it runs."""
        return self.trouble and f"{self.trouble}: the match is stopped until it can be saved again"

    def seat_computers(self, seats: Sequence[str]) -> None:
        """Set the kind of each seat. From the next tick on, computer players play on the seats of kind "computer:N"."""
        self.info = replace(self.info, settings={**self.info.settings, "seats": list(seats)})
        self.members.seats = list(seats)
        self._people_have_changed()

    def _people_have_changed(self) -> None:
        self._people_changed = True
        self._hurry()

    def ping(self, link: Link, message: Ping) -> None:
        """Answer a ping, and record the client's latest round-trip time."""
        link.send(Pong(message.time, self.hosted.session.ticks))
        for member in self.members:
            if member.link is link and abs(member.ping - message.last) > member.ping // 4:
                member.ping = message.last
                self._people_have_changed()

    def resync(self, link: Link, message: Resync, now: float) -> None:
        """Send a keyframe to a client that asks for one. If its copy of the match is wrong, log the latest actions."""
        if message.digest and link.may_ask(now):
            session = self.hosted.session
            last = [entry for entry in session.log.entries()[-_LOGGED:] if entry[0] <= message.tick]
            _LOG.warning(
                "match %s: a client's copy is wrong at tick %d; its last actions: %r; the server's: %r",
                *(self.id, message.tick, message.log, last),
            )
        link.needs_moment = True
        self._hurry()

    def tell_all(self, message: ServerMessage) -> None:
        """Send a message to everybody in the match."""
        self._broadcast.tell_all(message)

    # Time.

    def pass_time(self, now: float) -> float:
        """Play the ticks that have ended; return how many seconds after ``due`` this call was made."""
        late = 0.0 if self.trouble else max(now - self.due, 0.0)
        answer_for_absent(self.hosted, self.members, now)
        self._catch_up(now)
        return late

    def _catch_up(self, now: float | None = None) -> None:
        """Play the ticks that are due. Ticks in which nothing happens are skipped.

        ``now`` is the time up to which to play, on the server's clock; None for the current time.
        """
        now = self._clock() if now is None else now
        if (owed := self._ticks.take(now)) and not self.trouble:
            self.hosted.pass_ticks(min(owed, MAX_LATE_TICKS))
        if self.members.wishes and not self.hosted.session.is_over:  # another game has begun
            self.members.wishes.clear()
            self._people_have_changed()
        if self.games.ended:
            self._take_ended_games()
            # Save a keyframe now, so that a server that resumes after a crash finds this game at its end.
            self._next_moment = now

    def _hurry(self) -> None:
        """Set ``due`` to the end of the current tick, unless ``due`` is earlier."""
        if (due := self._ticks.end(self._clock())) < self.due:
            self.due = due
            self._on_sooner(self)

    def _look_ahead(self, now: float) -> None:
        """Set ``due`` to the next time at which the match has to be advanced or to send something."""
        told = min(self._broadcast.due(now), self._next_moment)
        if self._people_changed:
            told = min(told, self._next_people)
        self.due = min(told, self._ticks.end_after(min(self.hosted.busy_in, self._computers.busy_in)))

    def tell_what_is_due(self, now: float) -> None:
        """Send clients everything that is due, save a keyframe if one is due, and set ``due`` to the next such time."""
        if self.trouble:
            self._tell_people(now)
            self.due = now + _STILL_SECONDS
            return
        if self._computers.arrange(now):
            self._broadcast.watch()
        self._broadcast.tell_what_is_due(now)
        self._tell_people(now)
        if now >= self._next_moment:
            self._next_moment = now + _MOMENT_SECONDS
            self.save()
        self._journal.save_moment(self.hosted.session)
        self._look_ahead(now)

    def _tell_people(self, now: float) -> None:
        if self._people_changed and now >= self._next_people:
            self._people_changed, self._next_people = False, now + _PEOPLE_SECONDS
            self.tell_all(self.members.message())

    # The lobby.

    def listed(self) -> ListedMatch:
        """Return the entry of this match for the list of matches."""
        session, info = self.hosted.session, self.info
        return ListedMatch(
            self.id,
            info.name,
            session.match.game,
            session.match.option,
            session.match.rule,
            self.members.seat_names,
            self.members.watching,
            session.state.has_begun,
            session.is_over,
            str(self._settings.get(HOST_NAME, "")),
        )

    def _take_ended_games(self) -> None:
        """Add the games that have just ended to :attr:`ended`, and rank their players."""
        games, self.games.ended = self.games.ended, []
        known = {placed.game.number for placed in self.ended}
        self.ended.extend(self._placed(game) for game in games if game.number not in known)

    def break_off(self) -> None:
        """End the game in play, if there is one. Its result is the current score."""
        if self.leaving_is_quitting:
            self.ended.append(self._placed(self.games.now(self.hosted.session)))

    def _placed(self, game: PlayedGame) -> PlacedGame:
        taken = {member.seat for member in self.members}
        is_muted = any(member.muted for member in self.members if member.seat != NOBODY)
        why = self.moderation.why_unrated(game.number) or (_MUTED if is_muted else "")
        return placed_game(game, self.games.quitters, played_seats(self.members.seats, taken), why)

    def free_quitters(self) -> list[int]:
        """Remove members who have quit, once the game that they quit is over; return their seats, which become free."""
        quitters = self.games.quitters
        if not quitters or self.leaving_is_quitting:
            return []
        seats = sorted(quitters)
        for member in [member for member in self.members if member.seat in quitters]:
            self.members.remove(member)
        quitters.clear()
        self._people_changed = True
        return seats

    def tell_result(self, result: MatchResult, *, tells_ratings: bool) -> None:
        """Tell everybody in the match the stored result of a game, and where the game's replay is."""
        self.replay = replay_path(result.replay_id) if result.replay_id else ""
        self.tell_all(Talk("", result_line(result, tells_ratings=tells_ratings), replay=self.replay))

    async def settle(self) -> None:
        """Wait until all actions are on disk."""
        await self._journal.settle()

    def save(self) -> None:
        """Store a keyframe of the match as it is now."""
        self._journal.save_moment(self.hosted.session, after_rows=0)

    def stop(self, last: Ended | Refused, to_host: Ended | Refused | None = None) -> None:
        """Send everybody the message ``last``, and the host ``to_host`` instead if it is given; disconnect them."""
        hosts = [member.link for member in self.members if member.link and self.is_host(member.token_hash)]
        tell([link for link in self.members.links if link not in hosts], [last])
        tell(hosts, [to_host or last])
        self._computers.close()
        self._broadcast.stop()
        self._journal.close()  # break reference cycles to this match, as servers rarely collect garbage
        self.hosted.on_tick, self._on_lost = ignore_tick, _ignore_loss

    @property
    def secret(self) -> str:
        """The secret behind all random numbers, in hex. It must not be revealed before the match has ended."""
        return self._secret.hex()


def _ignore_loss(_room: Room, _error: GpulifeError) -> None:
    """Do nothing. This takes the place of ``on_lost`` once the match has ended on this server."""
