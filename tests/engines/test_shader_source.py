"""Composition of shader text."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpulife.engines.gl.shader_source import ShaderSourceError, compose

pytestmark = pytest.mark.installed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "sum.glsl").write_text("#param WIDTH\nint sum() { return WIDTH; }\n")
    (tmp_path / "lib" / "twice.glsl").write_text('#include "lib/sum.glsl"\nint twice() { return 2 * sum(); }\n')
    (tmp_path / "main.frag").write_text(
        '#version 330 core\n#include "lib/sum.glsl"\n#include "lib/twice.glsl"\n#param DEPTH\nint x = DEPTH;\n'
    )
    return tmp_path


def test_includes_and_parameters(folder: Path) -> None:
    source = compose("main.frag", {"WIDTH": 3, "DEPTH": -1}, folder)
    assert source.files == ("main.frag", "lib/sum.glsl", "lib/twice.glsl")
    assert source.text.splitlines() == [
        "#version 330 core",
        "#line 1 1",
        "#define WIDTH 3",
        "int sum() { return WIDTH; }",
        "#line 3 0",
        "#line 1 2",
        "#line 2 2",
        "int twice() { return 2 * sum(); }",
        "#line 4 0",
        "#define DEPTH -1",
        "int x = DEPTH;",
    ]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"WIDTH": 1}, "main.frag:4: the parameter DEPTH needs a whole number or a line"),
        ({"WIDTH": 1, "DEPTH": 2, "HEIGHT": 3}, "main.frag: unknown parameter HEIGHT; it has DEPTH, WIDTH"),
        ({"WIDTH": "1;\n", "DEPTH": 2}, "lib/sum.glsl:1: the parameter WIDTH needs a whole number or a line"),
    ],
)
def test_exact_parameters_are_required(folder: Path, parameters: dict[str, int | str], message: str) -> None:
    with pytest.raises(ShaderSourceError, match=message):
        compose("main.frag", parameters, folder)


def test_unused_parameter_is_refused(folder: Path) -> None:
    (folder / "idle.frag").write_text("#version 330 core\n#param IDLE\n")
    with pytest.raises(ShaderSourceError, match=r"idle\.frag: the parameter IDLE is never used"):
        compose("idle.frag", {"IDLE": 1}, folder)


def test_missing_file_is_refused(folder: Path) -> None:
    with pytest.raises(ShaderSourceError, match=r"no shader file nothing\.frag"):
        compose("nothing.frag", {}, folder)


@pytest.mark.parametrize("log", ["1:7(3): error: no", "0:7: 1:7 error", "ERROR: 1:7: no", "1(7) : error C1: no"])
def test_errors_name_real_file_and_line(folder: Path, log: str) -> None:
    assert "lib/sum.glsl:7" in compose("main.frag", {"WIDTH": 1, "DEPTH": 1}, folder).explain(log)


def test_driver_error_names_real_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpulife.engines.gl import gl_device, shader_source

    (folder / "fullscreen.vert").write_text("#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n")
    (folder / "lib" / "wrong.glsl").write_text("\n\nint wrong() { return nowhere; }\n")
    (folder / "wrong.frag").write_text('#version 330 core\n#include "lib/wrong.glsl"\nvoid main() {}\n')
    monkeypatch.setattr(shader_source, "resource_folder", lambda _: folder)
    with gl_device.open_device() as device, pytest.raises(ShaderSourceError, match=r"lib/wrong\.glsl:3"):
        device.program("wrong.frag")
