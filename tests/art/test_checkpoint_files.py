"""Continuing after a power cut: two files, at least one of which is always intact."""

import os
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path

import pytest

from gpulife.art.checkpoint_files import _KIND, CheckpointFiles, SavedDisplay, write_saved_display
from gpulife.art.playlist import ScheduleState
from gpulife.art.scene_runner import Checkpoint, RunnerState, Sample
from gpulife.errors import OutputError
from gpulife.storage.save_file import pack_json, read_parts, unpack_json, write_parts

MOMENT = Checkpoint(
    scene="Tides",
    seed=7,
    now=datetime(2026, 5, 1, 22, 30),  # noqa: DTZ001 - as a clock on the wall
    every=24,
    state=RunnerState(generation=1234, since=34, sowings=2),
    samples=(Sample(1200, 0.1, 0.2, (5, 6)),),
    board=b"board",
    kept=b"kept",
)
SAVED = SavedDisplay("./mine.toml", ScheduleState(3, 1, 2, 0, 1, 9), MOMENT, {"seconds": 12.5})


def saved(number):
    return replace(SAVED, checkpoint=replace(MOMENT, state=RunnerState(generation=number)))


def generation(folder):
    resumed, _ = CheckpointFiles(folder).load()
    return None if resumed is None else resumed.checkpoint.state.generation


def test_saved_state_is_loaded(tmp_path):
    CheckpointFiles(tmp_path / "made").save(SAVED)
    assert CheckpointFiles(tmp_path / "made").load() == (SAVED, ())


def test_load_without_files(tmp_path):
    assert CheckpointFiles(tmp_path / "none").load() == (None, ())


def test_two_files_alternate_across_restarts(tmp_path):
    for number in range(1, 8):
        files = CheckpointFiles(tmp_path)
        files.load()
        files.save(saved(number))
        assert generation(tmp_path) == number
    assert sorted(path.name for path in tmp_path.iterdir()) == ["art-a.gpuart", "art-b.gpuart"]


def test_each_display_has_its_own_files(tmp_path):
    CheckpointFiles(tmp_path, "left").save(saved(1))
    CheckpointFiles(tmp_path, "right").save(saved(2))
    assert CheckpointFiles(tmp_path, "left").load()[0] == saved(1)


def test_truncated_file_falls_back_to_other(tmp_path):
    files = CheckpointFiles(tmp_path)
    files.save(saved(1))
    newest = files.save(saved(2))
    data = newest.read_bytes()
    for length in range(len(data)):
        newest.write_bytes(data[:length])
        resumed, lines = CheckpointFiles(tmp_path).load()
        assert resumed == saved(1)
        assert len(lines) == 2
        assert str(newest) in lines[0]
        assert lines[1] == "continuing from the older save"


def test_next_save_replaces_damaged_file(tmp_path):
    files = CheckpointFiles(tmp_path)
    files.save(saved(1))
    newest = files.save(saved(2))
    newest.write_bytes(b"")
    files = CheckpointFiles(tmp_path)
    files.load()
    assert files.save(saved(3)) == newest
    assert generation(tmp_path) == 3


def test_damaged_file_is_reported_once(tmp_path):
    files = CheckpointFiles(tmp_path)
    files.save(saved(1))
    newest = files.save(saved(2))
    newest.write_bytes(b"GPULART\x1a broken")
    assert CheckpointFiles(tmp_path).load()[1][0].endswith("; it was set aside as art-b.gpuart.bad")
    assert CheckpointFiles(tmp_path).load() == (saved(1), ())
    assert (tmp_path / "art-b.gpuart.bad").read_bytes() == b"GPULART\x1a broken"


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_folder_in_place_of_file_is_set_aside(tmp_path, make):
    make(tmp_path / "art-a.gpuart")
    resumed, lines = CheckpointFiles(tmp_path).load()
    assert resumed is None
    assert "cannot read" in lines[0]
    assert "it was set aside as art-a.gpuart.bad" in lines[0]
    assert CheckpointFiles(tmp_path).load() == (None, ())


def test_both_files_damaged(tmp_path):
    files = CheckpointFiles(tmp_path)
    for path in (files.save(saved(1)), files.save(saved(2))):
        path.write_bytes(path.read_bytes()[:-1])
    resumed, lines = CheckpointFiles(tmp_path).load()
    assert resumed is None
    assert len(lines) == 3
    assert lines[-1] == "no intact save: starting from the beginning"
    assert all("\n" not in line for line in lines)


@pytest.mark.parametrize(
    "change",
    [
        {"save": "1"},
        {"save": 0},
        {"save": 1 << 62},
        {"programme": 5},
        {"extra": []},
        {"schedule": {}},
        {"schedule": None},
        {"schedule": asdict(SAVED.schedule) | {"round": 1 << 70}},
        {"schedule": asdict(SAVED.schedule) | {"last": -2}},
        {"more": 1},
    ],
)
def test_wrong_values_count_as_damage(tmp_path, change):
    path = tmp_path / "art-a.gpuart"
    write_saved_display(path, 5, SAVED)
    parts = read_parts(path, _KIND)
    act = unpack_json(path, "act", parts["act"], dict)
    act["show"] |= change
    write_parts(path, _KIND, parts | {"act": pack_json(act)})
    resumed, lines = CheckpointFiles(tmp_path).load()
    assert resumed is None
    assert "art-a.gpuart is damaged" in lines[0]


def test_incomplete_files_are_removed(tmp_path):
    files = CheckpointFiles(tmp_path)
    files.save(saved(1))
    (tmp_path / ".gpulife-0123456789abcdef.part").write_bytes(b"half")
    assert generation(tmp_path) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["art-a.gpuart"]


def test_failed_save_keeps_last_state(tmp_path):
    files = CheckpointFiles(tmp_path)
    files.save(saved(1))
    files.files.paths[1].mkdir()
    with pytest.raises(OutputError):
        files.save(saved(2))
    files.files.paths[1].rmdir()
    assert generation(tmp_path) == 1
    files.save(saved(3))
    assert generation(tmp_path) == 3


def test_files_can_be_removed(tmp_path):
    files = CheckpointFiles(tmp_path)
    files.save(SAVED)
    files.save(SAVED)
    files.files.remove()
    assert CheckpointFiles(tmp_path).load() == (None, ())
