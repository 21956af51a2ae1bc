"""Pictures of saved sessions: the part of the board where cells live, in the colours of the game."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import PatternError
from gpulife.games.registry import find_game
from gpulife.rules import RGB, Cells, parse_rule
from gpulife.session.autosave import ResumableSession, saved_board
from gpulife.view.camera import WindowSize
from gpulife.window.play.board_display import in_players_colours, initial_look
from gpulife.window.play.game_window import window_of
from gpulife.window.shell import Shell
from gpulife.window.start.mode_pictures import pixels
from gpulife.window.start.previews import Preview, Previews

SIZE = (224, 126)
"""(width, height) of the pictures, in units of 1/96 inch."""
MAX_CELLS = 1 << 24
"""Maximum number of cells of a board that has a picture. Reading a larger board would freeze the window."""
_MARGIN, _FEWEST = 2, 28
"""Margin around the live cells, and minimum width of the shown part of the board, both in cells."""
_GRID_FROM = 5
"""Minimum size of a cell in pixels at which cells are drawn with gaps."""
_SAMPLES = 8
"""Maximum number of samples per pixel in each direction, if a pixel covers several cells."""


class StillPicture(Preview):
    """A picture that does not move.

    Args:
        device: the OpenGL device to draw with.
        image: the picture, shape (height, width, 3), uint8, the upper row first.
    """

    def __init__(self, device: GLDevice, image: NDArray[np.uint8]) -> None:
        height, width, _ = image.shape
        super().__init__(device, (width, height))
        opaque = np.full((height, width, 1), 255, np.uint8)
        self._texture.write(np.concatenate((image[::-1], opaque), axis=2).tobytes())

    def show(self, seconds: float) -> bool:
        """Return False: the picture never changes."""
        del seconds
        return False


def session_pictures(shell: Shell, sessions: Sequence[ResumableSession]) -> Previews:
    """Return the pictures of saved sessions, keyed by the name of the session's files. They are made one by one."""
    makers = [(session.files.name, partial(_make, shell, session)) for session in sessions]
    return Previews(makers, shell.motion, may_fail=True)


def _make(shell: Shell, session: ResumableSession) -> StillPicture:
    """Return the picture of a session.

    Raises:
        SavedFileError: the session cannot be read.
        PatternError: the board is damaged, or too large for a picture.
    """
    pattern = saved_board(session)
    rows, columns = pattern.shape
    if rows * columns > MAX_CELLS:
        raise PatternError(f"a board of {columns}x{rows} cells is too large for a picture")
    game, rule = find_game(session.save.game), parse_rule(session.save.rule)
    look = initial_look(rule, shell.settings, shell.scheme_seed, software=True)
    look = look if rule.family.text else in_players_colours(look, shell.seats_for(game))
    dressed = window_of(game.name).controller.game_picture
    if dressed is not None and dressed.suits(look):
        look = dressed.of(look)
    image = draw_board(pattern.whole().cells, look.colours, look.outside, pixels(shell, SIZE))
    return StillPicture(shell.window.device, image)


def draw_board(cells: Cells, colours: Sequence[RGB], outside: RGB, size: WindowSize) -> NDArray[np.uint8]:
    """Return a picture of the part of a board where cells live; of the whole board if it is dead.

    Args:
        cells: the board, shape (rows, columns), uint8.
        colours: colours of the states.
        outside: colour around the board.
        size: (width, height) of the picture in pixels.

    Returns:
        The picture, shape (height, width, 3), uint8, the upper row first.
    """
    (width, height), palette = size, np.array(colours, np.float32)
    zoom, rows, columns = _part(cells, size)
    steps = int(np.clip(np.ceil(1 / zoom), 1, _SAMPLES))
    ground = palette[0]
    light, alive = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32)
    for number in range(steps * steps):
        down, across = ((part + 0.5) / steps for part in divmod(number, steps))
        row = np.floor(rows + (np.arange(height) + down) / zoom).astype(np.int64)
        column = np.floor(columns + (np.arange(width) + across) / zoom).astype(np.int64)
        inside = np.ix_(row.clip(0, cells.shape[0] - 1), column.clip(0, cells.shape[1] - 1))
        states = cells[inside].clip(0, len(palette) - 1)
        light += np.where(states[..., None] > 0, palette[states], 0.0)
        alive += states > 0
    # Few live cells in a large part of the board must still be seen.
    strength = np.sqrt(alive / steps**2)[..., None]
    image = ground + strength * (light / np.maximum(alive, 1.0)[..., None] - ground)
    row, column = rows + np.arange(height) / zoom, columns + np.arange(width) / zoom
    if zoom >= _GRID_FROM:
        for axis, place in enumerate((row, column)):
            is_gap = np.floor(place) != np.floor(place - 1 / zoom)
            gaps = np.where(is_gap, 0.75, 0.0).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
            image += gaps * (ground - image)
    is_outside = (row < 0) | (row >= cells.shape[0])
    image[is_outside] = outside
    image[:, (column < 0) | (column >= cells.shape[1])] = outside
    drawn: NDArray[np.uint8] = image.round().clip(0, 255).astype(np.uint8)
    return drawn


def _part(cells: Cells, size: WindowSize) -> tuple[float, float, float]:
    """Return (pixels per cell, first row, first column) of the part of the board that a picture shows."""
    living = [np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0)]
    first, end = [0, 0], list(cells.shape)
    if len(living[0]):
        first = [max(int(places[0]) - _MARGIN, 0) for places in living]
        end = [min(int(places[-1]) + 1 + _MARGIN, side) for places, side in zip(living, end, strict=True)]
    high, wide = (last - start for start, last in zip(first, end, strict=True))
    zoom = min(size[1] / high, size[0] / wide, size[0] / _FEWEST)
    zoom = float(np.floor(zoom)) if zoom >= 2 else zoom
    top, left = (
        _start(start, last, pixel / zoom, side)
        for start, last, pixel, side in zip(first, end, size[::-1], cells.shape, strict=True)
    )
    return (zoom, round(top), round(left)) if zoom >= 1 else (zoom, top, left)


def _start(first: int, end: int, shown: float, side: int) -> float:
    """Return the row at which a picture of ``shown`` rows begins, so that the rows ``first`` to ``end`` are centred.

    The picture lies within the board if the board has enough rows (``side``). The same function serves for columns.
    """
    start = (first + end - shown) / 2
    return min(max(start, 0.0), side - shown) if shown <= side else (side - shown) / 2
