"""How long tiles take beside Golly's QuickLife, pattern by pattern and by turns.

    .venv/bin/python tests/engines/tiles_race.py
    .venv/bin/python tests/engines/tiles_race.py "soup 64" breeder --rounds 5

Prints seconds of processor time, the median of several rounds. Ours are the times to load the pattern, to compute and
to count, without the start of the program. Golly's are those of bgolly from the shell, without saving. Both populations
are compared.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy as np
from hashlife_race import PATTERNS, shell

from gpulife.engines.plane.engine import TiledPlane, compile_all
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Pattern
from gpulife.rules import parse_rule


def _soup(side: int, seed: int, rule: str = "B3/S23") -> Pattern:
    cells = (np.random.default_rng(seed).random((side, side)) < 0.4).astype(np.uint8)
    return Pattern(cells, parse_rule(rule), position=(0, 0))


CASES = {
    "soup 64": (lambda: _soup(64, 1), 10**5),
    "soup 256": (lambda: _soup(256, 4), 10**5),
    "soup 1024": (lambda: _soup(1024, 5), 10**4),
    "soup 256 of HighLife": (lambda: _soup(256, 6, "B36/S23"), 10**4),
    "breeder": (lambda: PATTERNS / "Life/Breeders/breeder.lif", 3000),
}
"""For each name: makes the pattern or names its file; the generations."""


def race(name: str, rounds: int, folder: Path) -> str:
    make, generations = CASES[name]
    start = make()
    if isinstance(start, Pattern):
        (folder / "start.rle").write_text(rle_text(start))
        start = folder / "start.rle"
    ours, golly = [], []
    pattern = open_pattern(str(start), is_endless=True)
    for _ in range(rounds):
        began = time.process_time()
        with TiledPlane(pattern.rule or parse_rule("Life")) as plane:
            plane.load(pattern)
            plane.step(generations)
            population = sum(plane.census())
        ours.append(time.process_time() - began)
        seconds, told = shell(["bgolly", "-a", "QuickLife", "-m", str(generations), str(start)])
        golly.append(seconds)
        theirs = int(told.split()[-1].rpartition(":")[2].replace(",", ""))
        assert population == theirs, f"populations differ: {population} here, {theirs} in Golly"
    mine, other = median(ours), median(golly)
    return f"| {name} | {generations:,} | {mine:.3f} | {other:.3f} ({mine / other:.2f}) | {population:,} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How long tiles take beside Golly's QuickLife.")
    parser.add_argument("cases", nargs="*", default=list(CASES), metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    compile_all()
    print("| pattern | generations | tiles | QuickLife (ratio) | population |\n|---|---|---|---|---|")
    for name in arguments.cases:
        with tempfile.TemporaryDirectory() as folder:
            print(race(name, arguments.rounds, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
