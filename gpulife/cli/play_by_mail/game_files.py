"""The saved file of a game of Real-Time Life by mail: its session, and the time at which it began.

One file, written atomically (see ``save_file``): the parts of an autosave, and ``clock``, the time of the session's
first tick in seconds since 1970. A lock beside it keeps a second program from playing the same game.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from gpulife.errors import OutputError
from gpulife.games.realtime.match_settings import REAL_TIME
from gpulife.games.realtime.state import RealTimeState
from gpulife.session.autosave import SESSION_PARTS, SavedSession, parse_session, session_parts
from gpulife.session.session import Session
from gpulife.storage import locks
from gpulife.storage.atomic_io import make_folder
from gpulife.storage.save_file import FileKind, SavedFileError, pack_json, read_parts, unpack_json, write_parts

MAIL_ENDING = ".gpumail"

_KIND = FileKind(b"GPULIFE@", 1, "a game of Real-Time Life", (*SESSION_PARTS, "clock"), private=True)
_MAX_SECONDS = 1e11
_Time = Annotated[float, Meta(ge=-_MAX_SECONDS, le=_MAX_SECONDS)]
"""Seconds since 1970, up to some thousands of years before and after."""


def save_game(path: Path, session: Session[RealTimeState], began: float) -> None:
    """Write a game.

    Args:
        path: path of the file; its folder is created if necessary.
        session: a session of Real-Time Life.
        began: the time of its tick 0, in seconds since 1970.

    Raises:
        OutputError: the file cannot be written; what was saved before is still there.
    """
    make_folder(path.parent)
    write_parts(path, _KIND, session_parts(session) | {"clock": pack_json(began)})


def load_game(path: Path) -> tuple[SavedSession, float]:
    """Return the session in a file, and the time of its tick 0 in seconds since 1970.

    Raises:
        SavedFileError: the file is of another kind, newer than this program, or damaged.
    """
    parts = read_parts(path, _KIND)
    saved = parse_session(path, parts)
    began = unpack_json(path, "clock", parts["clock"], _Time)
    if saved.recording.match.game != REAL_TIME:
        raise SavedFileError(f"{path} is a game of {saved.recording.match.game}, not of {REAL_TIME}")
    return saved, began


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock the game in ``path`` against other programs while the block lasts; a crash unlocks it, too.

    Raises:
        OutputError: another program plays the game, or the lock cannot be created.
    """
    make_folder(path.parent)
    try:
        with locks.locked(path, wait=0):
            yield
    except locks.HeldError as error:
        raise OutputError(f"{path} is being played by another gpulife: end that one first") from error
