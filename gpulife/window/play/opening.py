"""The opening of a round: what to do first, in large words, and marks that show people where they are.

A game gives the words in ``GameController.opening``. Words and marks go away once the players have done what the words
say, or after some seconds.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from imgui_bundle import imgui

from gpulife.games.core.area import Area
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
from gpulife.window.play.canvas import Area as WindowArea
from gpulife.window.play.canvas import Canvas, fitting_size, scaled

SECONDS = 8.0
"""Seconds after which an opening's words begin to fade, unless ``Opening.stays`` is True."""
_SHARES = 0.17, 0.83, 0.5
"""Heights at which the words may lie, as shares of the board's height, 0 at its top."""
_TITLE_SHARE = 0.07
"""Maximum size of the title, as a share of the board's height."""
_DISTANCES = 8
"""Height of the board in steps. Distances between words and marks are compared in whole steps."""
_RING, _OTHERS = 26.0, 32.0
"""Radii of the rings around ``Opening.own`` and ``Opening.others``, in units of 1/96 inch. Large cells enlarge them."""
_OTHERS_SHARE = 0.07
"""Maximum radius of a ring that marks ``Opening.others``, as a share of the board's height. Large cells enlarge it."""
_ARROW = 12.0
_FEWEST_STEPS = 0.05
"""Seconds between two frames while the words fade."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What players are to do now, and the places to mark.

    Attributes:
        part: an identifier of the part of the game; the words are shown once for each.
        title: what to do now, in a few words; "" for marks without words.
        wordings: how to do it, with placeholders such as "{trigger}" for controls, longest first; empty for no line.
        own: places of the people at this window who have not done it yet, keyed by player.
        others: places of other players, keyed by player. Their marks are smaller.
        around: rectangles around the players' cells, keyed by player. Words and names avoid them if possible.
        free: further rectangles that words and names avoid if possible.
        stays: True if the words stay until the players have acted, because the game waits for them.
    """

    part: Hashable
    title: str
    wordings: Sequence[str] = ()
    own: Mapping[int, Place] = field(default_factory=dict)
    others: Mapping[int, Place] = field(default_factory=dict)
    around: Mapping[int, Area] = field(default_factory=dict)
    free: Sequence[Area] = ()
    stays: bool = False


class OpeningView:
    """Shows, when a round begins, what people must do first and where they are (see :class:`Opening`).

    Args:
        motion: the schedule of frames.
    """

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._part: Hashable = None
        self._seconds = 0.0
        self._words: WindowArea | None = None

    def clear(self) -> None:
        """Forget where words were drawn. Called at the beginning of each frame."""
        self._words = None

    def covers(self, point: tuple[float, float]) -> bool:
        """Return True if the words drawn most recently cover a point of the window."""
        area = self._words
        return area is not None and area[0] <= point[0] <= area[2] and area[1] <= point[1] <= area[3]

    def draw(self, opening: Opening | None, canvas: Canvas, legend: Legend, seconds: float) -> None:
        """Draw an opening over the board, behind the panels.

        Args:
            opening: what to do now; None for nothing.
            canvas: the canvas on which to draw.
            legend: glyphs of the keys or buttons of the player who is addressed.
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
        taken = [_window_area(canvas, area) for area in (*opening.around.values(), *opening.free)]
        marks = []
        for player, place in opening.own.items():
            name = canvas.names[player] if len(opening.own) > 1 else YOU
            around = _window_area(canvas, opening.around[player]) if player in opening.around else None
            marks.append(_OwnMark.beside(canvas, player, place, name, around))
        taken += [mark.label for mark in marks]
        if opening.title:
            self._words = _draw_words(opening, canvas, legend, shown, taken)
            taken.append(self._words)
        for player, place in opening.others.items():
            around = _window_area(canvas, opening.around[player]) if player in opening.around else None
            _draw_other(canvas, player, place, around, shown, taken)
        for mark in marks:
            mark.draw(canvas, shown)


def _window_area(canvas: Canvas, area: Area) -> WindowArea:
    return *canvas.point_of(area.row, area.column), *canvas.point_of(area.row + area.height, area.column + area.width)


def _overlap(area: WindowArea, taken: Iterable[WindowArea]) -> float:
    return sum(
        max(min(area[2], other[2]) - max(area[0], other[0]), 0.0)
        * max(min(area[3], other[3]) - max(area[1], other[1]), 0.0)
        for other in taken
    )


@dataclass(frozen=True, slots=True)
class _OwnMark:
    """The mark of a person at this window: a ring, and an arrow and a name above or below the person's cells.

    Attributes:
        player: the person's seat.
        name: the name on the label.
        middle: the middle of the ring, in points.
        radius: radius of the ring.
        up: -1 if arrow and label lie above the cells, 1 if they lie below.
        tip: y of the arrow's tip.
        label: where the label lies.
    """

    player: int
    name: str
    middle: tuple[float, float]
    radius: float
    up: int
    tip: float
    label: WindowArea

    @classmethod
    def beside(cls, canvas: Canvas, player: int, place: Place, name: str, around: WindowArea | None) -> "_OwnMark":
        """Return a person's mark at ``place``. ``around`` is the rectangle of their cells; None if they have none."""
        (x, y), scale = canvas.middle(place), scaled(1)
        radius = max(_RING * scale, canvas.zoom * 1.1) + (3 * scale if canvas.bright and not canvas.is_calm else 0.0)
        high, wide = (STRONG.size + NEAR) * scale, width_of(name, LEAD.size, bold=True) + 2 * NEAR * scale
        first, last = y - radius, y + radius
        if around is not None:
            first, last = min(first, around[1]), max(last, around[3])
        room = (_ARROW + 2 * TIGHT) * scale + high
        up = -1 if first - room + TIGHT * scale > max(canvas.point_of(0, 0)[1], canvas.area[1]) else 1
        tip = (first if up < 0 else last) + up * TIGHT * scale
        base = tip + up * _ARROW * scale
        top = base - high - 1 if up < 0 else base
        left = min(max(x - wide / 2, canvas.area[0]), canvas.area[2] - wide)
        return cls(player, name, (x, y), radius, up, tip, (left, top, left + wide, top + high + scale))

    def draw(self, canvas: Canvas, shown: float) -> None:
        """Draw the ring around the place, the arrow and the label; ``shown`` is their opacity."""
        pen, (x, y), scale = imgui.get_background_draw_list(), self.middle, scaled(1)
        colour = canvas.player_colour(self.player, shown)
        for rgba, width in ((faded(GROUND, 0.8 * shown), 6.0), (colour, 3.0)):
            pen.add_circle((x, y), self.radius, packed(rgba), 0, width * scale)
        half, base = _ARROW * 0.7 * scale, self.tip + self.up * _ARROW * scale
        pen.add_triangle_filled((x - half, base), (x + half, base), (x, self.tip), packed(colour))
        left, top, right, low = self.label
        _draw_label(self.name, (left, top), (right - left, low - top), colour, shown)


def _draw_label(name: str, corner: tuple[float, float], size: tuple[float, float], rgba: RGBA, shown: float) -> None:
    """Draw a player's name on a background in the player's colour ``rgba``.

    ``corner`` is the background's upper left corner and ``size`` its size, in points; ``shown`` is the opacity.
    """
    (left, top), (wide, high) = corner, size
    rectangle((left, top), (left + wide, top + high), rgba, scaled(ROUNDING))
    middle = top + (high - scaled(LEAD.size) * 1.17) / 2
    text(name, left + wide / 2, middle, faded(GROUND, shown), align=0.5, size=LEAD.size, bold=True, shadow=False)


def _draw_other(
    canvas: Canvas, player: int, place: Place, around: WindowArea | None, shown: float, taken: list[WindowArea]
) -> None:
    """Draw a small ring around another player's place, and beside it the player's name.

    The name is close to the ring or to ``around``, the rectangle of the player's cells (None if they have none). It
    covers as little of the rectangles in ``taken`` as possible; its own is then added to them. ``shown`` is the
    opacity.
    """
    pen, (x, y), scale = imgui.get_background_draw_list(), canvas.middle(place), scaled(1)
    left, top, right, low = canvas.area
    if not (left <= x <= right and top <= y <= low):
        return
    high = canvas.point_of(canvas.shape[0], 0)[1] - canvas.point_of(0, 0)[1]
    radius = max(min(_OTHERS * scale, high * _OTHERS_SHARE), canvas.zoom * 0.5)
    pen.push_clip_rect((left, top), (right, low), intersect_with_current_clip_rect=True)
    pen.add_circle((x, y), radius, packed(canvas.player_colour(player, 0.7 * shown)), 0, 2 * scale)
    pen.pop_clip_rect()
    wide, tall, away = width_of(canvas.names[player], BODY.size), scaled(BODY.size) * 1.2, radius + TIGHT * scale
    corners: tuple[tuple[float, float], ...] = (
        (x - wide / 2, y + away),
        (x - wide / 2, y - away - tall),
        (x + away, y - tall / 2),
        (x - away - wide, y - tall / 2),
    )
    if around is not None:  # outside the player's cells
        first, head, last, foot = around
        corners += (x - wide / 2, foot), (x - wide / 2, head - tall), (last, y - tall / 2), (first - wide, y - tall / 2)
    inside = [(min(max(x, left), right - wide), min(max(y, top), low - tall)) for x, y in corners]
    areas = [(x, y, x + wide, y + tall) for x, y in inside]
    best = min(areas, key=lambda area: _overlap(area, taken))
    taken.append(best)
    text(canvas.names[player], best[0], best[1], faded(CAPTION, shown), size=BODY.size)


def _draw_words(
    opening: Opening, canvas: Canvas, legend: Legend, shown: float, taken: Sequence[WindowArea]
) -> WindowArea:
    """Draw the words that say what to do and how, on a dark background; return the background's rectangle.

    The words cover as little of the rectangles in ``taken`` as possible, and are far from the marks. ``shown`` is the
    opacity.
    """
    (left, top), (right, bottom) = canvas.point_of(0, 0), canvas.point_of(*canvas.shape)
    left, top = max(left, canvas.area[0]), max(top, canvas.area[1])
    right, bottom = min(right, canvas.area[2]), min(bottom, canvas.area[3])
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
    pad, marks = scaled(GAP), [canvas.middle(place)[1] for place in (*opening.own.values(), *opening.others.values())]
    half, step = wide / 2 + 2 * pad, (bottom - top) / _DISTANCES
    places = [
        (x, top + (bottom - top) * share)
        for x in ((left + right) / 2, left + half + pad, right - half - pad)
        for share in _SHARES
    ]

    def at(place: tuple[float, float]) -> WindowArea:
        y = min(max(place[1] - high / 2, top + 1.5 * pad), bottom - high - 1.5 * pad)
        return place[0] - half, y - pad, place[0] + half, y + high + pad

    def worth(place: tuple[float, float]) -> tuple[float, int]:
        distance = min((abs(place[1] - mark) for mark in marks), default=0.0)
        return -_overlap(at(place), taken), round(distance / step)

    area = at(max(places, key=worth))
    x, y = (area[0] + area[2]) / 2, area[1] + pad
    rectangle(area[:2], area[2:], faded(GROUND, 0.85 * shown), scaled(ROUNDING))
    text(opening.title, x, y, faded(PROMPT, shown), align=0.5, size=size, bold=True)
    if how and shown > 0.5:  # keycaps do not fade
        caps_on_canvas(how, x, y + high - scaled(low * 0.75), PROMPT, align=0.5, size=low)
    return area
