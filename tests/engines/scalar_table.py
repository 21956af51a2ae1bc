"""Golly's tables and trees, cell by cell and directly from the text, as Golly's help describes them."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

Sets = tuple[tuple[int, ...], ...]
"""The accepted states of each neighbour."""
ROWS = ("NW", "N", "NE", "W", "E", "SW", "S", "SE")
"""The order of the neighbours."""
RINGS = {
    "vonNeumann": ["N", "E", "S", "W"],
    "Moore": ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
    "hexagonal": ["N", "E", "SE", "S", "W", "NW"],
    "oneDimensional": ["W", "E"],
}


def next_state(text: str, state: int, around: list[int]) -> int:
    """Return a cell's next state by a ``.rule`` file; ``around`` has the eight neighbours by rows."""
    lines = [line.split("#")[0].strip() for line in text.split("\n")]
    places = [number for number, line in enumerate(lines) if line in ("@TABLE", "@TREE")]
    start = places[0]
    end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith("@")), len(lines))
    body = tuple(line for line in lines[start + 1 : end] if line)
    at = dict(zip(ROWS, around, strict=True))
    if lines[start] == "@TREE":
        return by_tree(body, at | {"C": state})
    ring = tuple(at[name] for name in RINGS[described(body)["neighborhood"]])
    if described(body)["symmetries"] == "permute":
        ring = tuple(sorted(ring))
    return by_table(body, state, ring)


def described(body: tuple[str, ...]) -> dict[str, str]:
    return dict(line.replace(" ", "").split(":") for line in body if ":" in line)


def by_tree(body: tuple[str, ...], at: dict[str, int]) -> int:
    values = dict(line.split("=") for line in body if "=" in line)
    nodes = [[int(word) for word in line.split()] for line in body if "=" not in line]
    order = "N W E S C" if int(values["num_neighbors"]) == 4 else "NW NE SW SE N W E S C"
    found = len(nodes) - 1
    for name in order.split():
        found = nodes[found][1 + at[name]]
    return found


@cache
def by_table(body: tuple[str, ...], state: int, ring: tuple[int, ...]) -> int:
    variables: dict[str, list[int]] = {}
    symmetry = described(body)["symmetries"]
    for line in body:
        if line.startswith("var "):
            name, _, values = line[4:].partition("=")
            variables[name.strip()] = [
                each for word in values.strip(" {}").split(",") for each in variables.get(word.strip()) or [int(word)]
            ]
        elif ":" not in line:
            words = [word.strip() for word in line.split(",")] if "," in line else list(line)
            output = matched(words, variables, state, ring, symmetry)
            if output is not None:
                return output
    return state


def matched(
    words: list[str], variables: dict[str, list[int]], state: int, ring: tuple[int, ...], symmetry: str
) -> int | None:
    """Return the output of a transition if it fits, else None."""
    bound = sorted({word for word in words if word in variables and words.count(word) > 1}, reverse=True)
    for chosen in product(*(variables[name] for name in bound)):
        same = dict(zip(bound, chosen, strict=True))
        sets = [[same[word]] if word in same else variables.get(word) or [int(word)] for word in words]
        if state in sets[0] and any(fits(turned, ring) for turned in images(tuple(map(tuple, sets[1:-1])), symmetry)):
            return sets[-1][0]
    return None


def fits(sets: Sets, ring: tuple[int, ...]) -> bool:
    return all(state in allowed for state, allowed in zip(ring, sets, strict=True))


@cache
def images(sets: Sets, symmetry: str) -> list[Sets]:
    """Return the neighbours rotated, reflected, or in any order."""
    if symmetry == "permute":
        return list(set(permutations(sets)))
    size = len(sets)
    if symmetry == "reflect":
        return [sets, sets[::-1]]
    digits = [int(each) for each in symmetry if each.isdigit()]
    turns = digits[0] if digits else 1
    found = []
    for turn in range(turns):
        first = turn * size // turns
        turned = sets[first:] + sets[:first]
        found += [turned, turned[:1] + turned[:0:-1]] if "reflect" in symmetry else [turned]
    return found
