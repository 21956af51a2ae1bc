"""A base class for objects that have to be closed, and a context manager that closes an object after an error."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, Self


class Closing(ABC):
    """An object that holds resources until :meth:`close` is called, or until its ``with`` block ends."""

    @abstractmethod
    def close(self) -> None:
        """Release all resources. The object cannot be used afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Closable(Protocol):
    def close(self) -> None: ...


@contextmanager
def closed_on_error(thing: _Closable) -> Iterator[None]:
    """Close ``thing`` if the block raises an error."""
    try:
        yield
    except BaseException:
        thing.close()
        raise
