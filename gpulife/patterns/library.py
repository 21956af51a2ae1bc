"""Patterns that come with the program: the seed shapes, and classics of Life that the tests prove to do what they say.

They name no rule, so that they can be tried under any.
"""

from __future__ import annotations

from gpulife.patterns.pattern import Pattern
from gpulife.patterns.rle_read import read_rle
from gpulife.patterns.seeds import SEED_SHAPES

_CLASSICS: dict[str, tuple[str, tuple[int, int], str]] = {
    "r-pentomino": ("methuselah: 116 cells at rest after 1103 generations", (3, 3), "b2o$2o$bo!"),
    "acorn": ("methuselah: 633 cells at rest after 5206 generations", (3, 7), "bo$3bo$2o2b3o!"),
    "diehard": ("vanishes after 130 generations", (3, 8), "6bo$2o$bo3b3o!"),
    "pi-heptomino": ("methuselah: 55 cells at rest after 173 generations", (3, 3), "3o$obo$obo!"),
    "infinite": ("5x5 cells that grow for ever", (5, 5), "3obo$o$3b2o$b2obo$obobo!"),
    "mwss": ("spaceship: 2 cells every 4 generations", (5, 6), "2bo$o3bo$5bo$o4bo$b5o!"),
    "copperhead": (
        "spaceship: 1 cell every 10 generations",
        (12, 8),
        "b2o2b2o$3b2o$3b2o$obo2bobo$o6bo2$o6bo$b2o2b2o$2b4o2$3b2o$3b2o!",
    ),
    "weekender": (
        "spaceship: 2 cells every 7 generations",
        (11, 16),
        "bo12bo$bo12bo$obo10bobo$bo12bo$bo12bo$2bo3b4o3bo$6b4o$2b4o4b4o2$4bo6bo$5b2o2b2o!",
    ),
    "queen-bee-shuttle": (
        "oscillates with period 30",
        (7, 22),
        "9bo$7bobo$6bobo$2o3bo2bo11b2o$2o4bobo11b2o$7bobo$9bo!",
    ),
    "gosper-gun": (
        "gun: a glider every 30 generations",
        (9, 36),
        "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!",
    ),
    "simkin-gun": (
        "gun: a glider every 120 generations",
        (21, 33),
        "2o5b2o$2o5b2o2$4b2o$4b2o5$22b2ob2o$21bo5bo$21bo6bo2b2o$21b3o3bo3b2o$26bo4$20b2o$20bo$21b3o$23bo!",
    ),
}
"""Name to description, shape (rows, columns) and the runs of an RLE."""

PATTERNS: dict[str, str] = {shape.name: f"{shape.title}: {shape.becomes}" for shape in SEED_SHAPES} | {
    name: description for name, (description, _, _) in _CLASSICS.items()
}
"""Every built-in pattern with one line about it, in the order in which to list them."""


def built_in(name: str) -> Pattern | None:
    """The built-in pattern called ``name`` (upper and lower case are alike), or None."""
    name = name.lower()
    if name in _CLASSICS:
        _, (rows, columns), runs = _CLASSICS[name]
        return read_rle(f"x = {columns}, y = {rows}\n{runs}", name)
    for shape in SEED_SHAPES:
        if shape.name == name:
            return Pattern(shape.cells.copy(), source=name)
    return None
