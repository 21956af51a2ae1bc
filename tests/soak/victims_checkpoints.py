"""Runs killed while they write checkpoints, and resumed: the last complete checkpoint always exists."""

from __future__ import annotations

import csv
import io
import os
import random
from pathlib import Path

import numpy as np
from soak.victims import LossError, Program, Victim

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import PatternError
from gpulife.patterns.formats.checkpoint import MANIFEST, is_checkpoint, open_checkpoint
from gpulife.patterns.soup import soup
from gpulife.rules import Cells, parse_rule

_RESUME = """
import os, sys
os.environ["GPULIFE_RESUMES"] = "1"
sys.argv[0] = "gpulife"
from gpulife.cli.main import entry_point
entry_point()
"""
_LAST = 600
_SHAPE = (48, 64)
_LOCK = ".gpulife.lock"


class Checkpoints(Victim):
    """``gpulife run --checkpoint``, every two generations and with a census: resumes after kills and loses little."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self._boards, self._rows = _history()
        self._reached = 0
        self._seconds = 1.5  # in which a program starts and gets somewhere
        super().__init__(home, chance)

    def begin_anew(self) -> None:
        """Start over without a checkpoint."""
        super().begin_anew()
        self._reached = 0

    def round(self) -> int:
        """Resume, kill, and check the checkpoint."""
        program = self._resume()
        if self.chance.random() < 0.7:  # when it writes again and again
            reached = self._reached
            self.wait(lambda: self._generation() > reached or program.process.poll() == 0, "a checkpoint")
            program.live(self.chance.uniform(0.0, 0.3))
        else:
            program.live(self.chance.uniform(0.0, 2 * self._seconds))
        done = program.process.poll() == 0
        killed = self.kill()
        if problems := [line for line in program.lines if "error" in line or "Traceback" in line]:
            raise LossError(f"{problems[0]} in {program.lines[-5:]}")
        self._check()
        if done:
            self._check_end()
            self.begin_anew()
        return killed

    def finish(self) -> None:
        """Check that a run that may finish has the result of an undisturbed run, and removes leftovers."""
        if status := self._resume().process.wait():
            raise LossError(f"it does not resume: {status}")
        self._check()
        self._check_end()
        self.check_tidy()

    def _resume(self) -> Program:
        return self.start_code(
            _RESUME,
            *("run", "--soup", f"{_SHAPE[1]}x{_SHAPE[0]}:0.4", "--seed", 7, "--rule", "Immigration", "-g", _LAST),
            *("--engine", "numpy", "--quiet", "--checkpoint", self.home / "night", "--every", 2),
            *("--census", self.home / "census.csv", "-o", self.home / "end.npz"),
        )

    def _generation(self) -> int:
        folder = self.home / "night"
        try:
            return open_checkpoint(folder, "night").generation if is_checkpoint(folder) else 0
        except PatternError:  # which took its files while they were opened
            return self._reached

    def _check(self) -> None:
        folder = self.home / "night"
        if not is_checkpoint(folder):
            if self._reached:
                raise LossError("there is no checkpoint any more")
            return
        try:
            pattern = open_checkpoint(folder, "night")
            pattern.verify()
            cells, rows = pattern.whole().cells, b"".join(pattern.census())
        except PatternError as error:
            raise LossError(str(error)) from error
        if pattern.generation < self._reached:
            raise LossError(f"generation {pattern.generation} after {self._reached}")
        self._reached = pattern.generation
        if not np.array_equal(cells, self._boards[self._reached]):
            raise LossError(f"the cells are not those of generation {self._reached}")
        if rows != _text(self._rows[: self._reached + 1]):
            raise LossError(f"the census is not that of generation {self._reached}")

    def _check_end(self) -> None:
        if self._reached != _LAST:
            raise LossError(f"ended at generation {self._reached}")
        if (self.home / "census.csv").read_bytes() != _text(self._rows):
            raise LossError("the census differs from that of a run that was not killed")
        files = open_checkpoint(self.home / "night", "night").manifest.files
        if others := set(os.listdir(self.home / "night")) - files - {MANIFEST, _LOCK}:  # noqa: PTH208 - names
            raise LossError(f"left lying about: {', '.join(sorted(others))}")


def _history() -> tuple[list[Cells], list[list[int]]]:
    """Return the boards and the census of an undisturbed run."""
    engine = NumpyEngine(parse_rule("Immigration").on_board(_SHAPE), _SHAPE)
    engine.paint(0, 0, soup(_SHAPE, 0.4, 2, np.random.default_rng(7)))
    boards, rows = [], []
    for generation in range(_LAST + 1):
        boards.append(engine.read_all())
        rows.append([generation, *engine.census().tolist()])
        engine.step()
    return boards, rows


def _text(rows: list[list[int]]) -> bytes:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([["generation", "A", "B"], *rows])
    return file.getvalue().encode()
