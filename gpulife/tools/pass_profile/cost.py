"""What a pass costs a graphics card by NVIDIA's compiler: registers, and slots of a warp's scheduler."""

from dataclasses import dataclass

from gpulife.engines.bitplanes.layout import Layout
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.engines.bitplanes.rule_circuits import PLANES
from gpulife.rules import Rule
from gpulife.tools.pass_profile.compiled import Compiled
from gpulife.tools.pass_profile.nvidia import machine_code
from gpulife.tools.pass_profile.nvidia_code import loop_of


@dataclass(frozen=True, slots=True)
class PassCost:
    """The cost of a pass.

    Attributes:
        compiled: what the compiler tells.
        slots: slots of the scheduler for an own word of 32 cells and generation, in the loop alone; a shuffle takes
            two.
        slots_with_halo: the same with the rows above and below that a pass also has to compute.
    """

    compiled: Compiled
    slots: float
    slots_with_halo: float


def pass_cost(rule: Rule, shape: PassShape, columns: int, architecture: str) -> PassCost:
    """Return the cost of a pass over a board of that many columns.

    Args:
        rule: a rule that has bit planes, with its edges.
        shape: the shape of the pass.
        columns: columns of the board.
        architecture: NVIDIA's name of the card's kind, such as ``sm_90``.

    Raises:
        EngineError: the compiler does not take the pass or the architecture.
    """
    compiled, code = machine_code(architecture, pass_text(rule, shape, columns))
    own = shape.pass_words / (shape.lanes or 1) if shape.in_pairs else shape.own_words
    slots = loop_of(code, architecture).slots / (shape.unroll * shape.generations * own)
    return PassCost(compiled, slots, slots * (shape.rows + 2 * shape.generations) / shape.rows)


def pass_text(rule: Rule, shape: PassShape, columns: int) -> str:
    """Return the text of a pass over a board of that many columns."""
    stride = Layout(columns, len(PLANES[rule.live_states]), shape.own_words).stride
    return pass_source(rule, shape, stride=stride)
