"""An automatic camera that finds activity on a board, glides there, follows it, rests, and moves on.

Shots of the whole board and close-ups alternate. The longer a place was in view, the less likely the camera returns
there soon. The movement depends only on the seed, the activity maps and the seconds that have passed.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.art.scene import CameraMode, CameraPlan, Waypoint
from gpulife.view.camera import MAX_ZOOM, Camera, Shape, WindowSize, at_rest, fit_camera

# Smooth motion of the automatic camera: position, velocity and acceleration never jump. Distances are measured on the
# screen, in lengths of the window's shorter side, and zoom in octaves. So the picture moves no faster in a close-up
# than in a shot of the whole board.
MAX_SPEED = 0.25
"""Maximum speed, in lengths of the window's shorter side per second."""
MAX_ACCELERATION = 0.2
"""Maximum acceleration, in lengths of the window's shorter side per second squared."""
MAX_ZOOM_SPEED = 0.3
"""Maximum zoom speed, in octaves per second."""
MAX_ZOOM_ACCELERATION = 0.2
"""Maximum zoom acceleration, in octaves per second squared."""
MAX_STEP = 1 / 60
"""The camera's movement is computed in time steps of at most this number of seconds."""

_APPROACH_RATE = 0.5
"""Share of the remaining distance that the camera aims to cover per second."""
_VELOCITY_SECONDS = 0.4
"""Time constant, in seconds, with which the velocity changes."""
_ACCELERATION_SECONDS = 0.1
"""Time constant, in seconds, with which the acceleration changes. It is a quarter of _VELOCITY_SECONDS, so that the
camera does not overshoot its target."""
_AT_REST = 1e-5
"""A camera nearer to its target than this is at rest. The unit is the window's shorter side; for zoom, an octave."""


@dataclass(slots=True)
class Glide:
    """A position or zoom that moves smoothly to a target.

    Positions are complex numbers: the real part goes right, the imaginary part down.
    """

    max_speed: float
    max_acceleration: float
    velocity: complex = 0
    acceleration: complex = 0

    def step(self, remaining: complex, seconds: float) -> complex:
        """Return the distance to move in a step of ``seconds``; ``remaining`` is the distance to the target."""
        if abs(remaining) < _AT_REST and abs(self.velocity) < _AT_REST:
            self.velocity = self.acceleration = 0
            return remaining
        wanted = _bounded(_APPROACH_RATE * remaining, self.max_speed)
        push = _bounded((wanted - self.velocity) / _VELOCITY_SECONDS, self.max_acceleration)
        self.acceleration += (push - self.acceleration) * -math.expm1(-seconds / _ACCELERATION_SECONDS)
        self.velocity += self.acceleration * seconds
        return self.velocity * seconds


def _bounded(vector: complex, limit: float) -> complex:
    length = abs(vector)
    return vector * (limit / length) if length > limit else vector


Map = NDArray[np.float64]
"""One number per tile: shape (tiles down, tiles across)."""

_MIN_CONTRAST_WEIGHT = 0.3
"""Weight of changes in a tile that is as dense as its surroundings. Where the density differs most, it is 1."""
_NEIGHBOURHOOD = 2
"""A tile is compared with all tiles up to this number of rows and columns away."""
_SHARPNESS = 8
"""A tile's chance of being chosen is proportional to this power of its score."""


def activity(density: NDArray[np.floating], change: NDArray[np.floating]) -> Map:
    """Return a score of the activity in each tile, 0 to 1.

    It is the square root of the share of changed cells, so that even a glider is noticed next to a soup. Tiles at the
    edges of dense regions score higher. NaN in the arguments counts as 0.
    """
    dense, changed = (np.clip(np.nan_to_num(shares.astype(np.float64)), 0, 1) for shares in (density, change))
    contrast = np.abs(dense - box_means(dense, (2 * _NEIGHBOURHOOD + 1,) * 2, wrap=True))
    weight = _MIN_CONTRAST_WEIGHT + (1 - _MIN_CONTRAST_WEIGHT) * contrast / (contrast.max() or 1.0)
    return np.sqrt(changed * weight)


def box_means(values: Map, box: tuple[int, int], *, wrap: bool) -> Map:
    """Return, for each tile, the mean of the values in a box of tiles around it.

    Args:
        values: one number per tile.
        box: (height, width) of the box in tiles; an even number counts as the next odd number.
        wrap: True if the map continues at the opposite edge; otherwise it is 0 beyond its edges.
    """
    result = values
    for axis, side in enumerate(box):
        size = values.shape[axis]
        half = min(side // 2, (size - 1) // 2)
        padding = [(0, 0), (0, 0)]
        padding[axis] = (half + 1, half)
        padded = np.pad(result, padding, mode="wrap") if wrap else np.pad(result, padding)
        total = np.moveaxis(padded.cumsum(axis=axis), axis, 0)
        result = np.moveaxis(total[2 * half + 1 :] - total[:size], 0, axis) / (2 * half + 1)
    return np.maximum(result, 0)


def choose(scores: Map, rng: np.random.Generator) -> tuple[int, int]:
    """Choose a random tile (row, column); higher scores are much more likely. At least one score must be above 0."""
    chances = (scores / scores.max()).ravel() ** _SHARPNESS
    chosen = int(rng.choice(chances.size, p=chances / chances.sum()))
    return divmod(chosen, int(scores.shape[1]))


def offsets(tiles: int, tile: int, place: float, size: int, *, wrap: bool) -> NDArray[np.float64]:
    """Return the signed distance in cells, along one axis, from a position to the middle of each tile.

    It is negative for tiles to the left of the position, or above it.

    Args:
        tiles: number of tiles along the axis.
        tile: cells along a tile's side.
        place: position on the axis, in cells.
        size: length of the axis, in cells.
        wrap: True if the axis continues at its other end; the distance is then the shorter of the two ways round.
    """
    first = np.arange(tiles) * tile
    away = (first + np.minimum(first + tile, size)) / 2 - place
    return away - np.round(away / size) * size if wrap else away


def centroid(
    values: Map, right: NDArray[np.float64], down: NDArray[np.float64], reach: tuple[float, float]
) -> complex | None:
    """Return the vector from a point to the centre of mass of the tiles near it. A tile's mass is its value.

    The vector is a complex number in cells: real to the right, imaginary down. Return None if all values near the
    point are 0.

    Args:
        values: one number per tile.
        right: distance of each column of tiles from the point, in cells.
        down: distance of each row of tiles from the point, in cells.
        reach: (right, down) in cells. The weight of a value falls gradually to 0 at this distance from the point.
    """
    near = [np.clip(1.5 - 1.5 * np.abs(away) / limit, 0, 1) for away, limit in zip((right, down), reach, strict=True)]
    weight = values * near[1][:, None] * near[0][None, :]
    total = float(weight.sum())
    if not total > 0 or not math.isfinite(total):
        return None
    return complex(float((weight.sum(0) * right).sum() / total), float((weight.sum(1) * down).sum() / total))


_WHOLE_SECONDS = (12.0, 25.0)
"""Shortest and longest duration of a shot of the whole board, in seconds."""
_CLOSE_SECONDS = (25.0, 50.0)
"""Shortest and longest duration of a close-up, in seconds."""
_MIN_CLOSE_SECONDS = 10.0
"""Shortest duration of a close-up whose subject was lost, in seconds."""
_MAX_CLOSE_SHARE = 0.45
"""Largest share of the board's shorter side that a close-up shows."""
_MIN_CLOSE_CELLS = 24
"""Minimum number of cells along the window's shorter side in a close-up."""
_MIN_CLOSE_TILES = 4
"""Minimum number of tiles along the window's shorter side in a close-up."""
_WHOLE_CHANCE = 0.35
"""Chance of showing the whole board between two close-ups; it is always shown if no place is new enough."""
_MIN_NOVELTY = 0.3
"""Minimum interest of a place for a close-up that directly follows another one.

The interest of a place falls while it is in view. The unit is the interest that the most interesting place would have
if no place had been in view."""
_FATIGUE_SECONDS = 15.0
"""After this number of seconds in view, a place is only a quarter as interesting as before."""
_RECOVERY_SECONDS = 150.0
"""Time constant, in seconds, with which a place that is no longer in view becomes interesting again."""
_MIN_ACTIVITY = 0.08
"""A close-up counts as empty if its activity is below this share of the whole board's mean activity."""
_SLACK = 0.12
"""The camera follows its subject only when the subject is further from the middle than this share of the window."""
_MAX_SUBJECT_SPEED = 0.2
"""Maximum speed of a subject, in lengths of the window's shorter side per second. Measured speeds above it are reduced
to it."""
_EXTRAPOLATION_SECONDS = 4.0
"""Seconds for which a subject is assumed to keep its velocity."""
_ZOOM_IN_DISTANCE = 0.3
"""The camera zooms in only when its target is nearer than this, in lengths of the window's shorter side."""
_VISIBLE_SHARE = 0.9
"""A place counts as visible only in the middle part of the window: this share of its width and height."""
_MAX_ZOOM_AHEAD = 1.5
"""The camera heads for the best position at a zoom that is at most this multiple of the current zoom.

So it reaches a position near the board's edge before it zooms in there.
"""
_MAX_CALL_SECONDS = 1.0
"""Each call moves the camera by at most this number of seconds, even if the last call was longer ago.

A longer jump would be confusing.
"""


@dataclass(slots=True)
class _CloseUp:
    """The state of a close-up. Positions are complex numbers in cells: real to the right, imaginary down."""

    centre: complex  # of the subject
    framed: complex  # position at which the camera looks
    velocity: complex  # of the centre, in cells per second
    extent: float  # cells along the window's shorter side
    lost: int = 0  # number of times in a row that the subject was not found


class AutoCamera:
    """Moves a camera over a board.

    Args:
        shape: (rows, columns) of the board.
        window: (width, height) in pixels.
        plan: camera mode and waypoints.
        seed: seed of all random choices.
        wrap: True if the board is repeated beyond its edges; the camera then takes the shorter way around the torus.
    """

    def __init__(self, shape: Shape, window: WindowSize, plan: CameraPlan, seed: int, *, wrap: bool = False) -> None:
        self._shape, self._window, self._plan, self._wrap = shape, window, plan, wrap
        self._whole = fit_camera(shape, window)
        self._rng = np.random.default_rng(seed)
        self._clock = 0.0
        self._shot_left = self._rng.uniform(*_WHOLE_SECONDS)  # seconds
        self._since_shot = 0.0
        self._since_watch = 0.0
        self._close_up: _CloseUp | None = None
        self._activity: Map | None = None
        self._tile = 1
        self._fatigue: Map | None = None
        self._pan_glide = Glide(MAX_SPEED, MAX_ACCELERATION)
        self._zoom_glide = Glide(MAX_ZOOM_SPEED, MAX_ZOOM_ACCELERATION)
        first = self._tour_camera() if plan.mode is CameraMode.WAYPOINTS and plan.waypoints else self._whole
        self._place = complex(first.column, first.row)
        self._octaves = math.log2(first.zoom)

    def resize(self, window: WindowSize) -> None:
        """Change the window's size; the same part of the board stays in view."""
        self._octaves += math.log2(max(1, min(window)) / max(1, min(self._window)))
        self._window = window
        self._whole = fit_camera(self._shape, window)

    def update_maps(self, density: NDArray[np.floating], change: NDArray[np.floating], tile: int) -> None:
        """Use new activity maps (see ``scene_runner.ActivityMaps``).

        Args:
            density: share of live cells in each tile: shape (tiles down, tiles across).
            change: share of changed cells in each tile: the same shape.
            tile: cells along a tile's side.
        """
        current = activity(density, change)
        if self._fatigue is None or self._fatigue.shape != current.shape:
            self._fatigue = np.zeros(current.shape)
        self._activity, self._tile = current, tile
        elapsed, self._since_watch = self._since_watch, 0.0
        self._fatigue *= math.exp(-elapsed / _RECOVERY_SECONDS)
        if self._close_up is not None:
            self._fatigue[np.ix_(*self._in_view(self._close_up))] += elapsed / _FATIGUE_SECONDS
            self._follow(self._close_up, current, np.nan_to_num(change.astype(np.float64)), elapsed)

    def advance(self, seconds: float) -> Camera:
        """Move the camera for ``seconds`` of time, and return the new camera."""
        seconds = min(max(seconds, 0.0), _MAX_CALL_SECONDS)
        if self._plan.mode is CameraMode.WHOLE:
            return self._whole
        count = math.ceil(seconds / MAX_STEP - 1e-9)
        for _ in range(count):
            length = seconds / count
            self._clock += length
            if self._plan.mode is CameraMode.DIRECTOR:
                self._since_watch += length
                self._continue_shot(length)
            self._move(self._target(), length)
        return Camera(self._place.imag, self._place.real, 2.0**self._octaves)

    def _target(self) -> Camera:
        if self._plan.mode is CameraMode.WAYPOINTS and self._plan.waypoints:
            return self._tour_camera()
        close = self._close_up
        if close is None:
            return self._whole
        zoom = min(max(1, min(self._window)) / close.extent, MAX_ZOOM)
        return at_rest(Camera(close.framed.imag, close.framed.real, max(zoom, self._whole.zoom)), self._window)

    def _move(self, target: Camera, seconds: float) -> None:
        zoom = 2.0**self._octaves
        sides = zoom / max(1, min(self._window))  # window sides per cell
        there = complex(target.column, target.row)
        way = self._shortest(self._aim(there, min(zoom * _MAX_ZOOM_AHEAD, max(zoom, target.zoom))), self._place)
        octaves = math.log2(target.zoom)
        if self._plan.mode is CameraMode.DIRECTOR:
            # The camera zooms out on the way to a distant place.
            distance = abs(way) * sides * target.zoom / zoom
            # A target at the board's edge may stay near the window's edge, or the camera would never zoom in on it.
            seen = there + 0.15 * self._shortest(self._aim(there, target.zoom), there)
            outside = self._outside(self._shortest(seen, self._place) * target.zoom)
            far = max(1.0, distance / _ZOOM_IN_DISTANCE, *outside)
            octaves -= min(math.log2(far), max(0.0, octaves - math.log2(self._whole.zoom)))
        self._place += self._pan_glide.step(way * sides, seconds) / sides
        if self._wrap:
            self._place = self._on_board(self._place)
        self._octaves += self._zoom_glide.step(octaves - self._octaves, seconds).real

    def _outside(self, pixels: complex) -> tuple[float, float]:
        """Return the distances (horizontal, vertical) of a point from the window's middle.

        The unit is half the visible part's width or height: both are at most 1 if the point is visible. ``pixels`` is
        the vector from the middle to the point.
        """
        right, down = (_VISIBLE_SHARE * max(side, 1) / 2 for side in self._window)
        return abs(pixels.real) / right, abs(pixels.imag) / down

    def _aim(self, place: complex, zoom: float) -> complex:
        """Return the position that the camera, at zoom ``zoom``, should approach now on its way to ``place``."""
        if self._plan.mode is CameraMode.WAYPOINTS:
            return place
        if self._close_up is None:
            # For the whole board, move only as fast as zooming out requires, so that the last subject stays in view.
            return place if zoom < self._whole.zoom * 1.01 else self._within(self._place, zoom)
        return place if self._wrap else self._within(place, zoom)

    def _within(self, place: complex, zoom: float) -> complex:
        """Return the position nearest to ``place`` from which the window shows nothing beyond the board's edges."""
        (rows, columns), (width, height) = self._shape, self._window
        right, down = min(width / zoom, columns) / 2, min(height / zoom, rows) / 2
        return complex(min(max(place.real, right), columns - right), min(max(place.imag, down), rows - down))

    def _shortest(self, there: complex, here: complex) -> complex:
        away = there - here
        if not self._wrap:
            return away
        rows, columns = self._shape
        return away - complex(round(away.real / columns) * columns, round(away.imag / rows) * rows)

    def _continue_shot(self, seconds: float) -> None:
        self._since_shot += seconds
        self._shot_left -= seconds
        if (close_up := self._close_up) is not None and self._since_watch < _EXTRAPOLATION_SECONDS:
            self._move_subject(close_up, close_up.velocity * seconds)
        if self._shot_left <= 0:
            self._next_shot()

    def _next_shot(self) -> None:
        was_close, self._close_up = self._close_up is not None, None
        self._since_shot = 0.0
        self._shot_left = self._rng.uniform(*_WHOLE_SECONDS)
        zoom_out = self._rng.random() < _WHOLE_CHANCE
        lowest = max(_MIN_CLOSE_CELLS, _MIN_CLOSE_TILES * self._tile)
        highest = _MAX_CLOSE_SHARE * min(self._shape)
        if self._activity is None or self._fatigue is None or lowest > highest or (was_close and zoom_out):
            return
        extent = lowest * (highest / lowest) ** self._rng.random()
        down, across = self._visible(extent)
        box = max(1, round(down / self._tile)), max(1, round(across / self._tile))
        interest = box_means(self._activity, box, wrap=self._wrap)
        fresh = box_means(self._activity / (1 + self._fatigue) ** 2, box, wrap=self._wrap)
        if fresh.max() <= 0 or (was_close and fresh.max() < _MIN_NOVELTY * interest.max()):
            return
        row, column = choose(fresh, self._rng)
        centre = self._on_board(complex(column + 0.5, row + 0.5) * self._tile)
        centre = self._on_board(centre + (self._search(centre, extent, self._activity) or 0))
        self._close_up = _CloseUp(centre, centre, 0, extent)
        self._shot_left = self._rng.uniform(*_CLOSE_SECONDS)

    def _follow(self, close: _CloseUp, current: Map, change: Map, elapsed: float) -> None:
        """Make a close-up follow its subject (the active cells that it shows).

        Args:
            close: the close-up, which is changed.
            current: activity of each tile.
            change: share of changed cells in each tile.
            elapsed: seconds since the subject was last looked for.
        """
        rows, columns = self._in_view(close)
        active = rows.any() and columns.any() and current[np.ix_(rows, columns)].mean() > _MIN_ACTIVITY * current.mean()
        change = np.clip(change, 0, 1)
        found = self._search(close.centre, close.extent, change) if active else None
        if found is None and (found := self._search(close.centre, 2 * close.extent, change)) is not None:
            # The close-up was too small for the subject's speed.
            close.extent = min(1.5 * close.extent, _MAX_CLOSE_SHARE * min(self._shape))
        if found is None:
            close.velocity = 0
            close.lost += 1
            if close.lost > 1:
                self._shot_left = min(self._shot_left, max(0.0, _MIN_CLOSE_SECONDS - self._since_shot))
            return
        close.lost = 0
        if elapsed > 0:
            # `found` is the subject's deviation from its expected position.
            velocity = close.velocity + found / max(elapsed, 0.5) / 2
            close.velocity = velocity * min(1.0, _MAX_SUBJECT_SPEED * close.extent / max(abs(velocity), 1e-9))
        self._move_subject(close, found)

    def _search(self, centre: complex, extent: float, values: Map) -> complex | None:
        """Return the vector in cells from a subject's expected position to its actual one; None if it was not found.

        Args:
            centre: the expected position.
            extent: cells along the shorter side of the window.
            values: one number per tile; the subject is where they are high.
        """
        down, right = self._offsets(centre)
        height, width = self._visible(extent)
        return centroid(values, right, down, (0.6 * width, 0.6 * height))

    def _move_subject(self, close: _CloseUp, moved: complex) -> None:
        """Move the subject by ``moved`` cells. If the subject leaves the middle of the window, move the camera too."""
        close.centre = self._on_board(close.centre + moved)
        away = self._shortest(close.centre, close.framed)
        distance, slack = abs(away), _SLACK * close.extent
        if distance > slack:
            close.framed = self._on_board(close.framed + away * (1 - slack / distance))

    def _in_view(self, close: _CloseUp) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return masks of the rows and columns of tiles that the close-up shows."""
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
        """Return how many cells (down, across) the window shows if its shorter side shows ``extent`` cells."""
        side = max(1, min(self._window))
        return extent * self._window[1] / side, extent * self._window[0] / side

    def _on_board(self, place: complex) -> complex:
        rows, columns = self._shape
        if self._wrap:
            return complex(place.real % columns, place.imag % rows)
        return complex(min(max(place.real, 0.0), columns), min(max(place.imag, 0.0), rows))

    def _tour_camera(self) -> Camera:
        """Return the camera's current position between two waypoints. It accelerates and slows down gently."""
        points = self._plan.waypoints
        time = self._clock % sum(point.seconds for point in points)
        index = 0
        while index + 1 < len(points) and time >= points[index].seconds:
            time -= points[index].seconds
            index += 1
        here = points[index]
        start, end = self._waypoint_camera(here), self._waypoint_camera(points[(index + 1) % len(points)])
        share = (1 - math.cos(math.pi * min(time / here.seconds, 1.0))) / 2
        place = complex(start.column, start.row)
        place += self._shortest(complex(end.column, end.row), place) * share
        return Camera(place.imag, place.real, start.zoom * (end.zoom / start.zoom) ** share)

    def _waypoint_camera(self, point: Waypoint) -> Camera:
        rows, columns = self._shape
        return at_rest(
            Camera(point.y * rows, point.x * columns, min(self._whole.zoom * point.zoom, MAX_ZOOM)), self._window
        )
