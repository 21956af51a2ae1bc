"""How commands end when the system, a window manager or a closed terminal ends them: with what they were to leave."""

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

POLITE = [(signal.SIGTERM, 143), (signal.SIGHUP, 129)]
UNENDING = ("run", "--soup", "50x40:0.4", "--engine", "numpy", "-g", "999999999")


@contextmanager
def started(folder: Path, *arguments: object, before: Callable[[], None] | None = None) -> Iterator[subprocess.Popen]:
    """gpulife with pipes, in a group of processes of its own; ``before`` is called in it before it begins."""

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
    """What it prints up to there."""
    seen = ""
    while words not in seen:
        symbol = process.stdout.read(1)
        assert symbol, f"it ended after {seen!r}: {process.stderr.read()}"
        seen += symbol
    return seen


def wait_for_children(process: subprocess.Popen, number: int) -> list[psutil.Process]:
    """So many processes that it started, as soon as they have begun to work."""
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.02)
        assert process.poll() is None, f"it ended with {process.returncode}: {process.stderr.read()}"
        children = psutil.Process(process.pid).children(recursive=True)
        with suppress(psutil.NoSuchProcess):
            if sum(child.cpu_times().user > 0.3 for child in children) >= number:
                return children


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), *POLITE])
def test_the_teletype_out_of_a_pipe_keeps_its_game(tmp_path: Path, number: int, status: int) -> None:
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


@pytest.mark.parametrize(("number", "status"), POLITE)
def test_real_time_life_is_kept(tmp_path: Path, number: int, status: int) -> None:
    game = tmp_path / "game.gpurealtime"
    with started(tmp_path, "realtime", game) as process:
        process.stdin.write("JOIN Ada b2 b3 b4 b5 b6 c2 c3 c4 c5 c6\nSCORE\n")
        process.stdin.flush()
        read_until(process, "Ada")
        process.send_signal(number)
        _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert complaint == ""
    assert game.is_file()


@pytest.mark.parametrize(("number", "status"), POLITE)
def test_stress_says_what_it_found(tmp_path: Path, number: int, status: int) -> None:
    told = tmp_path / "told.json"
    arguments = ("stress", "--size", "64x64", "--hours", "1", "--engine", "numpy", "--no-tune", "--json", str(told))
    with Terminal(*arguments) as terminal:
        terminal.wait_for("[1-9][0-9]* windows right")
        terminal.process.send_signal(number)
        assert terminal.wait() == status
        assert "verdict" in terminal.seen
    assert json.loads(told.read_text())["interrupted"]


@pytest.mark.parametrize(("number", "status"), POLITE)
def test_a_bench_takes_those_whom_it_measures_with_it(tmp_path: Path, number: int, status: int) -> None:
    told = tmp_path / "told.json"
    with started(tmp_path, "bench", "--size", "256", "--engine", "numpy", "--peers", "--json", told) as process:
        children = wait_for_children(process, 1)
        process.send_signal(number)
        said, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert (said, complaint) == ("", "")
    assert not told.exists()
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.parametrize(("number", "status"), POLITE)
def test_a_tournament_keeps_what_was_played(tmp_path: Path, number: int, status: int) -> None:
    told = tmp_path / "told.json"
    arguments = ("--games", "5000", "--pair", "1:1", "--jobs", "2", "--engine", "numpy", "--json", told)
    with started(tmp_path, "tournament", *arguments) as process:
        wait_for_children(process, 2)
        os.killpg(process.pid, number)  # all of them, as the end of a terminal does
        said, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == status, complaint
    assert "of 5000 games were played" in said
    assert json.loads(told.read_text())["planned"] == 5000


def test_a_run_under_nohup_goes_on(tmp_path: Path) -> None:
    census = tmp_path / "census.csv"
    os.mkfifo(census)

    def nohup() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    with started(tmp_path, *UNENDING, "--census", census, "--json", before=nohup) as process:
        with census.open() as rows:
            assert rows.readline().startswith("generation,")
            process.send_signal(signal.SIGHUP)
            seen = [rows.readline() for _ in range(20_000)]  # more than a pipe holds
            assert seen[-1].startswith("19999,")
            process.send_signal(signal.SIGTERM)
            rows.read()
        summary, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 143, complaint
    assert json.loads(summary)["generation"] >= 19_999


def test_a_closed_terminal_ends_a_run_which_saves_its_board(tmp_path: Path) -> None:
    out = tmp_path / "out.rle"
    with Terminal(*UNENDING, "-o", str(out)) as terminal:
        terminal.wait_for("generation .*/999999999")
        terminal.hang_up()
        assert terminal.process.wait(PATIENCE) == 129
    assert load_pattern(str(out)).generation > 0
    assert [path.name for path in tmp_path.iterdir()] == ["out.rle"]


def test_a_closed_terminal_ends_what_is_seen_in_it() -> None:
    with Terminal("--view", "terminal", "--engine", "numpy") as terminal:
        terminal.wait_for(r"generation \d")
        terminal.hang_up()
        assert terminal.process.wait(PATIENCE) == 129


def test_a_closed_terminal_ends_the_teletype_which_keeps_its_game(tmp_path: Path) -> None:
    record = tmp_path / "game.gpureplay"
    with Terminal("teletype", "--record", str(record)) as terminal:
        terminal.wait_for(r"X,Y\? ")
        terminal.hang_up()
        assert terminal.process.wait(PATIENCE) == 129
    assert read_replay(record).match.game == "life-2"


def test_a_second_signal_ends_the_block_at_once() -> None:
    with stop_on_signals() as stop:
        signal.raise_signal(signal.SIGTERM)
        assert stop.exit_status == 143
        with pytest.raises(SystemExit, match="129"):
            signal.raise_signal(signal.SIGHUP)


def test_handlers_are_what_they_were_after_the_block() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    with stop_on_signals():
        assert [signal.getsignal(number) for number in numbers] != before
    assert [signal.getsignal(number) for number in numbers] == before
