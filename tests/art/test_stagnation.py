"""Detection of universes that stagnate."""

from __future__ import annotations

from dataclasses import replace

import pytest
from art.scenes import scene

from gpulife.art.scene_runner import Sample, StagnationKind, detector_of

DETECTOR = detector_of(scene(more="[scene.interventions]\nthreshold = 0.01"))


def samples(populations: list[tuple[int, ...]], change: float = 0.5) -> list[Sample]:
    return [Sample(24 * number, change, change, population) for number, population in enumerate(populations)]


def growing(count: int) -> list[tuple[int, ...]]:
    return [(10 + number, 20) for number in range(count)]


@pytest.mark.parametrize(
    ("speed", "every"),
    [(0.5, 4), (1, 4), (2, 4), (4, 8), (5, 8), (6, 12), (10, 24), (15, 24), (18, 36), (30, 60), (60, 120)],
)
def test_samples_are_about_two_seconds_apart(speed: float, every: int) -> None:
    assert detector_of(scene(speed=speed)).every == every


def test_stagnation_is_found_within_a_minute() -> None:
    for speed in (0.5, 1, 2, 3, 5, 8, 12, 30, 60, 240):
        detector = detector_of(scene(speed=speed))
        assert (detector.still + 1) * detector.every / speed < 30


def test_lively_board_is_not_stagnant() -> None:
    assert DETECTOR.detect([]) is None
    for count in range(1, 40):
        assert DETECTOR.detect(samples(growing(count))) is None


def test_blinkers_count_as_still() -> None:
    quiet = samples(growing(DETECTOR.still), 0.01)
    assert DETECTOR.detect(quiet) is StagnationKind.STILL
    assert DETECTOR.detect(quiet[1:]) is None  # not for long enough yet
    assert DETECTOR.detect([replace(quiet[0], change_two=0.011), *quiet[1:]]) is None
    assert DETECTOR.detect([replace(each, change_one=0.9) for each in quiet]) is StagnationKind.STILL


@pytest.mark.parametrize("period", [1, 2, 3, 5])
def test_populations_that_repeat(period: int) -> None:
    populations = [(10 + number % period, 20 - number % period) for number in range(DETECTOR.window)]
    assert DETECTOR.window == 15
    assert DETECTOR.detect(samples(populations)) is StagnationKind.PERIODIC
    assert DETECTOR.detect(samples(populations[1:])) is None
    assert DETECTOR.detect(samples([(99, 20), *populations[1:]])) is None
    assert DETECTOR.detect(samples([(10, 20), *populations])) is StagnationKind.PERIODIC  # earlier samples do not count


def test_two_repeats_are_not_enough() -> None:
    assert DETECTOR.detect(samples([(10 + number % 6, 20) for number in range(DETECTOR.window)])) is None


def test_extinction() -> None:
    assert DETECTOR.detect(samples([(10, 0)])) is StagnationKind.EXTINCT
    assert DETECTOR.detect(samples([(0, 10)])) is StagnationKind.EXTINCT
    assert DETECTOR.detect(samples([(0, 0)])) is StagnationKind.EMPTY
    assert replace(DETECTOR, plan=replace(DETECTOR.plan, living=0)).detect(samples([(10, 0)])) is None
    assert replace(DETECTOR, plan=replace(DETECTOR.plan, living=1)).detect(samples([(10, 0)])) is None
    rare = replace(DETECTOR, plan=replace(DETECTOR.plan, least_share=0.1))
    assert rare.detect(samples([(90, 10)])) is StagnationKind.EXTINCT
    assert rare.detect(samples([(89, 11)])) is None
