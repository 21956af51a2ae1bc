"""The log of a match on its way to the disk, and the acknowledgements that follow when it is there."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from gpulife.games.core.game import Action
from gpulife.online.hosted_session import HostedSession
from gpulife.online.keyframe_codec import keyframe_of
from gpulife.online.protocol import Acked, encode
from gpulife.online.seat_rules import is_order
from gpulife.online.server.link import Link
from gpulife.online.server.loop_calls import LoopCalls
from gpulife.online.storage import Database, StorageError

KEYFRAME_ROWS = 2000
"""Rows of a log after which a keyframe is stored, so that a restart need not play more of it again."""


class Journal:
    """Writes what is done in a match, and acknowledges it.

    Args:
        database: where it is written.
        match_id: the match, which this server owns.
        loop_calls: where what is on disk is told, in the server's loop.
        on_lost: called with one line if nothing more can be written: the match is not this server's any more.
    """

    def __init__(
        self, database: Database, match_id: int, loop_calls: LoopCalls, on_lost: Callable[[str], None]
    ) -> None:
        self._database, self._id, self._loop_calls, self._on_lost = database, match_id, loop_calls, on_lost
        self._asked: dict[Link, int] = {}
        self._rows = 0
        self._saved_tick = -1
        self._last: Future[int] | None = None
        self.is_lost = False

    def expect(self, link: Link, seq: int) -> None:
        """Note that a client's action waits for the next tick, after which it is to be acknowledged."""
        self._asked[link] = seq

    def write(self, tick: int, actions: Sequence[Action]) -> None:
        """Write what was done in a tick."""
        asked, self._asked = self._asked, {}
        if self.is_lost:
            return
        self._rows += len(actions)
        urgent = any(is_order(action.kind) for action in actions)
        try:
            future = self._database.append(self._id, [(tick, action) for action in actions], urgent=urgent)
        except StorageError as error:
            self._lose(str(error))
            return
        self._last = future
        future.add_done_callback(lambda done: self._loop_calls.call(self._on_disk, done, asked))

    def _on_disk(self, done: "Future[int]", asked: dict[Link, int]) -> None:
        if (error := done.exception()) is not None:
            self._lose(str(error))
            return
        for link, seq in asked.items():
            link.send(Acked(seq))

    def save_moment(self, session: HostedSession, *, after_rows: int = KEYFRAME_ROWS) -> None:
        """Store the present moment if so much was written since last time, and time has passed."""
        if self.is_lost or session.ticks == self._saved_tick or self._rows < after_rows:
            return
        self._rows, self._saved_tick = 0, session.ticks
        content = encode(keyframe_of(session.ticks, session.computed, session.state, session.engine))
        try:
            saved = self._database.save_keyframe(self._id, session.ticks, content, session.games.text())
            saved.add_done_callback(self._check)
        except StorageError as error:
            self._lose(str(error))

    async def settle(self) -> None:
        """Wait until all that was written is on disk, or cannot be."""
        if self._last is not None:
            await asyncio.wait([asyncio.wrap_future(self._last)])

    def close(self) -> None:
        """Write nothing more, and tell nobody: the match is over here."""
        self.is_lost = True
        self._on_lost, self._last = _nobody, None

    def _check(self, done: "Future[Any]") -> None:
        if (error := done.exception()) is not None:
            self._loop_calls.call(self._lose, str(error))

    def _lose(self, why: str) -> None:
        if not self.is_lost:
            self.is_lost = True
            self._on_lost(why)


def _nobody(_why: str) -> None:
    """Tell nobody."""
