"""Measures how well ranks share the work: the same number of cells for each rank, on one and on several.

Weak scaling by processor seconds: where there are more ranks than processor cores, time says nothing, but what all
processes together spend on a cell and generation does. Rounds of one rank and of several follow each other.
"""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from rich.table import Column, Table

from gpulife.engines.factory import MEMORY
from gpulife.engines.ranks.engine import RanksEngine
from gpulife.engines.ranks.halo_exchange import ExchangeFigures
from gpulife.engines.ranks.strips import RankStrip
from gpulife.ranks.world import LLVMPIPE_THREADS, World
from gpulife.rich_console import plain_table
from gpulife.rules import Rule
from gpulife.tools.bench_suite import describe_machine
from gpulife.tools.measure import sow

STRIP = (4096, 16384)
"""(rows, columns) of a rank's strip, by default."""
_PASSES = 4
"""Exchanges of the shortest round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalingPlan:
    """How to measure.

    Attributes:
        shape: (rows, columns) of each rank's strip.
        density: density of the soup.
        seed: seed of the soup.
        seconds: how long to measure each number of ranks, about.
        rounds: number of pairs of rounds, with one rank and with several.
        tune: whether to search for the fastest passes.
        memory: one of MEMORY.
    """

    shape: tuple[int, int] = STRIP
    density: float = 0.35
    seed: int = 1
    seconds: float = 5.0
    rounds: int = 5
    tune: bool = True
    memory: str = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalingFigures:
    """What a number of ranks did.

    Attributes:
        ranks: how many ranks there were.
        rows: rows of the board.
        columns: columns of the board.
        generations: generations of a round.
        cells_per_second: cells a second by the clock, in the median round.
        processor_seconds: processor seconds of all ranks for 10^12 cells and generations, in the median round.
        efficiency: those of one rank divided by these: the median of the pairs of rounds.
        communication: the share of the time in which ranks begin an exchange or wait for its end.
        overlapped: the share of the exchanges' duration in which ranks computed.
        messages: messages of a round.
        flags: how many of them had no rows, as nothing had changed.
        bytes: bytes of all messages of a round.
    """

    ranks: int
    rows: int
    columns: int
    generations: int
    cells_per_second: float
    processor_seconds: float
    efficiency: float
    communication: float
    overlapped: float
    messages: int
    flags: int
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalingReport:
    """The results of ``gpulife bench --ranks``.

    Attributes:
        machine: processor, cores and operating system, in words.
        engine: the engine of each strip.
        renderer: what it computes on.
        threads: the threads of Mesa's renderer on the processor in each rank, if there is a limit.
        rule: the law.
        density: the density of the soups.
        rounds: the number of pairs of rounds.
        figures: the figures of each number of ranks.
    """

    machine: str
    engine: str
    renderer: str
    threads: str
    rule: str
    density: float
    rounds: int
    figures: list[ScalingFigures]

    @property
    def lines(self) -> list[str]:
        """What was measured, for people."""
        threads = {"": "", "0": ", a thread a rank", "1": ", a thread a rank"}.get(
            self.threads, f", {self.threads} threads a rank"
        )
        return [
            f"machine  {self.machine}",
            f"engine   {self.engine} ({self.renderer}{threads})",
            f"board    {self.rule}, soup of density {self.density:g}, as many cells for each rank",
            f"figures  median of {self.rounds} rounds, each after one of one rank",
            "columns  cpu: processor seconds of all ranks for 10^12 cells and generations; efficiency: one rank's by",
            "         these; exchange: the share of the time that they take; hidden: that of their duration in which",
            "         rows were computed; messages: those with rows, of all in a round",
        ]


@dataclass(frozen=True, slots=True)
class _Round:
    seconds: float
    processor_seconds: float
    exchanged: list[ExchangeFigures]


def measure_scaling(
    world: World,
    name: str,
    rule: Rule,
    plan: ScalingPlan,
    advance: Callable[[], None] = lambda: None,
) -> ScalingReport:
    """Measure 1, 2, 4, ... ranks, and all of them.

    Args:
        world: the ranks.
        name: one of ENGINES.
        rule: the law, with the edges of the boards.
        plan: how to measure.
        advance: called after each pair of rounds.

    Raises:
        EngineError: an engine cannot be opened.
    """
    with _sown(world, name, rule, plan, 1) as alone:
        generations = _round_generations(alone, plan)
        found = []
        for ranks in rank_numbers(world.size):
            if ranks == 1:
                pairs = []
                for _ in range(plan.rounds):
                    one = _round(alone, generations)
                    pairs.append((one, one))
                    advance()
                found.append(_figures(alone, 1, generations, pairs))
                continue
            with _sown(world, name, rule, plan, ranks) as engine:
                _round(engine, generations)
                pairs = []
                for _ in range(plan.rounds):
                    pairs.append((_round(alone, generations), _round(engine, generations)))
                    advance()
                found.append(_figures(engine, ranks, generations, pairs))
        return ScalingReport(
            machine=describe_machine(),
            engine=alone.name,
            renderer=alone.renderer,
            threads=os.environ.get(LLVMPIPE_THREADS, ""),
            rule=rule.law,
            density=plan.density,
            rounds=plan.rounds,
            figures=found,
        )


def pairs_of_rounds(size: int, plan: ScalingPlan) -> int:
    """Return how many pairs of rounds there are with so many ranks."""
    return plan.rounds * len(rank_numbers(size))


def rank_numbers(size: int) -> list[int]:
    """Return the numbers of ranks to measure: the powers of two up to all, and all."""
    powers = [1 << bits for bits in range(size.bit_length()) if 1 << bits <= size]
    return sorted({*powers, size})


def _sown(world: World, name: str, rule: Rule, plan: ScalingPlan, ranks: int) -> RanksEngine:
    shape = plan.shape[0] * ranks, plan.shape[1]
    engine = RanksEngine(
        world, name, rule.on_board(shape), shape, tune=plan.tune, lean=MEMORY[plan.memory], ranks=ranks
    )
    sow(engine, plan.density, plan.seed)
    engine.prepare(engine.pass_generations)
    return engine


def _round_generations(engine: RanksEngine, plan: ScalingPlan) -> int:
    """Return how many generations fill a round on one rank, after having warmed it up."""
    count = _PASSES * engine.pass_generations
    _round(engine, count)
    seconds = _round(engine, count).seconds
    passes = int(plan.seconds / (2 * plan.rounds) / seconds * _PASSES)
    return max(_PASSES, passes) * engine.pass_generations


def _round(engine: RanksEngine, generations: int) -> _Round:
    before = engine.call(spent)
    began = time.perf_counter()
    engine.step(generations)
    engine.finish()
    seconds = time.perf_counter() - began
    after = engine.call(spent)
    return _Round(
        seconds,
        sum(now - then for (now, _), (then, _) in zip(after, before, strict=True)),
        [now.since(then) for (_, now), (_, then) in zip(after, before, strict=True)],
    )


def spent(strip: RankStrip) -> tuple[float, ExchangeFigures]:
    """Return the processor seconds of a rank's process so far, and what it has exchanged."""
    exchanged = ExchangeFigures() if strip.exchange is None else strip.exchange.figures
    return time.process_time(), replace(exchanged)  # a copy: rank 0's own goes on counting


def _figures(engine: RanksEngine, ranks: int, generations: int, pairs: list[tuple[_Round, _Round]]) -> ScalingFigures:
    rows, columns = engine.shape
    work = rows * columns * generations
    rounds = [several for _, several in pairs]
    exchanged = [each for several in rounds for each in several.exchanged]
    in_exchanges = sum(each.seconds + each.computing for each in exchanged)
    return ScalingFigures(
        ranks=ranks,
        rows=rows,
        columns=columns,
        generations=generations,
        cells_per_second=work / median(each.seconds for each in rounds),
        processor_seconds=median(each.processor_seconds for each in rounds) / work * 1e12,
        efficiency=median(one.processor_seconds * ranks / several.processor_seconds for one, several in pairs),
        communication=sum(each.seconds for each in exchanged) / ranks / sum(each.seconds for each in rounds),
        overlapped=sum(each.computing for each in exchanged) / in_exchanges if in_exchanges else 0.0,
        messages=sum(each.messages for each in rounds[-1].exchanged),
        flags=sum(each.flags for each in rounds[-1].exchanged),
        bytes=sum(each.bytes for each in rounds[-1].exchanged),
    )


def scaling_table(figures: Sequence[ScalingFigures]) -> Table:
    """Make a table with one line for each number of ranks."""
    numbers = ("Gcells/s", "cpu/Tcell", "efficiency", "exchange", "hidden", "messages")
    table = plain_table("ranks", Column("board", no_wrap=True), numbers=numbers)
    for each in figures:
        table.add_row(
            f"{each.ranks}",
            f"{each.columns}x{each.rows}",
            f"{each.cells_per_second / 1e9:,.2f}",
            f"{each.processor_seconds:,.1f}",
            f"{each.efficiency:.1%}",
            *(
                (
                    f"{each.communication:.1%}",
                    f"{each.overlapped:.0%}",
                    f"{each.messages - each.flags:,}/{each.messages:,}",
                )
                if each.ranks > 1
                else ()
            ),
        )
    return table
