"""The job of ``gpulife bench``: what it measures, in which order, and what it makes of it."""

from __future__ import annotations

import logging
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from rich.console import Console
from rich.status import Status

from gpulife.bench.contenders import ContenderError, Heat, peers_of, run_apart, run_heat
from gpulife.bench.measure import Figures, Plan
from gpulife.bench.plot import plot_report, require_plotting
from gpulife.bench.report import Report
from gpulife.errors import BoardSizeError, EngineError
from gpulife.files import require_writable
from gpulife.log import attached
from gpulife.printing import printable
from gpulife.rules import parse_rule

_LOG = logging.getLogger(__name__)

TABLE_SIZES = ((96, 160), (512, 512), (2048, 2048), (8192, 8192), (16384, 16384), (32768, 32768))
"""(rows, columns) of the boards that are measured when nobody names one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchJob:
    """What ``gpulife bench`` was asked for.

    Attributes:
        rule: its name.
        size: (rows, columns) of the board; None for the table of sizes.
        engine: one of ENGINES.
        plan: how to measure.
        peers: whether to measure the peers, too, on the last board.
        files: that will be written, to be refused before anything long begins.
        plot: a picture to draw, None for none.
        tune: whether engines may look for their fastest passes first.
        memory: one of MEMORY.
    """

    rule: str = "Immigration"
    size: tuple[int, int] | None = None
    engine: str = "auto"
    plan: Plan
    peers: bool = False
    files: tuple[Path, ...] = ()
    plot: Path | None = None
    tune: bool = True
    memory: str = "auto"


def bench(job: BenchJob, progress: Console) -> Report:
    """Measure.

    Args:
        job: what.
        progress: told what is being done if that is a terminal.

    Raises:
        GpulifeError: the rule, the engine, the board or a file is none; nothing was measured then.
    """
    for path in job.files:
        require_writable(path)
    if job.plot is not None:
        require_plotting(job.plot)
    with _status_on(progress):
        figures, problems = _figures(job)
        peers: list[Figures] = []
        if job.peers:
            heat = Heat(contender=figures[-1].contender, rule=figures[-1].rule, plan=job.plan)
            for peer in peers_of(heat):
                _LOG.info("%s, %s", peer.contender, peer.rule)
                try:
                    peers.append(run_apart(peer))
                except ContenderError as error:
                    problems.append(str(error))
        _LOG.info("copying")
        report = Report(
            machine=_machine(),
            soup=job.plan.density,
            settled=job.plan.settled,
            copy_bandwidth=_copy_bandwidth() if figures[-1].contender != "numpy" else None,
            figures=tuple(figures),
            peers=tuple(peers),
            problems=tuple(problems),
        )
    if job.plot is not None:
        plot_report(report, job.plot)
    return report


def _figures(job: BenchJob) -> tuple[list[Figures], list[str]]:
    """The engine's figures on each board, and which boards it could not take and why."""
    rule = parse_rule(job.rule)
    size = job.size or rule.size
    if rule.size not in (None, size):
        raise BoardSizeError(f"rule {rule} fixes the size of the board: --size asks for another one")
    figures: list[Figures] = []
    problems: list[str] = []
    for shape in (size,) if size else TABLE_SIZES:
        heat = Heat(
            contender=job.engine, rule=str(rule.on_board(shape)), plan=job.plan, tune=job.tune, memory=job.memory
        )
        try:
            figures.append(run_heat(heat))
        except BoardSizeError as error:
            if not figures:
                raise
            problems.append(str(error))
            break
    return figures, problems


class _StatusHandler(logging.Handler):
    """Shows on a terminal what is being done, in one line that changes."""

    def __init__(self, status: Status) -> None:
        super().__init__(logging.INFO)
        self._status = status

    def emit(self, record: logging.LogRecord) -> None:
        self._status.update(printable(record.getMessage()))


@contextmanager
def _status_on(console: Console) -> Iterator[None]:
    """Show what is being done until the block ends, on a terminal only."""
    if not console.is_terminal:
        yield
        return
    with console.status("") as status, attached(_StatusHandler(status)):
        yield


def _machine() -> str:
    cores = psutil.cpu_count(logical=True)
    memory = psutil.virtual_memory().total / 2**30
    system = f"{platform.system()}, Python {platform.python_version()}"
    return f"{platform.machine()}, {cores} cores, {memory:.0f} GiB, {system}"


def _copy_bandwidth() -> float | None:
    from gpulife.engines.gl_bandwidth import copy_bandwidth
    from gpulife.engines.gl_device import open_device

    try:
        with open_device() as device:
            return copy_bandwidth(device)
    except EngineError:
        return None
