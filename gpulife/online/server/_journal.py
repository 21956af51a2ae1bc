"""The log of a match on its way to the disk, and what clients are told then: that it is there, or that it is not."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Action
from gpulife.online.hosted_match import HostedSession
from gpulife.online.match_codec import keyframe_of
from gpulife.online.protocol import Acked, Dropped, encode
from gpulife.online.seat_rules import is_order
from gpulife.online.server._link import Link
from gpulife.online.storage import Database, NotOwnerError, StorageError, UnavailableError

# What other threads want done in the server's loop: what comes together wakes it once.

_LOG = logging.getLogger(__name__)


class LoopCalls:
    """Calls from other threads.

    Args:
        loop: where they are made.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._calls: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()
        self._is_woken = False

    def call(self, function: Callable[..., None], *arguments: Any) -> None:
        """Have a function called in the loop soon, in the order in which this was asked; from any thread."""
        self._calls.append((function, arguments))
        if not self._is_woken:
            self._is_woken = True
            self._loop.call_soon_threadsafe(self._make_calls)

    def _make_calls(self) -> None:
        self._is_woken = False  # first, so that nothing that comes meanwhile stays behind
        while self._calls:
            function, arguments = self._calls.popleft()
            try:
                function(*arguments)
            except Exception:  # noqa: BLE001 - the others are to be made
                _LOG.exception("a call into the loop failed")


# The log of a match.

KEYFRAME_ROWS = 2000
"""Rows of a log after which a keyframe is stored, so that a restart need not play more of it again."""


class Journal:
    """Writes what is done in a match, and acknowledges it.

    Args:
        database: where it is written.
        match_id: the match, which this server owns.
        loop_calls: where what is on disk is told, in the server's loop.
        on_lost: called with the error if something cannot be written: nothing more is then, and what waits is dropped.
    """

    def __init__(
        self, database: Database, match_id: int, loop_calls: LoopCalls, on_lost: Callable[[GpulifeError], None]
    ) -> None:
        self._database, self._id, self._loop_calls, self._on_lost = database, match_id, loop_calls, on_lost
        self._asked: list[tuple[Link, int]] = []
        self._rows = 0
        self._saved_tick = -1
        self._last: Future[int] | None = None
        self.is_lost = False

    def expect(self, link: Link, seq: int) -> None:
        """Note that a client's action waits for the next tick, after which it is to be acknowledged."""
        self._asked.append((link, seq))

    def write(self, tick: int, actions: Sequence[Action]) -> None:
        """Write what was done in a tick."""
        if self.is_lost:
            return
        asked, self._asked = self._asked, []
        self._rows += len(actions)
        urgent = any(is_order(action.kind) for action in actions)
        try:
            future = self._database.append(self._id, [(tick, action) for action in actions], urgent=urgent)
        except StorageError as error:
            self._drop(asked, error)
            self._lose(error)
            return
        self._last = future
        future.add_done_callback(lambda done: self._loop_calls.call(self._on_disk, done, asked))

    def _on_disk(self, done: "Future[int]", asked: Sequence[tuple[Link, int]]) -> None:
        if (error := done.exception()) is not None:
            self._drop(asked, error)
            self._lose(error)
            return
        for link, seq in dict(asked).items():
            link.send(Acked(seq))

    def _drop(self, asked: Sequence[tuple[Link, int]], error: BaseException) -> None:
        """Tell clients that what they did is not on disk, and is undone."""
        for link, seq in asked:
            link.send(Dropped(seq, not_stored(error)))

    def save_moment(self, session: HostedSession, *, after_rows: int = KEYFRAME_ROWS) -> None:
        """Store the present moment if so much was written since last time, and time has passed."""
        if self.is_lost or session.ticks == self._saved_tick or self._rows < after_rows:
            return
        self._rows, self._saved_tick = 0, session.ticks
        content = encode(keyframe_of(session.ticks, session.computed, session.state, session.engine))
        try:
            saved = self._database.save_keyframe(self._id, session.ticks, content, session.games.text())
            saved.add_done_callback(self._check)
        except (UnavailableError, NotOwnerError) as error:
            self._lose(error)

    async def settle(self) -> None:
        """Wait until all that was written is on disk, or cannot be."""
        if self._last is not None:
            await asyncio.wait([asyncio.wrap_future(self._last)])

    def close(self) -> None:
        """Write nothing more, and tell nobody: the match is over here."""
        self.is_lost = True
        self._on_lost, self._last = _nobody, None

    def _check(self, done: "Future[Any]") -> None:
        if isinstance(error := done.exception(), UnavailableError | NotOwnerError):
            self._loop_calls.call(self._lose, error)

    def _lose(self, error: BaseException) -> None:
        if not self.is_lost:
            self.is_lost = True
            asked, self._asked = self._asked, []
            self._drop(asked, error)
            self._on_lost(error if isinstance(error, GpulifeError) else StorageError(f"{error!r}"))


def why_not_stored(error: BaseException) -> str:
    """Return in a few words for people why nothing can be stored."""
    return error.told if isinstance(error, UnavailableError) else "the match changes hands"


def not_stored(error: BaseException) -> str:
    """Return the line for an action that cannot be stored."""
    return f"{why_not_stored(error)}: that was not stored, and does not count"


def _nobody(_error: GpulifeError) -> None:
    """Tell nobody."""
