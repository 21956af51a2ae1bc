"""Replies as files in a folder, for whoever sends them: ``gpulife-GAME-000012-A.eml``.

A reply is there once the game is on disk in which it is true, and never else: it is written beside its name first, then
the game is saved with the number of replies so far, then it gets its name. What a killed program left is found by the
next one, which finishes it if its number is counted in the game, and removes it if it is not.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from email.utils import formatdate
from pathlib import Path
from string import ascii_uppercase

from gpulife.errors import OutputError
from gpulife.games.realtime.correspondence.replies import Envelope, Reply, mail_bytes
from gpulife.storage.atomic_io import atomic_write, make_folder, publish_file

REPLY_ENDING = ".eml"
_WAITING = ".waiting"
_NOBODY = "visitor"
"""In the name of a reply to somebody who plays no seat."""


class ReplyFolder:
    """The replies of one game.

    Args:
        folder: where they are; it is made if necessary. Their sender may remove them at any time.
        game: the game's name in those of its replies, 8 hexadecimal digits.

    Raises:
        OutputError: the folder cannot be made.
    """

    def __init__(self, folder: Path, game: str) -> None:
        make_folder(folder)
        self._folder, self._game = folder, game
        self._name = re.compile(
            rf"\.(gpulife-{game}-([0-9]{{6,15}})-(?:[A-Z]|visitor)\.eml){re.escape(_WAITING)}", re.ASCII
        )
        self._prepared: list[Path] = []

    def recover(self, count: int) -> tuple[Path, ...]:
        """Finish what an earlier program left unfinished, if the game counts it.

        Args:
            count: number of replies that the game counts.

        Returns:
            The replies that got their names.
        """
        with suppress(OSError):
            for path in sorted(self._folder.iterdir()):
                if match := self._name.fullmatch(path.name):
                    if int(match[2]) < count:
                        self._prepared.append(path)
                    else:
                        path.unlink()
        return self.publish()

    def prepare(self, number: int, replies: Iterable[Reply], now: float) -> int:
        """Write replies beside their names, and return the number of the next one.

        Args:
            number: number of the first of them in the game.
            replies: the replies.
            now: the present time, in seconds since 1970.

        Raises:
            OutputError: the system refused.
        """
        for reply in replies:
            whom = _NOBODY if reply.seat is None else ascii_uppercase[reply.seat]
            name = f"gpulife-{self._game}-{number:06}-{whom}"
            path = self._folder / f".{name}{REPLY_ENDING}{_WAITING}"
            with atomic_write(path, "wb", private=True) as file:
                file.write(mail_bytes(reply, Envelope(formatdate(now), name)))
            self._prepared.append(path)
            number += 1
        return number

    def publish(self) -> tuple[Path, ...]:
        """Give the replies that were prepared their names, after the game was saved, and return their paths.

        Raises:
            OutputError: the system refused.
        """
        published = []
        while self._prepared:
            path = self._prepared[0]
            name = path.with_name(path.name.removeprefix(".").removesuffix(_WAITING))
            publish_file(path, name)
            published.append(name)
            self._prepared.pop(0)
        return tuple(published)

    def withdraw(self) -> None:
        """Remove the replies that were prepared, if the game could not be saved."""
        for path in self._prepared:
            with suppress(OSError):
                path.unlink(missing_ok=True)
        self._prepared = []


def require_folder(folder: Path | None) -> None:
    """Find out early that a folder for replies can be one; do nothing if there is None.

    Raises:
        OutputError: something else is there.
    """
    if folder is not None and folder.exists() and not folder.is_dir():
        raise OutputError(f"cannot write replies into {folder}: it is no folder")
