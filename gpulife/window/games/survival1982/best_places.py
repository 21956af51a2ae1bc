"""Finds the places of a player's half where one more cell gains most, and marks them with rings and numbers.

In play, a cell lives only beside other cells, and nobody can foresee what it does there. So trial plantings are
computed on copies of the board, a few generations in each frame.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui

from gpulife.engines.base import Engine
from gpulife.engines.batch import MAX_UNIVERSES, can_batch
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.board_window import BoardWindow, visible_window
from gpulife.games.core.game import Place
from gpulife.games.survival1982.ai import Rollouts, Trial
from gpulife.games.survival1982.ai_moves import SINGLE, Candidate
from gpulife.games.survival1982.input import half
from gpulife.rules import Edges
from gpulife.rules.rule import count_neighbours
from gpulife.window.design import GROUND, PROMPT, SMALL, faded, packed
from gpulife.window.panels.draw_primitives import rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Canvas, scaled

_SIGHT = 40
"""Number of generations to look ahead after the last planting."""
_DELAYS = (5, 9, 13, 16)
"""Numbers of generations after which a cell is planted. People need time to get there, and do not hit the generation
that they want; the delays meet each phase of shapes that repeat every two or three generations."""
_FEWEST = 4.0
"""Smallest gain in cells that is marked."""
_SHOWN, _APART = 3, 6
"""Largest number of marks, and their smallest distance in cells."""
_PER_FRAME = 4
"""Number of generations to compute in a frame."""
_NEAR, _STAYS = 6, 4.0
"""Distance of the cursor, in cells, within which a ring stays; seconds for which it stays in any case."""
_PAUSE, _FORGOTTEN = 0.25, 1.0
"""Minimum seconds between two searches; seconds without a search after which all places are forgotten."""


class Spot(NamedTuple):
    """A place where one more cell gains cells.

    Attributes:
        place: the place.
        gain: cells that the player gains there plus those that the opponent loses, averaged over several moments of
            planting.
    """

    place: Place
    gain: float


class BestPlaces:
    """Searches a player's half for the places where one more cell gains most.

    Args:
        player: the player.
        engine: engine that computes the board.
        now: function that returns the current time in seconds.

    Attributes:
        spots: the best places found so far, the best first. Each search tries them anew, since the cells change.
    """

    def __init__(self, player: int, engine: Engine, now: Callable[[], float]) -> None:
        self.spots: tuple[Spot, ...] = ()
        self._player, self._engine, self._now = player, engine, now
        self._search: Rollouts | None = None
        self._known, self._since, self._called = -1, -_PAUSE, 0.0
        self._rng = np.random.default_rng(player)
        self._hopeful: list[Place] = []  # places that gained at one moment, to be tried at all moments
        self._at: Place | None = None  # the player's cursor
        self._shown_since: dict[Place, float] = {}

    def search(self, at: Place) -> None:
        """Go on searching. Called in each frame of play; ``at`` is the place of the player's cursor."""
        if not can_batch(self._engine.rule):
            return
        if self._now() - self._called > _FORGOTTEN:
            self.spots, self._hopeful, self._search = (), [], None
        self._called, self._at = self._now(), at
        if self._search is not None:
            if self._search.think(_PER_FRAME):
                self._take_outcomes(self._search)
                self._search = None
        elif self._engine.changes != self._known and self._now() - self._since >= _PAUSE:
            self._known, self._since = self._engine.changes, self._now()
            self._search = self._begin(visible_window(self._engine, at))

    def _begin(self, window: BoardWindow) -> Rollouts:
        """Begin to try the known places at all moments, and as many new ones as possible at one moment."""
        beside = set(self._places_beside_cells(window))
        tried = dict.fromkeys((*(spot.place for spot in self.spots), *self._hopeful))
        known = [place for place in tried if place in beside][: 2 * _SHOWN]
        fresh = sorted(beside.difference(known))
        count = min(MAX_UNIVERSES - 1 - len(known) * len(_DELAYS), len(fresh))
        chosen = [fresh[number] for number in self._rng.permutation(len(fresh))[:count]]
        trials = [Trial(None, 0), *(_trial(place, window, delay) for place in known for delay in _DELAYS)]
        trials += [_trial(place, window, _DELAYS[0]) for place in chosen]
        return Rollouts(window, self._player, trials, window.generation + max(_DELAYS) + _SIGHT, NumpyBatch)

    def _places_beside_cells(self, window: BoardWindow) -> list[Place]:
        """Return the dead places on the player's half that touch a live cell."""
        cells, (top, left) = window.cells, window.corner
        beside = (cells == 0) & (count_neighbours(cells > 0, Edges.DEAD) > 0)
        first, end = half(self._player, self._engine.shape[1])
        beside[:, : max(first - left, 0)] = False
        beside[:, max(end - left, 0) :] = False
        return [(top + row, left + column) for row, column in np.argwhere(beside).tolist()]

    def _take_outcomes(self, search: Rollouts) -> None:
        if search.outcomes is None:
            return
        margins = search.outcomes[:, 0] - search.outcomes[:, 1]
        gains: dict[Place, list[float]] = {}
        for trial, gain in zip(search.trials[1:], (margins[1:] - margins[0]).tolist(), strict=True):
            assert trial.candidate is not None  # noqa: S101 - only the first trial plants nothing
            gains.setdefault(trial.candidate.place, []).append(gain)
        best = sorted(gains, key=lambda place: -float(np.mean(gains[place])))
        sure = [place for place in best if len(gains[place]) > 1 and _is_sure(gains[place])]
        kept = [place for place in best if self._is_kept(place, float(np.mean(gains[place])))]
        chosen = _spread([*kept, *sure])[:_SHOWN]
        self.spots = tuple(Spot(place, float(np.mean(gains[place]))) for place in chosen)
        self._shown_since = {place: self._shown_since.get(place, self._now()) for place in chosen}
        hopeful = [place for place in best if len(gains[place]) == 1 and gains[place][0] >= _FEWEST]
        self._hopeful = _spread(hopeful)[:_SHOWN]

    def _is_kept(self, place: Place, gain: float) -> bool:
        """Return True if a ring stays although better places were found, so that people can get there.

        It stays for _STAYS seconds, and as long as the cursor is near, if planting there still gains cells.
        """
        if gain < 1 or (since := self._shown_since.get(place)) is None:
            return False
        is_near = self._at is not None and all(abs(a - b) <= _NEAR for a, b in zip(place, self._at, strict=True))
        return is_near or self._now() - since < _STAYS

    def draw(self, canvas: Canvas) -> None:
        """Draw a ring at each of the best places, and its gain beside it."""
        pen, thick, size = imgui.get_background_draw_list(), max(1.5, scaled(2)), SMALL.size
        for place, gain in self.spots:
            (x, y), radius = canvas.middle(place), max(canvas.zoom * 0.9, scaled(6))
            pen.add_circle((x, y), radius, packed(faded(GROUND, 0.8)), 0, thick + scaled(2))
            pen.add_circle((x, y), radius, packed(PROMPT), 0, thick)
            words, pad = f"+{round(gain)}", scaled(3)
            wide, high = width_of(words, size, bold=True) + 2 * pad, scaled(size * 1.3)
            left = x + radius + pad if x + radius + pad + wide < canvas.sides[1] else x - radius - pad - wide
            rectangle((left, y - high / 2), (left + wide, y + high / 2), faded(GROUND, 0.85), pad)
            text(words, left + pad, y - scaled(size * 0.6), PROMPT, size=size, bold=True)


def _trial(place: Place, window: BoardWindow, delay: int) -> Trial:
    return Trial(Candidate(SINGLE, 0, place, *place, 1, 0), window.generation + delay)


def _is_sure(gains: list[float]) -> bool:
    """Return True if planting gains cells on average, and at all moments but one."""
    return float(np.mean(gains)) >= _FEWEST and sorted(gains)[1] >= 1.0


def _spread(places: list[Place]) -> list[Place]:
    """Return the places that are not too near to better ones; ``places`` are sorted, the best first."""
    kept: list[Place] = []
    for row, column in places:
        if all(max(abs(row - other[0]), abs(column - other[1])) >= _APART for other in kept):
            kept.append((row, column))
    return kept
