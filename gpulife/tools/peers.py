"""Measures engines and other programs (peers), each in its own process, so that caches are not shared."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from gpulife.engines import open_engine
from gpulife.engines.bitplanes.fragment_source import FragmentShape
from gpulife.engines.bitplanes.pass_shape import shape_for
from gpulife.errors import GpulifeError
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.soup import soup
from gpulife.resources import resource_folder
from gpulife.rules import Cells, Rule, parse_rule
from gpulife.tools.measure import Figures, Plan, measure

# Golly as a peer: its headless runner (bgolly) on the same soup, without the time to read the file. The soup lies on an
# unbounded plane, where Golly is about twice as fast as on a torus.
_ROUNDS = 3


class GollyError(GpulifeError):
    """Golly failed."""


def bgolly() -> str | None:
    """Return the path of bgolly, Golly's program without a window; None if it is not installed."""
    return shutil.which("bgolly")


def has_table(rule: Rule) -> bool:
    """Return True if gpulife has a table that describes ``rule`` to Golly's RuleLoader."""
    return (resource_folder("presets") / "golly" / f"{rule.law}.rule").is_file()


def version() -> str:
    """Return the version of bgolly."""
    result = subprocess.run([bgolly() or "bgolly"], capture_output=True, text=True, check=False)
    found = re.search(r"bgolly ([\w.]+)", result.stdout + result.stderr)
    return f"bgolly {found[1]}" if found else "bgolly"


def measure_golly(algorithm: str, rule: Rule, cells: Cells, generations: int, folder: Path) -> list[float]:
    """Run Golly several times for ``generations`` generations. Return how many seconds each run took.

    Args:
        algorithm: "QuickLife" or "RuleLoader".
        rule: the rule.
        cells: board to start from, shape (rows, columns), uint8.
        generations: number of generations to measure.
        folder: folder for a file with the cells.

    Raises:
        GollyError: bgolly fails.
    """
    start = folder / "start.rle"
    start.write_text(rle_text(Pattern(cells, replace(rule, size=None))), encoding="ascii")
    idle = min(_seconds(algorithm, start, 0) for _ in range(2))
    return [max(_seconds(algorithm, start, generations) - idle, 1e-3) for _ in range(_ROUNDS)]


def _seconds(algorithm: str, start: Path, generations: int) -> float:
    rules = f"{resource_folder('presets') / 'golly'}/"
    command = [bgolly() or "bgolly", "-a", algorithm, "-s", rules, "-q", "-q", "-m", str(generations), str(start)]
    began = time.perf_counter()
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise GollyError(
            f"bgolly with {algorithm} failed with exit status {result.returncode}: {result.stderr.strip()[:200]}"
        )
    return time.perf_counter() - began


Plane = NDArray[np.uint8]


def neighbours(plane: Plane) -> Plane:
    """Count each cell's live neighbours (of eight) on a torus; return an array like ``plane``, uint8."""
    total = np.zeros_like(plane)
    for rows in (-1, 0, 1):
        for columns in (-1, 0, 1):
            if rows or columns:
                total += np.roll(plane, (rows, columns), (0, 1))
    return total


def life(cells: Plane) -> Plane:
    """Compute the next generation of Life: cells are 0 or 1."""
    count = neighbours(cells)
    after: Plane = ((count == 3) | ((cells == 1) & (count == 2))).astype(np.uint8)
    return after


def immigration(cells: Plane) -> Plane:
    """Compute the next generation of Immigration, where cells are 0, 1 or 2.

    A new cell gets the state that at least two of its three parents have.
    """
    alive = (cells > 0).astype(np.uint8)
    count, second = neighbours(alive), neighbours((cells == 2).astype(np.uint8))
    born = (count == 3) & (alive == 0)
    stays = (alive == 1) & ((count == 2) | (count == 3))
    return np.where(stays, cells, np.where(born, np.where(second >= 2, 2, 1), 0)).astype(np.uint8)


LAWS = {"Life": life, "Immigration": immigration}
"""The functions that compute a generation in the peer ``numpy.roll``, keyed by the rule's name without size and edges.
"""


ROLL = "numpy.roll"
QUICK_LIFE, RULE_LOADER = "Golly QuickLife", "Golly RuleLoader"
SINGLE_ROW = "single-row"
"""Name of a contender: the planes engine, with only one generation per pass and one row per invocation.

A comparison with it shows what is gained by computing several generations in each pass.
"""
_GENERATIONS_OF_A_PEER = 100
_SLOW_CELLS = 1 << 20
"""Maximum number of cells on boards for slow peers. Larger boards take longer, but the same time per cell."""


class ContenderError(GpulifeError):
    """An engine or other program could not be measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchCase:
    """A contender (an engine or peer) to measure on a board.

    Attributes:
        contender: name of the engine or peer.
        rule: name of the rule, with the board's edges and size.
        tune: True if an engine may search for its fastest passes first.
        memory: how an engine uses memory, one of the names in MEMORY.
    """

    contender: str
    rule: str
    plan: Plan
    tune: bool = False
    memory: str = "auto"


def run_case(case: BenchCase) -> Figures:
    """Measure a contender in this process.

    Raises:
        GpulifeError: the contender cannot run here or does not support the rule.
    """
    rule = parse_rule(case.rule)
    shape = rule.size
    if shape is None:
        raise ValueError(f"a contender's rule must fix the board size; {case.rule} does not")
    if case.contender in (QUICK_LIFE, RULE_LOADER):
        return _golly(case, rule, shape)
    if case.contender == ROLL:
        return _roll(case, rule, shape)
    if case.contender == SINGLE_ROW:
        return replace(_single_row(case, rule, shape), contender=SINGLE_ROW)
    with open_engine(case.contender, rule, shape, tune=case.tune, memory=case.memory) as engine:
        return measure(engine, case.plan)


def run_in_subprocess(case: BenchCase) -> Figures:
    """Measure a contender in its own process.

    Raises:
        ContenderError: the contender cannot be measured; the message says why.
    """
    command = [sys.executable, "-m", "gpulife.tools.peers", json.dumps(asdict(case))]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        lines = result.stderr.strip().splitlines() or [f"failed with exit status {result.returncode}"]
        raise ContenderError(f"{case.contender}: {lines[-1]}")
    return Figures(**json.loads(result.stdout))


def peer_cases(case: BenchCase) -> Iterator[BenchCase]:
    """Yield a case for each installed peer, on a board of a suitable size.

    A peer that supports only Life is measured with Life. Any other peer that does not support the rule is left out.
    """
    rule = parse_rule(case.rule)
    plan, case = replace(case.plan, settled=0), replace(case, tune=False, memory="auto")
    if case.contender == "planes":
        yield replace(case, contender=SINGLE_ROW, plan=replace(plan, generations=None))
    if case.contender != "gl":
        yield _smaller(replace(case, contender="gl", plan=replace(plan, generations=None)), _SLOW_CELLS * 16)
    if rule.law in LAWS:
        yield _smaller(replace(case, contender=ROLL, plan=replace(plan, generations=4)), _SLOW_CELLS)
    if bgolly() is not None:
        life = parse_rule("Life").on_board(rule.size or (1, 1))
        yield replace(
            case, contender=QUICK_LIFE, rule=str(life), plan=replace(plan, generations=_GENERATIONS_OF_A_PEER)
        )
        if has_table(rule):
            yield _smaller(replace(case, contender=RULE_LOADER, plan=replace(plan, generations=20)), _SLOW_CELLS)


def _smaller(case: BenchCase, max_cells: int) -> BenchCase:
    """Return the case with both sides of its board halved as often as needed to have at most ``max_cells`` cells."""
    rule = parse_rule(case.rule)
    rows, columns = rule.size or (1, 1)
    while rows * columns > max_cells:
        rows, columns = max(1, rows // 2), max(1, columns // 2)
    return replace(case, rule=str(rule.on_board((rows, columns))))


def _single_row(case: BenchCase, rule: Rule, shape: tuple[int, int]) -> Figures:
    from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
    from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
    from gpulife.engines.gl.gl_device import open_device

    with open_device() as device:
        if not device.has_compute:
            row = FragmentShape(rows=1, generations=1)
            with GLFragmentPlanesEngine(rule, shape, device, plan=row) as engine:
                return measure(engine, case.plan)
        first = shape_for(rule, shape, wide=device.has_int64, software=device.is_software)
        plan = replace(first.alone, rows=1, generations=1)
        with GLPlanesEngine(rule, shape, device, plan=plan) as engine:
            return measure(engine, case.plan)


def _golly(case: BenchCase, rule: Rule, shape: tuple[int, int]) -> Figures:
    generations = case.plan.generations or _GENERATIONS_OF_A_PEER
    cells = soup(shape, case.plan.density, rule.species, np.random.default_rng(case.plan.seed))
    with tempfile.TemporaryDirectory() as folder:
        seconds = measure_golly(case.contender.removeprefix("Golly "), rule, cells, generations, Path(folder))
    return _figures(case, version(), shape, generations, seconds)


def _roll(case: BenchCase, rule: Rule, shape: tuple[int, int]) -> Figures:
    if rule.law not in LAWS:
        raise ContenderError(f"{ROLL} can only compute {' and '.join(LAWS)}, not {rule.law}")
    law, generations = LAWS[rule.law], case.plan.generations or 4
    start = soup(shape, case.plan.density, rule.species, np.random.default_rng(case.plan.seed))
    law(start)
    seconds = []
    for _ in range(case.plan.rounds):
        cells = start
        began = time.perf_counter()
        for _ in range(generations):
            cells = law(cells)
        seconds.append(time.perf_counter() - began)
    return _figures(case, f"numpy {np.__version__}", shape, generations, seconds)


def _figures(case: BenchCase, renderer: str, shape: tuple[int, int], generations: int, seconds: list[float]) -> Figures:
    cells = shape[0] * shape[1] * generations
    return Figures(
        contender=case.contender,
        renderer=renderer,
        rule=case.rule,
        columns=shape[1],
        rows=shape[0],
        generations=generations,
        rounds=len(seconds),
        median=cells / median(seconds),
        slowest=cells / max(seconds),
        fastest=cells / min(seconds),
        bytes_a_cell=None,
        memory=0,
        resident=0,
    )


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    try:
        sys.stdout.write(json.dumps(asdict(run_case(BenchCase(**given | {"plan": Plan(**given["plan"])})))))
    except GpulifeError as error:
        sys.exit(str(error))
