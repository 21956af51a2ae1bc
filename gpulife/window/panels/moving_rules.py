"""Moving pictures of the laws of life for the help: a block that stays, a blinker and a glider.

Each picture is a text of :mod:`gpulife.window.panels.rule_pictures` for each generation.
"""

from functools import cache

import numpy as np

from gpulife.rules import Edges
from gpulife.rules.rule import count_neighbours
from gpulife.window.motion import Motion

GENERATIONS_PER_SECOND = 3.0
_LIVELY_SECONDS = 10.0
"""Seconds after the last input for which pictures move at that speed. Then they make one generation a second."""
_SHAPES = {
    "block": ("......", "......", "..AA..", "..AA..", "......", "......"),
    "blinker": (".......", ".......", ".......", "..AAA..", ".......", ".......", "......."),
    "glider": ("..A.....", "A.A.....", ".AA.....", "........", "........", "........", "........", "........"),
}
LAWS_STEPS = {
    "block": (
        "Survival",
        "A living cell with two or three living neighbours stays. In this block each has three: it stays for ever.",
    ),
    "blinker": (
        "Births and deaths",
        "An empty cell with three living neighbours comes to life. A living cell with 0, 1 or 4 to 8 dies.",
    ),
    "glider": (
        "Movement",
        "Births in front and deaths behind carry this glider over the board. Most games here build on these laws.",
    ),
}
"""The steps of the page about the laws of life: a title and a text for each picture."""


@cache
def generations_of(name: str) -> tuple[str, ...]:
    """Return the generations of a picture until it repeats, on a board that wraps."""
    cells = np.array([[symbol == "A" for symbol in row] for row in _SHAPES[name]], np.uint8)
    pictures: list[str] = []
    while (picture := "/".join("".join(".A"[cell] for cell in row) for row in cells.tolist())) not in pictures:
        pictures.append(picture)
        around = count_neighbours(cells, Edges.TORUS)
        cells = ((around == 3) | ((around == 2) & (cells > 0))).astype(np.uint8)
    return tuple(pictures)


def generation_now(motion: Motion, *, is_calm: bool) -> int:
    """Return the generation that all moving pictures of a page show now; always 0 if ``is_calm``, for reduced flashing.

    The window makes its next frame when it changes.
    """
    if is_calm:
        return 0
    rate = GENERATIONS_PER_SECOND if motion.untouched < _LIVELY_SECONDS else 1.0
    return int(motion.steps(rate) * rate)
