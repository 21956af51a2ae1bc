"""Each seed shape becomes what the manual says, however it is turned."""

import numpy as np
import pytest
from boards import assert_boards_equal, board
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from patterns.evolving import evolve, first_return, same

from gpulife.patterns.seeds import SEED_SHAPES, SeedShape, mirrored, orientations, parse_drawing
from gpulife.rules import Cells

SHAPES = {shape.name: shape for shape in SEED_SHAPES}

NAMES_COSTS_ORIENTATIONS = [
    ("cell", 1, 1),
    ("blinker", 3, 2),
    ("pre-block", 3, 4),
    ("pre-beehive", 4, 2),
    ("t-tetromino", 4, 4),
    ("glider", 5, 8),
    ("pre-pulsar", 7, 4),
    ("pre-pentadecathlon", 10, 2),
    ("lwss", 9, 8),
    ("hwss", 13, 8),
]

BLOCK = "AA AA"
BEEHIVE = ".AA. A..A .AA."
TRAFFIC_LIGHT = "....A.... ....A.... ....A.... ......... AAA...AAA ......... ....A.... ....A.... ....A...."
PULSAR = """
..AAA...AAA..
.............
A....A.A....A
A....A.A....A
A....A.A....A
..AAA...AAA..
.............
..AAA...AAA..
A....A.A....A
A....A.A....A
A....A.A....A
.............
..AAA...AAA..
"""


def is_turned(cells: Cells, picture: str) -> bool:
    return any(np.array_equal(cells, turned) for turned in orientations(board("\n".join(picture.split()))))


def test_the_menu() -> None:
    found = [(shape.name, shape.cost, len(orientations(shape.cells))) for shape in SEED_SHAPES]
    assert found == NAMES_COSTS_ORIENTATIONS
    assert_boards_equal(SHAPES["pre-block"].cells, "AA\nA.")
    assert_boards_equal(SHAPES["t-tetromino"].cells, "AAA\n.A.")
    assert_boards_equal(SHAPES["pre-pulsar"].cells, "AAAAA\nA...A")
    for shape in SEED_SHAPES:
        assert shape.title
        assert not shape.cells.flags.writeable


def each_orientation(*names: str) -> pytest.MarkDecorator:
    turned = [(name, cells) for name in names for cells in orientations(SHAPES[name].cells)]
    return pytest.mark.parametrize(("name", "cells"), turned, ids=[f"{n}-{i}" for i, (n, _) in enumerate(turned)])


@each_orientation("cell")
def test_a_single_cell_dies(name: str, cells: Cells) -> None:
    assert not evolve(cells, 1)[1].size


@each_orientation("blinker")
def test_a_blinker_blinks(name: str, cells: Cells) -> None:
    assert first_return(cells, 0, 3) == 2


@pytest.mark.parametrize(
    ("name", "becomes", "generation"), [("pre-block", BLOCK, 1), ("pre-beehive", BEEHIVE, 2)], ids=["block", "beehive"]
)
def test_still_lifes_appear_in_their_generation(name: str, becomes: str, generation: int) -> None:
    for cells in orientations(SHAPES[name].cells):
        assert not is_turned(evolve(cells, generation - 1)[1], becomes)
        assert is_turned(evolve(cells, generation)[1], becomes)
        assert first_return(cells, generation, 1) == 1


@each_orientation("t-tetromino")
def test_traffic_light_from_generation_9(name: str, cells: Cells) -> None:
    assert first_return(cells, 8, 4) is None
    assert first_return(cells, 9, 4) == 2
    assert is_turned(evolve(cells, 10)[1], TRAFFIC_LIGHT)


@each_orientation("pre-pulsar")
def test_pulsar_appears_in_generation_32(name: str, cells: Cells) -> None:
    assert first_return(cells, 31, 6) is None
    assert first_return(cells, 32, 6) == 3
    assert is_turned(evolve(cells, 32)[1], PULSAR)


@each_orientation("pre-pentadecathlon")
def test_a_pentadecathlon_has_period_15(name: str, cells: Cells) -> None:
    assert first_return(cells, 2, 15) == 15
    assert first_return(cells, 1, 15) is None


@pytest.mark.parametrize(("name", "movement"), [("glider", (1, 1)), ("lwss", (0, 2)), ("hwss", (0, 2))])
def test_ships_first_move_right_and_mirrored_left(name: str, movement: tuple[int, int]) -> None:
    cells = SHAPES[name].cells
    assert same(evolve(cells, 4), (movement, cells))
    assert same(evolve(mirrored(cells), 4), ((movement[0], -movement[1]), mirrored(cells)))
    assert first_return(cells, 0, 3) is None


@each_orientation("glider", "lwss", "hwss")
def test_ships_fly_in_every_orientation(name: str, cells: Cells) -> None:
    place, later = evolve(cells, 4)
    assert_boards_equal(later, cells)
    assert sorted(map(abs, place)) == ([1, 1] if name == "glider" else [0, 2])


def test_ships_fly_in_every_direction() -> None:
    directions = {name: {evolve(c, 4)[0] for c in orientations(SHAPES[name].cells)} for name in ("glider", "lwss")}
    assert directions["glider"] == {(1, 1), (1, -1), (-1, 1), (-1, -1)}
    assert directions["lwss"] == {(0, 2), (0, -2), (2, 0), (-2, 0)}


def test_order_of_orientations() -> None:
    expected = ["oo o.", "oo .o", ".o oo", "o. oo"]
    for got, picture in zip(orientations(SHAPES["pre-block"].cells), expected, strict=True):
        assert_boards_equal(got, parse_drawing(picture))
    expected = ["ABC", "A B C", "CBA", "C B A"]
    for got, picture in zip(orientations(board("ABC")), expected, strict=True):
        assert_boards_equal(got, "\n".join(picture.split()))


@given(hnp.arrays(np.uint8, st.tuples(st.integers(1, 4), st.integers(1, 4)), elements=st.integers(0, 2)))
def test_orientations_are_distinct(cells: Cells) -> None:
    def as_set(shapes: tuple[Cells, ...]) -> set[tuple[tuple[int, ...], bytes]]:
        return {(shape.shape, shape.tobytes()) for shape in shapes}

    turned = orientations(cells)
    assert_boards_equal(turned[0], cells)
    assert len(as_set(turned)) == len(turned)
    assert len(turned) in (1, 2, 4, 8)
    assert all(as_set(orientations(other)) == as_set(turned) for other in turned)
    assert as_set((mirrored(cells),)) <= as_set(turned)


def test_cost_is_counted() -> None:
    assert SeedShape("x", "X", "", parse_drawing("o.o oo.")).cost == 4
