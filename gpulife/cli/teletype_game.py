"""A game of LIFE-2 at the teletype: players type the cells that they choose, and boards are printed.

The game computes its ticks at once, without waiting for a clock.
"""

import argparse
import logging
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from gpulife.cli.options import seed_or_random
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import BoardSizeError, GpulifeError
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.life2.spec import LIFE_2
from gpulife.games.life2.state import Life2Phase, Life2State
from gpulife.games.matches import new_match
from gpulife.printing import DeferredErrorOutput, write_out
from gpulife.rules import Cells, Edges, parse_rule
from gpulife.session.replay import write_replay
from gpulife.session.session import Session
from gpulife.storage.atomic_io import require_writable
from gpulife.storage.bounded_reading import MAX_LINE, line_too_long

ReadLine = Callable[[], str]
"""A function that returns the next line without its line end.

It raises EOFError at the end of the input, and ReadError if the line is too long.
"""


def _read() -> str:
    return _text(sys.stdin.buffer.readline(MAX_LINE + 1) if sys.stdin is not None else b"")


def _text(line: bytes) -> str:
    if not line:
        raise EOFError
    if len(line) > MAX_LINE:
        raise line_too_long("standard input")
    return line.decode("utf-8", "replace").rstrip("\r\n")


if sys.platform == "win32":
    import getpass

    @contextmanager
    def hidden_lines() -> Iterator[ReadLine]:
        """Provide a function that reads a line without showing what is typed."""
        yield (lambda: getpass.getpass("")) if sys.stdin is not None and sys.stdin.isatty() else _read

else:
    import io
    import os
    import select
    import signal
    import termios
    import threading
    from contextlib import suppress

    @contextmanager
    def hidden_lines() -> Iterator[ReadLine]:
        """Yield a function that reads a line without showing what is typed; then restore the terminal."""
        descriptor = _descriptor()
        if descriptor is None:
            yield _read
            return
        with _waiting_for(descriptor) as wait, _hidden(descriptor):
            lines = _Lines(descriptor, wait)
            yield lambda: _text(lines.next())

    class _Lines:
        """Reads lines from a file descriptor. It calls ``wait`` before each read."""

        def __init__(self, descriptor: int, wait: Callable[[], None]) -> None:
            self._descriptor = descriptor
            self._wait = wait
            self._read = b""

        def next(self) -> bytes:
            """Return the next line with its line end; b"" at the end of the input."""
            while b"\n" not in self._read and len(self._read) <= MAX_LINE:
                self._wait()
                try:
                    data = os.read(self._descriptor, 1 << 16)
                except OSError:  # the terminal has gone
                    data = b""
                if not data:
                    break
                self._read += data
            line, end, self._read = self._read.partition(b"\n")
            return line + end

    def _descriptor() -> int | None:
        if sys.stdin is None:
            return None
        try:
            return sys.stdin.fileno()
        except io.UnsupportedOperation:
            return None

    @contextmanager
    def _hidden(descriptor: int) -> Iterator[None]:
        if not os.isatty(descriptor):
            yield
            return
        before = termios.tcgetattr(descriptor)
        hidden = termios.tcgetattr(descriptor)
        hidden[3] &= ~termios.ECHO
        termios.tcsetattr(descriptor, termios.TCSADRAIN, hidden)
        try:
            yield
        finally:
            # Discard what was typed ahead, since the shell would show it and run it.
            with suppress(termios.error):  # the terminal may have gone
                termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)

    @contextmanager
    def _waiting_for(descriptor: int) -> Iterator[Callable[[], None]]:
        """Yield a function that waits for input. If a signal comes meanwhile, its handler runs at once."""
        # Otherwise, a Ctrl-C just before the system call ``read`` would have no effect until the next line.
        if threading.current_thread() is not threading.main_thread():
            yield lambda: None
            return
        signalled, signals = os.pipe()
        os.set_blocking(signals, False)
        before = signal.set_wakeup_fd(signals, warn_on_full_buffer=False)

        def wait() -> None:
            while descriptor not in select.select([descriptor, signalled], [], [])[0]:
                os.read(signalled, 64)

        try:
            yield wait
        finally:
            signal.set_wakeup_fd(before)
            os.close(signalled)
            os.close(signals)


SYMBOLS = " *#"
"""Symbols of a dead cell, a cell of the first player and a cell of the second player."""
TITLE = ("                         L I F E - 2", "            TWO PLAYERS, ONE BOARD, HIDDEN MOVES", "")
PROMPT, MASK = "X,Y? ", "XXXXXX"
"""The prompt for a cell, and the mask that is printed over the answer to hide it from the other player."""
FORMAT_HINT = "TYPE COLUMN,ROW AS IN 3,2."
REFUSALS = {"taken": "THAT PLACE IS TAKEN. TYPE ANOTHER.", "outside": "THAT IS OFF THE BOARD. TYPE ANOTHER."}
_MIN_CELL_WIDTH = 3
MAX_SIDE = 99


def board_lines(cells: Cells) -> list[str]:
    """Return the lines to print for a board, with column numbers above and below, and row numbers left and right.

    Args:
        cells: states 0 to 2, shape (rows, columns), uint8.
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
    """Return the line that tells a player to place pieces.

    Args:
        player: 0 or 1.
        pieces: number of pieces to place.
        level: level of the player, if it is a computer player; 0 for a person.
    """
    count = f"{pieces} PIECES" if pieces != 1 else "1 PIECE"
    who = f", COMPUTER {level}" if level else ""
    return f"PLAYER {player + 1} ({SYMBOLS[player + 1]}{who}): {count}"


def shared_lines(state: Life2State) -> list[str]:
    """Return lines that name the cells which both players chose; [] if they chose different cells."""
    if not state.shared:
        return []
    places = " AND ".join(map(place_text, state.shared))
    if not state.rules.coded:
        return [f"BOTH CHOSE {places}: {'THAT STAYS' if len(state.shared) == 1 else 'THOSE STAY'} EMPTY."]
    lost = f", AND {place_text(state.emptied)} IS EMPTIED" if state.emptied is not None else ""
    return [f"BOTH CHOSE {places}: NEITHER PIECE IS PLACED{lost}."]


def verdict(winner: int | None) -> str:
    """Return the line that announces the winner (0 or 1); None means a draw."""
    return "A DRAW: NOTHING LIVES." if winner is None else f"PLAYER {winner + 1} ({SYMBOLS[winner + 1]}) WINS."


def place_text(place: Place) -> str:
    """Format a cell (row, column) as people type it: ``place_text((1, 2)) == "3,2"``."""
    return f"{place[1] + 1},{place[0] + 1}"


_LOG = logging.getLogger(__name__)
_PLACE = re.compile(r"\s*([+-]?\d{1,9})\s*[,\s]\s*([+-]?\d{1,9})\s*", re.ASCII)
_MAX_TICKS = 100_000
"""Maximum number of ticks that a computer player may take to choose a cell. It needs far fewer."""


class TeletypeError(GpulifeError):
    """The input ended before the game was over."""


@dataclass(frozen=True, slots=True)
class TeletypeGame:
    """One game at the teletype.

    Attributes:
        session: a session of LIFE-2 before its first tick. Computer players have been added to it.
        levels: levels of both seats; 0 for a person.
        read: returns the next line.
        write: prints text at once.
    """

    session: Session[Life2State]
    levels: tuple[int, int]
    read: ReadLine
    write: Callable[[str], None]

    @property
    def state(self) -> Life2State:
        """The current state of the game."""
        return self.session.state

    def play(self, max_turns: int | None = None) -> None:
        """Play to the end of the game, or for ``max_turns`` turns at most.

        Raises:
            TeletypeError: the input ends before the game is over.
        """
        self._print(*TITLE)
        self.session.tick((Action(NOBODY, ActionKind.START),))
        while self.state.phase is not Life2Phase.OVER and (max_turns is None or self.state.turn <= max_turns):
            self._turn()
        if self.state.phase is Life2Phase.OVER:
            self._print("", verdict(self.state.winner))

    def _turn(self) -> None:
        is_first = self.state.phase is Life2Phase.OPENING
        for player, level in enumerate(self.levels):
            self._print("", heading(player, self.state.needs, level))
            if level:
                self._print(*[PROMPT + MASK] * self.state.needs)
            else:
                while not self.state.is_ready(player):
                    self._ask(player)
        self._tick_until(lambda state: state.phase is Life2Phase.REVEAL)
        lines = shared_lines(self.state)
        if lines:
            self._print("", *lines)
        if is_first:
            self._print_board()
        self._tick_until(lambda state: state.phase in (Life2Phase.TURN, Life2Phase.OVER))
        self._print_board()

    def _ask(self, player: int) -> None:
        """Ask a player once for a cell. If the answer is invalid or refused, the player has to be asked again."""
        self.write(PROMPT)
        try:
            line = self.read()
        except EOFError:
            self._print()
            raise TeletypeError(
                f"the input ended in turn {self.state.turn}, before player {player + 1} chose a cell:"
                " add a line such as 3,2 (column,row)"
            ) from None
        self._print(MASK)
        place = parse_place(line)
        if place is None:
            self._print(FORMAT_HINT)
            return
        # In the opening of CODED, the computer player in the other seat may have to choose first.
        self._tick_until(lambda state: state.may_choose(player))
        self.session.tick((Action(player, ActionKind.PLACE, *place),))
        if problem := self.state.hands[player].refused:
            self._print(REFUSALS[problem])

    def _tick_until(self, condition: Callable[[Life2State], bool]) -> None:
        for _ in range(_MAX_TICKS):
            if condition(self.state):
                return
            self.session.tick()
        raise AssertionError(
            f"turn {self.state.turn} of the game has not ended after {_MAX_TICKS} ticks"
        )  # does not print the state, since choices are secret

    def _print_board(self) -> None:
        rows, columns = self.session.engine.shape
        self._print("", *board_lines(self.session.engine.read(0, 0, rows, columns)))

    def _print(self, *lines: str) -> None:
        self.write("".join(f"{line}\n" for line in lines or ("",)))


def parse_place(line: str) -> Place | None:
    """Parse the cell that a player typed: ``parse_place("3,2") == (1, 2)``, a (row, column). It may lie off the board.

    The result is None if the line does not have this form.
    """
    match = _PLACE.fullmatch(line)
    return None if match is None else (int(match[2]) - 1, int(match[1]) - 1)


def play_at_teletype(arguments: argparse.Namespace) -> int:
    """Play a game with the parsed arguments of ``gpulife teletype``, and return the exit status.

    Raises:
        GpulifeError: an option is invalid, or the input ends before the game is over.
        KeyboardInterrupt: on Ctrl-C.
        SystemExit: on SIGTERM and SIGHUP.
    """
    shape = arguments.size or LIFE_2.shape
    if max(shape) > MAX_SIDE:
        raise BoardSizeError(
            f"a board of {shape[1]}x{shape[0]} does not fit on the paper: use {MAX_SIDE}x{MAX_SIDE} or less"
        )
    law = parse_rule(LIFE_2.rule)
    rule = replace(law, edges=Edges(arguments.edges)) if arguments.edges else law
    seed = seed_or_random(arguments.seed)
    match = new_match(LIFE_2.name, rule, shape, seed, arguments.variant.upper())
    require_writable(arguments.record)
    levels = (arguments.first, arguments.second)
    computers = [
        LIFE_2.computer(ComputerSeat(seat=seat, level=level, seed=seed)) for seat, level in enumerate(levels) if level
    ]
    # With --record, a game from a pipe is played to its end even if nothing reads the output.
    patient = arguments.record is not None and not (sys.stdin and sys.stdin.isatty())
    output = DeferredErrorOutput()
    with NumpyEngine(parse_rule(match.rule), shape) as engine:
        session = Session(match, engine, computers, game=LIFE_2, budget=0)
        try:
            with hidden_lines() as read:
                write = output.write if patient else partial(write_out, flush=True)
                TeletypeGame(session, levels, read, write).play(arguments.turns)
        except (KeyboardInterrupt, SystemExit):
            output.write("\n")
            _LOG.warning("the game was stopped before anybody had won")
            raise
        finally:
            if arguments.record is not None:
                write_replay(arguments.record, session.recording())
    output.finish()
    return 0
