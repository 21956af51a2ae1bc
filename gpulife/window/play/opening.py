"""The opening of a round: what to do first, in large words that go away, and marks that show people where they are.

A game says in ``GameController.opening`` what its players are to do. The words go away once they have done it, or after
some seconds; the marks stay until then, too.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from imgui_bundle import imgui

from gpulife.games.core.game import Place
from gpulife.input.glyphs import Legend
from gpulife.seats import YOU
from gpulife.window.design import (
    BODY,
    CAPTION,
    GAP,
    GROUND,
    HEADING,
    LEAD,
    NEAR,
    PROMPT,
    REVEAL,
    RGBA,
    ROUNDING,
    STRONG,
    TIGHT,
    TITLE,
    WIDE_GAP,
    eased,
    faded,
    packed,
)
from gpulife.window.motion import Motion
from gpulife.window.panels.draw_primitives import rectangle, text
from gpulife.window.panels.keycaps import caps_on_canvas, caps_width
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Canvas, fitting_size, scaled

SECONDS = 8.0
"""Seconds for which the words of an opening are shown at most, unless they stay."""
_SHARES = 0.17, 0.83, 0.5
"""Where the words may lie, as shares of the board's height. They lie as far from the marks as possible."""
_TITLE_SHARE = 0.07
"""Maximum size of the title, as a share of the board's height."""
_DISTANCES = 8
"""Distances from the marks are compared in steps of the board's height divided by this, so that equal ones tie."""
_RING, _OTHERS = 26.0, 32.0
"""Smallest radius of the ring around a place of somebody here, and around another player's, in units of 1/96 inch."""
_OTHERS_SHARE = 0.07
"""Maximum radius of the ring around another player's place, as a share of the board's height, for large cells."""
_ARROW = 12.0
_FEWEST_STEPS = 0.05
"""Seconds between two frames while the words fade."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What players are to do now, and where they are.

    Attributes:
        part: identifies the part of the game. The words of each part are shown once.
        title: what to do now, in a few words; "" for marks without words.
        wordings: how to do it, with controls in braces, longest first; empty for nothing.
        own: the place of each person at this window who has still to do it.
        others: places of other players, whose marks are smaller.
        stays: True if the words stay until it is done, because the game waits for it.
    """

    part: Hashable
    title: str
    wordings: Sequence[str] = ()
    own: Mapping[int, Place] = field(default_factory=dict)
    others: Mapping[int, Place] = field(default_factory=dict)
    stays: bool = False


class OpeningView:
    """Shows the openings of a session.

    Args:
        motion: the schedule of frames.
    """

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._part: Hashable = None
        self._seconds = 0.0

    def draw(self, opening: Opening | None, canvas: Canvas, legend: Legend, seconds: float) -> None:
        """Draw an opening over the board, behind the panels.

        Args:
            opening: what to do now; None for nothing.
            canvas: the canvas on which to draw.
            legend: glyphs of the reader's keys or buttons.
            seconds: seconds since the last call.
        """
        if opening is None:
            return
        if opening.part != self._part:
            self._part, self._seconds = opening.part, 0.0
        else:
            self._seconds += 0.0 if opening.stays else seconds
        if self._seconds >= SECONDS + REVEAL:
            return
        if not opening.stays:
            self._motion.due(_FEWEST_STEPS if self._seconds > SECONDS else SECONDS - self._seconds)
        shown = 1.0 - eased((self._seconds - SECONDS) / REVEAL)
        if opening.title:
            _draw_words(opening, canvas, legend, shown)
        for player, place in opening.others.items():
            _draw_other(canvas, player, place, shown)
        for player, place in opening.own.items():
            name = canvas.names[player] if len(opening.own) > 1 else YOU
            _draw_own(canvas, player, place, name, shown)


def _draw_own(canvas: Canvas, player: int, place: Place, name: str, shown: float) -> None:
    """Draw a ring around a place, and above it an arrow and a name."""
    pen, (x, y), scale = imgui.get_background_draw_list(), canvas.middle(place), scaled(1)
    radius = max(_RING * scale, canvas.zoom * 1.1) + (3 * scale if canvas.bright and not canvas.is_calm else 0.0)
    colour = canvas.player_colour(player, shown)
    for rgba, width in ((faded(GROUND, 0.8 * shown), 6.0), (colour, 3.0)):
        pen.add_circle((x, y), radius, packed(rgba), 0, width * scale)
    high, wide = (STRONG.size + NEAR) * scale, width_of(name, LEAD.size, bold=True) + 2 * NEAR * scale
    room = radius + (_ARROW + TIGHT) * scale + high
    up = -1 if y - room > canvas.point_of(0, 0)[1] else 1  # below the place if there is no room above it
    tip, base = y + up * (radius + TIGHT * scale), y + up * (radius + (TIGHT + _ARROW) * scale)
    half = _ARROW * 0.7 * scale
    pen.add_triangle_filled((x - half, base), (x + half, base), (x, tip), packed(colour))
    top = base - high - 1 if up < 0 else base
    left = min(max(x - wide / 2, canvas.area[0]), canvas.area[2] - wide)
    _draw_label(name, (left, top), (wide, high + scale), colour, shown)


def _draw_label(name: str, corner: tuple[float, float], size: tuple[float, float], rgba: RGBA, shown: float) -> None:
    """Draw a player's name on a ground in the player's colour."""
    (left, top), (wide, high) = corner, size
    rectangle((left, top), (left + wide, top + high), rgba, scaled(ROUNDING))
    middle = top + (high - scaled(LEAD.size) * 1.17) / 2
    text(name, left + wide / 2, middle, faded(GROUND, shown), align=0.5, size=LEAD.size, bold=True, shadow=False)


def _draw_other(canvas: Canvas, player: int, place: Place, shown: float) -> None:
    """Draw a small ring around another player's place, and the player's name below it."""
    pen, (x, y), scale = imgui.get_background_draw_list(), canvas.middle(place), scaled(1)
    high = canvas.point_of(canvas.shape[0], 0)[1] - canvas.point_of(0, 0)[1]
    radius = max(min(_OTHERS * scale, high * _OTHERS_SHARE), canvas.zoom * 0.5)
    pen.add_circle((x, y), radius, packed(canvas.player_colour(player, 0.7 * shown)), 0, 2 * scale)
    text(canvas.names[player], x, y + radius + TIGHT * scale, faded(CAPTION, shown), align=0.5, size=BODY.size)


def _draw_words(opening: Opening, canvas: Canvas, legend: Legend, shown: float) -> None:
    """Draw what to do and how, on a dark ground, away from all marks."""
    (left, top), (right, bottom) = canvas.point_of(0, 0), canvas.point_of(*canvas.shape)
    left, top = max(left, canvas.area[0]), max(top, canvas.area[1])
    right, bottom = min(right, canvas.area[2]), min(bottom, canvas.area[3])
    marks = [canvas.middle(place)[1] for place in (*opening.own.values(), *opening.others.values())]
    lines = [top + (bottom - top) * share for share in _SHARES]
    step = (bottom - top) / _DISTANCES
    middle = max(lines, key=lambda y: round(min((abs(y - mark) for mark in marks), default=0.0) / step))
    room = right - left - scaled(2 * WIDE_GAP)
    largest = min(TITLE.size, max((bottom - top) * _TITLE_SHARE / scaled(1), LEAD.size))
    size = fitting_size(opening.title, room, largest, BODY.size, bold=True)
    # Clicks on the words go to the board.
    below = min(HEADING.size, size * 0.7)
    texts = [replace(legend, clickable=False).pieces(wording) for wording in opening.wordings]
    how = next((pieces for pieces in texts if caps_width(pieces, below) <= room), texts[-1] if texts else ())
    low = min(below, below * room / max(caps_width(how, below), 1.0)) if how else 0.0
    wide = max(width_of(opening.title, size, bold=True), caps_width(how, low) if how else 0.0)
    high = scaled(size * 1.2 + (low * 1.5 + GAP if how else 0.0))
    x, y, pad = (left + right) / 2, middle - high / 2, scaled(GAP)
    y = min(max(y, top + 1.5 * pad), bottom - high - 1.5 * pad)
    corner, end = (x - wide / 2 - 2 * pad, y - pad), (x + wide / 2 + 2 * pad, y + high + pad)
    rectangle(corner, end, faded(GROUND, 0.85 * shown), scaled(ROUNDING))
    text(opening.title, x, y, faded(PROMPT, shown), align=0.5, size=size, bold=True)
    if how and shown > 0.5:  # keycaps do not fade
        caps_on_canvas(how, x, y + high - scaled(low * 0.75), PROMPT, align=0.5, size=low)
