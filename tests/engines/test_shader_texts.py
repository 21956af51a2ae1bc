"""All shaders conform strictly to GLSL: Khronos's compiler accepts them, however lenient drivers are."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from engines.shader_texts import FILES, covers, texts

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.resources import resource_folder


def validate(files: list[Path]) -> dict[str, str]:
    """Return glslangValidator's errors by file name."""
    result = subprocess.run(["glslangValidator", *files], capture_output=True, text=True, check=False)
    # It says a file's name on a line of its own, then what is wrong with it.
    said = re.split(r"^(\S+\.(?:comp|frag|vert))$", result.stdout, flags=re.MULTILINE)
    wrong = {Path(name).name: log.strip() for name, log in zip(said[1::2], said[2::2], strict=True) if log.strip()}
    assert (result.returncode == 0) == (not wrong), result.stdout + result.stderr
    return wrong


@pytest.mark.needs("glslangValidator")
def test_all_shaders_validate(tmp_path: Path) -> None:
    files = []
    for name, text in texts():
        files.append(tmp_path / name)
        assert not files[-1].exists(), f"two texts are called {name}"
        files[-1].write_text(text, encoding="utf-8")
    assert validate(files) == {}


@pytest.mark.needs("glslangValidator")
def test_validator_finds_wrong_shaders(tmp_path: Path) -> None:
    good, loose, strict = (tmp_path / name for name in ("good.frag", "loose.comp", "strict.frag"))
    good.write_text("#version 330 core\nvoid main() {}\n")
    loose.write_text(
        "#version 430 core\n#extension GL_ARB_gpu_shader_int64 : require\nlayout(local_size_x = 1) in;\n"
        "void main() { uint64_t both = packUint2x32(uvec2(1u)); }\n"
    )
    strict.write_text("#version 330 core\nvoid main() { nothing(); }\n")
    wrong = validate([good, loose, strict])
    assert set(wrong) == {"loose.comp", "strict.frag"}
    assert "packUint2x32" in wrong["loose.comp"]


def test_every_shader_file_has_a_case() -> None:
    folder = resource_folder("shaders")
    assert {path.name for path in folder.iterdir() if path.is_file()} == set(FILES)
    included = {name for path in folder.rglob("*.*") for name in re.findall(r'#include "lib/(.+)"', path.read_text())}
    assert {path.name for path in (folder / "lib").iterdir()} == included


def test_uncovered_parameters_are_found() -> None:
    assert covers("cells_life.frag", {"TORUS": 1, "PADDED": 0, "BIRTHS": 333, "SURVIVALS": 77})
    assert not covers("view_planes_tally.comp", {"PLANES": 3, "SIDE": 2, "PACKED": 1, "IN_TURN": 1})
    assert not covers("sum.frag", {"NEW": 1})


@pytest.mark.parametrize(("version", "wide"), [(430, False), (440, False), (450, True), (460, True)])
def test_int64_needs_glsl_450(device: GLDevice, version: int, wide: bool) -> None:
    context = SimpleNamespace(version_code=version, extensions={"GL_ARB_gpu_shader_int64"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(device, "context", context)
        assert device.has_int64 is wide
