"""One run of ``gpulife realtime``: play up to the current time, carry out orders, save, then print and reply."""

import argparse
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from string import ascii_uppercase
from typing import IO

from gpulife.cli.options import seed_or_random
from gpulife.cli.play_by_mail.correspondence import (
    Correspondence,
    ReplyFolder,
    keep_tokens,
    new_record,
    new_secret,
    require_folder,
    skipped_text,
    token_book,
)
from gpulife.cli.play_by_mail.mail_game import MAIL_ENDING, MailGame, locked, news_since
from gpulife.errors import GpulifeError, UsageError
from gpulife.games.core.game import Match
from gpulife.games.realtime.correspondence.delivery import Answer, Delivery, Outcome
from gpulife.games.realtime.correspondence.messages import (
    MAX_MESSAGE_BYTES,
    LineKind,
    Message,
    read_lines,
    read_message,
)
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.notation import VERBS, OrderError, board_lines, clock_text, parse_line, speaker_of
from gpulife.games.realtime.state import RealTimePhase
from gpulife.printing import DeferredErrorOutput, printable, say
from gpulife.session.replay import write_replay
from gpulife.signals import stop_on_signals
from gpulife.storage.atomic_io import require_writable, set_aside
from gpulife.storage.bounded_reading import MAX_LINE, line_too_long
from gpulife.storage.folders import data_folder
from gpulife.storage.save_file import DamagedError, SavedFileError

HELP = (
    *(f"  {form}" for form in VERBS.values()),
    "  NAME: ORDER  gives this and the next orders for the player NAME",
    "  EXIT saves the game and leaves; its clock keeps running",
)
_NEW_GAME_OPTIONS = ("players", "tick", "limit", "seats", "names", "size", "seed")
"""The names of the options for a new game. In the parsed arguments, an option that was not given is None."""
_POLL_SECONDS = 0.25
_MAX_QUEUED_LINES = 1000
"""Maximum number of lines that are read ahead while an earlier line is being carried out."""
_EXIT = ("EXIT", "BYE")


class LineReader:
    """Reads lines from a stream in a separate thread, since some systems cannot read a stream with a timeout."""

    def __init__(self, stream: IO[str]) -> None:
        self._lines: queue.Queue[str | GpulifeError | None] = queue.Queue(_MAX_QUEUED_LINES)
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def next(self, seconds: float) -> str | None:
        """Return the next line; "" if no line comes within ``seconds``, None at the end of the input.

        Raises:
            ReadError: the next line is longer than any order can be.
        """
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return ""
        if line is None:
            self._lines.put(None)  # for the next calls
        if isinstance(line, GpulifeError):
            raise line
        return line

    def _read(self, stream: IO[str]) -> None:
        with suppress(OSError, ValueError):  # a lost terminal or closed stream counts as the end
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
    """Carry out lines until EXIT, the end of the input, or ``stopped()``; return the number of refused orders.

    Args:
        game: the game.
        lines: the orders.
        now: returns the current time in seconds since 1970.
        save: called after every change of the game.
        stopped: returns True to stop; called several times a second.
        is_host: True if the orders come from the host's terminal, where no tokens are needed.
    """
    delivery = Delivery(game, token_book(game), new_secret, is_host=is_host)
    refused, speaker = 0, ""
    news, hours = game.state.news_lines(), game.state.hours
    while not stopped():
        line = lines.next(min(_POLL_SECONDS, game.seconds_left(now())))
        game.catch_up(now(), stopped)
        if game.state.hours != hours:
            save()
        say(*news_lines(game, news), flush=True)
        news, hours = game.state.news_lines(), game.state.hours
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
        news = game.state.news_lines()
    return refused


def news_lines(game: MailGame, before: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the game's news that are not in ``before``, then a line about the game's clock.

    If there are no new lines, yield nothing.
    """
    fresh = news_since(tuple(before), game.state.news_lines())
    yield from fresh
    if fresh:
        yield clock_text(game.state)


def _carry_out(game: MailGame, delivery: Delivery, line: str, speaker: str) -> tuple[str, Answer]:
    """Carry out one line; return (speaker for the next line, answer).

    The speaker is the name or letter of a player. An order that names no player counts as this player's order.
    """
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


_STDIN = "-"
_MAX_WAITING_CHARACTERS = 1 << 16
"""Maximum number of characters that wait to be printed. If there are more, the game is saved and all are printed."""


class RefusedError(GpulifeError):
    """Some orders were refused; all others were carried out."""


class Announcements:
    """Prints lines only after the game has been saved, so that no crash can undo what they report.

    Args:
        save: called to save the game.
        at_once: True to save and print early if many lines are waiting.
    """

    def __init__(self, save: Callable[[], None], *, at_once: bool = True) -> None:
        self._save = save
        self._at_once = at_once
        self._lines: list[str] = []
        self._size = 0
        self._output = DeferredErrorOutput()  # all orders are carried out before an error is raised

    def add(self, *lines: str) -> None:
        """Add lines to print after the next save. If many are waiting, save and print now."""
        self._lines += lines
        self._size += sum(map(len, lines))
        if self._at_once and self._size > _MAX_WAITING_CHARACTERS:
            self._flush()

    def finish(self) -> None:
        """Save the game and print the remaining lines.

        Raises:
            OutputError: the game or a line cannot be written.
            BrokenPipeError: the reader of the output has gone.
        """
        self._flush()
        self._output.finish()

    def _flush(self) -> None:
        self._save()
        lines, self._lines, self._size = self._lines, [], 0
        if lines:
            self._output.write("".join(f"{printable(line)}\n" for line in lines))


def realtime(arguments: argparse.Namespace, now: Callable[[], float] = time.time) -> int:
    """Bring the game up to the current time, carry out orders, save, and return the exit status.

    Args:
        arguments: the parsed arguments of ``gpulife realtime``.
        now: returns the current time in seconds since 1970.

    Raises:
        GpulifeError: a file cannot be read or written, or orders from a file or pipe were refused without a reply.
    """
    if arguments.server is not None:
        return _at_server(arguments)
    path = arguments.file or data_folder() / f"realtime{MAIL_ENDING}"
    require_writable(arguments.replay)
    require_folder(arguments.reply_dir)
    message = None if arguments.orders is None else _read_orders(arguments.orders, may_be_told=arguments.reply_dir)
    with locked(path), stop_on_signals() as stop:
        game = _open(arguments, path, now())
        visit = _Visit(arguments, path, game, now, lambda: stop.signal is not None)
        if not game.catch_up(now(), visit.stopped):
            visit.announcements.add(f"interrupted while catching up: {clock_text(game.state)}")
            visit.announcements.finish()
            return stop.exit_status
        refused = visit.carry_out_options(message)
        visit.finish()
        status = stop.exit_status
    if not status and not arguments.reply_dir and not (message is None and _is_terminal()):
        _require_none_refused(refused)
    return status


def _require_none_refused(refused: int) -> None:
    if refused:
        was = "order was" if refused == 1 else "orders were"
        raise RefusedError(f"{refused} {was} refused (reasons above); all others were carried out")


def _at_server(arguments: argparse.Namespace) -> int:
    from gpulife.cli.play_by_mail.server_post import visit_server

    others = ("file", "new", "ticks", "begin", "replay", "new_token", *_NEW_GAME_OPTIONS)
    for name in others:
        if getattr(arguments, name):
            what = "FILE" if name == "file" else f"--{name.replace('_', '-')}"
            raise UsageError(f"{what} is for a game in a file, not for one on a server: leave out {what} or --server")
    if arguments.orders is None and arguments.reply_dir is None:
        raise UsageError("--server needs --orders FILE, or --reply-dir DIR to write the current board to all players")
    require_folder(arguments.reply_dir)
    message = None if arguments.orders is None else _read_orders(arguments.orders, may_be_told=arguments.reply_dir)
    refused = visit_server(arguments.server, message, arguments.reply_dir, arguments.address or "")
    if not arguments.reply_dir:
        _require_none_refused(refused)
    return 0


class _Visit:
    """One run of ``gpulife realtime``.

    Args:
        arguments: the parsed arguments.
        path: file of the game.
        game: the game.
        now: returns the current time in seconds since 1970.
        stopped: returns True to stop.
    """

    def __init__(
        self,
        arguments: argparse.Namespace,
        path: Path,
        game: MailGame,
        now: Callable[[], float],
        stopped: Callable[[], bool],
    ) -> None:
        self.stopped = stopped
        self._arguments, self._path, self._game, self._now = arguments, path, game, now
        self._post = Correspondence(game, with_replies=arguments.reply_dir is not None, now=now)
        self._folder: ReplyFolder | None = None
        self._has_answer = False
        if arguments.reply_dir is not None and game.post is not None:
            self._folder = ReplyFolder(arguments.reply_dir, game.post.game)
        late = self._folder.recover(game.post.replies) if self._folder and game.post else ()
        # With replies, nothing may be saved early: replies have to be prepared before the game is saved.
        self.announcements = Announcements(lambda: game.save(path), at_once=self._folder is None)
        self._tell_replies(late)

    def carry_out_options(self, message: Message | None) -> int:
        """Do what the options ask for, carry out the orders in ``message``, and return the number of refused orders."""
        game, arguments, tell = self._game, self._arguments, self.announcements.add
        news = game.state.news_lines()
        is_prompt = message is None and self._folder is None
        if game.state.phase is RealTimePhase.OVER and is_prompt and not arguments.replay:
            tell("this game is over: start another one with --new")
        if arguments.ticks and not game.state.running:
            raise GpulifeError(f"--ticks has no effect: {clock_text(game.state)}")
        game.pass_turn_ticks(arguments.ticks, self.stopped)
        if arguments.ticks:
            tell(*news_lines(game, news))
        if arguments.tokens:
            self._post.begin_tokens()
        if arguments.address is not None:
            self._post.keep_address(arguments.address)
        if arguments.new_token is not None:
            self._post.new_token(arguments.new_token)
        refused = 0 if message is None else self._carry_out(message)
        if arguments.begin:
            refused += self._begin()
        self._tell_tokens()
        asks_nothing_else = arguments.begin or arguments.ticks or arguments.replay or arguments.new_token
        if not is_prompt or asks_nothing_else:
            if message is None and not arguments.begin:
                tell(clock_text(game.state))
            return refused
        return refused + self._talk()

    def finish(self) -> None:
        """Save the game, publish the replies, save the replay, and print the remaining lines.

        Raises:
            OutputError: a file or the output cannot be written.
        """
        game = self._game
        if self._folder is not None and game.post is not None:
            replies = self._post.replies(has_message=self._has_answer)
            try:
                number = self._folder.prepare(game.post.replies, replies, self._now())
                game.post = replace(game.post, replies=number)
                game.save(self._path)
            except BaseException:
                self._folder.withdraw()
                raise
            self._tell_replies(self._folder.publish())
        else:
            game.save(self._path)
        if self._arguments.replay is not None:
            write_replay(self._arguments.replay, game.session.recording())
        self.announcements.finish()

    def _begin(self) -> int:
        answer = self._game.begin()
        self.announcements.add(*answer.printed())
        return int(answer.refused)

    def _carry_out(self, message: Message) -> int:
        """Carry out the orders of a message and announce the outcomes; return the number of refused orders."""
        if message.is_automatic:
            self.announcements.add("ignored: this mail was sent automatically, not by a person")
            return 0
        if self._post.was_answered(message):
            self.announcements.add("this mail was carried out before: nothing was done")
            return 0
        self._has_answer = True
        if message.is_mail and token_book(self._game) is None:
            self.announcements.add("this game has no tokens: anybody can give anybody's orders; --tokens changes that")
        outcomes: list[Outcome] = []

        def tell(outcome: Outcome) -> None:
            outcomes.append(outcome)
            if outcome.answer is not None and not (outcome.line.kind is LineKind.TOKEN and not outcome.answer.refused):
                self.announcements.add(*outcome.answer.printed(f"line {outcome.line.number}: "))

        self._post.carry_out(message, self.stopped, tell)
        if message.problem:
            self.announcements.add(f"refused: the mail {message.problem}")
        skipped = skipped_text(outcomes)
        self.announcements.add(*([skipped] if skipped else []))
        if self.stopped():
            self.announcements.add(f"interrupted after line {outcomes[-1].line.number if outcomes else 0}")
        return sum(outcome.answer is not None and outcome.answer.refused for outcome in outcomes)

    def _tell_tokens(self) -> None:
        """Print the new tokens, unless the players get them in replies."""
        if self._folder is None:
            self.announcements.add(
                *(f"{self._game.state.title(seat)}: token {token}" for seat, token in self._post.issued.items())
            )

    def _tell_replies(self, paths: Iterable[Path]) -> None:
        self.announcements.add(*(f"reply: {path.name}" for path in paths))

    def _talk(self) -> int:
        game, announcements = self._game, self.announcements
        announcements.add("Real-Time Life by typed orders. HELP lists the orders; EXIT saves the game and leaves.")
        if _is_terminal():
            announcements.add(*board_lines(game.state, game.session.board), "")
        announcements.add(f"This game is in {self._path}.", clock_text(game.state))
        if sys.stdin is None:
            return 0
        announcements.finish()
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # lines with invalid bytes are refused as orders
        lines = LineReader(sys.stdin)
        return run_repl(game, lines, self._now, lambda: game.save(self._path), self.stopped, is_host=_is_terminal())


def _open(arguments: argparse.Namespace, path: Path, now: float) -> MailGame:
    """Open the game in ``path``, or start a new game. A damaged file is renamed."""
    given = [name for name in _NEW_GAME_OPTIONS if getattr(arguments, name) is not None]
    if arguments.new or not path.exists():
        return _new(arguments, path, now)
    if given:
        raise GpulifeError(f"--{given[0]} is for a new game, but {path} contains a game: add --new to replace it")
    try:
        game = MailGame.load(path)
    except DamagedError as error:
        line = f"{error}; {set_aside(path)}"
        # Orders and --ticks are for the damaged game, not for a new one.
        if arguments.file is not None or arguments.orders is not None or arguments.ticks or path.exists():
            raise SavedFileError(line) from error
    else:
        if arguments.tokens is False and token_book(game) is not None:
            raise GpulifeError("--no-tokens is for a new game; this one has tokens already")
        return game
    say(f"{line}; a new game starts")
    return _new(arguments, path, now)


def _new(arguments: argparse.Namespace, path: Path, now: float) -> MailGame:
    by_mail = arguments.orders is not None or arguments.reply_dir is not None
    has_tokens = by_mail if arguments.tokens is None else arguments.tokens
    game = MailGame(_match(arguments), now, post=new_record(tokens=True) if has_tokens else None)
    game.save(path)
    return game


def _match(arguments: argparse.Namespace) -> Match:
    given = {
        "players": arguments.players or max(2, len(arguments.seats or ()), len(arguments.names or ())),
        "tick_seconds": arguments.tick,
        "limit": arguments.limit,
        "seats": arguments.seats,
        "names": arguments.names,
        "shape": arguments.size,
    }
    options = {name: value for name, value in given.items() if value is not None}
    return new_realtime(seed_or_random(arguments.seed), **options)


def _read_orders(name: str, *, may_be_told: bool) -> Message:
    """Return the message in the file ``name``. The name "-" stands for standard input.

    If ``may_be_told``, an unreadable mail is reported in the reply and raises no error.
    """
    source = "standard input" if name == _STDIN else name
    if name == _STDIN and sys.stdin is None:
        raise OrderError("cannot read standard input: it is closed")
    try:
        # Opening a pipe waits until somebody opens its other end to write orders.
        with nullcontext(sys.stdin.buffer) if name == _STDIN else Path(name).open("rb") as file:
            message = read_message(file.read(MAX_MESSAGE_BYTES + 1))
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise OrderError(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from error
    if message.problem and not (message.is_mail and may_be_told):
        raise OrderError(f"{source} {message.problem}")
    return message


def _is_terminal() -> bool:
    """Return True if orders are typed at a terminal, where the player sees each mistake at once."""
    return sys.stdin is not None and sys.stdin.isatty()
