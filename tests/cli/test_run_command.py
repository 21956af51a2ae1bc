"""``gpulife run`` from the command line: its output, and interruptions."""

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager, nullcontext

import numpy as np
import pytest
from boards import assert_boards_equal, load_pattern

import gpulife.engines.gl.gl_engine
from gpulife.cli.main import main
from gpulife.engines import reference
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import EngineError
from gpulife.patterns.soup import soup

pytestmark = pytest.mark.installed


def test_a_summary_for_people(tmp_path, capsys):
    out = tmp_path / "out.png"
    arguments = [
        "run",
        "--soup",
        "30x20:0.4",
        "--seed",
        "7",
        "--rule",
        "Immigration",
        "-g",
        "12",
        "--engine",
        "numpy",
        "--zoom",
        "2",
        "-o",
    ]
    assert main([*arguments, str(out)]) == 0
    told = capsys.readouterr()
    facts = dict(line.split(maxsplit=1) for line in told.out.splitlines())
    assert list(facts) == [
        "rule",
        "board",
        "generations",
        "seconds",
        "speed",
        "engine",
        "population",
        "seed",
        "written",
    ]
    assert facts["rule"] == "Immigration:T30,20"
    assert facts["generations"] == "12 (0 to 12)"
    assert facts["seed"] == "7"
    assert facts["written"] == str(out)
    assert told.err == ""


def test_a_summary_as_json_and_none(capsys):
    assert main(["run", "glider", "-g", "4", "--engine", "numpy", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["population"] == {"live": 5}
    assert summary["generations"] == summary["generations_asked"] == 4
    assert main(["run", "glider", "-g", "4", "--engine", "numpy", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


def test_text_is_drawn_in_letters(tmp_path, capsys):
    out = tmp_path / "hello.rle"
    assert main(["run", "--text", "HELLO", "-g", "0", "--engine", "numpy", "-o", str(out)]) == 0
    assert load_pattern(str(out)).cells.sum() > 50


def test_auto_without_opengl_warns_in_one_line(capsys, monkeypatch):
    def broken(*_):
        raise EngineError("no OpenGL driver found")

    monkeypatch.setattr(gpulife.engines.gl.gl_device, "open_device", broken)
    monkeypatch.setattr(gpulife.engines.gl.gl_engine, "open_device", broken)
    assert main(["run", "glider", "-g", "1", "--size", "20x20", "--quiet"]) == 0
    assert capsys.readouterr().err == "gpulife: warning: using the numpy engine: no OpenGL driver found\n"
    assert main(["run", "glider", "-g", "1", "--engine", "gl"]) == 2
    assert capsys.readouterr().err == "gpulife: error: no OpenGL driver found\n"


UNENDING = (
    *(sys.executable, "-m", "gpulife", "run", "--soup", "50x40:0.4", "--seed", "3", "--rule", "Immigration"),
    *("--engine", "numpy", "-g", "999999999", "--json"),
)


@contextmanager
def started(*command):
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    patience = threading.Timer(60, process.kill)  # a run that does not end must not hang the tests
    patience.start()
    try:
        yield process
    finally:
        patience.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_interrupted_run_writes_its_outputs(tmp_path, name, status):
    census, out, picture = tmp_path / "census.csv", tmp_path / "out.npz", tmp_path / "out.png"
    os.mkfifo(census)
    with started(*UNENDING, "--census", census, "-o", out, "-o", picture) as process:
        with census.open() as rows:
            begun = [rows.readline() for _ in range(5)]  # the header and four generations: the run is on
            process.send_signal(getattr(signal, name))
            *_, last = [*begun, *rows]
        summary = json.loads(process.communicate()[0])
        assert process.returncode == status

    reached = summary["generation"]
    assert summary["interrupted"]
    assert 3 <= reached < summary["generations_asked"] == 999999999
    board = load_pattern(str(out))
    assert board.generation == reached
    assert last == f"{reached},{','.join(map(str, reference.census(board.cells, board.rule)))}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["census.csv", "out.npz", "out.png"]
    cells = soup((40, 50), 0.4, 2, np.random.default_rng(3))
    for generation in range(reached):
        cells = reference.next_generation(cells, board.rule, generation)
    assert_boards_equal(board.cells, cells)


def test_second_signal_ends_the_run_at_once(tmp_path):
    census, out = tmp_path / "census.csv", tmp_path / "out.npz"
    os.mkfifo(census)
    os.mkfifo(out)  # nobody reads it: the writing lasts for ever
    with started(*UNENDING, "--census", census, "-o", out) as process:
        with census.open() as rows:
            rows.readline()
            rows.readline()
            process.send_signal(signal.SIGINT)
            rows.read()  # to the end: the loop is over
        process.send_signal(signal.SIGTERM)
        assert process.communicate()[0] == ""
        assert process.returncode == 143


@pytest.mark.parametrize("again", [False, True])
def test_second_signal_while_saving_leaves_no_partial_file(tmp_path, monkeypatch, capsys, again):
    out, step, read = tmp_path / "out.rle", NumpyEngine._step, NumpyEngine._read

    def step_and_get_a_signal(engine, generations, rule):
        signal.raise_signal(signal.SIGINT)
        step(engine, generations, rule)

    def get_a_signal_and_read(*arguments):
        signal.raise_signal(signal.SIGTERM)
        return read(*arguments)

    monkeypatch.setattr(NumpyEngine, "_step", step_and_get_a_signal)
    if again:
        monkeypatch.setattr(NumpyEngine, "_read", get_a_signal_and_read)
    arguments = ["run", "glider", "--size", "1100x1000", "-g", "1000000000", "--engine", "numpy", "-o", str(out)]
    with pytest.raises(SystemExit, match="143") if again else nullcontext():
        assert main(arguments) == 130
    assert f"saving {out}" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == (set() if again else {"out.rle"})


def test_old_census_is_kept_until_the_new_one_is_complete(tmp_path, monkeypatch):
    census = tmp_path / "c.csv"
    census.write_text("before")
    monkeypatch.setattr("gpulife.engines.reference.next_generation", lambda *_: 1 / 0)
    assert main(["run", "glider", "-g", "3", "--engine", "numpy", "--census", str(census)]) == 1
    assert census.read_text() == "before"
    assert {path.name for path in tmp_path.iterdir()} == {"c.csv"}


def test_lean_memory_gives_the_same_board(tmp_path):
    boards = {}
    for memory in ("full", "lean"):
        out = tmp_path / f"{memory}.rle"
        arguments = [
            "--soup",
            "300x600:0.35",
            "--seed",
            "3",
            "-g",
            "20",
            "--engine",
            "planes",
            "--quiet",
            "-o",
            str(out),
        ]
        assert main(["run", *arguments, "--memory", memory, "--no-tune"]) == 0
        boards[memory] = out.read_text()
    assert boards["lean"] == boards["full"]
