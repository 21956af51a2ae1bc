"""Writes a zip file as a stream, entry after entry.

The standard library reads such files well, but it writes them in one thread, without the wanted kind of compression,
and seeks back. Here the caller compresses entries beforehand, in any number of threads, and nothing is written twice:
the file can be a pipe. All fields are little-endian (APPNOTE.TXT of PKWARE, sections 4.3.7, 4.3.12 to 4.3.16).
"""

import struct
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import blake2b

_VERSION = 45  # the first that knows of more than 4 GiB
_DEFLATED = 8
_DATE = 1 << 5 | 1  # 1 January 1980: the same board gives the same bytes
_IN_64_BIT_FIELD_32, _IN_64_BIT_FIELD_16 = 0xFFFFFFFF, 0xFFFF  # say that the value is in the 64-bit field
_MIN_64_BIT_OFFSET, _MIN_64_BIT_COUNT = _IN_64_BIT_FIELD_32, _IN_64_BIT_FIELD_16
"""Offsets and counts from which on the 64-bit fields are used."""

_LEVEL, _WINDOW, _MEMORY = 1, -15, 9
"""Options of zlib: the fastest, raw deflate, the most memory (some 400 KiB)."""


@dataclass(frozen=True, slots=True)
class Deflated:
    """Compressed data.

    Attributes:
        data: raw deflate.
        size: bytes before compression, less than 4 GiB.
        checksum: CRC-32 of the uncompressed bytes.
    """

    data: bytes
    size: int
    checksum: int


def deflated(data: bytes) -> Deflated:
    """Compress ``data``; other threads can run meanwhile.

    Bits of boards are noise or runs of 0: deflate's search for repetitions, which Z_RLE leaves out, takes most of the
    time but finds nothing in noise, and nothing better than runs in runs.
    """
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_RLE)
    return Deflated(packer.compress(data) + packer.flush(), len(data), zlib.crc32(data))


def fingerprint(entries: Iterable[tuple[str, int, int]]) -> str:
    """Return 32 hexadecimal digits that tell a zip file from others: a hash of its directory, which is read at once.

    Args:
        entries: name, size before compression and checksum of each entry, in their order.
    """
    digest = blake2b(digest_size=16)
    for name, size, checksum in entries:
        digest.update(f"{name} {size} {checksum}\n".encode())
    return digest.hexdigest()


class ZipStream:
    """A zip file being written.

    Args:
        write: takes the next bytes of the file.
    """

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write
        self._at = 0
        self._directory: list[bytes] = []
        self._entries: list[tuple[str, int, int]] = []

    @property
    def fingerprint(self) -> str:
        """The :func:`fingerprint` of the entries so far."""
        return fingerprint(self._entries)

    def add(self, name: str, entry: Deflated) -> None:
        """Write an entry."""
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
        """Write the directory; nothing can be added afterwards."""
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
