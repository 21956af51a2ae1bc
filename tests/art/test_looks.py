"""Colours and effects of a scene at a time."""

from __future__ import annotations

import numpy as np
from art.scenes import scene

from gpulife.art.scene import blend_schemes, look_at
from gpulife.view.palettes import to_oklab
from gpulife.view.schemes import scheme

SCENE = scene(
    more='[scene.palette]\nscheme = ["Neon", "Deep sea"]\ndrift = 60\n[scene.effects]\ngrid = true\nbrightness = 0.5'
)


def test_look_has_the_scenes_effects() -> None:
    look = look_at(SCENE, 0, 1)
    assert (look.grid, look.brightness, look.bloom) == (True, 0.5, 0.5)
    assert look_at(SCENE, 0, 1, few_effects=True).bloom == 0


def test_schemes_cycle() -> None:
    neon, sea = (scheme(name, SCENE.rule) for name in ("Neon", "Deep sea"))
    for seconds, colours in [(0, neon), (60, sea), (120, neon), (180, sea)]:
        assert look_at(SCENE, seconds, 1).palette.tolist() == colours.tolist()


def test_colours_change_smoothly() -> None:
    shown = np.array([to_oklab(look_at(SCENE, seconds, 1).palette) for seconds in np.arange(0, 130, 0.5)])
    steps = np.linalg.norm(np.diff(shown, axis=0), axis=-1)
    assert steps.max() < 0.02  # what is just seen
    assert steps[0].max() <= steps[60].max()


def test_blend_is_halfway_in_oklab() -> None:
    one, other = (scheme(name, SCENE.rule) for name in ("Neon", "Deep sea"))
    half = to_oklab(blend_schemes(one, other, 0.5))
    assert np.abs(half - (to_oklab(one) + to_oklab(other)) / 2).max() < 0.02


def test_single_scheme_stays() -> None:
    still = scene(more='[scene.palette]\nscheme = "Neon"')
    assert {look_at(still, seconds, 1) for seconds in (0, 100, 1000)} == {look_at(still, 0, 1)}
