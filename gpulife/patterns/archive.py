"""Reading ``.npz`` files that may be damaged in any way: every mistake is one line that names file and part.

Nothing is allocated because a file says so: what an entry unpacks to is compared with what it should be, and with what
deflate can make of so few bytes, beforehand.
"""

from __future__ import annotations

import io
import struct
import threading
import zipfile
import zlib
from collections.abc import Callable
from math import prod
from types import TracebackType
from typing import IO, Self

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.patterns.pattern import Cells

_FIRST_ENTRY = b"PK\3\4"
_DIRECTORY_ERRORS = (
    *(zipfile.BadZipFile, OSError, EOFError, ValueError, OverflowError, struct.error, IndexError),
    *(NotImplementedError, RuntimeError),
)
_ENTRY_ERRORS = (*_DIRECTORY_ERRORS, zlib.error)
_MOST_HEADER = 1 << 14
_MOST_FACT = 1 << 16
_BEST_DEFLATE = 1032  # bytes out of one byte, at most
_LONGEST_END = 1 << 16  # the last record of a zip file, with its remark
_PARSING = threading.Lock()
"""numpy parses headers by ``ast``, and Python 3.11 mixes up two threads that do (python/cpython#106905)."""


class Archive:
    """An opened file with arrays in it.

    Attributes:
        source: what to call it in messages.
        names: of its entries, with their ``.npy``.
    """

    def __init__(self, file: IO[bytes], archive: zipfile.ZipFile, source: str) -> None:
        self.source = source
        self._file = file
        self._archive = archive
        self._infos = {info.filename: info for info in archive.infolist()}
        self._lock = threading.Lock()

    @property
    def names(self) -> frozenset[str]:
        """All entries."""
        return frozenset(self._infos)

    def close(self) -> None:
        """Close the file."""
        self._archive.close()
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def array(self, name: str, what: str, shape: tuple[int, ...]) -> Cells:
        """An entry of bytes.

        Args:
            name: of the entry.
            what: the words for it, as in ``rows 0 to 511 are``.
            shape: that it must have.

        Raises:
            PatternError: it is missing, damaged or of another shape; ``{source}: {what} damaged (checksum)``.
        """
        size = prod(shape)
        info = self._info(name, what)
        if not size < info.file_size <= size + _MOST_HEADER:
            raise self._damaged(what, f"{info.file_size} bytes instead of {size}")
        array = self._array(info, what)
        if array.dtype != np.uint8 or array.shape != shape:
            raise self._damaged(what, f"{array.dtype} of shape {array.shape} instead of {shape}")
        return array.view(np.uint8)

    def any_array(self, name: str, what: str) -> NDArray[np.generic]:
        """An entry of any shape and kind, as large as it may be; the caller has seen to memory with :meth:`size`."""
        return self._array(self._info(name, what), what)

    def size(self, name: str, what: str) -> int:
        """Bytes that an entry unpacks to, if it is what it says."""
        return self._info(name, what).file_size

    def numbers(self, name: str, what: str, shape: tuple[int, ...]) -> NDArray[np.int64]:
        """A small entry of whole numbers."""
        array = self._fact(name, what)
        if array.dtype.kind not in "iu" or array.shape != shape:
            raise self._damaged(what, f"{array.dtype} of shape {array.shape} instead of whole numbers")
        return array.astype(np.int64)

    def text(self, name: str, what: str) -> str:
        """A small entry that is a text."""
        array = self._fact(name, what)
        if array.dtype.kind != "U" or array.shape != ():
            raise self._damaged(what, f"{array.dtype} of shape {array.shape} instead of a text")
        try:
            return str(array[()])
        except ValueError as error:  # codes beyond Unicode
            raise self._damaged(what, "no text") from error

    def _fact(self, name: str, what: str) -> NDArray[np.generic]:
        info = self._info(name, what)
        if info.file_size > _MOST_FACT:
            raise self._damaged(what, f"{info.file_size} bytes, far too many")
        return self._array(info, what)

    def _info(self, name: str, what: str) -> zipfile.ZipInfo:
        info = self._infos.get(name)
        if info is None:
            raise PatternError(f"{self.source}: {what} missing")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self._damaged(what, "compressed in an unknown way")
        if info.file_size > _BEST_DEFLATE * info.compress_size + _MOST_HEADER:
            raise self._damaged(what, f"{info.compress_size} bytes cannot unpack to {info.file_size}")
        return info

    def _array(self, info: zipfile.ZipInfo, what: str) -> NDArray[np.generic]:
        try:
            # Opened by one thread at a time: each opening looks at the entry's own header.
            with self._lock:
                entry = self._archive.open(info)
            with entry:
                data = entry.read()
        except _ENTRY_ERRORS as error:
            why = "checksum" if "CRC" in str(error) else "cut off" if isinstance(error, EOFError) else "unreadable"
            raise self._damaged(what, why) from error
        if len(data) != info.file_size:
            raise self._damaged(what, "cut off")
        try:
            return _array_of(data)
        except (ValueError, TypeError, SyntaxError, KeyError, OverflowError, MemoryError, struct.error) as error:
            raise self._damaged(what, "no array") from error

    def _damaged(self, what: str, why: str) -> PatternError:
        return PatternError(f"{self.source}: {what} damaged ({why})")


def open_archive(open_file: Callable[[], IO[bytes]], source: str) -> Archive:
    """Open a file as an archive.

    Raises:
        PatternError: it cannot be read, or is none, or its directory is missing or damaged.
    """
    try:
        file = open_file()
    except OSError as error:
        raise PatternError(f"{source}: cannot be read: {error.strerror or error}") from error
    try:
        return Archive(file, zipfile.ZipFile(file), source)
    except _DIRECTORY_ERRORS as error:
        with file:
            raise PatternError(f"{source}: {_what_is_wrong(file)}") from error
    except BaseException:
        file.close()
        raise


def _what_is_wrong(file: IO[bytes]) -> str:
    """Why a file is no zip file, for people."""
    try:
        file.seek(0)
        begin = file.read(4)
        size = file.seek(0, io.SEEK_END)
        file.seek(max(0, size - _LONGEST_END))
        end = file.read()
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"
    if begin != _FIRST_ENTRY:
        return "not a board saved as .npz"
    return "the directory of the file is damaged" if b"PK\5\6" in end else "truncated: the directory is missing"


def _array_of(data: bytes) -> NDArray[np.generic]:
    """The array of an ``.npy`` file that is whole."""
    file = io.BytesIO(data)
    version = npy.read_magic(file)
    if version not in ((1, 0), (2, 0)):
        raise ValueError(version)
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    with _PARSING:
        shape, is_fortran, dtype = read(file)
    if dtype.hasobject:
        raise ValueError(shape)
    # Which must be just as many as there are, or numpy refuses.
    return np.frombuffer(data, dtype, offset=file.tell()).reshape(shape, order="F" if is_fortran else "C")


def is_zip(head: bytes) -> bool:
    """Whether a file that begins so should be an archive."""
    return head.startswith(_FIRST_ENTRY)
