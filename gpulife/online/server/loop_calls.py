"""What other threads want done in the server's loop: what comes together wakes it once."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

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
