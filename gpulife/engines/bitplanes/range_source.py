"""Writes the compute shader that steps bit planes by one generation of Larger than Life.

An invocation computes ``K - 1`` machine words of a row from K words of live cells, row by row from the top. It uses the
circuits of :mod:`gpulife.engines.bitplanes.range_circuits`. The live cells begin R cells (the range) to the left of the
computed words. So the neighbourhood of a computed cell begins at the cell's bit, and ends before the last word ends.

In a square neighbourhood each column has a counter. The invocation first counts the neighbourhood of the row above its
own rows; each further row updates the counters. In other neighbourhoods all rows are loaded anew each time.

Nothing here needs OpenGL.
"""

from collections.abc import Iterator, Sequence

from gpulife.engines.bitplanes.pass_frame import PassFrame, Watch
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.pass_text import block, plain, wide
from gpulife.engines.bitplanes.range_circuits import range_circuit
from gpulife.rules import Rule


class RangeWriter(PassFrame):
    """Writes the shader for a Larger than Life rule.

    Names of the shader's variables: ``w{ROW}_{k}`` are the loaded words of a row, with 32 live cells each.
    ``live{ROW}_{k}`` are the same cells, shifted to begin R cells before the computed words. ``column_{BIT}_{k}`` are
    the counters.

    Args:
        rule: the rule with the board's edges.
        shape: how the work of the pass is divided among invocations.
        watch: which tiles to compute, and whether to record changes.
        software: True to optimise the shader for processors.
    """

    def __init__(self, rule: Rule, shape: PassShape, watch: Watch, *, software: bool) -> None:
        held, computed = (-(-words * 32 // shape.bits) for words in (shape.words, shape.own_words))
        self.circuit = range_circuit(rule, held, computed)
        self.computed = range(computed)
        super().__init__(
            *(rule, shape, watch, self.circuit.codes),
            repeats=False,
            software=software,
            reach=self.circuit.reach,
            lead=0,
        )

    def body(self) -> Iterator[str]:
        """Yield the lines that compute the rows of the invocation: see :meth:`PassFrame.body`."""
        reach, unroll = self.reach, self.shape.unroll
        if self.dead:
            yield from self.inside_words(before=0)
        if self.looks_ahead:
            yield "    uint used = 0u;"
        if self.circuit.walks:
            yield from (f"    {self.word} {plain(name)} = {self.word}(0);" for name in self.circuit.counts_after)
            yield f"    for (int i = {-reach - 1}; i < {reach}; ++i)"
            yield block([*self._load("enters", "i"), *self._count(["0"] * len(self.words))], 4)
        yield f"    for (int i = 0; i < last; i += {unroll}) {{"
        if not self.circuit.walks:
            for number in range(2 * reach + unroll):
                yield from self._load(str(number), f"i + {number - reach}")
        for step in range(unroll):
            yield block(self._row(step), 8)
        yield "    }"

    def _load(self, name: str, row: str) -> Iterator[str]:
        """Write the code that loads the live cells of a row.

        ``row`` is a GLSL expression; row 0 is the first row that the invocation computes. The names of the variables
        contain ``name`` as their ROW.
        """
        yield f"int from_{name} = source + ({row}) * line;"
        yield from (f"uint w{name}_{k} = {self._word(f'from_{name} + {k}')};" for k in range(self.shape.words + 1))
        if self.dead:  # rows beyond dead edges may be from another band
            there = f"row + ({row}) >= above && row + ({row}) < below"
            yield f"{self.word} there_{name} = {there} ? ~{self.word}(0) : {self.word}(0);"
        moved = [f"w{name}_{k} >> {32 - self.reach} | w{name}_{k + 1} << {self.reach}" for k in range(self.shape.words)]
        for k in self.words:
            here = moved[k] if self.bits == 32 else wide(self.bits, *moved[2 * k : 2 * k + 2])
            yield f"{self.word} live{name}_{k} = {f'({here}) & there_{name}' if self.dead else here};"

    def _word(self, place: str) -> str:
        return f"texelFetch(before, {place}).x" if self.software else f"before[{place}]"

    def _count(self, leaves: Sequence[str]) -> Iterator[str]:
        """Write the code that adds the row ``enters`` to the columns' counters, and subtracts the row ``leaves``.

        ``leaves`` has a GLSL expression for each of the row's words.
        """
        given = {name: plain(name) for name in self.circuit.counts_after}
        given |= {f"enters.{k}": f"liveenters_{k}" for k in self.words}
        given |= {f"leaves.{k}": f"{self.word}({leaves[k]})" for k in self.words}
        after = {plain(name): wire for name, wire in self.circuit.counts_after.items()}
        yield block(self.circuit.count.glsl(after, given, self.word))

    def _row(self, step: int) -> Iterator[str]:
        """Write the code that computes and stores row ``i + step``."""
        circuit, own, reach = self.circuit, self.shape.own_words, self.reach
        yield f"int y = i + {step};"
        yield from self.changed_words()
        if circuit.walks:
            yield from self._load("enters", f"y + {reach}")
            yield from self._load("leaves", f"y - {reach + 1}")
            yield from self._count([f"liveleaves_{k}" for k in self.words])
            given = {name: plain(name) for name in circuit.counts_after}
        else:
            given = {
                f"row.{down}.{k}": f"live{step + reach + down}_{k}"
                for down in range(-reach, reach + 1)
                for k in self.words
            }
        for number, plane in enumerate(self.planes):
            yield f"int from_{plane} = source + y * line + {number} * stride + 1;"
            wide_words = self.bits // 32
            for k in self.computed:
                words = [self._word(f"from_{plane} + {wide_words * k + part}") for part in range(wide_words)]
                yield f"{self.word} here_{plane}_{k} = {words[0] if wide_words == 1 else wide(self.bits, *words)};"
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
