"""No shader of a view reads outside its textures and buffers, for any camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from capabilities import needs_compute
from checked_shaders import CheckedShaders
from engines.cases import random_cells, rule_on

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_openers import GLEngine
from gpulife.rules import Edges
from gpulife.view.camera import Camera
from gpulife.view.gl_board import BoardFrame, BoardView
from gpulife.view.gl_render_target import Fade
from gpulife.view.look import default_look

pytestmark = needs_compute  # the checks are storage buffers

WINDOW = (95, 60)
ZOOMS = (13.7, 3.0, 2.2, 0.9, 0.3, 0.04)


def cameras(shape: tuple[int, int], zoom: float) -> Iterator[Camera]:
    """Cameras at the board's middle and corners, exactly at, a half and some pixels off whole pixels of the window."""
    yield Camera(row=shape[0] / 2, column=shape[1] / 2, zoom=zoom)
    for off in (0.0, 0.5, 7.25):
        across, down = (WINDOW[0] // 2 - 14 + off) / zoom, (WINDOW[1] // 2 - 8 + off) / zoom
        yield Camera(row=down, column=across, zoom=zoom)
        yield Camera(row=shape[0] - down, column=shape[1] - across, zoom=zoom)


@pytest.mark.parametrize(
    ("kind", "name", "edges"),
    [
        (GLCellsEngine, "Immigration", Edges.TORUS),
        (GLCellsEngine, "BioWar:6", Edges.DEAD),
        (GLPlanesEngine, "Life", Edges.TORUS),
        (GLPlanesEngine, "Immigration", Edges.DEAD),
        (GLPlanesEngine, "QuadLife", Edges.TORUS),
    ],
)
def test_views_stay_inside(
    fresh_device: GLDevice, checked: CheckedShaders, kind: type[GLEngine], name: str, edges: Edges
) -> None:
    rule = rule_on(name, edges)
    context = fresh_device.context
    target = context.framebuffer([context.texture(WINDOW, 4)])
    plain = default_look(rule)
    looks = (
        *(replace(plain, bloom=0.0, contrast=contrast) for contrast in (0.0, 0.8)),
        replace(plain, grid=True, shapes=True),
        replace(plain, wrap=True, bloom=0.0, sizes=True),
        replace(plain, age=0.0, trails=0.0, reduced_flashing=True),
    )
    for shape in ((1, 1), (37, 70), (150, 300)):
        zooms = [zoom for zoom in ZOOMS if zoom * max(shape) > 10]  # a wrapping view is not repeated thousands of times
        with kind(rule, shape, fresh_device, max_rows=32) as engine:
            engine.paint(0, 0, random_cells(rule, shape, seed=5))
            view = BoardView(fresh_device, engine, few_effects=False)
            for zoom in zooms:
                for number, camera in enumerate(cameras(shape, zoom)):
                    engine.step(1)
                    view.draw(target, BoardFrame(WINDOW, camera, looks[number % len(looks)], progress=number / 7))
                    assert checked.found() == [], f"{camera} on a board of {shape[1]}x{shape[0]}"
            view.close()


def test_fades_stay_inside(fresh_device: GLDevice, checked: CheckedShaders) -> None:
    context = fresh_device.context
    fade = Fade(fresh_device)
    for size in (WINDOW, (3, 200)):
        for which in (0, 1):
            fade.blacken(which, size)
        fade.show(context.framebuffer([context.texture(size, 4)]), size, 0.5)
        assert checked.found() == []
    fade.release()
