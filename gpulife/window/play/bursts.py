"""Short rings and flashes where cells have just been born, died or changed owner; scores that count up.

On large boards, and in games whose cells change all the time, only places that several players fought for are shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from gpulife.games.core.game import Place
from gpulife.rules import Cells
from gpulife.window.design import BURST, GAIN, GOOD, REVEAL, TEXT, TextStyle, eased, faded, packed
from gpulife.window.motion import Motion
from gpulife.window.panels.draw_primitives import Point, text
from gpulife.window.play.canvas import Canvas, scaled
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell

_SMALL_BOARD, _MAX_BOARD = 64 * 64, 1 << 15
"""Largest board, in cells, on which all changes are shown; largest board that is watched at all."""
_APART = 0.25
"""Minimum seconds between two searches for changes, if only cells that several players fought for are shown."""
_FAR = 32.0
"""Size of cells, in units of 1/96 inch, from which the rings around births grow no farther."""
_LEAST = 14.0
"""Smallest distance, in units of 1/96 inch, to which the rings around fought cells grow, so that they show on large
boards, too."""
_MAX_SHOWN = 120
"""Largest number of changes that are shown. More would hide the board."""

Change = tuple[Place, int, int, bool]
"""A changed cell: its place, its state before, its state after, and whether several players fought for it."""


class Bursts:
    """Shows the recent changes of a session's board as rings and flashes.

    Nothing is shown after a jump in time, such as a rewind or a new round.

    Args:
        shell: services shared by all screens.
        play: the session.
        only_fights: True to show only cells that several players fought for.
        seconds: how long a change is shown.
    """

    def __init__(self, shell: Shell, play: OpenSession, *, only_fights: bool = False, seconds: float = BURST) -> None:
        self._shell, self._play, self._only_fights, self._seconds = shell, play, only_fights, seconds
        self._read: tuple[int, Cells] | None = None  # the engine's count of changes, and the cells
        self._compared: tuple[int, Cells] | None = None  # generation and cells of the last comparison
        self._compared_at = self._since = -seconds
        self._changes: list[Change] = []

    def cells(self, shape: tuple[int, int]) -> Cells:
        """Return the cells of the board's upper left part, of ``shape`` (rows, columns), uint8. They are cached."""
        engine = self._play.engine
        if self._read is None or self._read[0] != engine.changes or self._read[1].shape != shape:
            self._read = engine.changes, engine.read(0, 0, *shape)
        return self._read[1]

    def draw(self, canvas: Canvas, shape: tuple[int, int]) -> None:
        """Draw what has just changed in the board's upper left part, of ``shape``; nothing if flashing is reduced."""
        changes, share = self.recent(canvas, shape)
        if changes:
            _draw(changes, canvas, share)

    def recent(self, canvas: Canvas, shape: tuple[int, int]) -> tuple[list[Change], float]:
        """Return what has just changed in the board's upper left part, of ``shape``; nothing if flashing is reduced.

        The number is how much of the time for which the changes are shown has passed, 0 to 1.
        """
        if canvas.is_calm or shape[0] * shape[1] > _MAX_BOARD or self._play.runner.seeking is not None:
            self._compared, self._changes = None, []
            return [], 1.0
        self._compare(shape)
        share = (self._shell.now - self._since) / self._seconds
        if not self._changes or share >= 1:
            self._changes = []
            return [], 1.0
        self._shell.motion.due()
        return self._changes, share

    def _compare(self, shape: tuple[int, int]) -> None:
        """Find out which cells of the board's upper left part, of ``shape``, have changed since the previous call."""
        only_fights, now = self._only_fights or shape[0] * shape[1] > _SMALL_BOARD, self._shell.now
        if only_fights and now - self._compared_at < _APART:
            return
        before, after = self._compared, (self._play.engine.generation, self.cells(shape))
        self._compared, self._compared_at = after, now
        if before is None or before[1] is after[1] or before[1].shape != shape or before[0] > after[0]:
            return
        changes = changes_of(before[1], after[1], only_fights=only_fights)
        if changes:
            self._changes, self._since = changes, now


def changes_of(before: Cells, after: Cells, *, only_fights: bool = False) -> list[Change]:
    """Return up to _MAX_SHOWN changed cells. Those that several players fought for come first.

    Several players fought for a cell if it changed owner, or was born beside cells of several players. If
    ``only_fights``, all other cells are left out.
    """
    changed = before != after
    if not changed.any():
        return []
    fought = changed & (after > 0) & ((before > 0) | (_owners_around(before) > 1))
    kinds = [(fought, True)] if only_fights else [(fought, True), (changed & ~fought, False)]
    places = [(place, is_fought) for where, is_fought in kinds for place in np.argwhere(where)[:_MAX_SHOWN].tolist()]
    return [
        ((row, column), int(before[row, column]), int(after[row, column]), is_fought)
        for (row, column), is_fought in places[:_MAX_SHOWN]
    ]


def _owners_around(cells: Cells) -> NDArray[np.int64]:
    """Return for each cell the number of different states among its live neighbours."""
    framed = np.pad(cells, 1)
    rows, columns = cells.shape
    around = [framed[down : down + rows, right : right + columns] for down in range(3) for right in range(3)]
    owners = np.zeros(cells.shape, np.int64)
    for state in np.flatnonzero(np.bincount(cells.ravel())[1:]) + 1:
        owners += np.logical_or.reduce([part == state for part in around])
    return owners


def _draw(changes: list[Change], canvas: Canvas, share: float) -> None:
    """Draw births that pop up with a ring, dead cells that fade, and flashes where several players fought.

    ``share`` is how much of the time for which they are shown has passed, 0 to 1.
    """
    pen, zoom, left = imgui.get_background_draw_list(), canvas.zoom, 1.0 - eased(share)
    shown, fading = 1.0 - left, 1.0 - share
    thick, far = min(max(1.5, zoom * 0.08), scaled(4)), min(zoom, scaled(_FAR))
    for place, old, new, is_fought in changes:
        middle, rgba = canvas.middle(place), canvas.player_colour((new or old) - 1)
        reach = zoom * 0.45 + far * 0.4 * shown if new else zoom * 0.5 * left
        half = zoom * (0.4 + 0.25 * left if new else 0.36 * fading)
        corner, end = (middle[0] - half, middle[1] - half), (middle[0] + half, middle[1] + half)
        pen.add_rect_filled(corner, end, packed(rgba, 0.5 * left if new else 0.8 * fading), half * 0.3)
        pen.add_circle(middle, max(1.0, reach), packed(rgba, left), 0, thick)
        if is_fought:
            corner, end = canvas.square(place)
            pen.add_rect_filled(corner, end, packed(TEXT, 0.8 * left), scaled(2))
            reach = zoom * 0.5 + max(far, scaled(_LEAST)) * 1.1 * shown
            pen.add_circle(middle, reach, packed(TEXT, left), 0, thick)


@dataclass(frozen=True, slots=True)
class Rise:
    """A score that has just grown.

    Attributes:
        shown: the score to show now; it counts up from the previous score to the new one.
        gain: by how much the score has grown.
        share: how much of the time for which the gain is shown has passed, 0 to 1.
    """

    shown: float
    gain: float
    share: float


class ScoreRises:
    """Keeps track of the scores that have just grown, so that the HUD can show each gain for a moment.

    Args:
        motion: the schedule of frames.
    """

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._known: dict[int, float] = {}
        self._grown: dict[int, tuple[float, float]] = {}  # by player: the score before, and when it grew

    def follow(self, scores: Mapping[int, float], *, is_calm: bool) -> dict[int, Rise]:
        """Return the scores that have just grown, by player. Called in each frame with all ``scores``.

        If ``is_calm``, a new score is shown at once, without counting up to it. Nothing is returned for a score that
        falls, as after a new start.
        """
        now = self._motion.now
        for player, score in scores.items():
            before = self._known.get(player, score)
            if score > before:
                self._grown[player] = before, now
            elif score < before:
                self._grown.pop(player, None)
        self._known = dict(scores)
        self._grown = {
            player: grown for player, grown in self._grown.items() if player in scores and now - grown[1] < GAIN
        }
        if self._grown:
            self._motion.due()
        return {
            player: Rise(
                before + (scores[player] - before) * (1.0 if is_calm else eased((now - since) / REVEAL)),
                scores[player] - before,
                (now - since) / GAIN,
            )
            for player, (before, since) in self._grown.items()
        }


def draw_rise(rise: Rise, at: Point, style: TextStyle) -> None:
    """Draw by how much a score has grown, as a text that fades. Its right edge is at the point ``at``."""
    alpha = 1.0 - max(rise.share - 0.7, 0.0) / 0.3
    text(f"+{rise.gain:.0f}", *at, faded(GOOD, alpha), align=1.0, size=style.size, bold=style.bold)
