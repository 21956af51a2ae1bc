"""Keys over a universe: the keyboard has no player until somebody joins."""

from window.stage import Stage

from gpulife.games.matches import new_match
from gpulife.rules import parse_rule

SIZE = 800, 600


def test_universe_after_contest_has_no_players(stage: Stage) -> None:
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1))
    assert set(stage.shell.poller.devices()) == {0, 1}
    stage.begin("Life", (24, 40))
    assert stage.shell.poller.devices() == {}


def test_joined_player_stays_in_next_universe(stage: Stage) -> None:
    stage.begin("Life", (24, 40)).key("D").frames(1)
    assert set(stage.shell.poller.devices()) == {0}
    stage.begin("Life", (30, 40))
    assert set(stage.shell.poller.devices()) == {0}
