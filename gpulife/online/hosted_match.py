"""A match on the server. Only the server decides in which order the players' actions happen.

The caller advances the match and collects the messages for each viewer (a seat, or all spectators). In a game without
secrets, all viewers get the same messages. This module uses no sockets, no clock and no files.
"""

import hashlib
import hmac
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gpulife.engines.base import Engine
from gpulife.games.core.consent import seat_actions
from gpulife.games.core.game import MAX_REVEALED_SEED, NOBODY, Action, ActionKind, Board, Match
from gpulife.games.core.game_spec import FOR_EVER, GameSpec, full_state
from gpulife.games.core.order import Flash, Order, Paint, Sound
from gpulife.online._games_played import GamesPlayed
from gpulife.online.match_codec import action_of, action_row, keyframe_of, new_board, pack_state, visible_hash
from gpulife.online.protocol import ActionRow, Check, Correction, Keyframe, ServerMessage, Ticks
from gpulife.session.history import Keyframe as SessionKeyframe
from gpulife.session.history import Recording
from gpulife.session.session import Session
from gpulife.session.tick import TickResult, releases, with_revealed_seed

# Games with secrets: each viewer may see only a part of the state. A viewer is a seat, or NOBODY for spectators, and
# does not receive the personal actions of other seats. A Mirror plays the actions that its viewer has received. If the
# result differs from the state that the viewer may see, the server sends that state.

PERSONAL = frozenset(
    {
        ActionKind.STICK,
        ActionKind.TRIGGER,
        ActionKind.POINT,
        ActionKind.DIGIT,
        ActionKind.PLACE,
        ActionKind.WITHDRAW,
        ActionKind.PIECE,
        ActionKind.TAKE_BACK,
        ActionKind.OPTION,
        ActionKind.SELECT,
        ActionKind.WHO,
        ActionKind.HIDE,
    }
)
"""Kinds of actions that, in a game with secrets, are sent only to the player who performed them."""


def has_secrets(game: GameSpec[Any]) -> bool:
    """Return True if, in this game, some players may know things that other players do not."""
    return game.observe is not full_state


def may_be_told(action: Action, viewer: int) -> bool:
    """Return True if a viewer (a seat, or NOBODY) of a game with secrets may receive an action."""
    return action.player in (viewer, NOBODY) or action.kind not in PERSONAL


@dataclass(slots=True)
class Mirror:
    """Checks whether one viewer can compute the match correctly from the actions that the server sends.

    Attributes:
        viewer: the viewer's seat; NOBODY for spectators.
        corrected: True if the viewer's state is wrong after the latest tick, so the server must send the right one.
        replaced: True if the viewer's board is wrong after the latest tick, so the server must send the right one.
    """

    viewer: int
    corrected: bool = False
    replaced: bool = False

    def compare(
        self,
        game: GameSpec[Any],
        before: Any,
        done: Sequence[Action],
        board: Board,
        after: Any,
        orders: Sequence[Order],
    ) -> None:
        """Compute a tick as the viewer would, and set :attr:`corrected` and :attr:`replaced`.

        Call this before the board changes.

        Args:
            game: the game.
            before: the server's state before the tick.
            done: all actions of the tick.
            board: the board before the tick's orders.
            after: the server's state after the tick.
            orders: the server's orders of the tick.
        """
        told = tuple(action for action in done if may_be_told(action, self.viewer))
        seen = with_revealed_seed(game.observe(before, self.viewer), told)
        mine, mine_orders = game.advance(seen, told, board)
        self.replaced = not _same_orders(orders, mine_orders)
        self.corrected = mine != game.observe(after, self.viewer)

    def skip(self) -> None:
        """Record that the viewer can compute this tick correctly, so that nothing has to be sent."""
        self.replaced = self.corrected = False


def _same_orders(one: Sequence[Order], other: Sequence[Order]) -> bool:
    """Return True if both lists of orders change a board in the same way."""
    ours, theirs = ([order for order in orders if not isinstance(order, Sound | Flash)] for orders in (one, other))
    return len(ours) == len(theirs) and all(map(_same_order, ours, theirs))


def _same_order(one: Order, other: Order) -> bool:
    if isinstance(one, Paint) and isinstance(other, Paint):
        same_mask = one.mask is other.mask or (
            one.mask is not None and other.mask is not None and np.array_equal(one.mask, other.mask)
        )
        return (
            (one.row, one.column) == (other.row, other.column) and same_mask and np.array_equal(one.cells, other.cells)
        )
    return type(one) is type(other) and not isinstance(one, Paint) and one == other


# The session on the server: random numbers are revealed only when they are used, and viewers have mirrors.

SECRET_BYTES = 32
"""Length in bytes of the secret from which a match's random numbers are derived."""


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a match's secret in hex. This hash is public from the start of the match."""
    return hashlib.sha256(secret).hexdigest()


def revealed_seed(secret: bytes, tick: int) -> int:
    """Return the random seed to reveal in ``tick``: HMAC-SHA-256 of the number ``tick`` in decimal, cut to 62 bits."""
    digest = hmac.digest(secret, str(tick).encode(), "sha256")
    return int.from_bytes(digest[:8], "big") & MAX_REVEALED_SEED


class HostedSession(Session[Any]):
    """A session on the server. It keeps random numbers secret until they are used, and knows what each viewer may see.

    Args:
        match: match to play.
        engine: engine with the board of the match.
        secret: secret from which all random numbers are derived.
        recording: the part of the match played so far; None for a new match.
        keyframe: keyframe of ``recording`` from which the session starts; None to start from the recording's beginning.
        games: the games of the match so far; None for a new match.

    Attributes:
        games: the games of the match so far.
        mirrors: in games with secrets, maps each viewer to a :class:`Mirror`; in other games, empty.
    """

    def __init__(
        self,
        match: Match,
        engine: Engine,
        secret: bytes,
        *,
        recording: Recording | None = None,
        keyframe: SessionKeyframe | None = None,
        games: GamesPlayed | None = None,
    ) -> None:
        self._secret = secret
        self.mirrors: dict[int, Mirror] = {}
        self._quiet_of: Any = None  # the state for which _quiet was computed
        self._quiet = 0
        super().__init__(match, engine, recording=recording, keyframe=keyframe, budget=0)
        self.games = games or GamesPlayed()
        self.games.look_at(self)

    def tick(self, actions: Sequence[Action] = ()) -> TickResult:
        """Play one tick, and record whether a game starts or ends in it."""
        result = super().tick(actions)
        self.games.look_at(self)
        return result

    def watch_for(self, viewers: Collection[int]) -> None:
        """Set the viewers: make a :class:`Mirror` for each new viewer, and drop the mirrors of all other viewers."""
        if has_secrets(self.game):
            self.mirrors = {viewer: self.mirrors.get(viewer) or Mirror(viewer) for viewer in viewers}

    def seen_by(self, viewer: int) -> Any:
        """Return the current state as a viewer may see it."""
        return self.game.observe(self.state, viewer)

    @property
    def quiet_ticks(self) -> int:
        """The number of coming ticks (0 or more) in which nothing happens if nobody acts; see ``QuietTime``."""
        quiet = self.game.quiet
        if quiet is None or self.in_the_past:
            return 0
        if self._quiet_of is not self.state:
            self._quiet_of, self._quiet = self.state, quiet.ticks(self.state, self.board)
        return self._quiet

    def skip_quiet(self, max_ticks: int) -> int:
        """Skip up to ``max_ticks`` ticks in which nothing happens; return how many were skipped."""
        ticks, quiet = min(self.quiet_ticks, max_ticks), self.game.quiet
        if quiet is None or ticks <= 0:
            return 0
        self.state = quiet.after(self.state, ticks, self.board)
        self._quiet_of, self._quiet = self.state, self._quiet - ticks
        self.ticks += ticks
        self.recorded_ticks, self._end_hash = self.ticks, ""
        return ticks

    def _record_scores(self) -> None:
        """Record nothing: this overrides the statistics of scores, which nobody looks at on a server."""

    def _recount(self, frame: SessionKeyframe) -> None:
        """Count nothing: this overrides the statistics of the time before ``frame``, which a server never shows."""

    def _advance(self, done: tuple[Action, ...]) -> tuple[Any, tuple[Order, ...]]:
        self._quiet_of = None
        state, orders = super()._advance(done)
        is_random = getattr(state, "draws", 0) != getattr(self.state, "draws", 0)
        if is_random and not self.in_the_past and all(action.kind is not ActionKind.REVEAL for action in done):
            reveal = Action(NOBODY, ActionKind.REVEAL, revealed_seed(self._secret, self.ticks))
            self.log.add(self.ticks, (reveal,))
            done = (*done, reveal)
            state, orders = super()._advance(done)
        # In a tick without actions and without changes to the board, nothing can be hidden from anybody. A new phase,
        # however, may reveal something.
        is_quiet = (
            not done
            and getattr(state, "phase", None) == getattr(self.state, "phase", None)
            and all(isinstance(order, Sound | Flash) for order in orders)
        )
        for mirror in self.mirrors.values():
            mirror.skip() if is_quiet else mirror.compare(self.game, self.state, done, self.board, state, orders)
        return state, orders


# The match, as the server uses it.

CHECK_TICKS = 60
"""Number of ticks between two hashes that the server sends, so that clients can check their copies of the match."""
STILL_TICKS = 30
"""Number of ticks between two checks of whether the match stands still until somebody acts."""
COMPUTER_TICKS = 600
"""Number of ticks without any event after which a match with computer players counts as standing still.

By then, the computers must be waiting for people.
"""
EVERYBODY = NOBODY
"""Key that stands for all viewers of a game without secrets: they all get the same messages."""
MAX_WAITING = 256
"""Maximum number of actions that wait for the next tick."""


def ignore_tick(_tick: int, _actions: Sequence[Action]) -> None:
    """Do nothing; the default for :attr:`HostedMatch.on_tick`."""


@dataclass(slots=True)
class HostedMatch:
    """A match in play on the server.

    Attributes:
        session: the session of the match.
        on_tick: called with a tick and its actions after each tick that has actions, to save them.
        computers_play: True if computer players play. Because they may act at any time, the match stands still only
            after ``COMPUTER_TICKS`` ticks without any event.
    """

    session: HostedSession
    on_tick: Callable[[int, Sequence[Action]], None] = ignore_tick
    computers_play: bool = False
    _waiting: list[Action] = field(default_factory=list)
    _told: int = 0
    _checked: int = 0
    _looked: int = 0
    _happened: int = 0
    _stands: bool = False
    _acts: list[ActionRow] = field(default_factory=list)
    _out: dict[int, list[ServerMessage]] = field(default_factory=dict)

    @classmethod
    def open(
        cls,
        match: Match,
        secret: bytes,
        *,
        recording: Recording | None = None,
        keyframe: SessionKeyframe | None = None,
        games: GamesPlayed | None = None,
    ) -> "HostedMatch":
        """Begin a match on the numpy engine, or continue a match at the end of its recording.

        Args:
            match: the match.
            secret: secret from which all random numbers are derived.
            recording: the part of the match played so far; None to begin the match.
            keyframe: keyframe of the recording from which the later ticks are replayed; None to replay from the
                beginning.
            games: the games of the match up to ``keyframe``; None to begin the match.

        Raises:
            EngineError: the board does not fit the match.
            BoardSizeError: there is not enough memory for the board.
        """
        session = HostedSession(match, new_board(match), secret, recording=recording, keyframe=keyframe, games=games)
        session.seek(session.recorded_ticks)
        hosted = cls(session)
        hosted._told = session.ticks
        # Matches that begin together should not compute their hashes in the same tick, so each has an offset of its
        # own.
        hosted._checked = session.ticks - int(commitment(secret)[:4], 16) % CHECK_TICKS
        return hosted

    @property
    def has_secrets(self) -> bool:
        """True if some players may know things that others do not.

        If so, each seat gets its own messages, and the spectators get theirs.
        """
        return has_secrets(self.session.game)

    @property
    def has_news(self) -> bool:
        """True if there are actions or corrections to send at once."""
        return bool(self._acts or any(self._out.values()))

    def watch_for(self, viewers: Iterable[int]) -> None:
        """Set the viewers that get messages: seats, and NOBODY for spectators."""
        wanted = set(viewers) if self.has_secrets else {EVERYBODY}
        self.session.watch_for(wanted)
        self._out = {viewer: self._out.get(viewer, []) for viewer in wanted}

    def act(self, action: Action) -> str:
        """Queue an action for the next tick; return "" or the reason why it is refused."""
        if len(self._waiting) >= MAX_WAITING:
            return "too many actions are waiting for the next tick"
        self._waiting.append(action)
        return ""

    def release(self, seat: int) -> None:
        """Release the stick and trigger of a seat. Call this when the seat's player disconnects or leaves."""
        self._waiting.extend(action for action in releases(self.session.state.cursors) if action.player == seat)

    def set_levels(self, levels: Sequence[int]) -> None:
        """Tell the game the new level of the computer player on each seat; level 0 means that a person plays."""
        self._waiting.extend(seat_actions(self.session.state, levels))

    def pass_ticks(self, count: int) -> int:
        """Advance by up to ``count`` ticks; return by how many the match advanced.

        Queued actions happen in the first tick. Ticks in which nothing happens are skipped. If nothing more
        would happen without an action, the match stands still, and fewer than ``count`` ticks pass.
        """
        session, before = self.session, self.session.ticks
        end, self._stands = before + count, False
        while (here := session.ticks) < end:
            left = min(end, self._checked + CHECK_TICKS) - here
            if self._waiting:
                self._play()
            elif session.skip_idle(left):
                pass
            elif here - self._looked >= STILL_TICKS and self._is_still():
                self._stands = True
                break
            elif not session.skip_quiet(min(left, self._looked + STILL_TICKS - here)):
                self._play()
            if session.ticks - self._checked >= CHECK_TICKS:
                self._checked = session.ticks
                self._add_checks()
        return session.ticks - before

    @property
    def busy_in(self) -> int:
        """The number of ticks (at least 1) until the server has to do something for this match."""
        session = self.session
        if self._waiting:
            return 1
        if self._stands:
            return FOR_EVER
        return min(session.quiet_ticks + 1, max(self._checked + CHECK_TICKS - session.ticks, 1))

    def take_news(self) -> dict[int, list[ServerMessage]]:
        """Return the new messages in order, keyed by viewer. In games without secrets, the only key is EVERYBODY.

        Call this when :attr:`has_news` is True, and also at intervals, so that clients learn how much time has passed.
        """
        self._close_ticks()
        news = {viewer: messages for viewer, messages in self._out.items() if messages}
        self._out = {viewer: [] for viewer in self._out}
        return news

    def keyframe(self, viewer: int) -> Keyframe:
        """Return a keyframe message: the current state, as a viewer may see it, and the board.

        Before sending it, send all messages of :meth:`take_news`: older messages must not follow a keyframe.
        """
        session = self.session
        return keyframe_of(session.ticks, session.computed, session.seen_by(viewer), session.engine)

    def _is_still(self) -> bool:
        """Return True if nothing more would happen without an action. This takes as long as playing a tick."""
        now, has_clock = self.session.ticks, 0 < self.session.quiet_ticks < FOR_EVER // 2
        # with a running clock the answer is known without playing a tick
        is_still = not has_clock and self.session.is_still
        if not is_still:
            self._happened = now
        if is_still and (not self.computers_play or now - self._happened >= COMPUTER_TICKS):
            return True
        self._looked = now
        return False

    def _play(self) -> None:
        session, here = self.session, self.session.ticks
        actions, self._waiting = self._waiting, []
        session.tick(actions)
        done = session.log.at(here)
        if done:
            self._happened = here
            self.on_tick(here, done)
            self._acts.extend(action_row(here, action) for action in done)
        for mirror in session.mirrors.values():
            if mirror.replaced or mirror.corrected:
                self._close_ticks()
                self._out[mirror.viewer].append(
                    self.keyframe(mirror.viewer)
                    if mirror.replaced
                    else Correction(session.ticks, pack_state(session.seen_by(mirror.viewer)))
                )

    def _close_ticks(self) -> None:
        """Add the ticks and actions since the previous call to every viewer's messages."""
        upto, acts = self.session.ticks, self._acts
        if upto == self._told and not acts:
            return
        for viewer, messages in self._out.items():
            told = acts if not self.has_secrets else [row for row in acts if may_be_told(action_of(row), viewer)]
            messages.append(Ticks(upto, tuple(told)))
        self._told, self._acts = upto, []

    def _add_checks(self) -> None:
        self._close_ticks()
        session = self.session
        for viewer, messages in self._out.items():
            digest = visible_hash(session.game, session.state, viewer, session.board)
            messages.append(Check(session.ticks, digest))
