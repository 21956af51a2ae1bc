"""Compare the engines of a plane without end on random patterns, with edits between the steps.

    .venv/bin/python tests/soak/plane.py
    .venv/bin/python tests/soak/plane.py --cases 100 --seed 7

In each case, a random pattern of a random rule is computed in tiles (compiled, and in numpy), as a tree, by numpy on a
board that grows, and for rules of two states by bgolly. All must have the same cells after each step. Between steps,
random cells are put on the planes. The last line counts the comparisons; the first difference ends the program with an
error that names the case. 1,000 cases take some minutes on two CPU cores.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

if __name__ == "__main__":
    import sys

    sys.path.insert(0, str(Path(__file__).parents[1]))

from engines.endless_planes import NumpyPlane, assert_same, golly_cells, soup_of

from gpulife.engines.compiled import HAS_NUMBA
from gpulife.engines.endless import EndlessEngine
from gpulife.engines.factory import open_plane
from gpulife.engines.hashlife.laws import refusal as hashlife_refusal
from gpulife.engines.plane.engine import TiledPlane
from gpulife.rules import Rule, parse_rule

RULES = (
    *("Life", "Life", "B36/S23", "B2/S", "B2-a/S12", "B2/S35H", "B13/S012V", "B34/S34"),
    *("Immigration", "QuadLife", "B3/S23:3", "B36/S23:4", "RealTime:3", "Brian's Brain", "345/2/200", "BioWar:3"),
    *("WireWorld", "LangtonsAnt", "LifeHistory", "R2,C0,M1,S3..8,B3..5,NM", "R5,C3,M1,S20..50,B25..40,NM"),
)
_MAX_GENERATIONS, _MAX_FAR_GENERATIONS = 40, 6


def planes_of(rule: Rule) -> Iterator[tuple[str, EndlessEngine]]:
    """Yield the name of each way to compute a rule, and an empty plane."""
    yield "numpy tiles", TiledPlane(rule, compiles=False)
    if HAS_NUMBA:
        yield "compiled tiles", TiledPlane(rule)
        if hashlife_refusal(rule) is None:
            yield "tree", open_plane(rule)


def run_case(seed: int, folder: Path) -> Counter[str]:
    """Run a case; return how often each way to compute was compared with numpy's board."""
    random = np.random.default_rng(seed)
    rule = parse_rule(RULES[int(random.integers(len(RULES)))])
    is_far = rule.family.reach(rule) > 1
    has_golly = rule.family.is_life_like and rule.live_states == 1 and shutil.which("bgolly") is not None
    planes, board = dict(planes_of(rule)), NumpyPlane(soup_of(rule, (1, 1), 0, 0.0), rule)
    done: Counter[str] = Counter()
    for _ in range(int(random.integers(1, 4))):
        row, column = (int(place) for place in random.integers(-80, 80, 2))
        side = random.integers(1, 40, 2)
        patch = soup_of(rule, (int(side[0]), int(side[1])), int(random.integers(1 << 30)), float(random.random()))
        board.paint(row, column, patch)
        for plane in planes.values():
            plane.paint(row, column, patch)
        generations = int(random.integers(0, _MAX_FAR_GENERATIONS if is_far else _MAX_GENERATIONS))
        before = board.cells
        board.step(generations)
        for name, plane in planes.items():
            plane.step(generations)
            assert_same(plane, board)
            done[name] += 1
        box = planes["numpy tiles"].box()
        if has_golly and box is not None:
            assert np.array_equal(planes["numpy tiles"].read(*box), golly_cells(before, rule, generations, folder))
            done["bgolly"] += 1
    return done


def main() -> None:
    """Run the cases and print the numbers of comparisons."""
    parser = argparse.ArgumentParser(description="Compare the engines of a plane without end.")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.seed, arguments.seed + arguments.cases):
            try:
                done += run_case(seed, Path(folder))
            except AssertionError as error:
                raise SystemExit(f"case {seed}: {error}") from error
    counts = ", ".join(f"{name} {count:,}" for name, count in done.items())
    print(f"{arguments.cases:,} cases agree with numpy on a board; comparisons: {counts}")


if __name__ == "__main__":
    main()
