"""Measures how much time is lost if several ranks (processes that compute one board together) share the work.

Each rank has the same number of cells. Rounds with one rank and with several ranks alternate. The measure is the CPU
time of all processes per cell and generation: elapsed time says nothing if there are more ranks than cores.
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
"""Default (rows, columns) of each rank's strip."""
_PASSES = 4
"""Minimum number of passes in a round; the ranks exchange cells once in each pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalingPlan:
    """How to measure.

    Attributes:
        shape: (rows, columns) of each rank's strip.
        seconds: approximate number of seconds to measure each number of ranks.
        rounds: number of pairs of rounds (one with one rank, one with several).
        tune: True to search for the fastest passes first.
        memory: how the engines use memory, one of the names in MEMORY.
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
    """The measurements with one number of ranks.

    Attributes:
        generations: generations per round.
        cells_per_second: cells times generations, per second of elapsed time, in the median round.
        processor_seconds: CPU seconds that all ranks together take to advance 10^12 cells by one generation, in the
            median round.
        efficiency: CPU time per cell and generation with one rank, divided by that time with ``ranks`` ranks; the
            median over the pairs of rounds.
        communication: share of the time, 0 to 1, that ranks spend on starting exchanges of cells or waiting for them.
        overlapped: share of the duration of the exchanges, 0 to 1, in which the ranks computed cells meanwhile.
        messages: number of messages in a round.
        flags: number of messages, among these, that only say that nothing has changed.
        bytes: bytes of all messages in a round.
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
        engine: name of the engine that each rank uses.
        renderer: name of the device or library that computes.
        threads: maximum number of threads of Mesa's software renderer per rank; "" for no maximum.
        rule: name of the rule, without the board's size and edges.
        density: density of the soups.
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
        """The report as lines of text."""
        threads = {"": "", "0": ", one thread per rank", "1": ", one thread per rank"}.get(
            self.threads, f", {self.threads} threads per rank"
        )
        return [
            f"machine  {self.machine}",
            f"engine   {self.engine} ({self.renderer}{threads})",
            f"board    {self.rule}, soup of density {self.density:g}; each rank has the same number of cells",
            f"figures  median of {self.rounds} rounds, each following a round with one rank",
            "columns  cpu: CPU seconds of all ranks for 10^12 cells and generations; efficiency: cpu of one rank",
            "         divided by this cpu; exchange: share of time spent on exchanges; hidden: share of their",
            "         duration in which rows were computed; messages: with rows/all, per round",
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
    """Measure how fast 1, 2, 4 ... up to all ranks compute. Each rank has the same number of cells.

    Args:
        world: the ranks.
        name: engine of each rank, one of ENGINES.
        rule: the rule, with the edges of the boards.
        plan: how to measure.
        advance: called :func:`pairs_of_rounds` times, to show progress.

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
    """Return the number of pairs of rounds to measure if there are ``size`` ranks."""
    return plan.rounds * len(rank_numbers(size))


def rank_numbers(size: int) -> list[int]:
    """Return with how many ranks to measure if there are ``size``: all powers of two up to ``size``, and ``size``."""
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
    """Return the CPU seconds that a rank's process has used, and the statistics of its exchanges of cells."""
    exchanged = ExchangeFigures() if strip.exchange is None else strip.exchange.figures
    return time.process_time(), replace(exchanged)  # a copy, since rank 0's object keeps changing


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
    """Return a table with one line for each number of ranks."""
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
