"""The end of a game of BioWar: fireworks for the winner."""

from math import cos, pi, sin

import numpy as np
from imgui_bundle import imgui

from gpulife.window.design import eased, packed
from gpulife.window.play.canvas import Canvas

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
