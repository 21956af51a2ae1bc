"""P2Life in the window: whose turn it is, how it stands, and how it has ended; behind the panels, without widgets."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games.core.round_end import Ending
from gpulife.games.core.series_text import coming, standing, verdict
from gpulife.games.p2life.state import MAX_GENERATIONS, OPENING_TOKENS, OPTIONS, P2LifeState, Phase
from gpulife.view.look import RGB
from gpulife.window.panels.draw_primitives import BRIGHT, QUIET, WHITE, Ink, Pixel, frame, ink_of, text
from gpulife.window.panels.widgets import elided, width_of
from gpulife.window.play.series_banner import draw_set_banner

ABOVE, BELOW = 48.0, 74.0  # pixels on a 96 dpi screen
_LARGE, _MIDDLE, _SMALL, _MIN, _EDGE = 26.0, 22.0, 18.0, 13.0, 12.0
_HALF_ROW = 400.0  # pixels on a 96 dpi screen
_FIGURES_SHARE = 0.36
"""Part of the width that a player's figures may take."""

Area = tuple[float, float, float, float]
"""Left, top, right and lower edge, in points."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What is drawn.

    Attributes:
        state: of the game.
        counts: live cells of both players.
        names: of both.
        colours: of the states.
        hints: how to place and pass, the longest wording first; empty where no person is to place anything.
        bright: whether what flickers is bright now.
    """

    state: P2LifeState
    counts: tuple[int, int]
    names: tuple[str, ...]
    colours: Sequence[RGB]
    hints: Sequence[str]
    bright: bool


def draw_figures(
    figures: Figures, pixel: Pixel, shape: tuple[int, int], area: Area, board: tuple[float, float]
) -> None:
    """Draw the lines above and below the board, and the last tokens on it.

    Args:
        figures: what to draw.
        pixel: where a place of the board is on the screen.
        shape: (rows, columns) of the board.
        area: what the panels leave of the window.
        board: left and right edge of the whole board, with which the figures line up where there is room.
    """
    state, scale = figures.state, float(imgui.get_style().font_scale_dpi)
    left, _, right, low = area
    edge, middle = _EDGE * scale, (left + right) / 2
    _fitting((headline(figures),), (middle, 8 * scale), right - left - 2 * edge, _headline_ink(figures), _LARGE)
    row, hint_row = low - (BELOW - 6) * scale, low - 30 * scale
    start = max(left + edge, min(board[0], middle - _HALF_ROW * scale))
    end = min(right - edge, max(board[1], middle + _HALF_ROW * scale))
    share = (end - start) * _FIGURES_SHARE
    for player, x in enumerate((start, end)):
        ink = ink_of(figures.colours[player + 1])
        count, tokens = figures.counts[player], state.sides[player].tokens
        words = _count(count, "cell")
        name = elided(figures.names[player], max(share - width_of(words, _SMALL) - edge, share / 3), _MIDDLE)
        shift = (width_of(name, _MIDDLE) + edge) * (1 - 2 * player)
        text(name, x, row, ink, align=float(player), size=_MIDDLE)
        text(words, x + shift, row + 3 * scale, WHITE, align=float(player), size=_SMALL)
        if state.choosing:
            text(_count(tokens, "token"), x, hint_row, QUIET, align=float(player), size=_SMALL)
    room = (end - start) * (1 - 2 * _FIGURES_SHARE) - 2 * edge
    if state.playing or state.phase is Phase.OVER:
        wordings = f"generation {state.generation} of {MAX_GENERATIONS}", f"{state.generation} / {MAX_GENERATIONS}"
        _fitting(wordings, (middle, row + 3 * scale), room, QUIET, _SMALL)
    if figures.hints:
        _fitting(
            figures.hints,
            (middle, hint_row),
            end - start - 3 * width_of(_count(OPENING_TOKENS, "token"), _SMALL),
            QUIET,
            _SMALL,
        )
    if state.choosing:
        _draw_last(figures, pixel)
    if state.series is not None and state.phase is Phase.OVER:
        (x0, top), (x1, bottom) = pixel(0, 0), pixel(*shape)
        draw_set_banner(state.series, figures.names, figures.colours, (x0, top, x1, bottom), bright=figures.bright)


def headline(figures: Figures) -> str:
    """Return what a player should know of the game just now."""
    state, names = figures.state, figures.names
    every = OPTIONS[state.option]
    if state.phase is Phase.SELECT:
        return f"P2Life   a token each, then {_count(every, 'generation')}   START begins"
    if state.phase is Phase.OVER:
        return _end(figures)
    if state.halted:
        return "halted   SPACE goes on"
    series = f"   {standing(state.series)}" if state.series is not None else ""
    name, tokens = names[state.mover], state.sides[state.mover].tokens
    if state.phase is Phase.OPENING:
        return f"{name} places a token: {tokens} to go{series}"
    if state.phase is Phase.TOKENS:
        return f"{name} places a token or passes{series}"
    count = state.beat.left + state.beat.going
    return f"{_count(count, 'generation')} until the next tokens{series}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def _end(figures: Figures) -> str:
    """Say how the game has ended, and what comes next."""
    state, names, (left, right) = figures.state, figures.names, figures.counts
    if state.winner is None:
        why = f"A tie: {left} cells each after {state.generation} generations" if left else "A tie: nothing lives"
    else:
        name, other = names[state.winner], names[1 - state.winner]
        reasons = {
            Ending.RESIGNED: f"{other} resigns",
            Ending.SHUT_OUT: f"{other} has no cells left",
            Ending.LIMIT: f"{max(left, right)} to {min(left, right)} cells after {state.generation} generations",
        }
        why = f"{name} wins: {reasons[state.ending or Ending.LIMIT]}"
    if state.series is not None:
        ahead = "" if state.series.over else f"{why}   "
        return f"{ahead}{verdict(state.series, names)}   ESC: {coming(state.series, names)}"
    wins = f"   {state.sides[0].wins} : {state.sides[1].wins}" if state.round > 1 else ""
    return f"{why}{wins}   ESC: another game"


def _headline_ink(figures: Figures) -> Ink:
    state = figures.state
    if state.choosing and not state.halted:
        return ink_of(figures.colours[state.mover + 1])
    return WHITE if state.running else BRIGHT


def _draw_last(figures: Figures, pixel: Pixel) -> None:
    """Frame the last token of whoever has just moved."""
    place = figures.state.sides[1 - figures.state.mover].last
    if place is not None:
        row, column = place
        frame(pixel(row, column), pixel(row + 1, column + 1), WHITE, 1.5 * float(imgui.get_style().font_scale_dpi))


def _fitting(wordings: Sequence[str], at: tuple[float, float], room: float, ink: Ink, size: float) -> None:
    """Write the longest wording for which there is room, else the last one as small as it must be."""
    words = next((each for each in wordings if width_of(each, size) <= room), wordings[-1])
    text(words, *at, ink, align=0.5, size=max(_MIN, min(size, size * room / max(width_of(words, size), 1.0))))
