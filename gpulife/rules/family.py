"""What a family of rules is: everything that one law has of its own, in one record.

Whoever reads names, steps boards, draws them or plays on them asks ``rule.family`` and knows no family by its name. A
new one is a module in :mod:`gpulife.rules.families` with its shader, and a line in the table there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import RuleError

if TYPE_CHECKING:
    from gpulife.rules.rule import Rule

Cells = NDArray[np.uint8]
"""State codes, shape (..., rows, columns), uint8: a board, or any number of boards at once."""
Step = Callable[[Cells, "Rule", int, tuple[int, int]], Cells]
"""Returns the generation after some cells. Takes the cells, the rule, the number of their generation, and the row and
column that their upper left has on the board, for laws that look at where a cell is. Those of a rectangle that was read
across the edges of a torus lie off the board: they are to be taken modulo ``rule.size``."""
RGB = tuple[int, int, int]
"""A colour in sRGB, 0 to 255 each."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleFamily:
    """A family of rules.

    Attributes:
        names: the kinds of names that it reads, each with one line about it, in the order in which to list them.
        listed_before: a name of another family before which to list them; they come last by default.
        parse: reads a name without a suffix; None if it is of another family. Raises RuleError for a name of this
            family with numbers that cannot be.
        step: the law in numpy, written to be read beside its source: the oracle for all engines.
        shader: the law as a fragment shader (see ``shaders/lib/neighbourhood.glsl``): its file, and its parameters
            besides those of the board. The shader may also have the uniform ``band_start``: the board's row of row 0 of
            the band that is drawn.
        uniforms: what the shader is told of a rule and of the generation that the cells are of.
        period: after how many generations the law of a rule is the same again, so that what has been as often before
            may be left out of computing; None if it never is.
        is_life_like: whether births and survivals go by the number of live neighbours, and a birth takes the commonest
            species among them. Such rules can be computed on bit planes and in batches, all others by ``step`` and by
            the shader only.
        mixed_child: the species born of three different parents, from the sum of their codes, if it is a fourth one;
            else the three are tied, and tied species take turns: see :mod:`gpulife.rules.families.life_like`.
        states: names and colours of the states from 0 on, if they have a meaning of their own; if they are a dead
            cell and species, none. Such boards are for laws with the same states only.
        has_neutral: whether the last species is nobody's.
        fixed_states: how many of the last states keep out of wild swaps.
        wild: which wild interventions make sense, as :mod:`gpulife.games.core.wild` names them.
        has_sizes: whether cells are drawn at BioWar's three sizes at first.
    """

    names: Mapping[str, str]
    listed_before: str = ""
    parse: Callable[[str], Rule | None]
    step: Step
    shader: Callable[[Rule], tuple[str, dict[str, int]]]
    uniforms: Callable[[Rule, int], dict[str, int]] = lambda _rule, _generation: {}
    period: Callable[[Rule], int | None] = lambda _rule: 1
    is_life_like: bool = False
    mixed_child: Callable[[Rule, int], int] | None = None
    states: tuple[tuple[str, RGB], ...] = ()
    has_neutral: bool = False
    fixed_states: int = 0
    wild: tuple[str, ...] = ("flip", "turn", "swap", "law")
    has_sizes: bool = False


def read_number(law: str, digits: str, most: int) -> int:
    """The number of species in the name of a law.

    Raises:
        RuleError: it is not 1 to ``most``.
    """
    if len(digits) > 4 or not 1 <= int(digits) <= most:
        raise RuleError(f"rule {law[:60]!r}: {digits[:12]} species; there can be 1 to {most}")
    return int(digits)


def read_numbered(law: str, kind: str, most: int) -> int | None:
    """The N of a name such as ``BioWar:N``, None if ``law`` is none of that kind; raises as :func:`read_number`."""
    match = re.fullmatch(rf"{kind}:(\d+)", law, re.IGNORECASE)
    return read_number(law, match[1], most) if match else None
