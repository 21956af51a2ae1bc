"""Sends a match's news to its clients: messages to native clients, views to browser pages.

A client that has just joined gets a keyframe first.

This module alone sends news and keyframes, so that no client gets news that is older than its keyframe.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from gpulife.games.core.game import NOBODY
from gpulife.online.hosted_match import EVERYBODY, HostedMatch
from gpulife.online.protocol import ServerMessage, encode
from gpulife.online.server._link import Link, send_to, tell
from gpulife.online.server._people import Members
from gpulife.online.server._room_computers import RoomComputers
from gpulife.session.session import Session

BEAT_SECONDS = 0.1
"""Seconds without news after which the server tells clients the number of ticks played."""
PAGE_SECONDS = 1 / 12
"""Seconds between two updates of browser pages."""
_LINKS_AT_ONCE = 50
"""Number of clients to send to before other matches get their turn. Each client takes some 30 microseconds."""
MANY_WATCH = 50
"""From this number of spectators on, spectators get news only ten times a second; otherwise they get news at once."""
_PATIENCE_SECONDS = 1 / 60


class Feed(Protocol):
    """Makes the WebSocket frames that tell browser pages what to draw; see ``gpulife.online.page_view``."""

    def full(self) -> list[bytes | str]:
        """Return the frames that show a page everything. They are for a page that has just joined."""

    def delta(self) -> list[bytes | str]:
        """Return the frames with the changes since the previous call."""


FeedMaker = Callable[[Session[Any], int, Callable[[], Sequence[str]]], Feed]
"""A function that makes the :class:`Feed` of a session for a viewer.

The last argument is a function that returns the players' names.
"""


class Broadcast:
    """Sends a match's news to its clients.

    Args:
        hosted: the match in play.
        members: the people in the match.
        computers: the computer players, which get the news of their seats.
        make_feed: makes the :class:`Feed` for browser pages.
        now: the current time in seconds, on the server's clock.
    """

    def __init__(
        self, hosted: HostedMatch, members: Members, computers: RoomComputers, make_feed: FeedMaker, now: float
    ) -> None:
        self._hosted, self._members, self._computers, self._make_feed = hosted, members, computers, make_feed
        self._next_beat = self._next_page = self._next_round = now
        self._feeds: dict[int, Feed] = {}
        self._links: list[Link] = []
        self._watching: list[Link] = []  # native spectators, if there are many
        self._told_at_once: list[Link] = []
        self._kept: list[ServerMessage] = []  # messages waiting for these spectators
        self._sending: asyncio.Task[None] | None = None

    @property
    def _is_sending(self) -> bool:
        return self._sending is not None and not self._sending.done()

    def due(self, now: float) -> float:
        """Return the time, in seconds on the server's clock, when the next messages are due if nothing else happens."""
        moments = [self._next_beat]
        if self._feeds:
            moments.append(self._next_page)
        if self._kept:
            moments.append(max(self._next_round, now + _PATIENCE_SECONDS) if self._is_sending else self._next_round)
        return min(moments)

    def watch(self) -> None:
        """Choose which clients get views and which get messages. Call this after somebody has joined or left.

        Browser pages get views, native clients get messages. If there are many native spectators, they get their
        messages later.
        """
        members, self._links = self._members, self._members.links
        watching = [link for link in self._links if _only_watches(link)]
        self._watching = watching if self._watching or len(watching) >= MANY_WATCH else []
        apart = set(self._watching)
        self._told_at_once = [link for link in self._links if link not in apart]
        if not self._watching:
            self._kept = []
        self._hosted.watch_for({link.seat for link in self._links} | self._computers.seats)
        pages = {link.seat for link in self._links if link.is_page}
        self._feeds = {
            viewer: self._feeds.get(viewer) or self._make_feed(self._hosted.session, viewer, lambda: members.seat_names)
            for viewer in pages
        }

    def tell_what_is_due(self, now: float) -> None:
        """Send news, keyframes and page updates that are due. Without news, send the number of ticks played."""
        waiting = [link for link in self._links if link.needs_moment and self._may_begin(link, now)]
        if waiting or now >= self._next_beat or self._hosted.has_news:
            self._next_beat = now + BEAT_SECONDS
            self._tell_news(waiting, now)
        else:
            self._computers.tell({})
        if self._kept and now >= self._next_round and not self._is_sending:
            self._tell_watching(now)
        if self._feeds and now >= self._next_page:
            self._next_page = now + PAGE_SECONDS
            self._tell_pages()

    def tell_all(self, message: ServerMessage) -> None:
        """Send everybody a message that is not about the match's state, such as chat."""
        tell(self._told_at_once, [message])
        if self._watching:
            self._kept.append(message)

    def stop(self) -> None:
        """Stop sending."""
        if self._sending is not None:
            self._sending.cancel()

    def _may_begin(self, link: Link, now: float) -> bool:
        """Return True if a client that waits for a keyframe can get the keyframe now.

        Spectators have to wait while older news is still being sent.
        """
        return not (self._is_sending and _only_watches(link)) and link.take_moment(now)

    def _tell_news(self, waiting: Sequence[Link], now: float) -> None:
        """Send the news to all clients except those in ``waiting``, which get a keyframe instead."""
        told = self._hosted.take_news()
        self._computers.tell(told)
        news = [(self._natives(viewer), messages) for viewer, messages in told.items()]
        if self._watching:
            self._kept += told.get(NOBODY, ())
            # the other spectators first get the news that is older than this keyframe
            if any(map(_only_watches, waiting)):
                self._tell_watching(now)
        frames: dict[tuple[bool, int], list[bytes | str]] = {}
        for link in waiting:
            link.needs_moment = False
            key = (link.is_page, link.seat)
            if key not in frames:
                frames[key] = self._moment(link)
            send_to([link], frames[key])
        for links, messages in news:
            tell(links, messages)

    def _tell_watching(self, now: float) -> None:
        """Start sending the news that was held back because there are many spectators."""
        self._next_round = now + BEAT_SECONDS
        links, kept, self._kept = [link for link in self._watching if not link.needs_moment], self._kept, []
        self._sending = asyncio.ensure_future(_tell_many(links, kept))

    def _moment(self, link: Link) -> list[bytes | str]:
        """Return the frames that show a client the whole match as it is now, as far as the client may see it."""
        return self._feeds[link.seat].full() if link.is_page else [encode(self._hosted.keyframe(link.seat))]

    def _natives(self, viewer: int) -> list[Link]:
        is_shared = not self._hosted.has_secrets and viewer == EVERYBODY
        return [
            link
            for link in self._told_at_once
            if not (link.is_page or link.needs_moment) and (is_shared or link.seat == viewer)
        ]

    def _tell_pages(self) -> None:
        links = [link for link in self._links if link.is_page and not link.needs_moment]
        for viewer, feed in self._feeds.items():
            send_to([link for link in links if link.seat == viewer], feed.delta())


def _only_watches(link: Link) -> bool:
    """Return True for a spectator with a native client (not a browser)."""
    return link.seat == NOBODY and not link.is_page


async def _tell_many(links: Sequence[Link], messages: Sequence[ServerMessage]) -> None:
    """Send messages to many clients. Between groups of clients, other matches get time to play their ticks."""
    frames = [encode(message) for message in messages]
    for first in range(0, len(links), _LINKS_AT_ONCE):
        send_to(links[first : first + _LINKS_AT_ONCE], frames)
        await asyncio.sleep(0)
