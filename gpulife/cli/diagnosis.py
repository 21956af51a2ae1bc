"""The diagnosis of ``gpulife doctor``: what this machine can do, which engine suits it, and advice."""

import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from math import isqrt

import numpy as np
from rich.console import Console
from rich.text import Text

from gpulife import __version__
from gpulife.audio.device import NOT_INSTALLED, find_output
from gpulife.engines import ENGINES, Engine, EngineRecord, open_engine
from gpulife.engines.bitplanes.rule_circuits import reason_without_planes
from gpulife.engines.memory import format_bytes
from gpulife.engines.registry import choose_engine
from gpulife.engines.stepping import step_in_portions
from gpulife.errors import EngineError, RuleError
from gpulife.patterns.board_sizes import free_memory
from gpulife.patterns.soup import soup
from gpulife.ranks.mpi import Mpi, NoMpiError, examine_mpi
from gpulife.rules import NAMED_RULES, RULE_NAMES, parse_rule
from gpulife.run_summary import fact_line, speed

_TEST_BOARD = (512, 512)
_TEST_SECONDS = 0.3
_WHOLE_BOARD_TERMINAL = (160, 49)  # characters, of two cells each, with a status line


@dataclass(frozen=True, slots=True, kw_only=True)
class Graphics:
    """The OpenGL implementation that gpulife uses without a window.

    Attributes:
        renderer: OpenGL's GL_RENDERER, the name of the graphics card or software.
        vendor: OpenGL's GL_VENDOR, the maker of the driver.
        version: OpenGL's GL_VERSION.
        software: True if OpenGL runs on the CPU.
        max_texture_size: greatest width and height of a texture, in texels.
        free_memory: free memory for textures, in bytes.
    """

    renderer: str
    vendor: str
    version: str
    software: bool
    max_texture_size: int
    free_memory: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineReport:
    """How well an engine works on this machine.

    Attributes:
        name: the engine's name, as ``--engine`` takes it.
        problem: why the engine cannot run; None if it can.
        cells_per_second: speed on a small board; None if the engine cannot run or has no boards.
        largest_side: side in cells of the largest square board that fits into memory; None if the engine cannot run or
            has no boards.
        compiler: name and version of what computes; None unless it computes only planes without end.
    """

    name: str
    problem: str | None = None
    cells_per_second: float | None = None
    largest_side: int | None = None
    compiler: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """Everything that ``gpulife doctor`` found.

    Attributes:
        gpulife: version of gpulife.
        python: version of Python.
        platform: operating system and machine.
        graphics: the OpenGL implementation; None if there is none.
        engines: all engines except ``auto``.
        chosen: the engine that ``auto`` chooses for an Immigration board.
        reason: why ``auto`` chooses that engine.
        without_planes: names of the well-known rules that cannot be computed on bit planes, keyed by the reason.
        free_memory: free main memory, in bytes.
        terminal: (columns, rows); None if the output is not a terminal.
        colours: how many colours the terminal can show, in words.
        sound: the output device, or why there is no sound.
        ranks: the MPI library that can start several ranks (processes that compute one board); None if there is none.
        ranks_problem: why there is no MPI and how to get it; None if there is MPI.
        advice: what the user could do, the most useful first.
    """

    gpulife: str
    python: str
    platform: str
    graphics: Graphics | None
    engines: tuple[EngineReport, ...]
    chosen: str
    reason: str
    without_planes: dict[str, tuple[str, ...]]
    free_memory: int
    terminal: tuple[int, int] | None
    colours: str
    sound: str
    ranks: Mpi | None
    ranks_problem: str | None
    advice: tuple[str, ...]


def diagnose(console: Console) -> Diagnosis:
    """Examine the machine. This takes about two seconds, mostly for measuring the engines."""
    graphics, problem, chosen, reason = _graphics()
    engines = tuple(_examine(record, graphics) for record in ENGINES.values())
    terminal = (console.width, console.height) if console.is_terminal else None
    sound = find_output()
    ranks, ranks_problem = _ranks()
    return Diagnosis(
        gpulife=__version__,
        python=platform.python_version(),
        platform=f"{platform.system()} {platform.release()} {platform.machine()}",
        graphics=graphics,
        engines=engines,
        chosen=chosen,
        reason=reason,
        without_planes=_without_planes(),
        free_memory=free_memory(),
        terminal=terminal,
        colours=_colours(console),
        sound=sound,
        ranks=ranks,
        ranks_problem=ranks_problem,
        advice=tuple(_advice(graphics, problem, console, terminal, sound)),
    )


def diagnosis_lines(diagnosis: Diagnosis) -> Iterator[Text]:
    """Yield the diagnosis as human-readable text: one aligned line per fact, then the advice."""
    yield _line("gpulife", diagnosis.gpulife)
    yield _line("Python", f"{diagnosis.python} on {diagnosis.platform}")
    graphics = diagnosis.graphics
    if graphics is None:
        yield _line("OpenGL", "none", "red")
    else:
        kind = "on the processor, no graphics card" if graphics.software else "on the graphics card"
        yield _line("OpenGL", graphics.version)
        yield _line("renderer", f"{graphics.renderer}, {graphics.vendor} ({kind})")
        yield _line(
            "limits",
            f"textures up to {graphics.max_texture_size} texels wide and high, "
            f"{format_bytes(graphics.free_memory)} free for textures",
        )
    yield _line("memory", f"{format_bytes(diagnosis.free_memory)} free")
    for report in diagnosis.engines:
        if report.compiler is not None:
            yield _line(f"engine {report.name}", f"patterns on a plane without end, computed by {report.compiler}")
        elif report.cells_per_second is None or report.largest_side is None:
            yield _line(f"engine {report.name}", str(report.problem), "red")
        else:
            side = report.largest_side
            yield _line(f"engine {report.name}", f"{speed(report.cells_per_second)}, boards up to {side}x{side}")
    yield _line("auto takes", f"{diagnosis.chosen}: {diagnosis.reason}")
    has_tree = any(report.name == "hashlife" and report.problem is None for report in diagnosis.engines)
    moves = "once it gets farther in a trial" if has_tree else "never, as it cannot run here"
    yield _line("on a plane", f"auto begins with the engine plane, and moves to hashlife {moves}")
    others = "; ".join(f"{', '.join(names)} ({reason})" for reason, names in diagnosis.without_planes.items())
    yield _line("bit planes", f"for all well-known rules but these, which are computed cell by cell: {others}")
    if diagnosis.terminal is None:
        yield _line("terminal", "none: the output goes to a file or to another program")
    else:
        columns, rows = diagnosis.terminal
        yield _line("terminal", f"{columns}x{rows} characters, colours: {diagnosis.colours}")
    yield _line("sound", diagnosis.sound)
    if diagnosis.ranks is None:
        yield _line("ranks", f"one: {diagnosis.ranks_problem}")
    else:
        mpi = diagnosis.ranks
        deaths = "yes" if mpi.ulfm else "no"
        yield _line(
            "ranks",
            f"{mpi.library} {mpi.version}, {mpi.mpiexec}; can continue after a rank dies (ULFM): {deaths}; "
            "ranks that stop responding are detected on this machine",
        )
    for advice in diagnosis.advice or ("nothing to improve",):
        yield _line("advice", advice, "yellow" if diagnosis.advice else "green")


def _graphics() -> tuple[Graphics | None, str | None, str, str]:
    """Return (graphics or None, OpenGL's error or None, the engine that ``auto`` chooses, the reason for that)."""
    from gpulife.engines.gl.gl_device import open_device

    rule = parse_rule("Immigration")
    try:
        with open_device() as device:
            chosen, reason = choose_engine(rule, _TEST_BOARD, device)
            return (
                Graphics(
                    renderer=device.renderer,
                    vendor=device.vendor,
                    version=device.version,
                    software=device.is_software,
                    max_texture_size=device.max_texture_size,
                    free_memory=device.free_memory(),
                ),
                None,
                chosen,
                reason,
            )
    except EngineError as error:
        chosen, reason = choose_engine(rule, _TEST_BOARD, None)
        return None, str(error), chosen, f"{reason}: {error}"


def _without_planes() -> dict[str, tuple[str, ...]]:
    """Return the names of the well-known rules that cannot be computed on bit planes, keyed by the reason."""
    found: dict[str, list[str]] = {}
    for name in (*RULE_NAMES, *(named.name for named in NAMED_RULES)):
        try:
            reason = reason_without_planes(parse_rule(name))
        except RuleError:  # the form of a name, such as Bx/Sy:N
            continue
        if reason is not None:
            found.setdefault(reason, []).append(name)
    return {reason: tuple(names) for reason, names in found.items()}


def _ranks() -> tuple[Mpi | None, str | None]:
    """Return (MPI library, None), or (None, the reason why there is no MPI)."""
    try:
        return examine_mpi(), None
    except NoMpiError as error:
        return None, str(error)


def _examine(record: EngineRecord, graphics: Graphics | None) -> EngineReport:
    """Return a report on an engine: measure its speed, and compute the largest board that fits into memory."""
    name, rule = record.name, parse_rule("Immigration")
    problem = record.find_problem() or record.refusal(rule)
    if problem is not None:
        return EngineReport(name=name, problem=problem)
    if not record.has_boards:
        return EngineReport(name=name, compiler=_plane_compiler())
    try:
        with open_engine(name, rule, _TEST_BOARD) as engine:
            engine.paint(0, 0, soup(_TEST_BOARD, 0.35, rule.live_states, np.random.default_rng(1)))
            available = graphics.free_memory if record.needs_opengl and graphics else free_memory()
            return EngineReport(
                name=name,
                cells_per_second=_measure(engine),
                largest_side=isqrt(int(available / record.bytes_per_cell)),
            )
    except EngineError as error:
        return EngineReport(name=name, problem=str(error))


def _plane_compiler() -> str:
    name = "numpy" if find_spec("numba") is None else "numba"
    return f"{name} {version(name)}"


def _measure(engine: Engine) -> float:
    """Return an engine's speed in cells a second. The measurement takes about _TEST_SECONDS."""
    engine.prepare(engine.pass_generations)
    engine.step(engine.pass_generations)  # warm-up: the first draw takes longer
    began = time.perf_counter()
    generations = 0
    for count, _ in step_in_portions(engine, None):
        generations += count
        seconds = time.perf_counter() - began
        if seconds >= _TEST_SECONDS:
            break
    return generations * engine.shape[0] * engine.shape[1] / seconds


def _advice(
    graphics: Graphics | None, problem: str | None, console: Console, terminal: tuple[int, int] | None, sound: str
) -> Iterator[str]:
    if graphics is None:
        yield f"gpulife can use only numpy, which is many times slower: {problem}"
        if sys.platform.startswith("linux"):
            yield "install OpenGL with: sudo apt-get install --yes libegl1 libgl1 libgl1-mesa-dri"
    elif graphics.software:
        yield "OpenGL runs on the processor: if there is a graphics card, install its driver"
    if sound.endswith(NOT_INSTALLED):
        system = f"{platform.system()} {platform.machine()}"
        yield f"for sound: {sys.executable} -m pip install miniaudio; if {system} has no wheel, a C compiler is needed"
    if terminal is not None and (terminal[0] < _WHOLE_BOARD_TERMINAL[0] or terminal[1] < _WHOLE_BOARD_TERMINAL[1]):
        yield "make the terminal {}x{} characters or larger to see every cell of a board of 160x96".format(
            *_WHOLE_BOARD_TERMINAL
        )
    if terminal is not None and console.color_system != "truecolor":
        yield "if the terminal can show 16 million colours: export COLORTERM=truecolor"


def _colours(console: Console) -> str:
    if console.no_color:
        return "none, because NO_COLOR is set"
    return {None: "none", "standard": "16", "256": "256", "windows": "16", "truecolor": "16 million"}[
        console.color_system
    ]


_line = partial(fact_line, 16)
