"""Draws Survivor's board with figures on lit ground, a bar with numbers above it, and a bar with the moves below it.

Only the bar below consists of widgets, for the mouse; keyboard and pads do not need it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import Action, ActionKind
from gpulife.games.survivor.level import ENEMY, PAWN, SHELTER, TRAP, WALKABLE
from gpulife.games.survivor.rules import LevelPhase, Placed, SurvivorState
from gpulife.input.commands import Asked, LevelRequest
from gpulife.patterns.pattern import Cells
from gpulife.view.look import RGB
from gpulife.window.games.survivor.daylight import Light, blend
from gpulife.window.games.survivor.sprites import draw_figure, draw_ground, draw_sky_sign
from gpulife.window.panels.draw_primitives import Pixel, code_of, ink_of, rectangle
from gpulife.window.panels.widgets import PICKED, button_ground, width_of

_MOVES, _LINE = 96.0, 30.0
"""Heights of the buttons, and of the line about a shown move, in pixels on a 96 dpi screen."""
TOP, BOTTOM = 92.0, _MOVES + _LINE
"""Heights of the bars above and below the board, in the same unit."""
MIN_CELL, MAX_CELLS = 9.0, 6000
"""Smallest cell in points, and greatest number of visible cells, that are drawn as figures."""
_WIDEST_MOVES = 880.0
_WIDE_BUTTON = 164.0
_GOOD, _BAD = (96, 200, 120), (255, 106, 92)
_ADVICE = (255, 214, 70)
_TITLES = {"sunrise": "Sunrise", "midday": "Midday", "sunset": "Sunset", "midnight": "Midnight"}


@dataclass(frozen=True, slots=True)
class Scene:
    """The visible part of a board of Survivor.

    Attributes:
        cells: visible cells, shape (rows, columns), uint8.
        origin: (row, column) of the first of them on the board.
        zoom: side of a cell in points.
        pixel: position of a place of the board in the window.
        colours: colours of the states.
        light: present light.
        bright: whether blinking marks are bright now.
    """

    cells: Cells
    origin: tuple[int, int]
    zoom: float
    pixel: Pixel
    colours: Sequence[RGB]
    light: Light
    bright: bool


def draw_board(scene: Scene) -> None:
    """Draw the ground and the figures on it."""
    pen = imgui.get_background_draw_list()
    first_row, first_column = scene.origin
    standing = []
    for (row, column), state in _places(scene.cells):
        corner = scene.pixel(first_row + row, first_column + column)
        draw_ground(pen, corner, scene.zoom, scene.light.ground, odd=(first_row + row + first_column + column) % 2 == 1)
        if state != WALKABLE:
            standing.append((corner, state))
    for corner, state in standing:
        draw_figure(pen, state, corner, scene.zoom, scene.colours, scene.light.night)


def draw_choice(scene: Scene, state: SurvivorState) -> None:
    """Draw marks on free cells, a frame around the placed piece, and the cursor with the chosen piece."""
    if state.phase is not LevelPhase.TURN:
        return
    pen = imgui.get_background_draw_list()
    size, ink = scene.zoom, scene.colours[state.piece]
    mark = code_of(blend(ink, (255, 255, 255), 0.25), 0.5)
    for (row, column), cell in _places(scene.cells):
        if cell == WALKABLE:
            x, y = scene.pixel(scene.origin[0] + row, scene.origin[1] + column)
            pen.add_circle_filled(imgui.ImVec2(x + size / 2, y + size / 2), max(1.5, size * 0.06), mark, 8)
    if state.placed is not None:
        _frame(scene, state.placed.row, state.placed.column, (255, 255, 255), 0.95, inset=0.04)
    cursor = state.cursors[0]
    row, column = cursor.row - scene.origin[0], cursor.column - scene.origin[1]
    if 0 <= row < scene.cells.shape[0] and 0 <= column < scene.cells.shape[1]:
        free = scene.cells[row, column] == WALKABLE
        if free:
            corner = scene.pixel(cursor.row, cursor.column)
            draw_figure(pen, state.piece, corner, size, scene.colours, scene.light.night, 0.55 if scene.bright else 0.3)
        on_it = state.placed is not None and (state.placed.row, state.placed.column) == (cursor.row, cursor.column)
        draw_cursor(scene, cursor.row, cursor.column, ink if free or on_it else _BAD)


def draw_advice(scene: Scene, move: Placed, *, bright: bool) -> None:
    """Draw the computer's advice: the piece within a golden ring, whose shape distinguishes it from cursors."""
    row, column = move.row - scene.origin[0], move.column - scene.origin[1]
    if not (0 <= row < scene.cells.shape[0] and 0 <= column < scene.cells.shape[1]):
        return
    pen = imgui.get_background_draw_list()
    size, corner = scene.zoom, scene.pixel(move.row, move.column)
    if scene.cells[row, column] == WALKABLE:
        draw_figure(pen, move.piece, corner, size, scene.colours, scene.light.night, 0.8)
    middle = imgui.ImVec2(corner[0] + size / 2, corner[1] + size / 2)
    radius = size * (0.66 if bright else 0.6)
    pen.add_circle(middle, radius, code_of((0, 0, 0), 0.8), 32, max(4.0, size * 0.14))
    pen.add_circle(middle, radius, code_of(_ADVICE), 32, max(2.0, size * 0.08))


def draw_cursor(scene: Scene, row: int, column: int, ink: RGB) -> None:
    """Draw a cursor."""
    _frame(scene, row, column, ink, 1.0 if scene.bright else 0.6, inset=0.0)


def _frame(scene: Scene, row: int, column: int, ink: RGB, alpha: float, inset: float) -> None:
    pen = imgui.get_background_draw_list()
    x, y = scene.pixel(row, column)
    gap, end = scene.zoom * inset, scene.zoom * (1 - inset)
    low, high = imgui.ImVec2(x + gap, y + gap), imgui.ImVec2(x + end, y + end)
    pen.add_rect(low, high, code_of((0, 0, 0), alpha * 0.8), scene.zoom * 0.1, max(3.0, scene.zoom * 0.1))
    pen.add_rect(
        low, high, code_of(blend(ink, (255, 255, 255), 0.3), alpha), scene.zoom * 0.1, max(2.0, scene.zoom * 0.055)
    )


def _places(cells: Cells) -> list[tuple[tuple[int, int], int]]:
    return [((row, column), cell) for row, line in enumerate(cells.tolist()) for column, cell in enumerate(line)]


def draw_top_bar(
    state: SurvivorState, colours: Sequence[RGB], light: Light, strip: tuple[float, float, float], note: str
) -> None:
    """Draw the bar above the board: time of day, turn, pawns, enemies and traps, and the progress below them.

    Args:
        state: state of the game.
        colours: colours of the states.
        light: present light.
        strip: left, right and upper edge of the bar.
        note: text after the number of the turn, such as par.
    """
    pen = imgui.get_background_draw_list()
    scale = imgui.get_style().font_scale_dpi
    left, right, top = strip
    height = (TOP - 8) * scale
    rectangle((left, top), (right, top + height), ink_of(light.sky), 8 * scale)
    line = top + height * 0.33
    wide = right - left > 620 * scale
    draw_sky_sign(pen, state.time, (left + 34 * scale, line), 46 * scale)
    x = left + 66 * scale
    _text(_TITLES[state.time], x, line, light.ink, 26.0)
    figures = (
        (PAWN, state.pawns, "pawn", "pawns"),
        (ENEMY, state.enemies, "enemy", "enemies"),
        (TRAP, state.traps, "trap", "traps"),
    )
    share = (right - x - 190 * scale) / (3.6 if wide else 3.2)
    x += 150 * scale if wide else 130 * scale
    for kind, count, one, several in figures:
        size = 38 * scale
        draw_figure(pen, kind, (x, line - size / 2), size, colours, 0.6)
        _text(str(count), x + size + 6 * scale, line, light.ink, 28.0)
        if wide and share > 150 * scale:
            _text(
                one if count == 1 else several,
                x + size + (46 if count > 9 else 30) * scale,
                line,
                blend(light.ink, light.sky, 0.35),
                18.0,
            )
        x += share
    _text(
        f"turn {state.turn + (0 if state.is_over else 1)}{note}", right - 14 * scale, line, light.ink, 20.0, align=1.0
    )
    low = top + height * 0.74
    start, end = left + 16 * scale, right - 66 * scale
    rectangle((start, low - 6 * scale), (end, low + 6 * scale), (0, 0, 0, 0.45), 6 * scale)
    if state.done > 0:
        full = start + max(12 * scale, (end - start) * state.done)
        rectangle((start, low - 6 * scale), (full, low + 6 * scale), ink_of(_GOOD), 6 * scale)
    _text(f"{state.done:.0%}", right - 14 * scale, low, light.ink, 18.0, align=1.0)


def moves_bar(
    state: SurvivorState,
    colours: Sequence[RGB],
    strip: tuple[float, float, float],
    *,
    watched: bool,
    thinking: bool = False,
    hint: str = "",
) -> list[Asked]:
    """Draw the bar below the board: the two moves, "Take back", "Show a move" and OK; return the user's requests.

    Args:
        state: state of the game.
        colours: colours of the states.
        strip: left, right and lower edge of the bar.
        watched: whether the computer plays.
        thinking: whether the computer is searching now.
        hint: line about a move that is shown.
    """
    scale = imgui.get_style().font_scale_dpi
    left, right, bottom = strip
    if hint:
        _draw_line(hint, (left, right), bottom - (_MOVES + _LINE / 2) * scale)
    width = min(right - left, _WIDEST_MOVES * scale)
    left += (right - left - width) / 2
    height = (_MOVES - 12) * scale
    imgui.set_next_window_pos(imgui.ImVec2(left, bottom - height - 4 * scale))
    imgui.set_next_window_size(imgui.ImVec2(width, height))
    flags = (
        imgui.WindowFlags_.no_decoration
        | imgui.WindowFlags_.no_move
        | imgui.WindowFlags_.no_saved_settings
        | imgui.WindowFlags_.no_focus_on_appearing
        | imgui.WindowFlags_.no_bring_to_front_on_focus
        | imgui.WindowFlags_.no_nav
    )
    imgui.set_next_window_bg_alpha(0.0)
    with imgui_ctx.begin("moves", None, flags):
        inner = width - 24 * scale
        return [
            *(_take_over(inner, thinking=thinking) if watched else _moves(state, colours, inner, hinted=bool(hint)))
        ]


def _take_over(width: float, *, thinking: bool) -> Iterator[Asked]:
    what, size = "looks for a way" if thinking else "plays", imgui.ImVec2(width, 60 * imgui.get_style().font_scale_dpi)
    with imgui_ctx.push_font(None, 22.0):
        if imgui.button(f"The computer {what}: press here to take over###watched", size):
            yield LevelRequest("take-over")


def _moves(state: SurvivorState, colours: Sequence[RGB], width: float, *, hinted: bool) -> Iterator[Asked]:
    gap = imgui.get_style().item_spacing.x
    unit = (width - 4 * gap) / 5
    wide = unit >= _WIDE_BUTTON * imgui.get_style().font_scale_dpi
    playing = state.phase is LevelPhase.TURN
    for number, (piece, title) in enumerate(((PAWN, "Pawn"), (SHELTER, "Shelter")), start=1):
        chosen = playing and state.piece == piece
        if _big_button(title, str(number), unit, picked=chosen, figure=piece, colours=colours):
            yield Action(0, ActionKind.PIECE, piece)
        imgui.same_line()
    imgui.begin_disabled(state.placed is None)
    if _big_button("Take back", "Esc  B", unit, picked=False):
        yield Action(0, ActionKind.TAKE_BACK)
    imgui.end_disabled()
    imgui.same_line()
    imgui.begin_disabled(not playing)
    if _big_button("Show a move" if wide else "Show", "N  LT+X", unit, picked=hinted):
        yield LevelRequest("hint")
    imgui.end_disabled()
    imgui.same_line()
    hovered = imgui_ctx.push_style_color(imgui.Col_.button_hovered, imgui.ImVec4(0.17, 0.56, 0.32, 1.0))
    with button_ground(imgui.ImVec4(0.13, 0.42, 0.24, 1.0)), hovered:
        if _big_button("OK, place none" if wide and not state.placed else "OK", "Enter  RT", unit, picked=False):
            yield Action(0, ActionKind.OK)


def _big_button(
    title: str, hint: str, width: float, *, picked: bool, figure: int = WALKABLE, colours: Sequence[RGB] = ()
) -> bool:
    """Draw a large button with a figure, a title, and its keys and pad buttons; return whether it was pressed."""
    scale = imgui.get_style().font_scale_dpi
    corner, height = imgui.get_cursor_screen_pos(), 66 * scale
    with button_ground(PICKED, on=picked):
        pressed = imgui.button(f"##{title[:3]}{hint}", imgui.ImVec2(width, height))
    pen = imgui.get_window_draw_list()
    x = corner.x + 12 * scale
    if figure != WALKABLE:
        size = 50 * scale
        draw_figure(pen, figure, (corner.x + 8 * scale, corner.y + 8 * scale), size, colours, 0.2)
        x = corner.x + 66 * scale
    alpha = imgui.get_style().alpha
    with imgui_ctx.push_font(None, 22.0):
        pen.add_text(imgui.ImVec2(x, corner.y + 9 * scale), code_of((240, 244, 250), alpha), title)
    pen.add_text(imgui.ImVec2(x, corner.y + 38 * scale), code_of((176, 186, 200), alpha), hint)
    return bool(pressed)


def _draw_line(words: str, sides: tuple[float, float], middle: float) -> None:
    """Draw a line on a dark ground in the middle between two sides, smaller where it would not fit."""
    scale, (left, right) = imgui.get_style().font_scale_dpi, sides
    width = width_of(words, 20.0)
    share = min(1.0, (right - left - 24 * scale) / width)
    start, half = left + (right - left - width * share) / 2, _LINE * scale / 2 - 1
    low, high = (start - 12 * scale, middle - half), (start + (width * share) + 12 * scale, middle + half)
    rectangle(low, high, (0, 0, 0, 0.72), 6 * scale)
    _text(words, start, middle, _ADVICE, 20.0 * share)


def _text(words: str, x: float, middle: float, ink: RGB, size: float, align: float = 0.0) -> None:
    pen = imgui.get_background_draw_list()
    with imgui_ctx.push_font(None, size):
        extent = imgui.calc_text_size(words)
        place = imgui.ImVec2(x - extent.x * align, middle - extent.y / 2)
        pen.add_text(imgui.ImVec2(place.x + 1, place.y + 1), code_of((0, 0, 0), 0.6), words)
        pen.add_text(place, code_of(ink), words)
