"""A universe at rest: the offer to renew it, and automatic renewal."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.input.commands import ChangeSetting, Reseed
from gpulife.rules import parse_rule
from gpulife.window.play.rest_watch import OFFER_SECONDS, UNATTENDED_SECONDS

SIZE = (800, 600)
K = ActionKind
BLINKERS = "x = 9, y = 3, rule = Immigration\n.A3.3B$.A$.A!"
SOUP = Action(NOBODY, K.SOUP, data="0.35")


def begin(stage: Stage, *actions: Action, rule: str = "Immigration") -> Stage:
    stage.shell.change("panels_hidden", value=True)
    stage.shell.begin(new_match("study", parse_rule(rule), (24, 40), 1), actions)
    return stage.frames(2)


def resting(stage: Stage, seconds: float = 7.0) -> Stage:
    """Two blinkers, which have run for some time."""
    return begin(stage, Action(NOBODY, K.PAINT, 5, 5, BLINKERS)).key("Space").pass_seconds(seconds).frames(2)


def undo(stage: Stage) -> Stage:
    """It takes several frames where the machine is slow."""
    history = stage.screens.play_screen.undo
    return stage.key("Z", "Ctrl").live_until(lambda: history._travel is None and not history._waiting, "there")


def is_offered(stage: Stage) -> bool:
    return stage.screens.play_screen._rest_watch.offer is not None


def test_no_offer_before_rest(stage: Stage) -> None:
    assert not is_offered(resting(stage, 3))
    assert not is_offered(stage.key("Space").pass_seconds(10))
    begin(stage, Action(NOBODY, K.PAINT, 5, 5, "x = 3, y = 3\n.A$2.A$3A!")).key("Space").pass_seconds(4)
    assert not is_offered(stage)


def test_offered_wild_intervention_can_be_undone(stage: Stage) -> None:
    assert is_offered(resting(stage))
    assert stage.cells.any()
    stage.key("F8").live(10)
    assert not is_offered(stage)
    assert stage.play.session.state.strikes == 1
    undo(stage)
    assert stage.messages[-1].startswith("Undone: WILD")


def test_offered_soup_is_sown(stage: Stage) -> None:
    resting(stage).key("F8", "Shift").live(3)
    assert stage.cells.sum() > 100
    assert not is_offered(stage)
    undo(stage)
    assert stage.messages[-1].startswith("Undone: soup")
    assert 0 < stage.cells.sum() < 20


def test_kept_universe_gets_no_offer_until_it_changes(stage: Stage) -> None:
    resting(stage).key("Escape").pass_seconds(10)
    assert not is_offered(stage)
    stage.do(Action(NOBODY, K.PAINT, 15, 15, BLINKERS)).pass_seconds(7)
    assert is_offered(stage)


def test_an_empty_board_is_at_rest(stage: Stage) -> None:
    begin(stage).key("Space").pass_seconds(7).frames(1)
    assert is_offered(stage)
    assert stage.screens.play_screen._rest_watch.offer.text == "Nothing lives here any more."


def test_setting_renews_automatically(stage: Stage) -> None:
    resting(stage).do(ChangeSetting("at_rest", "renew")).live(5)
    assert stage.play.session.state.strikes == 1
    assert stage.messages[-1].startswith("At rest. WILD: "), "it says what was changed"
    session = stage.play.session
    for _ in range(60):
        stage.live(10, ticks=12)
        if "At rest: another soup" in stage.messages:
            break
    else:
        pytest.fail("it never came to rest again")
    assert stage.play.session is session
    assert stage.shell.settings.at_rest == "renew"


def test_unattended_universe_renews_unless_drawn(stage: Stage) -> None:
    begin(stage, Action(NOBODY, K.SOUP, data="0.06")).key("Space")
    stage.live(round(5 * (UNATTENDED_SECONDS + 10)), ticks=12)
    assert any(message.startswith("At rest: ") for message in stage.messages)
    stage.messages.clear()
    resting(stage).live(round(5 * (UNATTENDED_SECONDS + 20)), ticks=12)
    assert not any(message.startswith("At rest: ") for message in stage.messages)


def test_offer_covers_no_cells(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    resting(stage)
    card = imgui.internal.find_window_by_name("at rest")
    assert card.active
    view = imgui.get_main_viewport().size
    assert card.rect().min.y > 0.9 * view.y
    assert card.rect().max.x > view.x - 20
    stage.pass_seconds(OFFER_SECONDS).frames(2)
    assert not is_offered(stage), "it goes by itself"
    assert not card.active
    stage.shell.change("panels_hidden", value=False)
    stage.pass_seconds(OFFER_SECONDS).frames(2)
    assert is_offered(stage), "in the panel Time it stays"
    assert not card.active
    monkeypatch.setattr(imgui, "small_button", lambda label: label == "Keep it")
    stage.frames(2)
    assert not is_offered(stage)


def test_no_offer_in_matches_or_if_switched_off(stage: Stage) -> None:
    stage.shell.change("at_rest", "ignore")
    assert not is_offered(resting(stage))
    stage.shell.change("at_rest", "offer")
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (88, 160), 1), (Action(NOBODY, K.START),))
    stage.frames(2).key("Space").pass_seconds(12)
    assert not is_offered(stage)


def test_a_rule_with_chance_is_never_at_rest(stage: Stage) -> None:
    begin(stage, Action(NOBODY, K.PAINT, 5, 5, BLINKERS), rule="P2Life").key("Space").pass_seconds(8)
    assert not is_offered(stage)
    stage.do(Reseed())
    assert stage.cells.any()
