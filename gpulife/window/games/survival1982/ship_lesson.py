"""The guided round's lesson on the spaceship: where it is to be planted, its path to the target, and its hit."""

from math import cos, pi, sin

import numpy as np
from imgui_bundle import imgui

from gpulife.games.core.game import Place
from gpulife.games.survival1982.state import ContestState
from gpulife.window.design import GAP, GOOD, HEADING, PROMPT, STRONG, TEXT, TITLE, eased, faded, packed
from gpulife.window.games.survival1982.ship_flight import (
    SHIP,
    Flight,
    best_flight,
    flight_of,
    is_sure_from,
    start_of,
)
from gpulife.window.panels.draw_primitives import text
from gpulife.window.play.canvas import Canvas, scaled
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell

_DOT, _DOTS_APART = 2.5, 14.0
"""Radius and distance of the dots of the path, in units of 1/96 inch."""
_RING, _NEAR = 8.0, 9
"""Radius of the ring around the target, and distance of the cells that it may lie around, in cells."""
_BURST = 3.5
"""Seconds for which a hit is celebrated."""
_RINGS, _SPARKS, _FAR = 3, 18, 13.0
"""Numbers of rings and sparks of a hit, and how far they fly, in cells."""
_RISE = 40.0
"""How far the number of destroyed cells rises, in units of 1/96 inch."""


class ShipLesson:
    """Finds the place from which a spaceship hits, accepts only such a place, and shows the hit.

    Args:
        shell: services shared by all screens.
        play: the session.

    Attributes:
        aim: the flight that the player is shown; None before the lesson.
        sent: the flight of the player's spaceship; None until it is planted.
    """

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        self.aim: Flight | None = None
        self.sent: Flight | None = None
        self._shell, self._play = shell, play
        self._aimed_at = self._sent_at = 0  # generations
        self._start: tuple[Place, int] | None = None
        self._hit_at: float | None = None  # when the hit was first seen

    def watch_start(self, state: ContestState) -> None:
        """Note where the player's spaceship would start now. Called in each frame before it is planted."""
        self._start = start_of(state)

    def find_aim(self, state: ContestState, *, stands: bool) -> None:
        """Find the place from which the spaceship should start; ``stands`` is True while no generations pass.

        It is found again if generations have passed meanwhile.
        """
        engine = self._play.engine
        if self.aim is None or (stands and self._aimed_at != engine.generation):
            kept = None if self.aim is None else self.aim.place
            self.aim, self._aimed_at = best_flight(state, engine, kept), engine.generation

    def place_for(self, state: ContestState, place: Place) -> Place | None:
        """Return where to plant a spaceship if the player asks for it at ``place``; None if it would miss.

        A place within the frame stands for the place that the frame shows.
        """
        aim = self.aim
        if aim is None or not aim.is_sure or place == aim.place:
            return place
        rows, columns = [row for row, _ in aim.cells], [column for _, column in aim.cells]
        if min(rows) - 1 <= place[0] <= max(rows) + 1 and min(columns) - 1 <= place[1] <= max(columns) + 1:
            return aim.place
        return place if is_sure_from(self._play.engine, place, state.sides[0].turns[SHIP]) else None

    def send(self) -> None:
        """Compute what becomes of the spaceship, which has just been planted."""
        if self._start is not None:
            self.sent, self._sent_at = flight_of(self._play.engine, *self._start), self._play.engine.generation

    @property
    def has_hit(self) -> bool:
        """True if the player's spaceship has met the computer's cells."""
        hit = None if self.sent is None else self.sent.hit
        return hit is not None and self._play.engine.generation - self._sent_at >= hit

    @property
    def flies(self) -> bool:
        """True if the player's spaceship has been sent and will hit."""
        return self.sent is not None and self.sent.hit is not None and not self.has_hit

    @property
    def loss(self) -> int:
        """How many of the computer's cells the hit has destroyed, or will have when what it caused has settled."""
        return round(self.sent.loss) if self.sent is not None and self.has_hit else 0

    def draw_path(self, canvas: Canvas) -> None:
        """Draw a dotted line from the place in the frame to the cells that a spaceship from there hits."""
        aim = self.aim
        if aim is None or aim.at is None or not aim.is_sure:
            return
        pen, front = imgui.get_background_draw_list(), max(column for _, column in aim.cells) + 2
        row = sum(row for row, _ in aim.cells) / len(aim.cells) + 0.5
        (x, y), (end, _) = canvas.point_of(row, front), canvas.point_of(row, aim.at[1] - 1)
        drift = 0.0 if canvas.is_calm else self._shell.now % 1
        x += drift * scaled(_DOTS_APART)
        while x < end:
            pen.add_circle_filled((x, y), scaled(_DOT), packed(PROMPT))
            x += scaled(_DOTS_APART)
        self._draw_target(canvas, aim.at)

    def _draw_target(self, canvas: Canvas, at: Place) -> None:
        """Draw a ring in the computer's colour, and the word "Target" above it, around the cells near ``at``."""
        cells = np.argwhere(self._play.engine.read_all() == 2)
        near = cells[np.abs(cells - at).max(axis=1) <= _NEAR]
        row, column = near.mean(axis=0).tolist() if near.size else at
        pen, middle, radius = (
            imgui.get_background_draw_list(),
            canvas.point_of(row + 0.5, column + 0.5),
            canvas.zoom * _RING,
        )
        for share in (1.0, 0.55):
            pen.add_circle(middle, radius * share, packed(canvas.player_colour(1, 0.9)), 0, scaled(2.5))
        top = middle[1] - radius - scaled(STRONG.size * 1.5)
        text("Target", middle[0], top, TEXT, align=0.5, size=STRONG.size, bold=True)

    def celebrate(self, canvas: Canvas) -> None:
        """Draw rings, sparks and the number of destroyed cells where the spaceship has hit, and play a sound once."""
        if not self.loss or self.sent is None or self.sent.at is None:
            return
        if self._hit_at is None:
            self._hit_at = self._shell.now
            self._shell.sound.audio.play("wild")
        share = (self._shell.now - self._hit_at) / _BURST
        if share >= 1:
            return
        self._shell.motion.due()
        (x, y), left = canvas.middle(self.sent.at), 1 - share
        if not canvas.is_calm:
            _draw_burst(canvas, (x, y), share)
        y -= canvas.zoom * _RING + scaled(TITLE.size) + scaled(_RISE) * (0.0 if canvas.is_calm else eased(share))
        y = max(y, canvas.point_of(0, 0)[1] + scaled(GAP))
        fade = min(left * 3, 1.0)
        text("Hit!", x, y, faded(PROMPT, fade), align=0.5, size=TITLE.size, bold=True)
        below = y + scaled(TITLE.size * 1.2)
        text(f"\N{MINUS SIGN}{self.loss} cells", x, below, faded(GOOD, fade), align=0.5, size=HEADING.size, bold=True)


def _draw_burst(canvas: Canvas, middle: tuple[float, float], share: float) -> None:
    """Draw rings that grow and sparks that fly apart; ``share`` of their time, 0 to 1, has passed."""
    pen, (x, y) = imgui.get_background_draw_list(), middle
    for number in range(_RINGS):
        grown = share * 2.2 - number * 0.25
        if 0 < grown < 1:
            rgba = canvas.player_colour(number % 2, 1 - grown)
            pen.add_circle((x, y), canvas.zoom * _FAR * eased(grown), packed(rgba), 0, scaled(5) * (1 - grown) + 1)
    flown = min(share * 1.6, 1.0)
    for number in range(_SPARKS):
        angle = 2 * pi * number / _SPARKS
        away = canvas.zoom * _FAR * (0.7 + 0.3 * (number % 3)) * eased(flown)
        half = canvas.zoom * 0.6 * (1 - flown)
        if half > 0:
            tip = x + cos(angle) * away, y + sin(angle) * away
            colour = packed(PROMPT if number % 2 else canvas.player_colour(1), 1 - flown)
            pen.add_rect_filled((tip[0] - half, tip[1] - half), (tip[0] + half, tip[1] + half), colour, half / 3)
