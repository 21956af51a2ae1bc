"""Runs with checkpoints that crash at a given generation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from gpulife.cli.options import every
from gpulife.cli.run_checkpoints import Job
from gpulife.cli.run_job import run
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.patterns.soup import SoupSpec
from gpulife.run_summary import Summary

SOUP = SoupSpec((30, 41), 0.4)
EVERY_TEN = every("10")


class CrashError(Exception):
    """Stands for a crash of the program."""


def job_in(folder: Path, **job: Any) -> Job:
    """Return a job with a checkpoint, two output files and a census in its own folder."""
    folder.mkdir(exist_ok=True)
    files = {"outputs": (folder / "end.rle", folder / "end.npz"), "census": folder / "census.csv"}
    defaults: dict[str, Any] = {"generations": 37, "engine": "numpy", "every": EVERY_TEN, **files}
    if not {"name", "text", "soup"} & set(job):
        defaults |= {"soup": SOUP, "rule": "Immigration"}
    return Job(**{**defaults, "checkpoint": folder / "night", **job})


def do(job: Job) -> Summary:
    return run(job, Console(quiet=True))[0]


def crash(job: Job, generation: int) -> None:
    """Run a job that crashes without a message after that generation."""
    step = NumpyEngine.step

    def step_(self: NumpyEngine, generations: int = 1, rule: Any = None) -> int:
        if self.generation + generations > generation:
            raise CrashError
        return step(self, generations, rule)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(NumpyEngine, "step", step_)
        patched.setattr("gpulife.engines.stepping.PORTION_SECONDS", 0.0)
        with pytest.raises(CrashError):
            do(job)


def written(job: Job) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in job.files}
