"""What is closed at the end of a ``with`` statement."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, Self


class Closing(ABC):
    """Something that holds what must be given back, until :meth:`close` is called."""

    @abstractmethod
    def close(self) -> None:
        """Give everything back; the object is of no use afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Closable(Protocol):
    def close(self) -> None: ...


@contextmanager
def closed_on_error(thing: _Closable) -> Iterator[None]:
    """Close ``thing`` if the block raises."""
    try:
        yield
    except BaseException:
        thing.close()
        raise
