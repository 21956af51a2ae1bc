"""A chart of the players' points in the course of a game, shown after its end."""

from collections.abc import Mapping, Sequence

from imgui_bundle import imgui

from gpulife.window.design import CAPTION, LINE, NEAR, SMALL, packed, styled
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.widgets import elided
from gpulife.window.play.canvas import Area, Canvas, scaled

_FEWEST = 2
"""Fewest entries, with the beginning, of which a chart is drawn."""


def may_draw_points(points: Mapping[int, Sequence[float]], players: Sequence[int]) -> bool:
    """Return True if there is enough for a chart."""
    return len(points) >= _FEWEST and bool(players)


def draw_points_chart(
    pen: imgui.ImDrawList,
    title: str,
    points: Mapping[int, Sequence[float]],
    players: Sequence[int],
    canvas: Canvas,
    box: Area,
    decimals: int = 0,
) -> None:
    """Draw a line for each player, from left to right, in the player's colour, with the final points at its end.

    Args:
        pen: the draw list.
        title: what the chart shows.
        points: the points of all seats, by the number of the turn or generation. There are at least two.
        players: the seats to draw, at least one.
        canvas: the canvas with their colours.
        box: the rectangle of the chart, in points.
        decimals: number of decimals of the final points.
    """
    turns, (left, top, right, low) = sorted(points), box
    last = {player: points[turns[-1]][player] for player in players}
    with styled(SMALL):
        line, near = imgui.get_text_line_height(), scaled(NEAR)
        pen.add_text((left, top), packed(CAPTION), elided(title, right - left, SMALL.size))
        words = {player: f"{value:.{decimals}f}" for player, value in last.items()}
        right -= max(imgui.calc_text_size(each).x for each in words.values()) + 2 * near
        top, low = top + line + near, low - near
        pen.add_line((left, low), (right, low), packed(LINE), scaled(1))
        most = max(max(points[turn][player] for player in players) for turn in turns) or 1

        def place(turn: int, player: int) -> Point:
            across = (turn - turns[0]) / (turns[-1] - turns[0])
            return left + (right - left) * across, low - (low - top) * points[turn][player] / most

        ranked = sorted(players, key=lambda player: -last[player])
        for player in reversed(ranked):
            colour, ends = packed(canvas.player_colour(player)), [place(turn, player) for turn in turns]
            pen.add_polyline([imgui.ImVec2(*end) for end in ends], colour, scaled(2.5), 0)
            pen.add_circle_filled(ends[-1], scaled(4), colour)
        wanted = [place(turns[-1], player)[1] - line / 2 for player in ranked]
        for player, y in zip(ranked, spread(wanted, line * 0.95, top - line / 2, low - line / 2), strict=True):
            pen.add_text((right + near, y), packed(canvas.player_colour(player)), words[player])


def spread(wanted: Sequence[float], apart: float, first: float, last: float) -> list[float]:
    """Return places near those in ``wanted`` that are at least ``apart`` from each other, from ``first`` to ``last``.

    ``wanted`` is in ascending order. Places are nearer to each other if there is not enough room.
    """
    apart = min(apart, (last - first) / max(len(wanted) - 1, 1))
    places: list[float] = []
    for number, place in enumerate(wanted):
        lowest = places[-1] + apart if places else first
        highest = last - apart * (len(wanted) - 1 - number)
        places.append(min(max(place, lowest), highest))
    return places
