"""Makes the drawing of a scene for the look "plan": the library patterns on the scene's board, and who found them."""

from functools import lru_cache

from gpulife.art.scene import Figure, Scene
from gpulife.art.scene_setup import cells_of_figure, corner_of, turned
from gpulife.patterns.library import LibraryPattern, library
from gpulife.view.plan import Drawing, Part


@lru_cache(maxsize=8)
def drawing_of(scene: Scene) -> Drawing:
    """Return a scene's drawing. Its parts are the library patterns that start at a fixed place with a fixed turn."""
    known = library()
    return Drawing(
        scene.name,
        tuple(
            _part(scene, figure, known[figure.pattern])
            for figure in scene.start.figures
            if figure.pattern in known and figure.x is not None and figure.turn is not None
        ),
    )


def _part(scene: Scene, figure: Figure, entry: LibraryPattern) -> Part:
    turn = figure.turn or 0
    height, width = turned(cells_of_figure(scene.folder, figure, scene.rule), turn).shape
    row, column = corner_of((height, width), scene.shape, (figure.x or 0.0, figure.y or 0.0))
    return Part(entry.title, entry.found, _note(entry), row, column, height, width, _drift(entry, turn))


def _note(entry: LibraryPattern) -> str:
    if entry.speed:
        return entry.speed
    if entry.period > 1:
        return f"period {entry.period}"
    return entry.about


def _drift(entry: LibraryPattern, turn: int) -> tuple[float, float]:
    """Return how far a turned pattern moves per generation: (rows down, columns to the right)."""
    if not entry.period:
        return 0.0, 0.0
    down, across = entry.displacement
    if turn >= 4:
        across = -across
    for _ in range(turn % 4):
        down, across = across, -down
    return down / entry.period, across / entry.period
