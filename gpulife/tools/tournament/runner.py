"""Many games in many processes, with a progress bar, until they are played or somebody ends it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import cache
from multiprocessing import TimeoutError as NothingYetError
from multiprocessing import get_context

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from gpulife.engines.batch import OpenBatch
from gpulife.engines.batch.batch_factory import gl_lookahead, open_lookahead
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.errors import EngineError
from gpulife.signals import Stop, stop_on_signals
from gpulife.tools.tournament.match import Fixture, Played, play

_LOOK_EVERY = 0.2
"""Seconds between two looks whether somebody pressed Ctrl-C."""


def run_tournament(games: Sequence[Fixture], jobs: int | None, progress: Console) -> tuple[list[Played], int]:
    """Play all of them; returns what was played, in order, and the exit status.

    Args:
        games: from :func:`fixtures`.
        jobs: processes; as many as there are processors by default.
        progress: where a progress bar goes if that is a terminal.

    Raises:
        EngineError: the engine that they ask for cannot run here.
    """
    jobs = min(jobs or os.cpu_count() or 1, len(games))
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    played: list[tuple[int, Played]] = []
    _opened(games[0].engine).close()  # what cannot run is told of in this process, and once
    bar = Progress(*columns, console=progress, transient=True, disable=not progress.is_terminal)
    with stop_on_signals() as stop, bar:
        task = bar.add_task("games", total=len(games))
        source = _in_this_process(games, stop) if jobs == 1 else _in_processes(games, jobs, stop)
        with closing(source):
            for each in source:
                played.append(each)
                bar.update(task, completed=len(played))
    status = stop.exit_status if len(played) < len(games) else 0
    return [result for _, result in sorted(played, key=lambda each: each[0])], status


class _Opened:
    """What looks ahead in this process, with the device that it needs."""

    def __init__(self, lookahead: OpenBatch, close: Callable[[], None] = lambda: None) -> None:
        self.lookahead = lookahead
        self.close = close


def _opened(engine: str) -> _Opened:
    if engine == "numpy":
        return _Opened(NumpyBatch)
    from gpulife.engines.gl.gl_device import open_device

    try:
        device = open_device()
    except EngineError:
        if engine == "gl":
            raise
        return _Opened(NumpyBatch)
    return _Opened(gl_lookahead(device) if engine == "gl" else open_lookahead(device), device.close)


def _in_this_process(games: Sequence[Fixture], stop: Stop) -> Generator[tuple[int, Played], None, None]:
    opened = _opened(games[0].engine)
    try:
        for number, fixture in enumerate(games):
            result = play(fixture, opened.lookahead, lambda: stop.signal is not None)
            if result is None:
                return
            yield number, result
    finally:
        opened.close()


def _in_processes(games: Sequence[Fixture], jobs: int, stop: Stop) -> Generator[tuple[int, Played], None, None]:
    # Not forked: a child must not have its parent's OpenGL.
    with get_context("spawn").Pool(jobs, _ignore_interrupts) as pool:
        results = pool.imap_unordered(_play_numbered, enumerate(games))
        for _ in games:
            while True:
                if stop.signal is not None:
                    return
                try:
                    yield results.next(timeout=_LOOK_EVERY)
                except NothingYetError:
                    continue
                break


_of_process = cache(_opened)


def _ignore_interrupts() -> None:
    """Ctrl-C and the end of a terminal reach all its processes; the parent sees to it."""
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def _play_numbered(numbered: tuple[int, Fixture]) -> tuple[int, Played]:
    number, fixture = numbered
    result = play(fixture, _of_process(fixture.engine).lookahead)
    assert result is not None  # noqa: S101 - nobody stops it here
    return number, result
