"""Carry out the orders of one message: those that its tokens, or the joining in it, give it the right to.

An order without a name is that of the player named above it, as in ``texts``; else of the one whose token the
message has. A JOIN needs no token, unless somebody has one for the seat of that name.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Protocol

from gpulife.games.core.game import NOBODY
from gpulife.games.realtime.correspondence.messages import Line, LineKind
from gpulife.games.realtime.correspondence.tokens import TokenBook, parse_token, token_text
from gpulife.games.realtime.state import RealTimeState, SeatStanding
from gpulife.games.realtime.texts import CHALLENGE, QUESTIONS, TextOrder, whose_text

_HOW_TO_PROVE = "Write the line with it, as in token 7K3M-9QXR-..., above the orders"


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of an order.

    Attributes:
        lines: lines to print.
        refused: whether the order was not carried out.
    """

    lines: tuple[str, ...]
    refused: bool = False

    def printed(self, place: str = "") -> tuple[str, ...]:
        """Return the lines to print; if the order was refused, the first one begins with ``place`` and says so."""
        return (f"{place}refused: {self.lines[0]}", *self.lines[1:]) if self.refused else self.lines


class Desk(Protocol):
    """Whoever holds the game and carries out single orders."""

    @property
    def state(self) -> RealTimeState:
        """The present state of the game."""

    def is_computer(self, seat: int) -> bool:
        """Return whether the computer plays there."""

    def carry_out(self, order: TextOrder, seat: int) -> Answer:
        """Carry out an order of that seat, NOBODY for JOIN, SHOW and SCORE, without asking whose it is."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a line.

    Attributes:
        line: the line.
        answer: the answer to an order or a token; None for a line that was skipped.
        seat: the player whose order it was, and who may know of it; None for whoever sent the message.
    """

    line: Line
    answer: Answer | None = None
    seat: int | None = None


class Delivery:
    """One message on its way into a game.

    Args:
        desk: carries out single orders.
        book: the tokens of the game; None for a game without tokens, where whoever writes gives all orders.
        new_secret: returns 16 random bytes, for the token of a player who joins.
        is_host: whether the message is of the person who holds the game, and needs no tokens.
        has_reply: whether a reply follows, in which the board and the scores stand, so that nobody has to answer what
            asks for them.
        invite: sends an invitation of a player, by seat, to an address, and returns what became of it; None where
            nobody can be invited by mail.

    Attributes:
        book: the tokens of the game after the orders so far; the caller keeps it.
        proven: the seats whose orders the message may give.
        issued: tokens that were made for players who joined, by seat, to be told to them alone.
        touched: the seats for which it gave an order.
    """

    def __init__(
        self,
        desk: Desk,
        book: TokenBook | None,
        new_secret: Callable[[], bytes],
        *,
        is_host: bool = False,
        has_reply: bool = False,
        invite: Callable[[int, str], Answer] | None = None,
    ) -> None:
        self.book = book
        self.proven: set[int] = set()
        self.issued: dict[int, str] = {}
        self.touched: set[int] = set()
        self._desk = desk
        self._new_secret = new_secret
        self._is_host, self._has_reply = is_host, has_reply
        self._invite = invite
        self._speaker = ""

    def carry_out(self, lines: Iterable[Line]) -> Iterator[Outcome]:
        """Carry out the orders in these lines one by one, and yield what became of each line.

        Tokens count for the whole message, wherever they stand in it.
        """
        lines = tuple(lines)
        for line in lines:
            seat = self.book.seat_of(line.token) if self.book and line.kind is LineKind.TOKEN else None
            if seat is not None:
                self.proven.add(seat)
        for line in lines:
            yield self._outcome(line)

    def order(self, order: TextOrder) -> Answer:
        """Carry out one order, if the message may give it; see ``carry_out``."""
        self._speaker = order.who or self._speaker
        if order.verb in QUESTIONS:
            return Answer(()) if self._has_reply else self._desk.carry_out(order, NOBODY)
        speaker = order.who or self._default_speaker()
        if not speaker:
            how = (
                whose_text(order.verb)
                if self.book is None
                else f"whose {order.verb} is it? There is no token. {_HOW_TO_PROVE}"
            )
            return Answer((how,), refused=True)
        seat = find_seat(self._desk.state, speaker)
        if order.verb == "JOIN":
            return self._join(order, seat)
        if seat == NOBODY:
            return Answer((f"nobody called {speaker} has joined",), refused=True)
        if self._desk.is_computer(seat):
            return Answer((f"{self._desk.state.title(seat)} is played by the computer",), refused=True)
        if why := self._why_not(seat):
            return Answer((why,), refused=True)
        self.touched.add(seat)
        if order.verb == CHALLENGE:
            return self._challenge(seat, order.address)
        return self._desk.carry_out(order, seat)

    def _challenge(self, seat: int, address: str) -> Answer:
        """Invite somebody, for a player who has shown with a token from the game that its mails arrive."""
        if self._invite is None:
            return Answer(("invitations go by mail, from a game that is played with --reply-dir",), refused=True)
        if self.book is None:
            return Answer(("this game has no tokens, so that anybody could invite in another's name",), refused=True)
        if seat in self.issued or seat not in self.proven:
            return Answer(("invite others in your next mail, with the token that you get now",), refused=True)
        return self._invite(seat, address)

    def _outcome(self, line: Line) -> Outcome:
        """Do what a line says."""
        if line.kind is LineKind.TOKEN:
            return self._token(line)
        if line.kind is LineKind.WRONG_TOKEN:
            return Outcome(line, Answer((line.why,), refused=True) if self.book else None)
        if line.kind is LineKind.SPEAKER:
            # Else it is a greeting, "Friends:".
            if find_seat(self._desk.state, line.who) != NOBODY:
                self._speaker = line.who
            return Outcome(line)
        if line.kind is LineKind.WRONG:
            self._speaker = line.who or self._speaker
            return Outcome(line, Answer((line.why,), refused=True))
        if line.order is None:
            return Outcome(line)
        answer = self.order(line.order)
        seat = find_seat(self._desk.state, line.order.who or self._default_speaker())
        return Outcome(line, answer, seat if self._may_order(seat) else None)

    def _token(self, line: Line) -> Outcome:
        if self.book is None:
            return Outcome(line)
        seat = self.book.seat_of(line.token)
        if seat is None:
            return Outcome(line, Answer(("nobody has this token in this game",), refused=True))
        self._speaker = ascii_uppercase[seat]
        return Outcome(line, Answer((f"orders of {self._desk.state.title(seat)}",)), seat)

    def _default_speaker(self) -> str:
        """Return who gives orders that name nobody; "" if that is not clear."""
        if self._speaker or len(self.proven) != 1:
            return self._speaker
        (seat,) = self.proven
        return ascii_uppercase[seat]

    def _join(self, order: TextOrder, seat: int) -> Answer:
        """Join, and make a token for the player, who has none yet."""
        state = self._desk.state
        is_in = seat != NOBODY and state.seats[seat].standing is SeatStanding.IN
        reserved = self._reserved_for(order.who)
        if reserved is not None and not is_in and (why := self._why_not(reserved)):
            return Answer((why,), refused=True)
        answer = self._desk.carry_out(order, NOBODY)
        if answer.refused:
            return answer
        seat = find_seat(self._desk.state, order.who)
        if self.book is not None and not (seat in self.book.hashes and self._has_proven(seat)):
            token = self.issued[seat] = token_text(self._new_secret())
            self.book = self.book.with_token(seat, parse_token(token))
        self.proven.add(seat)
        self.touched.add(seat)
        return answer

    def _reserved_for(self, name: str) -> int | None:
        """Return the seat of that name that only a token lets join; None if there is none."""
        if self.book is None:
            return None
        for seat in self.book.hashes:
            if self._desk.state.seats[seat].name.casefold() == name.casefold():
                return seat
        return None

    def _has_proven(self, seat: int) -> bool:
        return seat in self.proven or self._is_host

    def _may_order(self, seat: int) -> bool:
        return seat != NOBODY and (self.book is None or self._has_proven(seat))

    def _why_not(self, seat: int) -> str:
        """Return the reason why the message cannot give orders of a seat; "" if it can."""
        if self._may_order(seat):
            return ""
        title = self._desk.state.title(seat)
        if self.book is not None and seat not in self.book.hashes:
            return f"{title} has no token yet: ask the host of the game for one"
        if self.proven:
            mine = ", ".join(self._desk.state.title(number) for number in sorted(self.proven))
            return f"only {title} can order that, and this message speaks for {mine}"
        return f"orders of {title} need the token. {_HOW_TO_PROVE}"


def find_seat(state: RealTimeState, who: str) -> int:
    """Return the seat of the player with this name or letter; NOBODY if there is none."""
    name = who.casefold()
    for number, seat in enumerate(state.seats):
        if seat.standing is not SeatStanding.EMPTY and name in (seat.name.casefold(), chr(ord("a") + number)):
            return number
    return NOBODY
