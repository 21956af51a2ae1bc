"""Follows a game of BioWar in the window, and writes what happened in each turn into the conversation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gpulife.games.biowar.state import BioWarState, Event, Remark, TurnPhase
from gpulife.games.biowar.turn_report import (
    Contest,
    Losses,
    ReportLine,
    contest_lines,
    contests,
    losses,
    turn_lines,
)
from gpulife.games.core.game import Place
from gpulife.rules import Cells, Edges

_CONTEST_SECONDS = 2.5
"""Seconds for which a place that several players wanted is marked on the board."""
_MAX_LINES = 40


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the log, with the number of its turn and the remark of the conversation after which it is shown."""

    turn: int
    after: Remark | None
    line: ReportLine


class TurnLog:
    """The reports of a session's turns. Jumps back in time remove the reports of the turns that are undone."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []
        self._wanted: tuple[int, dict[Place, list[int]]] = 0, {}
        self._before: tuple[int, Cells] | None = None  # turn, board while players choose places
        self._placed: tuple[int, Cells, tuple[int, ...]] | None = None  # turn, board before growth, players
        self._found: Losses | None = None
        self._contests: tuple[Contest, ...] = ()
        self._since = -_CONTEST_SECONDS
        self._turn = 0
        self._scores: dict[int, tuple[int, ...]] = {}

    def follow(self, state: BioWarState, cells: Cells, edges: Edges, people: Sequence[int], names: Sequence[str],
               now: float) -> None:  # fmt: skip
        """Note what has happened since the previous call. Called once a frame, but never in the middle of a tick.

        Args:
            state: state of the game.
            cells: the board, shape (rows, columns), uint8.
            edges: the board's edges.
            people: the seats of the people at this window.
            names: the names of all seats.
            now: time in seconds.
        """
        if state.turn < self._turn:  # a jump back, or another game
            self._lines = [line for line in self._lines if line.turn < state.turn]
            self._scores = {turn: scores for turn, scores in self._scores.items() if turn < state.turn}
        self._turn = state.turn
        if state.phase is TurnPhase.ADJUSTMENT:
            self._report(state, people, names)
            self._wanted, self._before = (state.turn, state.wanted), (state.turn, cells)
        elif state.phase is TurnPhase.GROWTH and not state.grown:
            if self._placed is None or self._placed[0] != state.turn:
                self._placed, self._found = (state.turn, cells, state.players), None
                turn, wanted = self._wanted
                self._contests = contests(wanted, cells) if turn == state.turn else ()
                self._since = now
                self._add(state, contest_lines(self._contests, names))
        elif state.phase is TurnPhase.GROWTH:
            if self._found is None and self._placed is not None and self._placed[0] == state.turn:
                before = self._before[1] if self._before is not None and self._before[0] == state.turn else None
                self._found = losses(before, self._placed[1], cells, edges, len(state.sides))
        else:
            self._report(state, people, names)

    def _report(self, state: BioWarState, people: Sequence[int], names: Sequence[str]) -> None:
        """Add the lines of the turn that has just ended, if the board was seen before and after its generation."""
        ended = state.turn if state.is_over else state.turn - 1
        if ended >= 0 and ended not in self._scores:
            self._scores[ended] = tuple(side.score for side in state.sides)
        placed, found = self._placed, self._found
        self._placed = self._found = None
        if placed is not None and found is not None and state.turn - placed[0] in (0, 1):
            readers = [each for each in people if each in placed[2]]
            self._add(state, turn_lines(state, placed[0], found, readers, names))

    @property
    def scores(self) -> Mapping[int, Sequence[int]]:
        """The points of all seats after each turn that was seen, by the turn's number; 0 is the beginning."""
        return self._scores

    def _add(self, state: BioWarState, lines: Sequence[ReportLine]) -> None:
        after = state.remarks[-1] if state.remarks else None
        self._lines = [*self._lines, *(_Line(state.turn, after, line) for line in lines)][-_MAX_LINES:]

    def merged(self, state: BioWarState, lines: Sequence[ReportLine], *, greets: bool = True) -> tuple[ReportLine, ...]:
        """Return the conversation with the reports on turns inserted where they belong.

        That a player leaves is left out if they join again at once, as players do who are out.

        Args:
            state: state of the game.
            lines: the conversation without reports: a line for each remark in ``state``.
            greets: False to leave out who joins in turn 1.
        """
        remarks = state.remarks
        following = (*remarks, None)[1:]
        numbered = [
            (number, 0, line)
            for number, (line, remark, after) in enumerate(zip(lines, remarks, following, strict=True))
            if not (remark.event is Event.LEFT and after == replace(remark, event=Event.JOINED))
            and (greets or remark.event is not Event.JOINED or remark.turn > 1)
        ]
        for order, own in enumerate(self._lines, start=1):
            last = max((number for number, remark in enumerate(remarks) if remark == own.after), default=-1)
            numbered.append((last, order, own.line))
        return tuple(line for _, _, line in sorted(numbered, key=lambda each: each[:2]))

    def contested(self, now: float) -> tuple[Sequence[Contest], float]:
        """Return the places to mark on the board now, and how far their marks have faded, 0 to 1."""
        share = (now - self._since) / _CONTEST_SECONDS
        return (self._contests, share) if share < 1 else ((), 1.0)
