"""A match on the server, which alone orders what players do: no sockets, no clock and no files.

Its owner lets ticks pass and asks what each viewer has to be told. Viewers of a game without secrets are all told the
same.
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
from gpulife.games.core.game_spec import GameSpec, full_state
from gpulife.games.core.order import Flash, Order, Paint, Sound
from gpulife.games.core.quiet_time import FOR_EVER
from gpulife.online._games_played import GamesPlayed
from gpulife.online.match_codec import action_of, action_row, keyframe_of, new_board, pack_state, visible_hash
from gpulife.online.protocol import ActionRow, Check, Correction, Keyframe, ServerMessage, Ticks
from gpulife.session.history import Keyframe as SessionKeyframe
from gpulife.session.history import Recording
from gpulife.session.session import Session
from gpulife.session.tick import TickResult, releases, with_revealed_seed

# What each viewer of a match may see, where the game has secrets: the state that follows from what it was told.
#
# A viewer is a seat, or NOBODY for those who only watch. Others' personal actions are not told to it. A mirror plays
# what a viewer was told; where the state that this viewer may see does not follow from it, the viewer is told that.

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
"""Kinds of actions that, in a game with secrets, are told only to the seat that did them."""


def has_secrets(game: GameSpec[Any]) -> bool:
    """Return whether players of a game may know what others do not."""
    return game.observe is not full_state


def may_be_told(action: Action, viewer: int) -> bool:
    """Return whether a viewer of a game with secrets is told of an action."""
    return action.player in (viewer, NOBODY) or action.kind not in PERSONAL


@dataclass(slots=True)
class Mirror:
    """Whether one viewer, who plays what it was told, sees a match as it may.

    Attributes:
        viewer: seat, or NOBODY.
        corrected: whether the state did not follow in the last tick.
        replaced: whether the board did not, either.
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
        """Play a tick as the viewer does, before the board changes, and find out whether that is right.

        Args:
            game: the game.
            before: state that the game really had before the tick.
            done: all actions of the tick.
            board: the board before the tick's orders.
            after: state that the game really has after it.
            orders: its orders.
        """
        told = tuple(action for action in done if may_be_told(action, self.viewer))
        seen = with_revealed_seed(game.observe(before, self.viewer), told)
        mine, mine_orders = game.advance(seen, told, board)
        self.replaced = not _same_orders(orders, mine_orders)
        self.corrected = mine != game.observe(after, self.viewer)

    def skip(self) -> None:
        """Let a tick pass in which nothing could be hidden."""
        self.replaced = self.corrected = False


def _same_orders(one: Sequence[Order], other: Sequence[Order]) -> bool:
    """Return whether orders do the same to a board."""
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


# The session of a match on the server: what is random in it is revealed when it happens, and viewers have mirrors.

SECRET_BYTES = 32
"""Bytes of the secret from which everything random in a match comes."""


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a match's secret, which everybody may know from the beginning, as hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def revealed_seed(secret: bytes, tick: int) -> int:
    """Return the seed of what is random from ``tick`` on: the HMAC-SHA-256 of the tick's decimal digits, 62 bits."""
    digest = hmac.digest(secret, str(tick).encode(), "sha256")
    return int.from_bytes(digest[:8], "big") & MAX_REVEALED_SEED


class HostedSession(Session[Any]):
    """A session of which everybody may see only a part, and whose chance nobody knows before it happens.

    Args:
        match: match to play.
        engine: engine with its board.
        secret: what everything random comes from.
        recording: what was played of it before.
        keyframe: a moment of ``recording`` to begin at.
        games: the games that went before it.

    Attributes:
        games: the games of the match so far.
        mirrors: what each viewer sees, in games with secrets.
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
        self._quiet_of: Any = None  # a state of which is known how many quiet ticks follow on it
        self._quiet = 0
        super().__init__(match, engine, recording=recording, keyframe=keyframe, budget=0)
        self.games = games or GamesPlayed()
        self.games.look_at(self)

    def tick(self, actions: Sequence[Action] = ()) -> TickResult:
        """Play one tick, and note whether a game of the match has ended or begun in it."""
        result = super().tick(actions)
        self.games.look_at(self)
        return result

    def watch_for(self, viewers: Collection[int]) -> None:
        """Keep a mirror for each of these viewers, and for nobody else."""
        if has_secrets(self.game):
            self.mirrors = {viewer: self.mirrors.get(viewer) or Mirror(viewer) for viewer in viewers}

    def seen_by(self, viewer: int) -> Any:
        """Return the present state as a viewer may see it."""
        return self.game.observe(self.state, viewer)

    @property
    def quiet_ticks(self) -> int:
        """The number of ticks to come, 0 or more, that are quiet if nobody does anything: see ``QuietTime``."""
        quiet = self.game.quiet
        if quiet is None or self.in_the_past:
            return 0
        if self._quiet_of is not self.state:
            self._quiet_of, self._quiet = self.state, quiet.ticks(self.state, self.board)
        return self._quiet

    def skip_quiet(self, max_ticks: int) -> int:
        """Play up to ``max_ticks`` quiet ticks at once, without any action; return how many these were, 0 or more."""
        ticks, quiet = min(self.quiet_ticks, max_ticks), self.game.quiet
        if quiet is None or ticks <= 0:
            return 0
        self.state = quiet.after(self.state, ticks, self.board)
        self._quiet_of, self._quiet = self.state, self._quiet - ticks
        self.ticks += ticks
        self.recorded_ticks, self._end_hash = self.ticks, ""
        return ticks

    def _record_scores(self) -> None:
        """Keep no statistics: nobody looks at them here."""

    def _recount(self, frame: SessionKeyframe) -> None:
        """Keep no statistics of what was played before ``frame`` either."""

    def _advance(self, done: tuple[Action, ...]) -> tuple[Any, tuple[Order, ...]]:
        self._quiet_of = None
        state, orders = super()._advance(done)
        is_random = getattr(state, "draws", 0) != getattr(self.state, "draws", 0)
        if is_random and not self.in_the_past and all(action.kind is not ActionKind.REVEAL for action in done):
            reveal = Action(NOBODY, ActionKind.REVEAL, revealed_seed(self._secret, self.ticks))
            self.log.add(self.ticks, (reveal,))
            done = (*done, reveal)
            state, orders = super()._advance(done)
        # In a tick in which nothing is done, and nothing comes onto the board, nothing can be hidden from anybody;
        # but what was hidden may be shown, where another phase begins.
        is_quiet = (
            not done
            and getattr(state, "phase", None) == getattr(self.state, "phase", None)
            and all(isinstance(order, Sound | Flash) for order in orders)
        )
        for mirror in self.mirrors.values():
            mirror.skip() if is_quiet else mirror.compare(self.game, self.state, done, self.board, state, orders)
        return state, orders


# The match, as its owner uses it.

CHECK_TICKS = 60
"""Ticks between two hashes by which clients find out that their copy is another one."""
STILL_TICKS = 30
"""Ticks between two looks whether time can stand still, since nothing happens in it."""
COMPUTER_TICKS = 600
"""Ticks for which time goes on for computers though nothing happens: who does nothing for so long waits for people."""
EVERYBODY = NOBODY
"""The viewer under which all are told the same, where a game has no secrets."""
MAX_WAITING = 256
"""Limit on the actions that wait for the next tick."""


def ignore_tick(_tick: int, _actions: Sequence[Action]) -> None:
    """Do nothing after a tick."""


@dataclass(slots=True)
class HostedMatch:
    """A match in play on the server.

    Attributes:
        session: the session.
        on_tick: called after each tick in which something was done, with the tick and its actions, for the disk.
        computers_play: whether computers have seats: they count the ticks in which nothing happens, too.
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
        """Begin a match on the numpy engine, or go on with one at the end of its recording.

        Args:
            match: the match.
            secret: what everything random comes from.
            recording: what was played of it before.
            keyframe: a moment of the recording, from which the rest is played again; None for its beginning.
            games: the games that went before that moment.

        Raises:
            EngineError: the board is another one than the match's.
            BoardSizeError: there is not enough memory for it.
        """
        session = HostedSession(match, new_board(match), secret, recording=recording, keyframe=keyframe, games=games)
        session.seek(session.recorded_ticks)
        hosted = cls(session)
        hosted._told = session.ticks
        # Each match has its hashes at a moment of its own, so that those begun together do not all have them at once.
        hosted._checked = session.ticks - int(commitment(secret)[:4], 16) % CHECK_TICKS
        return hosted

    @property
    def has_secrets(self) -> bool:
        """Whether viewers see different things."""
        return has_secrets(self.session.game)

    @property
    def has_news(self) -> bool:
        """Whether something was done that viewers should be told at once."""
        return bool(self._acts or any(self._out.values()))

    def watch_for(self, viewers: Iterable[int]) -> None:
        """Say who is to be told: seats, and NOBODY for those who watch. Others are told nothing."""
        wanted = set(viewers) if self.has_secrets else {EVERYBODY}
        self.session.watch_for(wanted)
        self._out = {viewer: self._out.get(viewer, []) for viewer in wanted}

    def act(self, action: Action) -> str:
        """Let an action wait for the next tick; return "" or the reason why it cannot."""
        if len(self._waiting) >= MAX_WAITING:
            return "too much is waiting for the next tick"
        self._waiting.append(action)
        return ""

    def release(self, seat: int) -> None:
        """Let go of the stick and the trigger of a seat: its owner is silent."""
        self._waiting.extend(action for action in releases(self.session.state.cursors) if action.player == seat)

    def set_levels(self, levels: Sequence[int]) -> None:
        """Tell the game the computer's level on each seat, 0 for a person, where it does not know yet."""
        self._waiting.extend(seat_actions(self.session.state, levels))

    def pass_ticks(self, count: int) -> int:
        """Let up to ``count`` ticks pass; return how many did, fewer only where nothing would happen in the others.

        What waits is done in the first of them. Quiet ones pass at once.
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
        """The number of ticks, 1 or more, that have to pass until something happens in one of them."""
        session = self.session
        if self._waiting:
            return 1
        if self._stands:
            return FOR_EVER
        return min(session.quiet_ticks + 1, max(self._checked + CHECK_TICKS - session.ticks, 1))

    def take_news(self) -> dict[int, list[ServerMessage]]:
        """Return what each viewer has to be told now, in order; ``EVERYBODY`` stands for all without secrets.

        Called when there :meth:`has_news`, and now and then, so that clients know how much time has passed.
        """
        self._close_ticks()
        news = {viewer: messages for viewer, messages in self._out.items() if messages}
        self._out = {viewer: [] for viewer in self._out}
        return news

    def keyframe(self, viewer: int) -> Keyframe:
        """Return the present moment as a viewer may see it. Take the news first: it must not follow on this."""
        session = self.session
        return keyframe_of(session.ticks, session.computed, session.seen_by(viewer), session.engine)

    def _is_still(self) -> bool:
        """Find out whether nothing happens any more, which takes as long as a tick."""
        now, has_clock = self.session.ticks, 0 < self.session.quiet_ticks < FOR_EVER // 2
        is_still = not has_clock and self.session.is_still  # a clock that runs is known without playing a tick
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
        """Tell all viewers the ticks since last time."""
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
