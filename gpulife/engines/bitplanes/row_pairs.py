"""What a pass in pairs of rows computes for a word: statements of GLSL for each row, each pair and each new row.

The two middle rows b and c of four rows a, b, c, d share what b and c add up to. A row's sum of three is kept as two
words, s (its parity) and k (two or three). For Conway's law a new row needs of b and c: p0 = maj(kb, ~sc, kc),
p1 = maj(sb, sc, p0), p2 = maj(kb, sc, kc); then, with the row x that is a for the new b and d for the new c,
f0 = sx ^ sb ^ sc, f1 = maj(sx, p0, p1), e = exactly one of kx, p2, f1, and the cell lives if e & (f0 | live): eleven
operations of three inputs for both rows, instead of fourteen. Found by a SAT search over networks of such operations,
which are single instructions (LOP3) for NVIDIA's cards. Other laws take the circuits of
:mod:`gpulife.engines.bitplanes.rule_circuits`, row by row.

A compiler sees operations of two inputs and joins them again; how well depends on how they are written. The forms here
were chosen by what came out of NVIDIA's compiler for each number of species.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from gpulife.engines.bitplanes.rule_circuits import PLANES, RuleCircuit, rule_circuit
from gpulife.rules import Rule

Values = Mapping[str, str]
"""Names of words by what they are."""

FORMS: Mapping[int, Mapping[str, str]] = {
    1: {
        "sum": "{a} ^ {b} ^ {c}",
        "carry": "({a} & {c}) | ({b} & ({a} ^ {c}))",
        "p0": "(~{b} & {c}) ^ ({a} & (~{b} ^ {c}))",
        "p1": "(({b} ^ {a}) & {c}) | (~({b} ^ {a}) & {b})",
        "p2": "({a} & {c}) | ({b} & ({a} ^ {c}))",
        "f0": "{a} ^ ({b} ^ {c})",
        "f1": "({a} & {c}) | ({b} & ({a} ^ {c}))",
        "one": "(({b} ^ {c}) | {a}) & ~(({b} | {c}) & {a})",
        "lives": "({a} & {c}) | ({b} & {c})",
    },
    2: {
        "sum": "{a} ^ {b} ^ {c}",
        "carry": "(({a} ^ {b}) & ({a} ^ {c})) ^ {a}",
        "p0": "(~{b} & {c}) ^ ({a} & (~{b} ^ {c}))",
        "p1": "(({a} ^ {b}) & ({a} ^ {c})) ^ {a}",
        "p2": "(({a} ^ {b}) & ({a} ^ {c})) ^ {a}",
        "f0": "{a} ^ {b} ^ {c}",
        "f1": "(({a} ^ {b}) & ({a} ^ {c})) ^ {a}",
        "one": "({a} ^ {c} ^ {b}) & ~({a} & {c})",
        "lives": "{c} & ~(~{a} & ~{b})",
        "most": "(({a} ^ {b}) & ({a} ^ {c})) ^ {a}",
        "any": "({b} | {c}) | {a}",
        "born": "({a} | {b}) & ~{c}",
        "stays": "({a} & {b}) | ({a} & {c})",
    },
    4: {
        "sum": "{a} ^ {b} ^ {c}",
        "carry": "({a} & {b}) ^ ({c} & ({a} ^ {b}))",
        "p0": "({a} & ~{b}) | ({c} & ({a} ^ ~{b}))",
        "p1": "({a} & {b}) ^ ({c} & ({a} ^ {b}))",
        "p2": "({a} & {b}) ^ ({c} & ({a} ^ {b}))",
        "f0": "{a} ^ {b} ^ {c}",
        "f1": "({a} & {b}) ^ ({c} & ({a} ^ {b}))",
        "one": "({a} ^ {c} ^ {b}) & ~({a} & {c})",
        "lives": "({a} & {c}) | ({b} & {c})",
        "most": "({a} & {b}) ^ ({c} & ({a} ^ {b}))",
        "any": "({b} | {c}) | {a}",
        "stays": "{a} & ({b} | {c})",
        "differ": "{c} ^ ({a} & {b})",
        "mixed": "({a} ^ {b}) & ~{c}",
    },
}
"""How operations of three inputs are written, by the number of species."""


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
    if rule.births != {3} or rule.survivals != {2, 3} or rule.live_states not in FORMS:
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

    def _gate(self, write: Writer, kind: str, a: str, b: str, c: str = "") -> str:
        return write.word(FORMS[self.species][kind].format(a=a, b=b, c=c))

    def row(self, write: Writer, sides: Values) -> dict[str, str]:
        values = {}
        for plane in PLANES[self.species]:
            here = [sides[f"{plane}.{side}"] for side in "lcr"]
            values[plane] = here[1]
            values[f"{plane}.s"] = self._gate(write, "sum", *here)
            values[f"{plane}.k"] = self._gate(write, "carry", *here)
        if self.species == 4:
            word = ""
            for side in "lcr":
                both = f"{sides[f'high.{side}']} & {sides[f'low.{side}']}"
                word = write.word(f"{word} ^ ({both})" if word else both)
            values["both"] = word
        return values

    def shared(self, write: Writer, upper: Values, lower: Values) -> dict[str, str]:
        sb, kb, sc, kc = upper["live.s"], upper["live.k"], lower["live.s"], lower["live.k"]
        p0 = self._gate(write, "p0", kb, sc, kc)
        return {
            "p0": p0,
            "p1": self._gate(write, "p1", sb, sc, p0),
            "p2": self._gate(write, "p2", kb, sc, kc),
            "sb": sb,
            "sc": sc,
        }

    def after(
        self,
        write: Writer,
        rows: tuple[Values, Values, Values],
        shared: Values,
        ties: Values,  # noqa: ARG002
        outer: int,
        inside: str,
    ) -> dict[str, str]:
        live, sx, kx = rows[1]["live"], rows[outer]["live.s"], rows[outer]["live.k"]
        f0 = self._gate(write, "f0", sx, shared["sb"], shared["sc"])
        f1 = self._gate(write, "f1", sx, shared["p0"], shared["p1"])
        one = self._gate(write, "one", kx, shared["p2"], f1)
        lives = self._gate(write, "lives", live, f0, one)
        if inside:
            lives = write.word(f"{lives} & {inside}")  # the other planes follow
        after = {"live": lives}
        if self.species == 1:
            return after
        planes = PLANES[self.species][1:]
        two = {}
        for plane in planes:
            most = self._gate(write, "most", *(row[f"{plane}.s"] for row in rows))
            two[plane] = most, self._gate(write, "any", *(row[f"{plane}.k"] for row in rows))
        if self.species == 2:
            born = {plane: self._gate(write, "born", *two[plane], live) for plane in planes}
        else:
            child = {plane: write.word(f"{most} | {any_}") for plane, (most, any_) in two.items()}
            odd = [self._gate(write, "sum", *(row[value] for row in rows)) for value in ("high.s", "low.s", "both")]
            differ = self._gate(write, "differ", *odd)
            born = {plane: self._gate(write, "mixed", child[plane], differ, live) for plane in planes}
        return after | {plane: self._gate(write, "stays", lives, rows[1][plane], born[plane]) for plane in planes}


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
