"""Two files that take turns, under a lock that a running program holds: whatever may be played by one program only.

The lock is the system's: it lets go when the program ends, however it does. So files whose lock nobody has are those of
a program that has ended, and whoever goes on with them takes the lock first.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Self

from filelock import BaseFileLock

from gpulife.errors import OutputError
from gpulife.locks import LOCK_ENDING, try_lock

_TURNS = ("a", "b")


class SessionFiles:
    """The files ``NAME-a.ENDING`` and ``NAME-b.ENDING`` in a folder, and the lock ``.NAME.lock``.

    Args:
        folder: which need not be there before the lock is taken.
        name: letters, digits and what else a file's name may have.
        ending: without a dot.
    """

    def __init__(self, folder: Path, name: str, ending: str) -> None:
        self.folder = folder
        self.name = name
        self.ending = ending
        self.paths = tuple(folder / f"{name}-{turn}.{ending}" for turn in _TURNS)
        self._lock_path = folder / f".{name}{LOCK_ENDING}"
        self._lock: BaseFileLock | None = None

    @classmethod
    def new(cls, folder: Path, kind: str, ending: str) -> Self:
        """Files with a name that nobody can guess, whose lock is taken.

        Raises:
            OutputError: the system refused.
        """
        while True:
            files = cls(folder, f"{kind}-{secrets.token_hex(8)}", ending)
            if files.take():
                return files

    @classmethod
    def find(cls, folder: Path, ending: str) -> list[Self]:
        """All that are in a folder, held or not, in no order."""
        pattern = re.compile(rf"(.+)-[{''.join(_TURNS)}]\.{re.escape(ending)}", re.DOTALL)
        found = set()
        with suppress(OSError):
            found = {match[1] for path in folder.iterdir() if (match := pattern.fullmatch(path.name))}
        return [cls(folder, name, ending) for name in found]

    @classmethod
    def clear_locks(cls, folder: Path, ending: str) -> None:
        """Remove the locks of programs that were killed before they wrote anything."""
        with suppress(OSError):
            names = [path.name[1 : -len(LOCK_ENDING)] for path in folder.glob(f".*{LOCK_ENDING}")]
            for files in (cls(folder, name, ending) for name in names):
                with suppress(OutputError):
                    if not files.existing and files.take():
                        files.let_go()

    @property
    def held(self) -> bool:
        """Whether it is this program that has the lock, by this object."""
        return self._lock is not None

    @property
    def existing(self) -> tuple[Path, ...]:
        """Those of the two that are there, the one that was written last first."""
        times = []
        for path in self.paths:
            with suppress(OSError):
                times.append((path.stat().st_mtime_ns, path))
        return tuple(path for _, path in sorted(times, reverse=True))

    @property
    def size(self) -> int:
        """Bytes of both."""
        size = 0
        for path in self.paths:
            with suppress(OSError):
                size += path.stat().st_size
        return size

    def place(self, path: Path) -> int:
        """Which of the two a file is, also by its name of before: 0 or 1."""
        return 0 if path.name.endswith(f"-{_TURNS[0]}.{self.ending}") else 1

    def take(self, wait: float = 0.0) -> bool:
        """Take the lock, within so many seconds; whether it is ours now.

        Raises:
            OutputError: the system refused.
        """
        if self._lock is None:
            self._lock = try_lock(self._lock_path, wait)
        return self._lock is not None

    def let_go(self) -> None:
        """Let another program take it; of files that are no more, the lock goes, too."""
        lock, self._lock = self._lock, None
        if lock is None:
            return
        if not self.existing:
            with suppress(OSError):
                self._lock_path.unlink(missing_ok=True)
        lock.release()

    def remove(self) -> None:
        """Delete both; only for whoever has the lock, which goes with them.

        Raises:
            OutputError: the system refused; the lock is let go of in any case.
        """
        try:
            for path in self.paths:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(f"cannot delete {path}: {error.strerror or error}") from error
        finally:
            self.let_go()

    def rename(self, kind: str) -> Self:
        """Give the files, whose lock is ours, a new name that nobody can guess; they have it from then on.

        Raises:
            OutputError: the system refused.
        """
        other = type(self).new(self.folder, kind, self.ending)
        try:
            for path, target in zip(self.paths, other.paths, strict=True):
                with suppress(FileNotFoundError):
                    path.replace(target)
        except OSError as error:
            other.let_go()
            raise OutputError(f"cannot rename {path}: {error.strerror or error}") from error
        self.let_go()
        return other
