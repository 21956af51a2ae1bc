"""The points of the population curves, also through rewinds."""

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


def test_rewound_points_return_at_end() -> None:
    history = PopulationHistory(1)
    run(history, WHOLE)
    run(history, {0: 5})
    assert points(history) == [(0, 5)]
    run(history, {3: 9})
    assert points(history) == list(WHOLE.items())[:4]
    run(history, {4: 8})
    assert points(history) == list(WHOLE.items())


def test_new_branch_discards_dropped_points() -> None:
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


def test_number_of_points_is_limited() -> None:
    history = PopulationHistory(1)
    run(history, {computed: computed for computed in range(3000)})
    run(history, {0: 0})
    run(history, {3000: 1})
    assert 300 <= len(points(history)) <= 600
