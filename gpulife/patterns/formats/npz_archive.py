"""Zip files of numpy arrays (``.npz``): written piece by piece, and read safely even if damaged."""

import io
import re
import struct
import sys
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from math import prod
from typing import IO

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.rules import Cells

# Writer of zip files as a stream, entry by entry. The standard library reads such files well, but its writer uses one
# thread, lacks the wanted kind of compression, and seeks back. Here the caller compresses entries beforehand, in any
# number of threads, and bytes are written only once: the file can be a pipe. All fields are little-endian (APPNOTE.TXT
# of PKWARE, sections 4.3.7, 4.3.12 to 4.3.16).

_VERSION = 45  # the first version for more than 4 GiB
_DEFLATED = 8
_DATE = 1 << 5 | 1  # always 1 January 1980, so that the same board gives the same bytes
_IN_64_BIT_FIELD_32, _IN_64_BIT_FIELD_16 = 0xFFFFFFFF, 0xFFFF  # mean that the value is in the 64-bit field
_MIN_64_BIT_OFFSET, _MIN_64_BIT_COUNT = _IN_64_BIT_FIELD_32, _IN_64_BIT_FIELD_16
"""From this offset (in bytes) or this number of entries, a zip file needs 64-bit fields."""

_LEVEL, _WINDOW, _MEMORY = 1, -15, 9
"""Options of zlib: the fastest level, raw deflate, and the most memory (about 400 KiB)."""


@dataclass(frozen=True, slots=True)
class Deflated:
    """Compressed data, for an entry of a zip file.

    Attributes:
        data: the compressed bytes (raw deflate).
        size: number of bytes before compression, less than 4 GiB.
        checksum: CRC-32 of the bytes before compression.
    """

    data: bytes
    size: int
    checksum: int


def deflated(data: bytes) -> Deflated:
    """Compress ``data`` without blocking other threads."""
    # The bits of boards are noise or runs of zeros, where a search for repetitions (not Z_RLE) finds nothing more.
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_RLE)
    return Deflated(packer.compress(data) + packer.flush(), len(data), zlib.crc32(data))


def fingerprint(entries: Iterable[tuple[str, int, int]]) -> str:
    """Return a hash that identifies a zip file, computed from its directory alone: 32 hexadecimal digits.

    Args:
        entries: name, uncompressed size in bytes and checksum of each entry, in the order of the directory.
    """
    digest = blake2b(digest_size=16)
    for name, size, checksum in entries:
        digest.update(f"{name} {size} {checksum}\n".encode())
    return digest.hexdigest()


class ZipStream:
    """A zip file being written.

    Args:
        write: called with the next bytes of the file.
    """

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write
        self._at = 0
        self._directory: list[bytes] = []
        self._entries: list[tuple[str, int, int]] = []

    @property
    def fingerprint(self) -> str:
        """The :func:`fingerprint` of the entries written so far."""
        return fingerprint(self._entries)

    def add(self, name: str, entry: Deflated) -> None:
        """Write an entry called ``name``."""
        label = name.encode("ascii")
        self._entries.append((name, entry.size, entry.checksum))
        fields = struct.pack(
            "<HHHHHIIIHH",
            *(_VERSION, 0, _DEFLATED, 0, _DATE),
            *(entry.checksum, len(entry.data), entry.size, len(label), 0),
        )
        far = self._at >= _MIN_64_BIT_OFFSET
        extra = struct.pack("<HHQ", 1, 8, self._at) if far else b""
        place = struct.pack("<HHHII", 0, 0, 0, 0, _IN_64_BIT_FIELD_32 if far else self._at)
        made_by = struct.pack("<H", _VERSION)
        self._directory.append(
            b"PK\1\2" + made_by + fields[:-2] + struct.pack("<H", len(extra)) + place + label + extra
        )
        self._put(b"PK\3\4" + fields + label)
        self._put(entry.data)

    def finish(self) -> None:
        """Write the zip file's directory, which ends the file. Afterwards, no more entries can be added."""
        start, count = self._at, len(self._directory)
        for line in self._directory:
            self._put(line)
        size, end = self._at - start, self._at
        if start >= _MIN_64_BIT_OFFSET or size >= _MIN_64_BIT_OFFSET or count >= _MIN_64_BIT_COUNT:
            self._put(b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, _VERSION, _VERSION, 0, 0, count, count, size, start))
            self._put(b"PK\6\7" + struct.pack("<IQI", 0, end, 1))
            count, size, start = _IN_64_BIT_FIELD_16, _IN_64_BIT_FIELD_32, _IN_64_BIT_FIELD_32
        self._put(b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, size, start, 0))

    def _put(self, data: bytes) -> None:
        self._write(data)
        self._at += len(data)


# Reader of ``.npz`` files that may be damaged in any way: every error is one line that names the file and the part.
# Memory is never allocated on a file's word alone: the stated size of an entry is first compared with the expected
# size, and with the most that deflate can unpack from so few bytes.

# The header of an ``.npy`` array is accepted only in the form that numpy writes. numpy's own parser passes the header
# to Python's, where nested brackets, numbers of thousands of digits and zero bytes would raise six kinds of errors, one
# of them in other threads.
MAX_HEADER_BYTES = 1 << 14

_MARK = b"\x93NUMPY\1\0"
_TEXT = re.compile(
    rb"\{'descr': '([<>|=]?(?:[iu][1248]|U[0-9]{1,5}))', 'fortran_order': False, "
    rb"'shape': \(((?:[0-9]{1,18}(?:, [0-9]{1,18}){0,3},?)?)\), \} *\n"
)


class HeaderError(Exception):
    """Error: the bytes are not a numpy array of whole numbers or of text."""


@dataclass(frozen=True, slots=True)
class NpyHeader:
    """The header of a numpy array in a file.

    Attributes:
        dtype: the type of the elements: whole numbers or text.
        shape: the shape of the array, with at most four dimensions.
        offset: number of bytes in the file before the first element.
    """

    dtype: np.dtype[np.generic]
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """Size in bytes of all elements together."""
        return prod(self.shape) * self.dtype.itemsize


def read_npy_header(file: IO[bytes]) -> NpyHeader:
    """Read the header of an array. ``file`` is then at the array's first element.

    Raises:
        HeaderError: there is no header, or the elements are neither whole numbers nor text.
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


_FIRST_ENTRY = b"PK\3\4"
_DIRECTORY_ERRORS = (
    *(zipfile.BadZipFile, OSError, EOFError, ValueError, OverflowError, struct.error, IndexError),
    *(NotImplementedError, RuntimeError),
)
_ENTRY_ERRORS = (*_DIRECTORY_ERRORS, zlib.error, MemoryError)
_MAX_SMALL_BYTES = 1 << 16
_BEST_DEFLATE = 1032  # most bytes that one compressed byte can unpack to
_MAX_END = 1 << 16  # size of a zip file's last record, including its comment


class Archive:
    """An open zip file whose entries are numpy arrays.

    Attributes:
        source: the file's name in messages.
        names: the names of the entries, including ``.npy``.
        fingerprint: identifies the file; see :func:`fingerprint`.
    """

    def __init__(self, archive: zipfile.ZipFile, source: str) -> None:
        self.source = source
        self._archive = archive
        self._infos = {info.filename: info for info in archive.infolist()}
        self.names = frozenset(self._infos)
        self.fingerprint = fingerprint((info.filename, info.file_size, info.CRC) for info in archive.infolist())
        self._lock = threading.Lock()

    def array(self, name: str, what: str, shape: tuple[int, ...]) -> Cells:
        """Return an entry that is an array of bytes.

        Args:
            name: name of the entry.
            what: subject and verb at the start of error messages, such as ``rows 0 to 511 are``.
            shape: the shape that the array must have.

        Raises:
            PatternError: the entry is missing, damaged or has another shape.
        """
        size = prod(shape)
        info = self._info(name, what)
        if not size < info.file_size <= size + MAX_HEADER_BYTES:
            raise self._damaged(what, f"{info.file_size} bytes instead of {size}")
        array = self._array(info, what)
        if array.dtype != np.uint8 or array.shape != shape:
            raise self._damaged(what, f"{array.dtype} of shape {array.shape} instead of {shape}")
        return array.view(np.uint8)

    def numbers(self, name: str, what: str, shape: tuple[int, ...]) -> NDArray[np.int64]:
        """Return an entry that is a small array of integers; the arguments are those of :meth:`array`."""
        array = self._small_array(name, what)
        if array.dtype.kind not in "iu" or array.shape != shape:
            raise self._damaged(what, f"{array.dtype} of shape {array.shape} instead of whole numbers")
        return array.astype(np.int64)

    def text(self, name: str, what: str) -> str:
        """Return an entry that is a short text; the arguments are those of :meth:`array`."""
        array = self._small_array(name, what)
        if array.dtype.kind != "U" or array.shape != ():
            raise self._damaged(what, f"{array.dtype} of shape {array.shape} instead of a text")
        codes = np.frombuffer(array.astype(array.dtype.newbyteorder("=")).tobytes(), np.uint32)
        if codes.max(initial=0) > sys.maxunicode:  # numpy would make invalid texts that crash other functions
            raise self._damaged(what, "not text")
        return str(array[()])

    def long_text(self, name: str, what: str, limit: int) -> str:
        """Return an entry that is a text in UTF-8 of up to ``limit`` bytes. ``what`` is as in :meth:`array`."""
        info = self._info(name, what)
        if info.file_size > limit + MAX_HEADER_BYTES:
            raise self._damaged(what, f"{info.file_size} bytes, far too many")
        array = self._array(info, what)
        try:
            return array.tobytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise self._damaged(what, "not text") from error

    def _small_array(self, name: str, what: str) -> NDArray[np.generic]:
        info = self._info(name, what)
        if info.file_size > _MAX_SMALL_BYTES:
            raise self._damaged(what, f"{info.file_size} bytes, far too many")
        return self._array(info, what)

    def _info(self, name: str, what: str) -> zipfile.ZipInfo:
        info = self._infos.get(name)
        if info is None:
            raise PatternError(f"{self.source}: {what} missing")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self._damaged(what, "unknown compression")
        if info.file_size > _BEST_DEFLATE * info.compress_size + MAX_HEADER_BYTES:
            raise self._damaged(what, f"{info.compress_size} bytes cannot unpack to {info.file_size}")
        return info

    def _array(self, info: zipfile.ZipInfo, what: str) -> NDArray[np.generic]:
        try:
            with self._lock:  # opening an entry reads from the shared file
                entry = self._archive.open(info)
            with entry:
                header = read_npy_header(entry)
                if header.offset + header.size != info.file_size:
                    raise self._damaged(what, f"{info.file_size} bytes instead of {header.offset + header.size}")
                data = entry.read(header.size)
                if entry.read(1) or len(data) != header.size:  # reading beyond the end checks the checksum
                    raise self._damaged(what, "cut off")
            return np.frombuffer(data, header.dtype).reshape(header.shape)
        except HeaderError as error:
            raise self._damaged(what, "not an array") from error
        except _ENTRY_ERRORS as error:
            why = "checksum" if "CRC" in str(error) else "cut off" if isinstance(error, EOFError) else "unreadable"
            raise self._damaged(what, "too large for memory" if isinstance(error, MemoryError) else why) from error

    def _damaged(self, what: str, why: str) -> PatternError:
        return PatternError(f"{self.source}: {what} damaged ({why})")


@contextmanager
def open_archive(open_file: Callable[[], IO[bytes]], source: str) -> Iterator[Archive]:
    """Open a file as an archive of numpy arrays for the duration of a ``with`` block.

    Args:
        open_file: opens the file; see ``bounded_reading.open_regular``.
        source: the file's name in messages.

    Raises:
        PatternError: the file cannot be read, is not a zip file, or its directory is missing or damaged.
    """
    with open_file() as file:
        try:
            if 2 * _directory_bytes(file) > file.seek(0, io.SEEK_END):  # each entry takes more than its line there
                raise PatternError(f"{source}: not a board saved as .npz: its list of contents is too long")
            archive = zipfile.ZipFile(file)
        except _DIRECTORY_ERRORS as error:
            raise PatternError(f"{source}: {_describe_bad_archive(file)}") from error
        yield Archive(archive, source)


def _directory_bytes(file: IO[bytes]) -> int:
    """Return the size of a zip file's directory, as the file states it; 0 if it states none."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _MAX_END))
    end = file.read()
    at = end.rfind(b"PK\5\6")
    stated = int.from_bytes(end[at + 12 : at + 16], "little") if at >= 0 else 0
    if stated == _IN_64_BIT_FIELD_32:
        at = end.rfind(b"PK\6\6", 0, at)
        return int.from_bytes(end[at + 40 : at + 48], "little") if at >= 0 else 0
    return stated


def _describe_bad_archive(file: IO[bytes]) -> str:
    try:
        file.seek(0)
        begin = file.read(4)
        size = file.seek(0, io.SEEK_END)
        file.seek(max(0, size - _MAX_END))
        end = file.read()
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"
    if begin != _FIRST_ENTRY:
        return "not a board saved as .npz"
    if b"PK\5\6" in end:
        return "the list of its contents is damaged"
    return "the file is cut off: the list of its contents is missing"


def is_zip(head: bytes) -> bool:
    """Return True if ``head``, the first bytes of a file, are those of a zip file."""
    return head.startswith(_FIRST_ENTRY)
