"""Check the state of Survivor in a file."""

from gpulife.games.core.state_checks import check_cursors, check_same, on_board, one_of, within
from gpulife.games.survivor.level import PIECES
from gpulife.games.survivor.rules import SurvivorState


def check_survivor(state: SurvivorState, start: SurvivorState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless Survivor can be in ``state`` on a board of ``shape``, if it began so."""
    check_same(state, start, "level", "seeds", "first_enemies", "first_traps")
    check_cursors(state.cursors, shape)
    one_of("the piece", state.piece, PIECES)
    if state.placed is not None:
        one_of("the piece", state.placed.piece, PIECES)
        on_board("what is placed", [(state.placed.row, state.placed.column)], shape)
    for cells in (state.pawns, state.enemies, state.traps):
        within("cells", cells, 0, shape[0] * shape[1])
