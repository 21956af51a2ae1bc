"""Choosing a level by number, name or file, on the command line and elsewhere."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from gpulife.cli.main import main
from gpulife.games.registry import find_game
from gpulife.games.survivor.level import LevelError
from gpulife.games.survivor.level_files import (
    FOLDER,
    Progress,
    built_in_levels,
    find_unlocked_level,
    level_match,
    own_levels,
    write_level,
)
from gpulife.rules import Edges

LEVELS = built_in_levels()


def test_levels_by_number_name_and_file(tmp_path: Path) -> None:
    won = Progress().with_win("1-well", 9)
    assert find_unlocked_level("1", tmp_path, Progress()) == LEVELS[0]
    assert find_unlocked_level("2", tmp_path, won) == find_unlocked_level("2-wall", tmp_path, won) == LEVELS[1]
    for text, progress in (("2", Progress()), ("3-ruins", won), ("5", won)):
        with pytest.raises(LevelError, match="is locked: win level"):
            find_unlocked_level(text, tmp_path, progress)
    write_level(tmp_path / FOLDER / "mine.toml", LEVELS[4].level)
    assert find_unlocked_level("mine", tmp_path, Progress()).level == LEVELS[4].level
    assert find_unlocked_level(str(tmp_path / FOLDER / "mine.toml"), tmp_path, Progress()).level == LEVELS[4].level
    with pytest.raises(LevelError, match=r"unknown level '9': use 1 to 5, one of 1-well, .*, mine, or a .toml file"):
        find_unlocked_level("9", tmp_path, Progress())


def test_match_of_a_level() -> None:
    level = LEVELS[1].level
    match = level_match(level, 7)
    assert (match.game, match.rule, match.seed) == ("survivor", "Survivor:T16,10", 7)
    state = find_game("survivor").start(match, (10, 16))
    assert state.level == level
    assert level_match(level, 7, (40, 60), Edges.DEAD).rule == "Survivor:P60,40"
    with pytest.raises(LevelError, match="has 16x10 cells; a board of 15x10 is too small"):
        level_match(level, 7, (10, 15))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["survivor", "--level", "2"], "level 2 is locked: win level 1 (The trap in the garden) first"),
        (["survivor", "--level", "x"], "unknown level 'x': use 1 to 5"),
        (["survivor", "--level", "none.toml"], "cannot read none.toml: No such file"),
        (["survivor", "--level", "1", "--size", "9x9"], "a board of 9x9 is too small"),
        (["seed-list", "--level", "1"], "--level is for survivor, not for seed-list"),
        (["survivor", "--option", "NORM"], "survivor has no option 'NORM': it has no options"),
    ],
)
def test_command_line_errors(arguments, line, capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path))
    assert main(["play", *arguments]) == 2
    said = capsys.readouterr().err
    assert line in said
    assert said.count("\n") == 1


def hostile_levels(folder: Path) -> dict[str, str]:
    """Files that are not levels, by their error messages."""
    (folder / "folder.toml").mkdir()
    (folder / "digits.toml").write_text("a = " + "9" * 5000)
    (folder / "deep.toml").write_text("a = " + "[" * 50_000)
    (folder / "dots.toml").write_text(".".join("a" * 100_000) + " = 1")
    (folder / "large.toml").write_bytes(bytes(10 << 20))
    (folder / "noise.toml").write_bytes(bytes(range(256)) * 100)
    said = {
        "folder": "it is a folder, not a file", "digits": "it has a number with thousands of digits",
        "deep": "it is nested too deeply", "dots": "it is nested too deeply", "large": "too large for a level",
        "noise": "is not TOML",
    }  # fmt: skip
    if sys.platform != "win32":
        os.mkfifo(folder / "pipe.toml")
        (folder / "zero.toml").symlink_to("/dev/zero")
        said |= {"pipe": "it is a pipe, not a file", "zero": "it is a device, not a file"}
    return said


def test_pipe_as_level_file_does_not_block(capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path / "data"))
    levels = tmp_path / "data" / FOLDER
    levels.mkdir(parents=True)
    said = hostile_levels(levels)
    for name, line in said.items():
        assert main(["play", "survivor", "--level", str(levels / f"{name}.toml")]) == 2
        error = capsys.readouterr().err
        assert line in error
        assert error.count("\n") == 1
    for text in ("-", "/dev/zero", str(tmp_path), "\udcff", "pipe"):
        assert main(["play", "survivor", "--level", text]) == 2
        error = capsys.readouterr().err
        assert "unknown level" in error
        assert error.count("\n") == 1
    found, wrong = own_levels(tmp_path / "data")
    assert found == ()
    assert len(wrong) == len(said)
