"""Check the state of Real-Time Life in a file."""

from gpulife.games.core.state_checks import (
    check_consent,
    check_cursors,
    check_same,
    on_board,
    printable,
    require,
    sized,
    within,
)
from gpulife.games.realtime.paths import REACH
from gpulife.games.realtime.state import RealTimePhase, RealTimeState, Seat, SeatStanding
from gpulife.games.realtime.text_orders import require_player_name


def check_realtime(state: RealTimeState, start: RealTimeState, shape: tuple[int, int]) -> None:
    """Raise GameError unless Real-Time Life can be in ``state`` on a board of ``shape``, if it began with ``start``."""
    check_same(state, start, "columns", "grows", "players", "limit", "seed", "names", "rulings")
    check_consent(state, start)
    sized("seats", state.seats, len(start.seats))
    within("rows", state.rows, start.rows, shape[0] if state.grows else start.rows)
    within("left", state.left, 1, state.hour)
    for seat in state.seats:
        _check_seat(seat, shape)
        within("the tick of quitting", seat.quit_hour or 0, 0, state.hours)
    within("the winner", state.winner or 0, 0, len(state.seats) - 1)
    require((state.phase is RealTimePhase.OVER) == (state.ending is not None), "a game is over when it has ended")
    printable("a message", (state.reply, *state.news))


def _check_seat(seat: Seat, shape: tuple[int, int]) -> None:
    if seat.name or seat.standing is not SeatStanding.EMPTY:
        require_player_name(seat.name)
    cells = shape[0] * shape[1]
    within("cells", seat.cells, 0, cells)
    within("points", seat.points, 0, max(cells, 1))
    check_cursors((seat.cursor,), shape)
    sized("steps", seat.path, 0, REACH)
    on_board("a place", (*seat.sketch, seat.chosen, *seat.path), shape)
    printable("a message", (seat.message,))
