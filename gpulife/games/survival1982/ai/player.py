"""The computer in One Seed and Seed List: it sees only what a person sees, and does only what a person can.

It decides from the state that it is shown, and remembers only what it is about to do. It forgets that whenever the
state does not follow from the tick before.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpulife.engines.batch import OpenBatch, can_look_ahead
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.board_window import Scene, look
from gpulife.games.core.difficulty import LEVELS, Level
from gpulife.games.core.game import Action, ActionKind, Board
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.player import Player
from gpulife.games.survival1982.ai.candidate_moves import SINGLE, Idea, Reckoner, draw_ideas, generations_in
from gpulife.games.survival1982.ai.input_emulator import Errand, Hands, Hold
from gpulife.games.survival1982.ai.rollouts import Thought, Trial
from gpulife.games.survival1982.ai.setup_policy import next_opening
from gpulife.games.survival1982.half_board import middle
from gpulife.games.survival1982.handicap import QUOTA_DIGITS
from gpulife.games.survival1982.options import OPTIONS
from gpulife.games.survival1982.survival_state import ContestState, Phase

HANDICAP = 50
_MAX_SIGHT = 136
_MAX_WAY = 40
"""Generations beyond which a candidate takes too long to plant to be tried."""
_SHORT = 40
"""Generations to the clock's bottom at which it is time to act."""
_LATE = 20
"""Ticks that a task may take longer than estimated, besides half as long again."""


def contest_computer(seat: ComputerSeat) -> Player[ContestState]:
    """Make the player that the specs of One Seed and Seed List name."""
    return ComputerPlayer(seat.seat, LEVELS[seat.level], seat.seed, seat.lookahead or NumpyBatch)


class ComputerPlayer:
    """One seat.

    Args:
        player: 0 or 1.
        level: level at which it plays.
        seed: seed of its random numbers.
        lookahead: function that makes batches.
    """

    is_live = False

    def __init__(self, player: int, level: Level, seed: int, lookahead: OpenBatch) -> None:
        self._player = player
        self._level = level
        self._seed = seed
        self._lookahead = lookahead
        self._hands = Hands(player, level.changes)
        self._next_tick = -1
        self._phase: tuple[Phase, int, bool] | None = None
        self._thought: Thought | None = None
        self._forget(0)

    def actions(self, tick: int, state: ContestState, board: Board) -> Sequence[Action]:
        """Return what the computer does in ``tick``: one action at most."""
        phase = state.phase, state.round, state.halted and not state.frozen
        if tick != self._next_tick or phase != self._phase:
            self._forget(tick)
        self._next_tick, self._phase = tick + 1, phase
        if state.frozen:  # it goes on afterwards as if nothing had been: a halt must not cost it its turn
            self._until += 1
            self._decide_at += 1
            return ()
        action = self._act(tick, state, board)
        return () if action is None else (action,)

    @property
    def thinking(self) -> bool:
        """Whether it is looking ahead, for those who measure how long that takes."""
        return self._thought is not None

    def _forget(self, tick: int) -> None:
        self._errands: list[Errand] = []
        self._has_planted = False
        self._until = 0
        if self._thought is not None:
            self._thought.close()
        self._thought = None
        self._foreseen: tuple[tuple[int, ...], float, float] | None = None
        self._decide_at = tick + self._level.pause // 2

    def _act(self, tick: int, state: ContestState, board: Board) -> Action | None:
        if state.phase is Phase.HANDICAP:
            return self._type(tick, state)
        if not state.steered or state.halted:
            return self._hands.rest(tick, state.cursor_of(self._player))
        if self._errands:
            return self._work(tick, state, board)
        if self._has_planted and state.fair is not None and not state.fair.ready[self._player]:
            return Action(self._player, ActionKind.DONE)
        if self._thought is not None:
            self._think(tick, state, board)
        elif tick >= self._decide_at:
            self._decide(tick, state, board)
        return (
            self._work(tick, state, board) if self._errands else self._hands.rest(tick, state.cursor_of(self._player))
        )

    def _type(self, tick: int, state: ContestState) -> Action | None:
        """Type a handicap of 50 for its own side, when it is its turn to type."""
        typed = len(state.digits)
        if typed // QUOTA_DIGITS != self._player or tick < self._decide_at:
            return None
        self._decide_at = tick + self._level.pause // 2
        return self._hands.change(
            tick, ActionKind.DIGIT, HANDICAP // 10 if typed % QUOTA_DIGITS == 0 else HANDICAP % 10
        )

    def _work(self, tick: int, state: ContestState, board: Board) -> Action | None:
        while self._errands and self._hands.is_done(self._errands[0], state):
            del self._errands[0]
        if self._errands and (tick > self._until or self._is_too_late(self._errands[0], board)):
            self._errands = []
        if not self._errands:
            self._decide_at = tick + self._pause(tick)
            return self._hands.rest(tick, state.cursor_of(self._player))
        return self._hands.do(self._errands[0], tick, state, board)

    def _is_too_late(self, errand: Errand, board: Board) -> bool:
        return isinstance(errand, Hold) and errand.generation is not None and board.generation > errand.generation

    def _pause(self, tick: int) -> int:
        return int(self._random(tick).integers(self._level.pause // 2, self._level.pause * 3 // 2))

    def _random(self, tick: int) -> np.random.Generator:
        return np.random.default_rng((self._seed, self._player, self._level.number, tick))

    def _begin(self, tick: int, errands: list[Errand], ticks: int) -> None:
        self._errands, self._until = errands, tick + ticks * 3 // 2 + _LATE

    def _decide(self, tick: int, state: ContestState, board: Board) -> None:
        rng = self._random(tick)
        side = state.sides[self._player]
        self._decide_at = tick + self._pause(tick)
        if state.phase is Phase.SET_UP:
            scene = look(board, middle(self._player, board.shape))
            errands = next_opening(rng, scene, state, self._player, board.shape, self._level)
            if errands is not None:
                self._begin(tick, errands, 600)
                self._decide_at = tick
            else:
                self._has_planted = True
            return
        if side.seeds == 0:
            return
        scene = look(board, (side.cursor.row, side.cursor.column))
        if self._level.universes == 0 or not can_look_ahead(scene.rule):
            self._fancy(tick, rng, scene, state, board)
        elif self._level.waits:
            self._foresee(rng, scene, state, board)
        elif self._level.number == 2 or not self._saves(state):
            self._consider(rng, scene, state, board)

    def _ideas(
        self, rng: np.random.Generator, scene: Scene, state: ContestState, board: Board, count: int
    ) -> list[Idea]:
        reckoner = Reckoner(state, self._player, board.shape, self._level.changes)
        entries = self._level.arsenal if state.has_menu else (SINGLE,)
        seeds = state.sides[self._player].seeds
        return draw_ideas(rng, scene, state, self._player, board.shape, reckoner, entries, count, seeds)

    def _fancy(self, tick: int, rng: np.random.Generator, scene: Scene, state: ContestState, board: Board) -> None:
        """Plant the first candidate drawn, without looking ahead."""
        for idea in self._ideas(rng, scene, state, board, 1):
            self._begin(tick, idea.errands(game_has_menu=state.has_menu), idea.ticks)

    def _foresee(self, rng: np.random.Generator, scene: Scene, state: ContestState, board: Board) -> None:
        """Look what happens if nobody plants any more; that stays true until somebody does."""
        if self._foreseen is not None and self._foreseen[0] == _planted(state):
            if self._must_act(*self._foreseen[1:], state):
                self._consider(rng, scene, state, board)
            return
        end = scene.generation + min(self._clock(state), _MAX_SIGHT)
        self._thought = Thought(scene, self._player, [Trial(None, 0)], end, self._lookahead)

    def _clock(self, state: ContestState, notches: int | None = None) -> int:
        """Return the generations until the clock is at the bottom, from where it stands or from so many notches."""
        return max(-(-(state.clock.notches if notches is None else notches) // OPTIONS[state.option].notches), 1)

    def _consider(self, rng: np.random.Generator, scene: Scene, state: ContestState, board: Board) -> None:
        """Begin to try out ideas."""
        level = self._level
        ideas = self._ideas(rng, scene, state, board, level.universes - 1)
        sight = self._clock(state, state.clock.top) if level.waits else level.sight
        sight = min(sight, _MAX_SIGHT - _MAX_WAY)
        thinking = 2 + -(-(sight + _MAX_WAY) // level.slice)
        delays = [generations_in(state, thinking + idea.ticks) for idea in ideas]
        chosen = [(delay, idea) for delay, idea in zip(delays, ideas, strict=True) if delay <= _MAX_WAY]
        trials = [Trial(None, 0), *(Trial(idea, scene.generation + delay) for delay, idea in chosen)]
        end = scene.generation + max((delay for delay, _ in chosen), default=0) + sight
        self._thought = Thought(scene, self._player, trials, end, self._lookahead)

    def _think(self, tick: int, state: ContestState, board: Board) -> None:
        thought = self._thought
        if thought is None or not thought.think(self._level.slice):
            return
        self._thought = None
        if thought.outcomes is None:
            return
        own, other = thought.outcomes[:, 0], thought.outcomes[:, 1]
        margins = own - other
        self._decide_at = tick + self._pause(tick)
        if self._level.waits and len(thought.trials) == 1:
            self._foreseen = _planted(state), float(own[0]), float(margins[0])
            if self._must_act(*self._foreseen[1:], state):
                self._consider(self._random(tick), self._seen(state, board), state, board)
            return
        gains = own - own[0] if self._level.number == 2 else margins - margins[0]
        costs = np.array([trial.idea.cost if trial.idea else 0 for trial in thought.trials])
        price = self._price(margins[0], state)
        if price is None:
            return
        trial = thought.trials[int(np.argmax(gains - costs * price))]
        if trial.idea is None:
            return
        when = trial.generation if self._level.waits else None
        self._begin(tick, trial.idea.errands(game_has_menu=state.has_menu, generation=when), trial.idea.ticks)
        if when is not None:
            self._until += _MAX_WAY * 20

    def _price(self, margin: float, state: ContestState) -> float | None:
        """Return how many cells a seed has to bring; None for keeping all seeds."""
        if self._level.number == 2:
            return 0.0
        if self._level.waits:
            return 0.75
        return None if margin > 0.2 * state.sides[self._player].score else 0.25

    def _saves(self, state: ContestState) -> bool:
        """Return whether it keeps its seeds for now: whoever runs out first has no answer to what comes then."""
        mine, other = state.sides[self._player], state.sides[1 - self._player]
        return mine.seeds <= other.seeds and self._clock(state) > _SHORT

    def _seen(self, state: ContestState, board: Board) -> Scene:
        cursor = state.sides[self._player].cursor
        return look(board, (cursor.row, cursor.column))

    def _must_act(self, own: float, margin: float, state: ContestState) -> bool:
        """Return whether it had better plant: it is about to lose in time, or it is dying out."""
        mine = state.sides[self._player].score
        if own < mine * 0.4:
            return True
        return margin <= 0 and (self._clock(state) <= _SHORT or state.sides[1 - self._player].seeds == 0)


def _planted(state: ContestState) -> tuple[int, ...]:
    """Return what changes whenever somebody plants, or a wild generation comes."""
    return *state.seeds, state.draws, state.round
