"""Draws Survivor's board with small pictures of cells (sprites), the preview, and the bars above and below.

The buttons of the lower bar are for the mouse. Keys and pads work without them.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import ceil, floor, pi, sin
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.foresight import Change
from gpulife.games.core.game import Action, ActionKind, Place
from gpulife.games.core.game_spec import State
from gpulife.games.survivor.level import ENEMY, IMPASSABLE, PAWN, SHELTER, TRAP, WALKABLE
from gpulife.games.survivor.observation import TurnPreview, preview_turn, with_pointed_piece
from gpulife.games.survivor.rules import LevelPhase, Placed, SurvivorState
from gpulife.input.commands import CommandOrAction, LevelRequest, ShowPreview
from gpulife.input.glyphs import Legend
from gpulife.rules import RGB, Cells
from gpulife.view.camera import cell_at
from gpulife.view.look import Look
from gpulife.window.design import (
    BAD,
    BODY,
    CAPTION,
    CHOSEN,
    GAP,
    GROUND,
    HEADING,
    LEAD,
    ROUNDING,
    SMALL,
    TEXT,
    TIGHT,
    WIDE_GAP,
    faded,
    packed,
    rgba_of,
    styled,
)
from gpulife.window.games.survivor.sprites import (
    LIGHTS,
    MAX_CELLS,
    Light,
    blend,
    draw_land,
    draw_sky_sign,
    draw_sprite,
    light_of,
)
from gpulife.window.panels.draw_primitives import SHADE, line, rectangle
from gpulife.window.panels.widgets import button_colour, greyed, width_of
from gpulife.window.play.bursts import Change as BoardChange
from gpulife.window.play.canvas import WAYS_OUT, Canvas, draw_preview_frame, draw_prompt, fitting_size, scaled
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.game_controller import GameController
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.overlay import StudyController
from gpulife.window.shell import Shell

_MOVES, _LINE = 90.0, 36.0
"""Heights of the row of buttons, and of the line about a shown move, in points of a 96 dpi screen."""
TOP, BOTTOM = 76.0, _MOVES + _LINE
"""Heights of the bars above and below the board, in points of a 96 dpi screen."""
_FRAME = 8.0
"""Width of the frame around the land, in units of 1/96 inch."""
MIN_CELL = 9.0
"""Minimum size of a cell in points for drawing sprites."""
_WIDEST_MOVES = 1010.0
_WIDE_BUTTON = 150.0
_HOP = 0.4
"""Height to which a piece hops as it comes, as a share of a cell."""
_OTHER_SIDE = 0.4
"""Opacity of the pieces from the other side, drawn around a board that wraps."""
_BAD = (255, 106, 92)
_WHITE = (255, 255, 255)
_ADVICE = (255, 214, 70)
"""Colours of what is drawn on the land and the sky. Land and sky themselves change with the time of day."""
_OK = (0.13, 0.42, 0.24, 1.0)
"""Green, so that the button that ends a turn differs from the chosen piece beside it."""
_LOSES = (0.62, 0.13, 0.1, 1.0)
"""Red: the button that ends the turn loses the level."""


@dataclass(frozen=True, slots=True)
class VisibleBoard:
    """The visible part of a board of Survivor, with the data for drawing its sprites.

    Attributes:
        states: the state of each visible cell, keyed by its (row, column) on the board.
        canvas: the canvas on which to draw.
        light: colours of the landscape at this time of day.
    """

    states: dict[Place, int]
    canvas: Canvas
    light: Light

    def draw(self, state: int, place: Place, alpha: float = 1.0) -> None:
        """Draw the sprite (small picture) of a state on the cell at ``place``, with opacity ``alpha``, 0 to 1."""
        pen, canvas = imgui.get_background_draw_list(), self.canvas
        draw_sprite(pen, state, canvas.point_of(*place), canvas.zoom, canvas.colours, self.light.night, alpha)


def draw_board(visible: VisibleBoard, hidden: Collection[Place] = ()) -> None:
    """Draw the ground, and the sprites of the cells except those at the places ``hidden``."""
    pen, canvas = imgui.get_background_draw_list(), visible.canvas
    draw_land(pen, {place: canvas.point_of(*place) for place in visible.states}, canvas.zoom, visible.light.ground)
    for place, state in visible.states.items():
        if state != WALKABLE and place not in hidden:
            visible.draw(state, place)


def draw_moves(visible: VisibleBoard, changes: Iterable[BoardChange], share: float) -> None:
    """Draw pieces that hop as they come, and pieces that fall and fade as they go.

    ``share`` is how much of the movement has passed, 0 to 1.
    """
    pen, canvas, night = imgui.get_background_draw_list(), visible.canvas, visible.light.night
    size = canvas.zoom
    for place, before, after, _ in changes:
        x, y = canvas.point_of(*place)
        if after:
            corner = x, y - _HOP * size * sin(pi * share)
            draw_sprite(pen, after, corner, size, canvas.colours, night, min(1.0, 2 * share))
        else:
            small = size * (1 - 0.6 * share)
            corner = x + (size - small) / 2, y + size - small
            draw_sprite(pen, before, corner, small, canvas.colours, night, 1 - share)


def draw_other_sides(visible: VisibleBoard, cells: Cells) -> None:
    """Draw around a board that wraps what is at its other sides, faint, since it is beside the cells at the edge.

    ``cells`` is the whole board, shape (rows, columns), uint8. What the bars above and below would cover is left out.
    """
    canvas, (rows, columns) = visible.canvas, cells.shape
    left, top, right, bottom = canvas.area
    pen = imgui.get_background_draw_list()
    pen.push_clip_rect((left, top + scaled(TOP)), (right, bottom - scaled(BOTTOM)))
    for row in range(-1, rows + 1):
        inside = 0 <= row < rows
        for column in (-1, columns) if inside else range(-1, columns + 1):
            state = int(cells[row % rows, column % columns])
            if state not in (WALKABLE, IMPASSABLE):
                visible.draw(state, (row, column), _OTHER_SIDE)
    pen.pop_clip_rect()
    corner, far = canvas.point_of(0, 0), canvas.point_of(rows, columns)
    dash, wide = max(canvas.zoom * 0.3, 4.0), max(2.0, scaled(2))
    sides = (
        (corner, (far[0], corner[1])),
        ((corner[0], far[1]), far),
        (corner, (corner[0], far[1])),
        ((far[0], corner[1]), far),
    )
    for (x, y), end in sides:
        across, down = end[0] - x, end[1] - y
        dashes = max(round((across + down) / dash / 2), 1)
        for number in range(dashes):
            first, last = (number + 0.25) / dashes, (number + 0.75) / dashes
            starts, ends = (x + across * first, y + down * first), (x + across * last, y + down * last)
            line(starts, ends, faded(rgba_of(visible.light.text_colour), 0.6), wide)


def draw_choice(visible: VisibleBoard, state: SurvivorState) -> None:
    """Draw dots on free cells, a frame around the piece placed in this turn, and the cursor with the chosen piece."""
    if state.phase is not LevelPhase.TURN:
        return
    pen, canvas, states = imgui.get_background_draw_list(), visible.canvas, visible.states
    rgb = canvas.colours[state.piece]
    mark = packed(rgba_of(blend(rgb, _WHITE, 0.25), 0.3))
    for place, cell in states.items():
        if cell == WALKABLE:
            pen.add_circle_filled(canvas.middle(place), max(1.5, canvas.zoom * 0.045), mark, 8)
    placed = None if state.placed is None else (state.placed.row, state.placed.column)
    if placed is not None:
        _frame(canvas, placed, _WHITE, 0.95, inset=0.04)
    cursor = state.cursors[0].row, state.cursors[0].column
    if cursor in states:
        free = states[cursor] == WALKABLE
        if free:
            visible.draw(state.piece, cursor, 0.55 if canvas.bright else 0.3)
        draw_cursor(canvas, cursor, rgb if free or placed == cursor else _BAD)


def draw_hint(visible: VisibleBoard, move: Placed) -> None:
    """Draw the move that the computer suggests: the piece in a golden ring, so that it differs from a cursor."""
    canvas, place = visible.canvas, (move.row, move.column)
    here = visible.states.get(place)
    if here is None:
        return
    if here == WALKABLE:
        visible.draw(move.piece, place, 0.8)
    pen, middle = imgui.get_background_draw_list(), canvas.middle(place)
    radius = canvas.zoom * (0.66 if canvas.bright else 0.6)
    pen.add_circle(middle, radius, packed(GROUND, 0.8), 32, max(4.0, canvas.zoom * 0.14))
    pen.add_circle(middle, radius, packed(rgba_of(_ADVICE)), 32, max(2.0, canvas.zoom * 0.08))


def draw_cursor(canvas: Canvas, place: Place, rgb: RGB) -> None:
    """Draw a frame around the cell at ``place``, in the cursor's colour."""
    _frame(canvas, place, rgb, 1.0 if canvas.bright else 0.6, inset=0.0)


def _frame(canvas: Canvas, place: Place, rgb: RGB, alpha: float, inset: float) -> None:
    pen, size, ((x0, y0), (x1, y1)) = imgui.get_background_draw_list(), canvas.zoom, canvas.square(place)
    gap = size * inset
    square = (x0 + gap, y0 + gap), (x1 - gap, y1 - gap)
    pen.add_rect(*square, packed(GROUND, alpha * 0.8), size * 0.1, max(3.0, size * 0.1))
    pen.add_rect(*square, packed(rgba_of(blend(rgb, _WHITE, 0.3), alpha)), size * 0.1, max(2.0, size * 0.055))


def draw_top_bar(state: SurvivorState, canvas: Canvas, light: Light) -> None:
    """Draw the bar above the board: time of day, turn, pawns, enemies and traps.

    If there is no room for words such as "pawns" beside the numbers, they are below the numbers.
    """
    pen, scale = imgui.get_background_draw_list(), scaled(1)
    left, top, right = canvas.area[0] + 12 * scale, 6 * scale, canvas.area[2] - 12 * scale
    height = (TOP - 8) * scale
    rectangle((left, top), (right, top + height), rgba_of(light.sky), 8 * scale)
    wide = right - left > 620 * scale
    x = left + 66 * scale
    counters = (
        (PAWN, state.pawns, "pawn", "pawns"),
        (ENEMY, state.enemies, "enemy", "enemies"),
        (TRAP, state.traps, "trap", "traps"),
    )
    share = (right - x - 190 * scale) / (3.6 if wide else 3.2)
    beside = wide and share > 150 * scale
    line = top + height * (0.5 if beside else 0.37)
    draw_sky_sign(pen, state.time, (left + 34 * scale, line), 46 * scale)
    _text(state.time.capitalize(), x, line, light.text_colour, HEADING.size)
    x += 150 * scale if wide else 130 * scale
    for number, (kind, count, one, several) in enumerate(counters):
        start, size, words = x + number * share, 38 * scale, one if count == 1 else several
        draw_sprite(pen, kind, (start, line - size / 2), size, canvas.colours, 0.6)
        _text(str(count), start + size + 6 * scale, line, light.text_colour, HEADING.size)
        after = start + size + (46 if count > 9 else 30) * scale
        at = (after, line) if beside else (start, line + 24 * scale)
        _text(words, *at, blend(light.text_colour, light.sky, 0.35), BODY.size if beside else SMALL.size)
    par = f" (par {state.level.par})" if state.level.par else ""
    turn = state.turn if state.is_over else state.turn + 1
    _text(f"Turn {turn}{par}", right - 14 * scale, line, light.text_colour, LEAD.size, align=1.0)


def draw_what_now(canvas: Canvas, legend: Legend, wordings: Sequence[str]) -> None:
    """Draw a line above the buttons that says what the player can do now."""
    left, right, bottom = canvas.area[0] + scaled(GAP), canvas.area[2] - scaled(GAP), canvas.area[3]
    draw_prompt(
        legend, wordings, ((left + right) / 2, bottom - scaled(_MOVES + _LINE / 2)), right - left, way_out=WAYS_OUT
    )


@contextmanager
def bar_below(canvas: Canvas, hint: str) -> Iterator[float]:
    """Draw the line ``hint`` above a bar for the buttons of the ``with`` block; yield the bar's width in points."""
    left, right, bottom = canvas.area[0] + scaled(GAP), canvas.area[2] - scaled(GAP), canvas.area[3]
    if hint:
        _draw_line(hint, (left, right), bottom - scaled(_MOVES + _LINE / 2))
    width, height = min(right - left, scaled(_WIDEST_MOVES)), scaled(_MOVES - 12)
    imgui.set_next_window_pos(((left + right - width) / 2, bottom - height - scaled(TIGHT)))
    imgui.set_next_window_size((width, height))
    flags = (
        imgui.WindowFlags_.no_decoration
        | imgui.WindowFlags_.no_move
        | imgui.WindowFlags_.no_saved_settings
        | imgui.WindowFlags_.no_focus_on_appearing
        | imgui.WindowFlags_.no_bring_to_front_on_focus
        | imgui.WindowFlags_.no_nav
    )
    imgui.set_next_window_bg_alpha(0.0)
    padding = imgui.ImVec2(scaled(GAP), scaled(6))  # leaves the large buttons enough height
    with imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, padding), imgui_ctx.begin("moves", None, flags):
        yield width - 2 * padding.x


def end_control(legend: Legend) -> str:
    """Return the control that ends a turn, in braces: the key Return, or a gamepad's RT."""
    return "{halt}" if legend.hands.pad else "{step}"


def take_over_button(width: float, *, thinking: bool) -> Iterator[CommandOrAction]:
    """Draw the button to take over from the computer; yield the user's requests.

    If the computer is ``thinking``, the button says so.
    """
    what = "looks for a way" if thinking else "plays"
    with styled(LEAD):
        if imgui.button(f"The computer {what}: press here to take over###watched", (width, scaled(60))):
            yield LevelRequest("take-over")


def move_buttons(
    state: SurvivorState,
    colours: Sequence[RGB],
    width: float,
    legend: Legend,
    *,
    hinted: bool,
    places: bool,
    waits: bool,
    loses: bool,
) -> Iterator[CommandOrAction]:
    """Draw the buttons Pawn, Shelter, Take back, Preview, Show a move and OK; yield the user's requests.

    Args:
        state: state of the game.
        colours: colours of the states.
        width: width of all buttons together, in points.
        legend: the player's keys or gamepad buttons.
        hinted: True if the board shows the move that the computer suggests.
        places: True if OK places the suggested piece, instead of ending the turn.
        waits: True if OK does nothing, because the computer is still looking for a move.
        loses: True if no pawn is left when the turn ends now.
    """
    unit = (width - 5 * imgui.get_style().item_spacing.x) / 6
    wide, playing = unit >= scaled(_WIDE_BUTTON), state.phase is LevelPhase.TURN
    for number, (piece, title) in enumerate(((PAWN, "Pawn"), (SHELTER, "Shelter")), start=1):
        chosen = playing and state.piece == piece
        if _big_button(title, str(number), unit, picked=chosen, sprite=piece, colours=colours):
            yield Action(0, ActionKind.PIECE, piece)
        imgui.same_line()
    if _big_button("Take back", legend.spoken("{again}"), unit, enabled=state.placed is not None):
        yield Action(0, ActionKind.TAKE_BACK)
    imgui.same_line()
    _big_button("Preview", legend.spoken("hold {preview}"), unit, enabled=playing)
    if imgui.is_item_active():
        yield ShowPreview()
    imgui.same_line()
    if _big_button("Show a move" if wide else "Show", legend.spoken("{hint}"), unit, picked=hinted, enabled=playing):
        yield LevelRequest("hint")
    imgui.same_line()
    title = "Result" if state.is_over else "OK, place none" if wide and not state.placed else "OK"
    title = "OK: all pawns die" if loses else title
    title = "Place it" if places else "Looking ..." if waits else title
    with button_colour(_LOSES if loses and not places else _OK, on=not waits):
        if _big_button(title, legend.spoken(end_control(legend)), unit, enabled=not waits):
            yield Action(0, ActionKind.OK)


def _big_button(
    title: str,
    hint: str,
    width: float,
    *,
    picked: bool = False,
    enabled: bool = True,
    sprite: int = WALKABLE,
    colours: Sequence[RGB] = (),
) -> bool:
    """Draw a large button with a sprite, a title and a ``hint`` on the keys for it; return whether it was pressed.

    A ``picked`` button is highlighted; a button that is not ``enabled`` is grey.
    """
    with greyed(on=not enabled):
        (x, y), scale = imgui.get_cursor_screen_pos(), scaled(1)
        with button_colour(CHOSEN, on=picked):
            pressed = imgui.button(f"##{title[:3]}{hint}", (width, 66 * scale))
        pen, alpha = imgui.get_window_draw_list(), imgui.get_style().alpha
        side = min(50 * scale, width * 0.32)
        draw_sprite(pen, sprite, (x + 6 * scale, y + 33 * scale - side / 2), side, colours, 0.2)
        left = x + 10 * scale + (0 if sprite == WALKABLE else side)
        with styled(LEAD, fitting_size(title, x + width - 6 * scale - left, LEAD.size)):
            pen.add_text((left, y + 9 * scale), packed(TEXT, alpha), title)
        with styled(BODY, fitting_size(hint, x + width - 6 * scale - left, BODY.size)):
            pen.add_text((left, y + 40 * scale), packed(CAPTION, alpha), hint)
    return pressed


def _draw_line(words: str, sides: tuple[float, float], middle: float) -> None:
    """Draw ``words`` in a line on a dark background, centred between two sides, in a smaller font if needed."""
    left, right = sides
    size = fitting_size(words, right - left - scaled(WIDE_GAP), LEAD.size)
    width, half = width_of(words, LEAD.size) * size / LEAD.size, scaled(_LINE / 2) - 1
    start = (left + right - width) / 2
    low, high = (start - scaled(GAP), middle - half), (start + width + scaled(GAP), middle + half)
    rectangle(low, high, faded(GROUND, 0.72), scaled(ROUNDING))
    _text(words, start, middle, _ADVICE, size)


def _text(words: str, x: float, middle: float, rgb: RGB, size: float, align: float = 0.0) -> None:
    pen = imgui.get_background_draw_list()
    with styled(BODY, size):
        width, height = imgui.calc_text_size(words)
        left, top = x - width * align, middle - height / 2
        pen.add_text((left + 1, top + 1), packed(GROUND, SHADE), words)
        pen.add_text((left, top), packed(rgba_of(rgb)), words)


class Preview:
    """The preview of a session's next board. It changes nothing in the session.

    Args:
        play: a session of Survivor.
    """

    def __init__(self, play: OpenSession) -> None:
        self._play = play
        self._asked = False
        self._found: Remembered[TurnPreview] = Remembered()
        self._marked: Remembered[Sequence[Change]] = Remembered()
        self._ended: Remembered[TurnPreview] = Remembered()

    def ask(self) -> None:
        """Show the preview in the next frame. While its key is held, this is called in every frame."""
        self._asked = True

    def take(self, state: SurvivorState) -> TurnPreview | None:
        """Return the preview to show in this frame; None if nobody asked for one, or if it is not the player's turn."""
        asked, self._asked = self._asked, False
        if not asked or state.phase is not LevelPhase.TURN:
            return None
        engine = self._play.engine
        board = replace(state, cursors=())  # the cursor makes no difference to the board
        return self._found.of((board, engine.generation), lambda: self._foresee(state, self._cells))

    def changes(self, state: SurvivorState) -> Sequence[Change]:
        """Return what the next time of day changes if the player places the piece at the cursor and presses OK.

        A piece that is placed already counts instead. Empty if it is not the player's turn, or on large boards.
        """
        rows, columns = self._play.engine.shape
        if state.phase is not LevelPhase.TURN or rows * columns > MAX_CELLS:
            return ()
        known = replace(state, cursors=()), state.cursors[0].row, state.cursors[0].column, self._play.engine.generation
        return self._marked.of(known, lambda: self._foresee(*with_pointed_piece(state, self._cells)).changes)

    def if_ended(self, state: SurvivorState) -> TurnPreview | None:
        """Return what comes if the turn is ended now; None if it is not the player's turn, or on large boards."""
        rows, columns = self._play.engine.shape
        if state.phase is not LevelPhase.TURN or rows * columns > MAX_CELLS:
            return None
        known = replace(state, cursors=()), self._play.engine.generation
        return self._ended.of(known, lambda: self._foresee(state, self._cells))

    @property
    def _cells(self) -> Cells:
        return self._play.engine.read(0, 0, *self._play.engine.shape)

    def _foresee(self, state: SurvivorState, cells: Cells) -> TurnPreview:
        return preview_turn(state, cells, self._play.engine.generation, self._play.engine.rule.edges)


def draw_preview(visible: VisibleBoard, shown: TurnPreview) -> None:
    """Draw the next board over the current one: new pieces in white frames, vanished pieces as red crosses."""
    now, canvas = visible.states, visible.canvas
    states = {place: int(shown.cells[place]) for place in now}
    draw_board(VisibleBoard(states, canvas, LIGHTS[shown.state.time]))
    inset = canvas.zoom * 0.08
    for place, state in states.items():
        if state == now[place]:
            continue
        (left, top), (right, low) = canvas.square(place)
        corner, end = (left + inset, top + inset), (right - inset, low - inset)
        if state == WALKABLE:
            thick = max(2.0, canvas.zoom * 0.07)
            line((left + 3 * inset, top + 3 * inset), (right - 3 * inset, low - 3 * inset), BAD, thick)
            line((right - 3 * inset, top + 3 * inset), (left + 3 * inset, low - 3 * inset), BAD, thick)
        else:
            pen = imgui.get_background_draw_list()
            pen.add_rect(corner, end, packed(TEXT), inset, max(1.5, canvas.zoom * 0.04))
    draw_preview_frame(canvas, canvas.shape, "PREVIEW")


# Controllers for boards of Survivor's cells, in any game.
class SpriteController(GameController[State]):
    """A controller that draws a board of Survivor's cells as sprites (small pictures).

    Attributes:
        light: the current colours of the landscape, which change gradually from one time of day to the next.
    """

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.light = light_of(play.engine.generation)
        self._lit = False

    @property
    def has_pictures(self) -> bool:
        """False, because the sprites take the place of other pictures of the board."""
        return False

    @property
    def look(self) -> Look:
        """How the board is drawn in this frame: in the colours of the landscape at this time of day."""
        look, light = self.play.display.look, self.light
        if not self._lit:
            return look
        outside = blend(light.sky, (0, 0, 0), 0.55)
        colours = (light.ground, *look.colours[1:])
        border = blend(light.sky, light.text_colour, 0.35)
        return replace(look, colours=colours, outside=outside, border=border, age=0, trails=0, bloom=0, wave=False)

    def draw(self, seconds: float) -> None:
        """Draw the ground and the sprites of the visible cells; ``seconds`` is the time since the last call."""
        light = light_of(self.play.engine.generation)
        self.light = self.light.towards(light, seconds) if self._lit else light
        self._lit = True
        visible = self._visible_board()
        if visible is not None:
            changes, share = self.recent_changes(visible)
            draw_board(visible, {place for place, _, after, _ in changes if after})
            draw_moves(visible, changes, share)
            self.draw_over(visible)

    def draw_game_picture(self) -> None:
        """Draw a wooden frame around the land."""
        super().draw_game_picture()
        (left, top), (right, low) = (self.layout.point_of(*place) for place in ((0, 0), self.shape))
        wide, sky = scaled(_FRAME), self.light.sky
        for more, share in ((wide, 0.55), (wide * 0.6, 0.25)):
            rectangle(
                (left - more, top - more), (right + more, low + more), rgba_of(blend(sky, (0, 0, 0), share)), more
            )

    def recent_changes(self, visible: VisibleBoard) -> tuple[Sequence[BoardChange], float]:
        """Return the changes to show as movements, by default none; and how much of their time has passed, 0 to 1."""
        del visible
        return (), 1.0

    def draw_over(self, visible: VisibleBoard) -> None:
        """Draw what lies over the sprites. By default there is nothing; subclasses override this method."""

    def _visible_board(self) -> VisibleBoard | None:
        """Return the visible part of the board; None if its cells are too small or too many for sprites."""
        camera, size, engine = self.play.display.camera, self.shell.window.view_size, self.play.engine
        if camera.zoom < MIN_CELL:
            return None
        low, high = cell_at(camera, size, 0, 0), cell_at(camera, size, *size)
        top, left = (max(0, floor(side)) for side in low)
        bottom, right = (min(side, ceil(edge)) for side, edge in zip(engine.shape, high, strict=True))
        height, width = bottom - top, right - left
        if height <= 0 or width <= 0 or height * width > MAX_CELLS:
            return None
        rows = enumerate(engine.read(top, left, height, width).tolist(), top)
        states = {(row, column): state for row, line in rows for column, state in enumerate(line, left)}
        return VisibleBoard(states, self.layout.canvas, self.light)


class SpriteStudyController(SpriteController[Any], StudyController):
    """The controller of Study Mode on a board of Survivor's cells, which it draws as sprites."""

    def draw_over(self, visible: VisibleBoard) -> None:
        """Draw the cursors of the people who play."""
        for player, cursor in enumerate(self.state.cursors):
            if player in self.shell.poller.devices() and cursor.visible:
                draw_cursor(visible.canvas, (cursor.row, cursor.column), visible.canvas.colours[player + 1])
