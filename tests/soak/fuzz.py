"""Attack every reader with hostile inputs: each must end in one line, without crash, hang, or much memory.

    .venv/bin/python tests/soak/fuzz.py --inputs 1000000

Good inputs of every reader are changed at random (checksums are corrected) and read in processes with limits: 2 s of
CPU time and 500 MiB per input. Inputs that break a reader are written to the folder ``--keep``, and the exit status
is 1. The same seed makes the same inputs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

_WORKER = Path(__file__).with_name("fuzz_worker.py")
_STUCK_SECONDS = 120.0
"""Seconds of elapsed time after which a worker that uses no CPU time counts as stuck."""
_TOLD_EVERY = 10.0
_MAX_RESTARTS = 200


@dataclass
class Result:
    """The result of an attack.

    Attributes:
        counts: number of inputs, by reader.
        bad: a line for each input that broke its reader.
    """

    counts: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def verdict(self) -> str:
        """The result in one line."""
        total = sum(self.counts.values())
        if not total:
            return "FAILED: nothing was read"
        outcome = f"FAILED: {len(self.bad)} bad" if self.bad else "passed: 0 crashes, 0 hangs, 0 too large"
        return f"{outcome}; {total} inputs over {len(self.counts)} readers"


def fuzz(inputs: int, seed: int, workers: int, keep: Path, only: str = "", result: Result | None = None) -> Result:
    """Attack all readers.

    Args:
        inputs: number of inputs in all.
        seed: seed of the inputs.
        workers: number of processes at a time.
        keep: folder for inputs that break a reader; made if necessary.
        only: part of the names of the readers to attack.
        result: filled while the attack runs, so that callers can watch it.
    """
    result = result or Result()
    with tempfile.TemporaryDirectory(prefix="gpulife-fuzz-") as scratch:
        threads = [
            threading.Thread(
                target=_drive, args=(result, Path(scratch, str(number)), number, workers, inputs, seed, keep, only)
            )
            for number in range(workers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return result


def _drive(
    result: Result, folder: Path, number: int, workers: int, inputs: int, seed: int, keep: Path, only: str
) -> None:
    """Run one worker after another until its share of the inputs has been read."""
    folder.mkdir()
    next_input = number
    for _ in range(_MAX_RESTARTS):
        if next_input >= inputs:
            return
        shutil.rmtree(folder)
        folder.mkdir()
        arguments = [str(folder), str(seed), str(next_input), str(workers), str(inputs), only]
        # In which a crash or hang is the worker's end, and what it says before is read as it comes.
        with (
            (folder / "stderr").open("wb") as errors_file,
            subprocess.Popen(
                [sys.executable, "-W", "error", str(_WORKER), *arguments],
                stdout=subprocess.PIPE,
                stderr=errors_file,
                text=True,
                env=os.environ | {"GPULIFE_LOGS": str(folder)},
            ) as process,
        ):
            guard = threading.Thread(target=_end_when_stuck, args=(process, folder / "at"), daemon=True)
            guard.start()
            _listen(process, result, folder, keep)
            status = process.wait()
        reached = _reached(folder, next_input - workers)
        if status == 0 and reached + workers >= inputs:  # else it ended because of the memory that an input took
            return
        if status != 0:
            what = {-signal.SIGPROF: "hang", -signal.SIGKILL: "stuck or killed"}.get(status, f"ended with {status}")
            errors = (folder / "stderr").read_text(errors="replace")[-2000:]
            if reached < next_input:  # no input has been read: the worker itself is broken
                _add(result, folder, keep, reached, "worker", what, errors)
                return
            _add(result, folder, keep, reached, "", what, errors)
        next_input = reached + workers
    _add(result, folder, keep, next_input, "", "given up", f"after {_MAX_RESTARTS} restarts")


def _listen(process: subprocess.Popen[str], result: Result, folder: Path, keep: Path) -> None:
    """Read a worker's messages until it ends."""
    assert process.stdout is not None
    for line in process.stdout:
        said, *values = json.loads(line)
        if said == "done":
            with result.lock:
                result.counts.update(values[0])
        else:
            index, reader, kind, what = values
            _add(result, folder, keep, index, reader, kind, what)


def _add(result: Result, folder: Path, keep: Path, index: int, reader: str, kind: str, what: str) -> None:
    keep.mkdir(parents=True, exist_ok=True)
    name = f"{index}-{reader or 'input'}-{kind}".replace(" ", "-")
    written = next((path for path in (folder / f"input-{index}", folder / "input") if path.exists()), None)
    if written is not None:
        shutil.copy(written, keep / name)
    (keep / f"{name}.txt").write_text(what)
    with result.lock:
        result.bad.append(f"input {index} {reader}: {kind}: {' '.join(what.split())[-300:]}")


def _reached(folder: Path, otherwise: int) -> int:
    """Return the number of the input that was being read."""
    text = (folder / "at").read_text() if (folder / "at").exists() else ""
    return int(text) if text.strip() else otherwise


def _end_when_stuck(process: subprocess.Popen[str], at: Path) -> None:
    """Kill a worker that makes no progress without using CPU time (hangs that use it have their own limit)."""
    seen, since = "", time.monotonic()
    while process.poll() is None:
        now = at.read_text() if at.exists() else ""
        if now != seen:
            seen, since = now, time.monotonic()
        elif time.monotonic() - since > _STUCK_SECONDS:
            process.kill()
        time.sleep(1)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=20_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the inputs (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: %(default)s)")
    parser.add_argument("--only", default="", metavar="NAME", help="readers with this in their name")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-findings"), help="folder for bad inputs")
    arguments = parser.parse_args()
    result = Result()
    began = time.monotonic()

    attack = threading.Thread(
        target=fuzz,
        args=(arguments.inputs, arguments.seed, arguments.workers, arguments.keep, arguments.only, result),
        daemon=True,
    )
    attack.start()
    while attack.is_alive():
        attack.join(_TOLD_EVERY)
        seconds, done = time.monotonic() - began, sum(result.counts.values())
        print(f"{seconds:.0f} s: {done} inputs, {len(result.bad)} bad", flush=True)
    for name, count in sorted(result.counts.items()):
        print(f"{count:10} {name}")
    for line in result.bad:
        print(line)
    print(result.verdict)
    return 1 if result.bad or not result.counts else 0


if __name__ == "__main__":
    sys.exit(main())
