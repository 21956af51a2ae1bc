"""Play many games in many processes, with a progress bar, until all are played or somebody interrupts them."""

import os
import signal
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from multiprocessing import TimeoutError as NothingYetError
from multiprocessing import get_context

from rich.console import Console

from gpulife.engines.batch import OpenBatch
from gpulife.engines.batch.batch_factory import batch_opener, gl_batch_opener
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.errors import EngineError
from gpulife.rich_console import ProgressBar
from gpulife.signals import Stop, stop_on_signals
from gpulife.tools.tournament.match import Fixture, GameResult, play

_POLL_SECONDS = 0.2
"""Seconds between two checks whether somebody pressed Ctrl-C."""


def run_tournament(games: Sequence[Fixture], jobs: int | None, progress: Console) -> tuple[list[GameResult], int]:
    """Play all games; return the results of those that were played, in order, and the exit status.

    Args:
        games: games as :func:`fixtures` returns them.
        jobs: number of processes; None for as many as there are processors.
        progress: console for a progress bar, which is shown only on a terminal.

    Raises:
        EngineError: the engine of these games cannot run here.
    """
    jobs = min(jobs or os.cpu_count() or 1, len(games))
    played: list[tuple[int, GameResult]] = []
    with _lookahead(games[0].engine):
        pass  # raises here, and once, if the engine cannot run
    bar = ProgressBar(progress, "games", len(games), counted=True)
    with stop_on_signals() as stop, bar:
        source = _in_this_process(games, stop) if jobs == 1 else _in_processes(games, jobs, stop)
        with closing(source):
            for numbered in source:
                played.append(numbered)
                bar.advance()
    status = stop.exit_status if len(played) < len(games) else 0
    return [result for _, result in sorted(played, key=lambda numbered: numbered[0])], status


@contextmanager
def _lookahead(engine: str) -> Iterator[OpenBatch]:
    """Yield the function that opens batches for lookahead, and keep its device open until the block ends."""
    device = None
    if engine != "numpy":
        from gpulife.engines.gl.gl_device import open_device

        try:
            device = open_device()
        except EngineError:
            if engine == "gl":
                raise
    if device is None:
        yield NumpyBatch
        return
    with device:
        yield gl_batch_opener(device) if engine == "gl" else batch_opener(device)


def _in_this_process(games: Sequence[Fixture], stop: Stop) -> Generator[tuple[int, GameResult], None, None]:
    with _lookahead(games[0].engine) as lookahead:
        for number, fixture in enumerate(games):
            result = play(fixture, lookahead, lambda: stop.signal is not None)
            if result is None:
                return
            yield number, result


def _in_processes(games: Sequence[Fixture], jobs: int, stop: Stop) -> Generator[tuple[int, GameResult], None, None]:
    # Not forked: a child must not have its parent's OpenGL.
    with get_context("spawn").Pool(jobs, _ignore_interrupts) as pool:
        results = pool.imap_unordered(_play_numbered, enumerate(games))
        for _ in games:
            while True:
                if stop.signal is not None:
                    return
                try:
                    yield results.next(timeout=_POLL_SECONDS)
                except NothingYetError:
                    continue
                break


_until_exit = ExitStack()


@cache
def _process_lookahead(engine: str) -> OpenBatch:
    """Return the function that opens batches for lookahead in a worker process, with a device for all its games."""
    return _until_exit.enter_context(_lookahead(engine))


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C and a closed terminal, which every process is told of: the parent process handles them."""
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def _play_numbered(numbered: tuple[int, Fixture]) -> tuple[int, GameResult]:
    number, fixture = numbered
    result = play(fixture, _process_lookahead(fixture.engine))
    assert result is not None  # noqa: S101 - nobody stops it here
    return number, result
