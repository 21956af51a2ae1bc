"""The teletype's printout: boards with numbered borders, as its program printed them, and our own messages."""

from gpulife.games.core.game import Place
from gpulife.games.life2.state import Life2State
from gpulife.rules import Cells

SYMBOLS = " *#"
"""Symbols of a dead cell, of the first player's and of the second player's cells."""
TITLE = ("                         L I F E - 2", "            TWO PLAYERS, ONE BOARD, HIDDEN MOVES", "")
PROMPT, MASK = "X,Y? ", "XXXXXX"
"""The question, and the mask that is printed over the answer to hide it."""
FORMAT_HINT = "TYPE COLUMN,ROW AS IN 3,2."
REFUSALS = {"taken": "THAT PLACE IS TAKEN. TYPE ANOTHER.", "outside": "THAT IS OFF THE BOARD. TYPE ANOTHER."}
_MIN_CELL_WIDTH = 3
MAX_SIDE = 99


def board_lines(cells: Cells) -> list[str]:
    """Return the lines of a board: columns are numbered above and below, rows left and right; the corners are 0.

    Args:
        cells: state codes 0 to 2, shape (rows, columns), uint8.
    """
    rows, columns = cells.shape
    width = max(len(str(max(rows, columns))) + 2, _MIN_CELL_WIDTH)

    def cell(content: int | str) -> str:
        return f"{content} ".rjust(width)

    border = "".join(map(cell, [*range(columns + 1), 0]))
    lines = [
        cell(number) + "".join(cell(SYMBOLS[state]) for state in row) + cell(number)
        for number, row in enumerate(cells.tolist(), start=1)
    ]
    return [border, *lines, border]


def heading(player: int, pieces: int, level: int) -> str:
    """Return the line that says whose turn it is.

    Args:
        player: 0 or 1.
        pieces: number of pieces to place.
        level: level of the computer, 0 for a person.
    """
    count = f"{pieces} PIECES" if pieces != 1 else "1 PIECE"
    who = f", COMPUTER {level}" if level else ""
    return f"PLAYER {player + 1} ({SYMBOLS[player + 1]}{who}): {count}"


def shared_lines(state: Life2State) -> list[str]:
    """Return lines about the places that both players chose."""
    if not state.shared:
        return []
    places = " AND ".join(map(place_text, state.shared))
    if not state.rules.coded:
        return [f"BOTH CHOSE {places}: {'THAT STAYS' if len(state.shared) == 1 else 'THOSE STAY'} EMPTY."]
    lost = f", AND {place_text(state.emptied)} IS EMPTIED" if state.emptied is not None else ""
    return [f"BOTH CHOSE {places}: NEITHER PIECE IS PLACED{lost}."]


def verdict(winner: int | None) -> str:
    """Return the line about the result."""
    return "A DRAW: NOTHING LIVES." if winner is None else f"PLAYER {winner + 1} ({SYMBOLS[winner + 1]}) WINS."


def place_text(place: Place) -> str:
    """Return a place as people type it: ``place_text((1, 2)) == "3,2"``."""
    return f"{place[1] + 1},{place[0] + 1}"
