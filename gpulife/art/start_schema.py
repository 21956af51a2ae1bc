"""Converts a scene's table ``start`` and tries its content once on a board, to see that it fits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from gpulife.art.playlist import ProgrammeError
from gpulife.art.playlist_schema import MAX_WEIGHT, FigureForm, StartForm
from gpulife.art.scene import Figure, Mirror, Start
from gpulife.art.scene_setup import MAX_MIRRORED, cells_of_figure, cells_of_image
from gpulife.art.text_layout import draw_text, fill_placeholders, require_placeholders
from gpulife.errors import GpulifeError, PatternError
from gpulife.patterns.pattern import Cells
from gpulife.rules import Rule
from gpulife.storage.schema_errors import should_be

_EXAMPLE_TIME = datetime(2028, 9, 27, 20, 48)  # noqa: DTZ001 - a date with many wide letters


def read_start(form: StartForm, place: str, rule: Rule, shape: tuple[int, int], folder: Path) -> Start:
    """Return the start that a scene's table ``start`` describes.

    Args:
        form: the table.
        place: file and scene, for messages.
        rule: rule of the board.
        shape: (rows, columns) of the board.
        folder: folder of files that are named without one.

    Raises:
        ProgrammeError: a value is wrong, or something does not fit on the board.
    """
    place = f"{place}: start"
    figures = [_figure(each, f"{place}.figures {number}", rule) for number, each in enumerate(form.figures, 1)]
    if form.pattern is not None:
        species = 1 if form.species is None else form.species
        _require_species(species, f"{place}.species", rule)
        figures.insert(0, Figure(form.pattern, species, place=(0.5, 0.5), turn=0))
    elif form.species is not None:
        raise ProgrammeError(f"{place}.species is for a pattern, and there is none")
    _require_shares(list(form.shares), f"{place}.shares", rule)
    usual = tuple(range(1, min(rule.species, 2) + 1))
    start = Start(
        density=form.soup,
        shares=tuple(map(float, form.shares)),
        clumps=form.clumps,
        area=form.area,
        texts=form.text,
        letters=form.letters or 0,
        letter_species=usual if form.letter_species is None else form.letter_species,
        image=form.image,
        figures=tuple(figures),
        mirror=Mirror(form.mirror),
        swap=form.swap,
        folder=folder,
    )
    _require_sense(start, place, rule, shape)
    _try_out(start, place, rule, shape, pattern=form.pattern is not None)
    return start


def _figure(form: FigureForm, place: str, rule: Rule) -> Figure:
    _require_species(form.species, f"{place}.species", rule)
    if form.x is None and form.y is None:
        return Figure(form.pattern, form.species, form.count, None, form.turn)
    if form.x is None or form.y is None:
        raise ProgrammeError(f"{place}.{'x' if form.x is None else 'y'} is missing")
    return Figure(form.pattern, form.species, form.count, (form.x, form.y), form.turn)


def _require_species(species: int, where: str, rule: Rule) -> None:
    if not 1 <= species <= rule.species:
        raise ProgrammeError(should_be(where, species, f"a whole number from 1 to {rule.species}"))


def _require_shares(shares: list[float], where: str, rule: Rule) -> None:
    if shares and (len(shares) != rule.species or not all(0 <= share <= MAX_WEIGHT for share in shares)):
        right = f"a list of {rule.species} numbers from 0 to {MAX_WEIGHT:g}"
        raise ProgrammeError(should_be(where, shares, right))
    if shares and not any(shares):
        raise ProgrammeError(should_be(where, shares, "at least one that is more than 0"))


def _require_sense(start: Start, place: str, rule: Rule, shape: tuple[int, int]) -> None:
    def refuse(key: str, value: object, right: str) -> ProgrammeError:
        return ProgrammeError(should_be(f"{place}.{key}", value, right))

    if not (start.density or start.texts or start.image or start.figures):
        raise ProgrammeError(f"{place} should have something to begin with: soup, text, image, pattern or figures")
    letters = list(start.letter_species)
    if not letters or not all(1 <= species <= rule.species for species in letters):
        value = letters[0] if len(letters) == 1 else letters
        raise refuse("letter_species", value, f"a whole number from 1 to {rule.species}, or a list of such numbers")
    if start.clumps and (not start.density or rule.species == 1):
        raise refuse("clumps", start.clumps, "0: it is for a soup of two species or more")
    if start.swap and (start.mirror is Mirror.NONE or rule.species == 1):
        raise refuse("swap", start.swap, "false: it is for a mirrored board of two species or more")
    if start.mirror is not Mirror.NONE and shape[0] * shape[1] > MAX_MIRRORED:
        raise refuse("mirror", str(start.mirror), f"none on a board of more than {MAX_MIRRORED} cells")


def _try_out(start: Start, place: str, rule: Rule, shape: tuple[int, int], *, pattern: bool) -> None:
    for text in start.texts:
        with _at(f"{place}.text"):
            require_placeholders(text)
            draw_text(fill_placeholders(text, _EXAMPLE_TIME), start.letters, (1,), shape)
    if start.image is not None:
        with _at(f"{place}.image"):
            cells_of_image(start, rule, shape)
    for number, figure in enumerate(start.figures):
        with _at(f"{place}.{'figures' if number or not pattern else 'pattern'}"):
            _require_fit(figure, cells_of_figure(start, figure, rule), shape)


@contextmanager
def _at(where: str) -> Iterator[None]:
    """Prefix the message of an error in the block with ``where``."""
    try:
        yield
    except GpulifeError as error:
        raise ProgrammeError(f"{where}: {error}") from error


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
