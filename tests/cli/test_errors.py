"""Any user error gives one clear line and exit status 2, and leaves no files behind."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import gpulife.cli.run_job
from gpulife.cli.main import main
from gpulife.errors import PatternError
from gpulife.patterns.formats.npz import header_for, write_bands
from gpulife.patterns.loading import open_pattern

pytestmark = pytest.mark.installed

HEADER = "x = 3, y = 3, rule = {}\n"
FILES = {
    "ok.rle": HEADER.format("B3/S23") + "bo$2bo$3o!\n",
    "not_an.rle": "hello there\n",
    "empty.rle": "",
    "truncated.rle": HEADER.format("B3/S23"),
    "wrong_state.rle": HEADER.format("Immigration") + ".A$2.C$3A!\n",
    "zero_count.rle": HEADER.format("B3/S23") + "bo$00bo$3o!\n",
    "long_run.rle": HEADER.format("B3/S23") + "1234567890o!\n",
    "too_large.rle": "x = 9, y = 9, rule = B3/S23:T5,5\n9o!\n",
    "huge.rle": "x = 999999999, y = 999999999\no!\n",
    "unknown_rule.rle": HEADER.format("Chess") + "3o!\n",
    "species.rle": "x = 3, y = 1\nABC!\n",
    "damaged.npz": "PK nothing",
    "damaged.png": "no picture",
}

RUNS = {
    "missing.rle -g 1": "missing.rle",
    "not_an.rle -g 1": "not_an.rle",
    "empty.rle -g 1": "empty.rle",
    "truncated.rle -g 1": "truncated.rle",
    "wrong_state.rle -g 1": "wrong_state.rle, line 2",
    "zero_count.rle -g 1": "zero_count.rle, line 2",
    "long_run.rle -g 1": "long_run.rle, line 2",
    "too_large.rle -g 1": "too_large.rle",
    "huge.rle -g 1": "GiB",
    "unknown_rule.rle -g 1": "Chess",
    "species.rle -g 1": "--rule QuadLife",
    "damaged.npz -g 1": "damaged.npz",
    "damaged.png -g 1": "damaged.png",
    ". -g 1": "folder",
    "ok.rle -g 1 --rule Chess": "Chess",
    "ok.rle -g 1 --rule BioWar:9": "1 to 6",
    "ok.rle -g 1 --rule B9/S23": "0 to 8",
    "ok.rle -g 1 --rule Life:T0,9": "Life:T0,9",
    "ok.rle -g 1 --rule Life:T2,2": "do not fit",
    "ok.rle -g 1 --rule Life:T9,9 --size 10x10": "fixes the size",
    "ok.rle -g 1 --rule Life:T9,9 --edges dead": "fixes the edges",
    "ok.rle -g 1 --engine cuda": "auto, planes, gl, numpy, plane, hashlife",
    "ok.rle -g 1 --size 2x2": "do not fit",
    "ok.rle -g 1 --size 0x5": "--size",
    "ok.rle -g 1 --size=-5x5": "--size",
    "ok.rle -g 1 --size 5": "WIDTHxHEIGHT",
    "ok.rle -g 1 --size 99999999x99999999": "GiB",
    "ok.rle -g 1 --edges open": "--edges",
    "ok.rle -g -1": "--generations",
    "ok.rle -g x": "--generations",
    "ok.rle -g " + "9" * 5000: "--generations",
    "ok.rle": "--generations",
    "-g 1": "exactly one",
    "ok.rle --soup 9x9:.5 -g 1": "exactly one",
    "ok.rle --seed 3 -g 1": "--seed",
    "ok.rle -g 1 --zoom 2": "--zoom",
    "ok.rle -g 1 --json --quiet": "not allowed with",
    "ok.rle -g 1 --frobnicate": "--frobnicate",
    "--soup 9x9 -g 1": "--soup",
    "--soup 9x9:2 -g 1": "density",
    "--soup 0x9:.5 -g 1": "--soup",
    "--soup 9x9:.5:1,2,3 --rule Immigration -g 1": "shares",
    "--soup 9x9:.5 --seed -1 -g 1": "--seed",
    "--soup 9x9:.5 --seed 18446744073709551616 -g 1": "--seed",
    "--soup 999999999x999999999:.5 -g 1": "GiB",
    "ok.rle -g 1 -o out/x.gif": ".rle, .mc, .png, .npz",
    "ok.rle -g 1 -o out/folder.rle": "folder",
    "ok.rle -g 1 -o nowhere/x.rle": "nowhere",
    "ok.rle -g 1 -o out/y.rle -o out/../out/y.rle": "twice",
    "ok.rle -g 1 -o out/y.png --zoom 0": "--zoom",
    "ok.rle -g 1 -o ": "-o",
}
OTHERS = {
    "frobnicate": "frobnicate",
    "--view hologram": "--view",
    "--rule Chess": "Chess",
    "--size 0x0": "--size",
    "--size 99999999x99999999": "GiB",
    "--rule Life:T9,9 --size 10x10": "fixes the size",
    "--density 2": "--density",
    "--density nan": "--density",
    "--fps 0": "--fps",
    "--engine cuda": "auto, planes, gl, numpy, plane, hashlife",
    "--seed=-1": "--seed",
    "--rule Life run ok.rle -g 1": "--rule is before the command",
    "--seed 0 list rules": "--seed is before the command",
    "list colours": "colours",
    "doctor who": "who",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "out" / "folder.rle").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def assert_one_line(told: str, part: str) -> None:
    assert told.startswith("gpulife: error: ")
    assert told.count("\n") == 1
    assert told.endswith("\n")
    assert part in told
    assert "Traceback" not in told


@pytest.mark.parametrize("engine", ["numpy", "gl"])
@pytest.mark.parametrize("arguments", RUNS)
def test_impossible_runs_give_one_line(folder, capsys, arguments, engine):
    before = sorted(folder.rglob("*"))
    chosen = [] if "--engine" in arguments else ["--engine", engine]
    command = ["run", *chosen, "--census", "out/c.csv", "-o", "out/x.rle", *arguments.split()]
    assert main(command) == 2
    told = capsys.readouterr()
    assert_one_line(told.err, RUNS[arguments])
    assert told.out == ""
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize("arguments", OTHERS)
def test_impossible_commands_give_one_line(folder, capsys, arguments):
    assert main(arguments.split()) == 2
    told = capsys.readouterr()
    assert_one_line(told.err, OTHERS[arguments])
    assert told.out == ""


@pytest.mark.parametrize("where", ["before", "after"])
def test_debug_shows_where_an_error_comes_from(folder, capsys, where):
    command = ["run", "not_an.rle", "-g", "1"]
    assert main(["--debug", *command] if where == "before" else [*command, "--debug"]) == 2
    told = capsys.readouterr().err
    log, told = told.split("\n", 1)
    assert log.startswith("gpulife: debug: writing a log to ")
    assert told.startswith("Traceback")
    assert "not_an.rle" in Path(log.split("writing a log to ")[1]).read_text()
    assert_one_line(told.splitlines(keepends=True)[-1], "not_an.rle")


def test_bug_is_reported_in_one_line(capsys, monkeypatch):
    monkeypatch.setattr(gpulife.cli.run_job, "run", lambda *_: 1 / 0)
    assert main(["run", "glider", "-g", "1", "--size", "9x9"]) == 1
    assert_one_line(capsys.readouterr().err, "bug in gpulife: ZeroDivisionError")
    assert main(["run", "glider", "-g", "1", "--size", "9x9", "--debug"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_memory_error_is_not_reported_as_bug(capsys, monkeypatch):
    def greedy(*_):
        raise MemoryError

    monkeypatch.setattr(gpulife.cli.run_job, "run", greedy)
    assert main(["run", "glider", "-g", "1", "--size", "9x9"]) == 2
    assert_one_line(capsys.readouterr().err, "memory")


def test_names_with_line_ends_stay_on_one_line(folder, capsys):
    assert main(["run", "a\nb\x1b[31m.rle", "-g", "1"]) == 2
    assert main(["run", "ok.rle", "-g", "1", "-o", "a\nb\x1b[31m.gif"]) == 2
    for told in capsys.readouterr().err.splitlines(keepends=True):
        assert_one_line(told, "a\\nb\\x1b[31m")


def test_ctrl_c_before_the_run_starts(capsys, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(gpulife.cli.run_job, "run", interrupted)
    assert main(["run", "glider", "-g", "1", "--size", "9x9"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("arguments", ["run truncated.rle -g 1 -o out/x.rle", "run --soup 0x0:1 -g 1", "nonsense"])
def test_the_program_itself(folder, arguments):
    result = subprocess.run(
        [sys.executable, "-m", "gpulife", *arguments.split()], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert_one_line(result.stderr, "")
    assert [path.name for path in (folder / "out").iterdir()] == ["folder.rle"]


@pytest.mark.parametrize("arguments", ["list patterns", "run glider -g 1 --engine numpy", "-g 1 --engine numpy"])
def test_closed_output_pipe(arguments):
    read, write = os.pipe()
    os.close(read)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "gpulife", *arguments.split()], stdout=write, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(write)
    assert (result.returncode, result.stderr) == (141, b"")


def test_saved_board_with_states_unknown_to_the_rule(folder, capsys):
    header = replace(header_for(None, (3, 3), 0, highest=7), rule="Immigration")
    with (folder / "b.npz").open("wb") as file:
        write_bands(file.write, header, lambda *_: np.full((3, 3), 7, np.uint8))
    assert main(["run", "b.npz", "-g", "1"]) == 2
    assert_one_line(capsys.readouterr().err, "state 7")


def test_hint_to_list_rules_only_on_the_command_line(folder, capsys):
    (folder / "odd.rle").write_text("x = 1, y = 1, rule = Lief\no!")
    for arguments in (["run", "odd.rle", "-g", "1"], ["run", "glider", "-g", "1", "--rule", "Lief"]):
        assert main(arguments) == 2
        told = capsys.readouterr().err
        assert told.count("gpulife list rules") == 1
        assert_one_line(told, "unknown rule 'Lief'")
    with pytest.raises(PatternError) as raised:
        open_pattern("odd.rle")
    assert "gpulife list" not in str(raised.value)
