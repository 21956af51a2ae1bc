"""The computer plays a level of Survivor, to show how: it searches for a way to win, then plays it by stick.

It drops what it found whenever somebody else plays a turn. While it searches it does nothing else: it examines the same
number of boards each tick on every machine.
"""

from dataclasses import dataclass

from gpulife.games.core.computer_player import ComputerPlayer
from gpulife.games.core.game import Action, ActionKind, Board
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.input_emulator import sign
from gpulife.games.survivor.ai.beam_search import WAIT, Move, Search
from gpulife.games.survivor.level import WALKABLE
from gpulife.games.survivor.rules import LevelPhase, SurvivorState


@dataclass(frozen=True, slots=True)
class SearchLevel:
    """The search of one level of the computer.

    Attributes:
        beam: number of boards that it keeps for each turn.
        sight: number of turns that it looks ahead, after which it searches again.
        pause: ticks between two actions.
    """

    beam: int
    sight: int
    pause: int


SEARCH_LEVELS: dict[int, SearchLevel] = {
    1: SearchLevel(beam=1, sight=3, pause=14),
    2: SearchLevel(beam=4, sight=8, pause=10),
    3: SearchLevel(beam=12, sight=60, pause=8),
    4: SearchLevel(beam=20, sight=60, pause=6),
}
"""The searches by level."""
_BOARDS = 400
"""Number of boards searched in a tick: some milliseconds of one core."""
TAP = 5
"""Ticks for which a stick or trigger is held: too few for a held stick to move on."""
_PAUSES_BEFORE_OK = 4
"""Number of pauses between placing and OK, so that people see what was placed."""


class SurvivorComputer(ComputerPlayer[SurvivorState, Search]):
    """The computer in the only seat."""

    def __init__(self, seat: ComputerSeat) -> None:
        self._level = SEARCH_LEVELS[seat.level]
        super().__init__(seat)

    def _forget(self, tick: int) -> None:
        self._lookahead = None
        self._way: tuple[Move, ...] = ()
        self._turn: tuple[int, int] | None = None
        self._ready_at = self._ok_at = tick

    def _act(self, tick: int, state: SurvivorState, board: Board) -> Action | None:
        if state.is_over or state.phase is not LevelPhase.TURN:
            return self._let_go(state)
        here = state.tries, state.turn
        if here != self._turn:  # somebody said OK or began anew
            self._lookahead, self._way, self._turn = None, (), here
        if (not self._way and not self._think(state, board)) or tick < self._ready_at:
            return None
        release = self._let_go(state)
        if release is not None:
            self._ready_at = max(self._ok_at, tick + self._level.pause)
            return release
        self._ready_at = tick + TAP
        return self._play_move(tick, state, board)

    def _think(self, state: SurvivorState, board: Board) -> bool:
        """Examine more boards; return whether the search is over, so that there is a way to play."""
        if self._lookahead is None:
            cells = board.read(0, 0, *board.shape)
            if state.placed is not None:
                cells[state.placed.row, state.placed.column] = WALKABLE
            self._lookahead = Search(cells, board.generation, self._level.beam, self._level.sight, board.rule.edges)
        if not self._lookahead.examine(_BOARDS):
            return False
        self._way = self._lookahead.found or self._lookahead.best[: self._level.sight] or (WAIT,)
        self._lookahead = None
        return True

    def _let_go(self, state: SurvivorState) -> Action | None:
        cursor = state.cursors[0]
        if cursor.trigger:
            return Action(0, ActionKind.TRIGGER, 0)
        return Action(0, ActionKind.STICK) if cursor.stick != (0, 0) else None

    def _play_move(self, tick: int, state: SurvivorState, board: Board) -> Action:
        move, placed, cursor = self._way[0], state.placed, state.cursors[0]
        there = (move.row, move.column)
        if move.piece and board.read(*there, 1, 1)[0, 0] not in (WALKABLE, move.piece):
            move = WAIT  # somebody else put something there
        is_placed = placed is not None and (placed.piece, placed.row, placed.column) == (move.piece, *there)
        if is_placed or (not move.piece and placed is None):
            self._way, self._turn = self._way[1:], (state.tries, state.turn + 1)
            return Action(0, ActionKind.OK)
        if not move.piece:
            return Action(0, ActionKind.TAKE_BACK)
        if state.piece != move.piece:
            return Action(0, ActionKind.PIECE, move.piece)
        away = move.row - cursor.row, move.column - cursor.column
        if away != (0, 0):
            return Action(0, ActionKind.STICK, sign(away[0]), sign(away[1]))
        self._ok_at = tick + _PAUSES_BEFORE_OK * self._level.pause
        return Action(0, ActionKind.TRIGGER, 1)
