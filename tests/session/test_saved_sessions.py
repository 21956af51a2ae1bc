"""Interrupted sessions: each is offered to only one program, and kept until it is resumed or discarded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from autosaves import load_autosave
from session.test_session import SCRIPT, play, session_of

from gpulife.errors import OutputError
from gpulife.session.autosave import (
    _KIND,
    AUTOSAVE_ENDING,
    MAX_SESSIONS,
    MIN_DAYS,
    Autosave,
    ResumableSession,
    delete_old_sessions,
    discard,
    resumable_sessions,
    take,
    take_newest,
    why_nothing_to_resume,
)
from gpulife.storage.save_file import Rotation, SavedFileError, pack_json, read_parts, write_parts

DAY = 24 * 3600.0
NOON = 1_700_000_000.0


def left_behind(folder: Path, ticks: int, *, ended: bool = False, at: float | None = None) -> Rotation:
    """A session that a program left after some ticks."""
    session, autosave = play(session_of(), SCRIPT, ticks), Autosave(folder, 0)
    autosave.save(session, 0)
    files = autosave.files
    assert files is not None
    if ended:
        autosave.finish(session, 0)
    else:
        autosave.release()
    if at is not None:
        for path in files.existing:
            os.utime(path, (at, at))
    return files


def ticks_of(folder: Path) -> list[int]:
    """The saved ticks of the offered sessions."""
    found = [take(each) for each in resumable_sessions(folder)[0]]
    for each in found:
        each.files.release()
    return [each.saved.keyframe.tick for each in found]


def test_empty_or_missing_folder(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        assert resumable_sessions(folder) == ([], ())
        assert take_newest(folder) == (None, ())
        assert delete_old_sessions(resumable_sessions(folder)[0], NOON) == []
        assert why_nothing_to_resume(folder) == f"there are no saved sessions in {folder}"
    assert list(tmp_path.iterdir()) == []


def test_interrupted_sessions_newest_first(tmp_path: Path) -> None:
    left_behind(tmp_path, 20, at=NOON - 60)
    left_behind(tmp_path, 30, at=NOON)
    found, lines = resumable_sessions(tmp_path)
    assert lines == ()
    assert [each.saved_at for each in found] == [NOON, NOON - 60]
    assert not any(each.save.ended for each in found)
    assert {each.save.game for each in found} == {"study"}
    assert all(each.save.rule.startswith("Immigration:T") and each.save.generation > 0 for each in found)
    assert ticks_of(tmp_path) == [30, 20]


def test_session_in_use_is_not_offered(tmp_path: Path) -> None:
    left_behind(tmp_path, 20)
    running = Autosave(tmp_path, 0)
    running.save(play(session_of(), SCRIPT, 30), 0)
    assert ticks_of(tmp_path) == [20]
    running.release()
    assert ticks_of(tmp_path) == [30, 20]


def test_ended_session_is_one_file(tmp_path: Path) -> None:
    session, autosave = play(session_of(), SCRIPT, 20), Autosave(tmp_path, 0)
    for _ in range(3):
        session.tick()
        autosave.save(session, 0)
    autosave.finish(session, 0)
    (kept,) = resumable_sessions(tmp_path)[0]
    assert kept.save.ended
    assert len(kept.files.existing) == 1
    assert ticks_of(tmp_path) == [23]


def test_resumed_session_is_exclusive(tmp_path: Path) -> None:
    left_behind(tmp_path, 20)
    (kept,) = resumable_sessions(tmp_path)[0]
    (again,) = resumable_sessions(tmp_path)[0]
    autosave = Autosave(tmp_path, 0)
    taken = take(kept)
    autosave.adopt(taken)
    with pytest.raises(OutputError, match="another gpulife is using that session"):
        take(again)
    with pytest.raises(OutputError, match="not deleted"):
        discard(again)
    assert take_newest(tmp_path) == (None, ())
    assert why_nothing_to_resume(tmp_path) == f"all sessions in {tmp_path} are in use by other programs"
    session = session_of(recording=taken.saved.recording, keyframe=taken.saved.keyframe)
    session.tick()
    autosave.save(session, 0)
    autosave.release()
    assert ticks_of(tmp_path) == [21], "one session, not two"


TAKES = """
import sys
from pathlib import Path
from gpulife.session.autosave import take_newest
sys.stdin.readline()
taken, _ = take_newest(Path(sys.argv[1]))
print(taken.saved.keyframe.tick if taken else "nothing", flush=True)
sys.stdin.read()
"""


def test_concurrent_programs_take_different_sessions(tmp_path: Path) -> None:
    for ticks in (10, 11, 12):
        left_behind(tmp_path, ticks)
    programs = [
        subprocess.Popen([sys.executable, "-c", TAKES, str(tmp_path)], stdin=-1, stdout=-1, text=True) for _ in range(5)
    ]
    try:
        for program in programs:
            assert program.stdin is not None
            program.stdin.write("go\n")
            program.stdin.flush()
        got = [program.stdout.readline().strip() for program in programs if program.stdout is not None]
    finally:
        for program in programs:
            program.kill()
            program.communicate()
    assert sorted(got) == ["10", "11", "12", "nothing", "nothing"]


def test_discard_removes_only_its_files(tmp_path: Path) -> None:
    left_behind(tmp_path, 20, at=NOON)
    left_behind(tmp_path, 30, at=NOON - 60)
    first, second = resumable_sessions(tmp_path)[0]
    discard(first)
    assert ticks_of(tmp_path) == [30]
    with pytest.raises(OutputError, match="or it was discarded"):
        take(first)
    discard(second)
    assert list(tmp_path.iterdir()) == []


def test_files_of_format_1_are_found(tmp_path: Path) -> None:
    left_behind(tmp_path, 20).lock()
    (files,) = Rotation.find(tmp_path, AUTOSAVE_ENDING)
    old = Rotation(tmp_path, "autosave", AUTOSAVE_ENDING)
    (path,) = files.existing
    parts = read_parts(path, _KIND)
    write_parts(old.paths[0], replace(_KIND, version=1), parts | {"save": pack_json(7)})
    path.unlink()
    (kept,) = resumable_sessions(tmp_path)[0]
    assert kept.files.name == "autosave"
    assert (kept.save.number, kept.save.game, kept.save.rule) == (7, "study", "Immigration:T37,21")
    assert kept.save.ended, "nobody knows"
    taken = take(kept)
    assert taken.saved.keyframe.tick == 20
    session, autosave = (
        session_of(recording=taken.saved.recording, keyframe=taken.saved.keyframe),
        Autosave(tmp_path, 0),
    )
    autosave.adopt(taken)
    session.tick()
    autosave.save(session, 0)
    autosave.release()
    assert ticks_of(tmp_path) == [21]


def spoil(files: Rotation, place: int) -> None:
    for path in files.existing:
        data = bytearray(path.read_bytes())
        data[place] ^= 1
        path.write_bytes(data)


@pytest.mark.parametrize("place", [0, 40, -1], ids=["mark", "what it is", "board"])
def test_damaged_sessions_are_set_aside(tmp_path: Path, place: int) -> None:
    left_behind(tmp_path, 20, at=NOON - 60)
    spoil(left_behind(tmp_path, 30), place)
    lines: list[str] = []
    for _ in range(2):
        found, more = resumable_sessions(tmp_path)
        lines += more
        taken, more = take_newest(tmp_path)
        lines += more
        assert taken is not None
        assert taken.saved.keyframe.tick == 20
        taken.files.release()
    assert len(found) == 1
    assert len(lines) == 1
    assert "it was set aside as session-" in lines[0]
    assert len(list(tmp_path.glob("*.bad"))) == 1


def test_damaged_board_is_reported_on_resume(tmp_path: Path) -> None:
    spoil(left_behind(tmp_path, 30), -1)
    (kept,) = resumable_sessions(tmp_path)[0]
    with pytest.raises(SavedFileError, match="damaged in its part 'board': its checksum is wrong; it was set aside"):
        take(kept)
    assert resumable_sessions(tmp_path) == ([], ())


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": -1},
        {"number": "1"},
        {"number": 1 << 70},
        {"generation": -1},
        {"ended": 1},
        {"option": "a\nb"},
        {"option": "x" * 41},
        {"game": "chess"},
        {"rule": "B9/S:99"},
        None,
        [],
        True,
    ],
)
def test_save_part_is_checked(tmp_path: Path, wrong: dict[str, Any] | None) -> None:
    (path,) = left_behind(tmp_path, 20).existing
    parts = read_parts(path, _KIND)
    save = json.loads(zlib.decompress(parts["save"]))
    parts["save"] = pack_json(save | wrong if isinstance(wrong, dict) else wrong)
    write_parts(path, _KIND, parts)
    found, (line,) = resumable_sessions(tmp_path)
    assert found == []
    assert "is damaged in its part 'save'" in line
    assert len(list(tmp_path.glob("*.bad"))) == 1


def test_orphaned_lock_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".session-0123456789abcdef.lock").touch()
    held = Rotation.new(tmp_path, "session", AUTOSAVE_ENDING)
    assert resumable_sessions(tmp_path) == ([], ())
    assert [path.name for path in tmp_path.iterdir()] == [f".{held.name}.lock"]


def many(folder: Path, count: int, *, ended: bool, at: float) -> None:
    """Make ``count`` sessions, each a minute older than the previous one."""
    first = left_behind(folder, 1, ended=ended, at=at)
    (path,) = first.existing
    for number in range(1, count):
        copy = Rotation(folder, f"session-{number:016x}", AUTOSAVE_ENDING).paths[0]
        copy.write_bytes(path.read_bytes())
        os.utime(copy, (at - 60 * number, at - 60 * number))


@pytest.mark.parametrize(
    ("ended", "days", "gone"),
    [(True, 0, 3), (True, MIN_DAYS + 1, 3), (False, MIN_DAYS - 1, 0), (False, MIN_DAYS + 1, 3)],
)
def test_session_retention(tmp_path: Path, ended: bool, days: int, gone: int) -> None:
    many(tmp_path, MAX_SESSIONS + 3, ended=ended, at=NOON - days * DAY)
    left = delete_old_sessions(resumable_sessions(tmp_path)[0], NOON)
    assert len(left) == MAX_SESSIONS + 3 - gone
    assert left[0].saved_at == NOON - days * DAY
    again = resumable_sessions(tmp_path)[0]
    assert [each.saved_at for each in again] == [each.saved_at for each in left]
    assert len(delete_old_sessions(again, NOON)) == len(left)


def test_size_limit_keeps_the_newest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many(tmp_path, 4, ended=True, at=NOON)
    (size,) = {kept.files.size for kept in resumable_sessions(tmp_path)[0]}
    monkeypatch.setattr("gpulife.session.autosave.MAX_BYTES", 2 * size)
    assert len(delete_old_sessions(resumable_sessions(tmp_path)[0], NOON)) == 3
    monkeypatch.setattr("gpulife.session.autosave.MAX_BYTES", 0)
    (left,) = delete_old_sessions(resumable_sessions(tmp_path)[0], NOON)
    assert isinstance(left, ResumableSession)
    assert left.saved_at == NOON
    assert load_autosave(tmp_path) is not None
