"""Zip files read as if they were folders, such as collections of patterns: PATH/all.zip/inner/name.

Nothing is unpacked onto the disk. What a zip file says about its content may be false. So its directory (list of files)
is read only up to a limit, unsafe names are left out, and a file is unpacked only as far as it is read.
"""

import io
import os
import struct
import zipfile
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from gpulife.errors import GpulifeError
from gpulife.storage.bounded_reading import ReadError, format_whole_units, open_regular

ZIP_ENDING = ".zip"
MAX_DIRECTORY_BYTES = 4 << 20
"""Maximum size in bytes of a zip file's directory (the list of its files), which has about a hundred bytes per file."""
_MAX_NAME = 500
_PIECE = 1 << 16
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_LOCAL_MARK = b"PK\3\4"
_ENCRYPTED = 1
_ERRORS = (
    *(zipfile.BadZipFile, OSError, EOFError, ValueError, OverflowError, struct.error, IndexError),
    *(NotImplementedError, RuntimeError),
)


@dataclass(frozen=True, slots=True)
class ZipEntry:
    """A file in a zip file.

    Attributes:
        size: size in bytes, as the zip file states it.
        packed: number of bytes that the file takes in the zip file.
        start: position of the file's header in the zip file, in bytes.
        is_deflated: True if the file is compressed.
        checksum: CRC-32 of the unpacked file.
        problem: why the file cannot be read; "" if it can.
    """

    size: int
    packed: int
    start: int
    is_deflated: bool
    checksum: int
    problem: str = ""


def is_zip_file(path: Path) -> bool:
    """Return True if the path is a file whose name ends in ".zip"."""
    # Path.is_file raises for names that no file can have.
    return path.suffix.lower() == ZIP_ENDING and os.path.isfile(path)  # noqa: PTH113


def split_zip_path(path: Path) -> tuple[Path, str] | None:
    """Split a path into the zip file and the name inside it; the name is "" if the path is the zip file's own.

    The result is None if the path contains no zip file.
    """
    for part in (*reversed(path.parents), path):
        if is_zip_file(part):
            return part, "" if part == path else path.relative_to(part).as_posix()
    return None


def zip_entries(path: Path) -> dict[str, ZipEntry]:
    """Return the files in a zip file, keyed by name ("inner/name"), in the order of its directory.

    Folders, hidden files and unsafe names are left out. If several files have the same name, only the first is
    returned.

    Raises:
        ReadError: the zip file cannot be read, or its directory is damaged or too large.
    """
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise ReadError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    return _entries(str(path), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4)
def _entries(path: str, _time: int, _size: int) -> dict[str, ZipEntry]:
    """Read the directory of a zip file. ``_time`` and ``_size`` make the cache read a changed file again."""
    with open_regular(Path(path)) as file:
        try:
            with zipfile.ZipFile(_BoundedFile(file, path)) as archive:
                infos = archive.infolist()
        except _ERRORS as error:
            raise ReadError(f"{path}: not a zip file, or damaged") from error
    entries: dict[str, ZipEntry] = {}
    for info in infos:
        name = info.filename.replace("\\", "/")
        if _is_safe(name):
            entries.setdefault(name, _entry_of(info))
    return entries


def _entry_of(info: zipfile.ZipInfo) -> ZipEntry:
    is_known = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    problem = "" if is_known else "compressed by an unknown method"
    problem = "encrypted" if info.flag_bits & _ENCRYPTED else problem
    is_deflated = info.compress_type == zipfile.ZIP_DEFLATED
    return ZipEntry(info.file_size, info.compress_size, info.header_offset, is_deflated, info.CRC, problem)


def _is_safe(name: str) -> bool:
    """Return True if ``name`` stays inside the zip file and is not the name of a hidden file."""
    parts = name.split("/")
    is_path = all(part and part.strip(". ") and not part.startswith(".") for part in parts)
    return is_path and len(name) <= _MAX_NAME and parts[0] != "__MACOSX" and ":" not in name and "\0" not in name


def open_zip_entry(path: Path, name: str, error: type[GpulifeError] = ReadError) -> IO[bytes]:
    """Open a file inside a zip file, to be read once from start to end.

    Reading raises ReadError (or ``error``) if the file is incomplete, longer than the zip file states, or has a wrong
    checksum.

    Raises:
        ReadError: (or ``error``) there is no such file, or it cannot be read.
    """
    source = f"{path}/{name}"
    try:
        entry = zip_entries(path).get(name)
        file = open_regular(path)
    except ReadError as problem:
        raise error(str(problem)) from problem
    why = "not there" if entry is None else entry.problem
    if entry is not None and not why:
        if _go_to_content(file, entry.start):
            return io.BufferedReader(_EntryFile(file, entry, source, error), _PIECE)
        why = "damaged: it has no header"
    file.close()
    raise error(f"{source} is {why}")


def _go_to_content(file: IO[bytes], start: int) -> bool:
    try:
        file.seek(start)
        mark, name_size, extra_size = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
        file.seek(name_size + extra_size, io.SEEK_CUR)
    except (OSError, ValueError, OverflowError, struct.error):
        return False
    return bool(mark == _LOCAL_MARK)


class _EntryFile(io.RawIOBase):
    """The unpacked bytes of an entry in a zip file. ``file`` must be positioned at the entry's first packed byte."""

    def __init__(self, file: IO[bytes], entry: ZipEntry, source: str, error: type[GpulifeError]) -> None:
        self._file = file
        self._entry = entry
        self._source = source
        self._error = error
        self._unpacker = zlib.decompressobj(-zlib.MAX_WBITS) if entry.is_deflated else None
        self._packed_left = entry.packed
        self._left = entry.size
        self._checksum = 0
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        view = memoryview(buffer).cast("B")
        data = self._next(len(view))
        if len(data) > self._left:
            raise self._damaged("it is longer than stated")
        self._left -= len(data)
        self._checksum = zlib.crc32(data, self._checksum)
        if not data:
            if self._left:
                raise self._damaged("it is cut off")
            if self._checksum != self._entry.checksum:
                raise self._damaged("its checksum is wrong")
        view[: len(data)] = data
        return len(data)

    def _next(self, limit: int) -> bytes:
        """Return the next unpacked bytes, at most ``limit``; an empty result means the end of the file."""
        if self._unpacker is None:
            return self._packed(limit)
        try:
            while not self._unpacker.eof:
                packed = self._waiting or self._packed(_PIECE)
                data = self._unpacker.decompress(packed, limit)
                self._waiting = self._unpacker.unconsumed_tail
                if data or not packed:
                    return data
        except zlib.error as problem:
            raise self._damaged(str(problem)) from problem
        return b""

    def _packed(self, limit: int) -> bytes:
        data = self._file.read(min(limit, self._packed_left))
        self._packed_left -= len(data)
        return data

    def _damaged(self, why: str) -> GpulifeError:
        return self._error(f"{self._source} is damaged: {why}")

    def close(self) -> None:
        self._file.close()
        super().close()


class _BoundedFile:
    """Wraps a zip file. Raises ReadError if its directory is larger than MAX_DIRECTORY_BYTES."""

    def __init__(self, file: IO[bytes], source: str) -> None:
        self._file = file
        self._source = source
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        limit = MAX_DIRECTORY_BYTES + 1
        data = self._file.read(limit if size < 0 else min(size, limit))
        if len(data) == limit:
            most = format_whole_units(MAX_DIRECTORY_BYTES)
            raise ReadError(f"{self._source} has too many files: the list of its files is larger than {most}")
        return data

    def close(self) -> None:
        """Do nothing: whoever opened the file closes it."""
