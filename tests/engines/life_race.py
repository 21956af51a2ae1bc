"""Compare the speed of Life in bit planes with that of a short bit-parallel program in C.

Run it from the top of the repository:

    .venv/bin/python tests/engines/life_race.py

The program, ``life.c``, keeps 64 cells in a word and uses all cores; gcc compiles it for this machine's processor. It
must first compute the same cells as numpy. Then both compute the same soup by turns, so that other work on the machine
affects both. Figures are the medians of the rounds: by the clock, and by a second of processor time, which a busy
machine disturbs less.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.engines import open_engine
from gpulife.rules import parse_rule
from gpulife.tools.peers import life

DENSITY, SEED = 0.35, 1

Cells = NDArray[np.uint8]


class Program:
    """The program in C, with a board.

    Args:
        folder: where to put the compiled library.
        cells: the board, with a multiple of 64 columns.
    """

    def __init__(self, folder: Path, cells: Cells) -> None:
        source, library = Path(__file__).with_name("life.c"), folder / "life.so"
        command = ["gcc", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC", str(source), "-o", str(library)]
        subprocess.run(command, check=True)
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # else its threads use processor time while they wait
        self._step = ctypes.CDLL(str(library)).life
        self._step.argtypes = [*[ctypes.c_void_p] * 2, *[ctypes.c_long] * 3]
        words = np.packbits(cells, axis=1, bitorder="little").view(np.uint64)
        self._board = np.concatenate([words[:, -1:], words, words[:, :1]], axis=1)
        self._spare = np.empty_like(self._board)

    def step(self, generations: int) -> None:
        """Compute some generations."""
        rows, line = self._board.shape
        self._step(self._board.ctypes.data, self._spare.ctypes.data, rows, line - 2, generations)
        if generations % 2:
            self._board, self._spare = self._spare, self._board

    def cells(self) -> Cells:
        """Return the board."""
        words = np.ascontiguousarray(self._board[:, 1:-1])
        return np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")


class Times(NamedTuple):
    """Seconds of a round: by the clock, and of all processors."""

    wall: float
    processor: float


def timed(work: Callable[[], None]) -> Times:
    """Return how long some work takes."""
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return Times(time.perf_counter() - wall, time.process_time() - processor)


def check(folder: Path) -> None:
    """Stop with an error if the program does not compute the same cells as numpy."""
    cells = (np.random.default_rng(SEED).random((50, 192)) < DENSITY).astype(np.uint8)
    program = Program(folder, cells)
    for generations in (1, 2, 30):
        program.step(generations)
        for _ in range(generations):
            cells = life(cells)
        if not np.array_equal(program.cells(), cells):
            raise SystemExit(f"life.c is wrong after {generations} more generations")


def main() -> None:
    """Run the race."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=4096, help="rows and columns, a multiple of 64")
    parser.add_argument("--generations", type=int, default=512, help="generations of a round")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    shape, work = (given.size, given.size), given.size**2 * given.generations / 1e9
    cells = (np.random.default_rng(SEED).random(shape) < DENSITY).astype(np.uint8)
    with tempfile.TemporaryDirectory() as folder, open_engine("planes", parse_rule("Life"), shape) as engine:
        check(Path(folder))
        program = Program(Path(folder), cells)
        engine.paint(0, 0, cells)
        engine.prepare(given.generations, sleep=True)

        def ours() -> None:
            engine.step(given.generations)
            engine.finish()

        def theirs() -> None:
            program.step(given.generations)

        ours(), theirs()  # the first round, which is not counted, warms both up
        rounds = [(timed(ours), timed(theirs)) for _ in range(given.rounds)]
        if not np.array_equal(engine.read(0, 0, *shape), program.cells()):
            raise SystemExit("bit planes and life.c computed different cells")
    for kind in Times._fields:
        speeds = [(work / getattr(a, kind), work / getattr(b, kind)) for a, b in rounds]
        ratio = statistics.median(a / b for a, b in speeds)
        first, second = (statistics.median(side) for side in zip(*speeds, strict=True))
        print(f"{kind:10} bit planes {first:6.1f}, life.c {second:6.1f} Gcells/s: {ratio:.2f} times as fast")


if __name__ == "__main__":
    main()
