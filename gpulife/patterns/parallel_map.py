"""Work on a sequence a few items ahead, in threads, with results in order: packing and unpacking of large boards."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_MAX_THREADS = 8


def worked_ahead(
    work: Callable[[_Item], _Result], items: Iterable[_Item], threads: int = _MAX_THREADS
) -> Iterator[_Result]:
    """Do ``map(work, items)`` with ``work`` in threads, which release Python's lock (numpy, zlib), a few items ahead.

    ``items`` themselves are drawn in the caller's thread, where a GL context may be current. A single item is worked on
    there, too: most boards are small, and a thread takes longer to start.
    """
    drawn = iter(items)
    first = list(islice(drawn, 2))
    if len(first) < 2:
        yield from map(work, first)
        return
    threads = min(threads, _MAX_THREADS, os.cpu_count() or 1)
    waiting: deque[Future[_Result]] = deque()
    pool = ThreadPoolExecutor(threads, "gpulife-ahead")
    try:
        for item in chain(first, drawn):
            waiting.append(pool.submit(work, item))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
