"""A game of LIFE-2 at the teletype: asks, prints, and plays the ticks of its session without waiting."""

import re
from collections.abc import Callable

from gpulife.cli.teletype.line_reader import ReadLine
from gpulife.cli.teletype.printout import (
    FORMAT_HINT,
    MASK,
    PROMPT,
    REFUSALS,
    TITLE,
    board_lines,
    heading,
    shared_lines,
    verdict,
)
from gpulife.errors import GpulifeError
from gpulife.games.core.cursor import Place
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.life2.state import Life2Phase, Life2State
from gpulife.session.session import Session

_PLACE = re.compile(r"\s*([+-]?\d{1,9})\s*[,\s]\s*([+-]?\d{1,9})\s*", re.ASCII)
_MAX_TICKS = 100_000
"""Limit on the ticks that a computer takes for a choice; none ever comes near."""


class TeletypeError(GpulifeError):
    """The input ended before the game did."""


class TeletypeGame:
    """One game at the teletype.

    Args:
        session: a session of LIFE-2, before its first tick, with the computers as its players.
        levels: levels of both seats, 0 for a person.
        read: returns the next answer.
        paper: called to print a text at once.
    """

    def __init__(
        self, session: Session[Life2State], levels: tuple[int, int], read: ReadLine, paper: Callable[[str], None]
    ) -> None:
        self._session = session
        self._levels = levels
        self._read = read
        self._paper = paper

    @property
    def state(self) -> Life2State:
        """Return the present state of the game."""
        return self._session.state

    def play(self, max_turns: int | None = None) -> None:
        """Play to the end, or for ``max_turns``.

        Raises:
            TeletypeError: the input ends before the game does.
        """
        self._print(*TITLE)
        self._session.tick((Action(NOBODY, ActionKind.START),))
        while self.state.phase is not Life2Phase.OVER and (max_turns is None or self.state.turn <= max_turns):
            self._turn()
        if self.state.phase is Life2Phase.OVER:
            self._print("", verdict(self.state.winner))

    def _turn(self) -> None:
        is_first = self.state.phase is Life2Phase.OPENING
        for player, level in enumerate(self._levels):
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
        """Ask a player for a place once; the answer may be of no use."""
        self._paper(PROMPT)
        try:
            line = self._read()
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
        # In the program's opening a computer may still be at it.
        self._tick_until(lambda state: state.may_choose(player))
        self._session.tick((Action(player, ActionKind.PLACE, *place),))
        if problem := self.state.hands[player].refused:
            self._print(REFUSALS[problem])

    def _tick_until(self, condition: Callable[[Life2State], bool]) -> None:
        for _ in range(_MAX_TICKS):
            if condition(self.state):
                return
            self._session.tick()
        raise AssertionError(f"nothing happens in turn {self.state.turn}")  # no more of it: choices are secret

    def _print_board(self) -> None:
        rows, columns = self._session.engine.shape
        self._print("", *board_lines(self._session.engine.read(0, 0, rows, columns)))

    def _print(self, *lines: str) -> None:
        self._paper("".join(f"{line}\n" for line in lines or ("",)))


def parse_place(line: str) -> Place | None:
    """Return the place (row, column) that a typed line names, on a board or not: ``parse_place("3,2") == (1, 2)``."""
    match = _PLACE.fullmatch(line)
    return None if match is None else (int(match[2]) - 1, int(match[1]) - 1)
