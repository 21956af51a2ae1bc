"""``gpulife run``: a pattern on a plane without end."""

import gzip
import io
import json
import os
import signal
from pathlib import Path

import numpy as np
import pytest

from gpulife.cli.main import main
from gpulife.patterns.loading import open_pattern

pytestmark = pytest.mark.needs("numba")
ENGINE = ("--engine", "hashlife")


def test_glider_gun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree, packed = tmp_path / "gun.mc", tmp_path / "gun.mc.gz"
    command = ["run", "gosper-gun", "-g", "1000000", *ENGINE, "-o", str(tree), "-o", str(packed)]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "plane       without end, live cells in 250018x250005"
    assert lines[2] == "generations 1,000,000 (0 to 1,000,000)"
    assert "population  live 166,713" in lines
    assert gzip.decompress(packed.read_bytes()) == tree.read_bytes()
    assert main(["run", str(packed), "-g", "30", *ENGINE, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["generation"], summary["population"]) == (1_000_030, {"live": 166_713 + 5})
    assert (summary["edges"], summary["columns"] > 250_018) == ("endless", True)


def test_rle_keeps_the_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start, out = tmp_path / "start.rle", tmp_path / "out.rle"
    start.write_text("#CXRLE Pos=-70,100 Gen=8\nx = 3, y = 3, rule = Immigration\n.A$2.A$3A!\n")
    assert main(["run", str(start), "-g", "400", *ENGINE, "--step", "2^3", "-o", str(out), "--quiet"]) == 0
    pattern = open_pattern(str(out))
    assert (pattern.generation, pattern.position, str(pattern.rule)) == (408, (200, 30), "Immigration")
    assert np.array_equal(pattern.whole().cells, [[0, 1, 0], [0, 0, 1], [1, 1, 1]])
    assert capsys.readouterr().out == ""
    assert main(["run", str(start), "-g", "400", *ENGINE, "-o", "-"]) == 0
    printed = capsys.readouterr()
    assert printed.out == out.read_text()
    assert "generations 400" in printed.err


def test_tree_that_is_larger_than_any_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = tmp_path / "far.mc"
    nodes = ["$$$$**$**$", "4 1 0 0 0", *(f"{level} {level - 3} 0 0 {level - 3}" for level in range(5, 105))]
    tree.write_text("\n".join(["[M2]", "#R B3/S23", *nodes, ""]))
    assert main(["run", str(tree), "-g", "1000", *ENGINE, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["population"] == {"live": 4 << 100}
    outputs = ["-o", str(tmp_path / "far.rle"), "-o", str(tmp_path / "saved.mc")]
    assert main(["run", str(tree), "-g", "1000", *ENGINE, *outputs]) == 2
    assert (tmp_path / "saved.mc").exists()
    assert "cells are too many for an RLE; save them as .mc" in capsys.readouterr().err
    assert main(["run", str(tree), "-g", "1000", "--edges", "dead"]) == 2
    assert "sides of a board are at most 999999999" in capsys.readouterr().err


# Which patterns lie on a plane, and on which engine.


def test_pattern_without_a_board_lies_on_a_plane(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "gosper-gun", "-g", "1000000000"]) == 0
    told = capsys.readouterr().out
    assert "plane       without end" in told
    assert "engine      hashlife (numba" in told
    assert "from generation" in told
    assert "population  live 166,666,713" in told


@pytest.mark.parametrize(
    "options",
    [
        "glider --size 50x40",
        "glider --edges dead",
        "glider --rule Life:T50,40",
        "glider --rule P2Life",
        "glider --engine numpy",
        "glider -o out.png",
        "glider -o out.rle -o out.npz",
        "glider --census out.csv",
        "--text HI",
    ],
)
def test_what_makes_a_board(
    options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", *options.split(), "-g", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["edges"] in ("torus", "dead")


@pytest.mark.parametrize("options", ["glider", "glider -o out.rle", "- -o -", "glider --engine plane", "big.rle"])
def test_what_lies_on_a_plane(
    options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("big.rle").write_text("x = 3, y = 3, rule = R2,C0,M1,S3..8,B3..5,NM\nbo$2bo$3o!")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"x = 3, y = 3\nbo$2bo$3o!")))
    assert main(["run", *options.split(), "-g", "3"]) == 0
    told = capsys.readouterr()
    assert "plane       without end" in told.out + told.err
    assert "engine      plane (nump" in told.out + told.err or "engine      plane (numba" in told.out + told.err


def test_growing_larger_than_life_fills_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("gpulife.engines.plane.engine.free_memory", lambda: 4_000_000)
    start, out = tmp_path / "start.rle", tmp_path / "out.rle"
    start.write_text("x = 9, y = 9, rule = R2,C0,M1,S2..8,B2..5,NM\n9o$9o$9o$9o!")
    assert main(["run", str(start), "-g", "100000", "-o", str(out)]) == 2
    told = capsys.readouterr()
    assert "tiles with live cells, too many for 1.9 MiB" in told.err
    assert "interrupted at generation" in told.out
    assert open_pattern(str(out)).generation > 10


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ("gosper-gun --size 100x100", "--size is for boards"),
        ("--soup 9x9:0.5", "--soup is for boards"),
        ("gosper-gun --census x.csv", "--census is for boards"),
        ("gosper-gun --rule Life:T99,99", "rule Life:T99,99 has a board of its own"),
        ("gosper-gun --rule P2Life", "it depends on chance"),
        ("gosper-gun -o x.png", "the name of a plane without end should end with .mc, .mc.gz, .rle"),
        ("gosper-gun --step 12", "'12' is not a power of two"),
    ],
)
def test_impossible_runs_give_one_line(options: str, error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", *options.split(), "-g", "1", *ENGINE]) == 2
    told = capsys.readouterr().err
    assert error in told
    assert told.count("\n") == 1


def test_step_needs_a_plane(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "gosper-gun", "-g", "1", "--step", "8"]) == 2
    assert "--step is for a plane without end: add --engine hashlife" in capsys.readouterr().err


def test_ctrl_c_saves_the_last_whole_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpulife.engines.hashlife.tree import HashTree

    step = HashTree.step

    def step_and_interrupt(tree: HashTree, *arguments: object) -> None:
        step(tree, *arguments)  # type: ignore[arg-type]
        if tree.generation == 3:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(HashTree, "step", step_and_interrupt)
    out = tmp_path / "out.mc"
    assert main(["run", "gosper-gun", "-g", "1023", *ENGINE, "-o", str(out)]) == 130
    assert "interrupted at generation 3 of 1,023" in capsys.readouterr().out
    assert open_pattern(str(out)).generation == 3


def test_what_was_computed_is_saved_if_memory_runs_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpulife.engines.hashlife.tree import HashTree, NoRoomError

    step = HashTree.step

    def step_or_fail(tree: HashTree, *arguments: object) -> None:
        if tree.generation == 7:
            raise NoRoomError("no room")
        step(tree, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(HashTree, "step", step_or_fail)
    out = tmp_path / "out.mc"
    assert main(["run", "gosper-gun", "-g", "1023", *ENGINE, "-o", str(out)]) == 2
    told = capsys.readouterr()
    assert told.err == "gpulife: stopped at generation 7: no room\n"
    assert "interrupted at generation 7 of 1,023" in told.out
    assert open_pattern(str(out)).generation == 7
