"""The saved file of a game of Real-Time Life by mail: its session, and the time at which it began.

One file, written atomically (see ``save_file``): the parts of an autosave, and ``clock``, the time of the session's
first tick in seconds since 1970, with the record of the correspondence where there is one. A lock beside it keeps a
second program from playing the same game.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import Meta

from gpulife.errors import OutputError
from gpulife.games.core.bounds import MAX_PLAYERS, Natural, Player
from gpulife.games.core.dataclass_json import ADDED_LATER, to_json
from gpulife.games.realtime.correspondence.invitations import GAME_LIMIT, Invited
from gpulife.games.realtime.match_settings import REAL_TIME
from gpulife.games.realtime.state import RealTimeState
from gpulife.games.realtime.texts import MAX_ADDRESS
from gpulife.session.autosave import SESSION_PARTS, SavedSession, parse_session, session_parts
from gpulife.session.session import Session
from gpulife.storage import locks
from gpulife.storage.atomic_io import make_folder
from gpulife.storage.save_file import FileKind, SavedFileError, pack_json, read_parts, unpack_json, write_parts

MAIL_ENDING = ".gpumail"

_KIND = FileKind(b"GPULIFE@", 2, "a game of Real-Time Life", (*SESSION_PARTS, "clock"), private=True)
_MAX_SECONDS = 1e11
_Time = Annotated[float, Meta(ge=-_MAX_SECONDS, le=_MAX_SECONDS)]
"""Seconds since 1970, up to some thousands of years before and after."""
_TokenHash = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
_MailHash = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


_Address = Annotated[str, Meta(max_length=MAX_ADDRESS, pattern=r"^[!-~]*\Z")]
MAX_ANSWERED = 500
"""Limit on the mails that are remembered as carried out."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """Where a player is written to.

    Attributes:
        player: the player's address; "" if that is not known.
        game: the address of the game to which the player wrote.
    """

    player: _Address = ""
    game: _Address = ""


@dataclass(frozen=True, slots=True)
class PostRecord:
    """What a game keeps of its correspondence. Tokens are there as hashes only, and so are people who were invited.

    Attributes:
        game: name of the game in the names of replies, 8 hexadecimal digits.
        tokens: hash of the token of each seat, "" for none; None for a game without tokens.
        replies: number of replies so far.
        told: the phase and generation that everybody has been told of; "" for none.
        playing: seats of those who played then.
        answered: which mails were carried out, 32 hexadecimal digits for each; the newest last.
        address: the game's own address, as its host has said; "" if that is not known.
        mailboxes: where each seat's player wrote from last with the token, and to which address; "" for what is not
            known.
        invited: those whom players have invited by mail.
    """

    game: Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]
    tokens: Annotated[tuple[_TokenHash, ...], Meta(max_length=MAX_PLAYERS)] | None = None
    replies: Natural = 0
    told: Annotated[str, Meta(max_length=40)] = ""
    playing: Annotated[tuple[Player, ...], Meta(max_length=MAX_PLAYERS)] = ()
    answered: Annotated[tuple[_MailHash, ...], Meta(max_length=MAX_ANSWERED)] = ()
    address: _Address = field(default="", metadata=ADDED_LATER)
    mailboxes: Annotated[tuple[Mailbox, ...], Meta(max_length=MAX_PLAYERS)] = field(default=(), metadata=ADDED_LATER)
    invited: Annotated[tuple[Invited, ...], Meta(max_length=GAME_LIMIT)] = field(default=(), metadata=ADDED_LATER)

    def mailbox(self, seat: int | None) -> Mailbox:
        """Return where a seat's player is written to; an empty one for nobody, and if that is not known."""
        return self.mailboxes[seat] if seat is not None and seat < len(self.mailboxes) else Mailbox()


@dataclass(frozen=True, slots=True)
class _Clock:
    """The part ``clock`` of a game with a correspondence; of others it is the time alone."""

    began: _Time
    post: PostRecord


class SavedMailGame(NamedTuple):
    """What is in a file.

    Attributes:
        session: the session.
        began: time of its tick 0, in seconds since 1970.
        post: the correspondence; None where there was none.
    """

    session: SavedSession
    began: float
    post: PostRecord | None


def save_game(path: Path, session: Session[RealTimeState], began: float, post: PostRecord | None = None) -> None:
    """Write a game.

    Args:
        path: path of the file; its folder is created if necessary.
        session: a session of Real-Time Life.
        began: the time of its tick 0, in seconds since 1970.
        post: the record of its correspondence; None for none.

    Raises:
        OutputError: the file cannot be written; what was saved before is still there.
    """
    make_folder(path.parent)
    clock = began if post is None else to_json(_Clock(began, post))
    write_parts(path, _KIND, session_parts(session) | {"clock": pack_json(clock)})


def load_game(path: Path) -> SavedMailGame:
    """Return the game in a file.

    Raises:
        SavedFileError: the file is of another kind, newer than this program, or damaged.
    """
    parts = read_parts(path, _KIND)
    saved = parse_session(path, parts)
    clock: float | _Clock = unpack_json(path, "clock", parts["clock"], _Time | _Clock)  # type: ignore[arg-type]
    if saved.recording.match.game != REAL_TIME:
        raise SavedFileError(f"{path} is a game of {saved.recording.match.game}, not of {REAL_TIME}")
    if isinstance(clock, _Clock):
        return SavedMailGame(saved, clock.began, clock.post)
    return SavedMailGame(saved, clock, None)


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
