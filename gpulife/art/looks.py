"""The look of a scene at a given time: its effects, and its colours between one scheme and the next."""

import math
from dataclasses import replace

import numpy as np

from gpulife.art.scene import Scene
from gpulife.view.look import Look, default_look, with_colours
from gpulife.view.palettes import Colours, from_oklab, to_oklab, to_srgb
from gpulife.view.schemes import scheme


def look_at(scene: Scene, seconds: float, seed: int, *, few_effects: bool = False) -> Look:
    """Return the look of a scene ``seconds`` after it began.

    Args:
        scene: the scene.
        seconds: time since the beginning of the scene.
        seed: seed of the run, from which random schemes are made.
        few_effects: whether to leave out bloom, which is slow on a software renderer.
    """
    effects = scene.effects
    # Contrast from afar stays off, so that scenes look as they did when they were composed.
    look = replace(
        default_look(scene.rule),
        age=effects.age,
        trails=effects.trails,
        bloom=0.0 if few_effects else effects.bloom,
        brightness=effects.brightness,
        shapes=effects.shapes,
        grid=effects.grid,
        wave=effects.wave,
    )
    names = scene.palette.schemes
    step, share = divmod(seconds / scene.palette.drift, 1.0)
    here = names[int(step) % len(names)]
    colours = blend_schemes(
        scheme(here, scene.rule, seed),
        scheme(names[(int(step) + 1) % len(names)], scene.rule, seed),
        # Eased, so that no colour starts or stops with a jerk.
        (1 - math.cos(math.pi * share)) / 2,
    )
    return with_colours(look, colours, here)


def blend_schemes(before: Colours, after: Colours, share: float) -> Colours:
    """Interpolate between two schemes in OKLab: shape (states, 3), uint8, sRGB."""
    lab = (1 - share) * to_oklab(before) + share * to_oklab(after)
    return to_srgb(np.clip(from_oklab(lab), 0, 1))
