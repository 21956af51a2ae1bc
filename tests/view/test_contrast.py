"""Contrast from far away: neighbourhoods that differ a little look different, and chance does not show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from goldens import Picture
from numpy.typing import NDArray
from view.gl_pictures import OpenStudio, studios

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import parse_rule
from gpulife.view.camera import Camera, fit_camera
from gpulife.view.look import default_look, plain

SHAPE = (1600, 1600)
WINDOW = (200, 200)
CAMERA = fit_camera(SHAPE, WINDOW)
PLAIN = plain(default_look(parse_rule("Life")))
CONTRAST = replace(PLAIN, contrast=1.0)
MIDDLE = slice(20, -20)


@pytest.fixture
def studio(device: GLDevice) -> Iterator[OpenStudio]:
    yield from studios(device)


def noise(left_density: float, right_density: float) -> NDArray[np.uint8]:
    """Cells at random, a little denser in one half than in the other."""
    density = np.where(np.arange(SHAPE[1]) < SHAPE[1] // 2, left_density, right_density)
    return (np.random.default_rng(4).random(SHAPE) < density).astype(np.uint8)


def halves(picture: Picture) -> tuple[Picture, Picture]:
    """Brightness of the left and of the right half, away from their edges."""
    bright = picture[MIDDLE].astype(float).mean(axis=2)
    return bright[:, 20:90], bright[:, 110:180]


def test_small_density_differences_are_visible(studio: OpenStudio) -> None:
    shot = studio("Life", SHAPE).paint(0, 0, noise(0.03, 0.034))
    (left, right), (left_seen, right_seen) = (halves(shot.shoot(CAMERA, look, WINDOW)) for look in (PLAIN, CONTRAST))
    assert left_seen.std() < left.std() / 2.5, "static"
    assert right_seen.mean() - left_seen.mean() > 3 * (right.mean() - left.mean())
    assert abs(np.hstack([left_seen, right_seen]).mean() / np.hstack([left, right]).mean() - 1) < 0.5


def test_prevailing_colours_are_visible(studio: OpenStudio) -> None:
    cells = noise(0.05, 0.05)
    share = np.where(np.arange(SHAPE[1]) < SHAPE[1] // 2, 0.45, 0.55)
    cells[(np.random.default_rng(5).random(SHAPE) < share) & (cells > 0)] = 2
    shot = studio("Immigration", SHAPE).paint(0, 0, cells)
    warmth = []
    for look in (PLAIN, CONTRAST):
        picture = shot.shoot(CAMERA, look, WINDOW).astype(float)[MIDDLE]
        warm = picture[..., 0] - picture[..., 2]
        warmth.append(warm[:, 20:90].mean() - warm[:, 110:180].mean())
    assert warmth[1] > 2 * warmth[0] > 0


def test_isolated_cells_are_unchanged(studio: OpenStudio) -> None:
    cells = np.zeros(SHAPE, np.uint8)
    cells[::97, ::89] = 1
    shot = studio("Life", SHAPE).paint(0, 0, cells)
    plain_picture, picture = (shot.shoot(CAMERA, look, WINDOW).astype(int) for look in (PLAIN, CONTRAST))
    assert np.abs(plain_picture - picture).max() <= 12
    assert plain_picture.max() > 60


def test_empty_board_shows_ground(studio: OpenStudio) -> None:
    shot = studio("Life", SHAPE)
    assert np.array_equal(shot.shoot(CAMERA, CONTRAST, WINDOW), shot.shoot(CAMERA, PLAIN, WINDOW))


def test_no_contrast_when_zoomed_in(studio: OpenStudio) -> None:
    shot = studio("Life", SHAPE).paint(0, 0, noise(0.3, 0.3))
    near = Camera(800, 800, 0.5)
    assert np.array_equal(shot.shoot(near, CONTRAST), shot.shoot(near, PLAIN))


def test_contrast_adapts_slowly(studio: OpenStudio) -> None:
    shot = studio("Life", SHAPE).paint(0, 0, noise(0.02, 0.02))
    shot.shoot(CAMERA, CONTRAST, WINDOW)
    shot.paint(0, 0, noise(0.06, 0.06))
    first = shot.shoot(CAMERA, CONTRAST, WINDOW, seconds=1 / 60).mean()
    settled = [shot.shoot(CAMERA, CONTRAST, WINDOW, seconds=0.2).mean() for _ in range(30)][-1]
    again = shot.shoot(CAMERA, CONTRAST, WINDOW, seconds=1 / 60).mean()
    assert abs(first - settled) > 4 * abs(again - settled)
    fresh = studio("Life", SHAPE).paint(0, 0, noise(0.06, 0.06)).shoot(CAMERA, CONTRAST, WINDOW).mean()
    assert abs(settled - fresh) < 2
