"""Consoles with limited character sets: names in other scripts must not end the program."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gpulife
from gpulife.cli.main import main

NAME = "\N{CJK UNIFIED IDEOGRAPH-751F}\N{CJK UNIFIED IDEOGRAPH-547D}"
"""Life, in Chinese: in no code page of Western Europe."""
SPELT = r"\u751f\u547d"
CONSOLES = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "cp437": {"PYTHONIOENCODING": "cp437"},
    "LANG=C": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


def gpulife_on(console: str, *arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    plain = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "PYTHONIO", "PYTHONUTF8"))
    }
    return subprocess.run(
        [sys.executable, "-m", "gpulife", *map(str, arguments)],
        cwd=Path(gpulife.__file__).parents[1],
        env=plain
        | {"GPULIFE_DATA": str(folder), "GPULIFE_SETTINGS": str(folder / "settings.toml")}
        | CONSOLES[console],
        capture_output=True,
        encoding="ascii",
        check=False,
    )


@pytest.mark.parametrize("console", CONSOLES)
def test_unencodable_name_is_escaped(console: str, tmp_path: Path) -> None:
    board = tmp_path / f"{NAME}.rle"
    run = ("run", "glider", "-g", "3", "--engine", "numpy")
    done = gpulife_on(console, *run, "-o", board, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert board.is_file()
    if console != "LANG=C":  # there names are bytes
        assert SPELT in done.stdout

    again = gpulife_on(console, "run", board, "-g", "1", "--engine", "numpy", "--json", folder=tmp_path)
    assert (again.returncode, again.stderr) == (0, "")

    missing = gpulife_on(console, "run", tmp_path / f"no {NAME}.rle", "-g", "1", folder=tmp_path)
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr.startswith("gpulife: error: ")
    assert missing.stderr.count("\n") == 1


@pytest.mark.parametrize("console", CONSOLES)
def test_rich_output_is_escaped(console: str, tmp_path: Path) -> None:
    film = tmp_path / f"{NAME}.gif"
    arguments = ("render", "glider", "-o", film, "--size", "64x64", "--seconds", "0.1", "--fps", "10")
    done = gpulife_on(console, *arguments, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert film.is_file()


def test_plain_lines_are_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(paper, encoding="cp1252"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"HELP\n"), encoding="utf-8"))
    assert main(["realtime", str(tmp_path / f"{NAME}.gpumail")]) == 0
    assert SPELT.encode() in paper.getvalue()


def test_undecodable_names_are_escaped(tmp_path: Path) -> None:
    board = os.fsencode(tmp_path) + b"/\xff.rle"
    try:
        Path(os.fsdecode(board)).touch()
    except OSError:
        return  # a file system that takes only text
    done = subprocess.run(
        [sys.executable, "-m", "gpulife", "run", "glider", "-g", "1", "--engine", "numpy", "-o", os.fsdecode(board)],
        cwd=Path(gpulife.__file__).parents[1],
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="ascii",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert r"\udcff.rle" in done.stdout
