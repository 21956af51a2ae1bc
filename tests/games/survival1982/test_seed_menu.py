"""The rules of the seed menu of Seed List, each with its test (continues the list in ``test_rules``).

* Ten shapes a player, the right half mirrored; in hand at first is the single cell:
  test_right_half_of_the_menu_mirrors_the_left.
* Down at the bottom edge, let go, down again leads into the menu, one that is held does not:
  test_second_push_down_enters_the_menu, test_push_that_reaches_the_bottom_counts_as_first; nor does the next one after
  moving away: test_moving_away_resets_the_first_push. One Seed has no menu: test_one_seed_has_no_menu. It is open in
  play and halted, too: test_menu_is_open_in_play_and_while_halted.
* Left and right choose: test_left_and_right_choose_and_stop_at_the_ends; also held:
  test_held_stick_repeats_slowly_in_the_menu. The trigger turns through the distinct orientations, and plants nothing
  there: test_trigger_turns_the_shape_in_the_menu, test_trigger_pressed_in_the_menu_draws_nothing_outside.
* Up leads out, with the shape as the cursor, which stays on its half as a whole: test_whole_shape_stays_on_its_half.
* Gliders and spaceships face the opponent at first: test_moving_shapes_face_the_opponent_at_first. Each press plants
  the whole shape: test_cursor_shows_what_is_planted; while seeds last: test_too_expensive_shape_is_refused; where it
  has room: test_shape_without_room_is_refused.
* Only the single cell erases, draws lines, and goes on while the trigger is held:
  test_only_the_single_cell_erases_and_draws, test_each_shape_needs_its_own_press_in_play.
* What is in hand when the trigger goes down is planted, where it was then: test_shape_at_the_press_is_planted.
* The next round begins with the shape in hand, in the centre; START with the single cell:
  test_next_round_keeps_the_shape_and_start_does_not.
"""

from __future__ import annotations

import numpy as np
import pytest
from boards import picture
from games.duel import BLOCKS, DOWN, EMPTY, LEFT, RIGHT, UP, Duel
from games.playing import K, shows

from gpulife.games.core.game import NOBODY
from gpulife.games.survival1982.input import TURNED_SHAPES
from gpulife.games.survival1982.observation import overlay
from gpulife.patterns.seeds import SEED_SHAPES

GLIDER = [shape.name for shape in SEED_SHAPES].index("glider")
LARGE = "\n".join(["." * 60] * 30)


def seed_list(start: str = LARGE, option: str = "", **more: object) -> Duel:
    return Duel(start, "seed-list", option, **more)  # type: ignore[arg-type]


def test_right_half_of_the_menu_mirrors_the_left() -> None:
    entries = seed_list().seen.menu
    assert [entry.entry for entry in entries] == [*range(10), *reversed(range(10))]
    assert [entry.player for entry in entries] == [0] * 10 + [1] * 10
    for left, right in zip(entries[:10], reversed(entries[10:]), strict=True):
        assert left.size == right.size
        assert sorted(left.cells) == sorted((row, left.size[1] - 1 - column) for row, column in right.cells)
    assert [(entry.player, entry.entry) for entry in entries if entry.chosen] == [(0, 0), (1, 0)]
    assert not any(entry.lit or entry.costly for entry in entries)


def test_menu_marks_what_costs_too_much() -> None:
    duel = seed_list()
    poor = duel.state.with_side(0, seeds=4)
    costly = [entry.player == 0 and len(entry.cells) > 4 for entry in overlay(poor, (30, 60)).menu]
    assert [entry.costly for entry in overlay(poor, (30, 60)).menu] == costly
    assert any(costly)


@pytest.mark.parametrize("player", [0, 1])
def test_second_push_down_enters_the_menu(player: int) -> None:
    duel = seed_list().do(player, K.STICK, *DOWN).ticks(300)
    assert duel.place(player)[0] == 29
    assert not duel.state.sides[player].in_menu
    duel.do(player, K.STICK).ticks(100)
    assert duel.state.cursors[player].visible
    duel.do(player, K.STICK, *DOWN)
    assert duel.state.sides[player].in_menu
    assert not duel.state.cursors[player].visible
    assert duel.seen.cursors[player] == ()
    assert [entry.player for entry in duel.seen.menu if entry.lit] == [player]


def test_push_that_reaches_the_bottom_counts_as_first() -> None:
    duel = seed_list(at=((28, 5),)).tap(*DOWN)
    assert not duel.state.sides[0].in_menu
    assert duel.tap(*DOWN).state.sides[0].in_menu


def test_moving_away_resets_the_first_push() -> None:
    duel = seed_list(at=((29, 5),)).tap(*DOWN).tap(*UP).tap(*DOWN)
    assert not duel.state.sides[0].in_menu
    assert duel.tap(*RIGHT).tap(*DOWN).state.sides[0].in_menu  # moving along the edge does not count as moving away
    duel = seed_list(at=((29, 5),)).tap(*DOWN).do(0, K.POINT, 3, 5).do(0, K.POINT, 29, 5).tap(*DOWN)
    assert not duel.state.sides[0].in_menu


def test_one_seed_has_no_menu() -> None:
    duel = Duel(at=((11, 3),)).tap(*DOWN).tap(*DOWN).tap(*DOWN)
    assert not duel.state.sides[0].in_menu
    assert duel.seen.menu == ()


def test_left_and_right_choose_and_stop_at_the_ends() -> None:
    duel = seed_list().into_menu().into_menu(1)
    assert [duel.tap(*RIGHT).entry_of(0) for _ in range(11)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]
    assert duel.tap(*LEFT).entry_of(0) == 8
    assert [duel.tap(*LEFT, 1).entry_of(1) for _ in range(2)] == [1, 2]
    assert duel.tap(*RIGHT, 1).entry_of(1) == 1


def test_held_stick_repeats_slowly_in_the_menu() -> None:
    duel = seed_list().into_menu().do(0, K.STICK, *RIGHT)
    seen = [duel.entry_of(0), *(duel.ticks(15).entry_of(0) for _ in range(3))]
    assert seen == [1, 2, 3, 4]


@pytest.mark.parametrize("player", [0, 1])
def test_trigger_turns_the_shape_in_the_menu(player: int) -> None:
    for entry, turns in enumerate([1, 2, 4, 2, 4, 8, 4, 2, 8, 8]):
        duel = seed_list().take(entry, player=player).into_menu(player)
        seen = []
        for _ in range(turns):
            seen.append(next(each.cells for each in duel.seen.menu if each.lit))
            duel.press(player)
        assert len(set(seen)) == turns
        assert next(each.cells for each in duel.seen.menu if each.lit) == seen[0]
        shows(duel, LARGE)


def test_trigger_pressed_in_the_menu_draws_nothing_outside() -> None:
    duel = seed_list().into_menu().do(0, K.TRIGGER, 1).tap(*UP).tap(*UP).tap(*RIGHT).space().ticks(30)
    shows(duel, LARGE)
    duel = seed_list().do(0, K.TRIGGER, 1).into_menu().tap(*UP)
    score = duel.state.scores[0]
    assert duel.tap(*UP).tap(*RIGHT).state.scores[0] == score


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("entry", range(10))
def test_whole_shape_stays_on_its_half(player: int, entry: int) -> None:
    duel = seed_list().take(entry, player=player)
    assert {row for row, _ in duel.seen.cursors[player]} >= {29}  # up leads out at the bottom
    size = TURNED_SHAPES[player][entry][0].shape
    for stick, edge in (((-1, -1), (0, 0)), ((1, 1), (29, 29)), ((-1, 1), (0, 29)), ((1, -1), (29, 0))):
        cells = duel.do(player, K.STICK, *stick).ticks(300).seen.cursors[player]
        rows, columns = zip(*cells, strict=True)
        assert {0: min(rows), 29: max(rows)}[edge[0]] == edge[0]
        assert {0: min(columns), 29: max(columns)}[edge[1]] == edge[1] + 30 * player
        assert (max(rows) - min(rows), max(columns) - min(columns)) == (size[0] - 1, size[1] - 1)


def test_cursor_shows_what_is_planted() -> None:
    for entry in range(10):
        for turn in range(8):
            duel = seed_list().take(entry, turn).take(entry, turn, player=1)
            cursors = duel.seen.cursors
            duel.press(0).press(1)
            cells = duel.engine.read_all()
            assert {tuple(place) for place in np.argwhere(cells == 1)} == set(cursors[0])
            assert {tuple(place) for place in np.argwhere(cells == 2)} == set(cursors[1])
            assert duel.state.seeds == (99 - SEED_SHAPES[entry].cost,) * 2


@pytest.mark.parametrize("entry", [5, 8, 9])
def test_moving_shapes_face_the_opponent_at_first(entry: int) -> None:
    duel = seed_list().take(entry).take(entry, player=1)
    duel.do(0, K.POINT, 8, 0).do(1, K.POINT, 22, 59).press(0).press(1)
    before = [np.argwhere(duel.engine.read_all() == species)[:, 1].mean() for species in (1, 2)]
    assert duel.generations(8).state.scores == (SEED_SHAPES[entry].cost,) * 2
    after = [np.argwhere(duel.engine.read_all() == species)[:, 1].mean() for species in (1, 2)]
    assert after[0] > before[0]
    assert after[1] < before[1]


@pytest.mark.parametrize("entry", [2, 3, GLIDER, 9])
def test_shapes_are_mirrored_about_the_border(entry: int) -> None:
    duel = seed_list(EMPTY).take(entry).take(entry, player=1)
    duel.do(0, K.POINT, 5, 4).do(1, K.POINT, 5, 19).press(0).press(1)
    cells = duel.engine.read_all()
    assert picture((cells == 1).astype(np.uint8)) == picture((cells == 2).astype(np.uint8)[:, ::-1])


def test_too_expensive_shape_is_refused() -> None:
    duel = seed_list(option="HCAP")
    for digit in (0, 4, 9, 9):
        duel.do(NOBODY, K.DIGIT, digit)
    duel.take(GLIDER).press()
    shows(duel, LARGE)
    assert (duel.sounds[-1], duel.state.seeds[0]) == ("refused", 4)
    assert duel.take(3).press().state.seeds[0] == 0


def test_shape_without_room_is_refused() -> None:
    for start in ("\n".join(["." * 8] * 5), "\n".join(["." * 80] * 2)):
        duel = seed_list(start).take(9, 1 if len(start) > 50 else 0).press()
        assert duel.seen.cursors[0] == (duel.place(),)
        duel.space().press().ticks(5)
        assert "refused" in duel.sounds
        assert "plant" not in duel.sounds


def test_only_the_single_cell_erases_and_draws() -> None:
    duel = seed_list().take(1).twice()
    assert duel.state.scores[0] == 3
    duel = seed_list().take(1).do(0, K.TRIGGER, 1).do(0, K.STICK, *UP).ticks(60)
    assert duel.state.scores[0] == 3
    duel = seed_list().take(1).take(0).twice()
    assert (duel.state.scores[0], duel.sounds[-1]) == (0, "erase")


def test_each_shape_needs_its_own_press_in_play() -> None:
    duel = seed_list(rule="B/S012345678:2").press(1).take(GLIDER).quickly().space()
    duel.do(0, K.TRIGGER, 1).tap(*UP).tap(*UP)
    assert duel.ticks(10).state.scores[0] == 5
    assert duel.do(0, K.TRIGGER, 0).press().ticks(2).state.scores[0] == 9


def test_shape_at_the_press_is_planted() -> None:
    duel = seed_list(rule="B/S012345678:2").take(GLIDER).do(NOBODY, K.PACE, 1000)
    cursor = duel.seen.cursors[0]
    duel.space().press().take(7).ticks(60)
    assert {tuple(place) for place in np.argwhere(duel.engine.read_all())} == set(cursor)


def test_mouse_leaves_the_menu() -> None:
    duel = seed_list().into_menu().tap(*RIGHT).do(0, K.POINT, 3, 55)
    assert (duel.seen.cursors[0], duel.state.sides[0].in_menu) == (((3, 27), (3, 28), (3, 29)), False)


def test_next_round_keeps_the_shape_and_start_does_not() -> None:
    duel = seed_list().take(GLIDER, 3).take(9, player=1).into_menu(1)
    cells = duel.seen.menu[GLIDER].cells
    duel.do(0, K.RESIGN).do(NOBODY, K.AGAIN)
    assert (duel.entry_of(0), duel.entry_of(1), duel.place(0), duel.place(1)) == (GLIDER, 9, (15, 15), (15, 44))
    assert duel.seen.menu[GLIDER].cells == cells
    assert not duel.state.sides[1].in_menu
    assert len(duel.seen.cursors[1]) == 13
    duel.start()
    assert (duel.entry_of(0), duel.entry_of(1), duel.state.sides[0].turns) == (0, 0, (0,) * 10)


def test_menu_is_open_in_play_and_while_halted() -> None:
    duel = seed_list(BLOCKS).do(NOBODY, K.PACE, 1000).space()
    assert duel.take(1).entry_of(0) == 1
    duel.space().ticks(60)
    assert duel.phase == "halted"
    assert duel.take(2).entry_of(0) == 2
