"""Plant a player's shape on the board, or erase a cell again, with the cost in seeds."""

import numpy as np

from gpulife.games.core.cursor import at_slow_speed
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Place
from gpulife.games.core.order import Paint, Sound
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.survival1982.half_board import corner, fits
from gpulife.games.survival1982.options import MAX_SEEDS
from gpulife.games.survival1982.seed_menu import TURNED_SHAPES, cells_in_hand
from gpulife.games.survival1982.survival_state import ContestState, Planting

_MAX_COST = 13
"""The cost at which the sound of planting is highest."""


def planting_at(state: ContestState, player: int, place: Place, staged: StagedBoard) -> Planting | None:
    """Return the planting of the shape in hand with the cursor at ``place``; None if it has no room on the half."""
    side = state.sides[player]
    size = cells_in_hand(player, side).shape
    if not fits(size, staged.shape):
        return None
    return Planting(*corner(player, place, size), side.entry, side.turns[side.entry])


def plant(
    state: ContestState, player: int, planting: Planting | None, staged: StagedBoard
) -> tuple[ContestState, bool]:
    """Plant, unless there are too few seeds or nothing to plant; return also whether anything was planted.

    It costs a seed for each cell that is not the player's own already; if there are none, nothing happens (R5).
    """
    if not staged.is_known:  # a soup is sown in this very tick
        return state, False
    if planting is None:
        staged.order(Sound("refused", player=player))
        return state, False
    own, other = player + 1, 2 - player
    side, opponent = state.sides[player], state.sides[1 - player]
    shape = TURNED_SHAPES[player][planting.entry][planting.turn]
    before = staged.read(planting.row, planting.column, *shape.shape)
    new = (shape > 0) & (before != own)
    cost, taken = int(np.count_nonzero(new)), int(np.count_nonzero(new & (before == other)))
    if cost == 0:
        return state, False
    if cost > side.seeds:
        staged.order(Sound("refused", player=player))
        return state, False
    staged.order(Paint(planting.row, planting.column, np.where(new, own, 0).astype(np.uint8), new))
    staged.order(Sound("plant", (min(cost, _MAX_COST) - 1) / (_MAX_COST - 1), player))
    state = state.with_side(1 - player, score=max(opponent.score - taken, 0))
    if state.fair is not None and state.stands_still:
        state = replace(state, fair=state.fair.with_planted(player, cost))
    state = state.with_side(
        player,
        cursor=at_slow_speed(side.cursor),
        seeds=side.seeds - cost,
        score=side.score + cost,
        ledger=side.ledger.with_shape(planting.entry, cost),
    )
    return state, True


def erase(state: ContestState, player: int, staged: StagedBoard) -> ContestState:
    """Erase the player's cell under the cursor; its seed comes back, up to the player's quota (ruling R24)."""
    side = state.sides[player]
    limit = MAX_SEEDS if state.fair is None else max(side.quota, side.seeds)
    staged.put(side.cursor.row, side.cursor.column, 0)
    staged.order(Sound("erase", player=player))
    seeds = min(side.seeds + 1, limit)
    ledger = replace(side.ledger, credited=side.ledger.credited + seeds - side.seeds)
    return state.with_side(player, seeds=seeds, ledger=ledger, score=max(side.score - 1, 0), pressed=False)
