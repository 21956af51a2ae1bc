"""The end of a generation in a competitive game, in the order of ruling R4, and the end of a round."""

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.order import Flash, Sound
from gpulife.games.core.round_end import WIN_FLASH_TICKS, Ending, ending_sound
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.survival1982.options import MAX_SEEDS, OPTIONS
from gpulife.games.survival1982.planting import plant, planting_at
from gpulife.games.survival1982.seed_menu import is_single
from gpulife.games.survival1982.survival_state import ContestState, RoundPhase

BONUS_SCORE = 1000
_CLOCK_WARNING = 0.1
"""Height of the clock below which each generation warns."""


def count_scores(state: ContestState, staged: StagedBoard) -> ContestState:
    """Return the state with the live cells of the board as scores."""
    left, right = (replace(side, score=int(cells)) for side, cells in zip(state.sides, staged.census(), strict=False))
    return replace(state, sides=(left, right), generation=staged.generation, recount=False)


def end_generation(state: ContestState, staged: StagedBoard) -> ContestState:
    """End a generation after births and deaths: plant shapes, then update scores, seeds, clock and the result."""
    state, planted = _plant_pending(count_scores(state, staged), staged)
    for player, side in enumerate(state.sides):
        if side.score >= BONUS_SCORE:
            seeds = min(side.seeds + 1, MAX_SEEDS)
            ledger = replace(side.ledger, earned=side.ledger.earned + seeds - side.seeds)
            state = state.with_side(player, seeds=seeds, ledger=ledger)
    clock = state.clock.at_top() if planted else state.clock.drop(OPTIONS[state.option].notches)
    staged.order(Sound("generation", min(sum(state.scores) / (staged.shape[0] * staged.shape[1]), 1.0)))
    if clock.height < _CLOCK_WARNING:
        staged.order(Sound("clock", 1 - clock.height / _CLOCK_WARNING))
    return _evaluate_generation(replace(state, clock=clock), staged)


def _plant_pending(state: ContestState, staged: StagedBoard) -> tuple[ContestState, bool]:
    """Plant a shape for each player: the pending one, or another single cell if the trigger is still held."""
    any_planted = False
    for player, side in enumerate(state.sides):
        planting = side.pending
        if planting is None and side.drawing and is_single(side):
            planting = planting_at(state, player, (side.cursor.row, side.cursor.column), staged)
        state = state.with_side(player, pending=None)
        if planting is not None:
            state, planted = plant(state, player, planting, staged)
            any_planted |= planted
    return state, any_planted


def _evaluate_generation(state: ContestState, staged: StagedBoard) -> ContestState:
    left, right = state.scores
    if left and right and state.clock.notches and state.generations_left != 0:
        return state
    winner = None if left == right else int(right > left)
    on_board = Ending.LIMIT if state.clock.notches else Ending.CLOCK
    return end_round(state, on_board if left and right else Ending.SHUT_OUT, winner, staged)


def end_round(state: ContestState, ending: Ending, winner: int | None, staged: StagedBoard) -> ContestState:
    """End the round, won by ``winner``, None for a tie; pending shapes and drawing are dropped."""
    series = state.series and state.series.with_round(winner)
    left, right = (replace(side, in_menu=False, drawing=False, pending=None) for side in state.sides)
    state = replace(
        state,
        sides=(left, right),
        phase=RoundPhase.OVER,
        ending=ending,
        winner=winner,
        beat=replace(state.beat, going=False, phase=0, left=0),
        series=series,
    )
    if winner is not None:
        state = state.with_side(winner, wins=state.sides[winner].wins + 1)
    staged.order(ending_sound(winner, series))
    staged.order(*(Flash(WIN_FLASH_TICKS, species) for species in state.flashing))
    return state
