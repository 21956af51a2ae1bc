"""Objects that are closed at the end of a ``with`` statement."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, Self


class Closing(ABC):
    """Something that holds resources until :meth:`close` is called."""

    @abstractmethod
    def close(self) -> None:
        """Release everything; the object cannot be used afterwards."""

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
