"""Reads what is on a scene's board at first, and lays it on a board once to see that it fits."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from gpulife.art.lettering import draw_text, filled_in, require_placeholders
from gpulife.art.scene import Figure, Mirror, Start
from gpulife.art.sowing import MOST_MIRRORED, cells_of_figure, cells_of_image
from gpulife.art.table import Table
from gpulife.errors import PatternError
from gpulife.patterns.pattern import Cells
from gpulife.rules import Rule

_EXAMPLE_TIME = datetime(2028, 9, 27, 20, 48)  # noqa: DTZ001 - a date of many wide letters, of no zone
_MOST_COPIES = 10_000


def read_start(table: Table, rule: Rule, shape: tuple[int, int], folder: Path) -> Start:
    """The start that a scene's table ``start`` says.

    Args:
        table: to read.
        rule: of the board.
        shape: of the board, (rows, columns).
        folder: where files lie that are named without one.

    Raises:
        ProgrammeError: something is wrong, or does not fit on the board.
    """
    figures = []
    if table.has("pattern"):
        table.texts("pattern")
        species = table.whole("species", 1, rule.species, 1)
        figures.append(Figure(table.text("pattern"), species, place=(0.5, 0.5), turn=0))
    else:
        table.know("pattern")
    figures += [_figure(each, rule) for each in table.tables("figures", '[[scene.start.figures]] pattern = "glider"')]
    start = Start(
        density=table.number("soup", 0, 1, 0),
        shares=table.numbers("shares", 0, 1_000_000, rule.species),
        clumps=table.whole("clumps", 0, 100_000, 0),
        area=table.number("area", 0.01, 1, 1),
        texts=table.texts("text"),
        letters=table.whole("letters", 5, 1000, 5) if table.has("letters") else table.nothing("letters", 0),
        letter_species=table.wholes("letter_species", 1, rule.species, tuple(range(1, min(rule.species, 2) + 1))),
        image=table.text("image") if table.has("image") else table.nothing("image", None),
        figures=tuple(figures),
        mirror=Mirror(table.choice("mirror", list(Mirror), "none")),
        swap=table.flag("swap", default=False),
        folder=folder,
    )
    table.finish()
    _require_sense(table, start, rule, shape)
    _try_out(table, start, rule, shape)
    return start


def _figure(table: Table, rule: Rule) -> Figure:
    place = None
    if table.has("x") or table.has("y"):
        place = (table.number("x", 0, 1), table.number("y", 0, 1))
    else:
        table.know("x", "y")
    figure = Figure(
        pattern=table.text("pattern"),
        species=table.whole("species", 1, rule.species, 1),
        count=table.whole("count", 1, _MOST_COPIES, 1),
        place=place,
        turn=table.whole("turn", 0, 7) if table.has("turn") else table.nothing("turn", None),
    )
    table.finish()
    return figure


def _require_sense(table: Table, start: Start, rule: Rule, shape: tuple[int, int]) -> None:
    if not (start.density or start.texts or start.image or start.figures):
        raise table.wrong_table("something to begin with: soup, text, image, pattern or figures")
    if start.shares and not any(start.shares):
        raise table.wrong("shares", "at least one that is more than 0")
    if start.clumps and (not start.density or rule.species == 1):
        raise table.wrong("clumps", "0: it is for a soup of two species or more")
    if start.swap and (start.mirror is Mirror.NONE or rule.species == 1):
        raise table.wrong("swap", "false: it is for a mirrored board of two species or more")
    if start.mirror is not Mirror.NONE and shape[0] * shape[1] > MOST_MIRRORED:
        raise table.wrong("mirror", f"none on a board of more than {MOST_MIRRORED} cells")


def _try_out(table: Table, start: Start, rule: Rule, shape: tuple[int, int]) -> None:
    for text in start.texts:
        table.checked("text", lambda text=text: require_placeholders(text))  # type: ignore[misc]
        table.checked(
            "text", lambda text=text: draw_text(filled_in(text, _EXAMPLE_TIME), start.letters, (1,), shape)  # type: ignore[misc]
        )  # fmt: skip
    if start.image is not None:
        table.checked("image", lambda: cells_of_image(start, rule, shape))
    for number, figure in enumerate(start.figures, 1):
        key = "pattern" if table.has("pattern") and number == 1 else "figures"
        cells = table.checked(key, lambda figure=figure: cells_of_figure(start, figure, rule))  # type: ignore[misc]
        table.checked(key, lambda figure=figure, cells=cells: _require_fit(figure, cells, shape))  # type: ignore[misc]


def _require_fit(figure: Figure, cells: Cells, shape: tuple[int, int]) -> None:
    turns = range(2) if figure.turn is None else (figure.turn,)
    for height, width in (cells.shape[:: -1 if turn % 2 else 1] for turn in turns):
        if height > shape[0] or width > shape[1]:
            how = (
                ", however they are turned" if figure.turn is None else ", turned like that" if figure.turn % 2 else ""
            )
            raise PatternError(
                f"{figure.pattern}: {cells.shape[1]}x{cells.shape[0]} cells do not fit on a board of "
                f"{shape[1]}x{shape[0]}{how}"
            )
