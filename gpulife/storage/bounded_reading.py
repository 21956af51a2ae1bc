"""Reads all data from outside, with limits on its size: files, pipes, compressed data, JSON and TOML.

Each reader stops at its limit, whatever size the data claims to have. Each error is one line that names the source.
Structured data is read into typed values by msgspec, so invalid data never becomes an object.
"""

import os
import re
import stat
import tomllib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec

from gpulife.errors import GpulifeError
from gpulife.storage.schema import explain, fill, form_of, to_dataclasses

TOML_BYTES = 1 << 20
"""Maximum size, in bytes, of a TOML file, which people write by hand."""
_DOTTED_KEY = re.compile(r"""(?<![\w"'.-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){256}""", re.ASCII)
"""Matches a key of more than 256 names joined by dots: parsing it would take very long."""
MAX_LINE = 1 << 16
"""Maximum length, in characters or bytes, of a line that a person types."""
_CHUNK = 1 << 20
_PIECE = 1 << 18
_GZIP = b"\x1f\x8b"
_MAX_REASON = 240

_Value = TypeVar("_Value")


class ReadError(GpulifeError):
    """Data from outside cannot be read, or is invalid."""


def open_regular(path: Path, error: type[GpulifeError] = ReadError) -> IO[bytes]:
    """Open a regular file for reading.

    Raises:
        ReadError: (or ``error``) the file is missing or may not be read, or it is a folder, a pipe or a device.
    """
    try:
        # O_NONBLOCK: opening a pipe would wait for a writer.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        if isinstance(problem, PermissionError) and path.is_dir():  # Windows cannot open folders
            raise error(f"cannot read {path}: it is a folder, not a file") from problem
        raise error(f"cannot read {path}: {_reason(problem)}") from problem
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    kind = "a folder" if stat.S_ISDIR(mode) else "a pipe" if stat.S_ISFIFO(mode) else "a device"
    raise error(f"cannot read {path}: it is {kind}, not a file")


def read_file(path: Path, limit: int, what: str, error: type[GpulifeError] = ReadError) -> bytes:
    """Return the content of a regular file.

    Args:
        path: the file.
        limit: the maximum size in bytes.
        what: the expected kind of file, for errors, as in "a replay".
        error: the class of errors to raise.

    Raises:
        ReadError: (or ``error``) the file cannot be read, is not a regular file, or has more than ``limit`` bytes.
    """
    with open_regular(path, error) as file:
        return read_stream(file, limit, str(path), what, error)


def read_if_there(path: Path, limit: int, what: str, error: type[GpulifeError] = ReadError) -> bytes | None:
    """Return the content of a file as :func:`read_file` does; None if the file does not exist."""
    try:
        return read_file(path, limit, what, error)
    except error as problem:
        if isinstance(problem.__cause__, FileNotFoundError):
            return None
        raise


def read_stream(file: IO[bytes], limit: int, source: str, what: str, error: type[GpulifeError] = ReadError) -> bytes:
    """Read a file, pipe or standard input to its end. ``source`` is its name in error messages.

    The other arguments are those of :func:`read_file`.
    """
    pieces, size = [], 0
    try:
        while piece := file.read(min(_CHUNK, limit + 1 - size)):
            pieces.append(piece)
            size += len(piece)
            if size > limit:
                raise error(f"{source} has more than {format_whole_units(limit)}: too large for {what}")
    except OSError as problem:
        raise error(f"cannot read {source}: {_reason(problem)}") from problem
    return b"".join(pieces)


def read_pieces(file: IO[bytes], source: str, error: type[GpulifeError] = ReadError) -> Iterator[bytes]:
    """Read a file, pipe or standard input lazily, in pieces of up to 256 KiB.

    Data in gzip format is unpacked, whatever the file's name is.

    Args:
        file: the file, which is read from its current position.
        source: name of the file in error messages.
        error: the class of errors to raise.

    Raises:
        ReadError: (or ``error``) the file cannot be read, or is a damaged or incomplete gzip file.
    """
    read = getattr(file, "read1", file.read)  # read1: returns what a pipe has, without waiting for more
    pieces = iter(lambda: read(_PIECE), b"")
    try:
        head = b""
        while len(head) < len(_GZIP) and (piece := next(pieces, b"")):
            head += piece
        if head.startswith(_GZIP):
            yield from _unpacked(head, pieces, source, error)
            return
        if head:
            yield head
        yield from pieces
    except OSError as problem:
        raise error(f"cannot read {source}: {_reason(problem)}") from problem


def _unpacked(data: bytes, pieces: Iterator[bytes], source: str, error: type[GpulifeError]) -> Iterator[bytes]:
    """Unpack gzip data, which may be several gzip files in a row. ``data`` is the beginning, ``pieces`` the rest."""
    try:
        while True:
            while not (data := data.lstrip(b"\0")):  # gzip pads
                if not (data := next(pieces, b"")):
                    return
            unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
            while not unpacker.eof:
                if not data and not (data := next(pieces, b"")):
                    raise error(f"{source} is cut off")
                if unpacked := unpacker.decompress(data, _PIECE):
                    yield unpacked
                data = unpacker.unconsumed_tail
            data = unpacker.unused_data
    except zlib.error as problem:
        raise error(f"{source} is damaged: {problem}") from problem


def parse_json(data: bytes | str, kind: type[_Value], source: str, error: type[GpulifeError] = ReadError) -> _Value:
    """Read JSON as a value of type ``kind``: dataclasses, tuples, enums and other types that msgspec supports.

    No field of a dataclass may be missing.

    Raises:
        ReadError: (or ``error``) the data is not JSON, or has another type; the message says where.
    """
    try:
        return to_dataclasses(msgspec.json.decode(data, type=form_of(kind, complete=True)))  # type: ignore[no-any-return]
    except (msgspec.MsgspecError, ValueError, TypeError, OverflowError, RecursionError, MemoryError) as problem:
        raise error(f"{source}: {_reason(problem)}") from problem


def parse_toml(data: bytes, source: str, error: type[GpulifeError] = ReadError) -> dict[str, Any]:
    """Parse TOML into a dict, which :func:`convert` turns into typed values.

    Raises:
        ReadError: (or ``error``) the data is not UTF-8 or not TOML, or has more than ``TOML_BYTES``.
    """
    if len(data) > TOML_BYTES:
        raise error(f"{source} has more than {format_whole_units(TOML_BYTES)}: too large for a TOML file")
    try:
        text = data.decode("utf-8-sig")
        if _DOTTED_KEY.search(text):
            raise error(f"{source} is not TOML: it is nested too deeply")
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # not only TOMLDecodeError: a number of 5,000 digits
        raise error(f"{source} is not TOML: {_reason(problem)}") from problem


def convert(
    value: Any, kind: type[_Value], source: str, error: type[GpulifeError] = ReadError, *, complete: bool = False
) -> _Value:
    """Convert ``value``, as read from JSON or TOML, to the type ``kind``; see ``schema``.

    Error messages name the field and say what it should be: "SOURCE: width = 12 should be a whole number from 320 to
    16384".

    Args:
        value: the data.
        kind: usually a dataclass.
        source: name of the data in error messages.
        error: the class of errors to raise.
        complete: True if no field may be missing, as in data written by programs.

    Raises:
        ReadError: (or ``error``) the value does not have that type.
    """
    try:
        return fill(value, kind, complete=complete)  # type: ignore[no-any-return]
    except msgspec.ValidationError as problem:
        raise error(" ".join(explain(problem, value, form_of(kind, complete=complete), source).split())) from problem
    except (msgspec.MsgspecError, ValueError, TypeError, OverflowError, RecursionError) as problem:
        raise error(f"{source}: {_reason(problem)}") from problem


def line_too_long(source: str) -> ReadError:
    """Return the error for a line of more than ``MAX_LINE`` bytes."""
    return ReadError(f"{source} has a line of more than {format_whole_units(MAX_LINE)}, which is too long")


def format_whole_units(size: int) -> str:
    """Format a number of bytes in whole binary units, rounded down: ``format_whole_units(1 << 20) == "1 MiB"``."""
    for unit, power in (("GiB", 30), ("MiB", 20), ("KiB", 10)):
        if size >= 1 << power:
            return f"{size >> power} {unit}"
    return f"{size} bytes"


def _reason(problem: BaseException) -> str:
    if isinstance(problem, RecursionError):
        return "it is nested too deeply"
    if isinstance(problem, MemoryError):
        return "it does not fit into memory"
    if "set_int_max_str_digits" in str(problem):
        return "it has a number with thousands of digits"
    text = (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
    text = " ".join(text.split())
    # Keep the end of a long text: it says where the error is, after quoting the wrong data.
    return text if len(text) <= _MAX_REASON else f"{text[: _MAX_REASON - 80]}...{text[-77:]}"
