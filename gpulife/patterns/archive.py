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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from types import TracebackType
from typing import IO, Self

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.patterns.npy_header import MAX_HEADER_BYTES, HeaderError, NpyHeader, read_npy_header
from gpulife.patterns.pattern import Cells

_FIRST_ENTRY = b"PK\3\4"
_DIRECTORY_ERRORS = (
    *(zipfile.BadZipFile, OSError, EOFError, ValueError, OverflowError, struct.error, IndexError),
    *(NotImplementedError, RuntimeError),
)
_ENTRY_ERRORS = (*_DIRECTORY_ERRORS, zlib.error, MemoryError)
_MAX_FACT_BYTES = 1 << 16
_HIGHEST_CODE = 0x10FFFF
_BEST_DEFLATE = 1032  # bytes out of one byte, at most
_LONGEST_END = 1 << 16  # the last record of a zip file, with its remark


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
        if not size < info.file_size <= size + MAX_HEADER_BYTES:
            raise self._damaged(what, f"{info.file_size} bytes instead of {size}")
        array = self._array(info, what)
        if array.dtype != np.uint8 or array.shape != shape:
            raise self._damaged(what, f"{array.dtype} of shape {array.shape} instead of {shape}")
        return array.view(np.uint8)

    @contextmanager
    def stream(self, name: str, what: str) -> Iterator[ArrayStream]:
        """An entry of any size, to be read piece by piece while the block lasts.

        Raises:
            PatternError: it is missing or damaged.
        """
        info = self._info(name, what)
        with self._opened(info, what) as entry:
            header = self._header(entry, info, what)
            yield ArrayStream(header, lambda count: self._read(entry, count, what))

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
        codes = np.frombuffer(array.astype(array.dtype.newbyteorder("=")).tobytes(), np.uint32)
        if codes.max(initial=0) > _HIGHEST_CODE:  # of which numpy makes texts that no function of texts can take
            raise self._damaged(what, "no text")
        return str(array[()])

    def _fact(self, name: str, what: str) -> NDArray[np.generic]:
        info = self._info(name, what)
        if info.file_size > _MAX_FACT_BYTES:
            raise self._damaged(what, f"{info.file_size} bytes, far too many")
        return self._array(info, what)

    def _info(self, name: str, what: str) -> zipfile.ZipInfo:
        info = self._infos.get(name)
        if info is None:
            raise PatternError(f"{self.source}: {what} missing")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self._damaged(what, "compressed in an unknown way")
        if info.file_size > _BEST_DEFLATE * info.compress_size + MAX_HEADER_BYTES:
            raise self._damaged(what, f"{info.compress_size} bytes cannot unpack to {info.file_size}")
        return info

    def _array(self, info: zipfile.ZipInfo, what: str) -> NDArray[np.generic]:
        """All of an entry."""
        with self._opened(info, what) as entry:
            header = self._header(entry, info, what)
            data = self._read(entry, header.size, what)
            if self._read(entry, 1, what) or len(data) != header.size:  # and so the checksum is looked at
                raise self._damaged(what, "cut off")
        return np.frombuffer(data, header.dtype).reshape(header.shape, order="F" if header.is_fortran else "C")

    @contextmanager
    def _opened(self, info: zipfile.ZipInfo, what: str) -> Iterator[IO[bytes]]:
        try:
            # Opened by one thread at a time: each opening looks at the entry's own header.
            with self._lock:
                entry = self._archive.open(info)
        except _ENTRY_ERRORS as error:
            raise self._unreadable(error, what) from error
        with entry:
            yield entry

    def _header(self, entry: IO[bytes], info: zipfile.ZipInfo, what: str) -> NpyHeader:
        try:
            header = read_npy_header(entry)
        except HeaderError as error:
            raise self._damaged(what, "no array") from error
        except _ENTRY_ERRORS as error:
            raise self._unreadable(error, what) from error
        if not header.dtype.itemsize:
            raise self._damaged(what, "no array")
        if header.offset + header.size != info.file_size:
            raise self._damaged(what, f"{info.file_size} bytes instead of {header.offset + header.size}")
        return header

    def _read(self, entry: IO[bytes], count: int, what: str) -> bytes:
        """So many bytes, or what is left."""
        try:
            return entry.read(count)
        except _ENTRY_ERRORS as error:
            raise self._unreadable(error, what) from error

    def _unreadable(self, error: BaseException, what: str) -> PatternError:
        why = "checksum" if "CRC" in str(error) else "cut off" if isinstance(error, EOFError) else "unreadable"
        return self._damaged(what, "too large for memory" if isinstance(error, MemoryError) else why)

    def _damaged(self, what: str, why: str) -> PatternError:
        return PatternError(f"{self.source}: {what} damaged ({why})")


@dataclass(frozen=True, slots=True)
class ArrayStream:
    """An array in a file, from its first element on.

    Attributes:
        header: of the array.
        read: gives the next bytes, as many as asked for or those that are left.
    """

    header: NpyHeader
    read: Callable[[int], bytes]


def open_archive(open_file: Callable[[], IO[bytes]], source: str) -> Archive:
    """Open a file as an archive.

    Args:
        open_file: opens it; see ``reading.open_regular``.
        source: what to call it in messages.

    Raises:
        PatternError: it cannot be read, or is none, or its directory is missing or damaged.
    """
    file = open_file()
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


def is_zip(head: bytes) -> bool:
    """Whether a file that begins so should be an archive."""
    return head.startswith(_FIRST_ENTRY)
