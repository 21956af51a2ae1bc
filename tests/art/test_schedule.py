"""The order of scenes: shuffled, by weight, at their hours, from a state of a few numbers."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from dataclasses import replace

import pytest
from art.scenes import programme
from hypothesis import given
from hypothesis import strategies as st

from gpulife.art.playlist import ScheduleState, next_cue, round_order
from gpulife.art.scene import Programme, ProgrammeError
from gpulife.games.core.dataclass_json import RecordError, from_json, to_json

SCENE = (
    '[[scene]]\nname = "{}"\nduration = 60\nrule = "Immigration"\nsize = "32x32"\nweight = {}\nstart = {{soup = 0.3}}\n'
)


def of_weights(*weights: int, hours: str = "") -> Programme:
    return programme("".join(SCENE.format(number, weight) for number, weight in enumerate(weights)) + hours)


def cues(show: Programme, state: ScheduleState, count: int, minute: int = 0) -> list[int]:
    shown = []
    for _ in range(count):
        cue, state = next_cue(show, state, minute)
        shown.append(cue.scene)
    return shown


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.integers(0, 2**64 - 1), st.integers(0, 99))
def test_round_follows_weights(weights: list[int], seed: int, number: int) -> None:
    order = round_order(weights, seed, number)
    assert Counter(order) == dict(enumerate(weights))
    assert order == round_order(weights, seed, number)
    repeats = sum(one == other for one, other in itertools.pairwise(order))
    assert repeats == max(0, 2 * max(weights) - sum(weights) - 1)  # only if unavoidable


@given(st.integers(0, 2**64 - 1))
def test_no_scene_twice_in_a_row(seed: int) -> None:
    show = of_weights(3, 1, 2, 1)
    shown = cues(show, ScheduleState(seed), 70)
    assert all(one != other for one, other in itertools.pairwise(shown))
    assert Counter(shown) == {0: 30, 1: 10, 2: 20, 3: 10}


def test_single_scene_repeats() -> None:
    assert cues(of_weights(2), ScheduleState(1), 5) == [0] * 5


def test_seeds_and_rounds_differ() -> None:
    show = of_weights(1, 1, 1, 1, 1)
    orders = {tuple(cues(show, ScheduleState(seed), 15)) for seed in range(20)}
    assert len(orders) == 20
    rounds = cues(show, ScheduleState(1), 25)
    assert len({tuple(rounds[at : at + 5]) for at in range(0, 25, 5)}) > 1


def test_each_turn_has_its_own_seed() -> None:
    show, state, seeds = of_weights(1, 1), ScheduleState(5), set()
    for number in range(50):
        cue, state = next_cue(show, state, 0)
        assert cue.number == number
        seeds.add(cue.seed)
    assert len(seeds) == 50


def test_saved_state_continues_identically() -> None:
    show = of_weights(2, 1, 1)
    state = ScheduleState(9)
    for _ in range(30):
        saved = from_json(ScheduleState, json.loads(json.dumps(to_json(state))))
        assert saved == state
        assert cues(show, saved, 9) == cues(show, state, 9)
        _, state = next_cue(show, state, 0)


def test_hours_are_respected() -> None:
    show = of_weights(1, 1, 1)
    hours = [(0, 12 * 60), (12 * 60, 24 * 60), (22 * 60, 2 * 60)]
    show = replace(
        show,
        scenes=tuple(
            replace(scene, hours=replace(scene.hours, begin=begin, end=end))
            for scene, (begin, end) in zip(show.scenes, hours, strict=True)
        ),
    )
    state = ScheduleState(3)
    for minute, may in [(0, {0, 2}), (119, {0, 2}), (120, {0}), (719, {0}), (720, {1}), (1319, {1}), (1320, {1, 2})]:
        assert set(cues(show, state, 12, minute)) == may


def test_state_from_longer_programme() -> None:
    show = of_weights(1, 1, 1)
    for last in range(12):
        state = ScheduleState(3, round=1, place=9, last=last, before=last, shown=20)
        assert set(cues(show, state, 12)) == {0, 1, 2}


def test_no_scene_at_that_hour() -> None:
    show = of_weights(1)
    show = replace(show, scenes=(replace(show.scenes[0], hours=replace(show.scenes[0].hours, begin=60)),))
    assert show.first_gap() == (0, 60)
    with pytest.raises(ProgrammeError, match="has no scene for the time 00:30"):
        next_cue(show, ScheduleState(1), 30)


@pytest.mark.parametrize(
    "values",
    [None, [], {}, {"seed": 1}, to_json(ScheduleState(1)) | {"place": -1}, to_json(ScheduleState(1)) | {"seed": True}],
)
def test_invalid_states(values: object) -> None:
    with pytest.raises(RecordError, match="ScheduleState"):
        from_json(ScheduleState, values)
