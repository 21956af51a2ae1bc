"""Autosaves: the newest complete file always restores the session."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from autosaves import load_autosave
from boards import assert_boards_equal
from conftest import ENGINE_KINDS, OpenEngine
from session.test_session import SCRIPT, SHAPE, match_of, play, session_of

from gpulife.engines.checkpoint import take_snapshot
from gpulife.errors import OutputError
from gpulife.games.core.board_hash import moment_hash
from gpulife.rules import parse_rule
from gpulife.session.autosave import AUTOSAVE_ENDING, Autosave, take_over
from gpulife.session.session import Session
from gpulife.storage.save_file import Rotation, SavedFileError


def test_save_interval(tmp_path: Path) -> None:
    session, autosave = session_of(), Autosave(tmp_path, now=1000.0)
    assert not autosave.is_due(session, 1029.9)
    assert autosave.is_due(session, 1030.0)
    autosave.save(session, 1031.0)
    assert not autosave.is_due(session, 1060.0)
    assert autosave.is_due(session, 1061.0)
    session.engine.shape = (4096, 4096)
    assert not autosave.is_due(session, 1150.0)
    assert autosave.is_due(session, 1151.0)


@pytest.mark.parametrize("kind", ENGINE_KINDS)
def test_resume_with_past_on_any_engine(open_kind: OpenEngine, kind: str, tmp_path: Path) -> None:
    session = play(session_of(), SCRIPT, 200)
    Autosave(tmp_path / "new" / "folder", 0).save(session, 0)
    saved = load_autosave(tmp_path / "new" / "folder")
    assert saved is not None
    assert saved.warning is None
    engine = open_kind(kind, parse_rule(saved.recording.match.rule), SHAPE)
    resumed = Session(saved.recording.match, engine, recording=saved.recording, keyframe=saved.keyframe)
    assert moment_hash(resumed.state, resumed.board) == moment_hash(session.state, session.board)
    assert (resumed.ticks, resumed.computed) == (session.ticks, session.computed)
    assert_boards_equal(engine.read_all(), session.engine.read_all())
    for each in (session, resumed):
        for _ in range(100):
            each.tick(each.release_inputs())
    assert resumed.recording() == session.recording()
    resumed.seek(50)
    straight = play(session_of(), SCRIPT, 50)
    assert_boards_equal(engine.read_all(), straight.engine.read_all())


def test_saving_in_the_past_keeps_the_future(tmp_path: Path) -> None:
    session = play(session_of(), SCRIPT, 200)
    end = session.recording()
    session.seek(90)
    Autosave(tmp_path, 0).save(session, 0)
    saved = load_autosave(tmp_path)
    assert saved is not None
    resumed = session_of(recording=saved.recording, keyframe=saved.keyframe)
    assert (resumed.ticks, resumed.recorded_ticks) == (90, 200)
    resumed.seek(200)
    assert resumed.recording() == end


def test_nothing_to_load(tmp_path: Path) -> None:
    assert load_autosave(tmp_path) is None
    assert load_autosave(tmp_path / "missing") is None


def test_files_alternate_per_program(tmp_path: Path) -> None:
    session = session_of()
    names = []
    for _ in range(2):
        autosave = Autosave(tmp_path, 0)
        written = []
        for _ in range(3):
            session.tick()
            written.append(saved_file(autosave, session).name)
            saved = load_autosave(tmp_path)
            assert saved is not None
            assert saved.keyframe.tick == session.ticks
        assert written[0] == written[2] != written[1]
        assert re.fullmatch(r"session-[0-9a-f]{16}-a\.gpusave", written[0])
        names += written[:2]
        autosave.release()
    assert len(set(names)) == 4
    assert sorted(path.name for path in tmp_path.glob("*.gpusave")) == sorted(names)


def saved_file(autosave: Autosave, session: Session) -> Path:
    path = autosave.save(session, 0)
    assert path is not None
    return path


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty"])
def test_damaged_file_falls_back_to_older(tmp_path: Path, damage: str) -> None:
    session, autosave = play(session_of(), SCRIPT, 50), Autosave(tmp_path, 0)
    saved_file(autosave, session)
    session.tick()
    newest = saved_file(autosave, session)
    spoil(newest, damage)
    autosave.release()
    saved = load_autosave(tmp_path)
    assert saved is not None
    assert saved.keyframe.tick == 50
    assert newest.exists(), "who only looks changes nothing"
    (files,) = Rotation.find(tmp_path, AUTOSAVE_ENDING)
    taken = take_over(files)
    assert taken is not None
    assert taken.saved.keyframe.tick == 50
    assert f"{newest} " in str(taken.saved.warning)
    assert f"it was set aside as {newest.name}.bad; using the session's other autosave" in str(taken.saved.warning)
    assert not newest.exists()
    # The next save replaces the damaged file, not the good one.
    again = Autosave(tmp_path, 0)
    again.adopt(taken)
    assert again.save(session, 0) == newest
    assert load_autosave(tmp_path).keyframe.tick == 51  # type: ignore[union-attr]


def test_file_from_newer_version_stays(tmp_path: Path) -> None:
    session, autosave = play(session_of(), SCRIPT, 50), Autosave(tmp_path, 0)
    path = saved_file(autosave, session)
    autosave.release()
    spoil(path, "newer")
    (files,) = Rotation.find(tmp_path, AUTOSAVE_ENDING)
    with pytest.raises(SavedFileError, match="newer gpulife, in format 9"):
        take_over(files)
    assert path.exists()
    assert files.lock(), "nobody holds it"


def spoil(path: Path, damage: str) -> None:
    data = bytearray(path.read_bytes())
    if damage == "cut":
        del data[len(data) // 2 :]
    elif damage == "flipped":
        data[len(data) * 2 // 3] ^= 1
    elif damage == "empty":
        data.clear()
    else:
        data[8] = 9
    path.write_bytes(data)


def test_two_damaged_files_are_an_error(tmp_path: Path) -> None:
    session, autosave = play(session_of(), SCRIPT, 50), Autosave(tmp_path, 0)
    for _ in range(2):
        path = saved_file(autosave, session)
        data = bytearray(path.read_bytes())
        data[-1] ^= 1
        path.write_bytes(data)
    with pytest.raises(SavedFileError, match=r"session-\w+-b\.gpusave is damaged in its part 'board': its checksum"):
        load_autosave(tmp_path)


def test_failed_save_keeps_old_file_and_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, autosave = play(session_of(), SCRIPT, 50), Autosave(tmp_path, 0)
    first = saved_file(autosave, session)
    before = first.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OutputError, match="No space left"):
            autosave.save(session, 40)
    assert not autosave.is_due(session, 41)
    assert first.read_bytes() == before
    assert list(tmp_path.glob("*.gpusave")) == [first]
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot make the folder"):
        Autosave(tmp_path / "file" / "below", 0).save(session, 0)


KILLED = """
import sys
from pathlib import Path
from gpulife.session.autosave import Autosave
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.matches import new_match
from gpulife.games.core.game import Action, ActionKind
from gpulife.rules import parse_rule
from gpulife.session.session import Session

match = new_match("study", parse_rule("Immigration"), (21, 37), 1982)
session = Session(match, NumpyEngine(parse_rule(match.rule), (21, 37)))
session.tick([Action(-1, ActionKind.SOUP, data="0.4"), Action(-1, ActionKind.HALT)])
autosave = Autosave(Path(sys.argv[1]), 0)
while True:
    session.tick()
    autosave.save(session, 0)
    print(session.ticks, flush=True)
"""


def test_sigkill_loses_no_save(tmp_path: Path) -> None:
    for saves in (1, 2, 7, 20):
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            told = [int(child.stdout.readline()) for _ in range(saves)]
            child.send_signal(signal.SIGKILL)
            told += [int(line) for line in child.stdout if line.endswith("\n")]
        saved = load_autosave(tmp_path)
        assert saved is not None
        assert saved.warning is None
        assert saved.keyframe.tick >= told[-1]
        match = match_of(option="NORM")
        resumed = session_of(match, recording=saved.recording, keyframe=saved.keyframe)
        resumed.seek(0)
        resumed.seek(saved.keyframe.tick)
        assert take_snapshot(resumed.engine) == saved.keyframe.snapshot
