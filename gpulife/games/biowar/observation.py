"""BioWar as people see it: boxes of the seats, new cells, conversation, sizes of cells, and prompts.

All of it is plain data made from the state, for the window and for browsers. Texts have controls in braces, such as
"{trigger}"; the screen replaces them by the player's keys or buttons.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.games.biowar.state import BioWarState, Event, PlayerStanding, Remark, TurnPhase
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import NOBODY, Cursor, Place
from gpulife.games.core.shared_texts import STANDS_STILL, count_text, ordinal
from gpulife.rules import Cells, Edges, Rule
from gpulife.seats import YOU, mid_sentence, with_verb


@dataclass(frozen=True, slots=True)
class SeatBox:
    """The box of a seat beside the board.

    Attributes:
        player: number of the seat.
        name: name of the player.
        sizes: numbers of the player's small, middle and large cells; empty if they are not counted.
        cells: number of the player's cells.
        score: points; None for a spectator.
        points: score as text: "" for a spectator, "-" for a player without opponents (ruling R29 in docs/rulings.md).
        status: one line about the seat.
        short_status: the status in one or two words.
        active: True if the player has joined the game and still plays.
        urgent: True if the status asks the player something.
        leads: True if nobody has more points.
        wins: True if the player has won the game.
    """

    player: int
    name: str
    sizes: tuple[int, ...]
    cells: int
    score: int | None
    points: str
    status: str
    short_status: str
    active: bool
    urgent: bool
    leads: bool = False
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A place that a player has chosen for a new cell.

    Attributes:
        place: place on the board.
        player: player who chose it; NOBODY for a hidden mark.
        rank: this player's position among those who chose the same place, 0 for the first.
        rivals: number of all players who chose the same place, this one included.
        hidden: True if the player hides new cells, so that only the place may be shown.
    """

    place: Place
    player: int
    rank: int
    rivals: int
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class BioWarOverlay:
    """Everything that is shown in addition to the cells.

    Attributes:
        turn: number of the turn.
        limit: number of turns after which the game ends; 0 for no limit.
        phase: name of the phase, as displayed.
        seconds: seconds left in the Adjustment phase, rounded up; None in other phases.
        share: fraction of the phase's time that is left, 0 to 1.
        boxes: a box for each seat that can be taken.
        lines: the conversation as tuples (player, name, text), newest line last; ``player`` sets the line's colour and
            may be NOBODY.
        pages: seats that have the list of players open; NOBODY for people without a seat.
        shows_conversation: True if at least one person at this screen has the conversation open.
        marks: new cells of this phase.
        cursors: (player, place) of the players who can place cells and do not hide them.
    """

    turn: int
    limit: int
    phase: str
    seconds: int | None
    share: float
    boxes: tuple[SeatBox, ...]
    lines: tuple[tuple[int, str, str], ...]
    pages: tuple[int, ...]
    shows_conversation: bool
    marks: tuple[Mark, ...]
    cursors: tuple[tuple[int, Place], ...]

    @property
    def turn_text(self) -> str:
        """The turn as text: "Turn 3" or, in a game with a turn limit, "Turn 3 of 20"."""
        return f"Turn {self.turn} of {self.limit}" if self.limit and self.turn else f"Turn {self.turn}"

    @property
    def is_last(self) -> bool:
        """True in the last turn of a game with a turn limit."""
        return self.turn == self.limit > 0

    @property
    def ranking(self) -> tuple[SeatBox, ...]:
        """The boxes of all players, most points first, without spectators. The list of players (WHO) has this order."""
        playing = (box for box in self.boxes if box.score is not None)
        return tuple(sorted(playing, key=lambda box: (-(box.score or 0), box.player)))


def biowar_overlay(
    state: BioWarState,
    names: Sequence[str],
    census: Sequence[int],
    sizes: NDArray[np.int64] | None,
    seat_hints: dict[int, str],
    local_seats: Collection[int] | None = None,
    viewer: int | None = None,
) -> BioWarOverlay:
    """Return the overlay of ``state``.

    Args:
        state: state of the game.
        names: names of the seats.
        census: number of cells of each player.
        sizes: number of small, middle and large cells of each player, shape (players, 3), int64; None if they are not
            counted.
        seat_hints: status text of each seat that can be taken, shown while nobody plays there; keyed by seat number.
        local_seats: seats of the people at this screen; None for all players.
        viewer: seat, or NOBODY, for which :func:`visible_state` made ``state``; None for the full state.
    """
    readers = [
        player
        for player, side in enumerate(state.sides)
        if side.standing is not PlayerStanding.SPECTATOR and (local_seats is None or player in local_seats)
    ] or [NOBODY]
    pages = _pages(state, local_seats)
    total = {TurnPhase.ADJUSTMENT: state.adjustment_ticks, TurnPhase.GROWTH: state.growth_ticks}.get(state.phase, 1)
    boxes = tuple(
        _box(
            state, player, names[player], int(census[player]), None if sizes is None else sizes[player],
            seat_hints[player], is_visible=viewer in (None, player),
        )
        for player in range(len(state.sides))
        if player in seat_hints
    )  # fmt: skip
    return BioWarOverlay(
        turn=state.turn,
        limit=state.limit,
        phase=_phase(state),
        seconds=-(-state.left // 60) if state.phase is TurnPhase.ADJUSTMENT else None,
        share=min(state.left / total, 1.0) if state.is_on else 0.0,
        boxes=boxes,
        lines=tuple(_line(remark, names) for remark in state.remarks),
        pages=pages,
        shows_conversation=not pages or any(not state.reads_who(player) for player in readers),
        marks=_marks(state),
        cursors=tuple(
            (player, (cursor.row, cursor.column))
            for player, cursor in enumerate(state.cursors)
            if cursor.visible and not state.sides[player].hides
        ),
    )


def _phase(state: BioWarState) -> str:
    if state.phase is TurnPhase.IDLE:
        return "Nobody plays yet"
    if state.is_over:
        return "The game is over"
    return "Halted" if state.stands_still else f"{state.phase.capitalize()} Phase"


def _box(
    state: BioWarState,
    player: int,
    name: str,
    cells: int,
    sizes: NDArray[np.int64] | None,
    seat_hint: str,
    *,
    is_visible: bool,
) -> SeatBox:
    side = state.sides[player]
    status, short, urgent = seat_hint, seat_hint, False
    if side.asking:
        status, short, urgent = "Leave the game?", "Leave?", True
    elif side.standing is PlayerStanding.OUT:
        turn = state.out_since(player)
        status, short = f"Out in turn {turn}" if turn else "Out", "Out"
    elif side.is_in and state.phase is TurnPhase.ADJUSTMENT:
        placed = f"Has placed {len(side.marks)} of {side.allotment}", f"{len(side.marks)} of {side.allotment}"
        status, short = ("Done", "Done") if side.done else placed if is_visible else ("Places cells", "Places")
    elif side.is_in and state.is_over:
        status = short = "Winner" if state.winner == player else ""
    elif side.is_in:
        status = short = "Grows"
    counted = () if sizes is None else tuple(int(count) for count in sizes)
    score = None if side.standing is PlayerStanding.SPECTATOR else side.score
    points = "" if score is None else "-" if state.is_alone and not state.is_over else str(score)
    best = max(other.score for other in state.sides)
    leads = score == best > 0 and (state.is_over or not state.is_alone)
    wins = state.is_over and state.winner == player
    return SeatBox(player, name, counted, cells, score, points, status, short, side.is_in, urgent, leads, wins)


def _pages(state: BioWarState, local_seats: Collection[int] | None) -> tuple[int, ...]:
    """Return who at this screen has the list of players open: seats, or NOBODY for people without a seat."""
    if not state.has_own_pages:
        return (NOBODY,) if state.who else ()
    seats = [player for player in range(len(state.sides)) if local_seats is None or player in local_seats]
    return tuple(player for player in (*seats, NOBODY) if state.reads_who(player))


def goal_texts(state: BioWarState, player: int, names: Sequence[str], decided: int | None = None) -> tuple[str, ...]:
    """Return what wins the game and how far a player is from it, in several wordings, longest first.

    ``player`` is a seat, or NOBODY for people without one; ``decided`` is the player whom nobody can overtake any more.
    """
    goal = f"Most points after {count_text(state.limit, 'turn')} win: " if state.limit else ""
    if decided is not None:
        name = names[decided]
        ahead = mid_sentence(f"{with_verb(name, 'have')} won")
        if player in (decided, NOBODY) or not state.sides[player].is_in:
            return f"Decided: {ahead}, as nobody can catch up before turn {state.limit} is over", f"Decided: {ahead}"
        goal = f"{ahead[:1].upper()}{ahead[1:]}. "
    playing = {number: side.score for number, side in enumerate(state.sides) if side.is_in}
    if player not in playing or len(playing) < 2 or not any(playing.values()):
        wordings = (
            f"{goal}each turn brings a point for every player with fewer cells than you",
            f"{goal}1 point a turn for each player with fewer cells",
            goal.removesuffix(": ") or "1 point a turn for each player with fewer cells",
        )
        return tuple(words[:1].upper() + words[1:] for words in wordings)
    own = playing.pop(player)
    best = max(playing.values())
    number = sum(score > own for score in playing.values())
    place, next_place = ordinal(number + 1), ordinal(max(number, 1))
    leaders = [names[rival] for rival, score in playing.items() if score == best]
    together = f"{', '.join(['you', *leaders[:-1]])} and {leaders[-1]}"
    if state.is_over:
        is_best = own > best
        where = short = f"you won by {count_text(own - best, 'point')}" if is_best else f"you came {place}"
        if own == best:
            where = short = f"{together} won"
    elif own > best:
        where, short = f"you lead by {count_text(own - best, 'point')}", f"you lead by {own - best}"
    elif own == best:
        where, short = f"{together} lead", "you share the lead"
    else:
        rival, score = min(((each, score) for each, score in playing.items() if score > own), key=lambda each: each[1])
        behind = f"{count_text(score - own, 'point')} behind {names[rival]}"
        where = f"you are {place}, {behind}" + (f" for {next_place} place" if number > 1 else "")
        short = f"you are {place}, {behind}"
    wordings = f"{goal}{where}", f"{goal}{short}", short
    return tuple(words[:1].upper() + words[1:] for words in wordings)


_EVENTS = {
    Event.JOINED: ("joins the game", "join the game"),
    Event.LEFT: ("leaves the game", "leave the game"),
    Event.OUT: ("has lost their last cell and is out", "have lost your last cell and are out"),
}
"""Texts for each event: what follows a player's name, and what follows "You"."""


def _line(remark: Remark, names: Sequence[str]) -> tuple[int, str, str]:
    name = "Somebody" if remark.player == NOBODY else names[remark.player]
    if remark.event is Event.SAID:
        return remark.player, f"{name}:", remark.text
    return remark.player, name, _EVENTS[remark.event][name == YOU]


def _marks(state: BioWarState) -> tuple[Mark, ...]:
    """Return the marks for all chosen places. A mark is hidden if all players who chose its place hide their cells."""
    marks = []
    for place, players in state.wanted.items():
        seen = [player for player in players if not state.sides[player].hides]
        shown = [Mark(place, player, rank, len(seen)) for rank, player in enumerate(seen)]
        marks += shown or [Mark(place, NOBODY, 0, 1, hidden=True)]
    return tuple(marks)


_MEANINGS = {
    "QUIT": "leave", "WHO": "see scores", "READ": "read the talk", "GAME": "join", "DONE": "end my turn",
    "NO": "stay", "YES": "leave",
}  # fmt: skip


def key_meaning(label: str) -> str:
    """Return what the function key labelled ``label``, such as "DONE", does, in plain words."""
    return _MEANINGS[label]


def key_labels(state: BioWarState, player: int) -> tuple[str, str, str]:
    """Return the current labels of the keys OPTION, SELECT and START for a seat, or for NOBODY (the console)."""
    side = state.sides[player] if 0 <= player < len(state.sides) else None
    asking = state.asking if side is None else side.asking
    start = "GAME" if side is None or side.standing is PlayerStanding.SPECTATOR or state.is_over else "DONE"
    return ("NO", "YES", start) if asking else ("QUIT", "READ" if state.reads_who(player) else "WHO", start)


def place_of(state: BioWarState, player: int) -> str:
    """Return a player's place in the ranking by points, then cells, as text: "1st", "2nd" and so on."""
    ranks = [(side.score, side.cells) for side in state.sides if side.standing is not PlayerStanding.SPECTATOR]
    own = state.sides[player].score, state.sides[player].cells
    return ordinal(1 + sum(rank > own for rank in ranks))


def end_reason(state: BioWarState, names: Sequence[str]) -> str:
    """Return a sentence on why a game with a turn limit is over; "" before its end."""
    if not state.is_over:
        return ""
    when = f"after {count_text(state.turn, 'turn')}"
    if not state.players:
        when = f"{when}, in which all cells died"
    elif state.turn < state.limit:
        when = f"{when}, as nobody else has cells left"
    if state.winner is None:
        return f"Points and cells are equal {when}."
    most = state.sides[state.winner].score
    rest = [
        (side.score, -player)
        for player, side in enumerate(state.sides)
        if player != state.winner and side.standing is not PlayerStanding.SPECTATOR
    ]
    points = count_text(most, "point")
    if not rest:
        return f"{points} {when}."
    score, player = max(rest)
    other = names[-player].lower() if names[-player] == YOU else names[-player]
    if most > score:
        return f"{points} {when}: {most - score} more than {other}."
    return f"{points} {when}: as many as {other}, but more cells."


def visible_state(state: BioWarState, viewer: int) -> BioWarState:
    """Return ``state`` without the cursors and marks of other seats; ``viewer`` is a seat or NOBODY.

    Computers and on-line players get this state, so that they do not know where others place cells (ruling R30). The
    other cursors are at row 0 and column 0: pass the same ``viewer`` to :func:`biowar_overlay`, so that it does not
    show them.
    """
    hidden: dict[str, Any] = {"cursor": Cursor(0, 0), "marks": ()} if state.phase is TurnPhase.ADJUSTMENT else {}
    sides = tuple(
        side if player == viewer else replace(side, asking=False, who=False, hides=True, **hidden)
        for player, side in enumerate(state.sides)
    )
    return replace(state, sides=sides)


SMALL, MIDDLE, LARGE = 1, 2, 3


def cell_sizes(cells: Cells, edges: Edges) -> NDArray[np.uint8]:
    """Return the size of each cell: SMALL, MIDDLE or LARGE, 0 if dead; shape of ``cells``, uint8.

    The size follows from the number of neighbours of the same species minus the number of neighbours of other species.
    """
    framed = np.pad(cells, 1, mode="wrap" if edges is Edges.TORUS else "constant")
    rows, columns = cells.shape
    net = np.zeros(cells.shape, np.int8)
    for down in range(3):
        for right in range(3):
            if (down, right) != (1, 1):
                other = framed[down : down + rows, right : right + columns]
                net += (other == cells).astype(np.int8) - ((other != cells) & (other > 0)).astype(np.int8)
    size = np.where(net < 2, SMALL, np.where(net > 3, LARGE, MIDDLE))
    return np.where(cells > 0, size, 0).astype(np.uint8)


def count_sizes(cells: Cells, rule: Rule) -> NDArray[np.int64]:
    """Count each player's cells by size: shape (players, 3), int64, small cells first."""
    size = cell_sizes(cells, rule.edges)
    return np.array(
        [
            [np.count_nonzero((cells == player) & (size == kind)) for kind in (SMALL, MIDDLE, LARGE)]
            for player in range(1, rule.live_states + 1)
        ],
        np.int64,
    )


_DONE = "{done|start} ends your turn"


def prompts(state: BioWarState, player: int, names: Sequence[str], ends_in: int | None = None) -> tuple[str, ...]:
    """Return the prompt that says what a seat can do now, in several wordings, longest first.

    Args:
        state: state of the game.
        player: the seat, or NOBODY for people without one.
        names: names of the seats, to name the players who are not done.
        ends_in: seconds after which the turn ends by itself, as all cells are placed; None if it does not.
    """
    side = state.sides[player] if 0 <= player < len(state.sides) else None
    if side is not None and side.asking and side.standing is not PlayerStanding.SPECTATOR:
        return ("Leave the game?  {select} yes   {option} no",)
    if state.asking or (side is not None and side.asking):
        return (
            "Return to the start screen?  {select} yes   {option} no",
            "Start screen?  {select} yes   {option} no",
        )
    if state.is_over and (side is None or not side.asking):
        return ("{start} plays again",)
    if state.phase is not TurnPhase.IDLE and state.stands_still:
        return STANDS_STILL
    if side is None:
        return ("All seats at this screen are taken: you watch", "You watch")
    if side.standing is PlayerStanding.OUT:
        return (
            "Your last cell died, so you are out.  Press {option}, {select}, then {start} to join again",
            "You are out.  {option}, {select}, then {start} to join again",
        )
    if side.standing is PlayerStanding.SPECTATOR:
        return _to_join(state)
    if state.phase is TurnPhase.GROWTH:
        return (
            "Growth: small cells die alone, large ones in a crowd; 3 neighbours make a new cell",
            "Growth: small and large cells die, 3 neighbours make a new cell",
            "Growth: cells are born and die",
        )
    if side.done:
        return _waiting(state, names)
    return _to_place(state, player, ends_in)


def _to_join(state: BioWarState) -> tuple[str, ...]:
    seconds = state.adjustment_ticks // 60
    if state.phase is TurnPhase.IDLE:
        return (
            f"{{trigger}} or {{click}} joins the game. You then have {seconds} seconds to place your first 10 cells",
            "{trigger} or {click} joins, then you place 10 cells",
            "{trigger} joins the game",
        )
    return ("{trigger} or {click} joins the game, which is in turn " + str(state.turn), "{trigger} joins the game")


def _to_place(state: BioWarState, player: int, ends_in: int | None) -> tuple[str, ...]:
    side = state.sides[player]
    left, placed = side.placements, len(side.marks)
    if not left and ends_in is not None:
        placed_all, ends = f"All {side.allotment} cells are placed", f"your turn ends in {ends_in} s"
        return (
            f"{placed_all}: {ends}.  {{done|start}} ends it now, another key stops the countdown",
            f"{placed_all}: {ends}.  {{done|start}} ends it now",
            f"All placed: {ends}   {{done|start}} now",
        )
    if not left and all(state.sides[other].done for other in state.players if other != player):
        return (
            f"All {side.allotment} cells are placed, and all others are done.  {{done|start}} lets the cells grow",
            "All are placed, all others are done.  {done|start} lets the cells grow",
            _DONE,
        )
    if not left:
        return (
            f"All {side.allotment} cells are placed   {_DONE}",
            f"All {side.allotment} placed   {_DONE}",
            _DONE,
        )
    if placed:
        cells = f"{left} more cell{'s' * (left != 1)}"
        return f"Place {cells}, or take one back   {_DONE}", f"Place {cells}   {_DONE}"
    by_hand = f"{{move}} {{trigger}} or {{click}}   {_DONE}"
    cells = f"up to {left} cells"
    first = (
        (f"Place {cells} in groups (a lone cell dies): {by_hand}", f"Place {cells} in groups: {by_hand}")
        if not side.has_placed
        else (f"Place {cells}: {{move}} and {{trigger}}, or {{click}} on an empty place   {_DONE}",)
    )
    return (
        *first,
        f"Place {cells}: {by_hand}",
        f"Place {cells}: {{trigger}} or {{click}}   {_DONE}",
        f"Place {cells}   {_DONE}",
    )


def _waiting(state: BioWarState, names: Sequence[str]) -> tuple[str, ...]:
    late = [names[player] for player in state.players if not state.sides[player].done]
    who = f"{', '.join(late[:-1])} and {late[-1]}" if len(late) > 1 else "".join(late)
    return (
        f"Your turn is done. The cells grow when {who} {'is' if len(late) == 1 else 'are'} done, or when time is up",
        f"Done. Waiting for {who}",
    )
