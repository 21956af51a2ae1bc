"""The summary of ``gpulife run``, as data and as human-readable lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from rich.text import Text

from gpulife.printing import printable
from gpulife.rules import parse_rule
from gpulife.view.terminal import population_text

_MIN_SHOWN_SECONDS = 0.5
"""The summary shows the time for compiling only if it is at least this long, in seconds."""


ENDLESS = "endless"
"""What a summary gives as the edges of a plane without end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The summary of a run.

    Attributes:
        rule: the rule's name, which includes the board's edges and size.
        columns: width of the board, or on a plane without end that of the live cells; ``rows`` is the height.
        edges: "torus" or "dead"; ENDLESS on a plane without end.
        generation: generation number of the last board.
        generations: number of generations computed in this run.
        generations_asked: number of generations requested. An interrupted run computes fewer.
        interrupted: True if Ctrl-C or SIGTERM ended the run.
        seconds: time taken to compute the generations, in seconds.
        preparation_seconds: time taken to compile shaders or machine code before the run, in seconds.
        cells_per_second: number of cells of the board times generations per second; None if nothing was computed.
        renderer: name of the device or library that computed the generations.
        population: number of cells in each state except 0, keyed by the name of the state.
        seed: seed of the soup; None without a soup.
        written: names of the files written.
        checkpoint: folder of the checkpoint; None if none was written.
        checkpoint_generation: generation of the checkpoint; None if there is none.
        go_on: command that continues an interrupted run from its checkpoint; None if there is nothing to continue.
    """

    rule: str
    columns: int
    rows: int
    edges: str
    generation: int
    generations: int
    generations_asked: int
    interrupted: bool
    seconds: float
    preparation_seconds: float
    cells_per_second: float | None
    engine: str
    renderer: str
    population: dict[str, int]
    seed: int | None
    written: list[str]
    checkpoint: str | None = None
    checkpoint_generation: int | None = None
    go_on: str | None = None


def summary_lines(summary: Summary) -> Iterator[Text]:
    """Yield the summary as human-readable text: one aligned line per fact, with species in their colours."""
    first = summary.generation - summary.generations
    yield _line("rule", summary.rule)
    if summary.edges == ENDLESS:
        yield _line("plane", f"without end, live cells in {summary.columns}x{summary.rows}")
    else:
        yield _line("board", f"{summary.columns}x{summary.rows} {summary.edges}")
    if summary.interrupted:
        asked = first + summary.generations_asked
        yield _line("generations", f"interrupted at generation {summary.generation:,} of {asked:,}", "yellow")
    else:
        yield _line("generations", f"{summary.generations:,} ({first:,} to {summary.generation:,})")
    compiling = f", and {summary.preparation_seconds:.1f} for compiling"
    yield _line(
        "seconds", f"{summary.seconds:.3f}{compiling if summary.preparation_seconds >= _MIN_SHOWN_SECONDS else ''}"
    )
    if summary.cells_per_second is not None:
        yield _line("speed", speed(summary.cells_per_second))
    yield _line("engine", f"{summary.engine} ({summary.renderer})")
    yield _line("population", population_text(parse_rule(summary.rule), list(summary.population.values())))
    if summary.seed is not None:
        yield _line("seed", str(summary.seed))
    if summary.written:
        yield _line("written", ", ".join(summary.written))
    if summary.checkpoint is not None:
        yield _line("checkpoint", f"{summary.checkpoint} (generation {summary.checkpoint_generation:,})")
    if summary.go_on is not None:
        yield _line("to continue", summary.go_on)


def speed(cells_per_second: float) -> str:
    """Format a speed in cells a second as human-readable text: ``speed(2.5e9) == '2.50 Gcells/s'``."""
    for factor, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if cells_per_second >= factor:
            return f"{cells_per_second / factor:.2f} {prefix}cells/s"
    return f"{cells_per_second:.0f} cells/s"


def fact_line(width: int, name: str, value: str | Text, style: str = "") -> Text:
    """Return a line: a name, padded to ``width`` characters, and a value.

    ``style`` is the style of a value given as str; a Text keeps its own style.
    """
    return Text.assemble((f"{name:<{width}}", "bold"), value if isinstance(value, Text) else (printable(value), style))


_line = partial(fact_line, 12)
