"""Locks between programs that share files: advisory, released by the system when a program ends, however it ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from gpulife.errors import OutputError

LOCK_ENDING = ".lock"


class HeldError(OutputError):
    """Another program holds the lock."""


def try_lock(path: Path, wait: float = 0.0) -> BaseFileLock | None:
    """Take the lock at ``path``, to be kept until ``release()``; return None if another program has it.

    Args:
        path: the lock's own file.
        wait: seconds to wait for another program that has it.

    Raises:
        OutputError: the system refused; a symbolic link in its place is not followed.
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
    """Hold the lock beside the file ``path`` (``.NAME.lock``) while the block lasts.

    Args:
        path: the file that is read and written in the block.
        wait: seconds to wait for another program that has it, by default ample time to write a few lines.

    Raises:
        HeldError: it still has it.
        OutputError: the system refused.
    """
    lock = try_lock(path.with_name(f".{path.name}{LOCK_ENDING}"), wait)
    if lock is None:
        raise HeldError(f"{path} is in use by another gpulife")
    try:
        yield
    finally:
        lock.release()
