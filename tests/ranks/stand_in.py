"""A small program that the launcher's tests start on ranks in place of gpulife. Its first argument says what to do.

``loop`` and similar ones run until a signal comes or a rank is lost; rank 0 prints a message about either.
"""

import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from gpulife.ranks.link import join_launcher
from gpulife.signals import stop_on_signals


def wait_for_loss(comm, size: int) -> int:
    """Do what rank 0 does when a rank dies."""
    from mpi4py import MPI

    assert link is not None
    try:
        comm.recv(source=size - 1, tag=9)
    except MPI.Exception as error:
        link.tell("lost", f"MPI says {error.Get_error_class()}")
    return 2


def main(what: str, *arguments: str) -> int:
    from mpi4py import MPI

    comm = MPI.COMM_WORLD
    comm.Set_errhandler(MPI.ERRORS_RETURN)
    rank, size = comm.Get_rank(), comm.Get_size()
    assert link is not None
    link.tell("ready")
    if what == "status":
        print("rank", rank, "of", size, file=sys.stdout if rank == 0 else sys.stderr)
        return int(arguments[0]) if rank == 0 else 0
    if what == "terminal":
        if rank == 0:
            print([os.isatty(number) for number in range(3)], sys.stdout.line_buffering, flush=True)
            print(repr(sys.stdin.readline()), flush=True)
            print("for people", file=sys.stderr)
        return 0
    if what == "survivals":  # of two deaths, and the third is rank 0's own
        if rank == 0:
            used = os.environ["GPULIFE_RESTARTS_USED"]
            print("used", used, flush=True)
            if used != "0":
                return 0
            for word in ("survived", "survived", "lost"):
                link.tell(word, "a third rank was lost")
        while True:
            time.sleep(0.01)
    if what == "restarts" and not os.environ.get("GPULIFE_RESUMES"):
        Path(arguments[0]).write_text("there")
        if rank == size - 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return wait_for_loss(comm, size)
    if what == "restarts":
        if rank == 0:
            print("resumed")
        return 0
    with stop_on_signals() as stop:
        pids = comm.gather(os.getpid())
        if rank == 0:
            print("pids", os.getppid(), *pids, flush=True)
        lost = comm.irecv(source=(rank or size) - 1, tag=9)
        end = comm.irecv(source=0, tag=1) if rank else None
        try:
            while stop.signal is None and not (end is not None and end.test()[0]):
                lost.test()
                time.sleep(0.01)
        except MPI.Exception:
            link.tell("lost", "a rank is lost")
            return 2
        if rank == 0:
            print("stopped by", stop.signal, flush=True)
            while what == "stubborn":
                time.sleep(0.01)
            for other in range(1, size):
                comm.isend(None, other, 1).wait()
    return stop.exit_status


if __name__ == "__main__":
    link = join_launcher()
    status = main(*sys.argv[1:])
    sys.stdout.flush()
    if link is not None:
        link.end(status)
    sys.exit(0)
