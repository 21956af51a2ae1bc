"""Rejoining after QUIT (ruling R27): quitting and joining in a loop gains nothing, and each refusal has a reason."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from games.mail import Mail, row
from games.playing import K

from gpulife.games.core.game import NOBODY
from gpulife.games.realtime.notation import score_lines
from gpulife.games.realtime.observation import realtime_overlay
from gpulife.games.realtime.state import Event, News, RealTimePhase, SeatStanding

LOOPS = """
AA...........BB..............
AA...........BB..............
.............................
.............................
.....................CC......
.....................CC......
.............................
"""
"""Three still lifes, with room between them."""
BACK = "g1 h1 i1 g2 h2 i2 c1 d1 e1 f1"
FAR = "a7 b7 c7 d7 e7 f7 g7 h7 i7 j7"


def loops(rulings: int = 2) -> Mail:
    mail = Mail(LOOPS, letters=4)
    mail.session.state = replace(mail.state, rulings=rulings, hours=5)
    return mail


def test_news_are_data_and_name_who_it_was() -> None:
    mail = loops(3)
    mail.do(0, K.RESIGN)
    assert (mail.state.news[-1:], mail.state.events) == (("A has quit",), ()), "older recordings keep their sentences"
    mail = loops(4)
    mail.do(0, K.RESIGN)
    assert (mail.state.news, mail.state.events[-1]) == ((), News(Event.QUIT, 0, "A"))
    assert mail.state.news_lines({0: "You"})[-1] == "You have quit"
    mail.hour(12).do(0, K.JOIN, data=f"Eve {FAR}")
    assert mail.state.news_lines({0: "Grace"})[-2:] == ("A has quit", "Grace has joined"), "A's seat is another's now"


def neutral(mail: Mail) -> int:
    return int(np.count_nonzero(mail.engine.read_all() == mail.engine.rule.live_states))


def test_rejoining_only_after_next_generation() -> None:
    mail = loops()
    mail.do(0, K.RESIGN)
    assert mail.seat("A").standing is SeatStanding.GONE
    assert neutral(mail) == 4
    why = mail.join("A", FAR).says()
    assert why == "A has quit and may join again after the next generation, in 7 s"
    assert mail.sounds[-1] == "refused"
    assert mail.join("A", FAR, player=0).says("A") == why
    mail.hour(6)
    why = mail.join("A", FAR).says()
    assert why == "A has quit and may join again after the next generation, in 1 s, once the clock runs"
    mail.hour()
    assert mail.state.generation == 1
    assert mail.join("A", FAR).says() == ""
    seat = mail.seat("A")
    assert (seat.standing, seat.cells, seat.points) == (SeatStanding.IN, 10, 0), "as a newcomer"


def test_quit_right_after_generation_waits_for_next_one() -> None:
    mail = loops().hour(7)
    assert mail.state.generation == 1
    mail.do(0, K.RESIGN).hour(11)
    assert "may join again" in mail.join("A", FAR).says()
    mail.hour()
    assert mail.join("A", FAR).says() == ""


def test_rejoining_keeps_away_from_other_cells() -> None:
    mail = loops()
    mail.do(0, K.RESIGN).hour(7)
    for places, why in (
        ("j1 k1 l1 j2 k2 l2 j3 k3 l3 k4", "j1 is 4 steps from a cell of B"),
        ("i1 h1 l1 k1 j1 i2 h2 i3 h3 i4", "l1 is 2 steps from a cell of B"),
        ("r7 s7 t7 u7 v7 w7 x7 y7 z7 aa7", "r7 is 4 steps from a cell of C"),
        ("v7 w7 x7 y7 z7 aa7 ab7 u7 t7 s7", "v7 is 1 step from a cell of C"),
    ):
        assert mail.join("A", places).says() == f"{why}: after quitting, keep 5 steps or more away"
    assert mail.join("Dan", "v7 w7 x7 y7 z7 aa7 ab7 u7 t7 s7").says() == "", "a newcomer joins anywhere"
    assert mail.join("A", BACK).says() == "", "neutral cells are nobody's, and five steps are enough"


def test_second_quit_in_twelve_ticks_leaves_no_cells() -> None:
    mail = loops().hour(6)  # one tick before the generation
    mail.do(0, K.RESIGN).hour().join("A", FAR)
    assert mail.seat("A").standing is SeatStanding.IN
    before = neutral(mail)
    mail.do(0, K.RESIGN)
    assert neutral(mail) == before
    assert not (mail.engine.read_all() == 1).any()
    assert mail.state.news[-1] == "A has quit again and leaves no cells"
    mail.hour(12).join("A", FAR).hour().do(0, K.RESIGN)
    assert neutral(mail) == before + 10, "more than twelve ticks later they stay"


def test_twelve_ticks_are_counted_as_whole_ticks() -> None:
    mail = loops().hour(7)
    mail.do(0, K.RESIGN).hour(12).join("A", FAR)
    assert mail.seat("A").standing is SeatStanding.IN
    before = neutral(mail)
    mail.do(0, K.RESIGN)
    assert neutral(mail) == before, "eleven and a half have passed if the first was in the middle of one"


def test_quitting_and_joining_in_a_loop_gains_nothing() -> None:
    """QUIT and JOIN a hundred times beside the others in one generation: only the first QUIT leaves cells."""
    for rulings, joined in ((1, 100), (2, 0)):
        mail = loops(rulings)
        back = 0
        for turn in range(100):
            mail.do(0, K.RESIGN)
            mail.join("A", f"{row(7 if turn % 2 else 3, 'a')}" if rulings == 1 else FAR)
            back += mail.seat("A").standing is SeatStanding.IN
            mail.engine.paint(2, 0, np.zeros((1, 29), np.uint8))
            mail.engine.paint(6, 0, np.zeros((1, 20), np.uint8))
            mail.session.board.changed()
        assert back == joined
    quitter, stays = loops(), loops()
    for generation in range(6):
        quitter.do(0, K.RESIGN).hour(7 if not generation else 12).join("A", FAR)
        quitter.engine.paint(6, 0, np.full((1, 10), 1, np.uint8))
        stays.hour(7 if not generation else 12)
    assert quitter.seat("A").total < stays.seat("A").total


def test_first_press_shows_the_refusal() -> None:
    mail = loops()
    mail.do(0, K.RESIGN).click((6, 2))
    assert mail.seat("A").sketch == ()
    assert mail.says("A") == "A has quit and may join again after the next generation, in 7 s"
    hand = mail.seen.inputs[0]
    assert (hand.missing, hand.waits) == (0, "after the next generation, in 7 s")
    assert hand.label == "you have quit; join again after the next generation, in 7 s"
    mail.hour(7)
    assert mail.says("A") == "", "it is no longer so"
    mail.click((0, 12))
    assert "after quitting, keep 5 steps or more away" in mail.says("A")
    mail.click((6, 2))
    assert mail.seat("A").sketch == ((6, 2),)
    assert mail.seen.inputs[0].label == "c7: 9 cells to place, 5 steps or more from others"


def test_letter_is_free_after_the_generation() -> None:
    mail = Mail(LOOPS, letters=3)
    mail.do(0, K.RESIGN)
    assert mail.join("Dan", FAR).says() == "seat A is free again after the next generation, in 12 s"
    mail.hour(12)
    assert mail.join("Dan", "p1 q1 q2 q3 q4 q5 q6 q7 p6 p5").says() == "", "a newcomer, and beside B"
    assert (mail.seat("A").name, mail.seat("A").total) == ("Dan", 0)


def test_first_rulings_are_unchanged() -> None:
    mail = loops(rulings=1)
    mail.do(0, K.RESIGN).join("A", "p1 q1 r1 p2 q2 r2 p3 q3 r3 q4")
    assert mail.says() == ""
    assert mail.seat("A").standing is SeatStanding.IN
    assert mail.seat("A").quit_hour is None
    mail.do(0, K.RESIGN)
    assert neutral(mail) == 14


def test_join_and_quit_before_the_clock_starts() -> None:
    mail = Mail(letters=3, players=3).join("Ada", row(1))
    for _ in range(3):
        mail.do(0, K.RESIGN).join("Ada", row(1))
    assert mail.state.phase is RealTimePhase.WAITING
    assert mail.seat("A").cells == 10


def test_restart_forgets_who_quit() -> None:
    mail = loops()
    mail.do(0, K.RESIGN).do(NOBODY, K.START)
    assert mail.state.rulings == 2
    assert mail.join("A", FAR).says() == ""


@pytest.mark.parametrize("over", [True, False])
def test_overlay_and_scores_in_every_state(over: bool) -> None:
    mail = loops()
    mail.do(0, K.RESIGN)
    if over:
        mail.do(1, K.RESIGN)
        assert mail.state.phase is RealTimePhase.OVER
    mail.click((6, 2))
    assert realtime_overlay(mail.state).inputs[0].waits == ("" if over else "after the next generation, in 7 s")
    assert "has quit" in "\n".join(score_lines(mail.state))
