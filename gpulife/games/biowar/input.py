"""Input in BioWar: stick, trigger and pointer place cells; function keys join, end a phase and leave.

OPTION means QUIT (leave), and SELECT means WHO (list the players). START means GAME (join) for a spectator, and DONE
(end the phase) for a player. After QUIT, OPTION means NO and SELECT means YES. The console (``NOBODY``) has the same
keys, but its START restarts the game. After its QUIT and YES, the program that runs the session leaves the game.
"""

import numpy as np

from gpulife.games.biowar.state import BioWarState, Event, PlayerStanding, Side, TurnPhase
from gpulife.games.core.cursor import at_slow_speed, hold, steer_cursor
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Action, Place
from gpulife.games.core.order import Paint, Sound, strips
from gpulife.games.core.staged_board import StagedBoard


def start_place(player: int, shape: tuple[int, int]) -> Place:
    """Return where a seat's cursor starts: one of six places in two rows, evenly spread over a board of ``shape``."""
    rows, columns = shape
    down, right = divmod(player % 6, 3)
    return min(rows * (1 + 2 * down) // 4, rows - 1), min(columns * (1 + 2 * right) // 6, columns - 1)


def handle_input(state: BioWarState, action: Action, staged: StagedBoard) -> BioWarState:
    """Carry out STICK, TRIGGER or POINT.

    While the player cannot place cells, only store the new positions of the stick and the trigger.
    """
    player = action.player
    if not 0 <= player < len(state.sides):
        return state
    cursor, _, goes_down = steer_cursor(state.sides[player].cursor, action, staged.shape, moves=state.can_place(player))
    state = state.with_side(player, cursor=cursor)
    return _press(state, player, staged) if goes_down else state


def repeat_held_sticks(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Move each cursor whose stick is held as far as it goes in one tick."""
    for player, side in enumerate(state.sides):
        if side.cursor.stick != (0, 0) and state.can_place(player):
            state = state.with_side(player, cursor=hold(side.cursor, staged.shape)[0])
    return state


def _press(state: BioWarState, player: int, staged: StagedBoard) -> BioWarState:
    """Press the trigger: place a cell, or take back a cell that was placed there in this phase.

    Do neither if the player has used up the phase's allotment.
    """
    if not state.can_place(player):
        if state.sides[player].standing is not PlayerStanding.SPECTATOR:
            staged.order(Sound("refused", player=player))
        return state
    side = state.sides[player]
    place = side.cursor.row, side.cursor.column
    if side.placements and place in side.marks:
        staged.order(Sound("erase", player=player))
        return state.with_side(player, marks=tuple(mark for mark in side.marks if mark != place))
    if not side.placements or place in side.marks or not staged.is_known or staged.read(*place, 1, 1)[0, 0]:
        staged.order(Sound("refused", player=player))
        return state
    staged.order(Sound("plant", len(side.marks) / side.allotment, player))
    return state.with_side(player, marks=(*side.marks, place), cursor=at_slow_speed(side.cursor))


def press_option(state: BioWarState, player: int, staged: StagedBoard) -> BioWarState:
    """Press OPTION, which means QUIT: ask the player to confirm it. While that question is open, OPTION means NO."""
    staged.order(Sound("menu", player=player))
    if not 0 <= player < len(state.sides):
        return replace(state, asking=not state.asking)
    return state.with_side(player, asking=not state.sides[player].asking)


def press_select(state: BioWarState, player: int, staged: StagedBoard) -> BioWarState:
    """Press SELECT, which means WHO: show the list of players instead of the conversation, or the reverse.

    While QUIT asks for confirmation, SELECT means YES.
    """
    staged.order(Sound("menu", player=player))
    if not 0 <= player < len(state.sides):
        return replace(state, asking=False) if state.asking else replace(state, who=not state.who)
    if state.sides[player].asking:
        return leave(state, player, staged)
    return toggle_page(state, player)


def toggle_page(state: BioWarState, player: int) -> BioWarState:
    """Open or close a seat's page with the list of players (ruling R28 in docs/rulings.md)."""
    if not state.has_own_pages:
        return replace(state, who=not state.who)
    return state.with_side(player, who=not state.sides[player].who)


def press_start(state: BioWarState, player: int, staged: StagedBoard) -> BioWarState:
    """Press a seat's START. It means GAME (join) for a spectator, and DONE (end the phase) for a player."""
    if state.sides[player].standing is PlayerStanding.SPECTATOR:
        return join(state, player, staged)
    if not state.can_place(player):
        staged.order(Sound("refused", player=player))
        return state
    staged.order(Sound("choose", 1.0, player))
    return state.with_side(player, done=True)


def join(state: BioWarState, player: int, staged: StagedBoard) -> BioWarState:
    """Let a spectator join, with no cells and no points. The first player to join begins turn 1."""
    side = state.sides[player]
    row, column = start_place(player, staged.shape)
    # A held stick or trigger stays held.
    cursor = replace(at_slow_speed(side.cursor), row=row, column=column)
    state = state.replace_side(player, Side(cursor, PlayerStanding.IN, who=side.who, hides=side.hides))
    staged.order(Sound("start", player=player))
    if state.phase is TurnPhase.IDLE:
        consent = state.consent and state.consent.for_new_round()
        state = replace(state, phase=TurnPhase.ADJUSTMENT, turn=1, left=state.adjustment_ticks, consent=consent)
    return state.with_remark(player, Event.JOINED)


def leave(state: BioWarState, player: int, staged: StagedBoard) -> BioWarState:
    """Let a player leave the game; all cells of that player die. If nobody is left, the game returns to turn 0."""
    side = state.sides[player]
    if side.standing is PlayerStanding.SPECTATOR:
        return state.with_side(player, asking=False)
    _remove_cells(player, staged)  # even of a player who is out: a wild generation or an edit may have made new ones
    staged.order(Sound("lost", player=player))
    return idle_if_empty(state.replace_side(player, Side(side.cursor)).with_remark(player, Event.LEFT))


def idle_if_empty(state: BioWarState) -> BioWarState:
    """Set the game back to turn 0 if no player is left in it."""
    if state.players or not state.is_on:
        return state
    return replace(state, phase=TurnPhase.IDLE, turn=0, left=0, grown=False, halted=False, to_play=0)


def _remove_cells(player: int, staged: StagedBoard) -> None:
    """Kill all cells of a player, strip by strip so that massive boards fit in memory."""
    for row, height in strips(staged.shape):
        own = staged.read(row, 0, height, staged.shape[1]) == player + 1
        if own.any():
            staged.order(Paint(row, 0, np.zeros(own.shape, np.uint8), own))
