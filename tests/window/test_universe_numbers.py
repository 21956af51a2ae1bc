"""The numbers that panels show of a universe: seeds, populations and their curves."""

from __future__ import annotations

import pytest
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.window.panels import timeline
from gpulife.window.play.frame_render import snapshot_of

SIZE = (800, 600)
DOT = Action(NOBODY, ActionKind.PAINT, 5, 5, "x = 3, y = 1\nAAA!")


SOUP = Action(NOBODY, ActionKind.SOUP, data="0.3")


def figures(stage: Stage) -> tuple[str, ...]:
    """The figures below the board, and none where it has no room for them."""
    controller = stage.controller
    assert (controller.hud_margins.below > 0) == controller.shows_scores == controller.overlay.has_figures
    return controller.overlay.status if controller.overlay.has_figures else ()


@pytest.mark.parametrize("panels", [True, False])
def test_study_mode_for_two_shows_cursors_and_numbers(stage: Stage, panels: bool) -> None:
    stage.shell.change("panels_hidden", not panels)
    stage.begin("Immigration")
    assert figures(stage) == ("0000", "99", "0000", "99", "0000")
    assert [(mark.row, mark.column) for mark in stage.controller.cursors(0.0)] == [(12, 10), (12, 30)]
    assert stage.controller.hints.middle
    stage.do(DOT)
    assert figures(stage)[0] == "0003"


@pytest.mark.parametrize("rule", ["Life", "/2/3", "WireWorld", "QuadLife"])
def test_other_rules_show_no_cursors_or_numbers(stage: Stage, rule: str) -> None:
    stage.begin(rule)
    stage.shell.poller.sit_at_keyboard(0)
    assert figures(stage) == ()


def test_universe_with_cells_shows_joined_cursors_only(stage: Stage) -> None:
    stage.shell.begin(stage.begin("Immigration").play.session.match, (SOUP,))
    assert (figures(stage), stage.controller.cursors(0.0)) == ((), [])
    stage.live(5)
    assert (figures(stage), stage.controller.cursors(0.0)) == ((), [])
    assert snapshot_of(stage.controller).seeds == ()
    stage.shell.poller.sit_at_keyboard(1)
    assert figures(stage) == ()
    assert snapshot_of(stage.controller).seeds == ("99", "99"), "the bar shows them"
    assert stage.controller.cursors(0.0) == []
    stage.key("Left").live(10)
    assert len(stage.controller.cursors(0.0)) == 1


def test_handicap_is_shown_before_play(stage: Stage) -> None:
    stage.begin().key("F2").live(2)
    assert stage.play.session.match.option == "HCAP"
    assert figures(stage)[1::2] == ("??", "??")


def test_curves_begin_with_drawn_cells(stage: Stage) -> None:
    stage.begin().live(5).do(DOT).live(5)
    stage.act(ActionKind.STEP).live(10)
    curves = stage.play.runner.history.curves()
    assert curves.generations.tolist() == [0, 1]
    assert curves.populations[0].tolist() == [3, 3]
    stage.do(DOT).do(Action(NOBODY, ActionKind.PAINT, 20, 5, "x = 3, y = 1\nAAA!"))
    assert stage.play.runner.history.curves().populations[0].tolist()[-1] > 3
    stage.key("Z", "Ctrl").key("Z", "Ctrl").key("Z", "Ctrl").live(5)
    assert stage.play.runner.history.curves().generations.tolist() == [0]


def test_bar_lists_species_after_generation(stage: Stage) -> None:
    stage.begin("B3/S23:8").do(SOUP).live(3)
    numbers = timeline._scores(snapshot_of(stage.controller))
    assert [number.text.split()[0] for number in numbers] == ["Generation", *"ABCDEFGH"]
