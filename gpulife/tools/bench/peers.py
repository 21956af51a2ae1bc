"""Who is measured: engines and peers by name, each in a process of its own so that none warms the other's caches."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median

import numpy as np

from gpulife.engines import open_engine
from gpulife.engines.bitplanes.pass_source import shape_for
from gpulife.errors import GpulifeError
from gpulife.patterns.soup import soup
from gpulife.rules import Rule, parse_rule
from gpulife.tools.bench import golly
from gpulife.tools.bench.measure import Figures, Plan, measure
from gpulife.tools.bench.numpy_roll import LAWS

ROLL = "numpy.roll"
QUICK_LIFE, RULE_LOADER = "Golly QuickLife", "Golly RuleLoader"
SINGLE_ROW = "single-row"
"""The planes engine at one generation a pass and one row an invocation: what temporal blocking is measured against."""
_GENERATIONS_OF_A_PEER = 100
_SLOW_CELLS = 1 << 20
"""Slow peers get a smaller board of the same soup: their cost a cell does not depend on it."""


class ContenderError(GpulifeError):
    """A contender could not be measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heat:
    """One contender on one board.

    Attributes:
        contender: an engine's name, or one of the names of this module.
        rule: its name with the suffix that fixes the board.
        plan: how to measure.
        tune: whether an engine may look for its fastest passes first.
        memory: one of MEMORY.
    """

    contender: str
    rule: str
    plan: Plan
    tune: bool = False
    memory: str = "auto"


def run_heat(heat: Heat) -> Figures:
    """Measure a contender in this process.

    Args:
        heat: the contender, and the board.

    Raises:
        GpulifeError: the contender cannot run here or does not know the rule.
    """
    rule = parse_rule(heat.rule)
    shape = rule.size
    if shape is None:
        raise ValueError(f"{heat.rule} has no board")
    if heat.contender in (QUICK_LIFE, RULE_LOADER):
        return _golly(heat, rule, shape)
    if heat.contender == ROLL:
        return _roll(heat, rule, shape)
    if heat.contender == SINGLE_ROW:
        return replace(_single_row(heat, rule, shape), contender=SINGLE_ROW)
    with open_engine(heat.contender, rule, shape, tune=heat.tune, memory=heat.memory) as engine:
        return measure(engine, heat.plan)


def run_apart(heat: Heat) -> Figures:
    """Measure a contender in a process of its own.

    Raises:
        ContenderError: it cannot be measured; the message says why.
    """
    command = [sys.executable, "-m", "gpulife.tools.bench.peers", json.dumps(asdict(heat))]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        lines = result.stderr.strip().splitlines() or [f"ended with {result.returncode}"]
        raise ContenderError(f"{heat.contender}: {lines[-1]}")
    return Figures(**json.loads(result.stdout))


def peers_of(heat: Heat) -> Iterator[Heat]:
    """Yield a heat for each peer that is installed and knows the rule or Life, on a board that it can take."""
    rule = parse_rule(heat.rule)
    plan, heat = replace(heat.plan, settled=0), replace(heat, tune=False, memory="auto")
    if heat.contender == "planes":
        yield replace(heat, contender=SINGLE_ROW, plan=replace(plan, generations=None))
    if heat.contender != "gl":
        yield _smaller(replace(heat, contender="gl", plan=replace(plan, generations=None)), _SLOW_CELLS * 16)
    if rule.law in LAWS:
        yield _smaller(replace(heat, contender=ROLL, plan=replace(plan, generations=4)), _SLOW_CELLS)
    if golly.bgolly() is not None:
        life = parse_rule("Life").on_board(rule.size or (1, 1))
        yield replace(
            heat, contender=QUICK_LIFE, rule=str(life), plan=replace(plan, generations=_GENERATIONS_OF_A_PEER)
        )
        if golly.has_table(rule):
            yield _smaller(replace(heat, contender=RULE_LOADER, plan=replace(plan, generations=20)), _SLOW_CELLS)


def _smaller(heat: Heat, max_cells: int) -> Heat:
    """Quarter the board until it has at most ``max_cells``."""
    rule = parse_rule(heat.rule)
    rows, columns = rule.size or (1, 1)
    while rows * columns > max_cells:
        rows, columns = max(1, rows // 2), max(1, columns // 2)
    return replace(heat, rule=str(rule.on_board((rows, columns))))


def _single_row(heat: Heat, rule: Rule, shape: tuple[int, int]) -> Figures:
    from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
    from gpulife.engines.gl.gl_device import open_device

    with open_device() as device:
        plan = replace(shape_for(rule, shape, wide=device.wide, software=device.software), rows=1, generations=1)
        with GLPlanesEngine(rule, shape, device, plan=plan) as engine:
            return measure(engine, heat.plan)


def _golly(heat: Heat, rule: Rule, shape: tuple[int, int]) -> Figures:
    generations = heat.plan.generations or _GENERATIONS_OF_A_PEER
    cells = soup(shape, heat.plan.density, rule.species, np.random.default_rng(heat.plan.seed))
    with tempfile.TemporaryDirectory() as folder:
        algorithm = heat.contender.removeprefix("Golly ")
        seconds = golly.measure_golly(algorithm, rule, cells, generations, Path(folder))
    return _figures(heat, golly.version(), shape, generations, seconds)


def _roll(heat: Heat, rule: Rule, shape: tuple[int, int]) -> Figures:
    if rule.law not in LAWS:
        raise ContenderError(f"{ROLL} knows {' and '.join(LAWS)}, not {rule.law}")
    law, generations = LAWS[rule.law], heat.plan.generations or 4
    start = soup(shape, heat.plan.density, rule.species, np.random.default_rng(heat.plan.seed))
    law(start)
    seconds = []
    for _ in range(heat.plan.rounds):
        cells = start
        began = time.perf_counter()
        for _ in range(generations):
            cells = law(cells)
        seconds.append(time.perf_counter() - began)
    return _figures(heat, f"numpy {np.__version__}", shape, generations, seconds)


def _figures(heat: Heat, renderer: str, shape: tuple[int, int], generations: int, seconds: list[float]) -> Figures:
    cells = shape[0] * shape[1] * generations
    return Figures(
        contender=heat.contender,
        renderer=renderer,
        rule=heat.rule,
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
        sys.stdout.write(json.dumps(asdict(run_heat(Heat(**given | {"plan": Plan(**given["plan"])})))))
    except GpulifeError as error:
        sys.exit(str(error))
