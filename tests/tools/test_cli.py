"""``gpulife bench`` and ``gpulife stress`` from the command line."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from PIL import Image

from gpulife.cli.main import main

QUICK = ["--engine", "numpy", "--seconds", "0.1", "--generations", "2"]


def test_one_board_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--size", "64", *QUICK]) == 0
    out = capsys.readouterr().out
    assert "64x64" in out
    assert "Immigration, soup of density 0.35" in out
    assert "spread" in out


def test_json_to_file_or_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "figures.json"
    assert main(["bench", "--size", "64x32", *QUICK, "--json", str(path)]) == 0
    assert "64x32" in capsys.readouterr().out
    assert main(["bench", "--size", "64x32", *QUICK, "--json"]) == 0
    for data in (json.loads(path.read_text()), json.loads(capsys.readouterr().out)):
        assert [(each["columns"], each["rows"]) for each in data["figures"]] == [(64, 32)]


def test_table_ends_at_the_memory_limit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("gpulife.engines.cells.numpy_engine.free_memory", lambda: 5 * 2**20)
    assert main(["bench", *QUICK]) == 0
    out = capsys.readouterr().out
    assert "160x96" in out
    assert "512x512" in out
    assert "left out a board of 2048x2048 needs" in out
    assert "8192" not in out


def test_plots_are_pictures(tmp_path: Path) -> None:
    bench, stress = tmp_path / "bench.png", tmp_path / "stress.png"
    assert main(["bench", "--size", "64", *QUICK, "--plot", str(bench)]) == 0
    assert main(["stress", "--size", "64", "--engine", "numpy", "--hours", "0.0001", "--plot", str(stress)]) == 0
    for path in (bench, stress):
        with Image.open(path) as picture:
            assert picture.size == (1080, 600)


def test_peers_are_shown_with_their_ratios(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for module in ("golly", "peers"):
        monkeypatch.setattr(f"gpulife.tools.{module}.bgolly", lambda: None)
    assert main(["bench", "--rule", "Life", "--size", "64", *QUICK, "--peers"]) == 0
    out = capsys.readouterr().out
    assert "numpy.roll" in out
    assert re.search(r" x  +\d+ generations by turns", out)
    assert "left out Golly: bgolly is not installed" in out


def test_stress_prints_its_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.json"
    command = ["stress", "--size", "96x64", "--edges", "dead", "--engine", "numpy", "--hours", "0.0001"]
    assert main([*command, "--json", str(path)]) == 0
    out = capsys.readouterr().out
    assert "board    96x64 Immigration on numpy" in out
    assert "verdict  passed: " in out
    data = json.loads(path.read_text())
    assert data["passed"] is True
    assert len(data["minutes"]) == data["checks"]


def test_a_failed_stress_test_ends_with_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("gpulife.tools.stress.check_windows", lambda *_: "3 of 4 cells are wrong")
    assert main(["stress", "--size", "64", "--engine", "numpy", "--hours", "0.0001"]) == 1
    assert "FAILED: 3 of 4 cells are wrong" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["bench", "--size", "8k"], "argument --size: size '8k' is not WIDTHxHEIGHT, as in 160x96"),
        (["bench", "--size", "0"], "argument --size: size '0x0': width and height must be 1 to 999999999"),
        (["bench", "--seconds", "0"], "argument --seconds: '0' is not a number of seconds from 0.1 to 86400"),
        (["bench", "--generations", "0"], "argument --generations: '0' is not a number of generations, 1 or more"),
        (["bench", "--rule", "Life:T8,8", "--size", "9"], "rule Life:T8,8 fixes the size of the board: leave"),
        (["bench", "--engine", "warp"], "unknown engine 'warp': use one of"),
        (["bench", "--plot", "x.jpg"], "cannot write x.jpg: the name of a plot should end with .png"),
        (["bench", "--json", "no/such/folder.json"], "cannot write no/such/folder.json: there is no folder no/such"),
        (["bench", "--window", "--peers"], "--window measures only the window"),
        (["bench", "--window", "--rule", "Life:T8,8", "--size", "9"], "rule Life:T8,8 fixes the size of the board"),
        (["bench", "--window", "--record", "--frames", "100"], "--record needs more frames to compare: give"),
        (["bench", "--record", "--size", "64"], "--record needs --window"),
        (["stress", "--hours", "0"], "argument --hours: '0' is not a number of hours from 0.0001 to 10000"),
        (["stress", "--plot", "x.jpg"], "cannot write x.jpg: the name of a plot should end with .png"),
    ],
)
def test_invalid_options_give_one_line(command: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"gpulife: error: {message}")
    assert error.count("\n") == 1


def test_missing_matplotlib_is_reported_before_measuring(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["bench", "--plot", str(tmp_path / "x.png")]) == 2
    assert f"{sys.executable} -m pip install matplotlib\n" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
