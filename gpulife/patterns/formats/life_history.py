"""Golly's rule LifeHistory: Life whose cells also tell where life has been and which cells somebody has marked.

Its live cells (1 on, 3 marked on, 5 start on) are read as species of Life, which live and die like it; its dead ones
(2 history, 4 marked off, 6 boundary) are left out, since no Life-like rule has dead cells of several kinds.
"""

import re

import numpy as np

from gpulife.patterns.formats.rle.body import LiveRuns
from gpulife.rules import Rule, parse_rule

HIGHEST = 6
"""The highest state of LifeHistory."""
READING = (
    "LifeHistory is read as Life: live cells are species A, marked ones B and those of the start C; "
    "history, marked dead cells and boundaries are left out"
)
SPECIES = np.array([0, 1, 0, 2, 0, 3, 0], np.uint8)
"""The species that each state of LifeHistory becomes, shape (7,), uint8."""

_NAME = re.compile(r"LifeHistory(:.*)?", re.IGNORECASE)
_LAWS = ("Life", "Life", "Immigration", "B3/S23:3")


def suffix_of(name: str) -> str | None:
    """Return the suffix of a rule's name, such as ":T64,64" or "", if it is LifeHistory; else None."""
    match = _NAME.fullmatch(name.strip())
    return None if match is None else match[1] or ""


def law_of(highest: int, suffix: str) -> Rule:
    """Return the rule for cells of species up to ``highest``.

    Raises:
        RuleError: the suffix is none of a board that there is.
    """
    return parse_rule(_LAWS[highest] + suffix)


def species_of(runs: LiveRuns) -> LiveRuns:
    """Return runs of LifeHistory's states as runs of species."""
    species = SPECIES[runs.states]
    live = np.flatnonzero(species)
    return LiveRuns(runs.starts[live], runs.ends[live], species[live])
