"""Adds fresh life (small patches of soup, or patterns such as gliders) to boards on which too few cells change.

It is added where viewers hardly notice. The scene says where:

- at a quiet place of the whole board or of its middle; new cells fade in if the look shows averages over seconds;
- at the board's upper and lower edge, which a camera that is zoomed in does not show;
- at the rims of the letters of a text. The letters themselves do not change.

Viewers can add a patch, too, by clicking in the picture.
"""

import math

import numpy as np
from numpy.typing import NDArray

from gpulife.art.auto_camera import box_means
from gpulife.art.scene import Figure, FreshPlace, Mirror, Scene
from gpulife.art.scene_setup import PaintableBoard, cells_of_figure, restore_symmetry, turned
from gpulife.rules import Cells, Edges

_QUIET_SHARE = 0.25
"""Share of tiles that count as quiet: those with the least change around them."""
_PULL = 3.0
"""How strongly the density of a patch depends on what the board lacks.

If the share of live cells on the board is 0.01 too low, the density of a patch is higher by 0.01 times this number.
"""
_MOST_LACKING = 0.1
"""Largest allowed difference between the share of live cells on the board and the share that the plan asks for.

Beyond it, fresh life is added even if enough cells change.
"""
_TOUCH_SHARE = 1 / 6
"""Smallest diameter of a patch that a viewer adds, as a share of the board's height, so that it is seen."""
_MAX_TOUCH_SHARE = 1 / 3
"""Largest diameter of such a patch, as a share of the board's shorter side."""
_AROUND = 5
"""Change around a tile is measured in a square with this side, in tiles."""


def add_fresh_life(
    board: PaintableBoard,
    scene: Scene,
    change: NDArray[np.float32],
    tile: int,
    population: tuple[int, ...],
    rng: np.random.Generator,
    letters: NDArray[np.bool_] | None = None,
) -> None:
    """Add patches or patterns of the rarest species to a board, and restore the scene's symmetry.

    Args:
        board: the board.
        scene: the scene. Its plan ``fresh`` says what is added and where.
        change: share of changed cells in each tile: shape (tiles down, tiles across).
        tile: cells along a tile's side.
        population: number of cells of each species.
        rng: generator of all random choices.
        letters: mask of the scene's letters. Fresh life is then added at their rims, and damaged letters are restored.
            None to add it elsewhere.
    """
    plan = scene.fresh
    counts = _counts_without_letters(board, scene, population, letters)
    left_out: dict[int, int] = {}
    for _ in range(plan.count):
        left_out = left_out or dict(counts)
        species = _rarest(left_out, rng)
        del left_out[species]
        if plan.patterns:
            name = plan.patterns[int(rng.integers(len(plan.patterns)))]
            cells = turned(cells_of_figure(scene.folder, Figure(name, species), scene.rule), int(rng.integers(8)))
            mask = cells > 0
        else:
            cells, mask = soft_patch(plan.size, _density(scene, sum(population)), species, rng)
        if plan.place is FreshPlace.EDGE:
            row, column = 0, int(rng.integers(board.shape[1]))
        elif letters is not None and letters.any():
            row, column = _at_rim(letters, rng)
        else:
            row, column = _quiet_place(scene, change, tile, rng)
        _paint_around(board, scene, (row, column), cells, mask, letters)
    restore_symmetry(board, scene.start)


def add_life_at(
    board: PaintableBoard,
    scene: Scene,
    place: tuple[int, int],
    population: tuple[int, ...],
    rng: np.random.Generator,
    letters: NDArray[np.bool_] | None = None,
) -> None:
    """Add a patch of the rarest species around a cell that a viewer chose, and restore the scene's symmetry.

    Args:
        board: the board.
        scene: the scene.
        place: (row, column) of the cell; beyond the board, the cell that wrapping edges show there.
        population: number of cells of each species.
        rng: generator of all random choices.
        letters: mask of the scene's letters, which stay as they are; None if there are none.
    """
    counts = _counts_without_letters(board, scene, population, letters)
    species = _rarest(counts, rng)
    density = max(scene.fresh.soup, _density(scene, sum(population)))
    cells, mask = soft_patch(touch_size(scene), density, species, rng)
    (rows, columns), mirror = scene.shape, scene.start.mirror
    row, column = place[0] % rows, place[1] % columns
    # A symmetrical board is copied from its upper or left part, so the patch goes there.
    if mirror in (Mirror.LEFT_RIGHT, Mirror.QUARTERS):
        column = min(column, columns - 1 - column)
    if mirror in (Mirror.TOP_BOTTOM, Mirror.QUARTERS):
        row = min(row, rows - 1 - row)
    if mirror is Mirror.TURN and row > rows - 1 - row:
        row, column = rows - 1 - row, columns - 1 - column
    _paint_around(board, scene, (row, column), cells, mask, letters)
    restore_symmetry(board, scene.start)


def _rarest(counts: dict[int, int], rng: np.random.Generator) -> int:
    """Return the species with the fewest cells, at random if several have as few. ``counts`` is keyed by species."""
    fewest = min(counts.values())
    return int(rng.choice([number for number, count in counts.items() if count == fewest]))


def touch_size(scene: Scene) -> int:
    """Return the diameter, in cells, of the patch that :func:`add_life_at` adds."""
    rows, columns = scene.shape
    return min(max(scene.fresh.size, round(rows * _TOUCH_SHARE)), int(min(rows, columns) * _MAX_TOUCH_SHARE))


def _counts_without_letters(
    board: PaintableBoard, scene: Scene, population: tuple[int, ...], letters: NDArray[np.bool_] | None
) -> dict[int, int]:
    """Restore damaged letters, and return the number of cells of each species. Species of letters are left out."""
    own = scene.start.letter_species or () if letters is not None else ()
    if letters is not None:
        _restore_letters(board, letters, own)
    return {number: count for number, count in enumerate(population[: scene.rule.species], 1) if number not in own}


def _paint_around(
    board: PaintableBoard,
    scene: Scene,
    middle: tuple[int, int],
    cells: Cells,
    mask: NDArray[np.bool_],
    letters: NDArray[np.bool_] | None,
) -> None:
    """Paint the cells in ``mask`` around the cell ``middle``, but not over letters."""
    top, left = middle[0] - cells.shape[0] // 2, middle[1] - cells.shape[1] // 2
    if scene.rule.edges is not Edges.TORUS or scene.start.mirror is not Mirror.NONE or letters is not None:
        top = max(0, min(top, board.shape[0] - cells.shape[0]))
        left = max(0, min(left, board.shape[1] - cells.shape[1]))
    if letters is not None:
        mask = mask & ~letters[top : top + cells.shape[0], left : left + cells.shape[1]]
    board.paint(top, left, cells, mask)


def _restore_letters(board: PaintableBoard, letters: NDArray[np.bool_], own: tuple[int, ...]) -> None:
    """Restore the letters to the shape of ``letters``. ``own`` are the species that only letters have."""
    cells = board.read_all()
    are_letters = np.isin(cells, own)
    wrong = are_letters != letters
    board.paint(0, 0, np.where(letters, np.uint8(own[0]), np.uint8(0)), wrong)


def _at_rim(letters: NDArray[np.bool_], rng: np.random.Generator) -> tuple[int, int]:
    """Return the (row, column) of a random cell at the rim of a letter."""
    rim = letters & ~(
        np.roll(letters, 1, 0) & np.roll(letters, -1, 0) & np.roll(letters, 1, 1) & np.roll(letters, -1, 1)
    )
    places = np.argwhere(rim if rim.any() else letters)
    row, column = places[int(rng.integers(len(places)))]
    return int(row), int(column)


def needs_fresh_life(scene: Scene, change: float, live: int) -> bool:
    """Return True if a scene needs fresh life.

    Args:
        scene: the scene.
        change: share of cells that differ from their states two generations before.
        live: number of live cells.
    """
    return change < scene.fresh.hold or abs(_lacking(scene, live)) > _MOST_LACKING


def _lacking(scene: Scene, live: int) -> float:
    """Return the desired share of live cells minus the actual share; 0 if the scene sets no desired share."""
    rows, columns = scene.shape
    return scene.fresh.alive - live / (rows * columns) if scene.fresh.alive else 0.0


def _density(scene: Scene, live: int) -> float:
    """Return the density of the soup in a patch, for a board with ``live`` live cells."""
    return float(np.clip(scene.fresh.soup + _PULL * _lacking(scene, live), 0, 1))


def soft_patch(size: int, density: float, species: int, rng: np.random.Generator) -> tuple[Cells, NDArray[np.bool_]]:
    """Return a round patch of soup, and the mask of the cells that it replaces, both of shape (size, size).

    Fewer cells are replaced towards the rim of the patch, so that its outline is not visible.
    """
    across = (np.arange(size) - (size - 1) / 2) / (size / 2)
    away = np.hypot(across[:, None], across[None, :])
    replaced = rng.random((size, size)) < np.clip(1.5 - 1.5 * away, 0, 1)
    cells: Cells = (np.uint8(species) * (rng.random((size, size)) < density)).astype(np.uint8)
    return cells, replaced


def _quiet_place(scene: Scene, change: NDArray[np.float32], tile: int, rng: np.random.Generator) -> tuple[int, int]:
    """Return the (row, column) of a random cell in one of the quietest tiles where the scene adds fresh life.

    Args:
        scene: the scene.
        change: share of changed cells in each tile.
        tile: cells along a tile's side.
        rng: generator of the random choice.
    """
    (rows, columns), mirror = scene.shape, scene.start.mirror
    # On a symmetrical board, cells are chosen only in the part that is copied to the others.
    down = rows // 2 if mirror in (Mirror.TOP_BOTTOM, Mirror.QUARTERS, Mirror.TURN) else rows
    across = columns // 2 if mirror in (Mirror.LEFT_RIGHT, Mirror.QUARTERS) else columns
    around = box_means(change.astype(np.float64), (_AROUND, _AROUND), wrap=scene.rule.edges is Edges.TORUS)
    top = left = 0
    if scene.fresh.place is FreshPlace.MIDDLE:
        down, across = min(down, 3 * rows // 4), min(across, 3 * columns // 4)
        top, left = min(rows // 4 // tile, (down - 1) // tile), min(columns // 4 // tile, (across - 1) // tile)
    around = around[top : math.ceil(down / tile), left : math.ceil(across / tile)]
    # Shuffle equally quiet tiles, always in the same way: otherwise all of those chosen would be at the board's top.
    mixed = np.random.default_rng(around.size).permutation(around.size)
    order = mixed[np.argsort(around.ravel()[mixed], kind="stable")]
    chosen = int(order[int(rng.integers(max(1, round(order.size * _QUIET_SHARE))))])
    row, column = np.add(divmod(chosen, around.shape[1]), (top, left)).tolist()
    return min(row * tile + int(rng.integers(tile)), down - 1), min(column * tile + int(rng.integers(tile)), across - 1)
