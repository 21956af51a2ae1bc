"""What is closed at the end of a ``with`` statement."""

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """Something that holds what must be given back, until :meth:`close` is called."""

    @abstractmethod
    def close(self) -> None:
        """Give everything back; the object is of no use afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
