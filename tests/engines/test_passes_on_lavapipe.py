"""Passes for graphics cards with subgroups, run by a driver that has subgroups, compared with the reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from boards import assert_boards_equal
from compilers.lavapipe import Lavapipe, open_lavapipe
from engines.cases import random_cells, rule_on
from engines.one_pass import PAIR_RULES, PAIR_SHAPE, expected, stepped

from gpulife.engines.bitplanes.layout import Layout
from gpulife.engines.bitplanes.pass_shape import shape_for, shares_pairs
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.engines.bitplanes.rule_circuits import planes_of
from gpulife.engines.gl.gl_subgroups import is_right, probe_text
from gpulife.rules import Edges

pytestmark = pytest.mark.needs("lavapipe", "glslangValidator")


@pytest.fixture(scope="module")
def lavapipe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lavapipe]:
    with open_lavapipe(tmp_path_factory.mktemp("lavapipe")) as device:
        yield device


def passes_words(lavapipe: Lavapipe, lanes: int) -> bool:
    """Return True if the project's test shader finds subgroups of that size."""
    found = np.zeros((64, lanes, 3), np.uint32)
    lavapipe.run(probe_text(lanes), [found], (len(found), 1), {})
    return is_right(found)


@pytest.fixture(scope="module")
def lanes(lavapipe: Lavapipe) -> int:
    """Return the size of the driver's subgroups, which depends on the processor's vectors."""
    (found,) = (size for size in (2, 4, 8, 16, 32, 64) if passes_words(lavapipe, size))
    return found


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize("name", PAIR_RULES)
@pytest.mark.parametrize(("words", "size"), [(1, (24, 33)), (2, (31, 2100)), (3, (21, 1409))])
def test_passes_are_exact(
    lavapipe: Lavapipe, lanes: int, name: str, edges: Edges, words: int, size: tuple[int, int]
) -> None:
    rule = rule_on(name, edges)
    cells = random_cells(rule, size, seed=words)
    shape = replace(PAIR_SHAPE, lanes=lanes, pair_words=words)
    found = stepped(rule, cells, shape, generation=5, run=lavapipe.run)
    assert_boards_equal(found, expected(rule, cells, 4, generation=5))


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize("name", ["Life", "Immigration", "QuadLife"])
def test_default_card_passes_are_exact(lavapipe: Lavapipe, lanes: int, name: str, edges: Edges) -> None:
    """Runs several hundred workgroups; only the size of subgroups differs from cards."""
    rule = rule_on(name, edges)
    shape = shape_for(rule, (16384, 16384), wide=True, software=False, lanes=32)
    assert shape.in_pairs
    assert shape.lanes == 32
    cells = random_cells(rule, (700, 5003), seed=3)
    found = stepped(rule, cells, replace(shape, lanes=lanes), run=lavapipe.run)
    assert_boards_equal(found, expected(rule, cells, shape.generations))


@pytest.mark.parametrize(("generations", "unroll"), [(2, 2), (6, 8), (16, 8)])
def test_any_even_number_of_generations(lavapipe: Lavapipe, lanes: int, generations: int, unroll: int) -> None:
    rule = rule_on("Immigration", Edges.TORUS)
    cells = random_cells(rule, (33, 200), seed=generations)
    shape = replace(PAIR_SHAPE, lanes=lanes, pair_words=2, generations=generations, unroll=unroll)
    assert_boards_equal(stepped(rule, cells, shape, run=lavapipe.run), expected(rule, cells, generations))


@pytest.mark.parametrize("name", ["Life", "QuadLife"])
def test_pairs_without_subgroups_are_exact(lavapipe: Lavapipe, name: str) -> None:
    rule = rule_on(name, Edges.TORUS)
    cells = random_cells(rule, (31, 700), seed=8)
    shape = replace(PAIR_SHAPE, pair_words=2)
    assert_boards_equal(stepped(rule, cells, shape, run=lavapipe.run), expected(rule, cells, 4))


def test_wrong_shader_is_detected(lavapipe: Lavapipe, lanes: int) -> None:
    rule = rule_on("Life", Edges.TORUS)
    cells = random_cells(rule, (20, 2100), seed=1)
    shape = replace(PAIR_SHAPE, lanes=lanes, pair_words=2)
    assert shares_pairs(rule)
    text = pass_source(rule, shape, stride=Layout(2100, planes_of(rule), own_words=1).stride)
    run = partial(stepped, rule, cells, shape, run=lavapipe.run)
    assert_boards_equal(run(text=text), expected(rule, cells, 4))
    wrong = run(text=text.replace("subgroupShuffleUp", "subgroupShuffleDown"))
    assert (wrong != expected(rule, cells, 4)).any()
