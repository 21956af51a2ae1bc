"""The numbers that panels show of a universe: seeds where they count, and the population from its first cells on."""

from __future__ import annotations

import pytest
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.window.play.frame_render import snapshot_of

SIZE = (800, 600)
DOT = Action(NOBODY, ActionKind.PAINT, 5, 5, "x = 3, y = 1\nAAA!")


@pytest.mark.parametrize(
    ("rule", "alone", "joined"),
    [
        ("Immigration", (), ("99", "99")),
        ("Life", (), ()),
        ("/2/3", (), ()),
        ("WireWorld", (), ()),
        ("QuadLife", (), ()),
    ],
)
def test_seeds_are_shown_where_somebody_plays_by_them(
    stage: Stage, rule: str, alone: tuple[str, ...], joined: tuple[str, ...]
) -> None:
    stage.begin(rule)
    assert snapshot_of(stage.controller).seeds == alone
    stage.shell.poller.sit_at_keyboard(0)
    assert snapshot_of(stage.controller).seeds == joined


def test_a_handicap_is_shown_before_anybody_plays(stage: Stage) -> None:
    stage.begin().key("F2").live(2)
    assert stage.play.session.match.option == "HCAP"
    assert snapshot_of(stage.controller).seeds == ("??", "??")


def test_the_population_begins_with_the_cells_that_were_drawn(stage: Stage) -> None:
    stage.begin().live(5).do(DOT).live(5)
    stage.act(ActionKind.STEP).live(10)
    curves = stage.play.history.curves()
    assert curves.generations.tolist() == [0, 1]
    assert curves.populations[0].tolist() == [3, 3]
    stage.do(DOT).do(Action(NOBODY, ActionKind.PAINT, 20, 5, "x = 3, y = 1\nAAA!"))
    assert stage.play.history.curves().populations[0].tolist()[-1] > 3
    stage.key("Z", "Ctrl").key("Z", "Ctrl").key("Z", "Ctrl").live(5)
    assert stage.play.history.curves().generations.tolist() == [0]
