"""New memory on a graphics card contains garbage until it is written; no picture may show any of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import moderngl
import numpy as np
import pytest
from boards import assert_boards_equal
from engines.cases import random_cells, rule_on
from view.gl_pictures import Studio

from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_openers import GLEngine
from gpulife.rules import Edges
from gpulife.view.camera import fit_camera
from gpulife.view.gl_render_target import Target, TexelKind
from gpulife.view.look import Look, default_look, plain

TEXEL_BYTES = {"f1": 1, "f2": 2, "f4": 4, "u4": 4}


@pytest.fixture
def rubbish(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fill new textures with invalid numbers, and let the last pass draw a single texel."""
    open_texture = device.context.texture

    def texture(
        size: tuple[int, int], components: int, data: Any = None, *, dtype: str = "f1", **others: Any
    ) -> moderngl.Texture:
        if data is None:
            others["alignment"] = 1
            data = b"\xff" * (size[0] * size[1] * components * TEXEL_BYTES[dtype])
        return open_texture(size, components, data, dtype=dtype, **others)

    with device.current():
        drawn = device.context.framebuffer([device.context.texture((1, 1), 4)])
    monkeypatch.setattr(device.context, "texture", texture)
    with device.current():
        drawn.scissor = 0, 0, 1, 1
        drawn.use()
    yield
    with device.current():
        device.bind_permanent_framebuffer()
        drawn.release()


@pytest.mark.usefixtures("rubbish")
@pytest.mark.parametrize("kind", TEXEL_BYTES)
def test_new_textures_are_cleared(device: GLDevice, kind: TexelKind) -> None:
    with device.current():
        target = Target(device, kind, filtered=False)
        target.sized((50, 30))
        assert not any(target.texture.read())
        target.release()


@pytest.mark.usefixtures("rubbish")
@pytest.mark.parametrize("engine_type", [GLCellsEngine, GLFragmentPlanesEngine])
@pytest.mark.parametrize("edges", Edges)
def test_new_boards_are_empty(device: GLDevice, engine_type: type[GLEngine], edges: Edges) -> None:
    rule, shape = rule_on("Immigration", edges), (70, 300)
    with engine_type(rule, shape, device, max_rows=40) as engine:
        assert_boards_equal(engine.read_all(), np.zeros(shape, np.uint8))
        engine.step(8)
        assert_boards_equal(engine.read_all(), np.zeros(shape, np.uint8))


@pytest.mark.parametrize("contrast", [0.0, 1.0])
@pytest.mark.parametrize("shape", [(1600, 1600), (700, 1100)])
def test_boards_from_afar(
    device: GLDevice, shape: tuple[int, int], contrast: float, request: pytest.FixtureRequest
) -> None:
    """Compare up to the last column of pixels, which depend on texels next to those that were drawn."""
    rule, window = rule_on("Immigration", Edges.TORUS), (200, 200)
    look = replace(plain(default_look(rule)), contrast=contrast, bloom=0.5)
    before = picture(device, shape, look, window)
    request.getfixturevalue("rubbish")
    assert np.array_equal(picture(device, shape, look, window), before)


def picture(device: GLDevice, shape: tuple[int, int], look: Look, window: tuple[int, int]) -> np.ndarray:
    studio = Studio(device, "Immigration", shape)
    studio.paint(0, 0, random_cells(studio.rule, shape, seed=2, density=0.02))
    shot = studio.shoot(fit_camera(shape, window), look, window)
    studio.close()
    return shot
