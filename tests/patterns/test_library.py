"""The built-in patterns behave as the library describes."""

import itertools
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
IDENTIFIED = [
    entry
    for entry in library().values()
    if entry.kind in KIND_OF and entry.settles < LONG and entry.name != "replicator"
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


@pytest.mark.parametrize(
    ("name", "period"), [("gosper-gun", 30), ("simkin-gun", 120), ("ak-94-gun", 94), ("new-gun", 46), ("p22-gun", 22)]
)
def test_guns_fire_once_per_period(name: str, period: int) -> None:
    assert library()[name].about == f"gun: a glider every {period} generations"
    gun = cells(name)
    rows, columns = gun.shape
    early = np.count_nonzero(evolve(gun, period)[1])
    for shots in (2, 3, 4):
        place, box = evolve(gun, period * shots)
        assert np.count_nonzero(box) == early + 5 * (shots - 1)
        assert_boards_equal(box[-place[0] :, -place[1] :][:rows, :columns] & gun, gun)


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


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize(
    ("name", "generation", "expected"),
    [
        *(("acorn", 5205, 635), ("acorn", 5206, 633), ("infinite", 5000, 652), ("infinite", 10000, 1225)),
        *(("rabbits", 17331, 1744), ("bunnies", 17332, 1744), ("lidka", 29055, 1625)),
    ],
)
def test_bgolly_confirms_long_lived_patterns(name: str, generation: int, expected: int, tmp_path: Path) -> None:
    assert golly_population(name, generation, tmp_path) == expected


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize("name", [entry.name for entry in library().values() if entry.settles >= LONG])
def test_bgolly_confirms_longest_lived_patterns(name: str, tmp_path: Path) -> None:
    settles, period = library()[name].settles, 60
    late, before = (
        [golly_population(name, at + more, tmp_path) for more in (0, period)] for at in (settles, settles - 1)
    )
    assert late[0] == late[1]
    assert before[0] != before[1]


def golly_population(name: str, generation: int, folder: Path) -> int:
    file = folder / "long.rle"
    file.write_text(rle_text(Pattern(cells(name), parse_rule("B3/S23"))))
    arguments = ["bgolly", "-a", "HashLife", "-m", str(generation), str(file)]
    output = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    return int(output.splitlines()[-1].split(": ")[1].replace(",", ""))
