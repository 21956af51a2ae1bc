"""What a page shows apart from the cells, for any game. Each part is sent when it changes.

A place is the (row, column) of a cell. A player is given as the number of a seat; the player's colour is that of the
cell state ``seat + 1``. Texts contain placeholders for controls, such as "{trigger}"; the page replaces them by the
names of the viewer's own keys or buttons.
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
"""Maximum number of news lines, such as "Ada joins the game", that a page shows at once."""
_HELD_TICKS = range(0, 100, 10)

Act = tuple[int, int, int]
"""An action that the page sends: (number of the ActionKind, ``a``, ``b``); see ``Action``."""
Mark = tuple[Any, ...]
"""A mark over the board: its kind, then its values. The functions below make marks."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The data from which a view is made.

    Attributes:
        state: state of the game as the viewer may know it.
        viewer: the viewer's seat; NOBODY for a spectator.
        names: name of each seat, for use in sentences; "You" for the viewer's seat.
        titles: name of each seat, for use in lists; "" for a free or closed seat.
        closed: seats that nobody may take.
        game: rules of the game.
        match: the match.
        board: the board.
        cells: the cells of the board, shape (rows, columns), uint8.
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
        """True if the viewer has a seat."""
        return self.viewer != NOBODY

    def clock(self, left: int, total: int, *, runs: bool = True) -> "Clock":
        """Return a countdown with ``left`` of ``total`` ticks left; ``runs`` is False if it is halted."""
        return Clock(self.tick + left if runs else left, total, runs)

    def box(self, seat: int, **content: Any) -> "Box":
        """Return the box of a seat; ``content`` has its other fields. If the seat is free, the box says only that."""
        if self.is_free(seat):
            content = {"status": "waiting for a player" if self.game.is_duel else "free", "on": False}
        return Box(seat, self.titles[seat], you=seat == self.viewer, **content)

    def is_free(self, seat: int) -> bool:
        """Return True if anybody may still take the seat."""
        return not self.titles[seat] and seat not in self.closed and seat != self.viewer


class Clock(Struct, frozen=True, array_like=True):
    """A countdown shown on the page.

    Attributes:
        end: tick at which the countdown ends; if it is halted, the number of ticks left.
        total: length of the countdown in ticks.
        runs: False if the countdown is halted.
    """

    end: int
    total: int
    runs: bool


class Button(Struct, frozen=True, omit_defaults=True):
    """A button on the page for an action that the viewer can do now.

    Attributes:
        label: text on the button, a word or two.
        kind: number of the ActionKind.
        a: number ``a`` of the action, see ``Action``.
        b: number ``b`` of the action, see ``Action``.
        main: True for the most likely choice; the Enter key presses this button.
        confirm: question that the viewer must confirm before the action; "" for none.
        refused: message to show instead of acting; "" if the action is possible.
    """

    label: str
    kind: int
    a: int = 0
    b: int = 0
    main: bool = False
    confirm: str = ""
    refused: str = ""


class Box(Struct, frozen=True, omit_defaults=True):
    """The box on the page that shows a seat and its player.

    Attributes:
        seat: number of the seat.
        name: name of the seat's player.
        score: the most important number about the player, such as their number of cells; "" for none.
        unit: unit of the score.
        details: further numbers about the player, such as "12 points".
        sizes: numbers of the player's small, medium and large cells; empty if the game's cells have no sizes.
        status: the player's current activity, in a few words.
        on: True if the player is still in the game.
        urgent: True if the status asks the player to act.
        you: True if the box is that of the viewer's seat.
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
    """A question to all players, or the answer to it.

    Attributes:
        text: the question or the answer, as a sentence.
        clock: time left to answer; None if this is an answer.
        buttons: answers that the viewer may give.
    """

    text: str
    clock: Clock | None = None
    buttons: tuple[Button, ...] = ()


class Menu(Struct, frozen=True, omit_defaults=True):
    """A row of shapes from which a player chooses one, and the actions for choosing.

    In these actions, -1 as row or column means the row or column of the viewer's cursor.

    Attributes:
        shapes: (title, number of rows, number of columns, cells) of each shape. ``cells`` lists the row and column of
            each live cell: row, column, row, column, ...
        chosen: index of the current shape.
        enter: actions that enter the menu; empty if the player is in the menu.
        next: actions that select the next shape.
        back: actions that select the previous shape.
        turn: actions that turn the shape.
        leave: actions that return to the board.
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
        area: where the cursor may be: (first row, first column, last row, last column).
        speeds: speed of the cursor after the stick was held for 0, 10, 20, ... ticks, in thousandths of a cell per
            tick.
    """

    area: tuple[int, int, int, int]
    speeds: tuple[int, ...]


class Tap(Struct, frozen=True, omit_defaults=True):
    """The actions that the page sends for a tap on the board, in games in which a tap chooses a place.

    Attributes:
        kind: number of the ActionKind that chooses the tapped place.
        back: number of the ActionKind that takes a choice back, for taps on one of ``places``.
        places: places that the player has already chosen.
    """

    kind: int
    back: int
    places: tuple[Place, ...] = ()


class BoardLook(Struct, frozen=True, omit_defaults=True):
    """Size and appearance of the board.

    Attributes:
        rows: number of rows.
        columns: number of columns.
        colours: colour of each cell state, from state 0, as "#rrggbb".
        outside: colour around the board.
        light: factor for the brightness of the cells' colours on this ground.
        paper: True to draw the board as a Teletype's paper, with lines, numbers of rows and columns, and the players'
            symbols on their cells.
        torus: True if the edges of the board wrap around.
        sized: True if a cell's value contains the size at which to draw the cell, in addition to its state.
    """

    rows: int
    columns: int
    colours: tuple[str, ...]
    outside: str
    light: float = 1.0
    paper: bool = False
    torus: bool = False
    sized: bool = False


class View(Struct, frozen=True, omit_defaults=True):
    """What a page shows apart from the cells.

    Attributes:
        board: size and appearance of the board.
        title: name of the game and its option.
        headline: what is happening now, in several wordings from the longest to the shortest.
        clock: time left in the current phase; None if the phase has no limit.
        wave: (end tick, length in ticks) of the wave that shows a new generation; None for no wave.
        border: column of the line between the players' halves; None for no line.
        bar: height of the bar on the line ``border``: time left, in thousandths of the whole time; None for no bar.
        pips: (number of steps done, number of all steps), shown as a row of dots; None for no dots.
        boxes: the boxes that show the seats and their players.
        status: lines about the match as a whole, such as "12 generations".
        marks: marks over the board.
        cursors: (player, row, column) of each cursor.
        shapes: for each player with a shape to place: the cells of the shape, relative to the cursor, as row, column,
            row, column, ...
        prompt: what the viewer can do now, in several wordings from the longest to the shortest.
        hint: a line that helps the viewer, such as how to win; "" for none.
        note: the game's answer to the viewer's latest action.
        buttons: the viewer's possible actions.
        report: what the latest turn has brought: lines in the form of ``lines``; empty if there is nothing to tell.
        lines: news, such as "Ada joins the game": (player, text in the player's colour, text in the usual colour).
        end: (result, reason) of the round; empty while the round is played.
        flash: species whose cells flash; empty for none.
        ask: question that the players have to answer, or the latest answer; None if there is neither.
        menu: shapes to choose from; None for no menu.
        labelled: True to label columns with letters and rows with numbers, as in the orders that players type.
        steer: how the viewer's cursor moves; None if the viewer has no cursor.
        tap: what a tap on the board does; None if a tap moves the cursor there and presses the trigger.
        leave: warning to show before a player leaves; "" for spectators.
        begin: "all" if the match cannot begin until every seat is taken, "some" if the host may begin it with free
            seats, "" if it has begun.
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
    hint: str = ""
    note: str = ""
    buttons: tuple[Button, ...] = ()
    report: tuple[tuple[int, str, str], ...] = ()
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
    """Return a button that does an action; see :class:`Button`."""
    return Button(label, int(kind), a, b, main=main, confirm=confirm, refused=refused)


def halt_button(*, halted: bool) -> Button:
    """Return the button that halts or continues a game."""
    return button("Resume" if halted else "Halt", ActionKind.HALT, main=halted)


def round_buttons(state: TurnsState, *own: Button) -> tuple[Button, ...]:
    """Return the buttons of a game in turns.

    Before a round, the only button begins it. After a round, the only button begins another game. During a round there
    are the buttons ``own``, then buttons to halt (or resume) and to resign.
    """
    if not state.has_begun:
        return (button("Begin", ActionKind.START, main=True),)
    if not state.playing:
        return (button("Another game", ActionKind.AGAIN, main=True),)
    return (*own, halt_button(halted=state.halted), button("Resign", ActionKind.RESIGN, confirm="Give up this game?"))


def act(action: Action) -> Act:
    """Return an action in the form in which the page sends it, see :data:`Act`."""
    return int(action.kind), action.a, action.b


def steer(area: Area, shape: tuple[int, int]) -> Steer:
    """Return the :class:`Steer` of a cursor that stays within ``area``; ``shape`` is the board's (rows, columns)."""
    return Steer((area.top, area.left, area.bottom, area.right), tuple(speed(held, shape) for held in _HELD_TICKS))


def new_cell(place: Place, player: int, rank: int = 0, rivals: int = 1) -> Mark:
    """Return a mark that shows that a player has chosen a cell.

    Args:
        place: the cell.
        player: the player.
        rank: index of this player among those who have chosen the same cell, from 0.
        rivals: number of players who have chosen the same cell.
    """
    return ("new", *place, player, rank, rivals)


def hidden_cell(place: Place) -> Mark:
    """Return a mark that shows that a player has chosen a cell, but not which player."""
    return ("hidden", *place)


def frame(place: Place, player: int = NOBODY) -> Mark:
    """Return a mark that frames a cell in a player's colour, or in white for NOBODY."""
    return ("frame", *place, player)


def cross(place: Place) -> Mark:
    """Return a mark that puts a cross, in both players' colours, on a cell that both have chosen."""
    return ("cross", *place)


def birth(place: Place, player: int) -> Mark:
    """Return a mark, in pencil, on a cell that the next generation brings to life."""
    return ("birth", *place, player)


def death(place: Place) -> Mark:
    """Return a mark, in pencil, on a cell that the next generation kills."""
    return ("death", *place)


def path(places: Sequence[Place], *, possible: bool) -> Mark:
    """Return a mark that draws a line through cells, in order. ``possible`` is False if the move is not allowed."""
    return ("path", possible, *(number for place in places for number in place))


def label(place: Place, player: int, words: str) -> Mark:
    """Return a mark that shows words next to a cell, in a player's colour."""
    return ("label", *place, player, words)


def text_names(titles: Sequence[str], viewer: int) -> tuple[str, ...]:
    """Return what to call each seat in a sentence: its name, "You" for the viewer, or "Seat N" if it has no name."""
    return tuple(YOU if seat == viewer else title or f"Seat {seat + 1}" for seat, title in enumerate(titles))
