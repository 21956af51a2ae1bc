"""The HUD of P2Life: lines above and below the board, and a column beside it for each player.

From the top, a column has the player's card, the button for a hint, a table of what a token leads to, and the curves of
both players' cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games.core.game import Place
from gpulife.games.core.shared_texts import count_text
from gpulife.games.p2life.observation import headline
from gpulife.games.p2life.state import MAX_GENERATIONS, OPENING_TOKENS, P2LifeState, Phase
from gpulife.input.glyphs import Legend
from gpulife.seats import YOU
from gpulife.window.design import (
    BAD,
    BODY,
    CAPTION,
    GAP,
    GOOD,
    GROUND,
    HEADING,
    LINE,
    NEAR,
    PROMPT,
    RAISED,
    RGBA,
    ROUNDING,
    SMALL,
    SURFACE,
    TEXT,
    TIGHT,
    faded,
    packed,
)
from gpulife.window.panels.clickable_caps import BEHIND, CAPS
from gpulife.window.panels.draw_primitives import Point, line, outline, rectangle, text
from gpulife.window.panels.keycaps import caps_on_canvas, caps_width
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Area, Canvas, draw_lead, draw_prompt, draw_way_out, fitting_size, scaled
from gpulife.window.play.player_card import CARD_WIDTH, PlayerCard, card_height, draw_player_card

ABOVE, BELOW, EDGE = 40.0, 54.0, GAP
"""Space above and below the board, and beside a column, in units of 1/96 inch."""
_LARGE, _SMALL, _MIN = HEADING.size, BODY.size, 13.0
_BUTTON, _ROW, _CURVES = 34.0, 22.0, 96.0
"""Heights of the button for a hint, of a table's row and of the curves, in units of 1/96 inch."""


_GAIN_ROW = 32.0
"""Height of the row with a token's gain."""
_TINY = 11.0
"""Smallest font size in a table."""
_FEWEST_GENERATIONS = 48
"""The curves show at least this many generations, so that the first ones do not move too fast."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the token under the cursor leads to.

    Attributes:
        generations: number of generations that are computed.
        rows: lines of the table: a title, and the cells of the player and of the other then; empty on boards that are
            too large to compute as a whole.
        gain: cells by which the token improves the player's lead, compared with passing; None if nobody may pass.
    """

    generations: int
    rows: tuple[tuple[str, int, int], ...]
    gain: int | None


@dataclass(frozen=True, slots=True)
class ScoreCurves:
    """The live cells of both players in a game.

    Attributes:
        points: (generation, cells of the left player, cells of the right player), in order.
        now: generation that is shown; later points are the future of a recording.
    """

    points: tuple[tuple[int, int, int], ...]
    now: int


@dataclass(frozen=True, slots=True)
class Content:
    """What the HUD shows.

    Attributes:
        state: state of the game.
        counts: number of live cells of each player.
        legend: pictures of the keys, for the person to whom the prompt is addressed.
        lines: the prompt that says what the player can do now, in several wordings, longest first.
        way_out: wordings that name the keys for help and for leaving the game, longest first.
        has_cards: True to draw the columns beside the board.
        curves: the cells of both players so far.
        hint: words on the button for a hint, with a placeholder for its key; "" for no button.
        forecast: what the token under the cursor leads to; None while this is not shown.
    """

    state: P2LifeState
    counts: tuple[int, int]
    legend: Legend
    lines: Sequence[str]
    way_out: Sequence[str]
    has_cards: bool
    curves: ScoreCurves
    hint: str = ""
    forecast: Forecast | None = None


def draw_hud(content: Content, canvas: Canvas) -> None:
    """Draw the lines above and below the board, and the columns beside it."""
    state, scale = content.state, scaled(1)
    left, top, right, low = canvas.area
    edge, middle, room = EDGE * scale, (left + right) / 2, right - left - 2 * EDGE * scale
    words = "" if state.phase is Phase.OVER else headline(state, content.counts, canvas.names)
    wide = _draw_fitting(words, (middle, top + 8 * scale), room, _headline_colour(state, canvas))
    beside = (room - wide) / 2 - edge
    draw_way_out(content.legend, content.way_out, (right - edge, top + 22 * scale), beside)
    if state.playing or state.phase is Phase.OVER:
        now = f"Generation {state.generation} of {MAX_GENERATIONS}"
        aim = f"{now}: then more cells win" if state.phase is not Phase.OVER else now
        wordings = aim, now, f"{state.generation} / {MAX_GENERATIONS}"
        fitting = next((wording for wording in wordings if width_of(wording, _SMALL) <= beside), "")
        text(fitting, left + edge, top + 13 * scale, CAPTION, size=_SMALL)
    draw_lead(canvas, content.counts, canvas.sides, low - (BELOW - NEAR) * scale)
    draw_prompt(content.legend, content.lines, (middle, low - 24 * scale), room)
    width = min(canvas.sides[0] - left - 2 * edge, CARD_WIDTH * scale)
    high = max(canvas.point_of(0, 0)[1], top + ABOVE * scale)
    end = min(canvas.point_of(canvas.shape[0], 0)[1], low - BELOW * scale)
    for player, x in enumerate((canvas.sides[0] - edge - width, canvas.sides[1] + edge) if content.has_cards else ()):
        _draw_column(content, (x, high, x + width, end), player, canvas)


def _draw_column(content: Content, area: Area, player: int, canvas: Canvas) -> None:
    state, (left, y, right, low) = content.state, area
    card = _card(state, player, content.counts[player], canvas)
    draw_player_card(card, (left, y), right - left, canvas, player)
    y += scaled(card_height(card) + NEAR)
    if player == state.mover and content.hint:
        _draw_hint_button(content, (left, y, right, y + scaled(_BUTTON)))
        y += scaled(_BUTTON + NEAR)
    if player == state.mover and content.forecast is not None:
        y = _draw_forecast(content.forecast, (left, right), y, player, canvas)
    if len(content.curves.points) > 1 and low - scaled(_CURVES) >= y:
        _draw_curves(content.curves, (left, low - scaled(_CURVES), right, low), player, canvas)


def _draw_hint_button(content: Content, area: Area) -> None:
    """Draw the button that shows or hides a hint. A click anywhere on it does what its key does."""
    left, top, right, low = area
    pieces = content.legend.pieces(content.hint)
    room = right - left - scaled(2 * NEAR)
    wide = caps_width(pieces, BODY.size)
    rectangle((left, top), (right, low), RAISED, scaled(ROUNDING))
    size = min(BODY.size, BODY.size * room / max(wide, 1.0))
    caps_on_canvas(pieces, (left + right) / 2, (top + low) / 2, TEXT, align=0.5, size=size)
    press = next((piece.press for piece in pieces if not isinstance(piece, str) and piece.press is not None), None)
    if press is not None:
        CAPS.add(area, press, BEHIND)


def _draw_forecast(forecast: Forecast, sides: tuple[float, float], y: float, mover: int, canvas: Canvas) -> float:
    """Draw what a token leads to, between the edges ``sides`` from ``y`` down; return the lower edge in points."""
    left, right = sides
    pad, row = scaled(NEAR), scaled(_ROW)
    has_gain = forecast.gain is not None
    low = y + 2 * pad + row * (1 + len(forecast.rows) + bool(forecast.rows)) + scaled(_GAIN_ROW) * has_gain
    rectangle((left, y), (right, low), faded(SURFACE, 0.92), scaled(ROUNDING))
    outline((left, y), (right, low), LINE, scaled(1))
    room, middle, at = right - left - 2 * pad, (left + right) / 2, y + pad
    title = f"In {count_text(forecast.generations, 'generation')}"
    text(title, middle, at, CAPTION, align=0.5, size=fitting_size(title, room, SMALL.size, _TINY))
    at += row
    if forecast.gain is not None:
        words, rgba = f"{forecast.gain:+d}" if forecast.gain else "0", TEXT
        if forecast.gain:
            rgba = GOOD if forecast.gain > 0 else BAD
        text(words, middle, at, rgba, align=0.5, size=_LARGE, bold=True)
        at += scaled(_GAIN_ROW)
    ends = right - pad - room * 0.3, right - pad
    for player, end in zip((mover, 1 - mover), ends, strict=True):
        if forecast.rows:
            half = scaled(SMALL.size * 0.4)
            spot = end - half, at + row / 2
            corner, opposite = (spot[0] - half, spot[1] - half), (spot[0] + half, spot[1] + half)
            rectangle(corner, opposite, canvas.player_colour(player), scaled(TIGHT) / 2)
    for number, (words, *cells) in enumerate(forecast.rows, 1):
        top = at + number * row
        is_main = number == (1 if has_gain else len(forecast.rows))
        rgba = TEXT if is_main else CAPTION
        size = fitting_size(words, room * 0.48, SMALL.size, _TINY)
        text(words, left + pad, top, rgba, size=size)
        for count, end in zip(cells, ends, strict=True):
            text(str(count), end, top, rgba, align=1.0, size=SMALL.size, bold=is_main)
    return low + pad


def _draw_curves(curves: ScoreCurves, area: Area, player: int, canvas: Canvas) -> None:
    """Draw the curves of both players' cells in an area; that of ``player`` is in front, and thicker."""
    (left, top, right, low), pad = area, scaled(NEAR)
    rectangle((left, top), (right, low), faded(SURFACE, 0.92), scaled(ROUNDING))
    outline((left, top), (right, low), LINE, scaled(1))
    most = max(1, *(max(cells) for _, *cells in curves.points))
    last = max(_FEWEST_GENERATIONS, curves.points[-1][0])
    floor, ceiling = low - pad, top + pad + scaled(SMALL.size * 1.3)
    text("Cells", left + pad, top + pad / 2, CAPTION, size=SMALL.size)
    text(f"{most}", right - pad, top + pad / 2, CAPTION, align=1.0, size=SMALL.size)
    line((left + pad, floor), (right - pad, floor), LINE, scaled(1))

    def point(generation: int, cells: int) -> Point:
        x = left + pad + (right - left - 2 * pad) * generation / last
        return x, floor - (floor - ceiling) * cells / most

    pen = imgui.get_background_draw_list()
    past = [each for each in curves.points if each[0] <= curves.now]
    coming = [each for each in curves.points if each[0] >= curves.now]
    for each in (1 - player, player):
        thick = scaled(2.5 if each == player else 1.5)
        for points, opacity in ((coming, 0.35), (past, 1.0 if each == player else 0.7)):
            if len(points) > 1:
                rgba = packed(canvas.player_colour(each, opacity))
                pen.add_polyline([point(number, cells[each]) for number, *cells in points], rgba, thick, 0)
        if past:
            pen.add_circle_filled(
                point(past[-1][0], past[-1][1 + each]), thick * 1.3, packed(canvas.player_colour(each))
            )


_SIDES = (0, -1), (0, 1), (1, 0), (-1, 0)
"""Where the label of a token may lie, as (right, down) from the token: above, below, at the right or at the left."""
LABEL_SIDES = range(len(_SIDES))
"""The numbers of these sides."""


def label_area(canvas: Canvas, place: Place, words: str, side: int) -> Area:
    """Return the rectangle of a token's label, which lies on one of ``LABEL_SIDES``."""
    (x, y), (across, down) = canvas.middle(place), _SIDES[side]
    half_wide = width_of(words, SMALL.size, bold=True) / 2 + scaled(NEAR)
    half_high, apart = scaled(SMALL.size * 0.8), canvas.zoom / 2 + scaled(GAP)
    x += across * (apart + half_wide)
    y += down * (apart + half_high)
    x = min(max(x, canvas.sides[0] + half_wide), canvas.sides[1] - half_wide) if down else x
    return x - half_wide, y - half_high, x + half_wide, y + half_high


def draw_token(canvas: Canvas, place: Place, player: int, words: str, side: int, opacity: float) -> None:
    """Draw a frame around a player's last token and, unless ``words`` is "", a label on one of ``LABEL_SIDES``."""
    (left, top), (right, low) = canvas.square(place)
    apart = scaled(2)
    for rgba, thick in ((faded(GROUND, 0.9), 5.0), (TEXT, 2.0)):
        outline((left - apart, top - apart), (right + apart, low + apart), faded(rgba, opacity), scaled(thick))
    if words:
        left, top, right, low = label_area(canvas, place, words, side)
        rectangle((left, top), (right, low), faded(GROUND, 0.85 * opacity), scaled(ROUNDING) / 2)
        rgba = canvas.player_colour(player, opacity)
        text(words, left + scaled(NEAR), top + scaled(2), rgba, size=SMALL.size, bold=True)


def _card(state: P2LifeState, player: int, count: int, canvas: Canvas) -> PlayerCard:
    """Return the card of a player with ``count`` cells. It has a dot for each token that is left in this turn."""
    noun = "cell" if count == 1 else "cells"
    if not state.choosing:
        return PlayerCard(count, noun)
    moves = state.mover == player and not state.halted
    call = ("Your turn" if canvas.names[player] == YOU else "To move") if moves else ""
    tokens = state.sides[player].tokens
    of = OPENING_TOKENS if state.phase is Phase.OPENING else max(side.tokens for side in state.sides)
    return PlayerCard(count, noun, moves, call, tokens, of, f"{count_text(tokens, 'token')} to place")


def _headline_colour(state: P2LifeState, canvas: Canvas) -> RGBA:
    if state.choosing and not state.halted:
        return canvas.player_colour(state.mover)
    return TEXT if state.running else PROMPT


def _draw_fitting(words: str, at: Point, room: float, rgba: RGBA) -> float:
    """Draw ``words`` so that they fit into ``room`` points; return their width."""
    size = fitting_size(words, room, _LARGE, _MIN)
    text(words, *at, rgba, align=0.5, size=size)
    return width_of(words, size)
