"""Dead zones, eight directions and triggers of a pad."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.input.events import PadState, held_names, stick_direction

NONE: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("degrees", "direction"),
    [
        (0, (0, 1)),
        (45, (1, 1)),
        (90, (1, 0)),
        (135, (1, -1)),
        (180, (0, -1)),
        (-135, (-1, -1)),
        (-90, (-1, 0)),
        (-45, (-1, 1)),
    ],
)
@pytest.mark.parametrize("off", [-21, 0, 21])
def test_a_stick_has_eight_directions(degrees, off, direction):
    angle = math.radians(degrees + off)
    assert stick_direction(math.cos(angle), math.sin(angle), (0, 0), 0.25) == direction


@pytest.mark.parametrize("angle", [0.0, 0.8, 2.0, 4.0])
def test_dead_zone_is_round_with_hysteresis(angle):
    def at(radius, before=(0, 0)):
        return stick_direction(radius * math.cos(angle), radius * math.sin(angle), before, 0.3)

    assert at(0.29) == (0, 0)
    assert (direction := at(0.31)) != (0, 0)
    assert at(0.29, direction) == direction
    assert at(0.23, direction) == (0, 0)


def test_direction_hysteresis():
    angle = math.radians(22.5 + 4)
    x, y = math.cos(angle), math.sin(angle)
    assert stick_direction(x, y, (0, 0), 0.2) == (1, 1)
    assert stick_direction(x, y, (0, 1), 0.2) == (0, 1)
    angle = math.radians(22.5 + 7)
    assert stick_direction(math.cos(angle), math.sin(angle), (0, 1), 0.2) == (1, 1)


def test_direction_hysteresis_at_180_degrees():
    angle = math.radians(180 + 24)
    assert stick_direction(math.cos(angle), math.sin(angle), (0, -1), 0.2) == (0, -1)


def test_sticks_triggers_and_buttons_are_held_by_name():
    state = PadState("Pad", "guid", (0.9, -0.9, 0.0, 1.0, 1.0, -1.0), frozenset({"a", "dpad_left"}))
    assert held_names(state, NONE, 0.25) == {"a", "dpad_left", "ls_right", "ls_up", "rs_down", "lt"}


def test_trigger_hysteresis():
    half = PadState("Pad", "guid", (0, 0, 0, 0, -1, -0.1))
    assert held_names(half, NONE, 0.25) == NONE
    assert held_names(half, frozenset({"rt"}), 0.25) == {"rt"}


def test_missing_axes_are_at_rest():
    assert held_names(PadState("Pad", "guid", ()), NONE, 0.25) == NONE


@given(st.floats(), st.floats(), st.sampled_from([(0, 0), (0, 1), (-1, 1)]), st.floats(0.02, 0.9))
def test_any_stick_has_a_direction(x, y, before, dead_zone):
    across, down = stick_direction(x, y, before, dead_zone)
    assert across in (-1, 0, 1)
    assert down in (-1, 0, 1)
