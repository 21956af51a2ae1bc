"""TOML files that programs change and people may edit: under a lock, and with comments and order as they were."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from gpulife.errors import OutputError
from gpulife.storage.atomic_io import atomic_write, make_folder, set_aside
from gpulife.storage.bounded_reading import ReadError, parse_toml, read_if_there
from gpulife.storage.locks import locked

MAX_BYTES = 1 << 18
"""Limit on a file: tomlkit reads as much within a second."""


def read_table(path: Path, what: str) -> dict[str, Any]:
    """Return the table in a file; an empty one if there is no file.

    Args:
        path: the file.
        what: the kind of file that it should be, as in "settings".

    Raises:
        ReadError: it cannot be read, or is no TOML.
    """
    return parse_toml(read_if_there(path, MAX_BYTES, what) or b"", str(path))


@contextmanager
def changed_file(path: Path, what: str) -> Iterator[tomlkit.TOMLDocument]:
    """Let the block change a file; no other gpulife can change it until it is written.

    A file that is no TOML is set aside first.

    Raises:
        ReadError: it is there and cannot be read.
        OutputError: it cannot be written, or a damaged one not be set aside; another program holds it for long.
    """
    make_folder(path.parent)
    with locked(path):
        text, document = _document(path, what)
        try:
            yield document
            after = tomlkit.dumps(document)
        except TOMLKitError as error:
            raise OutputError(f"cannot change {path}: {error}") from error
        if after != text:
            with atomic_write(path, "w") as file:
                file.write(after)


def table_of(parent: Any, name: str) -> Any:
    """Return the table called ``name``; make it if there is none, also in the place of something else."""
    if not isinstance(parent.get(name), Mapping):
        parent[name] = tomlkit.inline_table() if isinstance(parent, InlineTable) else tomlkit.table()
    return parent[name]


def set_aside_damaged(path: Path, what: str) -> str:
    """Set a file aside that is no TOML, and say so; return "" if another program has mended it meanwhile.

    Raises:
        ReadError: it cannot be read.
        OutputError: another program holds it for long.
    """
    with locked(path):
        data = read_if_there(path, MAX_BYTES, what) or b""
        try:
            parse_toml(data, str(path))
        except ReadError as error:
            return f"{error}; {set_aside(path)}"
    return ""


def _document(path: Path, what: str) -> tuple[str, tomlkit.TOMLDocument]:
    """Return the file's text, and the document that tomlkit makes of it."""
    data = read_if_there(path, MAX_BYTES, what) or b""
    try:
        parse_toml(data, str(path))
        text = data.decode("utf-8-sig")
        return text, tomlkit.parse(text)
    except (ReadError, TOMLKitError, ValueError, RecursionError) as error:
        result = set_aside(path)
        if path.exists():
            raise OutputError(f"cannot write {path}: it is no TOML, and {result}") from error
        return "", tomlkit.document()
