"""Draws the overlay of Study Mode and Survival of the Fittest, and defines the controllers that show it.

An overlay lists everything that these games show besides cells: status line, border, shot clock, menu of shapes and
cursors. A game makes the overlay from its state (``games.survival1982.observation``). The overlay is drawn over the
board and behind the panels.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from imgui_bundle import imgui

from gpulife.games.core.game import EDITS
from gpulife.games.core.game_spec import State
from gpulife.games.survival1982.observation import STATUS_LABELS, MenuEntry, Overlay, headline, overlay
from gpulife.games.survival1982.state import OPTIONS, PLAYERS
from gpulife.games.survival1982.study import StudyState
from gpulife.input.glyphs import Piece
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.view.gl_marks import CursorMark
from gpulife.view.pictures import CELLS
from gpulife.window.design import (
    BAD,
    BODY,
    CAPTION,
    GROUND,
    HEADING,
    LEAD,
    PROMPT,
    RAISED,
    SMALL,
    TEXT,
    TITLE,
    faded,
    packed,
)
from gpulife.window.panels.draw_primitives import line, rectangle, text, text_on_line
from gpulife.window.panels.keycaps import caps_on_canvas, caps_width
from gpulife.window.panels.widgets import elided, width_of
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import LAST_SECONDS, LEAD_HEIGHT, Canvas, draw_lead, fitting_size, scaled, tense_size
from gpulife.window.play.frame_render import CursorView
from gpulife.window.play.game_controller import GameController
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.workbench import Workbench
from gpulife.window.shell import Shell

_HEADLINE, _STATUS, _HINTS, _MENU, _GAP = 38.0, 30.0, 26.0, 66.0, 6.0  # points on a 96 dpi screen
_LARGE, _SMALL, _LABEL, _SCORE = HEADING.size, BODY.size, SMALL.size, TITLE.size * 0.8
_NAME = LEAD.size
_LOW_MENU, _LOW_WINDOW = 52.0, 620.0
"""Height of the menu in windows that are lower than _LOW_WINDOW, so that the board's cells become larger."""
BAR = 8.0
"""Width of the shot clock, the yellow bar on the border, in units of 1/96 inch."""
_LINE = 29.0
"""Distance from the upper edge of the status line to the lower edge of its numbers, in units of 1/96 inch."""
_RAISED = 5.0
"""If a number has its label below it, both are drawn this much higher, in units of 1/96 inch."""
_PRICE = 16.0
"""Height of the line with the number key and the price below a shape in the menu, in units of 1/96 inch."""
_NARROW = 46.0
"""Minimum width of a shape's box, in units of 1/96 inch, for a frame around its key and a dot before its price."""
_KEY = 12.0
"""Font size of the number keys in the menu, in units of 1/96 inch."""
_CORNER = 0.2
"""Share of the board's width that is reserved in each upper corner for a player's name."""


@dataclass(frozen=True, slots=True)
class Hints:
    """Hints on the keys that are useful now.

    Attributes:
        sides: hints for the left and the right player, drawn below their halves, longest wording first.
        middle: hints for everybody, longest wording first.
        numbered: the player who chooses shapes with number keys; None for nobody. The keys are shown on the shapes.
    """

    sides: tuple[Sequence[Sequence[Piece]], Sequence[Sequence[Piece]]] = ((), ())
    middle: Sequence[Sequence[Piece]] = ()
    numbered: int | None = None


def room_around(overlay: Overlay) -> tuple[float, float]:
    """Return the heights in points that the overlay takes above and below the board."""
    if not overlay.has_figures:
        return 0.0, 0.0
    above = 0.0 if overlay.border is None else _HEADLINE
    lead = 0.0 if overlay.border is None else LEAD_HEIGHT + 2
    return scaled(above), scaled(_STATUS + _HINTS + _menu_height(overlay) + _GAP + lead)


def _menu_height(overlay: Overlay) -> float:
    """Return the height of the menu of shapes in units of 1/96 inch; 0 if there is none."""
    if not overlay.menu:
        return 0.0
    return _LOW_MENU if imgui.get_main_viewport().size.y < scaled(_LOW_WINDOW) else _MENU


def menu_entry_at(overlay: Overlay, canvas: Canvas, x: float, y: float) -> MenuEntry | None:
    """Return the menu entry at a point of the window; None outside the menu."""
    high = _menu_height(overlay)
    top = canvas.area[3] - scaled(_HINTS + _STATUS + high)
    left, right = canvas.sides
    if not overlay.menu or not (top <= y < top + scaled(high) and left <= x < right):
        return None
    entry = overlay.menu[int((x - left) / (right - left) * len(overlay.menu))]
    return None if entry.is_hidden else entry


def menu_box(overlay: Overlay, canvas: Canvas, number: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return two corners of menu entry ``number`` (0 is leftmost) in the window: the upper left and the lower right."""
    high = _menu_height(overlay)
    top, width = canvas.area[3] - scaled(_HINTS + _STATUS + high), canvas.sides[1] - canvas.sides[0]
    left = canvas.sides[0] + width * number / len(overlay.menu)
    return (left, top), (left + width / len(overlay.menu), top + scaled(high - 4))


def draw_overlay(overlay: Overlay, canvas: Canvas, hints: Hints) -> None:
    """Draw an overlay.

    In Study Mode, which has no border, draw only the numbers, or the question how many seeds a player begins with.
    """
    bottom = canvas.area[3]
    if overlay.has_figures:
        _draw_status(overlay, bottom - scaled(_HINTS + _STATUS), canvas)
        _draw_hints(hints, bottom - scaled(_HINTS / 2 + 2), canvas)
        if overlay.border is not None:
            y = bottom - scaled(_HINTS + _STATUS + _menu_height(overlay) + LEAD_HEIGHT + 2)
            counts = overlay.means or (_number(overlay.status[0]), _number(overlay.status[4]))
            draw_lead(canvas, (counts[0], counts[1]), canvas.sides, y)
    if overlay.border is None:
        if overlay.typing is not None:
            _ask_for_seeds(canvas.names[overlay.typing[0]], overlay.status, canvas)
        return
    x, top = canvas.point_of(0, overlay.border)
    _, low = canvas.point_of(canvas.shape[0], overlay.border)
    line((x, top), (x, low), faded(CAPTION, 0.55), max(1.0, scaled(1)))
    if overlay.clock is not None:
        half = scaled(BAR / 2)
        rectangle((x - half, top), (x + half, low), faded(GROUND, 0.6))
        rectangle((x - half, low - (low - top) * overlay.clock), (x + half, low), PROMPT)
    for player, cells in enumerate(overlay.cursors):
        if len(cells) > 1 and _number(overlay.status[1 + 2 * player]):
            costly = any(entry.player == player and entry.chosen and entry.costly for entry in overlay.menu)
            _draw_shape(cells, player, canvas, costly=costly)
    if overlay.menu:
        _draw_menu(overlay, bottom - scaled(_HINTS + _STATUS + _menu_height(overlay)), canvas, hints.numbered)
    above = scaled(_HEADLINE)
    y = max(top - above, 0.0) if top > 0.75 * above else top
    left = overlay.clock_left if overlay.seconds_left is None else overlay.seconds_left
    words = () if overlay.phase == "over" else headline(overlay, canvas.names)  # the banner says how it ended
    _draw_heading(words or ("",), y, canvas, left)


def _number(figures: str) -> int:
    """Convert the text ``figures`` to its number; question marks count as 0."""
    return int(figures) if figures.isdecimal() else 0


def _draw_shape(cells: Sequence[tuple[int, int]], player: int, canvas: Canvas, *, costly: bool) -> None:
    """Draw the shape that a player is about to place; red if ``costly``: if it costs more seeds than the player has."""
    pen, rgba = imgui.get_background_draw_list(), BAD if costly else canvas.player_colour(player)
    for place in cells:
        corner, end = canvas.square(place)
        pen.add_rect_filled(corner, end, packed(rgba, 0.8 if canvas.bright else 0.35))
        pen.add_rect(corner, end, packed(rgba), 0.0, scaled(1))


def _ask_for_seeds(name: str, status: Sequence[str], canvas: Canvas) -> None:
    left, right = canvas.sides
    short = f"{name}: how many seeds? left {status[1]}, right {status[3]}"
    wordings = f"{short}   stick and trigger, or type; SPACE begins with 99", short
    words, size = _longest_fitting(wordings, right - left - scaled(2 * _GAP))
    text_on_line(words, (left + right) / 2, canvas.area[1], PROMPT, align=0.5, size=size)


def _longest_fitting(wordings: Sequence[str], room: float) -> tuple[str, float]:
    """Return the longest wording that fits into ``room`` points, and its font size.

    ``wordings`` are longest first. If none fits, return the beginning of the shortest.
    """
    fitting = ((words, size) for words in wordings for size in (_LARGE, _SMALL))
    return next(
        ((words, size) for words, size in fitting if width_of(words, size) <= room),
        (elided(wordings[-1], room, _SMALL), _SMALL),
    )


def _text_sides(canvas: Canvas) -> tuple[float, float]:
    """Return the left and right edges for texts: those of the board, as far as they are in the window."""
    gap, (left, right) = scaled(_GAP), canvas.sides
    return max(left, canvas.area[0] + gap), min(right, canvas.area[2] - gap)


def _draw_heading(wordings: Sequence[str], y: float, canvas: Canvas, time_left: int | None) -> None:
    """Draw a headline between the players' names.

    ``time_left`` is the number of seconds or generations left for planting; None if there is no limit. When little time
    is left, the headline gets a bright background and becomes larger.
    """
    (left, right), gap = _text_sides(canvas), scaled(2 * _GAP)
    corners = sum(min(width_of(name, _NAME), (right - left) * _CORNER) + gap for name in canvas.names)
    words, size = _longest_fitting(wordings, right - left - corners)
    if words and time_left is not None and time_left <= LAST_SECONDS:
        size = fitting_size(
            words, right - left - corners, min(tense_size(canvas, size, time_left), _HEADLINE - 6), size
        )
        middle, half = (left + right) / 2, width_of(words, size) / 2 + gap
        rectangle((middle - half, y), (middle + half, y + scaled(_HEADLINE - 2)), PROMPT, scaled(_GAP))
        text(words, middle, y + scaled((_HEADLINE - 2 - size) / 2), GROUND, align=0.5, size=size, shadow=False)
    elif words:
        text_on_line(words, (left + right) / 2, y, PROMPT, align=0.5, size=size)
    share = (right - left - width_of(words, size)) / 2 - gap
    for player, (name, x) in enumerate(zip(canvas.names, _text_sides(canvas), strict=True)):
        size = fitting_size(name, share, _NAME, _SMALL)
        text_on_line(elided(name, share, size), x, y, canvas.player_colour(player), float(player), size)


def _draw_status(overlay: Overlay, y: float, canvas: Canvas) -> None:
    left, right = _text_sides(canvas)
    first, second = canvas.player_colour(0), canvas.player_colour(1)
    status = list(overlay.status)
    if overlay.typing is not None and not canvas.bright:
        player, place = overlay.typing
        seeds = 1 if player == 0 else 3
        status[seeds] = status[seeds][:place] + "_" + status[seeds][place + 1 :]
    colours = (first, first, CAPTION, second, second)
    gap, last, labels = scaled(_GAP), len(status) - 1, list(STATUS_LABELS)
    if not overlay.has_scores:
        status[0] = labels[0] = status[last] = labels[last] = ""
    sizes = [_SCORE if number in (0, last) else _LARGE for number in range(len(status))]
    figures = [width_of(words, size, bold=size == _SCORE) for words, size in zip(status, sizes, strict=True)]
    wide = sum(figures) + sum(width_of(label, _LABEL) for label in labels)
    beside = wide + 3 * gap * len(status) <= right - left
    for number, (words, label, rgba) in enumerate(zip(status, labels, colours, strict=True)):
        share, is_score = number / last, number in (0, last)
        x = left + (right - left) * share
        if beside:
            x -= (figures[number] + gap + width_of(label, _LABEL)) * share
            text(words, x, y + scaled(_LINE - sizes[number]), rgba, size=sizes[number], bold=is_score)
            text_on_line(label, x + figures[number] + gap, y + scaled(1), faded(rgba, 0.75), size=_LABEL)
        else:
            text(words, x, y - scaled(_RAISED), rgba, align=share, size=_SMALL, bold=is_score)
            text(label, x, y + scaled(_SMALL - _RAISED), faded(rgba, 0.85), align=share, size=_LABEL)


def _draw_hints(hints: Hints, middle: float, canvas: Canvas) -> None:
    left, right = _text_sides(canvas)
    gap = scaled(2 * _GAP)
    for_all, sides = _fitting_hints(hints, right - left, gap)
    for pieces, x, align in zip(sides, (left, right), (0.0, 1.0), strict=True):
        caps_on_canvas(pieces, x, middle, CAPTION, align=align, size=_LABEL)
    wide = caps_width(for_all, _LABEL)
    first, end = (caps_width(pieces, _LABEL) + gap for pieces in sides)
    centre = min(max((left + right) / 2, left + first + wide / 2), right - end - wide / 2)
    caps_on_canvas(for_all, centre, middle, CAPTION, align=0.5, size=_LABEL)


def _fitting_hints(hints: Hints, room: float, gap: float) -> tuple[Sequence[Piece], list[Sequence[Piece]]]:
    """Return the hints for everybody and for each player, in the longest wordings that fit side by side.

    Hints for everybody are shortened first, and left out if no wordings fit. ``room`` is the width for all hints,
    ``gap`` the distance between two hints, both in points.
    """
    longest = max(map(len, hints.sides), default=0)
    for shorter, for_all in itertools.product(range(max(longest, 1)), hints.middle):
        sides = [wordings[min(shorter, len(wordings) - 1)] if wordings else () for wordings in hints.sides]
        if sum(caps_width(pieces, _LABEL) for pieces in (for_all, *sides)) + 2 * gap <= room:
            return for_all, sides
    return (), [wordings[-1] if wordings else () for wordings in hints.sides]


def _draw_menu(overlay: Overlay, top: float, canvas: Canvas, numbered: int | None) -> None:
    """Draw the menu's shapes in their players' colours, each on a tray with its price in seeds.

    Shapes that cost more seeds than are left are grey. While the menu is open, frames of chosen shapes flicker.
    ``numbered`` is the player whose shapes show number keys; None for nobody. ``top`` is the menu's upper edge in
    points.
    """
    pen = imgui.get_background_draw_list()
    scale = scaled(1)
    menu, tall = overlay.menu, _menu_height(overlay) - 6
    box, tray, high = (canvas.sides[1] - canvas.sides[0]) / len(menu), tall * scale, (tall - _PRICE) * scale
    for number, entry in enumerate(menu):
        if entry.is_hidden:
            continue
        left = canvas.sides[0] + number * box
        rows, columns = entry.size
        side = max(1.0, min((box - 6 * scale) / (columns + 1), high / (rows + 1), 9 * scale))
        x0, y0 = left + (box - side * columns) / 2, top + (high - side * rows) / 2
        ground = (left + 2 * scale, top), (left + box - 2 * scale, top + tray)
        rectangle(*ground, faded(RAISED, 0.95 if entry.chosen else 0.55), 5 * scale)
        foot, price = top + tray - _PRICE * scale, str(len(entry.cells))
        is_narrow = box < _NARROW * scale
        if entry.player == numbered and is_narrow:
            key = str((entry.entry + 1) % len(SEED_SHAPES))
            text(key, left + 5 * scale, foot - 3 * scale, CAPTION, size=_KEY)
        elif entry.player == numbered:
            key, cap = str((entry.entry + 1) % len(SEED_SHAPES)), (left + 5 * scale, foot - 2 * scale)
            end = cap[0] + 14 * scale, cap[1] + 16 * scale
            rectangle(cap, end, RAISED, 3 * scale)
            pen.add_rect(cap, end, packed(CAPTION, 0.8), 3 * scale, scale)
            text(key, cap[0] + 7 * scale, foot - 3 * scale, TEXT, align=0.5, size=_KEY, shadow=False)
        text(price, left + box - 6 * scale, foot - 3 * scale, BAD if entry.costly else TEXT, align=1.0, size=_LABEL)
        if not is_narrow:
            dot = left + box - 11 * scale - width_of(price, _LABEL), foot + 6 * scale
            pen.add_circle_filled(dot, 3 * scale, packed(canvas.player_colour(entry.player)))
        colour = canvas.player_colour(entry.player, 1.0 if entry.chosen else 0.9)
        fill = packed(faded(CAPTION, 0.45) if entry.costly else colour)
        for row, column in entry.cells:
            x, y = x0 + column * side, y0 + row * side
            pen.add_rect_filled((x, y), (x + side * 0.88, y + side * 0.88), fill, side / 6)
        if entry.chosen:
            frame = packed(
                canvas.player_colour(entry.player, 1.0 if entry.lit and canvas.bright else 0.55 if entry.lit else 0.8)
            )
            pen.add_rect(*ground, frame, 5 * scale, 2 * scale if entry.lit else scale)


class OverlayController(GameController[State]):
    """A controller that draws the game's overlay."""

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self._cursor_view = CursorView()
        self._shown: tuple[tuple[object, ...], Overlay | None] = (), None

    def update_seats(self) -> None:
        """Tell the game which seats people and computers have, and keep people's cursors in view."""
        super().update_seats()
        self._cursor_view.follow(self)

    @property
    def overlay(self) -> Overlay:
        """The overlay for the game's current state; cached until the state changes."""
        board = self.play.session.board
        shows = self.state, board.shape, (*self.play.population[:2], 0)[:2], board.generation
        if shows != self._shown[0]:
            self._shown = shows, overlay(*shows)
        shown = self._shown[1]
        assert shown is not None  # noqa: S101 - these two games have one
        return shown

    @property
    def hud_margins(self) -> HudMargins:
        """Heights in points that the overlay takes above and below the board."""
        return HudMargins(*room_around(self.overlay))

    @property
    def seeds(self) -> tuple[str, ...]:
        """Number of seeds left for each player, as text; question marks while a player types the number."""
        return self.overlay.status[1], self.overlay.status[3]

    @property
    def typing(self) -> int | None:
        """The player who is typing the number of seeds with which they begin; None if nobody is typing."""
        typing = self.overlay.typing
        return None if typing is None else typing[0]

    def cursors(self, phase: float) -> list[CursorMark]:
        """Return the cursors that cover one cell; ``phase`` is the phase of their flicker, 0 to 1.

        Shapes that cover several cells are drawn by ``draw_overlay``.
        """
        shown, devices, colours = self.overlay, self.shell.poller.devices(), self.play.display.look.colours
        return [
            CursorMark(row, column, colours[min(player + 1, len(colours) - 1)], phase)
            for player, cells in enumerate(shown.cursors)
            if len(cells) == 1 and (shown.has_figures or player in devices)
            for row, column in cells
        ]

    @property
    def hints(self) -> Hints:
        """The hints to show now; none by default."""
        return Hints()

    def draw(self, seconds: float) -> None:
        """Draw the border, the shot clock, the menu of shapes, and the line of numbers."""
        del seconds
        draw_overlay(self.overlay, self.layout.canvas, self.hints)


_CURSOR_HINTS = (("{trigger} Join",), ("{move} Move  {trigger} Plant", "{trigger} Plant"))
"""Hints for each player before and after they join. Each hint is a list of wordings, longest first."""
_TIME_HINTS = (
    (
        "{halt} Run  {step} One generation  {help} Help  {start-screen} Start screen",
        "{halt} Run  {step} One generation  {help} Help",
        "{halt} Run  {help} Help",
        "{halt} Run",
    ),
    (
        "{halt} Halt  {slower} {faster} Speed  {help} Help  {start-screen} Start screen",
        "{halt} Halt  {slower} {faster} Speed  {help} Help",
        "{halt} Halt  {help} Help",
        "{halt} Halt",
    ),
)
"""Hints for everybody while the universe is halted, and while it runs. Each is a list of wordings, longest first."""


class StudyController(OverlayController[StudyState]):
    """Controller of Study Mode, where people may draw at any time.

    A universe for two players shows both cursors and five numbers (both players' cells and seeds, and the generation),
    as in 1982. A universe that began with cells, such as an opened pattern, shows only cursors that have been moved by
    players who have joined.
    """

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.workbench = Workbench(play.engine.rule, play.engine.read)
        self._first_places = [(cursor.row, cursor.column) for cursor in self.state.cursors]
        self._moved: set[int] = set()

    def cursors(self, phase: float) -> list[CursorMark]:
        """Return the cursors to draw: in a universe not for two, those that have moved; in an art look none."""
        if self.play.display.look.picture != CELLS:
            return []
        places = [(cursor.row, cursor.column) for cursor in self.state.cursors]
        self._moved |= {player for player, place in enumerate(places) if place != self._first_places[player]}
        moved = {places[player] for player in self._moved}
        return [mark for mark in super().cursors(phase) if self.is_for_two or (mark.row, mark.column) in moved]

    @property
    def _has_two(self) -> bool:
        rule = self.play.engine.rule
        return rule.species == len(rule.census_names) == PLAYERS

    @property
    def is_for_two(self) -> bool:
        """True if the universe is for two players, so that both cursors and the five numbers are shown."""
        play = self.play
        if play.is_show or not self._has_two:
            return False
        first = play.session.log.at(0) or play.runner.pending
        return OPTIONS[self.state.option].handicap or not any(action.kind in EDITS for action in first)

    @property
    def seeds(self) -> tuple[str, ...]:
        """Number of seeds left for each player, as text. In a universe not for two, empty until a player joins."""
        joined = any(player in self.shell.poller.devices() for player in range(PLAYERS))
        return super().seeds if self._has_two and (joined or self.is_for_two) else ()

    @property
    def overlay(self) -> Overlay:
        """The overlay for the game's current state. It has the players' numbers only in a universe for two players."""
        shown, has_figures = super().overlay, self.is_for_two
        return shown if shown.has_figures == has_figures else replace(shown, has_figures=has_figures)

    @property
    def shows_scores(self) -> bool:
        """True if cells and seeds are counted below the board, so that the bar at the lower edge can omit them."""
        return self.is_for_two

    @property
    def hints(self) -> Hints:
        """Hints for each player on planting, and for everybody on starting and halting time."""
        play = self.play
        if play.runner.watching or play.only_watches or not play.has_prompts or self.state.typing:
            return Hints()
        if play.display.look.picture != CELLS:
            return Hints()
        legends, players = [self.legend(player) for player in range(PLAYERS)], self.shell.poller.devices()
        left, right = (
            [legend.pieces(line) for line in _CURSOR_HINTS[player in players]] for player, legend in enumerate(legends)
        )
        reader = legends[next(iter(players), 0)]
        return Hints((left, right), [reader.pieces(line) for line in _TIME_HINTS[self.state.running]])
