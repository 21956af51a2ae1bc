"""Measures engines and other programs (peers), each in its own process, so that caches are not shared."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from gpulife.engines import open_engine
from gpulife.engines.bitplanes.fragment_source import FragmentShape
from gpulife.engines.bitplanes.pass_shape import shape_for
from gpulife.errors import GpulifeError
from gpulife.patterns.soup import soup
from gpulife.rules import Rule, parse_rule
from gpulife.tools.golly import QUICK_LIFE, GollyRun, algorithm_for, bgolly, version
from gpulife.tools.measure import Figures, Plan, fitting_generations, measure, seconds_from_soup

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
GOLLY = "Golly "
"""What the names of contenders begin with that are algorithms of Golly, such as "Golly QuickLife"."""
SINGLE_ROW = "single-row"
"""Name of a contender: the planes engine, with only one generation per pass and one row per invocation.

A comparison with it shows what is gained by computing several generations in each pass.
"""
_SLOW_CELLS = 1 << 20
"""Maximum number of cells on boards for slow peers. Larger boards take longer, but the same time per cell."""

Run = Callable[[int], float]
"""Computes some generations of a case's soup, and returns how many seconds that took."""


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
        against: the engine that computes the same rounds by turns with the contender; "" for none.
    """

    contender: str
    rule: str
    plan: Plan
    tune: bool = False
    memory: str = "auto"
    against: str = ""


def run_case(case: BenchCase) -> Figures:
    """Measure a contender in this process.

    Raises:
        GpulifeError: the contender cannot run here or does not support the rule.
    """
    rule = parse_rule(case.rule)
    shape = rule.size
    if shape is None:
        raise ValueError(f"a contender's rule must fix the board size; {case.rule} does not")
    if case.contender == SINGLE_ROW:
        return replace(_single_row(case, rule, shape), contender=SINGLE_ROW)
    if case.against or case.contender == ROLL or case.contender.startswith(GOLLY):
        return _in_rounds(case, rule, shape)
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

    Peers that compute the same rule take turns with the engine. A rule with species is also compared with Life in
    Golly's QuickLife. Any other peer that does not support the rule is left out.
    """
    rule = parse_rule(case.rule)
    plan = replace(case.plan, settled=0, generations=None)
    if case.contender == "planes":
        yield replace(case, contender=SINGLE_ROW, plan=plan, tune=False, memory="auto")
    turns = replace(case, plan=plan, against=case.contender)
    if case.contender != "gl":
        yield _smaller(replace(turns, contender="gl"), _SLOW_CELLS * 16)
    if rule.law in LAWS:
        yield _smaller(replace(turns, contender=ROLL), _SLOW_CELLS)
    if bgolly() is None:
        return
    algorithm = algorithm_for(rule)
    if algorithm != QUICK_LIFE and rule.species > 1 and rule.family.is_life_like:
        life = parse_rule("Life").on_board(rule.size or (1, 1))
        yield replace(case, contender=GOLLY + QUICK_LIFE, rule=str(life), plan=plan)
    if algorithm is not None:
        turns = replace(turns, contender=GOLLY + algorithm)
        yield turns if algorithm == QUICK_LIFE else _smaller(turns, _SLOW_CELLS * 4)


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


def _in_rounds(case: BenchCase, rule: Rule, shape: tuple[int, int]) -> Figures:
    """Measure a contender in rounds from the same soup, by turns with the engine ``case.against`` if there is one."""
    with ExitStack() as stack:
        theirs, renderer = _contender(case, rule, shape, stack)
        ours = _engine(case.against, case, rule, shape, stack)[0] if case.against else None
        plan = case.plan
        generations = plan.generations or fitting_generations(theirs, plan.seconds / plan.rounds)
        if ours is not None:
            ours(generations)  # compiles passes
        rounds = [(theirs(generations), ours(generations) if ours else None) for _ in range(plan.rounds)]
    seconds = [taken for taken, _ in rounds]
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
        ratio=median(taken / own for taken, own in rounds if own) if case.against else None,
    )


def _contender(case: BenchCase, rule: Rule, shape: tuple[int, int], stack: ExitStack) -> tuple[Run, str]:
    """Open a contender until ``stack`` is closed; return its function and the name of what computes."""
    if case.contender == ROLL:
        return _roll(case, rule, shape), f"numpy {np.__version__}"
    if case.contender.startswith(GOLLY):
        cells = soup(shape, case.plan.density, rule.species, np.random.default_rng(case.plan.seed))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        return GollyRun(case.contender.removeprefix(GOLLY), rule, cells, folder).seconds, version()
    return _engine(case.contender, case, rule, shape, stack)


def _engine(name: str, case: BenchCase, rule: Rule, shape: tuple[int, int], stack: ExitStack) -> tuple[Run, str]:
    is_own = name == case.against
    opened = open_engine(name, rule, shape, tune=is_own and case.tune, memory=case.memory if is_own else "auto")
    engine = stack.enter_context(opened)
    return partial(seconds_from_soup, engine, case.plan), engine.renderer


def _roll(case: BenchCase, rule: Rule, shape: tuple[int, int]) -> Run:
    if rule.law not in LAWS:
        raise ContenderError(f"{ROLL} can only compute {' and '.join(LAWS)}, not {rule.law}")
    law = LAWS[rule.law]
    start = soup(shape, case.plan.density, rule.species, np.random.default_rng(case.plan.seed))
    law(start)

    def seconds(generations: int) -> float:
        cells = start
        began = time.perf_counter()
        for _ in range(generations):
            cells = law(cells)
        return time.perf_counter() - began

    return seconds


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    try:
        sys.stdout.write(json.dumps(asdict(run_case(BenchCase(**given | {"plan": Plan(**given["plan"])})))))
    except GpulifeError as error:
        sys.exit(str(error))
