"""Edits of a rectangle compared with numpy, across the edges of a torus and with dead edges, on every engine."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from boards import assert_boards_equal
from conftest import OpenEngine, rules_and_kinds
from hypothesis import given
from hypothesis import strategies as st

from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.area import Area, area_between, area_on_board, areas_outside, turned_area
from gpulife.games.core.area_edit import MAX_HELD_CELLS, MERGES, area_text, inverted, xored
from gpulife.games.core.board_edit import edit
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.order import Erase, Recode, Sow
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.matches import new_match
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.rectangles import EXCHANGES_SIDES, TURNS
from gpulife.rules import Cells, Edges, Rule, parse_rule
from gpulife.session.session import Session

SHAPES = st.tuples(st.integers(1, 9), st.integers(1, 9))
SEED = 5


def edited(
    cells: Cells, rule: Rule, *actions: Action, engine: Callable[[Rule, tuple[int, int]], Engine] = NumpyEngine
) -> tuple[Cells, list[str]]:
    """Carry out actions in one tick; return the board and the sounds."""
    match = new_match("study", rule, cells.shape, SEED)
    opened = engine(parse_rule(match.rule), cells.shape)
    opened.paint(0, 0, cells)
    session = Session(match, opened)
    result = session.tick(actions)
    return opened.read_all(), [sound.name for sound in result.sounds]


def work(area: Area, *words: object) -> Action:
    return Action(NOBODY, ActionKind.AREA, area.row, area.column, area_text(area, *map(str, words)))


def places(area: Area, shape: tuple[int, int], edges: Edges) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the places on the board of the cells of a rectangle that lie on it."""
    found = {}
    for row in range(area.height):
        for column in range(area.width):
            at = area.row + row, area.column + column
            if edges is Edges.TORUS:
                at = at[0] % shape[0], at[1] % shape[1]
            if 0 <= at[0] < shape[0] and 0 <= at[1] < shape[1]:
                found[row, column] = at
    return found


def merge_cell(mode: str, new: int, old: int) -> int:
    return {
        "or": new or old,
        "over": new,
        "xor": old if not new else 0 if new == old else new,
        "and": old if new else 0,
    }[mode]


@st.composite
def boards(draw: st.DrawFn) -> tuple[Cells, Rule, Area]:
    shape = draw(SHAPES)
    edges = draw(st.sampled_from(Edges))
    name = draw(st.sampled_from(["Life", "Immigration", "QuadLife", "Survivor"]))
    rule = parse_rule(name).on_board(shape, edges)
    cells = np.random.default_rng(draw(st.integers(0, 99))).integers(0, rule.live_states + 1, shape, dtype=np.uint8)
    wanted = Area(*(draw(st.integers(-12, 12)) for _ in range(2)), *(draw(st.integers(1, side)) for side in shape))
    area = area_on_board(wanted, shape, edges) or Area(0, 0, *shape)
    return cells, rule, area


@given(boards(), st.sampled_from([*TURNS]))
def test_turns_and_mirrorings(case: tuple[Cells, Rule, Area], turn: str) -> None:
    cells, rule, area = case
    after = turned_area(area, cells.shape, rule.edges) if turn in EXCHANGES_SIDES else area
    got, sounds = edited(cells, rule, work(area, turn))
    if after is None:
        assert sounds == ["refused"]
        assert_boards_equal(got, cells)
        return
    expected = cells.copy()
    for at in places(area, cells.shape, rule.edges).values():
        expected[at] = 0
    high, wide = area.height - 1, area.width - 1
    moved_to: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "right": lambda r, c: (c, high - r),
        "left": lambda r, c: (wide - c, r),
        "flip-x": lambda r, c: (r, wide - c),
        "flip-y": lambda r, c: (high - r, c),
        "transpose": lambda r, c: (c, r),
    }
    there = places(after, cells.shape, rule.edges)
    for place, at in places(area, cells.shape, rule.edges).items():
        if cells[at]:
            expected[there[moved_to[turn](*place)]] = cells[at]
    assert_boards_equal(got, expected)
    assert not sounds


@given(boards())
def test_four_quarter_turns_lead_back(case: tuple[Cells, Rule, Area]) -> None:
    cells, _, area = case
    turned = area
    for _ in range(4):
        turned = turned_area(turned, cells.shape, Edges.TORUS) or area
    assert turned == area_on_board(area, cells.shape, Edges.TORUS)


@given(boards(), st.integers(-15, 15), st.integers(-15, 15), st.sampled_from([*MERGES]), st.booleans())
def test_moving_and_copying(case: tuple[Cells, Rule, Area], row: int, column: int, mode: str, keeps: bool) -> None:
    cells, rule, area = case
    expected = cells.copy()
    if not keeps:
        for at in places(area, cells.shape, rule.edges).values():
            expected[at] = 0
    source = places(area, cells.shape, rule.edges)
    for place, at in places(Area(row, column, *area.size), cells.shape, rule.edges).items():
        expected[at] = merge_cell(mode, int(cells[source[place]]), int(expected[at]))
    got, sounds = edited(cells, rule, work(area, "copy" if keeps else "move", f"{row},{column}", mode))
    assert_boards_equal(got, expected)
    assert not sounds


@given(boards(), st.integers(0, 6))
def test_filling(case: tuple[Cells, Rule, Area], state: int) -> None:
    cells, rule, area = case
    expected = cells.copy()
    if state <= rule.live_states:
        for at in places(area, cells.shape, rule.edges).values():
            expected[at] = state
    got, sounds = edited(cells, rule, work(area, "fill", state))
    assert_boards_equal(got, expected)
    assert sounds == ([] if state <= rule.live_states else ["refused"])


@given(boards())
def test_inverting_and_clearing_outside(case: tuple[Cells, Rule, Area]) -> None:
    cells, rule, area = case
    inside = list(places(area, cells.shape, rule.edges).values())
    expected, outside = cells.copy(), np.zeros_like(cells)
    for at in inside:
        expected[at] = inverted(rule)[cells[at]]
        outside[at] = cells[at]
    assert_boards_equal(edited(cells, rule, work(area, "invert"))[0], expected)
    assert_boards_equal(edited(cells, rule, work(area, "outside"))[0], outside)
    rest = areas_outside(area, cells.shape, rule.edges)
    assert sum(part.cells for part in rest) + area.cells == cells.size


def test_inverted_states() -> None:
    assert inverted(parse_rule("Life")) == (1, 0)
    assert inverted(parse_rule("Immigration")) == (0, 2, 1)
    assert inverted(parse_rule("QuadLife")) == (0, 2, 3, 4, 1)
    assert inverted(parse_rule("RealTime:2")) == (0, 2, 1, 3)


@given(boards(), st.data())
def test_merging_an_rle(case: tuple[Cells, Rule, Area], data: st.DataObject) -> None:
    cells, rule, area = case
    mode = data.draw(st.sampled_from([*MERGES]))
    row, column = (data.draw(st.integers(-12, 12)) for _ in range(2))
    pattern = np.random.default_rng(7).integers(0, rule.live_states + 1, area.size, dtype=np.uint8)
    expected = cells.copy()
    for place, at in places(Area(row, column, *area.size), cells.shape, rule.edges).items():
        expected[at] = merge_cell(mode, int(pattern[place]), int(expected[at]))
    text = f"{mode} {rle_text(Pattern(pattern))}"
    got, sounds = edited(cells, rule, Action(NOBODY, ActionKind.MERGE, row, column, text))
    assert_boards_equal(got, expected)
    assert not sounds


def test_random_fill_follows_the_match_seed() -> None:
    cells = np.zeros((20, 30), np.uint8)
    area, rule = Area(15, 25, 10, 12), parse_rule("Immigration")
    once, again = edited(cells, rule, work(area, "random", 0.5))[0], edited(cells, rule, work(area, "random", 0.5))[0]
    assert_boards_equal(once, again)
    other = edited(cells, rule, work(Area(0, 0, 1, 1), "random", 0), work(area, "random", 0.5))[0]
    assert (once != other).any()
    inside = once[np.ix_((15 + np.arange(10)) % 20, (25 + np.arange(12)) % 30)]
    assert 40 < np.count_nonzero(inside) < 80
    assert {1, 2} <= set(inside.flat)
    assert np.count_nonzero(once) == np.count_nonzero(inside)


@given(boards(), st.sampled_from((0, 0.5, 1)))
def test_disc_replaces_the_round_part(case: tuple[Cells, Rule, Area], density: float) -> None:
    cells, rule, area = case
    got, sounds = edited(cells, rule, work(area, "disc", density, rule.live_states))
    assert not sounds
    expected, half = cells.copy(), (area.height / 2, area.width / 2)
    for (row, column), at in places(area, cells.shape, rule.edges).items():
        if ((row + 0.5 - half[0]) / half[0]) ** 2 + ((column + 0.5 - half[1]) / half[1]) ** 2 <= 1 + 1e-12:
            assert got[at] in ((0, rule.live_states) if density == 0.5 else (rule.live_states * density,))
            expected[at] = got[at]
    assert_boards_equal(got, expected)


@pytest.mark.parametrize(("name", "kind"), rules_and_kinds("Life", "Immigration", "RealTime:2"))
def test_area_edits_agree_on_every_engine(name: str, kind: str, open_kind: OpenEngine) -> None:
    rule = parse_rule(name)
    cells = np.random.default_rng(3).integers(0, rule.live_states + 1, (19, 45), dtype=np.uint8)
    area = Area(14, 30, 9, 33)
    actions = [
        work(area, "invert"),
        work(area, "flip-x"),
        work(area, "move", "3,-7", "xor"),
        work(Area(2, 40, 12, 9), "right"),
        work(Area(18, 44, 2, 2), "fill", 1),
        Action(NOBODY, ActionKind.MERGE, 17, 43, "and 5o$o3bo!".replace("and ", "and x = 5, y = 2\n")),
        work(Area(5, 5, 14, 40), "outside"),
        work(Area(1, 1, 3, 3), "random", 0.5),
        work(Area(16, 40, 9, 11), "disc", 0.5, 1),
    ]
    expected = edited(cells, rule, *actions)[0]
    assert_boards_equal(edited(cells, rule, *actions, engine=lambda law, size: open_kind(kind, law, size))[0], expected)


def test_several_edits_in_one_tick() -> None:
    rule = parse_rule("Immigration")
    cells = np.random.default_rng(4).integers(0, 3, (9, 12), dtype=np.uint8)
    works = (("invert",), ("fill", 2), ("outside",), ("move", "4,9", "xor"), ("flip-y",))
    for first in works:
        for second in works:
            actions = [work(Area(7, 10, 5, 4), *first), work(Area(6, 11, 4, 5), *second)]
            expected = cells
            for action in actions:
                expected = edited(expected, rule, action)[0]
            assert_boards_equal(edited(cells, rule, *actions)[0], expected)


HOSTILE = [
    "",
    "3x3",
    "3x3 ",
    "3x3 dance",
    "3x3 disc",
    "3x3 disc nan 1",
    "3x3 disc 0.5 0",
    "3x3 disc 0.5 9",
    "0x3 invert",
    "3x0 invert",
    "7x3 invert",
    "3x9 invert",
    "999999999x999999999 fill 1",
    "3x3 fill",
    "3x3 fill 3",
    "3x3 fill -1",
    "3x3 fill 99999999999999999999999999999",
    "3x3 fill 1 1",
    "3x3 random",
    "3x3 random nan",
    "3x3 random 1e999",
    "3x3 random 2",
    "3x3 random 0.5 0.5",
    "3x3 invert 1",
    "3x3 outside 1",
    "3x3 right 1",
    "3x3 move 1,1",
    "3x3 move 1,1 under",
    "3x3 move 1 or",
    "3x3 move 1,99999999999 or",
    "3x3 move x,y or",
    "3x3  invert",
    "3x3 invert " + "a " * 40,
    "-1x3 invert",
    "3x3 edit_area",
]


@pytest.mark.parametrize("data", HOSTILE)
def test_invalid_edits_are_refused(data: str) -> None:
    cells = np.random.default_rng(1).integers(0, 3, (6, 8), dtype=np.uint8)
    got, sounds = edited(cells, parse_rule("Immigration"), Action(NOBODY, ActionKind.AREA, 1, 1, data))
    assert sounds == ["refused"]
    assert_boards_equal(got, cells)


@pytest.mark.parametrize(
    "data", ["", "or", "under x = 1, y = 1\no!", "xor nonsense", "over x = 1, y = 1\nC!", "xor x = 9, y = 1\n9o!"]
)
def test_a_damaged_merge_is_refused(data: str) -> None:
    cells = np.random.default_rng(1).integers(0, 3, (6, 8), dtype=np.uint8)
    got, sounds = edited(cells, parse_rule("Immigration"), Action(NOBODY, ActionKind.MERGE, 1, 1, data))
    assert sounds == ["refused"]
    assert_boards_equal(got, cells)


def test_far_places_do_no_harm() -> None:
    cells = np.random.default_rng(1).integers(0, 3, (6, 8), dtype=np.uint8)
    for edges in Edges:
        rule = parse_rule("Immigration").on_board((6, 8), edges)
        for a, b in ((1 << 62, -(1 << 62)), (-(1 << 63), 5)):
            for data in ("3x3 invert", "3x3 move 9999999999,-9999999999 xor", "2x5 left"):
                edited(cells, rule, Action(NOBODY, ActionKind.AREA, a, b, data))
            edited(cells, rule, Action(NOBODY, ActionKind.MERGE, a, b, "xor x = 2, y = 1\noo!"))


def test_massive_rectangle_is_never_read_whole() -> None:
    class Massive:
        """A board that cannot be read."""

        rule = parse_rule("Immigration").on_board((131072, 131072))
        shape = (131072, 131072)
        generation = 0

    staged = StagedBoard(Massive())  # type: ignore[arg-type]
    side = int(MAX_HELD_CELLS**0.5) + 1
    for words, orders in (
        (("invert",), [Recode]),
        (("fill", 1), [Recode]),
        (("random", 0.5), [Sow]),
        (("outside",), [Erase, Erase]),
    ):
        before = len(staged.orders)
        edit(work(Area(9, 9, 100_000, 100_000), *words), staged, 1, 0)
        assert [type(order) for order in staged.orders[before:]] == orders
    staged.is_known = True
    for words in (("right",), ("move", "1,1", "or")):
        before = len(staged.orders)
        edit(work(Area(9, 9, side, side), *words), staged, 1, 0)
        assert [order.name for order in staged.orders[before:]] == ["refused"]


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9))
def test_a_rectangle_between_two_cells(top: int, left: int, bottom: int, right: int) -> None:
    area = area_between((top, left), (bottom, right))
    assert {(top, left), (bottom, right)} <= {
        (area.row + row, area.column + column) for row in (0, area.height - 1) for column in (0, area.width - 1)
    }
    assert area.cells == (abs(top - bottom) + 1) * (abs(left - right) + 1)


def test_xor_twice_restores_one_species() -> None:
    below, cells = (np.random.default_rng(seed).integers(0, 2, (5, 5), dtype=np.uint8) for seed in (1, 2))
    assert_boards_equal(xored(cells, xored(cells, below)), below)
