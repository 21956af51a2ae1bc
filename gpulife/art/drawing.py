"""Makes a scene's :class:`Drawing`: what a look can label or draw besides the cells.

It lists the library patterns on the board, with their discoverers, and has the shape of the text on the board.
"""

from datetime import datetime
from functools import lru_cache

import numpy as np
from PIL import Image, ImageFilter

from gpulife.art.scene import Figure, Scene
from gpulife.art.scene_setup import cells_of_figure, cells_of_text, corner_of, turned
from gpulife.patterns.library import LibraryPattern, library
from gpulife.view.plan import Drawing, Part, Word

_FINER = 6  # rows of a text's shape for each row of the board
_SOFTNESS = 2.0  # standard deviation of the blur of its edges, in such rows


@lru_cache(maxsize=8)
def drawing_of(scene: Scene, sowing: tuple[int, datetime] | None = None) -> Drawing:
    """Return the drawing of a scene. It leaves out patterns with a random place or turn.

    Args:
        scene: the scene.
        sowing: (number, now) as for ``scene_setup.sow``, to select the text; None to leave the text out.
    """
    known = library()
    return Drawing(
        scene.name,
        tuple(
            _part(scene, figure, known[figure.pattern])
            for figure in scene.start.figures
            if figure.pattern in known and figure.x is not None and figure.turn is not None
        ),
        _word(scene, *sowing) if sowing is not None and scene.start.texts else None,
    )


def _word(scene: Scene, number: int, now: datetime) -> Word:
    """Return the shape of the text that ``scene_setup.sow`` draws for ``number`` and ``now``."""
    cells = cells_of_text(scene, number, now, _FINER)
    height, width = cells.shape
    rows, columns = scene.shape[0] * _FINER, scene.shape[1] * _FINER
    row, column = corner_of(cells.shape, (rows, columns), (0.5, 0.5))
    ink = np.zeros((rows, columns), np.uint8)
    ink[row : row + height, column : column + width] = np.where(cells > 0, 255, 0)
    return Word(np.asarray(Image.fromarray(ink).filter(ImageFilter.GaussianBlur(_SOFTNESS))))


def _part(scene: Scene, figure: Figure, entry: LibraryPattern) -> Part:
    turn = figure.turn or 0
    cells = turned(cells_of_figure(scene.folder, figure, scene.rule), turn)
    height, width = cells.shape
    row, column = corner_of((height, width), scene.shape, (figure.x or 0.0, figure.y or 0.0))
    return Part(
        entry.title,
        entry.found,
        _note(entry),
        row,
        column,
        height,
        width,
        _drift(entry, turn),
    )


def _note(entry: LibraryPattern) -> str:
    if entry.speed:
        return entry.speed
    if entry.period > 1:
        return f"period {entry.period}"
    return entry.about


def _drift(entry: LibraryPattern, turn: int) -> tuple[float, float]:
    """Return how many (rows down, columns right) a pattern moves per generation. ``turn`` is as in ``Figure``."""
    if not entry.period:
        return 0.0, 0.0
    down, across = entry.displacement
    if turn >= 4:
        across = -across
    for _ in range(turn % 4):
        down, across = across, -down
    return down / entry.period, across / entry.period
