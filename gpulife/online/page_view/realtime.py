"""What browser pages show of a match of Real-Time Life."""

from string import ascii_uppercase
from typing import Any

from msgspec.structs import replace

from gpulife.games.core.cursor import Area
from gpulife.games.core.game import NOBODY, ActionKind
from gpulife.games.core.shared_texts import count_text
from gpulife.games.realtime.moves import rows_after_joining
from gpulife.games.realtime.observation import (
    RealTimeOverlay,
    SeatInput,
    end_reason,
    headline,
    in_words,
    prompts,
    realtime_overlay,
    result,
)
from gpulife.games.realtime.state import RealTimePhase, RealTimeState, Seat, SeatStanding
from gpulife.online.page_view.cell_frames import CellValues
from gpulife.online.page_view.game_view import GameView
from gpulife.online.page_view.view import (
    Box,
    Button,
    Mark,
    Moment,
    View,
    button,
    frame,
    halt_button,
    label,
    new_cell,
    path,
    steer,
)
from gpulife.view.grounds import WINDOW_2000

_FATES = {SeatStanding.OUT: "out", SeatStanding.GONE: "quit", SeatStanding.EMPTY: "not joined yet"}


def realtime_view(moment: Moment) -> View:
    """Return what the page shows for a match of Real-Time Life at one tick."""
    state: RealTimeState = moment.state
    shown = realtime_overlay(state)
    names = tuple(
        moment.names[seat] if moment.titles[seat] or seat == moment.viewer else state.title(seat)
        for seat in range(len(state.seats))
    )
    called = {seat: name for seat, name in enumerate(moment.titles) if name and name != state.seats[seat].name}
    over, plays = state.phase is RealTimePhase.OVER, moment.is_seated and not state.frozen
    own = next((each for each in shown.inputs if each.seat == moment.viewer), None)
    rows, columns = _shape(moment)
    marks = [mark for each in shown.inputs for mark in _marks(each, is_own=each.seat == moment.viewer)]
    return View(
        title=moment.game.title,
        headline=(result(state, names),) if over else _headlines(shown),
        clock=None if over or shown.phase == "waiting" else moment.clock(state.left, state.hour, runs=state.running),
        pips=None if over or shown.phase == "waiting" else (shown.tick, shown.ticks),
        boxes=tuple(_box(moment, number, seat) for number, seat in _listed(moment, state)),
        status=(count_text(state.generation, "generation"),),
        marks=tuple(marks),
        cursors=tuple((each.seat, *each.cursor) for each in shown.inputs if each.cursor is not None),
        prompt=prompts(shown, own) if moment.is_seated else (),
        note=in_words(own.message) if own is not None and own.message else "",
        buttons=_buttons(state, moment.viewer) if moment.is_seated else (),
        lines=tuple((NOBODY, "", line) for line in state.news_lines(called)),
        end=(result(state, names), end_reason(state, names)) if over else (),
        labelled=True,
        steer=steer(Area(0, 0, rows - 1, columns - 1), (state.rows, state.columns)) if plays and not over else None,
    )


def realtime_values(moment: Moment) -> CellValues:
    """Return the values of the cells in play, and of the rows that the board will gain if the viewer joins."""
    rows, columns = _shape(moment)
    return moment.cells[:rows, :columns]


def _headlines(shown: RealTimeOverlay) -> tuple[str, ...]:
    """Return the headline and, during play, a shorter wording of it for phones."""
    short = f"Generation {shown.generation}   " + (
        f"next tick in {shown.tick_left}" if shown.tick_left else f"next in {shown.generation_left}"
    )
    return (headline(shown), short) if shown.phase == "play" else (headline(shown),)


def _shape(moment: Moment) -> tuple[int, int]:
    state: RealTimeState = moment.state
    seat = moment.viewer
    is_out = moment.is_seated and seat < len(state.seats) and state.seats[seat].standing is not SeatStanding.IN
    is_joining = is_out and state.phase is not RealTimePhase.OVER
    rows = rows_after_joining(state, seat) if is_joining else state.rows
    return min(rows, moment.cells.shape[0]), state.columns


def _listed(moment: Moment, state: RealTimeState) -> list[tuple[int, Seat]]:
    """Return the seats to show as (number of the seat, seat), sorted by total score, the highest first.

    Seats that nobody uses are left out.
    """
    return [
        (number, state.seats[number])
        for number in state.ranking
        if state.seats[number].standing is not SeatStanding.EMPTY
        or moment.titles[number]
        or number == moment.viewer
        or number < state.players
    ]


def _box(moment: Moment, number: int, seat: Seat) -> Box:
    details: tuple[str, ...] = ()
    content: dict[str, Any] = {}
    if seat.standing is not SeatStanding.EMPTY:
        details = (count_text(seat.cells, "cell"), count_text(seat.points, "point"))
        content = {"score": f"{seat.score:.1f}", "unit": "total"}
    box = moment.box(
        number, details=details, status=_FATES.get(seat.standing, ""), on=seat.standing is SeatStanding.IN, **content
    )
    name = moment.titles[number] or seat.name
    # the player has left, but their cells remain
    if moment.is_free(number) and seat.standing is not SeatStanding.EMPTY:
        box = replace(box, score=content["score"], unit="total", details=details)
    letter = ascii_uppercase[number]
    return replace(box, name=f"{letter} {name}".strip())


def _marks(seat_input: SeatInput, *, is_own: bool) -> list[Mark]:
    marks = [new_cell(place, seat_input.seat) for place in seat_input.sketch]
    if seat_input.chosen is not None:
        marks.append(frame(seat_input.chosen))
        if seat_input.path:
            marks.append(path((seat_input.chosen, *seat_input.path), possible=seat_input.affordable))
    if is_own and seat_input.cursor is not None and (seat_input.chosen is not None or seat_input.missing):
        marks.append(label(seat_input.cursor, seat_input.seat, seat_input.label.partition(": ")[2]))
    return marks


def _buttons(state: RealTimeState, player: int) -> tuple[Button, ...]:
    if state.phase is RealTimePhase.OVER:
        return (button("Play again", ActionKind.START, main=True),)
    is_in = 0 <= player < len(state.seats) and state.seats[player].standing is SeatStanding.IN
    leave = (button("Quit", ActionKind.RESIGN, confirm="Quit? Your cells become neutral."),) if is_in else ()
    if state.phase is RealTimePhase.WAITING:
        return (*((button("Start the clock", ActionKind.HALT),) if is_in else ()), *leave)
    halt = halt_button(halted=state.halted)
    return (*((halt,) if is_in else ()), *leave)


PAGE = GameView(realtime_view, WINDOW_2000, realtime_values)
