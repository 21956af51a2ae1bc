"""Atomic writing, used for all files that the program saves: a file appears completely or not at all.

An unfinished file has a random name (``.gpulife-….part``) and is locked by its program. The next program that writes to
the folder can therefore recognise and remove the unfinished files of killed programs.
"""

import errno
import os
import re
import secrets
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Literal

from gpulife.errors import OutputError

_PUBLIC, _PRIVATE = 0o644, 0o600
_PRIVATE_FOLDER = 0o700
_PART = re.compile(r"\.gpulife-[0-9a-f]{16}\.part", re.ASCII)
_FILM_PART = re.compile(r".+-[0-9a-f]{16}\.part\.(mp4|gif)", re.ASCII | re.DOTALL)
_FILM_SECONDS = 24 * 3600
"""Seconds for which an unfinished film is kept, since it can be played."""
_CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)

_cleaned_folders: set[Path] = set()
"""Folders that were already searched for unfinished files; each is searched once, since it may hold many files."""


@contextmanager
def atomic_write(
    path: Path, mode: Literal["w", "wb"], *, private: bool = False, cleans: bool = True
) -> Iterator[IO[Any]]:
    """Open a temporary file next to ``path``, which replaces ``path`` at the end of the ``with`` block.

    If the block ends in an exception, even KeyboardInterrupt, the temporary file is deleted and ``path`` is unchanged.
    If ``path`` is a symbolic link, its target is replaced. A pipe or device at ``path`` is written to directly, so that
    its reader gets each line at once. Text is UTF-8 with Unix line ends.

    Args:
        path: the file.
        mode: "w" for text, "wb" for bytes.
        private: True if only the owner may read the file (0600), as with sessions. Otherwise an existing file keeps its
            permissions, and a new one has the usual ones (0644, less the umask).
        cleans: True to remove unfinished files of killed programs from the folder when this process first writes there.

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
        if cleans and target.parent not in _cleaned_folders:
            _cleaned_folders.add(target.parent)
            remove_leftovers(target.parent)
        kept = None if private else _permissions(target)
        temporary = target.with_name(f".gpulife-{secrets.token_hex(8)}.part")
        try:
            with os.fdopen(create_new(temporary, private=private or kept is not None), mode, **text) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if kept is not None:
                temporary.chmod(kept)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        _sync_folder(target.parent)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error


def create_new(path: Path, *, private: bool = False) -> int:
    """Create a file that must not exist yet; return its descriptor, which keeps the file locked until it is closed.

    Raises:
        OSError: something exists at ``path``, even a symbolic link, or the system refused.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _CAREFUL, _PRIVATE if private else _PUBLIC)
        _try_lock(descriptor)
        # Before it was locked, another program may have removed the file as a leftover.
        if _is_at(path, descriptor):
            return descriptor
        os.close(descriptor)


def open_log(path: Path, *, private: bool = True) -> int:
    """Open a log file to append to, and create its folder if necessary. Only the owner may read a ``private`` file.

    Raises:
        OSError: ``path`` is a link, folder, pipe or device, or the system refused.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0) | _CAREFUL
    descriptor = os.open(path, flags, _PRIVATE if private else _PUBLIC)
    now = os.fstat(descriptor)
    if stat.S_ISREG(now.st_mode) and now.st_nlink == 1:
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "it is a link, a pipe or a device, not a file")


def film_part(path: Path) -> Path:
    """Return a random name next to ``path`` for a film that is being made: ``film-….part.mp4``."""
    return path.with_name(f"{path.stem}-{secrets.token_hex(8)}.part{path.suffix.lower()}")


def replace_file(path: Path, part: Path) -> None:
    """Replace ``path`` by a finished temporary file (``part``), keeping the permissions of ``path``.

    Raises:
        OSError: the system refused.
    """
    if (kept := _permissions(path)) is not None:
        part.chmod(kept)
    part.replace(path)


def publish_file(part: Path, path: Path) -> None:
    """Give a finished temporary file (``part``) its final name ``path``. The file then survives a power cut.

    Raises:
        OutputError: the system refused.
    """
    try:
        part.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error


def remove_leftovers(folder: Path) -> None:
    """Remove the unfinished files of killed programs from a folder.

    A file is removed only if it is the user's own regular file, has the name of an unfinished file (see
    :func:`is_leftover`), and is not locked by a running program. An unfinished film stays for a day, since it can
    be played.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _PART.fullmatch(entry.name) or _FILM_PART.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_leftover(Path(entry.path))


def is_leftover(name: str) -> bool:
    """Return True if ``name`` is the name of an unfinished file, perhaps left by a killed program."""
    return _PART.fullmatch(name) is not None


def make_folder(folder: Path, *, private: bool = False) -> None:
    """Create a folder and its parents, if they do not exist.

    Args:
        folder: the folder.
        private: True if only the owner may enter the folder (0700); this is also set on an existing folder of the user.

    Raises:
        OutputError: the system refused.
    """
    try:
        folder.mkdir(_PRIVATE_FOLDER if private else 0o777, parents=True, exist_ok=True)
        if private:
            now = folder.stat()
            if _is_mine(now) and stat.S_IMODE(now.st_mode) & ~_PRIVATE_FOLDER:
                folder.chmod(_PRIVATE_FOLDER)
    except OSError as error:
        raise OutputError(f"cannot make the folder {folder}: {error.strerror or error}") from error


def require_writable(*paths: Path | None) -> None:
    """Check before long work that :func:`atomic_write` can write to each of ``paths``.

    A path of None is skipped. The check leaves no file behind.

    Raises:
        OutputError: a path is a folder or a write-protected file, or its folder is missing or not writable.
    """
    for path in paths:
        if path is not None:
            _require_writable(path)


def _require_writable(path: Path) -> None:
    try:
        if path.is_dir():
            raise OutputError(f"cannot write {path}: it is a folder; give the name of a file")
        target = path.resolve()
        if not target.parent.is_dir():
            raise OutputError(f"cannot write {path}: there is no folder {path.parent}")
        if target.exists() and not os.access(target, os.W_OK):
            raise OutputError(f"cannot write {path}: the file is write-protected")
        if target.exists() and not target.is_file():
            return
    except OSError as error:  # name too long, loop of links, or inaccessible folder
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
    try:
        tempfile.TemporaryFile(dir=target.parent).close()
    except OSError as error:
        raise OutputError(
            f"cannot write {path}: the folder {path.parent} cannot be written ({error.strerror})"
        ) from error


def _permissions(path: Path) -> int | None:
    try:
        return stat.S_IMODE(path.stat().st_mode) & 0o777
    except FileNotFoundError:
        return None


def _remove_leftover(path: Path) -> None:
    before = path.lstat()
    if not stat.S_ISREG(before.st_mode) or before.st_nlink != 1 or not _is_mine(before):
        return
    if not _PART.fullmatch(path.name) and time.time() - before.st_mtime < _FILM_SECONDS:
        return
    if sys.platform == "win32":
        path.unlink()  # fails while a program has it open
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if _try_lock(descriptor) and _is_at(path, descriptor):
            path.unlink()
    finally:
        os.close(descriptor)


def _is_mine(status: os.stat_result) -> bool:
    return sys.platform == "win32" or status.st_uid == os.geteuid()


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return sys.platform == "win32" or os.path.samestat(path.lstat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


if sys.platform == "win32":

    def _try_lock(_descriptor: int) -> bool:
        return True

    def _sync_folder(_folder: Path) -> None:
        pass

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        """Lock the file until it is closed. Return False if another program has locked it, or if locking fails."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _sync_folder(folder: Path) -> None:
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


# Damaged files of gpulife are renamed, not deleted, so that users can still find them.

_ENDING = ".bad"
_MAX_NAMES = 1000


def set_aside(path: Path) -> str:
    """Rename ``path`` to ``NAME.bad``, or ``NAME.bad.2`` and so on if that name is in use. This raises no error.

    If ``path`` is a symbolic link, the link is renamed. Nothing is overwritten.

    Returns:
        What was done, or why it failed, as the end of an error message: "it was set aside as NAME.bad".
    """
    try:
        folder = path.is_dir() and not path.is_symlink()
        for number in range(1, _MAX_NAMES):
            target = path.with_name(f"{path.name}{_ENDING}" + (f".{number}" if number > 1 else ""))
            try:
                # Renaming would overwrite, so reserve the name first with an empty file or folder.
                if folder:
                    target.mkdir()
                else:
                    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            except FileExistsError:
                continue
            try:
                path.replace(target)
            except BaseException:
                with suppress(OSError):
                    (target.rmdir if folder else target.unlink)()
                raise
            return f"it was set aside as {target.name}"
    except (OSError, ValueError) as error:
        return f"it could not be set aside: {getattr(error, 'strerror', None) or error}"
    return f"it could not be set aside: there are already {_MAX_NAMES - 1} damaged files of this name"
