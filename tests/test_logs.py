"""The log of errors: there when something goes wrong, bounded, and never the cause of more."""

import logging
import os
import stat
from pathlib import Path

import pytest

from gpulife import logs
from gpulife.logs import ERROR_LOG, log_error, log_folder


def failed(message: str) -> BaseException:
    with pytest.raises(RuntimeError) as caught:
        raise RuntimeError(message)
    return caught.value


def test_an_error_is_kept_with_where_it_came_from() -> None:
    path = log_error("a command", failed("of all things"))
    assert path == log_folder() / ERROR_LOG
    text = path.read_text(encoding="utf-8")
    assert " ERROR gpulife: a command: gpulife " in text
    assert "Traceback (most recent call last):" in text
    assert f'File "{__file__}"' in text
    assert text.endswith("RuntimeError: of all things\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_without_an_error_there_is_no_log() -> None:
    assert list(log_folder().iterdir()) == []


def test_the_log_of_errors_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_MAX_ERROR_BYTES", 5000)
    for number in range(100):
        log_error("again", failed(f"number {number} {'x' * 200}"))
    files = sorted(log_folder().iterdir())
    assert [path.name for path in files] == [ERROR_LOG, f"{ERROR_LOG}.1", f"{ERROR_LOG}.2"]
    assert all(path.stat().st_size <= 5000 for path in files)
    assert "number 99" in files[0].read_text(encoding="utf-8")


def test_what_files_hold_does_not_direct_who_reads_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    # The processes of a test run cannot send each other what pytest would catch of it.
    monkeypatch.setattr(logging.getLogger("gpulife"), "propagate", False)
    path = log_error("opening \x1b]0;mine\x07", failed("\x1b[2J\udcff\u202e"))
    assert path is not None
    assert not {each for each in path.read_text(encoding="utf-8") if not each.isprintable()} - {"\n"}


@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe", "folder"])
def test_a_log_that_is_no_file_is_left_out_and_nothing_behind_it_written(kind: str, tmp_path: Path) -> None:
    log, victim = log_folder() / ERROR_LOG, tmp_path / "victim"
    if kind == "link":
        victim.write_text("mine")
    if kind == "pipe":
        os.mkfifo(log)
    elif kind == "folder":
        log.mkdir()
    else:
        log.symlink_to(victim)
    assert log_error("a command", failed("nothing")) is None
    assert not victim.exists() or victim.read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GPULIFE_LOGS", str(tmp_path / "file" / "logs"))
    assert log_error("a command", failed("nothing")) is None
