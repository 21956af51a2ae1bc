"""How long hashlife takes beside Golly, pattern by pattern and by turns.

    .venv/bin/python tests/engines/hashlife_race.py
    .venv/bin/python tests/engines/hashlife_race.py gun galaxy --rounds 5

Prints seconds of processor time, which other programs on the machine change little: the median of several rounds. Ours
are the times to open the file, to compute and to save, without the start of the program; and those of ``gpulife run``
from the shell. Golly's are those of bgolly from the shell, which include opening and saving. Both populations are
compared.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

from gpulife.cli.run_plane import save_plane
from gpulife.engines.factory import open_plane
from gpulife.engines.hashlife.engine import compile_all
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import NO_NOTES, Pattern
from gpulife.resources import resource_folder
from gpulife.rules import Cells, parse_rule

PATTERNS = Path("/usr/share/golly/Patterns")
OWN_RULES, GOLLY_RULES = resource_folder("presets") / "golly", Path("/usr/share/golly/Rules")


class Case(NamedTuple):
    """A pattern to run: makes its file in a folder, for some generations; with Golly's algorithm and rules."""

    file: Callable[[Path], Path]
    generations: int
    algorithm: str = "HashLife"
    rules: Path = OWN_RULES


def _file(cells: Cells, rule: str, folder: Path) -> Path:
    path = folder / "start.rle"
    path.write_text(rle_text(Pattern(cells, parse_rule(rule), position=(0, 0))))
    return path


def _gun(folder: Path) -> Path:
    return _file(open_pattern("gosper-gun").whole().cells, "B3/S23", folder)


def _two_guns(folder: Path) -> Path:
    gun = open_pattern("gosper-gun").whole().cells
    cells = np.zeros((120, 120), np.uint8)
    cells[: gun.shape[0], : gun.shape[1]] = gun
    cells[-gun.shape[0] :, -gun.shape[1] :] = 2 * gun[::-1, ::-1]
    return _file(cells, "Immigration", folder)


def _soup(rule: str, shares: tuple[float, ...]) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        cells = np.random.default_rng(3).choice(len(shares), (512, 512), p=shares).astype(np.uint8)
        return _file(cells, rule, folder)

    return make


CASES = {
    "gun": Case(_gun, 10**6),
    "gun, 2^30": Case(_gun, 1 << 30),
    "breeder": Case(lambda _: PATTERNS / "Life/Breeders/breeder.lif", 10**5),
    "galaxy": Case(lambda _: PATTERNS / "HashLife/metapixel-galaxy.mc.gz", 35_328),
    "Immigration guns": Case(_two_guns, 10**6, "RuleLoader"),
    "Life soup": Case(_soup("B3/S23", (0.6, 0.4)), 4096),
    "Immigration soup": Case(_soup("Immigration", (0.6, 0.2, 0.2)), 4096, "RuleLoader"),
    "primes": Case(lambda _: PATTERNS / "WireWorld/primes.mc", 5000, "RuleLoader", GOLLY_RULES),
}


def ours(case: Case, start: Path, end: Path) -> tuple[float, int]:
    """Return the processor time, in seconds, and the population."""
    began = time.process_time()
    pattern = open_pattern(str(start), is_endless=True)
    with open_plane(pattern.rule or parse_rule("Life")) as plane:
        plane.load(pattern)
        plane.step(case.generations)
        save_plane(end, plane, NO_NOTES)
        return time.process_time() - began, sum(plane.census())


def shell(command: list[str]) -> tuple[float, str]:
    """Run a command; return its processor time in seconds and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, told


def race(case: Case, rounds: int, folder: Path) -> str:
    start, end, generations = case.file(folder), folder / "end.mc", str(case.generations)
    times: dict[str, list[float]] = {"ours": [], "shell": [], "golly": []}
    run = [sys.executable, "-m", "gpulife", "run", str(start), "-g", generations, "--engine", "hashlife", "--quiet"]
    golly = ["bgolly", "-a", case.algorithm, "-s", f"{case.rules}/", "-m", generations]
    for _ in range(rounds):
        seconds, population = ours(case, start, end)
        times["ours"].append(seconds)
        times["shell"].append(shell([*run, "-o", str(end)])[0])
        seconds, told = shell([*golly, "-o", str(end), str(start)])
        times["golly"].append(seconds)
        theirs = int(told.split()[-1].rpartition(":")[2].replace(",", ""))
        assert population == theirs, f"populations differ: {population} here, {theirs} in Golly"
    mine, program, other = (median(each) for each in times.values())
    return f"{mine:.3f} | {program:.2f} | {other:.3f} ({mine / other:.2f}) | {population:,}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How long hashlife takes beside Golly.")
    parser.add_argument("cases", nargs="*", default=list(CASES), metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    compile_all()
    print(
        "| pattern | generations | hashlife | from the shell | bgolly (ratio) | population |\n|---|---|---|---|---|---|"
    )
    for name in arguments.cases:
        with tempfile.TemporaryDirectory() as folder:
            result = race(CASES[name], arguments.rounds, Path(folder))
        print(f"| {name} | {CASES[name].generations:,} | {result} |", flush=True)


if __name__ == "__main__":
    main()
