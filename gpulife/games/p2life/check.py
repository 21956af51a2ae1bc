"""What the state of P2Life can be."""

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
from gpulife.games.p2life.state import OPTIONS, PLAYERS, P2LifeState, Phase


def check_p2life(state: P2LifeState, start: P2LifeState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless P2Life can be in ``state`` on a board of ``shape``."""
    check_timed_state(state, start)
    check_series(state.series, start.series)
    sized("players", state.sides, PLAYERS)
    check_cursors((side.cursor for side in state.sides), shape)
    on_board("a token", (side.last for side in state.sides), shape)
    most = {Phase.TOKENS: 1, Phase.SELECT: 0, Phase.GROWTH: 0}.get(state.phase)
    for tokens in state.seeds:
        require(most is None or tokens <= most, f"{tokens} tokens are left in phase {state.phase}")
    within("generations before the next tokens", state.beat.left, 0, OPTIONS[state.option])
    one_of("ending", state.ending, {None, Ending.SHUT_OUT, Ending.RESIGNED, Ending.LIMIT})
    require((state.phase is Phase.OVER) == (state.ending is not None), "a game is over when it has ended")
    require(state.ending is not None or state.winner is None, "nobody has won before the end")
