"""Draws P2Life beside its board: whose turn it is, the score, and the result; behind the panels, without widgets."""

from collections.abc import Sequence

from gpulife.games.core.count_text import count_text
from gpulife.games.p2life.headline import headline
from gpulife.games.p2life.state import MAX_GENERATIONS, OPENING_TOKENS, P2LifeState, Phase
from gpulife.input.glyphs import Legend
from gpulife.window.panels.draw_primitives import BRIGHT, DIM, RGBA, WHITE, Point, outline, text
from gpulife.window.panels.widgets import elided, width_of
from gpulife.window.play.canvas import Canvas, draw_prompt, draw_way_out, fitting_size, scaled
from gpulife.window.play.overlay import draw_set_banner

ABOVE, BELOW = 48.0, 74.0  # points on a 96 dpi screen
_LARGE, _MIDDLE, _SMALL, _MIN, _EDGE = 26.0, 22.0, 18.0, 13.0, 12.0
_HALF_ROW = 400.0  # points on a 96 dpi screen
_NUMBERS_SHARE = 0.36
"""Part of the width that a player's numbers may take."""


def draw_p2life(
    state: P2LifeState,
    canvas: Canvas,
    counts: tuple[int, int],
    legend: Legend,
    lines: Sequence[str],
    way_out: Sequence[str],
) -> None:
    """Draw the lines above and below the board, and the last tokens on it.

    Args:
        state: state of the game.
        canvas: the window; the lines align with the sides of the board where there is room.
        counts: live cells of both players.
        legend: glyphs of the keys of whoever is told what to do now.
        lines: what that is, the longest wording first.
        way_out: how to get help and out of the game, likewise.
    """
    scale = scaled(1)
    left, _, right, low = canvas.area
    edge, middle = _EDGE * scale, (left + right) / 2
    words = headline(state, counts, canvas.names)
    room = right - left - 2 * edge
    wide = _draw_fitting((words,), (middle, 8 * scale), room, _headline_colour(state, canvas), _LARGE)
    draw_way_out(legend, way_out, (right - edge, 22 * scale), (room - wide) / 2 - edge)
    row, hint_row = low - (BELOW - 6) * scale, low - 30 * scale
    start = max(left + edge, min(canvas.sides[0], middle - _HALF_ROW * scale))
    end = min(right - edge, max(canvas.sides[1], middle + _HALF_ROW * scale))
    share = (end - start) * _NUMBERS_SHARE
    for player, x in enumerate((start, end)):
        align, words = float(player), count_text(counts[player], "cell")
        name = elided(canvas.names[player], max(share - width_of(words, _SMALL) - edge, share / 3), _MIDDLE)
        shift = (width_of(name, _MIDDLE) + edge) * (1 - 2 * player)
        text(name, x, row, canvas.player_colour(player), align=align, size=_MIDDLE)
        text(words, x + shift, row + 3 * scale, WHITE, align=align, size=_SMALL)
        if state.choosing:
            text(f"{count_text(state.sides[player].tokens, 'token')} left", x, hint_row, DIM, align=align, size=_SMALL)
    room = (end - start) * (1 - 2 * _NUMBERS_SHARE) - 2 * edge
    if state.playing or state.phase is Phase.OVER:
        wordings = f"Generation {state.generation} of {MAX_GENERATIONS}", f"{state.generation} / {MAX_GENERATIONS}"
        _draw_fitting(wordings, (middle, row + 3 * scale), room, DIM, _SMALL)
    room = end - start - 3 * width_of(count_text(OPENING_TOKENS, "token"), _SMALL) * state.choosing
    draw_prompt(legend, lines, (middle, hint_row + 10 * scale), room)
    last = state.sides[1 - state.mover].last
    if state.choosing and last is not None:
        outline(*canvas.square(last), WHITE, 1.5 * scale)
    if state.series is not None and state.phase is Phase.OVER:
        draw_set_banner(state.series, canvas, (*canvas.point_of(0, 0), *canvas.point_of(*canvas.shape)))


def _headline_colour(state: P2LifeState, canvas: Canvas) -> RGBA:
    if state.choosing and not state.halted:
        return canvas.player_colour(state.mover)
    return WHITE if state.running else BRIGHT


def _draw_fitting(wordings: Sequence[str], at: Point, room: float, rgba: RGBA, size: float) -> float:
    """Draw the longest wording for which there is room, else the last one as small as it must be; return its width."""
    words = next((wording for wording in wordings if width_of(wording, size) <= room), wordings[-1])
    size = fitting_size(words, room, size, _MIN)
    text(words, *at, rgba, align=0.5, size=size)
    return width_of(words, size)
