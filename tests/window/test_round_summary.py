"""The statistics after a round: keys, pads and mouse steer them, and they replay the round."""

from __future__ import annotations

import numpy as np
import pytest
from imgui_bundle import imgui
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.input.commands import ChangeSeat, Faster, Seek, Undo
from gpulife.rules import parse_rule
from gpulife.view.camera import pixel_of
from gpulife.window.panels import round_summary_card
from gpulife.window.panels.panel_state import RoundSummaryState
from gpulife.window.play.result_banner import SECONDS_TO_READ

SIZE = (800, 600)
BLOCK = ((12, 30), (12, 31), (13, 30), (13, 31))
BLINKER = ((12, 9), (12, 10), (12, 11))
TAKES_OVER = (11, 10)
"""A place beside the blinker, which turns it into a growing T."""


def finished(stage: Stage) -> Stage:
    """A round that Left wins by planting in generation 4; FAST, so the clock runs down in 12 generations."""
    stage.shell.begin(new_match("one-seed", parse_rule("Immigration"), (24, 40), 1, "FAST"))

    def act(player: int, kind: ActionKind, a: int = 0, b: int = 0) -> None:
        stage.play.runner.act(Action(player, kind, a, b))
        stage.frames(2)

    act(NOBODY, ActionKind.START)
    act(NOBODY, ActionKind.PACE, 20_000)
    for player, cells in enumerate((BLINKER, BLOCK)):
        for cell in cells:
            act(player, ActionKind.POINT, *cell)
            act(player, ActionKind.TRIGGER, 1)
            act(player, ActionKind.TRIGGER)
    for _ in range(4):
        act(NOBODY, ActionKind.STEP)
        stage.live(10)
    act(0, ActionKind.POINT, *TAKES_OVER)
    act(0, ActionKind.TRIGGER, 1)
    act(0, ActionKind.TRIGGER)
    act(NOBODY, ActionKind.HALT)
    stage.live(20, ticks=5)
    assert stage.play.session.state.phase == "over"
    return stage


def result(stage: Stage) -> RoundSummaryState:
    return stage.shell.panel_state.round_summary


def press(stage: Stage, key: imgui.Key) -> Stage:
    """Press a key in Dear ImGui, which listens to the window itself."""
    for pressed in (True, False):
        imgui.get_io().add_key_event(key, pressed)
        stage.frames(2)
    return stage


def play_out(stage: Stage) -> None:
    """Play to the end of the recording."""
    session = stage.play.session
    stage.live_until(lambda: stage.play.runner.seeking is None and not session.in_the_past, "the end", 10_000)


def test_summary_shows_the_decision_beside_the_board(stage: Stage) -> None:
    finished(stage)
    assert result(stage).drawn
    assert result(stage).summary is not None
    summary = result(stage).summary[1]
    assert [point.text for point in summary.turning_points] == [
        "Left plants a single cell and leads from generation 5 to the end"
    ]
    assert (summary.last.scores, summary.last.spent, summary.plantings) == ((20, 4), (4, 4), (4, 4))
    width = stage.picture.shape[1]
    left = stage.controller.layout.covered[0]
    assert 300 < left < width / 2
    stage.frames(60)
    edge, _ = pixel_of(stage.play.display.camera, stage.window.framebuffer_size, 0, 0)
    assert edge >= left - 1  # the board has made room: no cell lies below the card


def test_statistics_that_were_asked_for_once_no_longer_come_by_themselves(stage: Stage) -> None:
    finished(stage).key("F6").frames(3)
    assert result(stage).steered
    stage.do(Action(NOBODY, ActionKind.START)).live(5)
    assert not result(stage).drawn, "another round has begun, though it is the first one again"
    finished(stage).frames(3)
    assert not result(stage).drawn
    assert result(stage.key("F6").frames(3)).drawn


def test_computer_name_fits_the_table(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: set[str] = set()
    shorten = round_summary_card.elided

    def shorten_(words: str, room: float, size: float = 0.0) -> str:
        shown.add(shorten(words, room, size))
        return shorten(words, room, size)

    monkeypatch.setattr(round_summary_card, "elided", shorten_)
    finished(stage)
    stage.do(ChangeSeat(1, "name", "Computer 4")).frames(4)
    assert {"Left", "Computer 4"} <= shown
    assert not [words for words in shown if words not in ("Left", "Right", "Computer 4")]


@pytest.mark.parametrize(("leads", "scale"), [((0, 3), 5), ((-7, 4), 5), ((10, -23), 20), ((480, 0), 200)])
def test_lead_is_marked_at_a_round_number(leads: tuple[int, ...], scale: int) -> None:
    assert round_summary_card.lead_scale(np.array(leads, np.float64)) == scale


def test_watching_again_by_keyboard_records_nothing(stage: Stage) -> None:
    session = finished(stage).play.session
    before, log = session.recording(), len(session.log.entries())
    stage.key("F6")
    assert result(stage).steered
    stage.frames(3)
    press(stage, imgui.Key.enter)
    assert not result(stage).drawn
    assert session.in_the_past
    seen = []
    while session.in_the_past or stage.play.runner.seeking is not None:
        stage.live()
        seen.append(session.state.phase)
    assert set(seen) >= {"play", "over"}
    stage.frames(2)
    assert result(stage).drawn  # again, at the same end
    assert len(session.log.entries()) == log
    after = session.recording()
    assert (after.log, after.hashes) == (before.log, before.hashes)


def test_watching_is_read_only_with_halt_and_escape(stage: Stage) -> None:
    session = finished(stage).play.session
    before = session.recording()
    stage.key("F6").frames(3)
    press(stage, imgui.Key.enter).frames(2)
    assert stage.messages[-1].startswith("Watching the recording from shortly before generation 4. ")
    stage.live_until(lambda: stage.play.runner.seeking is None, "there", 10_000)
    assert "Back to the end" in "".join(map(str, stage.controller.hints.middle[0]))
    stage.do(Action(0, ActionKind.TRIGGER, 1)).do(Action(1, ActionKind.RESIGN)).do(Faster()).do(Undo()).live(3)
    stage.key("Space")
    ticks = session.ticks
    assert stage.live(20).play.session.ticks == ticks
    assert session.in_the_past
    stage.key("Space").live(5)
    assert session.ticks > ticks
    stage.key("Escape").live(3)
    play_out(stage)
    stage.frames(2)
    assert result(stage).drawn
    assert not stage.play.runner.watching
    after = session.recording()
    assert (after.log, after.hashes, after.ticks) == (before.log, before.hashes, before.ticks)


def test_planting_while_watching_begins_a_new_future(stage: Stage) -> None:
    session = finished(stage).play.session
    stage.do(Seek(session.ticks - 60)).frames(2)
    stage.live_until(lambda: stage.play.runner.seeking is None, "there", 10_000)
    stage.frames(5)
    stage.play.runner.act(Action(1, ActionKind.RESIGN))
    stage.frames(3)
    assert not session.in_the_past
    assert (session.state.phase, session.state.ending) == ("over", "resigned")
    assert not result(stage).drawn  # without a turning point it does not open by itself
    stage.key("F6").frames(2)
    assert result(stage).drawn
    summary = result(stage).summary
    assert summary is not None
    assert summary[1].last.winner == 0
    assert summary[1].last.generation < 12


def test_closed_summary_stays_closed_until_requested(stage: Stage) -> None:
    finished(stage).key("F6").key("F6")
    assert not result(stage).drawn
    session = stage.play.session
    stage.play.runner.seeking = session.ticks - 30
    stage.frames(2)
    play_out(stage)
    stage.frames(2)
    assert not result(stage).drawn
    stage.key("F6")
    assert result(stage).drawn
    press(stage.key("Escape"), imgui.Key.escape)
    assert not result(stage).drawn
    assert session.state.phase == "over"  # that Escape was the card's
    assert not stage.menu_shown
    stage.pass_seconds(SECONDS_TO_READ).key("Enter").frames(2)
    assert (session.state.phase, session.state.round) == ("set-up", 2)
    stage.play.runner.act(Action(1, ActionKind.RESIGN))
    stage.frames(3)
    assert not result(stage).drawn  # nothing has happened in this round


def test_another_round_closes_the_summary(stage: Stage) -> None:
    finished(stage).do(Action(NOBODY, ActionKind.AGAIN)).frames(2)
    assert stage.play.session.state.round == 2
    stage.frames(2)
    assert not result(stage).drawn


def test_pad_steers_the_summary_in_menu_mode(stage: Stage) -> None:
    finished(stage)
    session = stage.play.session
    log = len(session.log.entries())
    stage.pad("back", "a")
    assert result(stage).steered
    stage.frames(3)
    stage.pad("a").frames(2)
    assert session.in_the_past
    play_out(stage)
    stage.frames(3)
    stage.pad("back", "a").frames(2).pad("b")
    assert not result(stage).drawn
    assert len(session.log.entries()) == log


def test_no_summary_in_study(stage: Stage) -> None:
    stage.begin().key("F6")
    assert not result(stage).drawn
    assert "Only One Seed, Seed List and P2Life have statistics, once the set-up has begun" in stage.messages


def test_summary_during_a_round(stage: Stage) -> None:
    stage.shell.begin(new_match("one-seed", parse_rule("Immigration"), (24, 40), 1, "FAST"))
    stage.act(ActionKind.START).key("F6")
    assert result(stage).drawn
    stage.frames(30).key("F6")
    assert not result(stage).drawn
