"""The seed menu of the Seed List game: the ten shapes in a row for each player, the right half mirrored.

The stick enters the menu when it is let go of at the bottom edge and pushed down again. There left and right choose,
the trigger turns the shape, and up leaves the menu with it.
"""

from gpulife.games.core.cursor import at_slow_speed
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Cursor
from gpulife.games.core.order import Sound
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.survival1982.half_board import cursor_area
from gpulife.games.survival1982.options import PLAYERS
from gpulife.games.survival1982.survival_state import ContestState, Side
from gpulife.patterns.seeds import SEED_SHAPES, mirrored, orientations
from gpulife.rules import Cells

REPEAT_TICKS = 15
"""Ticks after which a stick that is held in the menu moves on to the next shape."""

TURNED_SHAPES: tuple[tuple[tuple[Cells, ...], ...], ...] = tuple(
    tuple(orientations(mirrored(shape.cells) if player else shape.cells) for shape in SEED_SHAPES)
    for player in range(PLAYERS)
)
"""The shapes' cells, 0 or 1, by player, entry of the menu and turn. Moving shapes face the opponent at first."""


def cells_in_hand(player: int, side: Side) -> Cells:
    """Return the shape that a player would plant, as it is turned."""
    return TURNED_SHAPES[player][side.entry][side.turns[side.entry]]


def is_single(side: Side) -> bool:
    """Return whether the shape in hand is the single cell, the only one that draws lines and erases."""
    return SEED_SHAPES[side.entry].cost == 1


def enter_menu(state: ContestState, player: int, stick: tuple[int, int], staged: StagedBoard) -> ContestState:
    """Enter the menu, at the shape in hand."""
    staged.order(Sound("menu", player=player))
    cursor = replace(at_slow_speed(state.sides[player].cursor), stick=stick)
    return state.with_side(player, cursor=cursor, in_menu=True, at_menu=False, drawing=False, pressed=False)


def leave_menu(
    state: ContestState, player: int, cursor: Cursor, staged: StagedBoard, to: tuple[int, int] | None = None
) -> ContestState:
    """Leave the menu for the bottom edge below where the player was, or as near to ``to`` as the shape can be."""
    staged.order(Sound("menu", player=player))
    area = cursor_area(player, cells_in_hand(player, state.sides[player]).shape, staged.shape)
    row, column = area.nearest(*(to or (staged.shape[0] - 1, cursor.column)))
    return state.with_side(player, cursor=replace(at_slow_speed(cursor), row=row, column=column), in_menu=False)


def push_in_menu(state: ContestState, player: int, cursor: Cursor, staged: StagedBoard) -> ContestState:
    """Push the stick in the menu, in its direction in ``cursor``."""
    before = state.sides[player].cursor.stick
    if cursor.stick[0] == -1 != before[0]:
        return leave_menu(state, player, cursor, staged)
    state = state.with_side(player, cursor=cursor)
    return _choose(state, player, cursor.stick[1], staged) if cursor.stick[1] != before[1] else state


def hold_in_menu(state: ContestState, player: int, staged: StagedBoard) -> ContestState:
    """Let a tick of a held stick in the menu pass."""
    cursor = state.sides[player].cursor
    if cursor.stick[1] == 0:
        return state
    held = (cursor.held_ticks + 1) % REPEAT_TICKS
    state = state.with_side(player, cursor=replace(cursor, held_ticks=held))
    return state if held else _choose(state, player, cursor.stick[1], staged)


def turn_shape(state: ContestState, player: int, staged: StagedBoard) -> ContestState:
    """Press the trigger in the menu: turn the shape to its next distinct orientation."""
    side = state.sides[player]
    turns = tuple(
        (turn + 1) % len(TURNED_SHAPES[player][entry]) if entry == side.entry else turn
        for entry, turn in enumerate(side.turns)
    )
    staged.order(Sound("turn", player=player))
    return state.with_side(player, turns=turns)


def _choose(state: ContestState, player: int, columns: int, staged: StagedBoard) -> ContestState:
    """Go to the next shape in the direction of ``columns``; on the right half the first shape is the rightmost."""
    before = state.sides[player].entry
    entry = min(max(before + (-columns if player else columns), 0), len(SEED_SHAPES) - 1)
    if entry == before:
        return state
    staged.order(Sound("choose", entry / (len(SEED_SHAPES) - 1), player))
    return state.with_side(player, entry=entry)
