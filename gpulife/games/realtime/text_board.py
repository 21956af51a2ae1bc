"""Real-Time Life as text (ruling R21): the board of 72 columns in letters, the table of scores, and times in words."""

from string import ascii_uppercase

import numpy as np

from gpulife.games.core.game import TICKS_PER_SECOND, Board
from gpulife.games.core.order import strips
from gpulife.games.realtime.state import (
    COLUMNS,
    TICKS_PER_GENERATION,
    RealTimeEnding,
    RealTimePhase,
    RealTimeState,
    SeatStanding,
)
from gpulife.games.realtime.text_orders import place_text

DEAD, NEUTRAL = ".", "*"
_RULED_ROWS, _RULED_COLUMNS = 5, 10
_ENDINGS = {
    RealTimeEnding.ANNIHILATION: "all others have died out",
    RealTimeEnding.RESIGNED: "all others have quit",
    RealTimeEnding.LIMIT: "by points, at the limit of generations",
    RealTimeEnding.EXTINCT: "nobody has a cell left",
}


def board_lines(state: RealTimeState, board: Board, area: tuple[int, int, int, int] | None = None) -> list[str]:
    """Return the board in play: columns' names downwards, then a line a row, a letter a cell, and the row's number.

    Args:
        state: the game.
        board: its cells.
        area: (top, left, height, width) of the part to show; None for all of it.
    """
    symbols = np.frombuffer((DEAD + ascii_uppercase[: len(state.seats)] + NEUTRAL).encode(), "S1")
    first, left, rows, columns = area or (0, 0, state.rows, state.columns)
    names = [place_text((0, column))[:-1] for column in range(left, left + columns)]
    height = len(names[-1])
    lines = ["".join(name.rjust(height)[line] for name in names) for line in range(height)]
    for top, height in strips((rows, columns)):
        cells = symbols[board.read(first + top, left, height, columns)]
        lines.extend(line.tobytes().decode() + f" {row}" for row, line in enumerate(cells, first + top + 1))
    return lines


def narrow_board_lines(
    state: RealTimeState, board: Board, area: tuple[int, int, int, int] | None = None, *, columns: int = COLUMNS
) -> list[str]:
    """Return the board in lines of at most ``columns`` characters, and how to read them.

    A line that begins with a number names the row below it, and columns. A board that is wider comes in parts.

    Args:
        state: the game.
        board: its cells.
        area: (top, left, height, width) of the part to show; None for all of it.
        columns: greatest length of a line.
    """
    top, left, height, width = area or (0, 0, state.rows, state.columns)
    symbols = np.frombuffer((DEAD + ascii_uppercase[: len(state.seats)] + NEUTRAL).encode(), "S1")
    lines = ["A line with a number names the row below it, and every tenth column."]
    for first in range(left, left + width, columns):
        wide = min(columns, left + width - first)
        if wide < width:
            lines += ["", f"Columns {place_text((0, first))[:-1]} to {place_text((0, first + wide - 1))[:-1]}:"]
        for start, rows in strips((height, wide)):
            cells = symbols[board.read(top + start, first, rows, wide)]
            for row, line in enumerate(cells, top + start):
                if (row - top) % _RULED_ROWS == 0:
                    lines.append(_ruler(row, first, wide))
                lines.append(line.tobytes().decode())
    return lines


def _ruler(row: int, left: int, width: int) -> str:
    """Return a line that names a row, and above their columns every tenth one."""
    text = f"{row + 1} "
    for column in range(left, left + width):
        if (column % _RULED_COLUMNS == 0 or column == left) and len(text) <= column - left:
            text = text.ljust(column - left, "-") + place_text((0, column))[:-1]
    return text.ljust(width, "-")[:width]


def score_lines(state: RealTimeState) -> list[str]:
    """Return the table of scores, the highest total first, and what the clock says."""
    lines = ["  player             total  cells points turns"]
    for number, seat in ((number, state.seats[number]) for number in state.ranking if state.seats[number].name):
        fate = {SeatStanding.OUT: "  died out", SeatStanding.GONE: "  has quit"}.get(seat.standing, "")
        figures = f"{seat.score:>8.2f} {seat.cells:>6} {seat.points:>6} {seat.turns:>5}{fate}"
        lines.append(f"{ascii_uppercase[number]} {seat.name:<16}{figures}")
    return [*lines, clock_text(state)]


def clock_text(state: RealTimeState) -> str:
    """Say in one line what the clock says, or how the game ended."""
    generation = f"generation {state.generation}" + (f" of {state.limit}" if state.limit else "")
    if state.phase is RealTimePhase.WAITING:
        missing = state.players - len(state.playing)
        return f"{generation}: the clock starts with {missing} more player{'s' * (missing != 1)}"
    if state.phase is RealTimePhase.OVER:
        who = "nobody wins" if state.winner is None else f"{state.title(state.winner)} wins"
        how = "" if state.ending is None else f": {_ENDINGS[state.ending]}"
        return f"{generation}: the game is over, {who}{how}"
    if state.halted:
        return f"{generation}, tick {state.hours % TICKS_PER_GENERATION} of {TICKS_PER_GENERATION}: the clock is halted"
    tick, next_generation = time_text(state.left), time_text(state.left_to_generation)
    done = state.hours % TICKS_PER_GENERATION
    return f"{generation}, tick {done} of {TICKS_PER_GENERATION}: next tick in {tick}, generation in {next_generation}"


def time_text(ticks: int) -> str:
    """Return session ticks as hours, minutes and seconds, rounded up to a second: "1 h 05 min", "12 s"."""
    seconds = -(-ticks // TICKS_PER_SECOND)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {seconds % 60:02} s" if minutes else f"{seconds} s"
