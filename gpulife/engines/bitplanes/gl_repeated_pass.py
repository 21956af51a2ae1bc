"""Many passes in one dispatch, for boards so small that starting a pass takes longer than computing it.

One workgroup has the whole board, and waits at barriers between its passes, which go from one buffer to the other and
back. Only for renderers on processors, where a workgroup is one thread's work: a graphics card would idle.
"""

from collections.abc import Sequence

from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.bitplanes.gl_compile import compile_pass
from gpulife.engines.bitplanes.layout import HALO, Layout
from gpulife.engines.bitplanes.pass_shape import MAX_REPEATED_CELLS, PassShape
from gpulife.engines.bitplanes.pass_source import Watch
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import ComputePass
from gpulife.rules import Edges, Rule

MIN_GENERATIONS = 256
"""A step of fewer generations is not worth a program of its own."""
_MAX_PASSES = 64
"""Passes of a dispatch, so that each is short."""


def can_repeat(device: GLDevice, rule: Rule, shape: PassShape, layout: Layout, bands: Sequence[PlanesBand]) -> bool:
    """Tell whether one workgroup of passes of that shape can compute a whole board."""
    rows = bands[0].rows
    return (
        device.is_software
        and len(bands) == 1
        and rows * layout.columns <= MAX_REPEATED_CELLS
        and shape.across >= layout.invocations
        and shape.down * shape.rows >= rows
        # Rows and ends of lines wrap once at most.
        and (rule.edges is Edges.DEAD or (layout.columns >= 32 and rows >= shape.generations + shape.unroll))
    )


class RepeatedPass:
    """The program for a board, for which :func:`can_repeat` is true.

    Args:
        device: the device, whose context is current whenever this is used.
        rule: the rule with the board's edges.
        shape: the shape of passes.
        layout: the layout of the board.
        band: its only band.

    Raises:
        EngineError: the driver refuses the program.
    """

    def __init__(self, device: GLDevice, rule: Rule, shape: PassShape, layout: Layout, band: PlanesBand) -> None:
        self._device, self._rule, self._band = device, rule, band
        self._generations = shape.generations
        self._pass = ComputePass(compile_pass(device, rule, shape, Watch.NONE, repeats=True))
        self._pass.set(
            stride=layout.stride,
            groups=layout.invocations,
            halo=HALO,
            columns=layout.columns,
            rows=band.rows,
            above=0,
            below=band.rows,
        )

    def step(self, generation: int, generations: int) -> int:
        """Compute as many whole passes as there are in that many generations; return the generations computed."""
        band, passes = self._band, generations // self._generations
        for first in range(0, passes, _MAX_PASSES):
            count = min(_MAX_PASSES, passes - first)
            band.buffer.bind_to_storage_buffer(0)
            band.spare.buffer.bind_to_storage_buffer(1)
            since = generation + first * self._generations
            self._pass.set(passes=count, first=(since + 1) % self._rule.live_states)
            self._pass.run(1)
            self._device.context.memory_barrier()
            if count % 2:
                band.swap()
        return passes * self._generations
