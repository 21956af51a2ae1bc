"""Writes shaders that compute rows in pairs, so that they keep few values. Invocations can exchange machine words.

As in :mod:`gpulife.engines.bitplanes.pass_source`, each loaded row goes through T levels, one for each generation, but
here rows go in pairs. The two rows of a pair share partial sums: see :class:`PairLogic`. An invocation holds K
consecutive words of each plane and row.

In a *subgroup*, S invocations run in lockstep and hold S * K adjacent words of a row. They store all of them but the
first and the last. A level needs three words for each word of a row: left neighbours, cells and right neighbours. One
of the three is the word itself, the others are this word shifted by one and by two bits. The cells that an even level
computes are therefore one bit lower in their words, and odd levels move them back. So an invocation needs only one word
per row and plane from a neighbouring invocation, and the number of generations is even.

A workgroup is one subgroup. Its row depends only on the workgroup's number; otherwise compilers would generate the
exchange of words twice. The number of words in a line is a constant in the shader, so computing addresses costs
nothing.

Without subgroups an invocation stores K - 1 of its words, as in other passes, and may compute with two words as one of
64 bits. Invocations are numbered through the whole board, so a workgroup may compute the right end of some rows and the
left end of others. The uniform ``across`` is the number of invocations that compute a row.

Nothing here needs OpenGL.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from gpulife.engines.bitplanes.life_like_circuits import PLANES
from gpulife.engines.bitplanes.pass_shape import PassShape, shares_pairs
from gpulife.engines.bitplanes.pass_text import (
    BEFORE_BUFFER,
    BEFORE_TEXTURE,
    DEAD_EDGES,
    INSIDE,
    NEVER_STORED,
    WORD_TYPES,
    ahead,
    look_ahead,
    own_word,
    plain,
    tie_lines,
    tie_name,
    version,
    wide,
)
from gpulife.engines.bitplanes.rule_circuits import rule_circuit
from gpulife.engines.bitplanes.three_rows import RuleCircuit
from gpulife.rules import Edges, Rule

# The logic of a pass in pairs of rows for one word: GLSL statements for each row, each pair and each new row.
#
# Of four rows a, b, c, d the two middle rows b and c share partial sums of b and c. A row's sum of three is kept as two
# words, s (its parity) and k (two or three). For Conway's rule a new row needs of b and c: p0 = maj(kb, ~sc, kc),
# p1 = maj(sb, sc, p0), p2 = maj(kb, sc, kc). With the third row x, which is a for the new b and d for the new c, it
# needs f0 = sx ^ sb ^ sc, f1 = maj(sx, p0, p1) and e = exactly one of kx, p2, f1; the cell lives if e & (f0 | live).
# This was found by a SAT search over networks of three-input operations, which are single instructions on NVIDIA's
# cards (LOP3) and on processors with AVX-512 (VPTERNLOG). Other rules use the circuits of rule_circuits, row by row.
#
# Compilers see two-input operations and merge them again; the result depends on how they are written. LLVM makes only
# two instructions of a majority if it is written as Writer.choose, by whether the first two words differ. That
# difference can often be shared: with the parity of these three words, or with the other row of the pair. NVIDIA's
# compiler also finds its three-input operations in these forms.

Values = Mapping[str, str]
"""Names of the GLSL variables that hold words, keyed by the words' names, such as ``PLANE.l``."""


class Writer:
    """Writes GLSL statements. Each defines a variable that holds a word: ``v1``, ``v2`` and so on.

    Args:
        kind: the GLSL type of words.
    """

    def __init__(self, kind: str = "uint") -> None:
        self.lines: list[str] = []
        self.kind = kind
        self._count = 0

    def word(self, expression: str, kind: str = "") -> str:
        """Write a statement that defines a word, by default of the writer's type; return the variable's name."""
        name = self.name()
        self.lines.append(f"{kind or self.kind} {name} = {expression};")
        return name

    def choose(self, mask: str, chosen: str, other: str) -> str:
        """Write a word with the bits of ``chosen`` where ``mask`` is set, and of ``other`` elsewhere; return its name.

        With mask = a ^ b, ``choose(mask, c, a)`` is the majority of a, b and c.
        """
        return self.word(f"(({chosen} ^ {other}) & {mask}) ^ {other}")

    def name(self) -> str:
        """Return an unused name."""
        self._count += 1
        return f"v{self._count}"


class PairLogic(Protocol):
    """Writes the code that computes a rule's next generation, for one word of each plane."""

    @property
    def top(self) -> tuple[str, ...]:
        """The names of the values of a row that are needed for the next generation of the row below."""
        ...

    @property
    def middle(self) -> tuple[str, ...]:
        """The names of the values of a row that are needed for its own next generation, and later for the row below."""
        ...

    def row(self, write: Writer, sides: Values) -> dict[str, str]:
        """Write the code that computes a row's values; return the variables' names.

        ``sides`` has the words ``PLANE.l`` (the left neighbours), ``PLANE.c`` (the cells) and ``PLANE.r`` (the right
        neighbours).
        """
        ...

    def shared(self, write: Writer, upper: Values, lower: Values) -> dict[str, str]:
        """Write the code for the values that both rows of a pair need; return the variables' names.

        ``upper`` and ``lower`` are what :meth:`row` returned for the two rows.
        """
        ...

    def after(
        self, write: Writer, rows: tuple[Values, Values, Values], shared: Values, ties: Values, outer: int, inside: str
    ) -> dict[str, str]:
        """Write the code that computes the next generation of the middle row of three.

        Args:
            write: receives the code.
            rows: the values of the three rows, from the top.
            shared: the values from :meth:`shared` of the pair to which two of the rows belong.
            ties: the names of the variables that decide ties, keyed by the tie's name; empty if the rule has no ties.
            outer: the index of the row that is not in the pair: 0 for the top row, 2 for the bottom row.
            inside: the name of a word with the bits of the cells that are on the board; empty if all cells are.
        """
        ...


def pair_logic(rule: Rule) -> PairLogic:
    """Return the writer of a rule's code for pairs of rows. The rule must have bit planes."""
    return _Conway(rule.live_states) if shares_pairs(rule) else _AnyRule(rule_circuit(rule))


@dataclass(frozen=True, slots=True)
class _Conway:
    """Writes the code of Conway's rule for 1, 2 or 4 species.

    A newborn cell gets the species that two of its parents have. With four species, if all three parents differ, it
    gets the species that none of them has.
    """

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
        # p0 ^ p1, where p1 = maj(sb, sc, p0)
        return shared | {"p01": write.word(f"({shared['p0']} ^ {upper['live.s']}) & ~{shared['live.s']}")}

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
            lives = write.word(f"{lives} & {inside}")  # other planes are masked by it
        after = {"live": lives}
        for plane, child in self._children(write, rows, shared, other).items():
            newborn = write.word(f"{child} & ~{live}")
            after[plane] = write.word(f"{lives} & ({rows[1][plane]} | {newborn})")
        return after

    def _children(
        self, write: Writer, rows: tuple[Values, Values, Values], shared: Values, other: Values
    ) -> dict[str, str]:
        """Write the code for the species of newborn cells: each bit is that of at least two of the three parents.

        With four species, a cell whose parents all differ gets the species that none of them has. ``rows`` and
        ``shared`` are as in :meth:`PairLogic.after`; ``other`` has the values of the row that is not in the pair.
        """
        # At least two parents have a bit if exactly one of these is true: at least two rows have an odd number of
        # parents with the bit; one row has two or three of them.
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
class _AnyRule:
    """Writes the code of any rule, from the rule's circuits."""

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
        """Write the declaration of the variables ``names``, then a circuit's statements, which assign them.

        The statements are in braces, because all circuits use the same names for intermediate results.
        """
        write.lines += [f"{write.kind} {', '.join(names)};", "{", *(f"    {line}" for line in lines), "}"]


_Row = dict[str, list[str]]
"""For each plane, the names of the GLSL variables with a row's words."""
_RowValues = list[dict[str, str]]
"""For each word of a row: a dict that maps the name of a value to the GLSL variable with the value for this word."""


class PairWriter:
    """Writes the compute shader of a pass that computes rows in pairs.

    Args:
        rule: the rule with its edges.
        shape: how the work of a pass is divided among invocations; its ``pair_words`` must not be 0.
        stride: the number of words in a line.
        software: True for Mesa's llvmpipe, which reads a texture faster than a buffer.
    """

    def __init__(self, rule: Rule, shape: PassShape, stride: int, *, software: bool = False) -> None:
        self._rule, self._shape, self._stride = rule, shape, stride
        self._software = software
        self._bits = 32 if shape.lanes else shape.bits
        self._kind = WORD_TYPES[self._bits]
        self._circuit = rule_circuit(rule)
        self._logic = pair_logic(rule)
        self._planes = self._circuit.planes
        self._line = f"{stride * len(self._planes)}" if shape.lanes else "line"
        self._dead = rule.edges is Edges.DEAD
        self._words = range(shape.pair_words * 32 // self._bits)
        self._tie_phases = min(rule.live_states, shape.generations) if self._circuit.ties else 0
        self._write = Writer(self._kind)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the whole shader."""
        shape = self._shape
        yield from version(self._bits)
        if shape.lanes:
            yield "#extension GL_KHR_shader_subgroup_basic : require"
            yield "#extension GL_KHR_shader_subgroup_shuffle_relative : require"
        yield f"""\
layout(local_size_x = {shape.lanes or shape.across * shape.down}) in;
{BEFORE_TEXTURE if self._software else BEFORE_BUFFER}
layout(std430, binding = 1) {"" if self._software else "writeonly "}buffer After {{ uint after[]; }};
uniform int first_row;
uniform int rows;
uniform int halo;
{"" if shape.lanes else "uniform int stride;"}
{"" if shape.lanes else "uniform int across;"}
{"uniform uint first;" if self._tie_phases else ""}
{DEAD_EDGES if self._dead else ""}
{INSIDE if self._dead else ""}
void main() {{"""
        yield from self._place()
        generations = shape.generations
        yield f"""\
    int last = min({shape.rows}, rows - row) + {2 * generations};
    {"" if shape.lanes else f"int line = stride * {len(self._planes)};"}
    int source = (halo + row - {generations}) * {self._line} + min(place, {self._words_before(1)});"""
        yield from tie_lines(self._circuit, self._rule.live_states, self._tie_phases, self._kind)
        if self._dead:
            for drift in (0, 1):
                for k in self._words:
                    cell = f"(place - 1) * 32 + {k * self._bits + drift}{self._half}"
                    word = wide(self._bits, f"inside({cell})", f"inside({cell} + 32)")
                    yield f"    {self._kind} inside_{drift}_{k} = {word};"
        yield from (f"    {self._kind} {name} = {self._kind}(0);" for t in range(generations) for name in self._kept(t))
        if self._software:
            yield from ahead(shape.unroll, shape.pass_words)
        yield f"    for (int y = 0; y < last; y += {shape.unroll}) {{"
        if self._software:
            yield from look_ahead(len(self._planes), generations, shape.unroll)
        self._rows()
        yield from (f"        {line}" for line in self._write.lines)
        yield f"        source += {shape.unroll} * {self._line};"
        yield "    }"
        if self._software:
            yield NEVER_STORED
        yield "}"

    @property
    def _half(self) -> str:
        """GLSL text that adds 16 to a column, since words are loaded with a shift of 16 cells; empty with subgroups."""
        return "" if self._shape.lanes else " + 16"

    def _place(self) -> Iterator[str]:
        """Write the code that finds an invocation's rows and ``place``, the position of its first word in a line."""
        shape = self._shape
        number, last = "int(gl_LocalInvocationID.x)", len(self._words) - 1
        own = shape.pass_words
        if shape.lanes:
            yield f"""\
    int lane = {number};
    int place = int(gl_WorkGroupID.x) * {own} + lane * {shape.pair_words};
    int row = first_row + int(gl_WorkGroupID.y) * {shape.rows};
    if (row >= rows) return;"""
            for k in self._words:
                first, final = ["lane > 0"] * (k == 0), [f"lane < {shape.lanes - 1}"] * (k == last)
                yield f"    bool own_{k} = {' && '.join([*first, *final, f'place < {self._words_before(1 + k)}'])};"
        else:
            yield f"""\
    int number = {number};
    int invocation = int(gl_WorkGroupID.x) * {shape.across * shape.down} + number;
    int place = invocation % across * {own};
    int row = first_row + invocation / across * {shape.rows};
    if (row >= rows) return;"""
            yield from (f"    bool own_{k} = place < {self._words_before(2 + k)};" for k in range(own))

    def _kept(self, t: int) -> list[str]:
        """Return the names of the variables in which level t keeps values of the last two rows."""
        values = ((0, self._logic.top), (1, self._logic.middle))
        return [f"s{row}_{t}_{k}_{plain(v)}" for k in self._words for row, names in values for v in names]

    def _state(self, t: int) -> tuple[_RowValues, _RowValues]:
        above, before = self._logic.top, self._logic.middle
        return (
            [{value: f"s0_{t}_{k}_{plain(value)}" for value in above} for k in self._words],
            [{value: f"s1_{t}_{k}_{plain(value)}" for value in before} for k in self._words],
        )

    def _rows(self) -> None:
        generations = self._shape.generations
        states = [self._state(t) for t in range(generations)]
        first = [self._state(t) for t in range(generations)]
        for y in range(0, self._shape.unroll, 2):
            upper, lower = self._load(y), self._load(y + 1)
            for t in range(generations):
                upper, lower, states[t] = self._level(t, y, upper, lower, states[t])
            for number, made in ((y, upper), (y + 1, lower)):
                self._store(number, made)
        for state, old in zip(states, first, strict=True):
            for row, names in zip(state, old, strict=True):
                for k in self._words:
                    self._write.lines += [f"{name} = {row[k][value]};" for value, name in names[k].items()]

    def _load(self, y: int) -> _Row:
        words: _Row = {}
        inside = self._there(f"row - {self._shape.generations} + y + {y}") if self._dead else ""
        for number, plane in enumerate(self._planes):
            count = self._shape.pair_words + (0 if self._shape.lanes else 1)
            read = "texelFetch(before, source{}).x" if self._software else "before[source{}]"
            here = [self._write.word(read.format(self._place_of(y, number, k)), "uint") for k in range(count)]
            if not self._shape.lanes:
                here = [self._write.word(f"{a} >> 16 | {b} << 16", "uint") for a, b in pairwise(here)]
            if self._bits == 64:
                here = [self._write.word(wide(64, *two)) for two in zip(here[::2], here[1::2], strict=True)]
            if self._dead:  # words beyond dead edges may be from another band
                here = [self._write.word(f"{here[k]} & inside_0_{k} & {inside}") for k in self._words]
            words[plane] = here
        return words

    def _words_before(self, fewer: int) -> str:
        return f"{self._stride - fewer}" if self._shape.lanes else f"stride - {fewer}"

    def _place_of(self, y: int, plane: int, word: int) -> str:
        """Return GLSL text to append to ``source`` for the index of a word.

        It is word number ``word`` of plane number ``plane``, in row ``y`` of an iteration of the loop.
        """
        if self._shape.lanes:
            at = (y * len(self._planes) + plane) * self._stride + word
            return f" {'+' if at >= 0 else '-'} {abs(at)}"
        return f" + ({y * len(self._planes) + plane}) * stride + {word}"

    def _there(self, row: str) -> str:
        """Write a word that has all bits set if ``row`` is on the board, and none otherwise; return its name."""
        name = self._write.name()
        self._write.lines.append(f"int {name} = {row};")
        return self._write.word(f"{name} >= above && {name} < below ? ~{self._kind}(0) : {self._kind}(0)")

    def _level(
        self, t: int, y: int, upper: _Row, lower: _Row, state: tuple[_RowValues, _RowValues]
    ) -> tuple[_Row, _Row, tuple[_RowValues, _RowValues]]:
        """Write the code of level t: from two rows of generation t, compute two rows of the next generation.

        ``upper`` and ``lower`` are two new rows, of which ``upper`` is row ``y`` of an iteration. ``state`` has the
        values that the level keeps of the two rows above them. Return the two next rows, and the values to keep for the
        next iteration. The next rows are one row higher on the board, since computing a row also needs the row below
        it.
        """
        above, before = state
        shape, write, logic = self._shape, self._write, self._logic
        ties = {}
        if self._tie_phases:
            ties = {name: tie_name(t % self._rule.live_states, name) for name in self._circuit.ties}
        one = self._values(t, upper)
        shared = [logic.shared(write, before[k], one[k]) for k in self._words]
        after: list[_Row] = []
        other: _RowValues = []
        for which in (0, 1):
            if which:
                other = self._values(t, lower)
            inside = ""
            if self._dead:
                # Row y of the loop is row - T + y of the band; after level t it is t + 1 rows higher.
                inside = self._there(f"row - {shape.generations} + y + {y + which - (t + 1)}")
            row: _Row = {plane: [] for plane in self._planes}
            for k in self._words:
                rows = (before[k], one[k], other[k]) if which else (above[k], before[k], one[k])
                mask = f"inside_{1 - t % 2}_{k} & {inside}" if self._dead else ""
                made = logic.after(write, rows, shared[k], ties, 2 if which else 0, mask)
                for plane in self._planes:
                    row[plane].append(made[plane])
            after.append(row)
        return after[0], after[1], (one, other)

    def _values(self, t: int, row: _Row) -> _RowValues:
        sides = {plane: self._sides(t, row[plane]) for plane in self._planes}
        return [
            self._logic.row(
                self._write,
                {f"{plane}.{side}": word for plane in self._planes for side, word in sides[plane][k].items()},
            )
            for k in self._words
        ]

    def _sides(self, t: int, words: list[str]) -> list[Values]:
        """Write three words for each word of a row: its cells, their left neighbours, and their right neighbours.

        The results of even levels are one bit lower in their words; odd levels move them back (see the module).
        """
        last = len(words) - 1
        if t % 2 == 0:
            beyond = self._write.word(f"subgroupShuffleDown({words[0]}, 1u)") if self._shape.lanes else words[last]
            ahead = [*words[1:], beyond]
            return [self._shifted("l", word, ">>", ahead[k], "<<", "r") for k, word in enumerate(words)]
        beyond = self._write.word(f"subgroupShuffleUp({words[last]}, 1u)") if self._shape.lanes else words[0]
        behind = [beyond, *words[:-1]]
        return [self._shifted("r", word, "<<", behind[k], ">>", "l") for k, word in enumerate(words)]

    def _shifted(self, near: str, word: str, to: str, more: str, back: str, far: str) -> Values:
        """Write the three words of :meth:`_sides` for a word. ``word`` itself has the neighbours on the side ``near``.

        Shifted with the operator ``to``, it has the cells (by one bit) and the neighbours on the side ``far`` (by two
        bits). The missing bits come from the adjacent word ``more``, shifted with the operator ``back``. Sides are "l"
        and "r".
        """
        centre, beyond = (self._write.word(f"{word} {to} {n} | {more} {back} {self._bits - n}") for n in (1, 2))
        return {near: word, "c": centre, far: beyond}

    def _store(self, y: int, row: _Row) -> None:
        shape, write = self._shape, self._write
        generations = shape.generations
        write.lines.append(f"if (y >= {2 * generations - y} && y < last - {y}) {{")
        for number, plane in enumerate(self._planes):
            made = row[plane]
            if not shape.lanes:
                made = [own_word(self._bits, row[plane], k) for k in range(shape.pass_words)]
            if self._software:
                made = [write.word(word, "uint") for word in made]
                write.lines += [f"used |= {word};" for word in made]
            for k, word in enumerate(made):
                to = self._place_of(y - generations, number, k + (0 if shape.lanes else 1))
                write.lines.append(f"    if (own_{k}) after[source{to}] = {word};")
        write.lines.append("}")


def pair_source(rule: Rule, shape: PassShape, stride: int, *, software: bool = False) -> str:
    """Return the compute shader of a pass in pairs of rows, for boards with ``stride`` words in a line."""
    return "\n".join(PairWriter(rule, shape, stride, software=software).lines()) + "\n"
