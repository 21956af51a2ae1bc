"""Draws Real-Time Life's clock and scores beside the board, and prepared orders and the forecast over the board."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import floor
from string import ascii_uppercase

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gpulife.games.core.area import Area
from gpulife.games.core.foresight import Change, Foresight, area_around, foresee
from gpulife.games.core.game import NOBODY, Place
from gpulife.games.core.shared_texts import count_text
from gpulife.games.realtime.ai import BestStep
from gpulife.games.realtime.observation import (
    MAX_CELLS,
    RealTimeOverlay,
    SeatInput,
    headline,
    in_words,
    marked_cells,
    pointed_cells,
    prompts,
)
from gpulife.games.realtime.state import RealTimePhase, RealTimeState, SeatStanding
from gpulife.input.glyphs import Legend
from gpulife.rules import Cells, Edges
from gpulife.seats import YOU
from gpulife.window.design import (
    BAD,
    BODY,
    CAPTION,
    GOOD,
    GROUND,
    HEADING,
    LINE,
    PROMPT,
    RGBA,
    ROUNDING,
    STRONG,
    TEXT,
    faded,
    packed,
    rgba_of,
    styled,
)
from gpulife.window.games.realtime.scores_table import Beside, ScoresTable, draw_scores
from gpulife.window.panels.draw_primitives import Point, rectangle, text, text_on_line
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Area as WindowArea
from gpulife.window.play.canvas import (
    Canvas,
    draw_own_cursor,
    draw_preview_frame,
    draw_prompt,
    draw_way_out,
    fitting_size,
    prompt_here,
    scaled,
    tense_size,
    ways_out,
)
from gpulife.window.play.foresight import Remembered, draw_changes, draw_gain, freest
from gpulife.window.play.game_picture import WINDOW_2000, WINDOW_BAR, draw_taskbar_2000, title_bar_2000
from gpulife.window.play.open_session import OpenSession

_TOP, _BOTTOM, _GAP = 54.0, 40.0, 14.0  # points on a 96 dpi screen
_SIDE = 200.0
"""Width of the table of scores, in points of a 96 dpi screen, before it has been drawn for the first time."""
_GROUND = rgba_of(WINDOW_2000.outside)
"""Colour behind clock, scores and prompts. It hides the cells of an enlarged board."""
_LARGE, _SMALL, _SMALLEST = HEADING.size, BODY.size, 12.0
_PIP = 15.0
_RED, _LAST_GENERATIONS = 3, 3
"""How many ticks at the end of a generation are red; how many generations before the end of a game the clock grows."""
_LETTER_SHARE, _MIN_LETTER, _MAX_LETTER = 0.8, 7.0, 48.0
"""Size of the letter on a cell, as a share of the cell; smallest and largest size of letters, in units of 1/96 inch."""
_FORECAST_HINT = "Hold {preview}: everybody's next generation"
_HALT_HINT = "{halt}: halt the clock, to think"
_ARROW_HINTS = {True: "{hint}: arrow to a good move: on", False: "{hint}: arrow to a good move: off"}


@dataclass(frozen=True, slots=True)
class SeatDevices:
    """The players' devices, and what the HUD tells each player.

    Attributes:
        devices: name of each player's device, keyed by seat; "computer" for a computer player.
        answered: seats whose players now see the answer to their last order.
        legends: pictures of keys of each person at this window, keyed by seat.
        own_seat: seat of this window in an on-line match; NOBODY for viewers; None in other matches.
        has_prompts: True if prompts are shown.
        has_arrow: whether an arrow shows good moves at present; None if no key switches it.
        forecast: a line that describes the forecast; "" if no forecast is shown.
        gains: for each prepared order, its place and the number of cells that it adds to the next generation.
        is_replay: True in a replay.
        taken: places that gains and labels should not cover.
        has_card: True if a card on the board says what to do, so that the line at the foot need not.
        buttons: height in points of the buttons below the table of scores; 0 for none.
        beside: what stands beside the board, without hints.
    """

    devices: dict[int, str]
    answered: frozenset[int] = frozenset()
    legends: Mapping[int, Legend] = field(default_factory=dict)
    own_seat: int | None = None
    has_prompts: bool = True
    has_arrow: bool | None = None
    forecast: str = ""
    gains: Sequence[tuple[Place, int]] = ()
    is_replay: bool = False
    taken: Collection[Place] = ()
    has_card: bool = False
    buttons: float = 0.0
    beside: Beside = field(default_factory=Beside)


def room_around_realtime(table: ScoresTable | None) -> tuple[float, float, float]:
    """Return the space in points for the clock above the board, the messages below it, and the scores at its right."""
    width = scaled(_SIDE) if table is None else table.width
    return scaled(_TOP + WINDOW_BAR), scaled(_BOTTOM + _GAP), width + scaled(2 * _GAP)


def draw_realtime(overlay: RealTimeOverlay, canvas: Canvas, seats: SeatDevices, table: ScoresTable) -> None:
    """Draw the HUD except for the forecast. The forecast must be drawn before, as the HUD lies over it."""
    left, top, right, bottom = canvas.area
    gap, low = scaled(_GAP), bottom - scaled(_BOTTOM)
    edge = right - table.width - 2 * gap
    for seat_input in overlay.inputs:
        is_own = seat_input.seat in seats.legends
        has_name = not is_own or len(seats.legends) > 1  # a lone person knows, and a label would cover cells
        is_refused = is_own and bool(seat_input.refusal) and seat_input.seat in seats.answered
        _draw_input(seat_input, canvas, edge, seats.taken, is_refused=is_refused, is_own=is_own, has_name=has_name)
    for place, gain in seats.gains:
        draw_gain(gain, canvas, place, taken=seats.taken)
    for corner, end in (
        ((left, top), (right, top + scaled(_TOP) - gap)),
        ((edge, top + scaled(_TOP) - gap), (right, low)),
    ):
        rectangle(corner, end, _GROUND)
    if overlay.phase == "over":  # the result reaches down to the window's lower edge
        rectangle((left, low), (right, bottom), _GROUND)
    else:
        draw_taskbar_2000((left, low), (right, bottom))
    _draw_edges(canvas, (left, top + scaled(_TOP) - gap, edge, low))
    _draw_clock(overlay, (left + gap, top + gap * 0.6), right - gap, seats, canvas)
    may_foresee = seats.has_prompts and overlay.phase != "over" and seats.own_seat != NOBODY
    reader = next(iter(seats.legends.values()))
    may_halt = overlay.phase == "play" and seats.own_seat is None
    arrow = [] if seats.has_arrow is None else [_ARROW_HINTS[seats.has_arrow]]
    told = (*([_HALT_HINT] if may_halt else []), _FORECAST_HINT, *arrow)
    hints = [reader.pieces(words) for words in told] if may_foresee else []
    box = edge + gap, top + scaled(_TOP), right - gap, low - seats.buttons
    draw_scores(overlay, canvas, box, table, replace(seats.beside, hints=hints))
    if seats.has_prompts:
        _draw_messages(overlay, (left, low), right, seats)


def _draw_edges(canvas: Canvas, view: WindowArea) -> None:
    """Draw a line along each side of the ``view`` on the board beyond which the board goes on."""
    (first, head), (last, foot) = canvas.point_of(0, 0), canvas.point_of(*canvas.shape)
    (left, top, right, low), thick = view, scaled(1.5)
    if foot > low:
        rectangle((left, low - thick), (right, low), LINE)
    if head < top:
        rectangle((left, top), (right, top + thick), LINE)
    if last > right:
        rectangle((right - thick, top), (right, low), LINE)
    if first < left:
        rectangle((left, top), (left + thick, low), LINE)


def _draw_input(
    seat_input: SeatInput,
    canvas: Canvas,
    right: float,
    taken: Collection[Place],
    *,
    is_refused: bool,
    is_own: bool,
    has_name: bool,
) -> None:
    """Draw a player's planned cells, the chosen cell with its path, and the cursor with a label.

    Args:
        seat_input: what the player is doing.
        canvas: the canvas on which to draw.
        right: right edge for the label, in points.
        taken: places that the label should not cover.
        is_refused: True to cross out the cursor, because the last order was refused.
        is_own: True for a person at this window, whose cursor is larger.
        has_name: True to always draw the label; False to draw it only for what a move costs, or why it was refused.
    """
    pen, seat = imgui.get_background_draw_list(), seat_input.seat
    rgba, strong = canvas.player_colour(seat), canvas.player_colour(seat, 1.0 if canvas.bright else 0.6)
    scale = scaled(1)
    for place in seat_input.sketch:
        corner, end = canvas.square(place)
        pen.add_rect_filled(corner, end, packed(canvas.player_colour(seat, 0.6 if canvas.bright else 0.35)))
        pen.add_rect(corner, end, packed(rgba))
    if seat_input.chosen is not None:
        pen.add_rect(*_grown(canvas.square(seat_input.chosen), 3 * scale), packed(TEXT), 4 * scale, 3 * scale)
        _draw_path(seat_input, canvas)
    if seat_input.cursor is not None:
        corner, end = canvas.square(seat_input.cursor)
        if is_own:
            draw_own_cursor(canvas, seat_input.cursor, seat)
        else:
            pen.add_rect(*_grown((corner, end), 1), packed(GROUND, 0.9), 0, 5 * scale)
            pen.add_rect(corner, end, packed(strong), 0, 3 * scale)
        words, tint = _cursor_words(seat_input, rgba)
        if is_refused:
            words, tint = in_words(seat_input.refusal), BAD
        elif not has_name:
            words = words.partition("  ")[2].capitalize()
        if has_name or is_refused or (is_own and tint in (GOOD, BAD)):
            _draw_label(words, seat_input.cursor, canvas, right, tint, taken)
        if is_refused:
            arm = (end[0] - corner[0]) * 0.3
            (x, y), thick = canvas.middle(seat_input.cursor), 3 * scale
            pen.add_line((x - arm, y - arm), (x + arm, y + arm), packed(BAD), thick)
            pen.add_line((x + arm, y - arm), (x - arm, y + arm), packed(BAD), thick)


def _grown(square: tuple[Point, Point], by: float) -> tuple[Point, Point]:
    (left, top), (right, low) = square
    return (left - by, top - by), (right + by, low + by)


def _draw_path(seat_input: SeatInput, canvas: Canvas) -> None:
    """Draw the chosen cell's path, with a dot for each step; in red if the player has too few points for the move."""
    if seat_input.chosen is None or not seat_input.path:
        return
    pen, scale = imgui.get_background_draw_list(), scaled(1)
    fill = packed(GOOD if seat_input.affordable else BAD)
    places = [canvas.middle(place) for place in (seat_input.chosen, *seat_input.path)]
    for width, shade in ((5.0, packed(GROUND, 0.7)), (2.5, fill)):
        for before, here in pairwise(places):
            pen.add_line(before, here, shade, width * scale)
    for here in places[1:]:
        pen.add_circle_filled(here, 4 * scale, fill)


def _cursor_words(seat_input: SeatInput, neutral: RGBA) -> tuple[str, RGBA]:
    """Return the cursor's label and its colour, which says whether the chosen cell can move here.

    Without a chosen cell, the colour is ``neutral``.
    """
    letter = ascii_uppercase[seat_input.seat]
    if seat_input.waits:
        return f"{letter}  has quit", neutral
    if seat_input.missing:
        return f"{letter}  {seat_input.missing} to place", neutral
    if seat_input.chosen is None or seat_input.chosen == seat_input.cursor:
        return letter, neutral
    if not seat_input.path:
        return f"{letter}  no path", BAD
    return f"{letter}  {seat_input.label.partition(': ')[2]}", GOOD if seat_input.affordable else BAD


def _draw_clock(overlay: RealTimeOverlay, corner: Point, right: float, seats: SeatDevices, canvas: Canvas) -> None:
    """Draw the clock: turn ticks, and the times to the next tick and generation, "halted" or a forecast's text.

    The text gets larger in the last seconds before each of the last generations.
    """
    told = seats.forecast or headline(overlay, seats.legends)
    words = f"Generation {overlay.generation}" if overlay.phase == "over" else told
    is_tense = overlay.phase == "play" and 0 < overlay.left <= _LAST_GENERATIONS
    rgba = PROMPT if overlay.phase != "play" else BAD if overlay.left == 1 else TEXT
    largest = min(tense_size(canvas, _LARGE, overlay.seconds), _LARGE * 1.4) if is_tense else _LARGE
    pips = 0 if overlay.phase in ("over", "waiting") else overlay.ticks
    side, step, y = scaled(_PIP), scaled(_PIP + 5), corner[1] + scaled(8)
    label = "ticks" if pips else ""
    room = right - corner[0] - pips * step - width_of(label, _SMALL) - scaled(2 * _GAP) * bool(pips)
    text_on_line(words, *corner, rgba, size=fitting_size(words, room, largest, _SMALLEST))
    text_on_line(label, right - pips * step - scaled(6), corner[1], CAPTION, align=1.0, size=_SMALL)
    for number in range(pips):
        x = right - (pips - number) * step
        part = 1.0 if number < overlay.tick else overlay.tick_progress if number == overlay.tick else 0.0
        rectangle((x, y), (x + side, y + side), LINE, scaled(3))
        if part > 0:
            rectangle((x, y), (x + side * part, y + side), BAD if number >= pips - _RED else PROMPT, scaled(3))


def _draw_messages(overlay: RealTimeOverlay, corner: Point, right: float, seats: SeatDevices) -> None:
    """Tell each person, side by side, what to do now or, for some seconds, what became of their latest order."""
    left, y = corner
    if overlay.phase == "over" or (seats.has_card and not seats.answered):  # the banner or the card says what to do
        reader = next(iter(seats.legends.values()))
        draw_way_out(
            reader,
            ways_out(seats.own_seat, is_replay=seats.is_replay),
            (right - scaled(10), y + scaled(_BOTTOM / 2)),
            right - left,
        )
        return
    inputs = {seat_input.seat: seat_input for seat_input in overlay.inputs if seat_input.seat in seats.legends}
    shown = sorted(inputs) or sorted(seats.legends)[:1]
    if overlay.phase == "halted":
        shown = sorted(seats.legends)[:1]
    width = (right - left) / max(len(shown), 1)
    for number, seat in enumerate(shown):
        seat_input = inputs.get(seat)
        lines = prompt_here(prompts(overlay, seat_input), seats.own_seat)
        # Why an order was refused is told beside the cursor.
        if seat_input is not None and seat in seats.answered and seat_input.message and not seat_input.refusal:
            lines = (in_words(seat_input.message),)
        if len(shown) > 1:
            lines = tuple(f"{ascii_uppercase[seat]}: {line}" for line in lines)
        at = left + scaled(10) + number * width, y + scaled(_BOTTOM / 2)
        way_out = ways_out(seats.own_seat, is_replay=seats.is_replay) if number == len(shown) - 1 else ()
        draw_prompt(seats.legends[seat], lines, at, width - scaled(20), align=0.0, way_out=way_out)


def _draw_label(words: str, place: Place, canvas: Canvas, right: float, rgba: RGBA, taken: Collection[Place]) -> None:
    """Draw words on a dark background beside ``place``, left of ``right``, where they cover no cell if possible."""
    (first, top), (last, low) = canvas.square(place)
    wide, high, away = width_of(words, _SMALL) + scaled(12), scaled(27), scaled(16)
    sides = last + away, first - away - wide, (first + last - wide) / 2
    corners = [
        (max(min(side, right - wide - 2), 2.0), max(y, 2.0))
        for y in (top - scaled(30), low + scaled(3), top - scaled(60), low + scaled(33))
        for side in sides
    ]
    x, y = freest(corners, (wide, high), canvas, place, taken) if taken else corners[0]
    rectangle((x, y), (x + wide, y + high), faded(GROUND, 0.85), scaled(ROUNDING))
    text_on_line(words, x + scaled(6), y - scaled(6), rgba, size=_SMALL)


_MAX_FAINT = 1 << 14
"""Largest board, in cells, on which a faint forecast covers the whole board; on larger ones it is around the cursor."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What people at this window see of the next generation.

    Attributes:
        foresight: the cells before and after the next generation, with the orders that these people are preparing.
        changes: the cells to mark, because they will be born, die or change their player.
        gains: for each prepared order, its place and the number of cells that it adds to the next generation.
        counts: number of cells of each seat after the next generation.
        unprepared: the same without the moves that are being prepared.
        generation: number of the generation.
        is_faint: True to draw the changes in a faint colour.
        is_whole: True if the forecast covers the whole board.
    """

    foresight: Foresight
    changes: Sequence[Change]
    gains: Sequence[tuple[Place, int]]
    counts: Sequence[int]
    unprepared: Sequence[int]
    generation: int
    is_faint: bool
    is_whole: bool


class ForecastView:
    """The forecast of a session's next generation. It changes nothing in the session.

    Faint marks show people what becomes of their own cells. While they hold a key, they see the whole forecast.

    Args:
        play: the session.

    Attributes:
        kept: True if the whole forecast stays on screen until the user switches it off.
    """

    def __init__(self, play: OpenSession) -> None:
        self._play = play
        self.kept = False
        self._asked = False
        self._remembered: Remembered[Forecast | None] = Remembered()

    @property
    def is_asked(self) -> bool:
        """True while a user holds the key for the whole forecast."""
        return self._asked

    def ask(self) -> None:
        """Show the whole forecast in the next frame. While its key is held, this is called in every frame."""
        self._asked = True

    def take(self, state: RealTimeState, seats: Sequence[int], *, faint: bool = False) -> Forecast | None:
        """Return the forecast to show in this frame; None if nothing is to be shown, or if the board is too large.

        Args:
            state: state of the game.
            seats: players at this window. The forecast includes the orders that they have prepared.
            faint: True to return a faint forecast if nobody has asked for the whole one. It shows only the cells of the
                players in ``seats``.
        """
        asked, self._asked = self._asked or self.kept, False
        rows, columns = state.rows, state.columns
        if state.phase is RealTimePhase.OVER or not (asked or (faint and seats)) or rows * columns > MAX_CELLS:
            return None
        engine = self._play.engine
        area = Area(0, 0, rows, columns)
        is_whole = asked or rows * columns <= _MAX_FAINT
        if not is_whole:
            cursor = state.seats[seats[0]].cursor
            area = area_around((cursor.row, cursor.column), (rows, columns), Edges.DEAD)
        inputs = tuple(
            (seat.sketch, seat.chosen, seat.path, seat.points, seat.cursor.row, seat.cursor.column, seat.cursor.visible)
            for seat in (state.seats[number] for number in seats)
        )
        key = engine.changes, inputs, asked, area
        return self._remembered.of(key, lambda: _forecast(self._play, state, seats, area, faint=not asked))


def _forecast(
    play: OpenSession, state: RealTimeState, seats: Sequence[int], area: Area, *, faint: bool
) -> Forecast | None:
    """Compute a forecast for the players at this window. If ``faint``, it has only the changes to their own cells."""
    engine = play.engine
    cells = engine.read(0, 0, state.rows, state.columns)
    marked = marked_cells(state, cells, seats)
    pointed = {number: pointed_cells(state, cells, (number,)) for number in seats}
    planned = marked | {place: value for each in pointed.values() for place, value in each.items()}
    foresight, gains = foresee(engine, planned, area), []
    without = foresee(engine, marked, area) if any(pointed.values()) else foresight
    if foresight is None or without is None:
        return None
    for number, own in pointed.items():
        if own:
            gains.append(([*own][-1], foresight.count(number + 1) - without.count(number + 1)))
    counts, unprepared = (
        [each.count(number + 1) for number in range(len(state.seats))] for each in (foresight, without)
    )
    own_states = {number + 1 for number in seats}
    changes = [
        change for change in foresight.changes if not faint or change.before in own_states or change.after in own_states
    ]
    whole = area.size == (state.rows, state.columns)
    return Forecast(foresight, changes, gains, counts, unprepared, state.generation + 1, faint, whole)


def draw_forecast(shown: Forecast, canvas: Canvas, shape: tuple[int, int]) -> None:
    """Draw the forecast's births and deaths; if they are not faint, also a frame around the board in play."""
    draw_changes(shown.changes, canvas, faint=shown.is_faint)
    if not shown.is_faint:
        draw_preview_frame(canvas, shape)


def draw_step(step: BestStep, canvas: Canvas, number: int | None = None) -> None:
    """Draw an arrow from a cell to the place where it should go, with its number on the cell if it has one."""
    pen, (x, y), (end_x, end_y) = imgui.get_background_draw_list(), canvas.middle(step.start), canvas.middle(step.end)
    away = (end_x - x) / canvas.zoom, (end_y - y) / canvas.zoom
    thick, head = max(scaled(3), canvas.zoom * 0.1), canvas.zoom * 0.32
    pulse = scaled(2) * (canvas.bright and not canvas.is_calm)
    base = end_x - away[0] * head, end_y - away[1] * head
    for colour, more in ((packed(GROUND, 0.85), scaled(3)), (packed(PROMPT), 0.0)):
        pen.add_circle((x, y), canvas.zoom * 0.55 + pulse, colour, 0, thick + more)
        pen.add_line((x, y), base, colour, thick + more)
        side = -away[1] * (head * 0.7 + more / 2), away[0] * (head * 0.7 + more / 2)
        tip = end_x + away[0] * (head * 0.4 + more / 2), end_y + away[1] * (head * 0.4 + more / 2)
        corners = (base[0] + side[0], base[1] + side[1]), (base[0] - side[0], base[1] - side[1])
        pen.add_triangle_filled(*corners, tip, colour)
    if number is not None:
        size = max(min(canvas.zoom / scaled(1) * 0.6, STRONG.size), _SMALLEST)
        pen.add_circle_filled((x, y), scaled(size) * 0.62, packed(GROUND))
        text(f"{number}", x, y - scaled(size) * 0.6, PROMPT, align=0.5, size=size, bold=True)


def draw_mail(subjects: Sequence[str], canvas: Canvas, share: float) -> None:
    """Write the subject of a new message into the title bar of the board's window; it fades in the end.

    Args:
        subjects: what the latest generation has brought, in several wordings, longest first.
        canvas: the canvas of the board in play.
        share: how much of the time for which the message is shown has passed, 0 to 1.
    """
    left, top, right, low = title_bar_2000(canvas)
    alpha, end = 1.0 - max(share - 0.8, 0.0) / 0.2, right - 4 * (low - top)  # left of the buttons
    lines = [f"{icons.ICON_FA_ENVELOPE}  {subject}" for subject in subjects]
    room = end - left - scaled(12)
    words = next((line for line in lines if width_of(line, BODY.size, bold=True) <= room), lines[-1])
    size = fitting_size(words, room, STRONG.size, _SMALLEST)
    rectangle((left, top), (end, low), faded(PROMPT, alpha))
    y = (top + low - scaled(size) * 1.2) / 2
    text(words, left + scaled(6), y, faded(GROUND, alpha), size=size, bold=True, shadow=False)


def forecast_text(shown: Forecast, state: RealTimeState, names: Sequence[str], seats: Iterable[int]) -> str:
    """Return a line that says what the next generation does to the cells of the players at this window."""
    parts = []
    for seat in seats:
        if state.seats[seat].standing is not SeatStanding.IN and not state.seats[seat].sketch:
            continue
        who = "you have" if names[seat] == YOU else f"{names[seat]} has"
        cells = count_text(shown.foresight.count(seat + 1), "cell")
        parts.append(f"{who} {cells} ({shown.foresight.gain(seat + 1):+d})")
    told = ", ".join(parts)
    return f"Forecast of generation {shown.generation}" + (f": {told}" if told else "")


def draw_letters(cells: Cells, canvas: Canvas, without: Collection[Place] = ()) -> None:
    """Draw on each cell the letter of its player, and a star on neutral cells, as on a text board (ruling R21).

    Args:
        cells: cells of the board in play, shape (rows, columns), uint8.
        canvas: the canvas on which to draw.
        without: places that get no letter, because another mark is drawn there.
    """
    size = min(floor(canvas.zoom * _LETTER_SHARE / scaled(1)), _MAX_LETTER)  # each size is drawn into a texture
    if size < _MIN_LETTER:
        return
    left, top, right, bottom = canvas.area
    pen, ink, neutral = imgui.get_background_draw_list(), packed(GROUND, 0.75), len(canvas.colours) - 1
    with styled(STRONG, size):
        letters = [*ascii_uppercase[: neutral - 1], "*"]
        rooms = [imgui.calc_text_size(letter) for letter in letters]
        for row, column in np.argwhere(cells).tolist():
            state = int(cells[row, column]) - 1
            x, y = canvas.middle((row, column))
            if (row, column) not in without and left <= x <= right and top <= y <= bottom:
                pen.add_text((x - rooms[state].x / 2, y - rooms[state].y / 2), ink, letters[state])
