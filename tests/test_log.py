"""Logging: where messages are shown; log files are bounded and never cause further errors."""

import logging
import os
import re
import stat
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gpulife import log as module
from gpulife.log import (
    ART_LOG,
    DRIVERS,
    ERROR_LOG,
    LOGGER,
    ArtLogFile,
    ConsoleHandler,
    NoticeHandler,
    PendingWarnings,
    attached,
    log_error,
    log_folder,
)
from gpulife.printing import printable

HOSTILE = "\x1b[2J\x9b31m\x07\r\n\t\0\x7f\u202e\u200b\udcff"
NOW = datetime(2026, 5, 1, 22, 30, 5, tzinfo=UTC)


def failed(message: str) -> BaseException:
    with pytest.raises(RuntimeError) as caught:
        raise RuntimeError(message)
    return caught.value


def test_warnings_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    with attached(ConsoleHandler()):
        logging.getLogger("gpulife.some.module").warning("%s is odd", HOSTILE)
        LOGGER.error("100 %")
        LOGGER.info("nobody wants to know")
        LOGGER.error("is for the log of errors", exc_info=failed("x"))
        logging.getLogger(DRIVERS).error("is for the log of --debug")
    LOGGER.debug("after the block nothing is printed")
    assert capsys.readouterr().err == f"gpulife: warning: {printable(HOSTILE)} is odd\ngpulife: error: 100 %\n"


def test_notices_have_no_level(capsys: pytest.CaptureFixture[str]) -> None:
    with attached(NoticeHandler()), attached(ConsoleHandler()):
        LOGGER.info("looking for %s", "it")
        LOGGER.warning("not found")
        LOGGER.debug("nobody wants to know")
    assert capsys.readouterr().err == "looking for it\ngpulife: warning: not found\n"
    assert not LOGGER.isEnabledFor(logging.INFO)


def test_window_shows_first_warning_and_count() -> None:
    with attached(PendingWarnings()) as pending:
        assert pending.take() == ""
        LOGGER.warning("one")
        LOGGER.info("nobody wants to know")
        assert pending.take() == "one"
        threads = [threading.Thread(target=LOGGER.warning, args=("two",)) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert pending.take() == "two (and 19 more warnings)"
        assert pending.take() == ""


def test_errors_are_logged_with_traceback() -> None:
    path = log_error("a command", failed("of all things"))
    assert path == log_folder() / ERROR_LOG
    text = path.read_text(encoding="utf-8")
    assert " ERROR gpulife: a command: gpulife " in text
    assert "Traceback (most recent call last):" in text
    assert f'File "{__file__}"' in text
    assert text.endswith("RuntimeError: of all things\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_log_without_errors() -> None:
    assert list(log_folder().iterdir()) == []


def test_error_log_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_ERROR_BYTES", 5000)
    for number in range(100):
        log_error("again", failed(f"number {number} {'x' * 200}"))
    files = sorted(log_folder().iterdir())
    assert [path.name for path in files] == [ERROR_LOG, f"{ERROR_LOG}.1", f"{ERROR_LOG}.2"]
    assert all(path.stat().st_size <= 5000 for path in files)
    assert "number 99" in files[0].read_text(encoding="utf-8")


def test_log_lines_are_escaped() -> None:
    path = log_error("opening \x1b]0;mine\x07", failed("\x1b[2J\udcff\u202e"))
    assert path is not None
    assert not {each for each in path.read_text(encoding="utf-8") if not each.isprintable()} - {"\n"}


@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe", "folder"])
def test_log_that_is_no_file_is_skipped(kind: str, tmp_path: Path) -> None:
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


def test_missing_log_folder_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GPULIFE_LOGS", str(tmp_path / "file" / "logs"))
    assert log_error("a command", failed("nothing")) is None


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write an event into the art display's log, at NOW."""

    def emit(event: str, folder: str = "made", **limits: int) -> Path:
        path = tmp_path / folder / ART_LOG
        with attached(ArtLogFile(path, **limits)) as handler:
            handler.handle(logging.makeLogRecord({"msg": event, "created": NOW.timestamp()}))
        return path

    return emit


def test_display_events_are_lines_with_time(write: Callable[..., Path]) -> None:
    write("scene 'Tides' begins")
    lines = write("a monitor called\nA\tB\udcff ends").read_text().splitlines()
    assert len(lines) == 2
    assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d ", line) for line in lines)
    assert datetime.fromisoformat(lines[0][:25]) == NOW
    assert lines[0][26:] == "scene 'Tides' begins"
    assert lines[1][26:] == "a monitor called\\nA\\tB\\udcff ends"


def test_display_logs_are_bounded(write: Callable[..., Path]) -> None:
    for number in range(300):
        path = write(f"event {number:05}", max_bytes=1000, old_files=3)
    names = ["art.log", "art.log.1", "art.log.2", "art.log.3"]
    assert sorted(each.name for each in path.parent.iterdir()) == names
    assert all((path.parent / name).stat().st_size <= 1000 for name in names)
    kept = "".join((path.parent / name).read_text() for name in reversed(names))
    numbers = [int(number) for number in re.findall(r"event (\d+)", kept)]
    assert numbers == list(range(numbers[0], 300))
    assert len(numbers) > 75


def test_unwritten_lines_are_counted(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file is in the way")
    with attached(ArtLogFile(tmp_path / "folder" / ART_LOG)):
        LOGGER.info("one")
        LOGGER.info("two")
        (tmp_path / "folder").unlink()
        LOGGER.info("three")
        LOGGER.info("four")
    lines = [line[26:] for line in (tmp_path / "folder" / ART_LOG).read_text().splitlines()]
    assert lines == ["(2 lines before this one could not be written)", "three", "four"]


def test_moved_log_is_recreated(tmp_path: Path) -> None:
    with attached(ArtLogFile(tmp_path / ART_LOG)):
        LOGGER.info("one")
        (tmp_path / ART_LOG).rename(tmp_path / "kept")
        LOGGER.info("two")
    assert (tmp_path / ART_LOG).read_text().endswith(" two\n")
    assert (tmp_path / "kept").read_text().endswith(" one\n")


def test_display_lines_are_short(write: Callable[..., Path]) -> None:
    assert write("x" * 1_000_000).stat().st_size < 2100


def test_display_log_has_no_tracebacks(tmp_path: Path) -> None:
    with attached(ArtLogFile(tmp_path / ART_LOG)):
        LOGGER.error("ended by", exc_info=failed("x"))
        logging.getLogger(DRIVERS).error("slow")
        LOGGER.warning("settings are odd")
    assert [line[26:] for line in (tmp_path / ART_LOG).read_text().splitlines()] == ["settings are odd"]
    assert stat.S_IMODE((tmp_path / ART_LOG).stat().st_mode) & 0o077
