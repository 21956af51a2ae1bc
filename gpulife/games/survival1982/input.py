"""Input of Survival of the Fittest: the cursor, the seed menu, planting, and typing of handicaps.

Each player plants on one half of the board; no shape may cross the border. If the number of columns is odd, the middle
column belongs to neither player.
"""

from typing import Any, ClassVar, Protocol, Self, TypeVar

import numpy as np

from gpulife.games.core.cursor import Area, at_slow_speed, hold, steer_cursor
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Action, ActionKind, Cursor, Place
from gpulife.games.core.order import Paint, Sound
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.survival1982.state import MAX_SEEDS, PLAYERS, ContestState, Planting, Side
from gpulife.patterns.seeds import SEED_SHAPES, mirrored, orientations
from gpulife.rules import Cells

_DOWN = 1


def handle_input(state: ContestState, action: Action, staged: StagedBoard) -> ContestState:
    """Carry out STICK, TRIGGER or POINT. While players cannot move, only remember which controls are held."""
    player = action.player
    if not 0 <= player < len(state.sides):
        return state
    side, moves = state.sides[player], _moves(state)
    area = _area(state, player, staged)
    cursor, path, goes_down = steer_cursor(side.cursor, action, staged.shape, area, moves=moves and not side.in_menu)
    if action.kind is ActionKind.TRIGGER:
        state = state.with_side(player, cursor=cursor, drawing=side.drawing and cursor.trigger)
        if not goes_down or not moves:
            return state
        return turn_shape(state, player, staged) if side.in_menu else _press(state, player, staged)
    if not moves:
        return state.with_side(player, cursor=cursor)
    if action.kind is ActionKind.POINT:
        if side.in_menu:
            return leave_menu(state, player, cursor, staged, (action.a, action.b))
        return _moved(state, player, cursor, path, staged) if path else state
    if side.in_menu:
        return push_in_menu(state, player, cursor, staged)
    if state.has_menu and side.cursor.row == area.bottom:
        was_down, is_down = side.cursor.stick[0] == _DOWN, cursor.stick[0] == _DOWN
        if side.at_menu and is_down and not was_down:
            return enter_menu(state, player, cursor.stick, staged)
        if was_down and not is_down:
            state = state.with_side(player, at_menu=True)
    return _moved(state, player, cursor, path, staged)


def _moves(state: ContestState) -> bool:
    """Return True if sticks and triggers have effects now."""
    return state.accepts_input and not state.frozen


def repeat_held_sticks(state: ContestState, staged: StagedBoard) -> ContestState:
    """For one tick, apply the sticks that are held: they move the cursors, and choose shapes in the menu."""
    if not _moves(state):
        return state
    for player, side in enumerate(state.sides):
        if side.in_menu:
            state = hold_in_menu(state, player, staged)
        else:
            state = _moved(state, player, *hold(side.cursor, staged.shape, _area(state, player, staged)), staged)
    return state


def _moved(state: ContestState, player: int, cursor: Cursor, path: list[Place], staged: StagedBoard) -> ContestState:
    """Move the cursor along ``path``. While no generation runs, a held trigger plants single cells on the path."""
    state = state.with_side(player, cursor=cursor)
    if not path:
        return state
    side = state.sides[player]
    at_bottom = cursor.row == _area(state, player, staged).bottom
    state = state.with_side(player, pressed=False, at_menu=side.at_menu and at_bottom)
    if side.drawing and is_single(side) and not state.running:
        for place in path:
            state, _ = plant(state, player, planting_at(state, player, place, staged), staged)
    return state


def _press(state: ContestState, player: int, staged: StagedBoard) -> ContestState:
    """Press the trigger: plant a shape, now or at the generation's end. A second press at the same place erases."""
    state = state.with_side(player, drawing=True)
    side = state.sides[player]
    place = side.cursor.row, side.cursor.column
    planting = planting_at(state, player, place, staged)
    if state.running and planting is not None:
        return state.with_side(player, pending=side.pending or planting)
    if not staged.is_known:
        return state
    if side.pressed and is_single(side) and planting is not None and staged.read(*place, 1, 1)[0, 0] == player + 1:
        return erase(state, player, staged)
    state, _ = plant(state, player, planting, staged)
    return state.with_side(player, pressed=True)


def _area(state: ContestState, player: int, staged: StagedBoard) -> Area:
    return cursor_area(player, cells_in_hand(player, state.sides[player]).shape, staged.shape)


def half(player: int, columns: int) -> tuple[int, int]:
    """Return (first column, last column + 1) of a player's half of a board with this many ``columns``."""
    width = columns // 2
    return (0, width) if player == 0 else (columns - width, columns)


def middle(player: int, shape: tuple[int, int]) -> Place:
    """Return the middle of a player's half of a board of ``shape``."""
    rows, columns = shape
    return rows // 2, columns // 4 if player == 0 else columns - 1 - columns // 4


def fits(size: tuple[int, int], shape: tuple[int, int]) -> bool:
    """Return True if a shape of ``size`` (rows, columns) fits on one half of a board of ``shape``."""
    return size[0] <= shape[0] and size[1] <= shape[1] // 2


def corner(player: int, place: Place, size: tuple[int, int]) -> Place:
    """Return the place of a shape's upper left cell if its player's cursor is at ``place``."""
    down, right = _anchor(player, size)
    return place[0] - down, place[1] - right


def cursor_area(player: int, size: tuple[int, int], shape: tuple[int, int]) -> Area:
    """Return the area in which a cursor can move with a shape of ``size`` (ruling R5 in docs/rulings.md).

    If the shape does not fit on the half, the area is only the middle of the half.
    """
    rows, columns = shape
    down, right = _anchor(player, size)
    first, end = half(player, columns)
    row, column = middle(player, shape)
    top, bottom = _span(down, rows - size[0] + down, row)
    left, last = _span(first + right, end - size[1] + right, column)
    return Area(top, left, bottom, last)


def _span(first: int, last: int, middle: int) -> tuple[int, int]:
    """Return the range (first, last), or (middle, middle) if ``last`` is before ``first``."""
    return (first, last) if first <= last else (middle, middle)


def _anchor(player: int, size: tuple[int, int]) -> Place:
    """Return the place of a shape's middle cell, which lies under the cursor; mirrored for the right player."""
    return size[0] // 2, size[1] // 2 if player == 0 else (size[1] - 1) // 2


# The seed menu of the Seed List game shows the ten shapes in a row for each player, mirrored on the right half. To
# enter it, a player lets go of the stick at the bottom edge and pushes down again. In the menu left and right choose,
# the trigger turns the shape, and up leaves the menu with it.
REPEAT_TICKS = 15
"""Ticks between two steps of a held stick in the menu."""

TURNED_SHAPES: tuple[tuple[tuple[Cells, ...], ...], ...] = tuple(
    tuple(orientations(mirrored(shape.cells) if player else shape.cells) for shape in SEED_SHAPES)
    for player in range(PLAYERS)
)
"""The shapes' cells, 0 or 1, indexed by player, menu entry and orientation. In orientation 0 moving shapes face the
opponent."""


def cells_in_hand(player: int, side: Side) -> Cells:
    """Return the cells of the shape that a player would plant, in its orientation."""
    return TURNED_SHAPES[player][side.entry][side.turns[side.entry]]


def is_single(side: Side) -> bool:
    """Return True if the player's shape is the single cell. Only with this shape can a player draw lines and erase."""
    return SEED_SHAPES[side.entry].cost == 1


def enter_menu(state: ContestState, player: int, stick: tuple[int, int], staged: StagedBoard) -> ContestState:
    """Enter the menu; the choice starts at the player's current shape."""
    staged.order(Sound("menu", player=player))
    cursor = replace(at_slow_speed(state.sides[player].cursor), stick=stick)
    return state.with_side(player, cursor=cursor, in_menu=True, at_menu=False, drawing=False, pressed=False)


def leave_menu(
    state: ContestState, player: int, cursor: Cursor, staged: StagedBoard, to: tuple[int, int] | None = None
) -> ContestState:
    """Leave the menu. The cursor goes to the place nearest to ``to`` at which its shape fits on the player's half.

    If ``to`` is None, the cursor goes as near as possible to the bottom edge in its column.
    """
    staged.order(Sound("menu", player=player))
    area = cursor_area(player, cells_in_hand(player, state.sides[player]).shape, staged.shape)
    row, column = area.nearest(*(to or (staged.shape[0] - 1, cursor.column)))
    return state.with_side(player, cursor=replace(at_slow_speed(cursor), row=row, column=column), in_menu=False)


def push_in_menu(state: ContestState, player: int, cursor: Cursor, staged: StagedBoard) -> ContestState:
    """Apply a push of the stick in the seed menu: up leaves the menu, left and right choose another shape.

    ``cursor`` already has the stick's new direction.
    """
    before = state.sides[player].cursor.stick
    if cursor.stick[0] == -1 != before[0]:
        return leave_menu(state, player, cursor, staged)
    state = state.with_side(player, cursor=cursor)
    return _choose(state, player, cursor.stick[1], staged) if cursor.stick[1] != before[1] else state


def hold_in_menu(state: ContestState, player: int, staged: StagedBoard) -> ContestState:
    """For one tick, apply a stick that is held in the menu. Every REPEAT_TICKS ticks it chooses the next shape."""
    cursor = state.sides[player].cursor
    if cursor.stick[1] == 0:
        return state
    held = (cursor.held_ticks + 1) % REPEAT_TICKS
    state = state.with_side(player, cursor=replace(cursor, held_ticks=held))
    return state if held else _choose(state, player, cursor.stick[1], staged)


def turn_shape(state: ContestState, player: int, staged: StagedBoard) -> ContestState:
    """Press the trigger in the menu: turn the shape to its next orientation."""
    side = state.sides[player]
    turns = tuple(
        (turn + 1) % len(TURNED_SHAPES[player][entry]) if entry == side.entry else turn
        for entry, turn in enumerate(side.turns)
    )
    staged.order(Sound("turn", player=player))
    return state.with_side(player, turns=turns)


def _choose(state: ContestState, player: int, columns: int, staged: StagedBoard) -> ContestState:
    """Choose the next shape in the menu: to the left if ``columns`` is -1, to the right if it is 1."""
    before = state.sides[player].entry
    entry = min(max(before + (-columns if player else columns), 0), len(SEED_SHAPES) - 1)
    if entry == before:
        return state
    staged.order(Sound("choose", entry / (len(SEED_SHAPES) - 1), player))
    return state.with_side(player, entry=entry)


_MAX_COST = 13
"""The cost at which the planting sound reaches its highest pitch."""


def planting_at(state: ContestState, player: int, place: Place, staged: StagedBoard) -> Planting | None:
    """Return what the trigger plants with the cursor at ``place``; None if the shape is larger than half the board."""
    side = state.sides[player]
    size = cells_in_hand(player, side).shape
    if not fits(size, staged.shape):
        return None
    return Planting(*corner(player, place, size), side.entry, side.turns[side.entry])


def plant(
    state: ContestState, player: int, planting: Planting | None, staged: StagedBoard
) -> tuple[ContestState, bool]:
    """Plant if there are enough seeds; return the state, and True if anything was planted.

    The cost is one seed for each cell that is not already the player's. Without such a cell, nothing happens (ruling
    R5).
    """
    if not staged.is_known:  # a soup is sown in this tick
        return state, False
    if planting is None:
        staged.order(Sound("refused", player=player))
        return state, False
    own, other = player + 1, 2 - player
    side, opponent = state.sides[player], state.sides[1 - player]
    shape = TURNED_SHAPES[player][planting.entry][planting.turn]
    before = staged.read(planting.row, planting.column, *shape.shape)
    new = (shape > 0) & (before != own)
    cost, taken = int(np.count_nonzero(new)), int(np.count_nonzero(new & (before == other)))
    if cost == 0:
        return state, False
    if cost > side.seeds:
        staged.order(Sound("refused", player=player))
        return state, False
    staged.order(Paint(planting.row, planting.column, np.where(new, own, 0).astype(np.uint8), new))
    staged.order(Sound("plant", (min(cost, _MAX_COST) - 1) / (_MAX_COST - 1), player))
    state = state.with_side(1 - player, score=max(opponent.score - taken, 0))
    if state.fair is not None and state.stands_still:
        state = replace(state, fair=state.fair.with_planted(player, cost))
    state = state.with_side(
        player,
        cursor=at_slow_speed(side.cursor),
        seeds=side.seeds - cost,
        score=side.score + cost,
        ledger=side.ledger.with_shape(planting.entry, cost),
    )
    return state, True


def erase(state: ContestState, player: int, staged: StagedBoard) -> ContestState:
    """Erase the player's cell under the cursor, and give back its seed unless the player has the full quota."""
    side = state.sides[player]
    limit = MAX_SEEDS if state.fair is None else max(side.quota, side.seeds)
    staged.put(side.cursor.row, side.cursor.column, 0)
    staged.order(Sound("erase", player=player))
    seeds = min(side.seeds + 1, limit)
    ledger = replace(side.ledger, credited=side.ledger.credited + seeds - side.seeds)
    return state.with_side(player, seeds=seeds, ledger=ledger, score=max(side.score - 1, 0), pressed=False)


# With HCAP each player's number of seeds is typed as two digits, the left player first. Number keys type digits. A
# player can also use stick and trigger: up and down change the digit, the trigger enters it, and left takes back the
# last one. This is the same in Study Mode and in the competitive games.
QUOTA_DIGITS = 2
"""Number of digits that each player types for the number of seeds."""
_UP, _LEFT = -1, -1
_FIRST_REPEAT, _REPEAT = 24, 8
"""Ticks before a held stick repeats a change of the digit, and ticks between repeats."""


class SeedTyping(Protocol):
    """The part of a game's state that is used for typing numbers of seeds."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits typed so far: first those of the left player's number of seeds, then the right player's."""

    @property
    def dial(self) -> int | None:
        """The digit being chosen with a stick; None if there is none."""

    def cursor_of(self, player: int) -> Cursor:
        """Return the player's cursor."""

    def with_cursor(self, player: int, cursor: Cursor) -> Self:
        """Return the state with the player's cursor replaced."""

    def with_quota(self, player: int, seeds: int) -> Self:
        """Return the state in which the player begins with ``seeds`` seeds."""


_State = TypeVar("_State", bound=SeedTyping)


def typing_player(state: SeedTyping) -> int:
    """Return the player whose turn it is to type."""
    return min(len(state.digits) // QUOTA_DIGITS, PLAYERS - 1)


def type_digit(state: _State, digit: int, staged: StagedBoard) -> _State:
    """Type a digit, 0 to 9. A player's final digit sets that player's number of seeds."""
    staged.order(Sound("digit", digit / 9, typing_player(state)))
    digits = (*state.digits, digit)
    state = replace(state, digits=digits, dial=None)
    if len(digits) % QUOTA_DIGITS == 0:
        tens, ones = digits[-QUOTA_DIGITS:]
        state = state.with_quota(len(digits) // QUOTA_DIGITS - 1, 10 * tens + ones)
    return state


def all_typed(state: SeedTyping) -> bool:
    """Return True if both players have typed all digits."""
    return len(state.digits) == PLAYERS * QUOTA_DIGITS


def steer_digit(state: _State, action: Action, staged: StagedBoard) -> _State:
    """Carry out STICK or TRIGGER of the player whose turn it is to type.

    For the other player, only remember whether the stick or the trigger is held.
    """
    player = action.player
    if not 0 <= player < PLAYERS:
        return state
    before = state.cursor_of(player).stick
    cursor, _, goes_down = steer_cursor(state.cursor_of(player), action, staged.shape, moves=False)
    state = state.with_cursor(player, cursor)
    if player != typing_player(state):
        return state
    if cursor.stick[0] and cursor.stick[0] != before[0]:
        return _turn_digit(state, cursor.stick[0], staged)
    if cursor.stick[1] == _LEFT != before[1]:
        return _take_back(state, staged)
    if not goes_down:
        return state
    if state.dial is None:
        staged.order(Sound("refused", player=player))
        return state
    return type_digit(state, state.dial, staged)


def hold_digit(state: _State, staged: StagedBoard) -> _State:
    """For one tick, apply a stick that is held by the player whose turn it is to type.

    A held stick changes the digit at regular intervals.
    """
    player = typing_player(state)
    cursor = state.cursor_of(player)
    if not cursor.stick[0]:
        return state
    held = cursor.held_ticks + 1
    state = state.with_cursor(player, replace(cursor, held_ticks=held))
    due = held >= _FIRST_REPEAT and (held - _FIRST_REPEAT) % _REPEAT == 0
    return _turn_digit(state, cursor.stick[0], staged) if due else state


def _turn_digit(state: _State, rows: int, staged: StagedBoard) -> _State:
    """Change the digit by one after a push of the stick by ``rows``; 0 follows 9.

    A digit that is not set yet becomes 0 if the stick is pushed up, 9 if it is pushed down.
    """
    dial = (state.dial - rows) % 10 if state.dial is not None else 0 if rows == _UP else 9
    staged.order(Sound("choose", dial / 9, typing_player(state)))
    return replace(state, dial=dial)


def _take_back(state: _State, staged: StagedBoard) -> _State:
    if len(state.digits) % QUOTA_DIGITS == 0:
        staged.order(Sound("refused", player=typing_player(state)))
        return state
    return replace(state, digits=state.digits[:-1], dial=state.digits[-1])
