"""Check the state of LIFE-2 in a file."""

from gpulife.games.core.round_end import Ending
from gpulife.games.core.state_checks import (
    check_cursors,
    check_series,
    check_timed_state,
    on_board,
    one_of,
    require,
    sized,
    within,
)
from gpulife.games.life2.input import digits_of
from gpulife.games.life2.state import OPENING_PIECES, PLAYERS, Life2Phase, Life2State


def check_life2(state: Life2State, start: Life2State, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless LIFE-2 can be in ``state`` on a board of ``shape``."""
    check_timed_state(state, start)
    check_series(state.series, start.series)
    for hand in state.hands:
        check_cursors((hand.cursor,), shape)
        on_board("a place", hand.chosen, shape)
        require(len(set(hand.chosen)) == len(hand.chosen), "a place is chosen twice")
        sized("digits", hand.typed, 0, sum(digits_of(shape)) - 1)
        one_of("refused", hand.refused, {"", "outside", "taken"})
    within("empty", state.empty, 0, shape[0] * shape[1])
    sized("players", state.placed, PLAYERS)
    for places in (*state.placed, state.shared):
        sized("places", places, 0, OPENING_PIECES)
        on_board("a place", places, shape)
    on_board("a place", [state.emptied], shape)
    one_of("ending", state.ending, {None, Ending.SHUT_OUT, Ending.RESIGNED})
    require((state.phase is Life2Phase.OVER) == (state.ending is not None), "a game is over when it has ended")
