"""Colours of states, which all views, pictures and charts use.

The first species have the colours of Okabe and Ito, which people with any colour vision can tell apart
(https://jfly.uni-koeln.de/color/). Their order gives the best contrast on a dark ground. Each further species has the
colour that differs most, in OKLab (https://bottosson.github.io/posts/oklab/), from all colours before it.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from gpulife.patterns.image import CONES_TO_LAB, RGB_TO_CONES
from gpulife.rules import RGB, Rule

Colours = NDArray[np.uint8]
"""Colours in sRGB, shape (states, 3), uint8."""

BACKGROUND = (11, 13, 18)
NEUTRAL = (150, 150, 155)
_OKABE_ITO = (
    (230, 159, 0),  # orange
    (86, 180, 233),  # sky blue
    (204, 121, 167),  # reddish purple
    (0, 158, 115),  # bluish green
    (240, 228, 66),  # yellow
    (213, 94, 0),  # vermilion
    (0, 114, 178),  # blue
)
_MAX_SPECIES = 27
_AGES = (BACKGROUND, (255, 246, 214), (240, 160, 30), (196, 62, 48), (112, 44, 122))
"""Colours of dead cells, of live cells, and of dying cells from their first to their last age."""
_LAST_AGE = 0.55  # the last age's colour lies this far from the last colour of _AGES towards the ground
_LIGHTNESS_RANGE = (0.52, 0.95)  # OKLab lightness of candidate colours


def state_colours(rule: Rule) -> Colours:
    """Return the colours of all states of ``rule``: shape (live_states + 1, 3), uint8, sRGB."""
    if rule.family.states:
        return np.array([colour for _, colour in rule.family.states], np.uint8)
    if rule.family.has_ages:
        return with_ages(np.array(_AGES, np.uint8), rule.live_states)
    colours = np.array((BACKGROUND, *_species_colours()[: rule.live_states]), np.uint8)
    if rule.family.has_neutral:
        colours[-1] = NEUTRAL
    return colours


def with_ages(colours: Colours, live_states: int) -> Colours:
    """Return the colours of all states of a rule with ageing cells: shape (live_states + 1, 3), uint8.

    Args:
        colours: the colours of dead cells, of live cells, and of dying cells from young to old (at least one).
        live_states: the number of states besides 0.
    """
    ground, dying = to_oklab(colours[0]), to_oklab(colours[2:])
    if live_states == 2:
        return colours[[0, 1, 2 + len(dying) // 2]]
    stops = np.array([*dying, dying[-1] + (ground - dying[-1]) * _LAST_AGE])
    places = np.linspace(0, len(stops) - 1, live_states - 1)
    ramp = np.stack([np.interp(places, np.arange(len(stops)), channel) for channel in stops.T], -1)
    return np.concatenate([colours[:2], to_srgb(np.clip(from_oklab(ramp), 0, 1))])[: live_states + 1]


def hex_colour(colour: NDArray[np.uint8] | RGB) -> str:
    """Format a colour, shape (3,), as ``#rrggbb``."""
    return "#" + bytes(colour).hex()


def to_linear(srgb: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Convert sRGB values to linear light, 0 to 1, which can be averaged. The shape stays the same; float64."""
    value = srgb / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def to_srgb(linear: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Convert linear light to sRGB values, rounded. The shape stays the same; uint8."""
    value = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 0) ** (1 / 2.4) - 0.055)
    return np.asarray(np.clip(np.rint(value * 255), 0, 255), np.uint8)


def to_oklab(srgb: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Convert sRGB colours to OKLab, shape (..., 3), float64. A distance of 0.02 is just visible."""
    return np.asarray(np.cbrt(to_linear(srgb) @ RGB_TO_CONES.T) @ CONES_TO_LAB.T)


def from_oklab(lab: NDArray[np.float64]) -> NDArray[np.float64]:
    """Convert OKLab colours to linear light, shape (..., 3), float64. No screen can show values outside 0 to 1."""
    cones = (lab @ np.linalg.inv(CONES_TO_LAB).T) ** 3
    return cones @ np.linalg.inv(RGB_TO_CONES).T


@cache
def _species_colours() -> Colours:
    """Return the colours of species 1 to 27. Seven are fixed. The others differ as much as possible from all before."""
    levels = np.linspace(0, 255, 16).astype(np.uint8)
    candidates = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), -1).reshape(-1, 3)
    lab = to_oklab(candidates)
    candidates = candidates[(lab[:, 0] >= _LIGHTNESS_RANGE[0]) & (lab[:, 0] <= _LIGHTNESS_RANGE[1])]
    lab = to_oklab(candidates)

    first = np.array(_OKABE_ITO, np.uint8)
    taken = to_oklab(np.array((BACKGROUND, NEUTRAL, *_OKABE_ITO), np.uint8))
    return np.concatenate([first, farthest(candidates, lab, taken, _MAX_SPECIES - len(first))])


def farthest(candidates: Colours, lab: NDArray[np.float64], taken: NDArray[np.float64], count: int) -> Colours:
    """Choose ``count`` colours one by one. Each differs as much as possible from those taken or chosen before.

    Args:
        candidates: the colours from which to choose, shape (n, 3), uint8, sRGB.
        lab: the candidates in OKLab, shape (n, 3).
        taken: colours already in use, in OKLab, shape (m, 3).
        count: number of colours to choose.
    """
    nearest = np.linalg.norm(lab[:, None] - taken, axis=-1).min(axis=1)
    chosen: list[int] = []
    for _ in range(count):
        chosen.append(int(nearest.argmax()))
        nearest = np.minimum(nearest, np.linalg.norm(lab - lab[chosen[-1]], axis=-1))
    return candidates[chosen]
