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
import zlib
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from gpulife.errors import GpulifeError
from gpulife.files import atomic_write

_CHECK_BYTES = 16
_MOST_JSON_BYTES = 1 << 30


class SavedFileError(GpulifeError):
    """A saved file is damaged, of another kind, or of a newer version; one line that names it."""


class UnreadableError(SavedFileError):
    """A saved file cannot be read here and now, or by this program: nothing need be wrong with it."""


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
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"cannot read {path}: {error.strerror or error}") from error
    if data[:8] != kind.mark:
        raise SavedFileError(f"{path} is not {kind.title} of gpulife")
    version = int.from_bytes(data[8:10], "little")
    if version > kind.version:
        raise UnreadableError(
            f"{path} was written by a newer gpulife: its format is {version}, this one reads up to {kind.version}"
        )
    rest = memoryview(data)[10:]
    parts = {}
    for name in kind.parts:
        label = name.encode("ascii")
        head = 1 + len(label) + 8 + _CHECK_BYTES
        length = int.from_bytes(rest[head - 8 - _CHECK_BYTES : head - _CHECK_BYTES], "little")
        part = bytes(rest[head : head + length])
        if bytes(rest[: 1 + len(label)]) != bytes([len(label)]) + label or len(part) != length:
            raise damaged(path, name, "it is cut off or missing")
        if _check(label, part) != bytes(rest[head - _CHECK_BYTES : head]):
            raise damaged(path, name, "its checksum is wrong")
        parts[name] = part
        if name == until:
            return parts
        rest = rest[head + length :]
    if rest:
        raise damaged(path, "end", f"{len(rest)} bytes follow it")
    return parts


def damaged(path: Path, part: str, why: str) -> SavedFileError:
    """The error that says which part of a file is damaged."""
    return SavedFileError(f"{path} is damaged in its part {part!r}: {why}")


def pack_json(data: Any) -> bytes:
    """``data`` as compressed JSON."""
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode("utf-8"), 9)


def unpack_json(path: Path, part: str, data: bytes) -> Any:
    """What :func:`pack_json` packed.

    Raises:
        SavedFileError: it is none.
    """
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, _MOST_JSON_BYTES)
        if not unpacker.eof:
            raise damaged(path, part, "it is too large or cut off")
        return json.loads(text)
    except (zlib.error, ValueError, RecursionError) as error:
        raise damaged(path, part, "it is no compressed JSON") from error


def _check(label: bytes, data: bytes) -> bytes:
    digest = blake2b(label, digest_size=_CHECK_BYTES)
    digest.update(data)
    return digest.digest()
