"""The checks of ``gpulife doctor --report``: facts about this machine, tests of the engines, and speeds.

A driver may crash or hang, so the checks run in a process of their own: ``python -m gpulife.cli.machine_checks FIRST``
runs all checks from number FIRST on. It writes a line of JSON to standard output when a check begins and when it ends.
:mod:`gpulife.cli.machine_report` starts this process and reads its output.
"""

import json
import logging
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from gpulife.engines import ENGINES, Engine, open_engine
from gpulife.engines.bitplanes.rule_circuits import planes_of
from gpulife.engines.factory import shared_device_engines
from gpulife.engines.reference import next_generation
from gpulife.errors import GpulifeError
from gpulife.log import DRIVERS, attached
from gpulife.rules import Cells, Edges, Rule, parse_rule
from gpulife.run_summary import speed

FACTS, CELLS, PASSES, RATES = "machine", "cells", "passes", "rates"
"""The parts of a report, in the order in which they appear."""
PARTS = {
    FACTS: "This machine",
    CELLS: "Whether OpenGL computes the same cells as numpy",
    PASSES: "Speed of single shader passes on bit planes",
    RATES: "Rates",
}
"""The heading of each part of the report, keyed by part."""

CHECKED_RULES = (
    "Life",
    "Immigration",
    "QuadLife",
    "B36/S125:4",
    "B0123478/S01234678",
    "B36/S125:7",
    "RealTime:3",
    "BioWar:6",
    "Survivor",
    "P2Life",
    "Brian's Brain",
    "B3/S23/C7",
    "B2-a3i8/S2i3-a4e8",
    "B2/S35H:3",
    "12/2-a/5",
    "WireWorld",
    "LifeHistory",
    "B2-a/S12History",
    "LifeSuper",
    "LifeInvestigator",
    "Bugs",
    "R10,C0,M1,S99..441,B12..160,NM",
    "R3,C5,M0,S4..9,B3..6,NC",
    "R2,C4,M1,S3..5,B0..4,NN",
    "R2,C2,S2-5,B3-4,NX",
)
"""The rules to check: at least one of every rule family, and one for each kind of shader code."""
MEASURED_RULES = ("Life", "Immigration", "QuadLife")
ORACLE = "numpy"
"""The engine that is taken to be right. All other engines have to compute the same cells."""

_BOARDS = ((61, 333), (200, 333))
"""(rows, columns) of the boards to compare.

No side is a multiple of the size of a machine word, a tile or a workgroup. Both boards have the same width, so shaders
are compiled only once.
"""
_GENERATIONS = 37
"""Number of generations to compare: 37 = 16 + 16 + 4 + 1. One run of a shader computes 16, 4 or 1 of them."""
_SPARSE_BOARD, _SPARSE_GENERATIONS = (1024, 2048), 256
"""Shape of an almost empty board, and the number of generations to compare on it.

At first nothing changes in most parts of this board, so engines skip them. Later the cells spread into many parts.
"""
_SOWN_SIDE = 48
"""Side, in cells, of the square of random cells in one corner of the almost empty board."""
_PASS_BOARD = (4096, 4096)
_RATED_BOARDS = ((96, 160), (4096, 4096), (16384, 16384))
_ROUND_SECONDS = 1.0
_MAX_DRIVER_MESSAGES = 40
_PACKAGES = ("numpy", "moderngl", "glcontext", "glfw", "imgui-bundle", "pillow")


class WrongError(GpulifeError):
    """A check ran to its end and found something wrong."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check of the report.

    Attributes:
        part: one of PARTS.
        title: what is checked, in words.
        run: does the check and yields the lines of the report. It raises WrongError if something is wrong, and any
            other GpulifeError if this machine cannot do the check.
        seconds: time limit in seconds.
    """

    part: str
    title: str
    run: Callable[[], Iterable[str]]
    seconds: float = 90.0


def checks() -> Sequence[Check]:
    """Return all checks. Their order is always the same on one machine."""
    rates = [
        Check(RATES, f"{rule}, {columns}x{rows}", partial(_rate, "auto", rule, (rows, columns)))
        for rows, columns in _RATED_BOARDS
        for rule in MEASURED_RULES
    ]
    return (
        Check(FACTS, "versions and OpenGL", _facts),
        *(
            Check(CELLS, f"{rule}, {record.name}", partial(_compare, record.name, rule))
            for rule in CHECKED_RULES
            for record in ENGINES.values()
            if record.has_boards and record.name != ORACLE and record.refusal(parse_rule(rule)) is None
        ),
        Check(CELLS, "a sleeping board, planes", partial(_compare_asleep, "planes")),
        Check(RATES, "copying", _copying),
        Check(RATES, "Immigration, 2048x2048, gl", partial(_rate, "gl", "Immigration", (2048, 2048))),
        *rates,
        *(Check(PASSES, rule, partial(_passes, rule)) for rule in MEASURED_RULES),
        *(
            Check(RATES, f"{rule}, 16384x16384, tuned", partial(_rate, "planes", rule, (16384, 16384), tune=True))
            for rule in MEASURED_RULES
        ),
    )


# What this machine is


def _facts() -> Iterator[str]:
    from gpulife.cli.diagnosis import diagnose, diagnosis_lines
    from gpulife.rich_console import PlainConsole
    from gpulife.tools.bench_suite import describe_machine

    for line in diagnosis_lines(diagnose(PlainConsole())):
        yield line.plain
    yield f"machine       {describe_machine()}"
    yield f"processor     {_processor()}"
    yield f"packages      {', '.join(f'{name} {_version(name)}' for name in _PACKAGES)}"
    yield from _opengl_limits()


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


_LIMITS = (
    "GL_MAX_TEXTURE_SIZE",
    "GL_MAX_TEXTURE_BUFFER_SIZE",
    "GL_MAX_TEXTURE_IMAGE_UNITS",
    "GL_MAX_DRAW_BUFFERS",
    "GL_MAX_SHADER_STORAGE_BLOCK_SIZE",
    "GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS",
    "GL_MAX_COMPUTE_SHARED_MEMORY_SIZE",
)
_EXTENSIONS = ("GL_ARB_gpu_shader_int64", "GL_KHR_shader_subgroup", "GL_KHR_debug")


def _opengl_limits() -> Iterator[str]:
    from gpulife.engines.gl.gl_device import open_device

    with open_device() as device:
        for name in _LIMITS:
            yield f"limit         {name} {device.context.info.get(name, 'unknown')}"
        there = device.context.extensions
        for name in _EXTENSIONS:
            yield f"extension     {name} {'yes' if name in there else 'no'}"
        yield f"subgroups     {device.subgroup_lanes or 'not used'}"


# Whether cells are right


def _compare(engine: str, name: str) -> Iterator[str]:
    """Check that an engine computes the same cells as numpy, with wrapping and with dead edges."""
    with shared_device_engines(engine) as open_board:
        for edges in (Edges.TORUS, Edges.DEAD):
            rule = replace(parse_rule(name), edges=edges)
            for shape in _BOARDS:
                with open_board(rule, shape) as board:
                    _require_equal(board, _soup(rule, shape, 0.4), _GENERATIONS)
    sizes = " and ".join(f"{columns}x{rows}" for rows, columns in _BOARDS)
    yield f"right for {_GENERATIONS} generations on boards of {sizes}, with wrapping and with dead edges"


def _compare_asleep(engine: str) -> Iterator[str]:
    """Check that an engine computes the same cells as numpy on a board with random cells in only one corner."""
    for edges in (Edges.TORUS, Edges.DEAD):
        rule = replace(parse_rule("Immigration"), edges=edges)
        with open_engine(engine, rule, _SPARSE_BOARD) as board:
            board.prepare(_SPARSE_GENERATIONS, sleep=True)
            cells = np.zeros(_SPARSE_BOARD, np.uint8)
            cells[:_SOWN_SIDE, :_SOWN_SIDE] = _soup(rule, (_SOWN_SIDE, _SOWN_SIDE), 0.4)
            _require_equal(board, cells, _SPARSE_GENERATIONS)
            share = board.awake_share
    size = "{1}x{0}".format(*_SPARSE_BOARD)
    yield (
        f"right for {_SPARSE_GENERATIONS} generations on a board of {size}, with wrapping and with dead edges; "
        f"{share:.1%} of the board awake at the end"
    )


def _soup(rule: Rule, shape: tuple[int, int], density: float) -> Cells:
    """Return random cells of all live states of a rule; the same arguments always give the same cells."""
    random = np.random.default_rng(1)
    states = random.integers(1, rule.live_states + 1, shape)
    return np.where(random.random(shape) < density, states, 0).astype(np.uint8)


def _require_equal(board: Engine, cells: Cells, generations: int) -> None:
    """Raise WrongError if ``board`` computes other cells than numpy, ``generations`` generations after ``cells``."""
    board.paint(0, 0, cells)
    board.step(generations)
    wanted = cells
    for generation in range(generations):
        wanted = next_generation(wanted, board.rule, generation)
    found = board.read_all()
    wrong = np.argwhere(found != wanted)
    if len(wrong):
        row, column = (int(number) for number in wrong[0])
        raise WrongError(
            f"{board.rule}: {len(wrong):,} of {found.size:,} cells are wrong after {generations} generations; "
            f"the first, in row {row}, column {column}, is {found[row, column]} instead of {wanted[row, column]}"
        )


# How fast


def _passes(name: str) -> Iterator[str]:
    """Measure each shader that can compute a rule, and check that it computes the same cells as numpy."""
    from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
    from gpulife.engines.gl.gl_device import copy_bandwidth, open_device
    from gpulife.tools.gl_profile import HEAD, line_of, pass_shapes, profile_passes
    from gpulife.tools.measure import Plan

    rule = parse_rule(name)
    with open_device() as device:
        bandwidth = copy_bandwidth(device)
    moved = 2 * planes_of(rule) / 8  # bytes per cell: a pass reads and writes each plane once
    yield HEAD
    for figures in profile_passes([rule], _PASS_BOARD, Plan(seconds=_ROUND_SECONDS, rounds=3)):
        yield line_of(figures)
        most = bandwidth / moved * figures.generations
        yield f"budget: memory would allow {speed(most)}; the pass reaches {figures.cells_a_second / most:.1%} of that"
    shape = _BOARDS[-1]
    with open_device() as device:
        for cut in pass_shapes(rule, _PASS_BOARD, device):
            with GLPlanesEngine(rule, shape, device, plan=cut) as board:
                _require_equal(board, _soup(rule, shape, 0.4), _GENERATIONS)
    yield "right: each of these passes gives the same cells as numpy"


def _rate(engine: str, name: str, shape: tuple[int, int], *, tune: bool = False) -> Iterator[str]:
    from gpulife.tools.measure import Plan, measure

    if tune or shape[0] * shape[1] > 1 << 26:
        _require_card()
    with open_engine(engine, parse_rule(name), shape, tune=tune) as board:
        figures = measure(board, Plan(seconds=_ROUND_SECONDS, rounds=3))
    moved = figures.bytes_a_second
    memory = "" if moved is None else f", {moved / 1e9:.1f} GB/s of memory traffic"
    yield (
        f"{speed(figures.median)} ({figures.contender}), {figures.generations_a_second:,.1f} generations/s{memory}, "
        f"spread {(figures.fastest - figures.slowest) / figures.median:.0%}"
    )


def _require_card() -> None:
    """Raise GpulifeError if OpenGL runs on the CPU, where large boards would take too long."""
    from gpulife.engines.gl.gl_device import open_device

    with open_device() as device:
        if device.is_software:
            raise GpulifeError("skipped: OpenGL runs on the processor")


def _copying() -> Iterator[str]:
    from gpulife.engines.gl.gl_device import copy_bandwidth, open_device

    with open_device() as device:
        yield f"{copy_bandwidth(device) / 1e9:.1f} GB/s (read plus written) when the device copies its own memory"


# The process that runs checks


class _DriverMessages(logging.Handler):
    """Send the OpenGL driver's messages to standard output, each one once, up to a limit."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.addFilter(lambda record: record.name == DRIVERS)
        self._seen: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if message not in self._seen and len(self._seen) < _MAX_DRIVER_MESSAGES:
            self._seen.add(message)
            _tell(driver=message)


def _tell(**told: object) -> None:
    os.write(1, (json.dumps(told) + "\n").encode())


def _run(number: int, check: Check) -> None:
    # A debug context checks every call, which would slow down what is measured.
    listening: AbstractContextManager[object] = attached(_DriverMessages()) if check.part == CELLS else nullcontext()
    began = time.perf_counter()
    lines: list[str] = []
    outcome = "done"
    try:
        with listening:
            for line in check.run():
                lines.append(line)  # noqa: PERF402 - lines before an error are kept
    except WrongError as error:
        outcome = "wrong"
        lines.append(str(error))
    except (GpulifeError, MemoryError) as error:
        outcome = "cannot"
        lines.append(str(error) or "not enough memory")
    except Exception as error:  # noqa: BLE001 - bugs and driver errors belong in the report, too
        outcome = "wrong"
        lines.append(f"{type(error).__name__}: {error}")
    _tell(end=number, outcome=outcome, lines=lines, seconds=time.perf_counter() - began)


def main(first: int, todo: Sequence[Check]) -> None:
    """Run the checks in ``todo`` from index ``first`` on."""
    for number, check in enumerate(todo):
        if number >= first:
            _tell(begin=number)
            _run(number, check)


if __name__ == "__main__":
    main(int(sys.argv[1]), checks())
