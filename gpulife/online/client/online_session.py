"""A client's session in an on-line match. It shows the client's own actions before the server confirms them.

The session has a confirmed copy of the match, as sent by the server and computed with numpy. Its own state and engine
are a prediction: the confirmed copy plus the client's actions that are not confirmed yet. If the prediction proves
wrong, it restarts from the confirmed copy. This module uses no sockets and no clock.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from gpulife.engines.base import Engine
from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, Match
from gpulife.games.core.game_spec import CanIdle
from gpulife.games.core.order import Flash, Order, Sound
from gpulife.log import LogFile, log_folder
from gpulife.online.followed_match import FollowedMatch
from gpulife.online.match_codec import action_of
from gpulife.online.protocol import (
    Act,
    ClientMessage,
    Correction,
    Dropped,
    Keyframe,
    Resync,
    Seated,
    ServerMessage,
    Ticks,
)
from gpulife.online.seat_rules import checked_action
from gpulife.session.order_executor import carry_out
from gpulife.session.session import Session
from gpulife.session.tick import TickResult

# Timing: a client must be so far ahead of the server that its actions arrive in time for their ticks. No clock is read
# here: callers pass the time in seconds, on any monotonic clock.

_MEMORY = 0.6
"""Seconds for which the arrival times of messages are remembered.

The server's time is estimated from the remembered message that arrived with the least delay.
"""
_ROUND_TRIPS = 9
_MARGIN = 1.0
"""Number of ticks that a client runs ahead of the server as a margin, in addition to the delay of the connection."""
_MAX_DRIFT = 0.3
"""Maximum fraction by which a client runs faster or slower than real time to reach its target tick."""
_FULL_DRIFT = 20.0
"""If a client is at least this many ticks away from its target, it drifts by the full ``_MAX_DRIFT``; else by less."""
_LEAP = 20.0
"""If a client is more than this many ticks behind its target, it jumps there; if it is that far ahead, it waits."""


class ServerClock:
    """Estimates the server's time from its messages, and tells a client in each frame how many ticks to play.

    Attributes:
        round_trip: median round-trip time in seconds; 0 while unknown.
    """

    def __init__(self) -> None:
        self.round_trip = 0.0
        self._round_trips: deque[float] = deque(maxlen=_ROUND_TRIPS)
        self._told: deque[tuple[float, float]] = deque()
        self._owed = 0.0

    def ponged(self, seconds: float) -> None:
        """Record that a message to the server and its answer took ``seconds``."""
        self._round_trips.append(seconds)
        self.round_trip = median(self._round_trips)

    def told(self, ticks: int, now: float) -> None:
        """Record that, in a message received at time ``now``, the server said that it had played ``ticks`` ticks."""
        self._told.append((now, ticks - now * TICKS_PER_SECOND))
        while self._told[0][0] < now - _MEMORY:
            self._told.popleft()

    def forget(self) -> None:
        """Forget the server's time. Call this when time stops in the match, or when the client joins or leaves it."""
        self._told.clear()

    def target(self, now: float) -> float | None:
        """Return the tick that a client should have played by the time ``now``; None if the server time is unknown."""
        if not self._told:
            return None
        freshest = max(offset for _, offset in self._told)
        return freshest + (now + self.round_trip) * TICKS_PER_SECOND + _MARGIN

    def due(self, seconds: float, here: int, now: float) -> int:
        """Return how many ticks a client should play now.

        Args:
            seconds: time since the previous call.
            here: number of ticks that the client has played.
            now: current time in seconds, on the clock used for :meth:`told`.
        """
        target = self.target(now)
        error = 0.0 if target is None else target - (here + self._owed)
        drift = min(max(error / _FULL_DRIFT, -1.0), 1.0) * _MAX_DRIFT
        self._owed += seconds * TICKS_PER_SECOND * (1.0 + drift)
        if error > _LEAP:
            self._owed += error
        elif error < -_LEAP:
            self._owed = 0.0
        due = int(self._owed)
        self._owed -= due
        return due


# The post-mortem of a wrong copy; the server logs the same.

_FILE = "online.log"


def write_post_mortem(match: Match, seat: int, resync: Resync) -> None:
    """Log that the client's copy of the match differs from the server's match.

    ``resync`` is the client's request for a keyframe. It holds the tick, the hash of the copy and the latest actions.
    """
    try:
        handler = LogFile(log_folder() / _FILE)
    except GpulifeError:
        return  # a missing log must not stop the match
    text = f"{match.game} {match.rule} seat {seat}: copy wrong at tick {resync.tick} ({resync.digest}): {resync.log}"
    handler.emit(logging.LogRecord(__name__, logging.WARNING, __file__, 0, text, None, None))


# The session.

MAX_WAIT = 120
"""Number of ticks after which a client stops waiting for the server to confirm an action."""

_FAR = 1 << 62


@dataclass(slots=True)
class PendingAction:
    """An action that was sent to the server but is not confirmed yet.

    Attributes:
        seq: sequence number of the action.
        action: the action.
        tick: tick in which the client expects the server to carry out the action.
        sent: tick in which the action was sent.
    """

    seq: int
    action: Action
    tick: int
    sent: int


class PendingActions:
    """The actions of a client's seat that were sent, but that the server has not confirmed yet.

    Args:
        next_seq: sequence number of the first action.

    Attributes:
        next_seq: sequence number that the next added action will get.
    """

    def __init__(self, next_seq: int = 1) -> None:
        self.next_seq = next_seq
        self._actions: list[PendingAction] = []

    def __len__(self) -> int:
        return len(self._actions)

    def add(self, action: Action, tick: int) -> int:
        """Add an action predicted for ``tick``, and return its sequence number."""
        seq, self.next_seq = self.next_seq, self.next_seq + 1
        self._actions.append(PendingAction(seq, action, tick, tick))
        return seq

    def has(self, action: Action) -> bool:
        """Return True if an equal action is pending."""
        return any(pending.action == action for pending in self._actions)

    def at(self, tick: int) -> tuple[Action, ...]:
        """Return the actions predicted for ``tick``, in the order in which they were sent."""
        return tuple(pending.action for pending in self._actions if pending.tick == tick)

    def next_tick(self, tick: int) -> int:
        """Return the first tick from ``tick`` on that has a predicted action; a very large number if there is none."""
        return min((pending.tick for pending in self._actions if pending.tick >= tick), default=_FAR)

    def confirm(self, action: Action) -> None:
        """Remove an action of this seat that the server has carried out, and all actions sent before it.

        The server carries actions out in order, so the earlier ones were carried out or dropped. Actions that were
        never sent are ignored: the server adds some itself, for example to release the stick of a disconnected player.
        """
        for place, pending in enumerate(self._actions):
            if pending.action == action:
                del self._actions[: place + 1]
                return

    def drop(self, seq: int) -> bool:
        """Remove an action that the server has dropped; return False if it was not pending."""
        before = len(self._actions)
        self._actions = [pending for pending in self._actions if pending.seq != seq]
        return len(self._actions) < before

    def move_between(self, first: int, last: int) -> None:
        """Move the predicted ticks of all actions into the range from ``first`` to ``last``.

        Actions sent more than ``MAX_WAIT`` ticks before ``first`` are removed.
        """
        self._actions = [pending for pending in self._actions if pending.sent > first - MAX_WAIT]
        for pending in self._actions:
            pending.tick = max(min(pending.tick, last), first)

    def forget_before(self, tick: int) -> None:
        """Forget actions predicted for ticks before ``tick``. Call this when a keyframe of ``tick`` has arrived."""
        self._actions = [pending for pending in self._actions if pending.tick >= tick]

    def restart(self, next_seq: int) -> None:
        """Forget all actions. The next action gets the sequence number ``next_seq``."""
        self._actions.clear()
        self.next_seq = next_seq


_SEATS = ("sides", "hands", "seats")
"""Names of the fields in games' states that hold one item per seat. An item may have a cursor."""


def with_cursor_of(state: Any, other: Any, seat: int) -> Any:
    """Return ``state`` with the cursor of one seat taken from ``other``, a state of the same game."""
    for name in _SEATS:
        ours, theirs = getattr(state, name, ()), getattr(other, name, ())
        if 0 <= seat < min(len(ours), len(theirs)) and hasattr(ours[seat], "cursor"):
            moved = replace(ours[seat], cursor=theirs[seat].cursor)
            return replace(state, **{name: (*ours[:seat], moved, *ours[seat + 1 :])})
    return state


_NEAR = 30
"""A predicted and a confirmed sound count as the same if they are equal and at most this many ticks apart."""


@dataclass(slots=True)
class _Heard:
    tick: int
    sound: Sound
    is_loose: bool = False


class HeardSounds:
    """Remembers predicted sounds that were played but are not confirmed yet, so that no sound is played twice.

    When the prediction restarts, these sounds become loose: if one of them is predicted again, it is not played again.
    """

    def __init__(self) -> None:
        self._heard: list[_Heard] = []

    def loosen(self) -> None:
        """Mark all sounds as loose (see the class). Call this when the prediction restarts."""
        for heard in self._heard:
            heard.is_loose = True

    def predict(self, tick: int, sounds: Iterable[Sound], *, again: bool) -> tuple[Sound, ...]:
        """Return those of the sounds predicted for ``tick`` that should be played now.

        Args:
            tick: the predicted tick.
            sounds: the sounds of that tick.
            again: True if the tick was predicted before. If so, new sounds are held back until they are confirmed.
        """
        new = []
        for sound in sounds:
            known = self._find(tick, sound, only_loose=True)
            if known is not None:
                known.tick, known.is_loose = tick, False
            elif not again:
                self._heard.append(_Heard(tick, sound))
                new.append(sound)
        return tuple(new)

    def confirm(self, sounds: Iterable[tuple[int, Sound]], now: int) -> tuple[Sound, ...]:
        """Return the confirmed sounds that have not been played yet.

        Args:
            sounds: (tick, sound) pairs that the server has confirmed.
            now: number of ticks that the server has confirmed.
        """
        new = []
        for tick, sound in sounds:
            known = self._find(tick, sound, only_loose=False)
            if known is None:
                new.append(sound)
            else:
                self._heard.remove(known)
        self._heard = [heard for heard in self._heard if heard.tick > now - _NEAR]
        return tuple(new)

    def _find(self, tick: int, sound: Sound, *, only_loose: bool) -> _Heard | None:
        near = (
            heard
            for heard in self._heard
            if heard.sound == sound and abs(heard.tick - tick) <= _NEAR and (heard.is_loose or not only_loose)
        )
        return min(near, key=lambda heard: abs(heard.tick - tick), default=None)


MAX_AHEAD = 60
"""Maximum number of ticks for which the board is predicted. In later ticks, only the player's own cursor moves."""
_POINT_TICKS = 3
"""Minimum number of ticks between two mouse positions sent. The server accepts thirty actions a second."""
_NOT_SENT = frozenset({ActionKind.SEAT, ActionKind.EDIT})
"""Kinds of actions that are never sent to the server."""
NO_REWIND = "You cannot rewind an on-line match, since it runs for all its players"


class OnlineSession(Session[Any]):
    """A match on a server, as the player on one seat or a spectator sees it.

    Args:
        match: the match.
        engine: engine that has the match's rule and a new board.
        viewer: the client's seat; NOBODY for a spectator.
        send: sends a message to the server, without waiting.
        next_seq: sequence number of the first action that this session will send.

    Attributes:
        confirmed: the confirmed copy: the match as sent by the server.
        front: tick shown to the player. The board is predicted only up to ``ticks``; from there to ``front``, only the
            player's cursor moves.
        refusals: reasons why actions of the client's seat were refused; the caller clears the list.
        on_desync: called with a request for a keyframe if the confirmed copy differs from the server's match.
    """

    def __init__(
        self,
        match: Match,
        engine: Engine,
        viewer: int,
        send: Callable[[ClientMessage], None],
        *,
        next_seq: int = 1,
    ) -> None:
        super().__init__(match, engine, budget=0)
        self.keyframes.off_reason = NO_REWIND
        self.confirmed = FollowedMatch(match, viewer)
        self.confirmed.on_tick = self._record_score
        self.viewer = viewer
        self.front = 0
        self.refusals: list[str] = []
        self.on_desync: Callable[[Resync], None] = lambda _resync: None
        self._send = send
        self._pending = PendingActions(next_seq)
        self._heard = HeardSounds()
        self._predicted: list[tuple[int, Action]] = []  # own actions predicted since the copy, as (tick, action)
        self._cursor_state: Any = None  # beyond the predicted ticks, a state of which only the player's cursor is used
        self._same_board_as = -1  # value of the copy's ``changes`` at which the engine had the same board; -1 for none
        self._is_wrong = False
        self._asked: Resync | None = None
        self._point: Action | None = None  # the mouse's latest position, not sent yet
        self._pointed = -_POINT_TICKS
        self._confirmed_sounds: list[Sound] = []
        self._max_computed = 0

    @property
    def has_begun(self) -> bool:
        """True once the first keyframe has arrived."""
        return self.confirmed.ticks is not None

    @property
    def is_still(self) -> bool:
        """True if a tick without actions would change nothing, so that the caller need not play it."""
        if self._cursor_state is not None or self._point is not None:
            return False
        return not self.has_begun or super().is_still

    @property
    def waiting(self) -> int:
        """The number of actions of the client's seat that the server has not confirmed yet."""
        return len(self._pending)

    def is_waiting_for(self, action: Action) -> bool:
        """Return True if an equal action of the client's seat waits for the server's confirmation."""
        return self._pending.has(replace(action, player=self.viewer))

    # Messages from the server.

    def take(self, messages: Iterable[ServerMessage]) -> None:
        """Process the server's messages, and restart the prediction if needed.

        Raises:
            ProtocolError: a message is invalid.
        """
        for message in messages:
            match message:
                case Seated():
                    self._pending.restart(max(message.next_seq, 1))
                    self._point = None
                case Dropped():
                    self._is_wrong |= self._pending.drop(message.seq)
                case Ticks():
                    self._take_ticks(message)
                case _:
                    self._take_moment(message)
        resync = self.confirmed.wants_keyframe
        if resync is not None and resync is not self._asked:
            self._send(resync)
            self.on_desync(resync)
        self._asked = resync
        if self._is_wrong and self.has_begun:
            self._predict_anew()
        now = self.confirmed.ticks or 0
        self._confirmed_sounds += self._heard.confirm(self.confirmed.sounds, now)
        self.confirmed.sounds.clear()

    def _take_moment(self, message: ServerMessage) -> None:
        self.confirmed.take(message)
        if isinstance(message, Keyframe):
            self._pending.forget_before(message.tick)
            self._predicted.clear()
            self._max_computed = max(self._max_computed, message.computed)
            self._is_wrong = True
        elif isinstance(message, Correction):
            self._is_wrong = True

    def _take_ticks(self, message: Ticks) -> None:
        before = self.confirmed.ticks
        self.confirmed.take(message)
        after = self.confirmed.ticks
        if before is None or after is None or after == before:
            return
        for row in message.acts:
            if row.player == self.viewer != NOBODY:
                self._pending.confirm(action_of(row))
        told = [(row.tick, action_of(row)) for row in message.acts]
        was_waiting = self._cursor_state is not None or after > self.ticks
        if was_waiting or told != [entry for entry in self._predicted if entry[0] < after]:
            self._is_wrong = True
        self._predicted = [entry for entry in self._predicted if entry[0] >= after]

    def take_sounds(self) -> TickResult | None:
        """Return the sounds, and the number of generations, that the server confirmed but the client did not predict.

        The result is a ``TickResult``; None if there are no such sounds and generations.
        """
        sounds, self._confirmed_sounds = tuple(self._confirmed_sounds), []
        generations = max(0, self.computed - self._max_computed)
        self._max_computed += generations
        if not sounds and not generations:
            return None
        return TickResult(self.ticks, generations, sounds, (), branched=False)

    # Actions of the client's seat.

    def tick(self, actions: Sequence[Action] = ()) -> TickResult:
        """Play one tick with actions of the client's seat, and send them to the server; see :meth:`Session.tick`.

        The actions' ``player`` is set to the client's seat. Actions that are not allowed are left out and reported in
        ``refusals``.
        """
        here = self.front
        if not self.has_begun:
            return TickResult(here, 0, (), (), branched=False)
        for action in self._with_few_points(self._allowed(actions)):
            seq = self._pending.add(action, here)
            self._send(Act(seq, int(action.kind), action.a, action.b, action.data))
        self.front += 1
        orders = self._play_tick(here)
        sounds = self._heard.predict(here, (order for order in orders if isinstance(order, Sound)), again=False)
        generations = max(0, self.computed - self._max_computed)
        self._max_computed += generations
        flashes = tuple(order for order in orders if isinstance(order, Flash))
        return TickResult(here, generations, sounds, flashes, branched=False)

    def skip_idle(self, max_ticks: int) -> int:
        """Do nothing and return 0: on line, only the server decides which ticks are skipped."""
        del max_ticks
        return 0

    def _allowed(self, actions: Iterable[Action]) -> list[Action]:
        allowed = []
        for action in actions:
            if action.kind in _NOT_SENT:
                continue
            checked = checked_action(
                self.game, self.viewer, Act(0, int(action.kind), action.a, action.b, action.data[:512])
            )
            if isinstance(checked, Action):
                allowed.append(checked)
            else:
                self.refusals.append(checked)
        return allowed

    def _with_few_points(self, actions: list[Action]) -> list[Action]:
        """Return the actions to send now. Of successive mouse positions, only the latest is among them.

        That position waits for a later tick if the previous position was sent less than ``_POINT_TICKS`` ticks ago.
        """
        given = [] if self._point is None else [self._point]
        given += actions
        self._point = None
        done = [
            action
            for action, then in zip(given, [*given, None][1:], strict=True)
            if action.kind is not ActionKind.POINT or then is None or then.kind is not ActionKind.POINT
        ]
        if done and done[-1].kind is ActionKind.POINT:
            if self.front - self._pointed < _POINT_TICKS:
                self._point = done.pop()
            else:
                self._pointed = self.front
        return done

    # Prediction.

    def _predict_anew(self) -> None:
        """Restart the prediction from the confirmed copy, and predict again up to the tick that the player sees."""
        confirmed, begin = self.confirmed, self.confirmed.ticks or 0
        self._is_wrong = False
        self._heard.loosen()
        self._cursor_state = None
        self._predicted.clear()
        self.front = min(max(self.front, begin), begin + 2 * MAX_AHEAD)
        self._pending.move_between(begin, self.front - 1)
        self.state, self.computed = confirmed.state, confirmed.computed
        if self._same_board_as != confirmed.changes:
            self.engine.paint(0, 0, confirmed.engine.read_all())
            self._same_board_as = confirmed.changes
        self.engine.generation = confirmed.engine.generation
        self.board.changed()
        self._go_to_tick(begin)
        tick = begin
        while tick < self.front:
            if (skipped := self._skip_idle(tick)) > 0:
                tick += skipped
                continue
            orders = self._play_tick(tick)
            self._heard.predict(tick, (order for order in orders if isinstance(order, Sound)), again=True)
            tick += 1

    def _skip_idle(self, tick: int) -> int:
        """Predict the ticks from ``tick`` to the next event in one step; return how many, possibly 0."""
        state = self.state
        if self._cursor_state is not None or not isinstance(state, CanIdle):
            return 0
        begin = self.confirmed.ticks or 0
        end = min(self._pending.next_tick(tick), self.front, begin + MAX_AHEAD)
        ticks = min(state.idle, end - tick)
        if ticks <= 0:
            return 0
        self.state = state.skip_idle(ticks)
        self._go_to_tick(self.ticks + ticks)
        return ticks

    def _play_tick(self, tick: int) -> Sequence[Order]:
        """Predict a tick: carry out its orders and return them.

        If this client cannot predict the tick, it moves only the player's cursor.
        """
        actions = self._pending.at(tick)
        if self._cursor_state is None and self.ticks - (self.confirmed.ticks or 0) < MAX_AHEAD:
            state, orders = self.game.advance(self.state, actions, self.board)
            # else the server has not revealed the random seed yet
            if getattr(state, "draws", 0) == getattr(self.state, "draws", 0):
                self._predicted += ((tick, action) for action in actions)
                self.state = state
                self._carry_out_all(orders)
                self._go_to_tick(self.ticks + 1)
                return orders
        before = self._cursor_state or self.state
        self._cursor_state, _ = self.game.advance(before, actions, self.board)
        self.state = with_cursor_of(self.state, self._cursor_state, self.viewer)
        return ()

    def _carry_out_all(self, orders: Iterable[Order]) -> None:
        for order in orders:
            if not isinstance(order, Sound | Flash):
                self._same_board_as = -1
                self.board.changed()
                self.computed += sum(carry_out(self.engine, order))
        self.board.changed()

    def _go_to_tick(self, tick: int) -> None:
        self.ticks = self.recorded_ticks = tick

    def _record_score(self) -> None:
        if self.game.round_stats is not None:
            stats = self.game.round_stats(self.confirmed.state, self.confirmed.engine.census)
            self.score_history.record(self.confirmed.ticks or 0, stats)
