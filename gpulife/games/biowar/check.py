"""Check the state of BioWar in a file."""

from gpulife.games.biowar.state import MAX_LETTERS, BioWarState, TurnPhase
from gpulife.games.core.game import NOBODY
from gpulife.games.core.state_checks import (
    check_cursors,
    check_same,
    check_timed_state,
    on_board,
    printable,
    require,
    sized,
    within,
)


def check_biowar(state: BioWarState, start: BioWarState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless BioWar can be in ``state`` on a board of ``shape``."""
    check_timed_state(state, start)
    check_same(state, start, "rulings")
    sized("seats", state.sides, len(start.sides))
    for side in state.sides:
        check_cursors((side.cursor,), shape)
        on_board("a mark", side.marks, shape)
        require(len(set(side.marks)) == len(side.marks), "a place is marked twice")
        within("cells", side.cells, 0, shape[0] * shape[1])
    longest = {TurnPhase.ADJUSTMENT: state.adjustment_ticks, TurnPhase.GROWTH: state.growth_ticks, TurnPhase.IDLE: 0}
    within("left", state.left, 0, longest[state.phase])
    require(state.phase is not TurnPhase.IDLE or not state.players, "somebody plays while nobody does")
    for remark in state.remarks:
        within("who spoke", remark.player, NOBODY, len(state.sides) - 1)
    printable("a remark", (remark.text for remark in state.remarks), MAX_LETTERS)
