"""The ranks (processes) that compute together, as seen from one of them.

A rank that waits for others also checks for errors on them, so it never waits forever for a failed rank. With ULFM (a
part of Open MPI), ranks that wait for a dead rank get an error and can continue. Without ULFM, MPI ends all ranks.
"""

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gpulife.errors import EngineError

if TYPE_CHECKING:
    from mpi4py import MPI


_FIRST_SECONDS, _MAX_SECONDS = 20e-6, 1e-3
_FREE_LOOKS = 20
"""A waiting rank makes this many checks without pauses, since messages within a machine take only microseconds."""


class Pause:
    """The pauses between the checks of a waiting rank: none at first, then longer and longer.

    Args:
        longest: the longest pause in seconds.
    """

    def __init__(self, longest: float = _MAX_SECONDS) -> None:
        self._longest = longest
        self._seconds = _FIRST_SECONDS
        self._looks = 0

    def rest(self) -> None:
        """Wait until the next check is due."""
        self._looks += 1
        if self._looks <= _FREE_LOOKS:
            time.sleep(0.0)  # lets other processes run
            return
        time.sleep(self._seconds)
        self._seconds = min(1.3 * self._seconds, self._longest)


LLVMPIPE_THREADS = "LP_NUM_THREADS"
"""Name of Mesa's environment variable for the number of threads of its software renderer."""
_TROUBLE, _END = 3, 4
"""Message tags for an error on a rank, and for the end of all work."""


class RankLostError(EngineError):
    """A rank has died or hangs, and the other ranks cannot continue."""


class AllEndError(Exception):
    """Rank 0 has ended all work; raised on the other ranks."""


class World:
    """All ranks, numbered from 0.

    Args:
        comm: MPI's communicator of these ranks.

    Attributes:
        comm: MPI's communicator of these ranks.
        rank: this process's number.
        size: number of ranks.
        local_rank: this process's number among the ranks on this machine.
        local_size: number of ranks on this machine.
        is_broken: True if an error left ranks in the middle of a common step, so that no rank can continue.
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
        with self.losses(), self._machine() as machine:
            self.local_rank, self.local_size = machine.Get_rank(), machine.Get_size()

    @contextmanager
    def _machine(self) -> "Iterator[MPI.Comm]":
        machine = self.comm.Split_type(self._mpi.COMM_TYPE_SHARED, self.rank)
        try:
            yield machine
        finally:
            machine.Free()

    def on_machine(self, value: Any) -> list[Any]:
        """Share ``value`` with the ranks on this machine; return the values of all these ranks, lowest rank first.

        All ranks must call this.

        Raises:
            RankLostError: a rank was lost meanwhile.
        """
        with self.losses(), self._machine() as machine:
            return machine.allgather(value)

    def send(self, messages: Mapping[int, Any], tag: int) -> "list[MPI.Request]":
        """Start to send messages to ranks, and return the objects to pass to :meth:`wait`.

        The ranks receive the messages with :meth:`next_message`.

        Args:
            messages: the message for each rank. An object sent to several ranks is pickled only once.
            tag: the tag of all messages.

        Raises:
            RankLostError: a rank was lost.
        """
        pickled = {id(message): self._mpi.pickle.dumps(message) for message in messages.values()}
        with self.losses():
            return [
                self.comm.Isend([pickled[id(message)], self._mpi.BYTE], rank, tag) for rank, message in messages.items()
            ]

    def wait(self, requests: "Sequence[MPI.Request]") -> None:
        """Wait until all messages have been sent.

        Raises:
            RankLostError: a rank was lost meanwhile.
            EngineError: another rank had an error (only on rank 0).
            AllEndError: rank 0 has ended all work (only on other ranks).
        """
        pause = Pause()
        with self.losses():
            for request in requests:  # one by one: for several requests, MPI would not say which error occurred
                while not request.Test():
                    self._look_for_trouble()
                    pause.rest()

    def next_message(self, source: int, tag: int, longest_pause: float = 1e-3) -> Any:
        """Wait for a message from a rank and return it.

        While waiting, look for the message and for errors on other ranks at least every ``longest_pause`` seconds.

        Raises:
            Exception: as for :meth:`wait`.
        """
        pause = Pause(longest_pause)
        with self.losses():
            while (message := self.comm.improbe(source, tag)) is None:
                self._look_for_trouble()
                pause.rest()
            return message.recv()

    def tell_trouble(self, text: str) -> None:
        """Report an error on this rank to rank 0.

        Rank 0 then stops all work, since other ranks may be in the middle of a common step.
        """
        with self.losses():
            self.comm.isend(text, 0, _TROUBLE).wait()

    def end(self) -> None:
        """Tell all other ranks to end; only rank 0 may call this."""
        with self.losses():
            ends = [self.comm.isend(None, rank, _END) for rank in range(1, self.size)]
            self.wait(ends)

    def abort(self, status: int) -> None:
        """End all ranks at once, whatever they are doing."""
        self.comm.Abort(status)

    def shrink(self) -> None:
        """Continue without the lost ranks, with new rank numbers; all surviving ranks have to call this.

        Raises:
            RankLostError: this MPI cannot continue after losing a rank.
        """
        try:
            self._join(self._mpi.Intracomm(self.comm.Shrink()))
        except (NotImplementedError, self._mpi.Exception) as error:
            raise RankLostError("a rank has died, and this MPI cannot continue without it") from error

    @contextmanager
    def losses(self) -> Iterator[None]:
        """Within the block, turn MPI's error for a dead rank into RankLostError. Waiting ranks get this error too."""
        try:
            yield
        except self._mpi.Exception as error:
            kind = error.Get_error_class()
            if kind not in _loss_classes(self._mpi):
                raise
            self.is_broken = True
            with suppress(NotImplementedError, self._mpi.Exception):
                self.comm.Revoke()  # wakes ranks that wait for other ranks
            raise RankLostError("a rank has died or does not answer") from error

    def _look_for_trouble(self) -> None:
        if self.rank == 0:
            if (message := self.comm.improbe(self._mpi.ANY_SOURCE, _TROUBLE)) is not None:
                self.is_broken = True
                raise EngineError(str(message.recv()))
        elif (message := self.comm.improbe(0, _END)) is not None:
            message.recv()  # with an unread message, MPICH would fail to finalize and kill the other ranks
            raise AllEndError


def _loss_classes(mpi: Any) -> set[int]:
    return {getattr(mpi, name) for name in ("ERR_PROC_FAILED", "ERR_PROC_FAILED_PENDING", "ERR_REVOKED")}


def open_world() -> World:
    """Start MPI in this process, and divide the CPU cores among the ranks of this machine.

    Call this before opening OpenGL.
    """
    from mpi4py import MPI

    world = World(MPI.COMM_WORLD)
    if hasattr(os, "sched_getaffinity"):
        own = os.sched_getaffinity(0)
        threads = own_cores(own, world.on_machine(own))
    else:
        threads = (os.cpu_count() or 1) // world.local_size
    # Not 1: with one extra thread, Mesa 22.3 sometimes writes to freed memory when many processes share few cores.
    os.environ.setdefault(LLVMPIPE_THREADS, str(threads if threads > 1 else 0))
    return world


def own_cores(own: Set[int], of_all: Iterable[Set[int]]) -> int:
    """Return how many cores' worth of time this rank gets: ranks that may use the same core share it equally.

    Args:
        own: numbers of the cores that this rank may use.
        of_all: the cores that each rank on this machine may use, including this rank.
    """
    users = Counter(core for cores in of_all for core in cores)
    return int(sum(Fraction(1, users[core]) for core in own))
