"""Folders and options of ``gpulife run --checkpoint``: refused folders, and a full disk."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from checkpointed_runs import SOUP, crash, do, job_in, written

from gpulife.cli.main import main
from gpulife.cli.options import every
from gpulife.cli.run_checkpoints import Job, command_to_go_on, start_text
from gpulife.engines import Engine
from gpulife.errors import GpulifeError, OutputError, PatternError
from gpulife.patterns.formats.checkpoint import MANIFEST, open_checkpoint
from gpulife.storage.locks import try_lock


@pytest.mark.parametrize("text", ["0", "-5", "", "m", "5 m", "5d", "1.5h", "1e3", "0m", "9999999s", "٣", "9" * 16])
def test_invalid_values_of_every(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "glider", "-g", "1", "--checkpoint", "x", "--every", text]) == 2
    assert "is not a time, such as 30s, 5m or 2h, or a number of generations" in capsys.readouterr().err


def test_values_of_every() -> None:
    assert [every(text).seconds for text in ("30s", "5m", "2h", "7")] == [30, 300, 7200, None]
    assert [every(text).generations for text in ("30s", "7")] == [None, 7]


def test_too_long_folder_name_gives_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "glider", "-g", "1", "--engine", "numpy", "--checkpoint", "x" * 300]) == 2
    assert capsys.readouterr().err == f"gpulife: error: cannot make the folder {'x' * 300}: File name too long\n"


def test_every_needs_checkpoint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "glider", "-g", "1", "--every", "5m"]) == 2
    assert capsys.readouterr().err == "gpulife: error: --every is for checkpoints: add --checkpoint FOLDER\n"


def test_foreign_files_are_not_replaced(tmp_path: Path) -> None:
    job = job_in(tmp_path / "a", seed=5)
    folder = job.checkpoint
    assert folder is not None
    folder.write_text("mine")
    with pytest.raises(OutputError, match=r"night: it is a file, not a folder"):
        do(job)
    folder.unlink()
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"night: it has other files, such as mine\.txt; use a new or"):
        do(job)
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]
    (folder / "mine.txt").unlink()
    do(job)
    before = open_checkpoint(folder, "c").manifest
    told = (
        rf"{folder} has the checkpoint of generation 37 of gpulife run --soup 41x30:0\.4 --rule Immigration --seed 5 "
        rf"-g 37: give --checkpoint another name, or continue this run with 'gpulife run {folder} -g N --checkpoint"
    )
    for other in (job, replace(job, soup=None, seed=None, name="glider"), replace(job, generations=9)):
        with pytest.raises(OutputError, match=told):
            do(other)
    for other in (replace(job, seed=6), replace(job, generations=38), replace(job, census=None)):
        with pytest.raises(OutputError, match=r"-g 37: give --checkpoint another name"):
            do(replace(other, resumes=True))
    assert open_checkpoint(folder, "c").manifest == before


def test_impossible_folder_is_reported_first(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match=r"cannot (write|make)"):
        do(job_in(tmp_path / "a", checkpoint=tmp_path / "file" / "night"))
    folder = tmp_path / "b" / "c" / "night"
    with pytest.raises(GpulifeError):
        do(job_in(tmp_path / "a", checkpoint=folder, rule="NoSuchRule"))
    assert not folder.exists()


def test_checkpoint_folder_is_locked(tmp_path: Path) -> None:
    job = job_in(tmp_path / "a")
    assert job.checkpoint is not None
    job.checkpoint.mkdir()
    lock = try_lock(job.checkpoint / ".gpulife.lock")
    assert lock is not None
    with pytest.raises(OutputError, match="another gpulife is writing there"):
        do(job)
    lock.release()
    do(job)


def test_damaged_checkpoint_is_not_resumed_or_replaced(tmp_path: Path) -> None:
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


def test_full_disk_keeps_run_and_older_checkpoint(
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
    assert told[0].endswith("No space left on device; the checkpoint of generation 10 is kept")
    do(replace(job, resumes=True))
    whole = replace(job_in(tmp_path / "whole", seed=5), checkpoint=None)
    do(whole)
    assert written(job) == written(whole)


def test_long_start_texts_stay_distinct() -> None:
    texts = {start_text(Job(generations=1, text="A" * length)) for length in range(900, 1100)}
    assert len(texts) == 200
    assert max(map(len, texts)) <= 1000


def test_continue_command_has_all_relevant_options() -> None:
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
