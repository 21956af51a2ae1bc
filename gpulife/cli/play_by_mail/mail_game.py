"""Plays a game by mail up to the current time, answers players' orders with lines of text, and saves the game.

Nothing here reads a clock: the caller passes the time. All ticks since the last call are played at once, including the
computer players' moves. The same ticks give the same boards, no matter when they are played.
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
from gpulife.games.realtime.notation import ACTIONS, MAX_ADDRESS, TextOrder, board_lines, clock_text, score_lines
from gpulife.games.realtime.spec import REALTIME
from gpulife.games.realtime.state import Count, RealTimePhase, RealTimeState
from gpulife.rules import parse_rule
from gpulife.session.autosave import SESSION_PARTS, SavedSession, parse_session, session_parts
from gpulife.session.session import Session
from gpulife.storage import locks
from gpulife.storage.atomic_io import make_folder
from gpulife.storage.save_file import FileKind, SavedFileError, pack_json, read_parts, unpack_json, write_parts

# The saved file of a game of Real-Time Life by mail: its session and its starting time.
#
# One file, written atomically (see ``save_file``): the parts of an autosave, and ``clock``: the time of the session's
# first tick in seconds since 1970, and the record of the correspondence, if any. A lock file beside it keeps a second
# program from playing the same game.

MAIL_ENDING = ".gpumail"

_KIND = FileKind(b"GPULIFE@", 2, "a game of Real-Time Life", (*SESSION_PARTS, "clock"), private=True)
_MAX_SECONDS = 1e11
_Time = Annotated[float, Meta(ge=-_MAX_SECONDS, le=_MAX_SECONDS)]
"""A time in seconds since 1970, at most 3000 years before or after it."""
_TokenHash = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
_MailHash = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


_Address = Annotated[str, Meta(max_length=MAX_ADDRESS, pattern=r"^[!-~]*\Z")]
MAX_ANSWERED = 500
"""Maximum number of hashes in ``PostRecord.answered``. If there are more, the oldest are dropped."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """The two addresses in the last mail that a player sent to the game.

    Attributes:
        player: the address from which the player wrote; "" if unknown.
        game: the address of the game to which the player wrote; "" if unknown.
    """

    player: _Address = ""
    game: _Address = ""


@dataclass(frozen=True, slots=True)
class PostRecord:
    """What a game stores about its mail. Tokens, and the addresses of invited people, are stored as hashes.

    Attributes:
        game: the game's identifier in file names of replies, 8 hexadecimal digits.
        tokens: hash of each seat's token, "" for none; None for a game without tokens.
        replies: number of replies so far.
        told: the game's phase and generation when news was last sent to all players; "" before the first news.
        playing: seats of the players who were in the game when news was last sent.
        answered: a hash (32 hexadecimal digits) of each mail whose orders were carried out, the newest last.
        address: the game's mail address, as set by its host; "" if unknown.
        mailboxes: for each seat, the addresses in the last mail that contained the seat's token.
        invited: the invitations that players have sent by mail.
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
        """Return the addresses in the last mail from a seat's player. If ``seat`` is None, both are "" (unknown)."""
        return self.mailboxes[seat] if seat is not None and seat < len(self.mailboxes) else Mailbox()


@dataclass(frozen=True, slots=True)
class _Clock:
    """The JSON about the clock and the mail in a saved game."""

    began: _Time
    post: PostRecord


class SavedMailGame(NamedTuple):
    """What the file of a saved game contains.

    Attributes:
        session: the session.
        began: time of the session's tick 0, in seconds since 1970.
        post: the game's record of its mail; None if the game is not played by mail.
    """

    session: SavedSession
    began: float
    post: PostRecord | None


def save_game(path: Path, session: Session[RealTimeState], began: float, post: PostRecord | None = None) -> None:
    """Write a game to a file.

    Args:
        path: path of the file; its folder is made if necessary.
        session: a session of Real-Time Life.
        began: time of the session's tick 0, in seconds since 1970.
        post: the game's record of its mail; None if the game is not played by mail.

    Raises:
        OutputError: the file cannot be written; then an older file at this path is kept.
    """
    make_folder(path.parent)
    clock = began if post is None else to_json(_Clock(began, post))
    write_parts(path, _KIND, session_parts(session) | {"clock": pack_json(clock)})


def load_game(path: Path) -> SavedMailGame:
    """Read a game from a file.

    Raises:
        SavedFileError: the file is of another kind, comes from a newer version, or is damaged.
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
    """Lock the game in ``path`` against other programs during a ``with`` block. A crash also ends the lock.

    Raises:
        OutputError: another program plays the game, or the lock file cannot be made.
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
        saved: the saved session to continue; None to start a new game.
        post: the game's record of its mail; None if the game is not played by mail.

    Attributes:
        post: the game's record of its mail. The caller changes it by assigning a new record.

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
        """Open a saved game.

        Raises:
            SavedFileError: the file does not exist or is damaged.
        """
        saved, began, post = load_game(path)
        return cls(saved.recording.match, began, saved, post)

    @property
    def state(self) -> RealTimeState:
        """The current state of the game."""
        return self.session.state

    def save(self, path: Path) -> None:
        """Write the game to a file.

        Raises:
            OutputError: the file cannot be written.
        """
        save_game(path, self.session, self._began, self.post)

    def seconds_left(self, now: float) -> float:
        """Return the seconds until the next turn tick (twelve make a generation); 0 if it is due.

        The result is infinity while the clock stands still.
        """
        if not self.state.running:
            return float("inf")
        tick = self.session.ticks + self.state.left
        return max(0.0, self._began + tick / TICKS_PER_SECOND - now)

    def catch_up(self, now: float, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Play the ticks up to the time ``now``. If the clock was set back, play none.

        Args:
            now: the current time, in seconds since 1970.
            stopped: returns True to stop early; called between two ticks.

        Returns:
            True if ``now`` was reached.
        """
        return self._pass_ticks(int((now - self._began) * TICKS_PER_SECOND) - self.session.ticks, stopped)

    def pass_turn_ticks(self, count: int, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Play ``count`` turn ticks (twelve make a generation) at once, without waiting for the clock.

        Play fewer if the game ends.

        Returns:
            False if ``stopped`` returned True before the end.
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
        """Start the clock with the players who have joined."""
        if self.state.phase is not RealTimePhase.WAITING:
            return Answer(("the clock is running already",), refused=True)
        refused, message = self._act(Action(NOBODY, ActionKind.HALT))
        return Answer((message if refused else clock_text(self.state),), refused)

    def is_computer(self, seat: int) -> bool:
        """Return True if a computer player has this seat."""
        return 0 <= seat < len(self._levels) and self._levels[seat] > 0

    def carry_out(self, order: TextOrder, seat: int) -> Answer:
        """Carry out an order and return the answer. The caller has to check that the sender may give the order.

        Args:
            order: the order.
            seat: seat of the person who gives the order; NOBODY for JOIN, SHOW and SCORE.
        """
        if order.verb == "SHOW":
            return Answer((*board_lines(self.state, self.session.board), clock_text(self.state)))
        if order.verb == "SCORE":
            return Answer(tuple(score_lines(self.state)))
        before = self.state.news_lines()
        refused, message = self._act(Action(seat, ACTIONS[order.verb], data=order.data))
        if refused:
            return Answer((message,), refused=True)
        confirmation = (message,) if order.verb == "MOVE" else ()
        return Answer((*confirmation, *news_since(before, self.state.news_lines())))

    def _act(self, action: Action) -> tuple[bool, str]:
        """Play a tick with an action; return (True if the action was refused, message to the player)."""
        sounds = self.session.tick((action,)).sounds
        message = self.state.reply if action.player == NOBODY else self.state.seats[action.player].message
        self._finish_generation()
        return any(sound.name == "refused" and sound.player == action.player for sound in sounds), message

    def _finish_generation(self) -> None:
        """If the next tick will count the players' cells, play it now."""
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
    """Return the lines of news in ``now`` that are newer than those in ``before``.

    ``now`` may lack the oldest lines of ``before``, since the game keeps only the latest news.
    """
    for dropped in range(len(before) + 1):
        rest = before[dropped:]
        if now[: len(rest)] == rest:
            return now[len(rest) :]
    return now
