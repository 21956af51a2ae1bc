"""Colours can be told apart, and are always the same."""

import numpy as np
import pytest

from gpulife.rules import parse_rule
from gpulife.view.palettes import state_colours, to_linear, to_oklab, to_srgb

# Simulation of missing cones on linear RGB, severity 1: Machado, Oliveira and Fernandes (2009), table 1.
COLOUR_BLINDNESS = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def smallest_distance(colours):
    lab = to_oklab(colours)
    distances = np.linalg.norm(lab[:, None] - lab, axis=-1)
    return distances[~np.eye(len(colours), dtype=bool)].min()


@pytest.mark.parametrize(
    "name", ["Life", "Immigration", "QuadLife", "BioWar:6", "B3/S23:26", "RealTime:26", "Survivor"]
)
def test_number_of_colours(name):
    rule = parse_rule(name)
    colours = state_colours(rule)
    assert colours.shape == (rule.live_states + 1, 3)
    assert colours.dtype == np.uint8


@pytest.mark.parametrize(
    ("name", "least"),
    [("Immigration", 0.2), ("QuadLife", 0.15), ("B3/S23:7", 0.1), ("Survivor", 0.15), ("B3/S23:26", 0.08),
     ("RealTime:26", 0.08)],
)  # fmt: skip
def test_states_look_different(name, least):
    assert smallest_distance(state_colours(parse_rule(name))) > least


@pytest.mark.parametrize("kind", COLOUR_BLINDNESS)
@pytest.mark.parametrize(("name", "least"), [("Immigration", 0.12), ("QuadLife", 0.07)])
def test_first_species_differ_for_the_colour_blind(kind, name, least):
    seen = to_linear(state_colours(parse_rule(name))) @ np.array(COLOUR_BLINDNESS[kind]).T
    assert smallest_distance(to_srgb(np.clip(seen, 0, 1))) > least


def test_species_contrast_with_dark_ground():
    lightness = to_oklab(state_colours(parse_rule("RealTime:26")))[:, 0]
    assert lightness[0] < 0.2
    assert lightness[1:].min() > 0.45


def test_linear_and_srgb_are_inverse():
    levels = np.arange(256, dtype=np.uint8)
    assert np.array_equal(to_srgb(to_linear(levels)), levels)
