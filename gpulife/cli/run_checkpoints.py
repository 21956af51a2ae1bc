"""The checkpoints of ``gpulife run``: when and where they are written, and how a run continues from one."""

import csv
import os
import shlex
import time
from codecs import iterdecode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from typing import IO

from rich.console import Console

from gpulife.cli.options import EVERY_FIVE_MINUTES, Every
from gpulife.cli.starting_board import BoardContent, BoardRequest, size_text
from gpulife.engines import Engine
from gpulife.engines.checkpoint import count_checkpoint_parts, save_checkpoint
from gpulife.errors import OutputError
from gpulife.log import LOGGER
from gpulife.patterns.formats.checkpoint import (
    MAX_START,
    CheckpointPattern,
    Manifest,
    RunRecord,
    is_checkpoint,
    is_own,
    open_checkpoint,
    publish,
    read_manifest,
)
from gpulife.patterns.pattern import NO_NOTES, Notes, Pattern, StreamedPattern
from gpulife.printing import STANDARD_OUTPUT, printable
from gpulife.rich_console import ProgressBar
from gpulife.rules import Rule
from gpulife.storage.atomic_io import atomic_write, is_leftover, make_folder, require_writable
from gpulife.storage.bounded_reading import open_regular
from gpulife.storage.locks import try_lock

# The options of ``gpulife run`` as a job, and the text form in which its checkpoints store them.


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(BoardRequest):
    """The options of ``gpulife run``.

    Attributes:
        generations: number of generations to compute.
        engine: one of ENGINES.
        tune: True if the engine may search for its fastest shaders first. It does so only for a long job.
        memory: how the engine uses memory, one of the names in MEMORY.
        outputs: files to save the last board to.
        census: file for the population of every generation; None to write none.
        zoom: pixels per cell in pictures.
        checkpoint: folder for checkpoints; None to write none.
        every: time or number of generations between two checkpoints.
        resumes: True to continue from this job's checkpoint, if there is one.
        ranks: number of ranks requested; None for those of the launcher or, without one, this process alone.
        restarts: how often a run on ranks may restart after losing a rank; None for never.
        restarts_used: number of restarts before this process began.
    """

    generations: int
    engine: str = "auto"
    tune: bool = True
    memory: str = "auto"
    outputs: tuple[Path, ...] = ()
    census: Path | None = None
    zoom: int = 1
    checkpoint: Path | None = None
    every: Every = EVERY_FIVE_MINUTES
    resumes: bool = False
    ranks: int | None = None
    restarts: int | None = None
    restarts_used: int = 0

    @property
    def files(self) -> list[Path]:
        """The files to write, except checkpoints and standard output."""
        files = [path for path in self.outputs if path != STANDARD_OUTPUT]
        return files if self.census is None else [self.census, *files]


def start_text(job: Job) -> str:
    """Return the command-line options that describe a job's starting board, as text.

    They determine every cell of the run. A long text is shortened, and ends with a hash.
    """
    words = [] if job.name is None else [job.name]
    if job.soup is not None:
        shares = "" if job.soup.shares is None else ":" + ",".join(map(repr, job.soup.shares))
        words += ["--soup", f"{size_text(job.soup.shape)}:{job.soup.density!r}{shares}"]
    if job.text is not None:
        words += ["--text", job.text]
    if job.rule is not None:
        words += ["--rule", job.rule]
    if job.size is not None:
        words += ["--size", size_text(job.size)]
    if job.edges is not None:
        words += ["--edges", str(job.edges)]
    if job.seed is not None:
        words += ["--seed", str(job.seed)]
    text = printable(shlex.join(words))
    if len(text) <= MAX_START:
        return text
    digest = blake2b(text.encode(), digest_size=16).hexdigest()
    return f"{text[: MAX_START // 2]}... {digest}"


def command_to_go_on(job: Job, folder: Path, generations: int) -> str:
    """Return the command that continues from the checkpoint in ``folder`` for ``generations`` more generations."""
    words = ["gpulife", "run", str(folder), "-g", str(generations), "--checkpoint", str(folder)]
    if job.every != EVERY_FIVE_MINUTES:
        words += ["--every", str(job.every)]
    for path in job.outputs:
        words += ["-o", str(path)]
    if job.census is not None:
        words += ["--census", str(job.census)]
    if job.zoom != 1:
        words += ["--zoom", str(job.zoom)]
    if job.engine != "auto":
        words += ["--engine", job.engine]
    if job.memory != "auto":
        words += ["--memory", job.memory]
    if not job.tune:
        words.append("--no-tune")
    if job.ranks is not None:
        words += ["--ranks", str(job.ranks)]
    if job.restarts is not None:
        words += ["--restarts", str(job.restarts)]
    return shlex.join(words)


# The census of a run: a file with one row per generation. Checkpoints contain a copy of the rows so far.

_CHUNK = 1 << 20


class Census:
    """Counts each species in every generation, and writes the numbers to a file during the run.

    Args:
        engine: the engine whose board is counted.
        file: receives one row for each generation.
        before: the checkpoint whose census is continued; None for a new census.
        keeps: True if the run writes checkpoints, which contain a :meth:`copy` of the census.
    """

    def __init__(self, engine: Engine, file: IO[str], before: CheckpointPattern | None, *, keeps: bool) -> None:
        self._engine, self._file, self._keeps = engine, file, keeps
        self._kept: Path | None = None
        self._since = StringIO()
        self._rows = csv.writer(self, lineterminator="\n")
        if before is None:
            self._rows.writerow(["generation", *engine.rule.census_names])
            self.record()
            return
        for text in iterdecode(before.census(), "utf-8", errors="replace"):
            file.write(text)
        self._keep(before)

    def record(self) -> None:
        """Write a row for the current generation."""
        self._rows.writerow([self._engine.generation, *self._engine.census().tolist()])

    def write(self, text: str) -> None:
        """Write text to the file; the CSV writer calls this."""
        self._file.write(text)
        if self._keeps:
            self._since.write(text)

    def copy(self, write: Callable[[bytes], object]) -> str:
        """Write the census so far to a checkpoint; return its checksum, for ``manifest.CensusFile``."""
        digest = blake2b(digest_size=16)
        for piece in self._pieces():
            digest.update(piece)
            write(piece)
        return digest.hexdigest()

    def mark_kept(self, path: Path) -> None:
        """Record that the checkpoint's file ``path`` now contains the census so far."""
        self._kept, self._since = path, StringIO()

    def _keep(self, before: CheckpointPattern) -> None:
        record = before.manifest.census
        if record is not None:
            self.mark_kept(before.folder / record.file)

    def _pieces(self) -> Iterator[bytes]:
        if self._kept is not None:
            with open_regular(self._kept) as file:
                while piece := file.read(_CHUNK):
                    yield piece
        yield self._since.getvalue().encode()


@contextmanager
def census_of(
    path: Path | None, engine: Engine, before: CheckpointPattern | None, *, keeps: bool
) -> Iterator[Census | None]:
    """Open the census file ``path``; yield None if ``path`` is None. The other arguments are those of :class:`Census`.

    Raises:
        OutputError: the file cannot be written.
        PatternError: the census in the checkpoint is damaged.
    """
    if path is None:
        yield None
        return
    with atomic_write(path, "w") as file:
        yield Census(engine, file, before, keeps=keeps)


# The checkpoints.

_LOCK = ".gpulife.lock"


class Checkpoints:
    """Writes a run's checkpoints to a folder, and decides when the next one is due.

    Attributes:
        folder: the folder of the checkpoints.
        saved: the generation of this run's checkpoint in the folder; None if there is no checkpoint.
    """

    def __init__(self, job: Job, folder: Path) -> None:
        self.folder = folder
        self.saved: int | None = None
        self._job = job
        self._record = RunRecord(start_text(job), 0, job.generations, None, job.census is not None)
        self._notes: Notes = NO_NOTES
        self._since = time.monotonic()

    def resumed(self) -> CheckpointPattern | None:
        """Return the checkpoint from which to continue a job that was ended early; None to start from the beginning.

        Raises:
            OutputError: the checkpoint belongs to another job.
            PatternError: the checkpoint is damaged.
        """
        if not is_checkpoint(self.folder):
            return None
        pattern = open_checkpoint(self.folder, str(self.folder))
        run = pattern.manifest.run
        goes_on_from_it = _is_same_folder(self._job.name, self.folder)
        if run is not None and _is_same_job(run, self._record):
            # A run that starts from this folder writes its record into the manifest before it computes anything.
            return None if goes_on_from_it and pattern.generation == run.first else pattern
        if goes_on_from_it:
            return None
        raise OutputError(f"{_of_another_run(self.folder, pattern.manifest)}: give --checkpoint another name")

    def begin(self, content: BoardContent, rule: Rule, resumed: CheckpointPattern | None) -> None:
        """Record the board from which the run starts.

        Args:
            content: the initial content of the board.
            rule: the rule of the board.
            resumed: the result of :meth:`resumed`.

        Raises:
            OutputError: the manifest cannot be written.
        """
        self._notes = content.notes if isinstance(content, Pattern | StreamedPattern) else NO_NOTES
        if resumed is not None and resumed.manifest.run is not None:
            self._record, self.saved = resumed.manifest.run, resumed.generation
            return
        first = content.generation if isinstance(content, Pattern | StreamedPattern) else 0
        self._record = replace(self._record, first=first)
        # The run starts from the checkpoint in this folder.
        if isinstance(content, CheckpointPattern) and _is_same_folder(self._job.name, self.folder):
            publish(self.folder, replace(content.manifest, run=self._record))
            self.saved = content.generation if content.rule == rule else None

    def sow(self, seed: int | None) -> int | None:
        """Record ``seed`` as the soup's seed, unless it is None. Return the recorded seed; None if there is no soup."""
        if seed is not None:
            self._record = replace(self._record, seed=str(seed))
        return None if self._record.seed is None else int(self._record.seed)

    @property
    def last(self) -> int:
        """The generation at which the run ends."""
        return self._record.last

    @property
    def first(self) -> int:
        """The generation at which the run started. Continuing from a checkpoint does not change it."""
        return self._record.first

    def start_clock(self) -> None:
        """Start to measure the time until the next checkpoint."""
        self._since = time.monotonic()

    def next_stop(self, generation: int) -> int | None:
        """Return the generation of the next checkpoint after ``generation``; None if checkpoints depend on the time."""
        every = self._job.every.generations
        return None if every is None else (generation // every + 1) * every

    def is_due(self, generation: int) -> bool:
        """Return True if a checkpoint has to be written now, at generation ``generation``."""
        every = self._job.every
        if every.generations is not None:
            return generation % every.generations == 0
        return every.seconds is not None and time.monotonic() - self._since >= every.seconds

    def save(self, engine: Engine, census: Census | None, progress: Console) -> None:
        """Write a checkpoint of the current generation, unless there is one already. If that fails, print a warning."""
        if self.saved == engine.generation:
            return
        try:
            with ProgressBar(progress, f"saving the checkpoint {self.folder}", count_checkpoint_parts(engine)) as bar:
                manifest = save_checkpoint(
                    *(engine, self.folder, bar.advance),
                    notes=self._notes,
                    run=self._record,
                    census=None if census is None else census.copy,
                )
            self.saved = manifest.generation
            if census is not None and manifest.census is not None:
                census.mark_kept(self.folder / manifest.census.file)
        except OutputError as error:
            stays = (
                "there is no checkpoint yet"
                if self.saved is None
                else f"the checkpoint of generation {self.saved:,} is kept"
            )
            LOGGER.warning("no checkpoint of generation %s: %s; %s", f"{engine.generation:,}", error, stays)
        self.start_clock()

    def command_to_go_on(self) -> str | None:
        """Return the command that computes the rest of the run; None if the run is complete or no checkpoint exists."""
        if self.saved is None or self.saved >= self.last:
            return None
        return command_to_go_on(self._job, self.folder, self.last - self.saved)


@contextmanager
def checkpoints_of(job: Job) -> Iterator[Checkpoints | None]:
    """Lock the folder of a job's checkpoints, and yield the object that writes them; None if the job writes none.

    Raises:
        OutputError: checkpoints cannot be written, or the folder contains other data.
        PatternError: the folder has a damaged checkpoint.
    """
    folder = job.checkpoint
    if folder is None:
        yield None
        return
    _require_own(job, folder)
    was_there = os.path.isdir(folder)  # noqa: PTH112 - Path.is_dir raises an error for too long names
    make_folder(folder)
    require_writable(folder / "manifest.json")
    lock = try_lock(folder / _LOCK)
    if lock is None:
        raise OutputError(f"cannot write checkpoints to {folder}: another gpulife is writing there")
    try:
        _require_own(job, folder)
        yield Checkpoints(job, folder)
    finally:
        lock.release()
        if not is_checkpoint(folder):
            with suppress(OSError):
                (folder / _LOCK).unlink(missing_ok=True)
                if not was_there:
                    folder.rmdir()


def _require_own(job: Job, folder: Path) -> None:
    """Raise OutputError if ``folder`` contains data other than this job's checkpoint."""
    cannot = f"cannot write checkpoints to {folder}"
    try:
        if not os.path.lexists(folder):
            return
        if not folder.is_dir():
            raise OutputError(f"{cannot}: it is a file, not a folder")
        if not is_checkpoint(folder):
            names = sorted(path.name for path in folder.iterdir())
            others = [name for name in names if name != _LOCK and not is_own(name) and not is_leftover(name)]
            if others:
                raise OutputError(f"{cannot}: it has other files, such as {others[0]}; use a new or empty folder")
            return
    except OSError as error:
        raise OutputError(f"{cannot}: {error.strerror or error}") from error
    if job.resumes or _is_same_folder(job.name, folder):
        return
    manifest, _ = read_manifest(folder)
    left = 0 if manifest.run is None else max(manifest.run.last - manifest.generation, 0)
    raise OutputError(
        f"{_of_another_run(folder, manifest)}: give --checkpoint another name, or continue this run with "
        f"'gpulife run {folder} -g {left or 'N'} --checkpoint {folder}'"
    )


def _of_another_run(folder: Path, manifest: Manifest) -> str:
    run = manifest.run
    of = "" if run is None else f" of gpulife run {run.start} -g {run.generations}"
    return f"{folder} has the checkpoint of generation {manifest.generation:,}{of}"


def _is_same_job(one: RunRecord, other: RunRecord) -> bool:
    return (one.start, one.generations, one.has_census) == (other.start, other.generations, other.has_census)


def _is_same_folder(name: str | None, folder: Path) -> bool:
    try:
        return bool(name) and Path(name or "").samefile(folder)
    except (OSError, ValueError):
        return False
