"""What the state of BioWar can be."""

from __future__ import annotations

from gpulife.games.base import NOBODY
from gpulife.games.biowar_state import (
    FIRST_PLACEMENTS,
    MOST_LETTERS,
    MOST_REMARKS,
    PLAYERS,
    BioWarState,
    Phase,
)
from gpulife.games.plausible import (
    check_course,
    check_cursors,
    check_pace,
    check_same,
    counted,
    on_board,
    printable,
    require,
    sized,
    within,
)


def check_biowar(state: BioWarState, start: BioWarState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless BioWar can be in ``state`` on a board of ``shape``."""
    check_course(state, start)
    check_same(state, start, "rulings")
    check_pace(state.rate)
    sized("seats", state.sides, len(start.sides))
    for side in state.sides:
        check_cursors((side.cursor,), shape)
        sized("marks", side.marks, 0, FIRST_PLACEMENTS)
        on_board("a mark", side.marks, shape)
        require(len(set(side.marks)) == len(side.marks), "a place is marked twice")
        within("cells", side.cells, 0, shape[0] * shape[1])
        counted("the score", side.score)
        within("points of a turn", side.gained, 0, PLAYERS)
    counted("turns", state.turn)
    longest = {Phase.ADJUSTMENT: state.adjustment_ticks, Phase.GROWTH: state.growth_ticks, Phase.IDLE: 0}
    within("left", state.left, 0, longest[state.phase])
    within("to_play", state.to_play, 0, 1)
    require(state.phase is not Phase.IDLE or not state.players, "somebody plays while nobody does")
    sized("remarks", state.remarks, 0, MOST_REMARKS)
    for remark in state.remarks:
        within("who spoke", remark.player, NOBODY, len(state.sides) - 1)
        counted("turns", remark.turn)
    printable("a remark", (remark.text for remark in state.remarks), MOST_LETTERS)
