"""Join Real-Time Life again after QUIT (ruling R27): after the next generation, and away from the others.

Players are known by their seats. Where an order comes from no seat, the name in a JOIN tells who it is, and whoever
takes the letter of a player who quit under another name is a newcomer.
"""

from collections.abc import Iterable
from string import ascii_uppercase

import numpy as np

from gpulife.games.core.game import Place
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.realtime.state import TICKS_PER_GENERATION, RealTimeState, SeatStanding
from gpulife.games.realtime.text_board import time_text
from gpulife.games.realtime.text_orders import place_text

FROM_RULINGS = 2
"""In matches under older rulings players who quit may join again at once and anywhere."""
STEPS_AWAY = 5
"""The minimum distance, in king's steps, between other players' cells and those of a player who joins again."""


def has_to_wait(state: RealTimeState, number: int) -> bool:
    """Return whether the seat's player quit after the last generation, so that it stays free until the next one."""
    seat = state.seats[number]
    if state.rulings < FROM_RULINGS or seat.standing is not SeatStanding.GONE or seat.quit_hour is None:
        return False
    return state.generation <= seat.quit_hour // TICKS_PER_GENERATION


def waiting_text(state: RealTimeState) -> str:
    """Return in words when those who quit may join again."""
    halted = ", once the clock goes on" if state.halted else ""
    return f"after the next generation, in {time_text(state.left_to_generation)}{halted}"


def why_not_rejoin(state: RealTimeState, number: int, name: str) -> str:
    """Return the reason why ``name`` cannot join at the seat yet; "" if that is possible."""
    if not has_to_wait(state, number):
        return ""
    if state.seats[number].name.casefold() == name.casefold():
        return f"{state.title(number)} has quit and may join again {waiting_text(state)}"
    return f"the letter {ascii_uppercase[number]} is free again {waiting_text(state)}"


def must_keep_away(state: RealTimeState, number: int) -> bool:
    """Return whether the seat's player has quit, and may join again only away from the others."""
    seat = state.seats[number]
    return state.rulings >= FROM_RULINGS and seat.standing is SeatStanding.GONE


def why_too_near(state: RealTimeState, number: int, places: Iterable[Place], staged: StagedBoard) -> str:
    """Return the reason why these places are too near to others for joining again; "" if they are not."""
    around = STEPS_AWAY - 1
    for row, column in places:
        top, left = max(row - around, 0), max(column - around, 0)
        height, width = min(row + around + 1, state.rows) - top, min(column + around + 1, state.columns) - left
        if height <= 0 or width <= 0:
            continue  # on a row that comes with joining
        cells = staged.read(top, left, height, width)
        others = np.argwhere((cells > 0) & (cells <= len(state.seats)) & (cells != number + 1))
        if len(others):
            steps = np.abs(others + np.array((top - row, left - column))).max(axis=1)
            nearest = int(np.argmin(steps))
            whose = state.title(int(cells[tuple(others[nearest])]) - 1)
            away = f"{steps[nearest]} step{'s' * (int(steps[nearest]) != 1)} from a cell of {whose}"
            return f"{place_text((row, column))} is {away}: who has quit comes back {STEPS_AWAY} or more from others"
    return ""


def leaves_cells(state: RealTimeState, number: int) -> bool:
    """Return whether a player's cells live on as neutral ones after QUIT: not twice in 12 turn ticks."""
    quit_hour = state.seats[number].quit_hour
    # From the end of one tick to the beginning of the twelfth after it are not twelve.
    return state.rulings < FROM_RULINGS or quit_hour is None or state.hours - quit_hour > TICKS_PER_GENERATION
