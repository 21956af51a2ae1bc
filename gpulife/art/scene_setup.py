"""Fills a scene's board at its start with soup, text, picture and patterns, and makes it symmetrical if requested."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from string import Formatter
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gpulife.art.scene import Figure, Font, Mirror, Scene, Start
from gpulife.errors import PatternError
from gpulife.games.core.order import strips
from gpulife.patterns.board_sizes import quoted
from gpulife.patterns.image import TextTooLargeError, image_to_cells, text_to_cells
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Patch
from gpulife.patterns.seeds import mirrored
from gpulife.patterns.soup import soup_strips
from gpulife.rules import Cells, Rule
from gpulife.view.palettes import state_colours

# The texts of scenes: fills in date and time, and draws the letters, each in one species.

PLACEHOLDERS = {
    "date": "%Y-%m-%d",
    "time": "%H:%M",
    "hour": "%H",
    "minute": "%M",
    "year": "%Y",
    "month": "%m",
    "day": "%d",
}
"""The ``strftime`` format for each placeholder, keyed by the placeholder's name. No format depends on the locale."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MAX_WIDTH_SHARE, _MAX_HEIGHT_SHARE = 0.9, 0.8
_MIN_HEIGHT, _MAX_HEIGHT = 5, 1000
_ESTIMATE_MARGIN = 3
"""Letters are tried up to this multiple of the size estimated from the smallest letters.

The smallest letters may be twice as wide for their height as larger ones, so the estimate is too low.
"""


def require_placeholders(text: str) -> None:
    """Raise PatternError if ``text`` has a name in braces that is not one of :data:`PLACEHOLDERS`."""
    names = [*PLACEHOLDERS, "weekday"]
    try:
        parts = [(name, form, turn) for _, name, form, turn in Formatter().parse(text) if name is not None]
    except ValueError as error:
        raise PatternError(f"text {quoted(text)}: {error}; write {{{{ and }}}} for braces") from error
    for name, form, turn in parts:
        if name not in names or form or turn:
            raise PatternError(
                f"text {quoted(text)}: {{{name}}} should be one of {', '.join(f'{{{n}}}' for n in names)}"
            )


def fill_placeholders(text: str, now: datetime) -> str:
    """Return ``text`` with its placeholders replaced by the time ``now``."""
    values = {name: now.strftime(form) for name, form in PLACEHOLDERS.items()}
    return text.format(**values, weekday=WEEKDAYS[now.weekday()])


def draw_text(
    text: str,
    letters: int,
    species: tuple[int, ...],
    shape: tuple[int, int],
    bold: float = 0.0,
    font: Font = Font.PLAIN,
) -> Cells:
    """Return ``text`` drawn in cells.

    Args:
        text: one line or several.
        letters: height of a capital in cells, reduced if the text does not fit; 0 for as high as possible.
        species: states of the first letter, the second letter and so on, over and over.
        shape: (rows, columns) of the board.
        bold: how much thicker strokes are on each side, as a share of the height of a capital.
        font: typeface.

    Returns:
        States, uint8, no larger than ``shape``.

    Raises:
        PatternError: the text has nothing visible, or does not fit even with the smallest letters.
    """
    room = (int(shape[0] * _MAX_HEIGHT_SHARE), int(shape[1] * _MAX_WIDTH_SHARE))
    # The smallest letters give an upper limit for the height, so that a long text is never drawn 1000 cells high.
    drawn = partial(text_to_cells, serifs=font is Font.SERIF)
    smallest = drawn(text, height=_MIN_HEIGHT)
    scale = min(room[0] / smallest.shape[0], room[1] / smallest.shape[1])
    if scale < 1:
        raise PatternError(f"text {quoted(text)} does not fit on a board of {shape[1]}x{shape[0]}")
    best, low = smallest, _MIN_HEIGHT + 1
    height = high = min(letters or _MAX_HEIGHT, shape[0], int(_MIN_HEIGHT * scale * _ESTIMATE_MARGIN))
    while low <= high:
        try:
            cells = bolder(drawn(text, height=height), round(bold * height))
            fits = cells.shape[0] <= room[0] and cells.shape[1] <= room[1]
        except TextTooLargeError:
            fits = False
        if fits:
            best, low = cells, height + 1
        else:
            high = height - 1
        height = (low + high) // 2
    return _coloured(best, species)


def bolder(cells: Cells, more: int) -> Cells:
    """Return a drawn text with strokes thicker by ``more`` cells on each side.

    The gaps between letters keep their width.
    """
    if not more:
        return cells
    rows, columns = cells.shape
    lines = _runs(cells.max(axis=1) > 0)
    letters = [_runs(cells[top:bottom].max(axis=0) > 0) for top, bottom in lines]
    spread = np.zeros((rows + 2 * more, columns + 2 * more * max(map(len, letters))), bool)
    for (top, bottom), line in zip(lines, letters, strict=True):
        for number, (left, right) in enumerate(line):
            place = left + more * (2 * number + 1)
            spread[top + more : bottom + more, place : place + right - left] = cells[top:bottom, left:right] > 0
    thick = np.zeros_like(spread)
    for down in range(-more, more + 1):
        for across in range(-more, more + 1):
            if down * down + across * across <= more * (more + 0.7):
                thick |= np.roll(spread, (down, across), (0, 1))
    used = np.flatnonzero(thick.any(axis=0))
    return thick[:, used[0] : used[-1] + 1].astype(np.uint8)


def _coloured(cells: Cells, species: tuple[int, ...]) -> Cells:
    coloured = np.zeros_like(cells)
    count = 0
    for top, bottom in _runs(cells.max(axis=1) > 0):
        line = cells[top:bottom]
        for left, right in _runs(line.max(axis=0) > 0):
            coloured[top:bottom, left:right] = line[:, left:right] * np.uint8(species[count % len(species)])
            count += 1
    return coloured


def _runs(used: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return (first, end) of each run of True values; ``end`` is the index after the run."""
    ends = np.flatnonzero(np.diff(used.astype(np.int8), prepend=0, append=0))
    return [(int(first), int(stop)) for first, stop in zip(ends[::2], ends[1::2], strict=True)]


# The board of a scene.

MAX_FIGURE_CELLS = 1 << 24
"""Maximum number of cells of a pattern."""
MAX_MIRRORED = 1 << 22
"""Maximum number of cells of a symmetrical board, since the whole board is copied to main memory."""


class PaintableBoard(Protocol):
    """The attributes and methods of an engine that :func:`sow` needs."""

    rule: Rule
    shape: tuple[int, int]
    generation: int

    def paint(self, row: int, column: int, cells: Cells, mask: NDArray[np.bool_] | None = None) -> None:
        """Replace cells of the board; with a mask, only where it is True."""

    def read_all(self) -> Cells:
        """Return a copy of the whole board."""


def sow(board: PaintableBoard, scene: Scene, number: int, rng: np.random.Generator, now: datetime) -> None:
    """Fill a board with a scene's initial content, and set its generation to 0.

    Args:
        board: board with the scene's rule.
        scene: scene to sow.
        number: selects the text to draw: ``texts[number % len(texts)]``.
        rng: random generator for the soup, and for places and turns of patterns.
        now: time shown in texts.
    """
    start, shape = scene.start, board.shape
    if not start.density or start.area < 1:
        for row, height in strips(shape):
            board.paint(row, 0, np.broadcast_to(np.uint8(0), (height, shape[1])))
    if start.density:
        size = (max(1, round(shape[0] * start.area)), max(1, round(shape[1] * start.area)))
        row, column = (shape[0] - size[0]) // 2, (shape[1] - size[1]) // 2
        species = scene.rule.sown_states(start.shares)
        if start.clumps:
            patches = clustered_soup(size, start.density, species, start.shares, start.clumps, rng)
        else:
            patches = soup_strips(size, start.density, species, rng, start.shares or None)
        for patch in patches:
            board.paint(row + patch.row, column + patch.column, patch.cells)
    if start.texts:
        _put(board, cells_of_text(scene, number, now), (0.5, 0.5))
    if start.image is not None:
        _put(board, cells_of_image(scene.folder, start.image, scene.rule, shape), (0.5, 0.5))
    for figure in start.figures:
        cells = cells_of_figure(scene.folder, figure, scene.rule)
        for _ in range(figure.count):
            turn = int(rng.integers(8)) if figure.turn is None else figure.turn
            place = rng.random(2) if figure.x is None or figure.y is None else (figure.x, figure.y)
            _put(board, turned(cells, turn), (float(place[0]), float(place[1])))
    restore_symmetry(board, start)
    board.generation = 0


def cells_of_text(scene: Scene, number: int, now: datetime, finer: int = 1) -> Cells:
    """Return the text that :func:`sow` draws for the same arguments, as states, uint8, no larger than the board.

    The text is drawn for a board with ``finer`` times as many rows and columns.
    """
    start = scene.start
    text = fill_placeholders(start.texts[number % len(start.texts)], now)
    species = start.letter_species or tuple(range(1, min(scene.rule.species, 2) + 1))
    shape = scene.shape[0] * finer, scene.shape[1] * finer
    return draw_text(text, start.letters * finer, species, shape, start.bold, start.font)


def letters_of(scene: Scene, number: int, now: datetime) -> NDArray[np.bool_]:
    """Return the mask of the cells on which :func:`sow` draws letters for the same arguments: shape (rows, columns)."""
    letters = np.zeros(scene.shape, np.bool_)
    cells = cells_of_text(scene, number, now)
    row, column = corner_of(cells.shape, scene.shape, (0.5, 0.5))
    letters[row : row + cells.shape[0], column : column + cells.shape[1]] = cells > 0
    return letters


def clustered_soup(
    shape: tuple[int, int],
    density: float,
    species: int,
    shares: tuple[float, ...],
    clump: int,
    rng: np.random.Generator,
) -> Iterator[Patch]:
    """Yield a random soup with large regions of one species each, as patches from top to bottom.

    The regions wrap around the board's edges.

    Args:
        shape: (rows, columns).
        density: share of live cells, 0 to 1.
        species: number of species.
        shares: relative weights of the species, empty for equal ones; 0 leaves a species out.
        clump: approximate diameter of a region, in cells.
        rng: source of random numbers.
    """
    down, across = (max(2, round(side / clump)) for side in shape)
    # A smooth random height map for each species; a cell belongs to the species that is highest there.
    noise = rng.normal(size=(species, down, across)).astype(np.float32)
    weights = np.array(shares or (1.0,) * species)
    with np.errstate(divide="ignore"):
        noise += np.log(weights / weights.max()).astype(np.float32)[:, None, None]
    left, right, from_left = _interpolation(np.arange(shape[1]), shape[1], across)
    for first, height in strips(shape):
        best = np.full((height, shape[1]), -np.inf, np.float32)
        owner = np.ones((height, shape[1]), np.uint8)
        upper, lower, from_upper = _interpolation(np.arange(first, first + height), shape[0], down)
        for state in range(species):
            if not weights[state]:
                continue
            rows = noise[state][upper] * (1 - from_upper)[:, None] + noise[state][lower] * from_upper[:, None]
            here = rows[:, left] * (1 - from_left) + rows[:, right] * from_left
            owner[here > best] = state + 1
            np.maximum(best, here, out=best)
        cells: Cells = owner * (rng.random((height, shape[1]), dtype=np.float32) < density)
        yield Patch(first, 0, cells)


def _interpolation(
    places: NDArray[np.int64], side: int, points: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Return how to interpolate for cells on an axis between points that are spread evenly over it.

    Args:
        places: positions of the cells.
        side: cells on the axis.
        points: number of points.

    Returns:
        For each cell: the index of the point before it, the index of the point after it, and the latter's weight.
    """
    exact = places * points / side
    before = exact.astype(np.int64)
    share = exact - before
    smooth = (share * share * (3 - 2 * share)).astype(np.float32)
    return before % points, (before + 1) % points, smooth


def restore_symmetry(board: PaintableBoard, start: Start) -> None:
    """Restore the symmetry of ``start`` after sowing or an intervention."""
    if start.mirror is not Mirror.NONE:
        board.paint(0, 0, symmetrical(board.read_all(), start.mirror, board.rule.species, swap=start.swap))


def symmetrical(cells: Cells, mirror: Mirror, species: int, *, swap: bool) -> Cells:
    """Return a board made symmetrical by copying a half or quarter of it, as ``mirror`` says; same shape and dtype.

    With ``swap``, the order of species is reversed in each copy: the first becomes the last, and so on. A middle row
    or column is not mirrored, except by ``Mirror.TURN``.
    """
    swapped = np.arange(species + 1, dtype=np.uint8)
    if swap:
        swapped[1:] = swapped[:0:-1]
    board = cells.copy()
    rows, columns = board.shape
    upper, left = rows // 2, columns // 2
    if mirror in (Mirror.LEFT_RIGHT, Mirror.QUARTERS):
        board[:, columns - left :] = swapped[board[:, :left][:, ::-1]]
    if mirror in (Mirror.TOP_BOTTOM, Mirror.QUARTERS):
        board[rows - upper :] = swapped[board[:upper][::-1]]
    if mirror is Mirror.TURN:
        board[rows - upper :] = swapped[board[:upper][::-1, ::-1]]
        if rows % 2:
            board[upper, columns - left :] = swapped[board[upper, :left][::-1]]
    return board


def cells_of_figure(folder: Path, figure: Figure, rule: Rule) -> Cells:
    """Return the cells of a figure's pattern, not turned, as states, uint8.

    The pattern's file is looked for in ``folder`` first.

    Raises:
        PatternError: the pattern does not exist, is too large, or has states that ``rule`` does not have.
    """
    pattern = open_pattern(_resolved_path(folder, figure.pattern), state_colours(rule), rule)
    rows, columns = pattern.shape
    if rows * columns > MAX_FIGURE_CELLS:
        raise PatternError(f"{pattern.source}: {columns}x{rows} cells; a figure can have up to {MAX_FIGURE_CELLS}")
    cells = pattern.whole().cells
    return cells * np.uint8(figure.species) if int(cells.max(initial=0)) == 1 else cells


def cells_of_image(folder: Path, image: str, rule: Rule, shape: tuple[int, int]) -> Cells:
    """Return a picture as states of ``rule``, uint8, no larger than ``shape``.

    The picture's file is looked for in ``folder`` first.

    Raises:
        PatternError: the picture cannot be read.
    """
    return image_to_cells(_resolved_path(folder, image), state_colours(rule), shape)


def turned(cells: Cells, turn: int) -> Cells:
    """Return a pattern turned clockwise by ``turn`` quarter turns; with 4 to 7, it is mirrored first."""
    side: NDArray[np.uint8] = mirrored(cells) if turn >= 4 else cells
    return np.ascontiguousarray(np.rot90(side, -(turn % 4)))


def _resolved_path(folder: Path, name: str) -> str:
    """Return the path of the file ``name`` in ``folder`` if it exists there, else ``name`` itself."""
    if name == "-":  # "-" is standard input elsewhere, but a display has none
        return "./-"
    try:
        beside = folder / Path(name).expanduser()
        return str(beside) if beside.is_file() else name
    except (OSError, ValueError, RuntimeError):
        return name


def _put(board: PaintableBoard, cells: Cells, place: tuple[float, float]) -> None:
    """Paint the live cells of a pattern centred at ``place`` (x, y), moved if necessary onto the board."""
    row, column = corner_of(cells.shape, board.shape, place)
    board.paint(row, column, cells, cells > 0)


def corner_of(size: tuple[int, ...], board: tuple[int, int], place: tuple[float, float]) -> tuple[int, int]:
    """Return the (first row, first column) of a pattern centred at ``place`` (x, y), moved if necessary onto the board.

    Sizes are (rows, columns).
    """
    (rows, columns), (height, width) = board, size
    row = min(max(round(place[1] * rows - height / 2), 0), rows - height)
    column = min(max(round(place[0] * columns - width / 2), 0), columns - width)
    return row, column
