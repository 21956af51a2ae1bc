"""The end of a game of BioWar: a chart of the points after each turn, and fireworks for the winner."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

import numpy as np
from imgui_bundle import imgui

from gpulife.window.design import CAPTION, LINE, NEAR, SMALL, TEXT, eased, packed, styled
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.widgets import elided
from gpulife.window.play.canvas import Canvas, scaled

_FEWEST = 2
"""Fewest turns, with the beginning, of which a chart is drawn."""


def draw_points_chart(points: Mapping[int, Sequence[int]], players: Sequence[int], canvas: Canvas) -> None:
    """Draw into Dear ImGui's current window a line for each player, from left to right, in the player's colour.

    Args:
        points: the points of all seats after each turn, by the turn's number.
        players: the seats to draw.
        canvas: the canvas with their colours.
    """
    turns = sorted(points)
    if len(turns) < _FEWEST or not players:
        return
    pen, (left, top), (width, height) = (
        imgui.get_window_draw_list(),
        imgui.get_cursor_screen_pos(),
        imgui.get_content_region_avail(),
    )
    with styled(SMALL):
        title, line = "Points after each turn", imgui.get_text_line_height()
        pen.add_text((left, top), packed(CAPTION), elided(title, width, SMALL.size))
        top, low = top + line + scaled(NEAR), top + height - scaled(NEAR)
        right = left + width - scaled(3 * NEAR)
        pen.add_line((left, low), (right, low), packed(LINE), scaled(1))
        most = max(max(points[turn][player] for player in players) for turn in turns) or 1

        def place(turn: int, player: int) -> Point:
            across = (turn - turns[0]) / (turns[-1] - turns[0])
            return left + (right - left) * across, low - (low - top) * points[turn][player] / most

        for player in sorted(players, key=lambda player: points[turns[-1]][player]):
            colour, ends = packed(canvas.player_colour(player)), [place(turn, player) for turn in turns]
            pen.add_polyline([imgui.ImVec2(*end) for end in ends], colour, scaled(2.5), 0)
            pen.add_circle_filled(ends[-1], scaled(4), colour)
        taken: list[float] = []
        for player in sorted(players, key=lambda player: -points[turns[-1]][player]):
            x, y = place(turns[-1], player)
            y -= line / 2
            if all(abs(y - other) >= line * 0.8 for other in taken):  # equal points are written once
                taken.append(y)
                pen.add_text((x + scaled(NEAR), y), packed(TEXT), str(points[turns[-1]][player]))


FIREWORKS = 6.0
"""Seconds for which fireworks are shown."""
_ROCKET, _APART = 1.3, 0.3
"""Seconds for which a rocket's sparks fly, and seconds from one rocket to the next."""
_SPARKS = 14
_REACH = 3.2
"""How far sparks fly, in cells."""
_PLACES = np.random.default_rng(1986).random((int(FIREWORKS / _APART), 2))
"""Where each rocket bursts: (row, column) as shares of the board's height and width."""


def draw_fireworks(player: int, seconds: float, canvas: Canvas) -> None:
    """Draw sparks like cells in the winner's colour over the board, ``seconds`` after the end of the game."""
    pen, (rows, columns) = imgui.get_background_draw_list(), canvas.shape
    for number, (down, across) in enumerate(_PLACES.tolist()):
        share = (seconds - number * _APART) / _ROCKET
        if not 0 <= share < 1:
            continue
        x, y = canvas.point_of(rows * down, columns * across)
        half = canvas.zoom * 0.16 * (1 - 0.5 * share)
        colour = packed(canvas.player_colour(player, 1 - share**2))
        for spark in range(_SPARKS):
            angle, far = 2 * pi * spark / _SPARKS, canvas.zoom * _REACH * eased(share) * (0.6 + 0.4 * (spark % 2))
            spark_x, spark_y = x + far * cos(angle), y + far * sin(angle) + canvas.zoom * share**2
            pen.add_rect_filled((spark_x - half, spark_y - half), (spark_x + half, spark_y + half), colour, half / 3)
