"""Passes in pairs of rows compared with the reference, in an emulator of suitable cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from boards import assert_boards_equal
from capabilities import needs_compute
from engines.cases import random_cells, rule_on
from engines.one_pass import PAIR_RULES, PAIR_SHAPE, expected, stepped

from gpulife.engines import reference
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.layout import Layout
from gpulife.engines.bitplanes.pair_source import Writer, pair_logic
from gpulife.engines.bitplanes.pass_shape import shares_pairs
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.engines.bitplanes.rule_circuits import plane_codes
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_subgroups import is_right
from gpulife.rules import Cells, Edges, Rule


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize("name", PAIR_RULES)
@pytest.mark.parametrize(
    ("lanes", "words", "size"),
    [
        (32, 2, (31, 2100)),  # two subgroups, of which the second is nearly empty
        (32, 1, (13, 960)),  # all of one subgroup, to the last word
        (64, 1, (24, 33)),
        (8, 3, (21, 1409)),
        (0, 3, (31, 300)),  # without subgroups
        (0, 2, (13, 32)),
    ],
)
def test_pair_passes_are_exact(name: str, edges: Edges, lanes: int, words: int, size: tuple[int, int]) -> None:
    rule = rule_on(name, edges)
    cells = random_cells(rule, size, seed=words)
    shape = replace(PAIR_SHAPE, lanes=lanes, pair_words=words)
    assert_boards_equal(stepped(rule, cells, shape, generation=5), expected(rule, cells, 4, generation=5))


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize(("generations", "unroll"), [(2, 2), (6, 8), (16, 8), (16, 2)])
@pytest.mark.parametrize("lanes", [0, 32])
def test_any_even_number_of_generations(edges: Edges, generations: int, unroll: int, lanes: int) -> None:
    rule = rule_on("Immigration", edges)
    cells = random_cells(rule, (33, 200), seed=generations)
    shape = replace(PAIR_SHAPE, lanes=lanes, pair_words=2, generations=generations, unroll=unroll)
    assert_boards_equal(stepped(rule, cells, shape), expected(rule, cells, generations))


def test_wrong_shader_is_detected() -> None:
    rule = rule_on("Life", Edges.TORUS)
    cells = random_cells(rule, (20, 2100), seed=1)
    shape = replace(PAIR_SHAPE, lanes=32, pair_words=2)
    text = pass_source(rule, shape, stride=Layout(2100, 1, own_words=1).stride)
    assert_boards_equal(stepped(rule, cells, shape, text=text), expected(rule, cells, 4))
    other_way = text.replace("subgroupShuffleUp", "subgroupShuffleDown")
    with pytest.raises(AssertionError):
        assert_boards_equal(stepped(rule, cells, shape, text=other_way), expected(rule, cells, 4))
    with pytest.raises(AssertionError, match="two invocations write the same word"):
        stepped(rule, cells, shape, text=text.replace("lane > 0 && ", ""))
    with pytest.raises(AssertionError, match="no statement of a pass"):
        stepped(rule, cells, shape, text=text.replace("int lane", "float lane"))


@pytest.mark.parametrize("name", ["Life", "Immigration", "QuadLife"])
def test_shared_sums_are_right_everywhere(name: str) -> None:
    rule = rule_on(name, Edges.TORUS)
    states, tile = rule.live_states + 1, (4, 3)
    cases = np.arange(0, states**12, max(1, states**12 // 523_000))  # of four species one of 466, in all of its digits
    tiles = (cases[:, None] // states ** np.arange(12) % states).reshape(-1, *tile).astype(np.uint8)
    board = np.swapaxes(tiles, 0, 1).reshape(4, -1)  # side by side: a tile's middle does not see the others
    wanted = reference.next_generation(board, rule, 0)[1:3, 1::3]
    assert_boards_equal(middle_cells(rule, tiles), wanted)


def middle_cells(rule: Rule, tiles: Cells) -> Cells:
    """Return the next generation of the two middle cells of each 4 x 3 tile, by the statements for a pair of rows."""
    codes, logic, write = plane_codes(rule), pair_logic(rule), Writer("")
    names = codes.names
    bits = codes.pack(tiles.reshape(-1, 1), 0).reshape(len(tiles), 4, 3, len(names)) & 1
    words = {
        f"{plane}_{row}{side}": bits[:, row, column, number]
        for number, plane in enumerate(names)
        for row in range(4)
        for column, side in enumerate("lcr")
    }
    rows = [
        logic.row(write, {f"{plane}.{side}": f"{plane}_{row}{side}" for plane in names for side in "lcr"})
        for row in range(4)
    ]
    shared = logic.shared(write, rows[1], rows[2])
    made = [
        logic.after(write, (rows[0], rows[1], rows[2]), shared, {}, 0, ""),
        logic.after(write, (rows[1], rows[2], rows[3]), shared, {}, 2, ""),
    ]
    exec("\n".join(line.strip(" ;") for line in write.lines), {}, words)  # noqa: S102 - GLSL's operators are Python's
    planes = np.stack([[words[row[plane]] & 1 for plane in names] for row in made])
    return codes.unpack(np.moveaxis(planes, 1, 2)[..., None].reshape(-1, len(names), 1), 0, 1).reshape(2, -1)


def test_rules_that_share_pairs() -> None:
    shared = [
        name for name in (*PAIR_RULES, "B3/S23:4", "RealTime:2", "B3/S23:2") if shares_pairs(rule_on(name, Edges.TORUS))
    ]
    assert shared == ["Life", "Immigration", "QuadLife", "B3/S23:2"]
    assert pair_logic(rule_on("B36/S23", Edges.TORUS)).shared(Writer(), {}, {}) == {}


@pytest.mark.parametrize("generations", [1, 3])
def test_odd_generations_go_row_by_row(generations: int) -> None:
    rule = rule_on("Life", Edges.TORUS)
    shape = replace(PAIR_SHAPE, lanes=32, pair_words=2, generations=generations)
    assert not shape.in_pairs
    assert pass_source(rule, shape, stride=9) == pass_source(rule, replace(shape.alone, unroll=shape.unroll))


@needs_compute
@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize("name", ["Life", "Immigration", "QuadLife", "B36/S125:2"])
@pytest.mark.parametrize(
    ("lanes", "down", "bits", "words"), [(0, 2, 32, 3), (0, 2, 64, 2), (0, 1, 64, 4), (0, 1, 64, 6), (32, 1, 32, 3)]
)
def test_engine_runs_or_skips_pair_passes(
    name: str, edges: Edges, lanes: int, down: int, bits: int, words: int, device: GLDevice
) -> None:
    if bits == 64 and not device.has_int64:
        bits = 32
    rule = rule_on(name, edges)
    cells = random_cells(rule, (90, 700), seed=3)
    plan = replace(PAIR_SHAPE, words=2, bits=bits, rows=16, across=2, down=down, pair_words=words, lanes=lanes)
    with GLPlanesEngine(rule, cells.shape, device, plan=plan, max_rows=64) as engine:
        engine.paint(0, 0, cells)
        engine.step(10)  # two passes, and two of a generation each
        assert_boards_equal(engine.read(0, 0, *cells.shape), expected(rule, cells, 10))


def test_subgroup_probe_results() -> None:
    words = np.arange(32, dtype=np.uint32) * np.uint32(2654435761)
    found = np.stack([np.full(32, 32, np.uint32), np.roll(words, -1), np.roll(words, 1)], axis=-1)[None]
    assert is_right(found)
    for part in range(3):
        wrong = found.copy()
        wrong[0, 16, part] += 1
        assert not is_right(wrong)
