"""Files appear whole or not at all: the writing of everything that the program saves."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Literal

from gpulife.errors import OutputError


@contextmanager
def atomic_write(path: Path, mode: Literal["w", "wb"]) -> Iterator[IO[Any]]:
    """Open a temporary file beside ``path`` that takes its place when the block ends.

    If the block is left by any exception, KeyboardInterrupt included, the temporary file goes and what was at ``path``
    stays. The target of a symbolic link is written, not the link. A pipe or device at ``path`` is written directly: it
    has no content to protect, and whoever reads the pipe sees lines as they come. Text is UTF-8 with Unix line ends.

    Raises:
        OutputError: the system refused to open, write or rename.
    """
    text: dict[str, Any] = {"encoding": "utf-8", "newline": "\n"} if mode == "w" else {}
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            with target.open(mode, buffering=1 if mode == "w" else -1, **text) as file:
                yield file
            return
        temporary = target.with_name(f".gpulife-{secrets.token_hex(8)}.part")
        try:
            with temporary.open("x" if mode == "w" else "xb", **text) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileNotFoundError):
                shutil.copymode(target, temporary)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error


def require_writable(path: Path) -> None:
    """Find out early whether :func:`atomic_write` of ``path`` can work; leaves nothing behind.

    Raises:
        OutputError: ``path`` is a folder or protected, or its folder is missing or cannot be written.
    """
    try:
        if path.is_dir():
            raise OutputError(f"cannot write {path}: it is a folder; give the name of a file")
        target = path.resolve()
        if not target.parent.is_dir():
            raise OutputError(f"cannot write {path}: there is no folder {path.parent}")
        if target.exists() and not os.access(target, os.W_OK):
            raise OutputError(f"cannot write {path}: the file is there and protected against writing")
        if target.exists() and not target.is_file():
            return
    except OSError as error:  # a name too long, a loop of links, a folder on the way that may not be entered
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
    try:
        tempfile.TemporaryFile(dir=target.parent).close()
    except OSError as error:
        raise OutputError(
            f"cannot write {path}: the folder {path.parent} cannot be written ({error.strerror})"
        ) from error
