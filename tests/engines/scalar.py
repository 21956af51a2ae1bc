"""The laws again, cell by cell and directly from their sources, to check the numpy reference.

Slow, and written independently of the vectorised code: plain lists of neighbours, no sums of arrays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engines import scalar_table, scalar_truth_table

from gpulife.rules import Cells, Edges, Rule, families


def next_generation(cells: Cells, rule: Rule, generation: int) -> list[list[int]]:
    """Return the cells of the generation after ``generation``."""
    rows, columns = cells.shape
    if rule.family is families.larger_than_life.FAMILY:
        return [[larger_than_life(cells, y, x, rule) for x in range(columns)] for y in range(rows)]
    if rule.family is families.higher_range.FAMILY:
        return [[higher_range(cells, y, x, rule) for x in range(columns)] for y in range(rows)]
    return [
        [
            next_state(int(cells[y, x]), neighbours(cells, y, x, rule.edges), rule, generation, y, x)
            for x in range(columns)
        ]
        for y in range(rows)
    ]


def neighbours(cells: Cells, y: int, x: int, edges: Edges) -> list[int]:
    """Return the states of the eight Moore neighbours; beyond dead edges they are 0."""
    rows, columns = cells.shape
    states = []
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if (dy, dx) == (0, 0):
                continue
            row, column = y + dy, x + dx
            if edges is Edges.TORUS:
                states.append(int(cells[row % rows, column % columns]))
            elif 0 <= row < rows and 0 <= column < columns:
                states.append(int(cells[row, column]))
            else:
                states.append(0)
    return states


def next_state(state: int, around: list[int], rule: Rule, generation: int, y: int, x: int) -> int:
    """Return the next state of one cell."""
    if rule.family.text:
        return scalar_table.next_state(rule.family.text, state, around)
    if rule.family is families.p2life.FAMILY:
        return p2life(state, around, lambda: coin(rule.seed, generation, y, x))
    if rule.family is families.biowar.FAMILY:
        return biowar(state, around, rule.live_states)
    if rule.family is families.survivor.FAMILY:
        return survivor(state, around, generation)
    if rule.family is families.history.FAMILY:
        return history(state, around, rule)
    if rule.family is families.annotated.SUPER:
        return super_(state, around, rule)
    if rule.family is families.generations.FAMILY:
        return generations(state, around.count(1), rule)
    if rule.family is families.generations_by_table.FAMILY:
        lives = scalar_truth_table.lives(
            scalar_truth_table.without_ages(rule.law), int(state == 1), [int(other == 1) for other in around]
        )
        return 1 if lives and state < 2 else (state + 1) % (rule.live_states + 1) if state else 0
    if rule.family is families.truth_table.FAMILY:
        law = rule.law.split(":")[0]
        if not scalar_truth_table.lives(law, state, around):
            return 0
        return state or newborn(scalar_truth_table.parents(law, around), rule, generation)
    parents = [other for other in around if other]
    if state:
        return state if len(parents) in rule.survivals else 0
    return newborn(parents, rule, generation) if len(parents) in rule.births else 0


def newborn(parents: list[int], rule: Rule, generation: int) -> int:
    """Return the species of a birth."""
    tally = Counter(parents)
    if rule.family is families.life_like.QUADLIFE and len(tally) == 3:
        return ({1, 2, 3, 4} - set(tally)).pop()
    if rule.family is families.life_like.REALTIME and len(tally) == 3:
        return rule.live_states
    order = list(range(1, rule.live_states + 1))
    for _ in range(generation + 1):  # the generation being computed is the next
        order.append(order.pop(0))
    most = max(tally[species] for species in order)
    return next(species for species in order if tally[species] == most)


def biowar(state: int, around: list[int], players: int) -> int:
    """BioWar: own neighbours minus all others."""
    net = {p: sum(1 if o == p else -1 for o in around if o) for p in range(1, players + 1)}
    if state:
        return state if 2 <= net[state] <= 3 else 0
    return next((p for p in net if net[p] == 3), 0)


def survivor(state: int, around: list[int], generation: int) -> int:
    """Survivor: Algorithm 2, in the order of its source."""
    is_day = generation % 4 in (0, 1)
    pawns, shelters, enemies, traps = (around.count(s) for s in (1, 2, 3, 4))
    if state == 0:
        if not is_day and traps > 0 and shelters <= 0:
            return 3
        return 1 if pawns == 3 else 0
    if state == 1:
        if shelters <= 0 and enemies > 0:
            return 0
        if shelters > 0:
            return 1
        return 1 if pawns in (2, 3) else 0
    if state == 2:
        return 2 if 2 <= pawns <= 3 else 0
    if state == 3:
        return 0 if is_day or shelters > 0 else 3
    if state == 4:
        return 0 if 3 <= pawns <= 4 else 4
    return state


def history(state: int, around: list[int], rule: Rule) -> int:
    """LifeHistory: the comments of Golly's LifeHistory.rule, in their order."""
    alive = sum(other in (1, 3, 5) for other in around)
    if state == 6:
        return 6
    if state in (1, 3, 5):
        if 6 in around or alive not in rule.survivals:
            return 2 if state == 1 else 4
        return state
    if alive in rule.births:
        return 3 if state == 4 else 1
    return state


def super_(state: int, around: list[int], rule: Rule) -> int:
    """Super, as Golly's help describes its states."""
    alive, kinds = sum(other % 2 for other in around), {other for other in around if other % 2}
    trails, plain = {9, 11}, {13, 15, 17, 19, 21, 23, 25}
    if 6 in around and (state in (7, 8) or state >= 13):
        return 0
    if state % 2:
        if alive in rule.survivals and 6 not in around:
            return state
        return {1: 2, 3: 4, 5: 4, 7: 8, 9: 10, 11: 12}.get(state, 0)
    if alive in rule.births and state != 6:
        if state in (4, 8):
            return state - 1
        for others in (set(), {3}, {7}):
            allowed = {frozenset(): trails | plain, frozenset({3}): plain, frozenset({7}): trails}[frozenset(others)]
            if len(kinds - others) == 1 and kinds - others <= allowed:
                return min(kinds - others)
        return 13 if kinds and kinds <= plain | {7} else 1
    lively = alive > 0 or 14 in around
    becomes = {14: 0, 16: 14 if lively else 16, 24: 18 if lively or 18 in around else 24}
    for label, before in ((18, 22), (20, 18), (22, 20)):
        becomes[label] = before if before in around else label
    return becomes.get(state, state)


def generations(state: int, alive: int, rule: Rule) -> int:
    """Generations, from Golly's help: only state 1 counts; a cell that does not survive ages up to the last state."""
    if state == 0:
        return 1 if alive in rule.births else 0
    if state == 1 and alive in rule.survivals:
        return 1
    return (state + 1) % (rule.live_states + 1)


def larger_than_life(cells: Cells, y: int, x: int, rule: Rule) -> int:
    """Larger than Life, from Golly's help, neighbour by neighbour."""
    reach, _, middle, survivals, births, shape = rule.law.split(",")
    r = int(reach[1:])
    alive = 0
    for dy in range(-r, r + 1):
        for dx in range(-r, r + 1):
            near = {"NM": True, "NN": abs(dx) + abs(dy) <= r, "NC": (dx * dx + dy * dy) ** 0.5 < r + 0.5}[shape]
            if not near or ((dy, dx) == (0, 0) and middle == "M0"):
                continue
            row, column = y + dy, x + dx
            if rule.edges is Edges.TORUS:
                row, column = row % cells.shape[0], column % cells.shape[1]
            elif not (0 <= row < cells.shape[0] and 0 <= column < cells.shape[1]):
                continue
            alive += int(cells[row, column]) == 1
    state = int(cells[y, x])
    low, high = map(int, (survivals if state else births)[1:].split(".."))
    if state <= 1 and low <= alive <= high:
        return 1
    return (state + 1) % (rule.live_states + 1) if state else 0


def higher_range(cells: Cells, y: int, x: int, rule: Rule) -> int:
    """A rule with lists of counts, from Golly 4's pictures of neighbourhoods."""
    reach, shape = int(rule.law[1:].partition(",")[0]), rule.law.rpartition(",")[2]
    alive = 0
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            near = {
                "NB": (dx + dy) % 2 == 1,
                "N*": 0 in (dx, dy) or abs(dx) == abs(dy),
                "NH": -reach <= dx - dy <= reach,
            }[shape]
            row, column = y + dy, x + dx
            if rule.edges is Edges.TORUS:
                row, column = row % cells.shape[0], column % cells.shape[1]
            elif not (0 <= row < cells.shape[0] and 0 <= column < cells.shape[1]):
                continue
            alive += near and (dy, dx) != (0, 0) and int(cells[row, column]) == 1
    return generations(int(cells[y, x]), alive, rule)


def p2life(state: int, around: list[int], toss: Callable[[], int]) -> int:
    """p2life, in its authors' words."""
    counts = {species: around.count(species) for species in (1, 2)}
    if state:
        mine, theirs = counts[state], counts[3 - state]
        return state if mine - theirs in (2, 3) or (mine - theirs == 1 and mine >= 2) else 0
    born = [species for species in (1, 2) if counts[species] == 3]
    return toss() if len(born) == 2 else sum(born)


def coin(seed: int, generation: int, row: int, column: int) -> int:
    """Return the species that the coin chooses, 1 or 2."""
    h = 0x9E3779B9
    for part in (seed, generation, row, column):
        h ^= part % 2**32
        for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B), (16, 1)):
            h ^= h >> shift
            h = h * factor % 2**32
    return 1 + (h >> 31)
