"""What the workbench shows over the board: selection, frames of ghosts, a distance, and what is under the pointer."""

from collections.abc import Iterator
from itertools import product
from math import ceil, floor, hypot

from imgui_bundle import imgui

from gpulife.games.core.area import Area
from gpulife.games.core.area_edit import MERGE_TITLES, OVER
from gpulife.games.core.game import Place
from gpulife.input.commands.workbench import Tool
from gpulife.rules import Edges
from gpulife.view.camera import cell_at
from gpulife.view.gl_ghost import GhostMark
from gpulife.window.panels.draw_primitives import RGBA, Point, line, outline, rectangle, rgba_of, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Canvas, scaled
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.ghost import Ghost
from gpulife.window.play.minimap_view import Box, minimap_box
from gpulife.window.play.workbench import Workbench, cell_of

_SELECTION: RGBA = (0.35, 0.85, 1.0, 1.0)
_GHOST: RGBA = (1.0, 0.86, 0.35, 1.0)
_DARK: RGBA = (0.0, 0.0, 0.0, 0.88)
_WORDS: RGBA = (0.95, 0.96, 0.98, 1.0)
_TINT = 0.12
_HANDLES_FROM = 36.0
"""Points of a side from which a selection shows handles."""
_SIZE = 16.0  # of letters


def ghost_marks(workbench: Workbench | None) -> list[GhostMark]:
    """Return the ghosts for the view."""
    if workbench is None:
        return []
    replaces = workbench.mode == OVER
    return [GhostMark(ghost.row, ghost.column, ghost.cells, replaces) for ghost in workbench.ghosts.values()]


def draw_workbench(controller: AnyController) -> None:
    """Draw selection, frames of ghosts, the measured distance and the line that says what is under the pointer."""
    workbench, canvas = controller.workbench, controller.canvas
    if workbench is None:
        return
    window = controller.shell.window.view_size
    low, high = (cell_at(controller.play.camera, window, *corner) for corner in ((0, 0), window))
    shown = Area(floor(low[0]), floor(low[1]), ceil(high[0]) - floor(low[0]) + 1, ceil(high[1]) - floor(low[1]) + 1)
    wrap = controller.look.wrap and workbench.rule.edges is Edges.TORUS
    pen, (left, top, right, bottom) = imgui.get_background_draw_list(), canvas.area
    pen.push_clip_rect((left, top), (right, bottom))  # panels may be drawn before what is behind them
    _draw_parts(controller, workbench, canvas, shown, wrap=wrap)
    pen.pop_clip_rect()


def _draw_parts(controller: AnyController, workbench: Workbench, canvas: Canvas, shown: Area, *, wrap: bool) -> None:
    minimap = minimap_box(controller)
    if workbench.selection is not None:
        _draw_selection(workbench.selection, workbench, canvas, shown, minimap, wrap=wrap)
    for ghost in workbench.ghosts.values():
        _draw_ghost(ghost, workbench, canvas, shown, minimap, wrap=wrap)
    if workbench.measured is not None:
        _draw_distance(*workbench.measured, workbench, canvas, minimap)
    if controller.panels_shown:
        _draw_status(controller, workbench, canvas)


def pieces_of(area: Area, workbench: Workbench, shown: Area, *, wrap: bool) -> Iterator[Area]:
    """Yield the copies of a rectangle that may be seen: on a torus also those beyond its seam.

    Where the view does not show the board going on, the copies are to be cut at the board's edges.
    """
    if workbench.rule.edges is not Edges.TORUS:
        yield area
        return
    rows, columns = workbench.shape
    down = _copies(area.row, area.height, rows, shown.row, shown.height, wrap=wrap)
    across = _copies(area.column, area.width, columns, shown.column, shown.width, wrap=wrap)
    for row, column in product(down, across):
        yield area._replace(row=row, column=column)


def _copies(start: int, length: int, side: int, shown: int, extent: int, *, wrap: bool) -> list[int]:
    """Return where the copies of an interval on a torus begin that meet an interval of the view, or else the board."""
    if not wrap:
        shown, extent = 0, side
    first = shown - start - length + 1
    return list(range(start + ceil(first / side) * side, shown + extent, side))


def _corners(area: Area, canvas: Canvas, *, cut: bool) -> tuple[Point, Point]:
    """Return the upper left and the lower right corner in the window; ``cut`` at the board's edges."""
    row, column, bottom, right = area.row, area.column, area.row + area.height, area.column + area.width
    if cut:
        row, column = max(row, 0), max(column, 0)
        bottom, right = min(bottom, canvas.shape[0]), min(right, canvas.shape[1])
    (x0, y0), (x1, y1) = canvas.point_of(row, column), canvas.point_of(bottom, right)
    return (round(x0), round(y0)), (max(round(x1), round(x0) + 2), max(round(y1), round(y0) + 2))


def _frame(corner: Point, end: Point, colour: RGBA) -> None:
    """Draw a frame around cells that is seen on any ground: bright on a dark rim."""
    thick, rim = scaled(2), scaled(1)
    wide = thick + rim
    outline((corner[0] - wide, corner[1] - wide), (end[0] + wide, end[1] + wide), _DARK, wide)
    outline((corner[0] - thick, corner[1] - thick), (end[0] + thick, end[1] + thick), colour, thick)


def _draw_selection(
    area: Area, workbench: Workbench, canvas: Canvas, shown: Area, minimap: Box | None, *, wrap: bool
) -> None:
    first: Point | None = None
    for piece in pieces_of(area, workbench, shown, wrap=wrap):
        corner, end = _corners(piece, canvas, cut=not wrap)
        rectangle(corner, end, (*_SELECTION[:3], _TINT))
        _frame(corner, end, _SELECTION)
        if workbench.tool is Tool.SELECT and min(end[0] - corner[0], end[1] - corner[1]) >= scaled(_HANDLES_FROM):
            xs, ys = ((low, (low + high) / 2, high) for low, high in zip(corner, end, strict=True))
            for x, y in product(xs, ys):
                if (x, y) != (xs[1], ys[1]):
                    _handle(x, y)
        first = first or corner
    if first is not None:
        label(f"{area.width} x {area.height}  at x {area.column}, y {area.row}", first, canvas, minimap)


def _handle(x: float, y: float) -> None:
    half = scaled(4)
    rectangle((x - half - 1, y - half - 1), (x + half + 1, y + half + 1), _DARK)
    rectangle((x - half, y - half), (x + half, y + half), _SELECTION)


def _draw_ghost(
    ghost: Ghost, workbench: Workbench, canvas: Canvas, shown: Area, minimap: Box | None, *, wrap: bool
) -> None:
    for number, piece in enumerate(pieces_of(ghost.area, workbench, shown, wrap=wrap)):
        corner, end = _corners(piece, canvas, cut=not wrap)
        _frame(corner, end, _GHOST)
        if not number:
            rows, columns = ghost.cells.shape
            row, column = workbench.on_board((ghost.row, ghost.column))
            mode = MERGE_TITLES[workbench.mode].lower()
            label(f"{columns} x {rows}  at x {column}, y {row}  When pasting: {mode}", corner, canvas, minimap)


def label(words: str, corner: Point, canvas: Canvas, minimap: Box | None) -> None:
    """Draw lines of words on a dark ground above a corner, or below it where there is no room, inside the free area.

    Where they would lie below the minimap, which is at the lower right, they stand left of it.
    """
    lines = words.split("\n")
    row = scaled(_SIZE + 4)
    wide, high = max(width_of(row_words, _SIZE) for row_words in lines) + scaled(10), row * len(lines) + scaled(4)
    left, top, right, bottom = canvas.area
    x = min(corner[0], right - wide - scaled(4))
    y = corner[1] - high - scaled(8)
    y = min(y if y >= top + scaled(4) else corner[1] + scaled(8), bottom - high - scaled(4))
    y = max(y, top + scaled(4))
    if minimap is not None and x + wide > minimap[0] and y + high > minimap[1]:
        x = min(x, minimap[0] - wide - scaled(4))
    x = max(x, left + scaled(4))
    rectangle((x, y), (x + wide, y + high), _DARK, scaled(4))
    for number, row_words in enumerate(lines):
        text(row_words, x + scaled(5), y + scaled(3) + number * row, _WORDS, size=_SIZE, shadow=False)


def _draw_distance(start: Place, end: Place, workbench: Workbench, canvas: Canvas, minimap: Box | None) -> None:
    first, last = canvas.middle(start), canvas.middle(end)
    for place in (start, end):
        _frame(*canvas.square(place), _GHOST)
    line(first, last, _DARK, scaled(4))
    line(first, last, _GHOST, scaled(2))
    label(distance_text(start, end, workbench), last, canvas, minimap)


def distance_text(start: Place, end: Place, workbench: Workbench) -> str:
    """Return a distance in words; on a torus also that of the way round, if it is shorter."""
    down, across = end[0] - start[0], end[1] - start[1]
    words = _distance(down, across)
    if workbench.rule.edges is Edges.TORUS:
        rows, columns = workbench.shape
        round_down = (down + rows // 2) % rows - rows // 2
        round_across = (across + columns // 2) % columns - columns // 2
        if hypot(round_down, round_across) < hypot(down, across):
            words += f"\nRound the torus: {_distance(round_down, round_across)}"
    return words


def _distance(down: int, across: int) -> str:
    return f"dx {across}, dy {down}, king's moves {max(abs(down), abs(across))}, straight {hypot(down, across):.2f}"


def _draw_status(controller: AnyController, workbench: Workbench, canvas: Canvas) -> None:
    """Draw the line in the lower left corner that says what is under the pointer."""
    if workbench.pointer is None:
        return
    cell = cell_of(workbench.pointer)
    inside = workbench.on_board(cell)
    if inside != cell and not (controller.look.wrap and workbench.rule.edges is Edges.TORUS):
        return
    state = controller.play.state_at(*inside)
    name = workbench.rule.state_names[state - 1] if state else "dead"
    words = f"x {inside[1]}, y {inside[0]}: {name}"
    side = scaled(12)
    wide, high = width_of(words, _SIZE) + scaled(14) + side, scaled(_SIZE + 8)
    x, y = canvas.area[0] + scaled(4), canvas.area[3] - controller.hud_margins.below - high - scaled(2)
    rectangle((x, y), (x + wide, y + high), _DARK, scaled(4))
    top = y + (high - side) / 2
    rectangle((x + scaled(5), top), (x + scaled(5) + side, top + side), rgba_of(canvas.colours[state]))
    text(words, x + scaled(10) + side, y + scaled(3), _WORDS, size=_SIZE, shadow=False)
