"""Life-like rules for any number of species: births and survivals by the number of live neighbours.

A newborn cell takes the commonest species among its live neighbours. Ties are decided by the order 1, 2, ... N, rotated
left by the number of the new generation: it begins with species 2 in generation 1, and with species 1 in generation N.
In QuadLife and Real-Time Life, three different parents give birth to another species instead.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import RuleError
from gpulife.rules.rule import (
    ALL_NEIGHBOURS,
    Cells,
    Edges,
    Rule,
    RuleFamily,
    TruthTable,
    count_neighbours,
    is_among,
    parse_numbered,
    parse_species,
)

MAX_SPECIES = 26
_NAME = re.compile(r"B(?P<births>\d*)[/_]?S(?P<survivals>\d*)(?::(?P<species>\d+))?", re.IGNORECASE)
_TURNED_NAME = re.compile(r"S(?P<survivals>\d*)[/_]?B(?P<births>\d*)", re.IGNORECASE)
_OLD_NAME = re.compile(r"(?P<survivals>\d*)/(?P<births>\d+)")


def parse(law: str) -> Rule | None:
    """Parse ``Life``, ``Immigration``, ``B3/S23``, ``B3S23``, ``S23/B3``, ``B3/S23:2`` or the older ``23/3``."""
    if law.lower() == "life":
        return Rule("Life", FAMILY, 1)
    if law.lower() == "immigration":
        return Rule("Immigration", FAMILY, 2)
    match = _NAME.fullmatch(law) or _TURNED_NAME.fullmatch(law) or _OLD_NAME.fullmatch(law)
    if match is None:
        return None
    counts = {what: sorted_counts(law, match[what], what) for what in ("births", "survivals")}
    digits = match.groupdict().get("species")
    species = 1 if digits is None else parse_species(law, digits, MAX_SPECIES)
    name = "B{births}/S{survivals}".format(**counts) + (f":{species}" if species > 1 else "")
    births, survivals = (frozenset(map(int, digits)) for digits in counts.values())
    return Rule(name, FAMILY, species, births, survivals)


def sorted_counts(law: str, digits: str, what: str) -> str:
    """Return a rule's neighbour counts, the characters of ``digits``, sorted and without repetition.

    ``law`` (the rule's name) and ``what`` ("births" or "survivals") are for error messages.

    Raises:
        RuleError: a count is not from 0 to 8.
    """
    if wrong := sorted(set(digits) - set("012345678")):
        raise RuleError(f"rule {law[:60]!r}: {what} at {wrong[0]} neighbours; a cell has 0 to 8")
    return "".join(sorted(set(digits)))


def step(cells: Cells, rule: Rule, generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    return grow(cells, rule, commonest(cells, rule, generation)[0])


def grow(cells: Cells, rule: Rule, child: Cells) -> Cells:
    """Return the next generation. ``child`` has, for each cell, the species that the cell gets if it is born.

    A live cell keeps its species if its number of live neighbours is in ``rule.survivals``. A dead cell takes the
    species in ``child`` if this number is in ``rule.births``.
    """
    alive = cells > 0
    neighbours = count_neighbours(alive, rule.edges)
    after = cells * is_among(neighbours, rule.survivals)
    after += child * (is_among(neighbours, rule.births) & ~alive)
    return after


def commonest(
    cells: Cells, rule: Rule, generation: int, count: Callable[[NDArray[np.bool_], Edges], Cells] = count_neighbours
) -> tuple[Cells, Cells]:
    """Return two arrays: the commonest species among each cell's neighbours, and how many neighbours have it.

    If the rule has only one species, nothing is counted and all numbers are 0. ``count(mask, edges)`` returns, for each
    cell, how many of its neighbours are True in ``mask``.
    """
    largest = np.zeros_like(cells)
    if rule.live_states == 1:
        return np.ones_like(cells), largest
    order = [(generation + 1 + place) % rule.live_states + 1 for place in range(rule.live_states)]
    child = np.full_like(cells, order[0])
    for species in order:
        number = count(cells == species, rule.edges)
        child += (species - child) * (number > largest)  # twenty times as fast as np.where
        np.maximum(largest, number, out=largest)
    return child, largest


def truth_table(rule: Rule) -> TruthTable:
    """Return the truth table of a Life-like rule."""
    numbers = [ring.bit_count() for ring in range(ALL_NEIGHBOURS + 1)]
    return TruthTable(np.array([[number in counts for number in numbers] for counts in (rule.births, rule.survivals)]))


def masks(rule: Rule) -> dict[str, int]:
    """Return the births and survivals as bit masks for shaders: bit k is set if k neighbours allow it."""
    return {"BIRTHS": sum(1 << k for k in rule.births), "SURVIVALS": sum(1 << k for k in rule.survivals)}


def shader(rule: Rule, mixed: int = 0) -> tuple[str, dict[str, int]]:
    """Return the name of a rule's shader file, and the shader's parameters.

    ``mixed`` says what three different parents give birth to: 0 for the winner of a tie, 1 for the fourth species, 2
    for a neutral cell.
    """
    if rule.live_states == 1:
        return "cells_life.frag", masks(rule)
    return "cells_species.frag", masks(rule) | {"SPECIES": rule.live_states, "MIXED": mixed}


FAMILY: RuleFamily = RuleFamily(
    names={
        "Life": "Conway's B3/S23, one species",
        "Bx/Sy": "any Life-like rule, one species, as in B36/S23 (HighLife)",
        "Immigration": "Life with two species: a newborn cell has the species of most of its three parents",
        "Bx/Sy:N": "any Life-like rule with 1 to 26 species: a newborn cell has the commonest species around it",
    },
    parse=parse,
    step=step,
    shader=shader,
    uniforms=lambda rule, generation: {"first": (generation + 1) % rule.live_states},
    period=lambda rule: rule.live_states,
    is_life_like=True,
    truth_table=truth_table,
)


# QuadLife: Life with four species, in which three different parents give birth to the fourth.


def _quadlife_step(cells: Cells, rule: Rule, generation: int, _corner: tuple[int, int]) -> Cells:
    child, largest = commonest(cells, rule, generation)
    fourth = 1 + 2 + 3 + 4 - count_neighbours(cells, rule.edges)
    child += (fourth - child) * (largest == 1)
    return grow(cells, rule, child)


QUADLIFE: RuleFamily = replace(
    FAMILY,
    names={"QuadLife": "Life with four species: three different parents give birth to the fourth"},
    listed_before="Bx/Sy:N",
    parse=lambda law: Rule("QuadLife", QUADLIFE, 4) if law.lower() == "quadlife" else None,
    step=_quadlife_step,
    shader=partial(shader, mixed=1),
    mixed_child=lambda _rule, total: 1 + 2 + 3 + 4 - total,
)


# Real-Time Life (2000): Life in which three different parents give birth to a neutral cell, the last species.

_MAX_PLAYERS = 26


def _parse_realtime(law: str) -> Rule | None:
    players = parse_numbered(law, "RealTime", _MAX_PLAYERS)
    return Rule(f"RealTime:{players}", REALTIME, players + 1, edges=Edges.DEAD) if players else None


def _realtime_step(cells: Cells, rule: Rule, generation: int, _corner: tuple[int, int]) -> Cells:
    child, largest = commonest(cells, rule, generation)
    child += (rule.live_states - child) * (largest == 1)
    return grow(cells, rule, child)


REALTIME: RuleFamily = replace(
    FAMILY,
    names={
        "RealTime:N": "Real-Time Life (2000), 1 to 26 players; three different parents have a neutral child; dead edges"
    },
    parse=_parse_realtime,
    step=_realtime_step,
    shader=partial(shader, mixed=2),
    mixed_child=lambda rule, _total: rule.live_states,
    has_neutral=True,
)
