"""The replays that pages watch at a server."""

import asyncio
import logging
import time
from pathlib import Path

from gpulife.online.protocol import Act, Ended
from gpulife.online.server.broadcast import FeedMaker
from gpulife.online.server.link import Link
from gpulife.online.server.quotas import RefusedError
from gpulife.online.server.records import player_names
from gpulife.online.server.replay_show import ReplayShow
from gpulife.online.storage import Database
from gpulife.session.replay import parse_replay

MAX_SHOWS = 50
"""Limit on the replays that a server plays at once."""
_LOG = logging.getLogger(__name__)


class ReplayShows:
    """The replays that pages watch, one each.

    Args:
        database: where they are stored.
        make_feed: makes what pages are shown.
    """

    def __init__(self, database: Database, make_feed: FeedMaker) -> None:
        self._database, self._make_feed = database, make_feed
        self._shows: dict[Link, ReplayShow] = {}

    def __contains__(self, link: Link) -> bool:
        return link in self._shows

    def __len__(self) -> int:
        return len(self._shows)

    async def open(self, link: Link, name: str) -> None:
        """Play the replay of that name for a page.

        Raises:
            GpulifeError: it cannot be; one line says why.
        """
        if not link.is_page:
            raise RefusedError("replay", "open the address of the replay instead: gpulife replay ADDRESS")
        if len(self) >= MAX_SHOWS:
            raise RefusedError("limit", "too many replays are being watched: try again soon")
        content = await asyncio.to_thread(self._database.results.replay, name)
        if content is None:
            raise RefusedError("unknown", "there is no such replay any more")
        recording = await asyncio.to_thread(parse_replay, content, Path(name))
        result = await asyncio.to_thread(self._database.results.of_replay, name)
        names, began = ([], 0) if result is None else (player_names(result), result.began)
        self._shows[link] = ReplayShow(link, name, recording, names, self._make_feed, time.monotonic(), began)

    def act(self, link: Link, act: Act) -> None:
        """Do what a page asks of its replay."""
        self._shows[link].act(act)

    def drop(self, link: Link) -> None:
        """Forget a page's replay, if it has one."""
        self._shows.pop(link, None)

    def pass_time(self) -> None:
        """Play all replays."""
        for link, show in tuple(self._shows.items()):
            try:
                show.pass_time(time.monotonic())
            except Exception:  # noqa: BLE001 - the other replays go on
                _LOG.exception("a replay cannot go on")
                link.send(Ended("Something went wrong in this replay."))
                self.drop(link)
            else:
                if show.is_over:
                    self.drop(link)
