"""The look Ikat: a cloth that keeps still, while dyes creep through its medallions as life moves below them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from view.gl_pictures import OpenStudio, studios

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.view.camera import Camera
from gpulife.view.look import default_look

SHAPE, WINDOW = (48, 64), (480, 352)


@pytest.fixture
def open_studio(device: GLDevice) -> Iterator[OpenStudio]:
    yield from studios(device)


def test_dyes_follow_the_species_and_the_cloth_keeps_still(open_studio: OpenStudio) -> None:
    studio = open_studio("QuadLife", SHAPE)
    look, camera = replace(default_look(studio.rule), picture="ikat"), Camera(24.0, 32.0, 8.0)
    pictures = []
    for species in (1, 2, 1):
        studio.paint(0, 0, np.full(SHAPE, species, np.uint8))
        for _ in range(12):
            shot = studio.shoot(camera, look, WINDOW, seconds=3.0)
        pictures.append(shot.astype(float))
    red, teal, again = pictures
    changed = np.abs(red - teal).max(axis=2) > 20
    assert 0.05 < changed.mean() < 0.5
    assert (red - teal)[changed].mean(axis=0)[0] > 20
    assert not changed[:, :4].any()  # the selvedge
    assert np.abs(red - again).mean() < 1
