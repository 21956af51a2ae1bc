"""The built-in patterns behave as the library describes."""

import itertools
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal, board
from patterns.evolving import evolve, first_return, same

from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.identify import identify, known_name
from gpulife.patterns.identity import Kind
from gpulife.patterns.library import KINDS, LibraryPattern, built_in, built_in_patterns, library
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.rules import Cells, parse_rule

KIND_OF = {
    "still-lifes": {Kind.STILL_LIFE},
    "oscillators": {Kind.OSCILLATOR},
    "spaceships": {Kind.SPACESHIP},
    "guns": {Kind.GUN},
    "puffers": {Kind.PUFFER, Kind.RAKE},
    "methuselahs": {Kind.METHUSELAH, Kind.SETTLES, Kind.DIES},
    "other-rules": {Kind.STILL_LIFE, Kind.OSCILLATOR, Kind.SPACESHIP},
}
LONG = 3000
"""Methuselahs that take longer are run by Golly."""
GUNS = [entry.name for entry in library().values() if entry.kind == "guns"]
GROWING = ["infinite", "infinite-ten", "infinite-row"]
ELSEWHERE = {*GUNS, *GROWING, "replicator"} - {"gosper-gun"}
"""Which tests of their own run, in less time than it takes to find out what they are."""
IDENTIFIED = [
    entry
    for entry in library().values()
    if entry.kind in KIND_OF and entry.settles < LONG and entry.name not in ELSEWHERE
]


def cells(name: str) -> Cells:
    pattern = built_in(name)
    assert pattern is not None
    return pattern.cells


@pytest.mark.installed
def test_every_kind_has_patterns() -> None:
    assert len(library()) >= 120
    counts = {kind: sum(entry.kind == kind for entry in library().values()) for kind in KINDS}
    assert counts["still-lifes"] >= 40
    assert counts["oscillators"] >= 30
    assert min(counts[kind] for kind in ("guns", "puffers", "conduits")) >= 12
    assert min(counts.values()) >= 3


@pytest.mark.installed
def test_names_ignore_case() -> None:
    for shape in SEED_SHAPES:
        assert_boards_equal(cells(shape.name), shape.cells)
    for name, description in built_in_patterns().items():
        pattern = built_in(name.upper())
        assert pattern is not None
        rule = library()[name].rule
        assert (pattern.rule, pattern.source, pattern.generation) == (parse_rule(rule) if rule else None, name, 0)
        assert pattern.notes.name == library()[name].title
        assert same(evolve(pattern.cells, 0), ((0, 0), pattern.cells))  # tightly cropped
        assert description.startswith(KINDS[library()[name].kind].lower())
        assert "\n" not in description
    assert built_in("nothing") is None


def test_titles_are_unique() -> None:
    titles = [entry.title for entry in library().values()]
    assert len(set(titles)) == len(titles)


def test_built_in_cells_are_writable() -> None:
    cells("glider")[:] = 0
    assert cells("glider").any()


@pytest.mark.parametrize("entry", IDENTIFIED, ids=lambda entry: entry.name)
def test_each_pattern_behaves_as_described(entry: LibraryPattern) -> None:
    found = identify(entry.pattern().cells, parse_rule(entry.rule or "Life"))
    assert found.kind in KIND_OF[entry.kind]
    assert (found.settled, found.displacement, found.growth) == (
        entry.settles or (130 if entry.name == "diehard" else 63 if entry.name == "stairstep" else 0),
        entry.displacement,
        entry.growth,
    )
    if entry.kind != "methuselahs":
        assert found.period == entry.period
    assert found.name == entry.title


HERSCHEL = board("A..\nA.A\nAAA\n..A")
CONDUITS = [entry for entry in library().values() if entry.kind == "conduits"]


def herschels(area: Cells) -> list[tuple[int, bool, int, int]]:
    """The isolated Herschels: quarter turns to the left, True if mirrored, row and column."""
    found = []
    for mirrored, turns in itertools.product((False, True), range(4)):
        alone = np.pad(np.rot90(HERSCHEL[:, ::-1] if mirrored else HERSCHEL, turns), 1)
        windows = np.lib.stride_tricks.sliding_window_view(area, alone.shape)
        places = np.argwhere((windows == alone).all(axis=(2, 3)))
        found += [(turns, mirrored, int(row) + 1, int(column) + 1) for row, column in places]
    return found


@pytest.mark.parametrize("entry", CONDUITS, ids=lambda entry: entry.name)
def test_conduits_carry_a_herschel(entry: LibraryPattern) -> None:
    start = np.pad(entry.pattern().cells, 60)
    ((turns, mirrored, row, column),) = herschels(start)
    assert (turns, mirrored) == (0, False)
    catalysts = start.copy()
    catalysts[row : row + 4, column : column + 3] = 0
    cells, law = start, parse_rule("Life").on_board(start.shape)
    for generation in range(entry.settles):
        cells = law.family.step(cells, law, generation, (0, 0))
    ((turns, mirrored, *_),) = herschels(cells)
    way = ("ahead", "to the left", "back", "to the right")[turns] + ", mirrored" * mirrored
    assert entry.about == f"Herschel conduit: after {entry.settles} generations the Herschel comes out {way}"
    assert_boards_equal(cells & catalysts, catalysts)  # ready for the next Herschel


@pytest.mark.parametrize(
    ("name", "period", "distance"), [("mwss", 4, (0, 2)), ("copperhead", 10, (-1, 0)), ("weekender", 7, (-2, 0))]
)
def test_spaceships_move(name: str, period: int, distance: tuple[int, int]) -> None:
    assert same(evolve(cells(name), period), (distance, cells(name)))


def test_the_queen_bee_shuttles() -> None:
    assert first_return(cells("queen-bee-shuttle"), 0, 30) == 30


@pytest.mark.parametrize("name", GUNS)
def test_guns_fire_once_per_period(name: str) -> None:
    entry, gun = library()[name], cells(name)
    period, (rows, columns) = entry.period, gun.shape
    assert entry.about == f"gun: {'a glider' if entry.growth == 5 else '2 gliders'} every {period} generations"
    assert (entry.settles, entry.displacement) == (0, (0, 0))
    assert known_name(gun, parse_rule("Life"), 0) == entry.title
    early = np.count_nonzero(evolve(gun, period)[1])
    for shots in (2, 3, 4):
        assert np.count_nonzero(evolve(gun, period * shots)[1]) == early + entry.growth * (shots - 1)

    def is_as_at_first(generations: int) -> bool:
        place, box = evolve(gun, generations)
        inside = np.zeros_like(gun) if max(place) > 0 else box[-place[0] :, -place[1] :][:rows, :columns]
        return inside.shape == gun.shape and np.array_equal(inside & gun, gun)

    assert all(is_as_at_first(period * shots) for shots in (2, 3, 4))
    assert entry.growth == 5 or not is_as_at_first(2 * period + period // 2), "two gliders are not one in half the time"


def test_replicator() -> None:
    entry = library()["replicator"]
    law = parse_rule(entry.rule)
    start = entry.pattern().cells
    board = np.zeros((80, 80), np.uint8)
    board[30 : 30 + start.shape[0], 30 : 30 + start.shape[1]] = start
    for generation in range(12):
        board = law.family.step(board, law, generation, (0, 0))
    assert entry.about == "replicates itself every 12 generations, in B36/S23"
    assert np.count_nonzero(board) == 2 * np.count_nonzero(start)
    whole = np.zeros_like(board)
    for shift in (-2, 2):
        whole[30 + shift : 30 + shift + start.shape[0], 30 + shift : 30 + shift + start.shape[1]] |= start
    assert_boards_equal(board, whole)


def test_shapes_are_known_in_any_orientation_and_phase() -> None:
    life, immigration = parse_rule("Life"), parse_rule("Immigration")
    _, later = evolve(cells("pulsar"), 2)
    assert known_name(np.rot90(later), life, 3) == "Pulsar"
    assert known_name(cells("glider")[::-1] * np.uint8(2), immigration, 4) == "Glider"
    assert known_name(cells("glider"), parse_rule("B36/S23"), 4) == "Glider of HighLife"
    assert known_name(cells("acorn").T, life, 0) == "Acorn"
    assert known_name(np.ones((9, 9), np.uint8), life, 0) == ""


def test_damaged_entry_gives_one_line_error() -> None:
    from gpulife.storage.bounded_reading import ReadError, convert

    with pytest.raises(ReadError, match="period"):
        convert({"name": "a", "title": "A", "cells": "o!", "period": -1}, LibraryPattern, "t.toml: a")


KNOWN = {"acorn": 633, "rabbits": 1744, "bunnies": 1744, "lidka": 1625}
"""Cells that are left, as others have written."""


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize("name", [entry.name for entry in library().values() if entry.settles >= LONG])
def test_bgolly_confirms_longest_lived_patterns(name: str, tmp_path: Path) -> None:
    period = 60
    populations = golly_populations(name, library()[name].settles - 1, period + 1, 1, tmp_path)
    assert populations[1] == populations[1 + period] == KNOWN.get(name, populations[1])
    assert populations[0] != populations[period]


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize("name", GROWING)
def test_bgolly_confirms_steady_growth(name: str, tmp_path: Path) -> None:
    entry, engine = library()[name], library()["block-laying-switch-engine"]
    assert (entry.period, [*map(abs, entry.displacement)]) == (engine.period, [*map(abs, engine.displacement)])
    assert known_name(cells(name), parse_rule("Life"), 0) == entry.title
    populations = golly_populations(name, entry.settles - 1, entry.period + 1, 1, tmp_path)
    assert populations[1 + entry.period] == populations[1] + entry.growth
    assert populations[entry.period] != populations[0] + entry.growth
    if name == "infinite":
        assert golly_populations(name, 5000, 5000, 5000, tmp_path) == [652, 1225]


def golly_populations(name: str, first: int, more: int, step: int, folder: Path) -> list[int]:
    """The numbers of cells from a generation on, at every so many."""
    file, then = folder / "long.rle", folder / "then.mc"
    file.write_text(rle_text(Pattern(cells(name), parse_rule("B3/S23"))))
    golly = ("bgolly", "-a", "HashLife", "-m")
    subprocess.run([*golly, str(first), "-o", str(then), str(file)], check=True, capture_output=True)
    arguments = [*golly, str(first + more), "-i", str(step), str(then)]
    output = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    populations = re.findall(r"^([\d,]+): ([\d,]+)$", output, re.MULTILINE)
    assert [int(at.replace(",", "")) for at, _ in populations] == [*range(first, first + more + 1, step)]
    return [int(count.replace(",", "")) for _, count in populations]
