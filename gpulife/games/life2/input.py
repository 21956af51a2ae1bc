"""Choose places in LIFE-2 in secret: by a marker that nobody sees, by typing, or by pointing.

The marker wraps around: beyond an edge comes the opposite one, whatever the board's edges are, so that on 5x5 no place
is more than two steps from home in each direction. A player who has lost count presses the trigger twice to go home,
since a choice that is taken back, like a refused one, leads there.
"""

from gpulife.games.core.cursor import board_area
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.input_emulator import sign
from gpulife.games.core.order import Sound
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.life2.state import PLAYERS, Life2State, home

FIRST_REPEAT, NEXT_REPEAT = 30, 8
"""Ticks until a held stick steps again, and then between steps: slow, since players cannot see it and must count."""
_REPEATED_CELLS = 32
"""On a board with more cells a side than this, each repeated step crosses one part in this number of the side."""


def handle_input(state: Life2State, action: Action, staged: StagedBoard) -> Life2State:
    """Carry out STICK, TRIGGER, POINT, DIGIT, PLACE and WITHDRAW of a player."""
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
    """Move the markers whose sticks are held, for one tick."""
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
    """Choose a place; refused if it is off the board or taken, and then the marker goes home."""
    hand = state.hands[player]
    if problem := _why_refused(state, player, place, staged):
        staged.order(Sound("refused", player=player))
        return _move_marker(state.with_hand(player, refused=problem, typed=()), player, home(staged.shape))
    staged.order(Sound("plant", player=player))
    return state.with_hand(player, chosen=(*hand.chosen, place), typed=(), refused="")


def digit_counts(shape: tuple[int, int]) -> tuple[int, int]:
    """Return the numbers of digits of a typed place: those of its column, those of its row."""
    return len(str(shape[1])), len(str(shape[0]))


def typing_player(state: Life2State) -> int | None:
    """Return the player for whom digits of no particular seat count: the first who may choose; None for nobody."""
    return next((player for player in range(PLAYERS) if state.may_choose(player)), None)


def _why_refused(state: Life2State, player: int, place: Place, staged: StagedBoard) -> str:
    row, column = place
    rows, columns = staged.shape
    if not (0 <= row < rows and 0 <= column < columns):
        return "outside"
    taken = place in state.hands[player].chosen or (state.takes_turns and place in state.hands[1 - player].chosen)
    # After a soup or a wild generation the board is another one than can be read in this tick.
    return "taken" if taken or not staged.is_known or staged.read(row, column, 1, 1)[0, 0] else ""


def _type(state: Life2State, action: Action, staged: StagedBoard) -> Life2State:
    player = typing_player(state) if action.player == NOBODY else action.player
    if player is None or not 0 <= player < PLAYERS or not state.may_choose(player) or not 0 <= action.a <= 9:
        return state
    typed = (*state.hands[player].typed, action.a)
    of_column, of_row = digit_counts(staged.shape)
    if len(typed) < of_column + of_row:
        staged.order(Sound("digit"))  # of no digit in particular: which it was is secret
        return state.with_hand(player, typed=typed, refused="")
    column, row = (int("".join(map(str, part))) for part in (typed[:of_column], typed[of_column:]))
    return choose(state, player, (row - 1, column - 1), staged)


def _push(state: Life2State, player: int, stick: tuple[int, int], staged: StagedBoard) -> Life2State:
    """Push the stick: each axis that newly points somewhere is a step."""
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
    """Take a chosen place back, as long as nothing is revealed."""
    chosen = state.hands[player].chosen
    # What the second player was told about in the program's opening cannot be changed any more.
    too_late = state.takes_turns and player == 0 and state.is_ready(0)
    if not state.choosing or state.frozen or place not in chosen or too_late:
        return state
    staged.order(Sound("erase", player=player))
    left = tuple(chosen_place for chosen_place in chosen if chosen_place != place)
    return _move_marker(state.with_hand(player, chosen=left, refused=""), player, home(staged.shape))
