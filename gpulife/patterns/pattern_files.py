"""Opening and listing of pattern files on disk and in zip files. Long texts are read in pieces."""

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError, RuleError
from gpulife.rules.known_tables import offer_rules
from gpulife.rules.rule_file import MAX_RULE_BYTES, RULE_ENDING
from gpulife.storage.bounded_reading import ReadError, open_regular, read_pieces, read_stream
from gpulife.storage.zip_folder import open_zip_entry, split_zip_path, zip_entries

# Files: a zip file counts as a folder.

ENDINGS = (".rle", ".mc", ".cells", ".lif", ".life", ".mcl", ".rle.gz", ".mc.gz", ".lif.gz", ".npz")
"""File extensions of pattern files."""
_MAX_SEEKABLE_BYTES = 1 << 26


def pattern_file_exists(name: str) -> bool:
    """Return True if there is a file called ``name``, on disk or in a zip file."""
    if os.path.exists(name):  # noqa: PTH110 - a Path raises for names that no file can have
        return True
    try:
        inside = split_zip_path(Path(name))
        return inside is not None and inside[1] in zip_entries(inside[0])
    except ReadError:
        return False


def open_pattern_file(path: Path) -> IO[bytes]:
    """Open a file, on disk or in a zip file. The file can be read only once, from start to end.

    Raises:
        PatternError: the file cannot be read.
    """
    inside = split_zip_path(path)
    return open_zip_entry(*inside, PatternError) if inside and inside[1] else open_regular(path, PatternError)


def open_seekable(path: Path) -> IO[bytes]:
    """Open a file for random access. A file inside a zip file is read into memory first."""
    inside = split_zip_path(path)
    if not inside or not inside[1]:
        return open_regular(path, PatternError)
    with open_zip_entry(*inside, PatternError) as file:
        return io.BytesIO(read_stream(file, _MAX_SEEKABLE_BYTES, str(path), "a board in a zip file", PatternError))


def pattern_file_size(path: Path) -> int:
    """Return the size in bytes of a file on disk or in a zip file.

    Raises:
        OSError: there is no such file.
        ReadError: the zip file is damaged.
    """
    inside = split_zip_path(path)
    if not inside or not inside[1]:
        return path.stat().st_size
    return zip_entries(inside[0])[inside[1]].size


def patterns_in_zip(path: Path) -> list[str]:
    """Return the names of the pattern files in a zip file, sorted.

    Raises:
        ReadError: the file is not a zip file, or is damaged.
    """
    return sorted(pattern_names(zip_entries(path)), key=lambda name: [part.lower() for part in name.split("/")])


def pattern_names(names: Iterable[str]) -> list[str]:
    """Return those of ``names`` that have the file extension of a pattern file, such as "gun.rle"."""
    return [name for name in names if name.lower().endswith(ENDINGS)]


def offer_rules_in_zip(path: Path) -> None:
    """Let patterns in a zip file name the ``.rule`` files in it.

    Raises:
        ReadError: the file is not a zip file, or is damaged.
    """

    def reader(name: str) -> Callable[[], bytes]:
        def read() -> bytes:
            with open_zip_entry(path, name, RuleError) as file:
                return read_stream(file, MAX_RULE_BYTES, f"{path}/{name}", "a .rule file", RuleError)

        return read

    names = [name for name in zip_entries(path) if name.endswith(RULE_ENDING)]
    offer_rules({name: reader(name) for name in names}, str(path))


def only_pattern_in_zip(path: Path) -> Path:
    """Return the path of the only pattern in a zip file.

    Raises:
        PatternError: there are several patterns or none, or the file is not a zip file.
    """
    try:
        names = patterns_in_zip(path)
    except ReadError as error:
        raise PatternError(str(error)) from error
    if not names:
        raise PatternError(f"{path}: the zip file has no pattern file (one that ends in {', '.join(ENDINGS[:6])})")
    if len(names) > 1:
        raise PatternError(f"{path}: the zip file has {len(names):,} patterns: name one, such as {path}/{names[0]}")
    return path / names[0]


# Text is read anew for each reader: massive boards are read twice and never kept in memory as a whole.

_KEPT_BYTES = 1 << 24
"""Maximum number of bytes of standard input that are kept in memory. A longer input goes into a temporary file."""
_PIECE = 1 << 18
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class TextSource:
    """A text that can be read several times.

    Attributes:
        name: the text's name in messages.
        pieces: function that reads the text from its start and yields its bytes, decompressed and without a byte order
            mark. It raises PatternError if the text cannot be read.
    """

    name: str
    pieces: Callable[[], Iterator[bytes]] = field(repr=False)


def text_of_bytes(data: bytes, name: str) -> TextSource:
    """Return the bytes ``data`` as a text that can be read several times."""
    return TextSource(name, lambda: (data[start : start + _PIECE] for start in range(0, len(data), _PIECE)))


def text_of_file(path: Path, name: str) -> TextSource:
    """Return the content of a file, on disk or in a zip file, as a text. The file is opened anew for every reading."""

    def pieces() -> Iterator[bytes]:
        with open_pattern_file(path) as file:
            yield from _without_mark(read_pieces(file, name, PatternError))

    return TextSource(name, pieces)


def peek(text: TextSource, count: int) -> tuple[bytes, TextSource]:
    """Return the first ``count`` bytes of a text (all if it is shorter), and a new text to use instead of the old one.

    The new text yields all bytes, including those returned.
    """
    reading = text.pieces()
    head = b""
    while len(head) < count and (piece := next(reading, b"")):
        head += piece
    first: list[Iterator[bytes]] = [chain([head] if head else [], reading)]
    return head[:count], TextSource(text.name, lambda: first.pop() if first else text.pieces())


def text_of_standard_input(name: str) -> TextSource:
    """Return standard input as a text. Its bytes are stored as they are read, so that they can be read again."""
    kept: IO[bytes] = SpooledTemporaryFile(_KEPT_BYTES)  # noqa: SIM115 - it lives as long as the text
    rest: Iterator[bytes] | None = None

    def pieces() -> Iterator[bytes]:
        nonlocal rest
        if rest is None:
            if sys.stdin is None:
                raise PatternError(f"{name} is closed")
            rest = _without_mark(read_pieces(sys.stdin.buffer, name, PatternError))
        kept.seek(0)
        yield from iter(lambda: kept.read(_PIECE), b"")
        for piece in rest:  # an earlier reading may have stopped early
            try:
                kept.seek(0, os.SEEK_END)
                kept.write(piece)
            except OSError as error:
                raise PatternError(f"{name}: cannot be copied to a temporary file: {error.strerror}") from error
            yield piece

    finalize(pieces, kept.close)
    return TextSource(name, pieces)


def line_error(source: str, line: int, reason: str) -> PatternError:
    """Return the error for a line of a text. Lines count from 1."""
    return PatternError(f"{source}, line {line}: {reason}")


def with_plain_line_ends(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Replace each carriage return, with or without a line feed after it, by one line feed."""
    waiting = b""
    for piece in pieces:
        text = waiting + piece
        waiting = b"\r" if text.endswith(b"\r") else b""
        if b"\r" in text:
            text = text.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if text:
            yield text
    if waiting:
        yield b"\n"


def _without_mark(pieces: Iterator[bytes]) -> Iterator[bytes]:
    head = b""
    for piece in pieces:
        head += piece
        if len(head) >= len(_BYTE_ORDER_MARK):
            yield head.removeprefix(_BYTE_ORDER_MARK)
            yield from pieces
            return
    if head:
        yield head


# Parsing of all decimal numbers in a text at once: run counts of RLEs, and nodes of macrocell files.

MAX_DIGITS = 9


def read_decimals(
    text: NDArray[np.uint8], is_digit: NDArray[np.bool_], last_digits: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Read decimal numbers from a text.

    Args:
        text: the bytes of the text.
        is_digit: True for each byte that is a digit.
        last_digits: the index in ``text`` of each number's last digit.

    Returns:
        The numbers, and the indices in ``last_digits`` of numbers with more than MAX_DIGITS digits.
    """
    numbers = np.zeros(last_digits.size, np.int64)
    unfinished, at = np.arange(last_digits.size), last_digits
    for power in range(MAX_DIGITS):
        numbers[unfinished] += 10**power * (text[at] - np.int64(ord("0")))
        more = np.flatnonzero((at > 0) & is_digit[at - 1])
        unfinished, at = unfinished[more], at[more] - 1
        if not more.size:
            break
    return numbers, unfinished
