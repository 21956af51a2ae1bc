"""Replays watched in browsers. The server computes what a page shows, because pages do not know the rules."""

import asyncio
import logging
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import NOBODY, ActionKind
from gpulife.online.match_codec import new_board
from gpulife.online.protocol import Act, Ended, Replay, Seated
from gpulife.online.server._broadcast import PAGE_SECONDS, FeedMaker
from gpulife.online.server._link import Link, send_to
from gpulife.online.server._records import player_names
from gpulife.online.server.server_options import RefusedError
from gpulife.online.storage import Database
from gpulife.seats import NOBODY as CLOSED
from gpulife.session.history import Recording
from gpulife.session.playback import Playback
from gpulife.session.replay import parse_replay
from gpulife.session.session import Session

PREFIX = "replay:"
"""Prefix of ``Join.match`` in a request to watch a replay."""
MAX_SPEED = 16
UNTOUCHED_SECONDS = 900.0
"""Seconds without a command after which a halted or finished replay is closed, so that others can be started."""
_TELL_SECONDS = 0.25
_REWIND_BUDGET = 4 << 20


class ReplayShow:
    """A replay that one browser page watches.

    The page controls it by actions: HALT halts or resumes it, PACE sets its speed to ``a`` times the original, and STEP
    jumps to tick ``a``.

    Args:
        link: connection of the page.
        name: name of the replay.
        recording: the match and all actions in it.
        names: name of the player on each seat; "" for a seat without a named person.
        make_feed: makes the frames for browser pages.
        now: the current time in seconds, on the server's clock.
        began: tick at which playback begins. The recording may contain earlier games, which are not shown.
    """

    def __init__(
        self,
        link: Link,
        name: str,
        recording: Recording,
        names: Sequence[str],
        make_feed: FeedMaker,
        now: float,
        began: int = 0,
    ) -> None:
        self._session: Session[Any] = Session(
            recording.match, new_board(recording.match), recording=recording, budget=_REWIND_BUDGET
        )
        seats = [*names, *[""] * (self._session.game.players - len(names))]
        shown = tuple(seat or CLOSED for seat in seats)
        self._feed = make_feed(self._session, NOBODY, lambda: shown)
        self._link, self._then, self._next, self._touched = link, now, now, now
        self._playback = Playback(self._session, began)
        self._wanted: int | None = self._playback.first
        self._seeking: asyncio.Future[None] | None = None
        self._going_to = self._playback.first
        self._told: Replay | None = None
        self._next_word = now
        link.send(Seated(PREFIX + name, "", to_json(recording.match), NOBODY))

    @property
    def is_over(self) -> bool:
        """True if the replay may be closed: it stands still, and the page sent no command for ``UNTOUCHED_SECONDS``."""
        is_still = self._playback.halted or self._playback.is_over
        return is_still and self._then - self._touched > UNTOUCHED_SECONDS

    def act(self, act: Act) -> None:
        """Carry out the page's command: halt, run, change the speed, or go to a tick."""
        self._touched = self._then
        if act.kind == ActionKind.HALT:
            self._playback.halted = not self._playback.halted
        elif act.kind == ActionKind.PACE:
            self._playback.speed = min(max(act.a, 1), MAX_SPEED)
        elif act.kind == ActionKind.STEP:
            self._wanted = self._playback.within(act.a)
        self._next_word = 0.0

    def pass_time(self, now: float) -> None:
        """Play the ticks that are due, and send the page what has changed."""
        seconds, self._then = now - self._then, now
        if self._is_seeking():
            self._tell(now)
            return
        self._playback.pass_time(seconds)
        if now >= self._next:
            self._next = now + PAGE_SECONDS
            send_to([self._link], self._feed.delta())
        self._tell(now)
        if self.is_over:
            self._link.send(Ended("The replay was closed because nobody used it for a while."))

    def _tell(self, now: float) -> None:
        """Send the page the playback position, if it has changed and the latest sending was long enough ago."""
        if now < self._next_word:
            return
        self._next_word = now + _TELL_SECONDS
        playback, is_going = self._playback, self._seeking is not None
        word = Replay(
            playback.first,
            playback.last,
            self._session.ticks,  # one number, which is safe to read while a thread seeks
            int(playback.speed),
            playback.halted,
            over=playback.is_over and not is_going,
            going_to=self._going_to if is_going else None,
        )
        if word != self._told:
            self._told = word
            self._link.send(word)

    def _is_seeking(self) -> bool:
        """Start or finish a jump that the page asked for; return True while a thread still computes it."""
        if self._seeking is not None:
            if not self._seeking.done():
                return True
            self._seeking.result()
            self._seeking = None
            self._playback.settle()
            self._feed.delta()
            send_to([self._link], self._feed.full())
            self._next_word = 0.0
        if self._wanted is None:
            return False
        tick, self._wanted = self._wanted, None
        self._going_to, self._next_word = tick, 0.0
        self._seeking = asyncio.get_running_loop().run_in_executor(None, self._seek, tick)
        return True

    def _seek(self, tick: int) -> None:
        self._session.seek(tick)


MAX_SHOWS = 50
"""Maximum number of replays played at once."""
_LOG = logging.getLogger(__name__)


class ReplayShows:
    """The replays that pages watch: one for each page.

    Args:
        database: database with the replays.
        make_feed: makes the frames for browser pages.
    """

    def __init__(self, database: Database, make_feed: FeedMaker) -> None:
        self._database, self._make_feed = database, make_feed
        self._shows: dict[Link, ReplayShow] = {}

    def __contains__(self, link: Link) -> bool:
        return link in self._shows

    def __len__(self) -> int:
        return len(self._shows)

    async def open(self, link: Link, name: str) -> None:
        """Open a replay for a page.

        Raises:
            GpulifeError: the replay cannot be shown; the message says why in one line.
        """
        if not link.is_page:
            raise RefusedError("replay", "only browsers can watch replays here: use gpulife replay ADDRESS")
        if len(self) >= MAX_SHOWS:
            raise RefusedError("limit", "too many replays are being watched: try again soon")
        content = await asyncio.to_thread(self._database.results.replay, name)
        if content is None:
            raise RefusedError("unknown", "this replay no longer exists")
        recording = await asyncio.to_thread(parse_replay, content, Path(name))
        result = await asyncio.to_thread(self._database.results.of_replay, name)
        names, began = ([], 0) if result is None else (player_names(result), result.began)
        self._shows[link] = ReplayShow(link, name, recording, names, self._make_feed, time.monotonic(), began)

    def act(self, link: Link, act: Act) -> None:
        """Carry out a page's command for the replay that it watches."""
        self._shows[link].act(act)

    def drop(self, link: Link) -> None:
        """Close the replay that a page watches, if any."""
        self._shows.pop(link, None)

    def pass_time(self) -> None:
        """Play the ticks that are due in all replays, and send the pages what has changed."""
        for link, show in tuple(self._shows.items()):
            try:
                show.pass_time(time.monotonic())
            except Exception:  # noqa: BLE001 - the other replays go on
                _LOG.exception("a replay has failed")
                link.send(Ended("An error in the server has ended this replay."))
                self.drop(link)
            else:
                if show.is_over:
                    self.drop(link)
