"""The format of all files that gpulife saves for itself: named parts behind a mark and a version, each with a checksum.

Replays, autosaves, games by mail and displays of kinetic art are kinds of it. All numbers are little-endian::

    8 bytes   mark of the kind of file
    2 bytes   version of the format
    then for each part
    1 byte    length of its name, and the name (ASCII)
    8 bytes   length of its data
    16 bytes  BLAKE2b-128 of name and data
              the data

A part that is JSON is compressed by zlib.
"""

import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import IO, Any, TypeVar

import psutil

from gpulife.errors import GpulifeError
from gpulife.storage.atomic_io import atomic_write
from gpulife.storage.bounded_reading import format_whole_units, open_regular, parse_json

JSON_BYTES = 1 << 20
"""Limit on the text of a part, unless its reader gives another: several times what the longest of them can need."""
_HEAD_BYTES = 10
_CHECK_BYTES = 16

_Value = TypeVar("_Value")


class SavedFileError(GpulifeError):
    """A saved file cannot be used; the message is one line that names the file."""


class UnreadableError(SavedFileError):
    """A saved file cannot be read on this machine, at this moment or by this version; the file itself may be good."""


class DamagedError(SavedFileError):
    """A file that gpulife saved has a mistake in it."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """What a kind of saved file looks like.

    Attributes:
        mark: the first 8 bytes of the file.
        version: the newest version of the format that this program can read, and the one that it writes.
        title: what messages call it, with an article: "a replay".
        parts: the names of the parts, in their order.
        private: whether only the owner may read the file, because it holds a session that goes on.
    """

    mark: bytes
    version: int
    title: str
    parts: tuple[str, ...]
    private: bool = False


def write_parts(path: Path, kind: FileKind, parts: dict[str, bytes]) -> None:
    """Write a file of ``kind`` atomically.

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
    """Read the parts of a file of ``kind``, by name.

    Args:
        path: the file.
        kind: the kind of file that it should be.
        until: the last part to read and check; all of them by default.

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
    """Return the parts of the content of a file of ``kind``, by name.

    Args:
        content: what :func:`pack_parts` returned.
        name: what messages call it.
        kind: the kind of file that it should be.

    Raises:
        SavedFileError: as from :func:`read_parts`.
    """
    return _read_parts(BytesIO(content), len(content), name, kind, "")


def _read_parts(file: IO[bytes], size: int, path: Path, kind: FileKind, until: str) -> dict[str, bytes]:
    head = file.read(_HEAD_BYTES)
    if head[:8] != kind.mark:
        raise SavedFileError(f"{path} is not {kind.title} of gpulife")
    version = int.from_bytes(head[8:], "little")
    if version > kind.version:
        raise UnreadableError(
            f"{path} was written by a newer gpulife: its format is {version}, this one reads up to {kind.version}"
        )
    left = size - _HEAD_BYTES
    if left > psutil.virtual_memory().available // 2:
        raise UnreadableError(f"{path} has {format_whole_units(left)}, which do not fit into the memory that is free")
    parts = {}
    for name in kind.parts:
        label = name.encode("ascii")
        head = file.read(1 + len(label) + 8 + _CHECK_BYTES)
        left -= len(head)
        length = int.from_bytes(head[-8 - _CHECK_BYTES : -_CHECK_BYTES], "little")
        part = file.read(length) if length <= left else None  # what a file says of itself is not asked for blindly
        if head[: 1 + len(label)] != bytes([len(label)]) + label or part is None or len(part) != length:
            raise damaged(path, name, "it is cut off or missing")
        left -= length
        if _check(label, part) != head[-_CHECK_BYTES:]:
            raise damaged(path, name, "its checksum is wrong")
        parts[name] = part
        if name == until:
            return parts
    if left > 0:
        raise damaged(path, "end", f"{left} bytes follow it")
    return parts


def damaged(path: Path, part: str, why: str) -> DamagedError:
    """Return the error that says which part of a file is damaged."""
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
        raise damaged(path, part, "something follows it" if unpacker.eof else "it is cut off")
    return text


def unpack_json(path: Path, part: str, data: bytes, kind: type[_Value], limit: int = JSON_BYTES) -> _Value:
    """Return the value of type ``kind`` that :func:`pack_json` compressed.

    Raises:
        DamagedError: it is no such value, or its text has more than ``limit`` bytes; the message names the file, the
            part and the place in it.
    """
    text = unpack(path, part, data, limit)
    return parse_json(text, kind, f"{path} is damaged in its part {part!r}", DamagedError)


def _check(label: bytes, data: bytes) -> bytes:
    digest = blake2b(label, digest_size=_CHECK_BYTES)
    digest.update(data)
    return digest.digest()
