"""Locks between programs that share files. A lock is released when its program ends, even if it is killed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from gpulife.errors import OutputError

LOCK_ENDING = ".lock"


class HeldError(OutputError):
    """Another program has the lock."""


def try_lock(path: Path, wait: float = 0.0) -> BaseFileLock | None:
    """Lock the file ``path`` and return the lock, to be released with ``release()``; None if another program has it.

    Args:
        path: a file that serves only as the lock.
        wait: maximum number of seconds to wait for another program to release the lock.

    Raises:
        OutputError: the system refused the lock, or ``path`` is a symbolic link.
    """
    lock = FileLock(path, timeout=wait, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        return None
    except OSError as error:
        raise OutputError(f"cannot lock {path}: {error.strerror or error}") from error
    return lock


@contextmanager
def locked(path: Path, wait: float = 10.0) -> Iterator[None]:
    """Lock the file ``path`` against other programs in a ``with`` block, using the lock file ``.NAME.lock`` beside it.

    Args:
        path: the file that the block reads and writes.
        wait: maximum number of seconds to wait for another program to release the lock.

    Raises:
        HeldError: another program still has the lock.
        OutputError: the system refused.
    """
    lock = try_lock(path.with_name(f".{path.name}{LOCK_ENDING}"), wait)
    if lock is None:
        raise HeldError(f"{path} is in use by another gpulife")
    try:
        yield
    finally:
        lock.release()
