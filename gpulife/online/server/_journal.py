"""Writes the actions of a match to its log in the database, and tells clients whether their actions were saved."""

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

# Calls from other threads into the server's event loop; calls that arrive together wake it once.

_LOG = logging.getLogger(__name__)


class LoopCalls:
    """Lets threads call functions in an event loop.

    Args:
        loop: the event loop in which the functions run.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._calls: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()
        self._is_woken = False

    def call(self, function: Callable[..., None], *arguments: Any) -> None:
        """Have the event loop call a function soon, after those requested earlier. This method is thread-safe."""
        self._calls.append((function, arguments))
        if not self._is_woken:
            self._is_woken = True
            self._loop.call_soon_threadsafe(self._make_calls)

    def _make_calls(self) -> None:
        self._is_woken = False  # set first, so that a call added meanwhile wakes the loop again
        while self._calls:
            function, arguments = self._calls.popleft()
            try:
                function(*arguments)
            except Exception:  # noqa: BLE001 - the other calls must still be made
                _LOG.exception("a call in the server's event loop failed")


# The log of a match.

KEYFRAME_ROWS = 2000
"""Number of log rows after which a keyframe is saved, so that a restart has few rows to replay."""


class Journal:
    """Writes the actions of a match to the database, and tells clients when their actions are saved.

    Args:
        database: the database.
        match_id: number of the match in the database; this server must own the match.
        loop_calls: calls functions in the server's event loop when the database's threads have finished.
        on_lost: called with the error if a write fails. The journal then writes nothing more and drops unsaved actions.
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
        """Record that a client's action ``seq`` is in the next tick. The client is told when that tick is saved."""
        self._asked.append((link, seq))

    def write(self, tick: int, actions: Sequence[Action]) -> None:
        """Write the actions of a tick to the log."""
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
        """Tell clients that their actions do not count, because they could not be saved.

        ``asked`` has the client and the sequence number of each action.
        """
        for link, seq in asked:
            link.send(Dropped(seq, not_stored(error)))

    def save_moment(self, session: HostedSession, *, after_rows: int = KEYFRAME_ROWS) -> None:
        """Save a keyframe if at least ``after_rows`` rows of the log were written since the latest keyframe.

        If no tick has passed since the latest keyframe, nothing is saved.
        """
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
        """Wait until all writes have succeeded or failed."""
        if self._last is not None:
            await asyncio.wait([asyncio.wrap_future(self._last)])

    def close(self) -> None:
        """Stop writing, and stop telling clients about saved actions. Call this when the match ends on this server."""
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
    """Return why nothing can be saved, in a few words."""
    return error.told if isinstance(error, UnavailableError) else "the match is moving to another server"


def not_stored(error: BaseException) -> str:
    """Return the message to a client whose action cannot be saved because of ``error``."""
    return f"{why_not_stored(error)}: this action was not saved and does not count"


def _nobody(_error: GpulifeError) -> None:
    pass
