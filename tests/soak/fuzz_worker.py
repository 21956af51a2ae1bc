"""Feed readers with hostile inputs, in a process that may die of any of them; see ``fuzz``.

It writes JSON lists to standard output: ``["done", count of each reader]`` now and then and at the end, and
``["bad", input's number, reader, kind, what]``. The file ``at`` has the number of the input being read.
"""

from __future__ import annotations

import json
import logging
import os
import resource
import signal
import sys
import traceback
from collections import Counter
from pathlib import Path
from random import Random

import psutil

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from soak.fuzz_readers import all_readers  # noqa: E402 - found by the path above

from gpulife.errors import GpulifeError  # noqa: E402

MAX_SECONDS = 2.0
"""CPU seconds per input, after which the system ends the process."""
MAX_MEMORY = 500 << 20
"""Bytes of memory allowed beyond those in use after reading all good inputs."""
_LIMIT = 3 << 30
"""Bytes of address space allowed beyond those in use, so that huge allocations fail."""
_MAX_BYTES = 10_000_000
"""Maximum size of an input's file; readers may use as much memory as a file is large."""
_EVERY = 100
_PROGRAMS = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.forkpty",
    "socket.",
)


class Worker:
    """Reads inputs number ``first``, ``first + step`` and so on up to ``until``, in ``folder``."""

    def __init__(self, seed: int, only: str, folder: Path) -> None:
        self._seed = seed
        self._folder = folder
        self._started: list[str] = []
        self.readers = [reader for reader in all_readers() if only in reader.name]
        self._samples = [reader.samples(self._own(number)) for number, reader in enumerate(self.readers)]
        for number, samples in enumerate(self._samples):
            for data in samples:
                self._read(number, data)  # raises: these are good
        sys.addaudithook(self._hear)
        self._least = _peak_memory()
        resource.setrlimit(resource.RLIMIT_AS, (psutil.Process().memory_info().vms + _LIMIT, -1))

    def run(self, first: int, step: int, until: int) -> None:
        """Read the inputs."""
        counts: Counter[str] = Counter()
        at = os.open(self._folder / "at", os.O_RDWR | os.O_CREAT, 0o600)
        for index in range(first, until, step):
            number = index // step % len(self.readers)
            reader = self.readers[number]
            os.pwrite(at, f"{index:20}".encode(), 0)
            if (wrong := self._attack(number, index)) is not None:
                (self._folder / "input").rename(self._folder / f"input-{index}")  # the next one is written at once
                _say("bad", index, reader.name, *wrong)
            counts[reader.name] += 1
            if sum(counts.values()) % _EVERY == 0:
                _say("done", counts)
                counts.clear()
            if wrong is not None and (wrong[0] == "memory" or self._memory_grown() > MAX_MEMORY):
                break  # the peak stays: only another process can tell what the next ones take
        _say("done", counts)

    def _attack(self, number: int, index: int) -> tuple[str, str] | None:
        """Read an input; return what is wrong with the outcome, or nothing."""
        random = Random(f"{self._seed} {index}")  # noqa: S311 - nothing is secret here
        data = self.readers[number].change(random, random.choice(self._samples[number]))[:_MAX_BYTES]
        (self._folder / "input").write_bytes(data)
        signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
        wrong = None
        try:
            self._read(number, data)
        except GpulifeError as error:
            wrong = ("two lines", str(error)) if "\n" in str(error) or not str(error) else _out_of_memory(error)
        except Exception as error:  # noqa: BLE001 - which is what is looked for
            wrong = ("crash", "".join(traceback.format_exception(error)[-6:]))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if self._started:
            wrong = ("program", f"{self._started.pop()}")
            self._started.clear()
        if wrong is None and self._memory_grown() > MAX_MEMORY:
            wrong = ("memory", f"{self._memory_grown() >> 20} MiB")
        return wrong

    def _memory_grown(self) -> int:
        return _peak_memory() - self._least

    def _read(self, number: int, data: bytes) -> None:
        reader, folder = self.readers[number], self._own(number)
        path = folder / reader.file_name
        path.write_bytes(data)
        try:
            reader.read(path)
        finally:
            for left in folder.iterdir():  # damaged files are set aside
                left.unlink()

    def _own(self, number: int) -> Path:
        folder = self._folder / f"reader-{number}"
        folder.mkdir(exist_ok=True)
        return folder

    def _hear(self, event: str, arguments: object) -> None:
        if event.startswith(_PROGRAMS):
            self._started.append(f"{event} {arguments!r:.200}")


def _out_of_memory(error: BaseException) -> tuple[str, str] | None:
    """Return True if an error comes from a lack of memory: no reader may request so much."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, MemoryError):
            return "memory", f"more than {_LIMIT >> 20} MiB: {error}"
        cause = cause.__cause__ or cause.__context__
    return None


def _peak_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def _say(*values: object) -> None:
    print(json.dumps(values), flush=True)


if __name__ == "__main__":
    _folder, *_numbers, _only = sys.argv[1:]
    _seed, _first, _step, _until = map(int, _numbers)
    logging.getLogger("gpulife").addHandler(logging.NullHandler())
    Worker(_seed, _only, Path(_folder)).run(_first, _step, _until)
