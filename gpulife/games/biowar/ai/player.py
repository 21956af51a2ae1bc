"""The computer in BioWar: it joins when somebody plays, looks ahead in each phase, and places cells by stick."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpulife.games.biowar.ai.candidate_moves import Candidate, draw_candidate
from gpulife.games.biowar.ai.lookahead import Lookahead
from gpulife.games.biowar.state import BioWarState, PlayerStanding, Side, TurnPhase
from gpulife.games.core.board_window import read_window
from gpulife.games.core.computer_player import ComputerPlayer
from gpulife.games.core.game import Action, ActionKind, Board, Cursor, Place
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.input_emulator import InputEmulator, arrives, sign

_JOIN_TICKS, _LEAVE_TICKS = 60, 180
"""Ticks until it joins, or leaves when it is out; later seats join a little later, so that not all come at once."""
_WINDOW = (32, 48)
"""Rows and columns that it sees of a large board."""
_CANDIDATES_PER_TICK = 3
_LAST_TICKS = 90
"""Ticks before the end of a phase in which it begins nothing new."""


@dataclass(frozen=True, slots=True)
class BioWarLevel:
    """How one level plays.

    Attributes:
        changes: maximum number of changes of stick and trigger in any second.
        pause: ticks until it begins to look ahead in a phase.
        trials: number of candidates that it tries out in a phase; 0 for the first one drawn.
        sight: number of generations that it looks ahead.
        generations_per_tick: number of these generations computed a tick.
        attacks: whether some candidates are near the others' cells.
    """

    changes: int
    pause: int
    trials: int
    sight: int
    generations_per_tick: int
    attacks: bool


BIOWAR_LEVELS: dict[int, BioWarLevel] = {
    1: BioWarLevel(changes=3, pause=120, trials=0, sight=0, generations_per_tick=0, attacks=False),
    2: BioWarLevel(changes=4, pause=90, trials=5, sight=3, generations_per_tick=1, attacks=False),
    3: BioWarLevel(changes=5, pause=60, trials=24, sight=6, generations_per_tick=1, attacks=True),
    4: BioWarLevel(changes=6, pause=40, trials=64, sight=8, generations_per_tick=1, attacks=True),
}
"""The levels by number; titles are in the spec of the game."""


class BioWarComputer(ComputerPlayer[BioWarState, Lookahead]):
    """One seat, which joins when one of the people plays, or at once where there are none."""

    def __init__(self, seat: ComputerSeat) -> None:
        self._level = BIOWAR_LEVELS[seat.level]
        self._input = InputEmulator(seat.seat, self._level.changes)
        super().__init__(seat)

    def actions(self, tick: int, state: BioWarState, board: Board) -> Sequence[Action]:
        """Return what the computer does in ``tick``; nothing where the match has no such seat."""
        return super().actions(tick, state, board) if self._player < len(state.sides) else ()

    def _plan_key(self, state: BioWarState) -> tuple[TurnPhase, int, PlayerStanding]:
        return state.phase, state.turn, state.sides[self._player].standing

    def _forget(self, tick: int) -> None:
        self._since = tick
        self._lookahead = None
        self._corner: Place = (0, 0)
        self._plan: Candidate | None = None
        self._candidates: list[Candidate] = []
        self._drawn = 0
        self._pressed: set[Place] = set()

    def _act(self, tick: int, state: BioWarState, board: Board) -> Action | None:
        side, passed = state.sides[self._player], tick - self._since
        if side.standing is PlayerStanding.SPECTATOR:
            late = passed >= _JOIN_TICKS + 20 * self._player
            is_welcome = not self._seat.people or any(state.sides[player].is_in for player in self._seat.people)
            return self._input.change(tick, ActionKind.START, room=2) if late and is_welcome else None
        if side.standing is PlayerStanding.OUT:
            if passed < _LEAVE_TICKS:
                return None
            return self._input.change(tick, ActionKind.SELECT if side.asking else ActionKind.OPTION, room=2)
        if not state.can_place(self._player) or state.stands_still:
            return self._input.rest(tick, side.cursor)
        if self._plan is None:
            if passed >= self._level.pause:
                self._think(tick, state, side, board)
            return self._input.rest(tick, side.cursor)
        return self._place_cells(tick, state, side, board)

    def _think(self, tick: int, state: BioWarState, side: Side, board: Board) -> None:
        """Begin to look ahead, or go on with it."""
        if self._lookahead is not None:
            if self._lookahead.think(self._level.generations_per_tick) and self._lookahead.worth is not None:
                best = self._lookahead.candidates[int(np.argmax(self._lookahead.worth))]
                self._plan, self._lookahead = self._ordered(best, side.cursor), None
            return
        window = read_window(board, (side.cursor.row, side.cursor.column), _WINDOW)
        self._corner = window.corner
        wanted = max(self._level.trials, 1)
        rng = self._random(state.turn, tick)
        for _ in range(min(_CANDIDATES_PER_TICK, wanted - self._drawn)):
            self._drawn += 1
            candidate = draw_candidate(rng, window.cells, self._player, side.placements, attacks=self._level.attacks)
            if candidate:
                self._candidates.append(candidate)
        if self._drawn < wanted:
            return
        if not self._level.trials or not self._candidates:
            self._plan = self._ordered(self._candidates[0] if self._candidates else (), side.cursor)
            return
        candidates = [*([()] if side.has_placed else []), *self._candidates]
        self._lookahead = Lookahead(window.cells, window.rule.edges, self._player, candidates, self._level.sight)

    def _ordered(self, candidate: Candidate, cursor: Cursor) -> Candidate:
        """Return the candidate's places on the board, in an order in which each is the nearest to the one before."""
        left = [(row + self._corner[0], column + self._corner[1]) for row, column in candidate]
        here, ordered = (cursor.row, cursor.column), []
        while left:
            here = min(left, key=lambda place: (max(abs(place[0] - here[0]), abs(place[1] - here[1])), place))
            left.remove(here)
            ordered.append(here)
        return tuple(ordered)

    def _place_cells(self, tick: int, state: BioWarState, side: Side, board: Board) -> Action | None:
        """Go from place to place and press; then press DONE."""
        cursor = side.cursor
        to_do = [place for place in self._plan or () if place not in self._pressed]
        if not to_do or not side.placements or state.left < _LAST_TICKS:
            resting = self._input.rest(tick, cursor)
            if resting is not None or cursor.trigger or cursor.stick != (0, 0):
                return resting
            return self._input.change(tick, ActionKind.DONE, room=2)
        if cursor.trigger:
            return self._input.pull(tick, pressed=False)
        if (cursor.row, cursor.column) == to_do[0] and cursor.stick == (0, 0):
            action = self._input.pull(tick, pressed=True)
            if action is not None:  # once in each place: a second press would take the cell back
                self._pressed.add(to_do[0])
            return action
        away = to_do[0][0] - cursor.row, to_do[0][1] - cursor.column
        if cursor.stick == (0, 0):
            return self._input.push(tick, (sign(away[0]), sign(away[1])), 2)
        return self._input.push(tick, (0, 0)) if any(arrives(cursor, away, board.shape)) else None
