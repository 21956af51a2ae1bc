"""A game of LIFE-2 at the teletype: asks for places, prints boards, and plays the session as fast as possible."""

import argparse
import logging
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from gpulife.cli.arg_types import seed_or_random
from gpulife.cli.teletype.line_reader import ReadLine, hidden_lines
from gpulife.cli.teletype.printout import (
    FORMAT_HINT,
    MASK,
    MAX_SIDE,
    PROMPT,
    REFUSALS,
    TITLE,
    board_lines,
    heading,
    shared_lines,
    verdict,
)
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import BoardSizeError, GpulifeError
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.life2.spec import LIFE_2
from gpulife.games.life2.state import Life2Phase, Life2State
from gpulife.games.matches import new_match
from gpulife.printing import DeferredErrorOutput, write_out
from gpulife.rules import Edges, parse_rule
from gpulife.session.replay import write_replay
from gpulife.session.session import Session
from gpulife.storage.atomic_io import require_writable

_LOG = logging.getLogger(__name__)
_PLACE = re.compile(r"\s*([+-]?\d{1,9})\s*[,\s]\s*([+-]?\d{1,9})\s*", re.ASCII)
_MAX_TICKS = 100_000
"""Limit on the ticks for a computer's choice, far above what any computer needs."""


class TeletypeError(GpulifeError):
    """The input ended before the game did."""


@dataclass(frozen=True, slots=True)
class TeletypeGame:
    """One game at the teletype.

    Attributes:
        session: a session of LIFE-2, before its first tick, with the computers as its players.
        levels: levels of both seats, 0 for a person.
        read: returns the next answer.
        write: prints a text at once.
    """

    session: Session[Life2State]
    levels: tuple[int, int]
    read: ReadLine
    write: Callable[[str], None]

    @property
    def state(self) -> Life2State:
        """Return the present state of the game."""
        return self.session.state

    def play(self, max_turns: int | None = None) -> None:
        """Play to the end, or for ``max_turns``.

        Raises:
            TeletypeError: the input ends before the game does.
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
        """Ask a player for a place once; the answer may be invalid."""
        self.write(PROMPT)
        try:
            line = self.read()
        except EOFError:
            self._print()
            raise TeletypeError(
                f"the input ended in turn {self.state.turn}, where player {player + 1} was to choose a place:"
                " give it a line with column,row, as in 3,2"
            ) from None
        self._print(MASK)
        place = parse_place(line)
        if place is None:
            self._print(FORMAT_HINT)
            return
        # In the opening of CODED the other player's computer may have to choose first.
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
            f"nothing happens in turn {self.state.turn}"
        )  # without the state, since choices are secret

    def _print_board(self) -> None:
        rows, columns = self.session.engine.shape
        self._print("", *board_lines(self.session.engine.read(0, 0, rows, columns)))

    def _print(self, *lines: str) -> None:
        self.write("".join(f"{line}\n" for line in lines or ("",)))


def parse_place(line: str) -> Place | None:
    """Return the place (row, column) that a typed line names, on a board or not: ``parse_place("3,2") == (1, 2)``."""
    match = _PLACE.fullmatch(line)
    return None if match is None else (int(match[2]) - 1, int(match[1]) - 1)


def play_at_teletype(arguments: argparse.Namespace) -> int:
    """Play a game with the parsed arguments of ``gpulife teletype``, and return the exit status.

    Raises:
        GpulifeError: an option is not possible, or the input ends before the game does.
        KeyboardInterrupt: on Ctrl-C.
        SystemExit: on SIGTERM and SIGHUP.
    """
    shape = arguments.size or LIFE_2.shape
    if max(shape) > MAX_SIDE:
        raise BoardSizeError(
            f"a board of {shape[1]}x{shape[0]} does not go on the paper: at most {MAX_SIDE}x{MAX_SIDE}"
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
    # With --record a game from a pipe goes on to its end, even if nobody reads the output.
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
            _LOG.warning("the game was stopped: nobody has won")
            raise
        finally:
            if arguments.record is not None:
                write_replay(arguments.record, session.recording())
    output.finish()
    return 0
