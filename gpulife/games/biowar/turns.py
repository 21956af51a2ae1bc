"""BioWar's turns: the end of an Adjustment phase, the Growth phase, and the scores of a turn."""

import numpy as np

from gpulife.games.biowar.function_keys import idle_if_empty
from gpulife.games.biowar.state import BioWarState, Event, PlayerStanding, TurnPhase
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import NOBODY
from gpulife.games.core.order import Erase, Paint, Sound, Sow, Step
from gpulife.games.core.staged_board import StagedBoard

WARNED_SECONDS = 5


def pass_time(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Let one tick of the running turn pass."""
    if state.phase is TurnPhase.IDLE or state.stands_still:
        return state
    if state.phase is TurnPhase.ADJUSTMENT:
        return _adjust(state, staged)
    if not state.grown:
        return _grow(state, staged)
    if any(isinstance(order, Paint | Erase | Sow | Step) for order in staged.orders):
        return state  # the board changes in this very tick: what lives on it can be counted in the next
    state = replace(state, left=max(state.left - 1, 0))
    return state if state.left else _end_turn(state, staged)


def points(cells: dict[int, int]) -> dict[int, int]:
    """Return each player's points for a turn, from the cells of those in the game: one for each with fewer cells."""
    return {player: sum(other < own for other in cells.values()) for player, own in cells.items()}


def _adjust(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Let a tick of an Adjustment phase pass; after the last DONE, or when time is up, put the marks on the board."""
    state = replace(state, left=max(state.left - 1, 0))
    if state.left and not all(state.sides[player].done for player in state.players):
        if state.left % 60 == 0 and state.left <= WARNED_SECONDS * 60:
            staged.order(Sound("clock", 1 - state.left / (WARNED_SECONDS * 60 + 60)))
        return state
    if not staged.is_known:
        return state  # the board changes wildly in this tick: nobody knows yet which places are empty
    state = _place_marks(state, staged)
    return replace(state, phase=TurnPhase.GROWTH, left=state.growth_ticks, grown=False)


def _place_marks(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Put the marks on the board as cells; where several want a place, the match's generator chooses one (R11)."""
    wanted = state.wanted
    contested = sorted(place for place, players in wanted.items() if len(players) > 1)
    if contested:
        rng = np.random.default_rng((state.seed, state.draws))
        state = replace(state, draws=state.draws + 1)
        for place in contested:
            wanted[place] = [wanted[place][int(rng.integers(len(wanted[place])))]]
    placed = set()
    for place, (player,) in sorted(wanted.items()):
        if staged.read(*place, 1, 1)[0, 0] == 0:  # somebody may have edited the board meanwhile
            staged.put(*place, player + 1)
            placed.add(player)
    for player in state.players:
        side = state.sides[player]
        state = state.with_side(
            player,
            marks=(),
            done=False,
            has_placed=side.has_placed or bool(side.marks),
            had_cells=side.had_cells or player in placed,
        )
    if wanted:
        staged.order(Sound("play"))
    return state


def _grow(state: BioWarState, staged: StagedBoard) -> BioWarState:
    state = replace(state, left=max(state.left - 1, 1))
    if state.left > state.wave_ticks:
        return state  # what was placed is seen for a moment
    rows, columns = staged.shape
    fullness = int(staged.census().sum()) / (rows * columns)
    staged.order(Step(1), Sound("generation", min(fullness, 1.0)))
    return replace(state, grown=True)


def _end_turn(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Count and score the cells, put players out who have lost all of them, and begin the next turn."""
    cells = {player: int(count) for player, count in enumerate(staged.census()) if player in state.players}
    gains = points(cells)
    for player, count in cells.items():
        side = state.sides[player]
        is_out = side.had_cells and not count  # R12: who never had any is in
        state = state.with_side(
            player,
            cells=count,
            had_cells=side.had_cells or count > 0,
            score=side.score + gains[player],
            gained=gains[player],
            standing=PlayerStanding.OUT if is_out else PlayerStanding.IN,
        )
        if is_out:
            staged.order(Sound("lost", player=player))
            state = state.with_remark(player, Event.OUT)
    state = replace(
        state,
        phase=TurnPhase.ADJUSTMENT,
        turn=state.turn + 1,
        left=state.adjustment_ticks,
        grown=False,
        to_play=max(state.to_play - 1, 0),
    )
    state = idle_if_empty(state)
    if state.phase is TurnPhase.ADJUSTMENT:
        staged.order(Sound("turn", player=NOBODY))
    return state
