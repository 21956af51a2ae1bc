"""Features of several ranks: overlapped exchanges, sleep across borders, calls and their errors.

Run by ``ranked_pytest.py``: see ``engines/test_on_ranks.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from unittest.mock import patch

import numpy as np
import pytest
import ranked_world
from boards import assert_boards_equal
from capabilities import needs_compute
from engines.asleep import next_cells
from engines.cases import random_cells, rule_on
from ranked.strip_functions import band_rows, divide_on, fail_on, figures

from gpulife.engines import ENGINES, register
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.ranks.engine import RanksEngine, free_on_ranks, memory_on_ranks
from gpulife.engines.ranks.member import member_of
from gpulife.errors import EngineError
from gpulife.patterns.soup import soup
from gpulife.rules import Edges, parse_rule

OpenRanks = Callable[..., RanksEngine]


@pytest.fixture
def open_ranks() -> Iterator[OpenRanks]:
    """Opens engines over the ranks, and closes them after the test."""
    opened: list[RanksEngine] = []

    def open_(*arguments: object, **options: object) -> RanksEngine:
        opened.append(RanksEngine(ranked_world.world, *arguments, **options))  # type: ignore[arg-type]
        return opened[-1]

    yield open_
    for engine in opened:
        engine.close()


@needs_compute
def test_sleep_on_ranks_matches_one_rank(open_ranks: OpenRanks, device: GLDevice) -> None:
    rule, shape = rule_on("Immigration", Edges.TORUS), (1100, 2500)  # high enough for bands of their own at the borders
    cells = np.zeros(shape, np.uint8)
    cells[:60] = soup((60, 2500), 0.3, rule.species, np.random.default_rng(1))  # at the seam of the torus
    cells[500:600, 1000:1200] = soup((100, 200), 0.4, rule.species, np.random.default_rng(2))  # across a border
    ranks = open_ranks("planes", rule, shape, ranks=2)
    with GLPlanesEngine(rule, shape, device) as alone:
        for engine in (alone, ranks):
            engine.prepare(16, sleep=True)
            engine.paint(0, 0, cells)
        for generations in (16 * 70, 16 * 30, 3, 16 * 90):
            for engine in (alone, ranks):
                engine.step(generations)
            assert_boards_equal(ranks.read_all(), alone.read_all())
        assert ranks.awake_share < 0.5
        ranks.paint(540, 5, cells[500:510, 1000:1010])  # beside the border, where all is at rest
        alone.paint(540, 5, cells[500:510, 1000:1010])
        for engine in (alone, ranks):
            engine.step(16 * 40)
        assert_boards_equal(ranks.read_all(), alone.read_all())
    assert ranks.call(band_rows) == [[32, 480, 32], [32, 480, 44]]


@needs_compute
@pytest.mark.parametrize("edges", list(Edges))
def test_sown_boards_on_ranks_start_asleep(open_ranks: OpenRanks, edges: Edges) -> None:
    """Gliders fly over borders and the seam; what is painted there wakes both sides."""
    rule, shape = rule_on("Immigration", edges), (1100, 2500)
    glider = np.array([[0, 1, 0], [0, 0, 1], [1, 1, 1]], np.uint8)
    cells = np.zeros(shape, np.uint8)
    for row, column in ((1090, 40), (540, 1200), (300, 2495), (3, 700)):
        cells[row : row + 3, column : column + 3] = glider
    engine = open_ranks("planes", rule, shape, ranks=2)
    engine.paint(0, 0, cells)
    for number, generations in enumerate((48, 3, 32, 1, 16)):
        engine.step(generations)
        cells = next_cells(cells, engine, generations)
        assert_boards_equal(engine.read_all(), cells)
        assert engine.awake_share < 0.4
        row, column = 548 + number, 100 + 90 * number
        for top, left, painted in ((row, column, glider[::-1]), (1099, 2000, glider[:1])):
            engine.paint(top, left, painted)
            cells[top : top + len(painted), left : left + 3] = painted


def test_unchanged_rows_are_not_sent(open_ranks: OpenRanks) -> None:
    engine = open_ranks("gl", parse_rule("Life"), (192, 64))
    blinker = np.ones((3, 1), np.uint8)
    engine.paint(30, 10, blinker)  # far from any border
    engine.step(16 * 10)
    assert [each.flags for each in engine.call(figures)] == [20, 20, 20]
    engine.paint(59, 10, blinker)  # in reach of the border of ranks 0 and 1; its period divides an exchange
    engine.step(16 * 10)
    sent = engine.call(figures)
    assert [each.messages - each.flags for each in sent] == [2, 0, 0]
    assert [each.messages for each in sent] == [40, 40, 40]
    assert sent[0].bytes == 40 + 2 * 16 * 64


def test_error_on_a_rank_names_it(open_ranks: OpenRanks) -> None:
    engine = open_ranks("numpy", parse_rule("Life"), (60, 20))
    assert engine.call(fail_on, 1) == [0, 20, 40]
    with pytest.raises(EngineError, match=r"^rank 1: row 20 does not please$"):
        engine.call(fail_on, 20)
    with pytest.raises(EngineError, match=r"^rank 2: ZeroDivisionError: division by zero$"):
        engine.call(divide_on, 40)
    engine.step(3)
    assert engine.call(fail_on, 1) == [0, 20, 40]


def test_ranks_do_not_wait_after_each_step(open_ranks: OpenRanks) -> None:
    rule, shape = rule_on("Immigration", Edges.TORUS), (97, 65)
    ranks, alone = open_ranks("numpy", rule, shape), NumpyEngine(rule, shape)
    unanswered = member_of(ranked_world.world).unanswered
    for engine in (alone, ranks):
        engine.paint(0, 0, random_cells(rule, shape, 4))
    for generations in (5, 1, 16, 3, 20):
        alone.step(generations)
        ranks.step(generations)
        ranks.keep_up()
        assert len(unanswered) == 1
    ranks.finish()
    assert not unanswered
    ranks.step(2)
    alone.step(2)
    assert_boards_equal(ranks.read_all(), alone.read_all())
    assert not unanswered, "whatever is asked next comes after it"


def test_two_boards_at_once(open_ranks: OpenRanks) -> None:
    rule, shape = parse_rule("QuadLife"), (64, 40)
    engines = [open_ranks("gl", rule, shape, ranks=ranks) for ranks in (3, 2)]
    cells = random_cells(rule, shape, seed=3)
    for engine in engines:
        engine.paint(0, 0, cells)
    engines[0].step(5)
    assert_boards_equal(engines[1].read_all(), cells)
    engines[1].step(5)
    assert_boards_equal(engines[1].read_all(), engines[0].read_all())


def test_board_with_few_rows_warns(open_ranks: OpenRanks, logged: Callable[[], list[str]]) -> None:
    engine = open_ranks("gl", parse_rule("Life"), (40, 20))
    assert logged() == ["using 2 of 3 ranks: a rank needs at least 16 rows of the board"]
    assert engine.renderer.endswith(", 2 ranks")


def test_engine_without_strips_needs_one_process(open_ranks: OpenRanks) -> None:
    with patch.dict(ENGINES):
        from engines import toy_engine

        register(toy_engine.RECORD, before="planes")
        with pytest.raises(EngineError, match=r"^the toy engine works in one process only$"):
            open_ranks("toy", parse_rule("Life"), (200, 100))
        assert open_ranks("auto", parse_rule("Life"), (200, 100)).name in ("planes", "gl"), "it is not asked there"


def test_memory_on_ranks_estimate(open_ranks: OpenRanks, device: GLDevice) -> None:
    rule, shape = parse_rule("Survivor"), (480, 1600)
    engine = open_ranks("auto", rule, shape, ranks=1)
    assert memory_on_ranks(rule, shape, device) == engine.memory()
    assert free_on_ranks(ranked_world.world) >= engine.memory()
