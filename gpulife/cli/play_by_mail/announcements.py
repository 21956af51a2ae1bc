"""Answers of a game by mail, printed only once the game is on the disk: who reads one can count on it."""

from __future__ import annotations

from collections.abc import Callable

from gpulife.printing import StandardOutputError, say

_MAX_WAITING = 1 << 16
"""Letters of answers that may wait for the next save."""


class Announcements:
    """Lines for standard output that wait until the game has been saved.

    If they cannot be printed, that is an error at the end: all orders are carried out before.

    Args:
        save: called to save the game.
    """

    def __init__(self, save: Callable[[], None]) -> None:
        self._save = save
        self._lines: list[str] = []
        self._size = 0
        self._error: BrokenPipeError | StandardOutputError | None = None

    def add(self, *lines: str) -> None:
        """Print these lines after the next save, which is now if many are waiting already."""
        self._lines += lines
        self._size += sum(map(len, lines))
        if self._size > _MAX_WAITING:
            self._tell()

    def finish(self) -> None:
        """Save the game and print the lines that are left.

        Raises:
            OutputError: the game or a line cannot be written.
            BrokenPipeError: nobody reads the lines.
        """
        self._tell()
        if self._error is not None:
            raise self._error

    def _tell(self) -> None:
        self._save()
        lines, self._lines, self._size = self._lines, [], 0
        if self._error is None and lines:
            try:
                say(*lines, flush=True)
            except (BrokenPipeError, StandardOutputError) as error:
                self._error = error
