"""The conversation at the terminal: each line is an order; between two lines time passes and news is printed."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from string import ascii_uppercase
from typing import IO

from gpulife.cli.play_by_mail.correspondence import keep_tokens, new_secret, token_book
from gpulife.cli.play_by_mail.mail_game import MailGame, news_since
from gpulife.errors import GpulifeError
from gpulife.games.realtime.correspondence.delivery import Answer, Delivery
from gpulife.games.realtime.correspondence.message_lines import LineKind, read_lines
from gpulife.games.realtime.text_board import clock_text
from gpulife.games.realtime.text_orders import VERBS, OrderError, parse_line, speaker_of
from gpulife.printing import say
from gpulife.storage.bounded_reading import MAX_LINE, line_too_long

HELP = (
    *(f"  {form}" for form in VERBS.values()),
    "  name: before an order makes it, and those after it, orders of that player",
    "  EXIT leaves the terminal: the game goes on by the time of day",
)
_POLL_SECONDS = 0.25
_MAX_QUEUED_LINES = 1000
"""Limit on the lines that are read ahead."""
_EXIT = ("EXIT", "BYE")


class LineReader:
    """Reads lines of a stream on a thread of its own, since not every system can wait for files with a time limit."""

    def __init__(self, stream: IO[str]) -> None:
        self._lines: queue.Queue[str | GpulifeError | None] = queue.Queue(_MAX_QUEUED_LINES)
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def next(self, seconds: float) -> str | None:
        """Return the next line, "" if none comes within ``seconds``, or None at the end.

        Raises:
            ReadError: the next line is longer than any order.
        """
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return ""
        if line is None:
            self._lines.put(None)  # for further calls
        if isinstance(line, GpulifeError):
            raise line
        return line

    def _read(self, stream: IO[str]) -> None:
        with suppress(OSError, ValueError):  # a terminal that hung up or a closed stream counts as the end
            while line := stream.readline(MAX_LINE + 1):
                if len(line) > MAX_LINE:
                    self._lines.put(line_too_long("standard input"))
                    break
                self._lines.put(line.rstrip("\n") or " ")
        self._lines.put(None)


def run_repl(
    game: MailGame,
    lines: LineReader,
    now: Callable[[], float],
    save: Callable[[], None],
    stopped: Callable[[], bool],
    *,
    is_host: bool = True,
) -> int:
    """Carry out line after line until the end, EXIT or ``stopped()``; return the number of orders that were refused.

    Args:
        game: the game.
        lines: the orders.
        now: returns the present time in seconds since 1970.
        save: called after everything that changed the game.
        stopped: called several times a second; tells whether to end.
        is_host: whether who types holds the game, and needs no tokens: so it is at a terminal.
    """
    delivery = Delivery(game, token_book(game), new_secret, is_host=is_host)
    refused, speaker = 0, ""
    news, hours = game.state.news, game.state.hours
    while not stopped():
        line = lines.next(min(_POLL_SECONDS, game.seconds_left(now())))
        game.catch_up(now(), stopped)
        if game.state.hours != hours:
            save()
        say(*news_lines(game, news), flush=True)
        news, hours = game.state.news, game.state.hours
        if line is None or line.strip().upper() in _EXIT:
            break
        if line.strip().upper() == "HELP":
            say(*HELP, flush=True)
            continue
        speaker, answer = _carry_out(game, delivery, line, speaker)
        refused += answer.refused
        if line.strip():
            save()
        say(*answer.printed(), flush=True)
        news = game.state.news
    return refused


def news_lines(game: MailGame, before: Iterable[str]) -> Iterator[str]:
    """Yield the news since ``before``, followed by the time if there are any."""
    fresh = news_since(tuple(before), game.state.news)
    yield from fresh
    if fresh:
        yield clock_text(game.state)


def _carry_out(game: MailGame, delivery: Delivery, line: str, speaker: str) -> tuple[str, Answer]:
    """Carry out one line; return the player whose order the next line is by default, and the answer."""
    read = read_lines(line) if delivery.book is not None else ()
    if read and read[0].kind in (LineKind.TOKEN, LineKind.WRONG_TOKEN):
        (outcome,) = delivery.carry_out(read)
        return speaker if outcome.seat is None else ascii_uppercase[outcome.seat], outcome.answer or Answer(())
    speaker = speaker_of(line) or speaker
    try:
        order = parse_line(line, speaker=speaker)
    except OrderError as error:
        return speaker, Answer((str(error).removeprefix("line 1: "),), refused=True)
    if order is None:
        return speaker, Answer(())
    answer = delivery.order(order)
    keep_tokens(game, delivery.book)
    tokens = tuple(f"{game.state.title(seat)}: token {token}" for seat, token in delivery.issued.items())
    delivery.issued.clear()
    answer = Answer((*answer.lines, *tokens), answer.refused)
    return (speaker if order.verb == "JOIN" and answer.refused else order.who or speaker), answer
