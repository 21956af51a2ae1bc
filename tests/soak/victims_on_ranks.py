"""Runs on several ranks, any of which is killed or stopped at any moment, also while the others recover."""

from __future__ import annotations

import random
import shutil
import signal
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import psutil
from soak.victims import LossError, Program, Victim

from gpulife.patterns.formats.checkpoint import MANIFEST
from gpulife.ranks.link import LINK_VARIABLE, job_processes, shared_memory_files

RANKS = 3
HANG_SECONDS = 6.0
"""Seconds until a stopped rank counts as dead: five, and one until the next check."""
_RANK_VARIABLES = "OMPI_COMM_WORLD_RANK", "PMI_RANK"
_JOB = ("run", "--soup", "512x512:0.35", "--seed", 7, "-g", 3000, "--quiet")
_EVERY = 100
_MOST_KILLS_A_RUN = 8
_PATIENCE = 300.0  # seconds from the last kill until the end


@dataclass
class Findings:
    """The findings of all runs.

    Attributes:
        runs: number of runs.
        kills: number of kills of each rank.
        stops: number of stops of each rank.
        relaunches: how often the launcher restarted all ranks.
        survivals: how often the surviving ranks continued.
        interval: seconds between two checkpoints of an undisturbed run.
        after_kills: seconds from each kill to the next checkpoint, minus an interval.
        after_stops: the same for stops.
    """

    runs: int = 0
    kills: Counter[int] = field(default_factory=Counter)
    stops: Counter[int] = field(default_factory=Counter)
    relaunches: int = 0
    survivals: int = 0
    interval: float = 0.0
    after_kills: list[float] = field(default_factory=list)
    after_stops: list[float] = field(default_factory=list)


class RankRuns(Victim):
    """``gpulife run --ranks 3 --restarts 99``: its result is that of one undisturbed process, byte for byte.

    Attributes:
        findings: the findings.
        most_kills: maximum number of kills per round.
    """

    def __init__(self, home: Path, chance: random.Random) -> None:
        self.findings = Findings()
        self.most_kills = _MOST_KILLS_A_RUN
        self._left: set[Path] = set()
        self._foreign: set[Path] = set()  # left by others, whose processes may have had the same numbers
        super().__init__(home, chance)
        self._first = 0.0  # seconds from the start to the first checkpoint, if nobody disturbs
        self._outputs = self._undisturbed("--census", self.home / "census.csv", "-o", self.home / "end.npz")
        began = time.time()
        with _Watch(self.home / "night" / MANIFEST) as watch:
            if self._undisturbed(*self._on_ranks()) != self._outputs:
                raise LossError("ranks that nobody disturbs do not end as one process does")
        self._first = watch.written[0] - began
        self.findings.interval = (watch.written[-1] - watch.written[0]) / (len(watch.written) - 1)

    def round(self) -> int:
        """Run once, killing again and again; return how many ranks were killed or stopped."""
        shutil.rmtree(self.home)
        self._left.clear()
        self._foreign = set(Path(tempfile.gettempdir()).glob("ompi.*"))
        self.begin_anew()
        wanted, done = self.chance.randint(1, self.most_kills), 0
        began = time.time()
        program = self.start(*_JOB, *self._on_ranks())
        blows: list[tuple[float, bool]] = []
        with _Watch(self.home / "night" / MANIFEST) as watch:
            while done < wanted and program.live(self._next_moment()):
                if (blow := self._strike(program)) is not None:
                    blows.append(blow)
                    done += 1
            if program.live(_PATIENCE):
                raise LossError(f"it does not end: {program.lines[-5:]}")
            ended = time.time()
        self.findings.runs += 1
        self._take_lines(program)
        self._measure(began, blows, [*watch.written, ended])
        if program.process.returncode != 0:
            raise LossError(f"ended with {program.process.returncode}: {program.lines[-5:]}")
        if self._results() != self._outputs:
            raise LossError(f"the files differ from those of a run that was not disturbed: {program.lines}")
        self._check_left()
        return done

    def _next_moment(self) -> float:
        """Return seconds until the next kill: half of the kills come while ranks recover, half after progress."""
        return self.chance.uniform(0.0, 1.0) if self.chance.random() < 0.3 else self.chance.uniform(0.0, 6.0)

    def _strike(self, program: Program) -> tuple[float, bool] | None:
        """Kill or stop a rank as soon as one runs; return the moment and whether it was stopped, or None at the end."""
        stops = self.chance.random() < 0.2
        while program.live(0.01):
            ranks = self._living_ranks()
            if not ranks:
                continue
            number = self.chance.choice(sorted(ranks))
            with suppress(psutil.NoSuchProcess):
                ranks[number].send_signal(signal.SIGSTOP if stops else signal.SIGKILL)
                (self.findings.stops if stops else self.findings.kills)[number] += 1
                return time.time(), stops
        return None

    def _living_ranks(self) -> dict[int, psutil.Process]:
        """Return the running ranks by number; their possible leftovers are remembered."""
        found = {}
        for process in self._processes():
            with suppress(psutil.Error, OSError):
                environment = process.environ()
                self._left |= shared_memory_files(process.pid)
                self._left.add(Path(tempfile.gettempdir()) / f"ompi.{process.ppid()}")
                if job := environment.get(LINK_VARIABLE):
                    self._left.add(Path(job.partition(":")[2]).parent)
                number = next((environment[name] for name in _RANK_VARIABLES if name in environment), None)
                if number is not None and process.status() != psutil.STATUS_STOPPED:
                    found[int(number)] = process
        return found

    def _processes(self) -> list[psutil.Process]:
        return job_processes("GPULIFE_DATA", str(self.home / "data"))

    def _measure(self, began: float, blows: list[tuple[float, bool]], written: list[float]) -> None:
        """Measure how long each kill delayed the run, except kills followed by another one too soon.

        The run has to reach two checkpoints, since one may have been complete except for its name when the rank was
        killed. Before the first checkpoint, the delay is relative to its usual time.
        """
        stopped = False
        for (moment, stops), (until, _) in pairwise([*blows, (written[-1], False)]):
            stopped = stopped or stops
            after = [each for each in written if moment < each <= until][:2]
            if after:
                is_early = moment < written[0]
                ahead = max(self._first - (moment - began), 0.0) if is_early else self.findings.interval
                held_up = after[0] - moment - ahead
                if len(after) > 1:
                    held_up = max(held_up, after[1] - moment - ahead - self.findings.interval)
                (self.findings.after_stops if stopped else self.findings.after_kills).append(held_up)
                stopped = False

    def _take_lines(self, program: Program) -> None:
        """Count restarts in the run's output, which may only have lines of gpulife."""
        for line in program.lines:
            if not line.startswith("gpulife: ") or "error" in line or "Traceback" in line:
                raise LossError(f"it says {line!r}, in {program.lines}")
            self.findings.survivals += "; continuing with " in line
            self.findings.relaunches += "; continuing from " in line

    def _check_left(self) -> None:
        """Check that no processes and no files in memory or on disk are left behind."""
        if processes := self._processes():
            raise LossError(f"left behind: {[process.cmdline() for process in processes]}")
        if left := [path for path in self._left - self._foreign if path.exists()]:
            raise LossError(f"left lying about: {', '.join(map(str, sorted(left)))}")
        if parts := self._half_written():
            raise LossError(f"left lying about: {', '.join(sorted(path.name for path in parts))}")

    def _undisturbed(self, *arguments: object) -> list[bytes]:
        program = self.start(*_JOB, *arguments)
        if program.live(_PATIENCE) or program.process.returncode != 0 or program.lines:
            raise LossError(f"a run that nobody disturbs ended with {program.process.poll()}: {program.lines[-5:]}")
        return self._results()

    def _on_ranks(self) -> tuple[object, ...]:
        return (
            *("--ranks", RANKS, "--restarts", 99, "--checkpoint", self.home / "night", "--every", _EVERY),
            *("--census", self.home / "census.csv", "-o", self.home / "end.npz"),
        )

    def _results(self) -> list[bytes]:
        return [(self.home / name).read_bytes() for name in ("end.npz", "census.csv")]


class _Watch:
    """Records the times at which a file is replaced inside the block.

    Attributes:
        written: the times, as from ``time.time``.
    """

    def __init__(self, path: Path) -> None:
        self.written: list[float] = []
        self._path = path
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.01):
            with suppress(FileNotFoundError):
                moment = self._path.stat().st_mtime
                if moment not in self.written[-1:]:
                    self.written.append(moment)
