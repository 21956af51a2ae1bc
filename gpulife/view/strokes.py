"""An upright stroke of each letter of a word, its stem or the side of its bowl, around which looks let something wind.

A stroke is followed through the ink from row to row, up and down from the middle of its letter. It ends where it
becomes much wider, as at a serif or where a bowl closes, or where it turns away.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

KNOTS = 8
MOST = 10
_ROWS = 120  # of the ink that are looked at
_BEGIN = (0.35, 0.5, 0.65)  # where in its letter a stroke is looked for
_LOWEST = 0.3  # letter, in heights of the highest one; dots are lower
_WIDEST = 0.4  # run of ink that may begin a stroke, in heights of its letter
_SHORTEST = 0.4  # stroke, likewise
_AS_LONG = 0.9  # in lengths of a letter's longest stroke

Run = tuple[int, int]
"""First column and the one after the last of adjacent columns with ink."""
Letter = dict[int, list[Run]]
"""The runs of adjoining ink, by the number of their row."""
Path = list[tuple[int, Run]]
"""The row and the run of each part of a stroke."""


class Stroke(NamedTuple):
    """A stroke with a margin above and below, in shares of the board.

    Attributes:
        top: its first row.
        bottom: its last row.
        half: half its width.
        middles: the column of its middle at ``KNOTS`` equally spaced rows, from the first to the last.
    """

    top: float
    bottom: float
    half: float
    middles: tuple[float, ...]


def strokes_of(ink: NDArray[np.uint8]) -> list[Stroke]:
    """Return one stroke for each letter that has any, from left to right; of more than ``MOST`` letters the highest."""
    step = max(ink.shape[0] // _ROWS, 1)
    letters = _letters([_runs(row > 127) for row in ink[::step]])
    highest = max(map(len, letters), default=0)
    letters = sorted((one for one in letters if len(one) > _LOWEST * highest), key=len)[-MOST:]
    letters.sort(key=lambda letter: min(run[0] for runs in letter.values() for run in runs))
    strokes = []
    for number, letter in enumerate(letters):
        found = sorted(_paths(letter, step), key=lambda path: path[0][1][0])
        longest = max(map(len, found), default=0)
        # Of the two sides of a bowl, it is the left one and the right one in turn.
        if best := [path for path in found if len(path) >= max(_AS_LONG * longest, _SHORTEST * len(letter))]:
            strokes.append(_stroke(best[-(number % 2)], step, ink.shape))
    return strokes


def _runs(is_ink: NDArray[np.bool_]) -> list[Run]:
    edges = np.flatnonzero(np.diff(np.concatenate(([False], is_ink, [False]))))
    return [(int(first), int(end)) for first, end in edges.reshape(-1, 2)]


def _letters(rows: list[list[Run]]) -> list[Letter]:
    """The runs of all rows, in groups that hang together."""
    found: list[Letter] = []
    for number, row in enumerate(rows):
        for run in row:
            joined: Letter = {}
            touching = [one for one in found if any(_meets(run, other) for other in one.get(number - 1, ()))]
            for one in touching:
                for line, runs in one.items():
                    joined.setdefault(line, []).extend(runs)
            joined.setdefault(number, []).append(run)
            found = [one for one in found if not any(one is other for other in touching)] + [joined]
    return found


def _meets(run: Run, other: Run) -> bool:
    return other[0] < run[1] and run[0] < other[1]


def _paths(letter: Letter, step: int) -> Iterator[Path]:
    rows = sorted(letter)
    for begin in _BEGIN:
        row = rows[int(begin * len(rows))]
        for run in letter[row]:
            if run[1] - run[0] <= _WIDEST * len(rows) * step:
                above = list(_followed(letter, row, run, -1, step))
                yield [*above[::-1], (row, run), *_followed(letter, row, run, 1, step)]


def _followed(letter: Letter, row: int, run: Run, way: int, step: int) -> Iterator[tuple[int, Run]]:
    """The run's continuation in the rows above (-1) or below (1), as far as it is one stroke."""
    widest = 1.7 * (run[1] - run[0])
    while beside := [other for other in letter.get(row + way, ()) if _meets(run, other)]:
        turn, near = min((abs(sum(other) - sum(run)), other) for other in beside)
        if near[1] - near[0] > widest or turn > 3.2 * step:
            return
        row, run = row + way, near
        yield row, run


def _stroke(path: Path, step: int, shape: tuple[int, ...]) -> Stroke:
    rows = np.array([row * step for row, _ in path])
    middles = np.array([sum(run) / 2 for _, run in path])
    margin = 0.15 * (rows[-1] - rows[0])
    # Beyond its ends it goes on a little way as it went there.
    few = max(len(path) // 8, 1)
    before = (middles[few] - middles[0]) / (rows[few] - rows[0])
    after = (middles[-1] - middles[-1 - few]) / (rows[-1] - rows[-1 - few])
    at = np.linspace(rows[0] - margin, rows[-1] + margin, KNOTS)
    beyond = before * np.minimum(at - rows[0], 0) + after * np.maximum(at - rows[-1], 0)
    knots = (np.interp(at, rows, middles) + np.clip(beyond, -margin / 2, margin / 2)) / shape[1]
    half = float(np.median([end - first for _, (first, end) in path])) / 2
    return Stroke(
        float(at[0]) / shape[0], float(at[-1]) / shape[0], half / shape[1], tuple(float(knot) for knot in knots)
    )
