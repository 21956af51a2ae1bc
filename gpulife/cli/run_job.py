"""The job of ``gpulife run``: fill a board, step it and save the result, without a view."""

import csv
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console

from gpulife.cli.arg_types import seed_or_random
from gpulife.engines import Engine, open_engine
from gpulife.engines.memory import format_bytes
from gpulife.engines.stepping import step_in_portions
from gpulife.errors import BoardSizeError, OutputError, PatternError
from gpulife.patterns.board_sizes import free_memory
from gpulife.patterns.formats.text.writing import TEXT_ENDINGS, require_text_board
from gpulife.patterns.loading import STANDARD_INPUT, open_pattern
from gpulife.patterns.notes import NO_NOTES, Notes
from gpulife.patterns.pattern import Patch, Pattern, StreamedPattern
from gpulife.patterns.soup import SoupSpec, soup_parts, soup_strips
from gpulife.patterns.text import text_to_cells
from gpulife.progress import ProgressBar
from gpulife.rules import Edges, Rule, parse_rule
from gpulife.run_summary import Summary
from gpulife.signals import Stop, stop_on_signals
from gpulife.storage.atomic_io import atomic_write, require_writable
from gpulife.view.board_export import PICTURE_BYTES_PER_CELL, count_save_parts, require_board_ending, save_board
from gpulife.view.palettes import state_colours

BoardContent = Pattern | StreamedPattern | SoupSpec
"""The initial content of a board."""

MIN_BOARD = (96, 160)
"""(rows, columns) of the board for a small pattern, unless rule or options say its size."""
_MIN_TUNED_WORK = 1 << 40
"""Cells times generations, about a minute on two cores, from which some seconds of tuning save more than they take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRequest:
    """The options about the initial board; exactly one of ``name``, ``soup`` and ``text`` is given.

    Attributes:
        name: a file or the name of a built-in pattern.
        soup: a random board.
        text: letters to put on the board.
        rule: name of the rule; None for the pattern's own.
        size: (rows, columns) of the board, unless the rule's name fixes it; None for the default.
        edges: edges of the board, unless the rule's name fixes them; None for the default.
        seed: seed of everything random; None for a random one.
    """

    name: str | None = None
    soup: SoupSpec | None = None
    text: str | None = None
    rule: str | None = None
    size: tuple[int, int] | None = None
    edges: Edges | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(BoardRequest):
    """The options of ``gpulife run``.

    Attributes:
        generations: number of generations to compute.
        engine: one of ENGINES.
        tune: whether the engine may search for its fastest passes before a long job.
        memory: one of MEMORY.
        outputs: files to save the last board to.
        census: file for the population of every generation.
        zoom: pixels a cell in pictures.
    """

    generations: int
    engine: str = "auto"
    tune: bool = True
    memory: str = "auto"
    outputs: tuple[Path, ...] = ()
    census: Path | None = None
    zoom: int = 1


def run(job: Job, progress: Console) -> tuple[Summary, int]:
    """Do a job; return its summary and the exit status: 0, or that of the signal that ended it early.

    Args:
        job: the job.
        progress: the console for progress bars, which shows them only if it is a terminal.

    Raises:
        GpulifeError: the job cannot be done; nothing was written.
    """
    check_outputs(job)
    content = read_content(job)
    rule, shape = starting_board(job, content)
    for path in job.outputs:
        if path.suffix.lower() in TEXT_ENDINGS:
            require_text_board(path, rule, shape)
    is_long = job.generations * shape[0] * shape[1] >= _MIN_TUNED_WORK
    with open_engine(job.engine, rule, shape, tune=job.tune and is_long, memory=job.memory) as engine:
        _require_working_memory(job, engine)
        seed = fill(engine, job, content, progress)
        first = engine.generation
        # The same block contains the loop and the writing: the first Ctrl-C ends the loop, but never the writing.
        with stop_on_signals() as stop:
            preparation = _prepare(engine, job.generations if job.census is None else 1, progress)
            bar = ProgressBar(progress, "generation", job.generations, counted=True)
            with _census_file(job.census, engine) as record, bar:
                seconds = _advance(engine, job.generations, record, bar, stop)
            _save(engine, job, progress, NO_NOTES if isinstance(content, SoupSpec) else content.notes)
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
            preparation_seconds=preparation,
            cells_per_second=done * shape[0] * shape[1] / seconds if done else None,
            engine=engine.name,
            renderer=engine.renderer,
            population=dict(zip(rule.census_names, engine.census().tolist(), strict=True)),
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


def starting_board(request: BoardRequest, content: BoardContent) -> tuple[Rule, tuple[int, int]]:
    """Return the rule for ``content``, with the board's edges, and the board's shape (rows, columns).

    Raises:
        RuleError: there is no such rule.
        PatternError: ``content`` needs another rule.
        BoardSizeError: the sizes or edges that rule, options and ``content`` ask for differ.
    """
    own = None if isinstance(content, SoupSpec) else content.rule
    rule = own or parse_rule("Life")
    if request.rule is not None:
        rule = parse_rule(request.rule)
        if own is not None and own.size is not None and rule.size is None and request.size is None:
            rule = rule.on_board(own.size, own.edges)
    if not isinstance(content, SoupSpec):
        if own is None and request.rule is None:
            _require_one_species(content)
        content.require_states_of(rule)
    rows, columns = (0, 0) if isinstance(content, SoupSpec) else MIN_BOARD
    default_size = max(content.shape[0], rows), max(content.shape[1], columns)
    rule, shape = fix_board(rule, request.size, request.edges, default_size)
    if content.shape[0] > shape[0] or content.shape[1] > shape[1]:
        name = "soup" if isinstance(content, SoupSpec) else content.source
        raise BoardSizeError(f"{name}: {_size_text(content.shape)} cells do not fit on a board of {_size_text(shape)}")
    return rule, shape


def fix_board(
    rule: Rule, size: tuple[int, int] | None, edges: Edges | None, default_size: tuple[int, int]
) -> tuple[Rule, tuple[int, int]]:
    """Return ``rule`` on a board of ``size`` with ``edges``, unless its suffix fixes these; and the board's shape.

    Raises:
        BoardSizeError: ``size`` or ``edges`` differ from the suffix.
    """
    if rule.size is None:
        shape = size or default_size
        return rule.on_board(shape, edges), shape
    if size is not None and size != rule.size:
        raise BoardSizeError(f"rule {rule} fixes the size of the board: --size {_size_text(size)} is another one")
    if edges is not None and edges is not rule.edges:
        raise BoardSizeError(f"rule {rule} fixes the edges of the board as {rule.edges}: --edges {edges} are others")
    return rule, rule.size


def _files(job: Job) -> list[Path]:
    return [*([] if job.census is None else [job.census]), *job.outputs]


def read_content(request: BoardRequest) -> BoardContent:
    """Open the pattern that was named, or return the soup or the text.

    Raises:
        PatternError: there is no such pattern, or it cannot be read.
    """
    if request.soup is not None:
        return request.soup
    if request.text is not None:
        return Pattern(text_to_cells(request.text), source="text")
    return _load(request.name or "", request.rule)


def _load(name: str, rule_name: str | None) -> Pattern | StreamedPattern:
    """Open a pattern with its own rule, which may fix the board, or with ``rule_name`` if its own rule is invalid."""
    rule = None if rule_name is None else parse_rule(rule_name)
    colours = state_colours(rule or parse_rule("Life"))
    try:
        return open_pattern(name, colours)
    except PatternError:
        if rule is None or name == STANDARD_INPUT:  # which cannot be read twice
            raise
        return open_pattern(name, colours, rule)


def _require_one_species(pattern: Pattern | StreamedPattern) -> None:
    highest = pattern.highest_state()
    if highest <= 1:
        return
    fitting = "Immigration" if highest == 2 else "QuadLife" if highest <= 4 else f"B3/S23:{highest}"
    raise PatternError(
        f"{pattern.source}: it has states up to {highest} and names no rule; say which, such as --rule {fitting}"
    )


def _require_working_memory(job: Job, engine: Engine) -> None:
    """Raise BoardSizeError unless there is memory for the pictures; all other files are written in strips."""
    rows, columns = engine.shape
    needed, free = (PICTURE_BYTES_PER_CELL + job.zoom**2) * rows * columns, free_memory()
    for path in job.outputs:
        if path.suffix.lower() == ".png" and needed > free:
            raise BoardSizeError(
                f"writing {path} of a board of {_size_text(engine.shape)} needs {format_bytes(needed)}; "
                f"{format_bytes(free)} are free"
            )


def fill(engine: Engine, request: BoardRequest, content: BoardContent, progress: Console) -> int | None:
    """Paint ``content`` on the board, patch by patch; return the seed of a soup, else None."""
    seed = None
    row, column = ((board - side) // 2 for board, side in zip(engine.shape, content.shape, strict=True))
    patches: Iterable[Patch]
    if isinstance(content, SoupSpec):
        seed = seed_or_random(request.seed)
        rng = np.random.default_rng(seed)
        states = engine.rule.sown_states(content.shares)
        patches = soup_strips(content.shape, content.density, states, rng, content.shares)
        bar = ProgressBar(progress, "making the soup", soup_parts(content.shape))
    else:
        patches = content.patches()
        bar = ProgressBar(progress, f"loading {content.source}", content.parts)
        engine.generation = content.generation
        row, column = _original_place(content, engine) or (row, column)
    with bar:
        for patch in patches:
            engine.paint(row + patch.row, column + patch.column, patch.cells)
            bar.advance()
    return seed


def _original_place(content: Pattern | StreamedPattern, engine: Engine) -> tuple[int, int] | None:
    """Return the (row, column) that a pattern had on such a board; None if it was on another one, or is unknown."""
    if content.position is None or content.rule is None or content.rule.size != engine.shape:
        return None
    places = zip(content.position, content.shape, engine.shape, strict=True)
    return content.position if all(0 <= first <= board - size for first, size, board in places) else None


def _prepare(engine: Engine, generations: int, progress: Console) -> float:
    """Let the engine compile what the run needs, with a message on a terminal; return the seconds that it took."""
    began = time.perf_counter()
    with progress.status("compiling shaders") if progress.is_terminal else nullcontext():
        engine.prepare(generations)
    return time.perf_counter() - began


def _advance(
    engine: Engine, generations: int, record: Callable[[], None] | None, bar: ProgressBar, stop: Stop
) -> float:
    """Step until all generations are computed or a signal comes; return the seconds that it took."""
    first = engine.generation
    start = time.perf_counter()
    if record is None:
        for _ in step_in_portions(engine, 0 if stop.signal is not None else generations):
            bar.update(engine.generation - first)
            if stop.signal is not None:
                break
    else:
        while engine.generation < first + generations and stop.signal is None:
            engine.step()
            record()
            bar.update(engine.generation - first)
    return time.perf_counter() - start


@contextmanager
def _census_file(path: Path | None, engine: Engine) -> Iterator[Callable[[], None] | None]:
    """Write a row for the present generation, and yield a function that writes the next ones; None without a file."""
    if path is None:
        yield None
        return
    with atomic_write(path, "w") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["generation", *engine.rule.census_names])

        def record() -> None:
            rows.writerow([engine.generation, *engine.census().tolist()])

        record()
        yield record


def _save(engine: Engine, job: Job, progress: Console, notes: Notes) -> None:
    for path in job.outputs:
        with ProgressBar(progress, f"saving {path}", count_save_parts(engine)) as bar:
            save_board(path, engine, state_colours(engine.rule), job.zoom, bar.advance, notes)


def _size_text(shape: tuple[int, int]) -> str:
    rows, columns = shape
    return f"{columns}x{rows}"
