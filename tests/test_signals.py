"""How commands end on signals and closed terminals: they save their work first."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from boards import load_pattern
from terminal import PATIENCE, Terminal

import gpulife
from gpulife.session.replay import read_replay
from gpulife.signals import stop_on_signals

UNENDING = ("run", "--soup", "50x40:0.4", "--engine", "numpy", "-g", "999999999")


@contextmanager
def started(folder: Path, *arguments: object, before: Callable[[], None] | None = None) -> Iterator[subprocess.Popen]:
    """Start gpulife with pipes in its own process group; ``before`` is called in the new process first."""

    def prepare() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a suite in the background may have Ctrl-C ignored
        if before is not None:
            before()

    with subprocess.Popen(
        [sys.executable, "-m", "gpulife", *map(str, arguments)],
        cwd=Path(gpulife.__file__).parents[1],
        env=os.environ | {"GPULIFE_DATA": str(folder), "GPULIFE_SETTINGS": str(folder / "settings.toml")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=prepare,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def read_until(process: subprocess.Popen, words: str) -> str:
    """Return its output up to that text."""
    seen = ""
    while words not in seen:
        symbol = process.stdout.read(1)
        assert symbol, f"it ended after {seen!r}: {process.stderr.read()}"
        seen += symbol
    return seen


def wait_for_children(process: subprocess.Popen, number: int) -> list[psutil.Process]:
    """Wait for that many running child processes and return them."""
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.02)
        assert process.poll() is None, f"it ended with {process.returncode}: {process.stderr.read()}"
        children = psutil.Process(process.pid).children(recursive=True)
        with suppress(psutil.NoSuchProcess):
            if sum(child.cpu_times().user > 0.3 for child in children) >= number:
                return children


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_piped_teletype_saves_its_game(tmp_path: Path, number: int, status: int) -> None:
    record = tmp_path / "game.gpureplay"
    with started(tmp_path, "teletype", "--record", record) as process:
        read_until(process, "X,Y? ")
        process.stdin.write("3,2\n")
        process.stdin.flush()
        read_until(process, "X,Y? ")
        process.send_signal(number)
        said, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert (said, complaint) == ("\n", "gpulife: warning: the game was stopped before anybody had won\n")
    assert read_replay(record).match.game == "life-2"


def test_realtime_game_is_saved(tmp_path: Path) -> None:
    game = tmp_path / "game.gpurealtime"
    with started(tmp_path, "realtime", game) as process:
        process.stdin.write("JOIN Ada b2 b3 b4 b5 b6 c2 c3 c4 c5 c6\nSCORE\n")
        process.stdin.flush()
        read_until(process, "Ada")
        process.send_signal(signal.SIGHUP)
        _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 129
    assert complaint == ""
    assert game.is_file()


def test_stress_reports_on_signal(tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    arguments = ("stress", "--size", "64x64", "--hours", "1", "--engine", "numpy", "--no-tune", "--json", str(told))
    with Terminal(*arguments) as terminal:
        terminal.wait_for("[1-9][0-9]* parts of the board")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait() == 143
        assert "verdict" in terminal.seen
    assert json.loads(told.read_text())["interrupted"]


def test_bench_ends_its_processes(tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    with started(tmp_path, "bench", "--size", "256", "--engine", "numpy", "--peers", "--json", told) as process:
        children = wait_for_children(process, 1)
        process.send_signal(signal.SIGTERM)
        said, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 143
    assert (said, complaint) == ("", "")
    assert not told.exists()
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]


def test_tournament_keeps_results(tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    arguments = ("--games", "5000", "--pair", "1:1", "--jobs", "2", "--engine", "numpy", "--json", told)
    with started(tmp_path, "tournament", *arguments) as process:
        wait_for_children(process, 2)
        os.killpg(process.pid, signal.SIGHUP)  # all of them, as the end of a terminal does
        said, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 129, complaint
    assert "of 5000 games were played" in said
    assert json.loads(told.read_text())["planned"] == 5000


def test_nohup_run_continues(tmp_path: Path) -> None:
    census = tmp_path / "census.csv"
    os.mkfifo(census)

    def nohup() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    with started(tmp_path, *UNENDING, "--census", census, "--json", before=nohup) as process:
        with census.open() as rows:
            assert rows.readline().startswith("generation,")
            process.send_signal(signal.SIGHUP)
            seen = [rows.readline() for _ in range(12_000)]  # more than a pipe holds
            assert seen[-1].startswith("11999,")
            process.send_signal(signal.SIGTERM)
            rows.read()
        summary, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 143, complaint
    assert json.loads(summary)["generation"] >= 11_999


def test_closed_terminal_ends_run_and_saves_board(tmp_path: Path) -> None:
    out = tmp_path / "out.rle"
    with Terminal(*UNENDING, "-o", str(out)) as terminal:
        terminal.wait_for("generation .*/999999999")
        terminal.hang_up()
        assert terminal.process.wait(PATIENCE) == 129
    assert load_pattern(str(out)).generation > 0
    assert [path.name for path in tmp_path.iterdir()] == ["out.rle"]


def test_closed_terminal_ends_view() -> None:
    with Terminal("--view", "terminal", "--engine", "numpy") as terminal:
        terminal.wait_for(r"generation \d")
        terminal.hang_up()
        assert terminal.process.wait(PATIENCE) == 129


def test_closed_terminal_ends_teletype_and_saves_game(tmp_path: Path) -> None:
    record = tmp_path / "game.gpureplay"
    with Terminal("teletype", "--record", str(record)) as terminal:
        terminal.wait_for(r"X,Y\? ")
        terminal.hang_up()
        assert terminal.process.wait(PATIENCE) == 129
    assert read_replay(record).match.game == "life-2"


def test_second_signal_ends_block_at_once() -> None:
    with stop_on_signals() as stop:
        signal.raise_signal(signal.SIGTERM)
        assert stop.exit_status == 143
        with pytest.raises(SystemExit, match="129"):
            signal.raise_signal(signal.SIGHUP)


def test_handlers_are_restored_after_block() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    with stop_on_signals():
        assert [signal.getsignal(number) for number in numbers] != before
    assert [signal.getsignal(number) for number in numbers] == before
