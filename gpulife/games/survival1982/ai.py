"""The computer player of One Seed and Seed List. It sees only what people see, and uses stick and trigger like them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.batch import Batch, OpenBatch, can_batch
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.board_window import BoardWindow, visible_window
from gpulife.games.core.computer_player import ComputerPlayer
from gpulife.games.core.difficulty import DIFFICULTIES, Difficulty
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind, Board, Place
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.survival1982.ai_moves import (
    SINGLE,
    Candidate,
    InputTimes,
    MoveCursor,
    SetTrigger,
    Task,
    TaskInput,
    draw_candidates,
    generations_in,
)
from gpulife.games.survival1982.input import QUOTA_DIGITS, TURNED_SHAPES, cursor_area, fits, middle
from gpulife.games.survival1982.state import OPTIONS, ContestState, RoundPhase

COUNTED_GENERATIONS = 3
"""Cells are counted in this many generations at the end of a lookahead, since oscillators make the counts vary."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One trial of the lookahead: a candidate (None: plant nothing), and the generation in which it is planted."""

    candidate: Candidate | None
    generation: int


class Rollouts:
    """A lookahead that plays several trials at once, each on its own copy of the board, and counts the final cells.

    Args:
        window: visible part of the board.
        player: player who plants the candidates.
        trials: the trials, at most 64.
        end: number of the last generation to compute.
        lookahead: function that opens the batch of boards; see ``OpenBatch``.

    Attributes:
        trials: the argument ``trials``.
        outcomes: for each trial (own cells, opponent's cells), averaged over the last COUNTED_GENERATIONS generations,
            shape (trials, 2); None until the computation is done.
    """

    def __init__(
        self, window: BoardWindow, player: int, trials: Sequence[Trial], end: int, lookahead: OpenBatch
    ) -> None:
        self.trials = tuple(trials)
        self.end = end
        self.outcomes: NDArray[np.float64] | None = None
        self._window, self._player = window, player
        self._universes: Batch | None = lookahead(window.cells, window.rule, window.generation, len(self.trials))
        self._view: list[NDArray[np.int64]] = []
        self._plant()

    def think(self, generations: int) -> bool:
        """Compute up to ``generations`` more generations; return True if the rollouts are done."""
        universes = self._universes
        if universes is None:
            return True
        for _ in range(generations):
            if universes.generation > self.end - COUNTED_GENERATIONS:
                self._view.append(universes.counts())
            if universes.generation >= self.end:
                counts = np.mean(self._view, axis=0)
                self.outcomes = counts[:, ::-1] if self._player else counts
                self.close()
                return True
            universes.step()
            self._plant()
        return False

    def close(self) -> None:
        """Stop the computation, and release the batch."""
        if self._universes is not None:
            self._universes.close()
            self._universes = None

    def _plant(self) -> None:
        if self._universes is None:
            return
        for universe, trial in enumerate(self.trials):
            if trial.candidate is not None and trial.generation == self._universes.generation:
                candidate, (top, left) = trial.candidate, self._window.corner
                cells = TURNED_SHAPES[self._player][candidate.entry][candidate.turn] > 0
                self._universes.plant(universe, candidate.row - top, candidate.column - left, cells, self._player + 1)


_CLEARANCE = 11
"""The computer prefers places with few live cells within this distance of a new shape's middle, in cells."""
_PLACES_TRIED = 24
"""A computer of level n compares n times this many random places for a shape; level 1 takes the first."""
_SIMPLE = 2
"""Up to this level, the computer ignores the opponent's cells and saves no seeds."""
_CLEAR_LEAD = 1.2
"""Up to level _SIMPLE, a computer that has this many times the other player's cells lets the clock run out. Each of its
plantings would fill the clock again, and a round that it wins would last until its seeds are spent."""
_SIMPLE_PRICE = 1.0
"""Smallest gain, in cells per seed, for which a computer up to level _SIMPLE plants in play."""
_SLOW_BEGINNER = 2
"""How much longer level 1 pauses in play with a list of shapes, so that the clock runs out now and then before it
plants; else each round against it would last until its seeds are spent."""
_EARLY, _WHIM_EARLY, _WHIM_LATER = 150, 0.9, 0.35
"""How likely it is that level 1 plants a single cell that gains nothing, instead of waiting: in the first _EARLY
generations of play, and later, when the clock must be able to run out."""
_HOOK = ((1, 0), (0, 0), (0, 4), (1, 4))
"""Points (row, column) of a stroke of the pen that draws a pre-pulsar, which becomes a pulsar."""
_SQUARE = ((0, 0), (0, 1), (1, 1), (1, 0))
"""Points (row, column) of a stroke of the pen that draws a block (2x2 cells). A player with few seeds uses it."""
_PRE_BLOCK = 2  # entry of the seed menu
_MAX_COST = 7
"""Maximum cost, in seeds, of a shape that the computer plants during the set-up."""
_SLOW_TICKS = 9
"""Estimated number of ticks that the cursor needs for each cell while drawing."""

Path = tuple[Place, ...]


def next_setup(
    rng: np.random.Generator,
    window: BoardWindow,
    state: ContestState,
    player: int,
    shape: tuple[int, int],
    level: Difficulty,
) -> list[Task] | None:
    """Return the tasks that plant one more shape in the set-up; None if seeds, time or room are short."""
    side = state.sides[player]
    spendable = side.seeds - round(level.saved_share * side.quota)
    must_be_cheap = side.score == 0 and spendable < _MAX_COST
    spendable = side.seeds if must_be_cheap else spendable  # a player without cells loses, so saving is pointless
    input_times = InputTimes(state, player, shape, level.changes)
    if state.has_menu:
        entry = _PRE_BLOCK if must_be_cheap else int(rng.choice(level.setup_entries))
        turn = side.turns[entry] if level.number > 1 else int(rng.integers(len(TURNED_SHAPES[player][entry])))
        size = TURNED_SHAPES[player][entry][turn].shape
        if not fits(size, shape):
            return None
        candidate = input_times.candidate(entry, turn, _place(rng, window, state, player, shape, size, level))
        cost, ticks, tasks = candidate.cost, candidate.ticks, candidate.tasks(game_has_menu=True)
    else:
        path = _SQUARE if must_be_cheap else _path_to_draw(rng, level)
        size = max(row for row, _ in path) + 1, max(column for _, column in path) + 1
        if not fits(size, shape):
            path, size = ((0, 0),), (1, 1)
        place = _place(rng, window, state, player, shape, size, level)
        area = cursor_area(player, (1, 1), shape)
        top = min(max(place[0] - size[0] // 2, area.top), area.bottom - size[0] + 1)
        left = min(max(place[1] - size[1] // 2, area.left), area.right - size[1] + 1)
        corners = [(top + row, left + column) for row, column in path]
        cost = 1 + sum(_length(a, b) for a, b in pairwise(path))
        way = input_times.candidate(0, 0, corners[0]).ticks
        ticks = way + _SLOW_TICKS * cost + 2 * len(path) * TICKS_PER_SECOND // level.changes
        tasks = [
            MoveCursor(corners[0]),
            SetTrigger(pressed=True),
            *(MoveCursor(corner, drawing=True) for corner in corners[1:]),
            SetTrigger(pressed=False),
        ]
    return tasks if cost <= spendable and ticks <= OPTIONS[state.option].set_up_ticks - state.clock.ticks else None


def _path_to_draw(rng: np.random.Generator, level: Difficulty) -> Path:
    """Return the corners of a stroke to draw: a pre-pulsar above level 2, otherwise a short line."""
    if level.number > 2:
        return _HOOK
    length = 4 if level.number == 2 else int(rng.integers(2, 5))  # a shorter line would die at once
    end = (0, length) if rng.random() < 0.5 else (length, 0)
    return (0, 0), end


def _length(start: Place, end: Place) -> int:
    return max(abs(start[0] - end[0]), abs(start[1] - end[1]))


def _place(
    rng: np.random.Generator, window: BoardWindow, state: ContestState, player: int, shape: tuple[int, int],
    size: tuple[int, int], level: Difficulty,
) -> Place:  # fmt: skip
    """Return a random place for a shape: above level 1, the emptiest of several."""
    area = cursor_area(player, size, shape)
    top, left = window.corner
    height, width = window.cells.shape
    low = max(area.top, top), max(area.left, left)
    high = max(min(area.bottom, top + height - 1), low[0]), max(min(area.right, left + width - 1), low[1])
    tried = [
        (int(rng.integers(low[0], high[0] + 1)), int(rng.integers(low[1], high[1] + 1)))
        for _ in range(1 if level.number == 1 else _PLACES_TRIED * level.number)
    ]
    crowd = window.count_live(_CLEARANCE)
    cursor = state.sides[player].cursor

    def worth(at: Place) -> tuple[int, int]:
        row, column = min(max(at[0] - top, 0), height - 1), min(max(at[1] - left, 0), width - 1)
        return int(crowd[row, column]), _length(at, (cursor.row, cursor.column))

    return min(tried, key=worth)


_HOPELESS = 4
"""A computer is far behind if the other player has this many times its cells."""
_WITHOUT_SEEDS, _WITH_CELLS = 100, 300
"""Number of generations after which a computer that is far behind gives up: without seeds, and with single cells."""
_CRUSHED, _CRUSHED_GENERATIONS = 20, 40
"""With single cells, a computer gives up after so long if the other player has _CRUSHED times its cells."""
_CHOSEN_HANDICAP = 50
"""The handicap, in seeds, that the computer types for itself."""
_MAX_SIGHT = 136
_MAX_DELAY = 40
"""Maximum number of generations before a candidate can be planted; candidates that take longer are not tried."""
_CLOCK_NEARLY_DOWN = 40
"""The shot clock is nearly down if it runs out within this many generations."""
_TASK_SLACK = 20
"""Number of ticks allowed for a task in addition to 1.5 times its estimated time; after that the task is given up."""


class ContestPlayer(ComputerPlayer[ContestState, Rollouts]):
    """The computer in one seat of One Seed or Seed List."""

    def __init__(self, seat: ComputerSeat) -> None:
        self._level = DIFFICULTIES[seat.level]
        self._input = TaskInput(seat.seat, self._level.changes)
        super().__init__(seat)

    def _plan_key(self, state: ContestState) -> tuple[RoundPhase, int, bool]:
        return state.phase, state.round, state.halted and not state.frozen

    def _forget(self, tick: int) -> None:
        self._tasks: list[Task] = []
        self._has_planted = False
        self._tasks_end = 0
        if self._lookahead is not None:
            self._lookahead.close()
        self._lookahead = None
        self._behind_since: int | None = None
        self._forecast: tuple[tuple[int, ...], float, float] | None = None
        self._decide_at = tick + self._level.pause // 2

    def _act(self, tick: int, state: ContestState, board: Board) -> Action | None:
        if state.frozen:  # halt the computer's timers, too, so that it loses no time by a halt
            self._tasks_end += 1
            self._decide_at += 1
            return None
        if state.phase is RoundPhase.HANDICAP:
            return self._type_handicap(tick, state)
        if not state.accepts_input or state.halted:
            return self._input.rest(tick, state.cursor_of(self._player))
        if self._is_lost(state):
            return Action(self._player, ActionKind.RESIGN)
        if self._is_awaited(state) and not state.cursor_of(self._player).trigger:
            self._tasks, self._has_planted = [], True
        if self._tasks:
            return self._do_tasks(tick, state, board)
        if self._has_planted and state.fair is not None and not state.fair.ready[self._player]:
            return Action(self._player, ActionKind.DONE)
        if self._lookahead is not None:
            self._think(tick, state, board)
        elif tick >= self._decide_at:
            self._decide(tick, state, board)
        return (
            self._do_tasks(tick, state, board) if self._tasks else self._input.rest(tick, state.cursor_of(self._player))
        )

    def _is_awaited(self, state: ContestState) -> bool:
        """Return True if a person is done with the set-up, and waits for a computer that has planted as much."""
        # A computer that has used fewer seeds than the person takes its time (ruling R23).
        fair, consent, other = state.fair, state.consent, 1 - self._player
        if state.phase is not RoundPhase.SET_UP or fair is None or consent is None:
            return False
        if consent.level(other) or not fair.ready[other] or fair.ready[self._player]:
            return False
        mine, theirs = state.sides[self._player], state.sides[other]
        return mine.score > 0 and mine.quota - mine.seeds >= theirs.quota - theirs.seeds

    def _is_lost(self, state: ContestState) -> bool:
        """Return True if the computer should give up a round against a person, who would only have to wait for its end.

        It has then been far behind for long, and has no means to come back: no seeds, or only single cells to plant.
        """
        mine, theirs = state.sides[self._player], state.sides[1 - self._player]
        is_behind = state.phase is RoundPhase.PLAY and theirs.score >= _HOPELESS * mine.score
        if not is_behind or state.consent is None or state.consent.level(1 - self._player):
            self._behind_since = None
            return False
        if self._behind_since is None:
            self._behind_since = state.generation
        if mine.seeds and state.has_menu:
            return False
        is_crushed = theirs.score >= _CRUSHED * mine.score
        waits = _CRUSHED_GENERATIONS if is_crushed else _WITH_CELLS if mine.seeds else _WITHOUT_SEEDS
        return state.generation - self._behind_since >= waits

    def _type_handicap(self, tick: int, state: ContestState) -> Action | None:
        """Return the action that types the next digit of the computer's handicap; None while it waits."""
        typed = len(state.digits)
        if typed // QUOTA_DIGITS != self._player or tick < self._decide_at:
            return None
        self._decide_at = tick + self._level.pause // 2
        return self._input.change(
            tick, ActionKind.DIGIT, _CHOSEN_HANDICAP // 10 if typed % QUOTA_DIGITS == 0 else _CHOSEN_HANDICAP % 10
        )

    def _do_tasks(self, tick: int, state: ContestState, board: Board) -> Action | None:
        while self._tasks and self._input.is_done(self._tasks[0], state):
            del self._tasks[0]
        if self._tasks and (tick > self._tasks_end or self._is_too_late(self._tasks[0], board)):
            self._tasks = []
        if not self._tasks:
            self._decide_at = tick + self._pause(tick, state)
            return self._input.rest(tick, state.cursor_of(self._player))
        return self._input.do(self._tasks[0], tick, state, board)

    def _is_too_late(self, task: Task, board: Board) -> bool:
        return isinstance(task, SetTrigger) and task.generation is not None and board.generation > task.generation

    def _pause(self, tick: int, state: ContestState) -> int:
        usual = self._level.pause
        if self._level.number == 1 and state.phase is RoundPhase.PLAY and state.has_menu:
            usual *= _SLOW_BEGINNER
        return int(self._random(tick).integers(usual // 2, usual * 3 // 2))

    def _start_tasks(self, tick: int, tasks: list[Task], ticks: int) -> None:
        self._tasks, self._tasks_end = tasks, tick + ticks * 3 // 2 + _TASK_SLACK

    def _decide(self, tick: int, state: ContestState, board: Board) -> None:
        rng = self._random(tick)
        side = state.sides[self._player]
        self._decide_at = tick + self._pause(tick, state)
        if state.phase is RoundPhase.SET_UP:
            window = visible_window(board, middle(self._player, board.shape))
            tasks = next_setup(rng, window, state, self._player, board.shape, self._level)
            if tasks is not None:
                self._start_tasks(tick, tasks, 600)
                self._decide_at = tick
            else:
                self._has_planted = True
            return
        if side.seeds == 0 or self._lets_the_clock_run_out(state):
            return
        window = visible_window(board, (side.cursor.row, side.cursor.column))
        if not can_batch(window.rule):
            for candidate in self._candidates(rng, window, state, board, 1):  # the first one drawn, without lookahead
                self._start_tasks(tick, candidate.tasks(game_has_menu=state.has_menu), candidate.ticks)
        elif self._level.waits_for_best_moment:
            self._forecast_without_planting(rng, window, state, board)
        elif self._level.number <= _SIMPLE or not self._saves_seeds(state):
            self._start_rollouts(rng, window, state, board)

    def _lets_the_clock_run_out(self, state: ContestState) -> bool:
        """Return True if a computer that looks only at the present cells has so many that it need not plant."""
        mine, other = state.sides[self._player], state.sides[1 - self._player]
        return self._level.number <= _SIMPLE and mine.score >= _CLEAR_LEAD * other.score

    def _candidates(
        self, rng: np.random.Generator, window: BoardWindow, state: ContestState, board: Board, count: int
    ) -> list[Candidate]:
        input_times = InputTimes(state, self._player, board.shape, self._level.changes)
        entries = self._level.play_entries if state.has_menu else (SINGLE,)
        seeds = state.sides[self._player].seeds
        return draw_candidates(rng, window, state, self._player, board.shape, input_times, entries, count, seeds)

    def _forecast_without_planting(
        self, rng: np.random.Generator, window: BoardWindow, state: ContestState, board: Board
    ) -> None:
        """Begin to forecast the board without plantings, unless an up-to-date forecast exists.

        If that forecast shows that planting is urgent, begin rollouts: forecasts of the board after different
        plantings.
        """
        if self._forecast is not None and self._forecast[0] == _forecast_key(state):
            if self._must_act(*self._forecast[1:], state):
                self._start_rollouts(rng, window, state, board)
            return
        end = window.generation + min(self._generations_to_bottom(state), _MAX_SIGHT)
        self._lookahead = Rollouts(window, self._player, [Trial(None, 0)], end, self._seat.lookahead or NumpyBatch)

    def _generations_to_bottom(self, state: ContestState, notches: int | None = None) -> int:
        """Return in how many generations the shot clock runs out if nobody plants.

        ``notches`` is the clock's height to start from; None for its current height.
        """
        return max(-(-(state.clock.notches if notches is None else notches) // OPTIONS[state.option].notches), 1)

    def _start_rollouts(self, rng: np.random.Generator, window: BoardWindow, state: ContestState, board: Board) -> None:
        """Draw random candidates, and begin to forecast the board with each of them planted."""
        level = self._level
        candidates = self._candidates(rng, window, state, board, level.universes - 1)
        sight = self._generations_to_bottom(state, state.clock.top) if level.waits_for_best_moment else level.sight
        sight = min(sight, _MAX_SIGHT - _MAX_DELAY)
        thinking = 2 + -(-(sight + _MAX_DELAY) // level.generations_per_tick)
        delayed = [(generations_in(state, thinking + candidate.ticks), candidate) for candidate in candidates]
        chosen = [(delay, candidate) for delay, candidate in delayed if delay <= _MAX_DELAY]
        trials = [Trial(None, 0), *(Trial(candidate, window.generation + delay) for delay, candidate in chosen)]
        end = window.generation + max((delay for delay, _ in chosen), default=0) + sight
        self._lookahead = Rollouts(window, self._player, trials, end, self._seat.lookahead or NumpyBatch)

    def _think(self, tick: int, state: ContestState, board: Board) -> None:
        rollouts = self._lookahead
        if rollouts is None or not rollouts.think(self._level.generations_per_tick):
            return
        self._lookahead = None
        if rollouts.outcomes is None:
            return
        own, other = rollouts.outcomes[:, 0], rollouts.outcomes[:, 1]
        margins = own - other
        self._decide_at = tick + self._pause(tick, state)
        if self._level.waits_for_best_moment and len(rollouts.trials) == 1:
            self._forecast = _forecast_key(state), float(own[0]), float(margins[0])
            if self._must_act(*self._forecast[1:], state):
                cursor = state.sides[self._player].cursor
                window = visible_window(board, (cursor.row, cursor.column))
                self._start_rollouts(self._random(tick), window, state, board)
            return
        gains = own - own[0] if self._level.number <= _SIMPLE else margins - margins[0]
        costs = np.array([trial.candidate.cost if trial.candidate else 0 for trial in rollouts.trials])
        price = self._min_gain_per_seed(margins[0], state)
        if price is None:
            return
        best = int(np.argmax(gains - costs * price))
        if not best and self._has_a_whim(tick, state) and len(rollouts.trials) > 1:
            best = 1 + int(np.argmax(gains[1:]))
        trial = rollouts.trials[best]
        if trial.candidate is None:
            return
        when = trial.generation if self._level.waits_for_best_moment else None
        self._start_tasks(
            tick, trial.candidate.tasks(game_has_menu=state.has_menu, generation=when), trial.candidate.ticks
        )
        if when is not None:
            self._tasks_end += _MAX_DELAY * 20

    def _has_a_whim(self, tick: int, state: ContestState) -> bool:
        """Return True if level 1 plants now although it gains nothing. With single cells it would hardly ever plant."""
        whim = _WHIM_EARLY if state.generation - state.began < _EARLY else _WHIM_LATER
        return self._level.number == 1 and not state.has_menu and float(self._random(tick).random()) < whim

    def _min_gain_per_seed(self, margin: float, state: ContestState) -> float | None:
        """Return the minimum gain of a shape in cells per seed; None to plant nothing.

        ``margin`` is the computer's lead in cells in the forecast in which it plants nothing.
        """
        if self._level.number <= _SIMPLE:
            return _SIMPLE_PRICE
        if self._level.waits_for_best_moment:
            return 0.75
        return None if margin > 0.2 * state.sides[self._player].score else 0.25

    def _saves_seeds(self, state: ContestState) -> bool:
        """Return True if the computer should keep its seeds, since the player who runs out first cannot respond."""
        mine, other = state.sides[self._player], state.sides[1 - self._player]
        return mine.seeds <= other.seeds and self._generations_to_bottom(state) > _CLOCK_NEARLY_DOWN

    def _must_act(self, own: float, margin: float, state: ContestState) -> bool:
        """Return True if planting is urgent: the computer's cells are dying out, or the round is nearly lost.

        ``own`` and ``margin`` are the computer's cells, and its lead in cells, in the forecast in which nobody plants.
        """
        mine = state.sides[self._player].score
        if own < mine * 0.4:
            return True
        is_late = self._generations_to_bottom(state) <= _CLOCK_NEARLY_DOWN
        return margin <= 0 and (is_late or state.sides[1 - self._player].seeds == 0)


def _forecast_key(state: ContestState) -> tuple[int, ...]:
    """Return numbers that change when a forecast becomes invalid: at a planting or a wild intervention."""
    return *state.seeds, state.draws, state.round
