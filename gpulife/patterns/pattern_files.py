"""Files of patterns: those of a folder, and those in zip files, which count as folders."""

import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from gpulife.errors import PatternError
from gpulife.storage.bounded_reading import ReadError, open_regular, read_stream
from gpulife.storage.zip_folder import open_zip_entry, split_zip_path, zip_entries

ENDINGS = (".rle", ".mc", ".cells", ".lif", ".life", ".rle.gz", ".mc.gz", ".lif.gz", ".npz")
"""Endings of the names of pattern files."""
_MAX_SEEKABLE_BYTES = 1 << 26


def pattern_file_exists(name: str) -> bool:
    """Return whether there is a file of that name, be it in a zip file."""
    if os.path.exists(name):  # noqa: PTH110 - a Path raises for names that no file can have
        return True
    try:
        inside = split_zip_path(Path(name))
        return inside is not None and inside[1] in zip_entries(inside[0])
    except ReadError:
        return False


def open_pattern_file(path: Path) -> IO[bytes]:
    """Open a file, be it in a zip file, to be read once from its beginning.

    Raises:
        PatternError: it cannot be read.
    """
    inside = split_zip_path(path)
    return open_zip_entry(*inside, PatternError) if inside and inside[1] else open_regular(path, PatternError)


def open_seekable(path: Path) -> IO[bytes]:
    """Do :func:`open_pattern_file` for readers that go back and forth: they get what is in a zip file in memory."""
    inside = split_zip_path(path)
    if not inside or not inside[1]:
        return open_regular(path, PatternError)
    with open_zip_entry(*inside, PatternError) as file:
        return io.BytesIO(read_stream(file, _MAX_SEEKABLE_BYTES, str(path), "a board in a zip file", PatternError))


def pattern_file_size(path: Path) -> int:
    """Return the bytes of a file, be it in a zip file.

    Raises:
        OSError: there is none.
        ReadError: the zip file is damaged.
    """
    inside = split_zip_path(path)
    if not inside or not inside[1]:
        return path.stat().st_size
    return zip_entries(inside[0])[inside[1]].size


def patterns_in_zip(path: Path) -> list[str]:
    """Return the names of the pattern files in a zip file, sorted.

    Raises:
        ReadError: it is no zip file, or a damaged one.
    """
    return sorted(pattern_names(zip_entries(path)), key=lambda name: [part.lower() for part in name.split("/")])


def pattern_names(names: Iterable[str]) -> list[str]:
    """Return those names that are called as pattern files are."""
    return [name for name in names if name.lower().endswith(ENDINGS)]


def only_pattern_in_zip(path: Path) -> Path:
    """Return the path of the one pattern that is in a zip file.

    Raises:
        PatternError: there are several or none, or it is no zip file.
    """
    try:
        names = patterns_in_zip(path)
    except ReadError as error:
        raise PatternError(str(error)) from error
    if not names:
        raise PatternError(f"{path}: there is no pattern in this zip file: their names end in {', '.join(ENDINGS[:5])}")
    if len(names) > 1:
        raise PatternError(
            f"{path}: a collection of {len(names):,} patterns: name one of them, such as {path}/{names[0]}"
        )
    return path / names[0]
