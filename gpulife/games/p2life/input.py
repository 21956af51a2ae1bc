"""Input of P2Life: players place tokens with stick and trigger or with the pointer; DONE passes."""

from gpulife.games.core.cursor import at_slow_speed, hold, steer_cursor
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Action, ActionKind, Place
from gpulife.games.core.order import Sound
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.p2life.state import OPENING_TOKENS, PLAYERS, P2LifeState


def home(player: int, shape: tuple[int, int]) -> Place:
    """Return the place where a player's cursor starts: the middle of the player's half of the board."""
    return shape[0] // 2, min(shape[1] * (1 + 2 * player) // 4, shape[1] - 1)


def handle_input(state: P2LifeState, action: Action, staged: StagedBoard) -> P2LifeState:
    """Carry out a STICK, TRIGGER, POINT, PLACE or DONE action."""
    player = action.player
    if not 0 <= player < PLAYERS:
        return state
    moves = state.playing and not state.frozen
    cursor, _, goes_down = steer_cursor(state.sides[player].cursor, action, staged.shape, moves=moves)
    state = state.with_side(player, cursor=cursor)
    match action.kind:
        case ActionKind.TRIGGER if goes_down and state.playing:
            return place(state, player, (cursor.row, cursor.column), staged)
        case ActionKind.PLACE if state.playing:
            return place(state, player, (action.a, action.b), staged)
        case ActionKind.DONE if state.may_pass(player):
            staged.order(Sound("turn", player=player))
            return _turn_over(state.with_side(player, tokens=0))
        case ActionKind.DONE if state.playing:
            staged.order(Sound("refused", player=player))
    return state


def repeat_held_sticks(state: P2LifeState, staged: StagedBoard) -> P2LifeState:
    """Move the cursors of players who hold their sticks, by the distance for one tick."""
    if not state.playing or state.frozen:
        return state
    for player, side in enumerate(state.sides):
        state = state.with_side(player, cursor=hold(side.cursor, staged.shape)[0])
    return state


def place(state: P2LifeState, player: int, where: Place, staged: StagedBoard) -> P2LifeState:
    """Put a player's token on a dead cell. Refuse if the cell is live or it is not the player's turn."""
    is_on_board = all(0 <= at < side for at, side in zip(where, staged.shape, strict=True))
    if not (state.may_place(player) and is_on_board and staged.is_known) or staged.read(*where, 1, 1)[0, 0]:
        staged.order(Sound("refused", player=player))
        return state
    side = state.sides[player]
    staged.put(*where, player + 1)
    staged.order(Sound("plant", side.tokens / OPENING_TOKENS, player))
    cursor = replace(at_slow_speed(side.cursor), row=where[0], column=where[1])
    return _turn_over(state.with_side(player, cursor=cursor, tokens=side.tokens - 1, last=where))


def _turn_over(state: P2LifeState) -> P2LifeState:
    """Give the turn to the other player. If the other player has no tokens left, the current player places again."""
    other = 1 - state.mover
    return replace(state, mover=other if state.sides[other].tokens else state.mover, waited=0)
