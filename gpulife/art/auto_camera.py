"""The director: a camera that looks for what happens on a board, glides there, follows it, rests, and goes on.

It is told now and then what happens where, in coarse maps, and asked for its camera at every frame. A shot of the whole
board and close-ups take turns; what has been looked at for long is less interesting for a while. Everything comes of
the seed, the maps and the seconds that have passed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.art.camera_motion import pan_glide, steps, zoom_glide
from gpulife.art.saliency import Map, activity, box_means, centroid, choose, offsets
from gpulife.art.scene import CameraMode, CameraPlan, Waypoint
from gpulife.view.camera import MAX_ZOOM, Camera, Shape, Window, at_rest, fit

_WHOLE_SECONDS = (12.0, 25.0)
_CLOSE_SECONDS = (25.0, 50.0)
_MIN_CLOSE_SECONDS = 10.0
"""Before a close-up in which nothing happens any more is left."""
_MAX_PART = 0.45
"""Of the board's shorter side, in a close-up."""
_MIN_CELLS = 24
_MIN_TILES = 4
"""Along the window's shorter side in a close-up."""
_WHOLE_BETWEEN = 0.35
"""How often the whole board is shown between two close-ups; always if there is nothing new to see."""
_NEW = 0.3
"""Part of the interest of the best place; with less, nothing is new."""
_TIRED_AFTER = 15.0
"""Seconds after which a place is half as interesting."""
_FRESH_AFTER = 150.0
"""Seconds in which a place becomes as interesting again, all but 1/e."""
_LIVELY = 0.08
"""Of the board's mean activity; a close-up with less is of nothing."""
_SLACK = 0.12
"""Part of the window that the subject moves in before the camera follows."""
_FASTEST = 0.2
"""Windows a second that a subject is believed to move; faster things are other things."""
_AHEAD = 4.0
"""Seconds for which a subject is expected to go on as it went."""
_NEAR = 0.3
"""Windows; what is farther away is not zoomed in on yet, so that it never leaves the picture."""
_INSIDE = 0.9
"""Of the way from the window's middle to its edge; likewise."""
_AHEAD_OF_ZOOM = 1.5
"""How much closer than it is the camera aims, so that it goes to a place at the board's edge before it is close."""
_MAX_SECONDS = 1.0
"""Moved at a time, however long nobody has asked: the camera would not be followed otherwise."""


@dataclass(slots=True)
class _CloseUp:
    """What is followed, in cells; places are complex numbers, to the right and, imaginary, down."""

    centre: complex  # of what moves
    framed: complex  # that the camera looks at
    velocity: complex  # of the centre, a second
    extent: float  # along the window's shorter side
    lost: int = 0  # times in a row that nothing was found


class Director:
    """Leads a camera over a board.

    Args:
        shape: of the board, (rows, columns).
        window: (width, height) in pixels.
        plan: who leads, and the waypoints.
        seed: of what is left to chance.
        wrap: whether the board is shown again beyond its edges: ways are then the shorter ones around the torus.
    """

    def __init__(self, shape: Shape, window: Window, plan: CameraPlan, seed: int, *, wrap: bool = False) -> None:
        self._shape, self._window, self._plan, self._wrap = shape, window, plan, wrap
        self._whole = fit(shape, window)
        self._rng = np.random.default_rng(seed)
        self._clock = 0.0
        self._left = self._rng.uniform(*_WHOLE_SECONDS)  # of the shot
        self._since_shot = 0.0
        self._since_watch = 0.0
        self._close_up: _CloseUp | None = None
        self._activity: Map | None = None
        self._tile = 1
        self._tired: Map | None = None
        self._pan, self._zooming = pan_glide(), zoom_glide()
        first = self._on_tour() if plan.mode is CameraMode.WAYPOINTS and plan.waypoints else self._whole
        self._place = complex(first.column, first.row)
        self._octaves = math.log2(first.zoom)

    def resize(self, window: Window) -> None:
        """Take another size of the window; the same part of the board stays in it."""
        self._octaves += math.log2(max(1, min(window)) / max(1, min(self._window)))
        self._window = window
        self._whole = fit(self._shape, window)

    def watch(self, density: NDArray[np.floating], change: NDArray[np.floating], tile: int) -> None:
        """Take notice of what happens where: see ``act.Maps``.

        Args:
            density: share of the cells that live, in each tile: shape (tiles down, tiles across).
            change: share of the cells that have changed: likewise.
            tile: cells along a tile's side.
        """
        happens = activity(density, change)
        if self._tired is None or self._tired.shape != happens.shape:
            self._tired = np.zeros(happens.shape)
        self._activity, self._tile = happens, tile
        elapsed, self._since_watch = self._since_watch, 0.0
        self._tired *= math.exp(-elapsed / _FRESH_AFTER)
        if self._close_up is not None:
            self._tired[np.ix_(*self._in_view(self._close_up))] += elapsed / _TIRED_AFTER
            self._follow(self._close_up, happens, np.nan_to_num(change.astype(np.float64)), elapsed)

    def camera(self, seconds: float) -> Camera:
        """Return the camera so many seconds after it was asked for last."""
        seconds = min(max(seconds, 0.0), _MAX_SECONDS)
        if self._plan.mode is CameraMode.WHOLE:
            return self._whole
        count, length = steps(seconds)
        for _ in range(count if seconds else 0):
            self._clock += length
            if self._plan.mode is CameraMode.DIRECTOR:
                self._since_watch += length
                self._direct(length)
            self._move(self._wanted(), length)
        return Camera(self._place.imag, self._place.real, 2.0**self._octaves)

    def _wanted(self) -> Camera:
        """Return where the camera should be by now."""
        if self._plan.mode is CameraMode.WAYPOINTS and self._plan.waypoints:
            return self._on_tour()
        close = self._close_up
        if close is None:
            return self._whole
        zoom = min(max(1, min(self._window)) / close.extent, MAX_ZOOM)
        return at_rest(Camera(close.framed.imag, close.framed.real, max(zoom, self._whole.zoom)), self._window)

    def _move(self, target: Camera, seconds: float) -> None:
        zoom = 2.0**self._octaves
        sides = zoom / max(1, min(self._window))  # of the window, a cell
        there = complex(target.column, target.row)
        way = self._way(self._aim(there, min(zoom * _AHEAD_OF_ZOOM, max(zoom, target.zoom))), self._place)
        octaves = math.log2(target.zoom)
        if self._plan.mode is CameraMode.DIRECTOR:
            # What is far away is reached by a look at more of the board.
            distance = abs(way) * sides * target.zoom / zoom
            # Something at the board's edge may be near the window's edge, too: else the camera would never be close.
            seen = there + 0.15 * self._way(self._aim(there, target.zoom), there)
            far = max(1.0, distance / _NEAR, *self._outside(self._way(seen, self._place) * target.zoom))
            octaves -= min(math.log2(far), max(0.0, octaves - math.log2(self._whole.zoom)))
        self._place += self._pan.step(way * sides, seconds) / sides
        if self._wrap:
            self._place = self._at(self._place)
        self._octaves += self._zooming.step(octaves - self._octaves, seconds).real

    def _outside(self, pixels: complex) -> tuple[float, float]:
        """Return how far from the window's middle a place is, as parts (right, down) of what is surely inside."""
        width, height = self._window
        return abs(pixels.real) / (_INSIDE * max(width, 1) / 2), abs(pixels.imag) / (_INSIDE * max(height, 1) / 2)

    def _aim(self, place: complex, zoom: float) -> complex:
        """Return where to go first on the way to ``place``."""
        if self._plan.mode is CameraMode.WAYPOINTS:
            return place
        if self._close_up is None:
            # To the whole board: no faster than zooming out makes it necessary, so that what was seen stays in view.
            return place if zoom < self._whole.zoom * 1.01 else self._within(self._place, zoom)
        return place if self._wrap else self._within(place, zoom)

    def _within(self, place: complex, zoom: float) -> complex:
        """Return the nearest place at which the window does not look beyond the board's edges."""
        (rows, columns), (width, height) = self._shape, self._window
        right, down = min(width / zoom, columns) / 2, min(height / zoom, rows) / 2
        return complex(min(max(place.real, right), columns - right), min(max(place.imag, down), rows - down))

    def _way(self, there: complex, here: complex) -> complex:
        away = there - here
        if not self._wrap:
            return away
        rows, columns = self._shape
        return away - complex(round(away.real / columns) * columns, round(away.imag / rows) * rows)

    def _direct(self, seconds: float) -> None:
        """Let the shot go on, or cut to the next one."""
        self._since_shot += seconds
        self._left -= seconds
        if (going := self._close_up) is not None and self._since_watch < _AHEAD:
            self._frame(going, going.velocity * seconds)
        if self._left <= 0:
            self._next_shot()

    def _next_shot(self) -> None:
        was_close, self._close_up = self._close_up is not None, None
        self._since_shot = 0.0
        self._left = self._rng.uniform(*_WHOLE_SECONDS)
        stay = self._rng.random() < _WHOLE_BETWEEN
        lowest = max(_MIN_CELLS, _MIN_TILES * self._tile)
        highest = _MAX_PART * min(self._shape)
        if self._activity is None or self._tired is None or lowest > highest or (was_close and stay):
            return
        extent = lowest * (highest / lowest) ** self._rng.random()
        down, across = self._visible(extent)
        box = max(1, round(down / self._tile)), max(1, round(across / self._tile))
        interest = box_means(self._activity, box, wrap=self._wrap)
        fresh = box_means(self._activity / (1 + self._tired) ** 2, box, wrap=self._wrap)
        if fresh.max() <= 0 or (was_close and fresh.max() < _NEW * interest.max()):
            return
        row, column = choose(fresh, self._rng)
        centre = self._at(complex(column + 0.5, row + 0.5) * self._tile)
        centre = self._at(centre + (self._found(centre, extent, self._activity) or 0))
        self._close_up = _CloseUp(centre, centre, 0, extent)
        self._left = self._rng.uniform(*_CLOSE_SECONDS)

    def _follow(self, close: _CloseUp, happens: Map, change: Map, elapsed: float) -> None:
        """Find the subject again, near where it was expected."""
        rows, columns = self._in_view(close)
        lively = rows.any() and columns.any() and happens[np.ix_(rows, columns)].mean() > _LIVELY * happens.mean()
        change = np.clip(change, 0, 1)
        found = self._found(close.centre, close.extent, change) if lively else None
        if found is None and (found := self._found(close.centre, 2 * close.extent, change)) is not None:
            close.extent = min(1.5 * close.extent, _MAX_PART * min(self._shape))  # it was too fast to be so close
        if found is None:
            close.velocity = 0
            close.lost += 1
            if close.lost > 1:
                self._left = min(self._left, max(0.0, _MIN_CLOSE_SECONDS - self._since_shot))
            return
        close.lost = 0
        if elapsed > 0:
            # `found` is what the subject did beside what was expected of it.
            velocity = close.velocity + found / max(elapsed, 0.5) / 2
            close.velocity = velocity * min(1.0, _FASTEST * close.extent / max(abs(velocity), 1e-9))
        self._frame(close, found)

    def _found(self, centre: complex, extent: float, values: Map) -> complex | None:
        """Return the way in cells from where something is expected to where it is, None if it is not found."""
        down, right = self._offsets(centre)
        height, width = self._visible(extent)
        return centroid(values, right, down, (0.6 * width, 0.6 * height))

    def _frame(self, close: _CloseUp, moved: complex) -> None:
        """Move the subject, and the frame with it as soon as it comes out of the frame's middle."""
        close.centre = self._at(close.centre + moved)
        away = self._way(close.centre, close.framed)
        distance, slack = abs(away), _SLACK * close.extent
        if distance > slack:
            close.framed = self._at(close.framed + away * (1 - slack / distance))

    def _in_view(self, close: _CloseUp) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which rows and columns of tiles the close-up shows."""
        down, right = self._offsets(close.framed)
        height, width = self._visible(close.extent)
        edge = self._tile / 2
        return np.abs(down) < height / 2 + edge, np.abs(right) < width / 2 + edge

    def _offsets(self, place: complex) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        assert self._activity is not None  # noqa: S101 - there is no close-up before the first map
        (rows, columns), (down, across) = self._shape, self._activity.shape
        return (
            offsets(down, self._tile, place.imag, rows, wrap=self._wrap),
            offsets(across, self._tile, place.real, columns, wrap=self._wrap),
        )

    def _visible(self, extent: float) -> tuple[float, float]:
        """Return the cells (down, across) in a window of which ``extent`` fill the shorter side."""
        side = max(1, min(self._window))
        return extent * self._window[1] / side, extent * self._window[0] / side

    def _at(self, place: complex) -> complex:
        rows, columns = self._shape
        if self._wrap:
            return complex(place.real % columns, place.imag % rows)
        return complex(min(max(place.real, 0.0), columns), min(max(place.imag, 0.0), rows))

    def _on_tour(self) -> Camera:
        """Return the camera of the waypoints at this time: gently off from one, gently on to the next."""
        points = self._plan.waypoints
        time = self._clock % sum(point.seconds for point in points)
        index = 0
        while index + 1 < len(points) and time >= points[index].seconds:
            time -= points[index].seconds
            index += 1
        here = points[index]
        start, end = self._at_point(here), self._at_point(points[(index + 1) % len(points)])
        share = (1 - math.cos(math.pi * min(time / here.seconds, 1.0))) / 2
        place = complex(start.column, start.row)
        place += self._way(complex(end.column, end.row), place) * share
        return Camera(place.imag, place.real, start.zoom * (end.zoom / start.zoom) ** share)

    def _at_point(self, point: Waypoint) -> Camera:
        rows, columns = self._shape
        zoom = min(self._whole.zoom * point.zoom, MAX_ZOOM)
        return at_rest(Camera(point.y * rows, point.x * columns, zoom), self._window)
