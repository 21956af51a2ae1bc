"""The overlay of the board of Real-Time Life: plain data made from the state, without drawing anything."""

from dataclasses import dataclass

from gpulife.games.core.game import TICKS_PER_SECOND, Place
from gpulife.games.realtime.moves import MUST_TOUCH, is_connected, is_refusal
from gpulife.games.realtime.rejoining import STEPS_AWAY, has_to_wait, must_keep_away, waiting_text
from gpulife.games.realtime.state import (
    CELLS_TO_JOIN,
    TICKS_PER_GENERATION,
    RealTimePhase,
    RealTimeState,
    Seat,
    SeatStanding,
)
from gpulife.games.realtime.text_board import clock_text, time_text
from gpulife.games.realtime.text_orders import place_text


@dataclass(frozen=True, slots=True)
class SeatInput:
    """The cursor of a player, and the order that it is about to give.

    Attributes:
        seat: seat of the player.
        cursor: place of the cursor, None while nobody steers it.
        sketch: places of the ten cells while joining.
        missing: number of those still to come; 0 for those in the game.
        chosen: place of the cell that is about to be moved; None for none.
        path: places that it would step on, up to the cursor, at a point each; empty where there is no way.
        points: movement points that the player has.
        affordable: whether these are enough for the path.
        label: line at the cursor: the cost, or what to do.
        waits: time until somebody who has quit may join again, in words; "" for everybody else.
        message: answer to the last order; "" for none.
        refusal: what could not be done and why, for a line at the cursor; "" if nothing was refused.
    """

    seat: int
    cursor: Place | None
    sketch: tuple[Place, ...]
    missing: int
    chosen: Place | None
    path: tuple[Place, ...]
    points: int
    affordable: bool
    label: str
    waits: str
    message: str
    refusal: str


@dataclass(frozen=True, slots=True)
class RealTimeOverlay:
    """Everything about the game that is not a cell.

    Attributes:
        phase: "waiting", "play", "halted" or "over".
        clock: time or result, one line in words.
        tick_progress: part of the running turn tick that is over, 0 to 1.
        tick_left: time until the next turn tick, in words; "" where ticks come too quickly for that.
        generation_left: time until the next generation, in words.
        tick: number of turn ticks of the running generation so far, 0 to 11.
        ticks: number of turn ticks in a generation.
        generation: number of generations so far.
        scores: (number, seat) of everybody in the table of scores, the highest total first.
        inputs: cursors of seats that are in the game, or have a cursor or a message, in order.
        news: latest news, the newest last.
        winner: seat of the winner of a game that is over; None before, and for nobody.
        ending: end of the game, "annihilation", "resigned", "limit" or "extinct"; "" before.
    """

    phase: str
    clock: str
    tick_progress: float
    tick_left: str
    generation_left: str
    tick: int
    ticks: int
    generation: int
    scores: tuple[tuple[int, Seat], ...]
    inputs: tuple[SeatInput, ...]
    news: tuple[str, ...]
    winner: int | None
    ending: str


def realtime_overlay(state: RealTimeState) -> RealTimeOverlay:
    """Return the overlay of a state."""
    return RealTimeOverlay(
        phase="halted" if state.halted and state.phase is RealTimePhase.PLAY else str(state.phase),
        clock=clock_text(state),
        tick_progress=1 - state.left / state.hour,
        tick_left=time_text(state.left) if state.hour >= TICKS_PER_SECOND else "",
        generation_left=time_text(state.left_to_generation),
        tick=state.hours % TICKS_PER_GENERATION,
        ticks=TICKS_PER_GENERATION,
        generation=state.generation,
        scores=tuple(
            (number, state.seats[number])
            for number in state.ranking
            if state.seats[number].standing is not SeatStanding.EMPTY
        ),
        inputs=tuple(
            _seat_input(state, number)
            for number, seat in enumerate(state.seats)
            if seat.cursor.visible or seat.message or seat.sketch or seat.standing is SeatStanding.IN
        ),
        news=state.news,
        winner=state.winner,
        ending="" if state.ending is None else str(state.ending),
    )


def _seat_input(state: RealTimeState, number: int) -> SeatInput:
    seat = state.seats[number]
    waits = waiting_text(state) if has_to_wait(state, number) and state.phase is not RealTimePhase.OVER else ""
    joins = seat.standing is not SeatStanding.IN and state.phase is not RealTimePhase.OVER and not waits
    return SeatInput(
        seat=number,
        cursor=(seat.cursor.row, seat.cursor.column) if seat.cursor.visible else None,
        sketch=seat.sketch,
        missing=CELLS_TO_JOIN - len(seat.sketch) if joins else 0,
        chosen=seat.chosen,
        path=seat.path,
        points=seat.points,
        affordable=0 < len(seat.path) <= seat.points,
        label=f"you have quit; join again {waits}" if waits else _label(state, number, joins=joins),
        waits=waits,
        message=seat.message,
        refusal=_refusal(seat),
    )


def _refusal(seat: Seat) -> str:
    if seat.message != MUST_TOUCH:
        return seat.message if is_refusal(seat.message) else ""
    here = seat.cursor.row, seat.cursor.column
    touches = any(is_connected((sketched, here)) for sketched in seat.sketch)
    return "" if touches else f"{place_text(here)} touches none of your cells, by a side or a corner"


def _label(state: RealTimeState, number: int, *, joins: bool) -> str:
    seat = state.seats[number]
    here = seat.cursor.row, seat.cursor.column
    if joins:
        missing = CELLS_TO_JOIN - len(seat.sketch)
        away = f", {STEPS_AWAY} steps or more from others" if must_keep_away(state, number) else ""
        return f"{place_text(here)}: {missing} cell{'s' * (missing != 1)} to place{away}"
    points = f"{seat.points} point{'s' * (seat.points != 1)}"
    if seat.chosen is None or here == seat.chosen:
        return f"{place_text(here)}: {points}"
    if not seat.path:
        return f"{place_text(here)}: no way"
    return f"{place_text(here)}: costs {len(seat.path)}, you have {points}"
