"""What Real-Time Life's screen says that one can do, and why a game has ended, as texts made from what people see.

Texts name controls in braces, as "{trigger}": the screen puts the reader's own keys or buttons there.
"""

from collections.abc import Sequence

from gpulife.games.realtime.observation import RealTimeOverlay, SeatInput
from gpulife.games.realtime.state import RealTimeEnding, RealTimePhase, RealTimeState, SeatStanding
from gpulife.seats import YOU, with_verb


def prompts(overlay: RealTimeOverlay, seat_input: SeatInput | None) -> tuple[str, ...]:
    """Return what a player can do now: the same in wordings from the longest to the shortest.

    Args:
        overlay: what people see.
        seat_input: the player's cursor and order; None for somebody who has not moved it yet.
    """
    if overlay.phase == "over":
        return ("{start} or {click} plays again", "{start} plays again")
    if overlay.phase == "halted":
        return ("Time stands still.  {halt} goes on   {step} plays one tick", "{halt} goes on")
    if seat_input is None:
        return (
            "Place ten cells that touch: {move} {trigger} or {click}, held to draw",
            "Place ten cells: {trigger} or {click}, held to draw",
        )
    if seat_input.waits:
        return (f"You have quit. Join again {seat_input.waits}",)
    if seat_input.missing:
        more = f"{seat_input.missing} {'more ' * bool(seat_input.sketch)}cell{'s' * (seat_input.missing != 1)}"
        return (
            f"Place {more} that touch: {{move}} {{trigger}} or {{click}}, held to draw",
            f"Place {more}: {{trigger}} or {{click}}, held to draw",
            f"Place {more}",
        )
    if overlay.phase == "waiting":
        return ("You have joined.  {halt} starts the clock without the others", "{halt} starts the clock now")
    if seat_input.chosen is not None:
        return _to_move(seat_input)
    if not seat_input.points and not overlay.tick_left:
        return ("No points left: the next tick brings more", "Wait for the next tick")
    if not seat_input.points:
        return (f"No points left: wait for the next tick in {overlay.tick_left}", f"Next tick in {overlay.tick_left}")
    points = f"{seat_input.points} point{'s' * (seat_input.points != 1)}"
    return (
        f"{points} to move cells of yours: choose one with {{trigger}}, or drag it with {{click}}",
        f"{points}: choose a cell with {{trigger}} or drag it with {{click}}",
        f"{points}: {{trigger}} chooses a cell",
    )


def _to_move(seat_input: SeatInput) -> tuple[str, ...]:
    cost = len(seat_input.path)
    points = f"{cost} point{'s' * (cost != 1)}"
    if seat_input.cursor == seat_input.chosen:
        return ("Now go to where the cell is to be: {move}, or move the mouse", "Go to where the cell is to be")
    if seat_input.affordable:
        return (f"{{trigger}} or {{click}} moves the cell here for {points}", f"{{trigger}} moves it for {points}")
    if not cost:
        return ("No way for the cell to this place: choose another one", "No way to this place")
    return (f"This costs {points} and you have {seat_input.points}: go nearer, or wait for the next tick",)


def end_reason(state: RealTimeState, names: Sequence[str]) -> str:
    """Return why the game is over, as a sentence; "" while it goes on.

    Args:
        state: state of the game.
        names: names of the players by seat.
    """
    if state.phase is not RealTimePhase.OVER:
        return ""
    when = f"after {state.generation} generation{'s' * (state.generation != 1)}"
    if state.ending is RealTimeEnding.EXTINCT:
        return f"Nobody has a cell left {when}."
    if state.ending is RealTimeEnding.RESIGNED:
        return f"All others quit {when}."
    if state.ending is RealTimeEnding.ANNIHILATION:
        return f"All others have died out {when}."
    totals = sorted(
        (
            (seat.score, -number)
            for number, seat in enumerate(state.seats)
            if seat.standing not in (SeatStanding.EMPTY, SeatStanding.GONE)
        ),
        reverse=True,
    )
    if state.winner is None or len(totals) < 2:
        return f"The highest totals are equal {when}, the limit."
    best, second = totals[0][0], totals[1][0]
    other = names[-totals[1][1]]
    other = other.lower() if other == YOU else other
    return f"A total of {best:.1f} {when}, the limit, {best - second:.1f} more than {other}."


def result(state: RealTimeState, names: Sequence[str]) -> str:
    """Return who has won and why, in a line; "" while the game goes on."""
    reason = end_reason(state, names)
    if not reason:
        return ""
    won = "Nobody wins" if state.winner is None else with_verb(names[state.winner], "win")
    return f"{won}: {reason[:1].lower()}{reason[1:-1]}"
