"""The library of built-in patterns: classics of Life and other rules, read from ``presets/patterns``.

Each entry has a pattern's cells and information about it. Tests run every pattern and check what the entry says.
"""

from dataclasses import dataclass
from functools import cache
from typing import Annotated

import numpy as np

from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.identity import speed_text
from gpulife.patterns.pattern import Notes, Pattern
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.resources import resource_folder
from gpulife.rules import parse_rule
from gpulife.storage.bounded_reading import convert, parse_toml, read_file
from gpulife.storage.schema import number

KINDS = {
    "still-lifes": "Still lifes",
    "oscillators": "Oscillators",
    "spaceships": "Spaceships",
    "guns": "Guns",
    "puffers": "Puffers and rakes",
    "conduits": "Conduits",
    "methuselahs": "Methuselahs",
    "other-rules": "Other rules",
    "seed-shapes": "Seed shapes",
}
"""Titles of the kinds of patterns in display order, keyed by the name of the kind's file (without its extension)."""
_SEEDS = "seed-shapes"
_MAX_BYTES = 1 << 18


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryPattern:
    """A pattern of the library.

    Attributes:
        name: the name to use in commands.
        title: the name to display.
        cells: the cells as runs of an RLE.
        rule: the name of the pattern's rule; "" for Conway's Life.
        does: one line about what the pattern does; "" if the other attributes say everything.
        period: generations after which the pattern repeats, or has grown by ``growth`` cells; 0 if it does neither.
        displacement: how far the pattern moves in a period: rows down and columns to the right.
        settles: the generation from which the pattern repeats or is dead; for a conduit, the generation in which its
            output appears; 0 for other patterns.
        growth: number of cells by which the pattern grows in a period.
        by: who found the pattern first; "" if not well known.
        year: the year of discovery; 0 if not well known.
        kind: a key of KINDS.
    """

    name: str
    title: str
    cells: str
    rule: str = ""
    does: str = ""
    period: Annotated[int, number(0, 1 << 20)] = 0
    displacement: tuple[int, int] = (0, 0)
    settles: Annotated[int, number(0, 1 << 20)] = 0
    growth: Annotated[int, number(0, 1 << 20)] = 0
    by: str = ""
    year: Annotated[int, number(0, 3000)] = 0
    kind: str = ""

    @property
    def speed(self) -> str:
        """The pattern's speed, such as "c/4 diagonal"; "" if it does not move."""
        return speed_text(self.displacement, self.period)

    @property
    def about(self) -> str:
        """One line that describes the pattern, without the name of its discoverer."""
        said = self.does or self._behaviour()
        return f"{said}, in {self.rule}" if self.rule else said

    @property
    def found(self) -> str:
        """Who found the pattern and when; "" if that is not well known."""
        return ", ".join(filter(None, (self.by, str(self.year or ""))))

    def pattern(self) -> Pattern:
        """Return the entry as a :class:`Pattern`. For Conway's Life, the pattern's rule is None."""
        shape = next((shape for shape in SEED_SHAPES if shape.name == self.name), None)
        rule = parse_rule(self.rule) if self.rule else None
        notes = Notes(self.title, self.found, (self.about,))
        if shape is not None:
            return Pattern(shape.cells.copy(), rule, source=self.name, notes=notes)
        cells = read_rle(f"x = 400, y = 400\n{self.cells}", self.name).cells
        rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
        return Pattern(cells[: rows[-1] + 1, : columns[-1] + 1].copy(), rule, source=self.name, notes=notes)

    def _behaviour(self) -> str:
        moves = f", {self.speed}" if self.speed else ""
        grows = f"{moves}, {self.growth} cells every {self.period} generations"
        match self.kind:
            case "guns":
                return f"gun{grows}"
            case "puffers":
                return f"puffer{grows}"
            case "methuselahs":
                return f"methuselah, settles at generation {self.settles}"
        if moves:
            return f"spaceship{moves}"
        return "still life" if self.period == 1 else f"oscillator, period {self.period}"


@cache
def library() -> dict[str, LibraryPattern]:
    """Return all patterns of the library, keyed by name and grouped by kind.

    Raises:
        ReadError: an installed file is damaged.
    """
    folder = resource_folder("presets") / "patterns"
    found: dict[str, LibraryPattern] = {}
    for kind in KINDS:
        if kind == _SEEDS:
            seeds = (shape for shape in SEED_SHAPES if shape.name not in found)
            entries = [
                LibraryPattern(name=shape.name, title=shape.title, cells="", does=shape.fate, kind=kind)
                for shape in seeds
            ]
        else:
            path = folder / f"{kind}.toml"
            table = parse_toml(read_file(path, _MAX_BYTES, "patterns"), str(path))
            entries = [
                convert({**entry, "kind": kind}, LibraryPattern, f"{path}: {entry.get('name', '')}")
                for entry in table.get("pattern", [])
            ]
        found |= {entry.name: entry for entry in entries}
    return found


# Built-in patterns by name.


def built_in_patterns() -> dict[str, str]:
    """Return the names of all built-in patterns in display order, each with one line that describes the pattern."""
    return {name: f"{KINDS[entry.kind].lower()}: {entry.title}; {entry.about}" for name, entry in library().items()}


def built_in(name: str) -> Pattern | None:
    """Return the built-in pattern called ``name``; None if there is none. Case is ignored."""
    entry = library().get(name.lower())
    return None if entry is None else entry.pattern()
