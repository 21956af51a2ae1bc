"""Real-Time Life by cursor and trigger, or by mouse: marking ten cells, choosing a cell, and the shown path."""

from __future__ import annotations

from dataclasses import replace

from games.mail import Mail
from games.playing import K, shows

from gpulife.games.core.game import Action
from gpulife.games.realtime.observation import SeatInput, realtime_overlay

LONG = "A.....B.\n......B.\n......B.\n........"


def hand(mail: Mail, player: int = 0) -> SeatInput:
    return next(hand for hand in mail.seen.inputs if hand.seat == player)


def test_ten_presses_join() -> None:
    mail = Mail(letters=2, players=1, shape=(6, 20))
    mail.do(0, K.POINT, 2, 3)
    assert (hand(mail).cursor, hand(mail).missing, hand(mail).label) == ((2, 3), 10, "d3: 10 cells to place")
    for number in range(9):
        mail.press().tap(0, 1)
        assert hand(mail).missing == 9 - number
    assert hand(mail).label == "m3: 1 cell to place"
    assert not mail.engine.read_all().any()
    mail.press()
    assert mail.picture.splitlines()[2] == "...AAAAAAAAAA......."
    assert (mail.seat("A").name, mail.seat("A").sketch, mail.state.running) == ("A", (), True)


def test_held_trigger_draws_and_press_clears_a_mark() -> None:
    mail = Mail(letters=2, players=1, shape=(6, 20))
    mail.do(0, K.POINT, 2, 3).do(0, K.TRIGGER, 1).do(0, K.STICK, 0, 1)
    while len(mail.seat("A").sketch) < 5:
        mail.tick()
    mail.do(0, K.STICK).do(0, K.TRIGGER)
    assert mail.seat("A").sketch == ((2, 3), (2, 4), (2, 5), (2, 6), (2, 7))
    mail.press()
    assert mail.seat("A").sketch == ((2, 3), (2, 4), (2, 5), (2, 6))
    assert mail.sounds[-1] == "erase"


def test_impossible_marks_are_refused() -> None:
    mail = Mail("B...\n....\n....\n....", letters=2)
    mail.click((0, 0))
    assert hand(mail).message == "a1 is taken by a cell of B"
    mail.click((1, 1)).click((3, 3))
    assert hand(mail).message == "the 10 cells must touch, by a side or a corner"
    assert mail.seat("A").sketch == ((1, 1),)
    mail.click((2, 2))
    assert (mail.seat("A").sketch, hand(mail).message) == (((1, 1), (2, 2)), "")


def test_unconnected_marks_are_refused_at_the_tenth() -> None:
    mail = Mail(letters=2, players=1, shape=(6, 20))
    for column in range(9):
        mail.click((1, column))
    mail.click((1, 4)).click((2, 8))  # taken back from the middle, and two elsewhere instead
    mail.click((3, 8))
    assert hand(mail).message == "the 10 cells must touch, by a side or a corner"
    assert len(mail.seat("A").sketch) == 9
    mail.click((1, 4))
    assert mail.seat("A").cells == 10


def test_path_and_cost_are_shown_and_next_press_moves() -> None:
    mail = Mail(LONG, points=9)
    mail.click((0, 0))
    assert (hand(mail).chosen, hand(mail).path) == ((0, 0), ())
    mail.do(0, K.POINT, 0, 7)
    seen = hand(mail)
    assert (len(seen.path), seen.affordable, seen.label) == (9, True, "h1: costs 9, you have 9 points")
    assert seen.path[-1] == (0, 7)
    assert (3, 6) in seen.path, "around the wall"
    mail.press()
    shows(mail, "......BA\n......B.\n......B.\n........")
    assert (mail.seat("A").points, hand(mail).chosen) == (0, None)


def test_too_costly_path_is_shown_and_refused() -> None:
    mail = Mail(LONG, points=3)
    mail.click((0, 0)).do(0, K.POINT, 0, 7)
    assert (len(hand(mail).path), hand(mail).affordable, hand(mail).label) == (
        9,
        False,
        "h1: costs 9, you have 3 points",
    )
    mail.press()
    assert hand(mail).message == "a1 to h1 costs 9: you have 3 points until the next tick"
    shows(mail, LONG)
    assert mail.sounds[-1] == "refused"
    assert hand(mail).chosen == (0, 0), "another end can be tried"


def test_no_path_is_shown_where_there_is_none() -> None:
    mail = Mail("AB.\nBB.\n...", points=5)
    mail.click((0, 0)).do(0, K.POINT, 2, 2)
    assert (hand(mail).path, hand(mail).label) == ((), "c3: no path")
    mail.press()
    assert hand(mail).message == "there is no path of at most 256 steps from a1 to c3"


def test_choosing_another_cell() -> None:
    mail = Mail("A.A.B\n.....", points=5)
    mail.click((0, 0))
    mail.click((0, 0))
    assert hand(mail).chosen is None
    mail.click((0, 0)).click((0, 2))
    assert hand(mail).chosen == (0, 2), "an own cell is taken instead"
    mail.click((0, 2)).click((0, 4))
    assert hand(mail).message == "e1 is a cell of B, not yours"
    mail.click((1, 1))
    assert hand(mail).message == "there is no cell at b2"


def test_path_follows_the_board_and_dead_cell_is_dropped() -> None:
    mail = Mail("A....\n....B\nBBB..", points=3)
    mail.click((0, 0), 0).do(0, K.POINT, 0, 2)
    assert hand(mail).path == ((0, 1), (0, 2))
    mail.move("B", "a3 b1")
    assert mail.says("B") == "a3 to b1 for 2: 1 point left"
    assert hand(mail).path == ((1, 1), (0, 2))
    left = replace(mail.state, seats=tuple(replace(seat, points=4) for seat in mail.state.seats))
    assert realtime_overlay(left).inputs[1].message == "", "a tick has brought other points since"
    mail.generation()
    assert hand(mail).chosen is None


def test_held_stick_moves_on_within_the_board() -> None:
    mail = Mail("A...B\n.....", points=1)
    mail.do(0, K.STICK, 1, 1).ticks(120)
    assert hand(mail).cursor == (1, 4)
    mail.do(0, K.STICK, -1, -1).ticks(120).do(0, K.STICK)
    assert hand(mail).cursor == (0, 0)


def test_newcomer_may_use_the_added_rows() -> None:
    mail = Mail(letters=3, players=1).join("Ada", "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1")
    mail.do(1, K.POINT, 999, 5)
    assert hand(mail, 1).cursor == (31, 5)
    for column in range(10):
        mail.click((30, column), 1)
    assert mail.state.rows == 32
    mail.do(0, K.POINT, 999, 5)
    assert hand(mail, 0).cursor == (31, 5)


def test_two_players_at_once() -> None:
    mail = Mail("A..B\n....", points=1)
    mail.tick(Action(0, K.POINT, 0, 0), Action(1, K.POINT, 0, 3), Action(0, K.TRIGGER, 1), Action(1, K.TRIGGER, 1))
    assert [hand(mail, player).chosen for player in (0, 1)] == [(0, 0), (0, 3)]
    mail.tick(Action(0, K.TRIGGER), Action(1, K.TRIGGER), Action(0, K.POINT, 1, 1), Action(1, K.POINT, 1, 2))
    mail.tick(Action(0, K.TRIGGER, 1), Action(1, K.TRIGGER, 1))
    shows(mail, "....\n.AB.")
