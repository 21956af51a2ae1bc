"""Patterns by name: a file of any kind that is understood, standard input, or a built-in pattern.

What ``gpulife run PATTERN`` and every other place that asks for a pattern call.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.patterns.archive import is_zip
from gpulife.patterns.image import BLACK_AND_WHITE, image_to_cells
from gpulife.patterns.library import built_in, built_in_patterns
from gpulife.patterns.macrocell import MARK, read_macrocell
from gpulife.patterns.npz import open_npz
from gpulife.patterns.pattern import Pattern, StreamedPattern
from gpulife.patterns.picture_file import HEAD_BYTES, PICTURE_ENDINGS, picture_format
from gpulife.patterns.rle_read import read_rle
from gpulife.patterns.sizes import brief
from gpulife.reading import open_regular
from gpulife.rules import Rule

STANDARD_INPUT = "-"

_MOST_BYTES = 1 << 30  # a compressed file can be a thousand times its own size


def load_pattern(name: str, colours: NDArray[np.uint8] | None = None, rule: Rule | None = None) -> Pattern:
    """Load all cells of the pattern called ``name``; see :func:`open_pattern`."""
    return open_pattern(name, colours, rule).whole()


def open_pattern(
    name: str, colours: NDArray[np.uint8] | None = None, rule: Rule | None = None
) -> Pattern | StreamedPattern:
    """Open the pattern called ``name``; the cells of formats for massive boards stay in the file until asked for.

    Args:
        name: a file (``.npz``, a picture, or else an RLE or macrocell, also ``.gz``); or ``-``, an RLE or macrocell on
            standard input; or, where there is no such file, a built-in pattern (see ``built_in_patterns``).
        colours: of the states, shape (states, 3), uint8, for pictures; black and white when None.
        rule: a rule to use instead of the file's own.

    Raises:
        PatternError: nothing of that name, or it cannot be read; one line that names it.
        BoardSizeError: its cells do not fit into memory.
    """
    pattern = _load(name, BLACK_AND_WHITE if colours is None else colours, rule)
    if rule is not None:
        pattern.require_states_of(rule)
        pattern = replace(pattern, rule=rule)
    return pattern


def _load(name: str, colours: NDArray[np.uint8], rule: Rule | None) -> Pattern | StreamedPattern:
    if name == STANDARD_INPUT:
        return _read_text(sys.stdin.buffer.read(), "standard input", rule)
    path = Path(name)
    if not name or not _exists(path):
        return built_in(name) or _raise_unknown(name)
    if path.is_dir():
        raise PatternError(f"{name}: is a folder; a pattern is a file")
    ending = path.suffix.lower()
    with open_regular(path, PatternError) as file:
        head = file.read(HEAD_BYTES)
    if ending == ".npz" or is_zip(head):
        return open_npz(lambda: open_regular(path, PatternError), name)
    if ending in PICTURE_ENDINGS or picture_format(head):
        return Pattern(image_to_cells(path, colours), source=name)
    return _read_text(_bytes_of(path), name, rule)


def _read_text(data: bytes, source: str, rule: Rule | None) -> Pattern | StreamedPattern:
    text = _decoded(data, source)
    return read_macrocell(text, source, rule) if text.startswith(MARK) else read_rle(text, source, rule)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long, or with a NUL, or in a folder that cannot be looked into
        return False


def _bytes_of(path: Path) -> bytes:
    """The file's content, unzipped if its name ends in ``.gz``."""
    try:
        with gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb") as file:
            data: bytes = file.read(_MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PatternError(f"{path}: cannot be read: {reason}") from error
    if len(data) > _MOST_BYTES:
        raise PatternError(f"{path}: has more than {_MOST_BYTES >> 30} GiB; that is the most for a pattern")
    return data


def _decoded(data: bytes, source: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PatternError(f"{source}, line {line}: byte {data[error.start]:#04x} is not text (UTF-8)") from error


def _raise_unknown(name: str) -> Pattern:
    close = get_close_matches(name.lower(), built_in_patterns(), n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else f"built-in are {', '.join(built_in_patterns())}"
    raise PatternError(f"{brief(name, 200)} is neither a file nor a built-in pattern: {hint}")
