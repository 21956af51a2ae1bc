"""What the screen of BioWar shows beside its board: plain data made of the state, without drawing anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.games.base import NOBODY
from gpulife.games.biowar_state import BioWarState, Event, Phase, Remark, Standing
from gpulife.games.cursor import Place

_EVENTS = {
    Event.JOINED: "plays now",
    Event.LEFT: "has left",
    Event.OUT: "has no cells left and is out: QUIT, then play again",
}


@dataclass(frozen=True, slots=True)
class Box:
    """What there is to know about a seat.

    Attributes:
        player: whose.
        name: for people.
        sizes: cells on the board, small, middle and large ones; empty where they are not counted.
        cells: all of them.
        score: points; None for who does not play.
        status: one line.
        active: whether the player plays.
        urgent: whether the line asks for something.
    """

    player: int
    name: str
    sizes: tuple[int, ...]
    cells: int
    score: int | None
    status: str
    active: bool
    urgent: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A new cell that a player wants in a place.

    Attributes:
        place: on the board.
        player: whose.
        rank: among those who want that place, 0 for the first.
        rivals: how many want it.
    """

    place: Place
    player: int
    rank: int
    rivals: int


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything beside the board.

    Attributes:
        turn: its number.
        phase: in words.
        seconds: left of the Adjustment phase, rounded up; None in other phases.
        share: of the phase that is left, 0 to 1.
        boxes: one a seat that somebody can sit on.
        lines: of the conversation, the latest last, each with the player of its colour (NOBODY for none) and two parts.
        who: whether the players are shown instead.
        marks: new cells of this phase.
        cursors: (player, place) of those who can place cells.
    """

    turn: int
    phase: str
    seconds: int | None
    share: float
    boxes: tuple[Box, ...]
    lines: tuple[tuple[int, str, str], ...]
    who: bool
    marks: tuple[Mark, ...]
    cursors: tuple[tuple[int, Place], ...]

    @property
    def ranking(self) -> tuple[Box, ...]:
        """The players, not the spectators, the best first: what WHO shows."""
        playing = (box for box in self.boxes if box.score is not None)
        return tuple(sorted(playing, key=lambda box: (-(box.score or 0), box.player)))


def screen(
    state: BioWarState,
    names: Sequence[str],
    census: Sequence[int],
    sizes: NDArray[np.int64] | None,
    seated: dict[int, str],
) -> Screen:
    """The screen of ``state``.

    Args:
        state: of the game.
        names: of the seats.
        census: cells a player now.
        sizes: cells a player and size, shape (players, 3), int64; None if they are not counted.
        seated: what is said about each seat that somebody can sit on while its player does not play.
    """
    total = {Phase.ADJUSTMENT: state.adjustment_ticks, Phase.GROWTH: state.growth_ticks}.get(state.phase, 1)
    boxes = tuple(
        _box(
            state, player, names[player], int(census[player]), None if sizes is None else sizes[player], seated[player]
        )
        for player in range(len(state.sides))
        if player in seated
    )
    return Screen(
        turn=state.turn,
        phase=_phase(state),
        seconds=-(-state.left // 60) if state.phase is Phase.ADJUSTMENT else None,
        share=min(state.left / total, 1.0) if state.phase is not Phase.IDLE else 0.0,
        boxes=boxes,
        lines=tuple(_line(remark, names) for remark in state.remarks),
        who=state.who,
        marks=_marks(state),
        cursors=tuple(
            (player, (cursor.row, cursor.column)) for player, cursor in enumerate(state.cursors) if cursor.visible
        ),
    )


def keys(state: BioWarState, player: int) -> tuple[str, str, str]:
    """What OPTION, SELECT and START stand for, for a seat or NOBODY."""
    side = state.sides[player] if 0 <= player < len(state.sides) else None
    asking = state.asking if side is None else side.asking
    start = "GAME" if side is None or side.standing is Standing.SPECTATOR else "DONE"
    return ("NO", "YES", start) if asking else ("QUIT", "READ" if state.who else "WHO", start)


def _phase(state: BioWarState) -> str:
    if state.phase is Phase.IDLE:
        return "nobody plays yet"
    return "halted" if state.stands else f"{state.phase.capitalize()} Phase"


def _box(state: BioWarState, player: int, name: str, cells: int, sizes: NDArray[np.int64] | None, seated: str) -> Box:
    side = state.sides[player]
    status, urgent = seated, False
    if side.asking:
        status, urgent = "quit?  SELECT: yes", True
    elif side.standing is Standing.OUT:
        status = "out: OPTION leaves"
    elif side.is_in and state.phase is Phase.ADJUSTMENT:
        status = "DONE" if side.done else f"{side.placements} of {side.allotment} to place"
    elif side.is_in:
        status = "growing"
    counted = () if sizes is None else tuple(int(count) for count in sizes)
    score = None if side.standing is Standing.SPECTATOR else side.score
    return Box(player, name, counted, cells, score, status, side.is_in, urgent)


def _line(remark: Remark, names: Sequence[str]) -> tuple[int, str, str]:
    name = "Somebody" if remark.player == NOBODY else names[remark.player]
    if remark.event is Event.SAID:
        return remark.player, f"{name}:", remark.text
    return remark.player, name, _EVENTS[remark.event]


def _marks(state: BioWarState) -> tuple[Mark, ...]:
    wanted: dict[Place, list[int]] = {}
    for player, side in enumerate(state.sides):
        for place in side.marks:
            wanted.setdefault(place, []).append(player)
    return tuple(
        Mark(place, player, rank, len(players))
        for place, players in wanted.items()
        for rank, player in enumerate(players)
    )
