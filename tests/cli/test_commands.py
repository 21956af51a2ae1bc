"""The small commands: help, version, list, doctor, and plain ``gpulife`` without a terminal."""

import io
import json
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console

import gpulife
import gpulife.engines.gl.gl_device
import gpulife.engines.gl.gl_engine
from gpulife.cli.list import KINDS, list_kinds
from gpulife.cli.main import main
from gpulife.engines import reference
from gpulife.engines.registry import described_engines, find_engine
from gpulife.errors import EngineError
from gpulife.patterns.library import built_in_patterns
from gpulife.patterns.soup import soup
from gpulife.rules import NAMED_RULES, RULE_NAMES, parse_rule
from gpulife.view.pictures import described_pictures

pytestmark = pytest.mark.installed


@pytest.fixture(autouse=True)
def plain_output(monkeypatch):
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


def test_help_fits_a_screen(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for arguments, most in [(["--help"], 47), (["run", "--help"], 50), (["list", "--help"], 24)]:
        with pytest.raises(SystemExit, match="0"):
            main(arguments)
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) <= most
        assert max(map(len, lines)) <= 100


def test_version_imports_nothing_heavy():
    code = (
        "import sys\nfrom gpulife.cli.main import main\n"
        "try: main(['--version'])\nexcept SystemExit: print(sorted({'numpy', 'rich', 'moderngl'} & sys.modules.keys()))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == f"gpulife {gpulife.__version__}\n[]\n"


LISTED_RULES = RULE_NAMES | {rule.name: f": {rule.about}" for rule in NAMED_RULES if rule.name not in RULE_NAMES}


@pytest.mark.parametrize(
    ("what", "entries"),
    [
        ("rules", LISTED_RULES),
        ("patterns", built_in_patterns()),
        ("engines", described_engines()),
        ("looks", described_pictures()),
    ],
)
def test_list_prints_one_line_each(capsys, what, entries):
    assert main(["list", what]) == 0
    lines = capsys.readouterr().out.splitlines()
    for line, (name, description) in zip(lines, entries.items(), strict=True):
        assert line.startswith(f"{name}  ")
        assert line.endswith(description)


def test_list_without_kind_shows_all_kinds(capsys):
    kinds = {}
    for kind in KINDS:
        assert main(["list", kind]) == 0
        kinds[kind] = capsys.readouterr().out
    assert main(["list"]) == 0
    assert capsys.readouterr().out == "\n".join(f"{kind}:\n{lines}" for kind, lines in kinds.items())


def test_list_without_kind_in_a_terminal():
    console = Console(file=io.StringIO(), force_terminal=True, width=200, color_system=None)
    list_kinds(None, console)
    lines = console.file.getvalue().splitlines()
    heads = [line.split()[0] for line in lines if line.rstrip().endswith("what it is")]
    assert heads == ["rule", "pattern", "engine", "game", "handicap", "look", "programme", "credit"]
    assert lines.count("") == len(heads) - 1


@pytest.fixture
def quick_doctor(monkeypatch):
    """Measure engines on a small board for a short time."""
    monkeypatch.setattr("gpulife.cli.diagnosis._TEST_SECONDS", 0)
    monkeypatch.setattr("gpulife.cli.diagnosis._TEST_BOARD", (64, 64))


@pytest.mark.usefixtures("quick_doctor")
def test_doctor(capsys):
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    for fact in (
        "gpulife",
        "Python",
        "OpenGL",
        "renderer",
        "memory",
        "engine planes",
        "engine gl",
        "engine numpy",
        "engine plane",
        "engine hashlife",
        "auto takes  ",
        "on a plane      auto begins with the engine plane, and moves to hashlife ",
        "bit planes  ",
        "advice",
    ):
        assert any(line.startswith(fact) for line in told.splitlines()), fact
    assert main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["gpulife"] == gpulife.__version__
    without = [name for names in found["without_planes"].values() for name in names]
    assert {"Survivor", "P2Life"} <= set(without)
    assert not {"Life", "WireWorld", "Brian's Brain", "Bugs"} & set(without)
    assert found["chosen"] == "planes"
    assert [engine["name"] for engine in found["engines"]] == ["planes", "gl", "numpy", "plane", "hashlife"]
    there = [engine["name"] for engine in found["engines"] if (engine["cells_per_second"] or 0) > 0]
    assert there == ["planes", "gl", "numpy"]


@pytest.mark.parametrize(
    ("output", "advises"), [("PulseAudio", 0), ("none: no device", 0), ("none: miniaudio is not installed", 1)]
)
@pytest.mark.usefixtures("quick_doctor")
def test_doctor_names_the_sound_device(capsys, monkeypatch, output, advises):
    monkeypatch.setattr("gpulife.cli.diagnosis.ENGINES", {"numpy": find_engine("numpy")})
    monkeypatch.setattr("gpulife.cli.diagnosis._without_planes", dict)
    monkeypatch.setattr("gpulife.cli.diagnosis.find_output", lambda: output)
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"sound           {output}" in lines
    advice = f"advice          for sound: {sys.executable} -m pip install miniaudio;"
    assert sum(line.startswith(advice) for line in lines) == advises


@pytest.mark.usefixtures("quick_doctor")
def test_doctor_without_opengl(capsys, monkeypatch):
    def broken(*_):
        raise EngineError("no OpenGL driver found")

    monkeypatch.setattr("gpulife.cli.diagnosis._without_planes", dict)
    monkeypatch.setattr("sys.platform", "linux")
    for module in (gpulife.engines.gl.gl_device, gpulife.engines.gl.gl_engine):
        monkeypatch.setattr(module, "open_device", broken)
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "auto takes      numpy: OpenGL does not work: no OpenGL driver found" in told
    assert "apt-get install --yes libegl1 libgl1 libgl1-mesa-dri" in told


def test_plain_gpulife_prints_one_picture_without_terminal(capsys):
    assert main(["--size", "40x20", "--seed", "4", "--rule", "Immigration", "--engine", "numpy", "-g", "25"]) == 0
    *picture, status = capsys.readouterr().out.splitlines()
    law = parse_rule("Immigration")
    cells = soup((20, 40), 0.35, 2, np.random.default_rng(4))
    for generation in range(25):
        cells = reference.next_generation(cells, law, generation)
    drawn = [[symbol != " " for symbol in line.ljust(40)] for line in picture]
    assert drawn == ((cells[::2] > 0) | (cells[1::2] > 0)).tolist()
    counts = reference.census(cells, law)
    assert status.split() == ["generation", "25", "numpy", "A", f"{counts[0]}", "B", f"{counts[1]}"]


def test_plain_gpulife_computes_100_generations_without_terminal(capsys):
    assert main(["--size", "20x20", "--seed", "4", "--rule", "Life", "--engine", "numpy"]) == 0
    assert "generation 100" in capsys.readouterr().out


@pytest.mark.parametrize(
    "before",
    [["gun.rle", "--mute"], ["--mute", "gun.rle"], ["open", "gun.rle", "--mute"], ["--mute", "gun.rle", "--debug"]],
)
def test_gpulife_file_opens_the_file(tmp_path, monkeypatch, before):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gun.rle").write_text("x = 1, y = 1\no!")
    opened = []
    monkeypatch.setattr("gpulife.cli.open.has_display", lambda: True)
    monkeypatch.setattr("gpulife.window.main.run_window", lambda options: opened.append(options) or 0)
    assert main(before) == 0
    assert (opened[0].opens, opened[0].mute) == ("gun.rle", True)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["none.rle"], "'none.rle' is neither a file nor a built-in pattern"),
        (["bad.rle"], "bad.rle, line 1: not an RLE"),
        (["gun.rle", "--resume"], "--resume is for gpulife without a file (see gpulife open --help)"),
        (["gosper"], "invalid choice: 'gosper'"),
        (["--rule", "Life", "--size"], "expected one argument"),
    ],
)
def test_unreadable_file_gives_one_line_and_no_window(tmp_path, monkeypatch, capsys, arguments, why):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gun.rle").write_text("x = 1, y = 1\no!")
    (tmp_path / "bad.rle").write_text("nonsense")
    monkeypatch.setattr("gpulife.cli.open.has_display", lambda: True)
    monkeypatch.setattr("gpulife.window.main.run_window", lambda _: pytest.fail("a window"))
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
