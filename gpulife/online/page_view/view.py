"""What a page shows beside the cells, whatever the game: plain parts of which those that have changed are sent.

Places are (row, column) in cells. A player is a seat, and has the colour of the state after it. Texts name controls in
braces, as "{trigger}": the page puts the reader's own keys or buttons there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from gpulife.games.core.cursor import Area, speed
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match, Place
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.core.round_end import TurnsState
from gpulife.rules import Cells
from gpulife.seats import YOU
from gpulife.session.order_executor import BoardAccess

MAX_LINES = 8
"""Limit on the lines of news or conversation that a page is sent."""
_HELD_TICKS = range(0, 100, 10)

Act = tuple[int, int, int]
"""Kind, a and b of an action that the page sends."""
Mark = tuple[Any, ...]
"""Something over the board: its kind, and what the functions below say of it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a view is made from.

    Attributes:
        state: state of the game as the viewer may know it.
        viewer: seat, or NOBODY.
        names: name of each seat in texts; the viewer's own is "You".
        titles: name of each seat in lists; "" for a seat that nobody has.
        closed: seats that nobody may take.
        game: the spec of the game.
        match: the match.
        board: the board.
        cells: its cells, shape (rows, columns), uint8.
        tick: number of ticks played.
    """

    state: Any
    viewer: int
    names: tuple[str, ...]
    titles: tuple[str, ...]
    closed: frozenset[int]
    game: GameSpec[Any]
    match: Match
    board: BoardAccess
    cells: Cells
    tick: int

    @property
    def is_seated(self) -> bool:
        """Whether the viewer has a seat."""
        return self.viewer != NOBODY

    def clock(self, left: int, total: int, *, runs: bool = True) -> "Clock":
        """Return a clock with ``left`` of ``total`` ticks left now."""
        return Clock(self.tick + left if runs else left, total, runs)

    def box(self, seat: int, **content: Any) -> "Box":
        """Return the box of a seat with this content; of a free one it says only that it is free."""
        if self.is_free(seat):
            content = {"status": "waiting for somebody" if self.game.is_duel else "free", "on": False}
        return Box(seat, self.titles[seat], you=seat == self.viewer, **content)

    def is_free(self, seat: int) -> bool:
        """Return whether anybody may still take a seat."""
        return not self.titles[seat] and seat not in self.closed and seat != self.viewer


class Clock(Struct, frozen=True, array_like=True):
    """A time that runs out.

    Attributes:
        end: tick at which it is over; the ticks that are left, where it stands still.
        total: length in ticks.
        runs: whether it runs.
    """

    end: int
    total: int
    runs: bool


class Button(Struct, frozen=True, omit_defaults=True):
    """Something that the viewer can do now.

    Attributes:
        label: word or two.
        kind: number of the ActionKind.
        a: first number of the action.
        b: second number.
        main: whether it is what most people want now, and the Enter key.
        confirm: question to ask first; "" for none.
        refused: what to say instead of doing it; "" where it can be done.
    """

    label: str
    kind: int
    a: int = 0
    b: int = 0
    main: bool = False
    confirm: str = ""
    refused: str = ""


class Box(Struct, frozen=True, omit_defaults=True):
    """The box of a seat.

    Attributes:
        seat: number of the seat.
        name: name of who sits there.
        score: main figure; "" for none.
        unit: what it counts.
        details: further figures, in words.
        sizes: numbers of small, middle and large cells; empty where a game has no sizes.
        status: what the player does, in a few words.
        on: whether the player is in the game.
        urgent: whether the status asks for something.
        you: whether it is the viewer's.
    """

    seat: int
    name: str
    score: str = ""
    unit: str = ""
    details: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    status: str = ""
    on: bool = True
    urgent: bool = False
    you: bool = False


class Question(Struct, frozen=True, omit_defaults=True):
    """Something that everybody is asked, or the answer.

    Attributes:
        text: question or answer, as a sentence.
        clock: time to answer; None for an answer.
        buttons: answers that the viewer can give.
    """

    text: str
    clock: Clock | None = None
    buttons: tuple[Button, ...] = ()


class Menu(Struct, frozen=True, omit_defaults=True):
    """A row of shapes to choose from, and the actions that choose; row or column -1 is that of the own cursor.

    Attributes:
        shapes: title, rows, columns, and rows and columns of the live cells of each.
        chosen: number of the one in hand.
        enter: actions that lead into the menu; empty inside.
        next: actions that go on to the next shape.
        back: actions that go back to the one before.
        turn: actions that turn the shape.
        leave: actions that lead back to the board.
    """

    shapes: tuple[tuple[str, int, int, tuple[int, ...]], ...]
    chosen: int
    enter: tuple[Act, ...] = ()
    next: tuple[Act, ...] = ()
    back: tuple[Act, ...] = ()
    turn: tuple[Act, ...] = ()
    leave: tuple[Act, ...] = ()


class Steer(Struct, frozen=True):
    """How the viewer's cursor moves, so that the page can draw it before the server answers.

    Attributes:
        area: first row and column, last row and column.
        speeds: speed of a held stick after 0, 10, 20, ... ticks, in thousandths of a cell a tick.
    """

    area: tuple[int, int, int, int]
    speeds: tuple[int, ...]


class Tap(Struct, frozen=True, omit_defaults=True):
    """What a tap on the board does, where it is another thing than pointing there and pressing the trigger.

    Attributes:
        kind: action of the place that is tapped.
        back: action where the place is one of ``places``.
        places: places already chosen.
    """

    kind: int
    back: int
    places: tuple[Place, ...] = ()


class BoardLook(Struct, frozen=True, omit_defaults=True):
    """The board itself.

    Attributes:
        rows: rows.
        columns: columns.
        colours: colour of each state from 0 on, as "#rrggbb".
        torus: whether it wraps around.
        sized: whether the cells say in which size they are drawn.
    """

    rows: int
    columns: int
    colours: tuple[str, ...]
    torus: bool = False
    sized: bool = False


class View(Struct, frozen=True, omit_defaults=True):
    """Everything beside the cells.

    Attributes:
        board: the board.
        title: game and option.
        headline: what to know just now, in wordings from the longest to the shortest.
        clock: time of the phase.
        wave: tick at which the wave that shows a new generation ends, and its length in ticks.
        border: column of the line down the middle.
        bar: height of the bar on that line, 0 to 1000.
        pips: how many of so many steps are over.
        boxes: the seats.
        status: further lines of figures.
        marks: things over the board.
        cursors: player, row and column.
        shapes: for players with a shape in hand: rows and columns of its cells from the cursor on, one after the other.
        prompt: what the viewer can do now, in wordings from the longest to the shortest.
        note: answer to what the viewer did last.
        buttons: what the viewer can do now.
        lines: news or conversation: player of its colour, two parts of text.
        end: who has won, and why; empty while a round goes on.
        flash: species whose cells flash.
        ask: open question.
        menu: shapes to choose from.
        labelled: whether orders name columns and rows, so that letters and numbers stand at the edges.
        steer: how the viewer's cursor moves.
        tap: what a tap does.
        leave: what it means for the viewer to leave; "" for who watches.
        begin: how a host can begin the match: "all" where each seat has to be somebody's, "some" where seats may stay
            free, "" where it has begun.
    """

    board: BoardLook | None = None
    title: str = ""
    headline: tuple[str, ...] = ()
    clock: Clock | None = None
    wave: tuple[int, int] | None = None
    border: float | None = None
    bar: int | None = None
    pips: tuple[int, int] | None = None
    boxes: tuple[Box, ...] = ()
    status: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    cursors: tuple[tuple[int, int, int], ...] = ()
    shapes: dict[int, tuple[int, ...]] = {}
    prompt: tuple[str, ...] = ()
    note: str = ""
    buttons: tuple[Button, ...] = ()
    lines: tuple[tuple[int, str, str], ...] = ()
    end: tuple[str, ...] = ()
    flash: tuple[int, ...] = ()
    ask: Question | None = None
    menu: Menu | None = None
    labelled: bool = False
    steer: Steer | None = None
    tap: Tap | None = None
    leave: str = ""
    begin: str = ""


def button(
    label: str,
    kind: ActionKind,
    a: int = 0,
    b: int = 0,
    *,
    main: bool = False,
    confirm: str = "",
    refused: str = "",
) -> Button:
    """Return a button for an action."""
    return Button(label, int(kind), a, b, main=main, confirm=confirm, refused=refused)


def halt_button(*, halted: bool) -> Button:
    """Return the button that halts a game, or lets it go on."""
    return button("Go on" if halted else "Halt", ActionKind.HALT, main=halted)


def round_buttons(state: TurnsState, *own: Button) -> tuple[Button, ...]:
    """Return the buttons of a game between two in turns, ``own`` first while a round is played."""
    if not state.has_begun:
        return (button("Begin", ActionKind.START, main=True),)
    if not state.playing:
        return (button("Another game", ActionKind.AGAIN, main=True),)
    return (*own, halt_button(halted=state.halted), button("Resign", ActionKind.RESIGN, confirm="Give this game up?"))


def act(action: Action) -> Act:
    """Return an action as the page sends it."""
    return int(action.kind), action.a, action.b


def steer(area: Area, shape: tuple[int, int]) -> Steer:
    """Return how a cursor moves in an area of a board of ``shape``."""
    return Steer((area.top, area.left, area.bottom, area.right), tuple(speed(held, shape) for held in _HELD_TICKS))


def new_cell(place: Place, player: int, rank: int = 0, rivals: int = 1) -> Mark:
    """Return the mark of a cell that a player wants in a place, as one of several who do."""
    return ("new", *place, player, rank, rivals)


def hidden_cell(place: Place) -> Mark:
    """Return the mark of a cell of which nobody may know more."""
    return ("hidden", *place)


def frame(place: Place, player: int = NOBODY) -> Mark:
    """Return a frame around a cell, in a player's colour or white."""
    return ("frame", *place, player)


def cross(place: Place) -> Mark:
    """Return a cross on a place that both players chose."""
    return ("cross", *place)


def path(places: Sequence[Place], *, possible: bool) -> Mark:
    """Return a path from the first place over all others."""
    return ("path", possible, *(number for place in places for number in place))


def label(place: Place, player: int, words: str) -> Mark:
    """Return words beside a place."""
    return ("label", *place, player, words)


def text_names(titles: Sequence[str], viewer: int) -> tuple[str, ...]:
    """Return the names of seats in texts: the viewer's own is "You", a seat without one has its number."""
    return tuple(YOU if seat == viewer else title or f"Seat {seat + 1}" for seat, title in enumerate(titles))
