"""Input of LIFE-2: choose places in secret with an invisible marker, by typing, or by pointing.

The marker wraps around at all edges, even dead ones. It returns to the middle when a choice is taken back or refused.
So a player who has lost count can press the trigger twice to begin again from the middle.
"""

from gpulife.games.core.cursor import board_area
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.input_emulator import sign
from gpulife.games.core.order import Sound
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.life2.state import PLAYERS, Life2State, home

FIRST_REPEAT, NEXT_REPEAT = 30, 8
"""Ticks before a held stick repeats its step, and ticks between repeats: slow, since players must count unseen
steps."""
_REPEATED_CELLS = 32
"""On boards with longer sides than this, a repeated step moves the marker by 1/32 of the side."""


def handle_input(state: Life2State, action: Action, staged: StagedBoard) -> Life2State:
    """Carry out a STICK, TRIGGER, POINT, DIGIT, PLACE or WITHDRAW action."""
    if action.kind is ActionKind.DIGIT:
        return _type(state, action, staged)
    player = action.player
    if not 0 <= player < PLAYERS:
        return state
    match action.kind:
        case ActionKind.STICK:
            return _push(state, player, (sign(action.a), sign(action.b)), staged)
        case ActionKind.TRIGGER:
            return _trigger(state, player, action.a != 0, staged)
        case ActionKind.POINT if state.may_choose(player):
            return _move_marker(state, player, board_area(staged.shape).nearest(action.a, action.b))
        case ActionKind.PLACE if state.may_choose(player):
            return choose(state, player, (action.a, action.b), staged)
        case ActionKind.WITHDRAW:
            return _withdraw(state, player, (action.a, action.b), staged)
    return state


def repeat_held_sticks(state: Life2State, staged: StagedBoard) -> Life2State:
    """Repeat the step of each marker whose stick is held, if a repeat is due in this tick."""
    for player, hand in enumerate(state.hands):
        cursor = hand.cursor
        if cursor.stick == (0, 0) or not state.may_choose(player):
            continue
        held = cursor.held_ticks + 1
        state = state.with_hand(player, cursor=replace(cursor, held_ticks=held))
        if held >= FIRST_REPEAT and (held - FIRST_REPEAT) % NEXT_REPEAT == 0:
            far = [max(1, side // _REPEATED_CELLS) for side in staged.shape]
            state = _step(state, player, (cursor.stick[0] * far[0], cursor.stick[1] * far[1]), staged)
    return state


def choose(state: Life2State, player: int, place: Place, staged: StagedBoard) -> Life2State:
    """Choose a place. If it is off the board or taken, refuse it and return the marker to the middle."""
    hand = state.hands[player]
    if problem := _why_refused(state, player, place, staged):
        staged.order(Sound("refused", player=player))
        return _move_marker(state.with_hand(player, refused=problem, typed=()), player, home(staged.shape))
    staged.order(Sound("plant", player=player))
    return state.with_hand(player, chosen=(*hand.chosen, place), typed=(), refused="")


def digit_counts(shape: tuple[int, int]) -> tuple[int, int]:
    """Return the number of digits of a typed column, and of a typed row."""
    return len(str(shape[1])), len(str(shape[0]))


def typing_player(state: Life2State) -> int | None:
    """Return the player who gets the digits typed at the console: the first who may choose; None if nobody may."""
    return next((player for player in range(PLAYERS) if state.may_choose(player)), None)


def _why_refused(state: Life2State, player: int, place: Place, staged: StagedBoard) -> str:
    row, column = place
    rows, columns = staged.shape
    if not (0 <= row < rows and 0 <= column < columns):
        return "outside"
    taken = place in state.hands[player].chosen or (state.takes_turns and place in state.hands[1 - player].chosen)
    # After a soup or a wild generation the board cannot be read in this tick.
    return "taken" if taken or not staged.is_known or staged.read(row, column, 1, 1)[0, 0] else ""


def _type(state: Life2State, action: Action, staged: StagedBoard) -> Life2State:
    player = typing_player(state) if action.player == NOBODY else action.player
    if player is None or not 0 <= player < PLAYERS or not state.may_choose(player) or not 0 <= action.a <= 9:
        return state
    typed = (*state.hands[player].typed, action.a)
    of_column, of_row = digit_counts(staged.shape)
    if len(typed) < of_column + of_row:
        staged.order(Sound("digit"))  # without a value, which would reveal the digit
        return state.with_hand(player, typed=typed, refused="")
    column, row = (int("".join(map(str, part))) for part in (typed[:of_column], typed[of_column:]))
    return choose(state, player, (row - 1, column - 1), staged)


def _push(state: Life2State, player: int, stick: tuple[int, int], staged: StagedBoard) -> Life2State:
    """Set the stick. If its direction along an axis has changed, move the marker one step along that axis."""
    cursor = state.hands[player].cursor
    steps = tuple(now if now != before else 0 for now, before in zip(stick, cursor.stick, strict=True))
    state = state.with_hand(player, cursor=replace(cursor, stick=stick, held_ticks=0))
    return _step(state, player, (steps[0], steps[1]), staged) if state.may_choose(player) else state


def _step(state: Life2State, player: int, way: tuple[int, int], staged: StagedBoard) -> Life2State:
    if way == (0, 0):
        return state
    cursor, (rows, columns) = state.hands[player].cursor, staged.shape
    return _move_marker(state, player, ((cursor.row + way[0]) % rows, (cursor.column + way[1]) % columns))


def _move_marker(state: Life2State, player: int, place: Place) -> Life2State:
    cursor = replace(state.hands[player].cursor, row=place[0], column=place[1])
    return state.with_hand(player, cursor=cursor, on_chosen=False)


def _trigger(state: Life2State, player: int, pressed: bool, staged: StagedBoard) -> Life2State:
    hand = state.hands[player]
    goes_down = pressed and not hand.cursor.trigger
    state = state.with_hand(player, cursor=replace(hand.cursor, trigger=pressed))
    place = hand.cursor.row, hand.cursor.column
    if not goes_down or not state.choosing:
        return state
    if hand.on_chosen:
        return _withdraw(state, player, place, staged)
    if not state.may_choose(player):
        return state
    state = choose(state, player, place, staged)
    return state.with_hand(player, on_chosen=not state.hands[player].refused)


def _withdraw(state: Life2State, player: int, place: Place, staged: StagedBoard) -> Life2State:
    """Take back a chosen place, unless the choices are already revealed."""
    chosen = state.hands[player].chosen
    # In the opening of CODED, the second player already knows the first player's places.
    too_late = state.takes_turns and player == 0 and state.is_ready(0)
    if not state.choosing or state.frozen or place not in chosen or too_late:
        return state
    staged.order(Sound("erase", player=player))
    left = tuple(chosen_place for chosen_place in chosen if chosen_place != place)
    return _move_marker(state.with_hand(player, chosen=left, refused=""), player, home(staged.shape))
