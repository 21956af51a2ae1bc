"""Draws the workbench over the board: minimap, selection, frames of patterns, distance, facts about a cell."""

from collections.abc import Iterator
from itertools import product
from math import ceil, floor, hypot
from typing import NamedTuple

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.area import Area
from gpulife.games.core.area_edit import MERGE_TITLES, OVER
from gpulife.games.core.game import NOBODY, Place
from gpulife.input.commands import LookAt, Tool
from gpulife.rules import Edges
from gpulife.view.camera import Camera, Shape, cell_at
from gpulife.view.gl_marks import GhostMark
from gpulife.view.gl_minimap import Minimap
from gpulife.window.design import (
    ACCENT,
    BODY,
    CAPTION,
    GROUND,
    NEAR,
    PROMPT,
    RGBA,
    TEXT,
    TIGHT,
    faded,
    packed,
    rgba_of,
)
from gpulife.window.panels.dock_layout import covered_by_panels
from gpulife.window.panels.draw_primitives import SHADE, Point, line, outline, rectangle, text
from gpulife.window.panels.pages import view_and_scale
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import PROMPT_HEIGHT, Canvas, draw_prompt, scaled
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.workbench import Ghost, Workbench, cell_of

_SIDE = 200.0
"""Length of the minimap's longer side, in points of a 96 dpi screen."""
_SHARE = 0.34
"""Maximum length of the minimap's longer side, as a share of the shorter side of the space between panels."""
_NARROWEST = 0.2
"""Minimum length of the minimap's shorter side, as a share of the longer side."""
_MARGIN = 10.0
_MIN_FRAME = 7.0
"""Minimum side, in points, of the frame on the minimap that marks the visible part of the board."""
_HIDDEN = 0.02
"""The minimap appears if more than this share of one of the board's sides lies outside the window."""
_FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_bring_to_front_on_focus
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_background
)


_FAR = 0.5
"""A hint on zooming in may be shown if the zoom is below this number of pixels per cell."""
Box = tuple[int, int, int, int]
"""A rectangle of the window: its left, upper, right and lower edge, in points."""


class Free(NamedTuple):
    """The left, upper, right and lower edge, in points, of the part of the window that no panel covers."""

    left: float
    top: float
    right: float
    bottom: float


class Part(NamedTuple):
    """The left, upper, right and lower edge of a part of a board, as shares of the board's sides, 0 to 1."""

    left: float
    top: float
    right: float
    bottom: float


def draw_minimap(controller: AnyController, seconds: float) -> list[LookAt]:
    """Draw the minimap; return a ``LookAt`` if it was clicked.

    It is drawn if it is on and part of the board is out of view, or if the game needs it.

    Args:
        controller: controller of the current session.
        seconds: time since the last frame.
    """
    box = minimap_box(controller)
    if box is None:
        return []
    shell, play = controller.shell, controller.play
    view, shape, free = view_and_scale()[0], play.engine.shape, _free(controller)
    part = shown_part(play.display.camera, (view.x, view.y), free, shape)
    corner, size = box[:2], (box[2] - box[0], box[3] - box[1])
    pixels = shell.window.pixels_per_point
    if play.display.minimap is None:
        play.display.minimap = Minimap(shell.window.device, play.engine)
    texture = play.display.minimap.show((round(size[0] * pixels), round(size[1] * pixels)), controller.look, seconds)
    if play.display.minimap.is_new:
        shell.motion.redraw()
    place = _draw(texture.glo, corner, size, part)
    if place is None:
        return []
    # Show the point in the middle of the window's free part, not in the middle of the window.
    right, down = (free.left + free.right - view.x) / 2, (free.top + free.bottom - view.y) / 2
    zoom = play.display.target.zoom
    return [LookAt(place[1] * shape[0] - down / zoom, place[0] * shape[1] - right / zoom)]


def minimap_box(controller: AnyController) -> Box | None:
    """Return the rectangle of the minimap in the window; None if it is not shown (:func:`draw_minimap`)."""
    play, (view, scale), free = controller.play, view_and_scale(), _free(controller)
    shape = play.engine.shape
    goal = shown_part(play.display.target, (view.x, view.y), free, shape)
    # While the whole board is in view, only a docked window hides a part of it.
    hidden = play.display.fitted or max(goal.left, goal.top, 1 - goal.right, 1 - goal.bottom) < _HIDDEN
    if not controller.needs_minimap and (hidden or not (controller.shell.settings.minimap and controller.has_minimap)):
        return None
    width, height = minimap_size(shape, free, scale)
    right, bottom = round(free.right - _MARGIN * scale), round(free.bottom - _MARGIN * scale)
    return right - width, bottom - height, right, bottom


def _free(controller: AnyController) -> Free:
    shell, view = controller.shell, view_and_scale()[0]
    above, below, *_ = controller.hud_margins
    if not controller.layout.panels_shown:
        return Free(0.0, above, view.x, view.y - below)
    covered = covered_by_panels(
        shell.panel_state,
        shell.settings.column_width,
        shell.settings.docked_width,
        has_tool_bar=controller.has_tool_bar,
    )
    return Free(covered.left, covered.above + above, view.x - covered.right, view.y - covered.below - below)


def shown_part(camera: Camera, view: tuple[float, float], free: Free, shape: Shape) -> Part:
    """Return the part of a board of ``shape`` (rows, columns) that is visible in the ``free`` part of a window."""
    middle_x, middle_y = view[0] / 2, view[1] / 2
    return Part(
        (camera.column + (free.left - middle_x) / camera.zoom) / shape[1],
        (camera.row + (free.top - middle_y) / camera.zoom) / shape[0],
        (camera.column + (free.right - middle_x) / camera.zoom) / shape[1],
        (camera.row + (free.bottom - middle_y) / camera.zoom) / shape[0],
    )


def minimap_size(shape: Shape, free: Free, scale: float) -> tuple[int, int]:
    """Return (width, height) of the minimap of a board of ``shape`` (rows, columns), in whole points."""
    longest = max(min(_SIDE * scale, _SHARE * min(free.right - free.left, free.bottom - free.top)), 1.0)
    width, height = (round(max(longest * side / max(shape), longest * _NARROWEST)) for side in (shape[1], shape[0]))
    return max(width, 1), max(height, 1)


def _draw(
    texture: int, corner: tuple[float, float], size: tuple[float, float], part: Part
) -> tuple[float, float] | None:
    """Draw the minimap; return the point pressed with the mouse, as shares (x, y) of the minimap's sides, or None.

    ``texture`` is the OpenGL ID of its picture, ``part`` the part of the board to frame. ``corner`` and ``size`` say
    where the minimap is, in points.
    """
    imgui.set_next_window_pos(imgui.ImVec2(*corner))
    imgui.set_next_window_size(imgui.ImVec2(*size))
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(0, 0)),
        imgui_ctx.push_style_var(imgui.StyleVar_.window_border_size, 0.0),
        imgui_ctx.push_style_var(imgui.StyleVar_.window_min_size, imgui.ImVec2(1, 1)),
        imgui_ctx.begin("minimap", None, _FLAGS),
    ):
        imgui.invisible_button("board", imgui.ImVec2(*size))
        is_held, is_pointed_at, mouse = imgui.is_item_active(), imgui.is_item_hovered(), imgui.get_mouse_pos()
        end = corner[0] + size[0], corner[1] + size[1]
        pen = imgui.get_window_draw_list()
        pen.add_image(imgui.ImTextureRef(texture), imgui.ImVec2(*corner), imgui.ImVec2(*end))
        _outline(pen, (*corner, *end), ACCENT if is_pointed_at else CAPTION)
        left, right = _frame_side(part.left, part.right, corner[0], size[0])
        top, bottom = _frame_side(part.top, part.bottom, corner[1], size[1])
        around = max(1, round(imgui.get_style().font_scale_dpi))
        _outline(pen, (left - around, top - around, right + around, bottom + around), faded(GROUND, SHADE))
        _outline(pen, (left, top, right, bottom), PROMPT)
    if not is_held:
        return None
    x, y = (
        min(max((at - low) / side, 0.0), 1.0) for at, low, side in zip((mouse.x, mouse.y), corner, size, strict=True)
    )
    return x, y


def _outline(pen: imgui.ImDrawList, box: tuple[float, float, float, float], colour: RGBA) -> None:
    left, top, right, bottom = map(round, box)
    wide = max(1, round(imgui.get_style().font_scale_dpi))
    for low_x, low_y, high_x, high_y in (
        (left, top, right, top + wide),
        (left, bottom - wide, right, bottom),
        (left, top + wide, left + wide, bottom - wide),
        (right - wide, top + wide, right, bottom - wide),
    ):
        pen.add_rect_filled(imgui.ImVec2(low_x, low_y), imgui.ImVec2(high_x, high_y), packed(colour))


def _frame_side(low: float, high: float, start: float, length: float) -> tuple[float, float]:
    """Return the start and end of a side of the minimap's frame, in points. The side is long enough to be seen.

    The frame goes from ``low`` to ``high``, as shares of the minimap's side, which is at ``start`` and ``length``
    points long.
    """
    first, last = start + min(max(low, 0.0), 1.0) * length, start + min(max(high, 0.0), 1.0) * length
    missing = max(0.0, _MIN_FRAME - (last - first)) / 2
    return first - missing, last + missing


_DARK = faded(GROUND, 0.88)
"""Colour behind words and around frames."""
_TINT = 0.12
_HANDLES_FROM = 36.0
"""Minimum side of a selection on screen, in points, at which handles are drawn for dragging its edges."""


def ghost_marks(workbench: Workbench | None) -> list[GhostMark]:
    """Return the patterns that are shown over the board, in the form in which the board's view draws them."""
    if workbench is None:
        return []
    replaces = workbench.mode == OVER
    return [GhostMark(ghost.row, ghost.column, ghost.cells, replaces) for ghost in workbench.ghosts.values()]


def draw_workbench(controller: AnyController) -> None:
    """Draw the selection, frames of patterns, the measured distance, and the line about the cell under the pointer."""
    workbench, canvas = controller.workbench, controller.layout.canvas
    if workbench is None:
        return
    window = controller.shell.window.view_size
    low, high = (cell_at(controller.play.display.camera, window, *corner) for corner in ((0, 0), window))
    shown = Area(floor(low[0]), floor(low[1]), ceil(high[0]) - floor(low[0]) + 1, ceil(high[1]) - floor(low[1]) + 1)
    wrap = controller.look.wrap and workbench.rule.edges is Edges.TORUS
    pen, (left, top, right, bottom) = imgui.get_background_draw_list(), canvas.area
    pen.push_clip_rect((left, top), (right, bottom))  # panels may be drawn earlier than what lies behind them
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
    if controller.layout.panels_shown:
        _draw_status(controller, workbench, canvas)
    if controller.layout.panels_shown and _is_bare(controller, workbench):
        _draw_first_steps(controller, canvas)
    if NOBODY in workbench.ghosts:
        if not (workbench.offered_rule or controller.play.is_show):  # a card about the rule has the same place
            _draw_held_hint(controller, canvas)
        return
    display = controller.play.display
    is_far = display.camera.zoom * controller.shell.window.pixels_per_point < _FAR
    if is_far and display.fitted and not (display.was_near or controller.page):
        _draw_zoom_hint(controller, canvas)


def _is_bare(controller: AnyController, workbench: Workbench) -> bool:
    """Return True if the universe has no cells, time stands still, and the user holds and selects nothing."""
    session = controller.play.session
    is_busy = bool(workbench.ghosts) or workbench.selection is not None or workbench.measured is not None
    if is_busy or session.is_unfinished or session.state.running or controller.page or controller.shows_scores:
        return False
    return controller.play.chosen_by_user and not controller.play.is_show and not any(controller.play.population)


def _draw_first_steps(controller: AnyController, canvas: Canvas) -> None:
    """Say in the middle of an empty board how to put cells on it."""
    wordings = (
        "Drag to draw     {paste} Paste     {patterns} Patterns     {open} Open a file",
        "Drag to draw     {patterns} Patterns     {open} Open",
        "Drag to draw     {patterns} Patterns",
    )
    left, top, right, bottom = canvas.area
    at = (left + right) / 2, (top + bottom - scaled(PROMPT_HEIGHT)) / 2
    draw_prompt(controller.legend(0), wordings, at, right - left, rgba=TEXT)


def _draw_held_hint(controller: AnyController, canvas: Canvas) -> None:
    """Say at the board's lower edge what one can do with the pattern that the pointer carries."""
    keys = controller.shell.poller.bindings.first_key_text  # players' keys have these meanings only meanwhile
    wordings = (
        f"{{click}} places     {keys('turn-right')} turns     {keys('flip-x')} flips     {{let-go}} lets go",
        "{click} places     {let-go} lets go",
        "{let-go} lets go",
    )
    left, _, right, bottom = canvas.area
    at = (left + right) / 2, bottom - controller.hud_margins.below - scaled(PROMPT_HEIGHT)
    draw_prompt(controller.legend(0), wordings, at, right - left, rgba=TEXT)


def _draw_zoom_hint(controller: AnyController, canvas: Canvas) -> None:
    """Show at the board's lower edge how to zoom in, until the user has done so."""
    wordings = "{wheel} zooms in     {fly} flies to a lively place", "{fly} flies to a lively place", "{fly} flies"
    left, _, right, bottom = canvas.area
    at = (left + right) / 2, bottom - controller.hud_margins.below - scaled(PROMPT_HEIGHT)
    draw_prompt(controller.legend(0), wordings, at, right - left, rgba=TEXT)


def pieces_of(area: Area, workbench: Workbench, shown: Area, *, wrap: bool) -> Iterator[Area]:
    """Yield each copy of a rectangle that may be visible; on a torus, also copies beyond the board's edges.

    ``shown`` is the visible part of the board; ``wrap`` is True if the picture repeats the board.

    If the picture does not repeat the board, the caller must cut the rectangles at the board's edges.
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
    """Return the first cell of each visible copy of an interval on a torus, where it repeats every ``side`` cells.

    Args:
        start: first cell of the interval.
        length: number of cells in the interval.
        side: number of cells along the board's side.
        shown: first visible cell.
        extent: number of visible cells.
        wrap: True if the view repeats the board. If False, the copies that overlap the board are returned.
    """
    if not wrap:
        shown, extent = 0, side
    first = shown - start - length + 1
    return list(range(start + ceil(first / side) * side, shown + extent, side))


def _corners(area: Area, canvas: Canvas, *, cut: bool) -> tuple[Point, Point]:
    """Return the upper left and lower right corners of a rectangle in the window.

    With ``cut``, leave out the part of the rectangle that lies off the board.
    """
    row, column, bottom, right = area.row, area.column, area.row + area.height, area.column + area.width
    if cut:
        row, column = max(row, 0), max(column, 0)
        bottom, right = min(bottom, canvas.shape[0]), min(right, canvas.shape[1])
    (x0, y0), (x1, y1) = canvas.point_of(row, column), canvas.point_of(bottom, right)
    return (round(x0), round(y0)), (max(round(x1), round(x0) + 2), max(round(y1), round(y0) + 2))


def _frame(corner: Point, end: Point, colour: RGBA) -> None:
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
        rectangle(corner, end, faded(ACCENT, _TINT))
        _frame(corner, end, ACCENT)
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
    rectangle((x - half, y - half), (x + half, y + half), ACCENT)


def _draw_ghost(
    ghost: Ghost, workbench: Workbench, canvas: Canvas, shown: Area, minimap: Box | None, *, wrap: bool
) -> None:
    for number, piece in enumerate(pieces_of(ghost.area, workbench, shown, wrap=wrap)):
        corner, end = _corners(piece, canvas, cut=not wrap)
        _frame(corner, end, PROMPT)
        if not number:
            rows, columns = ghost.cells.shape
            row, column = workbench.on_board((ghost.row, ghost.column))
            mode = MERGE_TITLES[workbench.mode].lower()
            label(f"{columns} x {rows}  at x {column}, y {row}  When pasting: {mode}", corner, canvas, minimap)


def label(words: str, corner: Point, canvas: Canvas, minimap: Box | None) -> None:
    """Draw lines of text on a dark background above a corner, or below it if there is no room above.

    The text stays in the free part of the window. Where the minimap would cover it, it moves to the minimap's left.
    """
    lines = words.split("\n")
    row = scaled(BODY.size + 4)
    wide, high = (
        max(width_of(row_words, BODY.size) for row_words in lines) + scaled(10),
        row * len(lines) + scaled(TIGHT),
    )
    left, top, right, bottom = canvas.area
    x = min(corner[0], right - wide - scaled(TIGHT))
    y = corner[1] - high - scaled(NEAR)
    y = min(y if y >= top + scaled(TIGHT) else corner[1] + scaled(NEAR), bottom - high - scaled(TIGHT))
    y = max(y, top + scaled(TIGHT))
    if minimap is not None and x + wide > minimap[0] and y + high > minimap[1]:
        x = min(x, minimap[0] - wide - scaled(TIGHT))
    x = max(x, left + scaled(TIGHT))
    rectangle((x, y), (x + wide, y + high), _DARK, scaled(TIGHT))
    for number, row_words in enumerate(lines):
        text(row_words, x + scaled(5), y + scaled(3) + number * row, TEXT, size=BODY.size, shadow=False)


def _draw_distance(start: Place, end: Place, workbench: Workbench, canvas: Canvas, minimap: Box | None) -> None:
    first, last = canvas.middle(start), canvas.middle(end)
    for place in (start, end):
        _frame(*canvas.square(place), PROMPT)
    line(first, last, _DARK, scaled(4))
    line(first, last, PROMPT, scaled(2))
    label(distance_text(start, end, workbench), last, canvas, minimap)


def distance_text(start: Place, end: Place, workbench: Workbench) -> str:
    """Return the distance between two cells as text; on a torus, also the distance across the edges, if shorter."""
    down, across = end[0] - start[0], end[1] - start[1]
    words = _distance(down, across)
    if workbench.rule.edges is Edges.TORUS:
        rows, columns = workbench.shape
        round_down = (down + rows // 2) % rows - rows // 2
        round_across = (across + columns // 2) % columns - columns // 2
        if hypot(round_down, round_across) < hypot(down, across):
            words += f"\nAcross the edges: {_distance(round_down, round_across)}"
    return words


def _distance(down: int, across: int) -> str:
    steps = max(abs(down), abs(across))
    return f"dx {across}, dy {down}, steps {steps} (diagonals allowed), line {hypot(down, across):.2f}"


def _draw_status(controller: AnyController, workbench: Workbench, canvas: Canvas) -> None:
    if workbench.pointer is None:
        return
    cell = cell_of(workbench.pointer)
    inside = workbench.on_board(cell)
    if inside != cell and not (controller.look.wrap and workbench.rule.edges is Edges.TORUS):
        return
    state = controller.play.display.state_at(*inside)
    name = workbench.rule.state_names[state - 1] if state else "dead"
    words = f"x {inside[1]}, y {inside[0]}: {name}"
    side = scaled(12)
    wide, high = width_of(words, BODY.size) + scaled(14) + side, scaled(BODY.size + 8)
    x, y = canvas.area[0] + scaled(TIGHT), canvas.area[3] - controller.hud_margins.below - high - scaled(2)
    rectangle((x, y), (x + wide, y + high), _DARK, scaled(TIGHT))
    top = y + (high - side) / 2
    rectangle((x + scaled(5), top), (x + scaled(5) + side, top + side), rgba_of(canvas.colours[state]))
    text(words, x + scaled(10) + side, y + scaled(3), TEXT, size=BODY.size, shadow=False)
