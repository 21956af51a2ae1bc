"""The format of files that only gpulife reads, such as autosaves; and pairs of such files, written alternately."""

import json
import os
import re
import secrets
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Self, TypeVar

import psutil
from filelock import BaseFileLock

from gpulife.errors import GpulifeError, OutputError
from gpulife.storage.atomic_io import atomic_write, make_folder, set_aside
from gpulife.storage.bounded_reading import format_whole_units, open_regular, parse_json
from gpulife.storage.locks import LOCK_ENDING, try_lock

# The format of all files that gpulife saves for itself: named parts after a mark and a version, each part with a
# checksum. Replays, autosaves, games by mail and displays of kinetic art use it. All numbers are little-endian::
#
#     8 bytes   mark of the kind of file
#     2 bytes   version of the format
#     then for each part
#     1 byte    length of its name, and the name (ASCII)
#     8 bytes   length of its data
#     16 bytes  BLAKE2b-128 of name and data
#               the data
#
# A part that is JSON is compressed by zlib.

JSON_BYTES = 1 << 20
"""Default limit on the uncompressed size of a part, in bytes. Parts in practice are several times smaller."""
_HEAD_BYTES = 10
_CHECK_BYTES = 16

_Value = TypeVar("_Value")


class SavedFileError(GpulifeError):
    """A saved file cannot be used; the message is one line that names the file."""


class UnreadableError(SavedFileError):
    """A saved file cannot be read, but may be intact: perhaps another machine or a newer gpulife can read it."""


class DamagedError(SavedFileError):
    """A file that gpulife saved is damaged."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of saved file.

    Attributes:
        mark: the first 8 bytes of the file.
        version: the format's version in files that this program writes; newer versions cannot be read.
        title: name of a file of this kind in error messages, with an article: "a replay".
        parts: the names of the parts, in their order.
        private: True if only the owner may read the file, because it holds an unfinished session.
    """

    mark: bytes
    version: int
    title: str
    parts: tuple[str, ...]
    private: bool = False


def write_parts(path: Path, kind: FileKind, parts: dict[str, bytes]) -> None:
    """Write a file of ``kind`` with these ``parts``, completely or not at all.

    Raises:
        OutputError: the system refused.
    """
    with atomic_write(path, "wb", private=kind.private) as file:
        file.writelines(_pieces(kind, parts))


def pack_parts(kind: FileKind, parts: dict[str, bytes]) -> bytes:
    """Return the content of a file of ``kind``."""
    return b"".join(_pieces(kind, parts))


def _pieces(kind: FileKind, parts: dict[str, bytes]) -> Iterator[bytes]:
    yield kind.mark + kind.version.to_bytes(2, "little")
    for name in kind.parts:
        data, label = parts[name], name.encode("ascii")
        yield bytes([len(label)]) + label + len(data).to_bytes(8, "little") + _check(label, data)
        yield data


def read_parts(path: Path, kind: FileKind, until: str = "") -> dict[str, bytes]:
    """Read a file of ``kind``, and return its parts, keyed by name.

    Args:
        path: the file.
        kind: the expected kind of file.
        until: name of the last part to read and check; "" for all parts.

    Raises:
        UnreadableError: the file cannot be read, or a newer gpulife wrote it.
        DamagedError: a part is missing or damaged.
        SavedFileError: the file is of another kind.
    """
    with open_regular(path, UnreadableError) as file:
        try:
            return _read_parts(file, os.fstat(file.fileno()).st_size, path, kind, until)
        except OSError as error:
            raise UnreadableError(f"cannot read {path}: {error.strerror or error}") from error


def unpack_parts(content: bytes, name: Path, kind: FileKind) -> dict[str, bytes]:
    """Return the parts in the content of a file of ``kind``, keyed by name.

    Args:
        content: the bytes from :func:`pack_parts`.
        name: the file's name, for error messages.
        kind: the expected kind of file.

    Raises:
        SavedFileError: as from :func:`read_parts`.
    """
    return _read_parts(BytesIO(content), len(content), name, kind, "")


def _read_parts(file: IO[bytes], size: int, path: Path, kind: FileKind, until: str) -> dict[str, bytes]:
    head = file.read(_HEAD_BYTES)
    if head[:8] != kind.mark:
        raise SavedFileError(f"{path} is not {kind.title} written by gpulife")
    version = int.from_bytes(head[8:], "little")
    if version > kind.version:
        raise UnreadableError(
            f"{path} was written by a newer gpulife, in format {version}; this one reads formats up to {kind.version}"
        )
    left = size - _HEAD_BYTES
    if left > psutil.virtual_memory().available // 2:
        raise UnreadableError(f"{path} has {format_whole_units(left)}: too large for the free memory")
    parts = {}
    for name in kind.parts:
        label = name.encode("ascii")
        head = file.read(1 + len(label) + 8 + _CHECK_BYTES)
        left -= len(head)
        length = int.from_bytes(head[-8 - _CHECK_BYTES : -_CHECK_BYTES], "little")
        part = file.read(length) if length <= left else None  # do not trust a stated length
        if head[: 1 + len(label)] != bytes([len(label)]) + label or part is None or len(part) != length:
            raise damaged(path, name, "it is cut off or missing")
        left -= length
        if _check(label, part) != head[-_CHECK_BYTES:]:
            raise damaged(path, name, "its checksum is wrong")
        parts[name] = part
        if name == until:
            return parts
    if left > 0:
        raise DamagedError(f"{path} is damaged: it has {left} bytes too many")
    return parts


def damaged(path: Path, part: str, why: str) -> DamagedError:
    """Return the error for a damaged part of a file."""
    return DamagedError(f"{path} is damaged in its part {part!r}: {why}")


def pack_json(data: Any) -> bytes:
    """Return ``data`` as compressed JSON."""
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode("utf-8"), 9)


def unpack(path: Path, part: str, data: bytes, limit: int) -> bytes:
    """Return the JSON text that :func:`pack_json` compressed.

    Raises:
        DamagedError: ``data`` is not compressed text, or the text has more than ``limit`` bytes.
    """
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, limit + 1)
    except zlib.error as error:
        raise damaged(path, part, f"it cannot be unpacked: {error}") from error
    if len(text) > limit:
        raise damaged(path, part, f"it unpacks to more than {format_whole_units(limit)}")
    if not unpacker.eof or unpacker.unused_data:
        raise damaged(path, part, "it is followed by other data" if unpacker.eof else "it is cut off")
    return text


def unpack_json(path: Path, part: str, data: bytes, kind: type[_Value], limit: int = JSON_BYTES) -> _Value:
    """Return the value of type ``kind`` that :func:`pack_json` compressed.

    Raises:
        DamagedError: the value does not have this type, or its text has more than ``limit`` bytes; the message names
            the file, the part and the wrong value.
    """
    text = unpack(path, part, data, limit)
    return parse_json(text, kind, f"{path} is damaged in its part {part!r}", DamagedError)


def _check(label: bytes, data: bytes) -> bytes:
    digest = blake2b(label, digest_size=_CHECK_BYTES)
    digest.update(data)
    return digest.digest()


# Two alternating files under the lock of a running program, used for sessions and displays of art. Each save replaces
# the older file, so there is one good file whenever the program or the machine stops. The file with the highest number
# is the newest. The operating system releases the lock however a program ends, so unlocked files belong to a program
# that has ended. A program takes the lock before it continues with such files.

_Saved = TypeVar("_Saved")


class Rotation:
    """Two files that are saved alternately, so that one is always intact, and a lock against other programs.

    The files are ``NAME-a.EXTENSION``, ``NAME-b.EXTENSION`` and ``.NAME.lock``, all in one folder.

    Args:
        folder: the folder, which is created at the first save.
        name: any text that is valid in a file name.
        ending: the file extension with its dot, such as ".gpusave".

    Attributes:
        paths: the two files, which need not exist.
        number: number of the last save read or written; 0 before the first.
    """

    def __init__(self, folder: Path, name: str, ending: str) -> None:
        self.folder = folder
        self.name = name
        self.paths = (folder / f"{name}-a{ending}", folder / f"{name}-b{ending}")
        self.number = 0
        self._turn = 0
        self._lock_path = folder / f".{name}{LOCK_ENDING}"
        self._lock: BaseFileLock | None = None

    @classmethod
    def new(cls, folder: Path, prefix: str, ending: str) -> Self:
        """Return a Rotation with a new random name, which this program has locked.

        Raises:
            OutputError: the system refused.
        """
        make_folder(folder, private=True)
        while True:
            files = cls(folder, f"{prefix}-{secrets.token_hex(8)}", ending)
            if files.lock():
                return files

    @classmethod
    def find(cls, folder: Path, ending: str) -> list[Self]:
        """Return all rotations in a folder, locked or not, the most recently written first."""
        pattern = re.compile(rf"(.+)-[ab]{re.escape(ending)}", re.DOTALL)
        names: set[str] = set()
        with suppress(OSError):
            names = {match[1] for path in folder.iterdir() if (match := pattern.fullmatch(path.name))}
        return sorted(
            (cls(folder, name, ending) for name in names),
            key=lambda files: (files._last_written, files.name),
            reverse=True,
        )

    @classmethod
    def clear_locks(cls, folder: Path, ending: str) -> None:
        """Remove the locks of programs that were killed before they saved anything."""
        with suppress(OSError):
            names = [path.name[1 : -len(LOCK_ENDING)] for path in folder.glob(f".*{LOCK_ENDING}")]
            for files in (cls(folder, name, ending) for name in names):
                with suppress(OutputError):
                    if not files.existing and files.lock():
                        files.release()

    @property
    def existing(self) -> tuple[Path, ...]:
        """The paths of the two files, or of the one that exists; the most recently written first."""
        return tuple(sorted((stats := self._stats()), key=lambda path: stats[path].st_mtime_ns, reverse=True))

    @property
    def size(self) -> int:
        """The total size of the two files in bytes."""
        return sum(status.st_size for status in self._stats().values())

    @property
    def _last_written(self) -> int:
        """The time of the last save in nanoseconds since 1970; 0 if there are no files."""
        return max((status.st_mtime_ns for status in self._stats().values()), default=0)

    def lock(self, wait: float = 0.0) -> bool:
        """Lock the files for this program, waiting at most ``wait`` seconds; return True if they are locked now.

        Raises:
            OutputError: the system refused.
        """
        if self._lock is None:
            self._lock = try_lock(self._lock_path, wait)
        return self._lock is not None

    def release(self) -> None:
        """Release the lock for other programs; delete the lock's file if neither of the two files exists."""
        lock, self._lock = self._lock, None
        if lock is None:
            return
        if not self.existing:
            with suppress(OSError):
                self._lock_path.unlink(missing_ok=True)
        lock.release()

    def read_newest(
        self,
        read: Callable[[Path], tuple[int, _Saved]],
        *,
        leave_in_place: type[SavedFileError] | tuple[()] = UnreadableError,
    ) -> tuple[_Saved | None, list[SavedFileError]]:
        """Return the content of the newer file, or of the other one if the newer is damaged.

        The next save replaces the file that was not returned.

        Args:
            read: returns the number and the content of a saved file.
            leave_in_place: the class of errors after which a file keeps its name. After other errors, it is renamed.

        Returns:
            (content, errors): the content, or None if neither file can be read, and an error for each file that cannot
            be read.
        """
        newest: _Saved | None = None
        problems = []
        for path in self.existing:
            try:
                number, saved = read(path)
            except SavedFileError as error:
                problems.append(
                    error if isinstance(error, leave_in_place) else SavedFileError(f"{error}; {set_aside(path)}")
                )
                continue
            if newest is None or number > self.number:
                newest, self.number, self._turn = saved, number, 1 - self.paths.index(path)
        return newest, problems

    def write_next(self, write: Callable[[Path, int], None]) -> Path:
        """Replace the older file by calling ``write`` with its path and the new save's number; return the path.

        Raises:
            OutputError: the system refused; the newer file still exists.
        """
        path = self.paths[self._turn]
        make_folder(self.folder, private=True)
        write(path, self.number + 1)
        self.number, self._turn = self.number + 1, 1 - self._turn
        return path

    def remove_older(self) -> None:
        """Delete the older file of the two.

        Raises:
            OutputError: the system refused.
        """
        _unlink(self.paths[self._turn])

    def remove(self) -> None:
        """Delete the two files and the lock, which this program must hold.

        Raises:
            OutputError: the system refused; the lock is released in any case.
        """
        try:
            for path in self.paths:
                _unlink(path)
        finally:
            self.release()

    def _stats(self) -> dict[Path, os.stat_result]:
        stats = {}
        for path in self.paths:
            with suppress(OSError):
                stats[path] = path.lstat()
        return stats


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"cannot delete {path}: {error.strerror or error}") from error
