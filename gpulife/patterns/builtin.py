"""Built-in patterns: the seed shapes, and classics of Life, whose behaviour the tests check.

The classics are the files of ``presets/patterns``; the ``#C`` line of a file describes it. They name no rule, so that
they can be tried under any.
"""

from functools import cache
from pathlib import Path

from gpulife.patterns.formats.rle.reader import read_rle
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.resources import resource_folder


@cache
def built_in_patterns() -> dict[str, str]:
    """Return the names of all built-in patterns, each with one line about it, in the order in which to list them."""
    seeds = {shape.name: f"{shape.title}: {shape.fate}" for shape in SEED_SHAPES}
    return seeds | {path.stem: _description(path) for path in sorted(_folder().glob("*.rle"))}


def built_in(name: str) -> Pattern | None:
    """Return the built-in pattern called ``name``, in upper or lower case, or None."""
    name = name.lower()
    if name not in built_in_patterns():
        return None
    if shape := next((shape for shape in SEED_SHAPES if shape.name == name), None):
        return Pattern(shape.cells.copy(), source=name)
    return read_rle((_folder() / f"{name}.rle").read_text(encoding="utf-8"), name)


def _folder() -> Path:
    return resource_folder("presets") / "patterns"


def _description(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("#C ") for line in lines if line.startswith("#C "))
