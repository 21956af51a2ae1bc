"""``gpulife bench --window``: frame times, also compared with and without filming."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from window.desktop import PATIENCE, Screen, program, wait_until

from gpulife.errors import UsageError
from gpulife.window.main import MeasuredFrame
from gpulife.window.window_bench import _times_of

SHORT_SPELLS = """
from gpulife.window import window_bench
window_bench._PERIOD, window_bench._SKIPPED_FRAMES, window_bench.MIN_RECORDED = 40, 10, 80
"""


def test_filmed_and_unfilmed_periods_are_compared(screen: Screen, tmp_path: Path) -> None:
    command = [*program(SHORT_SPELLS), "bench", "--window", "--record", "--frames", "80", "--json"]
    environment = os.environ | {"DISPLAY": screen.name, "WAYLAND_DISPLAY": "", "TMPDIR": str(tmp_path)}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert (told.returncode, told.stderr) == (0, "")
    figures = json.loads(told.stdout)
    assert len(figures["shares"]) == 1
    assert figures["filming"] > 0
    assert not list(tmp_path.iterdir()), "the films are gone"


def test_signal_ends_measurement(screen: Screen) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "gpulife", "bench", "--window", "--frames", "1000000", "--json"],
        env=os.environ | {"DISPLAY": screen.name, "WAYLAND_DISPLAY": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        wait_until(lambda: screen.picture().any(), "a window")
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=PATIENCE) == ("", "")
        assert process.returncode == 143


def test_first_frames_of_period_are_not_counted() -> None:
    plain, filmed = np.full(120, 0.01), np.full(120, 0.02)
    filmed[:30] = 1.0
    times = np.concatenate([plain, filmed] * 2)
    measured = [MeasuredFrame(seconds, number + 1) for number, seconds in enumerate(times.tolist())]
    figures = _times_of(measured, "a renderer", film=True)
    assert figures.frames_per_second == pytest.approx(100)
    assert figures.filming == pytest.approx(50)
    assert figures.shares == pytest.approx((0.5, 0.5))
    assert figures.line.endswith("; filming: 50 frames a second, 50% (per period 50%, 50%)")


def test_sowing_frames_are_not_counted() -> None:
    sowing = [MeasuredFrame(1.0, 0)] * 30
    running = [MeasuredFrame(0.1, 4 * number) for number in range(1, 21)]
    figures = _times_of(sowing + running, "a renderer", film=False)
    assert figures.frames == 17
    assert figures.p99 == pytest.approx(100)
    assert figures.generations_per_second == pytest.approx(40)
    with pytest.raises(UsageError, match="30 frames are too few: the first 30 passed before any generation"):
        _times_of(sowing, "a renderer", film=False)


def test_any_board_size_and_rule_is_measured(screen: Screen) -> None:
    command = [sys.executable, "-m", "gpulife", "bench", "--window", "--size", "300x200", "--rule", "QuadLife"]
    environment = os.environ | {"DISPLAY": screen.name, "WAYLAND_DISPLAY": ""}
    told = subprocess.run([*command, "--frames", "30"], env=environment, capture_output=True, text=True, timeout=300)
    assert (told.returncode, told.stderr) == (0, "")
    assert re.fullmatch(
        r"window: \d+ frames, frame time p50 [\d.]+ ms, p99 [\d.]+ ms, "
        r"\d+ frames and [\d.]+ generations a second \(.+\)\n",
        told.stdout,
    )


def test_phone_press_is_timed_up_to_its_picture(screen: Screen) -> None:
    command = [sys.executable, "-m", "gpulife", "bench", "--phones", "10", "--json"]
    environment = os.environ | {"DISPLAY": screen.name, "WAYLAND_DISPLAY": ""}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert (told.returncode, told.stderr) == (0, "")
    figures = json.loads(told.stdout)
    assert figures["presses"] == 10
    assert 0 < figures["board_p50"] < figures["picture_p50"]
