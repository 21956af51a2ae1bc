"""A driver that does not compile a generated shader: one line for users, and the text for developers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boards import assert_boards_equal
from capabilities import needs_compute
from engines.cases import random_cells

from gpulife.cli.main import main
from gpulife.engines import reference
from gpulife.engines.bitplanes import gl_pass
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_pass import compile_pass, first_message
from gpulife.engines.bitplanes.pass_frame import Watch
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import EngineError
from gpulife.log import LOGS_VARIABLE
from gpulife.rules import Rule, parse_rule

pytestmark = needs_compute

PLAN = PassShape(words=2, rows=16, generations=2, across=2, unroll=2)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> int:
    """Insert a mistake into every shader; return its line number, from 1."""

    def spoil(rule: Rule, shape: PassShape, watch: Watch = Watch.NONE, **options: bool) -> str:
        before, main_, after = pass_source(rule, shape, watch).partition("void main() {\n")
        return f"{before}{main_}    int mistake = nowhere;\n{after}"

    monkeypatch.setattr(gl_pass, "pass_source", spoil)
    return spoil(parse_rule("B36/S23"), PLAN).splitlines().index("    int mistake = nowhere;") + 1


def test_failed_shader_is_named_and_saved(
    device: GLDevice, broken: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(LOGS_VARIABLE, str(tmp_path / "kept"))
    rule = parse_rule("B36/S23")
    with GLPlanesEngine(rule, (40, 40), device, plan=PLAN) as engine:
        engine.paint(0, 0, random_cells(rule, (40, 40), seed=1))
        with pytest.raises(EngineError) as caught:
            engine.step(2)
    (path,) = (tmp_path / "kept").iterdir()
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(
        f"{device.renderer} does not compile the pass of B36/S23 (torus; 2 generations, 2 words, computed with "
        f"32 bits, 16 rows, unrolled 2 times): line {broken}: "
    )
    assert "nowhere" in message
    assert message.endswith(f"; the shader's text is in {path}; use --engine gl")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[broken - 1] == "    int mistake = nowhere;"
    assert any(line.startswith("// ") and "nowhere" in line for line in lines[broken:])


def test_failed_pairs_fall_back_to_single_rows(
    device: GLDevice,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv(LOGS_VARIABLE, str(tmp_path))
    shapes = []

    def spoil_pairs(rule: Rule, shape: PassShape, watch: Watch = Watch.NONE, **options: Any) -> str:
        shapes.append(shape)
        text = pass_source(rule, shape, watch, **options)
        return text.replace("void main() {", "void main() { nowhere;") if shape.in_pairs else text

    monkeypatch.setattr(gl_pass, "pass_source", spoil_pairs)
    rule, size = parse_rule("B36/S23"), (40, 100)
    cells = random_cells(rule, size, seed=1)
    with caplog.at_level("INFO"), GLPlanesEngine(rule, size, device, plan=replace(PLAN, pair_words=2)) as engine:
        engine.paint(0, 0, cells)
        engine.step(4)
        for generation in range(4):
            cells = reference.next_generation(cells, engine.rule, generation)
        assert_boards_equal(engine.read_all(), cells)
    assert [shape.in_pairs for shape in shapes] == [True, False]
    (line,) = [record.getMessage() for record in caplog.records if "does not compile" in record.getMessage()]
    assert "in pairs of rows of 2 words" in line
    assert line.endswith("; rows are computed one by one instead")
    assert [path.name for path in tmp_path.iterdir()] == ["B36_S23-torus-32x2-2-pairs.comp"]


@pytest.mark.usefixtures("broken")
def test_failed_repeated_passes_are_dispatched_singly(device: GLDevice) -> None:
    with pytest.raises(EngineError, match=r"; passes are dispatched one by one instead$"):
        compile_pass(device, parse_rule("Life"), PLAN, Watch.NONE, repeats=True)


@pytest.mark.usefixtures("broken")
def test_error_names_watch_mode(device: GLDevice) -> None:
    with pytest.raises(EngineError, match=r"unrolled 2 times, watching listed tiles\): line \d+: "):
        compile_pass(device, parse_rule("Life"), PLAN, Watch.LISTED)


@pytest.mark.usefixtures("broken")
def test_unsaved_log_still_reports_the_error(device: GLDevice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(LOGS_VARIABLE, str(tmp_path / "file" / "logs"))
    with pytest.raises(
        EngineError, match=r"line \d+: .*; the shader's text could not be saved \(.*file/logs.*\); use --engine gl"
    ):
        compile_pass(device, parse_rule("Life"), PLAN, Watch.NONE)


@pytest.mark.usefixtures("broken")
def test_command_line_error_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--soup", "100x100:0.3", "--engine", "planes", "-g", "1"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("gpulife: error: ")
    assert " does not compile the pass of Life (torus; " in line


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ("GLSL Compiler failed\n\ncompute_shader\n====\n0:57(13): error: no `x'\n", "line 57: error: no `x'"),
        ("0(9) : warning C7050: unused\n0(57) : error C1503: undefined \"x\"\n", 'line 57: error C1503: undefined "x"'),
        ("ERROR: 0:57: 'x' : undeclared identifier\nERROR: 0:58: more", "line 57: 'x' : undeclared identifier"),
        ("GLSL Linker failed\n\ncompute_shader\n====\nno memory left\n", "GLSL Linker failed: no memory left"),
        ("", "no reason given"),
    ],
)  # fmt: skip
def test_first_error_in_logs_of_all_drivers(log: str, message: str) -> None:
    assert first_message(log) == message
