"""Patterns with marked cells, such as LifeHistory's, on boards whose rules know no marks: their life alone."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from gpulife.patterns.pattern import Patch, Pattern, StreamedPattern
from gpulife.rules import Cells, Rule

_LOGGER = logging.getLogger(__name__)
_LEFT_OUT = (
    "%s: on a board of %s only the live cells of %s are taken; its history, its marks and its walls are left out"
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class UnmarkedPattern(StreamedPattern):
    """The live cells of a massive pattern with marks.

    Attributes:
        marked: the pattern.
    """

    marked: StreamedPattern

    def patches(self) -> Iterator[Patch]:
        """Yield the patches without marks."""
        assert self.marked.rule is not None  # noqa: S101 - only rules have marks
        for patch in self.marked.patches():
            yield Patch(patch.row, patch.column, _life_of(patch.cells, self.marked.rule))


def fitted_to(pattern: Pattern | StreamedPattern, rule: Rule) -> Pattern | StreamedPattern:
    """Return a pattern as a board of ``rule`` takes its cells: without marks, where the rule has none.

    Its own rule stays what it was. What is left out is told.

    Raises:
        PatternError: it has states that the rule does not have.
    """
    own = pattern.rule
    if own is None or not own.family.without_marks or own.family is rule.family:
        pattern.require_states_of(rule)
        return pattern
    if pattern.highest_state() <= 1:
        return pattern
    _LOGGER.warning(_LEFT_OUT, pattern.source, rule.title, own.title)
    if isinstance(pattern, Pattern):
        return replace(pattern, cells=_life_of(pattern.cells, own))
    return UnmarkedPattern(
        shape=pattern.shape,
        rule=own,
        generation=pattern.generation,
        position=pattern.position,
        source=pattern.source,
        parts=pattern.parts,
        highest=1,
        notes=pattern.notes,
        marked=pattern,
    )


def _life_of(cells: Cells, rule: Rule) -> Cells:
    """Return 1 where cells live, by the rule that they have their marks from."""
    life = np.array(rule.family.without_marks, np.uint8)
    life[life > 1] = 0
    return life[cells]
