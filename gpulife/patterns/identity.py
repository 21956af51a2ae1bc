"""What a pattern turned out to be, as data and in words."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import gcd

_METHUSELAH_CELLS, _METHUSELAH_GENERATIONS = 60, 100
"""So few cells that take so long to settle are called a methuselah."""


class Kind(StrEnum):
    """A kind of pattern, in words."""

    EMPTY = "no live cells"
    STILL_LIFE = "still life"
    OSCILLATOR = "oscillator"
    SPACESHIP = "spaceship"
    GUN = "gun"
    PUFFER = "puffer"
    RAKE = "rake"
    GROWS = "grows steadily"
    QUADRATIC = "grows quadratically"
    SETTLES = "settles"
    METHUSELAH = "methuselah"
    DIES = "dies"
    UNKNOWN = "unknown"


Displacement = tuple[int, int]
"""Rows down and columns to the right."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a pattern turned out to be.

    Attributes:
        kind: its kind.
        name: the name under which the program knows it; "" if it does not.
        law: title of the law under which it was looked at.
        generations: how many generations were computed to find that out.
        settled: the generation from which on what is said of it holds; that of its death if it dies.
        period: generations after which it is the same again, or has grown by ``growth`` cells; 0 if not known.
        displacement: how far it moves in a period.
        growth: cells by which it grows in a period; if it grows quadratically, by how many more than in the one before.
        population: the fewest and the most cells in a period, or at the last generation if it has no period.
        start: cells at generation 0.
        box: (rows, columns) of the smallest rectangle around it at generation 0.
        box_then: the same at the last generation, of a pattern that is still changing.
        range: the fewest and the most cells in all its generations, likewise.
        stopped: why it was not looked at for longer, likewise; "" if as many generations were computed as asked for.
        symmetry: its symmetry at generation 0, in words.
        parts: what it consists of in the end, and how many of each.
        emits: spaceships that it sends out in a period, and how many of each.
    """

    kind: Kind
    name: str = ""
    law: str = "Life"
    generations: int = 0
    settled: int = 0
    period: int = 0
    displacement: Displacement = (0, 0)
    growth: int = 0
    population: tuple[int, int] = (0, 0)
    start: int = 0
    box: tuple[int, int] = (0, 0)
    box_then: tuple[int, int] = (0, 0)
    range: tuple[int, int] = (0, 0)
    stopped: str = ""
    symmetry: str = ""
    parts: tuple[tuple[str, int], ...] = ()
    emits: tuple[tuple[str, int], ...] = ()

    @property
    def speed(self) -> str:
        """The speed as people write it, such as "c/4 diagonal"; "" if it does not move."""
        return speed_text(self.displacement, self.period)

    def headline(self) -> str:
        """Return in one line what it is, without its name."""
        match self.kind:
            case Kind.OSCILLATOR:
                said = f"oscillator, period {self.period}"
            case Kind.SPACESHIP:
                said = f"spaceship, {self.speed}, period {self.period}"
            case Kind.GUN | Kind.PUFFER | Kind.RAKE | Kind.GROWS:
                moves = f", {self.speed}" if self.speed else ""
                sent = _counted(self.emits) if self.kind in (Kind.GUN, Kind.RAKE) else ""
                often = "generation" if self.period == 1 else f"{self.period} generations"
                said = f"{self.kind}{moves}, {sent or f'{self.growth} cells'} every {often}"
            case Kind.QUADRATIC:
                often = "generation" if self.period == 1 else f"{self.period} generations"
                return f"{self.kind}: every {often} by {self.growth} cells more than before"
            case Kind.SETTLES:
                return f"settles at generation {self.settled}"
            case Kind.METHUSELAH:
                return f"methuselah: settles at generation {self.settled}"
            case Kind.DIES:
                return f"dies at generation {self.settled}"
            case Kind.UNKNOWN:
                why = f" ({self.stopped})" if self.stopped else ""
                return f"unknown: still changing after {self.generations} generations{why}"
            case _:
                said = str(self.kind)
        return said + (f", from generation {self.settled} on" if self.settled else "")

    def facts(self) -> list[tuple[str, str]]:
        """Return all else that is known, as titles and texts in the order in which to show them."""
        if self.kind is Kind.EMPTY:
            return []
        low, high = self.population
        period = {Kind.SETTLES, Kind.METHUSELAH}
        facts = [
            ("Name", self.name),
            ("Rule", self.law),
            ("Cells at the start", str(self.start)),
            ("Size at the start", f"{self.box[1]} x {self.box[0]}"),
            ("Symmetry", self.symmetry),
        ]
        if self.kind is Kind.UNKNOWN:
            then, (rows, columns) = f"at generation {self.generations}", self.box_then
            facts += [(f"Cells {then}", f"{high}"), (f"Size {then}", f"{columns} x {rows}")]
            facts.append(("Fewest and most cells", f"{self.range[0]} and {self.range[1]}"))
        elif self.kind is not Kind.DIES:
            facts.append(
                ("Cells in the end" if self.settled else "Cells", f"{low}" if low == high else f"{low} to {high}")
            )
        if self.period > 1 and self.kind in period:
            facts.append(("Period in the end", str(self.period)))
        if any(self.displacement):
            facts.append(("Moves", f"{displacement_text(self.displacement)} {_in_a_period(self.period)}"))
        facts.append(("Made of", _counted(self.parts)))
        facts.append(("Sends out", _counted(self.emits)))
        return [(title, text) for title, text in facts if text]


def _in_a_period(period: int) -> str:
    return "each generation" if period == 1 else f"in {period} generations"


def _counted(things: tuple[tuple[str, int], ...]) -> str:
    """Return things in words, as in "8 blocks, 6 gliders"."""
    return ", ".join(f"{count} {_plural(name) if count > 1 else name}" for name, count in things)


def _plural(name: str) -> str:
    head, of, rest = name.partition(" of ")
    plural = f"{head[:-1]}ves" if head.endswith("loaf") else f"{head}{'es' if head.endswith(('s', 'ch', 'x')) else 's'}"
    return f"{plural}{of}{rest}"


def kind_of_settling(cells: int, generation: int) -> Kind:
    """Return the kind of a pattern of so many cells that settles at a generation."""
    is_long = cells <= _METHUSELAH_CELLS and generation >= _METHUSELAH_GENERATIONS
    return Kind.METHUSELAH if is_long else Kind.SETTLES


def speed_text(displacement: Displacement, period: int) -> str:
    """Return a speed such as "c/2 orthogonal", "c/4 diagonal" or "(2,1)c/6"; "" for none."""
    far, near = sorted(map(abs, displacement), reverse=True)
    if not far or not period:
        return ""
    if near and near != far:
        common = gcd(gcd(near, far), period)
        return f"({far // common},{near // common})c/{period // common}"
    share = Fraction(far, period)
    speed = f"{share.numerator if share.numerator > 1 else ''}c/{share.denominator}" if share.denominator > 1 else "c"
    return f"{speed} {'diagonal' if near else 'orthogonal'}"


def displacement_text(displacement: Displacement) -> str:
    """Return a displacement in words, such as "2 up, 1 to the right"."""
    down, right = displacement
    across = f"{abs(right)} to the {'right' if right > 0 else 'left'}" if right else ""
    along = f"{abs(down)} {'down' if down > 0 else 'up'}" if down else ""
    return ", ".join(filter(None, (along, across)))
