"""The job of ``gpulife run``: a board, an engine, a loop and what is saved of them, without a view."""

from __future__ import annotations

import csv
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from gpulife.engines import Engine, open_engine
from gpulife.engines.memory import free_memory, readable
from gpulife.errors import BoardSizeError, OutputError, PatternError
from gpulife.files import atomic_write, require_writable
from gpulife.patterns.loading import STANDARD_INPUT, load_pattern
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.soup import soup
from gpulife.patterns.text import text_to_cells
from gpulife.rules import Edges, Rule, parse_rule
from gpulife.saving import require_board_ending, save_board
from gpulife.signals import Stop, stop_on_signals
from gpulife.summary import Summary
from gpulife.view.palettes import state_colours

if TYPE_CHECKING:
    from gpulife.patterns.soup import SoupSpec

SMALLEST_BOARD = (96, 160)
"""(rows, columns) of the board that a small pattern gets when nobody says how large it should be."""
_CHUNK_SECONDS = 0.1
_PROGRESS_AFTER_SECONDS = 1.0
_SOUP_BYTES_PER_CELL = 2
_OUTPUT_BYTES_PER_CELL = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What ``gpulife run`` was asked to do. Exactly one of ``pattern``, ``soup`` and ``text`` is given.

    Attributes:
        generations: how many to compute.
        pattern: a file or the name of a built-in pattern.
        soup: a random board.
        text: letters to put on the board.
        rule: name of the rule; None takes the pattern's own.
        engine: one of ENGINES.
        edges: of the board where the rule's name does not say.
        size: (rows, columns) of the board where the rule's name does not say.
        outputs: files to save the last board to.
        census: file for the population of every generation.
        zoom: pixels a cell in pictures.
        seed: of the soup; None takes a random one.
    """

    generations: int
    pattern: str | None = None
    soup: SoupSpec | None = None
    text: str | None = None
    rule: str | None = None
    engine: str = "auto"
    edges: Edges | None = None
    size: tuple[int, int] | None = None
    outputs: tuple[Path, ...] = ()
    census: Path | None = None
    zoom: int = 1
    seed: int | None = None


def run(job: Job, warn: Callable[[str], None], progress: Console) -> tuple[Summary, int]:
    """Do a job; returns what became of it and the exit status: 0, or that of the signal that ended it early.

    Args:
        job: what to do.
        warn: called with a line for the user.
        progress: where a progress bar goes if that is a terminal and it takes long.

    Raises:
        GpulifeError: something in the job cannot be done; nothing was written then.
    """
    check_outputs(job)
    start = _start(job)
    rule, shape = starting_board(job, start)
    with open_engine(job.engine, rule, shape, warn) as engine:
        _require_working_memory(job, engine)
        seed = _fill(engine, job, start)
        first = engine.generation
        # One block for the loop and the writing: a first Ctrl-C ends the loop, but never what is written after it.
        with stop_on_signals() as stop:
            with _census_file(job.census, engine) as record, _Progress(progress, first, job.generations) as shown:
                seconds = _advance(engine, job.generations, record, shown, stop)
            _save(engine, job)
        done = engine.generation - first
        summary = Summary(
            rule=str(engine.rule),
            columns=shape[1],
            rows=shape[0],
            edges=str(rule.edges),
            generation=engine.generation,
            generations=done,
            generations_asked=job.generations,
            interrupted=done < job.generations,
            seconds=seconds,
            cells_per_second=done * shape[0] * shape[1] / seconds if done else None,
            engine=engine.name,
            renderer=engine.renderer,
            population=dict(zip(rule.state_names, engine.census().tolist(), strict=True)),
            seed=seed,
            written=[str(path) for path in _files(job)],
        )
    return summary, stop.exit_status if summary.interrupted else 0


def check_outputs(job: Job) -> None:
    """Raise OutputError if one of the job's files cannot be written, before anything else is done."""
    for path in job.outputs:
        require_board_ending(path)
    if job.census is not None and job.census.suffix.lower() != ".csv":
        raise OutputError(f"cannot write {job.census}: the name of a census should end with .csv")
    seen: set[Path] = set()
    for path in _files(job):
        require_writable(path)
        if path.resolve() in seen:
            raise OutputError(f"cannot write {path} twice: give each output a name of its own")
        seen.add(path.resolve())


def starting_board(job: Job, start: Pattern | SoupSpec) -> tuple[Rule, tuple[int, int]]:
    """The rule with the edges of the board that ``start`` goes on, and its shape (rows, columns).

    Raises:
        RuleError: there is no such rule.
        PatternError: ``start`` needs another rule.
        BoardSizeError: the sizes or edges that rule, options and ``start`` ask for differ.
    """
    own = start.rule if isinstance(start, Pattern) else None
    rule = own or parse_rule("Life")
    if job.rule is not None:
        rule = parse_rule(job.rule)
        if own is not None and own.size is not None and rule.size is None and job.size is None:
            rule = rule.on_board(own.size, own.edges)
    if isinstance(start, Pattern):
        if own is None and job.rule is None:
            _require_one_species(start)
        start.require_states_of(rule)
    rule, shape = fix_board(rule, job.size, job.edges, _default_size(start))
    if start.shape[0] > shape[0] or start.shape[1] > shape[1]:
        name = start.source if isinstance(start, Pattern) else "soup"
        raise BoardSizeError(f"{name}: {_size(start.shape)} cells do not fit on a board of {_size(shape)}")
    return rule, shape


def fix_board(
    rule: Rule, size: tuple[int, int] | None, edges: Edges | None, default_size: tuple[int, int]
) -> tuple[Rule, tuple[int, int]]:
    """``rule`` on a board of ``size`` with ``edges``, which its suffix may have fixed already; and the board's shape.

    Raises:
        BoardSizeError: the suffix says something else.
    """
    if rule.size is None:
        shape = size or default_size
        return rule.on_board(shape, edges), shape
    if size is not None and size != rule.size:
        raise BoardSizeError(f"rule {rule} fixes the size of the board: --size {_size(size)} is another one")
    if edges is not None and edges is not rule.edges:
        raise BoardSizeError(f"rule {rule} fixes the edges of the board as {rule.edges}: --edges {edges} are others")
    return rule, rule.size


def _files(job: Job) -> list[Path]:
    return [*([] if job.census is None else [job.census]), *job.outputs]


def _start(job: Job) -> Pattern | SoupSpec:
    if job.soup is not None:
        return job.soup
    if job.text is not None:
        return Pattern(text_to_cells(job.text), source="text")
    return _load(job.pattern or "", job.rule)


def _load(name: str, rule_name: str | None) -> Pattern:
    """Load a pattern with its own rule, as that may fix the board; if that rule is no good, with the other one."""
    rule = None if rule_name is None else parse_rule(rule_name)
    colours = state_colours(rule or parse_rule("Life"))
    try:
        return load_pattern(name, colours)
    except PatternError:
        if rule is None or name == STANDARD_INPUT:  # which cannot be read twice
            raise
        return load_pattern(name, colours, rule)


def _default_size(start: Pattern | SoupSpec) -> tuple[int, int]:
    if not isinstance(start, Pattern):
        return start.shape
    return max(start.shape[0], SMALLEST_BOARD[0]), max(start.shape[1], SMALLEST_BOARD[1])


def _require_one_species(pattern: Pattern) -> None:
    highest = int(pattern.cells.max(initial=0))
    if highest <= 1:
        return
    fitting = "Immigration" if highest == 2 else "QuadLife" if highest <= 4 else f"B3/S23:{highest}"
    raise PatternError(
        f"{pattern.source}: it has states up to {highest} and names no rule; say which, such as --rule {fitting}"
    )


def _require_working_memory(job: Job, engine: Engine) -> None:
    """Raise BoardSizeError unless there is room for what is needed besides the engine's own board."""
    rows, columns = engine.shape
    needs = {}
    if job.soup is not None:
        needs["making the soup"] = _SOUP_BYTES_PER_CELL * job.soup.shape[0] * job.soup.shape[1]
    for path in job.outputs:
        pixels = job.zoom**2 if path.suffix.lower() == ".png" else 0
        needs[f"writing {path}"] = (_OUTPUT_BYTES_PER_CELL + pixels) * rows * columns
    free = free_memory()
    for what, needed in needs.items():
        if needed > free:
            raise BoardSizeError(
                f"{what} of a board of {_size(engine.shape)} needs {readable(needed)}; {readable(free)} are free"
            )


def _fill(engine: Engine, job: Job, start: Pattern | SoupSpec) -> int | None:
    """Put the starting cells in the middle of the board; returns the seed of a soup."""
    seed = None
    if isinstance(start, Pattern):
        cells = start.cells
        engine.generation = start.generation
    else:
        seed = secrets.randbits(32) if job.seed is None else job.seed
        cells = soup(start.shape, start.density, engine.rule.species, np.random.default_rng(seed), start.shares)
    rows, columns = ((board - content) // 2 for board, content in zip(engine.shape, start.shape, strict=True))
    engine.paint(rows, columns, cells)
    return seed


def _advance(
    engine: Engine, generations: int, record: Callable[[], None] | None, shown: _Progress, stop: Stop
) -> float:
    """Step in chunks that last about a tenth of a second, until done or asked to stop; returns the seconds taken."""
    last = engine.generation + generations
    chunk = 1
    start = time.perf_counter()
    while engine.generation < last and stop.signal is None:
        began = time.perf_counter()
        engine.step(min(chunk, last - engine.generation))
        if record is not None:
            record()
        else:
            engine.finish()  # a GPU only takes orders
            seconds = max(time.perf_counter() - began, 1e-6)
            chunk = max(1, min(2 * chunk, int(chunk * _CHUNK_SECONDS / seconds)))
        shown.update(engine.generation)
    return time.perf_counter() - start


@contextmanager
def _census_file(path: Path | None, engine: Engine) -> Iterator[Callable[[], None] | None]:
    """A function that writes the row of the engine's present generation, already called for the first."""
    if path is None:
        yield None
        return
    with atomic_write(path, "w") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["generation", *engine.rule.state_names])

        def record() -> None:
            rows.writerow([engine.generation, *engine.census().tolist()])

        record()
        yield record


def _save(engine: Engine, job: Job) -> None:
    if not job.outputs:
        return
    pattern = Pattern(engine.read_all(), engine.rule, engine.generation, source="board")
    for path in job.outputs:
        save_board(path, pattern, state_colours(engine.rule), job.zoom)


class _Progress:
    """A bar that appears when it takes longer than a second, and only on a terminal."""

    def __init__(self, console: Console, first: int, generations: int) -> None:
        self._first = first
        self._since = time.perf_counter()
        self._bar: Progress | None = None
        if console.is_terminal:
            self._bar = Progress(
                TextColumn("generation"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=console,
                transient=True,
            )
            self._task = self._bar.add_task("run", total=generations)

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, generation: int) -> None:
        if self._bar is None or time.perf_counter() - self._since < _PROGRESS_AFTER_SECONDS:
            return
        self._bar.start()
        self._bar.update(self._task, completed=generation - self._first)


def _size(shape: tuple[int, int]) -> str:
    rows, columns = shape
    return f"{columns}x{rows}"
