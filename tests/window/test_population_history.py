"""The points of the population curves, which follow rewinds and come back where nothing else has happened."""

import numpy as np

from gpulife.window.play.session_runner import PopulationHistory


class Counted:
    """A board of which only the census is known."""

    def __init__(self, cells: int) -> None:
        self.cells = cells

    def census(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.array([self.cells])


def points(history: PopulationHistory) -> list[tuple[int, int]]:
    curves = history.curves()
    return list(zip(curves.generations.astype(int), curves.populations[0].astype(int), strict=True))


def run(history: PopulationHistory, cells: dict[int, int]) -> None:
    for computed, count in cells.items():
        history.add(computed, Counted(count))  # type: ignore[arg-type]


WHOLE = {0: 5, 1: 7, 2: 6, 3: 9, 4: 8}


def test_what_a_rewind_dropped_comes_back_when_the_end_is_reached_at_once() -> None:
    history = PopulationHistory(1)
    run(history, WHOLE)
    run(history, {0: 5})
    assert points(history) == [(0, 5)]
    run(history, {3: 9})
    assert points(history) == list(WHOLE.items())[:4]
    run(history, {4: 8})
    assert points(history) == list(WHOLE.items())


def test_nothing_comes_back_after_another_drawing_or_another_end() -> None:
    history = PopulationHistory(1)
    run(history, WHOLE)
    run(history, {0: 5})
    run(history, {0: 6})
    run(history, {4: 8})
    assert points(history) == [(0, 6), (4, 8)]
    run(history, {0: 6})
    run(history, {4: 3})
    run(history, {6: 2})
    assert points(history) == [(0, 6), (4, 3), (6, 2)]


def test_there_are_never_too_many_points() -> None:
    history = PopulationHistory(1)
    run(history, {computed: computed for computed in range(3000)})
    run(history, {0: 0})
    run(history, {3000: 1})
    assert 300 <= len(points(history)) <= 600
