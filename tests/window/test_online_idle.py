"""An unattended window that people elsewhere depend on; and the sessions that are offered afterwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from window.online_match_stage import Server, people
from window.online_stage import show_lobby
from window.stage import Stage, show_start_screen

from gpulife.games.core.game import ActionKind
from gpulife.games.matches import new_match
from gpulife.rules import parse_rule
from gpulife.settings import changed
from gpulife.window.art.headless_match import START

SIZE = (640, 480)


def waits_for_others(stage: Stage) -> None:
    Server(stage, "seed-list", 0).tell(people("Ada", ""))


@pytest.mark.parametrize("situation", [waits_for_others, lambda stage: show_lobby(show_start_screen(stage))])
def test_no_attract_mode_during_on_line_play(stage: Stage, situation: Callable[[Stage], object]) -> None:
    situation(stage)
    stage.shell.settings = changed(stage.shell.settings, "attract_seconds", 2)
    stage.pass_seconds(5)
    assert not stage.screens.attract.on
    if stage.menu_shown:
        stage.screens.pop_to(stage.screens.start_menu)
        stage.pass_seconds(5)
        assert stage.screens.attract.on, "when nobody counts on it any more"


def test_unplayed_session_is_not_offered(stage: Stage) -> None:
    stage.shell.settings = changed(stage.shell.settings, "wait_for_players", value=True)
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1), (START,))
    stage.frames(5)
    for ends in (False, True):
        stage.screens.save(ends=ends)
        stage.screens.play_screen.saver.find()
        assert stage.screens.play_screen.saver.offered == ()


def test_played_session_is_offered(stage: Stage) -> None:
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1))
    stage.frames(2).act(ActionKind.START).frames(10)
    stage.key("LeftShift").frames(5)
    assert any(stage.play.population)
    stage.screens.save(ends=True)
    stage.screens.play_screen.saver.find()
    assert len(stage.screens.play_screen.saver.offered) == 1
