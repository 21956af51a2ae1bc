"""Runs a pass over a whole board from its shader text, and the same with the reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from engines.subgroup_emulator import emulate
from numpy.typing import NDArray

from gpulife.engines import reference
from gpulife.engines.bitplanes.layout import HALO, Layout
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.engines.bitplanes.rule_circuits import plane_codes
from gpulife.rules import Cells, Edges, Rule

PAIR_RULES = ("Life", "Immigration", "QuadLife", "B36/S23", "B3/S23:3", "B36/S125:2")
"""Conway's law, whose pairs of rows share sums, other laws, and laws with turns to win ties."""
PAIR_SHAPE = PassShape(rows=10, generations=4, unroll=4, across=4, down=2)
_SLACK = 8

Run = Callable[[str, Sequence[NDArray[np.uint32]], tuple[int, int], Mapping[str, int]], None]
"""Runs a compute shader, given its text, storage buffers, numbers of workgroups across and down, and uniforms."""


def stepped(
    rule: Rule, cells: Cells, shape: PassShape, generation: int = 0, *, text: str = "", run: Run = emulate
) -> Cells:
    """A board after a pass, whose rows are computed by two dispatches, as long ones are.

    Around the board the buffer holds its other side or, beyond dead edges, what another board left there.
    """
    rows, columns = cells.shape
    codes = plane_codes(rule)
    layout = Layout(columns, codes.planes, own_words=1)
    size = (rows + 2 * HALO + _SLACK, layout.planes, layout.stride)
    before = np.random.default_rng(4).integers(0, 1 << 32, size, dtype=np.uint32)
    if rule.edges is Edges.TORUS:
        words = codes.pack(np.pad(cells, ((HALO, HALO), (16, 16)), mode="wrap"), 16)[:, :, : layout.stride]
        before[: rows + 2 * HALO, :, : words.shape[2]] = words
    else:
        words = codes.pack(cells, 32)
        before[HALO : HALO + rows, :, : words.shape[2]] = words
    after = np.zeros_like(before)
    text = text or pass_source(rule, shape, stride=layout.stride)
    group_rows = shape.rows * (1 if shape.lanes else shape.down)
    for first_row, stop in ((0, min(group_rows, rows)), (group_rows, rows)):
        uniforms = {
            "first_row": first_row,
            "rows": stop,
            "halo": HALO,
            "stride": layout.stride,
            "first": (generation + 1) % rule.live_states,
            "above": 0,
            "below": rows,
            "columns": columns,
            "across": -(-layout.words // shape.pass_words),
        }
        groups = shape.groups(layout.words, max(stop - first_row, 0))
        if 0 not in groups:
            run(text, (before.ravel(), after.reshape(-1)), groups, uniforms)
    return codes.unpack(after[HALO : HALO + rows, :, 1 : 1 + layout.words], 0, columns)


def expected(rule: Rule, cells: Cells, generations: int, generation: int = 0) -> Cells:
    """Return the reference's result."""
    for number in range(generations):
        cells = reference.next_generation(cells, rule, generation + number)
    return cells
