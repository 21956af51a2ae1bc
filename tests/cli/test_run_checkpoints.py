"""``gpulife run --checkpoint``: runs ended early in any way and resumed give the result of an uninterrupted run."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from boards import assert_boards_equal, load_pattern
from checkpointed_runs import crash, do, job_in, written
from rich.console import Console
from strips import StripsEngine

from gpulife.cli.main import main
from gpulife.cli.options import Every, every
from gpulife.cli.run_checkpoints import Checkpoints, Job
from gpulife.cli.run_job import run
from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.patterns.formats.checkpoint import open_checkpoint
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Notes, Pattern
from gpulife.patterns.soup import soup
from gpulife.rules import Edges, parse_rule


@pytest.mark.parametrize("rule", ["Immigration", "2/13/21:P41,30", "BioWar:3"])
@pytest.mark.parametrize("seed", [5, None])
@pytest.mark.parametrize("has_census", [True, False])
def test_resumed_run_ends_like_an_uninterrupted_one(
    tmp_path: Path, rule: str, seed: int | None, has_census: bool
) -> None:
    job = job_in(tmp_path / "lost", rule=rule, seed=seed)
    job = job if has_census else replace(job, census=None)
    assert job.checkpoint is not None
    for generation, saved in ((19, 10), (19, 10), (34, 30)):
        crash(replace(job, resumes=True), generation)
        assert open_checkpoint(job.checkpoint, "c").generation == saved
    summary = do(replace(job, resumes=True))

    whole = replace(job_in(tmp_path / "whole", rule=rule, seed=summary.seed), checkpoint=None)
    whole = whole if has_census else replace(whole, census=None)
    expected = do(whole)
    assert written(job) == written(whole)
    assert summary.seed == expected.seed is not None
    assert (summary.population, summary.generations, summary.generation) == (expected.population, 37, 37)
    assert not summary.interrupted
    assert do(replace(job, resumes=True)).generation == 37  # which was done: the files are written again
    assert written(job) == written(whole)


def test_a_pattern_keeps_its_name_and_generation(tmp_path: Path) -> None:
    start = tmp_path / "start.rle"
    notes = Notes("A name", "An author", ("first remark", "second"))
    start.write_text(rle_text(Pattern(soup((20, 20), 0.4, 1, np.random.default_rng(1)), notes=notes)))
    job = job_in(tmp_path / "lost", name=str(start), size=(40, 50), edges=Edges.DEAD)
    crash(replace(job, resumes=True), 25)
    start.unlink()  # nobody needs it any more
    do(replace(job, resumes=True))
    start.write_text(rle_text(Pattern(soup((20, 20), 0.4, 1, np.random.default_rng(1)), notes=notes)))
    whole = replace(job_in(tmp_path / "whole", name=str(start), size=(40, 50), edges=Edges.DEAD), checkpoint=None)
    do(whole)
    assert written(job) == written(whole)
    assert b"#N A name" in written(job)["end.rle"]


def test_checkpoint_can_be_run_as_a_pattern(tmp_path: Path) -> None:
    job = job_in(tmp_path / "lost", seed=5)
    crash(job, 25)
    whole = replace(job_in(tmp_path / "whole", seed=5), checkpoint=None)
    do(whole)
    rest = Job(name=str(job.checkpoint), generations=17, engine="numpy", outputs=job.outputs, census=job.census)
    summary = do(rest)
    assert written(rest) == written(whole)
    assert (summary.rule, summary.generation, summary.generations) == ("Immigration:T41,30", 37, 17)
    # Under another law its census begins anew.
    do(replace(rest, rule="QuadLife", outputs=()))
    assert rest.census is not None
    assert [row[0] for row in csv.reader(rest.census.read_text().splitlines())][:2] == ["generation", "20"]


def test_resume_a_run_that_continued_its_own_checkpoint(tmp_path: Path) -> None:
    job = job_in(tmp_path / "lost", seed=5)
    crash(job, 25)
    rest = replace(job, soup=None, rule=None, seed=None, name=str(job.checkpoint), generations=17)
    crash(rest, 20)
    assert job.checkpoint is not None
    record = open_checkpoint(job.checkpoint, "c").manifest.run
    assert record is not None
    assert (record.first, record.last) == (20, 37)  # although nothing was computed: who resumes has to know
    crash(replace(rest, resumes=True), 33)
    assert open_checkpoint(job.checkpoint, "c").generation == 30
    do(replace(rest, resumes=True))
    whole = replace(job_in(tmp_path / "whole", seed=5), checkpoint=None)
    do(whole)
    assert written(job) == written(whole)
    # Once more by as many: another run, although of the same words.
    assert do(rest).generation == 54
    assert do(replace(rest, resumes=True)).generation == 54


def test_resume_a_run_that_continued_under_another_rule(tmp_path: Path) -> None:
    """Also when the new run has saved nothing yet, so the checkpoint's board is still under the old rule."""
    job = job_in(tmp_path / "lost", seed=5)
    crash(job, 25)
    rest = replace(job, soup=None, seed=None, name=str(job.checkpoint), rule="QuadLife", generations=17)
    whole = replace(rest, checkpoint=None, outputs=(tmp_path / "whole.rle",), census=tmp_path / "whole.csv")
    do(whole)
    crash(rest, 22)
    crash(replace(rest, resumes=True), 22)
    summary = do(replace(rest, resumes=True))
    assert (summary.rule, summary.generation) == ("QuadLife:T41,30", 37)
    assert (tmp_path / "lost" / "end.rle").read_bytes() == (tmp_path / "whole.rle").read_bytes()
    assert (tmp_path / "lost" / "census.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_checkpoints_at_multiples_and_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[int] = []
    save = Checkpoints.save

    def save_(self: Checkpoints, engine: Engine, *rest: Any) -> None:
        saved.append(engine.generation)
        save(self, engine, *rest)

    monkeypatch.setattr(Checkpoints, "save", save_)
    job = job_in(tmp_path / "a", every=every("12"))
    summary = do(job)
    assert saved == [12, 24, 36, 37]
    assert (summary.checkpoint, summary.checkpoint_generation) == (str(job.checkpoint), 37)
    saved.clear()
    do(replace(job_in(tmp_path / "b", every=every("12"), generations=24), census=None))
    assert saved == [12, 24]
    saved.clear()
    do(replace(job, soup=None, rule=None, name=str(job.checkpoint), generations=30))
    assert saved == [48, 60, 67]


def test_checkpoints_by_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()  # a second whenever somebody looks
    monkeypatch.setattr("gpulife.cli.run_checkpoints.time", SimpleNamespace(monotonic=lambda: next(clock)))
    saved: list[int] = []
    save = Checkpoints.save

    def save_(self: Checkpoints, engine: Engine, *rest: Any) -> None:
        saved.append(engine.generation)
        save(self, engine, *rest)

    monkeypatch.setattr(Checkpoints, "save", save_)
    job = job_in(tmp_path / "a", every=Every("10s", seconds=10))
    do(job)
    assert len(saved) > 3
    assert saved[-1] == 37
    assert job.checkpoint is not None
    assert open_checkpoint(job.checkpoint, "c").generation == 37


def test_resume_on_another_number_of_ranks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Uses 1, 4 and 3 ranks, as strips in this process."""
    job = replace(job_in(tmp_path / "lost", seed=5), resumes=True)
    cuts = iter([(), (4, 5, 21), (9, 20)])
    opened: list[StripsEngine] = []

    def open_(_name: str, rule: Any, shape: tuple[int, int], **_: Any) -> StripsEngine:
        opened.append(StripsEngine(rule, shape, next(cuts)))
        return opened[-1]

    monkeypatch.setattr("gpulife.cli.run_job.open_engine", open_)
    crash(job, 15)
    crash(job, 25)
    do(job)
    monkeypatch.undo()
    assert [engine.calls.count("read_part") for engine in opened] == [0, 1, 1]
    assert job.checkpoint is not None
    assert len(open_checkpoint(job.checkpoint, "c").strips) == 3
    whole = replace(job_in(tmp_path / "whole", seed=5), checkpoint=None)
    do(whole)
    assert written(job) == written(whole)


def test_checkpoint_opens_like_any_pattern(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "night"
    assert main(["run", "glider", "-g", "4", "--engine", "numpy", "--quiet", "--checkpoint", str(folder)]) == 0
    assert main(["identify", str(folder)]) == 0
    assert "spaceship" in capsys.readouterr().out
    assert_boards_equal(load_pattern(str(folder)).cells, _glider_after(4))


def _glider_after(generations: int) -> Any:
    rule = parse_rule("Life:T160,96")
    engine = NumpyEngine(rule, (96, 160))
    cells = load_pattern("glider").cells
    engine.paint((96 - cells.shape[0]) // 2, (160 - cells.shape[1]) // 2, cells)
    engine.step(generations)
    return engine.read_all()


PROGRAM = (sys.executable, "-m", "gpulife", "run")


@pytest.mark.installed
def test_interrupted_run_prints_the_command_to_continue(tmp_path: Path) -> None:
    census, night, out = tmp_path / "census.csv", tmp_path / "a night", tmp_path / "out.npz"
    os.mkfifo(census)
    soup = ("--soup", "50x40:0.4", "--seed", "3", "--rule", "Immigration", "--engine", "numpy", "--json")
    command = [*PROGRAM, *soup, "-g", "999999999", "--checkpoint", night, "--census", census, "-o", out]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        with census.open() as rows:
            begun = [rows.readline() for _ in range(5)]  # the header and four generations: the run is on
            process.send_signal(signal.SIGINT)
            rows_before = [*begun, *rows]
        summary = json.loads(process.communicate(timeout=60)[0])
        assert process.returncode == 130
    reached = summary["generation"]
    assert (summary["checkpoint"], summary["checkpoint_generation"]) == (str(night), reached)
    census.unlink()
    words = shlex.split(summary["go_on"])
    assert words[:5] == ["gpulife", "run", str(night), "-g", str(999999999 - reached)]
    words[4] = "5"
    result = subprocess.run([*PROGRAM, *words[2:], "--json"], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(result.stdout)["generation"] == reached + 5
    whole = tmp_path / "whole.csv"
    command = [*PROGRAM, *soup, "-g", str(reached + 5), "-o", tmp_path / "whole.npz", "--census", whole]
    subprocess.run(command, capture_output=True, timeout=60, check=True)
    assert out.read_bytes() == (tmp_path / "whole.npz").read_bytes()
    assert census.read_text() == whole.read_text()
    assert whole.read_text().startswith("".join(rows_before))


@pytest.mark.installed
def test_killed_run_resumes_by_environment_variable(tmp_path: Path) -> None:
    census = tmp_path / "census.csv"
    command = [
        *(*PROGRAM, "--soup", "50x40:0.4", "-g", "60", "--engine", "numpy", "--json", "--every", "7"),
        *("--checkpoint", "night", "--census", census, "-o", "out.npz"),
    ]
    os.mkfifo(census)
    environment = os.environ | {"GPULIFE_RESUMES": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE) as process:
        with census.open() as rows:
            for _ in range(31):
                rows.readline()
            process.kill()
        process.communicate(timeout=60)
    kept = open_checkpoint(tmp_path / "night", "night").manifest
    assert kept.generation >= 28
    assert kept.run is not None
    census.unlink()
    result = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    summary = json.loads(result.stdout)
    assert str(summary["seed"]) == kept.run.seed  # that of the run which was killed
    again = [*PROGRAM, "--soup", "50x40:0.4", "-g", "60", "--engine", "numpy", "--seed", str(summary["seed"])]
    whole = [*again, "--census", "whole.csv", "-o", "whole.npz"]
    subprocess.run(whole, cwd=tmp_path, env=environment, capture_output=True, timeout=60, check=True)
    assert (tmp_path / "out.npz").read_bytes() == (tmp_path / "whole.npz").read_bytes()
    assert census.read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_saving_and_loading_show_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.rich_console._AFTER_SECONDS", 0.0)
    monkeypatch.setattr("gpulife.patterns.formats.npz.BAND_BYTES", 1)
    job = job_in(tmp_path / "a", checkpoint=Path(os.path.relpath(tmp_path)) / "night")
    console = Console(file=io.StringIO(), force_terminal=True, width=200)
    run(job, console)
    run(replace(job, resumes=True), console)
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert f"saving the checkpoint {job.checkpoint}" in text
    assert f"loading {job.checkpoint}" in text
