"""Orders, board, scores and times of Real-Time Life as text (ruling R21 in docs/rulings.md).

A line is one order. Letter case matters only in names. Empty lines, and everything after a ``#``, are skipped::

    JOIN name place x 10    join with ten dead places that touch each other
    MOVE place place ...    move the cell at the first place to the next, and on to the others
    SHOW                    show the board
    SCORE                   show the table of scores, and the clock
    CHALLENGE address       invite somebody by mail, in a game that is played by mail
    QUIT                    leave the game, until the next generation at least

An order belongs to the player named before it, as in ``Ada: MOVE c4 d5``, or to the player named most recently. A place
is a column and a row from the upper left: ``a1`` to ``z1``, then ``aa1``, as in spreadsheets.
"""

import re
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase

import numpy as np

from gpulife.errors import GpulifeError
from gpulife.games.core.bounds import MAX_PLAYERS
from gpulife.games.core.game import TICKS_PER_SECOND, ActionKind, Board, Place
from gpulife.games.core.order import strips
from gpulife.games.realtime.state import (
    CELLS_TO_JOIN,
    COLUMNS,
    TICKS_PER_GENERATION,
    RealTimeEnding,
    RealTimePhase,
    RealTimeState,
    SeatStanding,
)
from gpulife.seats import MAX_LETTERS

CHALLENGE = "CHALLENGE"
VERBS = {
    "JOIN": f"JOIN name and {CELLS_TO_JOIN} places, as in JOIN Ada a1 b1 c1 ...",
    "MOVE": "MOVE and two places or more, as in MOVE a1 c3",
    "SHOW": "SHOW alone",
    "SCORE": "SCORE alone",
    "QUIT": "QUIT alone",
    CHALLENGE: "CHALLENGE and an address, as in CHALLENGE bob@example.org",
}
"""How to write each order, keyed by its verb."""
QUESTIONS = ("SHOW", "SCORE")
"""Orders that change nothing and only ask for the board or the scores."""
ACTIONS = {"JOIN": ActionKind.JOIN, "MOVE": ActionKind.MOVE, "QUIT": ActionKind.RESIGN}
"""The kind of action for each order that changes the game."""

_PLACE = re.compile(r"([a-z]{1,5})([1-9][0-9]{0,8})", re.IGNORECASE)
_LETTERS = len(ascii_lowercase)
_PREFIX = re.compile(r"(?P<who>[^\s:#]+):(?:\s+|$)(?P<rest>.*)")


class OrderError(GpulifeError):
    """A text is not an order; the message names the line and the word."""


@dataclass(frozen=True, slots=True)
class TextOrder:
    """One order in text form.

    Attributes:
        line: number of the line, from 1.
        verb: one of VERBS.
        who: name of the player who gives the order; in JOIN, of the new player; "" if nobody is named.
        places: the places in JOIN and MOVE.
        address: the address in CHALLENGE.
    """

    line: int
    verb: str
    who: str = ""
    places: tuple[Place, ...] = ()
    address: str = ""

    @property
    def data(self) -> str:
        """The ``data`` of the order's action: name and places for JOIN, places for MOVE."""
        words = [place_text(place) for place in self.places]
        return " ".join([self.who, *words] if self.verb == "JOIN" else words)


def place_text(place: Place) -> str:
    """Return a place in text form: (0, 0) is ``a1``, (4, 27) is ``ab5``."""
    row, column = place
    letters = ""
    while column >= 0:
        column, letter = divmod(column, _LETTERS)
        letters, column = ascii_lowercase[letter] + letters, column - 1
    return f"{letters}{row + 1}"


def parse_place(word: str) -> Place:
    """Return the (row, column) of a place in text form.

    Raises:
        OrderError: ``word`` is not a place.
    """
    match = _PLACE.fullmatch(word)
    if match is None:
        raise OrderError(f"{word[:20]!r} is not a place: write a column and a row, as in c4 or ab12")
    column = 0
    for letter in match[1].lower():
        column = column * _LETTERS + ascii_lowercase.index(letter) + 1
    return int(match[2]) - 1, column - 1


def require_player_name(text: str) -> str:
    """Return ``text`` if it can be a player's name.

    Raises:
        OrderError: ``text`` cannot be a player's name.
    """
    if not 0 < len(text) <= MAX_LETTERS or not text.isprintable() or set(text) & set(" :#"):
        raise OrderError(f"{text[:20]!r} is not a name: use up to {MAX_LETTERS} characters, no blanks, colons or #")
    return text


def read_names(text: str) -> tuple[str, ...]:
    """Return the players' names from a match's settings, where commas separate them; "" stands for anybody.

    Raises:
        OrderError: there are too many names, or a name is invalid, is used twice, or is another seat's letter.
    """
    if text.count(",") >= MAX_PLAYERS:
        raise OrderError(f"{text.count(',') + 1} names are too many: there are {MAX_PLAYERS} seats")
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    for number, name in enumerate(names):
        if name:
            require_player_name(name)
        if name and name.casefold() in (other.casefold() for other in names[:number]):
            raise OrderError(f"{name!r} appears twice: each player needs a different name")
        if len(name) == 1 and name.upper() in ascii_uppercase and ascii_uppercase.index(name.upper()) != number:
            raise OrderError(f"{name!r} is another seat's letter: seat {ascii_uppercase[number]} needs another name")
    return names


def parse_join(data: str) -> tuple[str, tuple[Place, ...]]:
    """Return the name and the places in a JOIN action's data.

    Raises:
        OrderError: ``data`` is not a name and ten different places.
    """
    name, *words = data.split() or [""]
    require_player_name(name)
    places = tuple(parse_place(word) for word in words)
    if len(places) != CELLS_TO_JOIN:
        raise OrderError(f"{len(places)} places: JOIN takes {CELLS_TO_JOIN}")
    for number, place in enumerate(places):
        if place in places[:number]:
            raise OrderError(f"{words[number][:20]!r} appears twice: JOIN takes {CELLS_TO_JOIN} different places")
    return name, places


def parse_move(data: str) -> tuple[Place, ...]:
    """Return the places in a MOVE action's data.

    Raises:
        OrderError: there are fewer than two places, or a word is not a place.
    """
    places = tuple(parse_place(word) for word in data.split())
    if len(places) < 2:
        raise OrderError("MOVE takes two places or more: where the cell is, and where it goes")
    return places


def is_place(word: str) -> bool:
    """Return whether a word is a place in text form."""
    return _PLACE.fullmatch(word) is not None


def split_speaker(line: str) -> tuple[str, str]:
    """Split a line into the name before a colon ("" if there is none) and the rest of the line."""
    match = _PREFIX.fullmatch(line.partition("#")[0].strip())
    return (match["who"], match["rest"].strip()) if match else ("", line)


def speaker_of(line: str) -> str:
    """Return the name before the colon of a line; "" if there is none."""
    return split_speaker(line)[0]


def parse_line(text: str, line: int = 1, speaker: str = "", *, needs_speaker: bool = True) -> TextOrder | None:
    """Return the order in a line; None if the line is empty or only a comment.

    Args:
        text: text of the line.
        line: number of the line.
        speaker: player who gives the order if the line names nobody.
        needs_speaker: True to reject MOVE, QUIT and CHALLENGE without a player's name.

    Raises:
        OrderError: the line is not an order; the message names the line and the word.
    """
    text = text.partition("#")[0].strip()
    if match := _PREFIX.fullmatch(text):
        speaker, text = match["who"], match["rest"].strip()
    if not text:
        return None
    try:
        return _parse(text, line, speaker, needs_speaker)
    except OrderError as error:
        raise OrderError(f"line {line}: {error}") from None


def _parse(text: str, line: int, speaker: str, needs_speaker: bool) -> TextOrder:
    word, *words = text.split()
    verb, rest = word.upper(), " ".join(words)
    if verb not in VERBS:
        raise OrderError(f"{word[:20]!r} is not an order: use {', '.join(VERBS)}")
    if verb == "JOIN":
        return TextOrder(line, verb, *parse_join(rest))
    if verb in ("MOVE", "QUIT", CHALLENGE) and not speaker and needs_speaker:
        raise OrderError(whose_text(verb))
    if verb == "MOVE":
        return TextOrder(line, verb, speaker, parse_move(rest))
    if verb == CHALLENGE:
        return TextOrder(line, verb, speaker, address=_parse_address(words))
    if words:
        raise OrderError(f"{words[0][:20]!r} is one word too many: write {VERBS[verb]}")
    return TextOrder(line, verb, speaker)


def _parse_address(words: list[str]) -> str:
    if len(words) != 1:
        raise OrderError(f"CHALLENGE takes one address, not {len(words)}: write a line for each, {VERBS[CHALLENGE]}")
    if not (address := address_of_word(words[0])):
        raise OrderError(f"{words[0][:40]!r} is not an address: write {VERBS[CHALLENGE]}")
    return address


def whose_text(verb: str) -> str:
    """Return the error message for an order ``verb`` without a player's name."""
    return f"whose order is it? Write the player's name and a colon before it, as in Ada: {verb}"


def parse_orders(text: str, speaker: str = "") -> tuple[TextOrder, ...]:
    """Return all orders in a text; ``speaker`` is the player who gives the orders without a name.

    Raises:
        OrderError: a line is not an order; the message names the line and the word.
    """
    orders: list[TextOrder] = []
    for line, words in enumerate(text.splitlines(), 1):
        speaker = speaker_of(words) or speaker
        order = parse_line(words, line, speaker)
        if order is not None:
            orders.append(order)
            speaker = order.who
    return tuple(orders)


# Mail addresses from strangers: exactly one plain address, or none. Python's ``parseaddr`` accepts every form of RFC
# 5322, with comments and routes, and has been tricked into reading another address than the mail server does. This code
# accepts only what people write: ``ada@example.org``, with or without a name before it.
MAX_ADDRESS = 254
"""Maximum number of characters in a mail address (RFC 5321)."""
_MAX_HEADER = 1000
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = rf"(?P<local>[A-Za-z0-9_][A-Za-z0-9._+=~-]{{0,63}})@(?P<domain>{_LABEL}(?:\.{_LABEL})*)"
_WHOLE = re.compile(_ADDRESS, re.ASCII)
_NAMED = re.compile(r'(?:"[^"\\]*" ?|[^"<>,;:\\]*)<(?P<address>[^<>\s]+)>', re.ASCII)
_LINKED = re.compile(r"<?(?:mailto:)?(?P<address>[^<>\s:]+)>?(?:<mailto:[^<>\s]+>)?", re.IGNORECASE)
"""Pattern for a linked address in a text made from HTML, such as ``ada@a.org<mailto:ada@a.org>``."""


def is_address(text: str) -> bool:
    """Return True if a text is a mail address, such as "ada@example.org"."""
    found = _WHOLE.fullmatch(text) if len(text) <= MAX_ADDRESS else None
    return found is not None and ".." not in text and not found["local"].endswith(".")


def address_in(header: str) -> str:
    """Return the address in a header such as From; "" if there is none, or more than one."""
    text = " ".join(header[:_MAX_HEADER].split()) if len(header) <= _MAX_HEADER else ""
    named = _NAMED.fullmatch(text)
    address = named["address"] if named else text
    return address if is_address(address) else ""


def address_of_word(word: str) -> str:
    """Return the address in a word of a text; "" if the word is not an address, or its domain has no dot."""
    found = _LINKED.fullmatch(word) if len(word) <= 3 * MAX_ADDRESS else None
    address = found["address"] if found else ""
    return address if is_address(address) and "." in address.partition("@")[2] else ""


DEAD, NEUTRAL = ".", "*"
_RULED_ROWS, _RULED_COLUMNS = 5, 10
_ENDINGS = {
    RealTimeEnding.ANNIHILATION: "all others have died out",
    RealTimeEnding.RESIGNED: "all others have quit",
    RealTimeEnding.LIMIT: "the limit of generations is reached, so the totals decide",
    RealTimeEnding.EXTINCT: "nobody has a cell left",
}


def board_lines(state: RealTimeState, board: Board, area: tuple[int, int, int, int] | None = None) -> list[str]:
    """Return the board in play as lines: the column names, written downwards, then each row with its number.

    Args:
        state: state of the game.
        board: the game's board.
        area: (top, left, height, width) of the part to show; None for the whole board in play.
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
    """Return the board in lines of at most ``columns`` characters, after a line that explains the board.

    Ruler lines give the number of the row below and the name of every tenth column. A board that is wider than a line
    is shown in parts, one below the other.

    Args:
        state: state of the game.
        board: the game's board.
        area: (top, left, height, width) of the part to show; None for the whole board in play.
        columns: maximum length of a line.
    """
    top, left, height, width = area or (0, 0, state.rows, state.columns)
    symbols = np.frombuffer((DEAD + ascii_uppercase[: len(state.seats)] + NEUTRAL).encode(), "S1")
    lines = ["Between the rows there are lines with the name of every tenth column and the number of the row below."]
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
    """Return the ruler line above a row: the row's number, and above every tenth column its name."""
    text = f"{row + 1} "
    for column in range(left, left + width):
        if (column % _RULED_COLUMNS == 0 or column == left) and len(text) <= column - left:
            text = text.ljust(column - left, "-") + place_text((0, column))[:-1]
    return text.ljust(width, "-")[:width]


def score_lines(state: RealTimeState) -> list[str]:
    """Return the table of scores, highest total first, and then the line of :func:`clock_text`."""
    lines = ["  player             total  cells points turns"]
    for number, seat in ((number, state.seats[number]) for number in state.ranking if state.seats[number].name):
        fate = {SeatStanding.OUT: "  died out", SeatStanding.GONE: "  has quit"}.get(seat.standing, "")
        figures = f"{seat.score:>8.2f} {seat.cells:>6} {seat.points:>6} {seat.turns:>5}{fate}"
        lines.append(f"{ascii_uppercase[number]} {seat.name:<16}{figures}")
    return [*lines, clock_text(state)]


def clock_text(state: RealTimeState) -> str:
    """Return one line that says how far the game has come, or how it ended."""
    generation = f"generation {state.generation}" + (f" of {state.limit}" if state.limit else "")
    if state.phase is RealTimePhase.WAITING:
        missing = state.players - len(state.playing)
        return f"{generation}: the clock starts when {missing} more player{'s join' if missing != 1 else ' joins'}"
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
