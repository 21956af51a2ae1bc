"""Two files that take turns, under a lock that a running program holds: how sessions and displays of art are kept.

Each save replaces the older file, so that whenever the program or the machine stops, one good file is there. The file
with the highest number is the newest. The operating system releases the lock when the program ends, however it ends, so
files that nobody has locked belong to a program that has ended. A program takes the lock before it goes on with them.
"""

import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self, TypeVar

from filelock import BaseFileLock

from gpulife.errors import OutputError
from gpulife.storage.atomic_io import make_folder
from gpulife.storage.locks import LOCK_ENDING, try_lock
from gpulife.storage.save_file import SavedFileError, UnreadableError
from gpulife.storage.set_aside import set_aside

_Saved = TypeVar("_Saved")


class Rotation:
    """The files ``NAME-aENDING`` and ``NAME-bENDING`` in a folder, and the lock ``.NAME.lock``.

    Args:
        folder: need not exist before the first save.
        name: letters, digits and whatever else the name of a file may have.
        ending: with its dot, such as ".gpusave".

    Attributes:
        paths: the two files, whether they are there or not.
        number: number of the last save; 0 before the first.
    """

    def __init__(self, folder: Path, name: str, ending: str) -> None:
        self.folder = folder
        self.name = name
        self.paths = (folder / f"{name}-a{ending}", folder / f"{name}-b{ending}")
        self.number = 0
        self._turn = 0
        self._lock_path = folder / f".{name}{LOCK_ENDING}"
        self._lock: BaseFileLock | None = None

    @classmethod
    def new(cls, folder: Path, prefix: str, ending: str) -> Self:
        """Make a rotation with a name that nobody can guess, and take its lock.

        Raises:
            OutputError: the system refused.
        """
        make_folder(folder, private=True)
        while True:
            files = cls(folder, f"{prefix}-{secrets.token_hex(8)}", ending)
            if files.lock():
                return files

    @classmethod
    def find(cls, folder: Path, ending: str) -> list[Self]:
        """Return all rotations in a folder, locked or not; the one that was written last comes first."""
        pattern = re.compile(rf"(.+)-[ab]{re.escape(ending)}", re.DOTALL)
        names: set[str] = set()
        with suppress(OSError):
            names = {match[1] for path in folder.iterdir() if (match := pattern.fullmatch(path.name))}
        return sorted(
            (cls(folder, name, ending) for name in names),
            key=lambda files: (files._last_written, files.name),
            reverse=True,
        )

    @classmethod
    def clear_locks(cls, folder: Path, ending: str) -> None:
        """Remove the locks of programs that were killed before they saved anything."""
        with suppress(OSError):
            names = [path.name[1 : -len(LOCK_ENDING)] for path in folder.glob(f".*{LOCK_ENDING}")]
            for files in (cls(folder, name, ending) for name in names):
                with suppress(OutputError):
                    if not files.existing and files.lock():
                        files.release()

    @property
    def existing(self) -> tuple[Path, ...]:
        """The files that are there, at most two; the one that was written last comes first."""
        return tuple(sorted((stats := self._stats()), key=lambda path: stats[path].st_mtime_ns, reverse=True))

    @property
    def size(self) -> int:
        """The bytes of both files together."""
        return sum(status.st_size for status in self._stats().values())

    @property
    def _last_written(self) -> int:
        """The time of the last save in nanoseconds since 1970; 0 if there are no files."""
        return max((status.st_mtime_ns for status in self._stats().values()), default=0)

    def lock(self, wait: float = 0.0) -> bool:
        """Take the lock within ``wait`` seconds; return whether this program holds it now.

        Raises:
            OutputError: the system refused.
        """
        if self._lock is None:
            self._lock = try_lock(self._lock_path, wait)
        return self._lock is not None

    def release(self) -> None:
        """Release the lock for other programs; if the files are gone, delete it, too."""
        lock, self._lock = self._lock, None
        if lock is None:
            return
        if not self.existing:
            with suppress(OSError):
                self._lock_path.unlink(missing_ok=True)
        lock.release()

    def read_newest(
        self,
        read: Callable[[Path], tuple[int, _Saved]],
        *,
        leave_in_place: type[SavedFileError] | tuple[()] = UnreadableError,
    ) -> tuple[_Saved | None, list[SavedFileError]]:
        """Read both files, and go on after the one with the highest number: the next save replaces the other one.

        Args:
            read: returns the number of a file, and what it holds.
            leave_in_place: class of errors after which a file stays; after any other it is set aside as damaged.

        Returns:
            What the newest good file holds, None if there is none; and the errors of the files that are not good.
        """
        newest: _Saved | None = None
        problems = []
        for path in self.existing:
            try:
                number, saved = read(path)
            except SavedFileError as error:
                problems.append(
                    error if isinstance(error, leave_in_place) else SavedFileError(f"{error}; {set_aside(path)}")
                )
                continue
            if newest is None or number > self.number:
                newest, self.number, self._turn = saved, number, 1 - self.paths.index(path)
        return newest, problems

    def write_next(self, write: Callable[[Path, int], None]) -> Path:
        """Let ``write`` replace the older file, whose path and number it is given; return the path.

        Raises:
            OutputError: the system refused; the newer file is still there.
        """
        path = self.paths[self._turn]
        make_folder(self.folder, private=True)
        write(path, self.number + 1)
        self.number, self._turn = self.number + 1, 1 - self._turn
        return path

    def remove_older(self) -> None:
        """Delete the file that was not written last.

        Raises:
            OutputError: the system refused.
        """
        _unlink(self.paths[self._turn])

    def remove(self) -> None:
        """Delete both files and the lock, which this program must have.

        Raises:
            OutputError: the system refused; the lock is released in any case.
        """
        try:
            for path in self.paths:
                _unlink(path)
        finally:
            self.release()

    def _stats(self) -> dict[Path, os.stat_result]:
        """Return what the system knows of those files that are there; links are not followed."""
        stats = {}
        for path in self.paths:
            with suppress(OSError):
                stats[path] = path.lstat()
        return stats


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"cannot delete {path}: {error.strerror or error}") from error
