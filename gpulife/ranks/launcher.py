"""What ``--ranks N`` does: it starts the program again on N ranks, and stands between them and their user."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from gpulife.errors import EngineError
from gpulife.log import LOGGER
from gpulife.printing import say_on_stderr
from gpulife.ranks.job import Job, Outcome
from gpulife.ranks.mpi import Mpi
from gpulife.signals import stop_on_signals

RESUMES_VARIABLE = "GPULIFE_RESUMES"
"""Environment variable that tells a program that it is to go on from its last checkpoint: "1"."""
RESTARTS_VARIABLE = "GPULIFE_RESTARTS_USED"
"""Environment variable that tells a program how many of its restarts were used before this launch: "0" or more."""
RESTARTS_ADVICE = "with --checkpoint and --restarts it would go on from there"


def launch(
    mpi: Mpi,
    ranks: int,
    program: Sequence[str],
    restarts: int = 0,
    has_checkpoint: Callable[[], str] = str,
    advice: str = RESTARTS_ADVICE,
) -> int:
    """Run a program on several ranks and return the exit status of rank 0, which gets this process's terminal.

    Signals that end programs go to rank 0, the first of them; the second ends all at once.

    Args:
        mpi: what starts ranks.
        ranks: how many.
        program: the command of each rank, which begins with :func:`gpulife.ranks.link.join_launcher`.
        restarts: how many times it goes on after a rank has died: by survivors, or started again.
        has_checkpoint: returns words for the checkpoint that it can go on from then; "" if there is none yet.
        advice: what to tell its user when a rank has died, if it is not started again.

    Raises:
        EngineError: it cannot be started, or a rank died more often than that.
    """
    environment = dict(os.environ)
    used = 0
    with stop_on_signals() as stop, _same_terminal():
        while True:
            environment[RESTARTS_VARIABLE] = str(used)
            with _start(mpi, ranks, program, environment) as job:
                outcome = job.run(stop)
            said = job.captured.decode("utf-8", "replace")
            LOGGER.debug("mpiexec: %r: %s", outcome, said)
            used += job.survivals
            if outcome.status is not None:
                return outcome.status
            if used >= restarts:
                raise EngineError(_complaint(outcome, ranks, said, restarts, advice))
            used += 1
            checkpoint = has_checkpoint()
            if checkpoint:
                environment[RESUMES_VARIABLE] = "1"
            begins = checkpoint or "the beginning, as there is no checkpoint yet"
            say_on_stderr(f"gpulife: {outcome.problem}; going on from {begins} (restart {used} of {restarts})")


def _start(mpi: Mpi, ranks: int, program: Sequence[str], environment: Mapping[str, str]) -> Job:
    try:
        return Job(mpi, ranks, program, environment)
    except OSError as error:
        raise EngineError(f"{ranks} ranks cannot be started with {mpi.mpiexec}: {error.strerror or error}") from error


def _complaint(outcome: Outcome, ranks: int, said: str, restarts: int, advice: str) -> str:
    """Return the line about a job that came to no end."""
    if not outcome.has_started:
        return f"{ranks} ranks cannot be started: {outcome.problem}{_gist(said)}"
    killed = re.search(r"signal:? (\d+)", said)
    why = f" (by signal {killed[1]})" if killed and " by signal " not in outcome.problem else ""
    advice = f"after {restarts} restarts" if restarts else advice
    return f"{outcome.problem}{why}, and all ended: {advice}"


def _gist(said: str) -> str:
    """Return in one line what ``mpiexec`` said in many, without its frames."""
    words = " ".join(line.strip() for line in said.splitlines() if line.strip(" -=*"))
    return f": {words.partition(' NOTE: ')[0][:600]}" if words else ""


@contextmanager
def _same_terminal() -> Iterator[None]:
    """Give the terminal its modes and its cursor back if the block does not end in order."""
    import termios

    try:
        modes = termios.tcgetattr(0)
    except termios.error:
        modes = None
    try:
        yield
    except BaseException:
        if modes is not None:
            try:
                termios.tcsetattr(0, termios.TCSADRAIN, modes)
            except termios.error:
                modes = None
        if sys.stderr.isatty():
            sys.stderr.write("\x1b[?25h")
        raise
