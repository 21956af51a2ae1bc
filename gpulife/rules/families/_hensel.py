"""Alan Hensel's letters for the arrangements of a cell's live neighbours.

A letter comes after the number of neighbours: ``2a`` means two neighbours side by side, ``2ac`` two that lie as in
``2a`` or ``2c``, and ``2-a`` two in any arrangement but ``2a``. Rotated and reflected arrangements have the same
letter. Golly's help shows them all: https://golly.sourceforge.io/Help/Algorithms/QuickLife.html.

In the code, a *ring* is a set of live neighbours as a bit mask: see :data:`gpulife.rules.rule.ALL_NEIGHBOURS`.
"""

import re
from collections.abc import Set

from gpulife.errors import RuleError
from gpulife.rules.rule import ALL_NEIGHBOURS

LETTERS = "aceijknqrtwyz"
"""All letters. Which of them can be used depends on the number of neighbours."""

_READING_ORDER = ("NW", "N", "NE", "W", "E", "SW", "S", "SE")
_CLOCKWISE = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_BITS = {place: 128 >> number for number, place in enumerate(_READING_ORDER)}
_EXAMPLES: dict[int, dict[str, str]] = {
    1: {"c": "NE", "e": "N"},
    2: {"a": "N NE", "c": "NE SE", "e": "N E", "i": "N S", "k": "N SE", "n": "NE SW"},
    3: {
        "a": "N NE E",
        "c": "NE SE SW",
        "e": "N E S",
        "i": "NW N NE",
        "j": "N NE W",
        "k": "N E SW",
        "n": "N NE SE",
        "q": "N NE SW",
        "r": "N NE S",
        "y": "N SE SW",
    },
    4: {
        "a": "N NE E SE",
        "c": "NE SE SW NW",
        "e": "N E S W",
        "i": "N NE SE S",
        "j": "N E SE W",
        "k": "N NE SE W",
        "n": "N NE SE NW",
        "q": "N NE E SW",
        "r": "N NE E S",
        "t": "N NE S NW",
        "w": "N NE SW W",
        "y": "N NE SE SW",
        "z": "N NE S SW",
    },
}
"""One example of each arrangement: the directions of its live neighbours, keyed by their number, then by letter."""


def _turned_and_reflected(directions: list[str]) -> frozenset[int]:
    """Return the set of live neighbours in ``directions``, such as "NE", with all its rotations and reflections."""
    numbers = [_CLOCKWISE.index(direction) for direction in directions]
    reflected = [-number for number in numbers]
    return frozenset(
        sum(_BITS[_CLOCKWISE[(number + turn) % 8]] for number in each)
        for each in (numbers, reflected)
        for turn in (0, 2, 4, 6)
    )


def _find_classes() -> tuple[dict[str, frozenset[int]], ...]:
    few = {
        number: {letter: _turned_and_reflected(directions.split()) for letter, directions in examples.items()}
        for number, examples in _EXAMPLES.items()
    }
    # A letter with more than four neighbours says how the dead ones lie.
    many = {
        8 - number: {letter: frozenset(ALL_NEIGHBOURS - ring for ring in rings) for letter, rings in classes.items()}
        for number, classes in few.items()
        if number < 4
    }
    one_way = {0: {"": frozenset({0})}, 8: {"": frozenset({ALL_NEIGHBOURS})}}
    classes = {**one_way, **few, **many}
    return tuple(classes[number] for number in range(9))


_CLASSES = _find_classes()
"""For each number of neighbours, 0 to 8: the rings that each letter allows, keyed by letter ("" for 0 and 8)."""

_COUNT = re.compile(r"(\d)(-?)([-a-z]*)", re.IGNORECASE)


def rings_of(law: str, counts: str, what: str) -> frozenset[int]:
    """Parse neighbour counts with letters, such as ``2-a3``; return the rings (sets of neighbours) that they allow.

    ``law`` and ``what`` ("births" or "survivals") are for error messages. A number may occur several times.

    Raises:
        RuleError: a number is 9, a number has a letter that it cannot have, or a minus is not directly after a number.
    """
    rings: set[int] = set()
    for digit, minus, text in _COUNT.findall(counts):
        number, letters = int(digit), text.lower()
        if number == 9:
            raise RuleError(f"rule {law[:60]!r}: {what} at 9 neighbours; a cell has 0 to 8")
        if "-" in letters:
            raise RuleError(f"rule {law[:60]!r}: {what} at {digit}{minus}{letters}; a minus must follow the number")
        classes = _CLASSES[number]
        if wrong := [letter for letter in letters if letter not in classes]:
            has = f"the letters are {' '.join(classes)}" if len(classes) > 1 else "there are no letters"
            raise RuleError(f"rule {law[:60]!r}: {what} at {number}{wrong[0]}; with {number} neighbours {has}")
        chosen = set(letters) if letters and not minus else set(classes) - set(letters)
        rings.update(*(classes[letter] for letter in chosen))
    return frozenset(rings)


def counts_of(rings: Set[int]) -> str:
    """Return the shortest text that :func:`rings_of` reads as ``rings``, in the form that Golly writes.

    The letters of a number are listed with a minus only if that is shorter.
    """
    text = ""
    for number, classes in enumerate(_CLASSES):
        chosen = [letter for letter, alike in classes.items() if alike <= rings]
        others = [letter for letter in classes if letter not in chosen]
        if not chosen:
            continue
        text += str(number)
        if others:
            text += "".join(chosen) if len(chosen) <= len(others) + 1 else "-" + "".join(others)
    return text
