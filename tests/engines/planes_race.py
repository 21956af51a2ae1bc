"""How fast bit planes are, compared with the cells engine and with Golly, rule by rule and by turns.

    .venv/bin/python tests/engines/planes_race.py
    .venv/bin/python tests/engines/planes_race.py WireWorld BioWar:2 --rounds 3

Prints billions of cells per second of processor time, which other programs on the machine change little. Each figure is
the median of several rounds. In each round all engines begin with a soup of all the rule's states. Golly computes a
smaller soup for fewer generations; the time to read it is subtracted.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from gpulife.engines import Engine, open_engine
from gpulife.engines.bitplanes.range_circuits import range_circuit
from gpulife.engines.bitplanes.rule_circuits import is_ranged, plane_codes, rule_circuit
from gpulife.rules import Cells, Rule, parse_rule
from gpulife.tools.golly import GollyRun, algorithm_for, golly_refusal

RULES = (
    *("Life", "/2/3", "345/2/4", "345/2/256", "WireWorld", "B2-a/S12", "B2-a3i8/S2i3-a4e8", "B2/S35H", "Parity"),
    *("Greenberg-Hastings", "LangtonsAnt", "LifeHistory", "R1,C0,M1,S3..4,B3..3,NM"),
    *("BioWar:2", "BioWar:4", "BioWar:6"),
    *("R2,C0,M1,S8..12,B7..8,NM", "Bugs", "Bugsmovie", "R10,C0,M1,S60..110,B64..85,NN"),
)
SIZE = (2048, 2048)
GENERATIONS = {"planes": 128, "gl": 8}
DENSITY, RANGED_DENSITY = 0.35, 0.45
GOLLY_SIZE, GOLLY_GENERATIONS = (512, 512), 16


class TimedGolly(GollyRun):
    """Golly, measured by processor time."""

    def _process_seconds(self, generations: int) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        super()._process_seconds(generations)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def soup(rule: Rule, shape: tuple[int, int]) -> Cells:
    random = np.random.default_rng(1)
    density = RANGED_DENSITY if is_ranged(rule) else DENSITY
    return np.where(random.random(shape) < density, random.integers(1, rule.live_states + 1, shape), 0).astype(np.uint8)


def operations(rule: Rule) -> int:
    """Return how many operations bit planes need for a word and a generation."""
    if not is_ranged(rule):
        return rule_circuit(rule).cost
    circuit = range_circuit(rule, words=1, own=1)
    parts = (circuit.count, circuit.totals_after), (circuit.combine, circuit.planes_after)
    return sum(part.cost(list(outputs.values())) for part, outputs in parts)


def speed(engine: Engine, cells: Cells, generations: int) -> float:
    """Return an engine's speed in cells a second."""
    engine.paint(0, 0, cells)
    engine.finish()
    began = time.process_time()
    engine.step(generations)
    engine.finish()
    return cells.size * generations / (time.process_time() - began)


def race(rule: Rule, rounds: int) -> dict[str, float]:
    """Return each engine's speed in cells a second."""
    cells = soup(rule, SIZE)
    runs: dict[str, Callable[[], float]] = {}
    engines = {name: open_engine(name, rule, SIZE) for name in GENERATIONS}
    with tempfile.TemporaryDirectory() as folder:
        for name, engine in engines.items():
            speed(engine, cells, GENERATIONS[name])  # compiles the passes
            runs[name] = lambda engine=engine, name=name: speed(engine, cells, GENERATIONS[name])  # type: ignore[misc]
        if golly_refusal(rule) is None:
            few = soup(rule, GOLLY_SIZE)
            golly = TimedGolly(algorithm_for(rule) or "", rule, few, Path(folder))
            runs["Golly"] = lambda: few.size * GOLLY_GENERATIONS / golly.seconds(GOLLY_GENERATIONS)
        found: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(rounds):
            for name, run in runs.items():
                found[name].append(run())
    for engine in engines.values():
        engine.close()
    return {name: median(speeds) for name, speeds in found.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How fast bit planes are, compared with other engines.")
    parser.add_argument("rules", nargs="*", default=RULES, metavar="RULE")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print("| rule | planes | operations | bit planes | cells engine | Golly |\n|---|---|---|---|---|---|")
    for name in arguments.rules:
        rule = parse_rule(name)
        speeds = {each: found / 1e9 for each, found in race(rule, arguments.rounds).items()}
        planes, gl, golly = speeds["planes"], speeds["gl"], speeds.get("Golly")
        peer = f"{golly:.2g} ({planes / golly:.0f})" if golly else "none"
        ours = f"{plane_codes(rule).planes} | {operations(rule)} | {planes:.2g} | {gl:.2g} ({planes / gl:.0f})"
        print(f"| {name} | {ours} | {peer} |", flush=True)


if __name__ == "__main__":
    main()
