"""A session: one game on one engine, with any number of players, played in ticks that are all recorded.

The owner calls :meth:`Session.tick`, usually sixty times a second.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Generic, cast

from gpulife.engines.base import Engine
from gpulife.engines.checkpoint import restore_snapshot, take_snapshot
from gpulife.errors import EngineError, OutputError
from gpulife.games.core.board_hash import board_hash, moment_hash
from gpulife.games.core.consent import people_need_consent
from gpulife.games.core.game import TICKS_PER_SECOND, Action, Match
from gpulife.games.core.game_spec import GameSpec, State
from gpulife.games.core.order import Erase, Flash, Order, Sound, Step
from gpulife.games.core.player import Player, actions_of
from gpulife.games.core.score_history import RoundStats, ScoreHistory
from gpulife.games.registry import find_game
from gpulife.session.edits import Edits, Future, effects, titles_of
from gpulife.session.history import (
    REWIND_BUDGET,
    ActionLog,
    BoardHash,
    Keyframe,
    Keyframes,
    PublicMoment,
    Recording,
    RewindError,
    max_recount,
)
from gpulife.session.order_executor import BoardAccess, ReplacedCells, carry_out, is_costly
from gpulife.session.tick import TickResult, holds_secrets, may_choose, only_releases, releases, with_revealed_seed

# Hashes of a session's board, taken at intervals, let a replay verify that it computes the same boards. At an unlimited
# pace, a hash every 256 generations would bloat replay files, so there is at most one per second.
HASH_EVERY = 256
"""Number of generations from one hash of the board to the next. At most one hash per second is computed."""


def known_hash(state: Any, board: BoardAccess) -> str:
    """Return a hash of a game's state and its board; "" if the engine cannot read the board."""
    try:
        return moment_hash(state, board)
    except EngineError:
        return ""


class BoardHashes:
    """Carries out orders on a board, and records or verifies hashes of the board.

    Args:
        engine: the engine that computes the board.
        board: access to the same board, for reading.
        hashes: the hashes of a recording.
        verify: True to compare these hashes with those of the replayed boards.

    Attributes:
        hashes: hashes of the board, in order of their ticks.
        first_mismatch: the first hash of a board that differed from the recorded hash; None if none has differed.
        verified: number of recorded hashes that were equal to the hashes of the replayed boards.
    """

    def __init__(
        self, engine: Engine, board: BoardAccess, hashes: Iterable[BoardHash] = (), *, verify: bool = False
    ) -> None:
        self._engine, self._board = engine, board
        self.hashes = list(hashes)
        self.first_mismatch: BoardHash | None = None
        self.verified = 0
        self._verify = verify

    def carry_out(self, order: Order, computed: int, tick: int, recorded_ticks: int) -> Iterator[int]:
        """Carry out an order of ``tick`` in portions. If a board hash is due meanwhile, record or verify it.

        Args:
            order: the order.
            computed: number of generations that the session computed before the order.
            tick: number of the tick.
            recorded_ticks: number of ticks in the log. Ticks before this number are replayed.

        Yields:
            The number of generations computed since the last yield.
        """
        to_hash = HASH_EVERY - computed % HASH_EVERY
        if isinstance(order, Step) and order.generations >= to_hash and self._is_due(tick):
            yield from self._carry_out(replace(order, generations=to_hash))
            order = replace(order, generations=order.generations - to_hash)
            if self._verify or self._at(tick) is None:
                self._board.changed()
                found = BoardHash(tick, computed + to_hash, self._engine.generation, board_hash(self._board))
                self._note(found, recorded_ticks)
        yield from self._carry_out(order)

    def _carry_out(self, order: Order) -> Iterator[int]:
        self._board.changed()
        for generations in carry_out(self._engine, order):
            self._board.changed()
            yield generations

    def _is_due(self, tick: int) -> bool:
        place = self._place(tick)
        return place == 0 or tick - self.hashes[place - 1].tick >= TICKS_PER_SECOND

    def _note(self, found: BoardHash, recorded_ticks: int) -> None:
        known = self._at(found.tick)
        if not self._verify or found.tick >= recorded_ticks:
            self.hashes.insert(self._place(found.tick), found)
        elif found == known:
            self.verified += 1
        elif self.first_mismatch is None:
            self.first_mismatch = found

    def before(self, tick: int) -> tuple[BoardHash, ...]:
        """Return the hashes taken before ``tick``."""
        return tuple(self.hashes[: self._place(tick)])

    def cut(self, tick: int) -> tuple[BoardHash, ...]:
        """Remove the hashes taken from ``tick`` on, and return them."""
        place = self._place(tick)
        forgotten = tuple(self.hashes[place:])
        del self.hashes[place:]
        return forgotten

    def _at(self, tick: int) -> BoardHash | None:
        place = self._place(tick)
        return self.hashes[place] if place < len(self.hashes) and self.hashes[place].tick == tick else None

    def _place(self, tick: int) -> int:
        return bisect_left(self.hashes, tick, key=lambda known: known.tick)


# The session.

_FUTURES_SHARE = 4  # divisor of the keyframe budget for the extra memory of undone edits and cut-off futures
_LAST_PORTIONS = 100  # most portions of a paused tick that are completed in order to save


class Session(Generic[State]):
    """A match being played.

    Args:
        match: the match to play. The board is dead at first; starting patterns and soups are actions of the first tick.
        engine: an engine with a new board of the match's rule. The session never closes it.
        players: players who are asked for actions in each tick, in this order.
        game: the match's ``GameSpec``; None to find it by name. With it, type checkers know the type of ``state``.
        recording: what was recorded of the match earlier, which the session can replay; None for a new match.
        keyframe: the keyframe of ``recording`` with which the session begins; None to begin at tick 0.
        budget: maximum size, in bytes, of all keyframes.
        verify: True to compare the hashes of ``recording`` with those of the replayed boards.

    Raises:
        GameError: there is no such game, or no such option in it.
        EngineError: the engine's rule or board size differs from that of the match.

    Attributes:
        state: the game's current state.
        ticks: number of ticks played so far. It is also the number of the next tick.
        recorded_ticks: number of ticks in the log. It is greater than ``ticks`` while there is a recorded future.
        computed: number of generations computed so far.
        score_history: one entry of statistics per generation; empty for games without ``round_stats``.
        keyframes: saved states and boards to return to; ``keyframes.off_reason`` says why there are none.
        hashes: hashes of the board, in order.
        board_hashes: records the hashes, or compares them if ``verify`` is True.
        edits: the edits made so far, which the module ``undo`` can undo.
        should_pause: a function that owners may replace, called repeatedly in :meth:`tick` and :meth:`seek`. If it
            returns True, these methods return early; call them again to continue.
    """

    state: State

    def __init__(
        self,
        match: Match,
        engine: Engine,
        players: Sequence[Player[State]] = (),
        *,
        game: GameSpec[State] | None = None,
        recording: Recording | None = None,
        keyframe: Keyframe | None = None,
        budget: int = REWIND_BUDGET,
        verify: bool = False,
    ) -> None:
        if str(engine.rule) != match.rule:
            raise EngineError(f"the match needs a board of {match.rule}, but the engine has a board of {engine.rule}")
        self.match = match
        self.engine = engine
        self.game: GameSpec[State] = find_game(match.game) if game is None else game
        self.players = tuple(players)
        self.board = BoardAccess(engine)
        self.keyframes = Keyframes(engine.shape[0] * engine.shape[1], budget)
        recording = recording or Recording(match)
        self.log = ActionLog(recording.log)
        self.board_hashes = BoardHashes(engine, self.board, recording.hashes, verify=verify)
        self.hashes = self.board_hashes.hashes
        known = (
            () if self.game.competitive else recording.log
        )  # in a contest's log, refused and accepted restarts look alike
        self.edits = Edits(titles_of(self.game), known, budget=budget // _FUTURES_SHARE, has_runs=match.is_universe)
        self._replaced = ReplacedCells()
        self.recorded_ticks = recording.ticks
        self._end_hash = recording.end_hash
        self.should_pause: Callable[[], bool] = lambda: False
        self._unfinished: Iterator[None] | None = None
        self._still_state: State | None = None  # a state that a tick without actions does not change
        self._waiting: list[Action] = []
        self._result = TickResult(0, 0, (), (), branched=False)
        self.state = self.game.start(match, engine.shape)
        self.ticks = self.computed = 0
        self.score_history = ScoreHistory()
        self._public_now: PublicMoment | None = None  # before a secret that is hidden now
        self._public_at_end: PublicMoment | None = None  # the same at the recording's end
        if keyframe is not None:
            self._recount(keyframe)
            self._go_to(keyframe)
            self.recorded_ticks = max(self.recorded_ticks, keyframe.tick)
            if not self.keyframes.off_reason:
                self.keyframes.add(keyframe)

    @property
    def round_stats(self) -> RoundStats | None:
        """The statistics of the current round; None before the first, and for games without ``round_stats``."""
        make = self.game.round_stats
        return None if make is None else make(self.state, self.board.census)

    @property
    def is_over(self) -> bool:
        """True if the match or its current round has ended."""
        return self.game.outcome(self.state) is not None

    @property
    def in_the_past(self) -> bool:
        """True if there is a recorded future. Ticks without new actions replay it."""
        return self.ticks < self.recorded_ticks

    @property
    def is_still(self) -> bool:
        """True if a tick without actions would change nothing. The owner then need not play ticks."""
        computer_acts = self.players and not getattr(self.state, "halted", False)
        if self.in_the_past or self.is_unfinished or not self.ticks or computer_acts:
            return False
        if self._still_state is not self.state:
            state, orders = self.game.advance(self.state, (), self.board)
            self._still_state = None if orders or state != self.state else self.state
        return self._still_state is self.state

    @property
    def is_unfinished(self) -> bool:
        """True if ``should_pause`` has stopped the session in the middle of a tick."""
        return self._unfinished is not None

    def tick(self, actions: Sequence[Action] = ()) -> TickResult:
        """Play one tick with the players' actions and ``actions``.

        While there is a recorded future, its actions are replayed. New actions cut this future off and release all held
        sticks and triggers. In matches where several people must consent, new actions are ignored instead.

        If the last tick was stopped in the middle, it is continued, and ``actions`` are kept for the next tick.
        """
        if self._unfinished is None:
            waiting, self._waiting = self._waiting, []
            rest = self._play((*waiting, *actions))
        else:
            rest, self._unfinished = self._unfinished, None
            self._waiting.extend(actions)
        for _ in rest:
            if self.should_pause():
                self._unfinished = rest
                return TickResult(self.ticks, 0, (), (), branched=False)
        return self._result

    def _play(self, actions: tuple[Action, ...]) -> Iterator[None]:
        """Play a tick in portions. The result is then in ``_result``."""
        here = self.ticks
        done, replaced = self._actions(actions)
        is_new = not self.in_the_past
        try:
            state, orders = self._advance(done)
        except BaseException:
            if not self.in_the_past:
                self.log.cut(here)  # the tick did not happen and must not be replayed
            raise
        if not holds_secrets(state):
            self._public_now = None
        elif self._public_now is None and any(map(may_choose, done)):
            self._public_now = self._public_moment()
        if is_new:
            self.edits.add(here, done, replaced, *effects(self.game, self.state, state, orders))
        if not self.keyframes.off_reason and self._public_now is None and is_costly(self.engine, orders):
            self.keyframes.add(self._present())  # for saving during the tick, and for undo
        if not self.game.competitive:
            self._replaced.note(here, self.state, self.engine, orders)
        self.state = state
        before = self.computed
        for order in orders:
            if not isinstance(order, Sound | Flash):
                yield from self._carry_out(order)
        self.ticks += 1
        if self.ticks > self.recorded_ticks:
            self.recorded_ticks, self._end_hash, self._public_at_end = self.ticks, "", self._public_now
        self._record_scores()
        if self._public_now is None and self.keyframes.is_due(self.ticks):
            self.keyframes.add(self._present())
        self._result = TickResult.of(here, self.computed - before, orders, branched=replaced is not None)

    def _advance(self, done: tuple[Action, ...]) -> tuple[State, tuple[Order, ...]]:
        return self.game.advance(with_revealed_seed(self.state, done), done, self.board)

    def _finish_tick(self) -> None:
        """Play the rest of a tick that was stopped in the middle. Raise OutputError if this takes too long."""
        for number, _ in enumerate(self._unfinished or ()):
            if number == _LAST_PORTIONS:
                raise OutputError("the session cannot be saved now: it is in the middle of a long tick")
        self._unfinished = None

    def heeds(self, action: Action) -> bool:
        """Return True if an action would have an effect in the next tick, apart from sounds."""
        if self.is_unfinished:
            return True
        (state, orders), (left, others) = self._advance((action,)), self._advance(())
        seen, else_seen = ([type(order) for order in each if not isinstance(order, Sound)] for each in (orders, others))
        return state != left or seen != else_seen

    def skip_idle(self, max_ticks: int) -> int:
        """Skip up to ``max_ticks`` ticks in which nothing happens. Return the number of skipped ticks.

        Only slow games have such ticks: those whose state implements ``CanIdle``. In skipped ticks, players are not
        asked for actions. Ticks with recorded actions are never skipped.
        """
        state: Any = self.state
        ticks = min(getattr(state, "idle", 0), max_ticks)
        if self.in_the_past:
            ticks = min(ticks, self.log.next_tick(self.ticks, self.recorded_ticks) - self.ticks)
        if ticks <= 0:
            return 0
        self._replaced.forget()
        self.state = cast("State", state.skip_idle(ticks))
        self.ticks += ticks
        if self.ticks > self.recorded_ticks:
            self.recorded_ticks, self._end_hash = self.ticks, ""
        return ticks

    def seek(self, tick: int) -> bool:
        """Go to a past tick, or to a tick of the recorded future. State and board become those of that tick.

        Args:
            tick: the tick to go to, limited to the range from 0 to ``recorded_ticks``.

        Returns:
            True if the session has arrived. False if ``should_pause`` stopped it earlier; then call this again.

        Raises:
            RewindError: the tick is in the past, and there are no keyframes, since the board is too large for them.
        """
        tick = min(max(tick, 0), self.recorded_ticks)
        if tick < self.ticks and not (self.in_the_past or self.is_unfinished or self.keyframes.off_reason):
            self._end_hash = known_hash(self.state, self.board)
        frame = self.keyframes.before(tick)
        back = tick < self.ticks or (tick == self.ticks and self.is_unfinished)
        if not self.is_unfinished and self._replaced.reaches(tick, self.ticks):
            before = self._replaced.go_back(tick, self.engine)
            self.board.changed()
            self.state, self.ticks = before.state, tick
        elif back or (frame is not None and frame.tick > self.ticks):
            if self.keyframes.off_reason:
                raise RewindError(self.keyframes.off_reason)
            if self.is_unfinished and not self.in_the_past:
                self.log.cut(self.ticks)  # discard the paused tick
            self._unfinished = None
            if frame is None:
                self._go_to_start()
            else:
                self._go_to(frame)
        players, self.players = self.players, ()
        try:
            while self.ticks < tick:
                if self.is_unfinished or not self.skip_idle(tick - self.ticks):
                    self.tick()
                if self.is_unfinished or self.should_pause():
                    break
        finally:
            self.players = players
        return self.ticks == tick

    def release_inputs(self) -> tuple[Action, ...]:
        """Return the actions that release all held sticks and triggers.

        When a saved session is continued, they must be the actions of the first tick.
        """
        return releases(self.state.cursors)

    def keyframe(self) -> Keyframe:
        """Return a keyframe of the current state and board, to be saved.

        While a player's choice is secret, return the keyframe before that choice. If ``should_pause`` has stopped a
        tick in the middle, return the last keyframe; if there is none, finish the tick first.

        Raises:
            OutputError: there is no keyframe, and the tick takes too long.
        """
        hidden = self._public_at_end
        if hidden is not None and self.ticks >= hidden.keyframe.tick:
            return hidden.keyframe
        if self.is_unfinished:
            before = self.keyframes.before(self.ticks)
            if before is not None:
                return before
            self._finish_tick()
        return self._present()

    def recording(self) -> Recording:
        """Return everything up to ``recorded_ticks``, for a replay file.

        At the end of the session, the end hash is computed from the board. Before the end, it is the hash recorded
        earlier. While a player's choice is secret, return only what came before that choice.
        """
        hidden = self._public_at_end
        if hidden is None and self.is_unfinished and not self.in_the_past:  # leave out the unfinished tick
            log = tuple(entry for entry in self.log.entries() if entry[0] < self.ticks)
            return Recording(self.match, self.ticks, log, self.board_hashes.before(self.ticks))
        end = self._end_hash if self.in_the_past or hidden is not None else known_hash(self.state, self.board)
        recording = Recording(self.match, self.recorded_ticks, self.log.entries(), tuple(self.hashes), end)
        return recording if hidden is None else hidden.cut(recording)

    def cut_future(self) -> Future:
        """Remove and return everything recorded after the current tick; :meth:`restore_future` can put it back."""
        here, end = self.ticks, (self.recorded_ticks, self._end_hash, self._public_at_end)
        log, frames, hashes = self.log.cut(here), self.keyframes.cut(here), self.board_hashes.cut(here)
        self.recorded_ticks, self._end_hash, self._public_at_end = here, "", None
        return Future(here, *end, log, frames, hashes, self.score_history.truncate(here), self.edits.cut(here))

    def restore_future(self, future: Future) -> None:
        """Put back a future that :meth:`cut_future` removed. The session must be at the tick where it was cut off."""
        if (self.ticks, self.recorded_ticks) != (future.tick, future.tick):
            raise ValueError(f"a future from tick {future.tick} cannot follow tick {self.ticks}")
        self.log.extend(future.log)
        self.edits.extend(future.edits)
        for frame in future.keyframes:
            self.keyframes.add(frame)
        self.hashes.extend(future.hashes)
        self.score_history.extend(future.scores)
        self.recorded_ticks, self._end_hash, self._public_at_end = future.ticks, future.end_hash, future.public_end

    def _actions(self, given: tuple[Action, ...]) -> tuple[tuple[Action, ...], Future | None]:
        """Return the actions to play in this tick, and the recorded future that new actions cut off, or None.

        They are recorded actions if there are no new ones. New actions are added to the log.
        """
        in_the_past = self.in_the_past
        asked = actions_of(self.players, self.ticks, self.state, self.board, replayed=in_the_past)
        new = [*asked, *given]
        if not in_the_past:
            self.log.add(self.ticks, new)
            return tuple(new), None
        if people_need_consent(self.match):  # one person alone cannot change the common past
            return self.log.at(self.ticks), None
        if all(only_releases(action) for action in new):
            return self.log.at(self.ticks), None
        new = [*self.release_inputs(), *new]
        replaced = self.cut_future()
        self.log.add(self.ticks, new)
        return tuple(new), replaced

    def _present(self) -> Keyframe:
        return Keyframe(self.ticks, self.computed, self.state, take_snapshot(self.engine))

    def _public_moment(self) -> PublicMoment:
        """Return the last moment that everybody may see: the one before the first choice that is still secret."""
        frame = self._present()
        if not self.keyframes.off_reason:
            self.keyframes.add(frame)
        return PublicMoment(frame, known_hash(self.state, self.board))

    def _carry_out(self, order: Order) -> Iterator[None]:
        for generations in self.board_hashes.carry_out(order, self.computed, self.ticks, self.recorded_ticks):
            self.computed += generations
            yield

    def _record_scores(self) -> None:
        self.score_history.record(self.ticks, self.round_stats)

    def _recount(self, frame: Keyframe) -> None:
        """Rebuild the score history up to ``frame`` by a replay, unless it takes too long or the game has no scores."""
        most = max_recount(self.engine.shape, frame, self.recorded_ticks)
        if most is None or self.game.round_stats is None:
            return
        players, self.players = self.players, ()
        while self.ticks < frame.tick and self.computed <= most:  # the file's own count may be wrong
            self.tick()
        self.players = players
        if self.ticks < frame.tick:
            self.score_history = ScoreHistory()

    def _go_to_start(self) -> None:
        self._replaced.forget()
        deque(self._carry_out(Erase(0, 0, *self.engine.shape)), 0)
        self.engine.generation = 0
        self.state = self.game.start(self.match, self.engine.shape)
        self.ticks = self.computed = 0
        self._public_now = None

    def _go_to(self, frame: Keyframe) -> None:
        self._replaced.forget()
        restore_snapshot(self.engine, frame.snapshot)
        self.board.changed()
        self.state, self.ticks, self.computed = frame.state, frame.tick, frame.computed
        self._public_now = None  # keyframes contain no secrets
