"""The result of identifying a pattern, as data and in words."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import gcd

_METHUSELAH_CELLS, _METHUSELAH_GENERATIONS = 60, 100
"""A pattern of at most 60 cells that takes at least 100 generations to settle is called a methuselah."""


class Kind(StrEnum):
    """What a pattern is, such as a gun. Each value is the kind's name as displayed."""

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
"""How far something moves: rows down and columns to the right."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a pattern turned out to be.

    Attributes:
        kind: what the pattern is, such as a gun.
        name: the pattern's title in the library; "" if the library does not have it.
        law: title of the rule under which the pattern was run.
        generations: number of generations that were computed.
        settled: the first generation for which the description is true; for a dying pattern, the one in which it dies.
        period: generations after which the pattern repeats, or has grown by ``growth`` cells; 0 if not known.
        displacement: how far the pattern moves in a period: rows down and columns to the right.
        growth: number of cells by which the pattern grows in a period. For quadratic growth: the increase of that
            number from one period to the next.
        population: the fewest and the most cells in a period; without a period, those in the last generation.
        start: number of cells in generation 0.
        box: (rows, columns) of the smallest rectangle around the pattern in generation 0.
        box_then: (rows, columns) of that rectangle in the last generation, for a pattern that is still changing.
        range: the fewest and the most cells in all generations, for a pattern that is still changing.
        stopped: why the search stopped while the pattern was still changing; "" if it did not.
        symmetry: the symmetry in generation 0, in words.
        parts: the objects that remain in the end, with the number of each.
        emits: the spaceships that the pattern sends out in a period, with the number of each.
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
        """The pattern's speed in usual notation, such as "c/4 diagonal"; "" if it does not move."""
        return speed_text(self.displacement, self.period)

    def headline(self) -> str:
        """Return one line that says what the pattern is. The line does not have the pattern's name."""
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
                if self.period == 1:
                    return f"{self.kind}: the number of cells added per generation rises by {self.growth} each time"
                often = f"every {self.period} generations"
                return f"{self.kind}: the number of cells added {often} rises by {self.growth} each time"
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
        """Return what the headline does not say, as pairs (title, text) in display order."""
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
                ("Cells at the end" if self.settled else "Cells", f"{low}" if low == high else f"{low} to {high}")
            )
        if self.period > 1 and self.kind in period:
            facts.append(("Period at the end", str(self.period)))
        if any(self.displacement):
            facts.append(("Moves", f"{displacement_text(self.displacement)} {_in_a_period(self.period)}"))
        facts.append(("Made of", _counted(self.parts)))
        facts.append(("Sends out", _counted(self.emits)))
        return [(title, text) for title, text in facts if text]


def _in_a_period(period: int) -> str:
    return "each generation" if period == 1 else f"in {period} generations"


def _counted(things: tuple[tuple[str, int], ...]) -> str:
    """Return names and numbers of objects in words, as in "8 blocks, 6 gliders"."""
    return ", ".join(f"{count} {_plural(name) if count > 1 else name}" for name, count in things)


def _plural(name: str) -> str:
    head, of, rest = name.partition(" of ")
    plural = f"{head[:-1]}ves" if head.endswith("loaf") else f"{head}{'es' if head.endswith(('s', 'ch', 'x')) else 's'}"
    return f"{plural}{of}{rest}"


def kind_of_settling(cells: int, generation: int) -> Kind:
    """Return the kind of a pattern that starts with ``cells`` cells and settles at ``generation``."""
    is_long = cells <= _METHUSELAH_CELLS and generation >= _METHUSELAH_GENERATIONS
    return Kind.METHUSELAH if is_long else Kind.SETTLES


def speed_text(displacement: Displacement, period: int) -> str:
    """Return a speed such as "c/2 orthogonal", "c/4 diagonal" or "(2,1)c/6"; "" if the pattern does not move."""
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
