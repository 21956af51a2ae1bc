"""Two displays at once: each continues its own show after a power cut, and never writes to the other's files."""

from __future__ import annotations

import signal
from pathlib import Path

from window.conftest import ASKED, START
from window.desktop import wait_until
from window.test_art_command import log, programme, wait_for_line

from gpulife.art.checkpoint_files import FOLDER, CheckpointFiles

__all__ = ["programme"]


def test_two_displays_use_separate_files(start: START, programme: Path) -> None:
    displays = []
    for number in (1, 2):
        displays.append(start("art", programme, "--seed", number, settings=ASKED, name=f"display {number}"))
        folder = displays[0].data / FOLDER
        name = "art" if number == 1 else "art.2"
        wait_until(lambda folder=folder, name=name: len(list(folder.glob(f"{name}-?.gpuart"))) == 2, f"saves of {name}")
    for display in displays:
        display.process.send_signal(signal.SIGKILL)
        display.process.wait(20)
    seeds = []
    for name in ("art", "art.2"):
        resumed, lines = CheckpointFiles(folder, name).load()
        assert lines == ()
        assert resumed is not None
        seeds.append(resumed.schedule.seed)
    assert len(set(seeds)) == 2
    again = start("art", programme, "--seed", 1, name="again")
    wait_for_line(again, r"continues at generation")
    assert again.quit() == 0
    assert "damaged" not in log(again)
