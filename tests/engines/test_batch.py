"""Batches: all universes, in numpy and on the GPU, must match the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from boards import assert_boards_equal, board
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gpulife.engines import reference
from gpulife.engines.batch import MAX_UNIVERSES, Batch, OpenBatch, count_bits
from gpulife.engines.batch.batch_factory import batch_opener, gl_batch_opener
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import EngineError
from gpulife.rules import Cells, Edges, Rule, parse_rule

LAWS = ("Immigration", "B36/S23:2", "B2/S0:2", "QuadLife", "B345678/S0123:3", "B4678/S35678:2")
GLIDER = np.array([[0, 1, 0], [0, 0, 1], [1, 1, 1]], bool)

Open = Callable[[Cells, Rule, int, int], Batch]


@pytest.fixture(params=["numpy", "gl"])
def open_batch(request: pytest.FixtureRequest) -> Iterator[Open]:
    opened: list[Batch] = []
    make: OpenBatch = NumpyBatch if request.param == "numpy" else gl_batch_opener(request.getfixturevalue("device"))

    def open_(cells: Cells, rule: Rule, generation: int, universes: int) -> Batch:
        opened.append(make(cells, rule, generation, universes))
        return opened[-1]

    yield open_
    for batch in opened:
        batch.close()


def rule_of(law: str, edges: Edges) -> Rule:
    return replace(parse_rule(law), edges=edges)


def some_cells(shape: tuple[int, int], seed: int = 1) -> Cells:
    rng = np.random.default_rng(seed)
    return (rng.integers(1, 3, shape) * (rng.random(shape) < 0.4)).astype(np.uint8)


SHAPES = ((1, 1), (2, 3), (1, 7), (9, 65), (24, 40))


@pytest.mark.parametrize(
    ("law", "shape"),
    [*((LAWS[0], shape) for shape in SHAPES), *((law, shape) for law in LAWS[1:] for shape in ((1, 1), (9, 65)))],
)
@pytest.mark.parametrize("edges", Edges)
def test_all_universes_match_reference(open_batch: Open, law: str, edges: Edges, shape: tuple[int, int]) -> None:
    rule = rule_of(law, edges)
    boards = [some_cells(shape) for _ in range(3)]
    batch = open_batch(boards[0], rule, 3, 40)
    for generation in range(3, 9):
        for place, universe in enumerate((0, 31, 39)):
            row, column = generation - 5, 2 * place - 1
            batch.plant(universe, row, column, GLIDER, 1 + generation % 2)
            put(boards[place], row, column, 1 + generation % 2, edges)
        batch.step()
        boards = [reference.next_generation(cells, rule, generation) for cells in boards]
        for place, universe in enumerate((0, 31, 39)):
            assert_boards_equal(batch.cells(universe), boards[place])
            assert batch.counts()[universe].tolist() == reference.census(boards[place], rule)[:2].tolist()
    assert batch.generation == 9
    assert batch.counts().shape == (40, 2)


def put(cells: Cells, row: int, column: int, state: int, edges: Edges) -> None:
    for down, right in np.argwhere(GLIDER):
        there = row + down, column + right
        if edges is Edges.TORUS:
            there = there[0] % cells.shape[0], there[1] % cells.shape[1]
        if 0 <= there[0] < cells.shape[0] and 0 <= there[1] < cells.shape[1]:
            cells[there] = state


@settings(max_examples=examples(30))
@given(
    cells=st.tuples(st.integers(1, 12), st.integers(1, 70)).flatmap(
        lambda shape: arrays(np.uint8, shape, elements=st.integers(0, 2))
    ),
    law=st.sampled_from(LAWS),
    edges=st.sampled_from(Edges),
    generation=st.integers(0, 9),
)
def test_any_board_matches_reference(device: GLDevice, cells: Cells, law: str, edges: Edges, generation: int) -> None:
    rule = rule_of(law, edges)
    expected = reference.next_generation(reference.next_generation(cells, rule, generation), rule, generation + 1)
    for make in (NumpyBatch, gl_batch_opener(device)):
        batch = make(cells, rule, generation, MAX_UNIVERSES)
        batch.step(2)
        assert_boards_equal(batch.cells(MAX_UNIVERSES - 1), expected)
        batch.close()


@pytest.mark.parametrize("universes", [1, 8, 9, 33, 64])
def test_universes_are_independent(open_batch: Open, universes: int) -> None:
    batch = open_batch(board(".....\n.....\n....."), parse_rule("Immigration"), 0, universes)
    for universe in range(universes):
        batch.plant(universe, 1, 1, np.ones((1, universe % 4), bool), 1 + universe % 2)
    batch.step(0)
    expected = [[universe % 4, 0] if universe % 2 == 0 else [0, universe % 4] for universe in range(universes)]
    assert batch.counts().tolist() == expected


def test_planting_replaces_cells(open_batch: Open) -> None:
    batch = open_batch(board("AB."), parse_rule("Immigration"), 0, 2)
    batch.plant(1, 0, 0, np.ones((1, 2), bool), 2)
    batch.plant(0, 0, 1, np.ones((1, 1), bool), 1)
    assert_boards_equal(batch.cells(0), "AA.")
    assert_boards_equal(batch.cells(1), "BB.")


@pytest.mark.parametrize(
    ("edges", "expected"),
    [(Edges.DEAD, ("...\n.AA", "...\n.A.", "...\n.B.")), (Edges.TORUS, ("A..\n.AA", "...\n.A.", ".A.\n.B."))],
)
def test_single_cells_are_planted_in_their_own_universes(
    open_batch: Open, edges: Edges, expected: tuple[str, ...]
) -> None:
    batch = open_batch(board("...\n.B."), parse_rule("Immigration").on_board((2, 3), edges), 0, 64)
    batch.plant_cells(*np.array([[0, 0, 1, 0, 63], [1, 1, 1, 2, 2], [1, 2, 1, 3, 1]]), 1)
    for universe, picture in zip((0, 1, 63), expected, strict=True):
        assert_boards_equal(batch.cells(universe), picture)


def test_unsupported_batch_is_refused(open_batch: Open) -> None:
    for law, universes, told in (
        ("Life", 1, "cannot compute rule Life"),
        ("BioWar:2", 1, "cannot compute rule BioWar:2"),
        ("Survivor", 1, "cannot compute rule Survivor"),
        ("Immigration", 65, "65 universes: a batch can have 1 to 64"),
        ("Immigration", 0, "0 universes"),
    ):
        with pytest.raises(EngineError, match=told):
            open_batch(board("..."), parse_rule(law), 0, universes)


def test_count_bits_of_many_words() -> None:
    words = np.random.default_rng(2).integers(0, 2**16, (300, 7), np.uint16)
    expected = [int(np.count_nonzero(words >> bit & 1)) for bit in range(16)]
    assert count_bits(words).tolist() == expected


def test_software_renderer_uses_numpy_batch(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    assert batch_opener(None) is NumpyBatch
    monkeypatch.setattr(GLDevice, "is_software", property(lambda _: True))
    assert batch_opener(device) is NumpyBatch
    monkeypatch.setattr(GLDevice, "is_software", property(lambda _: False))
    batch = batch_opener(device)(board("AB."), parse_rule("Immigration"), 0, 2)
    assert not isinstance(batch, NumpyBatch)
    batch.close()
