"""What a pass in pairs of rows computes for a word: statements of GLSL for each row, each pair and each new row.

The two middle rows b and c of four rows a, b, c, d share what b and c add up to. A row's sum of three is kept as two
words, s (its parity) and k (two or three). For Conway's law a new row needs of b and c: p0 = maj(kb, ~sc, kc),
p1 = maj(sb, sc, p0), p2 = maj(kb, sc, kc); then, with the row x that is a for the new b and d for the new c,
f0 = sx ^ sb ^ sc, f1 = maj(sx, p0, p1), e = exactly one of kx, p2, f1, and the cell lives if e & (f0 | live). Found by
a SAT search over networks of operations of three inputs, which are single instructions for NVIDIA's cards (LOP3) and
processors with AVX-512 (VPTERNLOG). Other laws take the circuits of :mod:`gpulife.engines.bitplanes.rule_circuits`,
row by row.

Compilers see operations of two inputs and join them again; how well depends on how they are written. LLVM makes two
instructions of a majority only if it is the choice of :meth:`Writer.choose`, by whether the first two differ, and that
they differ can often be shared: with the parity of the same three, or with the other row of the pair. NVIDIA's compiler
finds its operations of three inputs in these forms, too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from gpulife.engines.bitplanes.rule_circuits import PLANES, RuleCircuit, rule_circuit
from gpulife.rules import Rule

Values = Mapping[str, str]
"""Names of words by what they are."""

_SHARING = (1, 2, 4)
"""Numbers of species whose pairs of rows share what they add up to, under Conway's law."""


class Writer:
    """Writes statements, each of which makes a word: ``v1``, ``v2`` and so on.

    Args:
        kind: the type of words.
    """

    def __init__(self, kind: str = "uint") -> None:
        self.lines: list[str] = []
        self.kind = kind
        self._count = 0

    def word(self, expression: str, kind: str = "") -> str:
        """Write the statement that makes a word, by default of the type of words, and return its name."""
        name = self.name()
        self.lines.append(f"{kind or self.kind} {name} = {expression};")
        return name

    def choose(self, mask: str, chosen: str, other: str) -> str:
        """Write the bits of one word where a mask's are set, and those of another one elsewhere.

        With mask = a ^ b, ``choose(mask, c, a)`` is the majority of a, b and c.
        """
        return self.word(f"(({chosen} ^ {other}) & {mask}) ^ {other}")

    def name(self) -> str:
        """Return a name that is not used yet."""
        self._count += 1
        return f"v{self._count}"


class PairLogic(Protocol):
    """What is computed of a rule's planes, for a word of each."""

    @property
    def top(self) -> tuple[str, ...]:
        """Values that are needed of a row for the row below it."""
        ...

    @property
    def middle(self) -> tuple[str, ...]:
        """Values that are needed of a row for itself, and later for the row below it."""
        ...

    def row(self, write: Writer, sides: Values) -> dict[str, str]:
        """Write a row's values, from ``PLANE.l``, ``PLANE.c`` and ``PLANE.r``."""
        ...

    def shared(self, write: Writer, upper: Values, lower: Values) -> dict[str, str]:
        """Write what the middle rows of four share, from their values."""
        ...

    def after(
        self, write: Writer, rows: tuple[Values, Values, Values], shared: Values, ties: Values, outer: int, inside: str
    ) -> dict[str, str]:
        """Write the new planes of the middle one of three rows.

        Args:
            write: the writer.
            rows: the rows' values from above.
            shared: what :meth:`shared` made of the pair.
            ties: words of ties by name, if the rule has any.
            outer: which of the rows is not in the pair, 0 or 2.
            inside: the word of the cells that lie on the board; empty if all do.
        """
        ...


def pair_logic(rule: Rule) -> PairLogic:
    """Return how a rule is computed in pairs of rows; ``has_planes`` must be true of it."""
    return _Conway(rule.live_states) if shares_pairs(rule) else _AnyLaw(rule_circuit(rule))


def shares_pairs(rule: Rule) -> bool:
    """Tell whether a rule's pairs of rows share anything: those of Conway's law with the births of known games."""
    if rule.births != {3} or rule.survivals != {2, 3} or rule.live_states not in _SHARING:
        return False
    child = rule.family.mixed_child
    species = range(1, 5)
    return rule.live_states < 4 or (child is not None and all(child(rule, sum(species) - s) == s for s in species))


@dataclass(frozen=True, slots=True)
class _Conway:
    """Conway's law for 1, 2 or 4 species, whose newborn are what two of the parents are, or the fourth."""

    species: int

    @property
    def top(self) -> tuple[str, ...]:
        sums = tuple(f"{plane}.{value}" for plane in PLANES[self.species] for value in "sk")
        return (*sums, "both") if self.species == 4 else sums

    @property
    def middle(self) -> tuple[str, ...]:
        return (*self.top, *PLANES[self.species])

    def row(self, write: Writer, sides: Values) -> dict[str, str]:
        values = {}
        for plane in PLANES[self.species]:
            left, centre, right = (sides[f"{plane}.{side}"] for side in "lcr")
            mixed = write.word(f"{left} ^ {right}")
            values[plane] = centre
            values[f"{plane}.s"] = write.word(f"{mixed} ^ {centre}")
            values[f"{plane}.k"] = write.choose(mixed, centre, right)
        if self.species == 4:
            word = ""
            for side in "lcr":
                both = f"{sides[f'high.{side}']} & {sides[f'low.{side}']}"
                word = write.word(f"{word} ^ ({both})" if word else both)
            values["both"] = word
        return values

    def shared(self, write: Writer, upper: Values, lower: Values) -> dict[str, str]:
        shared = {}
        for plane in PLANES[self.species]:
            shared[f"{plane}.s"] = write.word(f"{upper[f'{plane}.s']} ^ {lower[f'{plane}.s']}")
            shared[f"{plane}.upper"] = upper[f"{plane}.s"]
        for plane in PLANES[self.species][1:]:
            shared[f"{plane}.k"] = write.word(f"{upper[f'{plane}.k']} ^ {lower[f'{plane}.k']}")
        kb, sc, kc = upper["live.k"], lower["live.s"], lower["live.k"]
        mixed = write.word(f"{kb} ^ {kc}")
        shared["p2"] = write.choose(mixed, sc, kb)
        shared["p0"] = write.choose(mixed, f"~{sc}", kb)
        p1 = write.choose(shared["live.s"], shared["p0"], upper["live.s"])
        return shared | {"p01": write.word(f"{shared['p0']} ^ {p1}")}

    def after(
        self,
        write: Writer,
        rows: tuple[Values, Values, Values],
        shared: Values,
        ties: Values,  # noqa: ARG002
        outer: int,
        inside: str,
    ) -> dict[str, str]:
        live, other, p2 = rows[1]["live"], rows[outer], shared["p2"]
        f0 = write.word(f"{other['live.s']} ^ {shared['live.s']}")
        f1 = write.choose(shared["p01"], other["live.s"], shared["p0"])
        one = write.word(f"(({other['live.k']} & {p2}) | {f1}) ^ ({other['live.k']} | {p2})")
        lives = write.word(f"{one} & ({live} | {f0})")
        if inside:
            lives = write.word(f"{lives} & {inside}")  # the other planes follow
        after = {"live": lives}
        for plane, child in self._children(write, rows, shared, other).items():
            newborn = write.word(f"{child} & ~{live}")
            after[plane] = write.word(f"{lives} & ({rows[1][plane]} | {newborn})")
        return after

    def _children(
        self, write: Writer, rows: tuple[Values, Values, Values], shared: Values, other: Values
    ) -> dict[str, str]:
        """Write what a child of three parents has in the planes after the first: what two of them have.

        Two rows or more have an odd number of them, or else one row has two or three: never both, with three parents.
        Of four species, three parents that all differ have a child of the fourth.
        """
        two, odd = {}, {}
        for plane in PLANES[self.species][1:]:
            most = write.choose(shared[f"{plane}.s"], other[f"{plane}.s"], shared[f"{plane}.upper"])
            two[plane] = write.word(f"{most} ^ ({other[f'{plane}.k']} ^ {shared[f'{plane}.k']})")
            odd[plane] = f"({other[f'{plane}.s']} ^ {shared[f'{plane}.s']})"
        if self.species < 4:
            return two
        both = write.word(f"{rows[0]['both']} ^ ({rows[1]['both']} ^ {rows[2]['both']})")
        differ = write.word(f"{both} ^ ({odd['high']} & {odd['low']})")
        return {plane: f"({word} ^ {differ})" for plane, word in two.items()}


@dataclass(frozen=True, slots=True)
class _AnyLaw:
    """Any law, by its circuits."""

    circuit: RuleCircuit

    @property
    def top(self) -> tuple[str, ...]:
        return self.circuit.needed["top"]

    @property
    def middle(self) -> tuple[str, ...]:
        return tuple(sorted({*self.circuit.needed["top"], *self.circuit.needed["middle"]}))

    def row(self, write: Writer, sides: Values) -> dict[str, str]:
        wires = self.circuit.values
        values = {name: write.name() for name in wires}
        made = {values[name]: wire for name, wire in wires.items()}
        self._write(write, list(made), self.circuit.row.glsl(made, sides, write.kind))
        return values

    def shared(self, write: Writer, upper: Values, lower: Values) -> dict[str, str]:  # noqa: ARG002
        return {}

    def after(
        self,
        write: Writer,
        rows: tuple[Values, Values, Values],
        shared: Values,  # noqa: ARG002
        ties: Values,
        outer: int,  # noqa: ARG002
        inside: str,
    ) -> dict[str, str]:
        given = {f"tie.{name}": word for name, word in ties.items()}
        for place, row in zip(("top", "middle", "down"), rows, strict=True):
            given |= {f"{place}.{value}": row[value] for value in self.circuit.needed[place]}
        after = {plane: write.name() for plane in self.circuit.planes}
        made = {after[plane]: wire for plane, wire in self.circuit.planes_after.items()}
        self._write(write, list(made), self.circuit.combine.glsl(made, given, write.kind))
        if inside:
            after = {plane: write.word(f"{word} & {inside}") for plane, word in after.items()}
        return after

    def _write(self, write: Writer, names: list[str], lines: list[str]) -> None:
        """Write a circuit's statements, whose words in between have names of their own, in braces."""
        write.lines += [f"{write.kind} {', '.join(names)};", "{", *(f"    {line}" for line in lines), "}"]
