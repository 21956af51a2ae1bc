"""What ``gpulife run`` does with a pattern on a plane without end: compute generations, and save the result."""

import gzip
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from gpulife.cli.run_checkpoints import Job
from gpulife.cli.starting_board import read_content, starting_rule
from gpulife.engines.endless import EndlessEngine
from gpulife.engines.factory import open_plane
from gpulife.engines.registry import find_engine
from gpulife.errors import BoardSizeError, OutputError, UsageError
from gpulife.patterns.board_sizes import MAX_SIDE
from gpulife.patterns.formats.checkpoint import CheckpointPattern
from gpulife.patterns.formats.rle_writer import rle_pieces
from gpulife.patterns.pattern import Notes, Pattern, StreamedPattern
from gpulife.patterns.soup import SoupSpec
from gpulife.printing import STANDARD_OUTPUT, say_on_stderr, write_out
from gpulife.rich_console import ProgressBar
from gpulife.rules import Cells, Rule
from gpulife.run_summary import ENDLESS, Summary
from gpulife.signals import Stop, stop_on_signals
from gpulife.storage.atomic_io import atomic_write, require_writable

PLANE_ENDINGS = (".mc", ".mc.gz", ".rle")
"""File extensions with which a plane can be saved."""
_MAX_RLE_CELLS = 1 << 33
_STRIP_CELLS = 1 << 22
_STATUS_NO_ROOM = 2


@dataclass(frozen=True, slots=True)
class _Ending:
    """How a run ended: the exit status, and the time taken, in seconds."""

    status: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Start:
    """What a run begins with: the pattern, and its rule."""

    content: Pattern | StreamedPattern
    rule: Rule

    @property
    def is_endless(self) -> bool:
        """True if the pattern has no board of its own, and its rule is possible on a plane without end."""
        own = self.content.rule
        return (
            not isinstance(self.content, CheckpointPattern)
            and (own is None or own.size is None)
            and find_engine("plane").refusal(self.rule) is None
        )


def read_start(job: Job) -> Start:
    """Open the pattern of a job, or make it from the job's text.

    Raises:
        PatternError: the pattern cannot be read.
        RuleError: the rule does not exist.
    """
    content = read_content(job, is_endless=True)
    if isinstance(content, SoupSpec):
        raise UsageError("--soup is for boards")
    return Start(content, starting_rule(job, content))


def run_plane(job: Job, start: Start, longest: int | None, progress: Console) -> tuple[Summary, int]:
    """Run a job on a plane without end; return its summary and the exit status.

    If memory runs out, what has been computed is saved, and the exit status is 2.

    Args:
        job: the job.
        start: its pattern and rule.
        longest: steps have at most 2 ** longest generations; None for no limit.
        progress: the console for progress bars, which are shown only on a terminal.

    Raises:
        GpulifeError: the job failed; no file was written.
    """
    _check_outputs(job)
    content, rule = start.content, start.rule
    with open_plane(rule, engine=job.engine) as plane:
        preparation = _prepare(job.engine, progress)
        with ProgressBar(progress, f"loading {content.source}", content.parts) as bar:
            plane.load(content, bar.advance)
        first = plane.generation
        stop = Stop()
        with stop_on_signals(stop):
            ending = _advance(plane, job.generations, longest, stop, progress)
            for path in sorted(job.outputs, key=_trouble):
                save_plane(path, plane, content.notes)
        box = plane.box() or (0, 0, 0, 0)
        summary = Summary(
            rule=str(rule),
            columns=box[3],
            rows=box[2],
            edges=ENDLESS,
            generation=plane.generation,
            generations=plane.generation - first,
            generations_asked=job.generations,
            interrupted=plane.generation < first + job.generations,
            seconds=ending.seconds,
            preparation_seconds=preparation,
            cells_per_second=None,
            engine=plane.name,
            renderer=plane.renderer,
            population=dict(zip(rule.census_names, plane.census(), strict=True)),
            seed=None,
            written=[str(path) for path in job.files],
        )
    return summary, ending.status


def save_plane(path: Path, plane: EndlessEngine, notes: Notes) -> None:
    """Write a plane to a file. If that fails, no incomplete file is left.

    Args:
        path: the file, whose extension is one of PLANE_ENDINGS; or STANDARD_OUTPUT, which gets an RLE.
        plane: the plane.
        notes: name, author and comments of the pattern.

    Raises:
        OutputError: the pattern is too large for an RLE, or the file cannot be written.
    """
    if path != STANDARD_OUTPUT and not _is_rle(path):
        is_packed = path.name.lower().endswith(".gz")
        with (
            atomic_write(path, "wb") as file,
            gzip.GzipFile("", "wb", 6, file, 0) if is_packed else nullcontext(file) as out,
        ):
            for piece in plane.macrocell_pieces(notes):
                out.write(piece.encode())
        return
    row, column, rows, columns = plane.box() or (0, 0, 1, 1)
    if max(rows, columns) > MAX_SIDE or rows * columns > _MAX_RLE_CELLS:
        raise OutputError(f"cannot write {path}: {columns}x{rows} cells are too many for an RLE; save them as .mc")
    strips = _strips(plane, row, column, rows, columns)
    pieces = rle_pieces(strips, plane.rule, (rows, columns), plane.generation, (row, column), notes)
    if path == STANDARD_OUTPUT:
        for piece in pieces:
            write_out(piece)
        return
    with atomic_write(path, "w") as text:
        for piece in pieces:
            text.write(piece)


def _is_rle(path: Path) -> bool:
    return path.name.lower().endswith(".rle")


def _trouble(path: Path) -> tuple[bool, bool]:
    """How likely saving fails, to save the surest files first: a pipe may break, and an RLE may be too large."""
    return path == STANDARD_OUTPUT, _is_rle(path)


def _strips(plane: EndlessEngine, row: int, column: int, rows: int, columns: int) -> Iterator[Cells]:
    height = max(8, _STRIP_CELLS // columns)
    for top in range(row, row + rows, height):
        yield plane.read(top, column, min(height, row + rows - top), columns)


def _check_outputs(job: Job) -> None:
    """Raise OutputError if one of the job's files cannot be written."""
    seen: set[Path] = set()
    for path in job.files:
        if not path.name.lower().endswith(PLANE_ENDINGS):
            raise OutputError(
                f"cannot write {path}: the name of a plane without end should end with {', '.join(PLANE_ENDINGS)}"
            )
        require_writable(path)
        if path.resolve() in seen:
            raise OutputError(f"cannot write {path} twice: give each output its own name")
        seen.add(path.resolve())


def _prepare(engine: str, progress: Console) -> float:
    """Compile the engine, which takes some seconds the first time; return the time taken, in seconds."""
    began = time.perf_counter()
    with progress.status("compiling the engine, once") if progress.is_terminal else nullcontext():
        if engine == "hashlife":
            from gpulife.engines.hashlife.engine import compile_all
        else:
            from gpulife.engines.plane.engine import compile_all
        compile_all()
    return time.perf_counter() - began


def _advance(plane: EndlessEngine, generations: int, longest: int | None, stop: Stop, progress: Console) -> _Ending:
    first, status = plane.generation, 0
    began = time.perf_counter()
    with ProgressBar(progress, "generation", generations, counted=True) as bar:

        def stopped() -> bool:
            bar.update(plane.generation - first)
            return stop.signal is not None

        try:
            with plane.stopping(stopped):
                if plane.step(generations, longest) < generations:
                    status = stop.exit_status
        except BoardSizeError as error:
            bar.hide()
            say_on_stderr(f"gpulife: stopped at generation {plane.generation:,}: {error}")
            status = _STATUS_NO_ROOM
    return _Ending(status, time.perf_counter() - began)
