"""Progress of what a function does on this process's strip: one that is sent to all ranks cannot bring a bar along."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


def _nothing() -> None:
    pass


_advance: Callable[[], None] = _nothing


def advance_progress() -> None:
    """Tell whoever shows the progress of this process that another part is done."""
    _advance()


@contextmanager
def progress_shown_by(advance: Callable[[], None]) -> Iterator[None]:
    """Let the functions that run on this process's strip within the block call ``advance`` after each part."""
    global _advance
    _advance = advance
    try:
        yield
    finally:
        _advance = _nothing
