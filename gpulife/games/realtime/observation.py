"""What people see of Real-Time Life: the overlay of the board, its texts, and the forecast of the next generation.

Texts name controls in braces, as in "{trigger}"; the screen replaces each name by the player's key or button.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from gpulife.games.core.game import TICKS_PER_SECOND, Place
from gpulife.games.core.shared_texts import count_text, ordinal
from gpulife.games.realtime.moves import (
    MUST_TOUCH,
    STEPS_AWAY,
    has_to_wait,
    is_connected,
    is_refusal,
    must_keep_away,
    waiting_text,
)
from gpulife.games.realtime.notation import clock_text, place_text, time_text
from gpulife.games.realtime.state import (
    CELLS_TO_JOIN,
    TICKS_PER_GENERATION,
    RealTimeEnding,
    RealTimePhase,
    RealTimeState,
    Seat,
    SeatStanding,
)
from gpulife.rules import Cells
from gpulife.seats import YOU, with_verb


@dataclass(frozen=True, slots=True)
class SeatInput:
    """A player's cursor, and the order that the player is preparing with it.

    Attributes:
        seat: seat of the player.
        cursor: place of the cursor; None before anybody moves it.
        sketch: places marked so far for the ten cells, while joining.
        missing: number of places still to mark; 0 for players in the game.
        chosen: place of the cell selected for a move; None for none.
        path: places that the chosen cell would step on, up to the cursor, for a point each; empty if there is no path.
        points: movement points that the player has.
        affordable: True if the player has enough points for the path.
        label: text beside the cursor: the cost of the path, or what to do next.
        waits: when a player who has quit may rejoin, in words; "" for a player who has not quit.
        message: answer to the last order; "" for none.
        refusal: why the last order was refused, as a text beside the cursor; "" if it was not refused.
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
    """Everything that is shown in addition to the cells.

    Attributes:
        phase: "waiting", "play", "halted" or "over".
        clock: how far the game has come, or how it ended, in one line.
        tick_progress: elapsed part of the current turn tick, 0 to 1.
        tick_left: time until the next turn tick, in words; "" if turn ticks last a second or less.
        generation_left: time until the next generation, in words.
        tick: number of turn ticks in the current generation so far, 0 to 11.
        ticks: number of turn ticks in a generation.
        generation: number of generations so far.
        limit: number of generations after which the game ends; 0 for no limit.
        seconds: seconds until the next generation.
        scores: (seat's number, ``Seat``) of all players who ever joined, the highest total first.
        inputs: cursors and orders of seats that are in the game, or have a cursor or a message, in order of seats.
        news: latest news, the newest last.
        winner: seat of the winner; None during the game, or if nobody wins.
        missing: number of players for whom the clock waits.
        ending: how the game ended, "annihilation", "resigned", "limit" or "extinct"; "" during the game.
        practice: True if the clock waits for the one person who plays.
        may_move: True if players may move cells while the clock is halted.
    """

    phase: str
    clock: str
    tick_progress: float
    tick_left: str
    generation_left: str
    tick: int
    ticks: int
    generation: int
    limit: int
    seconds: float
    scores: tuple[tuple[int, Seat], ...]
    inputs: tuple[SeatInput, ...]
    news: tuple[str, ...]
    winner: int | None
    missing: int
    ending: str
    practice: bool = False
    may_move: bool = True

    @property
    def generation_text(self) -> str:
        """Which generation comes next: "Generation 3", "Generation 3 of 10" or "Last generation"."""
        if not self.limit:
            return f"Generation {self.generation + 1}"
        return (
            "Last generation"
            if self.left == 1
            else f"Generation {min(self.generation + 1, self.limit)} of {self.limit}"
        )

    @property
    def left(self) -> int:
        """The number of generations left until the limit; 0 if there is no limit, or if it is reached."""
        return max(self.limit - self.generation, 0)


def realtime_overlay(state: RealTimeState) -> RealTimeOverlay:
    """Return the overlay of a state: everything that is shown in addition to the cells."""
    return RealTimeOverlay(
        phase="halted" if state.halted and state.phase is RealTimePhase.PLAY else str(state.phase),
        clock=clock_text(state),
        tick_progress=1 - state.left / state.hour,
        tick_left=time_text(state.left) if state.hour > TICKS_PER_SECOND else "",
        generation_left=time_text(state.left_to_generation),
        tick=state.hours % TICKS_PER_GENERATION,
        ticks=TICKS_PER_GENERATION,
        generation=state.generation,
        limit=state.limit,
        seconds=state.left_to_generation / TICKS_PER_SECOND,
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
        news=state.news_lines(),
        winner=state.winner,
        missing=state.players - len(state.playing) if state.phase is RealTimePhase.WAITING else 0,
        ending="" if state.ending is None else str(state.ending),
        practice=state.practice,
        may_move=not state.frozen,
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
        message=_current(seat.message, seat.points),
        refusal=_current(_refusal(seat), seat.points),
    )


_POINTS_LEFT, _POINTS_UNTIL = (
    re.compile(r"(\d+) points? left$"),
    re.compile(r"you have \d+ points? until the next tick$"),
)
"""Patterns for the number of points in an answer to an order."""


def _current(message: str, points: int) -> str:
    """Return ``message``, the answer to an order, as it is true with the player's ``points`` of now.

    What a move has left over is not told once a tick has brought new points. Other numbers are brought up to date.
    """
    left = _POINTS_LEFT.search(message)
    if left is not None and int(left[1]) != points:
        return ""
    return _POINTS_UNTIL.sub(f"you have {count_text(points, 'point')} until the next tick", message)


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
        return f"{place_text(here)}: no path"
    return f"{place_text(here)}: costs {len(seat.path)}, you have {points}"


_PLACE = r"\b[a-z]{1,3}[1-9][0-9]*\b"
_WAY, _PLACES = re.compile(f"{_PLACE} to {_PLACE}"), re.compile(_PLACE)
_BETWEEN = re.compile(f" from {_PLACE} to {_PLACE}")
"""Pattern for the places of a move, such as " from c4 to d5", in a message."""


def headline(overlay: RealTimeOverlay, readers: Collection[int] = ()) -> str:
    """Return a line about the clock, until the game is over; ``readers`` are the seats of the people who see it."""
    if overlay.phase == "waiting" and overlay.practice:
        return "The clock waits for you"
    if overlay.phase == "waiting":
        late = set(readers) - {number for number, seat in overlay.scores if seat.standing is SeatStanding.IN}
        if overlay.missing == len(late) == 1:
            return "The clock starts when you join"
        words = overlay.clock.partition(": ")[2]
        return words[:1].upper() + words[1:]
    generation = overlay.generation_text
    if overlay.phase == "halted":
        return f"{generation}   halted"
    if not overlay.tick_left:
        return f"{generation} in {overlay.generation_left}"
    return f"{generation} in {overlay.generation_left}   next tick in {overlay.tick_left}"


def in_words(message: str) -> str:
    """Return a message of the game as a sentence without its coordinates, since no screen shows coordinates."""
    words = _PLACES.sub("that place", _WAY.sub("that move", _BETWEEN.sub("", message)))
    return words[:1].upper() + words[1:]


def prompts(overlay: RealTimeOverlay, seat_input: SeatInput | None) -> tuple[str, ...]:
    """Return the prompt that says what a player can do now, in several wordings, longest first.

    Args:
        overlay: overlay of the game.
        seat_input: the player's cursor and order; None for somebody who has not moved the cursor yet.
    """
    if overlay.phase == "over":
        return ("{start} or {click} plays again", "{start} plays again")
    if overlay.phase == "halted":
        if not overlay.may_move:  # nor are single ticks allowed (ruling R22)
            return (
                "Halted to think: nobody can move a cell until time runs.  {halt} resumes",
                "Halted: nobody can move.  {halt} resumes",
                "{halt} resumes",
            )
        return ("Halted: you may move cells.  {halt} resumes   {step} plays one tick", "Halted.  {halt} resumes")
    if seat_input is None:
        return (
            "Place ten cells that touch: {move} {trigger} or {click}, hold to draw",
            "Place ten cells: {trigger} or {click}, hold to draw",
        )
    if seat_input.waits:
        return (f"You have quit. Join again {seat_input.waits}",)
    if seat_input.missing:
        more = f"{seat_input.missing} {'more ' * bool(seat_input.sketch)}cell{'s' * (seat_input.missing != 1)}"
        touch = "touches" if seat_input.missing == 1 and seat_input.sketch else "touch"
        return (
            f"Place {more} that {touch}, by a side or a corner: {{move}} {{trigger}} or {{click}}, hold to draw",
            f"Place {more} that {touch}: {{move}} {{trigger}} or {{click}}, hold to draw",
            f"Place {more}: {{trigger}} or {{click}}, hold to draw",
            f"Place {more}",
        )
    if overlay.phase == "waiting" and overlay.practice:
        return ("{halt} starts the clock   {undo} takes your cells back", "{halt} starts the clock")
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
        (f"You have {points} to move cells to where more are born: {{drag}} one, or choose it with {{trigger}}"),
        f"You have {points}: {{drag}} a cell, or choose it with {{trigger}}",
        f"{points}: {{drag}} a cell, or {{trigger}}",
        f"{points}: {{trigger}} chooses a cell",
    )


def _to_move(seat_input: SeatInput) -> tuple[str, ...]:
    cost = len(seat_input.path)
    points = f"{cost} point{'s' * (cost != 1)}"
    if seat_input.cursor == seat_input.chosen:
        return ("Now go to the cell's new place: {move}, or move the mouse", "Go to the cell's new place")
    if seat_input.affordable:
        return (f"{{trigger}} or {{click}} moves the cell here for {points}", f"{{trigger}} moves it for {points}")
    if not cost:
        return ("The cell cannot get here: choose another place", "The cell cannot get here")
    return (f"This costs {points} and you have {seat_input.points}: go nearer, or wait for the next tick",)


def end_reason(state: RealTimeState, names: Sequence[str]) -> str:
    """Return why the game is over, as a sentence; "" during the game.

    Args:
        state: state of the game.
        names: name of the player in each seat.
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
        return f"The highest totals are equal {when}."
    best, second = totals[0][0], totals[1][0]
    winner, other = (_name_within(names[-number]) for _, number in totals[:2])
    count = count_text(state.generation, "generation")
    return f"In {count}, {winner} scored {best:.1f}, {best - second:.1f} more than {other}."


def beaten_text(state: RealTimeState, names: Sequence[str], winner: int, player: int) -> str:
    """Return by how much ``winner`` has beaten ``player`` at the limit of generations, as a sentence."""
    total, count = state.seats[winner].score, count_text(state.generation, "generation")
    more, than = total - state.seats[player].score, _name_within(names[player])
    return f"{with_verb(names[winner], 'win')} with {total:.1f} in {count}, {more:.1f} more than {than}."


def _name_within(name: str) -> str:
    """Return a name as it is written within a sentence."""
    return name.lower() if name == YOU else name


def place_of(state: RealTimeState, player: int) -> str:
    """Return a player's place in the ranking by totals, as text: "1st", "2nd" and so on."""
    totals = [seat.score for seat in state.seats if _counts(seat)]
    return ordinal(1 + sum(total > state.seats[player].score for total in totals))


def result(state: RealTimeState, names: Sequence[str]) -> str:
    """Return who has won and why, in one line; "" during the game."""
    reason = end_reason(state, names)
    if not reason:
        return ""
    won = "Nobody wins" if state.winner is None else with_verb(names[state.winner], "win")
    return f"{won}: {reason[:1].lower()}{reason[1:-1]}"


# What players are preparing, for forecasts of the next generation: the cells that they have marked to join with, and
# what a press of the trigger would do now.
MAX_CELLS = 1 << 20
"""Largest board, in cells, that has a forecast."""


def marked_cells(state: RealTimeState, cells: Cells, seats: Iterable[int]) -> dict[Place, int]:
    """Return the cells that players have marked to join with: maps each cell's place to its new state.

    Args:
        state: the game.
        cells: cells of the board in play, shape (rows, columns), uint8.
        seats: seats of the players.
    """
    return {
        place: number + 1
        for number in seats
        for place in state.seats[number].sketch
        if place[0] < len(cells) and not cells[place]
    }


def pointed_cells(state: RealTimeState, cells: Cells, seats: Iterable[int]) -> dict[Place, int]:
    """Return which cells would change if the players in ``seats`` pressed their triggers now.

    A press moves a chosen cell to the cursor, if the player has enough points, or marks a cell to join with.

    Returns:
        The new state of each cell that would change, keyed by its place.
    """
    pointed: dict[Place, int] = {}
    for number in seats:
        seat = state.seats[number]
        here = seat.cursor.row, seat.cursor.column
        if seat.chosen is not None:
            if 0 < len(seat.path) <= seat.points:
                pointed[seat.chosen], pointed[seat.path[-1]] = 0, number + 1
        elif seat.standing is SeatStanding.EMPTY and seat.cursor.visible and here[0] < len(cells) and not cells[here]:
            touches = not seat.sketch or any(is_connected((place, here)) for place in seat.sketch)
            if touches and here not in seat.sketch:
                pointed[here] = number + 1
    return pointed


def goal_text(state: RealTimeState) -> str:
    """Return what wins the game, as a sentence without a full stop."""
    if state.limit:
        return f"The highest total after {count_text(state.limit, 'generation')} wins"
    return "The last player with cells wins"


def lead_of(state: RealTimeState, player: int) -> tuple[float, int] | None:
    """Return how far a player's total is ahead of the best other player's total, and that other player's seat.

    The lead is negative if the player is behind. None before the first generation, or if nobody else plays.
    """
    others = [number for number in state.ranking if number != player and _counts(state.seats[number])]
    if not (others and state.generation and _counts(state.seats[player])):
        return None
    return state.seats[player].score - state.seats[others[0]].score, others[0]


def _counts(seat: Seat) -> bool:
    return seat.standing not in (SeatStanding.EMPTY, SeatStanding.GONE)


def lead_text(lead: float, rival: str, name: str) -> str:
    """Return who leads, and by how much; ``lead`` is how far ``name`` is ahead of ``rival`` (see :func:`lead_of`)."""
    if abs(lead) < _LEVEL:
        return f"{name} and {rival} are level"
    ahead = name if lead > 0 else rival
    return f"{with_verb(ahead, 'lead')} by {abs(lead):.1f}"


_LEVEL = 0.05


def led_text(totals: Mapping[int, tuple[float, ...]], player: int, name: str) -> str:
    """Return when a player led for the last time, as a sentence without a full stop; "" if that is no news.

    Args:
        totals: the totals of all seats after each generation, by its number.
        player: seat of the player.
        name: what the player is called.
    """
    led = [
        generation
        for generation, scores in totals.items()
        if generation and scores[player] >= max(scores[:player] + scores[player + 1 :], default=0.0) + _LEVEL
    ]
    last = max(totals, default=0)
    if not last:
        return ""
    if not led:
        return f"{name} never led"
    if led[-1] != last:
        return f"{name} led until generation {led[-1]}"
    first = next(generation for generation in led if all(later in led for later in totals if later >= generation))
    return f"{name} led from generation {first} on"


def next_score_text(seat: Seat, cells: int) -> str:
    """Return a text on what a player with ``cells`` cells will score in the next generation, with the calculation."""
    turns = seat.turns + 1
    return f"Next score: {count_text(cells, 'cell')} / {count_text(turns, 'generation')} = +{cells / turns:.1f}"


SCORING = "Each score is your cells divided by the generations you have played, so early cells count most"
"""How scores are computed, and what that means for players."""


def worth_text(cells: int) -> str:
    """Return a text on what a joining player scores if ``cells`` of their first cells live after a generation."""
    return f"Worth +{cells}.0 at the first score: {count_text(cells, 'cell')}"
