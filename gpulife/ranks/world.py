"""The ranks that compute together: who this process is among them, and how it waits for the others.

Every wait looks now and then whether something is wrong elsewhere, so that nobody waits forever for a rank that has
met an error, and sleeps between its looks. Where the MPI has ULFM (Open MPI), the death of a rank is an error on
those that wait for it, and the survivors can go on; elsewhere MPI itself ends them all.
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
"""So many looks without sleeping: messages between processes of one machine take some microseconds."""


class Pause:
    """The pauses between the looks of one wait: none at first, then longer and longer ones.

    Args:
        longest: the longest pause in seconds.
    """

    def __init__(self, longest: float = _MAX_SECONDS) -> None:
        self._longest = longest
        self._seconds = _FIRST_SECONDS
        self._looks = 0

    def rest(self) -> None:
        """Pause before the next look."""
        self._looks += 1
        if self._looks <= _FREE_LOOKS:
            time.sleep(0.0)  # lets others run
            return
        time.sleep(self._seconds)
        self._seconds = min(1.3 * self._seconds, self._longest)


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
        """Return what each rank of this machine gives, in the order of ranks; all ranks have to call this.

        Raises:
            RankLostError: a rank was lost meanwhile.
        """
        with self.losses(), self._machine() as machine:
            return machine.allgather(value)

    def send(self, messages: Mapping[int, Any], tag: int) -> "list[MPI.Request]":
        """Begin to send ranks what :meth:`next_message` returns there; return what to wait for.

        Args:
            messages: what each rank gets; the same object is turned into bytes once, whoever gets it.
            tag: the tag of all.

        Raises:
            RankLostError: a rank was lost.
        """
        pickled = {id(message): self._mpi.pickle.dumps(message) for message in messages.values()}
        with self.losses():
            return [
                self.comm.Isend([pickled[id(message)], self._mpi.BYTE], rank, tag) for rank, message in messages.items()
            ]

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
            ends = [self.comm.isend(None, rank, _END) for rank in range(1, self.size)]
            self.wait(ends)

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
        elif (message := self.comm.improbe(0, _END)) is not None:
            message.recv()  # with a message left MPICH would fail to finalize, and kill the other ranks
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
    if hasattr(os, "sched_getaffinity"):
        own = os.sched_getaffinity(0)
        threads = own_cores(own, world.on_machine(own))
    else:
        threads = (os.cpu_count() or 1) // world.local_size
    os.environ.setdefault(LLVMPIPE_THREADS, str(threads if threads > 1 else 0))
    return world


def own_cores(own: Set[int], of_all: Iterable[Set[int]]) -> int:
    """Return how many cores there are for a rank; each core is shared by all that may use it.

    Args:
        own: the numbers of the cores that the rank may use.
        of_all: those of all ranks of its machine, itself among them: a site's launcher may have divided them already.
    """
    users = Counter(core for cores in of_all for core in cores)
    return int(sum(Fraction(1, users[core]) for core in own))
