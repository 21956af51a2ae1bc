"""Keys over a universe: nobody plays at the keyboard who did not ask for it, and modifiers are modifiers."""

from window.stage import Stage

from gpulife.games.matches import new_match
from gpulife.rules import parse_rule

SIZE = 800, 600


def test_nobody_plays_on_the_board_that_follows_on_a_contest(stage: Stage) -> None:
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1))
    assert set(stage.shell.poller.devices()) == {0, 1}
    stage.begin("Life", (24, 40))
    assert stage.shell.poller.devices() == {}


def test_who_has_joined_a_universe_stays_in_the_next_one(stage: Stage) -> None:
    stage.begin("Life", (24, 40)).key("D").frames(1)
    assert set(stage.shell.poller.devices()) == {0}
    stage.begin("Life", (30, 40))
    assert set(stage.shell.poller.devices()) == {0}
