"""The engine that runs on any machine: it steps a numpy array with the functions of the reference implementation."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from gpulife.engines import reference
from gpulife.engines.base import Engine, StepStoppedError, StripPlace, spans
from gpulife.engines.bitplanes.layout import cut_into_bands
from gpulife.patterns.board_sizes import free_memory
from gpulife.rules import Cells, Edges, Rule
from gpulife.rules.twists import framed_by

_PART_CELLS = 1 << 22
"""Number of cells computed at once; a step can be stopped after each such part.

Under every rule, a part takes only a fraction of a second.
"""


class NumpyEngine(Engine):
    """A universe in main memory, stepped by :mod:`gpulife.engines.reference`.

    Args:
        rule: the rule with the board's edges.
        shape: (rows, columns) in cells.
        place: the position of a strip of a larger board, for rules that depend on coordinates; None for a whole board.
    """

    name: str = "numpy"
    bytes_per_cell: ClassVar[float] = 14.1  # at the peak of a step with several species, measured; Life needs 7
    has_twists: ClassVar[bool] = True

    def __init__(self, rule: Rule, shape: tuple[int, int], place: StripPlace | None = None) -> None:
        super().__init__(rule, shape)
        self._place = place or StripPlace(0, shape[0], shape[0])
        self.renderer = f"numpy {np.__version__}"
        self._cells: Cells = np.zeros(shape, np.uint8)
        self._law_of: Rule | None = None
        self._law = rule

    def _census(self) -> NDArray[np.int64]:
        return reference.census(self._cells, self.rule)

    def _memory_available(self) -> int:
        return free_memory()

    def _step(self, generations: int, rule: Rule) -> None:
        if self._law_of is not rule:  # a step of a small board takes hardly longer than this
            self._law_of, self._law = rule, replace(rule, size=(self._place.board_rows, self.shape[1]))
        law = self._law
        for done in range(generations):
            try:
                self._cells = self._after(law, self.generation + done)
            except StepStoppedError:
                raise StepStoppedError(done) from None

    def _after(self, law: Rule, generation: int) -> Cells:
        """Return the board one generation after ``generation``. Large boards are computed in parts of several rows.

        Raises:
            StepStoppedError: ``self._stopped()`` returned True.
        """
        rows, columns = self.shape
        reach = max(1, law.family.reach(law))
        height = max(_PART_CELLS // columns, 4 * reach)
        if rows <= height:
            return reference.next_generation(self._cells, law, generation, (self._place.start, 0))
        # Rows beyond the edges: of the other end on a torus, none at dead edges, those of the frame of a twist.
        cells, frame, corner = self._cells, 0, (self._place.start, 0)
        if law.twist is not None:
            cells, frame, law = framed_by(law.twist, cells, reach), reach, replace(law, twist=None)
            corner = corner[0] - reach, -reach
        after = np.empty_like(self._cells)
        for row, count in cut_into_bands(rows, height):
            if self._stopped():
                raise StepStoppedError(0)
            wraps = law.edges is Edges.TORUS
            pieces = list(spans(row + frame - reach, count + 2 * reach, rows + 2 * frame, wrap=wraps))
            above = reach - pieces[0][1].start  # fewer at a dead edge
            part = np.concatenate([cells[board] for board, _ in pieces])
            start = corner[0] + row + frame - above, corner[1]
            stepped = reference.next_generation(part, law, generation, start)[above : above + count]
            after[row : row + count] = stepped[:, frame : frame + columns]
        return after

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        return self._cells[row : row + height, column : column + width].copy()

    def _write(self, row: int, column: int, cells: Cells) -> None:
        height, width = cells.shape
        self._cells[row : row + height, column : column + width] = cells
