"""Advisory locks between programs that share files. The system releases a program's locks however the program ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from gpulife.errors import OutputError

LOCK_ENDING = ".lock"


class HeldError(OutputError):
    """Another program has the lock."""


def try_lock(path: Path, wait: float = 0.0) -> BaseFileLock | None:
    """Take the lock at ``path`` and return it; call its ``release()`` later. Return None if another program has it.

    Args:
        path: the lock's own file.
        wait: seconds to wait if another program has it.

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
    """Hold the lock of the file ``path`` (``.NAME.lock`` next to it) during a ``with`` block.

    Args:
        path: the file that the block reads and writes.
        wait: seconds to wait if another program has it; the default is ample for writing a few lines.

    Raises:
        HeldError: another program still has it.
        OutputError: the system refused.
    """
    lock = try_lock(path.with_name(f".{path.name}{LOCK_ENDING}"), wait)
    if lock is None:
        raise HeldError(f"{path} is in use by another gpulife")
    try:
        yield
    finally:
        lock.release()
