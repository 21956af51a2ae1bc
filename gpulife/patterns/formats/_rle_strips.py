"""Conversion of the runs of an RLE to cells, strip by strip, with a single strip of the board in memory.

Each run is stored as its state at its two borders; a running XOR over a strip then fills all runs.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from gpulife.patterns.formats._rle_body import LiveRuns
from gpulife.patterns.pattern import Patch
from gpulife.patterns.rectangles import Rectangle, Strips

_CHUNK = 1 << 18
"""Number of cells that are filled in one step, chosen to fit into the processor's cache."""


class Strip:
    """A strip of a board, filled in from runs of live cells. The runs must be added in reading order."""

    def __init__(self, shape: tuple[int, int], rectangle: Rectangle) -> None:
        self.row, self.column, self.height, self.width = rectangle
        self.start = self.row * shape[1] + self.column
        self.end = self.start + self.height * self.width
        self._last = 0
        # One more element for the border after the last cell.
        self._borders = np.zeros(self.height * self.width + 1, np.uint8)

    def add(self, runs: LiveRuns) -> None:
        """Add runs that lie within the strip."""
        if not runs.starts.size:
            return
        # Runs do not overlap, so no index repeats within one statement; but a run may start where another ends.
        self._borders[runs.starts - self.start] ^= runs.states
        self._borders[runs.ends - self.start] ^= runs.states
        self._last = int(runs.ends[-1]) - self.start

    def patch(self) -> Patch:
        """Return the strip with the cells of all added runs. Afterwards, no more runs can be added."""
        touched = self._borders[: self._last]
        for start in range(0, self._last, _CHUNK):
            chunk = touched[start : start + _CHUNK]
            if start:
                chunk[0] ^= touched[start - 1]
            chunk[:] = np.bitwise_xor.accumulate(chunk)
        self._borders[self._last :] = 0
        return Patch(self.row, self.column, self._borders[:-1].reshape(self.height, self.width))


def strips_touched(strips: Strips, runs: LiveRuns, last: int) -> tuple[int, int]:
    """Count the strips in which runs have cells, and return (count, number of the last such strip).

    Strips up to number ``last`` are not counted again. If ``last`` is -1, all strips are counted.
    """
    if not runs.starts.size:
        return 0, last
    firsts, lasts = strips.numbers(runs.starts), strips.numbers(runs.ends - 1)
    before = np.concatenate(([last], lasts[:-1]))
    return int((lasts - np.maximum(firsts - 1, before)).clip(min=0).sum()), int(lasts[-1])


def filled_strips(shape: tuple[int, int], pieces: Iterable[LiveRuns]) -> Iterator[Patch]:
    """Yield those strips of a board of ``shape`` that have live cells. The runs must be in reading order."""
    strips = Strips(shape)
    strip: Strip | None = None
    for runs in pieces:
        starts, ends, states = runs
        while starts.size:
            strip = strip or Strip(shape, strips.rectangle(int(strips.numbers(starts[:1])[0])))
            inside = int(np.searchsorted(ends, strip.end, side="right"))
            strip.add(LiveRuns(starts[:inside], ends[:inside], states[:inside]))
            starts, ends, states = starts[inside:], ends[inside:], states[inside:]
            if starts.size:
                if starts[0] < strip.end:  # a run across the border of two strips
                    strip.add(LiveRuns(starts[:1], np.array([strip.end]), states[:1]))
                    starts = np.concatenate(([strip.end], starts[1:]))
                yield strip.patch()
                strip = None
    if strip is not None:
        yield strip.patch()
