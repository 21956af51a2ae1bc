"""The window of ``gpulife --ranks 2``, whose universe lies in two processes."""

import signal
from pathlib import Path

import psutil
import pytest
from autosaves import load_autosave
from boards import assert_boards_equal, load_pattern
from window.conftest import START
from window.desktop import CELL, Gpulife, board_in, wait_until
from window.test_universe import BARE, COLOURS, MESSAGE, SHAPE, SOUP, verify, wait_for_life

from gpulife.patterns.formats.npz import open_npz_bytes

pytestmark = pytest.mark.needs("MPI")


def other_rank(program: Gpulife) -> psutil.Process:
    """The process of rank 1, which has no window."""
    for child in psutil.Process(program.process.pid).children(recursive=True):
        environment = child.environ()
        if environment.get("OMPI_COMM_WORLD_RANK", environment.get("PMI_RANK")) == "1":
            return child
    raise AssertionError("no rank 1")


def test_universe_on_two_ranks(start: START, tmp_path: Path) -> None:
    record = tmp_path / "kept.gpureplay"
    program = start(*SOUP, "--ranks", 2, "--record", record, settings=BARE)
    wait_for_life(program)
    rank = other_rank(program)
    program.press("space")
    halted = load_pattern(str(program.save_board()), None).cells
    shown = slice(MESSAGE // CELL, None)
    program.wait_for(
        lambda picture: (board_in(picture, COLOURS, SHAPE)[shown] == halted[shown]).all(), "the board that was saved"
    )
    program.ask_to_close()
    assert program.process.wait(60) == 0
    assert program.said == ""
    wait_until(lambda: not rank.is_running(), "rank 1 ended")
    saved = load_autosave(program.data / "autosave")
    assert saved is not None
    assert_boards_equal(halted, open_npz_bytes(saved.keyframe.snapshot, "the end").whole().cells)
    told = verify(record)
    assert told.returncode == 0, told.stderr


def test_lost_rank_ends_window_and_saves(start: START) -> None:
    program = start(*SOUP, "--ranks", 2, settings=BARE)
    wait_for_life(program)
    pictures: set[bytes] = set()
    program.wait_for(
        lambda picture: pictures.add(picture[300:400].tobytes()) or len(pictures) > 20, "a moment to go back to"
    )
    other_rank(program).send_signal(signal.SIGKILL)
    assert program.process.wait(60) == 2
    assert program.said.startswith("gpulife: error: rank 1 ")
    assert program.said.endswith("gpulife --resume continues the last saved session\n")
    assert program.said.count("\n") == 1
    assert load_autosave(program.data / "autosave") is not None
