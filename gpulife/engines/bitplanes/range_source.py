"""Writes the compute shader that steps bit planes by one generation of Larger than Life.

An invocation computes ``K - 1`` machine words of a row from K words of live cells, row by row from the top. It uses the
circuits of :mod:`gpulife.engines.bitplanes.range_circuits`. The live cells begin R cells (the range) to the left of the
computed words. So the neighbourhood of a computed cell begins at the cell's bit, and ends before the last word ends.

Each cell has a total, which each row updates. The invocation begins with empty totals, 2 R + 2 rows above its own rows.
There it reads all rows above its highest neighbours as dead, so that the totals are right.

On processors, an invocation loads four words at once if it writes a multiple of four.

Nothing here needs OpenGL.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from gpulife.engines.bitplanes.pass_frame import PassFrame, Watch
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.pass_text import block, plain, wide
from gpulife.engines.bitplanes.range_circuits import range_circuit
from gpulife.rules import Rule


class RangeWriter(PassFrame):
    """Writes the shader for a Larger than Life rule.

    Names of the shader's variables: ``w{ROW}_{k}`` are the loaded words of a row, with 32 live cells each.
    ``live{ROW}_{k}`` are the same cells, shifted to begin R cells before the computed words. ``total_{BIT}_{k}`` are
    the totals. In the loops, ROW counts from 0 at the first row that the present iteration needs.

    Args:
        rule: the rule with the board's edges.
        shape: how the work of the pass is divided among invocations.
        watch: which tiles to compute, and whether to record changes.
        software: True to optimise the shader for processors.
    """

    def __init__(self, rule: Rule, shape: PassShape, watch: Watch, *, software: bool) -> None:
        held, computed = (-(-words * 32 // shape.bits) for words in (shape.words, shape.own_words))
        self.circuit = range_circuit(rule, held, computed)
        self.held, self.computed = range(held), range(computed)
        super().__init__(
            *(rule, shape, watch, self.circuit.codes),
            repeats=False,
            software=software,
            reach=self.circuit.reach,
            lead=0,
        )
        self.in_texels = software and shape.loads_texels

    def body(self) -> Iterator[str]:
        """Yield the lines that compute the rows of the invocation: see :meth:`PassFrame.body`."""
        reach, unroll, circuit = self.reach, self.shape.unroll, self.circuit
        if self.dead:
            yield from self.inside_words(before=0)
        if self.looks_ahead:
            yield "    uint used = 0u;"
        yield from (f"    {self.word} {plain(name)} = {self.word}(0);" for name in circuit.totals_after)
        offsets = {0, *(offset for height in circuit.heights for offset in (height, -height - 1))}
        yield f"    for (int i = {-2 * reach - 1}; i < 0; ++i)"
        yield block([*self._begin(sorted(offsets)), *self._count(0, begins=True)], 4)
        yield f"    for (int i = 0; i < last; i += {unroll}) {{"
        for offset in sorted({step + offset for step in range(unroll) for offset in offsets}):
            yield from self._load(offset, f"i + {offset}")
        for step in range(unroll):
            yield block(self._row(step), 8)
        yield "    }"

    def _begin(self, offsets: Sequence[int]) -> Iterator[str]:
        """Write the code that loads the rows for the totals of row i, above the first row that is computed.

        It reads rows as dead if they are above the neighbourhood of row -1.
        """
        highest = -self.reach - 1
        for offset in offsets:
            if offset == highest:
                continue
            yield from self._load(offset, f"max(i + {offset}, {highest})")
            if offset < self.reach:
                name, zero = _name(offset), f"{self.word}(0)"
                yield f"{self.word} below_{name} = i + {offset} < {highest} ? {zero} : ~{zero};"
                yield from (f"live{name}_{k} &= below_{name};" for k in self.held)

    def _load(self, offset: int, row: str) -> Iterator[str]:
        """Write the code that loads the live cells of a row.

        ``row`` is a GLSL expression; row 0 is the first row that the invocation computes. The names of the variables
        contain ``offset`` as their ROW.
        """
        name, words = _name(offset), self.shape.words
        yield from self._words(f"w{name}", f"source + ({row}) * line")
        if self.dead:  # rows beyond dead edges may be from another band
            there = f"row + ({row}) >= above && row + ({row}) < below"
            yield f"{self.word} there_{name} = {there} ? ~{self.word}(0) : {self.word}(0);"
        moved = [f"w{name}_{k} >> {32 - self.reach} | w{name}_{k + 1} << {self.reach}" for k in range(words)]
        moved += [f"w{name}_{words} >> {32 - self.reach}"]  # the rest of a word of 64 bits
        for k in self.held:
            here = moved[k] if self.bits == 32 else wide(self.bits, *moved[2 * k : 2 * k + 2])
            yield f"{self.word} live{name}_{k} = {f'({here}) & there_{name}' if self.dead else here};"

    def _words(self, name: str, place: str) -> Iterator[str]:
        """Write the code that loads the words of a row or line from index ``place``, one before the own words."""
        yield f"int from_{name} = {place};"
        count = self.shape.words + 1
        if not self.in_texels:
            read = "texelFetch(before, from_{0} + {1}).x" if self.software else "before[from_{0} + {1}]"
            yield from (f"uint {name}_{k} = {read.format(name, k)};" for k in range(count))
            return
        for texel in range(-(-count // 4)):
            yield f"uvec4 {name}_t{texel} = texelFetch(before, (from_{name} >> 2) + {texel});"
        yield from (f"uint {name}_{k} = {name}_t{k // 4}.{'xyzw'[k % 4]};" for k in range(count))

    def _count(self, step: int, *, begins: bool = False) -> Iterator[str]:
        """Write the code that updates the totals for row ``i + step``.

        ``begins`` is True above the first row that is computed, where no row leaves the highest columns.
        """
        circuit = self.circuit
        given = {name: plain(name) for name in circuit.totals_after}
        for height, k in product(circuit.heights, self.held):
            given[f"enters.{height}.{k}"] = f"live{_name(step + height)}_{k}"
            leaves = f"live{_name(step - height - 1)}_{k}"
            given[f"leaves.{height}.{k}"] = f"{self.word}(0)" if begins and height == self.reach else leaves
        after = {plain(name): wire for name, wire in circuit.totals_after.items()}
        yield block(circuit.count.glsl(after, given, self.word))

    def _row(self, step: int) -> Iterator[str]:
        """Write the code that computes and stores row ``i + step``."""
        circuit, own = self.circuit, self.shape.own_words
        yield f"int y = i + {step};"
        yield from self.changed_words()
        yield from self._count(step)
        given = {name: plain(name) for name in circuit.totals_after}
        for number, plane in enumerate(self.planes):
            name = f"w{_name(step)}" if number == 0 else f"own_{plane}"
            if number:
                yield from self._words(name, f"source + y * line + {number} * stride")
            for k in self.computed:
                words = [f"{name}_{1 + k}"]
                if self.bits == 64:
                    words = [wide(64, *(f"{name}_{1 + 2 * k + part}" for part in (0, 1)))]
                yield f"{self.word} here_{plane}_{k} = {words[0]};"
                given[f"here.{plane}.{k}"] = f"here_{plane}_{k}"
        yield f"{self.word} {', '.join(f'next_{plain(name)}' for name in circuit.planes_after)};"
        yield block(
            circuit.combine.glsl(
                {f"next_{plain(name)}": wire for name, wire in circuit.planes_after.items()}, given, self.word
            )
        )
        if self.dead:
            yield from (f"next_{plane}_{k} &= inside_{k};" for plane in self.planes for k in self.computed)
        yield from self.store({plane: [self._own_word(plane, k) for k in range(own)] for plane in self.planes})

    def _own_word(self, plane: str, k: int) -> str:
        if self.bits == 32:
            return f"next_{plane}_{k}"
        return f"uint(next_{plane}_{k // 2}{' >> 32' if k % 2 else ''})"


def _name(offset: int) -> str:
    """Return the part of variables' names that says how far below row i a row is."""
    return f"up{-offset}" if offset < 0 else f"{offset}"
