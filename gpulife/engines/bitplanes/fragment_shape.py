"""The shape of a pass in a fragment shader: the rows of a block, and the generations, that suit a rule and a device."""

from dataclasses import dataclass

from gpulife.engines.bitplanes.rule_circuits import PLANES, rule_circuit
from gpulife.rules import Rule

CELLS_PER_TEXEL = 128
"""Cells of a row of one plane that are a texel: four words of 32 bits."""
MAX_TARGETS = 8
"""Textures that every OpenGL 3.3 draws into at once."""
MIN_UNITS = 16
"""Textures that a fragment shader sees at once with every OpenGL 3.3."""
BLOCK_ROWS = {1: 8, 2: 4, 3: 2}
"""Rows of a block by the number of planes: as many as there are targets for."""
_MAX_OPERATIONS = 2000
"""Limit on the operations of a shader's text on texels, for which llvmpipe compiles for about two seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FragmentShape:
    """How a board is cut into what one fragment computes.

    Attributes:
        rows: R, the rows of a block. A fragment computes 128 cells of each, and of each plane.
        generations: T, the generations of a pass, at most R: a block looks no farther than into the next ones.
        quads: whether fragments take the cells on one side from each other (see gl_quads.py) instead of fetching them.
    """

    rows: int
    generations: int
    quads: bool = False

    def seen_rows(self, generations: int) -> int:
        """Return the number of rows that a block looks at in a pass of that many generations."""
        return self.rows + 2 * generations


def cells_in_last_texel(columns: int) -> int:
    """Return how many cells of a row its last texel holds, 1 to 128."""
    return (columns - 1) % CELLS_PER_TEXEL + 1


def longest_pass(shape: FragmentShape, columns: int) -> int:
    """Return the most generations of a pass on a board of that many columns.

    A pass looks as many cells far as it has generations, but at each seam of a torus into one texel only.
    """
    return shape.generations if cells_in_last_texel(columns) >= shape.generations else 1


def fragment_shape_for(rule: Rule, *, units: int, software: bool, quads: bool = False) -> FragmentShape:
    """Return the shape that suits a rule.

    Rows that a block looks at are computed again by its neighbours, so that blocks are high.
    Four generations a pass are fastest on processors. Graphics cards get two, half the bytes with few live values: none
    has been measured.

    Args:
        rule: a rule that has bit planes.
        units: how many textures a fragment shader sees.
        software: whether the processor computes.
        quads: whether fragments can take cells from each other.
    """
    circuit = rule_circuit(rule)
    planes = len(PLANES[rule.live_states])
    rows = BLOCK_ROWS[planes]
    for generations in (4, 2) if software else (2,):
        shape = FragmentShape(rows=rows, generations=min(generations, rows), quads=quads)
        fits = shape.seen_rows(shape.generations) * planes <= units
        if fits and _operations(shape, circuit.cost) <= _MAX_OPERATIONS:
            return shape
    return FragmentShape(rows=rows, generations=1, quads=quads)


def _operations(shape: FragmentShape, cost: int) -> int:
    """Return about the number of operations of a shader's text."""
    return cost * sum(shape.rows + 2 * level for level in range(1, shape.generations + 1))
