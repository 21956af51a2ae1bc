"""The options of ``gpulife run`` as a job, and as the words with which its checkpoints remember it."""

import shlex
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from gpulife.cli.arg_types import EVERY_FIVE_MINUTES, Every
from gpulife.cli.starting_board import BoardRequest, size_text
from gpulife.patterns.formats.checkpoint import MAX_START
from gpulife.printing import printable


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
        checkpoint: folder for checkpoints.
        every: when to write one.
        resumes: whether to go on from the checkpoint there, if there is one, as the same job that was ended early.
        ranks: the number of ranks that was asked for; None for this process alone, or as many as a launcher started.
        restarts: how often a run on ranks goes on after one was lost; None for never.
        restarts_used: how often it has done so before this process began.
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
        """The files that it writes, but for checkpoints."""
        return [*([] if self.census is None else [self.census]), *self.outputs]


def start_text(job: Job) -> str:
    """Return the options that say with what a job begins, which are all that its cells depend on."""
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
    """Return the command that goes on from the checkpoint in ``folder`` for some more generations."""
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
