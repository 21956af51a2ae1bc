"""Survivor's colours at the four times of day, and its six kinds of cells as small pictures (sprites)."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from imgui_bundle import imgui

from gpulife.games.core.game import Place
from gpulife.games.survivor.level import ENEMY, IMPASSABLE, PAWN, SHELTER, SYMBOLS, TRAP, Level
from gpulife.rules import RGB, TIMES_OF_DAY, Cells
from gpulife.window.design import packed, rgba_of
from gpulife.window.panels.draw_primitives import Point

MAX_CELLS = 6000
"""Maximum number of cells in a picture that draws sprites."""
GLIDE_SECONDS = 0.35
"""Time constant in seconds of gradual changes of light: 63 % of a change is done after this time."""


@dataclass(frozen=True, slots=True)
class Light:
    """The colours of a landscape at a time of day.

    Attributes:
        ground: colour of walkable cells.
        sky: colour around the board, and of the bar above it.
        text_colour: colour of texts on the sky.
        night: how dark it is, from 0 by day to 1 at midnight.
    """

    ground: RGB
    sky: RGB
    text_colour: RGB
    night: float

    def towards(self, other: "Light", seconds: float) -> "Light":
        """Return the light after ``seconds`` of its gradual change to ``other``."""
        share = 1 - math.exp(-max(seconds, 0.0) / GLIDE_SECONDS)
        night = self.night + (other.night - self.night) * share
        if abs(other.night - night) < 0.004 and _near(self, other):
            return other
        return Light(
            blend(self.ground, other.ground, share),
            blend(self.sky, other.sky, share),
            blend(self.text_colour, other.text_colour, share),
            night,
        )


LIGHTS = {
    "sunrise": Light((126, 138, 92), (92, 70, 62), (255, 226, 188), 0.12),
    "midday": Light((150, 164, 100), (64, 104, 132), (240, 248, 255), 0.0),
    "sunset": Light((84, 66, 78), (70, 34, 46), (255, 196, 150), 0.7),
    "midnight": Light((38, 44, 74), (12, 14, 34), (190, 204, 255), 1.0),
}
"""The colours of the landscape, keyed by the time of day."""


def light_of(generation: int) -> Light:
    """Return the landscape's colours at the time of day that ``generation`` has."""
    return LIGHTS[TIMES_OF_DAY[generation % len(TIMES_OF_DAY)]]


def blend(first: RGB, second: RGB, share: float) -> RGB:
    """Return a mixture of two colours; ``share`` is the share of the second colour, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def _near(one: Light, other: Light) -> bool:
    pairs = ((one.ground, other.ground), (one.sky, other.sky), (one.text_colour, other.text_colour))
    return all(abs(a - b) <= 3 for first, second in pairs for a, b in zip(first, second, strict=True))


Pen = imgui.ImDrawList
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_TUFTS, _TUFTS_FROM = 3, 24.0
"""Number of tufts of grass on a cell. Cells below this size in points have no tufts."""
_STANDING = (PAWN, SHELTER, ENEMY)
"""Kinds of pieces that throw a shadow."""
_STOOPED = (
    (0.14, 0.86), (0.16, 0.62), (0.24, 0.4), (0.38, 0.27), (0.54, 0.25), (0.66, 0.32), (0.7, 0.6), (0.84, 0.72),
    (0.86, 0.86), (0.72, 0.84), (0.6, 0.7), (0.56, 0.86), (0.44, 0.86), (0.38, 0.74), (0.3, 0.86),
)  # fmt: skip
"""The outline of an enemy without its head: a bent back, a hanging arm, and feet. From (0, 0) to (1, 1)."""
_LAMP, _FIRE, _PIT = (255, 246, 190), (255, 190, 70), (10, 8, 10)


def point_at_angle(middle: Point, reach: float, angle: float) -> Point:
    """Return the point at distance ``reach`` from ``middle``. The angle is in radians, clockwise from the right."""
    return middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)


def draw_land(pen: Pen, corners: Mapping[Place, Point], size: float, ground: RGB) -> None:
    """Draw the ground of cells, with tufts of grass. Every other cell is a little darker, which helps to count cells.

    Args:
        pen: Dear ImGui's draw list.
        corners: upper left corner of each cell in the window, keyed by the cell's place.
        size: side of a cell in points.
        ground: colour of the ground.
    """
    shades = [packed(rgba_of(blend(ground, _BLACK, darker))) for darker in (0.0, 0.05)]
    for (row, column), (x, y) in corners.items():
        pen.add_rect_filled((x, y), (x + size, y + size), shades[(row + column) % 2])
    if size < _TUFTS_FROM:
        return
    blade, thick = packed(rgba_of(blend(ground, _WHITE, 0.14), 0.8)), _thick(size) * 0.7
    out, up = size * 0.03, size * 0.07
    for place, (left, top) in corners.items():
        for across, down in _tufts(place):
            x, y = left + size * across, top + size * down
            pen.add_line((x, y), (x - out, y - up), blade, thick)
            pen.add_line((x, y), (x + out, y - up), blade, thick)


@lru_cache(maxsize=1 << 13)
def _tufts(place: Place) -> tuple[Point, ...]:
    """Return the positions of a cell's tufts, from (0, 0) at its upper left corner to (1, 1) at its lower right one."""
    row, column = place
    return tuple(
        (
            0.1 + 0.8 * ((row * 73 + column * 151 + number * 67) % 97) / 97,
            0.2 + 0.7 * ((row * 37 + column * 89 + number * 53) % 83) / 83,
        )
        for number in range(_TUFTS)
    )


def draw_sprite(
    pen: Pen, state: int, corner: Point, size: float, colours: Sequence[RGB], night: float, alpha: float = 1.0
) -> None:
    """Draw the sprite of a cell. A walkable (empty) cell has no sprite.

    Args:
        pen: Dear ImGui's draw list.
        state: state of the cell.
        corner: upper left corner of the cell in points.
        size: side of the cell in points.
        colours: colours of the states.
        night: how dark it is, from 0 by day to 1 at midnight.
        alpha: opacity, 0 to 1; below 1 for pieces that are not yet on the board.
    """
    sprite = _SPRITES.get(state)
    if sprite is not None and state < len(colours):
        if state in _STANDING:
            (foot,), wide = _points(corner, size, (0.54, 0.87)), size * 0.33
            pen.add_ellipse_filled(foot, (wide, size * 0.08), packed(rgba_of(_BLACK, 0.35 * alpha)))
        sprite(pen, corner, size, colours[state], night, alpha)


def draw_level(pen: Pen, level: Level, middle: Point, room: Point, colours: Sequence[RGB]) -> None:
    """Draw a level's first board, as large as it fits into ``room`` (width, height in points) around ``middle``."""
    draw_small_board(pen, level.cells, LIGHTS[level.starts], middle, room, colours)


def draw_small_board(pen: Pen, board: Cells, light: Light, middle: Point, room: Point, colours: Sequence[RGB]) -> None:
    """Draw a whole board with a frame, as large as it fits into ``room``.

    Args:
        pen: Dear ImGui's draw list.
        board: the cells, shape (rows, columns), uint8.
        light: colours of the landscape at this time of day.
        middle: the picture's middle, in points of the window.
        room: (width, height) of the space for the picture, in points.
        colours: colours of the states.
    """
    rows, columns = board.shape
    size = float(max(math.floor(min(room[0] / columns, room[1] / rows)), 1))  # whole points leave no gaps
    left, top = round(middle[0] - size * columns / 2), round(middle[1] - size * rows / 2)
    edge = max(2.0, size * 0.12)
    rim = (left - edge, top - edge), (left + columns * size + edge, top + rows * size + edge)
    pen.add_rect_filled(*rim, packed(rgba_of(blend(light.sky, _BLACK, 0.4))), edge)
    draw_cells(pen, board, light, (left, top), size, colours)


def draw_cells(pen: Pen, board: Cells, light: Light, corner: Point, size: float, colours: Sequence[RGB]) -> None:
    """Draw the ground and the sprites of a whole board.

    Args:
        pen: Dear ImGui's draw list.
        board: the cells, shape (rows, columns), uint8.
        light: colours of the landscape at this time of day.
        corner: upper left corner of the board, in points of the window.
        size: side of a cell in points.
        colours: colours of the states.
    """
    cells = {(row, column): state for row, line in enumerate(board.tolist()) for column, state in enumerate(line)}
    corners = {(row, column): (corner[0] + column * size, corner[1] + row * size) for row, column in cells}
    draw_land(pen, corners, size, light.ground)
    for place, state in cells.items():
        draw_sprite(pen, state, corners[place], size, colours, light.night)


def draw_symbol(symbol: str, corner: Point, size: float, colours: Sequence[RGB]) -> bool:
    """Draw a symbol of level files, or a star for ``*``, in a help picture. Return False if the symbol is unknown."""
    pen = imgui.get_window_draw_list()
    if symbol == "*":
        draw_star(pen, (corner[0] + size / 2, corner[1] + size / 2), size * 0.45, lit=True)
    elif symbol in SYMBOLS[1:]:
        draw_sprite(pen, SYMBOLS.index(symbol), corner, size, (_BLACK, *colours), 0.0)
    else:
        return False
    return True


def _points(corner: Point, size: float, *places: Point) -> list[Point]:
    """Convert positions in a cell, from (0, 0) at its upper left corner to (1, 1), to points of the window."""
    return [(corner[0] + size * across, corner[1] + size * down) for across, down in places]


def _pawn(pen: Pen, corner: Point, size: float, rgb: RGB, night: float, alpha: float) -> None:
    rgb = blend(rgb, _WHITE, 0.12)
    rim = packed(rgba_of(blend(rgb, _BLACK, 0.75), alpha))
    fill = packed(rgba_of(blend(rgb, _BLACK, 0.12 * night), alpha))
    head, *body = _points(
        corner, size, (0.5, 0.32), (0.23, 0.86), (0.3, 0.6), (0.41, 0.47), (0.59, 0.47), (0.7, 0.6), (0.77, 0.86)
    )
    pen.add_convex_poly_filled([*body], fill)
    pen.add_polyline([*body], rim, _thick(size), imgui.ImDrawFlags_.closed)
    pen.add_circle_filled(head, size * 0.17, fill, 20)
    pen.add_circle(head, size * 0.17, rim, 20, _thick(size))


def _shelter(pen: Pen, corner: Point, size: float, rgb: RGB, night: float, alpha: float) -> None:
    rim = packed(rgba_of(blend(rgb, _BLACK, 0.75), alpha))
    (middle,) = _points(corner, size, (0.5, 0.6))
    if night > 0.3:
        pen.add_circle_filled(middle, size * 0.78, packed(rgba_of(_FIRE, 0.12 * night * alpha)), 24)
    wall, foot, door, sill = _points(corner, size, (0.2, 0.46), (0.8, 0.86), (0.4, 0.6), (0.6, 0.86))
    pen.add_rect_filled(wall, foot, packed(rgba_of(blend(rgb, _BLACK, 0.25), alpha)))
    pen.add_rect(wall, foot, rim, 0, _thick(size))
    pen.add_rect_filled(door, sill, packed(rgba_of(blend((60, 36, 20), _FIRE, 0.25 + 0.75 * night), alpha)))
    left, top, right = _points(corner, size, (0.1, 0.5), (0.5, 0.12), (0.9, 0.5))
    pen.add_triangle_filled(left, top, right, packed(rgba_of(blend(rgb, _WHITE, 0.12), alpha)))
    pen.add_triangle(left, top, right, rim, _thick(size))


def _enemy(pen: Pen, corner: Point, size: float, rgb: RGB, night: float, alpha: float) -> None:
    """Draw a pale, stooped figure: the head hangs lower than the back, and the eyes shine like lamps."""
    rim, thick = packed(rgba_of(blend(rgb, _BLACK, 0.6), alpha)), _thick(size) * 1.4
    body = packed(rgba_of(blend(rgb, _WHITE, 0.72), alpha))
    outline = _points(corner, size, *_STOOPED)
    pen.add_concave_poly_filled([*outline], body)
    pen.add_polyline([*outline], rim, thick, imgui.ImDrawFlags_.closed)
    (head,) = _points(corner, size, (0.64, 0.47))
    pen.add_circle_filled(head, size * 0.215, body, 24)
    pen.add_circle(head, size * 0.215, rim, 24, thick)
    for eye in _points(corner, size, (0.58, 0.48), (0.76, 0.48)):
        pen.add_circle_filled(eye, size * 0.14, packed(rgba_of(_LAMP, 0.3 * alpha * night)), 14)
        pen.add_circle_filled(eye, size * 0.085, packed(rgba_of(blend(rgb, _BLACK, 0.45), alpha)), 14)
        pen.add_circle_filled(eye, size * 0.05, packed(rgba_of(_LAMP, alpha)), 12)


def _trap(pen: Pen, corner: Point, size: float, rgb: RGB, night: float, alpha: float) -> None:
    """Draw a shaft with a stone rim, seen from above and in front: its far wall has a ladder that leads down."""
    middle, floor = _points(corner, size, (0.5, 0.52), (0.5, 0.62))
    stone, joint = packed(rgba_of(blend(rgb, _BLACK, 0.15), alpha)), packed(rgba_of(blend(rgb, _BLACK, 0.75), alpha))
    thick = _thick(size)
    pen.add_ellipse_filled((middle[0], middle[1] + size * 0.06), (size * 0.45, size * 0.35), joint, 0, 32)
    pen.add_ellipse_filled(middle, (size * 0.45, size * 0.35), stone, 0, 32)
    for place in range(12):
        way = 2 * math.pi * (place + 0.5) / 12
        across, down = size * math.cos(way), size * math.sin(way)
        pen.add_line(
            (middle[0] + 0.34 * across, middle[1] + 0.25 * down),
            (middle[0] + 0.45 * across, middle[1] + 0.35 * down),
            joint,
            thick,
        )
    pen.add_ellipse_filled(middle, (size * 0.34, size * 0.25), packed(rgba_of(blend(rgb, _BLACK, 0.62), alpha)), 0, 32)
    pen.add_ellipse_filled(floor, (size * 0.27, size * 0.15), packed(rgba_of(_PIT, alpha)), 0, 28)
    pen.add_ellipse_filled(
        floor, (size * 0.2, size * 0.1), packed(rgba_of((200, 40, 20), (0.1 + 0.6 * night) * alpha)), 0, 24
    )
    for first, last in (
        ((0.43, 0.3), (0.43, 0.62)), ((0.57, 0.3), (0.57, 0.62)),
        ((0.43, 0.37), (0.57, 0.37)), ((0.43, 0.46), (0.57, 0.46)), ((0.43, 0.55), (0.57, 0.55)),
    ):  # fmt: skip
        start, end = _points(corner, size, first, last)
        pen.add_line(start, end, stone, thick)


def _rock(pen: Pen, corner: Point, size: float, rgb: RGB, night: float, alpha: float) -> None:
    rgb = blend(rgb, _BLACK, 0.35 * night)
    block, top, shine = ((0.0, 0.0), (1.0, 1.0)), ((0.05, 0.03), (0.95, 0.8)), ((0.18, 0.12), (0.62, 0.24))
    for square, shade, rounding in (
        (block, blend(rgb, _BLACK, 0.45), 0.0), (top, rgb, 0.16), (shine, blend(rgb, _WHITE, 0.22), 0.06)
    ):  # fmt: skip
        low, high = _points(corner, size, *square)
        pen.add_rect_filled(low, high, packed(rgba_of(shade, alpha)), size * rounding)


def draw_sky_sign(pen: Pen, time: str, middle: Point, size: float) -> None:
    """Draw a sign for a time of day, ``size`` points wide: the sun at three heights, or the moon with stars."""
    (x, y), radius = middle, size * 0.28
    if time == "midnight":
        pen.add_circle_filled(middle, radius, packed(rgba_of((236, 236, 210))), 28)
        pen.add_circle_filled((x + radius * 0.5, y - radius * 0.25), radius * 0.86, packed(rgba_of((12, 14, 34))), 28)
        for star in _points(middle, size, (0.36, -0.3), (0.42, 0.16), (-0.4, -0.34)):
            pen.add_circle_filled(star, size * 0.035, packed(rgba_of(_WHITE)), 8)
        return
    fill = packed(rgba_of({"sunrise": (255, 200, 90), "midday": (255, 236, 120), "sunset": (255, 110, 60)}[time]))
    if time == "midday":
        for angle in (math.pi * place / 4 for place in range(8)):
            start, end = point_at_angle(middle, radius * 1.25, angle), point_at_angle(middle, radius * 1.65, angle)
            pen.add_line(start, end, fill, max(1.5, size * 0.06))
        pen.add_circle_filled(middle, radius, fill, 28)
        return
    # An arrow: up in the morning, down in the evening.
    tip, base = (0.26, 0.38) if time == "sunrise" else (0.38, 0.26)
    start, horizon, end, left, right, point = _points(
        middle, size, (-0.46, 0.16), (0.0, 0.16), (0.46, 0.16), (-0.1, base), (0.1, base), (0.0, tip)
    )
    pen.path_clear()
    pen.path_arc_to(horizon, radius * 1.15, math.pi, 2 * math.pi, 24)
    pen.path_fill_convex(fill)
    pen.add_line(start, end, fill, max(1.5, size * 0.06))
    pen.add_triangle_filled(left, right, point, fill)


def draw_star(pen: Pen, middle: Point, radius: float, *, lit: bool) -> None:
    """Draw a star with five points. It is golden if ``lit``, which means that the player has earned it; else dark."""
    reaches = (radius if place % 2 == 0 else radius * 0.42 for place in range(10))
    points = [point_at_angle(middle, reach, -math.pi / 2 + math.pi * place / 5) for place, reach in enumerate(reaches)]
    fill, rim = ((255, 214, 70), (255, 214, 70)) if lit else ((34, 37, 44), (214, 218, 226))
    pen.add_concave_poly_filled([*points], packed(rgba_of(fill)))
    pen.add_polyline([*points], packed(rgba_of(rim)), max(1.0, radius * 0.1), imgui.ImDrawFlags_.closed)


def _thick(size: float) -> float:
    return max(1.0, size * 0.035)


_SPRITES: dict[int, Callable[[Pen, Point, float, RGB, float, float], None]] = {
    PAWN: _pawn,
    SHELTER: _shelter,
    ENEMY: _enemy,
    TRAP: _trap,
    IMPASSABLE: _rock,
}
