"""What ``gpulife run`` does: fill a board, compute generations and save the result, without showing the board."""

import time
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path

from rich.console import Console

from gpulife.cli.run_checkpoints import Census, Checkpoints, Job, census_of, checkpoints_of
from gpulife.cli.starting_board import BoardContent, fill, read_content, size_text, starting_board
from gpulife.engines import Engine, open_engine
from gpulife.engines.memory import format_bytes
from gpulife.engines.stepping import step_in_portions
from gpulife.errors import BoardSizeError, OutputError
from gpulife.patterns.board_sizes import free_memory
from gpulife.patterns.formats.checkpoint import CheckpointPattern
from gpulife.patterns.formats.text import TEXT_ENDINGS, require_text_board
from gpulife.patterns.pattern import NO_NOTES, Notes
from gpulife.patterns.soup import SoupSpec
from gpulife.printing import STANDARD_OUTPUT, say_on_stderr
from gpulife.ranks.link import launcher_link
from gpulife.ranks.world import RankLostError, World
from gpulife.rich_console import ProgressBar
from gpulife.rules import Rule
from gpulife.run_summary import Summary
from gpulife.signals import Stop, stop_on_signals
from gpulife.storage.atomic_io import require_writable
from gpulife.view.board_export import PICTURE_BYTES_PER_CELL, count_save_parts, require_board_ending, save_board
from gpulife.view.palettes import state_colours

_MIN_TUNED_WORK = 1 << 40
"""Minimum size of a run, in cells times generations, for which the engine first searches for its fastest shaders.

Two cores take a minute for so much work; the search takes a few seconds.
"""

_QUICKLY_SAVED_CELLS = 1 << 20
"""Boards of at most this many cells are saved so quickly that no message about saving is printed."""


def run(
    job: Job, progress: Console, world: World | None = None, content: BoardContent | None = None
) -> tuple[Summary, int]:
    """Run a job; return its summary and the exit status.

    The exit status is 0, or 128 plus the number of the signal that ended the job early.

    Args:
        job: the job.
        progress: the console for progress bars, which are shown only on a terminal.
        world: the ranks that compute together; None for this process alone.
        content: what fills the board, if it has been read already.

    Raises:
        GpulifeError: the job failed; no file was written except possibly a checkpoint.
    """
    check_outputs(job)
    stop = Stop()  # shared by all attempts, so that a signal during a restart counts
    with checkpoints_of(job) as checkpoints:
        for restart in count(job.restarts_used + 1):
            try:
                return attempt(job, checkpoints, progress, stop, world, content)
            except RankLostError as error:
                if world is None or checkpoints is None or restart > (job.restarts or 0):
                    raise
                from gpulife.engines.ranks.calls import go_on_without_the_lost

                go_on_without_the_lost(world)
                if (link := launcher_link()) is not None:
                    link.tell("survived")
                say_on_stderr(
                    f"gpulife: {error}; continuing with {world.size} rank{'s' * (world.size > 1)}"
                    f" from the last checkpoint (restart {restart} of {job.restarts})"
                )
                job = replace(job, resumes=True)
        raise AssertionError


def attempt(
    job: Job,
    checkpoints: Checkpoints | None,
    progress: Console,
    stop: Stop,
    world: World | None = None,
    content: BoardContent | None = None,
) -> tuple[Summary, int]:
    """Run a job; return the summary and the exit status.

    After a failure, it may be called again with ``resumes`` set, to continue from the job's checkpoint.

    Args:
        job: the job; its output files must have been checked.
        checkpoints: writes the job's checkpoints; None for a job without checkpoints.
        progress: the console for progress bars.
        stop: the request to end early; a signal sets it.
        world: the ranks that compute together; None for this process alone.
        content: what fills the board, if it has been read already.

    Raises:
        GpulifeError: the job failed.
    """
    resumed = checkpoints.resumed() if checkpoints is not None and job.resumes else None
    if resumed is not None and resumed.rule is not None:
        content, rule, shape = resumed, resumed.rule, resumed.shape
    else:
        content = content or read_content(job)
        rule, shape = starting_board(job, content)
    for path in job.outputs:
        if path.suffix.lower() in TEXT_ENDINGS:
            require_text_board(path, rule, shape)
    if checkpoints is not None:
        checkpoints.begin(content, rule, resumed)
    # Only the size of the pattern counts: the board around it sleeps.
    is_long = job.generations * content.shape[0] * content.shape[1] >= _MIN_TUNED_WORK
    is_tuned = job.tune and is_long
    with open_engine(job.engine, rule, shape, tune=is_tuned, memory=job.memory, world=world) as engine:
        _require_working_memory(job, engine)
        seed = fill(engine, job, content, progress)
        begun = first = engine.generation
        if checkpoints is not None:
            seed, first = checkpoints.sow(seed), checkpoints.first
        last = first + job.generations
        # The first Ctrl-C ends the loop but never the writing, so one block holds both.
        with stop_on_signals(stop):
            preparation = _prepare(engine, last - begun if job.census is None else 1, progress, stop)
            before = _census_before(content, rule)
            with census_of(job.census, engine, before, keeps=checkpoints is not None) as census:
                seconds = _advance(engine, last, census, checkpoints, progress, stop)
                if engine.generation < last:
                    _say_what_is_saved(engine, job)
                if checkpoints is not None:
                    checkpoints.save(engine, census, progress)
            notes = NO_NOTES if isinstance(content, SoupSpec) else content.notes
            _save(engine, job, progress, notes)
        computed, is_interrupted = engine.generation - begun, engine.generation < last
        saved = None if checkpoints is None else checkpoints.saved
        summary = Summary(
            rule=str(engine.rule),
            columns=shape[1],
            rows=shape[0],
            edges=str(rule.joined),
            generation=engine.generation,
            generations=engine.generation - first,
            generations_asked=job.generations,
            interrupted=is_interrupted,
            seconds=seconds,
            preparation_seconds=preparation,
            cells_per_second=computed * shape[0] * shape[1] / seconds if computed else None,
            engine=engine.name,
            renderer=engine.renderer,
            population=dict(zip(rule.census_names, engine.census().tolist(), strict=True)),
            seed=seed,
            written=[str(path) for path in job.files],
            checkpoint=None if checkpoints is None or saved is None else str(checkpoints.folder),
            checkpoint_generation=saved,
            go_on=checkpoints.command_to_go_on() if checkpoints is not None and is_interrupted else None,
        )
    return summary, stop.exit_status if is_interrupted else 0


def check_outputs(job: Job) -> None:
    """Raise OutputError if one of the job's files cannot be written. This is called before the board is computed."""
    for path in job.outputs:
        require_board_ending(path)
    if job.census is not None and job.census.suffix.lower() != ".csv":
        raise OutputError(f"cannot write {job.census}: the name of a census should end with .csv")
    seen: set[Path] = set()
    for path in job.files:
        require_writable(path)
        if path.resolve() in seen:
            raise OutputError(f"cannot write {path} twice: give each output its own name")
        seen.add(path.resolve())


def _require_working_memory(job: Job, engine: Engine) -> None:
    """Raise BoardSizeError if memory is too small to write the job's pictures. Other files need little memory."""
    rows, columns = engine.shape
    needed, free = (PICTURE_BYTES_PER_CELL + job.zoom**2) * rows * columns, free_memory()
    for path in job.outputs:
        if path.suffix.lower() == ".png" and needed > free:
            raise BoardSizeError(
                f"writing a board of {size_text(engine.shape)} to {path} needs {format_bytes(needed)} of memory,"
                f" but only {format_bytes(free)} is free"
            )


class _StoppedError(Exception):
    """A signal came while the engine was preparing a run."""


def _prepare(engine: Engine, generations: int, progress: Console, stop: Stop) -> float:
    """Compile the shaders that the run needs, unless a signal ends this early; return the time taken, in seconds."""

    def go_on() -> None:
        if stop.signal is not None:
            raise _StoppedError

    began = time.perf_counter()
    with progress.status("compiling shaders") if progress.is_terminal else nullcontext(), suppress(_StoppedError):
        engine.prepare(generations, advance=go_on)
    return time.perf_counter() - began


def _advance(
    engine: Engine,
    last: int,
    census: Census | None,
    checkpoints: Checkpoints | None,
    progress: Console,
    stop: Stop,
) -> float:
    """Compute generations up to ``last`` or until a signal comes; return the seconds taken, saving not included."""
    first, saving, portion = engine.generation, 0.0, 0
    start = time.perf_counter()
    if checkpoints is not None:
        checkpoints.start_clock()
    with ProgressBar(progress, "generation", last - first, counted=True) as bar:
        while engine.generation < last and stop.signal is None:
            until = last if checkpoints is None else min(checkpoints.next_stop(engine.generation) or last, last)
            for count in _steps(engine, until - engine.generation, census, portion, stop):
                portion = max(portion, count)
                bar.update(engine.generation - first)
                if stop.signal is not None or (checkpoints is not None and checkpoints.is_due(engine.generation)):
                    break
            if checkpoints is not None and engine.generation < last and checkpoints.is_due(engine.generation):
                bar.hide()
                began = time.perf_counter()
                checkpoints.save(engine, census, progress)
                saving += time.perf_counter() - began
    return time.perf_counter() - start - saving


def _steps(engine: Engine, generations: int, census: Census | None, first: int, stop: Stop) -> Iterator[int]:
    """Compute generations in portions. After each portion, yield the number of generations in it.

    The first portion has about ``first`` generations. With a census, each portion is a single generation.
    """

    def stopped() -> bool:
        return stop.signal is not None

    if census is None:
        for count, _ in step_in_portions(engine, generations, first=first, stopped=stopped):
            yield count
        return
    for _ in range(generations):
        with engine.stopping(stopped):
            if not engine.step():
                return
        census.record()
        yield 1


def _census_before(content: BoardContent, rule: Rule) -> CheckpointPattern | None:
    """Return ``content`` if it is a checkpoint of ``rule`` that has a census to continue; else None."""
    if isinstance(content, CheckpointPattern) and content.manifest.census is not None and content.rule == rule:
        return content
    return None


def _say_what_is_saved(engine: Engine, job: Job) -> None:
    """After a signal, print what is being saved, if saving can take a while."""
    saved = [str(path) for path in (*job.outputs, job.checkpoint) if path is not None]
    if saved and engine.shape[0] * engine.shape[1] > _QUICKLY_SAVED_CELLS:
        say_on_stderr(
            f"gpulife: stopped at generation {engine.generation:,}; saving {', '.join(saved)}"
            " (press Ctrl-C again to skip saving)"
        )


def _save(engine: Engine, job: Job, progress: Console, notes: Notes) -> None:
    for path in sorted(job.outputs, key=STANDARD_OUTPUT.__eq__):  # files first, as writing to a pipe may fail
        with ProgressBar(progress, f"saving {path}", count_save_parts(engine)) as bar:
            save_board(path, engine, state_colours(engine.rule), job.zoom, bar.advance, notes)
