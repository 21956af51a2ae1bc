"""The file of pad mappings, in SDL's format: one line for each model, ``GUID,name,a:b0,...,platform:Linux,``."""

import sys
from pathlib import Path

from gpulife.errors import OutputError
from gpulife.storage.atomic_io import atomic_write, make_folder
from gpulife.storage.bounded_reading import read_if_there
from gpulife.storage.locks import locked

_MAX_BYTES = 4 << 20
"""Largest file: six times the size of all mappings known to SDL's community."""


def platform_name(platform: str = sys.platform) -> str:
    """Return SDL's name of the operating system."""
    return {"win32": "Windows", "darwin": "Mac OS X"}.get(platform, "Linux")


def read_mappings(path: Path) -> str:
    """Return the file's text; "" if there is none.

    Raises:
        OutputError: the file cannot be read.
    """
    data = read_if_there(path, _MAX_BYTES, "pad mappings", OutputError) or b""
    return data.decode("utf-8-sig", "replace")


def save_mapping(path: Path, line: str) -> None:
    """Write a mapping to the file, in place of older ones for the same pad and system.

    Raises:
        OutputError: the file cannot be read or written.
    """
    make_folder(path.parent)
    with locked(path):
        lines = read_mappings(path).splitlines()
        first = next((place for place, old in enumerate(lines) if _key(old) == _key(line)), len(lines))
        after = [old for old in lines[first:] if _key(old) != _key(line)]
        with atomic_write(path, "w") as file:
            file.writelines(text + "\n" for text in (*lines[:first], line, *after))


def _key(line: str) -> tuple[str, str] | None:
    """Return the pad and the system of a mapping line; None for comments and other lines."""
    guid, *fields = line.strip().split(",")
    if guid.startswith("#") or len(fields) < 2:
        return None
    platforms = [field.partition(":")[2] for field in fields if field.startswith("platform:")]
    return guid.lower(), platforms[0] if platforms else ""
