"""A game by mail and its file: lets its time pass, carries out orders, and answers them in text.

It reads no clock: the caller passes the time. The time between two visits is played at once, tick by tick, with the
computers in their seats: the same ticks give the same boards, whenever they are played.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import Meta

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import OutputError
from gpulife.games.core.bounds import MAX_PLAYERS, Natural, Player
from gpulife.games.core.dataclass_json import ADDED_LATER, to_json
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, Match
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.player import is_done
from gpulife.games.realtime.correspondence.delivery import Answer
from gpulife.games.realtime.correspondence.invitations import GAME_LIMIT, Invited
from gpulife.games.realtime.match_settings import REAL_TIME, read_settings
from gpulife.games.realtime.spec import REALTIME
from gpulife.games.realtime.state import Count, RealTimePhase, RealTimeState
from gpulife.games.realtime.texts import ACTIONS, MAX_ADDRESS, TextOrder, board_lines, clock_text, score_lines
from gpulife.rules import parse_rule
from gpulife.session.autosave import SESSION_PARTS, SavedSession, parse_session, session_parts
from gpulife.session.session import Session
from gpulife.storage import locks
from gpulife.storage.atomic_io import make_folder
from gpulife.storage.save_file import FileKind, SavedFileError, pack_json, read_parts, unpack_json, write_parts

# The saved file of a game of Real-Time Life by mail: its session, and the time at which it began.
#
# One file, written atomically (see ``save_file``): the parts of an autosave, and ``clock``, the time of the session's
# first tick in seconds since 1970, with the record of the correspondence where there is one. A lock beside it keeps a
# second program from playing the same game.

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


# The game.


class MailGame:
    """One game of Real-Time Life by mail.

    Args:
        match: a match of Real-Time Life.
        began: time of the session's tick 0, in seconds since 1970.
        saved: saved session to go on from; None to begin the game.
        post: record of the correspondence; None for none.

    Attributes:
        post: the same, which the caller replaces.

    Raises:
        GpulifeError: the match cannot be played.
    """

    def __init__(
        self, match: Match, began: float, saved: SavedSession | None = None, post: PostRecord | None = None
    ) -> None:
        rule = parse_rule(match.rule)
        if rule.size is None:
            raise ValueError(f"a match's rule fixes its board; {match.rule} does not")
        self.session = Session(
            match,
            NumpyEngine(rule, rule.size),
            recording=saved.recording if saved else None,
            keyframe=saved.keyframe if saved else None,
            game=REALTIME,
            budget=0,  # nobody rewinds here
        )
        self._levels = read_settings(match.settings).seats
        self._computers = tuple(
            REALTIME.computer(ComputerSeat(seat=seat, level=level, seed=match.seed))
            for seat, level in enumerate(self._levels)
            if level
        )
        self.session.players = self._computers
        self._began = began
        self.post = post

    @classmethod
    def load(cls, path: Path) -> "MailGame":
        """Open the game that was saved in a file.

        Raises:
            SavedFileError: the file does not exist, or is damaged.
        """
        saved, began, post = load_game(path)
        return cls(saved.recording.match, began, saved, post)

    @property
    def state(self) -> RealTimeState:
        """Return the present state of the game."""
        return self.session.state

    def save(self, path: Path) -> None:
        """Write the game.

        Raises:
            OutputError: the file cannot be written.
        """
        save_game(path, self.session, self._began, self.post)

    def seconds_left(self, now: float) -> float:
        """Return the seconds until the next tick of the game, 0 or more; infinity while the clock stands."""
        if not self.state.running:
            return float("inf")
        tick = self.session.ticks + self.state.left
        return max(0.0, self._began + tick / TICKS_PER_SECOND - now)

    def catch_up(self, now: float, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Let the time pass up to ``now`` (seconds since 1970); a clock that went back lets none pass.

        Args:
            now: the present time.
            stopped: called between two ticks of the game; tells whether to break off.

        Returns:
            Whether it reached ``now``.
        """
        return self._pass_ticks(int((now - self._began) * TICKS_PER_SECOND) - self.session.ticks, stopped)

    def pass_turn_ticks(self, count: int, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Let a number of the game's ticks pass at once, ahead of the time of day, or fewer if the game ends before.

        Returns:
            Whether it was not broken off.
        """
        for _ in range(count):
            if not self.state.running:
                break
            ticks = self.state.left
            self._began -= ticks / TICKS_PER_SECOND
            if not self._pass_ticks(ticks, stopped):
                return False
        return True

    def begin(self) -> Answer:
        """Start the clock with those who have joined."""
        if self.state.phase is not RealTimePhase.WAITING:
            return Answer(("the clock goes already",), refused=True)
        refused, message = self._act(Action(NOBODY, ActionKind.HALT))
        return Answer((message if refused else clock_text(self.state),), refused)

    def is_computer(self, seat: int) -> bool:
        """Return whether the computer plays in a seat."""
        return 0 <= seat < len(self._levels) and self._levels[seat] > 0

    def carry_out(self, order: TextOrder, seat: int) -> Answer:
        """Carry out an order, and return the answer; a message's :class:`Delivery` knows who may give it.

        Args:
            order: the order.
            seat: seat of a person whose order it is; NOBODY for JOIN, SHOW and SCORE.
        """
        if order.verb == "SHOW":
            return Answer((*board_lines(self.state, self.session.board), clock_text(self.state)))
        if order.verb == "SCORE":
            return Answer(tuple(score_lines(self.state)))
        before = self.state.news
        refused, message = self._act(Action(seat, ACTIONS[order.verb], data=order.data))
        if refused:
            return Answer((message,), refused=True)
        confirmation = (message,) if order.verb == "MOVE" else ()
        return Answer((*confirmation, *news_since(before, self.state.news)))

    def _act(self, action: Action) -> tuple[bool, str]:
        """Play a tick with an action; return whether it was refused, and the message to the player."""
        sounds = self.session.tick((action,)).sounds
        message = self.state.reply if action.player == NOBODY else self.state.seats[action.player].message
        self._finish_generation()
        return any(sound.name == "refused" and sound.player == action.player for sound in sounds), message

    def _finish_generation(self) -> None:
        """Play one more tick after a generation was computed, since that tick counts it."""
        if self.state.count is not Count.NOTHING:
            self.session.tick()

    def _pass_ticks(self, ticks: int, stopped: Callable[[], bool]) -> bool:
        last = self.session.ticks + ticks
        while self.session.ticks < last:
            if stopped():
                return False
            self.session.tick()
            if all(is_done(computer, self.state) for computer in self._computers):
                self.session.skip_idle(last - self.session.ticks)
        self._finish_generation()
        return True


def news_since(before: tuple[str, ...], now: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines of ``now`` that were not in ``before``; the oldest lines may have been dropped in between."""
    for dropped in range(len(before) + 1):
        rest = before[dropped:]
        if now[: len(rest)] == rest:
            return now[len(rest) :]
    return now
