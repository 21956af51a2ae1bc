"""Parses the header of an ``.npy`` array strictly: only in the form in which numpy writes it.

numpy's own parser passes the header to Python's: nested brackets, numbers of thousands of digits and zero bytes would
raise errors of six kinds, one of them in other threads.
"""

import re
from dataclasses import dataclass
from math import prod
from typing import IO

import numpy as np

MAX_HEADER_BYTES = 1 << 14

_MARK = b"\x93NUMPY\1\0"
_TEXT = re.compile(
    rb"\{'descr': '([<>|=]?(?:[iu][1248]|U[0-9]{1,5}))', 'fortran_order': False, "
    rb"'shape': \(((?:[0-9]{1,18}(?:, [0-9]{1,18}){0,3},?)?)\), \} *\n"
)


class HeaderError(Exception):
    """The bytes are not an array of whole numbers or text."""


@dataclass(frozen=True, slots=True)
class NpyHeader:
    """The header of an array.

    Attributes:
        dtype: the type of an element: a whole number or text.
        shape: the shape of the array, up to four numbers.
        offset: bytes before the first element.
    """

    dtype: np.dtype[np.generic]
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """Size of all elements in bytes."""
        return prod(self.shape) * self.dtype.itemsize


def read_npy_header(file: IO[bytes]) -> NpyHeader:
    """Read the header of an array and leave ``file`` at its first element.

    Raises:
        HeaderError: there is none, or it is of an array of other things.
    """
    prefix = file.read(len(_MARK) + 2)
    length = int.from_bytes(prefix[len(_MARK) :], "little")
    if not prefix.startswith(_MARK) or length > MAX_HEADER_BYTES:
        raise HeaderError
    match = _TEXT.fullmatch(file.read(length))
    if match is None:
        raise HeaderError
    shape = tuple(int(number) for number in match[2].split(b",") if number)
    return NpyHeader(np.dtype(match[1].decode()), shape, len(prefix) + length)
