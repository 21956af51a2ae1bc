"""Carry out ``gpulife bench``: measure an engine on several boards, then other programs, and make the report."""

import logging
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import psutil
from rich.console import Console
from rich.status import Status

from gpulife.engines import ENGINES
from gpulife.errors import BoardSizeError, EngineError
from gpulife.log import attached
from gpulife.printing import printable
from gpulife.rules import parse_rule
from gpulife.tools.bench_report import Report
from gpulife.tools.golly import golly_refusal
from gpulife.tools.measure import Figures
from gpulife.tools.peers import BenchCase, ContenderError, peer_cases, run_case, run_in_subprocess

_LOG = logging.getLogger(__name__)

TABLE_SIZES = ((96, 160), (512, 512), (2048, 2048), (8192, 8192), (16384, 16384), (32768, 32768))
"""(rows, columns) of the boards to measure by default."""


def measure_all(case: BenchCase, size: tuple[int, int] | None, progress: Console, *, peers: bool = False) -> Report:
    """Measure an engine on one board or on boards of all TABLE_SIZES; then measure other programs on the last board.

    Args:
        case: the engine, the rule and how to measure.
        size: (rows, columns) of the board; None for the rule's own size or, if it has none, for TABLE_SIZES.
        progress: console that shows what is being measured, if the console is a terminal.
        peers: True to measure other programs too.

    Raises:
        GpulifeError: the rule is unknown, or the engine cannot compute it on this board. Raised before anything is
            measured.
    """
    with status_on(progress):
        figures, problems = _figures(case, size)
        measured: list[Figures] = []
        if peers:
            for peer in peer_cases(replace(case, contender=figures[-1].contender, rule=figures[-1].rule)):
                _LOG.info("%s, %s", peer.contender, peer.rule)
                try:
                    measured.append(run_in_subprocess(peer))
                except ContenderError as error:
                    problems.append(str(error))
            if (refusal := golly_refusal(parse_rule(case.rule))) is not None:
                problems.append(refusal)
        _LOG.info("copying")
        return Report(
            machine=describe_machine(),
            soup=case.plan.density,
            settled=case.plan.settled,
            copy_bandwidth=_copy_bandwidth() if ENGINES[figures[-1].contender].needs_opengl else None,
            figures=tuple(figures),
            peers=tuple(measured),
            problems=tuple(problems),
        )


def _figures(case: BenchCase, size: tuple[int, int] | None) -> tuple[list[Figures], list[str]]:
    rule = parse_rule(case.rule)
    size = size or rule.size
    if rule.size not in (None, size):
        raise BoardSizeError(f"rule {rule} fixes the size of the board: leave out --size")
    figures: list[Figures] = []
    problems: list[str] = []
    for shape in (size,) if size else TABLE_SIZES:
        try:
            figures.append(run_case(replace(case, rule=str(rule.on_board(shape)))))
        except BoardSizeError as error:
            if not figures:
                raise
            problems.append(str(error))
            break
    return figures, problems


class _StatusHandler(logging.Handler):
    """Shows log records on a terminal. Each record replaces the one before."""

    def __init__(self, status: Status) -> None:
        super().__init__(logging.INFO)
        self._status = status

    def emit(self, record: logging.LogRecord) -> None:
        self._status.update(printable(record.getMessage()))


@contextmanager
def status_on(console: Console) -> Iterator[None]:
    """Until the block ends, show on the console what is being measured, if the console is a terminal."""
    if not console.is_terminal:
        yield
        return
    with console.status("") as status, attached(_StatusHandler(status)):
        yield


def describe_machine() -> str:
    """Return the architecture, cores, memory and operating system of this machine, in words."""
    cores = psutil.cpu_count(logical=True)
    memory = psutil.virtual_memory().total / 2**30
    return (
        f"{platform.machine()}, {cores} cores, {memory:.0f} GiB, "
        f"{platform.system()}, Python {platform.python_version()}"
    )


def _copy_bandwidth() -> float | None:
    from gpulife.engines.gl.gl_device import copy_bandwidth, open_device

    try:
        with open_device() as device:
            return copy_bandwidth(device)
    except EngineError:
        return None
