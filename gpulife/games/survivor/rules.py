"""The rules of Survivor (2012): pawns and shelters against traps and the enemies that come out of them at night.

They follow the paper "Survivor Game" by Ivan and Marinescu. In each turn the player places a pawn or a shelter on a
walkable cell, or nothing, and presses OK. Then every cell changes by the rule for that time of day (sunrise, midday,
sunset or midnight), and the next one begins. Without a pawn the game is lost; otherwise it is won once no trap and no
enemy is left (rulings R15, R16).
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta

from gpulife.games.core.board_edit import REFUSED
from gpulife.games.core.bounds import Natural
from gpulife.games.core.cursor import hold, steer_cursor
from gpulife.games.core.game import EDITS, NOBODY, Action, ActionKind, Board, Cursor, GameError, Match, Place
from gpulife.games.core.game_spec import GameState
from gpulife.games.core.order import Flash, Order, Paint, Renumber, Sound, Step
from gpulife.games.core.pace import Pace
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.state_checks import check_cursors, check_same, require_on_board, require_one_of, require_range
from gpulife.games.survivor.level import (
    ENEMY,
    IMPASSABLE,
    PAWN,
    PIECES,
    SHELTER,
    SYMBOLS,
    TRAP,
    WALKABLE,
    Level,
    parse_level,
)
from gpulife.rules import TIMES_OF_DAY

LEVEL = "level"
"""Name of the setting that holds a match's level (``Level.as_dict``)."""
_END_FLASH_TICKS = 24
_MAX_SIDE = 2048
_PRACTICE_LINE = (WALKABLE, PAWN, PAWN, WALKABLE, TRAP)


class LevelPhase(StrEnum):
    """The phases of a level."""

    LAID = "laid"
    """The next tick puts the level's cells on the board."""
    TURN = "turn"
    """The player's turn."""
    GROWTH = "growth"
    """The next generation is being computed."""
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece placed in this turn, which can be taken back until OK."""

    piece: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class SurvivorState(GameState):
    """The state of Survivor at one tick: a level being played.

    Attributes:
        level: the level being played.
        cursors: a tuple with the player's cursor.
        phase: phase of the level.
        piece: piece that the player has chosen, PAWN or SHELTER.
        placed: piece placed in this turn; None for none.
        turn: number of turns played.
        pawns: number of pawns on the board at the last count.
        enemies: number of enemies at the last count.
        traps: number of traps at the last count.
        first_enemies: number of enemies that the level begins with.
        first_traps: number of traps that the level begins with.
        tries: number of times that the level has been restarted in this session.
        seeds: always empty.
    """

    level: Level
    cursors: Annotated[tuple[Cursor, ...], Meta(min_length=1, max_length=1)]
    phase: LevelPhase = LevelPhase.LAID
    piece: int = PAWN
    placed: Placed | None = None
    turn: Natural = 0
    pawns: int = 0
    enemies: int = 0
    traps: int = 0
    first_enemies: int = 0
    first_traps: int = 0
    tries: Natural = 0
    seeds: tuple[int, ...] = ()

    @property
    def running(self) -> bool:
        """Always False: generations are computed only when the player presses OK."""
        return False

    @property
    def progress(self) -> float:
        """Always 1, since generations take no time."""
        return 1.0

    @property
    def pace(self) -> Pace:
        """A placeholder, since every state must have a pace; it has no effect in this game."""
        return Pace()

    @property
    def is_over(self) -> bool:
        """True if the level is won or lost."""
        return self.phase in (LevelPhase.WON, LevelPhase.LOST)

    @property
    def time(self) -> str:
        """Time of day of the current turn, one of TIMES_OF_DAY. Each has its own rule for the next generation."""
        return TIMES_OF_DAY[(self.level.first_generation + self.turn) % len(TIMES_OF_DAY)]

    @property
    def done(self) -> float:
        """The fraction of the level's initial traps and enemies that has been destroyed, 0 to 1.

        Enemies that come out later do not count, but the result stays below 1 until no trap and no enemy is left.
        """
        total = self.first_traps + self.first_enemies
        left = self.traps + min(self.enemies, self.first_enemies)
        if not total:
            return 0.0
        return 1 - (max(left, 0.5) if self.traps or self.enemies else left) / total


def start(match: Match, shape: tuple[int, int]) -> SurvivorState:
    """Return the first state: the match's level, or the practice ground, in the middle of a board of ``shape``.

    Raises:
        GameError: the level is invalid or larger than the board.
    """
    if max(shape) > _MAX_SIDE:
        raise GameError(f"survivor is played on boards of up to {_MAX_SIDE} cells a side, not {max(shape)}")
    data = match.settings.get(LEVEL)
    return _new_state(practice(shape) if data is None else parse_level(data, "the match's level").centred_on(shape))


def advance(state: SurvivorState, actions: tuple[Action, ...], board: Board) -> tuple[SurvivorState, tuple[Order, ...]]:
    """Play a tick: evaluate the turn just played, or put the level on the board; then carry out the actions."""
    staged = StagedBoard(board)
    if state.phase is LevelPhase.LAID:
        state = _lay(state, staged)
    elif state.phase is LevelPhase.GROWTH:
        state = _evaluate_generation(state, staged)
    for action in actions:
        state = _act(state, action, staged)
    cursor, _ = hold(state.cursors[0], staged.shape)
    return replace(state, cursors=(cursor,)), tuple(staged.orders)


def practice(shape: tuple[int, int]) -> Level:
    """Return the level for matches without one, for a board of any ``shape``: two pawns and a trap."""
    rows, columns = shape
    line = [WALKABLE] * columns
    line[: len(_PRACTICE_LINE)] = _PRACTICE_LINE[:columns]
    around = SYMBOLS[WALKABLE] * columns
    middle = "".join(SYMBOLS[state] for state in line)
    board = (*[around] * (rows // 2), middle, *[around] * (rows - rows // 2 - 1))
    return Level("Practice ground", board)


def level_settings(level: Level) -> dict[str, Any]:
    """Return the settings of a match that plays ``level``."""
    return {LEVEL: level.as_dict()}


def _new_state(level: Level) -> SurvivorState:
    cells = level.cells
    rows, columns = level.shape
    pawns = [(row, column) for row in range(rows) for column in range(columns) if cells[row, column] == PAWN]
    row, column = pawns[len(pawns) // 2] if pawns else (rows // 2, columns // 2)
    pawn_count, enemies, traps = (int((cells == kind).sum()) for kind in (PAWN, ENEMY, TRAP))
    return SurvivorState(
        level,
        (Cursor(row, column),),
        pawns=pawn_count,
        enemies=enemies,
        traps=traps,
        first_enemies=enemies,
        first_traps=traps,
    )


def _lay(state: SurvivorState, staged: StagedBoard) -> SurvivorState:
    staged.order(Paint(0, 0, state.level.cells), Renumber(state.level.first_generation))
    return replace(state, phase=LevelPhase.TURN)


def with_counts(state: SurvivorState, pawns: int, enemies: int, traps: int) -> SurvivorState:
    """Return the state after a generation that left these numbers of pawns, enemies and traps.

    The level is lost without pawns, and won without traps and enemies (ruling R16 in docs/rulings.md).
    """
    phase = LevelPhase.TURN if traps or enemies else LevelPhase.WON
    return replace(state, pawns=pawns, enemies=enemies, traps=traps, phase=phase if pawns else LevelPhase.LOST)


def _evaluate_generation(state: SurvivorState, staged: StagedBoard) -> SurvivorState:
    """Count the cells after a generation. Order sounds and flashes for a destroyed trap or the level's end."""
    census = staged.census()
    pawns, enemies, traps = (int(census[kind - 1]) for kind in (PAWN, ENEMY, TRAP))
    if traps < state.traps:
        staged.order(Sound("win" if traps == 0 else "turn"))
    state = with_counts(state, pawns, enemies, traps)
    if state.phase is LevelPhase.LOST:
        staged.order(Sound("lost"), Flash(_END_FLASH_TICKS))
    elif state.phase is LevelPhase.WON:
        staged.order(Sound("win"), Flash(_END_FLASH_TICKS, PAWN))
    return state


def _act(state: SurvivorState, action: Action, staged: StagedBoard) -> SurvivorState:
    match action.kind:
        case ActionKind.STICK | ActionKind.POINT | ActionKind.TRIGGER if action.player != NOBODY:
            return _handle_input(state, action, staged)
        case ActionKind.START:
            return _restart(state, staged)
        case ActionKind.AGAIN if state.is_over:
            return _restart(state, staged)
        case _ if state.phase is not LevelPhase.TURN:
            return state
        case ActionKind.PIECE | ActionKind.DIGIT:
            return _choose(state, action.a, staged)
        case ActionKind.OK | ActionKind.HALT | ActionKind.STEP:
            return _end_turn(state, staged)
        case ActionKind.TAKE_BACK | ActionKind.AGAIN:
            return _take_back(state, staged)
        case ActionKind.RESIGN:
            staged.order(Sound("lost"), Flash(_END_FLASH_TICKS))
            return replace(_take_back(state, staged) if state.placed else state, phase=LevelPhase.LOST)
        case kind if kind is ActionKind.WILD or kind in EDITS:
            staged.order(*REFUSED)
    return state


def _handle_input(state: SurvivorState, action: Action, staged: StagedBoard) -> SurvivorState:
    """Carry out STICK, POINT or TRIGGER of any seat, since one player uses all keyboard halves and pads."""
    cursor, _, goes_down = steer_cursor(state.cursors[0], action, staged.shape)
    state = replace(state, cursors=(cursor,))
    return _place(state, (cursor.row, cursor.column), staged) if goes_down and state.phase is LevelPhase.TURN else state


def _place(state: SurvivorState, place: Place, staged: StagedBoard) -> SurvivorState:
    """Put the chosen piece at ``place``, and remove this turn's earlier piece. A second time, take the piece back."""
    placed = state.placed
    if placed is not None and (placed.row, placed.column) == place and placed.piece == state.piece:
        return _take_back(state, staged)
    here = int(staged.read(*place, 1, 1)[0, 0])
    on_itself = placed is not None and (placed.row, placed.column) == place
    if here != WALKABLE and not on_itself:
        staged.order(*REFUSED)
        return state
    if placed is not None:
        staged.put(placed.row, placed.column, WALKABLE)
    staged.put(*place, state.piece)
    staged.order(Sound("plant", value=0.8 if state.piece == SHELTER else 0.2))
    return replace(state, placed=Placed(state.piece, *place))


def _choose(state: SurvivorState, number: int, staged: StagedBoard) -> SurvivorState:
    """Carry out PIECE: choose to place a pawn (1), a shelter (2) or the other piece (0)."""
    piece = PIECES[1 - PIECES.index(state.piece)] if number == 0 else number
    if piece not in PIECES:
        staged.order(*REFUSED)
        return state
    staged.order(Sound("choose", value=piece / IMPASSABLE))
    return replace(state, piece=piece)


def _take_back(state: SurvivorState, staged: StagedBoard) -> SurvivorState:
    if state.placed is None:
        staged.order(*REFUSED)
        return state
    staged.put(state.placed.row, state.placed.column, WALKABLE)
    staged.order(Sound("erase"))
    return replace(state, placed=None)


def _end_turn(state: SurvivorState, staged: StagedBoard) -> SurvivorState:
    """Carry out OK: compute the next generation, which the next tick evaluates."""
    staged.order(Step(1), Sound("step"))
    return replace(state, turn=state.turn + 1, placed=None, phase=LevelPhase.GROWTH)


def _restart(state: SurvivorState, staged: StagedBoard) -> SurvivorState:
    """Carry out START: restart the level; stick and trigger stay as they are."""
    staged.order(Sound("start"))
    fresh, before = _new_state(state.level), state.cursors[0]
    cursor = replace(fresh.cursors[0], stick=before.stick, trigger=before.trigger)
    return _lay(replace(fresh, cursors=(cursor,), piece=state.piece, tries=state.tries + 1), staged)


def check_survivor(state: SurvivorState, start: SurvivorState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless a level that began with ``start`` on a board of ``shape`` can be in ``state``."""
    check_same(state, start, "level", "seeds", "first_enemies", "first_traps")
    check_cursors(state.cursors, shape)
    require_one_of("the piece", state.piece, PIECES)
    if state.placed is not None:
        require_one_of("the piece", state.placed.piece, PIECES)
        require_on_board("what is placed", [(state.placed.row, state.placed.column)], shape)
    for cells in (state.pawns, state.enemies, state.traps):
        require_range("cells", cells, 0, shape[0] * shape[1])
