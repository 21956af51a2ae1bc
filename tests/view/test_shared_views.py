"""Several boards shown at once on one device, as in a fade between scenes: each looks as it does alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import numpy as np
import pytest
from capabilities import planes_types
from goldens import Picture
from view.gl_pictures import WINDOW, Studio

from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.rules import parse_rule
from gpulife.view.camera import Camera, fit_camera
from gpulife.view.look import default_look

MASSIVE, OTHER_MASSIVE = planes_types()[0], planes_types()[-1]
BOARDS = (
    ("Immigration", (400, 640), MASSIVE),
    ("Immigration", (900, 1300), MASSIVE),
    ("Immigration", (200, 333), GLCellsEngine),
    ("Immigration", (100, 160), GLCellsEngine),
    ("QuadLife", (700, 333), MASSIVE),
    ("Immigration", (500, 640), OTHER_MASSIVE),
    ("Life", (600, 333), OTHER_MASSIVE),
)


@pytest.fixture
def studios(device: GLDevice) -> Iterator[list[Studio]]:
    with ExitStack() as stack:
        opened = []
        for number, (rule, shape, engine_type) in enumerate(BOARDS):
            opened.append(Studio(device, rule, shape, None, engine_type).soup(seed=number))
            stack.callback(opened[-1].close)
        yield opened


def cameras(studio: Studio) -> tuple[Camera, ...]:
    """The whole board, a close-up, and from afar, where squares of cells are counted."""
    whole = fit_camera(studio.engine.shape, WINDOW)
    return whole, replace(whole, zoom=6.0), replace(whole, zoom=0.3)


def show(studios: list[Studio]) -> list[list[Picture]]:
    """Return the pictures of each board, taken in turn, before and after some generations."""
    look = default_look(parse_rule("QuadLife"), software=True)
    pictures: list[list[Picture]] = [[] for _ in studios]
    for _ in range(2):
        for which in range(3):
            for studio, taken in zip(studios, pictures, strict=True):
                taken.append(studio.shoot(cameras(studio)[which], look))
        for studio in studios:
            studio.engine.step(5)
    return pictures


def test_simultaneous_scenes_look_as_alone(studios: list[Studio]) -> None:
    together = show(studios)
    for number, (rule, shape, engine_type) in enumerate(BOARDS):
        with open_device() as device:
            alone = Studio(device, rule, shape, None, engine_type).soup(seed=number)
            for which, picture in enumerate(show([alone])[0]):
                assert np.array_equal(together[number][which], picture), (rule, shape, which)
            alone.close()
