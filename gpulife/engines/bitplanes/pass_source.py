"""Writes the compute shader of a pass, which steps bit planes by several generations in registers, without barriers.

An invocation computes R rows from top to bottom. It holds K machine words of each plane in a row. For each generation
of the pass it also loads one more row above the R rows, and one more below them. Each loaded row is processed by T
*levels*, one for each generation. Level t keeps values of the previous two rows of generation t. From these and from
the newest row it computes a row of generation t + 1 for the next level.

The cells beyond the K words are unknown. So cells at both ends become wrong, one more in each generation. But words
are shifted by 16 bits when they are loaded and stored, so ``K - 1`` words in the middle stay right for 16 generations.

Nothing here needs OpenGL.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from gpulife.engines.bitplanes.pair_source import pair_source
from gpulife.engines.bitplanes.pass_frame import PassFrame, Watch
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.pass_text import ahead, block, look_ahead, own_word, plain, tie_lines, tie_name, wide
from gpulife.engines.bitplanes.range_source import RangeWriter
from gpulife.engines.bitplanes.rule_circuits import is_ranged, rule_circuit
from gpulife.engines.bitplanes.three_rows import RuleCircuit
from gpulife.rules import Rule


@lru_cache(maxsize=128)  # art mode reopens the same boards
def pass_source(
    rule: Rule,
    shape: PassShape,
    watch: Watch = Watch.NONE,
    *,
    repeats: bool = False,
    software: bool = False,
    stride: int = 0,
) -> str:
    """Return the compute shader of a pass of ``rule``, on a board with the rule's edges.

    Args:
        rule: the rule with the board's edges.
        shape: how the work of the pass is divided among invocations.
        watch: which tiles to compute, and whether to record changes.
        repeats: True if one dispatch runs many passes over a whole board in a single workgroup. Not for Larger than
            Life.
        software: True to optimise the shader for processors: it reads the buffer as a texture, and prefetches memory.
        stride: the number of words in a line, to compute rows in pairs if ``shape`` allows it, ``watch`` is
            ``Watch.NONE`` and ``repeats`` is False; 0 to compute them one by one.
    """
    if stride and shape.in_pairs and watch is Watch.NONE and not repeats:
        return pair_source(rule, shape, stride, software=software)
    writer: PassFrame
    if is_ranged(rule):
        writer = RangeWriter(rule, shape, watch, software=software)
    else:
        writer = _Writer(rule_circuit(rule), rule, shape, watch, repeats=repeats, software=software)
    return "\n".join(writer.lines()) + "\n"


class _Writer(PassFrame):
    """Writes the shader for a rule with eight neighbours.

    Names of the shader's variables: ``p{t}_{k}_{PLANE}`` is word k of a row of that plane in generation t.
    ``s0_{t}_{k}_{VALUE}`` and ``s1_{t}_{k}_{VALUE}`` are the values that level t (the step from generation t to t + 1)
    keeps of word k in the last two rows.
    """

    def __init__(
        self,
        circuit: RuleCircuit,
        rule: Rule,
        shape: PassShape,
        watch: Watch,
        *,
        repeats: bool,
        software: bool,
    ) -> None:
        super().__init__(
            *(rule, shape, watch, circuit.codes),
            repeats=repeats,
            software=software,
            reach=shape.generations,
            lead=2 * shape.generations,
        )
        self.circuit = circuit
        self.species = rule.live_states
        self.kept = sorted({*circuit.needed["top"], *circuit.needed["middle"]})
        self.tie_phases = min(rule.live_states, shape.generations) if circuit.ties else 0
        self.has_turns = bool(self.tie_phases)

    def body(self) -> Iterator[str]:
        """Yield the lines that compute the rows of the invocation: see :meth:`PassFrame.body`."""
        shape = self.shape
        since = f"done * {shape.generations}" if self.repeats else ""
        yield from tie_lines(self.circuit, self.species, self.tie_phases, self.word, since)
        if self.dead:
            yield from self.inside_words(before=16)
        for t, k in product(range(shape.generations), self.words):
            names = ", ".join(f"s{i}_{t}_{k}_{plain(v)} = {self.word}(0)" for i in (0, 1) for v in self.kept)
            yield f"    {self.word} {names};"
        if self.looks_ahead:
            yield from ahead(shape.unroll, shape.own_words)
        yield f"    for (int i = 0; i < last; i += {shape.unroll}) {{"
        if self.looks_ahead:
            yield from look_ahead(len(self.planes), shape.generations, shape.unroll)
        for parity in range(shape.unroll):
            yield block(self._row(parity), 8)
        yield "    }"

    def _row(self, parity: int) -> Iterator[str]:
        """Write the code that computes all generations from a new row.

        The new row's values go to slot ``parity % 2``. The other slot has the values of the row before it.
        """
        planes, shape = self.planes, self.shape
        yield f"int y = i + {parity};"
        if self.dead:
            yield f"""\
int r = row - {shape.generations} + y;
{self.word} there = r >= above && r < below ? ~{self.word}(0) : {self.word}(0);"""
        if self.watches:
            yield "uint " + ", ".join(f"changed_{k} = 0u" for k in range(shape.own_words)) + ";"
        loaded = "y"
        if self.repeats and not self.dead:
            loaded = "wrapped"
            yield f"""\
int here = row - {shape.generations} + y;
int wrapped = y - (here >= rows ? rows : here < 0 ? -rows : 0);"""
        for number, plane in enumerate(planes):
            yield f"int from_{plane} = source + {loaded} * line + {number} * stride;"
            read = "texelFetch(before, {}).x" if self.software else "before[{}]"
            yield from (f"uint w{k}_{plane} = {read.format(f'from_{plane} + {k}')};" for k in range(shape.words + 1))
            halves = [f"w{k}_{plane} >> 16 | w{k + 1}_{plane} << 16" for k in range(shape.words)]
            for k in self.words:
                here = halves[k] if self.bits == 32 else wide(self.bits, *halves[2 * k : 2 * k + 2])
                # Words beyond dead edges may be from another band.
                yield f"{self.word} p0_{k}_{plane} = {f'({here}) & there' if self.dead else here};"
        for t in range(shape.generations):
            if self.dead:
                # Row y of the loop is row - T + y of the band; after level t it is t + 1 rows higher.
                yield f"""\
int r{t} = row - {shape.generations} + y - {t + 1};
{self.word} inside{t} = r{t} >= above && r{t} < below ? ~{self.word}(0) : {self.word}(0);"""
            yield from (f"{self.word} {', '.join(f'p{t + 1}_{k}_{plane}' for plane in planes)};" for k in self.words)
            yield from (block(self._word(t, k, parity)) for k in self.words)
        made = {plane: [f"p{shape.generations}_{k}_{plane}" for k in self.words] for plane in planes}
        yield from self.store(
            {plane: [own_word(self.bits, words, k) for k in range(shape.own_words)] for plane, words in made.items()}
        )

    def _word(self, t: int, k: int, parity: int) -> Iterator[str]:
        """Write the code that computes word k of level t: the values to keep, and the next planes.

        The values go to slot ``parity % 2``: see :meth:`_row`.
        """
        circuit, last, top = self.circuit, len(self.words) - 1, self.bits - 1
        names = {}
        for number, name in enumerate(circuit.row.inputs(list(circuit.values.values()))):
            plane, side = name.split(".")
            names[name] = here = f"p{t}_{k}_{plane}"
            if side == "c":
                continue
            shift, back, neighbour = ("<<", ">>", k - 1) if side == "l" else (">>", "<<", k + 1)
            more = f" | p{t}_{neighbour}_{plane} {back} {top}" if 0 <= neighbour <= last else ""
            yield f"{self.word} x{number} = ({here} {shift} 1{more});"
            names[name] = f"x{number}"
        yield f"{self.word} " + ", ".join(f"v_{plain(value)}" for value in circuit.values) + ";"
        outputs = {f"v_{plain(value)}": wire for value, wire in circuit.values.items()}
        yield block(circuit.row.glsl(outputs, names, self.word))
        given = {f"down.{value}": f"v_{plain(value)}" for value in circuit.needed["down"]}
        for place, slot in (("middle", 1 - parity % 2), ("top", parity % 2)):
            given |= {f"{place}.{value}": f"s{slot}_{t}_{k}_{plain(value)}" for value in circuit.needed[place]}
        if self.tie_phases:
            given |= {f"tie.{name}": tie_name(t % self.species, name) for name in circuit.ties}
        made = {f"p{t + 1}_{k}_{plane}": wire for plane, wire in circuit.planes_after.items()}
        yield block(circuit.combine.glsl(made, given, self.word))
        if self.dead:
            yield from (f"p{t + 1}_{k}_{plane} &= inside{t} & inside_{k};" for plane in circuit.planes)
        yield from (f"s{parity % 2}_{t}_{k}_{plain(value)} = v_{plain(value)};" for value in self.kept)
