"""Carry out those orders of a message that its tokens allow.

An order without a name belongs to the player named most recently in the message. If nobody was named, it belongs to the
player whose token the message contains. JOIN needs no token, unless the player's seat already has one. After a JOIN,
the message may also give that player's other orders.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Protocol

from gpulife.games.core.game import NOBODY
from gpulife.games.realtime.correspondence.messages import Line, LineKind
from gpulife.games.realtime.correspondence.tokens import TokenBook, parse_token, token_text
from gpulife.games.realtime.notation import CHALLENGE, QUESTIONS, TextOrder, whose_text
from gpulife.games.realtime.state import RealTimeState, SeatStanding

_HOW_TO_PROVE = 'Above the orders, write a line such as "token 7K3M-9QXR-..."'


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of an order.

    Attributes:
        lines: lines that tell the player the result.
        refused: True if the order was not carried out.
    """

    lines: tuple[str, ...]
    refused: bool = False

    def printed(self, place: str = "") -> tuple[str, ...]:
        """Return the lines that tell the result. If the order was refused, ``place`` and "refused" come first.

        ``place`` says where in the message the order is.
        """
        return (f"{place}refused: {self.lines[0]}", *self.lines[1:]) if self.refused else self.lines


class Desk(Protocol):
    """What a delivery needs from a game's host: the state, who plays a seat, and a way to carry out one order."""

    @property
    def state(self) -> RealTimeState:
        """The current state of the game."""

    def is_computer(self, seat: int) -> bool:
        """Return whether the computer plays this seat."""

    def carry_out(self, order: TextOrder, seat: int) -> Answer:
        """Carry out an order of ``seat`` (NOBODY for JOIN, SHOW and SCORE), without checking who gives it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one line of a message.

    Attributes:
        line: the line.
        answer: the answer to an order or a token; None for a line that was skipped.
        seat: seat whose order or token is in the line; only its player sees the result. None if the line names no
            seat, or one whose orders the message may not give; then the sender of the message sees the result.
    """

    line: Line
    answer: Answer | None = None
    seat: int | None = None


class Delivery:
    """Carries out the orders of one message.

    Args:
        desk: host of the game. It carries out orders, one at a time.
        book: the tokens of the game; None for a game without tokens, where any message may give all orders.
        new_secret: function that returns 16 random bytes, for the token of a player who joins.
        is_host: True if the message comes from the game's host and needs no tokens.
        has_reply: True if a reply with the board and the scores follows, so that SHOW and SCORE need no answer.
        invite: function that mails an invitation and returns the result, given the inviting player's seat and the
            address. None if nobody can be invited by mail.

    Attributes:
        book: the tokens of the game after the orders so far; the caller saves them.
        proven: seats whose orders the message may give, because it contains their tokens or a JOIN for them.
        issued: new tokens of players who joined, keyed by seat; each may be shown to its player only.
        touched: seats for which the message gave an order.
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
        """Carry out the orders in these lines one by one, and yield each line's outcome.

        A token allows the seat's orders anywhere in the message, also above the token.
        """
        lines = tuple(lines)
        for line in lines:
            seat = self.book.seat_of(line.token) if self.book and line.kind is LineKind.TOKEN else None
            if seat is not None:
                self.proven.add(seat)
        for line in lines:
            yield self._outcome(line)

    def order(self, order: TextOrder) -> Answer:
        """Carry out one order if it needs no token or the message contains the right one; see ``carry_out``."""
        self._speaker = order.who or self._speaker
        if order.verb in QUESTIONS:
            return Answer(()) if self._has_reply else self._desk.carry_out(order, NOBODY)
        speaker = order.who or self._default_speaker()
        if not speaker:
            how = whose_text(order.verb) if self.book is None else f"whose order is it? {_HOW_TO_PROVE}"
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
        """Carry out CHALLENGE of the player in ``seat``: invite somebody by mail to ``address``."""
        if self._invite is None:
            return Answer(("this game cannot send invitations: its host has to run it with --reply-dir",), refused=True)
        if self.book is None:
            return Answer(
                ("this game cannot send invitations without tokens: anybody could claim to be a player",),
                refused=True,
            )
        # A token from an earlier mail proves that the player gets mail at this address.
        if seat in self.issued or seat not in self.proven:
            return Answer(("you can invite others in your next mail, with the token that you get now",), refused=True)
        return self._invite(seat, address)

    def _outcome(self, line: Line) -> Outcome:
        if line.kind is LineKind.TOKEN:
            return self._token(line)
        if line.kind is LineKind.WRONG_TOKEN:
            return Outcome(line, Answer((line.why,), refused=True) if self.book else None)
        if line.kind is LineKind.SPEAKER:
            # A name of no player is a greeting, such as "Friends:".
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
            return Outcome(line, Answer(("no player of this game has this token",), refused=True))
        self._speaker = ascii_uppercase[seat]
        return Outcome(line, Answer((f"this token allows orders only for {self._desk.state.title(seat)}",)), seat)

    def _default_speaker(self) -> str:
        """Return the name of the player who gives orders without a name; "" if unknown."""
        if self._speaker or len(self.proven) != 1:
            return self._speaker
        (seat,) = self.proven
        return ascii_uppercase[seat]

    def _join(self, order: TextOrder, seat: int) -> Answer:
        """Carry out JOIN, and issue a new token for the seat unless the message contains the seat's token."""
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
        """Return the seat of the player called ``name`` if a token protects this seat; otherwise None."""
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
        """Return why the message may not give orders for a seat; "" if it may."""
        if self._may_order(seat):
            return ""
        title = self._desk.state.title(seat)
        if self.book is not None and seat not in self.book.hashes:
            return f"{title} has no token yet: ask the host of the game for one"
        if self.proven:
            mine = ", ".join(self._desk.state.title(number) for number in sorted(self.proven))
            return f"only {title} can order that, and this message is from {mine}"
        return f"orders for {title} need that player's token. {_HOW_TO_PROVE}"


def find_seat(state: RealTimeState, who: str) -> int:
    """Return the seat of the player whose name or letter is ``who``; NOBODY if there is none."""
    name = who.casefold()
    for number, seat in enumerate(state.seats):
        if seat.standing is not SeatStanding.EMPTY and name in (seat.name.casefold(), chr(ord("a") + number)):
            return number
    return NOBODY
