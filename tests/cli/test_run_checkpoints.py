"""``gpulife run --checkpoint``: what a run that was ended early, in whatever way, ends with after all."""

from __future__ import annotations

import csv
import io
import json
import logging
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
from rich.console import Console
from strips import StripsEngine

from gpulife.cli.arg_types import Every, every
from gpulife.cli.main import main
from gpulife.cli.run_checkpoints import Checkpoints
from gpulife.cli.run_job import run
from gpulife.cli.run_options import Job, command_to_go_on, start_text
from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import GpulifeError, OutputError, PatternError
from gpulife.patterns.formats.checkpoint.manifest import MANIFEST
from gpulife.patterns.formats.checkpoint.reader import open_checkpoint
from gpulife.patterns.formats.rle.writer import rle_text
from gpulife.patterns.notes import Notes
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.soup import SoupSpec, soup
from gpulife.rules import Edges, parse_rule
from gpulife.run_summary import Summary
from gpulife.storage.locks import try_lock

SOUP = SoupSpec((30, 41), 0.4)
EVERY_TEN = every("10")


class CrashError(Exception):
    """The program has ended."""


def job_in(folder: Path, **job: Any) -> Job:
    """A job with a checkpoint, two files and a census in a folder of its own."""
    folder.mkdir(exist_ok=True)
    files = {"outputs": (folder / "end.rle", folder / "end.npz"), "census": folder / "census.csv"}
    defaults: dict[str, Any] = {"generations": 37, "engine": "numpy", "every": EVERY_TEN, **files}
    if not {"name", "text", "soup"} & set(job):
        defaults |= {"soup": SOUP, "rule": "Immigration"}
    return Job(**{**defaults, "checkpoint": folder / "night", **job})


def do(job: Job) -> Summary:
    return run(job, Console(quiet=True))[0]


def crash(job: Job, generation: int) -> None:
    """Do a job that ends without a word when it has computed that generation."""
    step = NumpyEngine.step

    def step_(self: NumpyEngine, generations: int = 1, rule: Any = None) -> None:
        if self.generation + generations > generation:
            raise CrashError
        step(self, generations, rule)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(NumpyEngine, "step", step_)
        patched.setattr("gpulife.engines.stepping.PORTION_SECONDS", 0.0)
        with pytest.raises(CrashError):
            do(job)


def written(job: Job) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in job.files}


@pytest.mark.parametrize("rule", ["Immigration", "2/13/21:P41,30", "BioWar:3"])
@pytest.mark.parametrize("seed", [5, None])
@pytest.mark.parametrize("has_census", [True, False])
def test_a_run_that_resumes_ends_as_one_that_was_never_lost(
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


def test_a_checkpoint_is_a_pattern_to_go_on_from(tmp_path: Path) -> None:
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


def test_going_on_into_the_same_folder_can_be_lost_and_resumed(tmp_path: Path) -> None:
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


def test_going_on_under_another_law_resumes_under_that_one(tmp_path: Path) -> None:
    """Also when nothing of it was saved yet: the board that is there is still one of the law before."""
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


def test_checkpoints_are_of_exact_multiples_and_of_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_checkpoints_by_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize("text", ["0", "-5", "", "m", "5 m", "5d", "1.5h", "1e3", "0m", "9999999s", "٣", "9" * 16])
def test_times_and_numbers_that_are_none(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "glider", "-g", "1", "--checkpoint", "x", "--every", text]) == 2
    assert "is not a time, such as 30s, 5m or 2h, or a number of generations" in capsys.readouterr().err


def test_times_and_numbers() -> None:
    assert [every(text).seconds for text in ("30s", "5m", "2h", "7")] == [30, 300, 7200, None]
    assert [every(text).generations for text in ("30s", "7")] == [None, 7]


def test_every_is_for_checkpoints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "glider", "-g", "1", "--every", "5m"]) == 2
    assert capsys.readouterr().err == "gpulife: error: --every is for checkpoints: say where with --checkpoint FOLDER\n"


def test_nothing_of_anybody_is_replaced(tmp_path: Path) -> None:
    job = job_in(tmp_path / "a", seed=5)
    folder = job.checkpoint
    assert folder is not None
    folder.write_text("mine")
    with pytest.raises(OutputError, match=r"night: it is a file; give the name of a folder"):
        do(job)
    folder.unlink()
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"night: it has other files, such as mine\.txt; give the name of a new or"):
        do(job)
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]
    (folder / "mine.txt").unlink()
    do(job)
    before = open_checkpoint(folder, "c").manifest
    told = (
        rf"{folder} has the checkpoint of generation 37 of gpulife run --soup 41x30:0\.4 --rule Immigration --seed 5 "
        rf"-g 37: go on from it with 'gpulife run {folder} -g N --checkpoint {folder}', or give --checkpoint another"
    )
    for other in (job, replace(job, soup=None, seed=None, name="glider"), replace(job, generations=9)):
        with pytest.raises(OutputError, match=told):
            do(other)
    for other in (replace(job, seed=6), replace(job, generations=38), replace(job, census=None)):
        with pytest.raises(OutputError, match=r"-g 37: give --checkpoint another name"):
            do(replace(other, resumes=True))
    assert open_checkpoint(folder, "c").manifest == before


def test_a_folder_that_cannot_be_made_is_told_before_anything(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match=r"cannot (write|make)"):
        do(job_in(tmp_path / "a", checkpoint=tmp_path / "file" / "night"))
    folder = tmp_path / "b" / "c" / "night"
    with pytest.raises(GpulifeError):
        do(job_in(tmp_path / "a", checkpoint=folder, rule="NoSuchRule"))
    assert not folder.exists()


def test_two_programs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    job = job_in(tmp_path / "a")
    assert job.checkpoint is not None
    job.checkpoint.mkdir()
    lock = try_lock(job.checkpoint / ".gpulife.lock")
    assert lock is not None
    with pytest.raises(OutputError, match="another gpulife is writing there"):
        do(job)
    lock.release()
    do(job)


def test_a_damaged_checkpoint_is_neither_resumed_nor_replaced(tmp_path: Path) -> None:
    job = job_in(tmp_path / "a", seed=5)
    crash(job, 25)
    assert job.checkpoint is not None
    path = job.checkpoint / MANIFEST
    good = path.read_text()
    path.write_text(good[:-10])
    for each in (job, replace(job, resumes=True)):
        with pytest.raises(PatternError, match=r"manifest\.json: "):
            do(each)
    assert path.read_text() == good[:-10]
    manifest = json.loads(good)
    (job.checkpoint / manifest["census"]["file"]).write_bytes(b"x" * manifest["census"]["size"])
    path.write_text(good)
    with pytest.raises(PatternError, match=r"census-.*\.csv: the census is damaged"):
        do(replace(job, resumes=True))
    assert not job.files[0].exists()


def test_a_full_disk_ends_neither_the_run_nor_the_checkpoint_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    read = Engine.read

    def read_(self: Engine, *rectangle: int) -> Any:
        if self.generation in (20, 30):
            raise OSError(28, "No space left on device")
        return read(self, *rectangle)

    monkeypatch.setattr(Engine, "read", read_)
    job = job_in(tmp_path / "a", seed=5)
    crash(job, 34)
    assert job.checkpoint is not None
    pattern = open_checkpoint(job.checkpoint, "c")
    assert pattern.generation == 10
    assert {path.name for path in job.checkpoint.iterdir()} == {MANIFEST, ".gpulife.lock", *pattern.manifest.files}
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert len(told) == 2
    assert told[0].startswith("no checkpoint of generation 20: cannot write ")
    assert told[0].endswith("No space left on device; that of generation 10 stays")
    do(replace(job, resumes=True))
    whole = replace(job_in(tmp_path / "whole", seed=5), checkpoint=None)
    do(whole)
    assert written(job) == written(whole)


def test_a_board_on_several_ranks_resumes_on_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """1, 4 and 3 ranks, as strips in this process."""
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


def test_a_checkpoint_is_opened_wherever_patterns_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


def test_long_words_are_told_apart() -> None:
    texts = {start_text(Job(generations=1, text="A" * length)) for length in range(900, 1100)}
    assert len(texts) == 200
    assert max(map(len, texts)) <= 1000


PROGRAM = (sys.executable, "-m", "gpulife", "run")


@pytest.mark.installed
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path, name: str, status: int) -> None:
    census, night, out = tmp_path / "census.csv", tmp_path / "a night", tmp_path / "out.npz"
    os.mkfifo(census)
    soup = ("--soup", "50x40:0.4", "--seed", "3", "--rule", "Immigration", "--engine", "numpy", "--json")
    command = [*PROGRAM, *soup, "-g", "999999999", "--checkpoint", night, "--census", census, "-o", out]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        with census.open() as rows:
            begun = [rows.readline() for _ in range(5)]  # the header and four generations: the run is on
            process.send_signal(getattr(signal, name))
            rows_before = [*begun, *rows]
        summary = json.loads(process.communicate(timeout=60)[0])
        assert process.returncode == status
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
def test_a_killed_run_resumes_by_its_environment(tmp_path: Path) -> None:
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


def test_saving_and_loading_show_how_far_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.progress._AFTER_SECONDS", 0.0)
    monkeypatch.setattr("gpulife.patterns.formats.npz.bands.BAND_BYTES", 1)
    job = job_in(tmp_path / "a", checkpoint=Path(os.path.relpath(tmp_path)) / "night")
    console = Console(file=io.StringIO(), force_terminal=True, width=200)
    run(job, console)
    run(replace(job, resumes=True), console)
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    assert f"saving the checkpoint {job.checkpoint}" in text
    assert f"loading {job.checkpoint}" in text


def test_the_command_that_goes_on_has_all_options_that_still_matter() -> None:
    job = Job(
        soup=SOUP,
        seed=1,
        generations=9,
        every=every("2h"),
        outputs=(Path("a b.png"),),
        zoom=3,
        census=Path("c.csv"),
        engine="planes",
        memory="lean",
        tune=False,
        ranks=4,
        restarts=2,
    )
    assert command_to_go_on(job, Path("a night"), 5) == (
        "gpulife run 'a night' -g 5 --checkpoint 'a night' --every 2h -o 'a b.png' --census c.csv --zoom 3 "
        "--engine planes --memory lean --no-tune --ranks 4 --restarts 2"
    )
    assert command_to_go_on(Job(text="A", generations=9), Path("n"), 1) == "gpulife run n -g 1 --checkpoint n"
