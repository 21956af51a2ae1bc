"""Colour schemes contrast with their ground, and have the right names."""

from __future__ import annotations

import numpy as np
import pytest

from gpulife.rules import parse_rule
from gpulife.view.look import default_look, plain, with_colours
from gpulife.view.palettes import from_oklab, state_colours, to_linear, to_oklab
from gpulife.view.schemes import FIXED, GAME_SCHEMES, MAPS, RANDOM, SCHEMES, is_legible, next_scheme, scheme

IMMIGRATION = parse_rule("Immigration")


def test_number_of_schemes() -> None:
    assert (len(FIXED), len(RANDOM), len(GAME_SCHEMES)) == (16, 16, 32)
    assert len(set(SCHEMES)) == 32 + len(MAPS)


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("rule", ["Life", "Immigration", "QuadLife", "B3/S23:26", "RealTime:26", "Survivor"])
def test_each_state_has_its_own_colour(name: str, rule: str) -> None:
    law = parse_rule(rule)
    colours = scheme(name, law, seed=5)
    assert colours.shape == (law.live_states + 1, 3)
    assert colours.dtype == np.uint8
    assert len(np.unique(colours, axis=0)) == law.live_states + 1


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("states", [3, 4, 25, 256])
def test_ageing_cells_fade_to_ground(name: str, states: int) -> None:
    lab = to_oklab(scheme(name, parse_rule(f"B2/S345/C{states}"), seed=5))
    assert lab.shape == (states, 3)
    apart = np.abs(lab[1:, 0] - lab[0, 0])
    assert apart.min() > 0.05, "the last age can still be seen"
    assert apart[0] > 0.29, "live cells stand out"
    assert apart[-1] < apart[0] or states == 3


@pytest.mark.parametrize("name", FIXED)
def test_fixed_schemes_are_legible(name: str) -> None:
    assert is_legible(scheme(name, IMMIGRATION))


@pytest.mark.parametrize("seed", range(8))
def test_random_schemes_are_legible(seed: int) -> None:
    for name in RANDOM:
        assert is_legible(scheme(name, IMMIGRATION, seed))


def test_only_random_schemes_depend_on_seed() -> None:
    for name in SCHEMES:
        same = np.array_equal(scheme(name, IMMIGRATION, 1), scheme(name, IMMIGRATION, 2))
        assert same == (name not in RANDOM)
        assert np.array_equal(scheme(name, IMMIGRATION, 1), scheme(name, IMMIGRATION, 1))


@pytest.mark.parametrize("name", MAPS)
def test_maps_contrast_with_ground(name: str) -> None:
    for species in (1, 2, 8):
        lightness = to_oklab(scheme(name, parse_rule(f"B3/S23:{species}")))[:, 0]
        assert (lightness[1:] - lightness[0]).min() > 0.2


def test_scheme_by_number() -> None:
    assert np.array_equal(scheme(0, IMMIGRATION), state_colours(IMMIGRATION))
    assert np.array_equal(scheme(len(SCHEMES) + 3, IMMIGRATION), scheme(SCHEMES[3], IMMIGRATION))


def test_next_scheme_cycles_through_game_schemes() -> None:
    names = ["Okabe-Ito"]
    for _ in range(31):
        names.append(next_scheme(names[-1]))
    assert tuple(names) == GAME_SCHEMES
    assert next_scheme(names[-1]) == "Okabe-Ito"
    assert next_scheme("Okabe-Ito", -1) == names[-1]
    assert next_scheme("Viridis") == "Okabe-Ito"


def test_unknown_scheme() -> None:
    with pytest.raises(KeyError, match="Mauve"):
        scheme("Mauve", IMMIGRATION)


def test_survivor_states_keep_their_colours() -> None:
    law = parse_rule("Survivor")
    assert np.array_equal(scheme("Neon", law), state_colours(law))


def test_oklab_has_an_inverse() -> None:
    colours = np.array([[0, 0, 0], [255, 255, 255], [230, 159, 0], [1, 2, 250]], np.uint8)
    assert np.allclose(from_oklab(to_oklab(colours)), to_linear(colours), atol=1e-6)


def test_look_with_colours_of_a_scheme() -> None:
    look = default_look(IMMIGRATION)
    paper = with_colours(look, scheme("Ink on paper", IMMIGRATION), "Ink on paper")
    assert paper.scheme == "Ink on paper"
    assert paper.ground == (242, 236, 223)
    assert min(paper.outside) > 150
    assert plain(look) == plain(plain(look))
    assert plain(look).bloom == plain(look).age == plain(look).trails == 0
