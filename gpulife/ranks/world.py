"""The ranks that compute together: who this process is among them, and how it waits for the others.

Every wait looks now and then whether something is wrong elsewhere, so that nobody waits forever for a rank that has
met an error, and sleeps between its looks. Where the MPI has ULFM (Open MPI), the death of a rank is an error on
those that wait for it, and the survivors can go on; elsewhere MPI itself ends them all.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from gpulife.errors import EngineError
from gpulife.ranks.waiting import Pause

if TYPE_CHECKING:
    from mpi4py import MPI

LLVMPIPE_THREADS = "LP_NUM_THREADS"
"""Mesa's environment variable for the threads of its renderer on the processor."""
_TROUBLE, _END = 3, 4
"""Tags of messages: an error on a rank, and the end of all work."""


class RankLostError(EngineError):
    """A rank has died or hangs; what the others hold is of no use without it."""


class AllEndError(Exception):
    """Rank 0 ends all work."""


class World:
    """The ranks, numbered from 0.

    Args:
        comm: the communicator of exactly these ranks.

    Attributes:
        comm: the communicator.
        rank: this process's number.
        size: how many ranks there are.
        local_rank: its number among those on this machine.
        local_size: how many ranks are on this machine.
        is_broken: whether an error has left ranks in the middle of a common step, so that nothing can go on.
    """

    def __init__(self, comm: "MPI.Intracomm") -> None:
        from mpi4py import MPI

        self._mpi = MPI
        self._join(comm)

    def _join(self, comm: "MPI.Intracomm") -> None:
        self.comm = comm
        comm.Set_errhandler(self._mpi.ERRORS_RETURN)
        self.rank, self.size = comm.Get_rank(), comm.Get_size()
        self.is_broken = False
        with self.losses():
            machine = comm.Split_type(self._mpi.COMM_TYPE_SHARED, self.rank)
            self.local_rank, self.local_size = machine.Get_rank(), machine.Get_size()
            machine.Free()

    def wait(self, requests: "Sequence[MPI.Request]") -> None:
        """Wait until all messages are through.

        Raises:
            RankLostError: a rank was lost meanwhile.
            EngineError: another rank has met an error; only on rank 0.
            AllEndError: rank 0 ends all work; only on other ranks.
        """
        pause = Pause()
        with self.losses():
            for request in requests:  # one by one: of several at once MPI would not tell which error there was
                while not request.Test():
                    self._look_for_trouble()
                    pause.rest()

    def next_message(self, source: int, tag: int, longest_pause: float = 1e-3) -> Any:
        """Wait for a message of a rank, and return what it says; pauses between two looks are that long at most.

        Raises:
            Exception: as :meth:`wait`.
        """
        pause = Pause(longest_pause)
        with self.losses():
            while (message := self.comm.improbe(source, tag)) is None:
                self._look_for_trouble()
                pause.rest()
            return message.recv()

    def tell_trouble(self, text: str) -> None:
        """Tell rank 0 of an error on this rank, which leaves others in the middle of a common step."""
        with self.losses():
            self.comm.isend(text, 0, _TROUBLE).wait()

    def end(self) -> None:
        """Let all other ranks end, from rank 0."""
        with self.losses():
            for rank in range(1, self.size):
                self.comm.isend(None, rank, _END)

    def abort(self, status: int) -> None:
        """End all ranks at once, wherever they are."""
        self.comm.Abort(status)

    def shrink(self) -> None:
        """Go on without the ranks that were lost, with new numbers; all survivors have to call this.

        Raises:
            RankLostError: this MPI cannot go on without a rank.
        """
        try:
            self._join(self._mpi.Intracomm(self.comm.Shrink()))
        except (NotImplementedError, self._mpi.Exception) as error:
            raise RankLostError("a rank has died, and this MPI cannot go on without it") from error

    @contextmanager
    def losses(self) -> Iterator[None]:
        """Turn MPI's error for a rank that has died into RankLostError, on all ranks that wait."""
        try:
            yield
        except self._mpi.Exception as error:
            kind = error.Get_error_class()
            if kind not in _loss_classes(self._mpi):
                raise
            self.is_broken = True
            with suppress(NotImplementedError, self._mpi.Exception):
                self.comm.Revoke()  # wakes those that wait for somebody else
            raise RankLostError("a rank has died or does not answer") from error

    def _look_for_trouble(self) -> None:
        if self.rank == 0:
            if (message := self.comm.improbe(self._mpi.ANY_SOURCE, _TROUBLE)) is not None:
                self.is_broken = True
                raise EngineError(str(message.recv()))
        elif self.comm.iprobe(0, _END):
            raise AllEndError


def _loss_classes(mpi: Any) -> set[int]:
    return {getattr(mpi, name) for name in ("ERR_PROC_FAILED", "ERR_PROC_FAILED_PENDING", "ERR_REVOKED")}


def open_world() -> World:
    """Start MPI in this process, before anything opens OpenGL: ranks of one machine share its processor cores.

    A rank with a single core computes in its own thread, for which Mesa's number is 0: with one thread beside it, Mesa
    22.3 writes now and then where it has freed already, when many processes share few cores.
    """
    from mpi4py import MPI

    world = World(MPI.COMM_WORLD)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads = cores // world.local_size
    os.environ.setdefault(LLVMPIPE_THREADS, str(threads if threads > 1 else 0))
    return world
