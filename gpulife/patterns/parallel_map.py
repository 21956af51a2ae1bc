"""Maps a function over a sequence in threads, a few items ahead, with results in order: for packing large boards."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_MAX_THREADS = 8


def parallel_map(
    work: Callable[[_Item], _Result], items: Iterable[_Item], threads: int = _MAX_THREADS
) -> Iterator[_Result]:
    """Do ``map(work, items)`` in threads, a few items ahead; ``work`` should release Python's lock (numpy, zlib).

    ``items`` are iterated in the caller's thread, where an OpenGL context may be current. So is the work on a single
    item: most boards are small, and starting a thread takes longer.
    """
    remaining = iter(items)
    first = list(islice(remaining, 2))
    if len(first) < 2:
        yield from map(work, first)
        return
    threads = min(threads, _MAX_THREADS, os.cpu_count() or 1)
    waiting: deque[Future[_Result]] = deque()
    pool = ThreadPoolExecutor(threads, "gpulife-ahead")
    try:
        for item in chain(first, remaining):
            waiting.append(pool.submit(work, item))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
