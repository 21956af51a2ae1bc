"""Screens, questions and cards over the board of an on-line match, which continues below them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from imgui_bundle import imgui
from window.online_match_stage import begun
from window.stage import Stage, press
from window.test_round_summary import finished, result

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.turning_points import RoundMoment, Summary, TurningPoint, summarise
from gpulife.games.matches import new_match
from gpulife.input.commands import Help, Quit, StartScreen
from gpulife.online.protocol import Ended
from gpulife.rules import parse_rule
from gpulife.window.ask_first import AskFirstError
from gpulife.window.dialogs.ask_dialog import AskDialog
from gpulife.window.help_screen import HelpScreen
from gpulife.window.play import round_summary
from gpulife.window.screen_stack import Screen

SIZE = (1024, 600)


def shown(stage: Stage, texts: list[str]) -> str:
    """Return the texts drawn in one more frame, one per line."""
    texts.clear()
    stage.frames(1)
    return "\n".join(texts)


class Standstill(Screen):
    """Show a screen that stops time and hides the board."""

    stops_time = hides_picture = hides_panels = True

    def __init__(self, stage: Stage) -> None:
        self.shell = stage.shell


def test_match_continues_below_leave_question(stage: Stage) -> None:
    server = begun(stage)
    stage.frames(5).do(StartScreen())
    assert isinstance(stage.screens.top, AskDialog)
    before, picture = stage.play.session.front, stage.picture
    stage.frames(60)
    assert stage.play.session.front >= before + 50
    assert (stage.picture != picture).any(), "the clock is seen to go on"
    server.tell(Ended("The host has closed the match."))
    stage.frames(2)
    assert stage.screens.play_screen.online is None, "what comes is taken in"


def test_question_halts_local_match(stage: Stage) -> None:
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1))
    stage.frames(2).act(ActionKind.START)
    stage.frames(5)
    stage.screens.ask(AskFirstError("Is it?", "It is"), StartScreen())
    before = stage.play.session.ticks
    stage.frames(20)
    assert stage.play.session.ticks == before


def test_match_continues_silently_below_screens(stage: Stage) -> None:
    begun(stage)
    stage.frames(5)
    screen = Standstill(stage)
    stage.screens.push(screen)
    followed: list[object] = []
    stage.shell.sound.follow = lambda play, *_, **__: followed.append(play)  # type: ignore[method-assign]
    before = stage.play.session.front
    stage.frames(30)
    assert stage.play.session.front >= before + 25
    assert followed == []
    assert stage.play.runner.take_results() == [], "nor all at once later"
    stage.screens.pop(screen)
    stage.frames(1)
    assert followed == [stage.play]


def test_match_continues_below_lobby(stage: Stage) -> None:
    begun(stage)
    stage.frames(5)
    stage.shell.show_lobby()
    before = stage.play.session.front
    stage.frames(30)
    assert stage.play.session.front >= before + 25


def test_replaced_screens_pass_no_time(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    server = begun(stage)
    screen = Standstill(stage)
    there: list[bool] = []

    def noted(_seconds: float) -> None:
        there.append(screen in stage.screens)

    monkeypatch.setattr(screen, "pass_time", noted)
    stage.screens.push(screen)
    stage.frames(2)
    assert there == [True, True]
    server.seat = 0
    server.tell(type(server.seated)("other", "OTHER", server.seated.match, 0, next_seq=1))
    stage.frames(2)
    assert screen not in stage.screens
    assert there == [True, True]


@pytest.mark.parametrize("seat", [1, NOBODY])
def test_help_during_on_line_match(stage: Stage, texts: list[str], seat: int) -> None:
    server = begun(stage, seat)
    stage.frames(3).do(Help())
    assert isinstance(stage.screens.top, HelpScreen)
    before = stage.play.session.front
    words = shown(stage, texts)
    assert "The match continues." in words
    assert "Time stands" not in words
    assert "guided round" not in words
    stage.frames(20)
    assert stage.play.session.front >= before + 15
    server.tell(Ended("The host has closed the match."))
    stage.frames(1)
    assert "The match continues." not in shown(stage, texts)


def test_help_during_local_match(stage: Stage, texts: list[str]) -> None:
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1))
    stage.frames(3).do(Help())
    words = shown(stage, texts)
    assert "Time stands still." in words
    assert "Play the guided round" in words


def test_local_statistics_offer_turning_points(stage: Stage, texts: list[str]) -> None:
    finished(stage)
    words = shown(stage, texts)
    assert "Turning points: watch from there" in words
    assert "Watch##1" in words
    assert "Escape goes back" in words


def test_no_statistics_without_a_generation(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = TurningPoint(9, 2, 5, "Ada leads", 0, (9, 2))
    monkeypatch.setattr(round_summary, "summarise", lambda *given: replace(summarise(*given), turning_points=(turn,)))
    server = begun(stage, 0)
    stage.frames(5)
    server.match.act(Action(1, ActionKind.RESIGN))
    stage.frames(30)
    assert stage.play.session.is_over
    assert not result(stage).drawn


def test_on_line_statistics_list_turning_points(
    stage: Stage, texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = TurningPoint(9, 2, 5, "Ada leads from generation 5 to the end", 0, (9, 2))
    halt = RoundMoment(7, 1, 3, "Bob halted")

    def with_moments(*given) -> Summary:
        return replace(summarise(*given), turning_points=(turn,), halts=(halt,))

    monkeypatch.setattr(round_summary, "summarise", with_moments)
    server = begun(stage, 0)
    stage.frames(5)
    for seat in (0, 1):
        server.match.act(Action(seat, ActionKind.DONE))
    stage.live_until(lambda: result(stage).drawn, "the statistics")
    words = shown(stage, texts)
    assert turn.text in words
    assert halt.text in words
    assert "Turning points\n" in words
    assert "Watch" not in words
    assert "recording" not in words
    assert "goes back" not in words
    stage.key("F6").frames(3)
    assert result(stage).steered
    press(stage, imgui.Key.enter, "Enter").frames(2)
    assert not result(stage).drawn, "the button that closes it has the focus"


@pytest.mark.parametrize("is_own", [False, True])
def test_button_labels_for_quitting_and_leaving(stage: Stage, texts: list[str], *, is_own: bool) -> None:
    begun(stage, is_own=is_own)
    stage.frames(2).do(StartScreen()).frames(1)
    assert ("Stop hosting and leave" if is_own else "Leave the match") in shown(stage, texts).split("\n")
    press(stage, imgui.Key.escape, "Escape").frames(2)
    stage.do(Quit()).frames(1)
    words = shown(stage, texts).split("\n")
    assert "Quit" in words
    assert "Leave the match" not in words


def test_note_about_later_curves_is_wrapped(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    finished(stage)
    beyond: list[float] = []
    draw = imgui.text_colored

    def noted(colour, text: str) -> None:
        edge = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
        draw(colour, text)
        if "curves begin" in text:
            beyond.append(imgui.get_item_rect_max().x - edge)

    monkeypatch.setattr(imgui, "text_colored", noted)
    stats = result(stage).summary
    assert stats is not None
    monkeypatch.setattr(type(stats[1]), "__getattribute__", _incomplete)
    stage.frames(2)
    assert beyond
    assert max(beyond) <= 0.0


def _incomplete(summary, name: str):
    return False if name == "is_complete" else object.__getattribute__(summary, name)
