"""The fast ``replace`` gives the same as ``dataclasses.replace`` for the states of every game."""

import dataclasses

import pytest

from gpulife.games.core.cursor import Area
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Cursor
from gpulife.games.core.series import parse_series
from gpulife.games.matches import default_rule, new_match
from gpulife.games.registry import GAMES, find_game


@pytest.mark.parametrize("game", GAMES)
def test_same_result_as_dataclasses_replace(game):
    spec = find_game(game)
    state = spec.start(new_match(game, default_rule(game), spec.shape, 1), spec.shape)
    assert replace(state) == state
    for field in dataclasses.fields(state):
        change = {field.name: "something else"}
        try:
            expected = dataclasses.replace(state, **change)
        except (TypeError, ValueError, AttributeError):  # the class checks its values
            continue
        quick = replace(state, **change)
        assert dataclasses.astuple(quick) == dataclasses.astuple(expected)
        assert type(quick) is type(state)
        assert getattr(state, field.name) != "something else"


def test_unknown_field_is_an_error():
    with pytest.raises(TypeError, match="wings"):
        replace(Cursor(1, 2), wings=2)


def test_copy_is_frozen_and_hashable():
    area = replace(Area(1, 2, 3, 4), top=0)
    assert hash(area) == hash(Area(0, 2, 3, 4))
    with pytest.raises(dataclasses.FrozenInstanceError):
        area.top = 5


def test_post_init_checks_still_run():
    series = parse_series("best-of-5")
    assert replace(series) == series
    with pytest.raises(ValueError, match=r"set"):
        replace(series, results=(0, 0, 0, 1))
