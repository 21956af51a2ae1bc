"""The end of a generation of Real-Time Life: count cells, add up totals, give points, and end the game."""

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.order import Flash, Sound
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.realtime.rejoining import FROM_RULINGS
from gpulife.games.realtime.state import Count, RealTimeEnding, RealTimePhase, RealTimeState, Seat, SeatStanding

_FLASH_TICKS = 30


def count_cells(state: RealTimeState, staged: StagedBoard) -> RealTimeState:
    """Carry out the count that is due; after a generation add to the totals and give new points."""
    if state.count is Count.NOTHING:
        return state
    census = staged.census()
    after_generation = state.count is Count.SCORE
    seats, died = [], []
    for number, before in enumerate(state.seats):
        seat = replace(before, cells=int(census[number])) if before.standing is SeatStanding.IN else before
        if seat.standing is SeatStanding.IN and after_generation:
            seat = replace(seat.scored().with_points(), message="")
        if seat.standing is SeatStanding.GONE and after_generation and state.rulings >= FROM_RULINGS:
            seat = replace(seat, message="")  # that one has to wait: it is over
        if seat.standing is SeatStanding.IN and not seat.cells:
            seat = replace(seat, standing=SeatStanding.OUT, points=0, chosen=None, path=())
            died.append(number)
        seats.append(seat)
    state = replace(state, seats=tuple(seats), count=Count.NOTHING, generation=state.generation + after_generation)
    staged.order(*(Sound("erase", player=number) for number in died))
    state = state.with_news(*(f"{state.title(number)} has died out" for number in died))
    return end_if_over(state, staged)


def end_if_over(state: RealTimeState, staged: StagedBoard) -> RealTimeState:
    """End the game if it is over."""
    if state.phase is not RealTimePhase.PLAY:
        return state
    playing = state.playing
    others = [seat for seat in state.seats if seat.standing in (SeatStanding.OUT, SeatStanding.GONE)]
    if len(playing) + len(others) > 1 and len(playing) < 2:
        if not playing:
            return _end_game(state, None, RealTimeEnding.EXTINCT, staged)
        quit_all = all(seat.standing is SeatStanding.GONE for seat in others)
        return _end_game(
            state, playing[0], RealTimeEnding.RESIGNED if quit_all else RealTimeEnding.ANNIHILATION, staged
        )
    if state.limit and state.generation >= state.limit:
        return _end_game(state, leader(state.seats), RealTimeEnding.LIMIT, staged)
    return state


def leader(seats: tuple[Seat, ...]) -> int | None:
    """Return the seat with the highest total of those who have not quit; None for a tie, or if there is none."""
    left = {
        number: seat.total
        for number, seat in enumerate(seats)
        if seat.standing not in (SeatStanding.EMPTY, SeatStanding.GONE)
    }
    best = [number for number, total in left.items() if total == max(left.values())]
    return best[0] if len(best) == 1 else None


def _end_game(state: RealTimeState, winner: int | None, ending: RealTimeEnding, staged: StagedBoard) -> RealTimeState:
    staged.order(Sound("tie") if winner is None else Sound("win", player=winner))
    staged.order(Flash(_FLASH_TICKS, 0 if winner is None else winner + 1))
    news = "the game is over: " + ("nobody wins" if winner is None else f"{state.title(winner)} wins")
    return replace(state, phase=RealTimePhase.OVER, winner=winner, ending=ending).with_news(news)
