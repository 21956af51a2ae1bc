"""Files appear whole or not at all: the writing of everything that the program saves.

A file that is being written has a name that nobody can guess (``.gpulife-….part``), is never a link, and is locked
until it is complete. So files that killed programs left half written are recognised and removed by the next program
that writes there.
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
"""Time for which an unfinished film stays, since it can be shown."""
_CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)

_cleaned_folders: set[Path] = set()
"""Folders that were searched for leftovers: once is enough, as there may be many files in them."""


@contextmanager
def atomic_write(
    path: Path, mode: Literal["w", "wb"], *, private: bool = False, cleans: bool = True
) -> Iterator[IO[Any]]:
    """Open a temporary file beside ``path`` that takes its place when the block ends.

    If the block is left by any exception, KeyboardInterrupt included, the temporary file goes and what was at ``path``
    stays. The target of a symbolic link is written, not the link. A pipe or device at ``path`` is written directly: it
    has no content to protect, and its reader sees lines as they come. Text is UTF-8 with Unix line ends.

    Args:
        path: the file.
        mode: "w" for text, "wb" for bytes.
        private: whether only its owner may read it, as of files with sessions (0600). Else it keeps the permissions
            that it had, and a new one has the usual ones (0644, less what the umask takes).
        cleans: whether to remove leftovers from the folder first, if this process has not done so yet.

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
    """Make a file that was not there, and lock it until the descriptor that is returned is closed.

    Raises:
        OSError: something is there, a symbolic link included, or the system refused.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _CAREFUL, _PRIVATE if private else _PUBLIC)
        _try_lock(descriptor)
        # Before the lock another program could think that it is a leftover.
        if _is_at(path, descriptor):
            return descriptor
        os.close(descriptor)


def open_log(path: Path, *, private: bool = True) -> int:
    """Open a file to append to; its folder is made, too. Private ones are for their owner alone.

    Raises:
        OSError: a link, folder, pipe or device is there, or the system refused.
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
    """Return a name beside ``path`` that nobody can guess, for a film that is being made: ``film-….part.mp4``."""
    return path.with_name(f"{path.stem}-{secrets.token_hex(8)}.part{path.suffix.lower()}")


def replace_file(path: Path, part: Path) -> None:
    """Put a finished part in the place of ``path``, with the permissions that the file there has.

    Raises:
        OSError: the system refused.
    """
    if (kept := _permissions(path)) is not None:
        part.chmod(kept)
    part.replace(path)


def publish_file(part: Path, path: Path) -> None:
    """Give a file that is complete its last name, and make that outlast a power cut.

    Raises:
        OutputError: the system refused.
    """
    try:
        part.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error


def remove_leftovers(folder: Path) -> None:
    """Remove what killed programs have left half written in a folder; :func:`atomic_write` does so the first time.

    These are our own files by name and owner, no links, and no running program's: those are locked. An unfinished film
    can be shown, and is left there for a day.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _PART.fullmatch(entry.name) or _FILM_PART.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_leftover(Path(entry.path))


def is_leftover(name: str) -> bool:
    """Return whether a file of that name is one that a program has left half written."""
    return _PART.fullmatch(name) is not None


def make_folder(folder: Path, *, private: bool = False) -> None:
    """Make a folder and those above it, where they are not there.

    Args:
        folder: the folder.
        private: whether only its owner may enter it (0700), also if it was there before and is the user's.

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
    """Find out early whether :func:`atomic_write` of each path can work; leave nothing behind, and skip None.

    Raises:
        OutputError: a path is a folder or protected, or its folder is missing or cannot be written.
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


def _permissions(path: Path) -> int | None:
    """Return the permissions of a file, None if there is none."""
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
        path.unlink()  # which fails while somebody has it open
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
        """Lock the file until it is closed; return False if another program has it or the file system has no locks."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _sync_folder(folder: Path) -> None:
        """Make the new name outlast a power cut, where the file system can."""
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


# Damaged files of our own are set aside, not deleted and not read again, so that users can still find them.

_ENDING = ".bad"
_MAX_NAMES = 1000


def set_aside(path: Path) -> str:
    """Rename ``path`` to ``NAME.bad``, or ``NAME.bad.2`` and so on where these are taken; never raises.

    A symbolic link is renamed itself, and nothing is overwritten.

    Returns:
        What became of it, to follow the error: ``f"{error}; {set_aside(path)}"`` ends in "it was set aside as
        NAME.bad", or in why it could not be.
    """
    try:
        folder = path.is_dir() and not path.is_symlink()
        for number in range(1, _MAX_NAMES):
            target = path.with_name(f"{path.name}{_ENDING}" + (f".{number}" if number > 1 else ""))
            try:
                # Renaming overwrites, so the name is taken first, by something empty of ours.
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
    return f"it could not be set aside: there are {_MAX_NAMES - 1} beside it already"
