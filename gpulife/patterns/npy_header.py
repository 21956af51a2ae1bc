"""The header of an ``.npy`` array, read strictly.

numpy's own parser hands what a file says to Python's: nested brackets, numbers of thousands of digits and bytes of 0
end in errors of six kinds, one of them in any other thread that parses. Here it is three values, each of one form.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from math import prod
from typing import IO

import numpy as np

MAX_HEADER_BYTES = 1 << 14

_MARK = b"\x93NUMPY"
_LENGTHS = {b"\1\0": "<H", b"\2\0": "<I"}
"""How the length of the text is written, by version."""
_ITEM = re.compile(
    r"""\s*(?P<quote>['"])(?:
        descr(?P=quote)\s*:\s*(?P<mark>['"])(?P<descr>[<>|=]?(?:[iu][1248]|U[0-9]{1,5}))(?P=mark)
        |fortran_order(?P=quote)\s*:\s*(?P<fortran>False)
        |shape(?P=quote)\s*:\s*\((?P<shape>\s*(?:[0-9]{1,18}L?\s*(?:,\s*[0-9]{1,18}L?\s*){0,3},?\s*)?)\)
    )\s*(?:,|(?=\}))""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"[0-9]+")


class HeaderError(Exception):
    """These bytes are no array of whole numbers or text."""


@dataclass(frozen=True, slots=True)
class NpyHeader:
    """What stands before the elements of an array.

    Attributes:
        dtype: of an element: whole numbers or text.
        shape: of the array, up to four numbers.
        offset: bytes before the first element.
    """

    dtype: np.dtype[np.generic]
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """Bytes of all elements."""
        return prod(self.shape) * self.dtype.itemsize


def read_npy_header(file: IO[bytes]) -> NpyHeader:
    """Read the header of an array and leave ``file`` at its first element.

    Raises:
        HeaderError: there is none, or it is of an array of other things.
    """
    if file.read(len(_MARK)) != _MARK or (form := _LENGTHS.get(file.read(2))) is None:
        raise HeaderError
    prefix = file.read(struct.calcsize(form))
    length = struct.unpack(form, prefix)[0] if len(prefix) == struct.calcsize(form) else MAX_HEADER_BYTES + 1
    if length > MAX_HEADER_BYTES:
        raise HeaderError
    data = file.read(length)
    if len(data) != length:
        raise HeaderError
    return _parsed(data.decode("latin-1").strip(), len(_MARK) + 2 + len(prefix) + length)


def _parsed(text: str, offset: int) -> NpyHeader:
    if not (text.startswith("{") and text.endswith("}")):
        raise HeaderError
    values: dict[str, str] = {}
    place = 1
    while match := _ITEM.match(text, place):
        values |= {name: value for name in ("descr", "fortran", "shape") if (value := match[name]) is not None}
        place = match.end()
    if text[place:].strip() != "}" or len(values) != 3:
        raise HeaderError
    shape = tuple(int(number) for number in _NUMBER.findall(values["shape"]))
    return NpyHeader(np.dtype(values["descr"]), shape, offset)
