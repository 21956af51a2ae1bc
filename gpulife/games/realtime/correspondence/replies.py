"""Write each player's reply, in words and with the board, and turn it into a mail.

A reply contains a token only if the player has just joined, or gets a new token from the host. No line of a reply can
be read as an order. So nothing happens if a player's mail program quotes the reply without marking it as a quotation.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from email.headerregistry import Address, Group
from email.message import EmailMessage
from email.policy import default
from itertools import groupby
from string import ascii_uppercase

import numpy as np

from gpulife.games.core.game import Board
from gpulife.games.core.order import strips
from gpulife.games.realtime.correspondence.delivery import Answer, Outcome
from gpulife.games.realtime.correspondence.messages import LineKind
from gpulife.games.realtime.notation import QUESTIONS, VERBS, clock_text, narrow_board_lines, score_lines, time_text
from gpulife.games.realtime.state import RealTimePhase, RealTimeState, SeatStanding
from gpulife.printing import printable

_MOST_ROWS, _MOST_COLUMNS = 300, 200
"""A reply shows at most these numbers of rows and columns of the board."""
_MAX_LISTED = 60
"""Maximum number of lines in a reply's list of orders, and in its list of skipped lines."""
_MAX_LETTERS = 60
_TOKEN_LIKE = re.compile(
    r"\b(?=[\w\s.-]*\d)(?:[0-9A-Za-z]{16,}|[0-9A-Za-z]{4}(?:[-\s._\u2010-\u2015]+[0-9A-Za-z]{4}){3,}[0-9A-Za-z-]*)"
)
"""Pattern for text that may be part of a secret token: 16 or more letters and digits, or 4 or more groups of 4."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply to one player.

    Attributes:
        subject: subject of the mail.
        body: text of the mail.
        seat: seat of the player; None for somebody without a seat.
        answers: Message-ID of the mail that it answers, with brackets; "" for none.
        name: name of the recipient; "" if unknown.
        to: address of the recipient; "" if unknown.
        sender: address of the game; "" if unknown.
    """

    subject: str
    body: str
    seat: int | None = None
    answers: str = ""
    name: str = ""
    to: str = ""
    sender: str = ""


def compose(
    state: RealTimeState,
    board: Board,
    seat: int | None,
    *,
    outcomes: Sequence[Outcome] = (),
    notes: Iterable[str] = (),
    problem: str = "",
    token: str = "",
    answers: str = "",
    has_tokens: bool = True,
) -> Reply:
    """Return the reply to one player.

    Args:
        state: state of the game after the orders.
        board: the game's board.
        seat: seat of the player; None for somebody without a seat.
        outcomes: results of the message's lines; the reply leaves out results that are for other seats.
        notes: one line for each thing that was left out of the message's text; see ``Message.notes``.
        problem: why nothing in the message was carried out, as in ``Message.problem``; "" if it could be read.
        token: new token of the player, in text form; "" for none.
        answers: Message-ID of the mail to answer; "" for none.
        has_tokens: True if orders need tokens in this game.
    """
    mine = [outcome for outcome in outcomes if outcome.seat is None or outcome.seat == seat]
    parts = [
        [*_standing(state, seat), f"Now: {clock_text(state)}"],
        _token_lines(state, seat, token),
        _titled("Nothing in your message was carried out:", [f"it {problem}"] if problem else []),
        _titled("Carried out:", _limited(_told(mine, refused=False)) or _nothing(mine)),
        _titled("Refused:", _limited(_told(mine, refused=True))),
        _titled("Skipped, as these are not orders:", [*_limited(_skipped(mine)), *notes]),
        _titled("News:", state.news_lines()),
        score_lines(state)[:-1],
        board_part(state, board, seat),
        _how_to_answer(state, seat, has_tokens=has_tokens),
    ]
    paragraphs = ("\n".join(within_columns(map(printable, part))) for part in parts if part)
    name = "" if seat is None else printable(state.seats[seat].name)
    subject = printable(f"Real-Time Life: {clock_text(state).partition(':')[0]}")
    return Reply(subject, "\n\n".join(paragraphs) + "\n", seat, answers, name)


def _standing(state: RealTimeState, seat: int | None) -> list[str]:
    if seat is None:
        return ["You are not a player of this game, or your message lacks your token."]
    me, title = state.seats[seat], state.title(seat)
    if me.standing is SeatStanding.EMPTY:
        return [f"{title}: you have not joined yet."]
    if me.standing is not SeatStanding.IN:
        fate = "your cells have died out" if me.standing is SeatStanding.OUT else "you have quit"
        over = "" if state.phase is RealTimePhase.OVER else " You may join again."
        return [f"{title}: {fate}; your total is {me.score:.2f}.{over}"]
    cells = f"{me.cells} cell{'s' * (me.cells != 1)} and a total of {me.score:.2f}"
    if not state.running:
        return [f"{title}: you have {cells}."]
    points = f"{me.points} point{'s' * (me.points != 1)} to spend before the next tick, in {time_text(state.left)}"
    return [f"{title}: you have {points}; {cells}."]


def _token_lines(state: RealTimeState, seat: int | None, token: str) -> list[str]:
    if not token or seat is None:
        return []
    return [
        "Your token; copy the whole line into each message with your orders:",
        "",
        f"token {token}",
        "",
        f"Whoever has it can play for {state.title(seat)}, so keep it to yourself.",
    ]


def _titled(title: str, lines: Sequence[str]) -> list[str]:
    return [title, *(f"  {line}" for line in lines)] if lines else []


def _nothing(outcomes: Sequence[Outcome]) -> list[str]:
    """Return what a message without a single successful order achieved: ["nothing"], or [] if it had no orders."""
    return ["nothing"] if any(outcome.answer is not None for outcome in outcomes) else []


def _limited(lines: Iterable[str]) -> list[str]:
    lines = list(lines)
    more = len(lines) - _MAX_LISTED
    return lines if more <= 0 else [*lines[:_MAX_LISTED], f"and {more} more line{'s' * (more != 1)}"]


def refused_lines(outcomes: Iterable[Outcome]) -> list[str]:
    """Return a line with the reason for each refused order, up to ``_MAX_LISTED`` lines."""
    return _limited(_told(outcomes, refused=True))


def _told(outcomes: Iterable[Outcome], *, refused: bool) -> Iterator[str]:
    """Yield a line for each order that was carried out or, if ``refused``, for each that was refused."""
    for outcome in outcomes:
        answer, line = outcome.answer, outcome.line
        if answer is None or answer.refused != refused or (line.kind is LineKind.TOKEN and not refused):
            continue
        text = _what_was_done(outcome, answer)
        text = _TOKEN_LIKE.sub("...", text) if refused else text  # the reason repeats the wrong word
        yield f"line {line.number}, {_shown(outcome)}: {text}"


def _what_was_done(outcome: Outcome, answer: Answer) -> str:
    order = outcome.line.order
    if order is not None and order.verb in QUESTIONS and not answer.refused:
        return "see below"
    moved = "moved " * (order is not None and order.verb == "MOVE" and not answer.refused)
    return moved + "; ".join(answer.lines) or "done"


def _skipped(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Yield a line for each part of the message that was skipped: a sentence, a whole quotation or a signature."""
    skipped = (outcome for outcome in outcomes if outcome.answer is None)
    for kind, members in groupby(skipped, key=lambda outcome: outcome.line.kind):
        if kind in (LineKind.QUOTATION, LineKind.SIGNATURE):
            numbers = [outcome.line.number for outcome in members]
            place = f"line {numbers[0]}" if len(numbers) == 1 else f"lines {numbers[0]} to {numbers[-1]}"
            yield f"{place}: {kind}"
        elif kind is LineKind.SENTENCE:
            yield from (f"line {outcome.line.number}: {_shown(outcome)}" for outcome in members)


def _shown(outcome: Outcome) -> str:
    """Return a line of the message, shortened and without text that could be a token."""
    if outcome.line.kind in (LineKind.TOKEN, LineKind.WRONG_TOKEN):
        return "token ..."
    text = outcome.line.text[: 4 * _MAX_LETTERS]
    if outcome.line.kind is not LineKind.ORDER:
        text = _TOKEN_LIKE.sub("...", text)
    text = text if len(text) <= _MAX_LETTERS else text[: _MAX_LETTERS - 3] + "..."
    return text if outcome.line.kind in (LineKind.ORDER, LineKind.WRONG) else f'"{text}"'


def board_part(state: RealTimeState, board: Board, seat: int | None) -> list[str]:
    """Return the board in narrow lines; of a large board only the part around the player's uppermost cell."""
    if state.rows <= _MOST_ROWS and state.columns <= _MOST_COLUMNS:
        return narrow_board_lines(state, board)
    rows, columns = min(state.rows, _MOST_ROWS), min(state.columns, _MOST_COLUMNS)
    row, column = _first_cell(state, board, seat)
    top = min(max(row - rows // 2, 0), state.rows - rows)
    left = min(max(column - columns // 2, 0), state.columns - columns)
    title = f"Part of the board of {state.rows} rows and {state.columns} columns:"
    return [title, *narrow_board_lines(state, board, (top, left, rows, columns))]


def _first_cell(state: RealTimeState, board: Board, seat: int | None) -> tuple[int, int]:
    """Return (row, column) of the player's first cell from the top, then from the left; (0, 0) if there is none."""
    if seat is not None:
        for top, height in strips((state.rows, state.columns)):
            own = np.argwhere(board.read(top, 0, height, state.columns) == seat + 1)
            if len(own):
                return top + int(own[0][0]), int(own[0][1])
    return 0, 0


def _how_to_answer(state: RealTimeState, seat: int | None, *, has_tokens: bool) -> list[str]:
    if state.phase is RealTimePhase.OVER:
        return []
    if seat is None:
        return ["To join: a line such as  JOIN Ada a1 b1 c1 ...  with ten dead places that touch each other."]
    orders = "Orders: lines such as  MOVE c4 d5  or  QUIT ,"
    if not has_tokens:
        return [orders, f"below a line with your name and a colon,  {state.seats[seat].name}:"]
    return ["To invite somebody: a line such as  CHALLENGE bob@example.org", f"{orders} below your token's line"]


MAX_COLUMNS = 72
"""Maximum number of columns in a line of a mail. Rows of the board fit, and mail programs do not break such lines."""
# Turn a reply into a mail: headers with the known addresses, and text in lines of at most 72 columns, so that no
# program breaks them.
PLAYER_HEADER = "X-Gpulife-Player"
"""Header with the letter of the player that a reply is for; left out for somebody without a seat."""
UNKNOWN = "gpulife@localhost"
"""From address of a game that does not know its own address; the program that sends the mail replaces it."""
_TITLE = "Real-Time Life"
_POLICY = default.clone(max_line_length=MAX_COLUMNS, cte_type="7bit")
"""How mails are written, so that every mail server accepts them: long headers are folded, and all text is ASCII or
encoded as ASCII."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """Date and id of a mail.

    Attributes:
        date: time of writing in the form of RFC 5322.
        ident: the part of its Message-ID before the @.
    """

    date: str
    ident: str


def mail_bytes(reply: Reply, envelope: Envelope) -> bytes:
    """Return a reply as a mail.

    Without a recipient's address, the header To names nobody; without the game's address, From is ``UNKNOWN``.
    """
    mail = EmailMessage(policy=_POLICY)
    sender = reply.sender or UNKNOWN
    mail["From"] = Address(_TITLE, addr_spec=sender)
    whom = reply.name or "A visitor"
    mail["To"] = Address(reply.name, addr_spec=reply.to) if reply.to else Group(whom, ())
    mail["Subject"] = ("Re: " if reply.answers else "") + reply.subject
    mail["Date"] = envelope.date
    mail["Message-ID"] = f"<{envelope.ident}@{sender.partition('@')[2]}>"
    if reply.answers:
        mail["In-Reply-To"] = mail["References"] = reply.answers
    if reply.seat is not None:
        mail[PLAYER_HEADER] = ascii_uppercase[reply.seat]
    # Programs that answer mails ignore mails with this header, and so do we (RFC 3834).
    mail["Auto-Submitted"] = "auto-replied" if reply.answers else "auto-generated"
    mail.set_content(reply.body, charset="utf-8", cte="7bit" if reply.body.isascii() else "quoted-printable")
    return mail.as_bytes()


_WORD = re.compile(rf"\s*\S+(?:\s+(?:{'|'.join(VERBS)})\b\S*)*", re.IGNORECASE)
"""Pattern for a word and any order verbs (such as MOVE) after it.

Lines are wrapped only between such groups, so that no wrapped line begins with a verb and is read as an order.
"""


def columns_of(text: str) -> int:
    """Return how many columns a text takes in a fixed-width font: some characters take two, combining marks none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def within_columns(lines: Iterable[str], columns: int = MAX_COLUMNS) -> Iterator[str]:
    """Yield lines of at most ``columns`` columns: longer lines are wrapped between words.

    If a wrapped line is indented, its continuation lines are indented more.
    """
    for line in lines:
        if columns_of(line) <= columns:
            yield line
        else:
            yield from _broken(line, columns)


def _broken(line: str, columns: int) -> Iterator[str]:
    indent = line[: len(line) - len(line.lstrip())][: columns // 2]
    further = f"{indent}  " if indent else ""
    here = indent
    for word in _WORD.findall(line.strip()):
        while word:
            if columns_of(here + word) <= columns:
                here, word = here + word, ""
            elif here.strip():
                yield here
                here, word = further, word.lstrip()
            else:
                part = _as_much_of(word, columns - columns_of(here))
                yield here + part
                here, word = further, word[len(part) :]
    if here.strip():
        yield here


def _as_much_of(word: str, columns: int) -> str:
    """Return as much of the beginning of a word as fits into ``columns``, at least one character."""
    end = used = 0
    for letter in word:
        used += _columns(letter)
        if used > columns and end:
            break
        end += 1
    return word[:end]


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
