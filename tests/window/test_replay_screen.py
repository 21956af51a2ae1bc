"""Watching a finished match again: input never changes the match, but controls its time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from imgui_bundle import imgui
from window.imgui_audit import audited
from window.online_stage import press_button, show_lobby
from window.replays import GAMES, NAMES, recording, show_replay
from window.stage import Stage, press, show_start_screen

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.shared_texts import play_time
from gpulife.games.matches import new_match
from gpulife.input.commands import New, NewBoard, Open, Panels, Record, Redo, Reseed, Undo
from gpulife.input.events import MouseButton
from gpulife.input.glyphs import Glyph
from gpulife.rules import parse_rule
from gpulife.session.replay import read_replay, write_replay
from gpulife.window import main
from gpulife.window.help_screen import HelpScreen
from gpulife.window.panels import keycaps
from gpulife.window.replay.file_replay import OVER as FILE_OVER
from gpulife.window.replay.replay_bar import ReplayFacts, position_text
from gpulife.window.replay.replay_screen import OVER, ReplayScreen

SIZE = (800, 600)
KEYS = {"Space": imgui.Key.space, "Left": imgui.Key.left_arrow, "Right": imgui.Key.right_arrow}
KEYS |= {"Up": imgui.Key.up_arrow, "Down": imgui.Key.down_arrow, "Escape": imgui.Key.escape}
KEYS |= {"Home": imgui.Key.home, "End": imgui.Key.end}


def key(stage: Stage, name: str) -> Stage:
    return press(stage, KEYS[name], name)


def ended(stage: Stage, screen: ReplayScreen) -> ReplayScreen:
    screen.play.runner.go_to(screen.play.runner.length)
    return at_rest(stage, screen)


def at_rest(stage: Stage, screen: ReplayScreen) -> ReplayScreen:
    """Run frames until seeking has ended."""
    stage.live_until(lambda: screen.play.runner.seeking is None, "there").frames(2)
    return screen


def words(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return all words of the next frame, and the keys that it shows."""
    seen: list[str] = []
    text_size = imgui.calc_text_size
    with monkeypatch.context() as patch:
        patch.setattr(imgui, "calc_text_size", lambda text, *a, **k: (seen.append(text), text_size(text, *a, **k))[1])
        for name in ("text_colored", "text_unformatted", "button"):
            patch.setattr(imgui, name, _noted(getattr(imgui, name), seen))
        patch.setattr(keycaps, "_draw", _noted(keycaps._draw, seen))
        stage.frames(1)
    return seen


def _noted(draw: Any, seen: list[str]) -> Any:
    def draw_(*arguments: Any, **more: Any) -> Any:
        seen.extend(f"[{each.spoken}]" for each in arguments if isinstance(each, Glyph))
        seen.extend(each for each in arguments if isinstance(each, str))
        return draw(*arguments, **more)

    return draw_


def prompts(screen: ReplayScreen) -> set[str]:
    """Return the prompts that the game would show now."""
    controller = screen.controller
    wordings = (words for player in (0, 1) for words in controller.prompts_for(player))
    pieces = (piece for words in wordings for piece in controller.legend(0).pieces(words))
    return {piece for piece in pieces if isinstance(piece, str)} - {" ", "  "}


@pytest.mark.parametrize("game", GAMES)
def test_replay_bar_in_every_game(stage: Stage, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = show_replay(stage, game)
    for at in (0, 400, screen.play.runner.length):
        screen.play.runner.go_to(at)
        at_rest(stage, screen)
        shown = words(stage, monkeypatch)
        text = " ".join(shown)
        assert (OVER if screen.play.runner.is_over else "Replay") in shown
        assert {NAMES[0], NAMES[1]} <= set(text.replace(",", "").split())
        assert screen.play.session.game.title in text
        assert prompts(screen) & set(shown) == set()
        assert [
            each for each in shown if each.startswith(("You", "All seats", "Talk", "Another", "Empty", "QUIT"))
        ] == []
        assert {each for each in shown if each.startswith("[")} <= {f"[{each}]" for each in (*KEYS, "Esc", "F1", "F9")}
    assert OVER in shown
    assert stage.messages == []
    with audited() as findings:
        stage.frames(2)
    assert findings == set()


@pytest.mark.parametrize("game", GAMES)
def test_requests_do_not_change_replay(stage: Stage, game: str) -> None:
    screen = show_replay(stage, game)
    session = screen.play.session
    stage.frames(20)
    for kind in ActionKind:
        if kind not in (ActionKind.HALT, ActionKind.AGAIN):
            for player in (NOBODY, 0, 1):
                stage.screens.carry_out([Action(player, kind, 1, 1, "x")])
    stage.screens.carry_out([Undo(), Redo(), Reseed(), New(session.match), NewBoard(), Panels()])
    stage.frames(30)
    assert stage.screens.top is screen
    assert session.recording().log == recording(game).log
    ended(stage, screen)
    stage.screens.carry_out([Action(0, ActionKind.START), Action(0, ActionKind.DONE)])
    stage.frames(30)
    recorded = session.recording()
    assert (recorded.log, recorded.ticks) == (recording(game).log, recording(game).ticks)
    assert recorded.end_hash == recording(game).end_hash, "it was played as it was played"


def test_replay_with_keys(stage: Stage) -> None:
    show_start_screen(stage)
    below = stage.screens.top
    screen = show_replay(stage, "seed-list")
    play = screen.play
    key(stage, "Space")
    at = play.runner.at
    stage.frames(10)
    assert play.runner.at == at, "it stands still"
    key(stage, "Right")
    assert at_rest(stage, screen).play.runner.at == at + 300
    key(stage, "Left")
    assert at_rest(stage, screen).play.runner.at == at
    key(stage, "Up")
    assert play.runner.playback.speed == 2
    for _ in range(9):
        key(stage, "Down")
    assert play.runner.playback.speed == 0.5
    key(stage, "End")
    assert at_rest(stage, screen).play.runner.is_over
    key(stage, "Home")
    assert at_rest(stage, screen).play.runner.at == 0
    key(stage, "Space")
    stage.frames(10)
    assert play.runner.at > 0
    key(stage, "Escape")
    assert stage.screens.top is below


def test_replay_with_pad(stage: Stage) -> None:
    stage.pads.hold(0)
    screen = show_replay(stage, "biowar")
    play = screen.play
    stage.pad("a")
    at = play.runner.at
    assert play.runner.playback.halted
    stage.pad("dpad_right")
    assert at_rest(stage, screen).play.runner.at == at + 300
    stage.pad("dpad_up").pad("dpad_up").pad("dpad_down")
    assert play.runner.playback.speed == 2
    ended(stage, screen)
    stage.pad("a")
    assert at_rest(stage, screen).play.runner.at < 60, "it is watched again"
    assert not play.runner.playback.halted
    stage.pad("b")
    assert stage.screens.top is not screen


def test_replay_with_mouse(stage: Stage) -> None:
    screen = show_replay(stage, "p2life")
    play = screen.play
    press_button(stage, "Halt")
    assert play.runner.playback.halted
    at = play.runner.at
    press_button(stage, "5 s »")
    assert at_rest(stage, screen).play.runner.at == at + 300
    press_button(stage, "« 5 s")
    assert at_rest(stage, screen).play.runner.at == at
    press_button(stage, "Faster")
    assert play.runner.playback.speed == 2
    press_button(stage, "Slower")
    press_button(stage, "Resume")
    assert (play.runner.playback.speed, play.runner.playback.halted) == (1, False)
    for halted in (True, False):
        for pressed in (True, False):
            stage.frames(1, MouseButton(0, pressed, 400, 250))
        assert play.runner.playback.halted == halted, "a click on the board halts it, too, or lets it go on"
    ended(stage, screen)
    press_button(stage, "Watch again")
    assert at_rest(stage, screen).play.runner.at < 60
    press_button(stage, "Back to the results")
    assert stage.screens.top is not screen


def test_dragging_slider_halts_time(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = show_replay(stage, "seed-list")
    monkeypatch.setattr(imgui.backends, "glfw_new_frame", lambda: None)  # which would ask for the real pointer
    io, bar = imgui.get_io(), screen._bar
    middle = 600 - bar.height + 54.0
    io.add_mouse_pos_event(400.0, middle)
    stage.frames(2)
    io.add_mouse_button_event(0, down=True)
    stage.frames(2)
    assert bar.is_held
    assert screen.play.runner.at == pytest.approx(screen.play.runner.length / 2, rel=0.05)
    io.add_mouse_pos_event(600.0, middle)
    at_rest(stage, screen)
    at = screen.play.runner.at
    assert at == pytest.approx(screen.play.runner.length * 0.75, rel=0.05)
    stage.frames(20)
    assert screen.play.runner.at == at, "it waits for who drags"
    io.add_mouse_button_event(0, down=False)
    stage.frames(20)
    assert screen.play.runner.at > at
    io.add_mouse_pos_event(-1.0, -1.0)
    stage.frames(1)


def test_replay_stops_at_end(stage: Stage) -> None:
    screen = ended(stage, show_replay(stage, "one-seed"))
    session = screen.play.session
    ticks, board = session.ticks, screen.play.engine.read_all()
    stage.frames(60)
    assert (session.ticks, session.recorded_ticks) == (ticks, ticks)
    assert np.array_equal(board, screen.play.engine.read_all())
    assert screen.play.runner.is_over


def test_replay_of_later_game(stage: Stage) -> None:
    screen = at_rest(stage, show_replay(stage, "seed-list", began=600))
    assert screen.play.session.ticks >= 600
    assert screen.play.runner.length == 301
    key(stage, "Home")
    assert at_rest(stage, screen).play.session.ticks >= 600


def test_previous_session_is_unchanged(stage: Stage) -> None:
    stage.begin()
    play, ticks = stage.play, stage.play.session.ticks
    screen = show_replay(stage, "realtime")
    stage.frames(30)
    stage.screens.pop(screen)
    assert stage.play is play
    assert play.session.ticks == ticks
    stage.frames(5)
    assert play.display.covered_below == 0


def test_start_screen_key(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    show_replay(stage, "seed-list")
    stage.key("F9").frames(2)
    assert stage.screens.top is stage.screens.start_menu


def test_saving_and_help_during_replay(stage: Stage, tmp_path: Path) -> None:
    stage.begin()
    screen = show_replay(stage, "life-2")
    stage.do(Record(str(tmp_path / "a.gpureplay")))
    assert read_replay(tmp_path / "a.gpureplay").log == recording("life-2").log
    stage.key("F1")
    assert isinstance(stage.screens.top, HelpScreen)
    assert stage.screens.top.own.game.name == "life-2"
    at = screen.play.runner.at
    stage.frames(10)
    assert screen.play.runner.at == at, "it waits"


def test_board_is_above_bar_in_small_window(stage: Stage) -> None:
    stage.begin().shell.imgui_backend.set_ui_scale(2.0)
    controller = show_replay(stage, "biowar").controller
    stage.frames(60)
    below = SIZE[1] - controller.layout.covered.below - controller.hud_margins.below
    assert below < SIZE[1] / 2
    assert controller.layout.point_of(controller.shape[0], 0)[1] <= below
    assert controller.layout.point_of(0, 0)[1] >= controller.hud_margins.above - 1


def test_position_text() -> None:
    facts = ReplayFacts("Replay", "", "", 83 * 60, 296 * 60)
    assert position_text(facts) == "1:23 of 4:56"
    assert play_time(83 * 60, 7200 * 60) == "0:01:23"
    assert play_time(86_400 * 60) == "24:00:00"


def from_file(stage: Stage, game: str) -> Stage:
    """Begin a replay from a file of a game without consent, as ``gpulife replay FILE`` does."""
    replay = recording(game)
    stage.shell.begin(replace(replay.match, settings={}), recording=replay)
    return stage.frames(3)


def test_file_replay_bar(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    from_file(stage, "seed-list")
    shown = words(stage, monkeypatch)
    assert "Replay" in shown
    assert "Seed List Game: any action takes over the game from here" in shown
    assert stage.play.display.covered_below > 0
    press_button(stage, "5 s »")
    stage.live_until(lambda: stage.play.runner.seeking is None, "there")
    assert stage.play.session.ticks >= 300
    stage.play.runner.seeking = stage.play.session.recorded_ticks
    stage.live_until(lambda: stage.play.runner.seeking is None, "there").frames(3)
    assert FILE_OVER in stage.messages
    assert stage.play.display.covered_below == 0
    assert "Replay" not in words(stage, monkeypatch)


def test_command_shows_replay_file(stage: Stage) -> None:
    replay = recording("seed-list")
    main._begin(stage.screens, main.WindowOptions(match=replay.match, recording=replay), None)
    stage.frames(8)
    assert isinstance(stage.screens.top, ReplayScreen)
    key(stage, "Escape")
    assert stage.screens.top is stage.screens.start_menu


def test_consent_game_is_only_watched(stage: Stage, tmp_path: Path) -> None:
    stage.begin()
    below, path = stage.play, tmp_path / "a.gpureplay"
    write_replay(path, recording("biowar"))
    for _ in range(2):
        stage.do(Open(str(path)))
        screen = stage.screens.top
        assert isinstance(screen, ReplayScreen)
    assert [each for each in stage.screens._screens if isinstance(each, ReplayScreen)] == [screen]
    assert screen.controller.player_names[0] == "Player 1", "as a file does not say who played"
    press_button(stage, "Back")
    assert stage.play is below


def test_action_during_file_replay_takes_over(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("study", parse_rule("Immigration"), (24, 40), 1)
    stage.shell.begin(match, (Action(NOBODY, ActionKind.SOUP, data="0.35"), Action(NOBODY, ActionKind.HALT)))
    stage.frames(60)
    replay = stage.play.session.recording()
    stage.shell.begin(replay.match, recording=replay)
    stage.frames(10)
    assert stage.play.plays_file
    stage.act(ActionKind.SOUP, data="0.35").frames(3)
    assert stage.play.session.recorded_ticks < replay.ticks
    assert FILE_OVER not in stage.messages
    assert not stage.play.plays_file
