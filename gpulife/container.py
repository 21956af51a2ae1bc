"""The files of sessions: named parts behind a mark and a version, each with a checksum of its own.

All numbers are little-endian::

    8 bytes   mark of the kind of file
    2 bytes   version of the format
    then for each part
    1 byte    length of its name, and the name (ASCII)
    8 bytes   length of its data
    16 bytes  BLAKE2b-128 of name and data
              the data

Used by ``replays`` and ``autosave``. A part that is JSON is compressed by zlib.
"""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, TypeVar

import psutil

from gpulife.errors import GpulifeError
from gpulife.files import atomic_write
from gpulife.reading import ReadError, decompress, open_regular, parse_json, size_text

JSON_BYTES = 1 << 20
"""The most for the text of a part, unless it says otherwise: some times what the longest of them can need."""
_HEAD_BYTES = 10
_CHECK_BYTES = 16

_Value = TypeVar("_Value")


class SavedFileError(GpulifeError):
    """A saved file is damaged, of another kind, or of a newer version; one line that names it."""


class UnreadableError(SavedFileError):
    """A saved file cannot be read here and now, or by this program: nothing need be wrong with it."""


class DamagedError(SavedFileError):
    """A saved file is one of ours, and something is wrong in it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file.

    Attributes:
        mark: its first 8 bytes.
        version: of the format, the newest that this program knows.
        title: in messages, with its article: "a replay".
        parts: their names, in order.
        private: whether only its owner may read a file: it holds a session that goes on.
    """

    mark: bytes
    version: int
    title: str
    parts: tuple[str, ...]
    private: bool = False


def write_parts(path: Path, kind: Kind, parts: dict[str, bytes]) -> None:
    """Write a file of ``kind`` atomically.

    Raises:
        OutputError: the system refused.
    """
    with atomic_write(path, "wb", private=kind.private) as file:
        file.write(kind.mark + kind.version.to_bytes(2, "little"))
        for name in kind.parts:
            data, label = parts[name], name.encode("ascii")
            file.write(bytes([len(label)]) + label + len(data).to_bytes(8, "little") + _check(label, data))
            file.write(data)


def read_parts(path: Path, kind: Kind, until: str = "") -> dict[str, bytes]:
    """Read a file of ``kind``: its parts by name.

    Args:
        path: the file.
        kind: what it should be.
        until: the last part that is wanted, and looked at; all of them by default.

    Raises:
        SavedFileError: it cannot be read, is none of the kind, newer than this program, or damaged in some part.
    """
    with open_regular(path, UnreadableError) as file:
        try:
            return _read_parts(file, path, kind, until)
        except OSError as error:
            raise UnreadableError(f"cannot read {path}: {error.strerror or error}") from error


def _read_parts(file: IO[bytes], path: Path, kind: Kind, until: str) -> dict[str, bytes]:
    head = file.read(_HEAD_BYTES)
    if head[:8] != kind.mark:
        raise SavedFileError(f"{path} is not {kind.title} of gpulife")
    version = int.from_bytes(head[8:], "little")
    if version > kind.version:
        raise UnreadableError(
            f"{path} was written by a newer gpulife: its format is {version}, this one reads up to {kind.version}"
        )
    left = os.fstat(file.fileno()).st_size - _HEAD_BYTES
    if left > psutil.virtual_memory().available // 2:
        raise UnreadableError(f"{path} has {size_text(left)}, which do not fit into the memory that is free")
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
    """The error that says which part of a file is damaged."""
    return DamagedError(f"{path} is damaged in its part {part!r}: {why}")


def pack_json(data: Any) -> bytes:
    """``data`` as compressed JSON."""
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode("utf-8"), 9)


def unpack(path: Path, part: str, data: bytes, limit: int) -> bytes:
    """The JSON text that :func:`pack_json` packed, of up to ``limit`` bytes.

    Raises:
        SavedFileError: it is none, or longer.
    """
    try:
        return decompress(data, limit, "it")
    except ReadError as error:
        raise damaged(path, part, str(error)) from error


def unpack_json(path: Path, part: str, data: bytes, kind: type[_Value], limit: int = JSON_BYTES) -> _Value:
    """The value of type ``kind`` that :func:`pack_json` packed, into ``limit`` bytes of text at most.

    Raises:
        SavedFileError: it is none; the line names the file, the part and the place in it.
    """
    text = unpack(path, part, data, limit)
    return parse_json(text, kind, f"{path} is damaged in its part {part!r}", DamagedError)


def _check(label: bytes, data: bytes) -> bytes:
    digest = blake2b(label, digest_size=_CHECK_BYTES)
    digest.update(data)
    return digest.digest()
