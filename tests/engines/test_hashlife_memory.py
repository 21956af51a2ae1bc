"""Hashlife keeps within its memory, frees only what is not needed, and stops when it is told to."""

from __future__ import annotations

import numpy as np
import pytest
from engines.endless_planes import NumpyPlane, assert_same, assert_same_planes, plane_with, soup_of

from gpulife.errors import BoardSizeError
from gpulife.rules import parse_rule

pytestmark = pytest.mark.needs("numba")


@pytest.fixture
def always_collects(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Make hashlife free what is not needed before each new square, and return the calls' numbers of live squares."""
    from gpulife.engines.hashlife.nodes import LEAF_ROOM, LIVE, LIVE_LEAVES, ROOM
    from gpulife.engines.hashlife.tree import HashTree

    calls: list[int] = []
    make_room = HashTree.make_room

    def collect_too(tree: HashTree, *room: int) -> None:
        make_room(tree, *room)
        if hasattr(tree, "root"):
            tree.collect(keeps_results=False)
            counts = tree.store.counts
            counts[ROOM], counts[LEAF_ROOM] = counts[LIVE] + 1, counts[LIVE_LEAVES] + 1
            tree.collections = 0  # else the step would be given up
            calls.append(int(counts[LIVE]))

    monkeypatch.setattr(HashTree, "make_room", collect_too)
    return calls


@pytest.mark.parametrize("name", ["Life", "WireWorld"])
def test_collecting_before_each_new_square(always_collects: list[int], name: str) -> None:
    rule = parse_rule(name)
    cells = soup_of(rule, (12, 12), seed=1)
    plane, board = plane_with(cells, rule), NumpyPlane(cells, rule)
    for generations in (1, 4, 3):
        plane.step(generations)
        board.step(generations)
        assert_same(plane, board)
    assert len(always_collects) > 50


@pytest.mark.parametrize("limit", [300_000, 500_000])
def test_memory_stays_within_the_limit(limit: int) -> None:
    rule = parse_rule("Immigration")
    cells = soup_of(rule, (64, 64), seed=2)
    plane, free = plane_with(cells, rule, limit), plane_with(cells, rule)
    for generations in (500, 512, 11):
        plane.step(generations)
        free.step(generations)
        assert plane.memory <= limit
        assert_same_planes(plane, free)
    assert plane._tree.collections > 0


def test_short_steps_where_memory_is_small_and_longer_ones_later() -> None:
    rule = parse_rule("Life")
    plane = plane_with(soup_of(rule, (128, 128), seed=3), rule, 400_000)
    plane.step(1 << 12)
    longest = plane._tree._longest
    assert longest is not None
    assert longest < 12
    quiet = plane_with(np.ones((2, 2), np.uint8), rule, 400_000)
    quiet._tree._longest = 3
    quiet.step(1 << 10)
    assert quiet._tree._longest > 3


def test_plane_that_does_not_fit_is_left_as_it_was() -> None:
    rule = parse_rule("Life")
    plane = plane_with(soup_of(rule, (64, 64), seed=4), rule, 300_000)
    before = plane.read(0, 0, 64, 64)
    with pytest.raises(BoardSizeError, match=r"the plane has \S+ different squares and .* too many for 293.0 KiB"):
        plane.paint(0, 0, soup_of(rule, (1000, 1000), seed=5))
    assert np.array_equal(plane.read(0, 0, 64, 64), before)
    plane.step(16)


def test_stopping_keeps_the_last_whole_step() -> None:
    rule = parse_rule("Life")
    cells = soup_of(rule, (256, 256), seed=6)
    plane, board = plane_with(cells, rule), NumpyPlane(cells, rule)
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 4

    with plane.stopping(stopped):
        done = plane.step(7 + (1 << 14))
    assert done == 7, "the long step was not completed"
    board.step(7)
    assert_same(plane, board)
    assert plane.step(3) == 3, "and it goes on"
    board.step(3)
    assert_same(plane, board)


@pytest.mark.parametrize(
    ("name", "longest", "powers"),
    [("Life", None, [0, 2, 3]), ("Life", 1, [0, 1, 1, 1, 1, 1, 1]), ("B3/S23:4", None, [2, 3, 0])],
)
def test_steps_are_powers_of_two(
    name: str, longest: int | None, powers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpulife.engines.hashlife.tree import HashTree

    taken, step = [], HashTree.step

    def note(tree: HashTree, power: int, *arguments: object) -> None:
        taken.append(power)
        step(tree, power, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(HashTree, "step", note)
    plane_with(np.ones((3, 3), np.uint8), parse_rule(name)).step(13, longest)
    assert taken == powers
