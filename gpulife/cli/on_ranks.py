"""Run commands on several ranks: processes that compute one board together.

``--ranks N`` or an MPI launcher starts the ranks. Rank 0 runs the command: it reads, writes and shows everything. The
other ranks compute what the engine of rank 0 asks for, and print nothing.
"""

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gpulife.errors import GpulifeError, UsageError, in_one_line
from gpulife.log import LOGGER
from gpulife.printing import say_on_stderr
from gpulife.ranks.mpi import is_worker, launched_rank, launched_ranks
from gpulife.signals import ENDING_SIGNALS

if TYPE_CHECKING:
    from gpulife.ranks.world import World

RANKED_COMMANDS = ("run", "bench", "stress")
"""Commands that can run on several ranks. gpulife without a command can run on several ranks, too."""

Work = Callable[[argparse.Namespace, "World | None"], int]
"""A function that does a command's work. It takes the parsed arguments and the ranks (None for this process alone), and
returns the exit status."""

_STATUS_USER_ERROR = 2
_OUTPUT_SECONDS = 0.5
_RESUME_ADVICE = "gpulife --resume continues the last saved session"
_RANK_0_SECONDS = 2.0  # gives the launcher time to end all ranks after rank 0's error, so that it is printed once
_START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from gpulife.cli.rank_process import entry_point; entry_point()"
)
"""The Python program of each rank. It imports the same gpulife as this process, not one in the current folder."""


def on_ranks(arguments: argparse.Namespace, work: Work) -> int:
    """Run a command's work, on several ranks if requested, and return this process's exit status.

    Args:
        arguments: the parsed arguments. Two attributes are added: ``resumes`` (True after a restart, to continue from
            the last checkpoint) and ``restarts_used`` (number of restarts so far).
        work: the function that does the command's work. With several ranks, only rank 0 calls it.

    Raises:
        GpulifeError: the work failed. With several ranks, only rank 0 raises this.
    """
    from gpulife.ranks.launcher import RESTARTS_VARIABLE, RESUMES_VARIABLE

    asked: int | None = getattr(arguments, "ranks", None)
    restarts: int | None = getattr(arguments, "restarts", None)
    if restarts is not None and getattr(arguments, "checkpoint", None) is None:
        raise UsageError("--restarts needs checkpoints to continue from: add --checkpoint FOLDER")
    arguments.resumes = os.environ.get(RESUMES_VARIABLE) == "1"
    used = os.environ.get(RESTARTS_VARIABLE, "")
    arguments.restarts_used = int(used) if used.isascii() and used.isdecimal() else 0
    launched = launched_ranks()
    if launched > 1:
        if asked is not None and asked != launched:
            raise UsageError(
                f"--ranks is {asked}, but the launcher has started {launched} ranks: leave out --ranks or make it match"
            )
        return _on_launched_ranks(arguments, work, launched)
    if restarts is not None and (asked or 1) == 1:
        raise UsageError("--restarts is for runs on several ranks: add --ranks N")
    if asked is None or asked == 1:
        return work(arguments, None)
    return _launch(arguments, asked)


def is_quiet_rank(argv: Sequence[str]) -> bool:
    """Return True if this process is a rank other than rank 0. Rank 0 prints the error messages of all ranks."""
    has_command = bool(argv) and not argv[0].startswith("-")
    return is_worker() and (not has_command or argv[0] in RANKED_COMMANDS)


def _launch(arguments: argparse.Namespace, ranks: int) -> int:
    import gpulife
    from gpulife.ranks.launcher import RESTARTS_ADVICE, launch
    from gpulife.ranks.mpi import examine_mpi

    root = str(Path(gpulife.__file__).resolve().parents[1])
    program = [sys.executable, "-P", "-c", _START, root, *arguments.argv]
    restarts = getattr(arguments, "restarts", None) or 0
    has_checkpoint = _Checkpoint(getattr(arguments, "checkpoint", None))
    advice = RESTARTS_ADVICE if hasattr(arguments, "restarts") else _RESUME_ADVICE
    return launch(examine_mpi(), ranks, program, restarts, has_checkpoint, advice)


class _Checkpoint:
    """A function object that returns the newest checkpoint's time, in words: "the checkpoint of 12:30:00".

    It returns "" if no checkpoint has been written since this object was created.
    """

    def __init__(self, folder: Path | None) -> None:
        from gpulife.patterns.formats.checkpoint import MANIFEST

        self._manifest = None if folder is None else folder / MANIFEST
        self._before = self._written()

    def __call__(self) -> str:
        written = self._written()
        if written is None or written == self._before:
            return ""
        moment = datetime.fromtimestamp(written / 1e9).astimezone()
        return f"the checkpoint of {moment:%H:%M:%S}"

    def _written(self) -> int | None:
        try:
            return None if self._manifest is None else self._manifest.stat().st_mtime_ns
        except OSError:
            return None


def _on_launched_ranks(arguments: argparse.Namespace, work: Work, launched: int) -> int:
    from gpulife.engines.ranks.calls import serve
    from gpulife.ranks.link import launcher_link
    from gpulife.ranks.mpi import require_mpi4py
    from gpulife.ranks.world import RankLostError, open_world

    link = launcher_link()
    try:
        require_mpi4py()
        with nullcontext() if link is None else link.errors_to_launcher():
            world = open_world()
    except Exception as error:
        if is_worker():
            time.sleep(_RANK_0_SECONDS)
            say_on_stderr(f"gpulife: error: rank {launched_rank()}: {in_one_line(error)}")
            raise SystemExit(_STATUS_USER_ERROR) from error
        if link is None or not isinstance(error, RankLostError):
            raise
        link.tell("lost", in_one_line(error))  # the launcher says what died, and may start again
        return _STATUS_USER_ERROR
    if world.size != launched:
        raise UsageError(
            f"the launcher has started {launched} ranks, but mpi4py sees {world.size}: use the launcher of mpi4py's "
            "MPI or, in a shell inside a job, the job's own launcher"
        )
    if link is not None:
        link.tell("ready")
    if world.rank > 0:
        for number in ENDING_SIGNALS:  # job queues signal all ranks, but rank 0 needs the others to save its work
            signal.signal(number, signal.SIG_IGN)
        serve(world)
        return 0
    try:
        return work(arguments, world)
    except RankLostError as error:
        if link is None:
            raise
        link.tell("lost", in_one_line(error))
        return _STATUS_USER_ERROR
    finally:
        _end(world, aborts=link is None)


def _end(world: "World", *, aborts: bool) -> None:
    """Tell the other ranks to end. If that fails and ``aborts`` is True, abort them when this process exits."""
    if not world.is_broken:
        from gpulife.engines.ranks.calls import end_all

        try:
            end_all(world)
        except GpulifeError as error:  # a rank died after the work was done
            LOGGER.debug("a rank died after the work was done: %s", error)
    if world.is_broken and aborts:
        import atexit

        atexit.register(_abort, world)


def _abort(world: "World") -> None:
    """Abort all ranks, after a delay."""
    # Time for mpiexec to print the ranks' output.
    time.sleep(_OUTPUT_SECONDS)
    world.abort(_STATUS_USER_ERROR)
