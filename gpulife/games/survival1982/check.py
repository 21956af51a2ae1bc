"""Check the state of the two competitive games of Survival in a file."""

from gpulife.games.core.state_checks import (
    check_cursors,
    check_same,
    check_series,
    check_timed_state,
    on_board,
    require,
    sized,
    within,
)
from gpulife.games.survival1982.half_board import fits
from gpulife.games.survival1982.handicap import QUOTA_DIGITS
from gpulife.games.survival1982.seed_menu import TURNED
from gpulife.games.survival1982.survival_state import PLAYERS, ContestState, Planting, RoundPhase, Side


def check_contest(state: ContestState, start: ContestState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless a competitive game can be in ``state`` on a board of ``shape``."""
    check_timed_state(state, start)
    check_same(state, start, "game", "handicap")
    check_series(state.series, start.series)
    require((state.fair is None) == (start.fair is None), "fair is not that of the match")
    for player, side in enumerate(state.sides):
        _check_side(side, player, shape)
    within("the clock's top", state.clock.top, shape[0], shape[0])
    within("the clock", state.clock.notches, 0, state.clock.top)
    sized("digits", state.digits, 0, PLAYERS * QUOTA_DIGITS - (state.phase is RoundPhase.HANDICAP))
    require((state.phase is RoundPhase.OVER) == (state.ending is not None), "a round is over when it has ended")


def _check_side(side: Side, player: int, shape: tuple[int, int]) -> None:
    check_cursors((side.cursor,), shape)
    within("the score", side.score, 0, shape[0] * shape[1])
    for entry, turn in enumerate(side.turns):
        within("a turn", turn, 0, len(TURNED[player][entry]) - 1)
    if side.pending is not None:
        _check_planting(side.pending, player, shape)


def _check_planting(planting: Planting, player: int, shape: tuple[int, int]) -> None:
    within("a turn", planting.turn, 0, len(TURNED[player][planting.entry]) - 1)
    height, width = TURNED[player][planting.entry][planting.turn].shape
    require(fits((height, width), shape), "a shape that is planted has no room on the board")
    corners = [(planting.row, planting.column), (planting.row + height - 1, planting.column + width - 1)]
    on_board("what is planted", corners, shape)
