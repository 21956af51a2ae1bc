"""Special features of the GL cells engine: bands, limits, contexts, and a missing driver."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest
from boards import assert_boards_equal, board
from engines.cases import RULES, random_cells

from gpulife.engines import open_engine, reference
from gpulife.engines.cells import gl_bands
from gpulife.engines.cells.gl_engine import GLCellsEngine, shader_of
from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.errors import BoardSizeError, EngineError
from gpulife.rules import parse_rule


def test_tall_board_is_cut_into_bands(device: GLDevice) -> None:
    rows = device.max_texture_size + 5
    rule = parse_rule("Immigration")
    with GLCellsEngine(rule, (rows, 20), device) as engine:
        assert [band.rows for band in engine.bands] == [device.max_texture_size, 5]
        cells = random_cells(rule, (rows, 20), seed=3)
        engine.paint(0, 0, cells)
        engine.step(2)
        for generation in range(2):
            cells = reference.next_generation(cells, engine.rule, generation)
        assert_boards_equal(engine.read_all(), cells)
        assert engine.census().tolist() == reference.census(cells, rule).tolist()


def test_band_size_limit(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl_bands, "MAX_BAND_BYTES", 10 * 16)
    with GLCellsEngine(parse_rule("Life"), (25, 16), device) as engine:
        assert [(band.start, band.rows) for band in engine.bands] == [(0, 10), (10, 10), (20, 5)]


def test_too_long_row_is_refused(device: GLDevice) -> None:
    columns = device.max_texture_size * 16 + 1
    with pytest.raises(BoardSizeError, match=f"{columns} columns are too many for .*: a board may be {columns - 1} c"):
        GLCellsEngine(parse_rule("Life"), (2, columns), device)


def test_widest_row_works(device: GLDevice) -> None:
    columns = device.max_texture_size * 16 - 3
    with GLCellsEngine(parse_rule("Life"), (3, columns), device) as engine:
        engine.paint(1, -1, board("AAA"))  # a blinker across the edge
        engine.step(1)
        assert_boards_equal(engine.read(0, -1, 3, 3), ".A.\n.A.\n.A.")
        assert engine.census().tolist() == [3]


def test_memory_includes_unused_cells_of_last_texel() -> None:
    assert GLCellsEngine.memory_needed((10, 16)) == 2 * 160
    assert GLCellsEngine.memory_needed((10, 17)) == 2 * 320


def test_texture_memory_error_is_one_line(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(doing: str) -> None:
        raise EngineError(f"GL_OUT_OF_MEMORY while {doing}")

    monkeypatch.setattr(device, "require_no_error", refuse)  # the driver would say so after glTexImage2D
    with pytest.raises(BoardSizeError, match="no memory for a board of 8x8: GL_OUT_OF_MEMORY while allocating"):
        GLCellsEngine(parse_rule("Life"), (8, 8), device)


def test_two_engines_with_own_contexts() -> None:
    rule = parse_rule("QuadLife")
    cells = [random_cells(rule, (20, 20), seed) for seed in (1, 2)]
    with GLCellsEngine(rule, (20, 20)) as one, GLCellsEngine(rule, (20, 20)) as two:
        for engine, soup in zip((one, two), cells, strict=True):
            engine.paint(0, 0, soup)
        one.step(1)
        two.step(1)
        one.step(1)
        for engine, soup, generations in ((one, cells[0], 2), (two, cells[1], 1)):
            for generation in range(generations):
                soup = reference.next_generation(soup, engine.rule, generation)
            assert_boards_equal(engine.read_all(), soup)


def test_large_census_is_summed_on_gpu(device: GLDevice) -> None:
    rule = parse_rule("RealTime:5")
    shape = (1000, 16 * 300)
    with GLCellsEngine(rule, shape, device) as engine:
        cells = random_cells(rule, shape, seed=6)
        engine.paint(0, 0, cells)
        assert engine.census().tolist() == reference.census(cells, rule).tolist()
        engine.paint(0, 0, np.full(shape, 5, np.uint8))
        assert engine.census().tolist() == [0, 0, 0, 0, shape[0] * shape[1], 0]


@pytest.mark.parametrize("name", RULES)
def test_each_rule_has_a_shader(device: GLDevice, name: str) -> None:
    for columns in (16, 17):
        device.program(*shader_of(parse_rule(name), columns))


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a separate process, since a driver must be hidden before it is loaded."""
    env = {name: value for name, value in os.environ.items() if name != "DISPLAY"} | environment
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)


OPEN = "from gpulife.engines.gl.gl_device import open_device; open_device()"


def test_missing_driver_error() -> None:
    # Without DISPLAY, screen 0 would do if there is one.
    result = python(OPEN, __EGL_VENDOR_LIBRARY_FILENAMES="/nonexistent", GLCONTEXT_LINUX_LIBX11="/nonexistent")
    assert "EngineError: no OpenGL driver found" in result.stderr
    assert "apt-get install libegl1 libgl1 libgl1-mesa-dri" in result.stderr


def test_old_driver_error() -> None:
    result = python(OPEN, MESA_GL_VERSION_OVERRIDE="2.1")
    assert "EngineError: OpenGL before 3.0" in result.stderr
    assert "is too old: gpulife needs OpenGL 3.3 or newer" in result.stderr
    result = python(OPEN, MESA_GL_VERSION_OVERRIDE="3.1")
    assert "EngineError: OpenGL 3.1 (" in result.stderr


def test_auto_warns_when_falling_back_to_numpy(
    monkeypatch: pytest.MonkeyPatch, logged: Callable[[], list[str]]
) -> None:
    def no_driver() -> GLDevice:
        raise EngineError("no OpenGL driver found (nothing there)")

    monkeypatch.setattr("gpulife.engines.gl.gl_device.open_device", no_driver)
    with open_engine("auto", parse_rule("Life"), (4, 4)) as engine:
        assert engine.name == "numpy"
    assert logged() == ["using the numpy engine: no OpenGL driver found (nothing there)"]
    with pytest.raises(EngineError, match="nothing there"):
        open_engine("gl", parse_rule("Life"), (4, 4))


def test_auto_uses_gl_without_warning(logged: Callable[[], list[str]]) -> None:
    with open_engine("auto", parse_rule("Life"), (4, 4)) as engine:
        assert engine.name == "gl"
    assert not logged()


def test_auto_reports_board_error_once(logged: Callable[[], list[str]]) -> None:
    with pytest.raises(BoardSizeError, match="a board of 0x4 has no cells"):
        open_engine("auto", parse_rule("Life"), (4, 0))
    assert not logged()


def test_auto_reports_error_of_larger_engine() -> None:
    with pytest.raises(BoardSizeError, match=r"needs .* with the planes engine"):
        open_engine("auto", parse_rule("Life"), (900_000, 900_000))


def test_unknown_engine_is_refused() -> None:
    with pytest.raises(EngineError, match="unknown engine 'cuda': use one of auto, planes, gl, numpy"):
        open_engine("cuda", parse_rule("Life"), (4, 4))


def test_closed_device_releases_everything() -> None:
    with open_device() as device:
        engine = GLCellsEngine(parse_rule("Life"), (4, 4), device)
        engine.close()
        with device.current():
            assert device.context.error == "GL_NO_ERROR"


DRAW = """
import numpy as np
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.rules import parse_rule
with GLCellsEngine(parse_rule("Life"), (4, 4)) as engine:
    engine.paint(1, 0, np.ones((1, 3), np.uint8))
    engine.step(1)
    print(engine.census(), engine.renderer)
"""


@pytest.mark.parametrize("width", ["512", "0x200", "128", "wide"])
def test_llvmpipe_vector_width_is_limited(width: str) -> None:
    # What has been compiled before, with vectors of another width, would be taken from the cache.
    result = python(DRAW, LP_NATIVE_VECTOR_WIDTH=width, MESA_SHADER_CACHE_DISABLE="true")
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("[3] ")  # a blinker
