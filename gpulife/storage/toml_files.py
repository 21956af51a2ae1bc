"""TOML files that programs change under a lock and people may edit. Comments and the order of entries are kept."""

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
"""Maximum size of a file in bytes; tomlkit reads that much within a second."""


def read_table(path: Path, what: str) -> dict[str, Any]:
    """Return the content of a TOML file as a dict; an empty one if the file does not exist.

    Args:
        path: the file.
        what: the expected kind of file, as in "settings".

    Raises:
        ReadError: the file cannot be read, or is not TOML.
    """
    return parse_toml(read_if_there(path, MAX_BYTES, what) or b"", str(path))


@contextmanager
def changed_file(path: Path, what: str) -> Iterator[tomlkit.TOMLDocument]:
    """Yield the content of a TOML file, to be changed in the ``with`` block. The file is written at the block's end.

    During the block no other gpulife can change the file. A file that is not TOML is renamed first.

    Raises:
        ReadError: the file exists but cannot be read.
        OutputError: the file cannot be written or renamed, or another program keeps it locked.
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
    """Return the table called ``name`` in ``parent``; create it if it is missing or not a table."""
    if not isinstance(parent.get(name), Mapping):
        parent[name] = tomlkit.inline_table() if isinstance(parent, InlineTable) else tomlkit.table()
    return parent[name]


def set_aside_damaged(path: Path, what: str) -> str:
    """If a file is not TOML, rename it and return a message that says so. If it is TOML, return "".

    Raises:
        ReadError: the file cannot be read.
        OutputError: another program keeps the file locked.
    """
    with locked(path):
        data = read_if_there(path, MAX_BYTES, what) or b""
        try:
            parse_toml(data, str(path))
        except ReadError as error:
            return f"{error}; {set_aside(path)}"
    return ""


def _document(path: Path, what: str) -> tuple[str, tomlkit.TOMLDocument]:
    data = read_if_there(path, MAX_BYTES, what) or b""
    try:
        parse_toml(data, str(path))
        text = data.decode("utf-8-sig")
        return text, tomlkit.parse(text)
    except (ReadError, TOMLKitError, ValueError, RecursionError) as error:
        result = set_aside(path)
        if path.exists():
            raise OutputError(f"cannot write {path}: it is not TOML, and {result}") from error
        return "", tomlkit.document()
