"""The oracle: every law in numpy, one pure function a family, written to be read beside its source.

Each takes the cells of one generation (state codes, shape (rows, columns), uint8) and returns those of the next.
Every other engine must give the same cells, bit for bit.
"""

from __future__ import annotations

from collections.abc import Set

import numpy as np
from numpy.typing import NDArray

from gpulife.patterns.pattern import Cells
from gpulife.rules import SURVIVOR_STATES, Edges, Policy, Rule

WALKABLE, PAWN, SHELTER, ENEMY, TRAP, IMPASSABLE = range(len(SURVIVOR_STATES))


def next_generation(cells: Cells, rule: Rule, generation: int) -> Cells:
    """The generation after ``cells``, which are of ``generation``."""
    match rule.policy:
        case Policy.NET:
            return biowar(cells, rule)
        case Policy.SURVIVOR:
            return survivor(cells, rule, generation)
        case _:
            return life_like(cells, rule, generation)


def life_like(cells: Cells, rule: Rule, generation: int) -> Cells:
    """Life-like rules for any number of species.

    A live cell with as many live neighbours as ``rule.survivals`` allows keeps its species; a dead one with as many
    as ``rule.births`` asks for gets the species that :func:`newborn` says.
    """
    alive = cells > 0
    neighbours = count_neighbours(alive, rule.edges)
    survivors = alive & _among(neighbours, rule.survivals)
    born = ~alive & _among(neighbours, rule.births)
    return np.where(survivors, cells, np.where(born, newborn(cells, rule, generation), 0)).astype(np.uint8)


def newborn(cells: Cells, rule: Rule, generation: int) -> Cells:
    """The species that a cell born at each place would have: shape and dtype of ``cells``.

    The commonest species among the neighbours. PLURALITY: of those tied, the one that comes first in 1, 2, ... N
    rotated left by the number of the generation being computed, so that generation 1 asks 2 first and generation N
    asks 1. FOURTH, NEUTRAL: three different parents have another child (such births have three parents, so that
    nothing else can tie).
    """
    if rule.species == 1:
        return np.ones_like(cells)
    first = (generation + 1) % rule.species
    order = [(first + place) % rule.species + 1 for place in range(rule.species)]
    most = np.zeros_like(cells)
    child = np.full_like(cells, order[0])
    for species in order:
        count = count_neighbours(cells == species, rule.edges)
        child[count > most] = species
        most = np.maximum(most, count)
    three_different = most == 1
    if rule.policy is Policy.FOURTH:
        total = count_neighbours(cells, rule.edges)
        child = np.where(three_different, 1 + 2 + 3 + 4 - total, child).astype(np.uint8)
    elif rule.policy is Policy.NEUTRAL:
        child[three_different] = rule.species
    return child


def biowar(cells: Cells, rule: Rule) -> Cells:
    """BioWar: net(p) at a place is the number of p's neighbours less that of all other players' neighbours.

    A cell of p lives on at a net(p) of 2 or 3; a dead place with a net(p) of 3 becomes p's.
    """
    everybody = count_neighbours(cells > 0, rule.edges).astype(np.int8)
    after = np.zeros_like(cells)
    for player in range(1, rule.species + 1):
        own = count_neighbours(cells == player, rule.edges).astype(np.int8)
        net = own - (everybody - own)
        lives_on = (cells == player) & ((net == 2) | (net == 3))
        born = (cells == 0) & (net == 3)
        after[lives_on | born] = player
    return after


def survivor(cells: Cells, rule: Rule, generation: int) -> Cells:
    """Survivor: Algorithm 2 of its source, at the time of day of ``generation``.

    A line says when a cell is something else than walkable afterwards; ``life`` is its
    Algorithm 1 with Pawn as on and Walkable as off.
    """
    is_night = generation % 4 >= 2  # sunrise, midday | sunset, midnight
    pawns, shelters, enemies, traps = (
        count_neighbours(cells == state, rule.edges) for state in (PAWN, SHELTER, ENEMY, TRAP)
    )
    sheltered = shelters > 0
    raided = is_night & (traps > 0) & ~sheltered
    after = np.full_like(cells, WALKABLE)
    after[(cells == WALKABLE) & raided] = ENEMY
    after[(cells == WALKABLE) & ~raided & (pawns == 3)] = PAWN  # life(Walkable)
    after[(cells == PAWN) & (sheltered | ((enemies == 0) & _among(pawns, {2, 3})))] = PAWN  # or life(Pawn)
    after[(cells == SHELTER) & _among(pawns, {2, 3})] = SHELTER
    after[(cells == ENEMY) & is_night & ~sheltered] = ENEMY
    after[(cells == TRAP) & ~_among(pawns, {3, 4})] = TRAP
    after[cells == IMPASSABLE] = IMPASSABLE
    return after


def count_neighbours(what: NDArray[np.bool_] | Cells, edges: Edges) -> Cells:
    """Sum of ``what`` over the 8 Moore neighbours of each place: same shape, uint8.

    Beyond dead edges everything is 0. On a torus a place may be its own neighbour, or the same one several times
    over, where the board has only one or two rows or columns.
    """
    values = what.astype(np.uint8)
    framed = np.zeros((values.shape[0] + 2, values.shape[1] + 2), np.uint8)  # np.pad takes as long as the rest
    framed[1:-1, 1:-1] = values
    if edges is Edges.TORUS:
        framed[:, 0], framed[:, -1] = framed[:, -2], framed[:, 1]
        framed[0], framed[-1] = framed[-2], framed[1]
    columns_of_three = framed[:-2] + framed[1:-1] + framed[2:]
    block: Cells = columns_of_three[:, :-2] + columns_of_three[:, 1:-1] + columns_of_three[:, 2:]
    return block - values


def _among(neighbours: Cells, counts: Set[int]) -> NDArray[np.bool_]:
    """Where ``neighbours`` is one of ``counts``; several times faster than ``np.isin`` for so few."""
    found = np.zeros(neighbours.shape, bool)
    for count in counts:
        found |= neighbours == count
    return found


def census(cells: Cells, rule: Rule) -> NDArray[np.int64]:
    """Cells in each of the states 1 to ``rule.species``: shape (species,), int64."""
    return np.array([np.count_nonzero(cells == state) for state in range(1, rule.species + 1)], np.int64)
