"""One visit to a game by mail: the game catches up with the time, orders are carried out, and it is saved."""

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from io import TextIOWrapper
from pathlib import Path

from gpulife.cli.arg_types import seed_or_random
from gpulife.cli.play_by_mail.command import NEW_GAME_OPTIONS
from gpulife.cli.play_by_mail.game_files import MAIL_ENDING, locked
from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.cli.play_by_mail.repl import LineReader, news_lines, run_repl
from gpulife.errors import GpulifeError
from gpulife.games.core.game import Match
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.state import RealTimePhase
from gpulife.games.realtime.text_board import board_lines, clock_text
from gpulife.games.realtime.text_orders import OrderError, TextOrder, parse_orders
from gpulife.printing import DeferredErrorOutput, printable, say
from gpulife.session.replay import write_replay
from gpulife.settings.user_settings import data_folder
from gpulife.signals import stop_on_signals
from gpulife.storage.atomic_io import require_writable
from gpulife.storage.bounded_reading import read_stream
from gpulife.storage.save_file import DamagedError, SavedFileError
from gpulife.storage.set_aside import set_aside

_STDIN = "-"
_MAX_ORDER_BYTES = 1 << 20
_MAX_WAITING_CHARACTERS = 1 << 16
"""Limit on the characters of answers that wait for the next save."""


class RefusedError(GpulifeError):
    """Orders were refused; the others were carried out."""


class Announcements:
    """Lines for standard output that are printed after the game has been saved, so that no printed line is ever undone.

    An error of the output is raised at the end, after all orders have been carried out.

    Args:
        save: called to save the game.
    """

    def __init__(self, save: Callable[[], None]) -> None:
        self._save = save
        self._lines: list[str] = []
        self._size = 0
        self._output = DeferredErrorOutput()

    def add(self, *lines: str) -> None:
        """Print these lines after the next save; if many are waiting already, save now."""
        self._lines += lines
        self._size += sum(map(len, lines))
        if self._size > _MAX_WAITING_CHARACTERS:
            self._flush()

    def finish(self) -> None:
        """Save the game and print the lines that are left.

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
    """Let the game catch up, carry out orders, save, and return the exit status.

    Args:
        arguments: parsed arguments of ``gpulife realtime``.
        now: returns the present time in seconds since 1970.

    Raises:
        GpulifeError: a file cannot be read or written; a line of a file is no valid order, and none of its orders was
            carried out; or orders were refused.
    """
    path = arguments.file or data_folder() / f"realtime{MAIL_ENDING}"
    require_writable(arguments.replay)
    orders = None if arguments.orders is None else _read_orders(arguments.orders)
    with locked(path), stop_on_signals() as stop:
        game = _open(arguments, path, now())
        announcements = Announcements(lambda: game.save(path))
        if not game.catch_up(now(), lambda: stop.signal is not None):
            announcements.add(f"interrupted while catching up: {clock_text(game.state)}")
            announcements.finish()
            return stop.exit_status
        refused = _carry_out_options(game, arguments, path, orders, now, lambda: stop.signal is not None, announcements)
        game.save(path)
        if arguments.replay is not None:
            write_replay(arguments.replay, game.session.recording())
        announcements.finish()
        status = stop.exit_status
    if refused and not status and not (orders is None and _is_terminal()):
        was = "order was" if refused == 1 else "orders were"
        raise RefusedError(f"{refused} {was} refused: see above for the reasons; all others were carried out")
    return status


def _carry_out_options(
    game: MailGame,
    arguments: argparse.Namespace,
    path: Path,
    orders: tuple[TextOrder, ...] | None,
    now: Callable[[], float],
    stopped: Callable[[], bool],
    announcements: Announcements,
) -> int:
    """Carry out orders and other options; return the number of orders that were refused."""
    news = game.state.news
    if game.state.phase is RealTimePhase.OVER and orders is None and not arguments.replay:
        announcements.add("this game is over: --new begins another")
    if arguments.ticks and not game.state.running:
        raise GpulifeError(f"no tick passes: {clock_text(game.state)}")
    game.pass_turn_ticks(arguments.ticks, stopped)
    if arguments.ticks:
        announcements.add(*news_lines(game, news))
    if orders is not None:
        refused = _carry_out(game, orders, stopped, announcements)
        return refused + (_begin(game, announcements) if arguments.begin else 0)
    if arguments.begin:
        return _begin(game, announcements)
    if arguments.ticks or arguments.replay is not None:
        announcements.add(clock_text(game.state))
        return 0
    announcements.add("Real-Time Life by text orders. HELP lists the orders; EXIT leaves, and the game is kept.")
    if _is_terminal():
        announcements.add(*board_lines(game.state, game.session.board), "")
    announcements.add(f"This game is in {path}.", clock_text(game.state))
    if sys.stdin is None:
        return 0
    announcements.finish()
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a line with other bytes is an invalid order like any other
    return run_repl(game, LineReader(sys.stdin), now, lambda: game.save(path), stopped)


def _begin(game: MailGame, announcements: Announcements) -> int:
    answer = game.begin()
    announcements.add(*answer.printed())
    return int(answer.refused)


def _carry_out(
    game: MailGame, orders: tuple[TextOrder, ...], stopped: Callable[[], bool], announcements: Announcements
) -> int:
    """Carry out orders and announce the answers; return the number of orders that were refused."""
    refused = 0
    for number, order in enumerate(orders):
        if stopped():
            announcements.add(f"interrupted: {number} of {len(orders)} orders were carried out")
            break
        answer = game.carry_out(order)
        refused += answer.refused
        announcements.add(*answer.printed(f"line {order.line}: "))
    return refused


def _open(arguments: argparse.Namespace, path: Path, now: float) -> MailGame:
    """Open the game in ``path``, or begin a new one.

    A damaged game is set aside. If it is the one in the data folder, and there are no orders for it, a new one begins.
    """
    given = [name for name in NEW_GAME_OPTIONS if getattr(arguments, name) is not None]
    if arguments.new or not path.exists():
        return _new(arguments, path, now)
    if given:
        raise GpulifeError(
            f"--{given[0]} is for a new game, and there is one in {path}: give --new to begin another in its place"
        )
    try:
        return MailGame.load(path)
    except DamagedError as error:
        line = f"{error}; {set_aside(path)}"
        if arguments.file is not None or arguments.orders is not None or arguments.ticks or path.exists():
            raise SavedFileError(line) from error
    say(f"{line}: another game begins")
    return _new(arguments, path, now)


def _new(arguments: argparse.Namespace, path: Path, now: float) -> MailGame:
    game = MailGame(_match(arguments), now)
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


def _read_orders(name: str) -> tuple[TextOrder, ...]:
    """Return the orders of a file.

    Raises:
        OrderError: the file cannot be read, or a line is no order; the message names the file and the line.
    """
    source = "standard input" if name == _STDIN else name
    if name == _STDIN and sys.stdin is None:
        raise OrderError("cannot read standard input: it is closed")
    try:
        # This waits for the other end of a pipe, where somebody may be writing the orders.
        with nullcontext(sys.stdin.buffer) if name == _STDIN else Path(name).open("rb") as file:
            data = read_stream(file, _MAX_ORDER_BYTES, source, "orders", OrderError)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise OrderError(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from error
    try:
        return parse_orders(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise OrderError(f"{source} is no text: byte {error.start} is not UTF-8") from error
    except OrderError as error:
        raise OrderError(f"{source}, {error}; none of its orders was carried out") from None


def _is_terminal() -> bool:
    """Tell whether orders are typed at a terminal, where each mistake is seen at once."""
    return sys.stdin is not None and sys.stdin.isatty()
