"""Processes that somebody has stopped, which no MPI tells the others of: they seem to compute for long."""

import time
from collections.abc import Iterable
from contextlib import suppress

import psutil

_HANG_SECONDS = 5.0  # until a stopped one is taken for dead


class StoppedProcesses:
    """Knows since when processes are stopped."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}

    def hung(self, processes: Iterable[psutil.Process]) -> list[psutil.Process]:
        """Return those of ``processes`` that have been stopped for some seconds, whenever it was asked."""
        now, before, hung = time.monotonic(), self._since, []
        self._since = {}
        for process in processes:
            with suppress(psutil.Error):
                if process.status() == psutil.STATUS_STOPPED:
                    since = self._since[process.pid] = before.get(process.pid, now)
                    if now - since >= _HANG_SECONDS:
                        hung.append(process)
        return hung
